"""Where the hand's point or the held pieces would rather be: on a grid line, a corner, an edge.

Corners and edges of neighbours go before the grid, corners before edges; only what lies
within the hand's reach (inches) draws at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from msgspec import Struct

from engine.game import Point, Terrain
from engine.geometry.shapes import Array

Pull = Literal["corner", "edge", "grid", "none"]
_FAR = 1e6
_LEVEL = 1e-9


class Snap(Struct, frozen=True, kw_only=True):
    """A point or a shift as it was drawn, by what, and where on the table it touches."""

    by: Point
    pull: Pull = "none"
    at: Point | None = None


class _Drawn(NamedTuple):
    """A way to something that draws; *along* is the axis on which one may still slide."""

    shift: Point
    pull: Pull
    at: Point
    along: Literal[0, 1] | None = None


class Magnet:
    """What draws: the corners and edges of these pieces, and a grid of *step* inches (0: none)."""

    def __init__(self, neighbours: Iterable[Terrain], step: float = 0.0) -> None:
        corners: list[Point] = []
        edges: list[tuple[float, float, float, float]] = []
        for piece in neighbours:
            ring = piece.outline if piece.open else (*piece.outline, piece.outline[0])
            corners += piece.outline
            edges += [(*start, *end) for start, end in pairwise(ring)]
        self.step = step
        self._corners: Array = np.array(corners, dtype=np.float64).reshape(-1, 2)
        self._edges: Array = np.array(edges, dtype=np.float64).reshape(-1, 4)

    def point(self, at: Point, reach: float) -> Snap:
        """One point: a new corner, or a handle.  Along a straight edge it goes on by the grid."""
        held = np.array([at])
        near = self._near(held, reach)
        found = near._to_corner(held, reach) or near._to_edge(held, reach)
        if found is None:
            if self.step > 0:
                return Snap(by=(_rounded(at[0], self.step), _rounded(at[1], self.step)), pull="grid")
            return Snap(by=at)
        if found.along is not None and self.step > 0:
            spot = list(found.at)
            spot[found.along] = _rounded(spot[found.along], self.step)
            return Snap(by=(spot[0], spot[1]), pull="edge", at=(spot[0], spot[1]))
        return Snap(by=found.at if found.pull == "corner" else _plus(at, found.shift), pull=found.pull, at=found.at)

    def shift(self, corners: Sequence[Point], by: Point, reach: float) -> Snap:
        """A shift of pieces with these corners: by so much and a little more or less."""
        held = np.array(corners, dtype=np.float64).reshape(-1, 2) + by
        if not len(held):
            return Snap(by=by)
        near = self._near(held, reach)
        found = near._to_corner(held, reach) or near._to_edge(held, reach) or near._from_edge(held, reach)
        if found is not None:
            drawn = list(_plus(by, found.shift))
            if found.along is not None and self.step > 0:
                drawn[found.along] += self._to_line(held[:, found.along] + found.shift[found.along])
            return Snap(by=(drawn[0], drawn[1]), pull=found.pull, at=found.at)
        if self.step > 0:
            dx, dy = (self._to_line(held[:, axis]) for axis in (0, 1))
            return Snap(by=_plus(by, (dx, dy)), pull="grid")
        return Snap(by=by)

    def _near(self, held: Array, reach: float) -> Magnet:
        """Only what lies round the held corners."""
        low, high = held.min(axis=0) - reach, held.max(axis=0) + reach
        near, edges = Magnet(()), self._edges
        near._corners = self._corners[((self._corners >= low) & (self._corners <= high)).all(axis=1)]
        least, most = np.minimum(edges[:, :2], edges[:, 2:]), np.maximum(edges[:, :2], edges[:, 2:])
        near._edges = edges[((most >= low) & (least <= high)).all(axis=1)]
        return near

    def _to_line(self, numbers: Array) -> float:
        """How far to the grid from the first, the last or the middle of these, whichever is nearer."""
        first, last = float(numbers.min()), float(numbers.max())
        offs = [_rounded(number, self.step) - number for number in (first, last, (first + last) / 2)]
        return min(offs, key=abs)

    def _to_corner(self, held: Array, reach: float) -> _Drawn | None:
        if not len(self._corners):
            return None
        offs = self._corners[None, :, :] - held[:, None, :]
        mine, theirs = _nearest(offs)
        if math.hypot(*offs[mine, theirs]) > reach:
            return None
        return _Drawn(shift=_pair(offs[mine, theirs]), pull="corner", at=_pair(self._corners[theirs]))

    def _to_edge(self, held: Array, reach: float) -> _Drawn | None:
        """A held corner onto a neighbour's edge."""
        feet = _feet(held, self._edges)
        if feet is None:
            return None
        offs = feet - held[:, None, :]
        mine, theirs = _nearest(offs)
        if math.hypot(*offs[mine, theirs]) > reach:
            return None
        at = _pair(feet[mine, theirs])
        return _Drawn(shift=_pair(offs[mine, theirs]), pull="edge", at=at, along=_straight(self._edges[theirs]))

    def _from_edge(self, held: Array, reach: float) -> _Drawn | None:
        """A neighbour's corner onto a held edge."""
        edges = np.hstack((held, np.roll(held, -1, axis=0))) if len(held) > 2 else np.empty((0, 4))
        feet = _feet(self._corners, edges)
        if feet is None:
            return None
        offs = self._corners[:, None, :] - feet
        theirs, mine = _nearest(offs)
        if math.hypot(*offs[theirs, mine]) > reach:
            return None
        at = _pair(self._corners[theirs])
        return _Drawn(shift=_pair(offs[theirs, mine]), pull="edge", at=at, along=_straight(edges[mine]))


def _nearest(offs: Array) -> tuple[int, int]:
    """The row and column of the shortest of these ways."""
    row, column = np.unravel_index(int(np.hypot(offs[..., 0], offs[..., 1]).argmin()), offs.shape[:2])
    return int(row), int(column)


def _straight(edge: Array) -> Literal[0, 1] | None:
    """Along which axis an edge runs, if along one."""
    if abs(edge[3] - edge[1]) < _LEVEL:
        return 0
    return 1 if abs(edge[2] - edge[0]) < _LEVEL else None


def _feet(points: Array, edges: Array) -> Array | None:
    """The nearest point of every edge to every point; None where there is neither."""
    if not len(points) or not len(edges):
        return None
    start, along = edges[:, :2], edges[:, 2:] - edges[:, :2]
    length = np.maximum((along**2).sum(axis=1), 1.0 / _FAR**2)
    share = ((points[:, None, :] - start[None]) * along[None]).sum(axis=2) / length
    feet: Array = start[None] + np.clip(share, 0.0, 1.0)[..., None] * along[None]
    return feet


def _rounded(number: float, step: float) -> float:
    return math.floor(number / step + 0.5) * step


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _pair(row: Array) -> Point:
    return float(row[0]), float(row[1])
