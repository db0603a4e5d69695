"""State: Crippled — Speed and Agility halved, nothing else."""

from __future__ import annotations

from engine.rules import Status
from engine.systems.eldfall.clauses import halved
from engine.systems.eldfall.markers import CRIPPLED, TITLES
from engine.systems.eldfall.questions import AG, SPD

STATUS = Status(
    CRIPPLED,
    TITLES[CRIPPLED],
    (halved(SPD, "ELD-CRI-3"), halved(AG, "ELD-CRI-4")),
    says="Speed and Agility are halved; it may do all it could. Regeneration and particular abilities end it.",
    why=("ELD-CRI-1", "ELD-CRI-2", "ELD-CRI-3", "ELD-CRI-4", "ELD-CRI-5", "ELD-CRI-6"),
)
