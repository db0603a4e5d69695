"""What is under a base: surfaces, the edges one falls over, falls and leaps.

Elevations are inches above the table, which is z = 0 and endless.  Only tops that carry
(see `shapes.carries`) hold a model.  Two tops within `CONTACT` of each other are one level.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Base, Model, Point, Table, Terrain
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.exact import Placed, nearest_edge, placed, standing
from engine.geometry.measure import CONTACT, ROUNDING, apart_from_piece, covers
from engine.geometry.shapes import Array, carries, finite, footprint, has_area, outline_at, solids, stops
from engine.geometry.sweep import leg, merged, over, sweep_piece, without

Support = Literal["centre", "any"]
"""What must be over a top to be held by it: the base's centre, or any part with area."""

LOOK = 2.0
"""How many inches round a fall its margin is looked for."""
SKY = 1e3
"""Inches, higher than any table: what is looked for from here down is the highest floor."""
_OUT = 1e-4
"""How far beyond an edge we look for what lies below it."""


class Surface(Struct, frozen=True, kw_only=True):
    """What holds a base: its elevation, the piece ("" = the table), and how well.

    *share* is the part of the base over the piece (for display), *centre_on* whether the
    centre is over it.
    """

    z: float
    piece: str = ""
    share: float = 1.0
    centre_on: bool = True
    at: Point = (0.0, 0.0)

    def evidence(self) -> Evidence:
        """The place of support, and the piece that gives it."""
        mark = Mark((*self.at, self.z), "ruler", f"{self.z:.2f}″")
        return Evidence(marks=(mark,), pieces=(self.piece,) if self.piece else ())


class Edge(Struct, frozen=True, kw_only=True):
    """The nearest edge one could fall over, in inches.

    *distance* from the base (0 when it hangs over), *at* the nearest point of the edge,
    *drop* down to the surface beyond, which is *beyond* ("" = the table).
    """

    distance: float
    at: Point
    drop: float
    beyond: str
    z: float
    base_at: Point

    def within(self, inches: float) -> bool:
        """Is the edge at most so many inches away?  The limit itself counts."""
        return self.distance <= inches + ROUNDING

    def margin_at(self, inches: float) -> float:
        """How far `within(inches)` is from turning."""
        return abs(self.distance - inches)

    def evidence(self) -> Evidence:
        """Ruler to the edge, and the drop below it."""
        ruler = Line(((*self.base_at, self.z), (*self.at, self.z)), "ruler", f"{self.distance:.2f}″")
        drop = Line(((*self.at, self.z), (*self.at, self.z - self.drop)), "fall", f"{self.drop:.2f}″")
        return Evidence(lines=(ruler, drop), pieces=(self.beyond,) if self.beyond else ())


class Fall(Struct, frozen=True, kw_only=True):
    """A fall: *drop* inches down to *landing* z, lying at *at*, on *piece* ("" = the table).

    *margin*: how far the place could be moved before another top caught the fall (`LOOK` at most).
    Drops and rises are rounded to 1e-9 in, so that rules may count their full inches.
    """

    drop: float
    landing: float
    at: Point
    piece: str
    over: Point
    margin: float

    def evidence(self) -> Evidence:
        """The line of the fall and where it ends."""
        top = self.landing + self.drop
        line = Line(((*self.over, top), (*self.at, self.landing)), "fall", f"{self.drop:.2f}″")
        mark = Mark((*self.at, self.landing), "fall", f"{self.drop:.2f}″")
        return Evidence(lines=(line,), marks=(mark,), pieces=(self.piece,) if self.piece else ())


