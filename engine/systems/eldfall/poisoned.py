"""State: Poisoned — as Bleeding, but the Toughness roll is 6 harder."""

from __future__ import annotations

from engine.rules import Status
from engine.systems.eldfall.bleeding import Ailment
from engine.systems.eldfall.markers import POISONED, TITLES

SICKENS = Ailment(POISONED, -6, ("ELD-POI-2",), ("ELD-POI-3",))

STATUS = Status(
    POISONED,
    TITLES[POISONED],
    (),
    says="It acts as it likes. As each of its Strategic Phases begins it rolls Toughness with −6, and suffers a Wound "
    "when that fails. Strong poison causes it; only particular abilities end it.",
    why=("ELD-POI-1", "ELD-POI-2", "ELD-POI-3", "ELD-POI-4", "ELD-POI-5"),
)
