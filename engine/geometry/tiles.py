"""The ground between the walls of one height, in triangles that sight can be carried across.

The table is cut into square tiles; each is triangulated by itself, when sight first comes to it,
and kept for as long as the same walls stand there: an edited piece costs only its own tiles, and
a small table inside a large one costs no more than the small one.  A wall that runs over the
border of two tiles is cut at the very same point in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from engine.game import Point, Terrain
from engine.geometry.shapes import Array, footprint
from engine.geometry.triangles import Triangles

Box = tuple[float, float, float, float]
Rims = npt.NDArray[np.int64]

NEAR = 1e-9
"""Nearer than this (inches) is on the spot."""
GRID = 2.0**-33
"""All corners are moved onto a grid this fine (inches), so that every crossing is one corner."""


class Tile:
    """The triangles of one box among walls.

    By half-edge h of *mesh*: `right[h]`, `left[h]` are the half-edges on either side of the corner
    `apex[h]` that lies behind it.  Where no way leads through h, they are those of its own triangle,
    so that one can come in through the border.  A negative number is ~k of a rim: `rim[k]` is the
    half-edge, `side[k]` the border it lies on (0 left, 1 top, 2 right, 3 bottom) or -1 for a wall.
    """

    __slots__ = ("_filled", "_hint", "_shapes", "apex", "box", "code", "left", "mesh", "right", "rim", "side")

    def __init__(self, box: Box, pieces: tuple[Terrain, ...]) -> None:
        self.box = box
        walls = _inside(box, _noded([footprint(piece) for piece in pieces]))
        edge = _border(box, walls)
        self.mesh = mesh = Triangles(np.concatenate([_around(box), walls.reshape(-1, 2), edge.reshape(-1, 2)]))
        wall = mesh.put(mesh.index(walls.reshape(-1, 2)).reshape(-1, 2))
        edges = mesh.put(mesh.index(edge.reshape(-1, 2)).reshape(-1, 2))
        is_wall, ends = mesh.on(wall), np.array(mesh.ends)
        shut = is_wall | mesh.on(edges)
        self.rim = np.flatnonzero(shut)
        x, y = np.array(mesh.x)[ends], np.array(mesh.y)[ends]
        self.side: Rims = np.where(is_wall[self.rim], -1, _sides(box, x, y, self.rim))
        code = np.arange(len(ends))
        ahead, before = (np.roll(code.reshape(-1, 3), turn, axis=1).ravel() for turn in (-1, 1))
        beyond = np.where(shut, code, np.array(mesh.twins))
        code[self.rim] = ~np.arange(len(self.rim))
        self.code = code
        self.right, self.left = code[ahead[beyond]], code[before[beyond]]
        self.apex = ends[before[beyond]]
        self._shapes = np.array([shape for shape in map(footprint, pieces) if shape.area > 0.0], dtype=object)
        self._filled: dict[int, bool] = {}
        self._hint = 0

    def ways(self, start: int, first: int) -> list[tuple[int, int, float, float]]:
        """(right, left, apex x, apex y) by half-edge, numbered on from *start* and rims from *first*."""
        right, left = (np.where(v >= 0, v + start, v - first).tolist() for v in (self.right, self.left))
        x, y = np.array(self.mesh.x)[self.apex], np.array(self.mesh.y)[self.apex]
        return list(zip(right, left, x.tolist(), y.tolist(), strict=True))

    def rims(self, place: int, open_: tuple[bool, ...]) -> list[tuple[float, float, float, float, int, int]]:
        """(right x, right y, left x, left y, place, side) by rim; a side that is not open is a wall."""
        return [
            (*self._corner(h), *self._corner(_next(h)), place, side if side >= 0 and open_[side] else -1)
            for h, side in zip(self.rim.tolist(), self.side.tolist(), strict=True)
        ]

    def gates(
        self, triangle: int, x: float, y: float, start: int, first: int
    ) -> list[tuple[int, float, float, float, float]]:
        """The three ways out of a triangle, each with the window an eye in it has on it."""
        gates = []
        for h in range(3 * triangle, 3 * triangle + 3):
            code = int(self.code[h])
            (ax, ay), (bx, by) = self._corner(h), self._corner(_next(h))
            gates.append((code + start if code >= 0 else code - first, ax - x, ay - y, bx - x, by - y))
        return gates

    def entries(self, side: int) -> list[tuple[int, Point, Point]]:
        """The half-edges by which one comes in over a side of the box, and their ends."""
        found = []
        for h in self.rim[self.side == side].tolist():
            a, b = self._corner(h), self._corner(_next(h))
            if (a[1] > b[1], a[0] < b[0], a[1] < b[1], a[0] > b[0])[side]:
                found.append((h, a, b))
        return found

    def _corner(self, h: int) -> Point:
        corner = self.mesh.ends[h]
        return self.mesh.x[corner], self.mesh.y[corner]

    def filled(self, triangle: int) -> bool:
        """Does the triangle lie in a wall, or outside the box?"""
        known = self._filled.get(triangle)
        if known is None:
            mesh = self.mesh
            corners = mesh.ends[3 * triangle : 3 * triangle + 3]
            x, y = sum(mesh.x[k] for k in corners) / 3.0, sum(mesh.y[k] for k in corners) / 3.0
            x0, y0, x1, y1 = self.box
            outside = not (x0 <= x <= x1 and y0 <= y <= y1)
            known = outside or bool(len(self._shapes) and shapely.intersects_xy(self._shapes, x, y).any())
            self._filled[triangle] = known
        return known

    def offsets(self, triangle: int, x: float, y: float) -> tuple[float, float, float]:
        """How far the point lies inside each edge of the triangle (negative: outside), in inches."""
        mesh = self.mesh
        i, j, k = mesh.ends[3 * triangle : 3 * triangle + 3]
        corners = [(mesh.x[c], mesh.y[c]) for c in (i, j, k, i)]
        p, q, r = (_offset(a, b, x, y) for a, b in pairwise(corners))
        return p, q, r

    def find(self, x: float, y: float) -> int:
        """The triangle the point lies in, or nearly in: a walk from the last one asked for."""
        here, twins = self._hint, self.mesh.twins
        for _ in range(len(twins) // 3):
            inside = self.offsets(here, x, y)
            worst = min(inside)
            if worst >= 0.0:
                break
            beyond = twins[3 * here + inside.index(worst)]
            if beyond < 0:
                break
            here = beyond // 3
        else:
            here = max(range(len(twins) // 3), key=lambda t: min(self.offsets(t, x, y)))
        self._hint = here
        return here

    def touching(self, x: float, y: float) -> list[int]:
        """Every triangle within NEAR of the point, walls or not between them."""
        found = [self.find(x, y)]
        for triangle in found:
            for k, off in enumerate(self.offsets(triangle, x, y)):
                beyond = self.mesh.twins[3 * triangle + k]
                fresh = off <= NEAR and beyond >= 0 and beyond // 3 not in found
                if fresh and min(self.offsets(beyond // 3, x, y)) >= -NEAR:
                    found.append(beyond // 3)
        return found


@lru_cache(maxsize=2048)
def tile(box: Box, pieces: tuple[Terrain, ...]) -> Tile:
    """The tile of that box among these pieces, all of which are walls."""
    return Tile(box, pieces)


def _offset(a: Point, b: Point, x: float, y: float) -> float:
    ex, ey = b[0] - a[0], b[1] - a[1]
    return (ex * (y - a[1]) - ey * (x - a[0])) / hypot(ex, ey)


def _noded(shapes: list[BaseGeometry]) -> Array:
    """The edges (n, 4) of all shapes, on the grid; those of shapes that meet are cut there."""
    every = np.array(shapes, dtype=object)
    if not len(every):
        return np.empty((0, 4))
    rows, columns = shapely.STRtree(every).query(every, predicate="dwithin", distance=NEAR)
    meeting = np.zeros(len(every), dtype=np.bool_)
    meeting[rows[rows != columns]] = True
    lines = [_outline(shape) for shape in every[~meeting]]
    if meeting.any():
        lines.append(shapely.union_all([_outline(shape) for shape in every[meeting]], grid_size=GRID))
    parts = shapely.get_parts(lines)
    xy, who = shapely.get_coordinates(parts, return_index=True)
    joined = who[1:] == who[:-1]
    xy = np.round(xy / GRID) * GRID
    edges = np.concatenate([xy[:-1][joined], xy[1:][joined]], axis=1).reshape(-1, 4)
    return np.asarray(edges[(edges[:, :2] != edges[:, 2:]).any(axis=1)], dtype=np.float64)


def _outline(shape: BaseGeometry) -> BaseGeometry:
    return shape.boundary if shape.area > 0.0 else shape


def _inside(box: Box, edges: Array) -> Array:
    """The parts of the edges in the box, cut exactly at its borders."""
    x0, y0, x1, y1 = box
    least, most = np.minimum(edges[:, :2], edges[:, 2:]), np.maximum(edges[:, :2], edges[:, 2:])
    whole = (least >= (x0, y0)).all(axis=1) & (most <= (x1, y1)).all(axis=1)
    partly = ~whole & (most >= (x0, y0)).all(axis=1) & (least <= (x1, y1)).all(axis=1)
    parts = [part for edge in edges[partly].tolist() for part in _cut(box, *edge)]
    return np.concatenate([edges[whole], np.array(parts, dtype=np.float64).reshape(-1, 4)])


def _cut(box: Box, ax: float, ay: float, bx: float, by: float) -> Iterator[Box]:
    if (bx, by) < (ax, ay):
        ax, ay, bx, by = bx, by, ax, ay
    x0, y0, x1, y1 = box
    cuts = [(0.0, ax, ay), (1.0, bx, by)]
    for x in (x0, x1):
        if ax < x < bx:
            t = (x - ax) / (bx - ax)
            cuts.append((t, x, _snapped(ay + t * (by - ay), y0, y1)))
    for y in (y0, y1):
        if (ay - y) * (by - y) < 0.0:
            t = (y - ay) / (by - ay)
            cuts.append((t, _snapped(ax + t * (bx - ax), x0, x1), y))
    for (_, px, py), (_, qx, qy) in pairwise(sorted(cuts)):
        x, y = (px + qx) / 2.0, (py + qy) / 2.0
        if x0 <= x <= x1 and y0 <= y <= y1 and (px, py) != (qx, qy):
            yield px, py, qx, qy


def _snapped(value: float, low: float, high: float) -> float:
    """A cut on the grid; next to a corner of the box it is the corner."""
    return low if abs(value - low) < NEAR else high if abs(value - high) < NEAR else round(value / GRID) * GRID


def _border(box: Box, walls: Array) -> Array:
    """The box's own edges (n, 4), broken wherever a wall comes to them."""
    x0, y0, x1, y1 = box
    xy = np.concatenate([walls.reshape(-1, 2), [(x0, y0), (x1, y0), (x0, y1), (x1, y1)]])
    rows = []
    for axis, at in ((0, x0), (0, x1), (1, y0), (1, y1)):
        along = np.unique(xy[xy[:, axis] == at][:, 1 - axis])
        row = np.full((len(along) - 1, 4), at, dtype=np.float64)
        row[:, 1 - axis], row[:, 3 - axis] = along[:-1], along[1:]
        rows.append(row)
    return np.concatenate(rows)


def _around(box: Box) -> Array:
    """Four corners far outside, so that the border lies well inside the triangulation."""
    x0, y0, x1, y1 = box
    wide = (x1 - x0) + (y1 - y0)
    return np.array([(x0 - wide, y0 - wide), (x1 + wide, y0 - wide), (x0 - wide, y1 + wide), (x1 + wide, y1 + wide)])


def _sides(box: Box, x: Array, y: Array, rim: Rims) -> Rims:
    """On which side of the box each rim lies; -1 inside."""
    ahead = rim + np.where(rim % 3 == 2, -2, 1)
    conditions = [(v[rim] == at) & (v[ahead] == at) for at, v in zip(box, (x, y, x, y), strict=True)]
    return np.asarray(np.select(conditions, [0, 1, 2, 3], -1), dtype=np.int64)


def _next(h: int) -> int:
    return h - 2 if h % 3 == 2 else h + 1
