"""Chapter: Prone — lying on the ground; standing up takes one action, and nothing else can be done before."""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Gained, Lost
from engine.game import Game, Marker, ModelId
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation
from engine.systems.open_combat.counters import PRONE
from engine.systems.open_combat.questions import ACTIVATIONS, STAND

WHY = ("OPC-DEF-PRONE",)


def lay(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """A model still on the table is laid prone."""
    if not game.model(model).on_table:
        return game
    return (yield from happens(Gained(model=model, marker=Marker(PRONE), why=(*WHY, *why))))


def plan_stand_up(game: Game, act: Act) -> Plan:
    """Get up where it lies: one action."""
    model = game.model(act.model)
    found = activation.objections(game, model, STAND, doing="stands up", words="may not stand up")
    steps = activation.planned(partial(_stand, model=model.id)) if model.on_table else ()
    return Plan(label="Stand up", objections=found, steps=steps, tallies=(activation.left_tally(model),))


def _stand(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from activation.spend(game, model, 1, *WHY)
    return (yield from happens(Lost(model=model, status=PRONE, why=WHY)))


ACTIONS: tuple[Action, ...] = (
    Action(
        "stand_up", "Stand up", (ACTIVATIONS,), plan_stand_up, None, "stand_up", "One action, and back on its feet."
    ),
)
