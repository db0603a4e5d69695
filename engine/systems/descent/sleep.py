"""Not of the source: Sleep, of which other books of this game speak — a token laid, and taken off, by hand.

While it lies there the figure spends no movement points and does not attack.
"""

from __future__ import annotations

from engine.rules import Status, cannot, once
from engine.systems.descent.questions import ATTACK, SPEND_POINTS

SLEEP = "sleep"
WHY = ("DES-DEF-SLEEP",)

STATUS = Status(
    SLEEP,
    "Asleep",
    (once(*WHY), cannot(SPEND_POINTS, why=WHY), cannot(ATTACK, why=WHY)),
    says="It spends no movement points and does not attack until a hand takes the token off.",
    why=WHY,
)
