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
from engine.geometry.visible import SIDE, Ground, Polygons, among, eye

Whole = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Corners = npt.NDArray[np.complex128]
"""x + iy."""

_LEAST = 1e-9
_LONG = 64.0
"""A shadow that reaches no further than so many times as far as its part is left as it is."""
_FEW = 200
"""So many parts are quicker all done than looked through for those that are near."""
_DIRECTIONS = 6
"""So many sectors of what is seen are looked through, each by its own bounds."""
_NOWHERE: Array = np.empty((0, 2))
_NONE: Whole = np.empty(0, dtype=np.int64)


class Shade(Struct, frozen=True, kw_only=True):
    """What an eye over *foot* at *height* sees of the level *onto* (inches over the table).

    Seen is what lies in *open* (polygons, as in `Area`; empty from inside a wall) and in none of
    *shadows*.  These lie one after the other in *corners* (n, 2); each begins at one of *starts*.
    """

    foot: Point
    height: float
    onto: float
    open: Polygons = ()
    corners: Array = _NOWHERE
    starts: Whole = _NONE

    @property
    def shadows(self) -> tuple[Array, ...]:
        """Convex rings (k, 2), angles growing, which may overlap: paint them one by one."""
        return tuple(self.corners[a:b] for a, b in pairwise([*self.starts.tolist(), len(self.corners)]))

    def area(self) -> BaseGeometry:
        """The seen part of the level as one shape."""
        if not self.open:
            return shapely.Polygon()
        whole = shapely.Polygon(*self.open[0][:1])
        if not len(self.starts):
            return whole
        rings = shapely.polygons([shapely.linearrings(ring) for ring in self.shadows])
        hidden = shapely.union_all(shapely.set_precision(rings, 2.0**-30), grid_size=2.0**-30)
        return shapely.difference(whole, hidden)

    def sees(self, point: Point) -> bool:
        """Is a point of the level seen?  On the border of a shadow it is."""
        inside = self.open and shapely.intersects_xy(shapely.Polygon(self.open[0][0]), *point)
        return bool(inside) and not any(_within(ring, *point) for ring in self.shadows)

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
        return Shade(foot=(x, y), height=z, onto=onto)
    walls, low = _split(table, z, onto)
    ring = walls.seen(x, y)
    if len(ring) < 3:
        return Shade(foot=(x, y), height=z, onto=onto)
    corners, starts = low.shadows(x, y, ring)
    return Shade(foot=(x, y), height=z, onto=onto, open=((tuple(ring),),), corners=corners, starts=starts)


