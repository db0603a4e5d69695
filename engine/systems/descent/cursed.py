"""Effect: Cursed — each token makes the hero's death dearer by one; only death takes it off."""

from __future__ import annotations

from engine.game import Model
from engine.questions import Modifier, Tally
from engine.rules import Status
from engine.systems.descent.counters import printed, tokens
from engine.systems.descent.questions import CONQUEST_VALUE

CURSE = "curse"
WHY = ("DES-CURSE-2",)

STATUS = Status(
    CURSE,
    "Cursed",
    (),
    says="His conquest value is one higher for each token, until he is killed.",
    why=("DES-CURSE-1", "DES-CURSE-2", "DES-CURSE-3"),
)


def conquest_value(model: Model) -> Tally:
    """What the heroes lose if this one is killed, with what his curse tokens add."""
    cursed = tokens(model, CURSE)
    terms = (Modifier(op="plus", amount=cursed, label=STATUS.title, why=WHY),) if cursed else ()
    value = printed(model, "Conquest")
    return Tally(title=CONQUEST_VALUE.title, base=value, modifiers=terms, why=("DES-DEF-DEATH",))
