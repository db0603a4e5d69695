"""Chapter: Shooting — a Shoot action at one enemy in range and in sight.

Three kinds of sight: in the clear there is nothing to test; an obscured target takes the
obscured target test first; a blocked one cannot be shot at.  A hidden model can be aimed at
only along a clear line (OPC-HIDE-5, OPC-HIDE-6).  The shot itself is an attack like any
other, without additional hits, and nobody follows up.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.readings import chosen
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, attack, hiding
from engine.systems.open_combat.attack import Attack
from engine.systems.open_combat.engaged import enemies_touching, is_engaged
from engine.systems.open_combat.obscured import note, obscured_test
from engine.systems.open_combat.questions import ACTIVATIONS, SHOOT
from engine.systems.open_combat.sight import SIGHT_WHY, in_words, seen, view
from engine.systems.open_combat.tables import inches
from engine.systems.open_combat.weapons import Weapon, missile

WHY = ("OPC-DEF-SHOOT",)


def range_objections(shooter: Model, target: Model, weapon: Weapon, *why: str) -> tuple[Objection, ...]:
    """Is the target farther away than the weapon carries?"""
    apart = gap(shooter, target)
    if apart.within(weapon.missile):
        return ()
    reach = f"the {weapon.name.lower()} carries {weapon.carries}"
    text = f"{target.name} is {inches(apart.distance)} from {shooter.name}; {reach}."
    return (Objection(text=text, why=(*WHY, *why), model=shooter.id, evidence=apart.evidence()),)


def sight_objections(
    game: Game, shooter: Model, target: Model, apart: tuple[ModelId, ...] = (), *why: str
) -> tuple[Objection, ...]:
    """Is the line blocked, or the target hidden from it?  Those named *apart* are in nobody's way."""
    found = seen(game, shooter, target, apart)
    words = view(found)
    if words == "blocked":
        things = in_words(game, found.blockers or found.hidden_by)
        text = f"{shooter.name} cannot see {target.name}{f': {things} in the way' if things else ''}."
        return (Objection(text=text, why=(*SIGHT_WHY, *why), model=shooter.id, evidence=found.evidence()),)
    found_out = words == "clear" or chosen(game, "clear_sight") == "any_line"
    return hiding.shields(game, target, found_out)


def target_objections(game: Game, shooter: Model, target: Model) -> tuple[Objection, ...]:
    """Is it an enemy on the table whom this book lets be shot at?"""
    if not target.on_table:
        text = f"{target.name} is not on the table."
    elif target.side == shooter.side:
        text = f"{target.name} is no enemy of {shooter.name}."
    elif is_engaged(game, target) and chosen(game, "shoot_into_combat") == "refused":
        text = f"{target.name} is engaged with {enemies_touching(game, target)[0].name}."
    else:
        return ()
    return (Objection(text=text, why=WHY, model=shooter.id),)


def plan_shoot(game: Game, act: Act) -> Plan:
    """Shoot at one enemy."""
    shooter, weapon = game.model(act.model), missile(game.model(act.model))
    found = list(activation.objections(game, shooter, SHOOT, doing="shoots", words="may not shoot"))
    if weapon is None:
        text = f"{shooter.name} carries no missile weapon."
        found.append(Objection(text=text, why=WHY, model=shooter.id))
    if len(act.targets) != 1:
        text = f"{shooter.name} shoots at one target: name it."
        found.append(Objection(text=text, why=WHY, model=shooter.id))
        return Plan(label="Shoot", objections=tuple(found))
    target = game.model(act.targets[0])
    label = f"Shoot at {target.name}"
    wrong = target_objections(game, shooter, target)
    found += wrong
    if wrong or weapon is None or not shooter.on_table:
        return Plan(label=label, objections=tuple(found))
    found += range_objections(shooter, target, weapon)
    found += sight_objections(game, shooter, target)
    shot = Attack(kind="shot", starter=shooter.id, target=target.id, weapon=weapon)
    return _planned(game, shot, label, tuple(found))


def _planned(game: Game, shot: Attack, label: str, objections: tuple[Objection, ...]) -> Plan:
    shooter, target = game.model(shot.starter), game.model(shot.target)
    found = seen(game, shooter, target)
    obscured = (note(shooter, target),) if view(found) == "obscured" else ()
    return Plan(
        label=label,
        objections=objections,
        steps=activation.planned(partial(_begin, shot=shot), partial(loose, shot=shot)),
        tallies=attack.tallies(game, shot),
        evidence=found.evidence() + attack.evidence(game, shot),
        notes=(*obscured, *attack.notes(game, shot)),
    )


def _begin(game: Game, *, shot: Attack) -> Steps[Game]:
    """The action is spent."""
    return (yield from activation.spend(game, shot.starter, 1, *WHY))


def loose(game: Game, *, shot: Attack) -> Steps[Game]:
    """The obscured target test, where one is due, the end of hiding, and the attack roll."""
    shooter, target = game.model(shot.starter), game.model(shot.target)
    apart = shot.everyone
    obscured = view(seen(game, shooter, target, apart)) == "obscured"
    for name in shot.everyone:
        game = yield from hiding.end(game, name, "OPC-DEF-HIDDEN-ENDS")
    if obscured:
        more = ("OPC-VOLLEY-9",) if shot.kind == "volley" else ()
        game, passed = yield from obscured_test(game, shooter, target, *more)
        if not passed:
            return game
    return (yield from attack.strike(game, attack=shot))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Every enemy on the table, nearest first, for whoever carries a missile weapon."""
    if missile(model) is None or not model.on_table:
        return ()
    return tuple((enemy.id,) for enemy in sorted(game.enemies(model), key=lambda enemy: gap(model, enemy).distance))


ACTIONS: tuple[Action, ...] = (
    Action("shoot", "Shoot", (ACTIVATIONS,), plan_shoot, aims, "shoot", "One action: one enemy in sight and range."),
)
