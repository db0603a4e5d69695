"""Chapter: The Activation Sequence — when all is resolved and moved, Wounds land, and the States they bring."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game
from engine.systems.eldfall import duel, wounds
from engine.systems.eldfall.counters import WOUNDS_DUE
from engine.systems.eldfall.due import land_due


def land(game: Game) -> Steps[Game]:
    """Wounds first, on everybody; then the States that were brought with them; then a Duel may be over."""
    game = yield from _wounds(game)
    for model in game.on_table():
        game = yield from land_due(game, model.id)
    game = yield from _wounds(game)
    return (yield from duel.settle(game))


def _wounds(game: Game) -> Steps[Game]:
    """Every Wound that is due, with those of whoever falls because of the first."""
    while any(model.count(WOUNDS_DUE) for model in game.on_table()):
        game = yield from wounds.land(game)
    return game
