"""Exact arithmetic of bases: how far apart two are, and where a moving one meets an edge.

A base is a convex, centrally symmetric shape; all that is needed of it is its *support*,
how far it reaches from its centre in a direction.  Separations are signed: positive is the
distance between the filled shapes, negative how far one must be pushed to come free.
Nothing here draws a circle with sides: round and rectangular bases have closed forms, the
direction of least overlap of an oval is found by golden section to rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import numpy as np
from msgspec import Struct

from engine.game import Base, Model, Point
from engine.geometry.shapes import Array, axes, finite, half

_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
_DIRECTIONS = 180
_ANGLES = np.linspace(0.0, 2.0 * math.pi, _DIRECTIONS, endpoint=False, dtype=np.float64)
_COS: Array = np.cos(_ANGLES)
_SIN: Array = np.sin(_ANGLES)


class Placed(Struct, frozen=True):
    """A base on the table: centre, half sizes *a* (along *right*) and *b* (square to it), inches."""

    shape: Literal["round", "oval", "rect"]
    x: float
    y: float
    a: float
    b: float
    right: Point = (1.0, 0.0)

    def moved(self, dx: float, dy: float) -> Placed:
        return Placed(self.shape, self.x + dx, self.y + dy, self.a, self.b, self.right)

    def support(self, ux: float, uy: float) -> float:
        """How far the base reaches from its centre along (ux, uy); scales with that vector."""
        if self.shape == "round":
            return self.a * math.hypot(ux, uy)
        across, along = ux * self.right[0] + uy * self.right[1], uy * self.right[0] - ux * self.right[1]
        if self.shape == "rect":
            return abs(across) * self.a + abs(along) * self.b
        return math.hypot(self.a * across, self.b * along)

    def local(self, x: float, y: float) -> Point:
        """A table point in the base's own axes, centre as origin."""
        dx, dy = x - self.x, y - self.y
        return dx * self.right[0] + dy * self.right[1], dy * self.right[0] - dx * self.right[1]

    def world(self, u: float, v: float) -> Point:
        rx, ry = self.right
        return self.x + u * rx - v * ry, self.y + u * ry + v * rx

    def corners(self) -> tuple[Point, ...]:
        signs = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
        return tuple(self.world(i * self.a, j * self.b) for i, j in signs)

    @property
    def inner(self) -> float:
        """Radius of the largest circle inside the base."""
        return min(self.a, self.b)

    @property
    def outer(self) -> float:
        """Radius of the smallest circle round the base."""
        return math.hypot(self.a, self.b) if self.shape == "rect" else max(self.a, self.b)


class Apart(Struct, frozen=True):
    """Signed separation of two shapes and the two points (one on each) that show it."""

    distance: float
    first: Point
    second: Point


def placed(base: Base, x: float, y: float, facing: float) -> Placed:
    """The true base at a place.  ValueError for sizes, places or facings that are no numbers."""
    finite(x, y)
    a, b = half(base)
    if base.shape == "round" or (base.shape == "oval" and a == b):
        return Placed("round", x, y, a, a)
    return Placed(base.shape, x, y, a, b, axes(facing)[0])


@lru_cache(maxsize=4096)
def standing(model: Model) -> Placed:
    """The model's true base where the model stands; kept, for a drag asks it of everybody in every frame."""
    return placed(model.profile.base, model.x, model.y, model.facing)


def apart(first: Placed, second: Placed) -> Apart:
    """Signed separation of two bases, with nearest points."""
    shapes = {first.shape, second.shape}
    if shapes == {"round"}:
        return _rounds(first, second)
    if "oval" in shapes:
        return _ovals(first, second)
    if shapes == {"rect"}:
        return _rects(first, second)
    if first.shape == "round":
        return _round_rect(first, second)
    turned = _round_rect(second, first)
    return Apart(turned.distance, turned.second, turned.first)


def _rounds(first: Placed, second: Placed) -> Apart:
    dx, dy = second.x - first.x, second.y - first.y
    far = math.hypot(dx, dy)
    ux, uy = (dx / far, dy / far) if far > 0.0 else (1.0, 0.0)
    near = (first.x + first.a * ux, first.y + first.a * uy)
    return Apart(far - first.a - second.a, near, (second.x - second.a * ux, second.y - second.a * uy))


def _round_rect(disc: Placed, rect: Placed) -> Apart:
    u, v = rect.local(disc.x, disc.y)
    over_u, over_v = abs(u) - rect.a, abs(v) - rect.b
    if over_u <= 0.0 and over_v <= 0.0:
        if over_u >= over_v:
            foot, distance = (math.copysign(rect.a, u), v), over_u
        else:
            foot, distance = (u, math.copysign(rect.b, v)), over_v
    else:
        foot = (max(-rect.a, min(rect.a, u)), max(-rect.b, min(rect.b, v)))
        distance = math.hypot(u - foot[0], v - foot[1])
    at = rect.world(*foot)
    return Apart(distance - disc.a, _towards(disc, at, inward=distance < 0.0), at)


def _towards(disc: Placed, at: Point, *, inward: bool) -> Point:
    """The point of the disc's rim on the line to *at* (or straight away from it)."""
    dx, dy = at[0] - disc.x, at[1] - disc.y
    far = math.hypot(dx, dy)
    if far == 0.0:
        return disc.x, disc.y
    reach = (-disc.a if inward else disc.a) / far
    return disc.x + dx * reach, disc.y + dy * reach


