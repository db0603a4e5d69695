"""Dice without luck: what can lie on the table, and the exact chance of each reading.

A *reading* is a function from faces to what they mean ("hit", 7, True).  `chances` is
cached by dice and reading, so readings must be module-level or cached functions.  Dice may
be of a *kind* with words on its sides; then those of one kind, and sides of one word, must mean
the same to every reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

T = TypeVar("T")

Faces = tuple[int, ...]
Read = Callable[[Faces], T]


class Die(Struct, frozen=True, cache_hash=True):
    """A kind of die with words on its sides: what a player calls it, and each side in order.

    Sides that make no difference to a throw may share one word, so that nobody need tell them apart.
    """

    title: str
    words: tuple[str, ...]


class Dice(Struct, frozen=True, cache_hash=True):
    """*count* dice of *sides* sides; *ordered* where each die has a meaning of its own (D66).

    *kinds*, where the sides have words, says of each die which it is (see `unlike`).
    """

    count: int
    sides: int
    ordered: bool = False
    kinds: tuple[Die, ...] = ()

    def __str__(self) -> str:
        if self.kinds:
            titles = Counter(kind.title for kind in self.kinds)
            return ", ".join(f"{number} {title}" if number > 1 else title for title, number in titles.items())
        return f"{self.count if self.count != 1 else ''}D{self.sides}"

    def word(self, place: int, face: int) -> str:
        """What one die shows: the word on its side, or the number."""
        return self.kinds[place].words[face - 1] if self.kinds else str(face)

    def choices(self, place: int) -> tuple[tuple[int, str], ...]:
        """The sides of one die that differ, each word once with the first face that bears it."""
        first: dict[str, int] = {}
        for face in range(1, self.sides + 1):
            first.setdefault(self.word(place, face), face)
        return tuple((face, word) for word, face in first.items())

    def fault(self, faces: Faces) -> str:
        """Why these faces cannot be a throw of these dice; empty when they can."""
        if len(faces) != self.count:
            return f"{self} needs {self.count} dice, but {len(faces)} were given."
        for face in faces:
            if not 1 <= face <= self.sides:
                return f"{face} is not a face of a D{self.sides}; type a number from 1 to {self.sides}."
        return ""


def unlike(*kinds: Die) -> Dice:
    """Dice with words on their sides, thrown together in this order.

    ValueError when they have no sides in common number.
    """
    sides = {len(kind.words) for kind in kinds} or {1}
    if len(sides) > 1 or 0 in sides:
        raise ValueError("dice thrown together need sides, and each the same number of them")
    return Dice(len(kinds), sides.pop(), True, kinds)


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
    if dice.kinds:
        yield from _unlike_throws(dice)
        return
    if dice.ordered:
        yield from ((faces, 1) for faces in product(sides, repeat=dice.count))
        return
    for faces in combinations_with_replacement(sides, dice.count):
        ways = factorial(dice.count)
        for repeated in Counter(faces).values():
            ways //= factorial(repeated)
        yield faces, ways


def _unlike_throws(dice: Dice) -> Iterator[tuple[Faces, int]]:
    """One throw for all that differ neither in words nor in which of several like dice shows which."""
    by_kind: dict[Die, list[int]] = {}
    for place, kind in enumerate(dice.kinds):
        by_kind.setdefault(kind, []).append(place)
    parts = [tuple(_alike(kind, len(places))) for kind, places in by_kind.items()]
    order = [place for places in by_kind.values() for place in places]
    for throw in product(*parts):
        ways = prod(weight for _, weight in throw)
        faces = dict(zip(order, (face for shown, _ in throw for face in shown), strict=True))
        yield tuple(faces[place] for place in range(dice.count)), ways


def _alike(kind: Die, count: int) -> Iterator[tuple[Faces, int]]:
    """What several dice of one kind can show, as one face for each word, and in how many ways."""
    bearing = Counter(kind.words)
    first = {word: kind.words.index(word) + 1 for word in bearing}
    for words in combinations_with_replacement(bearing, count):
        ways = factorial(count)
        for word, times in Counter(words).items():
            ways = ways // factorial(times) * bearing[word] ** times
        yield tuple(first[word] for word in words), ways
