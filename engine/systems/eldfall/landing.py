"""Chapter: The Activation Sequence — when all is resolved and moved, Wounds land, and the States they bring."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game
from engine.systems.eldfall import duel, wounds
from engine.systems.eldfall.due import land_due


def land(game: Game) -> Steps[Game]:
    """Wounds first, on everybody; then the States that were brought with them; then a Duel may be over."""
    game = yield from wounds.land(game)
    for model in game.on_table():
        game = yield from land_due(game, model.id)
    return (yield from duel.settle(game))
