"""Chapter: Setting up — each side in its own zone, clear of walls and of each other; and turning on the spot."""

from __future__ import annotations

import shapely
from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Deploy, Turn
from engine.events import Placed, Turned
from engine.game import Game, Model, Point3
from engine.geometry.evidence import Area, Evidence
from engine.geometry.exact import standing as base_of
from engine.geometry.heights import surface, walls_at
from engine.geometry.measure import CONTACT, ROUNDING, gap
from engine.geometry.shapes import outline
from engine.questions import Objection
from engine.rules import Plan

DEPLOY = ("MOR-DEF-DEPLOY",)
SPACE = ("MOR-DEF-SPACE",)


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a warrior up: in his side's zone, on real ground, clear of walls and models."""
    model = game.model(command.model)
    x, y, z = command.at
    ghost = replace(model, x=x, y=y, z=z, facing=command.facing, place="table")
    objections: list[Objection] = []
    if game.outcome:
        objections.append(Objection(text=f"The battle is over: {game.outcome}.", why=("MOR-DEF-TURN",)))
    if model.place == "removed":
        text = f"{model.name} is off the table: {model.removed_as or 'removed'}."
        objections.append(Objection(text=text, why=("MOR-OOA-1",), model=model.id))
    elif model.on_table:
        objections.append(Objection(text=f"{model.name} has been set up already.", why=DEPLOY, model=model.id))
    objections += _outside_zone(game, ghost)
    objections += no_room(game, ghost)
    at = _grounded(game, ghost)

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
        objections += no_room(game, ghost)

    def turn(game: Game) -> Steps[Game]:
        return (yield from happens(Turned(model=model.id, facing=command.facing)))

    return Plan(label=f"Turn {model.name}", objections=tuple(objections), steps=(turn,) if model.on_table else ())


def no_room(game: Game, ghost: Model) -> tuple[Objection, ...]:
    """Objections to a model being where *ghost* is: off the board, in the air, in a wall, in another model."""
    found: list[Objection] = []

    def no(text: str, *pieces: str) -> None:
        found.append(Objection(text=text, why=SPACE, model=ghost.id, evidence=Evidence(pieces=pieces)))

    body = base_of(ghost)
    across, along = body.support(1.0, 0.0) - CONTACT, body.support(0.0, 1.0) - CONTACT
    wide, high = game.table.width, game.table.height
    if not (across <= ghost.x <= wide - across and along <= ghost.y <= high - along):
        no(f"{ghost.name} would stand over the edge of the table.")
    ground = _surface(game, ghost)
    if abs(ground - ghost.z) > CONTACT:
        no(f"There is nothing to stand on {ghost.z:.1f}″ up here; the surface below is at {ground:.1f}″.")
    for piece in walls_at(game.table, body, ghost.z + CONTACT, ghost.z + ghost.profile.height - ROUNDING):
        no(f"{ghost.name} would stand inside {piece.name}.", piece.id)
    for other in game.on_table():
        if other.id != ghost.id and gap(ghost, other).overlapping:
            no(f"{ghost.name} would stand on {other.name}.", other.id)
    return tuple(found)


def _surface(game: Game, ghost: Model) -> float:
    return surface(game.table, ghost.profile.base, ghost.x, ghost.y, ghost.facing, ghost.z).z


def _grounded(game: Game, ghost: Model) -> Point3:
    """The place with the elevation of the surface that really is there."""
    return ghost.x, ghost.y, _surface(game, ghost)


def _outside_zone(game: Game, ghost: Model) -> tuple[Objection, ...]:
    zones = [zone for zone in game.table.zones if zone.side == ghost.side and len(zone.outline) > 2]
    shape = outline(ghost)
    if not zones or any(shapely.Polygon(z.outline).buffer(CONTACT).covers(shape) for z in zones):
        return ()
    areas = tuple(Area(((zone.outline,),), "zone", zone.name) for zone in zones)
    text = f"{ghost.name} sets up inside the zone of his own side."
    return (Objection(text=text, why=DEPLOY, model=ghost.id, evidence=Evidence(areas=areas)),)
