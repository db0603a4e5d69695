"""State: Engaged — within the reach and sight of an enemy's melee weapon, and held there by it.

A marker an enemy, its source.  The model Idles, or Walks straight at one of those enemies
(`toward`); it Attacks hand to hand, Assists itself or Dodges, and nothing else.  When the State
comes and goes stands in `engagement`.
"""

from __future__ import annotations

from engine.rules import Status, cannot, only
from engine.systems.eldfall.acts import ASSIST_SELF, DODGE, IDLE, MELEE, RANGED, WALK
from engine.systems.eldfall.markers import ENGAGED, TITLES
from engine.systems.eldfall.questions import DECLARE, FLY, MOVE

STATUS = Status(
    ENGAGED,
    TITLES[ENGAGED],
    (
        only(MOVE, IDLE, WALK, why=("ELD-ENG-4",)),
        only(DECLARE, MELEE, ASSIST_SELF, DODGE, why=("ELD-ENG-7", "ELD-ENG-11")),
        cannot(DECLARE, RANGED, why=("ELD-ENG-8",)),
        cannot(FLY, "enter", why=("ELD-DEF-FLT",)),
    ),
    says="Idle, or Walk straight at the enemy; only Melee Attack, Assist itself or Dodge.",
    why=("ELD-ENG-3", "ELD-ENG-9"),
)
