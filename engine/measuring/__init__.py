"""Measurements asked for in words: `sight A B`, `gap A B`, `zone A 8`, `reach A 4`, `fall A 3,4`, …

A model is named by its id, its name or the beginning of its name, a place is `x,y` or
`x,y,z` in inches.  The numbers are those of `engine.geometry`, the same that rules and
window use, and the window tells its answers through the same `tell_…`.  Sight between two
models is judged by the rulebook of the game, if it has one.
"""

from __future__ import annotations

from engine.game import Game
from engine.measuring.answer import Measured
from engine.measuring.asking import USAGE, Asked, model_named, words_of

__all__ = ["USAGE", "Measured", "measure", "model_named"]


def measure(game: Game, query: str) -> Measured:
    """Answer one question about a game.  ValueError, a sentence, when it cannot be asked like that."""
    verb, words = words_of(query)
    return Asked(game, query, words).answer(verb)
