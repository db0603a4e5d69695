"""Chapter: Movement — Idle: the model stays where it is, and may turn."""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act, Turn
from engine.events import Turned
from engine.game import Game, Model, ModelId
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import moving
from engine.systems.eldfall.acts import IDLE
from engine.systems.eldfall.questions import TACTICAL
from engine.systems.eldfall.sequence import begin

WHY = ("ELD-DEF-MOVE",)


def plan_idle(game: Game, act: Act) -> Plan:
    """Stay, and see who reacts."""
    return _plan(game, game.model(act.model), None, "Idle")


def plan_turn(game: Game, command: Turn) -> Plan:
    """Turning on the spot is an Idle."""
    return _plan(game, game.model(command.model), command.facing, f"Idle, facing {command.facing % 360:g}°")


def _plan(game: Game, model: Model, facing: float | None, label: str) -> Plan:
    turns = () if facing is None else (partial(_turn, name=model.id, facing=facing),)
    steps = (partial(begin, model=model.id), *turns, partial(_ends, name=model.id))
    objections = moving.may_move(game, model, IDLE)
    return Plan(label=label, objections=objections, steps=steps if model.on_table else ())


def _turn(game: Game, *, name: ModelId, facing: float) -> Steps[Game]:
    return (yield from happens(Turned(model=name, facing=facing % 360.0, why=WHY)))


def _ends(game: Game, *, name: ModelId) -> Steps[Game]:
    model = game.model(name)
    return (yield from moving.end(game, name=name, kind=IDLE, points=((model.x, model.y, model.z),)))


ACTIONS = (Action(IDLE, "Idle", (TACTICAL,), plan_idle, None, "idle", "Stay, and turn if you like; then an Action."),)
