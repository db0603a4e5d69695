"""Chapter: Setting up — each side in its own zone, clear of walls and of each other; and turning on the spot.

Models are set up and turned freely before the first turn has begun.  Later a change of facing
is movement: to turn on the spot is a walk of no inches.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Deploy, Turn
from engine.events import Placed, Turned
from engine.game import Game
from engine.rules import Plan
from engine.standing import outside_zone, over, set_up
from engine.systems.bushido.ground import room
from engine.systems.bushido.movement import plan_walk
from engine.systems.bushido.questions import START

WHY = ("BUS-DEF-04",)
TURN = ("BUS-DEF-13",)


def setting_up(game: Game) -> bool:
    """Has the first turn not begun yet?"""
    return game.phase in ("", START) and game.round <= 1 and not game.outcome


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a model up: in its side's zone, where there is room."""
    model = game.model(command.model)
    x, y, _ = command.at
    ghost = replace(model, x=x, y=y, z=0.0, facing=command.facing, place="table")
    unfit = (*over(game, ("BUS-DEF-06",)), *set_up(model, ("BUS-DEF-10",), WHY))
    objections = (*unfit, *outside_zone(game, ghost, WHY), *room(game, ghost))

    def place(game: Game) -> Steps[Game]:
        return (yield from happens(Placed(model=model.id, at=(x, y, 0.0), facing=command.facing, why=WHY)))

    return Plan(label=f"Set up {model.name}", objections=objections, steps=(place,))


def plan_turn(game: Game, command: Turn) -> Plan:
    """Turn on the spot: free while setting up, later a walk of no inches."""
    model = game.model(command.model)

    def turn(game: Game) -> Steps[Game]:
        return (yield from happens(Turned(model=model.id, facing=command.facing, why=TURN)))

    if model.on_table and setting_up(game):
        return Plan(label=f"Turn {model.name}", steps=(turn,))
    return plan_walk(game, model, ((model.x, model.y),), command.facing)
