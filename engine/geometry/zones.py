"""Zones round a base: everything within so many inches of its edge, cut by an arc where there is one.

The limit itself counts as within.  Decisions rest on exact distances between true bases;
`BaseZone.rim` is for the eye, each of its corners on the true border.  Whether sight cuts a
zone is the rulebook's affair: hand the answer of `sight` in, and the answers here heed it.
Inches and degrees, in the frame of `engine.game`; a named area of the board is
`engine.game.Zone`, another thing.
"""

from __future__ import annotations

import math
from typing import Literal, Protocol

import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point, Point3
from engine.geometry.directions import FAR, Signed, base_of, deepest, extreme, highest, nearest
from engine.geometry.evidence import Area, Evidence, Line, Mark
from engine.geometry.exact import Placed, apart
from engine.geometry.measure import ROUNDING
from engine.geometry.sectors import Sector, Wedge

__all__ = ["BaseZone", "Held", "Overlap", "Seen", "farthest", "holding", "overlap", "zone_of"]

_SIDES = 180


class Seen(Protocol):
    """What is asked of an answer about sight: that of `engine.geometry.sight` will do."""

    @property
    def sees(self) -> bool: ...

    def evidence(self) -> Evidence: ...


class BaseZone(Struct, frozen=True, kw_only=True):
    """All points within *radius* of the edge of *base*, and in *sector* if there is one.

    *low* and *high* bound the body it belongs to; they count only where *volume* says that
    distances are taken between bodies, not in plan.
    """

    owner: str
    base: Placed
    radius: float
    low: float = 0.0
    high: float = 0.0
    sector: Sector | None = None
    volume: bool = False

    @property
    def parts(self) -> tuple[Wedge | None, ...]:
        """The convex sectors that make it up; (None,) when no arc cuts it."""
        wedges = () if self.sector is None else self.sector.wedges
        return wedges or (None,)

    def height_gap(self, low: float, high: float) -> float:
        """Inches between the owner's body and another in height; 0 where heights do not count."""
        return max(0.0, low - self.high, self.low - high) if self.volume else 0.0

    def plan_radius(self, low: float, high: float) -> float:
        """What is left of the radius in plan for a body between two heights; -1 when nothing is."""
        up = self.height_gap(low, high)
        if up > self.radius + ROUNDING:
            return -1.0
        return math.sqrt(max(0.0, (self.radius - up) * (self.radius + up)))

    def rim(self) -> shapely.Polygon:
        """The zone as drawn; every corner lies on its true border."""
        shape = shapely.Polygon([self._rim_at(k, i) for k in range(4) for i in range(_SIDES // 4 + 1)])
        if self.sector is None or self.sector.everything:
            return shape
        far = 2.0 * (self.radius + 2.0 * self.base.outer + math.dist(self._apex(), (self.base.x, self.base.y))) + 1.0
        cut = shapely.intersection(shape, shapely.Polygon(self.sector.fan(far)).buffer(0))
        areas = [part for part in shapely.get_parts(cut) if part.geom_type == "Polygon"]
        return areas[0] if areas else shapely.Polygon()

    def _apex(self) -> Point:
        return (self.base.x, self.base.y) if self.sector is None else (self.sector.x, self.sector.y)

    def _rim_at(self, quarter: int, i: int) -> Point:
        """The border point whose outward normal is *i* of so many steps into a quarter turn of the base's own axes."""
        turn = math.pi / 2.0 * (quarter + i / (_SIDES // 4))
        u, v, (a, b) = math.cos(turn), math.sin(turn), (self.base.a, self.base.b)
        if self.base.shape == "rect":
            middle = math.pi / 2.0 * (quarter + 0.5)
            x, y = math.copysign(a, math.cos(middle)), math.copysign(b, math.sin(middle))
        else:
            reach = math.hypot(a * u, b * v) or 1.0
            x, y = a * a * u / reach, b * b * v / reach
        return self.base.world(x + u * self.radius, y + v * self.radius)

    def area(self, seen: BaseGeometry | None = None, label: str = "") -> Area:
        """To paint: the zone, or what of it lies in *seen* (such as a visible region joined to one shape)."""
        shape = self.rim() if seen is None else shapely.intersection(self.rim(), seen)
        polygons = tuple(
            tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors))
            for part in shapely.get_parts(shape)
            if part.geom_type == "Polygon" and not part.is_empty
        )
        return Area(polygons, "zone", label, self.low)

    def signed(self, part: Wedge | None, radius: float) -> list[Signed]:
        """Convex functions of a point, all at most 0 just where a part of the zone is, in plan, at some radius."""

        def beyond(x: float, y: float) -> float:
            return nearest(self.base, x, y)[0] - radius

        return [beyond] if part is None else [beyond, part.outside]

    def shared(self, part: Wedge | None, base: Placed, radius: float | None = None) -> float:
        """The width of the largest disc both in a base and in a part of the zone; negative: how far they miss.

        A lower bound of what the base must move to turn the answer.
        """
        shapes = [*self.signed(part, self.radius if radius is None else radius), lambda x, y: nearest(base, x, y)[0]]
        (x0, y0), (x1, y1) = self.box()
        x, y, reach = base.x, base.y, base.outer
        low, high = (min(x0, x - reach), min(y0, y - reach)), (max(x1, x + reach), max(y1, y + reach))
        return -2.0 * deepest(shapes, low, high)[0]

    def box(self) -> tuple[Point, Point]:
        """Two corners of a box round the zone."""
        reach = self.base.outer + self.radius
        return (self.base.x - reach, self.base.y - reach), (self.base.x + reach, self.base.y + reach)

    def evidence(self) -> Evidence:
        """The zone and whose it is."""
        return Evidence(areas=(self.area(),), pieces=(self.owner,) if self.owner else ())


def zone_of(model: Model, radius: float, *, arc: Sector | None = None, volume: bool = False) -> BaseZone:
    """The zone of *radius* inches round a model's base, cut by an arc from `arc_of`.

    With *volume* distances count between bodies in space, else in plan.  ValueError for a
    radius below 0 or for numbers that are none.
    """
    if not 0.0 <= radius <= FAR:
        raise ValueError(f"the radius of a zone must be a number of inches, 0 or more, that fits a table, not {radius}")
    low, high = _body(model)
    base = base_of(model)
    return BaseZone(owner=str(model.id), base=base, radius=radius, low=low, high=high, sector=arc, volume=volume)


def _body(model: Model) -> Point:
    if not (math.isfinite(model.z) and math.isfinite(model.profile.height)):
        raise ValueError(f"{model.id}: elevation and height must be finite numbers of inches")
    return model.z, model.z + max(0.0, model.profile.height)


def farthest(base: Placed, target: Placed) -> tuple[float, Point]:
    """How far the farthest point of *target* is from the edge of *base* (0 inside), and that point."""
    if target.shape == "rect":
        far, at = max((nearest(base, x, y)[0], (x, y)) for x, y in target.corners())
        return max(0.0, far), at
    if target.shape == "round":
        far, foot = nearest(base, target.x, target.y)
        dx, dy = target.x - foot[0], target.y - foot[1]
        if far < 0.0:
            dx, dy = -dx, -dy
        length = math.hypot(dx, dy)
        ux, uy = (dx / length, dy / length) if length > 0.0 else (1.0, 0.0)
        return max(0.0, far + target.a), (target.x + ux * target.a, target.y + uy * target.a)

    def reach(angle: float) -> float:
        ux, uy = math.cos(angle), math.sin(angle)
        along = ux * (target.x - base.x) + uy * (target.y - base.y)
        return along + target.support(ux, uy) - base.support(ux, uy)

    angle, far = highest(reach)
    ux, uy = math.cos(angle), math.sin(angle)
    return max(0.0, far), extreme(target, ux, uy)


class Held(Struct, frozen=True, kw_only=True):
    """Is a target within a zone?  *distance* from the owner to the part of it in the arc (infinite
    when there is none), *farthest* from the owner to its farthest point, *over* how far it sticks out
    of the arc; *at* and *far_at* show the two.  *plain*: signed distance with the arc left out;
    *plan_radius*: the radius in plan at the target's heights (-1 when none is left).  *seen*: the
    answer about sight, where it was asked.
    """

    zone: BaseZone
    target: str
    base: Placed
    distance: float
    farthest: float
    over: float
    at: tuple[Point3, Point3] | None
    far_at: Point3
    plain: float
    plan_radius: float
    seen: Seen | None = None

    @property
    def visible(self) -> bool:
        """Seen, or sight does not matter."""
        return self.seen is None or self.seen.sees

    @property
    def near(self) -> bool:
        """Within, whether seen or not."""
        return self.distance <= self.zone.radius + ROUNDING

    @property
    def within(self) -> bool:
        """Is some part of the target in the zone (the limit counts), and seen where that is asked?"""
        return self.near and self.visible

    @property
    def wholly(self) -> bool:
        """Is every part of the target in the zone, and it is seen where that is asked?"""
        inside = self.farthest <= self.zone.radius + ROUNDING and self.over <= ROUNDING
        return inside and self.visible

    @property
    def margin(self) -> float:
        """As long as the target moves by less than this in plan, *near* stands (sight has its own margin).

        Exact in plan without an arc, else a lower bound.
        """
        if self.zone.sector is None or self.zone.sector.everything:
            return abs(self.plain - self.zone.radius)
        if self.plan_radius < 0.0:
            return self.plain - self.zone.radius
        found = [self.zone.shared(part, self.base, self.plan_radius) for part in self.zone.parts]
        return max(0.0, max(found) if self.near else min(-one for one in found))

    @property
    def wholly_margin(self) -> float:
        """As long as the target moves by less than this in plan, its lying wholly inside stands (a lower bound)."""
        out = max(self.farthest - self.zone.radius, self.over)
        return abs(out)

    def evidence(self) -> Evidence:
        """The zone, the ruler to the part that decides, and the sight that was asked for."""
        lines = () if self.at is None else (Line(self.at, "ruler", f"{self.distance:.2f}″"),)
        marks = () if self.within else (Mark(self.far_at, "warning", f"{self.farthest:.2f}″"),)
        pieces = tuple(name for name in (self.zone.owner, self.target) if name)
        found = Evidence(lines=lines, areas=(self.zone.area(),), marks=marks, pieces=pieces)
        return found if self.seen is None else found + self.seen.evidence()


def holding(zone: BaseZone, target: Model, seen: Seen | None = None) -> Held:
    """Where a target lies with regard to a zone: within, wholly within, in plan or in space as the zone says.

    *seen*: the answer of `sight` from the zone's owner to the target, where only what is seen counts.
    """
    theirs = base_of(target)
    low, high = _body(target)
    found = _between(zone, theirs)
    up = zone.height_gap(low, high)
    far, far_at = farthest(zone.base, theirs)
    reach = max(0.0, zone.low - low, high - zone.high) if zone.volume else 0.0
    z = min(max(zone.low, low), zone.high)
    there = min(max(z, low), high)
    at = None if found is None else ((*found[1], z), (*found[2], there))
    plain = apart(zone.base, theirs).distance
    return Held(
        zone=zone,
        target=str(target.id),
        base=theirs,
        distance=math.inf if found is None else math.hypot(found[0], up),
        farthest=math.hypot(far, reach),
        over=-math.inf if zone.sector is None else zone.sector.over(theirs),
        at=at,
        far_at=(*far_at, high if zone.volume and high - zone.high >= zone.low - low else low),
        plan_radius=zone.plan_radius(low, high),
        plain=plain if up == 0.0 else math.hypot(max(0.0, plain), up),
        seen=seen,
    )


def _between(zone: BaseZone, target: Placed) -> tuple[float, Point, Point] | None:
    if zone.sector is None:
        found = apart(zone.base, target)
        return max(0.0, found.distance), found.first, found.second
    part = zone.sector.range(zone.base, target)
    return None if part is None else (part.distance, part.first, part.second)


class Overlap(Struct, frozen=True, kw_only=True):
    """How two zones lie to each other in plan.

    *depth*: how far they overlap (negative: how far they are apart), so far as one would have
    to move to turn the answer; exact where no arc cuts them, else a lower bound.  *at*: a point
    deep in both, or between them.
    """

    zones: tuple[BaseZone, BaseZone]
    depth: float
    at: Point

    @property
    def verdict(self) -> Literal["overlap", "touch", "apart"]:
        if self.depth > ROUNDING:
            return "overlap"
        return "touch" if self.depth >= -ROUNDING else "apart"

    @property
    def margin(self) -> float:
        return abs(self.depth)

    def evidence(self) -> Evidence:
        """Both zones, and what they share."""
        first, second = self.zones
        shared = first.area(second.rim(), "shared")
        mark = Mark((*self.at, first.low), "warning", f"{self.depth:.2f}″")
        both = first.evidence() + second.evidence()
        return both + Evidence(areas=(shared,) if shared.polygons else (), marks=(mark,))


def overlap(first: BaseZone, second: BaseZone) -> Overlap:
    """Do two zones share ground?  In plan, heights and sight left out."""
    if all(zone.sector is None or zone.sector.everything for zone in (first, second)):
        found = apart(first.base, second.base)
        depth = first.radius + second.radius - found.distance
        part = 0.5
        if found.distance > 0.0:
            part = min(1.0, max(0.0, (first.radius - depth / 2.0) / found.distance))
        (ax, ay), (bx, by) = found.first, found.second
        return Overlap(zones=(first, second), depth=depth, at=(ax + part * (bx - ax), ay + part * (by - ay)))
    (x0, y0), (x1, y1) = first.box()
    (x2, y2), (x3, y3) = second.box()
    low, high = (min(x0, x2), min(y0, y2)), (max(x1, x3), max(y1, y3))
    found_at = [
        deepest(first.signed(p, first.radius) + second.signed(q, second.radius), low, high)
        for p in first.parts
        for q in second.parts
    ]
    worst, at = min(found_at)
    return Overlap(zones=(first, second), depth=-2.0 * worst, at=at)
