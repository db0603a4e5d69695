"""Edge-to-edge distance, contact and overlap, each with the two points that prove it.

Distances are inches between filled, closed bases and bodies; a body is its base swept from
its elevation to its elevation plus its height.  Round and rectangular bases are measured
in closed form, ovals to well under a millionth of an inch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import shapely
from msgspec import Struct

from engine.courtesy import give_way
from engine.game import MM_PER_INCH, Base, Model, Point, Point3, Terrain
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import Apart, Placed, apart, feet, nearest_edge, placed, standing
from engine.geometry.shapes import borders, finite, footprint

CONTACT = 0.001
"""The one contact tolerance, in inches: nearer than this is touching, deeper is overlapping."""

TOO_CLOSE = 0.5 / MM_PER_INCH
"""An answer whose margin is less than this (half a millimetre, in inches) is too close to call at a table."""

ROUNDING = 1e-6
"""What is forgiven to binary numbers when a distance must be at most so many inches."""


class Gap(Struct, frozen=True, kw_only=True):
    """How far two bodies are apart, in inches.

    *plan* is the gap between the outlines (0 when they meet), *height* that between the two
    z intervals, *overlap* how far one outline must be pushed in plan to come free of the
    other, *shared* the length of z that both bodies occupy, *rise* the elevation of the
    second underside over the first, *at* the nearest points, one on each.
    """

    plan: float
    height: float
    overlap: float
    shared: float
    rise: float
    at: tuple[Point3, Point3]
    between: tuple[str, str] = ("", "")

    @property
    def distance(self) -> float:
        """Straight-line gap between the two bodies."""
        return math.hypot(self.plan, self.height)

    @property
    def feet(self) -> float:
        """Gap from base to base, heights of the bodies left out."""
        return math.hypot(self.plan, self.rise)

    @property
    def contact(self) -> bool:
        """Do the bases touch (or overlap), in plan and in height, to the named tolerance?"""
        return self.touches()

    @property
    def overlapping(self) -> bool:
        """Do the two bodies share more space than the named tolerance?"""
        return self.overlaps()

    @property
    def margin(self) -> float:
        """How far the nearer of the two would have to move for `contact` to turn, in inches."""
        if self.contact:
            return CONTACT + self.overlap - self.plan
        return math.hypot(max(0.0, self.plan - CONTACT), max(0.0, self.height - CONTACT))

    def touches(self, tolerance: float = CONTACT) -> bool:
        """`contact` under another tolerance (inches)."""
        return self.plan <= tolerance and self.height <= tolerance

    def overlaps(self, tolerance: float = CONTACT) -> bool:
        """`overlapping` under another tolerance (inches)."""
        return self.overlap > tolerance and self.shared > tolerance

    def within(self, inches: float) -> bool:
        """Is the gap at most so many inches?  The limit itself counts."""
        return self.distance <= inches + ROUNDING

    def margin_at(self, inches: float) -> float:
        """How far `within(inches)` is from turning."""
        return abs(self.distance - inches)

    def evidence(self) -> Evidence:
        """The ruler between the nearest points."""
        pieces = tuple(name for name in self.between if name)
        return Evidence(lines=(Line(self.at, "ruler", f"{self.distance:.2f}″"),), pieces=pieces)


def gap(a: Model, b: Model) -> Gap:
    """Body to body; the same numbers both ways round.  ValueError for impossible sizes or places."""
    found = apart(standing(a), standing(b))
    return _gap(found, _body(a), _body(b), (a.id, b.id))


def nearest(model: Model, others: Iterable[Model], within: float) -> list[Gap]:
    """The gaps to those of *others* no more than so many inches away, the nearest first.

    Whoever is further off by circles round both bases is not measured.
    """
    base = standing(model)
    reach = within + base.outer + ROUNDING
    close = []
    for other in others:
        there = standing(other)
        if math.hypot(there.x - base.x, there.y - base.y) <= reach + there.outer:
            close.append(gap(model, other))
    return sorted((found for found in close if found.within(within)), key=lambda found: found.distance)


def gap_to_point(model: Model, point: Point | Point3) -> Gap:
    """From a model to a point; a point without z is measured in plan only."""
    finite(*point)
    found = apart(standing(model), Placed("round", point[0], point[1], 0.0, 0.0))
    low, high = _body(model)
    z = point[2] if len(point) == 3 else low
    return _gap(found, (low, high), (z, z), (model.id, ""))


def gap_to_piece(model: Model, piece: Terrain) -> Gap:
    """From a model to a piece of terrain, as it stands from its bottom to its top.

    Inside the piece *overlap* is the depth of the centre plus the base's inner radius.
    ValueError when the piece has no outline at all.
    """
    base = standing(model)
    return _gap(apart_from_piece(base, piece), _body(model), (piece.bottom, piece.top), (model.id, piece.id))


def apart_from_piece(base: Placed, piece: Terrain) -> Apart:
    """Signed separation in plan of a base from a footprint, with nearest points.

    ValueError when the piece has no outline at all.
    """
    give_way()
    edges = borders(piece)
    if not len(edges):
        raise ValueError(f"terrain {piece.id!r} has no outline to measure to")
    if covers(piece, base.x, base.y):
        deep = float(feet(base.x, base.y, edges)[2].min())
        if deep > 0.0:
            return Apart(-deep - base.inner, (base.x, base.y), (base.x, base.y))
    return nearest_edge(base, edges)[0]


def covers(piece: Terrain, x: float, y: float) -> bool:
    """Is the point over the piece's area?  The border may fall either way; a thin wall covers nothing."""
    shape = footprint(piece)
    return shape.area > 0.0 and bool(shapely.intersects_xy(shape, x, y))


def span(base: Base, ux: float, uy: float, facing: float = 0.0) -> float:
    """How far a base reaches from its centre along the direction (ux, uy), in inches.

    The direction need not be of unit length.  ValueError for one that has none.
    """
    length = math.hypot(ux, uy)
    if not (math.isfinite(length) and length > 0.0):
        raise ValueError("a direction needs a finite length above 0")
    return placed(base, 0.0, 0.0, facing).support(ux / length, uy / length)


def _body(model: Model) -> Point:
    """The z interval a model fills."""
    finite(model.z, model.profile.height)
    return model.z, model.z + max(0.0, model.profile.height)


def _gap(found: Apart, first: Point, second: Point, between: tuple[str, str]) -> Gap:
    above, below = second[0] - first[1], first[0] - second[1]
    height = max(0.0, above, below)
    if above > 0.0:
        levels = first[1], second[0]
    elif below > 0.0:
        levels = first[0], second[1]
    else:
        levels = (max(first[0], second[0]),) * 2
    return Gap(
        plan=max(0.0, found.distance),
        height=height,
        overlap=max(0.0, -found.distance),
        shared=max(0.0, min(first[1], second[1]) - max(first[0], second[0])),
        rise=second[0] - first[0],
        at=((*found.first, levels[0]), (*found.second, levels[1])),
        between=between,
    )
