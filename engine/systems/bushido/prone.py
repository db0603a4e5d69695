"""State: Prone — on the ground: it blocks no sight, holds nobody and may do nothing but stand up.

In a fight it has one die less, strikes second and uses no special attack or defence; that is
asked of it where pools, initiative and splits are settled.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Status, cannot, may_be_ignored_for, minus, once, only
from engine.systems.bushido.questions import (
    BLOCK_SIGHT,
    DECLARE,
    HOLDS_ENEMIES,
    INITIATIVE,
    MELEE_POOL,
    SPECIAL,
    ZONE,
)
from engine.systems.bushido.traits import has

PRONE = "prone"


def _stays_down(game: Game, model: Model) -> bool:
    """Not a model that jumps up as it activates."""
    return not has(model, "jump_up")


STATUS = Status(
    PRONE,
    "Prone",
    (
        once("BUS-PRONE-12"),
        minus(1, MELEE_POOL, "BUS-PRONE-1"),
        may_be_ignored_for(BLOCK_SIGHT, why=("BUS-PRONE-2",)),
        may_be_ignored_for(ZONE, why=("BUS-PRONE-3",)),
        may_be_ignored_for(HOLDS_ENEMIES, why=("BUS-PRONE-4", "BUS-PRONE-5")),
        cannot(SPECIAL, why=("BUS-PRONE-7",)),
        cannot(INITIATIVE, why=("BUS-PRONE-6", "BUS-PRONE-8")),
        only(DECLARE, "stand_up", why=("BUS-PRONE-9",), when=_stays_down),
    ),
    says="On the ground: it may only stand up. In melee it strikes second, one die short and without special attacks. "
    "It blocks no sight and has no zone of control, and enemies may act as if they did not touch it.",
    lying="face_up",
    why=("BUS-PRONE-1", "BUS-PRONE-6", "BUS-PRONE-9"),
)
