"""Templates laid on the table: which bases lie under a blast, a flame, a cone or a straight line.

`blast`, `teardrop` and `strip` are convex hulls of discs, `cone` is a sector cut at a length,
`cut_out` any outline placed and turned.  Each base gets three answers, any part, centre, whole,
each with its margin, and the share of its area covered with an error bound.  A border that only
touches is told apart from an overlap; what that means is the rulebook's affair.
Inches and degrees, in the frame of `engine.game`; all in plan, heights are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point, Terrain, TerrainId
from engine.geometry.directions import FAR, base_of, bounded, highest
from engine.geometry.evidence import Area, Evidence
from engine.geometry.exact import Placed, apart, feet, nearest_edge
from engine.geometry.measure import ROUNDING, apart_from_piece, covers
from engine.geometry.sectors import HALF, Wedge, sector
from engine.geometry.shapes import axes, borders, footprint

__all__ = [
    "CutOut",
    "Hull",
    "Laid",
    "Slice",
    "Template",
    "Under",
    "blast",
    "cone",
    "cut_out",
    "lay",
    "strip",
    "teardrop",
    "under",
]

_SIDES = 360

Disc = tuple[float, float, float]
"""Centre and radius in inches."""


class Hull(Struct, frozen=True, cache_hash=True):
    """The convex hull of discs: one is a blast, two a flame, points alone a strip."""

    name: str
    discs: tuple[Disc, ...]

    def support(self, ux: float, uy: float) -> float:
        """How far it reaches along a unit direction, from the table's origin."""
        return max(x * ux + y * uy + r for x, y, r in self.discs)

    def apart(self, base: Placed) -> float:
        """Signed separation of a base; negative: the shortest push that frees it."""
        if len(self.discs) == 1:
            x, y, r = self.discs[0]
            return apart(Placed("round", x, y, r, r), base).distance
        return _separation(base, self.support, self._sides(), inward=False)

    def over(self, base: Placed) -> float:
        """How far a base sticks out (negative: how deep it lies inside)."""
        if len(self.discs) == 1 and base.shape == "round":
            x, y, r = self.discs[0]
            return math.dist((x, y), (base.x, base.y)) + base.a - r
        return _separation(base, self.support, self._sides(), inward=True)

    def _sides(self) -> list[float]:
        """The outward angles of all straight lines that touch two of the discs."""
        found = []
        for i, (x, y, r) in enumerate(self.discs):
            for p, q, s in self.discs[:i]:
                far = math.dist((x, y), (p, q))
                if far > abs(r - s):
                    along, lean = math.atan2(q - y, p - x), math.acos((r - s) / far)
                    found += [along + lean, along - lean]
        return found

    def plan(self, *, around: bool = False) -> BaseGeometry:
        """As a polygon, its curves drawn inside the true ones or around them."""
        corners = [_ring(Placed("round", x, y, r, r), around=around) for x, y, r in self.discs]
        return shapely.convex_hull(shapely.MultiPoint(np.concatenate(corners)))


class Slice(Struct, frozen=True, cache_hash=True):
    """A sector of at most 180 degrees, cut round at *length*."""

    name: str
    wedge: Wedge
    length: float

    def support(self, ux: float, uy: float) -> float:
        """How far it reaches along a unit direction, from the table's origin."""
        x, y = self.wedge.x, self.wedge.y
        best = max(0.0, *(self.length * (ex * ux + ey * uy) for ex, ey in self.wedge.edges))
        if self.wedge.outside(x + ux, y + uy) <= 0.0:
            best = self.length
        return x * ux + y * uy + best

    def apart(self, base: Placed) -> float:
        """Signed separation of a base; negative: the shortest push that frees it."""
        return _separation(base, self.support, self._sides(), inward=False)

    def over(self, base: Placed) -> float:
        """How far a base sticks out (negative: how deep it lies inside)."""
        return _separation(base, self.support, self._sides(), inward=True)

    def _sides(self) -> list[float]:
        return [math.atan2(y, x) for x, y in (*self.wedge.normals, *self.wedge.edges)]

    def plan(self, *, around: bool = False) -> BaseGeometry:
        """As a polygon, its curve drawn inside the true one or around it."""
        steps = max(1, math.ceil(self.wedge.degrees))
        half = math.radians(self.wedge.degrees / steps) / 2.0
        reach = self.length / math.cos(half) if around else self.length
        facing, width = self.wedge.facing, self.wedge.degrees
        rays = [axes(facing + width * (i / steps - 0.5))[1] for i in range(steps + 1)]
        x, y = self.wedge.x, self.wedge.y
        return shapely.Polygon([(x, y), *((x + reach * ux, y + reach * uy) for ux, uy in rays)])


