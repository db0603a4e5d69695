"""From nouns to shapes: bases turned and placed, footprints made valid, terrain indexed.

Everything is in inches in the frame of `engine.game`.  The polygons made here serve for
drawing and for finding what is near; no decision rests on a circle drawn with sides.
Decisions are taken on `half` (the true half sizes of a base) and `borders` (the true
edges of a footprint).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.courtesy import give_way
from engine.game import MM_PER_INCH, Base, Model, Point, Table, Terrain

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

SIDES = 96
"""Sides of the polygon drawn for a round base; it is drawn *around* the true circle."""
FARTHEST = 1e12
"""No place or size lies beyond so many inches: from there on squares of numbers are no numbers any more."""

_RIGHT_ANGLES = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
_AREAS = ("Polygon", "MultiPolygon")


def axes(facing: float) -> tuple[Point, Point]:
    """Unit vectors (to the right of the model, ahead of it); exact at right angles.

    *facing* in degrees, 0 up the screen, clockwise.  ValueError when it is no number.
    """
    if not math.isfinite(facing):
        raise ValueError(f"a facing must be a finite number of degrees, not {facing}")
    turn = facing % 360.0
    if turn in _RIGHT_ANGLES:
        cos, sin = _RIGHT_ANGLES[turn]
    else:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return (cos, sin), (sin, -cos)


def half(base: Base) -> Point:
    """True half sizes in inches: (across, along the facing).  Round bases use *width* twice.

    ValueError when a size is negative or no finite number.
    """
    across, along = base.width, base.width if base.shape == "round" else base.depth
    if not (math.isfinite(across) and math.isfinite(along) and across >= 0.0 and along >= 0.0):
        raise ValueError(f"a base needs finite sizes of 0 mm or more, not {base.width} x {base.depth}")
    finite(across, along)
    return across / 2 / MM_PER_INCH, along / 2 / MM_PER_INCH


def corners(base: Base, x: float, y: float, facing: float) -> tuple[Point, Point, Point, Point]:
    """The four corners of the rectangle round a base, in order; the base itself when it is one."""
    (rx, ry), (fx, fy) = axes(facing)
    a, b = half(base)
    signs = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    p, q, r, s = ((x + i * a * rx + j * b * fx, y + i * a * ry + j * b * fy) for i, j in signs)
    return p, q, r, s


@lru_cache(maxsize=4096)
def outline_at(base: Base, x: float, y: float, facing: float) -> shapely.Polygon:
    """The base as a polygon, turned and placed: for drawing and for finding what is near.

    Curved bases get `SIDES` sides that touch the true curve from outside, so nothing near is
    missed.  A base of no size gives a polygon of no area.
    """
    finite(x, y)
    if base.shape == "rect":
        return shapely.Polygon(corners(base, x, y, facing))
    a, b = half(base)
    (rx, ry), (fx, fy) = axes(facing)
    angles = np.arange(SIDES) * (2.0 * math.pi / SIDES)
    out = 1.0 / math.cos(math.pi / SIDES)
    u, v = a * out * np.cos(angles), b * out * np.sin(angles)
    return shapely.Polygon(np.column_stack((x + u * rx + v * fx, y + u * ry + v * fy)))


def outline(model: Model) -> shapely.Polygon:
    """The model's base as `outline_at` draws it where the model stands."""
    return outline_at(model.profile.base, model.x, model.y, model.facing)


def finite(*numbers: float) -> None:
    """ValueError with a sentence when one of the numbers is none, infinite or beyond `FARTHEST`."""
    for number in numbers:
        if not math.isfinite(number):
            raise ValueError(f"a place or size must be a finite number of inches, not {number}")
        if abs(number) > FARTHEST:
            raise ValueError(f"a place or size of {number:g} inches lies beyond any table")


@lru_cache(maxsize=16384)
def footprint(piece: Terrain) -> BaseGeometry:
    """The ground plan of a piece: a valid shapely geometry.

    Closed outlines with area give a Polygon or MultiPolygon, filled even-odd where the
    outline crosses itself (thin spikes without area are left out).  An *open* outline or
    one without area is a wall of no thickness: LineString or MultiLineString.  One single
    point gives a Point, no points an empty geometry.  ValueError when a corner, the bottom
    or the top is no finite number, or the top lies below the bottom.
    """
    for corner in piece.outline:
        finite(*corner)
    finite(piece.bottom, piece.top)
    if piece.top < piece.bottom:
        raise ValueError(f"terrain {piece.id!r}: its top ({piece.top}) lies below its bottom ({piece.bottom})")
    points = [p for i, p in enumerate(piece.outline) if i == 0 or p != piece.outline[i - 1]]
    shape = _plan(points, piece.open)
    shapely.prepare(shape)
    return shape


def _plan(points: list[Point], is_open: bool) -> BaseGeometry:
    if not points:
        return shapely.GeometryCollection()
    if len(set(points)) == 1:
        return shapely.Point(points[0])
    if not is_open and len(set(points)) >= 3:
        ring = shapely.Polygon(points)
        area = ring if ring.is_valid else _even_odd(points)
        if area.area > 0.0:
            return area
    if not is_open and points[0] != points[-1]:
        points = [*points, points[0]]
    return _lines(points)


