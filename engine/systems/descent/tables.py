"""The charts of this book, typed: items, prices, numbers and what an action gives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine import seeds

Kind = Literal["melee", "ranged", "magic"]
T = TypeVar("T")


class Surge(Struct, frozen=True, forbid_unknown_fields=True):
    """What *cost* surges buy: damage, range or pierce, a token that the hit leaves, or fatigue back."""

    cost: int
    damage: int = 0
    range: int = 0
    pierce: int = 0
    fatigue: int = 0
    gives: str = ""

    @property
    def title(self) -> str:
        """What is bought, in words."""
        numbers = (("damage", self.damage), ("range", self.range), ("pierce", self.pierce), ("fatigue", self.fatigue))
        parts = [f"{number} {word}{' back' if word == 'fatigue' else ''}" for word, number in numbers if number]
        if self.gives:
            parts.append(self.gives)
        return ", ".join(parts)


class Weapon(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A weapon, or what a monster attacks with: *dice* without those of the trait, *reach* in spaces."""

    title: str
    kind: Kind
    dice: tuple[str, ...]
    id: str = ""
    hands: int = 0
    gives: tuple[str, ...] = ()
    pierce: int = 0
    reach: int = 1
    surges: tuple[Surge, ...] = ()
    natural: bool = False


class Shield(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shield: how many wounds it cancels when exhausted, and whether those that ignore armor too."""

    title: str
    id: str = ""
    hands: int = 1
    cancels: int = 0
    ignores_armor: bool = False


class Armor(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suit of armor and what it adds to its wearer's own."""

    title: str
    armor: int
    id: str = ""


class Potion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A potion: the wounds it heals, or that it fills the fatigue up."""

    title: str
    id: str = ""
    heals: int = 0
    fatigue: bool = False


class Gives(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a declared action gives: speed times so many movement points, attacks, orders."""

    speed: int = 0
    attacks: int = 0
    orders: int = 0


def raw() -> seeds.Raw:
    """The charts as they stand in the seeds."""
    return seeds.tables("descent")


@cache
def weapons() -> Mapping[str, Weapon]:
    """Every weapon by id."""
    return _all("weapons", Weapon)


@cache
def shields() -> Mapping[str, Shield]:
    """Every shield by id."""
    return _all("shields", Shield)


@cache
def armors() -> Mapping[str, Armor]:
    """Every suit of armor by id."""
    return _all("armors", Armor)


@cache
def potions() -> Mapping[str, Potion]:
    """Every potion by id."""
    return _all("potions", Potion)


@cache
def gives(action: str) -> Gives:
    """What an action gives; KeyError if the chart has none of this name."""
    return msgspec.convert(_thawed(raw()["actions"][action]), Gives)


def cost(action: str) -> int:
    """Movement points of a movement action."""
    return int(raw()["costs"][action])


def number(name: str) -> int:
    """One of the other numbers of the book."""
    return int(raw()["numbers"][name])


def tokens(name: str) -> tuple[str, ...]:
    """One of the lists of tokens: *start* (in the order of a turn's start), *heroes_only* …"""
    return tuple(raw()["tokens"][name])


def title(item: str) -> str:
    """What an item is called within a sentence; its id in words where the charts do not have it."""
    for chart in (weapons(), shields(), armors(), potions()):
        if item in chart:
            name: str = chart[item].title
            return name[:1].lower() + name[1:]
    return item.replace("_", " ")


def _all(chart: str, kind: type[T]) -> Mapping[str, T]:
    found = raw().get(chart, {})
    return MappingProxyType({id: msgspec.convert({**_thawed(row), "id": id}, kind) for id, row in found.items()})


def _thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _thawed(each) for key, each in value.items()}
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value
