"""Chapter: Movement — the Climb: over what is higher than the hitbox, its inches counted along the path, up and down.

Where the inches run out on a face the model hangs there until it climbs on; whoever hangs and
moves otherwise, declares anything but Nothing, or goes down, falls.  Nobody climbs what is
endless.
"""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Event, Gained, Moved
from engine.game import Game, Marker, Model, ModelId, Point
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING
from engine.questions import Objection
from engine.rules import Clause, Plan, after
from engine.standing import ground_under
from engine.systems.eldfall import falling, moving, ways
from engine.systems.eldfall.acts import CLIMB, NOTHING
from engine.systems.eldfall.declared import DOES
from engine.systems.eldfall.hanging import HANGING
from engine.systems.eldfall.hitbox import Path, ghost, upright
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, INCAPACITATED, REACTS
from engine.systems.eldfall.pace import allowed
from engine.systems.eldfall.ways import Hurdle, Way

FALLS_OFF = "fall"
CLIMBS = ("ELD-DEF-CLIMB",)


class Climb(Struct, frozen=True, kw_only=True):
    """A Climb as it will be: what it costs, where it leads, and whether it ends on a face."""

    way: Way
    spent: float
    points: Path
    hangs: bool = False


def plan_climb(game: Game, model: Model, path: tuple[Point, ...], facing: float | None) -> Plan:
    """Climb along a path, as far as the inches go: to its end, or to a place on a face."""
    sum_ = allowed(game, model, CLIMB)
    found = climb(game, model, path, sum_.value)
    hangs_at = ghost(game, model, found.points[-1])
    objections = list(
        ways.ends_on(game, model, hangs_at) if found.hangs else ways.blocked(game, foot_of(game, model), found.way)
    )
    if not found.way.hurdles and not model.has(HANGING):
        text = f"There is nothing on this way that {model.name} would have to climb."
        objections.append(Objection(text=text, why=CLIMBS, model=model.id))
    objections += moving.over(game, model, found.spent, CLIMB, found.points)
    notes = ("It ends hanging on the face.",) if found.hangs else ()
    planned = moving.plan(
        game, model, CLIMB, found.way, found.points, title=f"Climb {min(found.spent, sum_.value):.1f}″",
        objections=tuple(objections), facing=facing, notes=notes,
    )  # fmt: skip
    before, last = planned.steps[:-1], planned.steps[-1:]
    steps = (*before, _hold(model.id, found.hangs), *last) if planned.steps else ()
    shown = ways.line(found.points, f"{found.spent:.1f}″", "warning" if planned.objections else "path")
    return Plan(
        label=planned.label, objections=planned.objections, steps=steps, tallies=planned.tallies,
        evidence=planned.evidence if not found.hangs else shown, notes=planned.notes,
    )  # fmt: skip


def climb(game: Game, model: Model, path: tuple[Point, ...], inches: float) -> Climb:
    """What a Climb along a path comes to with so many inches."""
    foot = foot_of(game, model)
    held = model.z - foot.z
    found = ways.way(game, foot, path)
    up = bool(found.hurdles) and found.hurdles[0].change.kind == "rise"
    spent = found.climbed + (-held if up else held)
    points = _from(model, found.points)
    if spent <= inches + ROUNDING:
        return Climb(way=found, spent=spent, points=points)
    hang = _hanging_place(foot, found, inches + (held if up else -held))
    if hang is None:
        return Climb(way=found, spent=spent, points=points)
    return Climb(way=found, spent=inches, points=_from(model, hang), hangs=True)


def foot_of(game: Game, model: Model) -> Model:
    """The model at the foot of the face it hangs on; where it is, if it hangs on none."""
    return replace(model, z=ground_under(game, upright(game, model))) if model.has(HANGING) else model


def let_go(game: Game, name: ModelId, *why: str) -> Steps[Game]:
    """Whoever hangs on a face falls off it."""
    model = game.model(name)
    if not model.has(HANGING) or not model.on_table:
        return game
    game = yield from lose(game, name, HANGING, *CLIMBS, *why)
    drop = model.z - ground_under(game, upright(game, model))
    if drop <= CONTACT:
        return game
    down = ((model.x, model.y, model.z), (model.x, model.y, model.z - drop))
    game = yield from happens(Moved(model=name, path=down, how=FALLS_OFF, why=(*CLIMBS, *why)))
    return (yield from falling.land(game, name, drop, *CLIMBS))


def _hold(model: ModelId, hangs: bool) -> moving.Step:
    def step(game: Game) -> Steps[Game]:
        """Remember that it hangs on a face, or that it does so no longer."""
        if not hangs:
            return (yield from lose(game, model, HANGING, *CLIMBS))
        if game.model(model).has(HANGING):
            return game
        return (yield from happens(Gained(model=model, marker=Marker(HANGING), why=CLIMBS)))

    return step


def _hanging_place(foot: Model, found: Way, inches: float) -> Path | None:
    """The way up to where the inches run out on a face; None where they run out on level ground."""
    outer, spent, walked = base_of(foot).outer, 0.0, 0.0
    for hurdle in found.hurdles:
        side = -1.0 if hurdle.change.kind == "rise" else 1.0
        at = max(0.0, min(hurdle.change.at + side * outer, found.length))
        spent, walked = spent + at - walked, at
        left = inches - spent
        if left <= ROUNDING:
            return None
        if left < hurdle.change.height - ROUNDING:
            return _up_to(found, hurdle, at, side, left)
        spent += hurdle.change.height
    return None


def _up_to(found: Way, hurdle: Hurdle, at: float, side: float, left: float) -> Path:
    x, y = found.track.at(at)
    z = hurdle.change.from_z - side * left
    before = tuple((*point, found.track.z_at(0.0)) for point in found.track.cut(at))
    level = tuple((px, py, hurdle.change.from_z) for px, py, _ in before)
    return (*level, (x, y, z))


def _from(model: Model, points: Path) -> Path:
    """The way begun where the model really is."""
    here = (model.x, model.y, model.z)
    return points if math.dist(points[0], here) <= ROUNDING else (here, *points[1:])


def _declares(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever hangs and declares anything but Nothing falls."""
    declared = isinstance(event, Gained) and event.marker.status in (DOES, REACTS) and event.marker.source != NOTHING
    return (yield from let_go(game, model)) if declared else game


def _goes_down(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever hangs and goes down falls."""
    down = isinstance(event, Gained) and event.marker.status in (INCAPACITATED, DEAD)
    return (yield from let_go(game, model)) if down else game


def _moves_on(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whoever moves otherwise hangs no longer."""
    moves = isinstance(event, Moved) and event.how != CLIMB
    return (yield from lose(game, model, HANGING, *CLIMBS)) if moves else game


GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Hanging", after(Gained, _declares, *CLIMBS)),
    ("Hanging", after(Gained, _goes_down, *CLIMBS)),
    ("Hanging", after(Moved, _moves_on, *CLIMBS)),
)
"""What bears on every model."""
