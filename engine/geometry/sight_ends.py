"""The two ends of a sight line: upright volumes over an ellipse (or a point) or over corners.

All arrays are float64 inches.  A plan direction *u* = (cos, sin) has the normal *n* = (-sin, cos);
a plan line is {x : n.x = s}, and t = u.x runs along it.  Ellipses (circles among them) are kept as
ellipses: nothing here turns a round base into a polygon.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cos, hypot, radians, sin

import numpy as np
import numpy.typing as npt

from engine.game import MM_PER_INCH, Base, Model, Point
from engine.geometry.shapes import finite

Array = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.int64]

NO_CORNERS: Array = np.zeros((0, 2))


@dataclass(frozen=True, slots=True)
class Cut:
    """Only the part of an end with normal.x >= offset counts (one side of a front arc, say)."""

    nx: float
    ny: float
    offset: float

    def placed(self, frame: Frame) -> Cut:
        nx, ny = self.nx * frame.cos + self.ny * frame.sin, self.ny * frame.cos - self.nx * frame.sin
        return Cut(nx, ny, self.offset - self.nx * frame.x - self.ny * frame.y)


@dataclass(frozen=True, slots=True)
class End:
    """An upright volume: centre, z from *low* to *high*, and its outline.

    Round and oval: half axes *a* (along *axis*, a unit vector) and *b*; a point has both 0.
    Anything with corners: *corners* (n, 2) in order, convex; *a* and *b* are then its half sizes.
    """

    x: float
    y: float
    a: float
    b: float
    axis: Point
    low: float
    high: float
    corners: Array
    cuts: tuple[Cut, ...] = ()
    """Of a round or oval end; those of an end with corners are cut off its corners at once."""

    @property
    def round(self) -> bool:
        return not len(self.corners)

    @property
    def circle(self) -> bool:
        return self.round and self.a == self.b

    @property
    def radius(self) -> float:
        """Radius of a circle about the centre that holds the whole outline."""
        return max(self.a, self.b) if self.round else hypot(self.a, self.b)

    def support(self, nx: Array, ny: Array) -> tuple[Array, Array, Array]:
        """How far the outline reaches along unit vectors n, and the points where it does."""
        if not self.round:
            reach = nx[:, None] * self.corners[:, 0] + ny[:, None] * self.corners[:, 1]
            best = np.argmax(reach, axis=1)
            return reach[np.arange(len(nx)), best], self.corners[best, 0], self.corners[best, 1]
        ex, ey = self.axis
        n1, n2 = nx * ex + ny * ey, ny * ex - nx * ey
        length = np.sqrt((self.a * n1) ** 2 + (self.b * n2) ** 2)
        safe = np.where(length > 0, length, 1.0)
        p1, p2 = self.a * self.a * n1 / safe, self.b * self.b * n2 / safe
        px, py = self.x + p1 * ex - p2 * ey, self.y + p1 * ey + p2 * ex
        reach = nx * self.x + ny * self.y + length
        return self._cut_support((nx, ny), reach, px, py) if self.cuts else (reach, px, py)

    def _cut_support(self, n: tuple[Array, Array], reach: Array, px: Array, py: Array) -> tuple[Array, Array, Array]:
        """The same for the part beyond the cuts: the old point where it is left, else the best corner of that part."""
        points = np.array(self.cut_points()).reshape(-1, 2)
        if not len(points):
            return reach, px, py
        left = np.ones(len(reach), dtype=np.bool_)
        for cut in self.cuts:
            left &= cut.nx * px + cut.ny * py >= cut.offset
        offers = n[0][:, None] * points[:, 0] + n[1][:, None] * points[:, 1]
        best = np.argmax(offers, axis=1)
        return (
            np.where(left, reach, offers[np.arange(len(best)), best]),
            np.where(left, px, points[best, 0]),
            np.where(left, py, points[best, 1]),
        )

    def cut_points(self) -> tuple[Point, ...]:
        """The corners that cuts leave a round end: where they leave the outline, and where they meet inside it."""
        if not self.round:
            return ()
        found: list[Point] = []
        for k, cut in enumerate(self.cuts):
            # along u = (-ny, nx) the normal is (-nx, -ny): hence the sign of the offset
            t0, t1, hit = self.chord(np.array([-cut.ny]), np.array([cut.nx]), np.array([-cut.offset]), whole=True)
            if hit[0]:
                foot = (cut.nx * cut.offset, cut.ny * cut.offset)
                found += [(foot[0] - cut.ny * t, foot[1] + cut.nx * t) for t in (float(t0[0]), float(t1[0]))]
            for other in self.cuts[k + 1 :]:
                turn = cut.nx * other.ny - cut.ny * other.nx
                if abs(turn) > 1e-12:
                    x = (cut.offset * other.ny - other.offset * cut.ny) / turn
                    y = (cut.nx * other.offset - other.nx * cut.offset) / turn
                    found += [(x, y)] if self._holds(x, y) else []
        return tuple(p for p in found if all(c.nx * p[0] + c.ny * p[1] >= c.offset - 1e-12 for c in self.cuts))

    def _holds(self, x: float, y: float) -> bool:
        """Is a point inside the uncut outline of a round end?"""
        ex, ey = self.axis
        dx, dy = x - self.x, y - self.y
        a, b = max(self.a, 1e-13), max(self.b, 1e-13)
        return ((dx * ex + dy * ey) / a) ** 2 + ((dy * ex - dx * ey) / b) ** 2 <= 1.0

    def chord(self, ux: Array, uy: Array, s: Array, *, whole: bool = False) -> tuple[Array, Array, Flags]:
        """Where plan lines (u, s) run inside the outline: t from, t to, and whether they do."""
        if self.round:
            t0, t1, hit = self._round_chord(ux, uy, s)
        else:
            t0, t1, hit = _corner_chord(self.corners, ux, uy, s)
        for cut in () if whole else self.cuts:
            along = cut.nx * ux + cut.ny * uy
            start = cut.offset - (-uy * cut.nx + ux * cut.ny) * s
            with np.errstate(divide="ignore", invalid="ignore"):
                at = start / along
            t0 = np.where(along > 1e-15, np.maximum(t0, at), t0)
            t1 = np.where(along < -1e-15, np.minimum(t1, at), t1)
            flat = np.abs(along) <= 1e-15
            hit = hit & (t0 <= t1) & (~flat | (start <= 0))
        return t0, t1, hit

    def _round_chord(self, ux: Array, uy: Array, s: Array) -> tuple[Array, Array, Flags]:
        ex, ey = self.axis
        a, b = max(self.a, 1e-13), max(self.b, 1e-13)
        x, y = -uy * s - self.x, ux * s - self.y
        w1, w2 = (x * ex + y * ey) / a, (y * ex - x * ey) / b
        v1, v2 = (ux * ex + uy * ey) / a, (uy * ex - ux * ey) / b
        vv, vw = v1 * v1 + v2 * v2, v1 * w1 + v2 * w2
        # |w|^2 - (v.w)^2 / |v|^2 is the squared distance from the centre: a cross product, no cancellation
        rest = 1.0 - (v1 * w2 - v2 * w1) ** 2 / vv
        half = np.sqrt(np.maximum(rest, 0.0) / vv)
        return -vw / vv - half, -vw / vv + half, rest >= 0

    def grown(self, by: float) -> End:
        """The volume with every side moved out by *by* (corners of a rectangle stay corners)."""
        corners = self.corners
        if len(corners):
            ex, ey = self.axis
            x, y = corners[:, 0] - self.x, corners[:, 1] - self.y
            p = np.sign(x * ex + y * ey) * by
            q = np.sign(y * ex - x * ey) * by
            corners = corners + np.stack([p * ex - q * ey, p * ey + q * ex], axis=1)
        cuts = tuple(replace(cut, offset=cut.offset - by) for cut in self.cuts)
        return replace(
            self, a=self.a + by, b=self.b + by, low=self.low - by, high=self.high + by, corners=corners, cuts=cuts
        )

    def placed(self, frame: Frame) -> End:
        """The same volume in the coordinates of *frame*."""
        x, y = frame.into(self.x, self.y)
        ex, ey = self.axis
        axis = (ex * frame.cos + ey * frame.sin, ey * frame.cos - ex * frame.sin)
        corners = self.corners
        if len(corners):
            corners = np.stack(frame.into_all(corners[:, 0], corners[:, 1]), axis=1)
        cuts = tuple(cut.placed(frame) for cut in self.cuts)
        return replace(self, x=x, y=y, axis=axis, corners=corners, cuts=cuts)


@dataclass(frozen=True, slots=True)
class Frame:
    """Plan coordinates with the viewer's centre at the origin and the target along +x."""

    x: float
    y: float
    cos: float
    sin: float

    def into(self, x: float, y: float) -> Point:
        dx, dy = x - self.x, y - self.y
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def into_all(self, x: Array, y: Array) -> tuple[Array, Array]:
        dx, dy = x - self.x, y - self.y
        return dx * self.cos + dy * self.sin, dy * self.cos - dx * self.sin

    def back(self, x: float, y: float) -> Point:
        return self.x + x * self.cos - y * self.sin, self.y + x * self.sin + y * self.cos


