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
from itertools import product

import numpy as np

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_flat import EPS
from engine.geometry.sight_solids import Block

STEEP = 1e7
_NEVER = -1e3
_BOTH_WAYS = 5


@dataclass(frozen=True, slots=True)
class Box:
    """One end in every slice: *near* to *far* along, *low* to *high* across."""

    near: Array
    far: Array
    low: Array
    high: Array


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


@dataclass(frozen=True, slots=True)
class Threads:
    """The best thread of each slice: z = slope * t + level; it is free where slack >= 0."""

    slack: Array
    slope: Array
    level: Array

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
    near, far, who = [], [], []
    bounds = [*block.start.tolist(), len(block.owner)]
    for k in range(block.polygons):
        mine = slice(bounds[k], bounds[k + 1])
        most = int(crosses[:, mine].sum(axis=1).max(initial=0))
        if most < 2:
            continue
        along = np.sort(at[:, mine], axis=1)
        for pair in range(most // 2):
            near.append(along[:, 2 * pair])
            far.append(np.where(np.isfinite(along[:, 2 * pair + 1]), along[:, 2 * pair + 1], -np.inf))
            who.append(k)
    for k, solid in enumerate(block.rounds, start=block.polygons):
        a, b, hit = solid.chord(ux, uy, s)
        near.append(np.where(hit, a, np.inf))
        far.append(np.where(hit, b, -np.inf))
        who.append(k)
    if not who:
        return np.zeros((len(s), 0)), np.zeros((len(s), 0)), np.zeros(0, dtype=np.int64)
    return np.stack(near, axis=1), np.stack(far, axis=1), np.array(who, dtype=np.int64)


def best_threads(start: Box, end: Box, boxes: Boxes) -> Threads:
    """The best thread of every slice from *start* (the nearer) to *end*, over all ways past the solids."""
    meets = (boxes.near < end.far[:, None]) & (boxes.far > start.near[:, None]) & (boxes.near <= boxes.far)
    boxes = boxes.columns(np.asarray(meets.any(axis=0), dtype=np.bool_))
    best = _nothing(len(start.near))
    for first in _clear_of(start, boxes):
        for last in _clear_of(end, boxes):
            best = best.better(_all_ways(first, last, boxes))
    return best


def _all_ways(start: Box, end: Box, boxes: Boxes) -> Threads:
    best = _nothing(len(start.near))
    forced = np.broadcast_to(boxes.over | ~boxes.under, boxes.near.shape)
    either = np.flatnonzero(boxes.over & boxes.under)
    if len(either) <= _BOTH_WAYS:
        for choice in product((True, False), repeat=len(either)):
            over = forced.copy()
            over[:, either] = choice
            best = best.better(_one_way(start, end, boxes, over))
        return best
    middle, height = (boxes.near + boxes.far) / 2, (boxes.low + boxes.high) / 2
    for f, g in product(np.linspace(0.02, 0.98, 6), repeat=2):
        # as many ways as trial lines tell apart: a finite search where more than five solids float
        z0, z1 = start.low + f * (start.high - start.low), end.low + g * (end.high - end.low)
        slope = (z1 - z0) / np.maximum(end.near - start.far, 1e-9)
        trial = z0[:, None] + slope[:, None] * (middle - start.far[:, None])
        with np.errstate(invalid="ignore"):
            over = np.where(boxes.over & boxes.under, trial > height, forced)
        best = best.better(_one_way(start, end, boxes, over))
    return best


def _one_way(start: Box, end: Box, boxes: Boxes, over: Flags) -> Threads:
    """Rising and falling threads that pass over the flagged solids and under the others."""
    return _sloped(start, end, boxes, over, True).better(_sloped(start, end, boxes, over, False))


def _sloped(start: Box, end: Box, boxes: Boxes, over: Flags, rising: bool) -> Threads:
    lower_t, lower_z, upper_t, upper_z = _corners(start, end, boxes, over, rising)
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


def _corners(start: Box, end: Box, boxes: Boxes, over: Flags, rising: bool) -> tuple[Array, Array, Array, Array]:
    """The corners every thread must pass above (t, z) and below (t, z).

    A solid under (over) an end needs no corner on the side of that end, and none at all for threads
    that already lead away from it.
    """
    here = (boxes.far > start.near[:, None]) & (boxes.near < end.far[:, None]) & (boxes.near <= boxes.far)
    by_start, by_end = boxes.near <= start.far[:, None] + EPS, boxes.far >= end.near[:, None] - EPS
    need_near, need_far = [], []
    for beside_start, beside_end, away in (
        (boxes.high <= start.low[:, None] + EPS, boxes.high <= end.low[:, None] + EPS, rising),
        (boxes.low >= start.high[:, None] - EPS, boxes.low >= end.high[:, None] - EPS, not rising),
    ):
        at_start, at_end = by_start & beside_start, by_end & beside_end
        need_near.append(here & ~at_start & (~at_end if not away else True))
        need_far.append(here & ~at_end & (~at_start if away else True))
    tail = end.far if rising else end.near
    head = start.far if rising else start.near
    other_tail, other_head = (end.near, start.near) if rising else (end.far, start.far)
    near, far = np.where(here, boxes.near, 0.0), np.where(here, boxes.far, 0.0)
    low, high = np.where(here, boxes.low, 0.0), np.where(here, boxes.high, 0.0)
    lower_t = np.concatenate([head[:, None], tail[:, None], near, far], axis=1)
    upper_t = np.concatenate([other_head[:, None], other_tail[:, None], near, far], axis=1)
    lower_z = np.concatenate(
        [start.low[:, None], end.low[:, None]]
        + [np.where(over & need, high + EPS, -np.inf) for need in (need_near[0], need_far[0])],
        axis=1,
    )
    upper_z = np.concatenate(
        [start.high[:, None], end.high[:, None]]
        + [np.where(~over & need, low - EPS, np.inf) for need in (need_near[1], need_far[1])],
        axis=1,
    )
    return lower_t, lower_z, upper_t, upper_z


def _clear_of(end: Box, boxes: Boxes) -> list[Box]:
    """The parts of an end outside the solids that reach into it: whole, or what is left on each side."""
    inside = (boxes.near < end.far[:, None] - EPS) & (boxes.far > end.near[:, None] + EPS)
    inside &= (boxes.low < end.high[:, None] - EPS) & (boxes.high > end.low[:, None] + EPS)
    inside &= boxes.near <= boxes.far
    if not inside.any():
        return [end]
    beyond = np.where(inside, boxes.far, -np.inf).max(axis=1, initial=-np.inf) + EPS
    before = np.where(inside, boxes.near, np.inf).min(axis=1, initial=np.inf) - EPS
    above = np.where(inside, boxes.high, -np.inf).max(axis=1, initial=-np.inf) + EPS
    below = np.where(inside, boxes.low, np.inf).min(axis=1, initial=np.inf) - EPS
    return [
        _part(end, near=np.maximum(end.near, beyond)),
        _part(end, far=np.minimum(end.far, before)),
        _part(end, low=np.maximum(end.low, above)),
        _part(end, high=np.minimum(end.high, below)),
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
