"""A base slid along a straight leg: over which stretches it overlaps an edge, a piece, a model.

A base of a fixed facing overlaps a straight edge exactly while its centre is inside the
edge grown by the base: a capsule for a round base, a hexagon for a rectangle, and, in axes
scaled so that an oval becomes a circle, a capsule again.  All are convex, so each edge
gives one stretch, in closed form.  Distances along the leg are inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
import shapely
from msgspec import Struct

from engine.game import Point, Terrain
from engine.geometry.exact import Placed, apart, least
from engine.geometry.shapes import Array, borders, footprint

Spans = tuple[tuple[float, float], ...]
"""Stretches (from, to) along a leg or path, sorted and apart from one another."""

_CLOSE = 1e-12


class Leg(Struct, frozen=True):
    """A straight way from (x, y) along the unit vector (ux, uy) for *length* inches."""

    x: float
    y: float
    ux: float
    uy: float
    length: float

    def at(self, distance: float) -> Point:
        return self.x + self.ux * distance, self.y + self.uy * distance


def leg(start: Point, end: Point) -> Leg:
    """The leg between two points; one of no length points to the right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0.0:
        return Leg(start[0], start[1], 1.0, 0.0, 0.0)
    return Leg(start[0], start[1], dx / length, dy / length, length)


def merged(spans: Iterable[tuple[float, float]], join: float = 1e-9) -> Spans:
    """Stretches sorted and united where they overlap or lie within *join* of each other."""
    out: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if out and low <= out[-1][1] + join:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return tuple(out)


def without(low: float, high: float, spans: Spans) -> Spans:
    """The stretch (low, high) less the given sorted stretches."""
    left = []
    for start, end in spans:
        if start > low:
            left.append((low, min(start, high)))
        low = max(low, end)
        if low >= high:
            break
    if low < high:
        left.append((low, high))
    return tuple(pair for pair in left if pair[1] > pair[0])


def crossings(way: Leg, edges: Array) -> Array:
    """Distances along the leg at which the centre meets an edge, unsorted; ends of edges that lie along it too."""
    ax, ay = edges[:, 0] - way.x, edges[:, 1] - way.y
    bx, by = edges[:, 2] - way.x, edges[:, 3] - way.y
    off_a, off_b = ax * way.uy - ay * way.ux, bx * way.uy - by * way.ux
    on_a, on_b = ax * way.ux + ay * way.uy, bx * way.ux + by * way.uy
    meets = (np.minimum(off_a, off_b) <= _CLOSE) & (np.maximum(off_a, off_b) >= -_CLOSE)
    along = meets & (np.abs(off_a - off_b) <= 2 * _CLOSE)
    across = meets & ~along
    t = np.clip(off_a[across] / (off_a[across] - off_b[across]), 0.0, 1.0)
    found = np.concatenate((on_a[across] + t * (on_b[across] - on_a[across]), on_a[along], on_b[along]))
    kept: Array = found[(found >= -_CLOSE) & (found <= way.length + _CLOSE)]
    return kept


def over(way: Leg, piece: Terrain) -> Spans:
    """Where the centre is over the area of a piece, its border included."""
    shape = footprint(piece)
    if shape.area == 0.0:
        return ()
    cuts = np.unique(np.concatenate(([0.0, way.length], np.clip(crossings(way, borders(piece)), 0.0, way.length))))
    middles = (cuts[:-1] + cuts[1:]) / 2.0
    held = shapely.intersects_xy(shape, way.x + way.ux * middles, way.y + way.uy * middles)
    return merged((float(a), float(b)) for a, b, h in zip(cuts[:-1], cuts[1:], held, strict=True) if h)


