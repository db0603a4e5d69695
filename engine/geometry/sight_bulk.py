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
from math import sin

import numpy as np
import numpy.typing as npt

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_near import SURE, Near, Pairs
from engine.geometry.sight_rounds import B0, M0, M1, T0, TINY, Cells, Parts, Round
from engine.geometry.sight_solids import runs
from engine.geometry.sight_walls import STEP, WAYS, Walls

OPEN, BLOCKED, FREE = 0, 1, 2
_THIN = 1e-8
_ROUNDS = 40
_STEEPEST = 0.9
_QUARTERS = (WAYS // 4) * np.arange(4)[:, None]
"""Ahead, to the left, back, to the right."""

Outcomes = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Decided:
    """Per pair OPEN, BLOCKED or FREE, and for FREE the plan ends of the line (n, 2, 2); for others zeros."""

    outcomes: Outcomes
    lines: Array


def decide(pairs: Pairs, walls: Walls, there: Near) -> Decided:
    """*there*: the walls near the pairs that count."""
    count = len(pairs)
    outcomes, lines = np.zeros(count, dtype=np.int8), np.zeros((count, 2, 2))
    fine = (pairs.ar + pairs.br + 2 * SURE) < _STEEPEST * pairs.length
    there = there if fine.all() else there.only(fine[there.pair])
    met = _Met(pairs, walls, there)
    outcomes[there.pair[met.cuts()]] = BLOCKED
    parts, close = met.parts(outcomes == OPEN)
    fine[close] = False
    todo = np.flatnonzero(fine & (outcomes == OPEN))
    cells = _first(todo, pairs.ar + SURE, pairs.br + SURE, pairs.length)
    free, found = _shave(cells, parts, outcomes, todo)
    fits, lines[free] = _outward(pairs.rows(free), found)
    outcomes[free[~fits]], lines[free[~fits]] = OPEN, 0.0
    return Decided(outcomes, lines)


def cut(pairs: Pairs, walls: Walls, there: Near) -> Flags:
    """Which pairs does one wall alone cut apart?"""
    fine = (pairs.ar + pairs.br + 2 * SURE) < _STEEPEST * pairs.length
    found = np.zeros(len(pairs), dtype=np.bool_)
    found[there.pair[_Met(pairs, walls, there).cuts()]] = True
    return found & fine


class _Met:
    """Walls near pairs as they lie between the ends of each: how far they reach ahead, aside and back."""

    def __init__(self, pairs: Pairs, walls: Walls, there: Near) -> None:
        self.pairs, self.walls, self.there = pairs, walls, there
        turn = np.arctan2(pairs.uy, pairs.ux) / STEP
        self.turn = np.where(turn < 0, turn + WAYS, turn)
        way = np.floor(self.turn)
        # a direction is the sum of its neighbours by these shares, and nothing reaches further than the sum
        rest = (self.turn - way) * STEP
        share, other = np.sin(STEP - rest) / sin(STEP), np.sin(rest) / sin(STEP)
        pair, base = there.pair, there.wall * WAYS
        here = way.astype(np.int64)[pair] + _QUARTERS
        self.before, self.behind = base + here % WAYS, base + (here + 1) % WAYS
        ahead, left, back, right = share[pair] * walls.reach[self.before] + other[pair] * walls.reach[self.behind]
        reach, wide = pairs.length[pair], np.maximum(pairs.ar, pairs.br)[pair] + SURE
        first, last = there.ahead - back, there.ahead + ahead
        ra, rb = pairs.ar[pair], pairs.br[pair]
        self.left, self.right, self.wide = there.aside + left, there.aside - right, wide
        self.meets = (self.left > -wide) & (self.right < wide) & (last > -ra) & (first < reach + rb)
        self.whole = self.meets & (first > ra + SURE) & (last < reach - rb - SURE)

    def cuts(self) -> Whole:
        """Which walls alone stop all lines of their pair: corners of theirs stand over on both sides."""
        maybe = np.flatnonzero(self.whole & (self.left > self.wide) & (self.right < -self.wide))
        corner = self.walls.corner[np.concatenate([self.before[1::2, maybe], self.behind[1::2, maybe]])]
        _, y = self._seen(corner, self.there.pair[maybe])
        wide = self.wide[maybe]
        across = (np.maximum(y[0], y[2]) > wide) & (np.minimum(y[1], y[3]) < -wide)
        return np.asarray(maybe[across], dtype=np.int64)

    def _seen(self, corner: Whole, pair: Whole) -> tuple[Array, Array]:
        """Corners in the frames of their pairs."""
        pairs = self.pairs
        x, y = self.walls.x[corner] - pairs.ax[pair], self.walls.y[corner] - pairs.ay[pair]
        ux, uy = pairs.ux[pair], pairs.uy[pair]
        return x * ux + y * uy, y * ux - x * uy

    def parts(self, left: Flags) -> tuple[Parts, Whole]:
        """The walls between the ends of the pairs that are *left*; and pairs where one is too close to an end.

        A wall wholly between the ends is known by the corners that reach furthest aside, looked at along the
        most turned lines of the pair and along the straight one; of others each edge is a part of its own.
        """
        mine = self.meets & left[self.there.pair]
        whole, broken = np.flatnonzero(mine & self.whole), np.flatnonzero(mine & ~self.whole)
        pairs, pair = self.pairs, self.there.pair[whole]
        tilt = np.arcsin(np.minimum((pairs.ar + pairs.br) / np.where(pairs.length > 0, pairs.length, 1.0), 1.0)) / STEP
        ways = np.stack([np.floor(self.turn - tilt), np.rint(self.turn), np.ceil(self.turn + tilt)]).astype(np.int64)
        ways = np.concatenate([ways + WAYS // 4, ways - WAYS // 4])[:, pair] % WAYS
        x, y = self._seen(self.walls.corner[self.there.wall[whole] * WAYS + ways], pair)
        if not len(broken):
            return Parts(pair, x, y), broken
        walls, wall = self.walls, self.there.wall[broken]
        index, who = runs(walls.start, wall)
        edges, close = _pieces(pairs, self.there.pair[broken][who], self._edges(index, broken[who]))
        pair = np.concatenate([pair, edges.pair])
        order = np.argsort(pair, kind="stable")
        x, y = np.concatenate([x, edges.x], axis=1)[:, order], np.concatenate([y, edges.y], axis=1)[:, order]
        return Parts(pair[order], x, y), close

    def _edges(self, index: Whole, near: Whole) -> tuple[Array, Array, Array, Array]:
        pair = self.there.pair[near]
        return *self._seen(index, pair), *self._seen(self.walls.after[index], pair)


def _pieces(pairs: Pairs, pair: Whole, edge: tuple[Array, Array, Array, Array]) -> tuple[Parts, Whole]:
    """Edges cut to what lies between the middles of the ends; pairs where one nearly touches an end."""
    x0, y0, x1, y1 = edge
    reach, ra, rb = pairs.length[pair], pairs.ar[pair], pairs.br[pair]
    # a line through an end passes what is beside it only where that is nearer than this
    steep = (ra + rb) / reach
    slant = 1.0 / np.sqrt(1.0 - steep * steep)
    near_a = _distance(x0, y0, x1, y1) < ra * slant + 2 * SURE
    near_b = _distance(x0 - reach, y0, x1 - reach, y1) < rb * slant + 2 * SURE
    close = np.unique(pair[near_a | near_b])
    wide = np.maximum(ra, rb) + SURE
    keep = (np.maximum(x0, x1) > 0) & (np.minimum(x0, x1) < reach)
    keep &= (np.maximum(y0, y1) > -wide) & (np.minimum(y0, y1) < wide)
    x0, y0, x1, y1, reach = (v[keep] for v in (x0, y0, x1, y1, reach))
    pair = pair[keep]
    run = np.where(np.abs(x1 - x0) > 1e-15, x1 - x0, 1.0)
    level = np.abs(x1 - x0) <= 1e-15
    u, v = -x0 / run, (reach - x0) / run
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    dx, dy = x1 - x0, y1 - y0
    x0, x1 = np.where(first > 0, x0 + first * dx, x0), np.where(last < 1, x0 + last * dx, x1)
    y0, y1 = np.where(first > 0, y0 + first * dy, y0), np.where(last < 1, y0 + last * dy, y1)
    return Parts(pair, np.stack([x0, x1] * 3), np.stack([y0, y1] * 3)), close


def _distance(x0: Array, y0: Array, x1: Array, y1: Array) -> Array:
    """Of segments from the origin."""
    dx, dy = x1 - x0, y1 - y0
    at = np.clip(-(x0 * dx + y0 * dy) / np.maximum(dx * dx + dy * dy, 1e-300), 0.0, 1.0)
    return np.asarray(np.hypot(x0 + at * dx, y0 + at * dy), dtype=np.float64)


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
    cells = Cells(np.repeat(todo, 3), np.stack([m[:-1], m[1:], b0, b1, t0, t1]).transpose(0, 2, 1).reshape(6, -1))
    return cells.rows(keep)


def _shave(cells: Cells, parts: Parts, outcomes: Outcomes, todo: Whole) -> tuple[Whole, Array]:
    """Rounds of cutting until each pair is closed or has a free cell; outcomes become BLOCKED where all closed.

    The pairs that have one, and the line in its middle: (n, 2), m and c.
    """
    pairs, lines = [np.zeros(0, dtype=np.int64)], [np.zeros((0, 2))]
    outcomes[todo] = BLOCKED
    first = np.searchsorted(parts.pair, np.arange(len(outcomes) + 1))
    part, cell = runs(first, cells.pair)
    for _ in range(_ROUNDS):
        if not len(cells.pair):
            break
        step = Round(cells, parts, cell, part)
        free = np.flatnonzero(step.free)
        if len(free):
            # the pairs of cells are not in order
            pair, where = np.unique(cells.pair[free], return_index=True)
            v = cells.v[:, free[where]]
            outcomes[pair] = FREE
            pairs.append(pair)
            lines.append(np.stack([v[M0:B0].mean(axis=0), v[B0:].mean(axis=0)], axis=1))
        alive = ~step.shut & ~step.free & (outcomes[cells.pair] == BLOCKED)
        cells, cell, part = step.following(alive)
        room, turn = (cells.v[T0:] - cells.v[B0:T0]).max(axis=0), cells.v[M1] - cells.v[M0]
        nothing = (room <= TINY) | (turn <= TINY / 8)
        thin = ~nothing & ((room < _THIN) | (turn < _THIN / 64))
        if nothing.any() or thin.any():
            outcomes[cells.pair[thin]] = OPEN
            cells, cell, part = _only(cells, cell, part, ~nothing & (outcomes[cells.pair] == BLOCKED))
    outcomes[cells.pair] = OPEN
    return np.concatenate(pairs), np.concatenate(lines)


def _only(cells: Cells, cell: Whole, part: Whole, keep: Flags) -> tuple[Cells, Whole, Whole]:
    rank = np.cumsum(keep) - 1
    mine = keep[cell]
    return cells.rows(keep), rank[cell[mine]], part[mine]


def _outward(pairs: Pairs, lines: Array) -> tuple[Flags, Array]:
    """Which lines (m, c) meet both ends at all; and their plan ends (n, 2, 2) from rim to rim, in table coordinates."""
    m, c = lines.T
    square = 1 + m * m
    ends = []
    fits = np.ones(len(m), dtype=np.bool_)
    for centre, radius, sign in ((np.zeros(len(m)), pairs.ar, 1.0), (pairs.length, pairs.br, -1.0)):
        off = m * centre + c
        rest = radius * radius - off * off / square
        fits &= (rest >= 0) | ((radius == 0) & (rest > -SURE * SURE))
        # a point has no inside: its lines are moved onto it
        x = centre - off * m / square + sign * np.sqrt(np.maximum(rest, 0.0) / square)
        x, y = np.where(radius == 0, centre, x), np.where(radius == 0, 0.0, m * x + c)
        ends.append(np.stack([pairs.ax + x * pairs.ux - y * pairs.uy, pairs.ay + x * pairs.uy + y * pairs.ux], axis=1))
    return fits, np.stack(ends, axis=1)
