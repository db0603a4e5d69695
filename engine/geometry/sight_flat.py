"""Sight in plan past solids that no line can pass over or under: decided exactly.

For a direction every blocking edge covers an interval of offsets; a line of that direction is free
when the union of the intervals leaves a gap in the offsets that meet both ends.  While the
direction turns, a gap opens or closes only at a *critical* direction: through two corners, through
a corner and touching a round outline, or touching two round outlines.  Between two neighbouring
critical directions the answer is the same, so one test inside each interval decides.

Edges behind an end do not count.  Each end is cut by its *spine*, the chord between its two
outermost points square to the direction: a thread may start anywhere on it, because it lies inside
the end.  Solids that reach into an end are not for this file (see `sight_slice`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, pi

import numpy as np

from engine.courtesy import give_way
from engine.geometry.sight_ends import Array, End, Flags, Whole
from engine.geometry.sight_solids import Block

EPS = 1e-9
"""A gap narrower than this (inches) is no gap: far above rounding, far below anything that can be built."""

_HAIR = 1e-6
_FIRST = np.arange(1, 10) / 10
_CHUNK = 60_000


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line in plan: direction *theta* (radians), offset *s*, and the width of the free gap around it."""

    theta: float
    s: float
    gap: float


@dataclass(frozen=True, slots=True)
class Window:
    """For each direction: the offsets that meet both ends, and the two spines as t = at + slope * s."""

    ux: Array
    uy: Array
    lo: Array
    hi: Array
    at_a: Array
    slope_a: Array
    at_b: Array
    slope_b: Array


def window(a: End, b: End, theta: Array) -> Window:
    """The lines of each direction that run from a to b; lo > hi where there are none."""
    ux, uy = np.cos(theta), np.sin(theta)
    spines = [_spine(end, ux, uy) for end in (a, b)]
    (lo_a, hi_a, at_a, slope_a), (lo_b, hi_b, at_b, slope_b) = spines
    lo, hi = np.maximum(lo_a, lo_b), np.minimum(hi_a, hi_b)
    middle = (lo + hi) / 2
    ahead = at_a + slope_a * middle <= at_b + slope_b * middle
    return Window(ux, uy, lo, np.where(ahead, hi, lo - 1.0), at_a, slope_a, at_b, slope_b)


