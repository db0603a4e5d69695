"""Effect: Daze — each token costs every attack a yellow, green or black die; surges take tokens off.

What an attack loses is decided as it is made (`pool`).
"""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.rules import Status, at
from engine.systems.descent import melting
from engine.systems.descent.questions import TURN_STARTS

DAZE = "daze"


def resolve(game: Game, model: ModelId) -> Steps[Game]:
    """As a turn starts: each surge takes one token off, the others stay."""
    removal = ("DES-DAZE-3", "DES-DAZE-4")
    return (yield from melting.throw(game, model, DAZE, rolled=("DES-DAZE-2",), removal=removal))


STATUS = Status(
    DAZE,
    "Dazed",
    (at(TURN_STARTS, resolve, "DES-DAZE-2"),),
    says="Each token costs each of its attacks one yellow, green or power die of its owner's choice. As each of its "
    "turns starts each surge takes a token off.",
    why=("DES-DAZE-1", "DES-DAZE-2", "DES-DAZE-3", "DES-DAZE-5"),
)
