"""Chapter: The End Phase — what ends with the turn, and every unspent Activation Point of every player is gone."""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps
from engine.game import Game
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import AP, EXTRA_AP, points, set_counter
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import INCAPACITATED
from engine.systems.eldfall.questions import TURN_ENDS

Step = Callable[[Game], Steps[Game]]
WHY = ("ELD-DEF-END",)


def steps(game: Game) -> tuple[Step, ...]:
    """Effects of the end of the turn, then the points."""
    return (effects, discard)


def effects(game: Game) -> Steps[Game]:
    """What lasts for the turn is over."""
    for model in game.on_table():
        for status, why in RULES.ending(model, TURN_ENDS):
            game = yield from lose(game, model.id, status, *why, *WHY)
    return game


def discard(game: Game) -> Steps[Game]:
    """Unspent points go, also those that an Incapacitated model had kept."""
    for model in game.models:
        if points(model):
            why = (*WHY, "ELD-INC-8") if model.has(INCAPACITATED) else WHY
            game = yield from set_counter(game, model.id, AP, 0, *why)
        game = yield from set_counter(game, model.id, EXTRA_AP, 0)
    return game