class CutOut(Struct, frozen=True, cache_hash=True):
    """Any outline, straight between its corners, filled even-odd where it crosses itself."""

    name: str
    outline: tuple[Point, ...]

    def support(self, ux: float, uy: float) -> float:
        """How far it reaches along a unit direction, from the table's origin."""
        return max(x * ux + y * uy for x, y in self.outline)

    def _piece(self) -> Terrain:
        return Terrain(id=TerrainId(self.name), name=self.name, outline=self.outline)

    def apart(self, base: Placed) -> float:
        """Signed separation of a base; negative: at least so far must it be pushed to come free."""
        return apart_from_piece(base, self._piece()).distance

    def over(self, base: Placed) -> float:
        """Negative: how deep a base lies inside; positive: at least so far must it be pushed to lie inside."""
        piece = self._piece()
        edges = borders(piece)
        if covers(piece, base.x, base.y):
            return -nearest_edge(base, edges)[0].distance
        return float(feet(base.x, base.y, edges)[2].min()) + base.inner

    def plan(self, *, around: bool = False) -> BaseGeometry:
        """As a polygon (or several); it has no curves."""
        return footprint(self._piece())


Template = Hull | Slice | CutOut


def _separation(base: Placed, support: Callable[[float, float], float], sides: list[float], *, inward: bool) -> float:
    """The best direction to part a base from a convex template, or (*inward*) the one in which it sticks out most."""
    sign = 1.0 if inward else -1.0

    def value(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        return ux * base.x + uy * base.y + sign * base.support(ux, uy) - support(ux, uy)

    turn = math.atan2(base.right[1], base.right[0])
    kinks = [*sides, *(turn + k * math.pi / 2.0 for k in range(4))]
    return max(highest(value)[1], *(value(angle) for angle in kinks))


def _ring(base: Placed, *, around: bool) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Corners of a base as a polygon, shape (n, 2), its curves inside the true ones or around them."""
    if base.shape == "rect" or base.outer == 0.0:
        return np.array(base.corners())
    turns = np.arange(_SIDES) * (2.0 * math.pi / _SIDES)
    out = 1.0 / math.cos(math.pi / _SIDES) if around else 1.0
    u, v, (rx, ry) = base.a * out * np.cos(turns), base.b * out * np.sin(turns), base.right
    return np.column_stack((base.x + u * rx - v * ry, base.y + u * ry + v * rx))


class Under(Struct, frozen=True, kw_only=True):
    """How one base lies to a template, in inches.

    *apart*: signed separation from it (negative: overlap); *over*: how far it sticks out of it
    (negative: it lies inside, so deep); *centre*: signed distance of its centre.  *share* of its
    area is covered, true within *share_error*.
    """

    model: str
    apart: float
    over: float
    centre: float
    share: float
    share_error: float

    @property
    def any_part(self) -> bool:
        """Does the template cover some area of the base?"""
        return self.apart < -ROUNDING

    @property
    def touches(self) -> bool:
        """Do only their borders meet?"""
        return abs(self.apart) <= ROUNDING

    @property
    def centred(self) -> bool:
        """Is the centre of the base covered, the border counting?"""
        return self.centre <= ROUNDING

    @property
    def wholly(self) -> bool:
        """Is no part of the base outside?"""
        return self.over <= ROUNDING

    @property
    def margin(self) -> float:
        """How far the base would have to move for *any_part* to turn (a lower bound under a cut-out)."""
        return abs(self.apart)

    @property
    def centre_margin(self) -> float:
        """How far the base would have to move for *centred* to turn."""
        return abs(self.centre)

    @property
    def wholly_margin(self) -> float:
        """As long as the base moves by less than this, *wholly* stands."""
        return abs(self.over)


class Laid(Struct, frozen=True, kw_only=True):
    """A template on the table and every model that it covers or touches, in the order they were given."""

    template: Template
    found: tuple[Under, ...]

    @property
    def any_part(self) -> tuple[str, ...]:
        """Models with some area under it."""
        return tuple(one.model for one in self.found if one.any_part)

    @property
    def centred(self) -> tuple[str, ...]:
        """Models whose centre is under it."""
        return tuple(one.model for one in self.found if one.centred)

    @property
    def wholly(self) -> tuple[str, ...]:
        """Models that are under it altogether."""
        return tuple(one.model for one in self.found if one.wholly)

    @property
    def touched(self) -> tuple[str, ...]:
        """Models that it merely touches."""
        return tuple(one.model for one in self.found if one.touches)

    def evidence(self) -> Evidence:
        """The template, and each model under it."""
        polygons = tuple(
            tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors))
            for part in shapely.get_parts(self.template.plan())
            if part.geom_type == "Polygon"
        )
        return Evidence(areas=(Area(polygons, "zone", self.template.name),), pieces=self.any_part)


def lay(template: Template, models: Iterable[Model]) -> Laid:
    """Which models are under a template.  Models that are not on the table are left out."""
    near = (model for model in models if model.on_table and not _far_off(template, base_of(model)))
    found = [under(template, model) for model in near]
    return Laid(template=template, found=tuple(one for one in found if one.apart <= ROUNDING))


def _far_off(template: Template, base: Placed) -> bool:
    """Do the upright boxes round the two lie apart?"""
    return any(
        base.x * ux + base.y * uy - base.support(ux, uy) > template.support(ux, uy) + ROUNDING
        for ux, uy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    )


def under(template: Template, model: Model) -> Under:
    """How one base lies to a template, also when it is far off."""
    base = base_of(model)
    between = template.apart(base)
    over = template.over(base)
    share, error = (0.0, 0.0) if between > 0.0 else (1.0, 0.0) if over <= 0.0 else _share(template, base)
    centre = template.apart(Placed("round", base.x, base.y, 0.0, 0.0))
    return Under(model=str(model.id), apart=between, over=over, centre=centre, share=share, share_error=error)


def _share(template: Template, base: Placed) -> tuple[float, float]:
    """Between what inner and what outer polygons share lies the truth."""
    area = 4.0 * base.a * base.b if base.shape == "rect" else math.pi * base.a * base.b
    if area == 0.0:
        return 0.0, 0.0
    low, high = (
        shapely.intersection(template.plan(around=around), shapely.Polygon(_ring(base, around=around))).area / area
        for around in (False, True)
    )
    high = min(1.0, high)
    return (low + high) / 2.0, (high - low) / 2.0 + 1e-9


def blast(at: Point, radius: float, name: str = "blast") -> Hull:
    """A disc round a point.  ValueError unless the radius is a finite number above 0."""
    bounded(*at)
    return Hull(name, ((*at, _size(radius)),))


def teardrop(
    tip: Point, facing: float, length: float, width: float, *, point: float = 0.0, name: str = "flame"
) -> Hull:
    """A flame: from a tip (rounded with radius *point*) widening to a round end *width* across, *length* in all.

    ValueError when a size is not above 0, or the round end is longer than the flame.
    """
    bounded(*tip, point)
    end = _size(width) / 2.0
    if not 0.0 <= point <= end or _size(length) < 2.0 * end:
        raise ValueError(f"a flame {length} long cannot have a round end {width} across and a tip of radius {point}")
    ux, uy = axes(facing)[1]
    far = length - end
    return Hull(name, ((tip[0] + ux * point, tip[1] + uy * point, point), (tip[0] + ux * far, tip[1] + uy * far, end)))


def strip(start: Point, end: Point, width: float, *, round_ends: bool = False, name: str = "line") -> Hull:
    """A straight line of a width between two points.  ValueError when it has no length or no width."""
    bounded(*start, *end)
    half, length = _size(width) / 2.0, _size(math.dist(start, end))
    if round_ends:
        return Hull(name, ((*start, half), (*end, half)))
    nx, ny = (end[1] - start[1]) * half / length, (start[0] - end[0]) * half / length
    corners = [(x + s * nx, y + s * ny, 0.0) for x, y in (start, end) for s in (1.0, -1.0)]
    return Hull(name, tuple(corners))


def cone(tip: Point, facing: float, degrees: float, length: float, name: str = "cone") -> Slice:
    """A sector cut round at a length.  ValueError unless it is over 0 and at most 180 degrees wide."""
    if not 0.0 < degrees <= HALF:
        raise ValueError(f"a cone is over 0 and at most 180 degrees wide, not {degrees}")
    arc = sector(*tip, facing, degrees)
    return Slice(name, arc.wedges[0], _size(length))


def cut_out(outline: Iterable[Point], at: Point, facing: float = 0.0, name: str = "template") -> CutOut:
    """An outline drawn round its own origin, looking up the screen, placed at a point and turned to a facing.

    ValueError when it has no area.
    """
    (rx, ry), (fx, fy) = axes(facing)
    bounded(*at)
    placed = tuple((at[0] + x * rx - y * fx, at[1] + x * ry - y * fy) for x, y in outline)
    bounded(*(number for corner in placed for number in corner))
    template = CutOut(name, placed)
    if template.plan().area <= 0.0:
        raise ValueError(f"the outline of {name!r} has no area: nothing could lie under it")
    return template


def _size(number: float) -> float:
    if not 0.0 < number <= FAR:
        raise ValueError(f"a template needs sizes above 0 inches that fit a table, not {number}")
    return number
