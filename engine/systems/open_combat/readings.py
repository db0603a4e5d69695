"""How this game reads the unclear rules: the option in force, by the name of the switch.

The defaults stand in the seeds and nowhere else; what each option means is said there.
"""

from __future__ import annotations

from engine import seeds
from engine.game import Game


def chosen(game: Game, reading: str) -> str:
    """The game's own choice, or the default of the seeds.  KeyError, as a sentence, if there is no such reading."""
    return game.reading(reading) or seeds.reading("open_combat", reading).default
