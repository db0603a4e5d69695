"""Many pairs of round ends past upright walls at once, in plan: proven blocked, a likely free line, or neither.

A plan line of a pair is y = m * x + c in the pair's own frame; a cell is a trapezoid of (m, c), and a
corner of a wall is a straight line there.  A wall with a corner below all lines of a cell and one
above all of them stops them all; a wall on one side of all is out of their way.  What a wall that
stands in from below (above) takes off a cell is cut away along its highest (lowest) corner, so cells
either close or become free after a few rounds, for all pairs in the same arrays.

Nothing here is believed for a *yes* (the caller tests the line), and a *no* holds even for ends a
hair wider.  Pairs where a wall comes too close to an end, or that stay a close thing, are left open.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_solids import runs

SURE = 1e-6
"""A *no* holds for ends wider by this (inches)."""

OPEN, BLOCKED, FREE = 0, 1, 2
_TINY = 1e-12
_THIN = 1e-8
_ROUNDS = 40
_STEEPEST = 0.9
_BESIDE = 1.0
"""A wall that begins this many radii from the middle of an end lies wholly ahead of it."""

States = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Walls:
    """Outlines in table coordinates: wall k owns corners start[k]:start[k + 1]; edges lead on to *after*."""

    x: Array
    y: Array
    start: Whole
    after: Whole
    cx: Array
    """Middle and radius of a circle round each wall."""
    cy: Array
    r: Array


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two circles a pair: centres and radii."""

    ax: Array
    ay: Array
    ar: Array
    bx: Array
    by: Array
    br: Array

    def __len__(self) -> int:
        return len(self.ax)

    def rows(self, which: Whole | Flags) -> Pairs:
        return Pairs(*(getattr(self, name)[which] for name in Pairs.__slots__))


@dataclass(frozen=True, slots=True)
class Decided:
    """Per pair OPEN, BLOCKED or FREE, and for FREE the plan ends of the line (n, 2, 2); for others zeros."""

    states: States
    lines: Array


@dataclass(slots=True)
class _Cells:
    pair: Whole
    m0: Array
    m1: Array
    b0: Array
    b1: Array
    t0: Array
    t1: Array

    def rows(self, which: Whole | Flags) -> _Cells:
        return _Cells(*(getattr(self, name)[which] for name in _Cells.__slots__))


@dataclass(frozen=True, slots=True)
class _Parts:
    """Connected parts of walls in the frame of their pair; rows are in the order of the pairs."""

    pair: Whole
    x: Array
    y: Array
    start: Whole
    """One longer than the parts."""


def decide(pairs: Pairs, walls: Walls, use: Flags) -> Decided:
    """*use* (pairs, walls): which walls count for which pair."""
    count = len(pairs)
    states, lines = np.zeros(count, dtype=np.int8), np.zeros((count, 2, 2))
    dx, dy = pairs.bx - pairs.ax, pairs.by - pairs.ay
    length = np.hypot(dx, dy)
    fine = (pairs.ar + pairs.br + 2 * SURE) < _STEEPEST * length
    safe = np.where(fine, length, 1.0)
    ux, uy = dx / safe, dy / safe
    rows, solid = np.nonzero(_between(pairs, walls, ux, uy, length) & use & fine[:, None])
    parts, cut, close = _parts(pairs, walls, rows, solid, (ux, uy, length))
    fine[close] = False
    states[cut] = BLOCKED
    todo = np.flatnonzero(fine & (states == OPEN))
    cells = _first(todo, pairs.ar + SURE, pairs.br + SURE, length)
    found = _shave(cells, parts, states, todo)
    for pair, m, c in zip(*found, strict=True):
        states[pair] = FREE
        lines[pair] = m, c
    free = np.flatnonzero(states == FREE)
    fits, lines[free] = _outward(pairs.rows(free), lines[free], ux[free], uy[free], length[free])
    states[free[~fits]], lines[free[~fits]] = OPEN, 0.0
    return Decided(states, lines)


def _between(pairs: Pairs, walls: Walls, ux: Array, uy: Array, length: Array) -> Flags:
    """(pairs, walls): does the circle round the wall meet the strip between the ends?"""
    x, y = walls.cx - pairs.ax[:, None], walls.cy - pairs.ay[:, None]
    ahead, aside = x * ux[:, None] + y * uy[:, None], y * ux[:, None] - x * uy[:, None]
    wide = np.maximum(pairs.ar, pairs.br)[:, None] + walls.r + SURE
    near = (np.abs(aside) <= wide) & (ahead >= -walls.r) & (ahead <= length[:, None] + walls.r)
    return np.asarray(near, dtype=np.bool_)


