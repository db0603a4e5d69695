"""Is there a free thread between two ends?  Filters first, then the plan, then slices with heights.

What is exact, and what is a search:

* every *yes* is a thread that `sight_thread` has tested against every solid;
* where each solid either stops all lines over its footprint (a wall as high as both tops, say) or
  none, *no* is exact: the plan decides (`sight_flat`);
* where heights decide, each plan line is decided exactly (`sight_slice`), and the plan lines are
  searched: one in every cell of the arrangement of corner offsets between neighbouring critical
  directions, then the best cells are narrowed down until the best thread stands.  A free thread
  can be missed only where its cell is left through heights alone, in a patch smaller than about a
  hundredth of the base and apart from the best ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import pi

import numpy as np

from engine.geometry.sight_ends import Array, End, Flags
from engine.geometry.sight_flat import EPS, PlanLine, critical, domain, free_line, window
from engine.geometry.sight_slice import Box, Boxes, best_threads, chords
from engine.geometry.sight_solids import Block, in_corridor
from engine.geometry.sight_thread import inside, touched

_ROWS = 6000
_ROUNDS = 14


@dataclass(frozen=True, slots=True)
class Ways:
    """Per solid: may a thread between the ends pass over it, under it; does it reach into an end?"""

    over: Flags
    under: Flags
    enters: Flags

    @property
    def walls(self) -> Flags:
        return ~self.over & ~self.under


def free_thread(a: End, b: End, block: Block, *, shrink: float = 0.0, quick: bool = False) -> Array | None:
    """A thread (2, 3) from a to b that keeps clear of every solid, or None.

    *shrink* takes in every solid's silhouette and heights by that much.  *quick* stops after the
    cheap tries: then None means nothing.
    """
    block = between(a, b, block, shrink)
    tries = sample_threads(a, b)
    if not len(block):
        return np.asarray(tries[0], dtype=np.float64)
    good = np.flatnonzero(~touched(block, tries, EPS if not shrink else 0.0).any(axis=1))
    if len(good):
        return np.asarray(tries[good[0]], dtype=np.float64)
    if quick:
        return None
    ways = ways_past(a, b, block)
    apart = _apart(a, b)
    if apart and not ways.enters.any():
        walls = ways.walls
        if bool(walls.all()):
            return _verified(a, b, block, free_line(a, b, block, shrink=shrink), shrink)
        if free_line(a, b, block.take(walls), shrink=shrink) is None:
            return None
        line = free_line(a, b, block, shrink=shrink)
        if line is not None and (found := _verified(a, b, block, line, shrink)) is not None:
            return found
    return Slices(a, b, block, ways, apart, shrink).search()


def between(a: End, b: End, block: Block, shrink: float = 0.0) -> Block:
    """The solids that may stop a thread from a to b, heights taken in by *shrink*."""
    if shrink:
        middle = (block.low + block.high) / 2
        low, high = np.minimum(block.low + shrink, middle), np.maximum(block.high - shrink, middle)
        block = replace(block, low=low, high=high)
    block = block.take(in_corridor(block, (a, b)))
    if not len(block):
        return block
    least, _, _, most = _heights_over(a, b, block)
    return block.take((block.high > least + EPS) & (block.low < most - EPS))


def ways_past(a: End, b: End, block: Block) -> Ways:
    """Which solids can be passed over or under at all, by the hull of both ends seen from the side."""
    least, _, _, most = _heights_over(a, b, block)
    enters = np.zeros(len(block), dtype=np.bool_)
    for end in (a, b):
        enters |= _enters(end, block)
    return Ways(block.high < most - EPS, block.low > least + EPS, enters)


def sample_threads(a: End, b: End) -> Array:
    """A few likely threads (n, 2, 3): level, top to top, bottom to bottom; on the axis and on both sides."""
    theta = np.zeros(3)
    win = window(a, b, theta)
    s = win.lo + (win.hi - win.lo) * np.array([0.5, 0.03, 0.97])
    ux, uy = win.ux, win.uy
    _, far_a, hit_a = a.chord(ux, uy, s)
    near_b, _, hit_b = b.chord(ux, uy, s)
    far_a, near_b = np.where(hit_a, far_a, a.x), np.where(hit_b, near_b, b.x)
    near_b = np.maximum(near_b, far_a) if b.x > a.radius + b.radius else near_b
    low, high = max(a.low, b.low), min(a.high, b.high)
    level = (low + high) / 2
    heights = [(level, level)] if low <= high else []
    heights += [(a.low + f * (a.high - a.low), b.low + f * (b.high - b.low)) for f in (0.5, 0.999, 0.001)]
    rows = [
        ((x0, y, z0), (x1, y, z1))
        for x0, x1, y in zip(far_a.tolist(), near_b.tolist(), s.tolist(), strict=True)
        for z0, z1 in heights
    ]
    return np.array(rows, dtype=np.float64)


def along(a: End, b: End, line: PlanLine, heights: tuple[float, float]) -> Array:
    """The shortest thread along a plan line, between two given heights."""
    ux, uy, s = np.cos(np.array([line.theta])), np.sin(np.array([line.theta])), np.array([line.s])
    _, t0, _ = a.chord(ux, uy, s)
    t1, _, _ = b.chord(ux, uy, s)
    t1 = np.maximum(t0, t1)
    rows = [(float(ux[0] * t[0] - uy[0] * s[0]), float(uy[0] * t[0] + ux[0] * s[0])) for t in (t0, t1)]
    return np.array([(*rows[0], heights[0]), (*rows[1], heights[1])], dtype=np.float64)


def _verified(a: End, b: End, block: Block, line: PlanLine | None, shrink: float) -> Array | None:
    if line is None:
        return None
    thread = along(a, b, line, ((a.low + a.high) / 2, (b.low + b.high) / 2))
    if shrink or not touched(block, thread[None], min(EPS / 2, line.gap / 4)).any():
        return thread
    return None


def _heights_over(a: End, b: End, block: Block) -> tuple[Array, Array, Array, Array]:
    """Lowest and highest of the hull's floor, then of its ceiling, over each solid."""
    left, right, _, _ = block.span()
    left, right = np.clip(left, -a.radius, b.x + b.radius), np.clip(right, -a.radius, b.x + b.radius)
    floor0, floor1 = (-_ceiling(a, b, x, -a.low, -b.low) for x in (left, right))
    roof0, roof1 = (_ceiling(a, b, x, a.high, b.high) for x in (left, right))
    return np.minimum(floor0, floor1), np.maximum(floor0, floor1), np.minimum(roof0, roof1), np.maximum(roof0, roof1)


