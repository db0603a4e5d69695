"""Chapter: Speed — how far a Move action goes, and the run-up of this activation."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, Model, ModelId
from engine.questions import Tally
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.counters import RUN_UP
from engine.systems.open_combat.questions import SPD
from engine.systems.open_combat.tables import INCH

PER_INCH = 1000
"""The run-up is counted in thousandths of an inch."""


def spd(game: Game, model: Model) -> Tally:
    """Inches of a Move action, with every term that bears on them."""
    found = RULES.tally(game, model, SPD, model.stat("SPD"))
    return Tally(title=found.title, base=found.base, modifiers=found.modifiers, suffix=INCH, why=("OPC-DEF-SPD",))


def run_up(model: Model) -> float:
    """Inches covered by Move actions of this activation so far."""
    return model.count(RUN_UP) / PER_INCH


def run_up_tally(model: Model) -> Tally:
    """The run-up so far, as a number with its reason."""
    return Tally(title="Run-up so far", base=run_up(model), suffix=INCH, why=("OPC-JUMP-7", "OPC-DEF-RUN-UP"))


def add_run_up(game: Game, model: ModelId, gone: float) -> Steps[Game]:
    """Count inches covered towards the run-up."""
    total = game.model(model).count(RUN_UP) + round(gone * PER_INCH)
    why = ("OPC-JUMP-7", "OPC-DEF-RUN-UP")
    return (yield from happens(Counted(of="model", whose=model, name=RUN_UP, value=total, why=why)))
