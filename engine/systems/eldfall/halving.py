"""Chapter: Order of modifiers — flat ones first, never below 0, then halvings, each rounded up.

A halving and a doubling of the same number cancel; only what is left over is applied.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Game, Model
from engine.questions import Modifier, Number, Tally
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import printed
from engine.systems.eldfall.questions import SPD
from engine.systems.eldfall.readings import CANCEL_HALVINGS, chosen

ORDER = ("ELD-DEF-MOD",)
CANCEL = ("ELD-DEF-CAN",)
NEVER_BELOW = Modifier(op="least", amount=0, label="never below 0", why=ORDER)


def value(game: Game, model: Model, number: Number, *more: Modifier, base: float | None = None) -> Tally:
    """A number of this model as it is now: printed (or *base*), *more*, and what its States do.

    *more* are one-roll modifiers, flat or halving (`flat`, `half`).  `int(tally.value)` is the number.
    """
    start = printed(model, number.id) if base is None else base
    tally = RULES.tally(game, model, number, start, more=more)
    cancels = number != SPD or chosen(game, CANCEL_HALVINGS) == "always"
    return settled(tally, cancels=cancels)


def flat(amount: int, label: str, *why: str) -> Modifier:
    """A flat term for one roll: −6, +2."""
    return Modifier(op="plus", amount=amount, label=label, why=why)


def half(label: str, *why: str) -> Modifier:
    """A halving for one roll."""
    return Modifier(op="half_up", amount=0, label=label, why=why)


def settled(tally: Tally, *, cancels: bool = True) -> Tally:
    """The tally with halvings and doublings cancelled against each other, and never below 0."""
    halves = [term for term in tally.modifiers if term.op == "half_up"]
    doubles = [term for term in tally.modifiers if term.op == "double"]
    terms = list(tally.modifiers)
    for one, other in zip(halves, doubles, strict=False) if cancels else ():
        terms.remove(one)
        terms.remove(other)
        label = f"{one.label} and {other.label} cancel out"
        terms.append(Modifier(op="note", amount=0, label=label, why=(*CANCEL, *one.why, *other.why)))
    found = replace(tally, modifiers=tuple(terms))
    return found if found.value >= 0 else replace(found, modifiers=(*terms, NEVER_BELOW))