def sweep_edges(base: Placed, way: Leg, edges: Array, inset: float = 0.0) -> Array:
    """For each edge the stretch (from, to) in which the base overlaps it, shape (n, 2); from > to where never.

    The base starts with its centre at the leg's start; *inset* takes that much off all round,
    so a base which only touches, or overlaps by less, gives nothing.
    """
    a, b = base.a - inset, base.b - inset
    if min(a, b) < 0.0 or (base.shape == "oval" and min(a, b) == 0.0):
        return np.tile(np.array([[1.0, 0.0]]), (len(edges), 1))
    ends = edges - np.array([way.x, way.y, way.x, way.y])
    rx, ry = base.right
    local = np.column_stack((ends[:, 0::2] * rx + ends[:, 1::2] * ry, ends[:, 1::2] * rx - ends[:, 0::2] * ry))
    u0, u1, v0, v1 = local.T
    du, dv = way.ux * rx + way.uy * ry, way.uy * rx - way.ux * ry
    if base.shape == "rect":
        found = _hexagons(u0, v0, u1, v1, du, dv, a, b)
    elif base.shape == "oval":
        found = _capsules(u0 / a, v0 / b, u1 / a, v1 / b, du / a, dv / b, 1.0)
    else:
        found = _capsules(u0, v0, u1, v1, du, dv, a)
    clipped: Array = np.column_stack((np.maximum(found[:, 0], 0.0), np.minimum(found[:, 1], way.length)))
    return clipped


