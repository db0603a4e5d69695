"""Chapter: Fall Damage — beyond half the Speed an Agility roll for every full half, and a Wound for each failure.

Wounds of a fall inside an Activation Sequence land with all others, as it ends.
"""

from __future__ import annotations

import math

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.geometry.measure import ROUNDING
from engine.questions import Tally
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.pace import FALL, allowed
from engine.systems.eldfall.questions import AG
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.wounds import suffer

WHY = ("ELD-DEF-FALL",)


def unhurt(game: Game, model: Model) -> Tally:
    """Inches that the model may fall without a roll: half its Speed."""
    return allowed(game, model, FALL)


def rolls(game: Game, model: Model, drop: float) -> int:
    """How many Agility rolls a fall of so many inches asks for."""
    half = unhurt(game, model).value
    if half <= 0.0:
        return 1 if drop > ROUNDING else 0
    return math.floor(drop / half + ROUNDING) if drop > half + ROUNDING else 0


def words(game: Game, model: Model, drop: float) -> str:
    """What a fall of so many inches comes to, in words."""
    number = rolls(game, model, drop)
    if not number:
        return f"A fall of {drop:.2f}″ hurts nobody of this Speed."
    dice = "an Agility roll" if number == 1 else f"{number} Agility rolls"
    return f"A fall of {drop:.2f}″: {dice}, a Wound for each that fails."


def land(game: Game, name: ModelId, drop: float, *why: str) -> Steps[Game]:
    """The rolls of a fall that has just ended."""
    model = game.model(name)
    number = rolls(game, model, drop)
    if not number:
        return game
    text = f"{model.name} falls {drop:.2f}″"
    game = yield from happens(Noted(text=text, model=name, why=(*WHY, *why)))
    failed = 0
    for one in range(number):
        which = f" ({one + 1} of {number})" if number > 1 else ""
        what = f"Agility roll of {model.name} for the fall of {drop:.2f}″{which}"
        if not (yield from check(game, name, value(game, model, AG), what, *WHY)):
            failed += 1
    return (yield from suffer(game, name, failed, *WHY, *why))
