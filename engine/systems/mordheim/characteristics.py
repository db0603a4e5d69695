"""Chapter: Characteristic tests — a D6 against a number, or 2D6 against Leadership.

A characteristic test is a D6 that must not exceed the characteristic; a 6 always fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.ask import Steps, roll
from engine.dice import D6, TWO_D6, Faces, total
from engine.game import Game, ModelId, SideId

PASSED = "passed"
FAILED = "failed"


@lru_cache(maxsize=64)
def not_above(value: int, fails_on: int) -> Callable[[Faces], str]:
    """The reading of dice whose sum must not exceed *value*; *fails_on* and more never pass."""

    def read(faces: Faces) -> str:
        rolled = total(faces)
        return PASSED if rolled <= value and rolled < fails_on else FAILED

    return read


def need(value: int) -> str:
    """What a characteristic test hopes for, in words: '3 or less'."""
    return f"{min(value, 5)} or less"


def initiative_test(game: Game, model: ModelId, what: str, *why: str) -> Steps[bool]:
    """Roll a D6 against the model's Initiative; True when it passes."""
    tested = game.model(model)
    value = tested.stat("I")
    found = yield from roll(
        D6,
        not_above(value, 6),
        f"Initiative of {tested.name} {what}",
        side=tested.side,
        model=model,
        need=need(value),
        why=("MOR-DEF-TEST", *why),
    )
    return found == PASSED


def leadership_test(game: Game, side: SideId, value: int, what: str, *why: str, model: ModelId) -> Steps[bool]:
    """Roll 2D6 against a Leadership; True when it passes."""
    found = yield from roll(
        TWO_D6, not_above(value, 99), what, side=side, model=model, need=f"{value} or less", why=why
    )
    return found == PASSED