def _ceiling(a: End, b: End, x: Array, top_a: float, top_b: float) -> Array:
    """Upper hull of both ends seen from the side; it rises (or falls) all the way along x."""
    x0, x1 = -a.radius, b.x - b.radius
    if top_a > top_b:
        x0, x1 = a.radius, b.x + b.radius
    if x1 <= x0 + 1e-12:
        return np.full(x.shape, max(top_a, top_b))
    return np.asarray(top_a + (top_b - top_a) * np.clip((x - x0) / (x1 - x0), 0.0, 1.0), dtype=np.float64)


def _apart(a: End, b: End) -> bool:
    """Do the outlines keep apart in plan?  (Some direction separates them.)"""
    if a.circle and b.circle and not a.cut and not b.cut:
        return b.x > a.radius + b.radius
    if b.x > a.radius + b.radius:
        return True
    angle = np.arange(720) * (pi / 360)
    nx, ny = np.cos(angle), np.sin(angle)
    return bool((a.support(nx, ny)[0] < -b.support(-nx, -ny)[0]).any())


def _enters(end: End, block: Block) -> Flags:
    """Which solids reach into an end (by more than a hair), in plan and height?"""
    slim = end.grown(-min(1e-6, end.a / 2)) if end.a > 0 else end
    centre = np.array([[(end.x, end.y, (end.low + end.high) / 2)] * 2], dtype=np.float64)
    x, y = np.full((1, len(block)), end.x), np.full((1, len(block)), end.y)
    everywhere = replace(block, low=np.full(len(block), -np.inf), high=np.full(len(block), np.inf))
    deep = inside(block, x, y)[0] & ~_on_rim(everywhere, centre)
    count = block.polygons
    if count:
        deep[:count] |= _edges_enter(slim, block)
    for k, solid in enumerate(block.rounds, start=count):
        deep[k] |= not _apart_anywhere(slim, solid)
    return np.asarray(deep & (block.low < end.high - EPS) & (block.high > end.low + EPS), dtype=np.bool_)