def _rects(first: Placed, second: Placed) -> Apart:
    dx, dy = second.x - first.x, second.y - first.y
    least = -math.inf
    for nx, ny in (first.right, _left(first.right), second.right, _left(second.right)):
        least = max(least, abs(dx * nx + dy * ny) - first.support(nx, ny) - second.support(nx, ny))
    best = _corner_to(first, second)
    other = _corner_to(second, first)
    if other.distance < best.distance:
        best = Apart(other.distance, other.second, other.first)
    return Apart(best.distance if least > 0.0 else least, best.first, best.second)


def _left(u: Point) -> Point:
    return -u[1], u[0]


def _corner_to(first: Placed, second: Placed) -> Apart:
    """The corner of *first* nearest to (or deepest in) the rectangle *second*."""
    found = []
    for x, y in first.corners():
        touch = _round_rect(Placed("round", x, y, 0.0, 0.0), second)
        found.append(Apart(touch.distance, (x, y), touch.second))
    return min(found, key=lambda touch: touch.distance)


def _ovals(first: Placed, second: Placed) -> Apart:
    """At least one is an oval: the best separating direction, by golden section."""
    cx, cy = second.x - first.x, second.y - first.y

    def separation(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        return ux * cx + uy * cy - first.support(ux, uy) - second.support(ux, uy)

    coarse = _COS * cx + _SIN * cy - _supports(first) - _supports(second)
    angle, distance = _highest(separation, coarse)
    ux, uy = math.cos(angle), math.sin(angle)
    if second.shape == "oval":
        px, py = _extreme(second, -ux, -uy)
        return Apart(distance, (px - ux * distance, py - uy * distance), (px, py))
    px, py = _extreme(first, ux, uy)
    return Apart(distance, (px, py), (px + ux * distance, py + uy * distance))


def _supports(base: Placed) -> Array:
    """The support of a base in every coarse direction."""
    if base.shape == "round":
        return np.full(_DIRECTIONS, base.a)
    across, along = _COS * base.right[0] + _SIN * base.right[1], _SIN * base.right[0] - _COS * base.right[1]
    if base.shape == "rect":
        return base.a * np.abs(across) + base.b * np.abs(along)
    return np.hypot(base.a * across, base.b * along)


def _extreme(oval: Placed, ux: float, uy: float) -> Point:
    """The one point of an oval farthest along a unit direction."""
    across, along = ux * oval.right[0] + uy * oval.right[1], uy * oval.right[0] - ux * oval.right[1]
    reach = math.hypot(oval.a * across, oval.b * along)
    if reach == 0.0:
        return oval.x, oval.y
    return oval.world(oval.a * oval.a * across / reach, oval.b * oval.b * along / reach)


def _highest(value: Callable[[float], float], coarse: Array) -> tuple[float, float]:
    """The angle where *value* is highest: every peak of its coarse values is refined."""
    step = 2.0 * math.pi / _DIRECTIONS
    peaks = np.flatnonzero((coarse >= np.roll(coarse, 1)) & (coarse >= np.roll(coarse, -1)))
    found = [least(lambda t: -value(t), (i - 1) * step, (i + 1) * step, 48) for i in peaks.tolist()]
    return max(((angle, value(angle)) for angle in found), key=lambda peak: peak[1])


def least(value: Callable[[float], float], low: float, high: float, rounds: int = 60) -> float:
    """Where a function with one valley is lowest between *low* and *high*."""
    a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    fa, fb = value(a), value(b)
    for _ in range(rounds):
        if fa <= fb:
            high, b, fb = b, a, fa
            a = high - _GOLDEN * (high - low)
            fa = value(a)
        else:
            low, a, fa = a, b, fb
            b = low + _GOLDEN * (high - low)
            fb = value(b)
    return (low + high) / 2.0


def feet(x: float, y: float, edges: Array) -> tuple[Array, Array, Array]:
    """For each edge (x0 y0 x1 y1): the foot of the point on it (x, y), and the distance there."""
    ax, ay = edges[:, 0] - x, edges[:, 1] - y
    dx, dy = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    length = dx * dx + dy * dy
    t = np.clip(-(ax * dx + ay * dy) / np.where(length > 0.0, length, 1.0), 0.0, 1.0)
    fx, fy = ax + t * dx, ay + t * dy
    return fx + x, fy + y, np.hypot(fx, fy)


def nearest_edge(base: Placed, edges: Array) -> tuple[Apart, int]:
    """Signed separation to the edge that is nearest (or cuts deepest), and which edge it is.

    ValueError when there is no edge.
    """
    if not len(edges):
        raise ValueError("there is no edge to measure to")
    fx, fy, far = feet(base.x, base.y, edges)
    if base.shape == "round":
        i = int(far.argmin())
        at = (float(fx[i]), float(fy[i]))
        return Apart(float(far[i]) - base.a, _towards(base, at, inward=False), at), i
    likely = np.flatnonzero(far - base.outer <= (far - base.inner).min())
    found = [(_to_edge(base, edges[i]), int(i)) for i in likely]
    return min(found, key=lambda pair: pair[0].distance)


def _to_edge(base: Placed, edge: Array) -> Apart:
    """An edge is a rectangle without depth."""
    x0, y0, x1, y1 = edge.tolist()
    length = math.hypot(x1 - x0, y1 - y0)
    right = ((x1 - x0) / length, (y1 - y0) / length) if length > 0.0 else (1.0, 0.0)
    return apart(base, Placed("rect", (x0 + x1) / 2.0, (y0 + y1) / 2.0, length / 2.0, 0.0, right))
