"""Chapter: Setting up — each side in its own zone, clear of walls and of each other; and turning on the spot."""

from __future__ import annotations

from msgspec.structs import replace

from engine import standing
from engine.ask import Steps, happens
from engine.commands import Deploy, Turn
from engine.events import Placed, Turned
from engine.game import Game
from engine.questions import Objection
from engine.rules import Plan

DEPLOY = ("MOR-DEF-DEPLOY",)
SPACE = ("MOR-DEF-SPACE",)


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a warrior up: in his side's zone, on real ground, clear of walls and models."""
    model = game.model(command.model)
    x, y, z = command.at
    ghost = replace(model, x=x, y=y, z=z, facing=command.facing, place="table")
    objections = [*standing.over(game, ("MOR-DEF-TURN",)), *standing.set_up(model, ("MOR-OOA-1",), DEPLOY)]
    objections += standing.outside_zone(game, ghost, DEPLOY)
    objections += standing.no_room(game, ghost, SPACE)
    at = (x, y, standing.ground_under(game, ghost))

    def place(game: Game) -> Steps[Game]:
        return (yield from happens(Placed(model=model.id, at=at, facing=command.facing, why=DEPLOY)))

    return Plan(label=f"Set up {model.name}", objections=tuple(objections), steps=(place,))


def plan_turn(game: Game, command: Turn) -> Plan:
    """Sight goes all round, so a warrior may be turned at any time, unless he is stunned."""
    model = game.model(command.model)
    ghost = replace(model, facing=command.facing)
    objections: list[Objection] = []
    if not model.on_table:
        text = f"{model.name} is not on the table."
        objections.append(Objection(text=text, why=("MOR-OOA-2",) if model.place == "removed" else DEPLOY))
    elif model.has("stunned"):
        text = f"{model.name} is stunned and may do nothing."
        objections.append(Objection(text=text, why=("MOR-STUN-3",), model=model.id))
    elif model.profile.base.shape != "round":
        objections += standing.no_room(game, ghost, SPACE)

    def turn(game: Game) -> Steps[Game]:
        return (yield from happens(Turned(model=model.id, facing=command.facing)))

    return Plan(label=f"Turn {model.name}", objections=tuple(objections), steps=(turn,) if model.on_table else ())