def _on_rim(block: Block, centre: Array) -> Flags:
    """Points within a hair of an outline do not count as inside it."""
    rim = np.zeros(len(block), dtype=np.bool_)
    x0, y0, x1, y1 = block.edges
    px, py = centre[0, 0, 0], centre[0, 0, 1]
    dx, dy = x1 - x0, y1 - y0
    at = np.clip(((px - x0) * dx + (py - y0) * dy) / np.maximum(dx * dx + dy * dy, 1e-30), 0.0, 1.0)
    close = np.hypot(px - x0 - at * dx, py - y0 - at * dy) < 1e-6
    if block.polygons:
        rim[: block.polygons] = np.logical_or.reduceat(close, block.start)
    return rim


def _edges_enter(end: End, block: Block) -> Flags:
    """Does some edge of each polygon run inside the outline of the end?"""
    x0, y0, x1, y1 = block.edges
    length = np.hypot(x1 - x0, y1 - y0)
    safe = np.where(length > 0, length, 1.0)
    ux, uy = (x1 - x0) / safe, (y1 - y0) / safe
    ux = np.where(length > 0, ux, 1.0)
    t0, t1, hit = end.chord(ux, uy, ux * y0 - uy * x0)
    start = ux * x0 + uy * y0
    crosses = hit & (t1 - t0 > 1e-9) & (t0 < start + length) & (t1 > start)
    return np.asarray(np.logical_or.reduceat(crosses, block.start), dtype=np.bool_)


def _apart_anywhere(a: End, b: End) -> bool:
    angle = np.arange(720) * (pi / 360)
    nx, ny = np.cos(angle), np.sin(angle)
    return bool((a.support(nx, ny)[0] <= -b.support(-nx, -ny)[0]).any())


