"""Chapter: "Volley fire!" — friends with the same missile weapon shoot as one.

It takes both actions of everyone (OPC-VOLLEY-4); ATK is added up and compared once with the
target's DEF, and additional hits may be scored (OPC-VOLLEY-6 to 8).  Range and the obscured
target test are the caller's, his sharp eyes too (OPC-VOLLEY-9 to 11).  Those who take part
are not in each other's way; whoever's line is blocked otherwise is out (OPC-VOLLEY-12, 13).
Reading: the largest company is looked for in which nobody's line is blocked.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.readings import chosen
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, attack, combined
from engine.systems.open_combat.attack import Attack
from engine.systems.open_combat.combined import Friend
from engine.systems.open_combat.obscured import note
from engine.systems.open_combat.questions import ACTIVATIONS
from engine.systems.open_combat.shooting import loose, range_objections, sight_objections, target_objections
from engine.systems.open_combat.sight import seen, view
from engine.systems.open_combat.weapons import Weapon, missile

KIND: Final = "volley"
SAME = ("OPC-VOLLEY-2",)
BLOCKED = ("OPC-VOLLEY-12", "OPC-VOLLEY-13")


def plan_volley(game: Game, act: Act) -> Plan:
    """*targets*: the enemy, then the partners; none named proposes all who can join."""
    leader, weapon = game.model(act.model), missile(game.model(act.model))
    found = list(combined.starter_objections(game, leader, KIND, "OPC-VOLLEY-4"))
    if weapon is None:
        found.append(Objection(text=f"{leader.name} carries no missile weapon.", why=SAME, model=leader.id))
    if not act.targets:
        found.append(Objection(text=f"{leader.name} calls a volley at one enemy: name it.", why=SAME, model=leader.id))
        return Plan(label="Volley fire!", objections=tuple(found))
    target, named = game.model(act.targets[0]), act.targets[1:]
    label = f"Volley fire! at {target.name}"
    wrong = target_objections(game, leader, target)
    found += wrong
    if wrong or weapon is None or not leader.on_table:
        return Plan(label=label, objections=tuple(found))
    friends = marksmen(game, leader, target, weapon, tuple(ModelId(name) for name in named))
    taking = combined.partners(friends, named)
    found += range_objections(leader, target, weapon, "OPC-VOLLEY-10")
    found += sight_objections(game, leader, target, taking, *BLOCKED[1:])
    found += combined.partner_objections(game, leader, friends, named)
    volley = Attack(kind=KIND, starter=leader.id, target=target.id, weapon=weapon, partners=taking)
    return _planned(game, volley, friends, label, tuple(found), ask=not named)


def _planned(
    game: Game, volley: Attack, friends: tuple[Friend, ...], label: str, objections: tuple[Objection, ...], *, ask: bool
) -> Plan:
    leader, target = game.model(volley.starter), game.model(volley.target)
    sight = seen(game, leader, target, volley.partners)
    obscured = (note(leader, target),) if view(sight) == "obscured" else ()
    return Plan(
        label=label,
        objections=objections,
        steps=activation.planned(partial(_shoot, volley=volley, ask=ask)),
        tallies=attack.tallies(game, volley),
        evidence=sight.evidence()
        + combined.shown(game, leader, friends, volley.partners)
        + attack.evidence(game, volley),
        notes=(*combined.notes(game, friends, volley.partners), *obscured, *attack.notes(game, volley)),
    )


def marksmen(
    game: Game, leader: Model, target: Model, weapon: Weapon, named: tuple[ModelId, ...] = ()
) -> tuple[Friend, ...]:
    """Every friend with all reasons why it may not join the volley, lines of sight included.

    Lines are looked along past all of the company (or past those *named*, where some are);
    whoever's is blocked leaves it, and is in the way of the others from then on.
    """
    friends = combined.company(game, leader, KIND, partial(_reasons, game, target, weapon))
    able = tuple(friend.model for friend in friends if friend.eligible)
    company = tuple(name for name in able if name in named) if named else able
    while True:
        stopped = tuple(name for name in company if _blocked(game, name, target, (leader.id, *company)))
        if not stopped:
            break
        company = tuple(name for name in company if name not in stopped)
    return tuple(_with_sight(game, friend, target, (leader.id, *company)) for friend in friends)


def _with_sight(game: Game, friend: Friend, target: Model, apart: tuple[ModelId, ...]) -> Friend:
    """The friend with what its line of sight has against it; one in the company has nothing."""
    if friend.model in apart or friend.apart > combined.LOOK:
        return friend
    found = _blocked(game, friend.model, target, apart)
    return Friend(model=friend.model, apart=friend.apart, reasons=(*friend.reasons, *found))


def _blocked(game: Game, name: ModelId, target: Model, apart: tuple[ModelId, ...]) -> tuple[Objection, ...]:
    """Why this one's line to the target does not hold, past those named *apart*."""
    others = tuple(other for other in apart if other != name)
    return sight_objections(game, game.model(name), target, others, *BLOCKED)


def _reasons(game: Game, target: Model, weapon: Weapon, friend: Model) -> tuple[Objection, ...]:
    """The same missile weapon; by the reading `volley_partner_range` also its own range."""
    arm = missile(friend)
    if arm is None or arm.id != weapon.id:
        other = f"carries a {arm.name.lower()}, not a" if arm is not None else "carries no"
        text = f"{friend.name} {other} {weapon.name.lower()}."
        return (Objection(text=text, why=SAME, model=friend.id),)
    if chosen(game, "volley_partner_range") == "counts":
        return range_objections(friend, target, weapon, "OPC-VOLLEY-10")
    return ()


def _shoot(game: Game, *, volley: Attack, ask: bool) -> Steps[Game]:
    """Who comes along, both actions of everyone, the caller's test, and one attack roll."""
    taking = volley.partners
    if ask:
        fits = partial(_holds, game, volley.starter, volley.target)
        taking = yield from combined.who_comes(game, volley.starter, taking, fits)
    whole = Attack(kind=KIND, starter=volley.starter, target=volley.target, weapon=volley.weapon, partners=taking)
    why = ("OPC-VOLLEY-3", "OPC-VOLLEY-4", "OPC-VOLLEY-5")
    game = yield from combined.engage_all(game, whole.everyone, *why)
    return (yield from loose(game, shot=whole))


def _holds(game: Game, leader: ModelId, target: ModelId, group: tuple[ModelId, ...]) -> bool:
    """Has everyone of a smaller company still a line, with the others standing in the way?"""
    everyone = (leader, *group)
    return not any(_blocked(game, name, game.model(target), everyone) for name in everyone)


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy, nearest first, for whoever has a friend with the same weapon not far off."""
    weapon = missile(model)
    if weapon is None or not model.on_table:
        return ()
    near = (friend for friend in game.friends(model) if gap(model, friend).within(combined.LOOK))
    if not any(arm is not None and arm.id == weapon.id for arm in map(missile, near)):
        return ()
    return tuple((enemy.id,) for enemy in sorted(game.enemies(model), key=lambda enemy: gap(model, enemy).distance))


ACTIONS: tuple[Action, ...] = (
    Action(
        KIND, "Volley fire!", (ACTIVATIONS,), plan_volley, aims, "volley",
        "Both actions of each: friends with the same missile weapon shoot as one.",
    ),
)  # fmt: skip