def _slab(start: Array, speed: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """When start + speed * s lies in [low, high]; (inf, -inf) when never."""
    still = np.abs(speed) < 1e-15
    safe = np.where(still, 1.0, speed)
    one, two = (low - start) / safe, (high - start) / safe
    inside = (start >= low) & (start <= high)
    first = np.where(still, np.where(inside, -np.inf, np.inf), np.minimum(one, two))
    last = np.where(still, np.where(inside, np.inf, -np.inf), np.maximum(one, two))
    return first, last


def _capsules(u0: Array, v0: Array, u1: Array, v1: Array, du: float, dv: float, radius: float) -> Array:
    """Stretches of the line s -> s * (du, dv) within *radius* of each edge."""
    eu, ev = u1 - u0, v1 - v0
    length = np.hypot(eu, ev)
    safe = np.where(length > 0.0, length, 1.0)
    tu, tv = eu / safe, ev / safe
    side = _slab(u0 * tv - v0 * tu, tu * dv - tv * du, *_both(radius, length))
    front = _slab(-(u0 * tu + v0 * tv), tu * du + tv * dv, length * 0.0, length)
    enter, leave = np.maximum(side[0], front[0]), np.minimum(side[1], front[1])
    gone = (enter > leave) | (length == 0.0)
    enter, leave = np.where(gone, np.inf, enter), np.where(gone, -np.inf, leave)
    for pu, pv in ((u0, v0), (u1, v1)):
        first, last = _discs(pu, pv, du, dv, radius)
        enter, leave = np.minimum(enter, first), np.maximum(leave, last)
    return np.column_stack((enter, leave))


def _both(radius: float, like: Array) -> tuple[Array, Array]:
    wide = np.full_like(like, radius)
    return -wide, wide


def _discs(pu: Array, pv: Array, du: float, dv: float, radius: float) -> tuple[Array, Array]:
    """Stretches of the line within *radius* of each point."""
    speed = math.hypot(du, dv)
    off = (pu * dv - pv * du) / speed
    middle = (pu * du + pv * dv) / (speed * speed)
    square = radius * radius - off * off
    reach = np.sqrt(np.maximum(square, 0.0)) / speed
    return np.where(square >= 0.0, middle - reach, np.inf), np.where(square >= 0.0, middle + reach, -np.inf)


def _hexagons(u0: Array, v0: Array, u1: Array, v1: Array, du: float, dv: float, a: float, b: float) -> Array:
    """Stretches of the line inside each edge grown by the rectangle a x b: three slabs."""
    one = np.ones_like(u0)
    first, last = _slab(0.0 * one, du * one, np.minimum(u0, u1) - a, np.maximum(u0, u1) + a)
    low, high = _slab(0.0 * one, dv * one, np.minimum(v0, v1) - b, np.maximum(v0, v1) + b)
    enter, leave = np.maximum(first, low), np.minimum(last, high)
    eu, ev = u1 - u0, v1 - v0
    length = np.hypot(eu, ev)
    safe = np.where(length > 0.0, length, 1.0)
    nu, nv = ev / safe, -eu / safe
    at, wide = u0 * nu + v0 * nv, a * np.abs(nu) + b * np.abs(nv)
    low, high = _slab(0.0 * one, du * nu + dv * nv, at - wide, at + wide)
    sized = length > 0.0
    enter, leave = np.where(sized, np.maximum(enter, low), enter), np.where(sized, np.minimum(leave, high), leave)
    return np.column_stack((enter, leave))


def sweep_piece(base: Placed, way: Leg, piece: Terrain, inset: float = 0.0) -> Spans:
    """Where the base overlaps the footprint of a piece by more than *inset*."""
    found = sweep_edges(base, way, borders(piece), inset)
    kept = found[found[:, 0] <= found[:, 1]].tolist()
    return merged([*((low, high) for low, high in kept), *over(way, piece)])


def sweep_base(base: Placed, way: Leg, other: Placed, inset: float = 0.0) -> tuple[float, float] | None:
    """Where the moving base overlaps a standing one by more than *inset*; None when nowhere."""
    rough = _past_disc(way, other.x, other.y, base.outer + other.outer)
    if rough is None:
        return None
    if base.shape == other.shape == "round":
        return _past_disc(way, other.x, other.y, base.a + other.a - inset)
    if other.shape == "rect":
        return _past_corners(base, way, other, inset)
    if base.shape == "rect":
        # Seen from the moving base, the other one moves the opposite way.
        back = Leg(other.x, other.y, -way.ux, -way.uy, way.length)
        return _past_corners(other, back, base, inset)
    return _past_oval(base, way, other, inset, rough)


def _past_disc(way: Leg, x: float, y: float, radius: float) -> tuple[float, float] | None:
    """The stretch of the leg within *radius* of a point."""
    dx, dy = x - way.x, y - way.y
    off, middle = dx * way.uy - dy * way.ux, dx * way.ux + dy * way.uy
    if radius < 0.0 or abs(off) > radius:
        return None
    half = math.sqrt((radius - off) * (radius + off))
    low, high = max(0.0, middle - half), min(way.length, middle + half)
    return (low, high) if low <= high else None


def _past_corners(base: Placed, way: Leg, rect: Placed, inset: float) -> tuple[float, float] | None:
    points = rect.corners()
    edges = np.array([(*points[i - 1], *points[i]) for i in range(4)])
    found = sweep_edges(base, way, edges, inset)
    kept = found[found[:, 0] <= found[:, 1]]
    low, high = (float(kept[:, 0].min()), float(kept[:, 1].max())) if len(kept) else (math.inf, -math.inf)
    # Deep inside, no edge is met: the two ends of the leg settle it.
    for distance in (0.0, way.length):
        if apart(Placed("round", *way.at(distance), 0.0, 0.0), rect).distance <= -inset:
            low, high = min(low, distance), max(high, distance)
    return (low, high) if low <= high else None


def _past_oval(
    base: Placed, way: Leg, other: Placed, inset: float, within: tuple[float, float]
) -> tuple[float, float] | None:
    """The separation along a leg has one valley: find its floor, then the two walls by halving."""

    def separation(distance: float) -> float:
        moved = base.moved(way.ux * distance, way.uy * distance)
        return apart(moved, other).distance + inset

    floor = least(separation, *within, rounds=40)
    if separation(floor) > 0.0:
        return None
    return _wall(separation, floor, within[0]), _wall(separation, floor, within[1])


def _wall(separation: Callable[[float], float], inside: float, outside: float) -> float:
    """Where the separation is 0 between a place inside and one outside: false position, kept honest."""
    deep, clear = separation(inside), separation(outside)
    if clear <= 0.0:
        return outside
    for _ in range(100):
        if abs(outside - inside) <= 1e-13 or deep == 0.0:
            break
        middle = inside + (outside - inside) * deep / (deep - clear)
        value = separation(middle)
        if abs(value) <= 1e-13:
            return middle
        if value < 0.0:
            inside, deep, clear = middle, value, clear / 2.0
        else:
            outside, clear, deep = middle, value, deep / 2.0
    return inside