class Leap(Struct, frozen=True, kw_only=True):
    """A straight jump from roof to roof, in inches.

    *gap*: how much of the track has no roof under the centre; *unsupported*: how much has
    no part of the base over one; *rise*: landing top less take-off top; *landing* its z on
    *piece*; *margin*: how far inside the border of the landing roof the centre comes down
    (infinite on the table).
    """

    gap: float
    unsupported: float
    rise: float
    landing: float
    piece: str
    margin: float
    track: tuple[Point, Point]
    open: tuple[tuple[Point, Point], ...]

    @property
    def travel(self) -> float:
        """Plan length of the whole track."""
        return math.dist(*self.track)

    def within(self, inches: float) -> bool:
        """Is the gap at most so many inches wide?  The limit itself counts."""
        return self.gap <= inches + ROUNDING

    def evidence(self) -> Evidence:
        """The stretches over nothing, at the height of the take-off."""
        z = self.landing - self.rise
        lines = tuple(Line(((*a, z), (*b, z)), "leap", f"{math.dist(a, b):.2f}″") for a, b in self.open)
        return Evidence(lines=lines, pieces=(self.piece,) if self.piece else ())


def surface(
    table: Table, base: Base, x: float, y: float, facing: float, z: float, *, support: Support = "centre"
) -> Surface:
    """The highest of the table and of all tops at or below z + 0.001 that hold the base.

    By *support* "any" a base is held by any overlap with area; touching an edge is none.
    ValueError for places and sizes that are no numbers.
    """
    finite(z)
    body = placed(base, x, y, facing)
    ground = solids(table)
    best: Terrain | None = None
    for i in ground.within([(x, y)], body.outer + CONTACT):
        piece = ground.pieces[i]
        lower = piece.top > z + CONTACT or (best is not None and piece.top <= best.top)
        if ground.carrying[i] and not lower and _holds(piece, body, support):
            best = piece
    if best is None or best.top < 0.0 <= z + CONTACT:
        return Surface(z=0.0, at=(x, y))
    drawn = outline_at(base, x, y, facing)
    share = shapely.intersection(drawn, footprint(best)).area / drawn.area if drawn.area > 0.0 else 1.0
    return Surface(z=best.top, piece=best.id, share=min(1.0, share), centre_on=covers(best, x, y), at=(x, y))


def _holds(piece: Terrain, body: Placed, support: Support) -> bool:
    if not has_area(piece):
        return False
    if covers(piece, body.x, body.y):
        return True
    return support == "any" and apart_from_piece(body, piece).distance < -ROUNDING


def edge(table: Table, model: Model, *, min_drop: float = 1.0) -> Edge | None:
    """The nearest edge of what the model stands on with a drop of at least *min_drop* beyond.

    Pieces of one height that meet are one platform.  Something that stands on the edge (a
    parapet, a higher wall) guards it; a stair less than *min_drop* lower does too.  None on
    the table, in the air, or when no edge is open.
    """
    body = standing(model)
    finite(model.z, min_drop)
    rim = _rim(table.terrain, model.z, min_drop)
    held = [edges for platform, edges in rim if _stands(platform, body) and len(edges)]
    if not held:
        return None
    edges = np.concatenate(held)
    found, index = nearest_edge(body, edges)
    drop, beyond = _below(table, model.z, found.second, edges[index])
    return Edge(
        distance=max(0.0, found.distance), at=found.second, drop=drop, beyond=beyond, z=model.z, base_at=found.first
    )


def _stands(platform: BaseGeometry, body: Placed) -> bool:
    """Is some part of the true base over the platform?"""
    away = shapely.distance(platform, shapely.Point(body.x, body.y))
    if away == 0.0 or away > body.outer:
        return bool(away == 0.0)
    return nearest_edge(body, _segments(platform.boundary))[0].distance <= 0.0


