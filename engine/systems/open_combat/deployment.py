"""Chapter: Setting up — each side in its own zone, on firm ground, clear of others; and turning on the spot."""

from __future__ import annotations

from msgspec.structs import replace

from engine import standing
from engine.ask import Steps, happens
from engine.commands import Deploy, Turn
from engine.events import Placed, Turned
from engine.game import Game
from engine.geometry.evidence import Evidence
from engine.questions import Objection
from engine.rules import Plan
from engine.systems.open_combat import gaps, space

DEPLOY = ("OPC-DEF-DEPLOY",)


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a model up: in its side's zone, on firm ground, clear of walls and of others."""
    model = game.model(command.model)
    x, y, z = command.at
    ghost = replace(model, x=x, y=y, z=z, facing=command.facing, place="table")
    at = (x, y, standing.ground_under(game, ghost))
    found = [*standing.over(game, ("OPC-DEF-TURN",)), *standing.set_up(model, ("OPC-DEF-FORTITUDE",), DEPLOY)]
    found += (*standing.outside_zone(game, ghost, DEPLOY), *standing.no_room(game, ghost, space.SPACE))
    pit = gaps.bottomless_at(game.table, (x, y), z)
    if pit is not None:
        text = f"{pit.name} is bottomless: nobody sets up there."
        found.append(
            Objection(text=text, why=("OPC-EX-1", *DEPLOY), model=model.id, evidence=Evidence(pieces=(pit.id,)))
        )

    def place(game: Game) -> Steps[Game]:
        return (yield from happens(Placed(model=model.id, at=at, facing=command.facing, why=DEPLOY)))

    return Plan(label=f"Set up {model.name}", objections=tuple(found), steps=(place,))


def plan_turn(game: Game, command: Turn) -> Plan:
    """Models look all round, so one may be turned at any time where its base has room."""
    model = game.model(command.model)
    found: tuple[Objection, ...] = ()
    if not model.on_table:
        found = (Objection(text=f"{model.name} is not on the table.", why=DEPLOY, model=model.id),)
    elif model.profile.base.shape != "round":
        found = standing.no_room(game, replace(model, facing=command.facing), space.SPACE)

    def turn(game: Game) -> Steps[Game]:
        return (yield from happens(Turned(model=model.id, facing=command.facing, why=("OPC-DEF-FACING",))))

    return Plan(label=f"Turn {model.name}", objections=found, steps=(turn,) if model.on_table else ())
