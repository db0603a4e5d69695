"""Chapter: On the way — what happens to a warrior from one end of his path to the other.

A way is gone stretch by stretch; at each climb, jump and leap the dice decide whether it
goes on.  Whoever falls or loses his grip stays where that left him.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Counted, Gained, Lost, Moved, Noted
from engine.game import Game, Marker, Model, ModelId, Point, Point3
from engine.geometry import heights
from engine.systems.mordheim import jumping, pace
from engine.systems.mordheim.characteristics import initiative_test
from engine.systems.mordheim.engaged import part
from engine.systems.mordheim.falling import fall
from engine.systems.mordheim.move_order import FREE, note_order
from engine.systems.mordheim.ways import Hazard, Way, way

Step = Callable[[Game], Steps[Game]]
_SAME = 1e-6
"""Inches within which two places are one."""
GAITS = {"jump": "jump", "leap": "leap", "climb": "climb", "climb_down": "climb", "ladder": "climb"}
"""How a walk is told of after each kind of hazard."""
STOPPED = ("fell", "climb_failed", "charged")


def going(game: Game, model: ModelId) -> bool:
    """Is he still on his way: on the table, not fallen, not stopped?"""
    mover = game.model(model)
    return mover.on_table and not game.outcome and not any(mover.has(status) for status in STOPPED)


def steps_along(
    model: ModelId,
    found: Way,
    *,
    how: str,
    lefts: Mapping[float, float],
    ran: bool = False,
    order: int = FREE,
    facing: float | None = None,
    landing: Point | None = None,
) -> tuple[Step, ...]:
    """The steps of a whole way, one for each place where dice decide.

    *lefts* is the movement left where each leap begins, *ran* whether he counts as having run, *order*
    what kind of move it is, *landing* where a base comes down that has no room at the end.
    """
    steps: list[Step] = []
    start, gait = 0.0, how
    climbs = [hazard for hazard in found.hazards if hazard.kind == "climb"]
    if climbs and climbs[0] == found.hazards[0]:
        steps.append(partial(_grip, model=model, hazard=climbs[0]))
    steps.append(partial(_set_out, model=model, cost=found.cost, ran=ran, order=order))
    for number, hazard in enumerate(found.hazards):
        gripped = number == 0 and hazard.kind == "climb"
        cross = partial(_cross, model=model, found=found, start=start, hazard=hazard, how=gait, gripped=gripped)
        steps.append(partial(cross, left=lefts.get(hazard.at, 0.0)))
        start, gait = hazard.at, GAITS[hazard.kind] if how == "walk" else how
    steps.append(partial(_arrive, model=model, found=found, start=start, how=gait, facing=facing, landing=landing))
    return tuple(steps)


def carry(game: Game, steps: tuple[Step, ...]) -> Steps[Game]:
    """Several steps as one."""
    for step in steps:
        game = yield from step(game)
    return game


def lefts_of(game: Game, mover: Model, found: Way, how: str, left: float) -> Mapping[float, float]:
    """What is left of a move of *left* inches where each leap of the way begins."""
    leaps = [hazard for hazard in found.hazards if hazard.kind == "leap"]
    return {h.at: max(0.0, left - way(game, mover, found.track.cut(h.at), how).cost) for h in leaps}


def drop_at(game: Game, mover: Model, found: Way, hazard: Hazard) -> float:
    """How deep one would fall at a hazard, in inches."""
    z = found.track.z_at(max(0.0, hazard.at - 1e-5))
    return heights.fall(game.table, replace(mover, z=z), found.over_edge(hazard)).drop


def _grip(game: Game, *, model: ModelId, hazard: Hazard) -> Steps[Game]:
    """The Initiative test of a climb up; failing, he does not move this turn."""
    if not going(game, model):
        return game
    if (yield from initiative_test(game, model, f"to climb {hazard.size:.1f}″", "MOR-DEF-CLIMB")):
        return game
    return (yield from happens(Gained(model=model, marker=Marker("climb_failed"), why=("MOR-DEF-CLIMB",))))


def _set_out(game: Game, *, model: ModelId, cost: float, ran: bool, order: int) -> Steps[Game]:
    """What is true of everyone who begins to move; turning on the spot is none."""
    if not going(game, model) or cost <= _SAME:
        return game
    mover = game.model(model)
    why = ("MOR-DEF-MOVE",)
    if not mover.has("moved") and pace.watchers(game, mover):
        game = yield from happens(Counted(of="model", whose=model, name=pace.WATCHED, value=1, why=("MOR-DEF-RUN",)))
    if mover.has("hidden"):
        game = yield from happens(Lost(model=model, status="hidden", why=("MOR-DEF-HIDING",)))
    game = yield from part(game, model)
    game = yield from happens(Gained(model=model, marker=Marker("moved"), why=("MOR-DEF-MOVED-SHOT",)))
    if ran:
        game = yield from happens(Gained(model=model, marker=Marker("ran"), why=("MOR-DEF-RUN",)))
    total = mover.count(pace.SPENT) + round(cost * 1000)
    game = yield from happens(Counted(of="model", whose=model, name=pace.SPENT, value=total, why=why))
    return (yield from note_order(game, order))


def _cross(
    game: Game, *, model: ModelId, found: Way, start: float, hazard: Hazard, how: str, left: float, gripped: bool
) -> Steps[Game]:
    """Go as far as a hazard, and try it."""
    if not going(game, model):
        return game
    if hazard.kind == "climb" and not gripped:
        game = yield from _grip(game, model=model, hazard=hazard)
        if not going(game, model):
            return game
    game = yield from _advance(game, model, found, start, hazard.at, how)
    if hazard.kind in ("ladder", "climb"):
        return game
    if (yield from _holds(game, model, hazard, left)):
        return game
    why = {"jump": "MOR-DEF-JUMP-DOWN", "leap": "MOR-DEF-LEAP", "climb_down": "MOR-DEF-CLIMB"}[hazard.kind]
    return (yield from fall(game, model, found.over_edge(hazard), why))


def _holds(game: Game, model: ModelId, hazard: Hazard, left: float) -> Steps[bool]:
    """Does he get over or down: every test passed, and movement enough for a leap?"""
    if hazard.kind == "climb_down":
        return (yield from initiative_test(game, model, f"to climb down {hazard.size:.1f}″", "MOR-DEF-CLIMB"))
    why = jumping.WHYS[hazard.kind]
    short = hazard.kind == "leap" and hazard.size > left + pace.TOLERANCE
    if short or jumping.too_far(hazard):
        name = game.model(model).name
        text = f"{name} has not enough movement left" if short else f"{name} jumps farther than anyone can"
        game = yield from happens(Noted(text=text, model=model, why=(why,)))
        return False
    number = jumping.tests(hazard)
    word = "to leap" if hazard.kind == "leap" else "to jump down"
    for i in range(number):
        which = f", test {i + 1} of {number}" if number > 1 else ""
        if not (yield from initiative_test(game, model, f"{word} {hazard.size:.1f}″{which}", why)):
            return False
    return True


def _arrive(
    game: Game,
    *,
    model: ModelId,
    found: Way,
    start: float,
    how: str,
    facing: float | None,
    landing: Point | None,
) -> Steps[Game]:
    """The last stretch, to the end of the path or to where the base has room below."""
    if not going(game, model):
        return game
    return (yield from _advance(game, model, found, start, found.track.length, how, facing, landing, last=True))


def _advance(
    game: Game,
    model: ModelId,
    found: Way,
    start: float,
    end: float,
    how: str,
    facing: float | None = None,
    landing: Point | None = None,
    *,
    last: bool = False,
) -> Steps[Game]:
    mover = game.model(model)
    here: Point3 = (mover.x, mover.y, mover.z)
    points = found.between(start, end, down=last)
    if landing is not None:
        points = (*points, (*landing, points[-1][2]))
    path = (here, *(point for point in points if math.dist(point, here) > _SAME))
    if len(path) < 2 and facing in (None, mover.facing):
        return game
    path = path if len(path) > 1 else (here, here)
    return (yield from happens(Moved(model=model, path=path, how=how, facing=facing, why=("MOR-DEF-MOVE",))))
