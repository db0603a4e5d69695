"""Effect: Burn — as each turn starts, surges take tokens off, and each token left is a wound."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.rules import Status, at
from engine.systems.descent import melting, shield, wounds
from engine.systems.descent.counters import tokens
from engine.systems.descent.questions import TURN_STARTS

BURN = "burn"
LOSS = ("DES-BURN-4", "DES-BURN-5")


def resolve(game: Game, model: ModelId) -> Steps[Game]:
    """A power die a token, surges put out; then a wound for each that burns on, whatever the armor."""
    game = yield from melting.throw(game, model, BURN, rolled=("DES-BURN-2",), removal=("DES-BURN-3",))
    game, lost = yield from shield.against(game, model, tokens(game.model(model), BURN), from_tokens=True)
    return (yield from wounds.lose(game, model, lost, *LOSS))


STATUS = Status(
    BURN,
    "On fire",
    (at(TURN_STARTS, resolve, "DES-BURN-2"),),
    says="As each of its turns starts each surge takes a token off; every token left is a wound, armor or not.",
    why=("DES-BURN-1", "DES-BURN-2", "DES-BURN-3", "DES-BURN-4", "DES-BURN-5"),
)
