"""Speed: movement points of one move, with all that bears on it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Tally
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import printed
from engine.systems.descent.questions import SPEED


def speed(game: Game, model: Model) -> Tally:
    """What the profile says, a monkey's being its own (DES-TRANS-9)."""
    return replace(RULES.tally(game, model, SPEED, printed(model, "Speed")), why=("DES-DEF-MP",))
