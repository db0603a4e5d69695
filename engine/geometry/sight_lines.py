"""The search over plan lines where heights decide: one in every cell, then the best ones narrowed down.

Each plan line is decided exactly by `sight_slice`.  Lines that meet a solid no thread can pass over
or under are left out before that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi

import numpy as np

from engine.geometry.sight_cells import open_cells
from engine.geometry.sight_ends import Array, End, Whole
from engine.geometry.sight_flat import EPS, all_gaps, critical, domain, widest, window
from engine.geometry.sight_slice import Box, Boxes, best_threads, chords
from engine.geometry.sight_solids import Block, Ways
from engine.geometry.sight_thread import touched

NEAR = 1e-4
"""A best slope this close to a free one may be a touching thread; further off it is not."""

_ROWS = 4000
_ROUNDS = 16
_DIRECTIONS = 400
_BANDS = 40
_CROSSINGS = 1000


@dataclass(frozen=True, slots=True)
class Found:
    """A proven thread (2, 3) or None; whether, without one, a touching thread may exist; whether it was not settled."""

    thread: Array | None
    close: bool = True
    open: bool = False


@dataclass(frozen=True, slots=True)
class Seeds:
    """Plan lines to start from: direction, offset, the steps to zoom in by, and the slack found."""

    theta: Array
    s: Array
    turn: Array
    shift: Array
    slack: Array

    def rows(self, which: slice | Whole) -> Seeds:
        return Seeds(self.theta[which], self.s[which], self.turn[which], self.shift[which], self.slack[which])


@dataclass(frozen=True, slots=True)
class Lines:
    """Plan lines of one question.  *apart*: the ends do not overlap in plan."""

    a: End
    b: End
    block: Block
    ways: Ways
    apart: bool
    shrink: float

    def search(self) -> Found:
        """A proven thread, or none after the narrowing down has found none."""
        if not self.apart and min(self.a.high, self.b.high) >= max(self.a.low, self.b.low):
            thread = self._common_point()
            return Found(self._crossing() if thread is None else thread)
        low, high = domain(self.a, self.b) if self.apart else (-pi / 2, pi / 2)
        seen: list[Seeds] = []
        for way in (self._grid, self._open_cells, self._cells, self._bands):
            seeds = way(low, high)
            if seeds is None:
                return Found(None, close=False)
            for i in range(0, len(seeds.theta), _ROWS):
                part = seeds.rows(slice(i, i + _ROWS))
                slack, threads = self._test(part.theta, part.s)
                if (found := self._proven(slack, threads)) is not None:
                    return Found(found)
                best = [k for k in np.argsort(slack)[-4:].tolist() if np.isfinite(slack[k])]
                seen.append(replace(part, slack=slack).rows(np.array(best, dtype=np.int64)))
        return self._narrow(seen)

    def _grid(self, low: float, high: float) -> Seeds:
        """A few offsets in each of a few directions."""
        theta = low + (high - low) * (np.arange(1, 12) / 12)
        lo, hi = self._window(theta)
        shares = np.array([0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98])
        offsets = lo[:, None] + (hi - lo)[:, None] * shares
        keep = (lo < hi)[:, None] & np.ones(len(shares), dtype=np.bool_)
        theta = np.broadcast_to(theta[:, None], offsets.shape)[keep]
        return _seeds(theta, offsets[keep], (high - low) / 12, 0.25 * min(self.a.radius, self.b.radius) + 1e-9)

    def _open_cells(self, low: float, high: float) -> Seeds | None:
        """The middles of the cells that no proof has shut; None where it has shut them all."""
        opened = open_cells(self.a, self.b, self.block, self.ways, self.shrink) if self.apart else None
        if opened is None:
            return _seeds(np.zeros(0), np.zeros(0), 0.0, 0.0)
        if not len(opened):
            return None
        m, c = opened.middles()
        slant = np.sqrt(1 + m * m)
        wide = (opened.m1 - opened.m0) / (2 * slant * slant)
        tall = np.maximum(opened.t0 - opened.b0, opened.t1 - opened.b1) / (2 * slant)
        return _seeds(np.arctan(m), c / slant, wide, tall)

    def _cells(self, low: float, high: float) -> Seeds:
        """One plan line in every cell of the arrangement of corner offsets."""
        theta, wide = _between(critical(self.a, self.b, self.block, low, high), _DIRECTIONS)
        lo, hi = self._window(theta)
        x, y = self.block.corners
        ux, uy = np.cos(theta), np.sin(theta)
        edges = [lo[:, None], hi[:, None], ux[:, None] * y - uy[:, None] * x]
        for solid in self.block.rounds:
            edges += [-solid.support(uy, -ux)[0][:, None], solid.support(-uy, ux)[0][:, None]]
        offsets = np.concatenate(edges, axis=1)
        offsets = np.sort(np.clip(offsets, lo[:, None], np.maximum(lo, hi)[:, None]), axis=1)
        middle, room = (offsets[:, 1:] + offsets[:, :-1]) / 2, offsets[:, 1:] - offsets[:, :-1]
        keep = room > EPS
        theta, wide = (np.broadcast_to(v[:, None], middle.shape)[keep] for v in (theta, wide))
        return _seeds(theta, middle[keep], wide / 2, room[keep] / 3)

    def _bands(self, low: float, high: float) -> Seeds:
        """Through the gaps that the walls alone leave, however narrow: several directions and offsets in each."""
        walls = self.block.take(self.ways.walls)
        if not self.apart or not len(walls) or self.ways.enters.any():
            return _seeds(np.zeros(0), np.zeros(0), 0.0, 0.0)
        theta, wide = _between(critical(self.a, self.b, walls, low, high), _DIRECTIONS)
        open_ = np.flatnonzero(widest(self.a, self.b, walls, theta, self.shrink)[0] > EPS)[:_BANDS]
        theta, wide = theta[open_, None] + wide[open_, None] * (np.arange(9) - 4) / 9.2, wide[open_]
        row, start, room = all_gaps(self.a, self.b, walls, theta.ravel())
        offsets = start[:, None] + room[:, None] * np.array([0.1, 0.5, 0.9])
        turn, shift = np.repeat(wide[row // 9] / 9, 3), np.repeat(room / 4, 3)
        return _seeds(np.repeat(theta.ravel()[row], 3), offsets.ravel(), turn, shift)

    def _window(self, theta: Array) -> tuple[Array, Array]:
        if self.apart:
            win = window(self.a, self.b, theta)
            return win.lo, win.hi
        ux, uy = np.cos(theta), np.sin(theta)
        lo = np.maximum(-self.a.support(uy, -ux)[0], -self.b.support(uy, -ux)[0])
        return lo, np.minimum(self.a.support(-uy, ux)[0], self.b.support(-uy, ux)[0])

    def _test(self, theta: Array, s: Array) -> tuple[Array, Array]:
        """Slack of the best thread over each plan line, and those threads (n, 2, 3)."""
        ux, uy = np.cos(theta), np.sin(theta)
        a0, a1, hit_a = self.a.chord(ux, uy, s)
        b0, b1, hit_b = self.b.chord(ux, uy, s)
        near, far, who = self._chords(ux, uy, s)
        rows = hit_a & hit_b
        if self.apart and len(who):
            walls = self.ways.walls[who] & ~self.ways.enters[who]
            in_front, behind = far[:, walls] > a0[:, None], near[:, walls] < b1[:, None]
            rows &= ~(in_front & behind & (near[:, walls] <= far[:, walls])).any(axis=1)
            near, far, who = near[:, ~walls], far[:, ~walls], who[~walls]
        slack, threads = np.full(len(s), -np.inf), np.zeros((len(s), 2, 3))
        if rows.any():
            spans = a0[rows], a1[rows], b0[rows], b1[rows]
            found = self._slices(spans, near[rows], far[rows], who)
            slack[rows] = found[0]
            for k, (t, z) in enumerate(found[1:]):
                threads[rows, k] = np.stack(
                    [ux[rows] * t - uy[rows] * s[rows], uy[rows] * t + ux[rows] * s[rows], z], 1
                )
        return slack, threads

    def _chords(self, ux: Array, uy: Array, s: Array) -> tuple[Array, Array, Whole]:
        near, far, who = chords(self.block, ux, uy, s)
        if self.shrink and len(who):
            sides = [chords(self.block, ux, uy, s + step) for step in (-self.shrink, self.shrink)]
            for c, solid in enumerate(who.tolist()):
                near[:, c], far[:, c] = _taken_in(near[:, c], far[:, c], solid, sides, self.shrink)
        return near, far, who

    def _slices(
        self, spans: tuple[Array, Array, Array, Array], near: Array, far: Array, who: Whole
    ) -> tuple[Array, tuple[Array, Array], tuple[Array, Array]]:
        """Slack, and (t, z) of both ends of the best thread, over plan lines given by their chords."""
        a0, a1, b0, b1 = spans
        ones = np.ones(len(a0))
        low = np.broadcast_to(self.block.low[who], near.shape)
        high = np.broadcast_to(self.block.high[who], near.shape)
        box_a, box_b = (a0, a1, self.a.low * ones, self.a.high * ones), (b0, b1, self.b.low * ones, self.b.high * ones)
        if self.apart:
            boxes = Boxes(near, far, low, high, self.ways.over[who], self.ways.under[who])
            start, end = Box(*box_a), Box(*box_b)
            best = best_threads(start, end, boxes)
            t0, t1 = _ends_of(start, end, best.slope, best.level)
            return best.slack, (t0, best.slope * t0 + best.level), (t1, best.slope * t1 + best.level)
        # one above the other: exchange the axes and go upwards
        missing, both = near > far, np.ones(len(who), dtype=np.bool_)
        boxes = Boxes(np.where(missing, np.inf, low), np.where(missing, -np.inf, high), near, far, both, both)
        start, end = Box(*box_a[2:], *box_a[:2]), Box(*box_b[2:], *box_b[:2])
        if self.a.low > self.b.low:
            start, end = end, start
        best = best_threads(start, end, boxes)
        z0, z1 = _ends_of(start, end, best.slope, best.level)
        lower, upper = (best.slope * z0 + best.level, z0), (best.slope * z1 + best.level, z1)
        return (best.slack, upper, lower) if self.a.low > self.b.low else (best.slack, lower, upper)

    def _proven(self, slack: Array, threads: Array) -> Array | None:
        """The widest thread that passes the direct test."""
        good = np.flatnonzero(slack >= 0)
        if not len(good):
            return None
        good = good[np.argsort(slack[good])[::-1][:40]]
        if self.shrink:
            return np.asarray(threads[good[0]], dtype=np.float64)
        fine = np.flatnonzero(~touched(self.block, threads[good], EPS / 4).any(axis=1))
        return np.asarray(threads[good[fine[0]]], dtype=np.float64) if len(fine) else None

    def _narrow(self, seen: list[Seeds]) -> Found:
        """Zoom in on the best plan lines so far, each by its own steps, until the best thread stands."""
        if not any(len(seeds.theta) for seeds in seen):
            return Found(None, close=False)
        seeds = _joined(seen)
        now = seeds.slack
        dt, ds = (g.ravel() for g in np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5)))
        hope, scale = np.inf, 1.0
        theta, s = seeds.theta, seeds.s
        for k in range(_ROUNDS):
            thetas = theta[:, None] + dt * (seeds.turn * scale)[:, None]
            offsets = s[:, None] + ds * (seeds.shift * scale)[:, None]
            slack, threads = self._test(thetas.ravel(), offsets.ravel())
            if (found := self._proven(slack, threads)) is not None:
                return Found(found)
            slack = slack.reshape(thetas.shape)
            rows, column = np.arange(len(theta)), np.argmax(slack, axis=1)
            theta, s, was = thetas[rows, column], offsets[rows, column], now
            now = slack[rows, column]
            # gains shrink with the steps: what is still to come is a few times the last one
            hope = float(np.max(now + 4 * (now - was)))
            if k >= 4 and hope < -NEAR:
                break
            scale *= 0.5
        return Found(None, close=hope > -NEAR)

    def _common_point(self) -> Array | None:
        """Volumes that share space: a point of both outside every solid, on a grid of 15 x 15 x 3."""
        grid, levels = np.linspace(-1, 1, 15), np.array([0.5, 0.05, 0.95])
        low, high = max(self.a.low, self.b.low), min(self.a.high, self.b.high)
        dx, dy, share = (g.ravel() for g in np.meshgrid(grid, grid, levels))
        small = self.a if self.a.radius <= self.b.radius else self.b
        x, y = small.x + dx * small.radius, small.y + dy * small.radius
        ones, zeros = np.ones(len(x)), np.zeros(len(x))
        keep = np.ones(len(x), dtype=np.bool_)
        for end in (self.a, self.b):
            t0, t1, hit = end.chord(ones, zeros, y)
            keep &= hit & (t0 <= x) & (x <= t1)
        points = np.stack([x, y, low + share * (high - low)], axis=1)[keep]
        threads = np.repeat(points[:, None], 2, axis=1)
        if not len(threads):
            return None
        good = np.flatnonzero(~touched(self.block, threads, EPS).any(axis=1))
        return np.asarray(threads[good[0]], dtype=np.float64) if len(good) else None

    def _crossing(self) -> Array | None:
        """Volumes that share space, all of it filled: a thread between some of the points of either."""
        starts, ends = _points_of(self.a), _points_of(self.b)
        row, column = (g.ravel() for g in np.indices((len(starts), len(ends))))
        for i in range(0, len(row), _CROSSINGS):
            threads = np.stack([starts[row[i : i + _CROSSINGS]], ends[column[i : i + _CROSSINGS]]], axis=1)
            good = np.flatnonzero(~touched(self.block, threads, EPS).any(axis=1))
            if len(good):
                return np.asarray(threads[good[0]], dtype=np.float64)
        return None


def _points_of(end: End) -> Array:
    """Points (n, 3) of a volume: of its outline and half way to it, at its bottom, middle and top."""
    angle = np.arange(12) * (pi / 6)
    _, x, y = end.support(np.cos(angle), np.sin(angle))
    x, y = (np.concatenate([v, v + (c - v) / 2]) for v, c in ((x, end.x), (y, end.y)))
    levels = end.low + (end.high - end.low) * np.array([1.0, 0.5, 0.0])
    return np.stack([np.tile(x, 3), np.tile(y, 3), np.repeat(levels, len(x))], axis=1)


def _taken_in(
    near: Array, far: Array, solid: int, sides: list[tuple[Array, Array, Whole]], shrink: float
) -> tuple[Array, Array]:
    """A chord less *shrink* all round: what it shares with the chords beside it, and less at both ends.

    What is thinner than that stays as a wall of no thickness; what has no chord close by on either
    side is gone.
    """
    there, middle = near <= far, (np.where(near <= far, near, 0.0) + np.where(near <= far, far, 0.0)) / 2
    for near2, far2, who2 in sides:
        mine = who2 == solid
        first = np.maximum(near[:, None], near2[:, mine])
        last = np.minimum(far[:, None], far2[:, mine])
        share = np.where((near2 <= far2)[:, mine], last - first, -np.inf)
        if not share.shape[1]:
            return np.full(near.shape, np.inf), np.full(far.shape, -np.inf)
        best = np.argmax(share, axis=1)[:, None]
        most = np.take_along_axis(share, best, 1)[:, 0]
        there &= most > -4 * shrink
        first, last = np.take_along_axis(first, best, 1)[:, 0], np.take_along_axis(last, best, 1)[:, 0]
        near, far = np.where(most >= 0, first, middle), np.where(most >= 0, last, middle)
    slim = there & (far - near <= 2 * shrink)
    centre = np.where(there, (np.where(there, near, 0.0) + np.where(there, far, 0.0)) / 2, 0.0)
    near, far = np.where(slim, centre, near + shrink), np.where(slim, centre, far - shrink)
    return np.where(there, near, np.inf), np.where(there, far, -np.inf)


def _seeds(theta: Array, s: Array, turn: float | Array, shift: float | Array) -> Seeds:
    return Seeds(
        theta, s, np.broadcast_to(turn, theta.shape), np.broadcast_to(shift, theta.shape), np.zeros(len(theta))
    )


def _joined(seen: list[Seeds]) -> Seeds:
    """The best few of all that were seen, and the best of each way of looking."""
    kept = [seeds.rows(np.argsort(seeds.slack)[::-1][: 3 if len(seen) < 4 else 2]) for seeds in seen]
    return Seeds(*(np.concatenate([getattr(seeds, name) for seeds in kept]) for name in Seeds.__slots__))


def _between(limits: Array, most: int) -> tuple[Array, Array]:
    """The middles of the intervals between critical directions, and how wide they are; at most so many."""
    theta, wide = (limits[1:] + limits[:-1]) / 2, np.diff(limits)
    if len(theta) > most:
        chosen = np.linspace(0, len(theta) - 1, most).astype(np.int64)
        theta, wide = theta[chosen], wide[chosen]
    return theta, wide


def _ends_of(start: Box, end: Box, slope: Array, level: Array) -> tuple[Array, Array]:
    """Where each thread leaves the start box and enters the end box, along."""
    safe = np.where(np.abs(slope) > 1e-12, slope, 1.0)
    flat = np.abs(slope) <= 1e-12
    out = []
    for box, last in ((start, True), (end, False)):
        u, v = (box.low - level) / safe, (box.high - level) / safe
        least = np.where(flat, box.near, np.maximum(np.minimum(u, v), box.near))
        most = np.where(flat, box.far, np.minimum(np.maximum(u, v), box.far))
        out.append(most if last else least)
    return out[0], np.maximum(out[0], out[1])
