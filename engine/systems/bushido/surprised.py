"""Surprised — taken from where it does not look, until the action that did so is over.

When that happens stands in `surprise`.
"""

from __future__ import annotations

from engine.rules import Status, cannot, minus, once
from engine.systems.bushido.questions import INITIATIVE, MELEE_POOL

SURPRISED = "surprised"
WHY = ("BUS-DEF-21",)

STATUS = Status(
    SURPRISED,
    "Surprised",
    (once(*WHY), minus(1, MELEE_POOL, *WHY), cannot(INITIATIVE, why=WHY)),
    says="Taken unawares: until this action ends it uses no feats or boosts, strikes second and has one die less.",
    why=WHY,
)
