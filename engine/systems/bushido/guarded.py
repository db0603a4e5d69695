"""Bodyguard — who is aimed at once somebody has stepped in.

The hidden marker lies beside the bodyguard for the rest of the enemy's action; its source is
whoever would have been attacked.
"""

from __future__ import annotations

from engine.game import Game, ModelId
from engine.rules import Status, once

STANDS_IN = "stands_in"

STATUS = Status(
    STANDS_IN,
    "Bodyguard",
    (once(),),
    says="It stepped in and takes the attack.",
    hidden=True,
    why=("BUS-DEF-TRAIT-BODYGUARD",),
)


def now_aimed_at(game: Game, name: ModelId) -> ModelId:
    """The model itself, or the bodyguard who took its place in the action going on."""
    for model in game.on_table():
        if any(marker.status == STANDS_IN and marker.source == name for marker in model.markers):
            return model.id
    return name
