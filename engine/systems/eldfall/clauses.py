"""Clause words of this book's own: halved and doubled, which round up and cancel out, and capped."""

from __future__ import annotations

from engine.questions import Number
from engine.rules import Adjust, When


def halved(number: Number, *why: str, when: When | None = None) -> Adjust:
    """The number is halved, rounded up (ELD-DEF-MOD)."""
    return Adjust(number, "half_up", 0, why, when)


def doubled(number: Number, *why: str, when: When | None = None) -> Adjust:
    return Adjust(number, "double", 0, why, when)


def capped(most: float, number: Number, *why: str, when: When | None = None) -> Adjust:
    """The number is never more than this, whatever would raise it."""
    return Adjust(number, "most", most, why, when)
