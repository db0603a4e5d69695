"""Chapter: "With me!" — several friends in contact with the same enemy strike it as one.

It takes both actions of everyone (OPC-WITHME-3); ATK is added up and compared once with the
enemy's DEF (OPC-WITHME-5, OPC-WITHME-6); any number of them may follow up (OPC-WITHME-7);
of all their weapons only the starter's rules count (OPC-WITHME-8).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import Evidence
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import touching
from engine.system import Action
from engine.systems.open_combat import activation, attack, combined
from engine.systems.open_combat.attack import Attack
from engine.systems.open_combat.engaged import enemies_touching
from engine.systems.open_combat.hand_to_hand import unhide
from engine.systems.open_combat.questions import ACTIVATIONS
from engine.systems.open_combat.weapons import in_hand

SAME = ("OPC-WITHME-2",)
KIND: Final = "with_me"


def plan_with_me(game: Game, act: Act) -> Plan:
    """*targets*: the enemy, then the partners; none named proposes all who can join."""
    leader = game.model(act.model)
    found = list(combined.starter_objections(game, leader, KIND, "OPC-WITHME-3"))
    names = act.targets or tuple(enemy.id for enemy in enemies_touching(game, leader))
    if not names:
        text = f"{leader.name} is engaged with nobody."
        return Plan(label="With me!", objections=(*found, Objection(text=text, why=SAME, model=leader.id)))
    enemy, named = game.model(names[0]), act.targets[1:]
    label = f"With me! against {enemy.name}"
    found += _enemy_objections(leader, enemy)
    if not (leader.on_table and enemy.on_table) or enemy.side == leader.side:
        return Plan(label=label, objections=tuple(found))
    friends = combined.company(game, leader, KIND, partial(_reasons, enemy))
    found += combined.partner_objections(game, leader, friends, named)
    taking = combined.partners(friends, named)
    blow = Attack(kind=KIND, starter=leader.id, target=enemy.id, weapon=in_hand(leader), partners=taking)
    return Plan(
        label=label,
        objections=tuple(found),
        steps=activation.planned(partial(_strike, blow=blow, ask=not named)),
        tallies=attack.tallies(game, blow),
        evidence=combined.shown(game, leader, friends, taking) + attack.evidence(game, blow),
        notes=(*combined.notes(game, friends, taking), *_weapon_note(game, blow), *attack.notes(game, blow)),
    )


def _enemy_objections(leader: Model, enemy: Model) -> tuple[Objection, ...]:
    evidence = Evidence()
    if not enemy.on_table:
        text = f"{enemy.name} is not on the table."
    elif enemy.side == leader.side:
        text = f"{enemy.name} is no enemy of {leader.name}."
    elif leader.on_table and not touching(leader, enemy):
        text = f"{leader.name} is not engaged with {enemy.name}."
        evidence = gap(leader, enemy).evidence()
    else:
        return ()
    return (Objection(text=text, why=SAME, model=leader.id, evidence=evidence),)


def _reasons(enemy: Model, friend: Model) -> tuple[Objection, ...]:
    """A partner must be engaged with the same enemy."""
    if touching(friend, enemy):
        return ()
    apart = gap(friend, enemy)
    text = f"{friend.name} is not engaged with {enemy.name}."
    return (Objection(text=text, why=SAME, model=friend.id, evidence=apart.evidence()),)


def _weapon_note(game: Game, blow: Attack) -> tuple[str, ...]:
    """Whose weapon counts, where it makes a difference."""
    arms = [in_hand(game.model(name)) for name in blow.everyone]
    if len({arm.rules for arm in arms}) < 2 and len({arm.reach for arm in arms}) < 2:
        return ()
    return (f"Only the rules of the {blow.weapon.name.lower()} of {game.model(blow.starter).name} count.",)


def _strike(game: Game, *, blow: Attack, ask: bool) -> Steps[Game]:
    """Who comes along, both actions of everyone, and one attack roll."""
    taking = blow.partners
    if ask:
        taking = yield from combined.who_comes(game, blow.starter, taking, _always)
    whole = Attack(kind=KIND, starter=blow.starter, target=blow.target, weapon=blow.weapon, partners=taking)
    game = yield from combined.engage_all(game, whole.everyone, "OPC-WITHME-3", "OPC-WITHME-4")
    game = yield from unhide(game, whole)
    return (yield from attack.strike(game, attack=whole))


def _always(group: tuple[ModelId, ...]) -> bool:
    return True


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy in contact."""
    return tuple((enemy.id,) for enemy in enemies_touching(game, model))


ACTIONS: tuple[Action, ...] = (
    Action(
        KIND, "With me!", (ACTIVATIONS,), plan_with_me, aims, "with_me",
        "Both actions of each: friends engaged with the same enemy strike it as one.",
    ),
)  # fmt: skip
