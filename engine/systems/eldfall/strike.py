"""Chapter: Strikes and Hits — how attack dice are read: successes, criticals, Confrontation, Damage.

A die succeeds when it shows the modified attribute or less.  A natural 1 is a Critical Hit, and
so is a natural 20 of an attribute raised over 20.  An attribute of 0 succeeds with nothing.
Between two models that Attack each other a success counts only if it is higher than every
success of the other; a Critical beats all that is no Critical.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from engine import seeds
from engine.dice import Dice, Faces

TABLES = seeds.tables("eldfall")
SIDES = 20
CRITICAL = 100
"""What a Critical counts as among successes: higher than any face."""
NATURAL = int(TABLES["rolls"]["critical"])
"""The highest natural face that is a Critical Hit (ELD-DEF-CRIT)."""
STRAY = int(TABLES["friendly_fire"]["faces"])
"""The lowest natural face that hits a friend beside the target of a shot (ELD-DEF-FF)."""


class Hits(NamedTuple):
    """Hits of one Attack on one model: *plain* ones, and *critical* ones that ignore Armor and Dodge."""

    plain: int = 0
    critical: int = 0

    @property
    def all(self) -> int:
        return self.plain + self.critical


NO_HITS = Hits()


class Volley(NamedTuple):
    """Attack dice as they lie: *successes* (CRITICAL, or the face), highest first, and dice gone astray."""

    successes: Faces = ()
    strays: int = 0


class Clash(NamedTuple):
    """What both sides of a Confrontation come to, and how many of the second's dice went astray."""

    first: Hits
    second: Hits
    strays: int = 0


def dice(count: int) -> Dice:
    """So many twenty-sided dice."""
    return Dice(count, SIDES)


def success(face: int, need: int) -> int:
    """What one die counts as: CRITICAL, its face, or 0 for a failure."""
    if need < 1:
        return 0
    if face <= NATURAL or (face == SIDES and need > SIDES):
        return CRITICAL
    return face if face <= need else 0


@lru_cache(maxsize=256)
def volley(need: int, beside_friends: bool = False) -> Callable[[Faces], Volley]:
    """The reading of attack dice against *need*; *beside_friends*: natural 17 to 20 hit a friend instead."""

    def read(faces: Faces) -> Volley:
        strays = [face for face in faces if beside_friends and face >= STRAY]
        kept = [face for face in faces if not (beside_friends and face >= STRAY)]
        found = sorted((success(face, need) for face in kept), reverse=True)
        return Volley(tuple(value for value in found if value), len(strays))

    return read


def unopposed(successes: Faces) -> Hits:
    """Every success is a Hit where nobody strikes back."""
    criticals = sum(value == CRITICAL for value in successes)
    return Hits(len(successes) - criticals, criticals)


def clash(first: Faces, second: Faces) -> tuple[Hits, Hits]:
    """The successes of two models that Attack each other, each cancelling what is equal or lower (ELD-DEF-CONF)."""
    return _beating(first, second), _beating(second, first)


def _beating(mine: Faces, theirs: Faces) -> Hits:
    best = max(theirs, default=0)
    criticals = sum(value == CRITICAL for value in mine)
    return Hits(sum(best < value < CRITICAL for value in mine), criticals)


@lru_cache(maxsize=4096)
def answered(first: Faces, need: int, beside_friends: bool = False) -> Callable[[Faces], Clash]:
    """The reading of the second model's dice in a Confrontation, once the first's successes are known."""
    reading = volley(need, beside_friends)

    def read(faces: Faces) -> Clash:
        mine = reading(faces)
        return Clash(*clash(first, mine.successes), mine.strays)

    return read


@lru_cache(maxsize=64)
def wounding(need: int) -> Callable[[Faces], int]:
    """The reading of Damage dice: how many show *need* (Power minus Armor) or less."""

    def read(faces: Faces) -> int:
        return sum(face <= need for face in faces)

    return read
