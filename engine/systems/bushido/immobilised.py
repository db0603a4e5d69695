"""State: Immobilised — caught fast: a Size (6) test before it goes anywhere, no special attack or defence.

Whoever touches it acts as if it touched nobody.  How it tears free stands in `tearing_free`.
"""

from __future__ import annotations

from engine.rules import Status, cannot, may_be_ignored_for
from engine.systems.bushido.questions import HOLDS_ENEMIES, SPECIAL

IMMOBILISED = "immobilised"

STATUS = Status(
    IMMOBILISED,
    "Immobilised",
    (
        cannot(SPECIAL, "attack", why=("BUS-IMMOBILISED-7",)),
        cannot(SPECIAL, "defence", why=("BUS-IMMOBILISED-8",)),
        may_be_ignored_for(HOLDS_ENEMIES, why=("BUS-IMMOBILISED-10",)),
    ),
    says="A Size (6) test before it moves or fights; a wait shakes it off. No special attacks or defences.",
    why=(
        "BUS-IMMOBILISED-1",
        "BUS-IMMOBILISED-4",
        "BUS-IMMOBILISED-5",
        "BUS-IMMOBILISED-9",
        "BUS-DEF-RULING-FALLING-PRONE",
    ),
)
