"""State: Bleeding — a Toughness roll as each of its Strategic Phases begins, a Wound when it fails.

It hinders nothing else, and neither a passed nor a failed roll ends it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Status, Why
from engine.systems.eldfall.markers import BLEEDING, TITLES


class Ailment(NamedTuple):
    """A State that calls for a roll each Strategic Phase: modifier of that roll, and the clauses."""

    status: str
    modifier: int
    rolled: Why
    wounds: Why


BLEEDS = Ailment(BLEEDING, 0, ("ELD-BLE-6",), ("ELD-BLE-7",))

STATUS = Status(
    BLEEDING,
    TITLES[BLEEDING],
    (),
    says="It acts as it likes. As each of its Strategic Phases begins it rolls Toughness, and suffers a Wound when "
    "that fails. Regeneration and some healing end it.",
    why=("ELD-BLE-1", "ELD-BLE-2", "ELD-BLE-3", "ELD-BLE-4", "ELD-BLE-5", "ELD-BLE-6", "ELD-BLE-7", "ELD-BLE-8"),
)
