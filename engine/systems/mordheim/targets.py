"""Chapter: Shooting — every reason why a shot may not be made: the shooter, the target, the closest."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.game import Game, Model
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.measure import gap
from engine.geometry.sight import Sight
from engine.questions import Objection
from engine.standing import away, named, over
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import enemies_touching, is_engaged
from engine.systems.mordheim.questions import CLOSEST_TARGET, SHOOT, SHOOTING
from engine.systems.mordheim.sight import sees
from engine.systems.mordheim.weapons import TABLES, Weapon

FREE_CHOICE_FROM = float(TABLES["shooting"]["free_choice_from_height"])
"""Inches above the ground from which a shooter need not take the closest target."""

Need = Callable[[Model], int]


def shot_objections(
    game: Game, shooter: Model, aims: tuple[str, ...], weapon: Weapon | None, need: Need | None
) -> tuple[Objection, ...]:
    """Why this shot may not be made; *need* tells how hard an enemy is to hit."""
    found = [*_may_shoot(game, shooter, weapon)]
    if len(aims) != 1:
        found.append(_no(shooter, f"{shooter.name} shoots at one target: name it.", "MOR-DEF-SHOOTING"))
    if len(aims) == 1 and shooter.on_table:
        target = game.model(aims[0])
        wrong = _target(game, shooter, target)
        found += wrong
        if not wrong and weapon is not None and need is not None:
            found += _aim(game, shooter, target, weapon)
            found += _closest(game, shooter, target, weapon, need)
    return tuple(found)


def _no(model: Model, text: str, *why: str, evidence: Evidence = NOTHING) -> Objection:
    return Objection(text=text, why=why, model=model.id, evidence=evidence)


def _may_shoot(game: Game, shooter: Model, weapon: Weapon | None) -> tuple[Objection, ...]:
    """What keeps this warrior from shooting at anybody."""
    name = shooter.name
    found = [*over(game, ("MOR-DEF-TURN",)), *away(shooter, ("MOR-OOA-1",), ("MOR-DEF-DEPLOY",))]
    if game.phase != SHOOTING:
        found.append(_no(shooter, "Shots are made in the shooting phase.", "MOR-DEF-PHASES"))
    if shooter.side != game.active:
        found.append(_no(shooter, f"Only the active side shoots, and {name} is not of it.", "MOR-DEF-PHASES"))
    found += RULES.ruling(game, shooter, SHOOT, words="may not shoot").objections
    for enemy in enemies_touching(game, shooter)[:1]:
        text = f"{name} is engaged with {enemy.name} and may not shoot."
        found.append(_no(shooter, text, "MOR-DEF-SHOOTING", evidence=Evidence(pieces=(enemy.id,))))
    if weapon is None:
        found.append(_no(shooter, f"{name} carries no missile weapon.", "MOR-DEF-SHOOTING"))
    elif weapon.has_rule("move_or_fire") and shooter.has("moved"):
        found.append(_no(shooter, f"{name} moved: the {weapon.name} is not ready.", "MOR-DEF-MOVE-OR-FIRE"))
    if shooter.stat("BS") < 1:
        found.append(_no(shooter, f"{name} has no Ballistic Skill.", "MOR-DEF-SHOT-TO-HIT"))
    return tuple(found)


def _target(game: Game, shooter: Model, target: Model) -> tuple[Objection, ...]:
    """Is it an enemy on the table whom nobody is fighting?"""
    if not target.on_table:
        return (_no(shooter, f"{target.name} is not on the table.", "MOR-OOA-2"),)
    if target.side == shooter.side:
        return (_no(shooter, f"{target.name} is no enemy of {shooter.name}.", "MOR-DEF-SHOOTING"),)
    for friend in enemies_touching(game, target)[:1]:
        text = f"{target.name} is engaged with {friend.name}: nobody may shoot into close combat."
        return (_no(shooter, text, "MOR-DEF-SHOT-ENGAGED", evidence=Evidence(pieces=(target.id, friend.id))),)
    return ()


def _aim(game: Game, shooter: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    """Is the target within range, in sight and not hidden?"""
    apart, found = gap(shooter, target), list[Objection]()
    if not apart.within(weapon.range):
        text = f"{target.name} is {apart.distance:.2f}″ away; the {weapon.name} reaches {weapon.range:g}″."
        found.append(_no(shooter, text, "MOR-DEF-RANGE", evidence=apart.evidence()))
    sight = sees(game, shooter, target)
    if not sight.sees:
        text = f"{shooter.name} cannot see {target.name}{_behind(game, sight)}."
        found.append(_no(shooter, text, "MOR-DEF-SIGHT", evidence=sight.evidence()))
    elif target.has("hidden") and sight.covered:
        text = f"{target.name} is hidden, and {shooter.name} does not see round his cover."
        found.append(_no(shooter, text, "MOR-DEF-HIDING", evidence=sight.evidence()))
    return tuple(found)


def _behind(game: Game, sight: Sight) -> str:
    """What stops the view, in words: ': Wall and Grumm in the way'."""
    names = list(dict.fromkeys(named(game, blocker) for blocker in sight.blockers))
    if not names:
        return ""
    rest = f"{len(names) - 1} more" if len(names) > 2 else names[-1]
    return f": {names[0] if len(names) == 1 else f'{names[0]} and {rest}'} in the way"


def _closest(game: Game, shooter: Model, target: Model, weapon: Weapon, need: Need) -> tuple[Objection, ...]:
    """The closest enemy who can be shot at has to be, unless there is a reason to pass him over.

    Passed over are the fallen, whoever is harder to hit than the one aimed at, and everybody
    when the shooter stands high up.
    """
    if shooter.z >= FREE_CHOICE_FROM:
        return ()
    nearest = _nearest(game, shooter, weapon)
    if nearest is None:
        return ()
    apart, distance = gap(shooter, nearest), gap(shooter, target).distance
    if apart.distance >= distance or need(target) < need(nearest):
        return ()
    text = f"{nearest.name} is closer: {apart.distance:.2f}″ against {distance:.2f}″."
    return (_no(shooter, text, "MOR-DEF-CLOSEST", evidence=apart.evidence()),)


@lru_cache(maxsize=64)
def _nearest(game: Game, shooter: Model, weapon: Weapon) -> Model | None:
    """The closest enemy who could be shot at and counts; asked once for all who may be aimed at."""
    enemies = sorted(game.enemies(shooter), key=lambda enemy: gap(shooter, enemy).distance)
    return next((enemy for enemy in enemies if _to_be_counted(game, shooter, enemy, weapon)), None)


def _to_be_counted(game: Game, shooter: Model, enemy: Model, weapon: Weapon) -> bool:
    """Could this enemy be shot at, and does he count as the closest?"""
    counts = RULES.counts_for(game, enemy, CLOSEST_TARGET).granted
    return counts and not is_engaged(game, enemy) and not _aim(game, shooter, enemy, weapon)
