"""What a point sees of the table at its own height: the area that no wall of that height hides.

A window (two rays from the eye) is carried from triangle to triangle over the free ground of
`tiles`; at a corner it is split in two, at a wall it ends.  The work follows what is seen, not
what stands on the table, and the region is exact to rounding.  Walls are pieces that stand from
at or below the eye's height to above it; what is no higher than the eye, or hangs over it, hides
nothing at that height (`shade` tells what low pieces hide of the ground behind them).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import atan2, inf, isfinite
from threading import Lock

import numpy as np
import shapely

from engine.game import Model, Point, Table, Terrain
from engine.geometry.evidence import Area
from engine.geometry.shapes import finite, footprint, solids
from engine.geometry.tiles import GRID, NEAR, Tile, tile

Polygons = tuple[tuple[tuple[Point, ...], ...], ...]
"""As in `evidence.Area`: each polygon an outer ring, then its holes."""
Gate = tuple[int, float, float, float, float]
"""A way to look through (negative: a rim), and the right and the left ray of the window, from the eye."""

Window = tuple[float, float, float, float]
"""The right and the left ray."""

SIDE = 24.0
"""Inches to the side of a tile, or nearly so."""
_OFF = 106052381 * GRID
"""Tile borders lie off the round numbers on which people put walls."""
_MOST = 32
"""No more tiles than this along a side: those of a table as big as a land are larger."""
_THIN = 1e-14


def visible_region(table: Table, viewer: Model | Point, height: float | None = None) -> Polygons:
    """The area seen from a model's centre, or from a point, at *height*, up to the table's edge.

    *height* is inches over the table; for a model its top unless given, for a point 0.  Empty
    from inside a wall, off the table, or for numbers that are none.  From a wall's own border
    it is what lies open in front of it.  ValueError for a table without end.
    """
    x, y, z = eye(viewer, height)
    if not (isfinite(x) and isfinite(y) and isfinite(z) and 0 <= x <= table.width and 0 <= y <= table.height):
        return ()
    ring = ground(table, z).seen(x, y)
    return ((tuple(ring),),) if len(ring) > 2 else ()


def region_area(table: Table, viewer: Model | Point, height: float | None = None, label: str = "") -> Area:
    """The same as evidence to paint, at the eye's height."""
    return Area(visible_region(table, viewer, height), "clear", label, eye(viewer, height)[2])


def eye(viewer: Model | Point, height: float | None = None) -> tuple[float, float, float]:
    """Where a viewer looks from: a model's top over its centre, or a point on the table."""
    if isinstance(viewer, Model):
        return viewer.x, viewer.y, viewer.z + viewer.profile.height if height is None else height
    return viewer[0], viewer[1], 0.0 if height is None else height


