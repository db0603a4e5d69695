"""Sight with heights along one plan line: a thread between two upright boxes past boxes, exactly.

In the upright slice over a plan line both ends and all solids are rectangles.  Once it is settled
which solids a thread passes over and which under, the free threads z = m * t + c form a convex set,
and whether it is empty follows from pairs of corners.  Solids that could be passed either way are
tried both ways.  All arrays have one row a slice.

Where the ends stand above one another (their bases overlap in plan) the same solver runs with the
two axes exchanged: *along* is then height, and *over* means beside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_flat import EPS
from engine.geometry.sight_solids import Block

STEEP = 1e7
_NEVER = -1e3
_PARTS = 64
_BRANCHES = 300
"""Far more than any table needs; past it the ways left are given up."""


@dataclass(frozen=True, slots=True)
class Box:
    """One end in every slice: *near* to *far* along, *low* to *high* across."""

    near: Array
    far: Array
    low: Array
    high: Array

    def rows(self, which: Whole | Flags) -> Box:
        return Box(self.near[which], self.far[which], self.low[which], self.high[which])


@dataclass(frozen=True, slots=True)
class Boxes:
    """Solids in every slice (rows) by column; near > far where a slice misses a column."""

    near: Array
    far: Array
    low: Array
    high: Array
    over: Flags
    """Per column: may a thread pass over it?"""
    under: Flags

    def columns(self, keep: Flags) -> Boxes:
        return Boxes(
            self.near[:, keep],
            self.far[:, keep],
            self.low[:, keep],
            self.high[:, keep],
            self.over[keep],
            self.under[keep],
        )

    def rows(self, which: Whole | Flags) -> Boxes:
        return Boxes(self.near[which], self.far[which], self.low[which], self.high[which], self.over, self.under)


@dataclass(frozen=True, slots=True)
class Threads:
    """The best thread of each slice: z = slope * t + level; it is free where slack >= 0."""

    slack: Array
    slope: Array
    level: Array

    def rows(self, which: Whole | Flags) -> Threads:
        return Threads(self.slack[which], self.slope[which], self.level[which])

    def raise_to(self, rows: Whole, other: Threads) -> None:
        """Take over what is better for these rows (in place)."""
        mine = self.slack[rows] < other.slack
        rows = rows[mine]
        for kept, new in ((self.slack, other.slack), (self.slope, other.slope), (self.level, other.level)):
            kept[rows] = new[mine]

    def better(self, other: Threads) -> Threads:
        mine = self.slack >= other.slack
        return Threads(
            np.where(mine, self.slack, other.slack),
            np.where(mine, self.slope, other.slope),
            np.where(mine, self.level, other.level),
        )


def chords(block: Block, ux: Array, uy: Array, s: Array) -> tuple[Array, Array, Whole]:
    """Where each plan line runs inside each solid: from, to (rows, columns), and each column's solid."""
    x0, y0, x1, y1 = block.edges
    column, row = (ux[:, None], uy[:, None]), s[:, None]
    off0, off1 = column[0] * y0 - column[1] * x0 - row, column[0] * y1 - column[1] * x1 - row
    t0, t1 = column[0] * x0 + column[1] * y0, column[0] * x1 + column[1] * y1
    crosses = (off0 >= 0) != (off1 >= 0)
    at = np.where(crosses, t0 + off0 / np.where(crosses, off0 - off1, 1.0) * (t1 - t0), np.inf)
    near, far, who = _pairs(block, at, crosses)
    for k, solid in enumerate(block.rounds, start=block.polygons):
        a, b, hit = solid.chord(ux, uy, s)
        near.append(np.where(hit, a, np.inf))
        far.append(np.where(hit, b, -np.inf))
        who.append(k)
    if not who:
        return np.zeros((len(s), 0)), np.zeros((len(s), 0)), np.zeros(0, dtype=np.int64)
    return np.stack(near, axis=1), np.stack(far, axis=1), np.array(who, dtype=np.int64)


