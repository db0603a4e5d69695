"""Plan lines in cells: all lines y = m * x + c of a trapezoid of (m, c) at once.

A corner of a solid is a straight line in the plane of (m, c), so whether an edge is crossed by the
lines of a cell, and between where and where, is known from the cell's four corners.  Solids are
cut into convex parts; a round one counts as the polygon of 24 corners inside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, pi, tan

import numpy as np
import shapely

from engine.geometry.sight_convex import convex_loops
from engine.geometry.sight_ends import Array, End, Flags, Whole
from engine.geometry.sight_solids import Block, loops_of

SURE = 1e-6
"""Proven blocked means: also if both ends were taller and wider and all solids lower by this (inches)."""

_TINY = 1e-12
_STEEPEST = 0.9
_ROUND = 24
_CENTRAL = 0.12


@dataclass(frozen=True, slots=True)
class Cells:
    """(m, c) trapezoids: m from *m0* to *m1*; c from *b0* to *t0* on the left side, *b1* to *t1* on the right."""

    m0: Array
    m1: Array
    b0: Array
    t0: Array
    b1: Array
    t1: Array

    def __len__(self) -> int:
        return len(self.m0)

    def rows(self, which: Flags | Whole) -> Cells:
        return Cells(*(getattr(self, name)[which] for name in Cells.__slots__))

    def corners(self) -> tuple[Array, Array]:
        """m and c of the four corners, (4, n)."""
        return np.stack([self.m0, self.m0, self.m1, self.m1]), np.stack([self.b0, self.t0, self.b1, self.t1])

    def middles(self) -> tuple[Array, Array]:
        return (self.m0 + self.m1) / 2, (self.b0 + self.t0 + self.b1 + self.t1) / 4


@dataclass(frozen=True, slots=True)
class Parts:
    """Convex parts of solids: corners anticlockwise (x, y with y to the left of x), heights, ways past."""

    x: Array
    y: Array
    start: Whole
    after: Whole
    """For each corner the next one of its part."""
    low: Array
    high: Array
    over: Flags
    under: Flags
    soft: Array
    """By how much (inches) each corner may still move, whichever way."""

    def __len__(self) -> int:
        return len(self.low)


@dataclass(frozen=True, slots=True)
class Spans:
    """(cells, parts): do all lines of the cell run into the part (*sure*), or some (*some*); the
    range of where they enter (*enter0* to *enter1*) and leave it."""

    sure: Flags
    some: Flags
    enter0: Array
    enter1: Array
    leave0: Array
    leave1: Array

    def rows(self, which: Flags | Whole) -> Spans:
        return Spans(*(getattr(self, name)[which] for name in Spans.__slots__))


@dataclass(frozen=True, slots=True)
class Reach:
    """Per cell the hull of the stretch of its lines inside one end."""

    near: Array
    far: Array
    empty: Flags


def convex_parts(block: Block, over: Flags, under: Flags, use: Flags, shrink: float = 0.0) -> Parts:
    """The flagged solids of a block as convex parts, such that moving their corners by *shrink* changes nothing.

    What is of one part stays as it is, with corners that may move; what is of several is taken in all
    round.  Outlines that are no plain rings are left out, and those that are gone when taken in.
    """
    rings: list[Array] = []
    who: list[int] = []
    soft: list[float] = []
    bounds = [*block.start.tolist(), len(block.owner)]
    for k in np.flatnonzero(use[: block.polygons]).tolist():
        ring = block.edges[:2, bounds[k] : bounds[k + 1]].T
        loops = loops_of(block.pieces[k])
        whole = not shrink or len(loops) == 1
        found = [ring[list(loop)] for loop in loops] if whole else _smaller(ring, shrink)
        rings += found
        who += [k] * len(found)
        soft += [shrink if whole else 0.0] * len(found)
    angle = np.arange(_ROUND) * (2 * pi / _ROUND)
    for k, solid in enumerate(block.rounds, start=block.polygons):
        if use[k] and solid.a > shrink and solid.b > shrink:
            p, q = (solid.a - shrink) * np.cos(angle), (solid.b - shrink) * np.sin(angle)
            ex, ey = solid.axis
            rings.append(np.stack([solid.x + p * ex - q * ey, solid.y + p * ey + q * ex], axis=1))
            who.append(k)
            soft.append(0.0)
    count = np.array([len(ring) for ring in rings], dtype=np.int64)
    start = np.cumsum(count) - count
    after = np.arange(int(count.sum())) + 1
    after[start + count - 1] = start
    xy = np.concatenate(rings) if rings else np.zeros((0, 2))
    chosen = np.array(who, dtype=np.int64)
    x, y = xy[:, 0], xy[:, 1]
    low, high = block.low[chosen], block.high[chosen]
    return Parts(x, y, start, after, low, high, over[chosen], under[chosen], np.array(soft))


def _smaller(ring: Array, shrink: float) -> list[Array]:
    """The convex parts of what lies further than *shrink* inside a ring."""
    shape = shapely.Polygon(ring)
    if not shape.is_valid:
        return []
    left = shapely.get_parts(shapely.buffer(shape, -shrink, join_style="mitre"))
    rings = [shapely.get_coordinates(part.exterior)[:-1] for part in left if part.area > 0 and not len(part.interiors)]
    return [ring[list(loop)] for ring in rings for loop in convex_loops(ring)]


def first_cells(a: End, b: End) -> Cells | None:
    """Cells that hold every plan line from a to b; None where the ends are too close for that.

    The frame is the pair's: a's centre at the origin, b's on the x axis.
    """
    ra, rb, length = a.radius + SURE, b.radius + SURE, b.x
    if ra + rb > _STEEPEST * length:
        return None
    steep, level = tan(asin((ra + rb) / length)), tan(asin(abs(ra - rb) / length))
    m = np.unique(np.concatenate([np.linspace(-steep, steep, 5), [-level, level]]))
    slant = np.sqrt(1 + m * m)
    up_a, up_b = ra * slant, rb * slant - m * length
    down_a, down_b = -ra * slant, -rb * slant - m * length
    # the bounds are convex: chords of either hold all lines; take the one that is tighter in the middle
    top_a = up_a[1:] + up_a[:-1] <= up_b[1:] + up_b[:-1]
    low_a = down_a[1:] + down_a[:-1] >= down_b[1:] + down_b[:-1]
    t0, t1 = np.where(top_a, up_a[:-1], up_b[:-1]), np.where(top_a, up_a[1:], up_b[1:])
    b0, b1 = np.where(low_a, down_a[:-1], down_b[:-1]), np.where(low_a, down_a[1:], down_b[1:])
    return Cells(m[:-1], m[1:], b0, np.maximum(t0, b0), b1, np.maximum(t1, b1))


def spans(cells: Cells, parts: Parts) -> Spans:
    """Where the lines of each cell run into each part, and out of it."""
    f = _offsets(cells, parts)
    least, most = f.min(axis=0), f.max(axis=0)
    right = np.logical_or.reduceat(least >= -_TINY, parts.start, 1)
    left = np.logical_or.reduceat(most <= _TINY, parts.start, 1)
    some = np.logical_or.reduceat(least <= 0, parts.start, 1) & np.logical_or.reduceat(most >= 0, parts.start, 1)
    inside = (least <= _TINY) & (most >= -_TINY)
    here, then = parts.x, parts.x[parts.after]
    g = f[:, :, parts.after]
    crosses = (f > 0) != (g > 0)
    at = here + f / np.where(crosses, f - g, 1.0) * (then - here)
    lowest, highest = np.where(crosses, at, np.inf).min(axis=0), np.where(crosses, at, -np.inf).max(axis=0)
    in_next = inside[:, parts.after]
    lowest = np.minimum(lowest, np.minimum(np.where(inside, here, np.inf), np.where(in_next, then, np.inf)))
    highest = np.maximum(highest, np.maximum(np.where(inside, here, -np.inf), np.where(in_next, then, -np.inf)))
    dx, dy = then - here, parts.y[parts.after] - parts.y
    rate0, rate1 = cells.m0[:, None] * dx - dy, cells.m1[:, None] * dx - dy
    entry, exit_ = np.maximum(rate0, rate1) >= 0, np.minimum(rate0, rate1) <= 0
    least_of, most_of = np.minimum.reduceat, np.maximum.reduceat
    return Spans(
        right & left,
        some,
        least_of(np.where(entry, lowest, np.inf), parts.start, 1) - parts.soft,
        most_of(np.where(entry, highest, -np.inf), parts.start, 1) + parts.soft,
        least_of(np.where(exit_, lowest, np.inf), parts.start, 1) - parts.soft,
        most_of(np.where(exit_, highest, -np.inf), parts.start, 1) + parts.soft,
    )


def _offsets(cells: Cells, parts: Parts) -> Array:
    """(4, cells, corners): how far the lines at a cell's corners pass over a corner; soft ones as if nearer."""
    m, c = cells.corners()
    f = m[:, :, None] * parts.x + c[:, :, None] - parts.y
    if not parts.soft.any():
        return f
    soft = np.repeat(parts.soft, np.diff(np.append(parts.start, len(parts.x))))
    slant = np.sqrt(1.0 + np.maximum(cells.m0**2, cells.m1**2))
    away = slant[:, None] * soft
    return np.asarray(f + np.array([-1.0, 1.0, -1.0, 1.0])[:, None, None] * away, dtype=np.float64)


