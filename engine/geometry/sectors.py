"""Sectors of a circle without end: which part of a base lies in one, and how deep.

A *wedge* is a closed sector of at most 180 degrees, so it is convex; a wider sector is the
union of two half planes and what is left out of it is a wedge again.  Separations are
signed as in `exact`: positive is a distance, negative the shortest push that ends the overlap.
Closed forms for round and rectangular bases; ovals by golden section to rounding.
Inches and degrees, in the frame of `engine.game`.
"""

from __future__ import annotations

import math

from msgspec import Struct

from engine.game import Point
from engine.geometry.directions import bounded, extreme, highest, nearest, plain, shared_point
from engine.geometry.exact import Apart, Placed, apart
from engine.geometry.measure import ROUNDING
from engine.geometry.shapes import axes

HALF, FULL = 180.0, 360.0

_ON_BORDER = 1e-9


class Wedge(Struct, frozen=True):
    """A closed sector of 0 to 180 degrees with its point at (x, y), halved by *facing*."""

    x: float
    y: float
    facing: float
    degrees: float

    @property
    def edges(self) -> tuple[Point, Point]:
        """Unit directions of the left and the right edge."""
        return axes(self.facing - self.degrees / 2.0)[1], axes(self.facing + self.degrees / 2.0)[1]

    @property
    def normals(self) -> tuple[Point, Point]:
        """Unit directions out of the wedge, square to its left and its right edge."""
        left, right = axes(self.facing - self.degrees / 2.0)[0], axes(self.facing + self.degrees / 2.0)[0]
        return (-left[0], -left[1]), right

    def borders(self) -> tuple[Point, ...]:
        """Outward directions of all lines that bound it; a narrow wedge is bounded behind as well."""
        if self.degrees >= HALF:
            return self.normals
        ahead = axes(self.facing)[1]
        return (*self.normals, (-ahead[0], -ahead[1]))

    def outside(self, x: float, y: float) -> float:
        """How far a point is beyond the line it lies farthest beyond (negative: how deep inside); convex."""
        return max((x - self.x) * nx + (y - self.y) * ny for nx, ny in self.borders())

    def apart(self, base: Placed) -> Apart:
        """Signed separation of the base (first point) from the wedge (second point)."""
        cx, cy = base.x - self.x, base.y - self.y
        left, right = self.normals

        def value(u: Point) -> float:
            return u[0] * cx + u[1] * cy - base.support(*u)

        ways = [left, right]
        if self.degrees < HALF:
            ways += [u for u in self._likely(base, cx, cy) if self._behind(u)]
        if base.shape == "oval" and self.degrees < HALF:
            start = math.radians(self.facing + self.degrees / 2.0)
            angle, _ = highest(
                lambda t: value((math.cos(t), math.sin(t))), start, start + math.radians(HALF - self.degrees)
            )
            ways.append((math.cos(angle), math.sin(angle)))
        best = max(ways, key=value)
        distance = value(best)
        px, py = extreme(base, -best[0], -best[1])
        return Apart(distance, (px, py), (px - best[0] * distance, py - best[1] * distance))

    def _behind(self, u: Point) -> bool:
        """Is this a direction in which the wedge does not go at all?"""
        return all(u[0] * ex + u[1] * ey <= 0.0 for ex, ey in self.edges)

    def _likely(self, base: Placed, cx: float, cy: float) -> list[Point]:
        """Directions that may separate best: from the point of the wedge, and square to the base's sides."""
        found = [(cx, cy)] if base.shape == "round" else []
        if base.shape == "rect":
            rx, ry = base.right
            found = [(rx, ry), (-rx, -ry), (-ry, rx), (ry, -rx)]
            found += [(x - self.x, y - self.y) for x, y in base.corners()]
        lengths = [math.hypot(*u) for u in found]
        return [(u[0] / far, u[1] / far) for u, far in zip(found, lengths, strict=True) if far > 0.0]

    def over(self, base: Placed) -> float:
        """How far the base sticks out of the wedge (at most 0 when it lies in it altogether)."""
        return max(base.support(nx, ny) + (base.x - self.x) * nx + (base.y - self.y) * ny for nx, ny in self.borders())

    def push_in(self, base: Placed) -> float:
        """How far the base must be moved to lie in the wedge altogether; infinite when it cannot."""
        if base.outer == 0.0:
            return max(0.0, self.apart(base).distance)
        if self.degrees == 0.0:
            return math.inf
        cx, cy = base.x - self.x, base.y - self.y
        rules = [(n, cx * n[0] + cy * n[1] + base.support(*n)) for n in self.normals]
        if self.degrees >= HALF or all(excess <= 0.0 for _, excess in rules):
            return max(0.0, *(excess for _, excess in rules))
        for (n, excess), (m, other) in (rules, rules[::-1]):
            if excess > 0.0 and other <= excess * (n[0] * m[0] + n[1] * m[1]):
                return excess
        (n, first), (m, second) = rules
        turn = n[0] * m[1] - n[1] * m[0]
        if turn == 0.0:
            return math.inf
        return math.hypot(first * m[1] - second * n[1], second * n[0] - first * m[0]) / abs(turn)

    def chords(self, base: Placed) -> tuple[tuple[Point, Point], ...]:
        """The stretches of the two edges that lie in the base."""
        found = []
        for ex, ey in self.edges:
            span = _through(base, self.x, self.y, ex, ey)
            if span is not None:
                found.append(tuple((self.x + ex * t, self.y + ey * t) for t in span))
        return tuple((p, q) for p, q in found)

    def range(self, viewer: Placed, target: Placed) -> Apart | None:
        """From *viewer* to the part of *target* in the wedge, distance at least 0; None when no part is.

        If the nearest point of the whole target lies outside, the nearest of the part lies on an
        edge of the wedge, so the edges' chords are all that is left to measure.
        """
        touch = self.apart(target)
        if touch.distance > ROUNDING:
            return None
        if viewer.shape == "round":
            far = self._from(Placed("round", viewer.x, viewer.y, 0.0, 0.0), target, touch)
            length = math.dist((viewer.x, viewer.y), far.second)
            part = min(1.0, viewer.a / length) if length > 0.0 else 0.0
            near = (viewer.x + part * (far.second[0] - viewer.x), viewer.y + part * (far.second[1] - viewer.y))
            return Apart(max(0.0, far.distance - viewer.a), near, far.second)
        return self._from(viewer, target, touch)

    def _from(self, viewer: Placed, target: Placed, touch: Apart) -> Apart:
        if touch.distance >= -ROUNDING and target.outer > 0.0:
            return self._from_touch(viewer, target, touch)
        found = [_to_segment(viewer, *chord) for chord in self.chords(target)]
        whole = _between(viewer, target)
        if self.outside(*whole.second) <= _ON_BORDER:
            found.append(whole)
        if not found:
            return Apart(max(0.0, nearest(viewer, *touch.first)[0]), touch.first, touch.first)
        return min(found, key=lambda one: one.distance)

    def _from_touch(self, viewer: Placed, target: Placed, touch: Apart) -> Apart:
        """Only the border of the target is in: rounding must not lose it, so it is grown by what is forgiven."""
        grown = Placed(target.shape, target.x, target.y, target.a + 2 * ROUNDING, target.b + 2 * ROUNDING, target.right)
        found = []
        for p, q in self.chords(grown):
            middle = (p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0
            ends = (p, q) if target.shape == "rect" else (middle, middle)
            found.append(_to_segment(viewer, *ends))
        far = max(0.0, nearest(viewer, *touch.first)[0])
        return min(found, key=lambda one: one.distance, default=Apart(far, touch.first, touch.first))


def _between(viewer: Placed, target: Placed) -> Apart:
    """Nearest points of two bases; a common point, at distance 0, when they overlap."""
    if viewer.outer == 0.0:
        far, foot = nearest(target, viewer.x, viewer.y)
        at = (viewer.x, viewer.y)
        return Apart(max(0.0, far), at, foot if far > 0.0 else at)
    found = apart(viewer, target)
    if found.distance > 0.0:
        return found
    at = shared_point(viewer, target)
    return Apart(0.0, at, at)


def _to_segment(viewer: Placed, p: Point, q: Point) -> Apart:
    length = math.dist(p, q)
    right = ((q[0] - p[0]) / length, (q[1] - p[1]) / length) if length > 0.0 else (1.0, 0.0)
    return _between(viewer, Placed("rect", (p[0] + q[0]) / 2.0, (p[1] + q[1]) / 2.0, length / 2.0, 0.0, right))


def _through(base: Placed, x: float, y: float, ux: float, uy: float) -> Point | None:
    """From where to where a ray from (x, y) runs through the base; None when it misses."""
    u, v = base.local(x, y)
    du, dv = ux * base.right[0] + uy * base.right[1], uy * base.right[0] - ux * base.right[1]
    if base.shape == "rect" or min(base.a, base.b) == 0.0:
        low, high = 0.0, math.inf
        for start, speed, wide in ((u, du, base.a), (v, dv, base.b)):
            if abs(speed) < 1e-15:
                if abs(start) > wide:
                    return None
                continue
            one, two = sorted(((-wide - start) / speed, (wide - start) / speed))
            low, high = max(low, one), min(high, two)
        return (low, high) if low <= high else None
    u, v, du, dv = u / base.a, v / base.b, du / base.a, dv / base.b
    speed = math.hypot(du, dv)
    off, middle = (u * dv - v * du) / speed, -(u * du + v * dv) / speed
    if abs(off) > 1.0:
        return None
    half = math.sqrt((1.0 - off) * (1.0 + off))
    low, high = max(0.0, (middle - half) / speed), (middle + half) / speed
    return (low, high) if low <= high else None


class Sector(Struct, frozen=True):
    """A closed sector of 0 to 360 degrees with its point at (x, y), halved by *facing*."""

    x: float
    y: float
    facing: float
    degrees: float

    @property
    def everything(self) -> bool:
        return self.degrees >= FULL

    @property
    def wedges(self) -> tuple[Wedge, ...]:
        """Convex parts that make it up; none stands for the whole plane."""
        if self.degrees <= HALF:
            return (Wedge(self.x, self.y, self.facing, self.degrees),)
        if self.everything:
            return ()
        turn = (self.degrees - HALF) / 2.0
        return Wedge(self.x, self.y, self.facing - turn, HALF), Wedge(self.x, self.y, self.facing + turn, HALF)

    @property
    def rest(self) -> Wedge:
        """What a sector of 180 degrees or more leaves out."""
        return Wedge(self.x, self.y, self.facing + HALF, FULL - self.degrees)

    def apart(self, base: Placed) -> float:
        """Signed separation: distance of the base, or (negative) the shortest push out."""
        if self.everything:
            return -math.inf
        if self.degrees <= HALF:
            return self.wedges[0].apart(base).distance
        deep = self.rest.over(base)
        return -deep if deep <= 0.0 else -self.rest.push_in(base)

    def over(self, base: Placed) -> float:
        """How far the base must be pushed to lie in it altogether, or (negative) to stick out."""
        if self.everything:
            return -math.inf
        if self.degrees <= HALF:
            wedge = self.wedges[0]
            sticks = wedge.over(base)
            return sticks if sticks <= 0.0 else wedge.push_in(base)
        return -self.rest.apart(base).distance

    def range(self, viewer: Placed, target: Placed) -> Apart | None:
        """From *viewer* to the part of *target* in the sector; None when no part is."""
        viewer, target = plain(viewer), plain(target)
        if self.everything:
            return _between(viewer, target)
        found = [part.range(viewer, target) for part in self.wedges]
        return min((one for one in found if one is not None), key=lambda one: one.distance, default=None)

    def fan(self, radius: float) -> tuple[Point, ...]:
        """Corners of the sector cut at *radius*, no chord wider than three degrees."""
        count = max(1, math.ceil(self.degrees / 3.0))
        rays = [axes(self.facing + self.degrees * (i / count - 0.5))[1] for i in range(count + 1)]
        rim = tuple((self.x + radius * ux, self.y + radius * uy) for ux, uy in rays)
        return rim[:-1] if self.everything else ((self.x, self.y), *rim)


def sector(x: float, y: float, facing: float, degrees: float) -> Sector:
    """A sector; ValueError when a number is none or the arc is not 0 to 360 degrees wide."""
    bounded(x, y)
    if not (math.isfinite(degrees) and 0.0 <= degrees <= FULL):
        raise ValueError(f"an arc is 0 to 360 degrees wide, not {degrees}")
    axes(facing)
    return Sector(x, y, facing, degrees)
