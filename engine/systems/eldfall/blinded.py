"""State: Blinded — no Line of Sight but to itself, and little that can be declared."""

from __future__ import annotations

from engine.rules import Status, cannot, only
from engine.systems.eldfall.acts import ASSIST_SELF, ATTACKS, DODGE, NOTHING, PERCEIVE
from engine.systems.eldfall.markers import BLINDED, TITLES
from engine.systems.eldfall.questions import DECLARE, DRAW_SIGHT

STATUS = Status(
    BLINDED,
    TITLES[BLINDED],
    (
        cannot(DRAW_SIGHT, why=("ELD-BLI-4",)),
        only(DECLARE, ASSIST_SELF, DODGE, NOTHING, why=("ELD-BLI-5",)),
        cannot(DECLARE, *ATTACKS, PERCEIVE, why=("ELD-BLI-6",)),
    ),
    says="It sees nothing but itself, and may only Assist itself, Dodge or do Nothing. Only particular abilities "
    "end it.",
    why=("ELD-BLI-1", "ELD-BLI-2", "ELD-BLI-3", "ELD-BLI-4", "ELD-BLI-5", "ELD-BLI-6", "ELD-BLI-7"),
)
