"""State: Stunned — one die less in both pools, however many markers; one marker goes each end phase."""

from __future__ import annotations

from engine.rules import Status, at, minus
from engine.systems.bushido.losing import lose_one
from engine.systems.bushido.questions import END_EFFECTS, MELEE_POOL, RANGED_POOL

STUNNED = "stunned"

STATUS = Status(
    STUNNED,
    "Stunned",
    (
        minus(1, MELEE_POOL, "BUS-STUNNED-1"),
        minus(1, RANGED_POOL, "BUS-STUNNED-2"),
        at(END_EFFECTS, lose_one(STUNNED, "BUS-STUNNED-3"), "BUS-STUNNED-3"),
    ),
    says="One die less in melee and shooting. One marker goes each end phase; a Wait action removes them all.",
    why=("BUS-STUNNED-1", "BUS-STUNNED-2", "BUS-STUNNED-3", "BUS-STUNNED-4"),
)
