"""State: Slowed — Speed halved, nothing else."""

from __future__ import annotations

from engine.rules import Status
from engine.systems.eldfall.clauses import halved
from engine.systems.eldfall.markers import SLOWED, TITLES
from engine.systems.eldfall.questions import SPD

STATUS = Status(
    SLOWED,
    TITLES[SLOWED],
    (halved(SPD, "ELD-SLO-1"),),
    says="Speed is halved, whatever the kind of movement. Only particular abilities end it.",
    why=("ELD-SLO-1", "ELD-SLO-2", "ELD-SLO-3"),
)
