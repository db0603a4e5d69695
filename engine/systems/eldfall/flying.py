"""State: Flying — above everything: twice as fast, seen by all and seeing all, in nobody's reach.

It passes and ends over scenery, obstacles and models, except scenery of infinite height
(`flight`); has no Cover, engages nobody and is engaged by nobody; only another flyer, or whom it
attacks itself, may Attack it hand to hand (`targets`).  How it takes off and lands stands in `wings`.
"""

from __future__ import annotations

from engine.rules import Status, cannot, once
from engine.systems.eldfall.clauses import capped, doubled
from engine.systems.eldfall.markers import FLYING, TITLES
from engine.systems.eldfall.questions import BECOME_ENGAGED, CAUSE_ENGAGED, CROUCH, HAVE_COVER, SPD, STRIKE_MELEE

STATUS = Status(
    FLYING,
    TITLES[FLYING],
    (
        once("ELD-GEN-3"),
        doubled(SPD, "ELD-FLY-2"),
        capped(1, STRIKE_MELEE, "ELD-FLY-3"),
        cannot(HAVE_COVER, why=("ELD-FLY-7",)),
        cannot(BECOME_ENGAGED, why=("ELD-FLY-10",)),
        cannot(CAUSE_ENGAGED, why=("ELD-FLY-11",)),
        cannot(CROUCH, "enter", why=("ELD-FLY-12",)),
    ),
    says="Speed doubled, over everything; sees and is seen by all; no Cover, no Engaged, melee Strike 1.",
    why=("ELD-FLY-1", "ELD-FLY-4", "ELD-FLY-5", "ELD-FLY-8", "ELD-FLY-9", "ELD-FLY-17"),
)
