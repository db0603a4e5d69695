"""State: Blind — sees nothing beyond contact, fights with one die less, neither runs nor charges."""

from __future__ import annotations

from engine.rules import Status, at, cannot, minus
from engine.systems.bushido.losing import lose_all
from engine.systems.bushido.questions import DECLARE, DRAW_SIGHT, END_EFFECTS, MELEE_POOL
from engine.systems.bushido.wish import CHARGE, RUN

BLIND = "blind"

STATUS = Status(
    BLIND,
    "Blind",
    (
        cannot(DRAW_SIGHT, why=("BUS-BLIND-1",)),
        minus(1, MELEE_POOL, "BUS-BLIND-2"),
        cannot(DECLARE, RUN, why=("BUS-BLIND-3",)),
        cannot(DECLARE, CHARGE, why=("BUS-BLIND-4",)),
        at(END_EFFECTS, lose_all(BLIND, "BUS-BLIND-5"), "BUS-BLIND-5"),
    ),
    says="Sees only what it touches, has one die less in melee, and neither runs nor charges. Over in the end phase.",
    why=("BUS-BLIND-1", "BUS-BLIND-2", "BUS-BLIND-3", "BUS-BLIND-4", "BUS-BLIND-5"),
)
