"""One round of cutting cells of plan lines, for many pairs of ends in the same arrays (see `sight_bulk`).

A cell is a trapezoid of (m, c), lines y = m * x + c in the frame of its pair; a corner (x, y) of a wall
is the straight line c = y - m * x in it.  Both sides of a cell, its floor and its roof go through the
same few array operations: there are never many cells, so each operation costs what its call does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.geometry.sight_ends import Array, Flags, Whole

TINY = 1e-12
"""Two lines of the (m, c) plane closer than this are one: far above rounding, far below any gap."""

M0, M1, B0, B1, T0, T1 = range(6)
_LEAST = np.array([[TINY], [TINY], [-np.inf]])


@dataclass(frozen=True, slots=True)
class Cells:
    """Of which pair, and (6, cells): m from M0 to M1; c from B0 to T0 at M0 and from B1 to T1 at M1."""

    pair: Whole
    v: Array

    def rows(self, which: Whole | Flags) -> Cells:
        return Cells(self.pair[which], self.v[:, which])


@dataclass(frozen=True, slots=True)
class Parts:
    """Connected parts of walls in the frame of their pair, pair by pair: six points (6, parts) of each.

    They are the corners on which lines of that pair may lean, some of them more than once.
    """

    pair: Whole
    x: Array
    y: Array


class Round:
    """One look at all cells: which are shut, which are free, and where the others are to be cut."""

    def __init__(self, cells: Cells, parts: Parts, cell: Whole, part: Whole) -> None:
        self.cells, self.cell, self.part = cells, cell, part
        here, count = cells.v.take(cell, axis=1), len(cells.pair)
        # (2 sides, 6 points, rows): where each corner's line leaves the cell
        lines = parts.y.take(part, axis=1) - here[M0:B0, None] * parts.x.take(part, axis=1)
        over, under = lines - here[B0:T0, None], here[T0:, None] - lines
        outer = np.stack([np.maximum(over[0], over[1]), np.maximum(under[0], under[1])])
        (foot, head), stays = outer.min(axis=1) <= TINY, (outer.max(axis=1) > TINY).all(axis=0)
        self.kept = stays
        self.shut, self.free = np.zeros(count, dtype=np.bool_), np.ones(count, dtype=np.bool_)
        self.shut[cell[stays & foot & head]] = True
        self.free[cell[stays]] = False
        middle = np.stack([over[0] + over[1], under[0] + under[1]])
        key = np.where(middle > 2 * TINY, middle + 1e3, outer)
        key = np.concatenate([key, np.minimum(middle[:1], middle[1:])])
        self.leaning = self._leaning(key, stays & np.stack([foot, head, ~foot & ~head]), lines)

    def _leaning(self, key: Array, mine: Flags, lines: Array) -> Array:
        """(3, 2, cells): the line at both sides of the corner that reaches furthest in from below, from above,
        and of what lies within; NaN for none."""
        chosen = np.full((3, 2, len(self.cells.pair)), np.nan)
        if not len(self.cell):
            return chosen
        top = np.where(mine, key.max(axis=1), -np.inf)
        begin = np.flatnonzero(np.diff(self.cell, prepend=-1))
        best = np.repeat(np.maximum.reduceat(top, begin, axis=1), np.diff(begin, append=len(self.cell)), axis=1)
        kind, row = np.nonzero((top == best) & (top > _LEAST))
        which = key[kind, :, row].argmax(axis=1)
        chosen[kind, :, self.cell[row]] = lines[:, which, row].T
        return chosen

    def following(self, alive: Flags) -> tuple[Cells, Whole, Whole]:
        """The cells that are left, cut: each with the walls that may still matter."""
        kept = self.kept & alive[self.cell]
        cell, part = (np.cumsum(alive) - 1)[self.cell[kept]], self.part[kept]
        old = self.cells.rows(alive)
        count = len(old.pair)
        if not count:
            return old, cell, part
        lines = self.leaning[:, :, alive]
        v, split = _shaved(old.v, lines[:2])
        left, right, second = _divided(v, split, lines[2])
        if not len(second):
            return Cells(old.pair, left), cell, part
        into = np.full(count, -1, dtype=np.int64)
        into[second] = count + np.arange(len(second))
        also = np.flatnonzero(into[cell] >= 0)
        cell, part = np.concatenate([cell, into[cell[also]]]), np.concatenate([part, part[also]])
        order = np.argsort(cell, kind="stable")
        cells = Cells(np.concatenate([old.pair, old.pair[second]]), np.concatenate([left, right], axis=1))
        return cells, cell[order], part[order]


def _shaved(v: Array, lines: Array) -> tuple[Array, Array]:
    """Floors raised and roofs lowered to the chosen corners where these stand in on both sides; elsewhere
    the m where the cell has to be split first (NaN: nowhere)."""
    old = v[B0:].reshape(2, 2, -1)
    inward = lines - old
    inward[1] *= -1.0
    # a comparison with NaN is never true
    spans = (inward[:, 0] >= -TINY) & (inward[:, 1] >= -TINY)
    half = ((inward[:, 0] > TINY) | (inward[:, 1] > TINY)) & ~spans
    new = v.copy()
    new[B0:] = np.where(spans[:, None] & (inward > 0), lines, old).reshape(4, -1)
    split = np.full(v.shape[1], np.nan)
    for on, (in0, in1) in zip(half[::-1], inward[::-1], strict=True):
        k = np.flatnonzero(on)
        split[k] = v[M0, k] + in0[k] / (in0[k] - in1[k]) * (v[M1, k] - v[M0, k])
    return _straight(new), split


def _divided(v: Array, split: Array, inner: Array) -> tuple[Array, Array, Whole]:
    """Each cell in two where it needs it: at *split*, along an inner corner, or in half.

    The cells with what is left of those that were cut, the other halves, and whose these are.
    """
    has = ~np.isnan(inner[0]) & np.isnan(split)
    lying = has & ((inner > v[B0:T0]) & (inner < v[T0:])).all(axis=0)
    split = np.where(has & ~lying, (v[M0] + v[M1]) / 2, split)
    standing = ~lying & (split > v[M0]) & (split < v[M1])
    second = np.flatnonzero(lying | standing)
    left, right = v.copy(), v[:, second]
    flat, upright = lying[second], standing[second]
    at = second[flat]
    left[T0:, at] = right[B0:T0, flat] = inner[:, at]
    at = second[upright]
    m0, m1, b0, b1, t0, t1 = v[:, at]
    share = (split[at] - m0) / np.maximum(m1 - m0, 1e-300)
    border = np.stack([split[at], b0 + share * (b1 - b0), t0 + share * (t1 - t0)])
    left[M1::2, at] = border
    right[M0::2, upright] = border
    return left, right, second


def _straight(v: Array) -> Array:
    """Where floor and roof cross, only the side on which the floor is below; where nowhere, a cell of no width."""
    bad = v[T0:] < v[B0:T0]
    crossed = np.flatnonzero(bad[0] | bad[1])
    if not len(crossed):
        return v
    m0, m1, b0, b1, t0, t1 = v[:, crossed]
    bad0, bad1 = bad[:, crossed]
    left, right, both = bad0 & ~bad1, bad1 & ~bad0, bad0 & bad1
    room0, room1 = t0 - b0, t1 - b1
    share = np.clip(room0 / np.where(room0 == room1, 1.0, room0 - room1), 0.0, 1.0)
    m, c = m0 + share * (m1 - m0), b0 + share * (b1 - b0)
    v[:, crossed] = [
        np.where(left, m, m0),
        np.where(right, m, m1),
        np.where(left, c, b0),
        np.where(right, c, b1),
        np.where(left, c, np.where(both, b0, t0)),
        np.where(right, c, np.where(both, b1, t1)),
    ]
    return v
