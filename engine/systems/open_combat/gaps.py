"""What a leap has to cross: the gap along its line, and the travel the whole base needs.

The gap is measured along the centre line, from where the centre leaves its footing to where
it finds one again; the travel from where the front of the base touches the near edge to
where its back is past the far one.  Askew over parallel edges that is gap and base together,
divided by the cosine of the angle, and so it comes out here for edges of any shape.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from engine.game import Base, Model, Point, Point3, Table, Terrain, legs
from engine.geometry.exact import Placed
from engine.geometry.exact import standing as base_of
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT, covers
from engine.geometry.shapes import carries, footprint, has_area, solids
from engine.geometry.sweep import Leg, leg, merged, over, sweep_edges
from engine.geometry.tracks import Change, Track
from engine.systems.open_combat.tables import STEP, TABLES

KINDS = tuple(TABLES["jumping"]["kinds"])
"""Kinds of flat terrain that are leapt over whatever their depth."""
BOTTOMLESS = tuple(TABLES["jumping"]["bottomless"])
"""Kinds of terrain from which nobody comes back."""
_TINY = 1e-6
_ASIDE = 0.5
"""How much wider than the base the strip is in which a gap is looked at, on either side."""


@dataclass(frozen=True)
class Gap:
    """A gap on a straight line; distances in inches along that line from its start.

    *take_off* and *touch_down* are of the whole base, *near* and *far* of its centre; *z* is
    the level it leaves, *landing* the one beyond, *floor* the one between.
    """

    line: Leg
    take_off: float
    near: float
    far: float
    touch_down: float
    z: float
    landing: float
    floor: float

    @property
    def width(self) -> float:
        """The gap along the line."""
        return self.far - self.near

    @property
    def travel(self) -> float:
        """What the whole base must travel."""
        return self.touch_down - self.take_off

    @property
    def depth(self) -> float:
        """How far below the take-off the floor of the gap is."""
        return max(0.0, self.z - self.floor)

    @property
    def drop(self) -> float:
        """How much lower the landing is than the take-off; below 0 it is higher."""
        return round(self.z - self.landing, 9)

    def at(self, distance: float) -> Point:
        return self.line.at(distance)

    def end(self) -> Point3:
        """Where the leap lands."""
        return *self.line.at(self.touch_down), self.landing


def bottomless_at(table: Table, point: Point, z: float) -> Terrain | None:
    """The bottomless piece under a point that has nothing above it up to *z*."""
    found = _flat_at(table, point, z)
    return found if found is not None and found.kind in BOTTOMLESS else None


def into_bottomless(table: Table, line: Leg, z: float) -> tuple[float, ...]:
    """After how many inches a centre carried along a line at *z* comes over something bottomless of its own level."""
    ground, found = solids(table), list[float]()
    for i in ground.within([line.at(0.0), line.at(line.length)], CONTACT):
        piece = ground.pieces[i]
        if piece.kind in BOTTOMLESS and has_area(piece) and abs(piece.top - z) <= STEP:
            found += [low for low, high in over(line, piece) if bottomless_at(table, line.at((low + high) / 2.0), z)]
    return tuple(found)


def bottomless_on(table: Table, walked: Track) -> tuple[tuple[float, str], ...]:
    """Bottomless pieces the centre walks into, each with the inches after which it does."""
    offset, found = 0.0, list[tuple[float, str]]()
    for start, end in legs(walked.path):
        line = leg(start, end)
        for low in into_bottomless(table, line, walked.z_at(offset)):
            piece = bottomless_at(table, line.at(low + _TINY), walked.z_at(offset + low))
            if piece is not None:
                found.append((offset + low, piece.id))
        offset += line.length
    return tuple(found)


def gaps_on(table: Table, model: Model, start: Point, end: Point, scanned: Track, offset: float) -> tuple[Gap, ...]:
    """Every gap on one straight leg of a path that was *scanned* for the centre, in order.

    *offset* is where on the scanned path the leg begins.
    """
    line = leg(start, end)
    if line.length <= _TINY:
        return ()
    found = [*_drops(scanned, offset, line.length), *_flats(table, line, scanned, offset)]
    body = base_of(model).moved(start[0] - model.x, start[1] - model.y)
    out: list[Gap] = []
    for near, far, z, landing, floor in sorted(found):
        if not out or near > out[-1].far + _TINY:
            region = _region(table, line, near, far, (z, landing), body.outer)
            first, last = _whole(body, line, region, near, far)
            out.append(Gap(line, first, near, far, last, z, landing, floor))
    return tuple(out)


_Cut = tuple[float, float, float, float, float]
"""Where the centre leaves and finds its footing; the levels left, landed on and between."""


def _drops(scanned: Track, offset: float, length: float) -> list[_Cut]:
    """Drops of the centre that a later rise on the same leg ends."""
    out: list[_Cut] = []
    inside = [c for c in scanned.changes if offset - _TINY <= c.at <= offset + length + _TINY]
    for i, drop in enumerate(inside):
        if drop.kind == "drop" and drop.height > STEP + CONTACT:
            rise, floor = _far_side(inside[i + 1 :], drop.to_z)
            if rise is not None:
                out.append((drop.at - offset, rise.at - offset, drop.from_z, rise.to_z, floor))
    return out


def _far_side(later: list[Change], floor: float) -> tuple[Change | None, float]:
    """The rise that ends a gap, and the lowest level before it."""
    for change in later:
        if change.kind == "rise" and change.height > STEP + CONTACT:
            return change, floor
        floor = min(floor, change.to_z)
    return None, floor


def _flats(table: Table, line: Leg, scanned: Track, offset: float) -> list[_Cut]:
    """Pits and waters that the centre goes over at their own level and leaves again."""
    ground, spans = solids(table), list[tuple[float, float]]()
    for i in ground.within([line.at(0.0), line.at(line.length)], CONTACT):
        piece = ground.pieces[i]
        if piece.kind in KINDS and has_area(piece):
            for low, high in over(line, piece):
                z = scanned.z_at(offset + (low + high) / 2.0)
                if high - low > _TINY and abs(z - piece.top) <= STEP:
                    spans.append((low, high))
    out: list[_Cut] = []
    for low, high in merged(spans):
        if high < line.length - _TINY:
            z, beyond = scanned.z_at(offset + max(0.0, low - _TINY)), scanned.z_at(offset + high + _TINY)
            floor = scanned.z_at(offset + (low + high) / 2.0)
            out.append((low, high, z, beyond, floor))
    return out


def _region(
    table: Table, line: Leg, near: float, far: float, levels: tuple[float, float], outer: float
) -> list[BaseGeometry]:
    """The parts of a gap that the line crosses, out to a little more than the base reaches.

    Between tops everything is a gap that neither of them covers; where one side is the table
    itself, only pits and waters are, as far as no top bridges them.
    """
    beyond = 4.0 * (outer + _ASIDE)
    strip = shapely.buffer(
        shapely.LineString([line.at(near - beyond), line.at(far + beyond)]), outer + _ASIDE, cap_style="flat"
    )
    ground, lowest = solids(table), min(levels)
    close = (ground.pieces[i] for i in ground.near(strip))
    level = [piece for piece in close if has_area(piece) and any(abs(piece.top - z) <= STEP for z in levels)]
    tops = [piece for piece in level if piece.kind not in KINDS and carries(piece)]
    void = shapely.Polygon() if lowest <= CONTACT else shapely.difference(strip, _joined(tops))
    flats = shapely.intersection(strip, _joined([piece for piece in level if piece.kind in KINDS]))
    bridges = _joined([piece for piece in tops if piece.top > lowest + CONTACT])
    gone = shapely.union_all([void, shapely.difference(flats, bridges)])
    middle = shapely.LineString([line.at(near + _TINY), line.at(far - _TINY)])
    return [part for part in shapely.get_parts(gone).tolist() if shapely.intersects(part, middle)]


def _joined(pieces: list[Terrain]) -> BaseGeometry:
    """The area of pieces together, seams between them closed."""
    seam = CONTACT / 2.0
    shapes = [shapely.buffer(footprint(piece), seam, join_style="mitre") for piece in pieces]
    return shapely.buffer(shapely.union_all(shapes), -seam, join_style="mitre")


def _whole(body: Placed, line: Leg, region: list[BaseGeometry], near: float, far: float) -> tuple[float, float]:
    """From where the front of the base meets the gap to where its back has left it."""
    longer = replace(line, length=far + 4.0 * (body.outer + _ASIDE))
    spans = [(near, far)]
    for part in region:
        for ring in shapely.get_parts(part.boundary):
            xy = shapely.get_coordinates(ring)
            found = sweep_edges(body, longer, np.hstack((xy[:-1], xy[1:])))
            spans += [(low, high) for low, high in found.tolist() if low <= high]
    return next(span for span in merged(spans) if span[0] <= near + _TINY and span[1] >= far - _TINY)


def _flat_at(table: Table, point: Point, z: float) -> Terrain | None:
    """The pit or water that lies open under a point at or below *z*, with no top between."""
    ground = solids(table)
    under = surface(table, Base("round", 0.0, 0.0), *point, 0.0, z)
    for i in ground.within([point], CONTACT):
        piece: Terrain = ground.pieces[i]
        if piece.kind in KINDS and has_area(piece) and covers(piece, *point) and abs(piece.top - under.z) <= CONTACT:
            return piece
    return None
