"""Chapter: Going into contact — ways round what stands between: walls, bases, other zones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import shapely
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from engine.game import Game, Model, Point, Table, Terrain, TerrainId
from engine.geometry.measure import gap
from engine.geometry.path import contact_point, shortest
from engine.geometry.reach import reach
from engine.geometry.zones import zone_of
from engine.systems.bushido import straight, zone
from engine.systems.bushido.contact import touching
from engine.systems.bushido.ground import bare, carried, crowd, flat
from engine.systems.bushido.zone import RADIUS

_TURN = 15
"""Degrees between the places round a target at which contact is tried."""
_CLEAR = 0.008
"""Inches by which a zone is drawn larger where it stands as a wall: its sides would cut into it."""
_ROUGH = 0.004
_CHORD = 4.0
"""Degrees of a step round a base."""


def fenced(game: Game, model: Model, but: Model | None = None) -> Table:
    """The flat table with every zone that counts for the model standing as a wall (*but* for one)."""
    table = flat(game.table)
    owners = [owner for owner in zone.against(game, model) if but is None or owner.id != but.id]
    walls = [wall for owner in owners for wall in _walls(game, owner, model)]
    return replace(table, terrain=(*table.terrain, *walls)) if walls else table


def _walls(game: Game, owner: Model, model: Model) -> Iterator[Terrain]:
    drawn = _drawn(bare(owner))
    seen = zone.ground_seen(game, owner, model)
    if seen is not None:
        drawn = shapely.intersection(drawn, shapely.buffer(seen, _CLEAR))
    for i, part in enumerate(shapely.get_parts(shapely.simplify(drawn, _ROUGH))):
        if part.geom_type == "Polygon" and not part.is_empty:
            ring = tuple((x, y) for x, y in part.exterior.coords[:-1])
            id = TerrainId(f"zone:{owner.id}:{i}")
            yield Terrain(id=id, name="", outline=ring, top=1.0, sight="clear", footing="impassable")


@lru_cache(maxsize=512)
def _drawn(owner: Model) -> BaseGeometry:
    return zone_of(owner, RADIUS + _CLEAR, arc=zone.zone(owner).sector).rim()


def contact_ways(game: Game, model: Model, target: Model, inches: float) -> Iterator[tuple[Point, ...]]:
    """Ways into contact of at most so many inches, round everything, the most direct first.

    In front of a target whose zone counts they come to its border first and then go straight in.
    """
    if gap(bare(model), bare(target)).plan > inches:
        return
    walker, others = bare(model), crowd(game, model)
    fences = fenced(game, model)
    ground = reach(fences, walker, inches, others, step=0.0)
    owns = target.id in {owner.id for owner in zone.against(game, model)}
    back = straight.facing(target, model)
    for turn in sorted(range(-180 + _TURN, 181, _TURN), key=abs):
        far = straight.ahead((target.x, target.y), back + turn, 30.0)
        touch = contact_point(replace(walker, x=far[0], y=far[1]), bare(target), (far, (target.x, target.y)))
        if touch is None:
            continue
        gate = straight.ahead(touch, back + turn, RADIUS + 2.0 * _CLEAR)
        there = replace(model, x=touch[0], y=touch[1])
        goal = gate if owns and zone.within(game, target, there) else touch
        way = shortest(fences, walker, goal, others, step=0.0, limit=inches) if ground.contains(goal) else None
        if way is not None:
            yield (*way, (target.x, target.y))


def round_base(game: Game, model: Model, hub: Model, target: Model) -> tuple[Point, ...]:
    """The shorter way round a round base, in contact with it, to where the target is touched too; () if none."""
    shapes = {one.profile.base.shape for one in (model, hub, target)}
    if shapes != {"round"}:
        return ()
    reach = hub.profile.base.radius + model.profile.base.radius
    other = target.profile.base.radius + model.profile.base.radius
    apart = math.dist((hub.x, hub.y), (target.x, target.y))
    if not abs(reach - other) <= apart <= reach + other or apart == 0.0:
        return ()
    middle = straight.facing(hub, target)
    wide = math.degrees(math.acos(max(-1.0, min(1.0, (reach**2 + apart**2 - other**2) / (2.0 * reach * apart)))))
    start = straight.facing(hub, model)
    ways = []
    for goal in (middle + wide, middle - wide):
        for turn in ((goal - start) % 360.0, -((start - goal) % 360.0)):
            way = _arc(hub, (model.x, model.y), start, turn, reach)
            end = replace(model, x=way[-1][0], y=way[-1][1])
            if touching(end, target) and carried(game, model, way).free:
                ways.append((abs(turn), way))
    return min(ways)[1] if ways else ()


def _arc(hub: Model, place: Point, start: float, turn: float, reach: float) -> tuple[Point, ...]:
    """Chords round a base that never cut into it."""
    count = max(1, math.ceil(abs(turn) / _CHORD))
    part = turn / count
    out = reach / math.cos(math.radians(part / 2.0))
    corners = [straight.ahead((hub.x, hub.y), start + part * (i + 0.5), out) for i in range(count)]
    return (place, *corners, straight.ahead((hub.x, hub.y), start + turn, reach))
