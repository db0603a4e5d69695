"""Chapter: Tests — how a handful of dice is read, against a number or against another handful.

A natural 1 is taken away.  The result is the highest die, plus one for each supporting die,
two at most; nothing but ones is 0.  A pool of 0 or less still rolls one die.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from engine.ask import Steps, roll
from engine.dice import Dice, Faces
from engine.game import ModelId, SideId

PASSED = "passed"
FAILED = "failed"
SUPPORT = 2
"""Supporting dice that count at most."""

CHALLENGE = ("BUS-DEF-22",)
OPPOSED = ("BUS-DEF-23",)


class Score(NamedTuple):
    """What a pool comes to: its result, and how many of its dice did not show 1 (for ties)."""

    result: int
    dice: int


NOTHING_ROLLED = Score(0, 0)


def score(faces: Faces) -> Score:
    """The reading of a pool: ones away, highest die, plus one for each of up to two more."""
    kept = [face for face in faces if face > 1]
    if not kept:
        return NOTHING_ROLLED
    return Score(max(kept) + min(len(kept) - 1, SUPPORT), len(kept))


def pool(number: float) -> Dice:
    """The dice of a pool tested alone: at least one."""
    return Dice(max(1, int(number)), 6)


@lru_cache(maxsize=64)
def against(number: int, bonus: int = 0) -> Callable[[Faces], str]:
    """The reading of a Challenge test: passed when the result, with the bonus, is *number* or more."""

    def read(faces: Faces) -> str:
        return PASSED if score(faces).result + bonus >= number else FAILED

    return read


@lru_cache(maxsize=64)
def level(number: int, bonus: int = 0) -> Callable[[Faces], int]:
    """The reading of a Challenge test whose Success Level counts: result − *number*, below 0 when failed."""

    def read(faces: Faces) -> int:
        return max(score(faces).result + bonus - number, -1)

    return read


def challenge(
    dice: float, number: int, what: str, *why: str, side: SideId, model: ModelId, bonus: int = 0
) -> Steps[bool]:
    """Roll *dice* D6 as a Challenge (*number*) test; True when it is passed."""
    plus = f", +{bonus}" if bonus else ""
    found = yield from roll(
        pool(dice), against(number, bonus), f"{what}{plus}", side=side, model=model, need=f"{number} or more",
        why=(*CHALLENGE, *why),
    )  # fmt: skip
    return found == PASSED


def grown(first: float, second: float) -> tuple[int, int]:
    """Two opposed pools: if one is below 1, both grow until the smaller is 1 (BUS-DEF-23)."""
    more = max(0, 1 - int(min(first, second)))
    return int(first) + more, int(second) + more


def beats(attack: Score, defence: Score, attacker_active: bool, spare: tuple[int, int] = (0, 0)) -> bool:
    """Does the first pool win the opposed test?

    A tie goes to the pool with more dice that do not show 1, *spare* being such dice outside
    these two pools (in an exchange all dice of a side count), then to the Active Player.
    """
    if attack.result != defence.result:
        return attack.result > defence.result
    mine, theirs = attack.dice + spare[0], defence.dice + spare[1]
    return mine > theirs if mine != theirs else attacker_active


def margin(first: Score, second: Score) -> int:
    """The Success Level: by how much the better result is better."""
    return abs(first.result - second.result)


@lru_cache(maxsize=16)
def single(bonus: int = 0) -> Callable[[Faces], int]:
    """The reading of one die of a Tactical test: a natural 1 is 0 before the bonus."""

    def read(faces: Faces) -> int:
        return score(faces).result + bonus

    return read
