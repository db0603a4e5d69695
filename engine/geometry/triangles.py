"""Triangles over points and edges: the quickest triangulation, then every edge forced into it.

A half-edge *h* of triangle h // 3 runs from corner `ends[h]` to the next corner of its triangle,
which lies on its left (angles growing); `twins[h]` is the same edge seen from the other side, -1
on the rim.  Few edges are missing from Delaunay's triangles; each is put in by turning the
diagonals that cross it, with exact signs, so that it always ends.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely

Array = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Triangles:
    """Triangles of the convex hull of the points (n, 2): Delaunay's until edges are put in.

    *x*, *y*: the different points, sorted; everything else speaks of their places in these lists.
    """

    __slots__ = ("_leaving", "_places", "ends", "twins", "x", "y")

    def __init__(self, points: Array) -> None:
        self._places = places = np.unique(points[:, 0] + 1j * points[:, 1])
        shape = shapely.delaunay_triangles(shapely.multipoints(np.stack([places.real, places.imag], axis=1)))
        xy = shapely.get_coordinates(shape).reshape(-1, 4, 2)[:, :3]
        a, b = xy[:, 1] - xy[:, 0], xy[:, 2] - xy[:, 0]
        turned = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0.0
        xy[turned] = xy[turned][:, ::-1]
        ends = self.index(xy.reshape(-1, 2))
        self.x: list[float] = places.real.tolist()
        self.y: list[float] = places.imag.tolist()
        self.ends: list[int] = ends.tolist()
        self.twins: list[int] = self._matched(*self._codes(ends)).tolist()
        self._leaving: list[int] = []

    def index(self, points: Array) -> Whole:
        """Which of the points each of these (k, 2) is."""
        return np.asarray(np.searchsorted(self._places, points[:, 0] + 1j * points[:, 1]), dtype=np.int64)

    def put(self, pairs: Whole) -> Whole:
        """Make every pair (k, 2) an edge.  They must nowhere cross.  A pair with corners on it comes back in parts."""
        n = len(self.x)
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        codes, _ = self._codes(np.array(self.ends, dtype=np.int64))
        known = np.isin(pairs[:, 0] * n + pairs[:, 1], codes)
        if known.all():
            return pairs
        self._leaving = [0] * n
        for h, corner in enumerate(self.ends):
            self._leaving[corner] = h
        made = [part for i, j in pairs[~known].tolist() for part in self._insert(i, j)]
        return np.concatenate([pairs[known], np.array(made, dtype=np.int64).reshape(-1, 2)])

    def on(self, pairs: Whole) -> Flags:
        """Which half-edges lie on one of the pairs, in either direction."""
        n = len(self.x)
        codes, _ = self._codes(np.array(self.ends, dtype=np.int64))
        return np.isin(codes, np.concatenate([pairs[:, 0] * n + pairs[:, 1], pairs[:, 1] * n + pairs[:, 0]]))

    def _codes(self, ends: Whole) -> tuple[Whole, Whole]:
        """A number for every half-edge by its two corners, and the number its twin must have."""
        n = len(self._places)
        ahead = np.roll(ends.reshape(-1, 3), -1, axis=1).ravel()
        return ends * n + ahead, ahead * n + ends

    @staticmethod
    def _matched(codes: Whole, back: Whole) -> Whole:
        order = np.argsort(codes)
        twins = order[np.minimum(np.searchsorted(codes, back, sorter=order), len(codes) - 1)]
        return np.where(codes[twins] == back, twins, -1)

    def _insert(self, i: int, j: int) -> list[tuple[int, int]]:
        """Make i-j an edge; when corners lie on it, an edge between each two neighbours on it."""
        made = []
        while i != j:
            crossed, stop = self._crossed(i, j)
            while crossed:
                u, v = crossed.pop(0)
                h = self._between(u, v)
                c, d = self.ends[_last(h)], self.ends[_last(self.twins[h])]
                if self._side(c, d, u) * self._side(c, d, v) >= 0 or self._side(u, v, c) * self._side(u, v, d) >= 0:
                    crossed.append((u, v))
                    continue
                self._turn(h)
                if {c, d}.isdisjoint((i, stop)) and self._side(i, stop, c) * self._side(i, stop, d) < 0:
                    crossed.append((c, d))
            made.append((i, stop))
            i = stop
        return made

    def _crossed(self, i: int, j: int) -> tuple[list[tuple[int, int]], int]:
        """The edges that i-j crosses, up to the first corner on it."""
        h = self._leaving[i]
        for _ in range(len(self.ends)):
            u, v = self.ends[_next(h)], self.ends[_last(h)]
            if j in (u, v):
                return [], j
            for corner in (u, v):
                if self._lies_on(i, j, corner):
                    return [], corner
            if self._side(i, j, u) < 0 < self._side(i, j, v):
                break
            h = self.twins[_last(h)]
        crossed = [(u, v)]
        h = _next(h)
        while True:
            h = self.twins[h]
            apex = self.ends[_last(h)]
            if apex == j or self._lies_on(i, j, apex):
                return crossed, apex
            h = _next(h) if self._side(i, j, apex) > 0 else _last(h)
            crossed.append((self.ends[h], self.ends[_next(h)]))

    def _between(self, u: int, v: int) -> int:
        """The half-edge from u to v: round u one way, and from the rim the other way."""
        first = h = self._leaving[u]
        while h >= 0 and self.ends[_next(h)] != v:
            h = self.twins[_last(h)]
        if h >= 0:
            return h
        h = first
        while self.ends[_next(h)] != v:
            h = _next(self.twins[h])
        return h

    def _turn(self, h: int) -> None:
        """Put the other diagonal into the four corners round half-edge h."""
        g = self.twins[h]
        p, q = _next(h), _next(g)
        beyond_p, beyond_q = self.twins[p], self.twins[q]
        self.ends[p], self.ends[q] = self.ends[_last(g)], self.ends[_last(h)]
        self.twins[p], self.twins[q] = q, p
        for near, far in ((h, beyond_q), (g, beyond_p)):
            self.twins[near] = far
            if far >= 0:
                self.twins[far] = near
        for k in (h, g, p, q):
            self._leaving[self.ends[k]] = k

    def _side(self, i: int, j: int, k: int) -> int:
        """1 when k lies to the left of i-j (angles growing), -1 to the right, 0 exactly on the line."""
        x, y = self.x, self.y
        p, q = (x[j] - x[i]) * (y[k] - y[i]), (y[j] - y[i]) * (x[k] - x[i])
        if abs(p - q) > 1e-15 * (abs(p) + abs(q)):
            return 1 if p > q else -1
        xi, yi = Fraction(x[i]), Fraction(y[i])
        exact = (Fraction(x[j]) - xi) * (Fraction(y[k]) - yi) - (Fraction(y[j]) - yi) * (Fraction(x[k]) - xi)
        return (exact > 0) - (exact < 0)

    def _lies_on(self, i: int, j: int, k: int) -> bool:
        """Does corner k lie between i and j, exactly on the line?"""
        ex, ey = self.x[j] - self.x[i], self.y[j] - self.y[i]
        px, py = self.x[k] - self.x[i], self.y[k] - self.y[i]
        return 0.0 < px * ex + py * ey < ex * ex + ey * ey and self._side(i, j, k) == 0


def _next(h: int) -> int:
    return h - 2 if h % 3 == 2 else h + 1


def _last(h: int) -> int:
    return h + 2 if h % 3 == 0 else h - 1
