"""Chapter: Traits — Rise: reduced to no wounds, the model may come back whole, lying on the ground."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Noted
from engine.game import Game, Marker, ModelId
from engine.systems.bushido.counters import WOUNDS_LOST, printed
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.rolls import challenge
from engine.systems.bushido.traits import has

WHY = ("BUS-DEF-TRAIT-RISE",)
NO_STATISTIC = 1
"""Dice of a challenge test that names no statistic (BUS-DEF-22)."""


def rises(game: Game, name: ModelId) -> Steps[tuple[Game, bool]]:
    """Does a model without wounds left come back?  The game after its test, and whether it did."""
    fallen = game.model(name)
    number = printed(fallen, "Rise")
    if not has(fallen, "rise") or not number:
        return game, False
    what = f"{fallen.name} rises"
    if not (yield from challenge(NO_STATISTIC, number, what, *WHY, side=fallen.side, model=name)):
        return game, False
    game = yield from happens(Noted(text=f"{fallen.name} rises again", model=name, why=WHY))
    game = yield from happens(Counted(of="model", whose=name, name=WOUNDS_LOST, value=0, why=WHY))
    game = yield from gain(game, name, Marker(PRONE), *WHY)
    return game, True
