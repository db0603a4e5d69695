"""How a game reads what its book leaves unclear."""

from __future__ import annotations

from engine import seeds
from engine.game import Game


def chosen(game: Game, reading: str) -> str:
    """The option of this reading in force: the game's own choice, or the default of its book's seeds.

    KeyError, as a sentence, if the book has no such reading.
    """
    return game.reading(reading) or seeds.reading(game.system, reading).default
