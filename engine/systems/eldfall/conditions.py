"""What a model can be: every State of the book, gathered; each chapter writes its own."""

from __future__ import annotations

from dataclasses import replace

from engine.rules import Rules, Status, until
from engine.systems.eldfall import (
    bleeding,
    blinded,
    confused,
    crippled,
    crouched,
    dead,
    declared,
    duelling,
    engaged,
    fatigued,
    flying,
    hanging,
    immobilized,
    incapacitated,
    mounted,
    panicked,
    petrified,
    poisoned,
    shrouded,
    slowed,
    surprise,
    weakened,
)
from engine.systems.eldfall.markers import DUE, MOUNTED, PETRIFIED, REACTS, TITLES
from engine.systems.eldfall.questions import SEQUENCE_ENDS
from engine.systems.eldfall.traits import TRAITS

REACTING = Status(
    REACTS,
    "Reacts",
    (until(SEQUENCE_ENDS, "ELD-DEF-REA"),),
    says="It has declared a Reaction to the running Activation; it is resolved together with the Action.",
    why=("ELD-DEF-REA",),
)

WAITING = Status(DUE, "Due", (), says="A State that lands as the Activation Sequence ends.", hidden=True)

_WRITTEN = (
    bleeding.STATUS,
    blinded.STATUS,
    confused.STATUS,
    crippled.STATUS,
    crouched.STATUS,
    dead.STATUS,
    engaged.STATUS,
    fatigued.STATUS,
    flying.STATUS,
    hanging.STATUS,
    immobilized.STATUS,
    incapacitated.STATUS,
    mounted.STATUS,
    panicked.STATUS,
    petrified.STATUS,
    poisoned.STATUS,
    shrouded.STATUS,
    slowed.STATUS,
    weakened.STATUS,
    surprise.STATUS,
    duelling.STATUS,
    *declared.STATUSES,
    REACTING,
    WAITING,
)

BOOK = ("ELD-GEN-1", "ELD-GEN-4")
"""What every State rests on: that it is one, and where the sixteen are written."""


def _placed(status: Status) -> Status:
    """A State of the book cites what a State is and where it stands, after its own sentences."""
    of_the_book = status.id in TITLES and status.id not in (PETRIFIED, MOUNTED)
    return replace(status, why=(*status.why, *BOOK)) if of_the_book else status


STATUSES = {status.id: _placed(status) for status in _WRITTEN}
"""Every status by id."""

RULES = Rules(statuses=STATUSES, traits=TRAITS, general=duelling.GENERAL)
"""What every chapter asks.  `SYSTEM.rules` is this and what follows from facts."""
