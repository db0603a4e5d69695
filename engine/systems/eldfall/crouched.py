"""State: Crouched — low on the ground: a hitbox no higher than its base, slow, and little use in a fight.

Speed and Armor are halved, Attacks have Strike 1, it Walks or Idles only and engages nobody;
shots at it meet Light Cover (`cover`).  How it is entered and left of one's own will stands in
`posture`, what else follows from it (flight ends, a rider dismounts) in `coming_down`.
"""

from __future__ import annotations

from engine.rules import Status, cannot, once, only
from engine.systems.eldfall.acts import IDLE, WALK
from engine.systems.eldfall.clauses import capped, halved
from engine.systems.eldfall.markers import CROUCHED, TITLES
from engine.systems.eldfall.questions import ARM, CAUSE_ENGAGED, FLY, MOVE, SPD, STRIKE_MELEE, STRIKE_RANGED
from engine.systems.eldfall.size import shrunk

STATUS = Status(
    CROUCHED,
    TITLES[CROUCHED],
    (
        once("ELD-GEN-3"),
        *shrunk("ELD-CRO-5"),
        halved(SPD, "ELD-CRO-6"),
        halved(ARM, "ELD-CRO-7"),
        capped(1, STRIKE_MELEE, "ELD-CRO-8"),
        capped(1, STRIKE_RANGED, "ELD-CRO-8"),
        cannot(CAUSE_ENGAGED, why=("ELD-CRO-9",)),
        cannot(FLY, "enter", why=("ELD-CRO-14",)),
        only(MOVE, IDLE, WALK, why=("ELD-CRO-3",)),
    ),
    says="Hitbox of its base, Speed and Armor halved, Strike 1, Walk or Idle only; Light Cover against shots.",
    why=("ELD-CRO-1", "ELD-CRO-2", "ELD-CRO-4", "ELD-CRO-10", "ELD-CRO-16"),
)
