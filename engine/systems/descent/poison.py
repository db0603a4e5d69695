"""Effect: Poison — one token for each wound that a poison attack did; healing takes them off first."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.rules import Status
from engine.systems.descent.tokens import gain

POISON = "poison"

STATUS = Status(
    POISON,
    "Poisoned",
    (),
    says="Healing takes these tokens off first, one for each wound it would have healed.",
    why=("DES-POISON-1", "DES-POISON-2", "DES-POISON-3", "DES-POISON-4"),
)


def poisoned(game: Game, model: ModelId, wounds: int) -> Steps[Game]:
    """After the wounds of a poison attack: as many tokens as tokens of life were lost."""
    return (yield from gain(game, model, POISON, wounds, "DES-POISON-1", "DES-POISON-2"))