class _Parts:
    """The convex parts of some pieces, one after the other.

    By corner: its *place*, and the *edge* that begins there, both x + iy.  By part: its *first* corner
    and their *count*, and the place of its *piece* in the list.
    """

    __slots__ = ("count", "edge", "first", "piece", "place", "tree")

    def __init__(self, pieces: tuple[Terrain, ...]) -> None:
        parts = [(part, k) for k, piece in enumerate(pieces) for part in _convex(piece)]
        # neighbours next to each other, for what is near the eye is then near in memory too
        parts.sort(key=lambda each: (each[0][0, 1] // SIDE, each[0][0, 0]))
        rings = [part for part, _ in parts]
        self.piece = np.array([k for _, k in parts], dtype=np.int64)
        self.count = np.array([len(ring) for ring in rings], dtype=np.int64)
        self.first = self.count.cumsum() - self.count
        self.place = np.concatenate([_NOWHERE, *rings]).view(np.complex128).ravel()
        ahead = np.concatenate([_NOWHERE, *(np.roll(ring, -1, axis=0) for ring in rings)])
        self.edge = ahead.view(np.complex128).ravel() - self.place
        boxes = [(*ring.min(axis=0), *ring.max(axis=0)) for ring in rings]
        self.tree = shapely.STRtree([shapely.box(*box) for box in boxes])

    def near(self, x: float, y: float, ring: list[Point]) -> Whole:
        """The parts whose bounds meet those of what is seen in some direction; there must be more than a few."""
        boxes = []
        size, closed = len(ring) // _DIRECTIONS + 1, [*ring, ring[0]]
        for k in range(0, len(ring), size):
            xs, ys = zip(*closed[k : k + size + 1], strict=True)
            boxes.append((min(x, *xs), min(y, *ys), max(x, *xs), max(y, *ys)))
        met = np.zeros(len(self.count), dtype=np.bool_)
        met[self.tree.query(shapely.box(*np.array(boxes).T))[1]] = True
        return met.nonzero()[0]


class _Low:
    """The parts that cast a shadow from one height onto one level: bounded, or beginning behind them.

    *bounds* (2, parts): how much further off than the part its shadow begins, and ends.
    """

    __slots__ = ("_parts", "bounds", "endless", "far")

    def __init__(self, parts: _Parts, least: Array, most: Array, far: float) -> None:
        """*least*, *most*: as from `_hidden`, of each piece; *far*: inches beyond which is no table."""
        self._parts, self.far = parts, far
        self.bounds = (1.0 / np.stack([most, np.maximum(least, 1e-300)]))[:, parts.piece]
        self.endless = bool((self.bounds[1] > _LONG).any())

    def shadows(self, x: float, y: float, ring: list[Point]) -> tuple[Array, Whole]:
        """The rings hidden by parts that stand within the bounds of the open ring, and where each begins."""
        parts = self._parts
        place, edge, first, count, (begin, end) = parts.place, parts.edge, parts.first, parts.count, self.bounds
        if len(count) > _FEW:
            chosen = parts.near(x, y, ring)
            count, begin, end, there = count[chosen], begin[chosen], end[chosen], first[chosen]
            first = count.cumsum() - count
            at = (there - first).repeat(count) + np.arange(int(count.sum()))
            place, edge = place.take(at), edge.take(at)
        if not len(count):
            return _NOWHERE, _NONE
        foot = complex(x, y)
        away = place - foot
        if self.endless:
            end = np.maximum(begin, np.minimum(end, self.far / _off(away, edge, first)))
        corners, starts = _rings(away, away.real * edge.imag > away.imag * edge.real, begin, end, first, count)
        corners += foot
        return corners.view(np.float64).reshape(-1, 2), starts


def _rings(away: Corners, far: Flags, begin: Array, end: Array, first: Whole, count: Whole) -> tuple[Corners, Whole]:
    """The corners of all shadows, seen from the eye, and where each begins.

    By corner of the parts: where it is, seen from the eye, and whether the edge after it is a far one.  Where
    near and far edges meet the corner stands twice, at the bound of the one before it and of the one after.
    """
    before = np.empty_like(far)
    before[1:] = far[:-1]
    before[first] = far[first + count - 1]
    turn = (far != before).nonzero()[0]
    times = np.ones(len(far), dtype=np.int64)
    times[turn] = 2
    further = far.repeat(times)
    further[turn + np.arange(len(turn))] = before[turn]
    starts = first + turn.searchsorted(first)
    counts = np.empty_like(starts)
    counts[:-1], counts[-1] = starts[1:] - starts[:-1], len(further) - starts[-1]
    return away.repeat(times) * np.where(further, end.repeat(counts), begin.repeat(counts)), starts


def _off(away: Corners, edge: Corners, first: Whole) -> Array:
    """By part: how far from the eye its nearest edge is, so that the whole far side can be put beyond the table."""
    share = np.clip(-(away * edge.conj()).real / np.maximum((edge * edge.conj()).real, 1e-300), 0.0, 1.0)
    return np.maximum(np.minimum.reduceat(np.abs(away + share * edge), first), _LEAST)


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
    wall = np.array([p.bottom <= min(e, t) and max(e, t) < p.top for p in solid], dtype=np.bool_)
    least, most = _hidden(np.array([p.bottom for p in solid]), np.array([p.top for p in solid]), e, t)
    low = (least < most) & ~wall
    walls, others = (tuple(solid[k] for k in np.flatnonzero(mask).tolist()) for mask in (wall, low))
    far = 2.0 * hypot(table.width, table.height)
    return among(walls, table.width, table.height), _Low(_parts(others), least[low], most[low], far)


@lru_cache(maxsize=32)
def _parts(pieces: tuple[Terrain, ...]) -> _Parts:
    return _Parts(pieces)


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
