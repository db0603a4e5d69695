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
from engine.geometry.sight_rounds import TINY, Cells, Parts, Round
from engine.geometry.sight_solids import runs

SURE = 1e-6
"""A *no* holds for ends wider by this (inches)."""

OPEN, BLOCKED, FREE = 0, 1, 2
_THIN = 1e-8
_ROUNDS = 40
_STEEPEST = 0.9
_BESIDE = 1.0
"""A wall that begins this many radii from the middle of an end lies wholly ahead of it."""

Outcomes = npt.NDArray[np.int8]


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

    outcomes: Outcomes
    lines: Array


def decide(pairs: Pairs, walls: Walls, use: Flags) -> Decided:
    """*use* (pairs, walls): which walls count for which pair."""
    count = len(pairs)
    outcomes, lines = np.zeros(count, dtype=np.int8), np.zeros((count, 2, 2))
    dx, dy = pairs.bx - pairs.ax, pairs.by - pairs.ay
    length = np.hypot(dx, dy)
    fine = (pairs.ar + pairs.br + 2 * SURE) < _STEEPEST * length
    safe = np.where(fine, length, 1.0)
    ux, uy = dx / safe, dy / safe
    rows, solid = np.nonzero(_between(pairs, walls, ux, uy, length) & use & fine[:, None])
    parts, cut, close = _parts(pairs, walls, rows, solid, (ux, uy, length))
    fine[close] = False
    outcomes[cut] = BLOCKED
    todo = np.flatnonzero(fine & (outcomes == OPEN))
    cells = _first(todo, pairs.ar + SURE, pairs.br + SURE, length)
    found = _shave(cells, parts, outcomes, todo)
    for pair, m, c in zip(*found, strict=True):
        outcomes[pair] = FREE
        lines[pair] = m, c
    free = np.flatnonzero(outcomes == FREE)
    fits, lines[free] = _outward(pairs.rows(free), lines[free], ux[free], uy[free], length[free])
    outcomes[free[~fits]], lines[free[~fits]] = OPEN, 0.0
    return Decided(outcomes, lines)


def _between(pairs: Pairs, walls: Walls, ux: Array, uy: Array, length: Array) -> Flags:
    """(pairs, walls): does the circle round the wall meet the strip between the ends?"""
    x, y = walls.cx - pairs.ax[:, None], walls.cy - pairs.ay[:, None]
    ahead, aside = x * ux[:, None] + y * uy[:, None], y * ux[:, None] - x * uy[:, None]
    wide = np.maximum(pairs.ar, pairs.br)[:, None] + walls.r + SURE
    near = (np.abs(aside) <= wide) & (ahead >= -walls.r) & (ahead <= length[:, None] + walls.r)
    return np.asarray(near, dtype=np.bool_)


def _parts(
    pairs: Pairs, walls: Walls, rows: Whole, solid: Whole, frame: tuple[Array, Array, Array]
) -> tuple[Parts, Whole, Whole]:
    """The walls between the ends, in the frames of their pairs, for pairs that no single wall cuts apart.

    And the pairs that one does, and those where one is too close to an end.
    """
    ux, uy, length = frame
    index, owner = runs(walls.start, solid)
    pair = rows[owner]
    x, y = walls.x[index] - pairs.ax[pair], walls.y[index] - pairs.ay[pair]
    x, y = x * ux[pair] + y * uy[pair], y * ux[pair] - x * uy[pair]
    if not len(solid):
        return Parts(rows, x, y, np.zeros(1, dtype=np.int64)), rows, rows
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
    body = Parts(rows[whole], x[keep], y[keep], np.concatenate([[0], np.cumsum(size[whole])]))
    broken = np.flatnonzero(meets & ~whole & (most > -pairs.ar[rows]) & (least < reach + pairs.br[rows]))
    if not len(broken):
        return body, np.flatnonzero(cut), rows[:0]
    edge, who = runs(bounds, broken)
    following = walls.after[index[edge]] - walls.start[solid[broken]][who] + begin[broken][who]
    pieces, close = _pieces(pairs, rows[broken][who], (x[edge], y[edge], x[following], y[following]), length)
    return _joined(body, pieces), np.flatnonzero(cut), close


def _pieces(pairs: Pairs, pair: Whole, edge: tuple[Array, Array, Array, Array], length: Array) -> tuple[Parts, Whole]:
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
    return Parts(pair, x.ravel(), y.ravel(), 2 * np.arange(len(pair) + 1)), close


def _distance(x0: Array, y0: Array, x1: Array, y1: Array) -> Array:
    """Of segments from the origin."""
    dx, dy = x1 - x0, y1 - y0
    at = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, 1e-300), 0.0, 1.0)
    return np.asarray(np.hypot(x0 + at * dx, y0 + at * dy), dtype=np.float64)


def _joined(one: Parts, two: Parts) -> Parts:
    return Parts(
        np.concatenate([one.pair, two.pair]),
        np.concatenate([one.x, two.x]),
        np.concatenate([one.y, two.y]),
        np.concatenate([one.start, two.start[1:] + one.start[-1]]),
    )


def _first(todo: Whole, ra: Array, rb: Array, length: Array) -> Cells:
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
    return Cells(pair, *(v.T.ravel() for v in (m[:-1], m[1:], b0, b1, t0, t1))).rows(keep)


def _shave(cells: Cells, parts: Parts, outcomes: Outcomes, todo: Whole) -> tuple[list[int], list[float], list[float]]:
    """Rounds of cutting until each pair is closed or has a free cell; outcomes become BLOCKED where all closed."""
    free_pair: list[int] = []
    free_m: list[float] = []
    free_c: list[float] = []
    outcomes[todo] = BLOCKED
    order = np.argsort(parts.pair, kind="stable")
    first = np.searchsorted(parts.pair[order], np.arange(len(outcomes) + 1))
    at, cell = runs(first, cells.pair)
    part = order[at]
    for _ in range(_ROUNDS):
        if not len(cells.pair):
            break
        step = Round(cells, parts, cell, part)
        free = np.flatnonzero(step.free)
        if len(free):
            pair, where = np.unique(cells.pair[free], return_index=True)
            where = free[where]
            outcomes[pair] = FREE
            free_pair += pair.tolist()
            free_m += ((cells.m0 + cells.m1)[where] / 2).tolist()
            free_c += ((cells.b0 + cells.b1 + cells.t0 + cells.t1)[where] / 4).tolist()
        alive = ~step.shut & ~step.free & (outcomes[cells.pair] == BLOCKED)
        cells, cell, part = step.following(alive)
        room, turn = np.maximum(cells.t0 - cells.b0, cells.t1 - cells.b1), cells.m1 - cells.m0
        nothing = (room <= TINY) | (turn <= TINY / 8)
        thin = ~nothing & ((room < _THIN) | (turn < _THIN / 64))
        if nothing.any() or thin.any():
            outcomes[cells.pair[thin]] = OPEN
            cells, cell, part = _only(cells, cell, part, ~nothing & (outcomes[cells.pair] == BLOCKED))
    outcomes[cells.pair] = OPEN
    return free_pair, free_m, free_c


def _only(cells: Cells, cell: Whole, part: Whole, keep: Flags) -> tuple[Cells, Whole, Whole]:
    rank = np.cumsum(keep) - 1
    mine = keep[cell]
    return cells.rows(keep), rank[cell[mine]], part[mine]


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
