"""Who sees whom over low terrain: what the walls of the eye's height leave, less the shadows behind the rest.

From the eye at height e a point at height t behind a piece that stands from b to T is hidden where
the line between them passes through the piece.  For a convex part of its plan those points are the
part scaled away from the eye's foot by every factor between two bounds, which is one convex ring:
the near edges at the nearer bound, the far edges at the further, joined at the tangents.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot, isfinite

import numpy as np
import numpy.typing as npt
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point, Table, Terrain
from engine.geometry.evidence import Area, Evidence
from engine.geometry.shapes import Array, borders, footprint
from engine.geometry.visible import Ground, Polygons, among, eye

Whole = npt.NDArray[np.int64]

_LEAST = 1e-9


class Shade(Struct, frozen=True, kw_only=True):
    """What an eye over *foot* at *height* sees of the level *onto* (inches over the table).

    Seen is what lies in *open* (polygons, as in `Area`; empty from inside a wall) and in none of
    *shadows* (convex rings, which may overlap: paint them one by one).
    """

    foot: Point
    height: float
    onto: float
    open: Polygons
    shadows: tuple[Array, ...]

    def area(self) -> BaseGeometry:
        """The seen part of the level as one shape."""
        if not self.open:
            return shapely.Polygon()
        whole = shapely.Polygon(*self.open[0][:1])
        if not self.shadows:
            return whole
        rings = shapely.polygons([shapely.linearrings(ring) for ring in self.shadows])
        hidden = shapely.union_all(shapely.set_precision(rings, 2.0**-30), grid_size=2.0**-30)
        return shapely.difference(whole, hidden)

    def sees(self, point: Point) -> bool:
        """Is a point of the level seen?  On the border of a shadow it is."""
        x, y = point
        inside = self.open and shapely.intersects_xy(shapely.Polygon(self.open[0][0]), x, y)
        return bool(inside) and not any(_within(ring, x, y) for ring in self.shadows)

    def evidence(self, label: str = "") -> Evidence:
        """What is seen, and over it the shadows of low terrain."""
        rings: Polygons = tuple((tuple((x, y) for x, y in ring.tolist()),) for ring in self.shadows)
        open_ = Area(self.open, "clear", label, self.onto)
        return Evidence(areas=(open_, Area(rings, "blocked", label, self.onto)) if rings else (open_,))


def shade(table: Table, viewer: Model | Point, height: float | None = None, onto: float = 0.0) -> Shade:
    """What a viewer sees of the level *onto*; the same is seen by, and sees, an eye at *onto*.

    The eye as in `visible_region`.  Nothing is open from inside a piece, off the table, or for
    numbers that are none.
    """
    x, y, z = eye(viewer, height)
    fine = isfinite(x) and isfinite(y) and isfinite(z) and isfinite(onto)
    if not (fine and 0 <= x <= table.width and 0 <= y <= table.height):
        return Shade(foot=(x, y), height=z, onto=onto, open=(), shadows=())
    walls, low = _split(table, z, onto)
    ring = walls.seen(x, y)
    whole = ((tuple(ring),),) if len(ring) > 2 else ()
    rings = low.shadows(x, y, z, onto, ring) if whole else ()
    return Shade(foot=(x, y), height=z, onto=onto, open=whole, shadows=rings)


class _Low:
    """Convex parts of the pieces that cast a bounded shadow, or one that begins behind them."""

    def __init__(self, pieces: tuple[Terrain, ...], far: float) -> None:
        parts = [(part, piece) for piece in pieces for part in _convex(piece)]
        self.far = far
        self.count = np.array([len(part) for part, _ in parts], dtype=np.int64)
        self.start = np.cumsum(self.count) - self.count
        self.xy: Array = np.concatenate([np.empty((0, 2)), *(part for part, _ in parts)])
        self.bottom = np.array([piece.bottom for _, piece in parts], dtype=np.float64)
        self.top = np.array([piece.top for _, piece in parts], dtype=np.float64)
        boxes = [(*part.min(axis=0), *part.max(axis=0)) for part, _ in parts]
        self.tree = shapely.STRtree([shapely.box(*box) for box in boxes])

    def shadows(self, x: float, y: float, e: float, t: float, ring: list[Point]) -> tuple[Array, ...]:
        """The rings hidden by parts that stand within the bounds of the open ring."""
        spread = np.array(ring)
        chosen = np.sort(self.tree.query(shapely.box(*spread.min(axis=0), *spread.max(axis=0))))
        if not len(chosen):
            return ()
        count = self.count[chosen]
        first = np.cumsum(count) - count
        at = np.arange(int(count.sum()))
        who = np.repeat(np.arange(len(chosen)), count)
        xy = self.xy[at + (self.start[chosen] - first)[who]] - np.array((x, y))
        last = first + count - 1
        ahead, before = at + 1, at - 1
        ahead[last], before[first] = first, last
        far = xy[:, 0] * xy[ahead, 1] > xy[:, 1] * xy[ahead, 0]
        nearest = np.minimum.reduceat(np.hypot(xy[:, 0], xy[:, 1]), first)
        factor = np.stack(self._factors(chosen, e, t, nearest))[:, who]
        own, came = np.where(far, factor[1], factor[0]), np.where(far[before], factor[1], factor[0])
        points = np.stack([xy * came[:, None], xy * own[:, None]], axis=1).reshape(-1, 2) + np.array((x, y))
        kept = np.stack([np.ones(len(at), dtype=np.bool_), far != far[before]], axis=1)
        ends = [0, *np.cumsum(np.add.reduceat(kept.sum(axis=1), first)).tolist()]
        rings = points[kept.ravel()]
        return tuple(rings[a:b] for a, b in pairwise(ends))

    def _factors(self, chosen: Whole, e: float, t: float, nearest: Array) -> tuple[Array, Array]:
        """By how much the shadow of each part is further off than the part: at its beginning and end."""
        least, most = _hidden(self.bottom[chosen], self.top[chosen], e, t)
        beyond = self.far / np.maximum(nearest, _LEAST)
        begin = 1.0 / most
        return begin, np.maximum(begin, np.minimum(1.0 / np.maximum(least, 1e-300), beyond))


def _hidden(bottom: Array, top: Array, e: float, t: float) -> tuple[Array, Array]:
    """The shares of the way from height *e* to height *t* between which a line is in the piece."""
    if abs(e - t) < _LEAST:
        return np.ones_like(top), np.zeros_like(top)
    at_bottom, at_top = (bottom - e) / (t - e), (top - e) / (t - e)
    return np.maximum(0.0, np.minimum(at_bottom, at_top)), np.minimum(1.0, np.maximum(at_bottom, at_top))


@lru_cache(maxsize=128)
def _split(table: Table, e: float, t: float) -> tuple[Ground, _Low]:
    """The ground among what no line gets over or under, and everything else that hides something."""
    solid = [piece for piece in table.terrain if piece.sight == "solid"]
    walls = tuple(p for p in solid if p.bottom <= min(e, t) and max(e, t) < p.top)
    least, most = _hidden(np.array([p.bottom for p in solid]), np.array([p.top for p in solid]), e, t)
    low = tuple(p for p, some in zip(solid, (least < most).tolist(), strict=True) if some and p not in walls)
    return among(walls, table.width, table.height), _low(low, 2.0 * hypot(table.width, table.height))


@lru_cache(maxsize=32)
def _low(pieces: tuple[Terrain, ...], far: float) -> _Low:
    return _Low(pieces, far)


@lru_cache(maxsize=16384)
def _convex(piece: Terrain) -> tuple[Array, ...]:
    """Convex rings (n, 2), angles growing, that together are the plan of the piece; of a wall its stretches."""
    shape = footprint(piece)
    if not shape.area > 0.0:
        return tuple(edge.reshape(2, 2) for edge in borders(piece) if (edge[:2] != edge[2:]).any())
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    xy = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    a, b = xy[:, 1] - xy[:, 0], xy[:, 2] - xy[:, 0]
    turned = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0.0
    xy[turned] = xy[turned][:, ::-1]
    rings = [[(x, y) for x, y in ring] for ring in xy.tolist()]
    return tuple(np.array(ring) for ring in _merged(rings))


def _merged(rings: list[list[Point]]) -> list[list[Point]]:
    """Neighbours put together for as long as they stay convex."""
    done: list[list[Point]] = []
    for ring in rings:
        grown, k = ring, 0
        while k < len(done):
            joint = _joint(done[k], grown)
            if joint is None:
                k += 1
            else:
                del done[k]
                grown, k = joint, 0
        done.append(grown)
    return done


def _joint(a: list[Point], b: list[Point]) -> list[Point] | None:
    """The two rings as one over an edge they share, if that is convex."""
    for i, p in enumerate(a):
        q = a[(i + 1) % len(a)]
        if q in b and p in b and b[(b.index(q) + 1) % len(b)] == p:
            j = b.index(p)
            ring = [*a[i + 1 :], *a[: i + 1], *b[j + 1 :], *b[:j]][:-1]
            return ring if all(_turns(ring, k) for k in range(len(ring))) else None
    return None


def _turns(ring: list[Point], k: int) -> bool:
    """Does the ring go straight on at corner k, or turn inwards?"""
    (ax, ay), (bx, by), (cx, cy) = ring[k - 2], ring[k - 1], ring[k]
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= 0.0


def _within(ring: Array, x: float, y: float) -> bool:
    """Is the point inside a convex ring, not on its border?"""
    a, b = ring - (x, y), np.roll(ring, -1, axis=0) - (x, y)
    return bool((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > 0.0).all())
