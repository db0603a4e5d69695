"""State: Disguised — taken for somebody harmless, until it acts or is found out.

Who has a Ki statistic of 1 or less neither targets it nor moves into contact of its own will;
others test their Ki before anything moves.  What declaring does to the marker and how the
test goes stands in `unmasking`.
"""

from __future__ import annotations

from engine.rules import Status, at, may_be_ignored_for
from engine.systems.bushido.losing import lose_all
from engine.systems.bushido.questions import EXCHANGE_BEGINS, ZONE

DISGUISE = "disguise"

STATUS = Status(
    DISGUISE,
    "Disguised",
    (
        may_be_ignored_for(ZONE, why=("BUS-DISGUISED-18",)),
        at(EXCHANGE_BEGINS, lose_all(DISGUISE, "BUS-DISGUISED-17"), "BUS-DISGUISED-17"),
    ),
    says="Ki 1 cannot target it or move into contact; others must first pass a Ki test. It has no zone of control.",
    why=("BUS-DEF-TRAIT-DISGUISE", "BUS-DISGUISED-1", "BUS-DISGUISED-2", "BUS-DISGUISED-3", "BUS-DISGUISED-7"),
)
