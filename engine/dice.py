"""Dice without luck: what can lie on the table, and the exact chance of each reading.

A *reading* is a function from faces to what they mean ("hit", 7, True).  `chances` is
cached by dice and reading, so readings must be module-level or cached functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

T = TypeVar("T")

Faces = tuple[int, ...]
Read = Callable[[Faces], T]


class Dice(Struct, frozen=True, cache_hash=True):
    """*count* dice of *sides* sides; *ordered* where each die has a meaning of its own (D66)."""

    count: int
    sides: int
    ordered: bool = False

    def __str__(self) -> str:
        return f"{self.count if self.count != 1 else ''}D{self.sides}"

    def fault(self, faces: Faces) -> str:
        """Why these faces cannot be a throw of these dice; empty when they can."""
        if len(faces) != self.count:
            return f"{self} needs {self.count} dice, but {len(faces)} were given."
        for face in faces:
            if not 1 <= face <= self.sides:
                return f"{face} is not a face of a D{self.sides}; type a number from 1 to {self.sides}."
        return ""


D6 = Dice(1, 6)
TWO_D6 = Dice(2, 6)


class Chance(NamedTuple):
    """One meaning of a throw, how likely it is, and one throw that means it."""

    reading: Any
    chance: Fraction
    faces: Faces


def total(faces: Faces) -> int:
    """The sum of the faces."""
    return sum(faces)


@lru_cache(maxsize=4096)
def chances(dice: Dice, read: Callable[[Faces], Any]) -> tuple[Chance, ...]:
    """Every distinct reading with its exact chance; the chances add up to one."""
    weight: dict[Any, int] = {}
    shown: dict[Any, Faces] = {}
    for faces, ways in _throws(dice):
        reading = read(faces)
        weight[reading] = weight.get(reading, 0) + ways
        shown.setdefault(reading, faces)
    whole = dice.sides**dice.count
    return tuple(Chance(reading, Fraction(ways, whole), shown[reading]) for reading, ways in weight.items())


def _throws(dice: Dice) -> Iterator[tuple[Faces, int]]:
    sides = range(1, dice.sides + 1)
    if dice.ordered:
        yield from ((faces, 1) for faces in product(sides, repeat=dice.count))
        return
    for faces in combinations_with_replacement(sides, dice.count):
        ways = factorial(dice.count)
        for repeated in Counter(faces).values():
            ways //= factorial(repeated)
        yield faces, ways