@lru_cache(maxsize=64)
def _rim(terrain: tuple[Terrain, ...], z: float, min_drop: float) -> tuple[tuple[BaseGeometry, Array], ...]:
    """Each platform at this height, and its open edges (n, 4)."""
    seam = CONTACT / 2.0
    level, lower, guards = [], [], []
    for piece in terrain:
        if has_area(piece) and carries(piece) and abs(piece.top - z) <= CONTACT:
            level.append(piece)
        elif piece.top > z and stops(piece) and piece.bottom <= z + CONTACT:
            guards.append(piece)
        elif carries(piece) and has_area(piece) and z - min_drop + ROUNDING < piece.top < z:
            lower.append(piece)
    if not level or z < min_drop - ROUNDING:
        return ()
    platforms = shapely.get_parts(_grown(level, seam))
    closed = shapely.buffer(_grown(level + lower, seam), -seam, join_style="mitre", mitre_limit=50.0)
    wall = shapely.union_all(_grown(guards, CONTACT))
    out = []
    for platform in platforms:
        near = shapely.intersection(closed.boundary, shapely.buffer(platform, seam, join_style="mitre"))
        out.append((platform, _segments(shapely.difference(near, wall))))
    return tuple(out)


def _grown(pieces: Iterable[Terrain], by: float) -> BaseGeometry:
    shapes = [footprint(piece) for piece in pieces]
    return shapely.union_all(shapely.buffer(np.array(shapes, dtype=object), by, join_style="mitre", mitre_limit=50.0))


def _segments(lines: BaseGeometry) -> Array:
    rows = [np.empty((0, 4))]
    for part in shapely.get_parts(lines):
        for line in shapely.get_parts(part):
            xy = shapely.get_coordinates(line)
            if line.geom_type in ("LineString", "LinearRing") and len(xy) > 1:
                rows.append(np.hstack((xy[:-1], xy[1:])))
    return np.concatenate(rows)


def _below(table: Table, z: float, at: Point, along: Array) -> tuple[float, str]:
    """The deeper of what lies on the two sides of an edge: its drop and its piece."""
    x0, y0, x1, y1 = along.tolist()
    length = math.hypot(x1 - x0, y1 - y0)
    nx, ny = ((y1 - y0) / length, (x0 - x1) / length) if length > 0.0 else (0.0, 0.0)
    point = Base("round", 0.0, 0.0)
    reach = CONTACT + _OUT
    sides = [surface(table, point, at[0] + s * reach * nx, at[1] + s * reach * ny, 0.0, z) for s in (-1.0, 1.0)]
    deep = min(sides, key=lambda side: side.z)
    return round(z - deep.z, 9), deep.piece


def fall(table: Table, model: Model, at: Point, *, support: Support = "centre") -> Fall:
    """From the model's elevation straight down at *at*, to the surface really below.

    The base comes to lie at *at*, moved clear of walls beside the landing where a short
    move on the same level is enough.  A drop within the tolerance is 0: it stands firm.
    """
    base, facing = model.profile.base, model.facing
    below = surface(table, base, at[0], at[1], facing, model.z, support=support)
    drop = round(model.z - below.z, 9)
    lying = _clear(table, model, placed(base, at[0], at[1], facing), below.z)
    under = surface(table, base, lying[0], lying[1], facing, below.z, support=support)
    return Fall(
        drop=drop if drop > CONTACT else 0.0,
        landing=below.z,
        at=lying if abs(under.z - below.z) <= CONTACT else at,
        piece=below.piece,
        over=at,
        margin=_margin(table, placed(base, at[0], at[1], facing), below.z, model.z, support),
    )


def _margin(table: Table, body: Placed, landing: float, z: float, support: Support) -> float:
    """Distance to the nearest border of a top between the landing and the take-off."""
    ground = solids(table)
    held = body if support == "any" else Placed("round", body.x, body.y, 0.0, 0.0)
    near = (ground.pieces[i] for i in ground.within([(body.x, body.y)], held.outer + LOOK) if ground.carrying[i])
    tops = (p for p in near if has_area(p) and landing - CONTACT <= p.top <= z + CONTACT)
    return min((LOOK, *(abs(apart_from_piece(held, piece).distance) for piece in tops)))


