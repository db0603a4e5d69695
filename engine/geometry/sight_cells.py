"""A proof that heights and walls together stop every line: all lines at once, cut into cells.

In each cell of plan lines (`sight_trapezoids`) the solids are taken no larger than they are for any
of its lines and the ends no smaller; if not even then a thread passes, none of its lines has one.
Cells that are not shut are cut along the corners that run through them (so seams between pieces
close exactly) or in half.  It may give up; it is never wrong: `sight_lines` searches what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.geometry.sight_ends import Array, End, Flags, Whole
from engine.geometry.sight_solids import Block, Ways
from engine.geometry.sight_trapezoids import (
    SURE,
    Cells,
    Parts,
    Reach,
    Spans,
    convex_parts,
    divided,
    first_cells,
    reach,
    spans,
)

_BRANCHES = 40


def all_shut(a: End, b: End, block: Block, ways: Ways, shrink: float = 0.0, *, levels: int = 3) -> bool | None:
    """Is it proven, with little work, that no thread leads from a to b?  None: the ends are too close for this."""
    cells = open_cells(a, b, block, ways, shrink, levels=levels, most=24)
    return None if cells is None else not len(cells)


def open_cells(
    a: End, b: End, block: Block, ways: Ways, shrink: float = 0.0, *, levels: int = 14, most: int = 400
) -> Cells | None:
    """Cells of plan lines from a to b that may hold a thread: none where it is proven that there is none.

    None, too, where the ends are too close together for this proof.  *shrink* takes in every
    solid's outline by that much (its heights the caller has taken in).  It gives up after so many
    rounds, or with so many cells open at once.
    """
    cells = first_cells(a, b)
    if cells is None:
        return None
    parts = convex_parts(block, ways.over, ways.under, ~ways.enters, shrink)
    for _ in range(levels):
        if not len(parts):
            break
        met = spans(cells, parts)
        left = ~_shut(cells, a, b, parts, met)
        cells = cells.rows(left)
        if not len(cells) or len(cells) > most:
            break
        cells = divided(cells, parts, met.rows(left))
    return cells


def _shut(cells: Cells, a: End, b: End, parts: Parts, met: Spans) -> Flags:
    """Which cells have no thread in any of their lines."""
    from_a, to_b = reach(cells, a), reach(cells, b)
    done = from_a.empty | to_b.empty
    there = met.sure & (met.leave0 > a.x) & (met.enter1 < b.x)
    apart = (met.enter0 > from_a.far[:, None]) & (met.leave1 < to_b.near[:, None])
    done |= (there & apart & ~parts.over & ~parts.under).any(axis=1)
    rows = np.flatnonzero(~done)
    columns = np.flatnonzero(there[rows].any(axis=0))
    if len(rows) and len(columns):
        problem = _problem(a, b, from_a, to_b, parts, met, there, rows, columns)
        done[rows] = _no_way(problem, parts.over[columns], parts.under[columns])
    return done


@dataclass(frozen=True, slots=True)
class _Problem:
    """Points (x, z) that a thread must pass over or under, by part, where it rises and where it falls."""

    heads: tuple[Array, Array, Array, Array]
    """x near a, far a, near b, far b; (n,)"""
    levels: tuple[float, float, float, float]
    """low a, high a, low b, high b."""
    enter: Array
    leave: Array
    low: Array
    high: Array
    over: tuple[Flags, Flags]
    """Does the corner count for threads that go over: rising (where it enters), falling (where it leaves)?"""
    under: tuple[Flags, Flags]
    """The same for threads that go under: rising (where it leaves), falling (where it enters)."""
    there: Flags

    def rows(self, which: Whole) -> _Problem:
        return _Problem(
            tuple(v[which] for v in self.heads),  # type: ignore[arg-type]
            self.levels,
            self.enter[which],
            self.leave[which],
            self.low,
            self.high,
            (self.over[0][which], self.over[1][which]),
            (self.under[0][which], self.under[1][which]),
            self.there[which],
        )


def _problem(
    a: End,
    b: End,
    from_a: Reach,
    to_b: Reach,
    parts: Parts,
    met: Spans,
    there: Flags,
    rows: Whole,
    columns: Whole,
) -> _Problem:
    grid = np.ix_(rows, columns)
    there, enter1, leave0 = there[grid], met.enter1[grid], met.leave0[grid]
    enter0, leave1 = met.enter0[grid], met.leave1[grid]
    low, high = parts.low[columns] + SURE, parts.high[columns] - SURE
    far_a, near_b = from_a.far[rows, None], to_b.near[rows, None]
    # parts that may lie over or under an end: a thread may start past where they begin, or stop before
    at_a, at_b = enter0 <= far_a + SURE, leave1 >= near_b - SURE
    reaches, leaves = ~at_b | (enter1 < near_b), ~at_a | (leave0 > far_a)
    below_a, below_b = high <= a.low + SURE, high <= b.low + SURE
    above_a, above_b = low >= a.high - SURE, low >= b.high - SURE
    return _Problem(
        (from_a.near[rows], from_a.far[rows], to_b.near[rows], to_b.far[rows]),
        (a.low - SURE, a.high + SURE, b.low - SURE, b.high + SURE),
        enter1,
        leave0,
        low,
        high,
        (there & reaches & ~(at_a & below_a), there & leaves & ~(at_b & below_b)),
        (there & leaves & ~(at_b & above_b), there & reaches & ~(at_a & above_a)),
        there,
    )


def _no_way(problem: _Problem, may_over: Flags, may_under: Flags) -> Flags:
    """Rows in which no choice of over and under leaves a thread."""
    count = len(problem.enter)
    failed = np.zeros(count, dtype=np.bool_)
    either = may_over & may_under
    open_ = [(np.arange(count), np.asarray(may_over & ~either), np.asarray(may_under & ~either))]
    # a part with no way past it is one a thread can meet only beside an end: it forbids nothing here
    for _ in range(_BRANCHES):
        if not open_:
            return np.asarray(~failed, dtype=np.bool_)
        rows, over, under = open_.pop()
        rows = rows[~failed[rows]]
        if not len(rows):
            continue
        part = problem.rows(rows)
        free_up, free_down = _thread(part, over, under, True), _thread(part, over, under, False)
        alive = free_up[0] | free_down[0]
        rows, part = rows[alive], part.rows(np.flatnonzero(alive))
        if not len(rows):
            continue
        slope, level = (np.where(free_up[0], u, d)[alive] for u, d in zip(free_up[1:], free_down[1:], strict=True))
        left = np.flatnonzero(either & ~over & ~under)
        hits = _run_into(part, left, slope, level)
        stuck = hits.any(axis=1)
        failed[rows[~stuck]] = True
        if stuck.any():
            column = int(left[int(np.argmax(hits[stuck].sum(axis=0)))])
            for chosen in (over, under):
                new = chosen.copy()
                new[column] = True
                open_.append((rows[stuck], new, under) if chosen is over else (rows[stuck], over, new))
    for rows, _, _ in open_:
        failed[rows] = True
    return np.asarray(~failed, dtype=np.bool_)


def _run_into(part: _Problem, columns: Whole, slope: Array, level: Array) -> Flags:
    """Which of the parts each thread passes neither over nor under."""
    enter, leave = (np.where(part.there, v, 0.0)[:, columns] for v in (part.enter, part.leave))
    z0, z1 = (slope[:, None] * x + level[:, None] for x in (enter, leave))
    rising = (slope >= 0)[:, None]
    lower, upper = np.where(rising, z0, z1), np.where(rising, z1, z0)
    over = np.where(rising, part.over[0][:, columns], part.over[1][:, columns])
    under = np.where(rising, part.under[0][:, columns], part.under[1][:, columns])
    hits = over & under & (lower < part.high[columns]) & (upper > part.low[columns])
    return np.asarray(part.there[:, columns] & hits, dtype=np.bool_)


def _thread(part: _Problem, over: Flags, under: Flags, rising: bool) -> tuple[Flags, Array, Array]:
    """Is there a rising (falling) z = slope * x + level past those parts, and one of them."""
    near_a, far_a, near_b, far_b = part.heads
    low_a, high_a, low_b, high_b = part.levels
    if rising:
        lx, ux, head, tail = part.enter[:, over], part.leave[:, under], (far_a, far_b), (near_a, near_b)
        low_on, high_on = part.over[0][:, over], part.under[0][:, under]
    else:
        lx, ux, head, tail = part.leave[:, over], part.enter[:, under], (near_a, near_b), (far_a, far_b)
        low_on, high_on = part.over[1][:, over], part.under[1][:, under]
    lz = np.where(low_on, part.high[over], -np.inf)
    uz = np.where(high_on, part.low[under], np.inf)
    ones = np.ones(len(near_a))
    lx = np.concatenate([np.stack(head, 1), np.where(low_on, lx, 0.0)], axis=1)
    lz = np.concatenate([np.stack([low_a * ones, low_b * ones], 1), lz], axis=1)
    ux = np.concatenate([np.stack(tail, 1), np.where(high_on, ux, 0.0)], axis=1)
    uz = np.concatenate([np.stack([high_a * ones, high_b * ones], 1), uz], axis=1)
    run, rise = ux[:, None, :] - lx[:, :, None], uz[:, None, :] - lz[:, :, None]
    flat = np.abs(run) < 1e-12
    bound = rise / np.where(flat, 1.0, run)
    most = np.where(~flat & (run > 0), bound, np.inf).min(axis=(1, 2))
    least = np.where(~flat & (run < 0), bound, -np.inf).max(axis=(1, 2))
    least, most = (np.maximum(least, 0.0), most) if rising else (least, np.minimum(most, 0.0))
    fine = (least <= most) & ~(flat & (rise < 0)).any(axis=(1, 2))
    slope = np.where(fine, (np.clip(least, -1e6, 1e6) + np.clip(most, -1e6, 1e6)) / 2, 0.0)
    floor = (lz - slope[:, None] * lx).max(axis=1)
    ceiling = (uz - slope[:, None] * ux).min(axis=1)
    return fine, slope, (floor + ceiling) / 2
