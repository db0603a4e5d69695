"""State: Spirit Blocked — generates no Ki; one marker goes at the end of each Ki generation."""

from __future__ import annotations

from engine.rules import Status, at
from engine.systems.bushido.losing import lose_one
from engine.systems.bushido.questions import KI_GENERATION

SPIRIT_BLOCK = "spirit_block"

STATUS = Status(
    SPIRIT_BLOCK,
    "Spirit blocked",
    (at(KI_GENERATION, lose_one(SPIRIT_BLOCK, "BUS-SPIRITBLOCKED-2"), "BUS-SPIRITBLOCKED-2"),),
    says="Gets no Ki tokens when Ki is generated; one marker goes afterwards.",
    why=("BUS-SPIRITBLOCKED-1", "BUS-SPIRITBLOCKED-2"),
)
