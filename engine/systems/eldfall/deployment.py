"""Chapter: Setting up — each side in its own zone; a model may begin Crouched, Flying or, with Stealth, Shrouded.

Models are set up, turned and prepared freely before the first Strategic Phase is over.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act, Deploy, Turn
from engine.events import Gained, Placed, Turned
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import away, no_room, outside_zone, over, set_up
from engine.system import Action, no_side
from engine.systems.eldfall import idle
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, FLYING, MOUNTED, SHROUDED, TITLES
from engine.systems.eldfall.questions import STRATEGIC
from engine.systems.eldfall.traits import FLIGHT, STEALTH

WHY = ("ELD-DEF-DEP",)
BEGINS = {CROUCHED: "", FLYING: FLIGHT, SHROUDED: STEALTH}
"""States that a model may begin the battle in, and the Trait that this takes."""


def setting_up(game: Game) -> bool:
    """Is the first Strategic Phase not over yet?"""
    first = game.phase in ("", STRATEGIC) and game.round <= 1 and game.active in ("", no_side(game))
    return first and not game.outcome


def plan_deploy(game: Game, command: Deploy) -> Plan:
    """Set a model up: in its side's zone, on solid ground, where there is room."""
    model = game.model(command.model)
    ghost = replace(model, x=command.at[0], y=command.at[1], z=command.at[2], facing=command.facing, place="table")
    unfit = (*over(game, ("ELD-DEF-PHASE",)), *set_up(model, ("ELD-DEF-ALIVE",), WHY), *_too_late(game, model))
    objections = (*unfit, *outside_zone(game, ghost, WHY), *no_room(game, ghost, WHY))
    step = partial(_placed, command=command)
    return Plan(label=f"Set up {model.name}", objections=objections, steps=(step,))


def plan_turn(game: Game, command: Turn) -> Plan:
    """Turn on the spot: free while setting up, an Idle later."""
    model = game.model(command.model)
    if not (model.on_table and setting_up(game)):
        return idle.plan_turn(game, command)
    step = partial(_turned, model=model.id, facing=command.facing % 360.0)
    return Plan(label=f"Turn {model.name}", steps=(step,))


def _turned(game: Game, *, model: ModelId, facing: float) -> Steps[Game]:
    return (yield from happens(Turned(model=model, facing=facing, why=WHY)))


def plan_beginning(game: Game, act: Act) -> Plan:
    """Begin the battle in a State, or not after all."""
    model, status = game.model(act.model), act.action.partition(":")[2]
    there = model.has(status)
    label = f"Begin without {TITLES[status]}" if there else f"Begin {TITLES[status]}"
    found = [*over(game, WHY), *away(model, WHY, WHY), *_too_late(game, model)]
    if not there:
        found += _unfit(model, status)
    step = partial(_begun, model=model.id, status=status)
    return Plan(label=label, objections=tuple(found), steps=(step,))


def _unfit(model: Model, status: str) -> list[Objection]:
    found = []
    trait = BEGINS[status]
    if trait and trait not in model.profile.traits:
        text = f"{model.name} needs {trait.title()} to begin {TITLES[status]}."
        found.append(Objection(text=text, why=WHY, model=model.id))
    if status == CROUCHED and (model.has(FLYING) or model.has(MOUNTED)):
        text = (
            f"{model.name} is {TITLES[FLYING] if model.has(FLYING) else TITLES[MOUNTED]} and does not begin Crouched."
        )
        found.append(Objection(text=text, why=("ELD-FLY-12", *WHY), model=model.id))
    if status == FLYING and model.has(CROUCHED):
        text = f"{model.name} is Crouched and does not begin Flying."
        found.append(Objection(text=text, why=("ELD-CRO-14", *WHY), model=model.id))
    return found


def _too_late(game: Game, model: Model) -> tuple[Objection, ...]:
    if setting_up(game):
        return ()
    return (Objection(text=f"The battle has begun; {model.name} is not set up any more.", why=WHY, model=model.id),)


def _placed(game: Game, *, command: Deploy) -> Steps[Game]:
    return (yield from happens(Placed(model=command.model, at=command.at, facing=command.facing, why=WHY)))


def _begun(game: Game, *, model: ModelId, status: str) -> Steps[Game]:
    if game.model(model).has(status):
        return (yield from lose(game, model, status, *WHY))
    return (yield from happens(Gained(model=model, marker=Marker(status), why=WHY)))


def _aims(game: Game, model: Model, *, status: str) -> tuple[tuple[str, ...], ...]:
    able = not BEGINS[status] or BEGINS[status] in model.profile.traits
    return ((),) if able and setting_up(game) else ()


ACTIONS = tuple(
    Action(
        f"begin:{status}", f"Begin {TITLES[status]}", (STRATEGIC,), plan_beginning,
        partial(_aims, status=status), status, "Only while the models are set up.",
    )
    for status in BEGINS
)  # fmt: skip
