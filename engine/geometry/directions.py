"""Bases seen by direction and by point: farthest points, signed distances, the best of many directions.

A convex shape is known by how far it reaches in each direction, so a question about two of
them is a search over one angle; a question about several at once is a search over the plane
for the point deepest inside all.  Inches, in the frame of `engine.game`; angles in radians
from the x axis towards y (clockwise on the screen).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine.game import Model, Point
from engine.geometry.exact import Placed, apart, least, standing
from engine.geometry.shapes import finite

Signed = Callable[[float, float], float]
"""A convex function of a point: how far it is outside a shape (negative: how deep inside)."""

_STEP = math.radians(2.0)
_HALVINGS = 80


FAR = 1e7
"""No table is so many inches wide (160 miles): larger numbers are a slip of the pen."""


def bounded(*numbers: float) -> None:
    """ValueError with a sentence when a number is none, or larger than any table."""
    finite(*numbers)
    for number in numbers:
        if abs(number) > FAR:
            raise ValueError(f"a place or size of {number:g} inches lies beyond any table")


def base_of(model: Model) -> Placed:
    """The model's true base where it stands; ValueError for places and sizes that no table has."""
    base = standing(model)
    bounded(base.x, base.y, base.a, base.b, model.z, model.profile.height)
    return base


def highest(value: Callable[[float], float], low: float = 0.0, high: float = 2.0 * math.pi) -> tuple[float, float]:
    """The angle between *low* and *high* where *value* is highest, and that value.

    Every peak of a round in steps of two degrees is refined by golden section; both ends count.
    """
    count = max(1, math.ceil((high - low) / _STEP))
    angles = [low + (high - low) * i / count for i in range(count + 1)]
    values = [value(angle) for angle in angles]
    best = max(zip(values, angles, strict=True))
    for i, here in enumerate(values):
        before, after = max(0, i - 1), min(count, i + 1)
        if here >= values[before] and here >= values[after] and high > low:
            angle = least(lambda t: -value(t), angles[before], angles[after], 48)
            best = max(best, (value(angle), angle))
    return best[1], best[0]


def extreme(base: Placed, ux: float, uy: float) -> Point:
    """A point of the base farthest along a direction: the middle of a side square to it."""
    across, along = ux * base.right[0] + uy * base.right[1], uy * base.right[0] - ux * base.right[1]
    if base.shape == "rect":
        return base.world(_sign(across) * base.a, _sign(along) * base.b)
    reach = math.hypot(base.a * across, base.b * along)
    if reach == 0.0:
        return base.x, base.y
    return base.world(base.a * base.a * across / reach, base.b * base.b * along / reach)


def _sign(number: float) -> float:
    return 0.0 if abs(number) < 1e-12 else math.copysign(1.0, number)


def plain(base: Placed) -> Placed:
    """The same base; an oval without area is a line, and that is a rectangle without area."""
    return replace(base, shape="rect") if base.shape == "oval" and min(base.a, base.b) == 0.0 else base


def nearest(base: Placed, x: float, y: float) -> tuple[float, Point]:
    """Signed distance of a point from the base (negative inside) and the border point nearest to it."""
    base = plain(base)
    if base.shape == "oval":
        u, v = base.local(x, y)
        foot = _oval_foot(base.a, base.b, abs(u), abs(v))
        far = math.hypot(abs(u) - foot[0], abs(v) - foot[1])
        inside = (u / base.a) ** 2 + (v / base.b) ** 2 < 1.0
        return -far if inside else far, base.world(math.copysign(foot[0], u), math.copysign(foot[1], v))
    found = apart(Placed("round", x, y, 0.0, 0.0), base)
    return found.distance, found.second


def _oval_foot(a: float, b: float, u: float, v: float) -> Point:
    """The border point of the oval a x b nearest to a point of its first quarter."""
    if a < b:
        v, u = _oval_foot(b, a, v, u)
        return u, v
    if v == 0.0:
        bend = a * a - b * b
        if a * u < bend:
            part = a * u / bend
            return a * part, b * math.sqrt(1.0 - part * part)
        return a, 0.0
    if u == 0.0:
        return 0.0, b
    ratio, p, q = (a / b) ** 2, u / a, v / b
    # The foot's multiplier is the one root between these two; the sum of squares falls throughout.
    low, high = q - 1.0, math.hypot(ratio * p, q) - 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if (ratio * p / (middle + ratio)) ** 2 + (q / (middle + 1.0)) ** 2 > 1.0:
            low = middle
        else:
            high = middle
    # Closer to b than to nothing: b * sqrt keeps the foot on the border where q is tiny.
    root = (low + high) / 2.0
    first = min(a, ratio * u / (root + ratio)) if root + ratio > 0.0 else a
    return first, b * math.sqrt(max(0.0, 1.0 - (first / a) ** 2))


def deepest(shapes: Sequence[Signed], low: Point, high: Point, rounds: int = 48) -> tuple[float, Point]:
    """The point of the box (low, high) deepest inside all shapes, and how deep: at least one border is that near.

    Negative: a disc of that radius lies in all of them.  Positive: wherever one looks, some
    shape is at least so far away.  The shapes must be convex.
    """

    def worst(x: float, y: float) -> float:
        return max(shape(x, y) for shape in shapes)

    def row(x: float) -> float:
        return worst(x, least(lambda y: worst(x, y), low[1], high[1], rounds))

    x = least(row, low[0], high[0], rounds)
    y = least(lambda y: worst(x, y), low[1], high[1], rounds)
    return worst(x, y), (x, y)


def shared_point(first: Placed, second: Placed) -> Point:
    """A point that two overlapping bases have in common, found by stepping from one to the other."""
    x, y = second.x, second.y
    for _ in range(200):
        moved = False
        for base in (first, second):
            far, foot = nearest(base, x, y)
            if far > 1e-12:
                (x, y), moved = foot, True
        if not moved:
            break
    return x, y