def _parts(
    pairs: Pairs, walls: Walls, rows: Whole, solid: Whole, frame: tuple[Array, Array, Array]
) -> tuple[_Parts, Whole, Whole]:
    """The walls between the ends, in the frames of their pairs, for pairs that no single wall cuts apart.

    And the pairs that one does, and those where one is too close to an end.
    """
    ux, uy, length = frame
    index, owner = runs(walls.start, solid)
    pair = rows[owner]
    x, y = walls.x[index] - pairs.ax[pair], walls.y[index] - pairs.ay[pair]
    x, y = x * ux[pair] + y * uy[pair], y * ux[pair] - x * uy[pair]
    if not len(solid):
        return _Parts(rows, x, y, np.zeros(1, dtype=np.int64)), rows, rows
    size = walls.start[solid + 1] - walls.start[solid]
    bounds = np.concatenate([[0], np.cumsum(size)])
    begin = bounds[:-1]
    lowest, highest = np.minimum.reduceat, np.maximum.reduceat
    least, most, reach = lowest(x, begin), highest(x, begin), length[rows]
    whole = (least > pairs.ar[rows] * _BESIDE + SURE) & (most < reach - pairs.br[rows] * _BESIDE - SURE)
    right, left = lowest(y, begin), highest(y, begin)
    wide = np.maximum(pairs.ar, pairs.br)[rows] + SURE
    cut = np.zeros(len(pairs), dtype=np.bool_)
    cut[rows[whole & (right < -wide) & (left > wide)]] = True
    meets = ~cut[rows] & (left > -wide) & (right < wide)
    whole &= meets
    keep = np.repeat(whole, size)
    body = _Parts(rows[whole], x[keep], y[keep], np.concatenate([[0], np.cumsum(size[whole])]))
    broken = np.flatnonzero(meets & ~whole & (most > -pairs.ar[rows]) & (least < reach + pairs.br[rows]))
    if not len(broken):
        return body, np.flatnonzero(cut), rows[:0]
    edge, who = runs(bounds, broken)
    following = walls.after[index[edge]] - walls.start[solid[broken]][who] + begin[broken][who]
    pieces, close = _pieces(pairs, rows[broken][who], (x[edge], y[edge], x[following], y[following]), length)
    return _joined(body, pieces), np.flatnonzero(cut), close


def _pieces(pairs: Pairs, pair: Whole, edge: tuple[Array, Array, Array, Array], length: Array) -> tuple[_Parts, Whole]:
    """Edges cut to what lies between the middles of the ends; pairs where one nearly touches an end."""
    x0, y0, x1, y1 = edge
    reach = length[pair]
    ra, rb = pairs.ar[pair], pairs.br[pair]
    # a line through an end passes what is beside it only where that is nearer than this
    steep = (ra + rb) / reach
    slant = 1.0 / np.sqrt(1.0 - steep * steep)
    near_a = _distance(x0, y0, x1, y1) < ra * slant + 2 * SURE
    near_b = _distance(x0 - reach, y0, x1 - reach, y1) < rb * slant + 2 * SURE
    close = np.unique(pair[near_a | near_b])
    keep = (np.maximum(x0, x1) > 0) & (np.minimum(x0, x1) < reach)
    x0, y0, x1, y1, reach = (v[keep] for v in (x0, y0, x1, y1, reach))
    pair = pair[keep]
    run = np.where(np.abs(x1 - x0) > 1e-15, x1 - x0, 1.0)
    level = np.abs(x1 - x0) <= 1e-15
    u, v = -x0 / run, (reach - x0) / run
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    dx, dy = x1 - x0, y1 - y0
    x = np.stack([np.where(first > 0, x0 + first * dx, x0), np.where(last < 1, x0 + last * dx, x1)], axis=1)
    y = np.stack([np.where(first > 0, y0 + first * dy, y0), np.where(last < 1, y0 + last * dy, y1)], axis=1)
    return _Parts(pair, x.ravel(), y.ravel(), 2 * np.arange(len(pair) + 1)), close


def _distance(x0: Array, y0: Array, x1: Array, y1: Array) -> Array:
    """Of segments from the origin."""
    dx, dy = x1 - x0, y1 - y0
    at = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, 1e-300), 0.0, 1.0)
    return np.asarray(np.hypot(x0 + at * dx, y0 + at * dy), dtype=np.float64)


