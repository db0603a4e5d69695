"""One level of the table: what a base that stays on it must go round, and where it may stand.

A level holds everything that can be stepped to from where the model stands, up or down by
at most *step*: the whole table when it stands that low, else the tops of about its height.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Table, Terrain
from engine.geometry.bumps import stands_in
from engine.geometry.exact import Placed, standing
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import Array, borders, carries, finite, footprint, has_area, solids

SEAM = CONTACT / 2.0
"""Tops nearer than twice this are one floor."""
SIDES = 120
"""Sides of a curved base where it has to be grown as a polygon; good to 0.02 % of its radius."""


class Level(Struct, frozen=True, kw_only=True):
    """*pieces* and *rivals* stop the base; *floor* is where its centre may be."""

    base: Placed
    pieces: tuple[Terrain, ...]
    rivals: tuple[Model, ...]
    floor: BaseGeometry


def level(table: Table, model: Model, others: tuple[Model, ...], step: float) -> Level:
    """The level the model stands on, for its own base, height and elevation.  ValueError for numbers that are none."""
    finite(table.width, table.height)
    base, ground = standing(model), solids(table)
    height = model.profile.height
    stopping = (piece for piece, stops in zip(ground.pieces, ground.stopping, strict=True) if stops)
    blocking = tuple(piece for piece in stopping if stands_in(piece, model.z, step, height))
    across, along = base.support(1.0, 0.0), base.support(0.0, 1.0)
    right, bottom = max(across, table.width - across), max(along, table.height - along)
    floor: BaseGeometry = shapely.box(across, along, right, bottom)
    if model.z > step:
        tops = [footprint(p) for p in ground.pieces if has_area(p) and carries(p) and abs(p.top - model.z) <= step]
        grown = shapely.union_all(shapely.buffer(np.array(tops, dtype=object), SEAM, join_style="mitre"))
        floor = shapely.intersection(floor, shapely.buffer(grown, -SEAM, join_style="mitre"))
    return Level(base=base, pieces=blocking, rivals=_rivals(model, others), floor=floor)


def _rivals(model: Model, others: tuple[Model, ...]) -> tuple[Model, ...]:
    """Models that share height with this one where it stands."""
    top = model.z + model.profile.height
    return tuple(
        other
        for other in others
        if other.id != model.id and other.z < top - CONTACT and other.z + other.profile.height > model.z + CONTACT
    )


def polygon(base: Placed, less: float = 0.0) -> BaseGeometry:
    """A base as a polygon, *less* inches smaller all round; sides of a curve run half outside, half inside it."""
    small = Placed(base.shape, base.x, base.y, max(0.0, base.a - less), max(0.0, base.b - less), base.right)
    if base.shape == "rect":
        return shapely.Polygon(small.corners())
    angles = np.arange(SIDES) * (2.0 * math.pi / SIDES)
    out = 0.5 + 0.5 / math.cos(math.pi / SIDES)
    return shapely.Polygon([small.world(small.a * out * math.cos(t), small.b * out * math.sin(t)) for t in angles])


def grown(here: Level, pieces: Iterable[Terrain], less: float) -> list[BaseGeometry]:
    """Pieces and rivals grown by a base that is not round, drawn as a polygon."""
    base = here.base
    offsets = shapely.get_coordinates(polygon(base, less)) - np.array([base.x, base.y])
    out: list[BaseGeometry] = []
    for piece in pieces:
        edges = borders(piece).reshape(-1, 2, 2)
        out += [_summed(edge, offsets) for edge in edges]
        out.append(footprint(piece))
    out += [_summed(shapely.get_coordinates(polygon(standing(rival))), offsets) for rival in here.rivals]
    return [shape for shape in out if shape.area > 0.0]


def _summed(points: Array, offsets: Array) -> BaseGeometry:
    """Every place at which a convex base at the origin would meet the convex hull of the points."""
    sums = points[:, None, :] + offsets[None, :, :]
    return shapely.convex_hull(shapely.multipoints(sums.reshape(-1, 2)))
