"""Chapter: Movement (in the making)."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.commands import Move
from engine.events import Moved
from engine.game import Game, Model
from engine.geometry.path import track
from engine.rules import Plan
from engine.system import Allowance
from engine.systems.mordheim.move_order import not_now


def plan_move(game: Game, command: Move) -> Plan:
    model = game.model(command.model)
    way = track(game.table, model, command.path, tuple(m for m in game.on_table() if m.id != model.id))
    to = tuple((x, y, way.end_z) for x, y in command.path)

    def walk(game: Game) -> Steps[Game]:
        return (yield from happens(Moved(model=model.id, path=to)))

    return Plan(label="Walk", objections=not_now(game, model, "movement", "moves"), steps=(walk,))


def allowance(game: Game, model: Model) -> Allowance:
    return Allowance(distance=float(model.stat("M")))