def frame_between(viewer: End, target: End) -> Frame:
    """The frame of one question; the x axis is the table's own where both centres coincide."""
    angle = atan2(target.y - viewer.y, target.x - viewer.x)
    return Frame(viewer.x, viewer.y, cos(angle), sin(angle))


def point_end(x: float, y: float, z: float) -> End:
    """A mere point as an end of a line; ValueError if it is none."""
    finite(x, y, z)
    return End(x, y, 0.0, 0.0, (1.0, 0.0), z, z, NO_CORNERS)


@lru_cache(maxsize=4096)
def volume(model: Model) -> End:
    """A model's base swept from its elevation to its elevation plus its height; ValueError if one is no number."""
    base: Base = model.profile.base
    finite(model.x, model.y, model.z, model.facing, model.profile.height, base.width, base.depth)
    a, b = base.width / 2 / MM_PER_INCH, base.depth / 2 / MM_PER_INCH
    turn = radians(model.facing)
    axis = (1.0, 0.0) if base.shape == "round" else (cos(turn), sin(turn))
    low, high = model.z, model.z + model.profile.height
    if base.shape == "round":
        return End(model.x, model.y, a, a, axis, low, high, NO_CORNERS)
    if base.shape == "oval":
        return End(model.x, model.y, a, b, axis, low, high, NO_CORNERS)
    signs = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * (a, b)
    corners = np.stack(
        [
            model.x + signs[:, 0] * axis[0] - signs[:, 1] * axis[1],
            model.y + signs[:, 0] * axis[1] + signs[:, 1] * axis[0],
        ],
        axis=1,
    )
    return End(model.x, model.y, a, b, axis, low, high, corners)


