"""Chapter: Reactions — where on the way of an enemy an Attack in Reaction is aimed.

It takes the spot with the best chance at which the enemy is in reach and in sight, the earliest of
several.  Looked at are the corners of the way, the point of each leg that comes nearest, and a
point every inch.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Game, Marker, Model, Point3
from engine.systems.eldfall.attack import to_hit
from engine.systems.eldfall.counters import HELD_FAST, SAW
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.markers import ENGAGED
from engine.systems.eldfall.targets import objections
from engine.systems.eldfall.underway import at
from engine.systems.eldfall.weapons import Weapon

Way = tuple[Point3, ...]
SPACING = 1.0
"""Inches between the spots of a leg that are looked at."""


class Chance(NamedTuple):
    """An Attack in Reaction: the weapon, the spot on the way, and what its dice must not exceed."""

    weapon: Weapon
    spot: Point3
    need: int


def best(game: Game, model: Model, mover: Model, weapon: Weapon, path: Way) -> Chance | None:
    """The best chance that a movement gives a weapon; None when it gives none."""
    found: Chance | None = None
    for spot in spots(model, path):
        ghost = at(mover, spot)
        there = game.with_model(ghost)
        eye = model if weapon.ranged or spot != path[0] else _as_it_set_out(model, mover)
        if objections(there, eye, ghost, weapon):
            continue
        need = int(to_hit(there, model, ghost, weapon, apart(there, model, ghost).distance).value)
        if found is None or need > found.need:
            found = Chance(weapon, spot, need)
    return found


def _as_it_set_out(model: Model, mover: Model) -> Model:
    """The model as it was when the mover set out: Engaged by it, and so in sight of it, if it was."""
    held = model.count(SAW) == HELD_FAST
    return replace(model, markers=(*model.markers, Marker(ENGAGED, 0, mover.id))) if held else model


def spots(model: Model, path: Way) -> tuple[Point3, ...]:
    """The points of a way that are looked at, in the order in which they are passed."""
    found = [path[0]]
    for start, end in pairwise(path):
        found += [_between(start, end, share) for share in sorted(_shares(model, start, end))]
    return tuple(dict.fromkeys(found))


def _shares(model: Model, start: Point3, end: Point3) -> list[float]:
    long = math.dist(start, end)
    if long <= 0.0:
        return []
    found = [1.0, *(step * SPACING / long for step in range(1, math.ceil(long / SPACING)))]
    dx, dy = end[0] - start[0], end[1] - start[1]
    flat = dx * dx + dy * dy
    if flat > 0.0:
        nearest = ((model.x - start[0]) * dx + (model.y - start[1]) * dy) / flat
        if 0.0 < nearest < 1.0:
            found.append(nearest)
    return found


def _between(start: Point3, end: Point3, share: float) -> Point3:
    x, y, z = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    return x, y, z