class Ground:
    """The free ground among walls: tiles joined as sight comes to them.

    `_ways[h]` is (right, left, x, y): the half-edges on either side of the corner behind h.  A
    negative one is ~k of `_rims`: (right x, right y, left x, left y, tile, side); side -1 is a wall.
    """

    __slots__ = ("_columns", "_doors", "_lock", "_rims", "_rows", "_starts", "_tree", "_walls", "_ways")

    def __init__(self, walls: tuple[Terrain, ...], width: float, height: float) -> None:
        finite(width, height)
        self._walls = walls
        self._tree = shapely.STRtree([footprint(piece) for piece in walls])
        self._columns, self._rows = _lines(width), _lines(height)
        self._ways: list[tuple[int, int, float, float]] = []
        self._rims: list[tuple[float, float, float, float, int, int]] = []
        self._starts: dict[int, tuple[Tile, int, int]] = {}
        self._doors: dict[int, tuple[Gate, ...]] = {}
        self._lock = Lock()

    def seen(self, x: float, y: float) -> list[Point]:
        """The ring seen from a point of the table; empty from inside a wall."""
        columns, rows = self._columns, self._rows
        column = min(max(bisect_right(columns, x) - 1, 0), len(columns) - 2)
        row = min(max(bisect_right(rows, y) - 1, 0), len(rows) - 2)
        here, start, first = self._tile(column + row * (len(columns) - 1))
        triangle = here.find(x, y)
        if min(here.offsets(triangle, x, y)) > NEAR:
            gates = [] if here.filled(triangle) else here.gates(triangle, x, y, start, first)
            return self._look(x, y, gates[::-1])
        return self._seen_from_border(here, start, first, x, y)

    def _seen_from_border(self, here: Tile, start: int, first: int, x: float, y: float) -> list[Point]:
        """From a point on an edge or a corner: what opens behind each free triangle round it."""
        gates = [
            gate
            for near in here.touching(x, y)
            if not here.filled(near)
            for gate, off in zip(here.gates(near, x, y, start, first), here.offsets(near, x, y), strict=True)
            if off > NEAR
        ]
        gates.sort(key=lambda gate: atan2(gate[2], gate[1]))
        ring: list[Point] = []
        for k, gate in enumerate(gates):
            ring += self._look(x, y, [gate])
            if gate[3:] != gates[(k + 1) % len(gates)][1:3]:
                ring.append((x, y))
        return ring

    def _look(self, ox: float, oy: float, stack: list[Gate]) -> list[Point]:
        """What is seen through the gates, from right to left; the rightmost gate is the last given."""
        ways, rims, pop, push = self._ways, self._rims, stack.pop, stack.append
        ring: list[Point] = []
        px = py = inf
        while stack:
            h, rx, ry, lx, ly = pop()
            while h >= 0:
                right, left, x, y = ways[h]
                x -= ox
                y -= oy
                if rx * y > ry * x:
                    if lx * y < ly * x:
                        push((left, x, y, lx, ly))
                        lx, ly = x, y
                    h = right
                else:
                    h = left
            ax, ay, bx, by, _, side = rims[~h]
            if side >= 0:
                self._enter(~h, ox, oy, (rx, ry, lx, ly), stack)
                continue
            ax, ay, bx, by = ax - ox, ay - oy, bx - ox, by - oy
            if rx != ax or ry != ay or lx != bx or ly != by:
                ax, ay, bx, by = _between(ax, ay, bx, by, rx, ry, lx, ly)
            if ax != px or ay != py:
                ring.append((ox + ax, oy + ay))
            ring.append((ox + bx, oy + by))
            px, py = bx, by
        if len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
        return ring

    def _enter(self, rim: int, ox: float, oy: float, window: Window, stack: list[Gate]) -> None:
        """Carry a window over the border into the next tile."""
        doors = self._doors.get(rim)
        if doors is None:
            doors = self._doors[rim] = self._joined(rim)
        rx, ry, lx, ly = window
        for h, ax, ay, bx, by in doors:
            ax, ay, bx, by = ax - ox, ay - oy, bx - ox, by - oy
            if rx * ay <= ry * ax:
                ax, ay = rx, ry
            if lx * by >= ly * bx:
                bx, by = lx, ly
            if ax * by - ay * bx > _THIN * (abs(ax) + abs(ay)) * (abs(bx) + abs(by)):
                stack.append((h, ax, ay, bx, by))

    def _joined(self, rim: int) -> tuple[Gate, ...]:
        """The next tile's edges along this one, from left to right, each with its ends from right to left."""
        ax, ay, bx, by, place, side = self._rims[rim]
        wide = len(self._columns) - 1
        there, start, _ = self._tile(place + (-1, -wide, 1, wide)[side])
        axis = 1 - side % 2
        low, high = sorted(((ax, ay)[axis], (bx, by)[axis]))
        doors = [
            (h + start, *right, *left)
            for h, left, right in there.entries((side + 2) % 4)
            if min(left[axis], right[axis]) < high and max(left[axis], right[axis]) > low
        ]
        turn = 1.0 if (bx, by)[axis] > (ax, ay)[axis] else -1.0
        return tuple(sorted(doors, key=lambda door: -turn * door[1 + axis]))

    def _tile(self, place: int) -> tuple[Tile, int, int]:
        """The tile of that number, and where its half-edges and rims begin; made when first asked for."""
        known = self._starts.get(place)
        if known is None:
            with self._lock:
                known = self._starts.get(place) or self._add(place)
        return known

    def _add(self, place: int) -> tuple[Tile, int, int]:
        wide = len(self._columns) - 1
        row, column = divmod(place, wide)
        box = (self._columns[column], self._rows[row], self._columns[column + 1], self._rows[row + 1])
        # with what meets the pieces of this tile, so that the next tile cuts them at the same points
        near = self._tree.geometries.take(self._tree.query(shapely.box(*box)))
        found = np.unique(self._tree.query(near, predicate="dwithin", distance=NEAR)[1]).tolist()
        new = tile(box, tuple(self._walls[k] for k in found))
        start, first = len(self._ways), len(self._rims)
        self._rims += new.rims(place, (column > 0, row > 0, column < wide - 1, row < len(self._rows) - 2))
        self._ways += new.ways(start, first)
        self._starts[place] = (new, start, first)
        return new, start, first


def _between(
    ax: float, ay: float, bx: float, by: float, rx: float, ry: float, lx: float, ly: float
) -> tuple[float, float, float, float]:
    """The part of a wall a-b between two rays from the origin."""
    ex, ey = bx - ax, by - ay
    area = ax * ey - ay * ex
    if rx != ax or ry != ay:
        t = area / (rx * ey - ry * ex)
        ax, ay = t * rx, t * ry
    if lx != bx or ly != by:
        t = area / (lx * ey - ly * ex)
        bx, by = t * lx, t * ly
    return ax, ay, bx, by


def _lines(length: float) -> list[float]:
    """The borders of the tiles along one side of the table."""
    count = max(1, min(_MOST, round(length / SIDE)))
    return [0.0, *(round(length * k / count / GRID) * GRID + _OFF for k in range(1, count)), length]


@lru_cache(maxsize=256)
def ground(table: Table, z: float) -> Ground:
    """The ground among the walls of height *z*; shared by all heights with the same walls."""
    pieces = solids(table)
    marks = np.concatenate([pieces.bottoms, pieces.tops])
    below, above = marks[marks < z], marks[marks > z]
    if not (marks == z).any():
        low, high = float(below.max(initial=-inf)), float(above.min(initial=inf))
        z = (low + high) / 2.0 if low > -inf and high < inf else max(low, min(high, 0.0))
    return _ground(table.terrain, table.width, table.height, z)


@lru_cache(maxsize=32)
def _ground(terrain: tuple[Terrain, ...], width: float, height: float, z: float) -> Ground:
    walls = tuple(p for p in terrain if p.sight == "solid" and p.bottom <= z < p.top)
    return among(walls, width, height)


@lru_cache(maxsize=16)
def among(walls: tuple[Terrain, ...], width: float, height: float) -> Ground:
    """The ground of a table of that size among these walls."""
    return Ground(walls, width, height)
