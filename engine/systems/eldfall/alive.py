"""Chapter: Alive — who counts: neither Dead nor Incapacitated, and not gone past the edge of the field."""

from __future__ import annotations

from engine.game import Game, Model
from engine.systems.eldfall.markers import DEAD, INCAPACITATED

WHY = ("ELD-DEF-ALIVE",)


def alive(model: Model) -> bool:
    """Is this model alive?  One that waits to be set up is."""
    return model.place != "removed" and not model.has(DEAD) and not model.has(INCAPACITATED)


def party(game: Game, side: str) -> tuple[Model, ...]:
    """Every model that the side began with, wherever it is now."""
    return tuple(model for model in game.models if model.side == side)


def living(game: Game, side: str) -> int:
    """How many models of the side are alive."""
    return sum(alive(model) for model in party(game, side))


def broken(game: Game, side: str) -> bool:
    """Are fewer than half of the party's first models alive (ELD-DEF-BRK)?"""
    return 2 * living(game, side) < len(party(game, side))
