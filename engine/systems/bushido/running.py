"""Chapter: Actions — Run: turn once, then straight on up to one and a half times the Move.

A Berserk model that has to run goes straight at the nearest enemy, as far as it can; it turns
to him wherever it looked.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Counted, Moved
from engine.game import Game, Model, ModelId, Point
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import warned
from engine.system import Action
from engine.systems.bushido import pace, rage, sprint, straight
from engine.systems.bushido.activation import declare
from engine.systems.bushido.counters import RAN
from engine.systems.bushido.ground import INCH, carried, price
from engine.systems.bushido.passing import straightened
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.wish import RUN, Wish

WHY = sprint.WHY
_MEANT = 25.0
"""Degrees within which a line drawn by hand is taken for the compulsory run."""


def plan_run(game: Game, model: Model, path: tuple[Point, ...]) -> Plan:
    """A run along a path drawn by hand."""
    forced = _forced(game, model, path)
    if forced is not None:
        return _plan(game, model, forced, (), turned=True)
    line = sprint.one_line(path)
    objections: tuple[Objection, ...] = ()
    if line is None:
        objections = (Objection(text=f"{model.name} runs in one straight line.", why=WHY, model=model.id),)
    found = carried(game, model, straightened(game, model, line or path))
    return _plan(game, model, found, objections)


def plan_run_at(game: Game, act: Act) -> Plan:
    """The compulsory run of a Berserk model at the nearest enemy."""
    model = game.model(act.model)
    must = rage.duty(game, model)
    if must is not None and must.action == RUN and set(act.targets) <= set(must.targets):
        way = must.runs[must.targets.index(ModelId(act.targets[0])) if act.targets else 0]
        return _plan(game, model, way, (), turned=True)
    wish = Wish(model=model.id, action=RUN, title="Run", moves=True)
    text = f"Draw the way {model.name} runs; only a Berserk model is led."
    return declare(game, wish, objections=(Objection(text=text, why=WHY, model=model.id),))


def _forced(game: Game, model: Model, path: tuple[Point, ...]) -> Track | None:
    """The compulsory run that this line means, if there is one."""
    must = rage.duty(game, model)
    if must is None or must.action != RUN:
        return None
    drawn = straight.heading(path[0], path[-1])
    ways = [(straight.off(drawn, straight.heading(way.path[0], way.end)), way) for way in must.runs]
    off, way = min(ways, key=lambda pair: pair[0])
    return way if off <= _MEANT else None


def _plan(game: Game, model: Model, found: Track, objections: tuple[Objection, ...], *, turned: bool = False) -> Plan:
    title = f"Run {found.length:.1f}{INCH}{_at(game, model, found) if turned else ''}"
    wish = Wish(model=model.id, action=RUN, title=title, moves=True, inches=found.length)
    bent = bool(objections)
    found_no = () if bent else sprint.run_objections(game, model, found, turned=turned)
    must = rage.duty(game, model)
    stray: tuple[Objection, ...] = ()
    if must is not None and must.action == RUN and not turned:
        names = " or ".join(game.model(name).name for name in must.targets)
        text = f"{model.name} is Berserk and runs straight at {names}, as far as it can."
        why = ("BUS-BERSERK-6", "BUS-BERSERK-7")
        stray = (Objection(text=text, why=why, model=model.id, evidence=rage.shown_duty(game, model)),)
    why = (*WHY, *(("BUS-BERSERK-6", "BUS-BERSERK-7") if turned else ()))
    shown = found.evidence()
    every = (*objections, *found_no, *stray)
    return declare(
        game,
        wish,
        partial(_go, name=model.id, path=found.path, why=why),
        objections=every,
        tallies=(pace.allowed(game, model, RUN), price(found)),
        evidence=warned(shown) if every else shown,
        notes=("Having run, it has one die less in melee this turn and is harder to shoot.",),
    )


def _at(game: Game, model: Model, found: Track) -> str:
    """At whom a compulsory run goes, in words."""
    must = rage.duty(game, model)
    ways = () if must is None else zip(must.targets, must.runs, strict=True)
    return next((f" at {game.model(name).name}" for name, way in ways if way.end == found.end), "")


def _go(game: Game, name: ModelId, path: tuple[Point, ...], why: tuple[str, ...]) -> Steps[Game]:
    model = game.model(name)
    facing = straight.heading(path[0], path[-1])
    points = tuple((x, y, model.z) for x, y in path)
    game = yield from happens(Moved(model=name, path=points, how=RUN, facing=facing, why=why))
    return (yield from happens(Counted(of="model", whose=name, name=RAN, value=1, why=WHY)))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Only a Berserk model that has to run is led; other runs are drawn."""
    must = rage.duty(game, model)
    return tuple((name,) for name in must.targets) if must is not None and must.action == RUN else ()


ACTIONS = (
    Action(
        RUN,
        "Run at the nearest enemy",
        (MAIN,),
        plan_run_at,
        _aims,
        icon="run",
        says="Berserk: straight at the nearest enemy, as far as it can.",
    ),
)
