"""State: Weakened — Toughness halved, Stamina 1 lower."""

from __future__ import annotations

from engine.rules import Status, minus
from engine.systems.eldfall.clauses import halved
from engine.systems.eldfall.markers import TITLES, WEAKENED
from engine.systems.eldfall.questions import STA, T

STATUS = Status(
    WEAKENED,
    TITLES[WEAKENED],
    (halved(T, "ELD-WEA-2"), minus(1, STA, "ELD-WEA-3")),
    says="Toughness is halved and Stamina 1 lower. A 1 beside it (weak poison): over as its next Strategic Phase "
    "begins; otherwise particular abilities end it.",
    why=("ELD-WEA-1", "ELD-WEA-2", "ELD-WEA-3", "ELD-WEA-4", "ELD-WEA-5", "ELD-WEA-6"),
)
