"""Markers go: the two plain ways in which a status ends at a moment of the turn."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, ModelId
from engine.rules import Procedure


def lose_one(status: str, *why: str) -> Procedure:
    """One marker of the status goes; the others stay."""

    def procedure(game: Game, model: ModelId) -> Steps[Game]:
        values = game.model(model).values(status)
        if not values:
            return game
        return (yield from happens(Lost(model=model, status=status, value=values[-1], why=why)))

    return procedure


def lose_all(status: str, *why: str) -> Procedure:
    """Every marker of the status goes."""

    def procedure(game: Game, model: ModelId) -> Steps[Game]:
        if not game.model(model).has(status):
            return game
        return (yield from happens(Lost(model=model, status=status, why=why)))

    return procedure
