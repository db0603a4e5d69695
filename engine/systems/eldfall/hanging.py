"""Not a State of the book: a model whose Climb ended on a face hangs there until it climbs on or falls (`climbing`)."""

from __future__ import annotations

from engine.rules import Status, once

HANGING = "hanging"

STATUS = Status(
    HANGING,
    "Hanging",
    (once("ELD-DEF-CLIMB"),),
    says="It hangs on a face: it climbs on or does Nothing; anything else, and it falls.",
    why=("ELD-DEF-CLIMB",),
)
