"""Free ground cut into triangles, and what can be seen across them from one of its points.

A half-edge *h* runs from `ends[h]` to `ends[next]` with its triangle on the left (angles
growing); `twins[h]` is the same edge from the other side, -1 on the border of free ground.
Seeing works by passing a window (two rays) from triangle to triangle until it meets the
border or everything in it is too far away, so the work follows what is near.
"""

from __future__ import annotations

from math import hypot

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.courtesy import give_way
from engine.game import Point

Gate = tuple[int, float, float, float, float]
"""A half-edge to look out through, and the right and left ray of the window (from the eye)."""
Wall = tuple[float, float, float, float]
"""Where a window ended: right and left end, relative to the eye."""

Way = tuple[int, int, int, float, float]

_FLAT = 1e-15
_NEARLY = 1e-7
"""Below this (square inches) a cross product does not say on which side something lies."""


class Mesh:
    """Triangles of one area of free ground (a polygon with holes)."""

    __slots__ = ("_along", "_fans", "_starts", "_tree", "_ways", "ends", "twins", "x", "y")

    def __init__(self, area: BaseGeometry) -> None:
        give_way()
        pieces = shapely.get_parts(shapely.constrained_delaunay_triangles(area))
        xy = shapely.get_coordinates(pieces).reshape(-1, 4, 2)[:, :3]
        a, b = xy[:, 1] - xy[:, 0], xy[:, 2] - xy[:, 0]
        turned = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0.0
        xy[turned] = xy[turned][:, ::-1]
        places, index = np.unique(xy[..., 0].ravel() + 1j * xy[..., 1].ravel(), return_inverse=True)
        self._tree = shapely.STRtree(pieces)
        self.x, self.y = places.real.tolist(), places.imag.tolist()
        self.ends: list[int] = index.ravel().tolist()
        ahead = np.roll(index.reshape(-1, 3), -1, axis=1).ravel().tolist()
        known = {pair: h for h, pair in enumerate(zip(self.ends, ahead, strict=True))}
        self.twins = [known.get((to, start), -1) for start, to in zip(self.ends, ahead, strict=True)]
        self._ways = [self._way(twin) for twin in self.twins]
        self._along: dict[int, tuple[int, int]] = {}
        self._fans: dict[int, list[list[int]]] = {}
        self._starts: dict[int, list[int]] = {}
        for h, twin in enumerate(self.twins):
            if twin < 0:
                self._starts.setdefault(self.ends[h], []).append(h)
        before = {self.ends[_next(h)]: self.ends[h] for h, twin in enumerate(self.twins) if twin < 0}
        for corner, starts in self._starts.items():
            # where two borders touch something may always open
            first = self.ends[_next(starts[0])]
            self._along[corner] = (first, before[corner] if len(starts) == 1 else first)

    def _way(self, twin: int) -> Way | None:
        """What lies behind an edge: its right and its left edge and the corner between them; None at the border."""
        if twin < 0:
            return None
        after = _next(twin)
        last = _next(after)
        apex = self.ends[last]
        return after, last, apex, self.x[apex], self.y[apex]

    def _around(self, corner: int) -> list[list[int]]:
        """The fans of a border corner: half-edges opposite it, from one border to the other."""
        fans = self._fans.get(corner)
        if fans is not None:
            return fans
        fans = self._fans[corner] = []
        for h in self._starts.get(corner, []):
            fan: list[int] = []
            here = h
            while here >= 0 and len(fan) <= len(self.twins):
                fan.append(_next(here))
                here = self.twins[_next(_next(here))]
            fans.append(fan)
        return fans

    def around_point(self, x: float, y: float) -> tuple[Point, list[Gate]]:
        """The eye (moved a hair into a triangle) and its gates all round; no gates outside free ground."""
        found = self._tree.query(shapely.Point(x, y), predicate="intersects")
        if not len(found):
            return (x, y), []
        first = 3 * int(found[0])
        corners = [self.ends[first + k] for k in range(3)]
        x += 1e-7 * (sum(self.x[i] for i in corners) / 3.0 - x)
        y += 1e-7 * (sum(self.y[i] for i in corners) / 3.0 - y)
        gates = []
        for k in range(3):
            i, j = corners[k], corners[(k + 1) % 3]
            gates.append((first + k, self.x[i] - x, self.y[i] - y, self.x[j] - x, self.y[j] - y))
        return (x, y), gates

    def beside(self, corner: int, ux: float, uy: float) -> bool:
        """May something open behind the corner for one who comes to it along (ux, uy)?  No: surely nothing does."""
        ahead, behind = self._along[corner]
        x, y = self.x[corner], self.y[corner]
        right = ux * (self.y[ahead] - y) - uy * (self.x[ahead] - x)
        left = ux * (self.y[behind] - y) - uy * (self.x[behind] - x)
        return bool(right * left >= 0.0 or min(abs(right), abs(left)) < _NEARLY)

    def around_corner(self, corner: int, ux: float, uy: float) -> tuple[list[Gate], list[int]]:
        """Gates into what opens behind a corner for one who comes to it along (ux, uy).

        With them the neighbours seen along the border.  Nothing when the corner does not
        stand beside that way.
        """
        gates: list[Gate] = []
        seen: list[int] = []
        for fan in self._around(corner):
            first, last = self._from(corner, self.ends[fan[0]]), self._from(corner, self.ends[_next(fan[-1])])
            right, left = ux * first[1] - uy * first[0], ux * last[1] - uy * last[0]
            slack = 1e-9 * hypot(*first), 1e-9 * hypot(*last)
            if right <= slack[0] and left <= slack[1]:
                self._open(corner, fan, (ux, uy), gates, seen, leftwards=True)
            elif right >= -slack[0] and left >= -slack[1]:
                self._open(corner, fan[::-1], (ux, uy), gates, seen, leftwards=False)
        return gates, seen

    def opening(self, corner: int) -> tuple[list[Gate], list[int]]:
        """All gates round a border corner, for one who comes into this area there; and its neighbours."""
        gates: list[Gate] = []
        seen: list[int] = []
        for fan in self._around(corner):
            for h in fan:
                i, j = self.ends[h], self.ends[_next(h)]
                gates.append((h, *self._from(corner, i), *self._from(corner, j)))
                seen += (i, j)
        return gates, list(dict.fromkeys(seen))

    def _from(self, corner: int, other: int) -> Point:
        return self.x[other] - self.x[corner], self.y[other] - self.y[corner]

    def _open(
        self, corner: int, fan: list[int], u: Point, gates: list[Gate], seen: list[int], *, leftwards: bool
    ) -> None:
        """Walk the fan from the obstacle until the straight way on; gates end sorted right to left."""
        found: list[Gate] = []
        for h in fan:
            i, j = self.ends[h], self.ends[_next(h)]
            (ax, ay), (bx, by) = self._from(corner, i), self._from(corner, j)
            near, far = (i, j) if leftwards else (j, i)
            seen.append(near)
            cross = bx * u[1] - by * u[0] if leftwards else u[0] * ay - u[1] * ax
            if cross > 0.0:
                found.append((h, ax, ay, bx, by))
                seen.append(far)
                continue
            found.append((h, ax, ay, *u) if leftwards else (h, *u, bx, by))
            break
        gates.extend(found if leftwards else found[::-1])

    def look(
        self, eye: Point, gates: list[Gate], far: float, spent: float = 0.0, best: dict[int, float] | None = None
    ) -> tuple[list[Wall], list[int]]:
        """Through the gates up to *far* inches: where sight ends, right to left, and the corners seen.

        With *best* (inches to corners, *spent* of them to the eye) sight also ends where one of
        them, at the end of an edge, has a way no longer to everything behind it.
        """
        known = ({} if best is None else best).get
        walls: list[Wall] = []
        seen: list[int] = []
        stack = [gate for gate in gates[::-1] if gate[1] * gate[4] - gate[2] * gate[3] > _FLAT]
        (ox, oy), ends, xs, ys, ways, limit, flat = eye, self.ends, self.x, self.y, self._ways, far * far, _FLAT
        while stack:
            h, rx, ry, lx, ly = stack.pop()
            i, j = ends[h], ends[_next(h)]
            ax, ay, bx, by = xs[i] - ox, ys[i] - oy, xs[j] - ox, ys[j] - oy
            while True:
                ex, ey = bx - ax, by - ay
                area, t, s = ax * ey - ay * ex, rx * ey - ry * ex, lx * ey - ly * ex
                t, s = (area / t if t else 1.0), (area / s if s else 1.0)
                x0, y0, x1, y1 = t * rx, t * ry, s * lx, s * ly
                way = ways[h]
                near, away = known(i, 0.0) - spent, known(j, 0.0) - spent
                if (
                    way is None
                    or (x0 * x0 + y0 * y0 >= limit and x1 * x1 + y1 * y1 >= limit and _beyond(x0, y0, x1, y1, limit))
                    or (near > 0.0 and near * near < ax * ax + ay * ay and _served(ax, ay, near, x0, y0, x1, y1))
                    or (away > 0.0 and away * away < bx * bx + by * by and _served(bx, by, away, x0, y0, x1, y1))
                ):
                    walls.append((x0, y0, x1, y1))
                    break
                after, last, apex, cx, cy = way
                cx, cy = cx - ox, cy - oy
                from_right, to_left = rx * cy - ry * cx, cx * ly - cy * lx
                if from_right >= -flat and to_left >= -flat:
                    seen.append(apex)
                if from_right > flat:
                    if to_left > flat:
                        stack.append((last, cx, cy, lx, ly))
                        lx, ly = cx, cy
                    h, j, bx, by = after, apex, cx, cy
                else:
                    h, i, ax, ay = last, apex, cx, cy
        return walls, seen


def _served(x: float, y: float, more: float, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Is the way over a corner at (x, y), *more* inches further than the eye, no longer to all that is seen between?"""
    near = hypot(x0, y0) - more - hypot(x0 - x, y0 - y)
    away = hypot(x1, y1) - more - hypot(x1 - x, y1 - y)
    return near >= -1e-12 and away >= -1e-12 and max(near, away) > 1e-9


def _next(h: int) -> int:
    return h - 2 if h % 3 == 2 else h + 1


def _beyond(x0: float, y0: float, x1: float, y1: float, limit: float) -> bool:
    """Is every point of the segment at least the root of *limit* from the eye?"""
    ex, ey = x1 - x0, y1 - y0
    if x0 * ex + y0 * ey >= 0.0:
        return x0 * x0 + y0 * y0 >= limit
    if x1 * ex + y1 * ey <= 0.0:
        return x1 * x1 + y1 * y1 >= limit
    area = x0 * ey - y0 * ex
    return area * area >= limit * (ex * ex + ey * ey)
