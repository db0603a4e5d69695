"""Chapter: Morale — the roll of a Panicked model as its Activation or its Reaction begins."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.systems.eldfall.counters import BROKE, HELD, NERVE, set_counter
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.markers import PANICKED
from engine.systems.eldfall.questions import M
from engine.systems.eldfall.rolls import check

WHY = ("ELD-PAN-1",)


def steady(game: Game, model: ModelId) -> Steps[Game]:
    """A Panicked model rolls Morale, once for each Activation and each Reaction; `counters.broke` says how it went."""
    shaken = game.model(model)
    if not shaken.has(PANICKED) or shaken.count(NERVE):
        return game
    held = yield from check(game, model, value(game, shaken, M), f"Morale of {shaken.name}, who is Panicked", *WHY)
    return (yield from set_counter(game, model, NERVE, HELD if held else BROKE, *WHY))