def clip_to_cut(end: End, cut: Cut) -> End | None:
    """The part of an end beyond the cut; None where there is none (touching the line is none)."""
    nx, ny = np.array([cut.nx]), np.array([cut.ny])
    if float(end.support(nx, ny)[0][0]) <= cut.offset + 1e-9:
        return None
    if -float(end.support(-nx, -ny)[0][0]) >= cut.offset:
        return end
    if end.round:
        return replace(end, cuts=(*end.cuts, cut))
    depth = end.corners @ np.array([cut.nx, cut.ny]) - cut.offset
    kept: list[Array] = []
    for k in range(len(depth)):
        here, then = end.corners[k - 1], end.corners[k]
        if (depth[k - 1] > 0) != (depth[k] > 0):
            kept.append(here + depth[k - 1] / (depth[k - 1] - depth[k]) * (then - here))
        if depth[k] > 0:
            kept.append(then)
    return replace(end, corners=np.array(kept))


def _corner_chord(corners: Array, ux: Array, uy: Array, s: Array) -> tuple[Array, Array, Flags]:
    """Lines through a convex ring of corners."""
    t = ux[:, None] * corners[:, 0] + uy[:, None] * corners[:, 1]
    off = ux[:, None] * corners[:, 1] - uy[:, None] * corners[:, 0] - s[:, None]
    t2, off2 = np.roll(t, -1, axis=1), np.roll(off, -1, axis=1)
    crosses = (off >= 0) != (off2 >= 0)
    step = np.where(crosses, off - off2, 1.0)
    at = t + off / step * (t2 - t)
    t0 = np.where(crosses, at, np.inf).min(axis=1)
    t1 = np.where(crosses, at, -np.inf).max(axis=1)
    hit = t0 <= t1
    return np.where(hit, t0, 0.0), np.where(hit, t1, 0.0), hit