def _clear(table: Table, model: Model, body: Placed, z: float) -> Point:
    """The place pushed out of what stands beside it; the same place when eight pushes do not do."""
    start = (body.x, body.y)
    for _ in range(8):
        walls = walls_at(table, body, z + CONTACT, z + model.profile.height)
        if not walls:
            return body.x, body.y
        found = min((apart_from_piece(body, piece) for piece in walls), key=lambda apart: apart.distance)
        dx, dy = body.x - found.second[0], body.y - found.second[1]
        far = math.hypot(dx, dy)
        if far == 0.0:
            return start
        push = -found.distance + ROUNDING
        body = body.moved(dx / far * push, dy / far * push)
    return start


def walls_at(table: Table, body: Placed, low: float, high: float) -> tuple[Terrain, ...]:
    """Pieces that stop a body, stand somewhere between *low* and *high*, and overlap the base in plan."""
    ground = solids(table)
    near = (ground.pieces[i] for i in ground.within([(body.x, body.y)], body.outer) if ground.stopping[i])
    standing_up = (piece for piece in near if piece.bottom < high and piece.top > low)
    return tuple(piece for piece in standing_up if apart_from_piece(body, piece).distance < -CONTACT)


def floor_under(over_point: Iterable[Terrain], feet: float, height: float, step: float) -> tuple[float, str]:
    """Where feet come to stand among the pieces over one point: (z, piece, "" = the table).

    A top in the way no more than *step* above is stepped on.  Otherwise the feet drop to
    the highest top at or below them.  Then whatever a body of this height would stick in is
    climbed; what hangs clear of its head is passed beneath.
    """
    pieces = tuple(over_point)
    z, name = -math.inf, ""
    steps = [p for p in pieces if feet < p.top <= feet + step + ROUNDING and p.bottom < feet + height - ROUNDING]
    for piece in steps or [p for p in pieces if p.top <= feet + CONTACT]:
        if piece.top > z:
            z, name = piece.top, piece.id
    if z < 0.0:
        z, name = 0.0, ""
    rising = True
    while rising:
        rising = False
        for piece in pieces:
            if piece.top > z + CONTACT and piece.bottom < z + height - ROUNDING:
                z, name, rising = piece.top, piece.id, True
    return z, name


def leap(table: Table, base: Base, start: Point, z: float, end: Point, *, height: float = 1.0) -> Leap:
    """A straight jump of the centre from *start* at elevation *z* to whatever roof is under *end*.

    Roofs are the carrying tops between the two levels.  *height* of the jumper decides
    whether a floor above the take-off is landed on or passed beneath.
    """
    finite(*start, *end, z, height)
    way, ground = leg(start, end), solids(table)
    body = placed(base, start[0], start[1], 0.0)
    near = [ground.pieces[i] for i in ground.within([start, end], body.outer + CONTACT) if ground.carrying[i]]
    under = [piece for piece in near if has_area(piece) and covers(piece, *end)]
    landing, name = floor_under(under, z, height, 0.0)
    low, high = min(z, landing) - CONTACT, max(z, landing) + CONTACT
    roofs = [piece for piece in near if low <= piece.top <= high and has_area(piece)]
    open_to_centre = without(0.0, way.length, merged(s for p in roofs for s in over(way, p)))
    open_to_base = without(0.0, way.length, merged(s for p in roofs for s in sweep_piece(body, way, p)))
    margin = math.inf
    if name:
        margin = nearest_edge(Placed("round", *end, 0.0, 0.0), _outer(roofs, landing))[0].distance
    return Leap(
        gap=math.fsum(b - a for a, b in open_to_centre),
        unsupported=math.fsum(b - a for a, b in open_to_base),
        rise=round(landing - z, 9),
        landing=landing,
        piece=name,
        margin=margin,
        track=(start, end),
        open=tuple((way.at(a), way.at(b)) for a, b in open_to_centre),
    )


def _outer(roofs: Iterable[Terrain], z: float) -> Array:
    """The border of all roofs at one height, seams left out."""
    level = [roof for roof in roofs if abs(roof.top - z) <= CONTACT]
    seam = CONTACT / 2.0
    return _segments(shapely.buffer(_grown(level, seam), -seam, join_style="mitre", mitre_limit=50.0).boundary)