def _even_odd(points: list[Point]) -> BaseGeometry:
    """The area of an outline that crosses itself: of its cells, those an odd number of turns deep.

    The same as shapely's `make_valid` by linework, whose cost grows with the square of the crossings.
    """
    ring = np.array([*points, points[0]])
    cells = shapely.get_parts(shapely.polygonize([shapely.union_all([shapely.LineString(ring)])]))
    x, y = shapely.get_coordinates(shapely.point_on_surface(cells)).T
    odd = np.zeros(len(cells), dtype=bool)
    for (ax, ay), (bx, by) in pairwise(ring.tolist()):
        if ay != by:
            odd ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return shapely.union_all(cells[odd])


def _lines(points: list[Point]) -> BaseGeometry:
    """A wall along the points, each stretch once even if the outline runs over it twice."""
    line = shapely.LineString(points)
    return line if line.is_simple and not line.is_closed else shapely.line_merge(shapely.union_all([line]))


@lru_cache(maxsize=16384)
def borders(piece: Terrain) -> Array:
    """Every border segment of the footprint, holes too: shape (n, 4), x0 y0 x1 y1.  Do not write to it."""
    shape = footprint(piece)
    rings: list[BaseGeometry] = []
    for part in shapely.get_parts(shape):
        rings += [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]
    rows = [np.empty((0, 4))]
    for ring in rings:
        xy = shapely.get_coordinates(ring)
        rows.append(np.hstack((xy, xy)) if len(xy) == 1 else np.hstack((xy[:-1], xy[1:])))
    edges: Array = np.concatenate(rows)
    edges.setflags(write=False)
    return edges


def has_area(piece: Terrain) -> bool:
    """Does the piece cover ground, or is it a wall of no thickness?"""
    return footprint(piece).geom_type in _AREAS


def stops(piece: Terrain) -> bool:
    """Is it something a body goes round or over, not through?"""
    return piece.footing in ("solid", "impassable")


def carries(piece: Terrain) -> bool:
    """Can feet stand on its top?  Woods and water cannot; a flat piece (top = bottom) can."""
    if piece.footing == "impassable":
        return False
    return piece.footing == "solid" or piece.top == piece.bottom


class Solids:
    """All terrain of one table, indexed.

    *pieces* in the table's order; *footprints*, *bottoms*, *tops* and the boolean arrays
    *stopping* and *carrying* run parallel to it.  Index results are sorted.
    """

    __slots__ = ("bottoms", "carrying", "footprints", "pieces", "stopping", "tops", "tree")

    def __init__(self, pieces: tuple[Terrain, ...]) -> None:
        self.pieces = pieces
        self.footprints: tuple[BaseGeometry, ...] = tuple(footprint(piece) for piece in pieces)
        self.bottoms: Array = np.array([piece.bottom for piece in pieces], dtype=np.float64)
        self.tops: Array = np.array([piece.top for piece in pieces], dtype=np.float64)
        self.stopping = np.array([stops(piece) for piece in pieces], dtype=bool)
        self.carrying = np.array([carries(piece) for piece in pieces], dtype=bool)
        self.tree = shapely.STRtree(self.footprints)

    def near(self, shape: BaseGeometry, low: float = -math.inf, high: float = math.inf) -> Indices:
        """Pieces whose bounding box meets that of *shape* and whose heights meet (low, high)."""
        return self._between(self.tree.query(shape), low, high)

    def meeting(self, shape: BaseGeometry, low: float = -math.inf, high: float = math.inf) -> Indices:
        """Pieces whose footprint meets *shape* (touching counts) and whose heights meet (low, high)."""
        return self._between(self.tree.query(shape, predicate="intersects"), low, high)

    def at(self, x: float, y: float, low: float = -math.inf, high: float = math.inf) -> Indices:
        """Pieces over the point, border included, whose heights meet (low, high)."""
        return self.meeting(shapely.Point(x, y), low, high)

    def within(self, points: Iterable[Point], margin: float) -> Indices:
        """Pieces whose bounding box comes within *margin* inches of the box round the points."""
        box = np.array(list(points), dtype=np.float64)
        low, high = box.min(axis=0) - margin, box.max(axis=0) + margin
        return self.near(shapely.box(low[0], low[1], high[0], high[1]))

    def _between(self, found: Indices, low: float, high: float) -> Indices:
        """Touching in height is not meeting, except that a flat piece inside (low, high) counts."""
        give_way()
        found = np.sort(found)
        kept: Indices = found[(self.bottoms[found] < high) & (self.tops[found] > low)]
        return kept


def solids(table: Table) -> Solids:
    """The index of a table's terrain; built once for each different set of pieces."""
    return _solids(table.terrain)


@lru_cache(maxsize=16)
def _solids(terrain: tuple[Terrain, ...]) -> Solids:
    return Solids(terrain)
