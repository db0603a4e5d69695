"""What a point sees of the table at its own height: the area no wall of that height hides.

Pieces that stand from at or below the eye's height to at or above it are walls; lower pieces and
those overhead hide nothing *at that height*.  The region is exact for that definition: the walls'
outlines are joined first, and between two neighbouring corner directions the eye sees one edge.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite, pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point, Table, Terrain
from engine.geometry.evidence import Area
from engine.geometry.shapes import footprint
from engine.geometry.sight_ends import Array, Whole

Polygons = tuple[tuple[tuple[Point, ...], ...], ...]
"""As in `evidence.Area`: each polygon an outer ring, then its holes."""


def visible_region(table: Table, viewer: Model | Point, height: float | None = None) -> Polygons:
    """The area seen from a model's centre, or from a point, at *height*, up to the table's edge.

    *height* is inches over the table; for a model its top unless given, for a point 0.  Empty
    from inside a wall, off the table, or for numbers that are none.
    """
    x, y, z = _eye(viewer, height)
    if not (isfinite(x) and isfinite(y) and 0 < x < table.width and 0 < y < table.height):
        return ()
    pieces = tuple(p for p in table.terrain if p.sight == "solid" and p.bottom <= z <= p.top)
    area, facing, loose = _walls(pieces, table.width, table.height)
    if shapely.intersects_xy(area, x, y):
        return ()
    eye = np.array([x, y, x, y])
    edges = facing - eye
    # the inside of an area lies to the left of its edges: those with the eye to the right show
    edges = edges[edges[:, 0] * edges[:, 3] < edges[:, 1] * edges[:, 2]]
    ring = _seen(np.concatenate([edges, loose - eye]))
    return ((tuple((x + px, y + py) for px, py in ring.tolist()),),) if len(ring) > 2 else ()


def region_area(table: Table, viewer: Model | Point, height: float | None = None, label: str = "") -> Area:
    """The same as evidence to paint, at the eye's height."""
    return Area(visible_region(table, viewer, height), "clear", label, _eye(viewer, height)[2])


def _eye(viewer: Model | Point, height: float | None) -> tuple[float, float, float]:
    if isinstance(viewer, Model):
        return viewer.x, viewer.y, viewer.z + viewer.profile.height if height is None else height
    return viewer[0], viewer[1], 0.0 if height is None else height


@lru_cache(maxsize=64)
def _walls(pieces: tuple[Terrain, ...], width: float, height: float) -> tuple[BaseGeometry, Array, Array]:
    """The area of all walls joined, its edges, and edges without a side (open walls, the table's own)."""
    board = shapely.box(0.0, 0.0, width, height)
    shapes = [footprint(piece) for piece in pieces]
    area = shapely.union_all([s for s in shapes if s.area > 0])
    area = shapely.orient_polygons(shapely.intersection(area, board))
    lines = shapely.union_all([s for s in shapes if s.area == 0])
    lines = shapely.difference(shapely.intersection(lines, board), area)
    shapely.prepare(area)
    rings = shapely.get_rings(shapely.get_parts(area))
    loose = [board.exterior, *(p for p in shapely.get_parts(lines) if p.geom_type == "LineString")]
    return area, _edges(list(rings)), _edges(loose)


def _edges(lines: list[BaseGeometry]) -> Array:
    rows = [np.empty((0, 4))]
    for line in lines:
        xy = shapely.get_coordinates(line)
        rows.append(np.hstack((xy[:-1], xy[1:])))
    return np.concatenate(rows)


def _seen(edges: Array) -> Array:
    """The ring (n, 2) round the origin seen past edges (e, 4) that nowhere cross."""
    ax, ay, bx, by = edges.T
    turn = ax * by - ay * bx
    keep = np.abs(turn) > 1e-14
    ax, ay, bx, by = np.where(turn > 0, (ax, ay, bx, by), (bx, by, ax, ay))[:, keep]
    first, last = np.arctan2(ay, ax), np.arctan2(by, bx)
    angles = np.unique(np.concatenate([first, last]))
    if len(angles) < 3:
        return np.empty((0, 2))
    index, edge = _covered(np.searchsorted(angles, first), np.searchsorted(angles, last), len(angles))
    wide = np.diff(angles, append=angles[0] + 2 * pi)
    middle = angles + wide / 2
    far = _along(middle[index], ax[edge], ay[edge], bx[edge], by[edge])
    order = np.lexsort((far, index))
    index, edge = index[order], edge[order]
    slots, at = np.unique(index, return_index=True)
    nearest = edge[at]
    turns = nearest != np.roll(nearest, 1)
    points = []
    for chosen, angle in ((nearest, angles[slots]), (np.roll(nearest, 1), angles[slots])):
        r = _along(angle, ax[chosen], ay[chosen], bx[chosen], by[chosen])
        points.append(np.stack([r * np.cos(angle), r * np.sin(angle)], axis=1))
    ring = np.stack([points[1], points[0]], axis=1)[turns].reshape(-1, 2)
    moved = np.abs(ring - np.roll(ring, 1, axis=0)).max(axis=1) > 1e-12
    return np.asarray(ring[moved], dtype=np.float64)


def _covered(start: Whole, end: Whole, slots: int) -> tuple[Whole, Whole]:
    """For every edge the slots between its two directions: slot and edge, one row for each pair."""
    count = (end - start) % slots
    edge = np.repeat(np.arange(len(start)), count)
    step = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    return (start[edge] + step) % slots, edge


def _along(angle: Array, ax: Array, ay: Array, bx: Array, by: Array) -> Array:
    """How far the ray from the origin runs to the line through a and b."""
    c, s = np.cos(angle), np.sin(angle)
    across = c * (by - ay) - s * (bx - ax)
    return np.asarray((ax * by - ay * bx) / np.where(np.abs(across) > 1e-300, across, 1e-300), dtype=np.float64)
