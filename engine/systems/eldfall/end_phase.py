"""Chapter: The End Phase — every unspent Activation Point of every player is gone."""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps
from engine.game import Game
from engine.systems.eldfall.counters import AP, set_counter
from engine.systems.eldfall.markers import INCAPACITATED

Step = Callable[[Game], Steps[Game]]
WHY = ("ELD-DEF-END",)


def steps(game: Game) -> tuple[Step, ...]:
    """What the phase does by itself; no State of this book ends with it."""
    return (discard,)


def discard(game: Game) -> Steps[Game]:
    """Unspent points go, also those that an Incapacitated model had kept."""
    for model in game.models:
        why = (*WHY, "ELD-INC-8") if model.has(INCAPACITATED) else WHY
        game = yield from set_counter(game, model.id, AP, 0, *why)
    return game
