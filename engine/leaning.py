"""Where a base that comes near an edge would rather stand: against a wall, flush with a ledge or the table's edge."""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Model, Point, Table, Terrain
from engine.geometry.exact import Placed, standing
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import footprint, solids

TABLE_EDGE = "table edge"
CLEAR = 1e-4
"""Inches left to a wall, so that no rounding puts a base into it."""
BEYOND = 0.05
"""Inches past a ledge at which it is looked whether the floor goes on."""
_SQUARE_TO = 0.7
"""Cosine up to which a second edge counts as another direction: a corner holds a base from two sides."""


class Lean(Struct, frozen=True, kw_only=True):
    """Where the base stands then, and against what: ids of terrain, or `TABLE_EDGE`."""

    at: Point
    on: tuple[str, ...]


class _Pull(Struct, frozen=True):
    """So far, in this direction of unit length, to stand against that."""

    far: float
    ux: float
    uy: float
    on: str


def leaning(table: Table, model: Model, reach: float) -> Lean | None:
    """The place within *reach* inches at which the model stands against one edge, or in the corner of two.

    The model is taken where it is, at its own height.  None where nothing is near enough.
    """
    first = min(_pulls(table, model, reach), key=lambda pull: abs(pull.far), default=None)
    if first is None:
        return None
    model = _pulled(model, first)
    others = [pull for pull in _pulls(table, model, reach) if abs(_cosine(pull, first)) < _SQUARE_TO]
    second = min(others, key=lambda pull: abs(pull.far), default=None)
    if second is None:
        return Lean(at=(model.x, model.y), on=(first.on,))
    model = _pulled(model, second)
    return Lean(at=(model.x, model.y), on=tuple(dict.fromkeys((first.on, second.on))))


def _pulls(table: Table, model: Model, reach: float) -> Iterator[_Pull]:
    body = standing(model)
    yield from _to_sides(table, body, reach)
    ground, low, high = solids(table), model.z, model.z + model.profile.height
    for i in ground.within([(body.x, body.y)], body.outer + reach):
        piece = ground.pieces[i]
        if ground.stopping[i] and piece.bottom < high and piece.top > low + CONTACT:
            yield from _to_wall(piece, body, reach)
        elif low > CONTACT and ground.carrying[i] and abs(piece.top - low) <= CONTACT:
            yield from _to_ledge(table, piece, body, reach)


def _to_sides(table: Table, body: Placed, reach: float) -> Iterator[_Pull]:
    """The four edges of the table, from inside."""
    for ux, uy, far in (
        (-1.0, 0.0, body.x - body.support(1.0, 0.0)),
        (1.0, 0.0, table.width - body.x - body.support(1.0, 0.0)),
        (0.0, -1.0, body.y - body.support(0.0, 1.0)),
        (0.0, 1.0, table.height - body.y - body.support(0.0, 1.0)),
    ):
        if abs(far) <= reach:
            yield _Pull(far, ux, uy, TABLE_EDGE)


def _foot(piece: Terrain, body: Placed) -> tuple[float, float, float]:
    """How far the centre is from the piece's border, and the direction there; nothing on the border itself."""
    shape, centre = footprint(piece), shapely.Point(body.x, body.y)
    border = shape.boundary if shape.area > 0.0 else shape
    foot = shapely.shortest_line(centre, border).coords[-1]
    away = math.dist(foot, (body.x, body.y))
    return (away, 0.0, 0.0) if away < CLEAR else (away, (foot[0] - body.x) / away, (foot[1] - body.y) / away)


def _to_wall(piece: Terrain, body: Placed, reach: float) -> Iterator[_Pull]:
    """A wall from outside."""
    if footprint(piece).area > 0.0 and shapely.intersects_xy(footprint(piece), body.x, body.y):
        return
    away, ux, uy = _foot(piece, body)
    far = away - body.support(ux, uy) - CLEAR
    if away >= CLEAR and abs(far) <= reach:
        yield _Pull(far, ux, uy, piece.id)


def _to_ledge(table: Table, piece: Terrain, body: Placed, reach: float) -> Iterator[_Pull]:
    """The rim of what carries the model, from inside, where the floor does not go on beyond it."""
    if not shapely.intersects_xy(footprint(piece), body.x, body.y):
        return
    away, ux, uy = _foot(piece, body)
    far = away - body.support(ux, uy)
    if away < CLEAR or abs(far) > reach:
        return
    x, y = body.x + ux * (away + BEYOND), body.y + uy * (away + BEYOND)
    ground = solids(table)
    goes_on = (ground.carrying[i] and abs(ground.tops[i] - piece.top) <= CONTACT for i in ground.at(x, y))
    if not any(goes_on):
        yield _Pull(far, ux, uy, piece.id)


def _pulled(model: Model, pull: _Pull) -> Model:
    return replace(model, x=model.x + pull.ux * pull.far, y=model.y + pull.uy * pull.far)


def _cosine(one: _Pull, other: _Pull) -> float:
    return one.ux * other.ux + one.uy * other.uy