def _pairs(block: Block, at: Array, crosses: Flags) -> tuple[list[Array], list[Array], list[int]]:
    """The crossings of each polygon from near to far, two by two, as columns."""
    near: list[Array] = []
    far: list[Array] = []
    who: list[int] = []
    if not block.polygons:
        return near, far, who
    most = np.add.reduceat(crosses, block.start, axis=1, dtype=np.int64).max(axis=0, initial=0)
    bounds = np.append(block.start, len(block.owner))
    for count in sorted(set(most.tolist()) - {0, 1}):
        mine = np.flatnonzero(most == count)
        for size in sorted(set(np.diff(bounds)[mine].tolist())):
            alike = mine[np.diff(bounds)[mine] == size]
            along = np.sort(at[:, block.start[alike, None] + np.arange(size)], axis=2)
            for pair in range(count // 2):
                first, last = along[:, :, 2 * pair], along[:, :, 2 * pair + 1]
                near += list(first.T)
                far += list(np.where(np.isfinite(last), last, -np.inf).T)
                who += alike.tolist()
    return near, far, who


def best_threads(start: Box, end: Box, boxes: Boxes) -> Threads:
    """The best thread of every slice from *start* (the nearer) to *end*, over all ways past the solids."""
    meets = (boxes.near < end.far[:, None]) & (boxes.far > start.near[:, None]) & (boxes.near <= boxes.far)
    boxes = boxes.columns(np.asarray(meets.any(axis=0), dtype=np.bool_))
    best = _nothing(len(start.near))
    for first in _clear_of(start, boxes):
        for last in _clear_of(end, boxes):
            rows = np.flatnonzero((first.low <= first.high) & (last.low <= last.high) & (best.slack < 0))
            if len(rows):
                best.raise_to(rows, _all_ways(first.rows(rows), last.rows(rows), boxes.rows(rows)))
    return best


def _all_ways(start: Box, end: Box, boxes: Boxes) -> Threads:
    """Branch on a solid only where the best thread so far runs into it; slices without hope drop out."""
    best = _nothing(len(start.near))
    forced = boxes.over | ~boxes.under
    open_ = [(np.arange(len(start.near)), forced, ~(boxes.over & boxes.under))]
    for _ in range(_BRANCHES):
        if not open_:
            break
        rows, over, settled = open_.pop()
        rows = rows[best.slack[rows] < 0]
        if not len(rows):
            continue
        here = boxes.rows(rows)
        threads = _one_way(
            start.rows(rows), end.rows(rows), here.columns(settled & over), here.columns(settled & ~over)
        )
        hits = _run_into(threads, start.rows(rows), end.rows(rows), here.columns(~settled))
        undone = (threads.slack >= 0) & hits.any(axis=1)
        best.raise_to(rows[~undone], threads.rows(~undone))
        if undone.any():
            column = int(np.flatnonzero(~settled)[int(np.argmax(hits[undone].sum(axis=0)))])
            settled = settled.copy()
            settled[column] = True
            for way in (True, False):
                chosen = over.copy()
                chosen[column] = way
                open_.append((rows[undone], chosen, settled))
    return best


def _run_into(threads: Threads, start: Box, end: Box, boxes: Boxes) -> Flags:
    """Which of the boxes each thread meets between the ends."""
    near, far = np.maximum(boxes.near, start.near[:, None]), np.minimum(boxes.far, end.far[:, None])
    there = near <= far
    slope, level = threads.slope[:, None], threads.level[:, None]
    z0, z1 = slope * np.where(there, near, 0.0) + level, slope * np.where(there, far, 0.0) + level
    return there & (np.minimum(z0, z1) < boxes.high + EPS) & (np.maximum(z0, z1) > boxes.low - EPS)


def _one_way(start: Box, end: Box, over: Boxes, under: Boxes) -> Threads:
    """Rising and falling threads that pass over the one and under the other solids."""
    return _sloped(start, end, over, under, True).better(_sloped(start, end, over, under, False))


def _sloped(start: Box, end: Box, over: Boxes, under: Boxes, rising: bool) -> Threads:
    head, tail = (start.far, end.far) if rising else (start.near, end.near)
    lower_t, lower_z = _corners(start, end, over, over.high + EPS, rising, True)
    lower_t = np.concatenate([head[:, None], tail[:, None], lower_t], axis=1)
    lower_z = np.concatenate([start.low[:, None], end.low[:, None], lower_z], axis=1)
    head, tail = (start.near, end.near) if rising else (start.far, end.far)
    upper_t, upper_z = _corners(start, end, under, under.low - EPS, rising, False)
    upper_t = np.concatenate([head[:, None], tail[:, None], upper_t], axis=1)
    upper_z = np.concatenate([start.high[:, None], end.high[:, None], upper_z], axis=1)
    run = upper_t[:, None, :] - lower_t[:, :, None]
    rise = upper_z[:, None, :] - lower_z[:, :, None]
    flat = np.abs(run) < 1e-12
    bound = rise / np.where(flat, 1.0, run)
    most = np.where(~flat & (run > 0), bound, np.inf).min(axis=(1, 2))
    least = np.where(~flat & (run < 0), bound, -np.inf).max(axis=(1, 2))
    most, least = (most, np.maximum(least, 0.0)) if rising else (np.minimum(most, 0.0), least)
    most, least = np.minimum(most, STEEP), np.maximum(least, -STEEP)
    shut = (flat & (rise < 0)).any(axis=(1, 2))
    slack = np.where(shut, _NEVER, most - least)
    natural = ((end.low + end.high) - (start.low + start.high)) / 2 / np.maximum(end.near - start.far, 1e-6)
    rim = np.maximum(slack, 0.0) / 4
    slope = np.clip(natural, np.minimum(least + rim, most), np.maximum(most - rim, least))
    floor = (lower_z - slope[:, None] * lower_t).max(axis=1)
    ceiling = (upper_z - slope[:, None] * upper_t).min(axis=1)
    return Threads(slack, slope, (floor + ceiling) / 2)


def _corners(start: Box, end: Box, boxes: Boxes, level: Array, rising: bool, over: bool) -> tuple[Array, Array]:
    """The corners (t, z) every thread must pass above (below), at the near and far side of each solid.

    A solid under (over) an end needs no corner on the side of that end, and none at all for threads
    that lead away from it.
    """
    here = (boxes.far > start.near[:, None]) & (boxes.near < end.far[:, None]) & (boxes.near <= boxes.far)
    at_start, at_end = boxes.near <= start.far[:, None] + EPS, boxes.far >= end.near[:, None] - EPS
    if over:
        at_start &= boxes.high <= start.low[:, None] + EPS
        at_end &= boxes.high <= end.low[:, None] + EPS
    else:
        at_start &= boxes.low >= start.high[:, None] - EPS
        at_end &= boxes.low >= end.high[:, None] - EPS
    near, far = here & ~at_start, here & ~at_end
    if rising == over:
        far &= ~at_start
    else:
        near &= ~at_end
    none = -np.inf if over else np.inf
    return (
        np.concatenate([np.where(near, boxes.near, 0.0), np.where(far, boxes.far, 0.0)], axis=1),
        np.concatenate([np.where(near, level, none), np.where(far, level, none)], axis=1),
    )


def _clear_of(end: Box, boxes: Boxes) -> list[Box]:
    """The parts of an end outside the solids that reach into it: whole, or what is left on each side of each."""
    parts = [end]
    for c in np.flatnonzero(_inside(end, boxes).any(axis=0)).tolist():
        only = np.zeros(boxes.near.shape[1], dtype=np.bool_)
        only[c] = True
        solid = boxes.columns(only)
        parts = [left for part in parts for left in _beside(part, solid)]
        parts = [part for part in parts if (part.low <= part.high).any()][:_PARTS]
    return parts


def _inside(end: Box, boxes: Boxes) -> Flags:
    """Which solids reach into an end, by slice and column."""
    inside = (boxes.near < end.far[:, None] - EPS) & (boxes.far > end.near[:, None] + EPS)
    inside &= (boxes.low < end.high[:, None] - EPS) & (boxes.high > end.low[:, None] + EPS)
    return np.asarray(inside & (boxes.near <= boxes.far), dtype=np.bool_)


def _beside(end: Box, solid: Boxes) -> list[Box]:
    """What one solid (one column) leaves of an end: beyond it, before it, above and below."""
    inside = _inside(end, solid)[:, 0]
    if not inside.any():
        return [end]
    near, far, low, high = solid.near[:, 0], solid.far[:, 0], solid.low[:, 0], solid.high[:, 0]
    return [
        _part(end, near=np.where(inside, np.maximum(end.near, far + EPS), end.near)),
        _part(end, far=np.where(inside, np.minimum(end.far, near - EPS), -np.inf)),
        _part(end, low=np.where(inside, np.maximum(end.low, high + EPS), np.inf)),
        _part(end, high=np.where(inside, np.minimum(end.high, low - EPS), -np.inf)),
    ]


def _part(
    end: Box, near: Array | None = None, far: Array | None = None, low: Array | None = None, high: Array | None = None
) -> Box:
    """A smaller box; where nothing is left it becomes one no thread can meet."""
    near, far = end.near if near is None else near, end.far if far is None else far
    low, high = end.low if low is None else low, end.high if high is None else high
    gone = (near > far) | (low > high)
    return Box(near, np.where(gone, near, far), np.where(gone, 1e6, low), np.where(gone, -1e6, high))


def _nothing(rows: int) -> Threads:
    return Threads(np.full(rows, _NEVER), np.zeros(rows), np.zeros(rows))