def widest(a: End, b: End, block: Block, theta: Array, shrink: float = 0.0) -> tuple[Array, Array]:
    """For each direction the widest free gap (negative: none) and the offset in its middle.

    With *shrink*, the silhouette of every solid is taken in by that much on either side.
    """
    gaps, offsets = np.empty(len(theta)), np.empty(len(theta))
    step = max(1, _CHUNK // max(1, block.edges.shape[1] + len(block.rounds)))
    for i in range(0, len(theta), step):
        part = slice(i, i + step)
        gaps[part], offsets[part] = _gaps(window(a, b, theta[part]), block, shrink)
    return gaps, offsets


def free_line(a: End, b: End, block: Block, shrink: float = 0.0) -> tuple[PlanLine | None, bool]:
    """A line from a to b past every solid of the block, or None: there is none (exact).

    And, for none, whether it is a close thing: a line that touches on both sides may exist.
    """
    low, high = domain(a, b)
    theta = low + (high - low) * _FIRST
    gaps, offsets = widest(a, b, block, theta, shrink)
    best = int(np.argmax(gaps))
    if gaps[best] <= EPS:
        limits = critical(a, b, block, low, high)
        theta = np.concatenate([(limits[1:] + limits[:-1]) / 2, limits])
        gaps, offsets = widest(a, b, block, theta, shrink)
        # at a critical direction itself a gap has no room to turn: it only tells how close it was
        best = int(np.argmax(gaps[: len(limits) - 1]))
    if gaps[best] <= EPS:
        return None, bool(gaps.max() > -_HAIR)
    return PlanLine(float(theta[best]), float(offsets[best]), float(gaps[best])), True


def all_gaps(a: End, b: End, block: Block, theta: Array) -> tuple[Whole, Array, Array]:
    """Every free gap of each direction: the row of its direction, its lower limit and its width."""
    win = window(a, b, theta)
    reach, room = _rooms(win, *_intervals(win, block))
    row, column = np.nonzero(room > EPS)
    return row, reach[row, column], room[row, column]


def in_the_way(a: End, b: End, block: Block) -> Flags:
    """Per solid: does it stop at least one plan line from a to b?  (Touching the corridor is free.)"""
    low, high = domain(a, b)
    theta = critical(a, b, block, low, high)
    theta = np.concatenate([theta, (theta[1:] + theta[:-1]) / 2])
    win = window(a, b, theta)
    start, end = _intervals(win, block)
    some = np.minimum(end, win.hi[:, None]) - np.maximum(start, win.lo[:, None]) > EPS
    edges = block.edges.shape[1]
    found = np.zeros(len(block), dtype=np.bool_)
    np.logical_or.at(found, block.owner, some[:, :edges].any(axis=0))
    found[block.polygons :] = some[:, edges:].any(axis=0)
    return found


def domain(a: End, b: End) -> tuple[float, float]:
    """Directions outside these meet at most one of the ends (circles: exact; others: a little wide)."""
    length, together = b.x - a.x, a.radius + b.radius
    if length <= together * (1 + 1e-12):
        return -pi, pi
    half = asin(together / length) if together else 1e-9
    return -half, half


def critical(a: End, b: End, block: Block, low: float, high: float) -> Array:
    """All directions in [low, high] where a gap may open or close, sorted, both limits included."""
    x, y = _corners_between(a, b, block)
    rounds = [end for end in (*block.rounds, a, b) if end.round and end.a > 0]
    points = [(end.x, end.y) for end in (a, b) if end.round and end.a == 0]
    points += [p for end in (a, b) for p in (*end.cut_points(), *map(tuple, end.corners.tolist()))]
    if points:
        x = np.concatenate([x, [p[0] for p in points]])
        y = np.concatenate([y, [p[1] for p in points]])
    found = [_through_corners(x, y)]
    circles = [end for end in rounds if end.circle]
    for k, end in enumerate(circles):
        found.append(_tangents(x - end.x, y - end.y, np.full(len(x), end.a)))
        for other in circles[k + 1 :]:
            sums = np.array([end.a + other.a, end.a - other.a])
            found.append(_tangents(np.full(2, other.x - end.x), np.full(2, other.y - end.y), sums))
    theta = np.concatenate(found) if found else np.zeros(0)
    if high - low > pi:
        theta = np.concatenate([theta, theta + pi, theta - pi])
    ovals = [end for end in rounds if not end.circle]
    if ovals or not (a.round and b.round) or a.cuts or b.cuts:
        theta = np.concatenate([theta, _numeric(a, b, ovals, circles, (x, y), low, high)])
    theta = np.sort(np.concatenate([theta[(theta > low) & (theta < high)], [low, high]]))
    keep = np.ones(len(theta), dtype=np.bool_)
    keep[1:] = np.diff(theta) > (high - low) * 1e-10
    return theta[keep]


def _spine(end: End, ux: Array, uy: Array) -> tuple[Array, Array, Array, Array]:
    """Lowest and highest offset of an end, and the chord between the two points that reach them."""
    give_way()
    top, px, py = end.support(-uy, ux)
    bottom, qx, qy = end.support(uy, -ux)
    hi, lo = top, -bottom
    tp, tq = ux * px + uy * py, ux * qx + uy * qy
    wide = hi - lo
    slope = np.where(wide > 1e-12, (tp - tq) / np.where(wide > 1e-12, wide, 1.0), 0.0)
    return lo, hi, tq - slope * lo, slope


def _gaps(win: Window, block: Block, shrink: float) -> tuple[Array, Array]:
    start, end = _intervals(win, block)
    if shrink:
        start, end = _taken_in(block, start, end, shrink)
    reach, room = _rooms(win, start, end)
    best = np.argmax(room, axis=1)[:, None]
    gap = np.take_along_axis(room, best, 1)[:, 0]
    return gap, np.take_along_axis(reach, best, 1)[:, 0] + gap / 2


def _rooms(win: Window, start: Array, end: Array) -> tuple[Array, Array]:
    """Where each gap between the joined intervals begins, and how wide it is (negative: none)."""
    order = np.argsort(start, axis=1)
    start, end = np.take_along_axis(start, order, 1), np.take_along_axis(end, order, 1)
    reach = np.maximum.accumulate(np.concatenate([win.lo[:, None], end], axis=1), axis=1)
    following = np.concatenate([start, np.full((len(win.lo), 1), np.inf)], axis=1)
    return reach, np.minimum(following, win.hi[:, None]) - reach


def _intervals(win: Window, block: Block) -> tuple[Array, Array]:
    """Offsets each edge and each round solid covers between the spines; (inf, -inf) where none."""
    ux, uy = win.ux[:, None], win.uy[:, None]
    x0, y0, x1, y1 = block.edges
    s0, s1 = ux * y0 - uy * x0, ux * y1 - uy * x1
    t0, t1 = ux * x0 + uy * y0, ux * x1 + uy * y1
    at_a, slope_a, at_b, slope_b = (v[:, None] for v in (win.at_a, win.slope_a, win.at_b, win.slope_b))
    first, last, alive = np.zeros(s0.shape), np.ones(s0.shape), np.ones(s0.shape, dtype=np.bool_)
    for g0, g1 in (
        (t0 - at_a - slope_a * s0 - EPS, t1 - at_a - slope_a * s1 - EPS),
        (at_b + slope_b * s0 - t0 - EPS, at_b + slope_b * s1 - t1 - EPS),
    ):
        in0, in1 = g0 > 0, g1 > 0
        crossing = in0 != in1
        at = g0 / np.where(crossing, g0 - g1, 1.0)
        first = np.where(crossing & in1, np.maximum(first, at), first)
        last = np.where(crossing & in0, np.minimum(last, at), last)
        alive &= in0 | in1
    alive &= first < last
    c0, c1 = s0 + first * (s1 - s0), s0 + last * (s1 - s0)
    start = np.where(alive, np.minimum(c0, c1), np.inf)
    end = np.where(alive, np.maximum(c0, c1), -np.inf)
    if not block.rounds:
        return start, end
    extra = [_round_interval(win, solid) for solid in block.rounds]
    return (
        np.concatenate([start, np.stack([e[0] for e in extra], axis=1)], axis=1),
        np.concatenate([end, np.stack([e[1] for e in extra], axis=1)], axis=1),
    )


def _round_interval(win: Window, solid: End) -> tuple[Array, Array]:
    """Offsets a round solid covers, if it lies between the ends along lines that meet it."""
    lo, hi, at, slope = _spine(solid, win.ux, win.uy)
    middle = (np.maximum(lo, win.lo) + np.minimum(hi, win.hi)) / 2
    here = at + slope * middle
    between = (here > win.at_a + win.slope_a * middle) & (here < win.at_b + win.slope_b * middle)
    return np.where(between, lo, np.inf), np.where(between, hi, -np.inf)


def _taken_in(block: Block, start: Array, end: Array, shrink: float) -> tuple[Array, Array]:
    """Each solid's silhouette loses *shrink* on both sides; its own seams stay shut."""
    low, high = start.copy(), end.copy()
    edges = block.edges.shape[1]
    if block.polygons:
        low[:, :edges] = np.minimum.reduceat(start[:, :edges], block.start, axis=1)[:, block.owner]
        high[:, :edges] = np.maximum.reduceat(end[:, :edges], block.start, axis=1)[:, block.owner]
    start, end = np.maximum(start, low + shrink), np.minimum(end, high - shrink)
    gone = ~(start <= end)
    return np.where(gone, np.inf, start), np.where(gone, -np.inf, end)


def _corners_between(a: End, b: End, block: Block) -> tuple[Array, Array]:
    """Corners inside the hull of the two bounding circles: no other can bound a gap."""
    x, y = block.corners
    ra, rb, length = a.radius, b.radius, b.x
    keep: Flags = (x >= -ra - EPS) & (x <= length + rb + EPS)
    if length > abs(rb - ra):
        slope = (rb - ra) / length
        keep &= np.abs(y) * np.sqrt(1 - slope * slope) - x * slope <= ra + EPS
    return x[keep], y[keep]


def _through_corners(x: Array, y: Array) -> Array:
    i, j = np.triu_indices(len(x), 1)
    return _folded(np.arctan2(y[j] - y[i], x[j] - x[i]))


def _tangents(dx: Array, dy: Array, r: Array) -> Array:
    """Directions of lines through the origin at distance r from (dx, dy), or between two circles."""
    far = np.hypot(dx, dy)
    outside = far > np.abs(r)
    dx, dy, r, far = dx[outside], dy[outside], r[outside], far[outside]
    axis, turn = np.arctan2(dy, dx), np.arcsin(r / far)
    return _folded(np.concatenate([axis - turn, axis + turn]))


def _folded(theta: Array) -> Array:
    """Directions of undirected lines: into [-pi/2, pi/2)."""
    return np.asarray((theta + pi / 2) % pi - pi / 2, dtype=np.float64)


def _numeric(
    a: End, b: End, ovals: list[End], circles: list[End], corners: tuple[Array, Array], low: float, high: float
) -> Array:
    """Critical directions of ovals and cut ends: roots of differences of silhouette limits, by bisection."""
    special = list(ovals) + [end for end in (a, b) if end.cuts or not end.round]
    plain = [end for end in circles if not end.cuts]

    def limits(theta: Array) -> tuple[Array, Array]:
        ux, uy = np.cos(theta), np.sin(theta)
        mine = [v for end in special for v in _spine(end, ux, uy)[:2]]
        theirs = [v for end in plain for v in _spine(end, ux, uy)[:2]]
        points = [ux * y - uy * x for x, y in zip(*(c.tolist() for c in corners), strict=True)]
        return np.stack(mine), np.stack(mine + theirs + points)

    def differences(theta: Array, which: tuple[Array, Array] | None = None) -> Array:
        mine, others = limits(theta)
        if which is None:
            return mine[:, None, :] - others[None, :, :]
        i, j = which[0].astype(np.int64), which[1].astype(np.int64)
        column = np.arange(len(theta))
        return np.asarray(mine[i, column] - others[j, column], dtype=np.float64)

    grid = np.linspace(low, high, 65)
    sign = differences(grid) > 0
    i, j, k = np.nonzero(sign[:, :, 1:] != sign[:, :, :-1])
    if not len(i):
        return np.zeros(0)
    left, right, was = grid[k], grid[k + 1], sign[i, j, k]
    for _ in range(46):
        middle = (left + right) / 2
        same = (differences(middle, (i.astype(np.float64), j.astype(np.float64))) > 0) == was
        left, right = np.where(same, middle, left), np.where(same, right, middle)
    return (left + right) / 2
