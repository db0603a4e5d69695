"""Chapter: Panicked — the full Run towards the nearest open edge of the field, and off it.

The whole distance is run, unless something ends it: an enemy touched, or scenery that lets
nobody by.  Whoever is carried over the edge is out of the game and lost to its side; touching
the edge is not past it.  Where two edges are equally near its player picks.
Reading: who would end on somebody's hitbox stops short of it.
"""

from __future__ import annotations

import math

from msgspec import Struct

from engine.ask import Option, Steps, choose, happens
from engine.events import Moved, Noted, Removed
from engine.game import Game, Model, ModelId, Point
from engine.geometry.evidence import NOTHING, Evidence
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import ROUNDING
from engine.systems.eldfall import falling, flight, ways
from engine.systems.eldfall.acts import RUN
from engine.systems.eldfall.edges import WHY, Edge, nearest
from engine.systems.eldfall.hitbox import Path, ghost, upright
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.pace import allowed
from engine.systems.eldfall.readings import PAST_EDGE, chosen
from engine.systems.eldfall.scoring import PAST_THE_EDGE
from engine.systems.eldfall.ways import Way

PAST = ("ELD-PAN-4", "ELD-INT-6")
_STEPS = 40
"""In how many pieces the end of a run is looked through for a place to stand."""
_HALVINGS = 16
"""How often the piece is halved in which that place lies."""


class Run(Struct, frozen=True, kw_only=True):
    """A run as it will be: its *points* in space, *past* the edge or not, and what it falls on the way."""

    edge: Edge
    inches: float
    points: Path
    past: bool = False
    stopped: str = ""
    falls: tuple[float, ...] = ()

    def evidence(self) -> Evidence:
        """The line of the run, the way to the edge, and a warning where it leads off the field."""
        label = f"{self.inches:g}″, off the field" if self.past else f"{self.inches:g}″"
        return self.edge.evidence() + ways.line(self.points, label, "warning" if self.past else "path")


def run(game: Game, model: Model, edge: Edge, inches: float) -> Run:
    """A full run of so many inches along the way to an edge, as far as it goes."""
    beyond = _beyond(game, model)
    flies = model.has(FLYING)
    way = _way(game, model, edge.path, flies)
    free = _free(game, model, way)
    if free >= edge.length - ROUNDING and not way.stopped:
        if inches > edge.length + beyond + ROUNDING:
            points = _points(game, model, way, flies)
            points = (*points, (*_on(edge, beyond), points[-1][2]))
            return Run(edge=edge, inches=inches, points=points, past=True, falls=_falls(way))
        path = (*edge.path, _on(edge, inches - edge.length)) if inches > edge.length else way.track.cut(inches)
    else:
        path = way.track.cut(min(free, inches))
    ended = _room(game, model, _way(game, model, path if len(path) > 1 else path * 2, flies), flies)
    return Run(
        edge=edge, inches=inches, points=_points(game, model, ended, flies), stopped=ended.stopped, falls=_falls(ended)
    )


def panicked_run(game: Game, name: ModelId, how: str = RUN) -> Steps[tuple[Game, Path]]:
    """Run (or, where it cannot, Walk) the whole distance towards the nearest open edge.

    Asks which edge where several are equally near.  Gives the way gone as well.
    """
    model = game.model(name)
    edge = yield from _picked(game, model)
    found = run(game, model, edge, allowed(game, model, how).value)
    if math.dist(found.points[0], found.points[-1]) > ROUNDING:
        game = yield from happens(Moved(model=name, path=found.points, how=how, why=WHY))
    if found.past:
        game = yield from happens(Removed(model=name, reason=PAST_THE_EDGE, why=PAST))
        return game, found.points
    for drop in found.falls:
        game = yield from falling.land(game, name, drop, *WHY)
    if found.stopped:
        text = f"{model.name} runs into {game.model(found.stopped).name} and stops there"
        game = yield from happens(Noted(text=text, model=name, other=ModelId(found.stopped), why=ways.WHY))
    return game, found.points


def foreseen(game: Game, model: Model, how: str = RUN) -> Evidence:
    """The lines of the run the model makes when it panics, one for each edge it might pick."""
    inches = allowed(game, model, how).value
    shown = NOTHING
    for edge in nearest(game, model):
        shown += run(game, model, edge, inches).evidence()
    return shown


def _picked(game: Game, model: Model) -> Steps[Edge]:
    found = nearest(game, model)
    options = tuple(
        Option(edge.side, f"The {edge.label.partition(' to the ')[2]}, {edge.length:.2f}″") for edge in found
    )
    what = f"Which edge does {model.name} run for?"
    picked = yield from choose(model.side, options, what, model=model.id, why=("ELD-PAN-3", *WHY))
    return next(edge for edge in found if edge.side == picked)


def _way(game: Game, model: Model, path: tuple[Point, ...], flies: bool) -> Way:
    return flight.flown(game, model, path) if flies else ways.way(game, model, path)


def _points(game: Game, model: Model, way: Way, flies: bool) -> Path:
    return flight.points(game, model, way) if flies else way.points


def _falls(way: Way) -> tuple[float, ...]:
    return tuple(change.height for change in way.falls)


def _beyond(game: Game, model: Model) -> float:
    """Inches past touching the edge at which the model is past it, by the reading `past_edge`."""
    outer = base_of(upright(game, model)).outer
    return {"any_part": 0.0, "centre": outer, "whole_base": 2.0 * outer}[chosen(game, PAST_EDGE)]


def _free(game: Game, model: Model, way: Way) -> float:
    """How far along a way nothing bars it: walls to the touch, faces that one would have to climb."""
    faces = (face.at - base_of(upright(game, model)).outer for face in way.faces)
    return max(0.0, min((way.track.blocked_at, way.length, *faces)))


def _room(game: Game, model: Model, way: Way, flies: bool) -> Way:
    """The way, shortened to the last place on it where the model may stand."""

    def cut(inches: float) -> Way:
        return _way(game, model, _two(way.track.cut(inches)), flies)

    if _stands(game, model, way):
        return way
    bad, good = way.length, 0.0
    for step in range(1, _STEPS):
        inches = way.length * (1.0 - step / _STEPS)
        if _stands(game, model, cut(inches)):
            good = inches
            break
        bad = inches
    for _ in range(_HALVINGS):
        middle = (bad + good) / 2.0
        bad, good = (bad, middle) if _stands(game, model, cut(middle)) else (middle, good)
    return cut(good)


def _stands(game: Game, model: Model, way: Way) -> bool:
    """Is there room for the model where a way ends?"""
    there = ghost(game, model, (*way.track.end, way.track.end_z))
    return not way.track.overlaps and not ways.ends_on(game, model, there)


def _two(path: tuple[Point, ...]) -> tuple[Point, ...]:
    return path if len(path) > 1 else path * 2


def _on(edge: Edge, more: float) -> Point:
    """A point so many inches beyond the touch of the edge."""
    (x, y), (ux, uy) = edge.path[-1], edge.outward
    return (x + ux * more, y + uy * more)
