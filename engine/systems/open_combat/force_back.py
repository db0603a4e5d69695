"""Chapter: Force back — straight away from the attacker, as far as nothing stops it, and over edges.

A wall, a rise higher than a free step, another model or the border of the table stops it
(OPC-DEF-FORCE-BACK); where the model goes over an edge it falls (OPC-FALL-2).
"""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct

from engine.ask import Steps, happens
from engine.events import Moved, Noted
from engine.game import Game, Model, ModelId, Point, Point3, Table
from engine.geometry.exact import standing
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.path import Track, track
from engine.geometry.sweep import leg, sweep_piece
from engine.standing import bare, named
from engine.systems.open_combat import falling, hiding
from engine.systems.open_combat.tables import STEP, TABLES

DISTANCE = float(TABLES["force_back"]["distance"])
WHY = ("OPC-DEF-FORCE-BACK",)
_BACK = 0.05
"""In steps of so many inches a place to rest is looked for, back along the way."""
BORDER = "the border of the table"


class Shove(Struct, frozen=True, kw_only=True):
    """Where a model forced back ends: its way in space, its length in inches, and what stopped it ("" nothing).

    *over* is where it goes over an edge, None where it stays up.
    """

    way: tuple[Point3, ...]
    distance: float
    stopped_by: str = ""
    over: Point | None = None

    @property
    def moves(self) -> bool:
        """Does it go anywhere at all?"""
        return self.over is not None or self.distance > CONTACT


def shove(game: Game, model: Model, source: Model) -> Shove:
    """Where *model* would go if *source* forced it back now."""
    ux, uy = _away(model, source)
    room, by = _room(game, model, ux, uy)
    most = min(DISTANCE, room)
    start = (model.x, model.y)
    walked = carried(game, model, _along(start, ux, uy, most))
    stop, thing = _first_stop(game, model, walked)
    if stop < most:
        most, by = stop, named(game, thing)
    over = falling.over_edge(game, model, _along(start, ux, uy, most))
    firm = most if over is not None else min((most, *_drops(walked)))
    if over is None and firm == most:
        most, inside = _resting(game, model, (ux, uy), most)
        firm, by = most, named(game, inside) if inside else by
    stopped_by = by if most < DISTANCE - ROUNDING else ""
    way = (*start, model.z), (*_along(start, ux, uy, most), walked.z_at(firm))
    return Shove(way=way, distance=most, stopped_by=stopped_by, over=over)


def force_back(game: Game, model: ModelId, source: Model, *why: str) -> Steps[Game]:
    """Force a model back; over an edge it falls onto what is really below."""
    pushed, target = shove(game, game.model(model), source), game.model(model)
    if not pushed.moves:
        text = f"{target.name} cannot be forced back: {pushed.stopped_by} is in the way"
        return (yield from happens(Noted(text=text, model=model, why=WHY)))
    game = yield from hiding.end(game, model, "OPC-DEF-HIDDEN-ENDS")
    if pushed.over is not None:
        return (yield from falling.fall(game, model, pushed.over, "OPC-FALL-2", *WHY, *why))
    return (yield from happens(Moved(model=model, path=pushed.way, how="shove", why=(*WHY, *why))))


def carried(game: Game, model: Model, end: Point) -> Track:
    """What a base meets on the straight way to *end*, over free steps, among everybody else."""
    others = tuple(bare(other) for other in game.on_table() if other.id != model.id)
    return _carried(game.table, bare(model), end, others)


@lru_cache(maxsize=2048)
def _carried(table: Table, model: Model, end: Point, others: tuple[Model, ...]) -> Track:
    """Cached, because the odds ask for the same way once for every way the dice may lie."""
    return track(table, model, ((model.x, model.y), end), others, step=STEP)


def _away(model: Model, source: Model) -> Point:
    """The unit vector from the attacker to the model; to the right where one stands on the other."""
    dx, dy = model.x - source.x, model.y - source.y
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far > CONTACT else (1.0, 0.0)


def _along(start: Point, ux: float, uy: float, distance: float) -> Point:
    return start[0] + ux * distance, start[1] + uy * distance


def _room(game: Game, model: Model, ux: float, uy: float) -> tuple[float, str]:
    """How far the base can go before it leaves the table, and what that border is called."""
    base = standing(model)
    across, along = base.support(1.0, 0.0), base.support(0.0, 1.0)
    found = [math.inf]
    for at, speed, half, size in ((model.x, ux, across, game.table.width), (model.y, uy, along, game.table.height)):
        if abs(speed) > ROUNDING:
            left = size - half - at if speed > 0 else at - half
            found.append(max(0.0, left) / abs(speed))
    return min(found), BORDER


def _first_stop(game: Game, model: Model, walked: Track) -> tuple[float, str]:
    """How far the base comes before a model, a wall or a rise, and which; infinity for nothing."""
    stops = [(bump.at, bump.thing) for bump in walked.bumps]
    way, base = leg(walked.path[0], walked.path[-1]), standing(model)
    for change in walked.changes:
        if change.kind == "rise" and change.height > STEP and change.piece:
            spans = sweep_piece(base, way, game.table.piece(change.piece))
            fronts = [low for low, high in spans if low - ROUNDING <= change.at <= high + ROUNDING]
            stops.append((min(fronts, default=change.at), change.piece))
    return min(stops, default=(math.inf, ""))


def _resting(game: Game, model: Model, unit: Point, most: float) -> tuple[float, str]:
    """The farthest it can go and not end with its base in a low step beside it, and the step that keeps it back."""
    start, inside = (model.x, model.y), ""
    for back in range(math.ceil(most / _BACK)):
        far = most - back * _BACK
        found = carried(game, model, _along(start, *unit, far)).overlaps
        if not found:
            return far, inside
        inside = found[0]
    return 0.0, inside


def _drops(walked: Track) -> list[float]:
    """Just before where the centre comes over something deep; a base that is held all the same stays level."""
    return [max(0.0, c.at - CONTACT) for c in walked.changes if c.kind == "drop" and c.height > STEP]