def _joined(one: _Parts, two: _Parts) -> _Parts:
    return _Parts(
        np.concatenate([one.pair, two.pair]),
        np.concatenate([one.x, two.x]),
        np.concatenate([one.y, two.y]),
        np.concatenate([one.start, two.start[1:] + one.start[-1]]),
    )


def _first(todo: Whole, ra: Array, rb: Array, length: Array) -> _Cells:
    """Three cells a pair that hold all its lines."""
    ra, rb, length = ra[todo], rb[todo], length[todo]
    most, level = (ra + rb) / length, np.abs(ra - rb) / length
    steep, even = most / np.sqrt(1 - most * most), level / np.sqrt(1 - level * level)
    m = np.stack([-steep, -even, even, steep])
    slant = np.sqrt(1 + m * m)
    up_a, up_b, fall = ra * slant, rb * slant - m * length, -m * length
    down_a, down_b = -up_a, fall - rb * slant
    top_a = up_a[1:] + up_a[:-1] <= up_b[1:] + up_b[:-1]
    low_a = down_a[1:] + down_a[:-1] >= down_b[1:] + down_b[:-1]
    t0, t1 = np.where(top_a, up_a[:-1], up_b[:-1]), np.where(top_a, up_a[1:], up_b[1:])
    b0, b1 = np.where(low_a, down_a[:-1], down_b[:-1]), np.where(low_a, down_a[1:], down_b[1:])
    t0, t1 = np.maximum(t0, b0), np.maximum(t1, b1)
    keep = (m[1:] > m[:-1]).T.ravel()
    pair = np.repeat(todo, 3)
    return _Cells(pair, *(v.T.ravel() for v in (m[:-1], m[1:], b0, b1, t0, t1))).rows(keep)


def _shave(cells: _Cells, parts: _Parts, states: States, todo: Whole) -> tuple[list[int], list[float], list[float]]:
    """Rounds of cutting until each pair is closed or has a free cell; states become BLOCKED where all closed."""
    free_pair: list[int] = []
    free_m: list[float] = []
    free_c: list[float] = []
    states[todo] = BLOCKED
    order = np.argsort(parts.pair, kind="stable")
    first = np.searchsorted(parts.pair[order], np.arange(len(states) + 1))
    at, cell = runs(first, cells.pair)
    part = order[at]
    for _ in range(_ROUNDS):
        if not len(cells.pair):
            break
        step = _Round(cells, parts, cell, part)
        free = np.flatnonzero(step.free)
        if len(free):
            pair, where = np.unique(cells.pair[free], return_index=True)
            where = free[where]
            states[pair] = FREE
            free_pair += pair.tolist()
            free_m += ((cells.m0 + cells.m1)[where] / 2).tolist()
            free_c += ((cells.b0 + cells.b1 + cells.t0 + cells.t1)[where] / 4).tolist()
        alive = ~step.shut & ~step.free & (states[cells.pair] == BLOCKED)
        cells, cell, part = step.following(alive)
        room, turn = np.maximum(cells.t0 - cells.b0, cells.t1 - cells.b1), cells.m1 - cells.m0
        nothing = (room <= _TINY) | (turn <= _TINY / 8)
        thin = ~nothing & ((room < _THIN) | (turn < _THIN / 64))
        if nothing.any() or thin.any():
            states[cells.pair[thin]] = OPEN
            cells, cell, part = _only(cells, cell, part, ~nothing & (states[cells.pair] == BLOCKED))
    states[cells.pair] = OPEN
    return free_pair, free_m, free_c


def _only(cells: _Cells, cell: Whole, part: Whole, keep: Flags) -> tuple[_Cells, Whole, Whole]:
    rank = np.cumsum(keep) - 1
    mine = keep[cell]
    return cells.rows(keep), rank[cell[mine]], part[mine]


