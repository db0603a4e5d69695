"""Chapter: Measuring — straight towards and straight away.

Directly towards or away means along the line through the two centres.  What a hand draws is
never exact, so a leg within a few degrees of that line is taken for it and straightened.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Literal

from engine.game import Model, Point, Table
from engine.geometry.exact import standing
from engine.geometry.shapes import axes

WHY = ("BUS-DEF-16",)
AIM = 4.0
"""Degrees by which a leg drawn by hand may miss the line through the centres and still be meant along it."""
_SHORT = 1e-6

Sense = Literal["towards", "away", "neither"]


def heading(start: Point, end: Point) -> float:
    """The facing in degrees of somebody at *start* who looks at *end*; 0 where the two are one point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return math.degrees(math.atan2(dx, -dy)) % 360.0 if math.hypot(dx, dy) > _SHORT else 0.0


def facing(model: Model, target: Model) -> float:
    """The facing with which *model* looks straight at the middle of *target*."""
    return heading((model.x, model.y), (target.x, target.y))


def off(first: float, second: float) -> float:
    """Degrees between two facings, 0 to 180."""
    return abs((first - second + 180.0) % 360.0 - 180.0)


def sense(start: Point, end: Point, centre: Point, *, aim: float = AIM) -> Sense:
    """Does the leg go straight towards a centre, straight away from it, or neither?"""
    if math.dist(start, end) <= _SHORT or math.dist(start, centre) <= _SHORT:
        return "neither"
    turn = off(heading(start, end), heading(start, centre))
    if turn <= aim:
        return "towards"
    return "away" if turn >= 180.0 - aim else "neither"


def away_from(start: Point, centre: Point, inches: float) -> Point:
    """Where one stands after so many inches straight away from a centre (straight up if on it)."""
    return ahead(start, heading(centre, start), inches)


def ahead(start: Point, facing: float, inches: float) -> Point:
    """Where one stands after so many inches along a facing."""
    ux, uy = axes(facing)[1]
    return start[0] + ux * inches, start[1] + uy * inches


def recedes(path: tuple[Point, ...], centre: Point) -> bool:
    """Does the distance to a centre never grow smaller along a path?"""
    for start, end in pairwise(path):
        ux, uy = end[0] - start[0], end[1] - start[1]
        if ux * (start[0] - centre[0]) + uy * (start[1] - centre[1]) < -_SHORT:
            return False
    return True


def length(path: tuple[Point, ...]) -> float:
    """Inches along a path."""
    return math.fsum(math.dist(start, end) for start, end in pairwise(path))


def cut(path: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """The path up to so many inches along it; the whole of it when it is shorter."""
    kept = [path[0]]
    for start, end in pairwise(path):
        leg = math.dist(start, end)
        if inches < leg:
            return (*kept, ahead(start, heading(start, end), inches)) if inches > 0.0 else tuple(kept)
        kept.append(end)
        inches -= leg
    return tuple(kept)


def to_edge(table: Table, model: Model, facing: float) -> float:
    """Inches along a facing until the base meets the edge of the table; 0 when it is over it already."""
    base = standing(model)
    ux, uy = axes(facing)[1]
    across, along = base.support(1.0, 0.0), base.support(0.0, 1.0)
    far = [math.inf]
    if abs(ux) > _SHORT:
        far.append(((table.width - across - model.x) if ux > 0.0 else (model.x - across)) / abs(ux))
    if abs(uy) > _SHORT:
        far.append(((table.height - along - model.y) if uy > 0.0 else (model.y - along)) / abs(uy))
    return max(0.0, min(far))