def reach(cells: Cells, end: End) -> Reach:
    """The stretch of a cell's lines inside the circle round an end, from outside."""
    m, c = cells.corners()
    slant0 = np.sqrt(1 + np.minimum(np.abs(cells.m0), np.abs(cells.m1)) ** 2)
    slant0 = np.where(cells.m0 * cells.m1 < 0, 1.0, slant0)
    slant1 = np.sqrt(1 + np.maximum(cells.m0**2, cells.m1**2))
    off = m * end.x + c - end.y
    least, most = off.min(axis=0), off.max(axis=0)
    near = np.where((least <= 0) & (most >= 0), 0.0, np.minimum(np.abs(least), np.abs(most)) / slant1)
    radius = end.radius + SURE
    half = np.sqrt(np.maximum(radius * radius - near * near, 0.0))
    # the foot of the centre on a line lies -off * m / (1 + m * m) along x
    far = np.maximum(np.abs(least), np.abs(most)) / slant0
    swing = np.minimum(far, radius) * np.maximum(np.abs(cells.m0), np.abs(cells.m1))
    return Reach(end.x - swing - half, end.x + swing + half, near > radius)


def divided(cells: Cells, parts: Parts, met: Spans) -> Cells:
    """Each cell in two: along or at a corner that runs through it, or in half."""
    m, c = cells.corners()
    f = m[:, :, None] * parts.x + c[:, :, None] - parts.y
    owner = np.repeat(np.arange(len(parts)), np.diff(np.append(parts.start, len(parts.x))))
    live = (met.some & ~met.sure)[:, owner]
    left, right = (
        np.where((lo < 0) & (hi > 0), np.minimum(-lo, hi) / np.maximum(hi - lo, 1e-300), 0.0)
        for lo, hi in ((f[0], f[1]), (f[2], f[3]))
    )
    rows = np.arange(len(cells))
    along = np.where(live, np.minimum(left, right), 0.0)
    best = np.argmax(along, axis=1)
    cut_along = along[rows, best] > _CENTRAL
    shares = []
    for lo, hi in ((f[0], f[2]), (f[1], f[3])):
        share = np.where((lo > 0) != (hi > 0), lo / np.where(lo == hi, 1.0, lo - hi), 0.0)
        shares.append(np.where(live, share, 0.0))
    both = np.concatenate(shares, axis=1)
    central = np.minimum(both, 1 - both)
    pick = np.argmax(central, axis=1)
    cut_at = central[rows, pick] > _CENTRAL
    length = np.abs(parts.x).max(initial=1.0)
    tall = np.maximum(cells.t0 - cells.b0, cells.t1 - cells.b1) > (cells.m1 - cells.m0) * length
    share = np.where(cut_at, both[rows, pick], 0.5)
    lying = cut_along | (~cut_at & tall)
    x, y = parts.x[best], parts.y[best]
    s0 = np.where(cut_along, y - cells.m0 * x, (cells.b0 + cells.t0) / 2)
    s1 = np.where(cut_along, y - cells.m1 * x, (cells.b1 + cells.t1) / 2)
    return _in_two(cells, np.asarray(lying), s0, s1, share)


def _in_two(cells: Cells, lying: Flags, s0: Array, s1: Array, share: Array) -> Cells:
    """Lower and upper half where *lying*, else left and right of a share of the width."""
    flat = cells.rows(lying)
    s0, s1 = s0[lying], s1[lying]
    up = cells.rows(~lying)
    q = share[~lying]
    m, b, t = (lo + q * (hi - lo) for lo, hi in ((up.m0, up.m1), (up.b0, up.b1), (up.t0, up.t1)))
    new = (
        (flat.m0, flat.m1, flat.b0, s0, flat.b1, s1),
        (flat.m0, flat.m1, s0, flat.t0, s1, flat.t1),
        (up.m0, m, up.b0, up.t0, b, t),
        (m, up.m1, b, t, up.b1, up.t1),
    )
    return Cells(*(np.concatenate(columns) for columns in zip(*new, strict=True)))
