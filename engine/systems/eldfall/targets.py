"""Chapter: Attack — whom one may aim at, and every reason why not."""

from __future__ import annotations

from engine.game import Game, Model
from engine.geometry.evidence import Evidence
from engine.questions import Objection
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import MELEE, RANGED
from engine.systems.eldfall.areas import template_objections
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.questions import BE_TARGET
from engine.systems.eldfall.reach import in_reach, ruler
from engine.systems.eldfall.sight import looks_out, sees
from engine.systems.eldfall.weapons import Weapon

WHY = ("ELD-DEF-ATK",)
REACH_WHY = ("ELD-DEF-RCH",)
SIGHT_WHY = ("ELD-DEF-LOS",)


def kind(weapon: Weapon) -> str:
    """The Action that an Attack with this weapon is, a word of `acts`."""
    return RANGED if weapon.ranged else MELEE


def strikes_back(attacker: Model, target: Model) -> bool:
    """Is the target a Flying model whose Melee Attack this one may answer hand to hand?"""
    attacked = declared.doing(target) == MELEE and attacker.id in declared.targets(target)
    return target.has(FLYING) and not attacker.has(FLYING) and attacked


def objections(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    """Why this model may not be the target of this Attack from where both stand in *game*."""
    found: list[Objection] = []

    def no(text: str, why: tuple[str, ...], shown: Evidence | None = None) -> None:
        found.append(Objection(text=text, why=why, model=attacker.id, evidence=shown or Evidence()))

    if target.id == attacker.id:
        no(f"{attacker.name} does not Attack itself.", WHY)
    elif target.side == attacker.side:
        no(f"{target.name} is a friend of {attacker.name}.", WHY)
    if not target.on_table:
        no(f"{target.name} is not on the field.", WHY)
    if found or not attacker.on_table:
        return tuple(found)
    words = f"cannot be the target of {weapon.name}"
    found += RULES.ruling(game, target, BE_TARGET, kind(weapon), words=words).objections
    aloft = target.has(FLYING) and not attacker.has(FLYING)
    if aloft and not weapon.ranged and not strikes_back(attacker, target):
        no(f"{target.name} is Flying; only another Flying model may Attack it hand to hand.", ("ELD-FLY-13",))
    found += out_of_reach(game, attacker, target, weapon)
    found += unseen(game, attacker, target)
    found += template_objections(game, attacker, target, weapon)
    return tuple(found)


def out_of_reach(game: Game, attacker: Model, target: Model, weapon: Weapon) -> tuple[Objection, ...]:
    """The objection to a target beyond the Reach of the weapon."""
    gap = apart(game, attacker, target)
    if weapon.ranged:
        if weapon.band(gap.distance) is not None:
            return ()
        text = f"{target.name} is {gap.distance:.2f}″ away; {weapon.name} reaches {weapon.furthest:g}″."
    elif in_reach(game, attacker, target, weapon.reach):
        return ()
    elif weapon.reach:
        text = f"{target.name} is {gap.distance:.2f}″ away; {weapon.name} has a Reach of {weapon.reach:g}″."
    else:
        text = f"{weapon.name} needs Base Contact; {target.name} is {gap.distance:.2f}″ away."
    why = (*REACH_WHY, "ELD-DEF-BC") if not weapon.ranged and not weapon.reach else REACH_WHY
    return (Objection(text=text, why=why, model=attacker.id, evidence=ruler(game, attacker, target)),)


def unseen(game: Game, viewer: Model, target: Model) -> tuple[Objection, ...]:
    """The objection to a target out of sight."""
    found = sees(game, viewer, target)
    if found.sees:
        return ()
    blind = looks_out(game, viewer).objections
    text = blind[0].text if blind else f"{viewer.name} has no Line of Sight to {target.name}."
    why = (*SIGHT_WHY, *(clause for objection in blind for clause in objection.why))
    return (Objection(text=text, why=why, model=viewer.id, evidence=found.evidence()),)
