"""State: Frightened — on the defensive, and nowhere near what is fearsome.

It fails every Fear test of the main phase and tests again in the end phase, against the
number it failed when it took fright.  The tests stand in `fear`.
"""

from __future__ import annotations

from engine.rules import Status, minus, plus
from engine.systems.bushido.questions import DEFENSIVE, MELEE_POOL, RANGED_POOL

FRIGHTENED = "frightened"

STATUS = Status(
    FRIGHTENED,
    "Frightened",
    (
        plus(1, DEFENSIVE, "BUS-FRIGHTENED-1"),
        minus(1, MELEE_POOL, "BUS-FRIGHTENED-2"),
        minus(1, RANGED_POOL, "BUS-FRIGHTENED-3"),
    ),
    says="Defensive, one die less in melee and shooting, never into contact with Fear. Tests again in the end phase.",
    why=("BUS-FRIGHTENED-4", "BUS-FRIGHTENED-5", "BUS-FRIGHTENED-6", "BUS-FRIGHTENED-8"),
)
