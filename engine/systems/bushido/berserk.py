"""State: Berserk — it goes for the nearest enemy: melee, else charge, else a run straight at him.

What it must do when it activates stands in `rage`.
"""

from __future__ import annotations

from engine.rules import Status, at, plus
from engine.systems.bushido.losing import lose_all
from engine.systems.bushido.questions import AGGRESSIVE, END_EFFECTS

BERSERK = "berserk"

STATUS = Status(
    BERSERK,
    "Berserk",
    (
        plus(1, AGGRESSIVE, "BUS-BERSERK-1"),
        at(END_EFFECTS, lose_all(BERSERK, "BUS-BERSERK-9"), "BUS-BERSERK-9"),
    ),
    says="Each action goes for the nearest enemy: melee if he is in range; else, with two counters, a charge; else a "
    "run straight at him, as far as it can. Attacks with at least half its dice. Over in the end phase.",
    why=("BUS-BERSERK-3", "BUS-BERSERK-4", "BUS-BERSERK-5", "BUS-BERSERK-6", "BUS-BERSERK-8"),
)
