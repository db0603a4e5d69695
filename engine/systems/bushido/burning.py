"""States: On Fire, Poisoned, Bleeding — valued markers that burn down in the end phase.

The highest marker goes and wounds by its value; then, while three or more are left, the
next.  Of n markers max(1, n − 2) go.  Only fire passes by toughness.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Model
from engine.rules import Status, Why

FIRE, POISON, BLEED = "fire", "poison", "bleed"
LEFT_OVER = 2
"""Markers that one end phase leaves where there were more."""


class Burning(NamedTuple):
    """One kind of valued marker: its name in the log, whether Tough helps, and its clauses."""

    status: str
    name: str
    tough: bool
    removal: Why
    wounds: Why


KINDS = (
    Burning(FIRE, "fire", False, ("BUS-ONFIRE-2", "BUS-ONFIRE-5"), ("BUS-ONFIRE-3", "BUS-ONFIRE-4")),
    Burning(BLEED, "bleeding", True, ("BUS-BLEEDING-2", "BUS-BLEEDING-4"), ("BUS-BLEEDING-3",)),
    Burning(POISON, "poison", True, ("BUS-POISONED-2", "BUS-POISONED-4"), ("BUS-POISONED-3",)),
)
"""In the order of the end phase."""

STATUSES = (
    Status(
        FIRE,
        "On fire",
        (),
        says="In the end phase the highest marker goes out and wounds by its number, Tough or not; of three or more, "
        "all but two go so. Its own Wait action, or that of a friend touching it, puts out two.",
        why=("BUS-ONFIRE-1", "BUS-ONFIRE-2", "BUS-ONFIRE-3", "BUS-ONFIRE-4", "BUS-ONFIRE-5", "BUS-ONFIRE-6"),
    ),
    Status(
        POISON,
        "Poisoned",
        (),
        says="In the end phase the highest marker goes and wounds by its number; of three or more, all but two go so.",
        why=("BUS-POISONED-1", "BUS-POISONED-2", "BUS-POISONED-3", "BUS-POISONED-4"),
    ),
    Status(
        BLEED,
        "Bleeding",
        (),
        says="In the end phase the highest marker goes and wounds by its number; of three or more, all but two go so. "
        "Any healing stops it.",
        why=("BUS-BLEEDING-1", "BUS-BLEEDING-2", "BUS-BLEEDING-3", "BUS-BLEEDING-4", "BUS-BLEEDING-5"),
    ),
)


def going(model: Model, status: str) -> tuple[int, ...]:
    """Values of the markers that the next end phase takes off, highest first."""
    values = model.values(status)
    return values[: max(1, len(values) - LEFT_OVER)] if values else ()
