"""Everything that can lie beside a figure, and what each of it forbids: the effects and the four orders."""

from __future__ import annotations

from engine.rules import Rules
from engine.systems.descent import bleed, burn, cursed, daze, frost, orders, poison, sleep, stun, transformed, web

STATUSES = (
    bleed.STATUS,
    burn.STATUS,
    daze.STATUS,
    poison.STATUS,
    stun.STATUS,
    transformed.STATUS,
    web.STATUS,
    cursed.STATUS,
    frost.STATUS,
    sleep.STATUS,
    *orders.STATUSES,
)

RULES = Rules(statuses={status.id: status for status in STATUSES}, general=stun.GENERAL)
"""What this book knows; `SYSTEM` adds what follows from facts."""
