"""One round of cutting cells of plan lines, for many pairs of ends in the same arrays (see `sight_bulk`).

A cell is a trapezoid of (m, c), lines y = m * x + c in the frame of its pair; a corner (x, y) of a wall
is the straight line c = y - m * x in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_solids import runs

TINY = 1e-12
"""Two lines of the (m, c) plane closer than this are one: far above rounding, far below any gap."""


@dataclass(slots=True)
class Cells:
    """Of which pair; m from m0 to m1; c from b0 to t0 at m0 and from b1 to t1 at m1."""

    pair: Whole
    m0: Array
    m1: Array
    b0: Array
    b1: Array
    t0: Array
    t1: Array

    def rows(self, which: Whole | Flags) -> Cells:
        return Cells(*(getattr(self, name)[which] for name in Cells.__slots__))


@dataclass(frozen=True, slots=True)
class Parts:
    """Connected parts of walls in the frame of their pair; rows are in the order of the pairs."""

    pair: Whole
    x: Array
    y: Array
    start: Whole
    """One longer than the parts."""


class Round:
    """One look at all cells: which are shut, which are free, and where the others are to be cut."""

    def __init__(self, cells: Cells, parts: Parts, cell: Whole, part: Whole) -> None:
        self.cells = cells
        count = len(cells.pair)
        index, row = runs(parts.start, part)
        x, y = parts.x[index], parts.y[index]
        of = cell[row]
        l0, l1 = y - cells.m0[of] * x, y - cells.m1[of] * x
        # over the cell's floor and under its roof, on both sides
        over0, over1 = l0 - cells.b0[of], l1 - cells.b1[of]
        under0, under1 = cells.t0[of] - l0, cells.t1[of] - l1
        below, above = np.maximum(over0, over1), np.maximum(under0, under1)
        self.shut, self.free = np.zeros(count, dtype=np.bool_), np.ones(count, dtype=np.bool_)
        self.cell, self.part = cell, part
        if not len(row):
            self.kept = np.zeros(0, dtype=np.bool_)
            return
        bounds = np.searchsorted(row, np.arange(len(part)))
        least, most = np.minimum.reduceat, np.maximum.reduceat
        foot, head = least(below, bounds) <= TINY, least(above, bounds) <= TINY
        gone = (most(below, bounds) <= TINY) | (most(above, bounds) <= TINY)
        self.kept = ~gone
        self.shut[cell[self.kept & foot & head]] = True
        self.free[cell[self.kept]] = False
        from_below, from_above = self.kept & foot, self.kept & head
        self.loose = self.kept & ~foot & ~head
        self.corners = of, l0, l1, over0, over1, under0, under1
        self.floor = self._pick(from_below[row], over0, over1, below)
        self.roof = self._pick(from_above[row], under0, under1, above)
        self.inner = self._inner(row)

    def _pick(self, mine: Flags, side0: Array, side1: Array, most: Array) -> Whole:
        """Per cell the corner that stands in furthest in the middle (else on one side); -1: none."""
        count = len(self.cells.pair)
        middle = side0 + side1
        key = np.where(mine, np.where(middle > 2 * TINY, middle + 1e3, most), -np.inf)
        of = self.corners[0]
        best = np.full(count, -np.inf)
        bounds = np.searchsorted(of, np.arange(count))
        has = np.flatnonzero(np.append(bounds[1:], len(of)) > bounds)
        best[has] = np.maximum.reduceat(key, bounds[has])
        chosen = np.full(count, -1, dtype=np.int64)
        hit = np.flatnonzero((key == best[of]) & (key > TINY))
        chosen[of[hit]] = hit
        return chosen

    def _inner(self, row: Whole) -> Whole:
        """Per cell a corner of a wall that reaches out of it on neither side: the one most in the middle; -1: none."""
        of, _, _, over0, over1, under0, under1 = self.corners
        mine = self.loose[row]
        chosen = np.full(len(self.cells.pair), -1, dtype=np.int64)
        if not mine.any():
            return chosen
        key = np.where(mine, np.minimum(over0 + over1, under0 + under1), -np.inf)
        order = np.argsort(key, kind="stable")
        order = order[mine[order]]
        chosen[of[order]] = order
        return chosen

    def following(self, alive: Flags) -> tuple[Cells, Whole, Whole]:
        """The cells that are left, cut: each with the walls that may still matter."""
        kept = self.kept & alive[self.cell]
        rank = np.cumsum(alive) - 1
        cell, part = rank[self.cell[kept]], self.part[kept]
        if not alive.any():
            return self.cells.rows(alive), cell, part
        old = self.cells.rows(alive)
        floor, roof, inner = self.floor[alive], self.roof[alive], self.inner[alive]
        new, split_at = self._shaved(old, floor, roof)
        left, right, divided = self._divided(new, split_at, inner)
        count = len(old.pair)
        second = np.flatnonzero(divided)
        cells = Cells(*(np.concatenate([getattr(left, n), getattr(right, n)[second]]) for n in Cells.__slots__))
        into = np.full(count, -1, dtype=np.int64)
        into[second] = count + np.arange(len(second))
        also = into[cell] >= 0
        cell, part = np.concatenate([cell, into[cell[also]]]), np.concatenate([part, part[also]])
        order = np.argsort(cell, kind="stable")
        return cells, cell[order], part[order]

    def _shaved(self, old: Cells, floor: Whole, roof: Whole) -> tuple[Cells, Array]:
        """Floors raised and roofs lowered to the chosen corners where these stand in on both sides; elsewhere
        the m where the cell has to be split first (NaN: nowhere)."""
        split = np.full(len(old.pair), np.nan)
        new = Cells(*(getattr(old, name).copy() for name in Cells.__slots__))
        _, l0, l1, _, _, _, _ = self.corners
        for pick, low in ((floor, True), (roof, False)):
            has = pick >= 0
            e0, e1 = (new.b0, new.b1) if low else (new.t0, new.t1)
            c0, c1 = np.where(has, l0[pick], e0), np.where(has, l1[pick], e1)
            in0, in1 = (c0 - e0, c1 - e1) if low else (e0 - c0, e1 - c1)
            spans = has & (in0 >= -TINY) & (in1 >= -TINY)
            if low:
                new.b0, new.b1 = np.where(spans, np.maximum(c0, e0), e0), np.where(spans, np.maximum(c1, e1), e1)
            else:
                new.t0, new.t1 = np.where(spans, np.minimum(c0, e0), e0), np.where(spans, np.minimum(c1, e1), e1)
            half = has & ~spans & ((in0 > TINY) | (in1 > TINY)) & np.isnan(split)
            share = in0 / np.where(in0 == in1, 1.0, in0 - in1)
            split = np.where(half, old.m0 + share * (old.m1 - old.m0), split)
        return _straight(new), split

    def _divided(self, cells: Cells, split: Array, inner: Whole) -> tuple[Cells, Cells, Flags]:
        """Each cell in two where it needs it: at *split*, along an inner corner, or in half."""
        _, l0, l1, _, _, _, _ = self.corners
        has = (inner >= 0) & np.isnan(split)
        c0, c1 = np.where(has, l0[inner], 0.0), np.where(has, l1[inner], 0.0)
        lying = has & (c0 > cells.b0) & (c0 < cells.t0) & (c1 > cells.b1) & (c1 < cells.t1)
        split = np.where(has & ~lying, (cells.m0 + cells.m1) / 2, split)
        inside = (split > cells.m0) & (split < cells.m1)
        standing = ~lying & inside
        share = np.where(standing, (split - cells.m0) / np.maximum(cells.m1 - cells.m0, 1e-300), 1.0)
        b, t = cells.b0 + share * (cells.b1 - cells.b0), cells.t0 + share * (cells.t1 - cells.t0)
        m = np.where(standing, split, cells.m1)
        left = Cells(
            cells.pair,
            cells.m0,
            m,
            cells.b0,
            np.where(standing, b, cells.b1),
            np.where(lying, c0, cells.t0),
            np.where(lying, c1, np.where(standing, t, cells.t1)),
        )
        right = Cells(
            cells.pair,
            np.where(standing, split, cells.m0),
            cells.m1,
            np.where(lying, c0, np.where(standing, b, cells.b0)),
            np.where(lying, c1, cells.b1),
            np.where(standing, t, cells.t0),
            cells.t1,
        )
        return left, right, lying | standing


def _straight(cells: Cells) -> Cells:
    """Where floor and roof cross, only the side on which the floor is below; where nowhere, a cell of no width."""
    room0, room1 = cells.t0 - cells.b0, cells.t1 - cells.b1
    bad0, bad1 = room0 < 0, room1 < 0
    if not (bad0.any() or bad1.any()):
        return cells
    share = np.clip(room0 / np.where(room0 == room1, 1.0, room0 - room1), 0.0, 1.0)
    m = cells.m0 + share * (cells.m1 - cells.m0)
    c = cells.b0 + share * (cells.b1 - cells.b0)
    both, left, right = bad0 & bad1, bad0 & ~bad1, bad1 & ~bad0
    low = np.where(both, cells.b0, c)
    return Cells(
        cells.pair,
        np.where(left, m, cells.m0),
        np.where(right, m, cells.m1),
        np.where(left, low, cells.b0),
        np.where(right, low, cells.b1),
        np.where(left, low, np.where(both, cells.b0, cells.t0)),
        np.where(right, low, np.where(both, cells.b1, cells.t1)),
    )
