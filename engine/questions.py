"""What a rule asks of the others, and the answers that carry their reasons.

A `Number` question is answered by a `Tally`, a `Permission` question by a `Ruling`; a
`Moment` is a named point of the turn at which other rules may act.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.game import NO_MODEL, ModelId
from engine.geometry.evidence import NOTHING, Evidence

Op = Literal["set", "plus", "half", "half_up", "double", "note", "least", "most"]
"""In the one order in which numbers combine: set, plus and minus, half, at least, at most.

*half_up* rounds up to a whole number after the halving; a *note* only says something.
"""
ORDER: tuple[Op, ...] = ("set", "plus", "half", "half_up", "double", "least", "most")


class Number(Struct, frozen=True):
    """A question whose answer is a number; *title* is what a player calls it."""

    id: str
    title: str


class Permission(Struct, frozen=True):
    """A question whose answer is yes, or every reason for no."""

    id: str
    title: str


class Moment(Struct, frozen=True):
    """A named point of the turn."""

    id: str
    title: str


class Modifier(Struct, frozen=True, kw_only=True):
    """One term of a tally: how it changes the number, what it is, which clause says so."""

    op: Op
    amount: float
    label: str
    why: tuple[str, ...] = ()

    def text(self) -> str:
        """The term as written in a sum: '− 1 Prone'."""
        amount = tidy(abs(self.amount))
        match self.op:
            case "plus":
                return f"{'−' if self.amount < 0 else '+'} {amount} {self.label}"
            case "half" | "half_up":
                return f"halved {self.label}"
            case "double":
                return f"doubled {self.label}"
            case "note":
                return f"({self.label})"
            case "set":
                return f"set to {tidy(self.amount)} {self.label}"
            case "least":
                return f"at least {tidy(self.amount)} {self.label}"
            case "most":
                return f"at most {tidy(self.amount)} {self.label}"


class Tally(Struct, frozen=True, kw_only=True):
    """A number with the sum that made it."""

    title: str
    base: float
    base_label: str = ""
    modifiers: tuple[Modifier, ...] = ()
    suffix: str = ""
    why: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """Set, then plus and minus, then half and double, then at least and at most."""
        value = self.base
        for op in ORDER:
            for modifier in self.modifiers:
                if modifier.op == op:
                    value = _combined(value, modifier)
        return value

    def text(self) -> str:
        """The whole sum in one line: 'To hit 3+ Ballistic Skill 4 + 1 cover = 4+'."""
        head = f"{self.title} {tidy(self.base)}{self.suffix}"
        if self.base_label:
            head += f" {self.base_label}"
        if not self.modifiers:
            return head
        terms = " ".join(modifier.text() for modifier in self.modifiers)
        return f"{head} {terms} = {tidy(self.value)}{self.suffix}"


class Objection(Struct, frozen=True, kw_only=True):
    """One reason for no: a sentence, the clauses that say so, and what to paint."""

    text: str
    why: tuple[str, ...]
    model: ModelId = NO_MODEL
    evidence: Evidence = NOTHING


class Ruling(Struct, frozen=True):
    """Yes when there is no objection; otherwise every reason for no, not the first."""

    objections: tuple[Objection, ...] = ()

    @property
    def granted(self) -> bool:
        return not self.objections

    def __add__(self, other: Ruling) -> Ruling:
        return Ruling(self.objections + other.objections)


def tidy(number: float) -> str:
    """A number without a needless fraction: 4, 2.5, 0.98."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"; empty for none."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _combined(value: float, modifier: Modifier) -> float:
    match modifier.op:
        case "set":
            return modifier.amount
        case "plus":
            return value + modifier.amount
        case "half":
            return value / 2
        case "half_up":
            return math.ceil(value / 2)
        case "double":
            return value * 2
        case "note":
            return value
        case "least":
            return max(value, modifier.amount)
        case "most":
            return min(value, modifier.amount)
