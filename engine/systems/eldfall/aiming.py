"""Chapter: Targetless Attacks — a template aimed at a place on the field instead of at a model.

Only in the Active Role.  The place must be in sight and within Reach; the template lands when a
die succeeds, and nobody's Cover counts.
"""

from __future__ import annotations

from functools import partial

import shapely
from msgspec.structs import replace

from engine.ask import Steps
from engine.commands import Move
from engine.game import Game, Model, ModelId, Point, Point3
from engine.geometry.evidence import Evidence
from engine.geometry.heights import surface
from engine.geometry.shapes import outline
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.systems.eldfall import areas, declared
from engine.systems.eldfall.action import plan
from engine.systems.eldfall.acts import RANGED
from engine.systems.eldfall.attack import strike, to_hit_place
from engine.systems.eldfall.foresight import named
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.resolution import SPOT
from engine.systems.eldfall.sight import sees
from engine.systems.eldfall.weapons import Weapon, ranged_weapons
from engine.systems.eldfall.wish import Wish

AIM = "aim"
"""The way of dragging that picks the place: `Move.how`."""
TARGETLESS = "targetless"
WHY = ("ELD-DEF-ACT-TARGETLESS",)
HIGH = 1000.0
"""Inches; above every surface."""


def weapons(model: Model) -> tuple[Weapon, ...]:
    """What it can aim at a place, in the order of the card."""
    return tuple(weapon for weapon in ranged_weapons(model) if weapon.has(TARGETLESS) and weapon.template)


def plan_aim(game: Game, move: Move) -> Plan:
    """The first such weapon on the card, aimed at the last point of the path."""
    attacker = game.model(move.model)
    spot = place(game, move.path[-1])
    carried = weapons(attacker)
    if not carried:
        wish = Wish(model=move.model, action=RANGED, title="Aim a template")
        text = f"{attacker.name} has nothing that is aimed at a place."
        return plan(game, wish, objections=(Objection(text=text, why=WHY, model=attacker.id),))
    weapon = carried[0]
    wish = Wish(model=move.model, action=RANGED, title=f"{weapon.name} at a place")
    dice = max(1, int(strike(game, attacker, weapon).value))
    found = _objections(game, attacker, weapon, spot)
    near = areas.under(game, attacker, weapon, spot) if attacker.on_table else ()
    return plan(
        game,
        wish,
        partial(_declare, attacker=move.model, weapon=weapon, spot=spot, dice=dice),
        objections=found,
        tallies=_numbers(game, attacker, weapon, spot),
        evidence=areas.painted(game, attacker, weapon, spot) if attacker.on_table else Evidence(),
        notes=(f"Under it: {named(near)}." if near else "Nobody is under it.",),
    )


def place(game: Game, at: Point) -> Point3:
    """The place on the uppermost surface at a point of the field."""
    ghost = areas.point_at((*at, 0.0))
    return (*at, surface(game.table, ghost.profile.base, *at, 0.0, HIGH).z)


def _objections(game: Game, attacker: Model, weapon: Weapon, spot: Point3) -> tuple[Objection, ...]:
    if not attacker.on_table:
        return ()
    found: list[Objection] = []
    if not (0.0 <= spot[0] <= game.table.width and 0.0 <= spot[1] <= game.table.height):
        found.append(Objection(text="That place is off the field.", why=WHY, model=attacker.id))
    ghost = areas.point_at(spot)
    gap = apart(game, attacker, ghost)
    if weapon.band(gap.distance) is None:
        text = f"That place is {gap.distance:.2f}″ away; {weapon.name} reaches {weapon.furthest:g}″."
        found.append(Objection(text=text, why=("ELD-DEF-RCH", *WHY), model=attacker.id, evidence=gap.evidence()))
    line = sees(_without_those_on(game, attacker, spot), attacker, ghost)
    if not line.sees:
        text = f"{attacker.name} does not see that place."
        found.append(Objection(text=text, why=("ELD-DEF-LOS", *WHY), model=attacker.id, evidence=line.evidence()))
    return tuple(found)


def _without_those_on(game: Game, attacker: Model, spot: Point3) -> Game:
    """The game without the models that stand on the place: they do not hide what is under their feet."""
    point = shapely.Point(spot[:2])
    on_it = {model.id for model in game.on_table() if model.id != attacker.id and outline(model).covers(point)}
    return replace(game, models=tuple(model for model in game.models if model.id not in on_it))


def _numbers(game: Game, attacker: Model, weapon: Weapon, spot: Point3) -> tuple[Tally, ...]:
    if not attacker.on_table:
        return ()
    distance = apart(game, attacker, areas.point_at(spot)).distance
    return (strike(game, attacker, weapon), to_hit_place(game, attacker, weapon, distance))


def _declare(game: Game, *, attacker: ModelId, weapon: Weapon, spot: Point3, dice: int) -> Steps[Game]:
    game = yield from declared.declare_attack(game, attacker, weapon, (SPOT,) * dice)
    return (yield from declared.aim(game, attacker, spot))
