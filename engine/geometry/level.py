"""One level of the table: what a base that stays on it must go round, and where it may stand.

A level holds everything that can be stepped to from where the model stands, up or down by
at most *step*: the whole table when it stands that low, else the tops of about its height.
"""

from __future__ import annotations

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Table, Terrain
from engine.geometry.bumps import stands_in
from engine.geometry.exact import Placed, standing
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import Array, carries, footprint, has_area, outline, solids

SEAM = CONTACT / 2.0
"""Tops nearer than twice this are one floor."""


class Level(Struct, frozen=True, kw_only=True):
    """*pieces* and *rivals* stop the base; *floor* is where its centre may be."""

    base: Placed
    pieces: tuple[Terrain, ...]
    rivals: tuple[Model, ...]
    floor: BaseGeometry


def level(table: Table, model: Model, others: tuple[Model, ...], step: float) -> Level:
    """The level the model stands on, for its own base, height and elevation."""
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


def grown_edges(base: Placed, edges: Array, shape: BaseGeometry) -> BaseGeometry:
    """All edges grown by a base drawn as the polygon *shape* round the origin."""
    corners = shapely.get_coordinates(shape) - np.array([base.x, base.y])
    hulls = []
    for x0, y0, x1, y1 in edges.tolist():
        points = np.concatenate((corners + np.array([x0, y0]), corners + np.array([x1, y1])))
        hulls.append(shapely.convex_hull(shapely.multipoints(points)))
    return shapely.union_all(hulls)


def drawn(rival: Model) -> BaseGeometry:
    """Another model's base as a polygon round its true outline."""
    return outline(rival)
