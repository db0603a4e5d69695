"""Chapter: Panicked — the nearest open edge of the field, and the way there.

An edge is open where the model's base can stand against it: no scenery that it cannot cross
closes that part off.  The way is straight across where nothing is in it, else the shortest
lawful one.  Other models count for nothing in this: whom one meets on the way is another
matter (`edge_run`).
Reading: of an edge that is closed straight ahead the nearest open point counts.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import shapely
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Game, Model, Point, Table
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.path import shortest, track
from engine.geometry.reach import reach
from engine.systems.eldfall.hitbox import upright
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.readings import EDGE_ROUTE, chosen
from engine.systems.eldfall.scenery import to_fly, to_walk

WHY = ("ELD-PAN-2", "ELD-DEF-OWN-EDGE")
SIDES = ("left", "right", "top", "bottom")
"""The four edges of the field."""
_AGAIN = 4
"""How often a way is pulled straight against its edge."""


class Edge(Struct, frozen=True, kw_only=True):
    """One edge of the field and the way there: *path* of the centre until the base touches it.

    *distance*: straight inches to the nearest open point of it, *at* that point's place for the centre.
    """

    side: str
    distance: float
    at: Point
    path: tuple[Point, ...]
    z: float = 0.0

    @property
    def length(self) -> float:
        """Inches of the way."""
        return math.fsum(math.dist(a, b) for a, b in pairwise(self.path))

    @property
    def outward(self) -> Point:
        """The direction across the edge."""
        return {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}[self.side]

    @property
    def label(self) -> str:
        return f"{self.length:.2f}″ to the {self.side} edge"

    def evidence(self) -> Evidence:
        """The line of the run, and where it touches the edge."""
        points = tuple((x, y, self.z) for x, y in self.path)
        return Evidence(lines=(Line(points, "path", self.label),), marks=(Mark(points[-1], "path", self.side),))


def nearest(game: Game, model: Model) -> tuple[Edge, ...]:
    """The nearest open edge; several only where they are equally near.  Without any open one, the nearest of all."""
    table, body = ground(game, model)
    straight_only = chosen(game, EDGE_ROUTE) == "straight"
    return _nearest(table, body, straight_only)


def ground(game: Game, model: Model) -> tuple[Table, Model]:
    """The table as it bars this model's way, and its hitbox: a flyer meets nothing but endless scenery."""
    body = upright(game, model)
    if model.has(FLYING):
        return to_fly(game.table), replace(body, z=0.0)
    return to_walk(game.table), body


@lru_cache(maxsize=256)
def _nearest(table: Table, body: Model, straight_only: bool) -> tuple[Edge, ...]:
    feet = sorted(
        ((_foot(table, body, side), side) for side in SIDES), key=lambda one: math.dist(one[0], (body.x, body.y))
    )
    found: list[Edge] = []
    for foot, side in feet:
        away = math.dist(foot, (body.x, body.y))
        if found and away > min(edge.distance for edge in found) + CONTACT:
            break
        if _free(table, body, foot):
            found.append(Edge(side=side, distance=away, at=foot, path=_line(body, foot), z=body.z))
            continue
        at = _nearest_open(table, body, side, foot)
        if at is not None:
            path = _line(body, at) if straight_only else _shortest(table, body, side, at)
            found.append(Edge(side=side, distance=math.dist(at, (body.x, body.y)), at=at, path=path, z=body.z))
    if not found:
        foot, side = feet[0]
        return (Edge(side=side, distance=math.dist(foot, (body.x, body.y)), at=foot, path=_line(body, foot), z=body.z),)
    least = min(edge.distance for edge in found)
    return tuple(edge for edge in found if edge.distance <= least + CONTACT)


def _foot(table: Table, body: Model, side: str) -> Point:
    """Where the centre is when the base has gone straight to an edge; where it is, if it hangs over it."""
    base = base_of(body)
    right, bottom = table.width - base.outer, table.height - base.outer
    return {
        "left": (min(base.outer, body.x), body.y),
        "right": (max(right, body.x), body.y),
        "top": (body.x, min(base.outer, body.y)),
        "bottom": (body.x, max(bottom, body.y)),
    }[side]


def _line(body: Model, goal: Point) -> tuple[Point, ...]:
    return ((body.x, body.y), goal)


def _free(table: Table, body: Model, goal: Point) -> bool:
    """Can the model go straight there?  It may fall on the way, but climb nothing."""
    step = body.profile.height
    found = track(table, body, _line(body, goal), (), step=step)
    return not found.bumps and not found.overlaps and found.highest_rise <= step + ROUNDING


def _nearest_open(table: Table, body: Model, side: str, foot: Point) -> Point | None:
    """The nearest place against an edge that the base can get to at all; None where the edge is closed off."""
    open_part = shapely.intersection(_walkable(table, body).buffer(CONTACT), _rail(table, body, side, foot))
    if open_part.is_empty:
        return None
    line = shapely.shortest_line(open_part, shapely.Point(body.x, body.y))
    x, y = shapely.get_coordinates(line)[0].tolist()
    return x, y


@lru_cache(maxsize=64)
def _walkable(table: Table, body: Model) -> shapely.Geometry:
    """Every place on its level to which the model could walk with all the time in the world."""
    far = 4.0 * (table.width + table.height)
    return reach(table, body, far, (), step=body.profile.height).area


def _rail(table: Table, body: Model, side: str, foot: Point) -> shapely.LineString:
    """The line of all places of the centre against an edge."""
    outer = base_of(body).outer
    if side in ("left", "right"):
        return shapely.LineString(((foot[0], outer), (foot[0], table.height - outer)))
    return shapely.LineString(((outer, foot[1]), (table.width - outer, foot[1])))


def _shortest(table: Table, body: Model, side: str, at: Point) -> tuple[Point, ...]:
    """The shortest way to the open part of an edge, found by pulling the way to its nearest point straight."""
    step = body.profile.height
    best = shortest(table, body, at, (), step=step)
    if best is None:
        return _line(body, at)
    for _ in range(_AGAIN):
        corner = replace(body, x=best[-2][0], y=best[-2][1])
        goal = _foot(table, corner, side)
        if math.dist(goal, best[-1]) <= CONTACT or not _free(table, corner, goal):
            break
        way = shortest(table, body, goal, (), step=step)
        if way is None or _long(way) >= _long(best):
            break
        best = way
    return best


def _long(path: tuple[Point, ...]) -> float:
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))
