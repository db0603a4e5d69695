"""State: Confused — six attributes halved: Offense, Defense, Accuracy, Intellect, Agility and Morale."""

from __future__ import annotations

from engine.rules import Status
from engine.systems.eldfall.clauses import halved
from engine.systems.eldfall.markers import CONFUSED, TITLES
from engine.systems.eldfall.questions import ACC, AG, DEF, INT, OFF, M

SIX = (OFF, DEF, ACC, INT, AG, M)

STATUS = Status(
    CONFUSED,
    TITLES[CONFUSED],
    tuple(halved(attribute, "ELD-CON-5") for attribute in SIX),
    says="Offense, Defense, Accuracy, Intellect, Agility and Morale are halved; it may do all it could. Only "
    "particular abilities end it.",
    why=("ELD-CON-1", "ELD-CON-2", "ELD-CON-3", "ELD-CON-4", "ELD-CON-5", "ELD-CON-6"),
)
