"""Chapter: Engaged — models of opposing sides whose bases touch (OPC-DEF-ENGAGED).

A spear reaches further, but engages nobody (OPC-DEF-REACH).
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.standing import touching


def enemies_touching(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact with a model, in the order of the game."""
    if not model.on_table:
        return ()
    return tuple(enemy for enemy in game.enemies(model) if touching(model, enemy))


def is_engaged(game: Game, model: Model) -> bool:
    """Does any enemy touch this model?"""
    return bool(enemies_touching(game, model))
