"""Chapter: Traits — Jump Up: as it activates, the model is on its feet without an action."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.traits import has
from engine.systems.bushido.wish import STAND_UP, Wish

JUMP_UP = "jump_up"


def springs_up(game: Game, wish: Wish) -> Steps[Game]:
    """Whatever it declares but to stand up, it does standing."""
    model = game.model(wish.model)
    if not model.has(PRONE) or not has(model, JUMP_UP) or wish.action == STAND_UP:
        return game
    return (yield from happens(Lost(model=wish.model, status=PRONE, why=("BUS-DEF-TRAIT-JUMP-UP",))))
