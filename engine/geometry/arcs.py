"""Facing arcs: where a base lies in the sector a model looks into, and how far off that part is.

An arc is a closed sector, halved by the facing, with its point at the centre of the base or
at the middle of its front edge.  A target is *in* when its base overlaps the sector with some
area, *touch* when only borders meet, else *out*.  All in plan: heights are left out.  Inches
and degrees, in the frame of `engine.game`.  Which arc a rule means is the rulebook's affair.
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct

from engine.game import Model, Point, Point3
from engine.geometry.directions import base_of, bounded
from engine.geometry.evidence import Area, Evidence, Line
from engine.geometry.exact import Placed
from engine.geometry.measure import ROUNDING
from engine.geometry.sectors import HALF, Sector, sector
from engine.geometry.shapes import axes

__all__ = ["InArc", "Sector", "arc_of", "bearing", "front_half", "in_arc", "point_in_arc"]

Lies = Literal["in", "touch", "out"]


class InArc(Struct, frozen=True, kw_only=True):
    """Where a target lies in a sector, in inches.

    *apart* is the signed separation of its base from the sector (negative: the shortest push
    out of it), *over* how far it must be pushed to lie in it altogether (negative: the shortest
    push that makes it stick out).  *at*: the nearest points of viewer and of the part in the
    sector, None when out.  *between*: ids of viewer and target.
    """

    sector: Sector
    apart: float
    over: float
    at: tuple[Point3, Point3] | None
    between: tuple[str, str] = ("", "")

    @property
    def lies(self) -> Lies:
        """In with some area, touching with the border only, or out; an arc of no width has no area."""
        if self.apart < -ROUNDING and self.sector.degrees > 0.0:
            return "in"
        return "touch" if self.apart <= ROUNDING else "out"

    @property
    def wholly(self) -> bool:
        """Is no part of the base outside?  Its border may touch that of the sector."""
        return self.over <= ROUNDING

    @property
    def distance(self) -> float:
        """Plan inches from the viewer's base to the part in the sector; infinite when there is none."""
        return math.inf if self.at is None else math.dist(self.at[0][:2], self.at[1][:2])

    @property
    def margin(self) -> float:
        """How far the target would have to move to turn in to out or out to in."""
        return abs(self.apart)

    @property
    def wholly_margin(self) -> float:
        """How far the target would have to move for *wholly* to turn."""
        return abs(self.over)

    def within(self, inches: float) -> bool:
        """Is some part of the base in the sector and at most so far away?  The limit counts."""
        return self.distance <= inches + ROUNDING

    def evidence(self) -> Evidence:
        """The sector out to the target, and the ruler to the part that lies in it."""
        z = 0.0 if self.at is None else self.at[0][2]
        far = 6.0 if self.at is None else 1.0 + math.dist((self.sector.x, self.sector.y), self.at[1][:2])
        area = Area(((self.sector.fan(far),),), "zone", f"{self.sector.degrees:g}°", z)
        lines = () if self.at is None else (Line(self.at, "ruler", f"{self.distance:.2f}″"),)
        return Evidence(lines=lines, areas=(area,), pieces=tuple(name for name in self.between if name))


def arc_of(
    model: Model, degrees: float = HALF, *, turned: float = 0.0, apex: Literal["centre", "front"] = "centre"
) -> Sector:
    """The model's arc, so many degrees wide, halved by its facing (*turned* clockwise: 180 is the rear).

    Its point is the centre of the base or the middle of the front edge.  ValueError unless
    the arc is 0 to 360 degrees wide and all numbers are finite.
    """
    base = base_of(model)
    x, y = base.x, base.y
    if apex == "front":
        ux, uy = axes(model.facing)[1]
        reach = base.support(ux, uy)
        x, y = x + ux * reach, y + uy * reach
    return sector(x, y, model.facing + turned, degrees)


def in_arc(viewer: Model, target: Model, degrees: float | Sector = HALF) -> InArc:
    """Where *target* lies in the viewer's arc of so many degrees, or in a sector from `arc_of`."""
    arc = degrees if isinstance(degrees, Sector) else arc_of(viewer, degrees)
    mine, theirs = base_of(viewer), base_of(target)
    found = arc.range(mine, theirs)
    at = None if found is None else ((*found.first, viewer.z), (*found.second, target.z))
    return InArc(
        sector=arc, apart=arc.apart(theirs), over=arc.over(theirs), at=at, between=(str(viewer.id), str(target.id))
    )


def front_half(viewer: Model, target: Model) -> InArc:
    """Where *target* lies before the line through the viewer's centre, square to its facing."""
    return in_arc(viewer, target, HALF)


def point_in_arc(arc: Sector, point: Point) -> float:
    """Signed distance of a point from the sector: at most 0 when it lies in it, border included."""
    bounded(*point)
    return arc.apart(Placed("round", point[0], point[1], 0.0, 0.0))


def bearing(viewer: Model, target: Model) -> float:
    """Degrees from the viewer's facing clockwise to the target's centre, over -180 and up to 180.

    ValueError when the two centres are one point.
    """
    dx, dy = target.x - viewer.x, target.y - viewer.y
    if dx == dy == 0.0:
        raise ValueError(f"{viewer.id} and {target.id} stand on one point: neither has a bearing to the other")
    (rx, ry), (fx, fy) = axes(viewer.facing)
    return math.degrees(math.atan2(dx * rx + dy * ry, dx * fx + dy * fy))
