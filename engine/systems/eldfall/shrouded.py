"""State: Shrouded — a token on the field, whose model only its own player knows.

It sees all round and is the target of nothing but Perceive.  Any normal action but Nothing, and
any Special Action, ends it; an Attack out of it is a Surprise Attack (`reveal`).
"""

from __future__ import annotations

from engine.rules import Status, always, once, only
from engine.systems.eldfall.acts import PERCEIVE
from engine.systems.eldfall.markers import SHROUDED, TITLES
from engine.systems.eldfall.questions import ARC, BE_TARGET

STATUS = Status(
    SHROUDED,
    TITLES[SHROUDED],
    (
        once("ELD-GEN-3"),
        only(BE_TARGET, PERCEIVE, why=("ELD-SHR-3",)),
        always(ARC, 360, "ELD-SHR-6"),
    ),
    says="A token: it sees all round, and only Perceive may be aimed at it. Any action but Nothing ends it.",
    why=("ELD-SHR-1", "ELD-SHR-2", "ELD-SHR-4", "ELD-SHR-5", "ELD-SHR-10"),
)