class _Round:
    """One look at all cells: which are shut, which are free, and where the others are to be cut."""

    def __init__(self, cells: _Cells, parts: _Parts, cell: Whole, part: Whole) -> None:
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
        foot, head = least(below, bounds) <= _TINY, least(above, bounds) <= _TINY
        gone = (most(below, bounds) <= _TINY) | (most(above, bounds) <= _TINY)
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
        key = np.where(mine, np.where(middle > 2 * _TINY, middle + 1e3, most), -np.inf)
        of = self.corners[0]
        best = np.full(count, -np.inf)
        bounds = np.searchsorted(of, np.arange(count))
        has = np.flatnonzero(np.append(bounds[1:], len(of)) > bounds)
        best[has] = np.maximum.reduceat(key, bounds[has])
        chosen = np.full(count, -1, dtype=np.int64)
        hit = np.flatnonzero((key == best[of]) & (key > _TINY))
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

    def following(self, alive: Flags) -> tuple[_Cells, Whole, Whole]:
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
        cells = _Cells(*(np.concatenate([getattr(left, n), getattr(right, n)[second]]) for n in _Cells.__slots__))
        into = np.full(count, -1, dtype=np.int64)
        into[second] = count + np.arange(len(second))
        also = into[cell] >= 0
        cell, part = np.concatenate([cell, into[cell[also]]]), np.concatenate([part, part[also]])
        order = np.argsort(cell, kind="stable")
        return cells, cell[order], part[order]

    def _shaved(self, old: _Cells, floor: Whole, roof: Whole) -> tuple[_Cells, Array]:
        """Floors raised and roofs lowered to the chosen corners where these stand in on both sides; elsewhere
        the m where the cell has to be split first (NaN: nowhere)."""
        split = np.full(len(old.pair), np.nan)
        new = _Cells(*(getattr(old, name).copy() for name in _Cells.__slots__))
        _, l0, l1, _, _, _, _ = self.corners
        for pick, low in ((floor, True), (roof, False)):
            has = pick >= 0
            e0, e1 = (new.b0, new.b1) if low else (new.t0, new.t1)
            c0, c1 = np.where(has, l0[pick], e0), np.where(has, l1[pick], e1)
            in0, in1 = (c0 - e0, c1 - e1) if low else (e0 - c0, e1 - c1)
            spans = has & (in0 >= -_TINY) & (in1 >= -_TINY)
            if low:
                new.b0, new.b1 = np.where(spans, np.maximum(c0, e0), e0), np.where(spans, np.maximum(c1, e1), e1)
            else:
                new.t0, new.t1 = np.where(spans, np.minimum(c0, e0), e0), np.where(spans, np.minimum(c1, e1), e1)
            half = has & ~spans & ((in0 > _TINY) | (in1 > _TINY)) & np.isnan(split)
            share = in0 / np.where(in0 == in1, 1.0, in0 - in1)
            split = np.where(half, old.m0 + share * (old.m1 - old.m0), split)
        return _straight(new), split

    def _divided(self, cells: _Cells, split: Array, inner: Whole) -> tuple[_Cells, _Cells, Flags]:
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
        left = _Cells(
            cells.pair,
            cells.m0,
            m,
            cells.b0,
            np.where(standing, b, cells.b1),
            np.where(lying, c0, cells.t0),
            np.where(lying, c1, np.where(standing, t, cells.t1)),
        )
        right = _Cells(
            cells.pair,
            np.where(standing, split, cells.m0),
            cells.m1,
            np.where(lying, c0, np.where(standing, b, cells.b0)),
            np.where(lying, c1, cells.b1),
            np.where(standing, t, cells.t0),
            cells.t1,
        )
        return left, right, lying | standing


def _straight(cells: _Cells) -> _Cells:
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
    return _Cells(
        cells.pair,
        np.where(left, m, cells.m0),
        np.where(right, m, cells.m1),
        np.where(left, low, cells.b0),
        np.where(right, low, cells.b1),
        np.where(left, low, np.where(both, cells.b0, cells.t0)),
        np.where(right, low, np.where(both, cells.b1, cells.t1)),
    )


def _outward(pairs: Pairs, lines: Array, ux: Array, uy: Array, length: Array) -> tuple[Flags, Array]:
    """The plan ends of lines (m, c), from rim to rim, in table coordinates; and which meet both ends at all."""
    m, c = lines[:, 0, 0], lines[:, 0, 1]
    square = 1 + m * m
    ends = []
    fits = np.ones(len(m), dtype=np.bool_)
    for centre, radius, sign in ((np.zeros(len(m)), pairs.ar, 1.0), (length, pairs.br, -1.0)):
        off = m * centre + c
        rest = radius * radius - off * off / square
        fits &= (rest >= 0) | ((radius == 0) & (rest > -SURE * SURE))
        # a point has no inside: its lines are moved onto it
        x = centre - off * m / square + sign * np.sqrt(np.maximum(rest, 0.0) / square)
        x, y = np.where(radius == 0, centre, x), np.where(radius == 0, 0.0, m * x + c)
        ends.append(np.stack([pairs.ax + x * ux - y * uy, pairs.ay + x * uy + y * ux], axis=1))
    return fits, np.stack(ends, axis=1)
