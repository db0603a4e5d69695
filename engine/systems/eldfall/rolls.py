"""Chapter: Rolls — one twenty-sided die, equal or under the attribute.

An attribute that modifiers bring to 0 fails without a die.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.ask import Steps, happens, roll
from engine.dice import Dice, Faces
from engine.events import Noted
from engine.game import Game, ModelId
from engine.questions import Tally, tidy

D20 = Dice(1, 20)
PASSED, FAILED = "passed", "failed"
WHY = ("ELD-DEF-DIE",)


@lru_cache(maxsize=64)
def under(number: int) -> Callable[[Faces], str]:
    """The reading of an attribute roll: passed when the face is *number* or less."""

    def read(faces: Faces) -> str:
        return PASSED if faces[0] <= number else FAILED

    return read


def check(game: Game, model: ModelId, tally: Tally, what: str, *why: str) -> Steps[bool]:
    """Roll a D20 against the value of a tally (`halving.value`); True when it is passed.

    *what* names the roll in words ("Toughness roll against bleeding").  A value of 0 fails at once.
    """
    number = int(tally.value)
    reasons = (*WHY, *why)
    if number < 1:
        text = f"{game.model(model).name}: {what}, against {tidy(number)}, fails without a die"
        game = yield from happens(Noted(text=text, model=model, why=reasons))
        return False
    need = f"{number} or less"
    found = yield from roll(D20, under(number), what, side=game.model(model).side, model=model, need=need, why=reasons)
    return found == PASSED