@dataclass(frozen=True, slots=True)
class Slices:
    """The search over plan lines where heights decide."""

    a: End
    b: End
    block: Block
    ways: Ways
    apart: bool
    shrink: float

    def search(self) -> Array | None:
        """A proven thread, or None when the narrowing down has found none."""
        if not self.apart and min(self.a.high, self.b.high) >= max(self.a.low, self.b.low):
            return self._common_point()
        low, high = domain(self.a, self.b) if self.apart else (-pi / 2, pi / 2)
        theta = low + (high - low) * (np.arange(1, 12) / 12)
        tries = [self._grid(theta, np.array([0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98])), self._cells(low, high)]
        seen: list[tuple[Array, Array, Array]] = []
        for thetas, offsets in tries:
            for i in range(0, len(thetas), _ROWS):
                part = slice(i, i + _ROWS)
                slack, threads = self._test(thetas[part], offsets[part])
                if (found := self._proven(slack, threads)) is not None:
                    return found
                best = np.argsort(slack)[-6:]
                seen.append((thetas[part][best], offsets[part][best], slack[best]))
        return self._narrow(seen, (high - low) / 12)

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

    def _grid(self, theta: Array, shares: Array) -> tuple[Array, Array]:
        win = self._window(theta)
        offsets = win[0][:, None] + (win[1] - win[0])[:, None] * shares
        keep = (win[0] < win[1])[:, None] & np.ones(len(shares), dtype=np.bool_)
        return np.broadcast_to(theta[:, None], offsets.shape)[keep], offsets[keep]

    def _window(self, theta: Array) -> tuple[Array, Array]:
        if self.apart:
            win = window(self.a, self.b, theta)
            return win.lo, win.hi
        ux, uy = np.cos(theta), np.sin(theta)
        lo = np.maximum(-self.a.support(uy, -ux)[0], -self.b.support(uy, -ux)[0])
        return lo, np.minimum(self.a.support(-uy, ux)[0], self.b.support(-uy, ux)[0])

    def _cells(self, low: float, high: float) -> tuple[Array, Array]:
        """One plan line in every cell of the arrangement of corner offsets."""
        theta = critical(self.a, self.b, self.block, low, high)
        theta = (theta[1:] + theta[:-1]) / 2
        if len(theta) > 400:
            theta = theta[np.linspace(0, len(theta) - 1, 400).astype(np.int64)]
        lo, hi = self._window(theta)
        x, y = self.block.corners
        offsets = np.cos(theta)[:, None] * y - np.sin(theta)[:, None] * x
        rims = [np.stack([-r.support(np.sin(theta), -np.cos(theta))[0], r.support(-np.sin(theta), np.cos(theta))[0]], 1)
                for r in self.block.rounds]  # fmt: skip
        edges = np.concatenate([lo[:, None], hi[:, None], offsets, *rims], axis=1)
        edges = np.sort(np.clip(edges, lo[:, None], np.maximum(lo, hi)[:, None]), axis=1)
        middle, wide = (edges[:, 1:] + edges[:, :-1]) / 2, edges[:, 1:] - edges[:, :-1]
        keep = wide > EPS
        return np.broadcast_to(theta[:, None], middle.shape)[keep], middle[keep]

    def _test(self, theta: Array, s: Array) -> tuple[Array, Array]:
        """Slack of the best thread over each plan line, and those threads (n, 2, 3)."""
        ux, uy = np.cos(theta), np.sin(theta)
        a0, a1, hit_a = self.a.chord(ux, uy, s)
        b0, b1, hit_b = self.b.chord(ux, uy, s)
        near, far, who = chords(self.block, ux, uy, s)
        if self.shrink:
            there = far >= near
            from_, to = np.where(there, near, 0.0), np.where(there, far, 0.0)
            middle, half = (from_ + to) / 2, np.maximum((to - from_) / 2 - self.shrink, 0.0)
            near, far = np.where(there, middle - half, near), np.where(there, middle + half, far)
        low = np.broadcast_to(self.block.low[who], near.shape)
        high = np.broadcast_to(self.block.high[who], near.shape)
        ones = np.ones(len(s))
        box_a = (a0, a1, self.a.low * ones, self.a.high * ones)
        box_b = (b0, b1, self.b.low * ones, self.b.high * ones)
        if self.apart:
            boxes = Boxes(near, far, low, high, self.ways.over[who], self.ways.under[who])
            start, end = Box(*box_a), Box(*box_b)
        else:
            # one above the other: exchange the axes, go upwards
            missing = near > far
            both = np.ones(len(who), dtype=np.bool_)
            low, high = np.where(missing, np.inf, low), np.where(missing, -np.inf, high)
            boxes = Boxes(low, high, near, far, both, both)
            start, end = Box(*box_a[2:], *box_a[:2]), Box(*box_b[2:], *box_b[:2])
            if self.a.low > self.b.low:
                start, end = end, start
        best = best_threads(start, end, boxes)
        slack = np.where(hit_a & hit_b, best.slack, -np.inf)
        first, last = _ends_of(start, end, best.slope, best.level)
        rows = []
        for run in (first, last):
            across = best.slope * run + best.level
            t, z = (run, across) if self.apart else (across, run)
            rows.append(np.stack([ux * t - uy * s, uy * t + ux * s, z], axis=1))
        if not self.apart and self.a.low > self.b.low:
            rows.reverse()
        return slack, np.stack(rows, axis=1)

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

    def _narrow(self, seen: list[tuple[Array, Array, Array]], turn: float) -> Array | None:
        """Zoom in on the best plan lines so far."""
        if not seen:
            return None
        theta, s, slack = (np.concatenate([row[k] for row in seen]) for k in range(3))
        order = np.argsort(slack)[::-1][:8]
        theta, s = theta[order], s[order]
        shift = 0.25 * min(self.a.radius, self.b.radius) + 1e-9
        grid = np.linspace(-1, 1, 7)
        for _ in range(_ROUNDS):
            dt, ds = (g.ravel() for g in np.meshgrid(grid * turn, grid * shift))
            thetas, offsets = theta[:, None] + dt, s[:, None] + ds
            slack, threads = self._test(thetas.ravel(), offsets.ravel())
            if (found := self._proven(slack, threads)) is not None:
                return found
            best = np.argmax(slack.reshape(thetas.shape), axis=1)
            rows = np.arange(len(theta))
            theta, s = thetas[rows, best], offsets[rows, best]
            turn, shift = turn * 0.45, shift * 0.45
        return None


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
