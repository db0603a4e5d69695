"""Chapter: Going — what happens to a model from one end of its Move to the other.

A way is gone stretch by stretch; hazardous ground and leaps decide by dice whether it goes
on.  Whoever falls, is laid prone or loses the initiative stays where that left it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Gained, Lost, Moved, Turned
from engine.game import Game, Marker, Model, ModelId, Point, Point3
from engine.geometry.evidence import Evidence, Line
from engine.systems.open_combat import activation, falling, hazard, initiative, leaping
from engine.systems.open_combat.counters import CLIMBING, PRONE
from engine.systems.open_combat.leaping import Leap
from engine.systems.open_combat.speed import add_run_up
from engine.systems.open_combat.tables import BEYOND, TOLERANCE, inches
from engine.systems.open_combat.ways import Walk, Way, on_foot, way

Step = Callable[[Game], Steps[Game]]
WHY = ("OPC-DEF-SPD",)
_SAME = 1e-6
_BEFORE = 1e-4
"""How far before an edge a way stops that leads no further on its level."""


@dataclass(frozen=True)
class Perch:
    """Where a Move ends part-way on a ladder: its *points* in space, how far above the foot, on what."""

    points: tuple[Point3, ...]
    height: float
    piece: str

    def evidence(self) -> Evidence:
        """The path to the ladder, and the part of it that is climbed."""
        climbed = Line(self.points[-2:], "climb", inches(self.height))
        if len(self.points) < 3:
            return Evidence(lines=(climbed,), pieces=(self.piece,))
        return Evidence(lines=(Line(self.points[:-1], "path"), climbed), pieces=(self.piece,))


def perch(game: Game, model: Model, found: Way, speed: float) -> Perch | None:
    """Where a walk that is too long may stop: on the ladder on which its inches run out; None if on none."""
    if found.cost <= speed + TOLERANCE or found.leaps:
        return None
    ghost, held = on_foot(game, model)
    walked = found.walks[0]
    ladder = next((hurdle for hurdle in walked.hurdles if hurdle.kind == "ladder"), None)
    if walked.hurdles and ladder is not walked.hurdles[0]:
        return None
    if held and (ladder is None or ladder.change.kind == "drop"):
        piece = next(marker.source for marker in model.markers if marker.status == CLIMBING)
        here = (model.x, model.y, model.z)
        low = round(max(0.0, held - speed), 4)
        return Perch((here, (model.x, model.y, ghost.z + low)), low, piece) if held > speed - TOLERANCE else None
    if ladder is None:
        return None
    up = ladder.change.kind == "rise"
    foot = replace(ghost, z=ladder.change.from_z)
    over = walked.track.at(ladder.at - _SAME) if up else walked.track.at(ladder.at + BEYOND)
    x, y = falling.below(game, foot, over).at
    into = math.dist((x, y), ladder.change.point) if up else 0.0
    left = speed - (way(game, model, walked.track.cut(ladder.at), "walk").cost - held - into)
    height = round(held + left if up else ladder.height - left, 4)
    if not (left > 0.0 and TOLERANCE < height < ladder.height - TOLERANCE):
        return None
    level = () if held else walked.between(0.0, max(0.0, ladder.at - max(into, _BEFORE)))
    edge: tuple[Point3, ...] = () if up else ((x, y, foot.z),)
    z = min(ladder.change.from_z, ladder.change.to_z) + height
    points = ((model.x, model.y, model.z), *level, *edge, (x, y, z))
    return Perch(_apart(points), height, ladder.piece)


def steps(
    model: ModelId, found: Way, leaps: tuple[Leap, ...], on: Perch | None, facing: float | None
) -> tuple[Step, ...]:
    """The steps of a whole way, one for each place where dice decide."""
    if found.cost <= _SAME:
        return (partial(_turn, model=model, facing=facing),)
    if on is not None:
        return (partial(_set_out, model=model), partial(_hang_on, model=model, on=on))
    out: list[Step] = [partial(_set_out, model=model)]
    for number, walk in enumerate(found.walks):
        far, last = 0.0, number == len(found.walks) - 1
        for at, name in walk.hazards:
            out.append(partial(_go, model=model, walk=walk, start=far, end=at, facing=None))
            out.append(partial(_risk, model=model, walk=walk, at=at, name=name))
            far = at
        turned = facing if last else None
        out.append(partial(_go, model=model, walk=walk, start=far, end=walk.track.length, facing=turned))
        if not last:
            out.append(partial(_leap, model=model, leap=leaps[number]))
    return tuple(out)


def going(game: Game, model: ModelId) -> bool:
    """Is it still on its way: on the table, on its feet, the initiative kept?"""
    mover = game.model(model)
    return mover.on_table and not mover.has(PRONE) and not initiative.lost(game) and not game.outcome


def _turn(game: Game, *, model: ModelId, facing: float | None) -> Steps[Game]:
    """A move that leads nowhere only turns the model, at no cost."""
    if facing is None or not game.model(model).on_table:
        return game
    return (yield from happens(Turned(model=model, facing=facing, why=("OPC-DEF-FACING",))))


def _set_out(game: Game, *, model: ModelId) -> Steps[Game]:
    """One Move action is spent, whatever comes of it."""
    return (yield from activation.spend(game, model, 1, *WHY))


def _go(game: Game, *, model: ModelId, walk: Walk, start: float, end: float, facing: float | None) -> Steps[Game]:
    """Walk from one distance along a walk to another, if it has come so far."""
    mover = game.model(model)
    if not going(game, model) or not (mover.has(CLIMBING) or _is_at(mover, walk.track.at(start))):
        return game
    points = _apart(((mover.x, mover.y, mover.z), *walk.between(start, end)))
    if len(points) < 2 and facing in (None, mover.facing):
        return game
    path = points if len(points) > 1 else points * 2
    game = yield from happens(Moved(model=model, path=path, how="walk", facing=facing, why=WHY))
    if mover.has(CLIMBING):
        game = yield from happens(Lost(model=model, status=CLIMBING, why=("OPC-CLIMB-1",)))
    gone = walk.covered(start, end)
    return (yield from add_run_up(game, model, gone)) if gone > _SAME else game


def _risk(game: Game, *, model: ModelId, walk: Walk, at: float, name: str) -> Steps[Game]:
    """The hazard test on entering a piece."""
    if not going(game, model) or not _is_at(game.model(model), walk.track.at(at)):
        return game
    game, _ = yield from hazard.cross(game, model, name)
    return game


def _leap(game: Game, *, model: ModelId, leap: Leap) -> Steps[Game]:
    """The leap at the end of a walk."""
    if not going(game, model) or not _is_at(game.model(model), leap.gap.at(leap.gap.take_off)):
        return game
    return (yield from leaping.cross(game, model=model, leap=leap))


def _hang_on(game: Game, *, model: ModelId, on: Perch) -> Steps[Game]:
    """As far up or down a ladder as the Move goes; the next one goes on from there."""
    if not going(game, model):
        return game
    why = ("OPC-CLIMB-1", "OPC-CLIMB-2")
    game = yield from happens(Moved(model=model, path=on.points, how="climb", why=why))
    game = yield from add_run_up(game, model, math.fsum(math.dist(a, b) for a, b in pairwise(on.points)))
    if on.height <= TOLERANCE:
        return (yield from happens(Lost(model=model, status=CLIMBING, why=why)))
    return (yield from happens(Gained(model=model, marker=Marker(CLIMBING, source=on.piece), why=why)))


def _is_at(mover: Model, point: Point) -> bool:
    """Has it come as far as this point of its way?"""
    return math.dist((mover.x, mover.y), point) <= TOLERANCE


def _apart(points: tuple[Point3, ...]) -> tuple[Point3, ...]:
    """Points in a row, those left out that repeat the one before."""
    out = [points[0]]
    for point in points[1:]:
        if math.dist(point, out[-1]) > _SAME:
            out.append(point)
    return tuple(out)
