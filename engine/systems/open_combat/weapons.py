"""Chapter: Weapons — what is in hand: its range, its reach, and the words of its own rules.

Everything here is read from `seeds/open_combat/tables.toml`; only the reach of a spear is
public, every other number there is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from engine.game import Model
from engine.systems.open_combat.tables import TABLES, inches

HEAVY = "heavy"
"""Rule word: a 6 picked costs 1 Fortitude more."""
WEAPONS_WHY = ("OPC-DEF-WEAPONS",)


class Weapon(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A weapon as the table has it: *missile* range and *reach* beyond base contact in inches (0: none)."""

    id: str
    name: str
    missile: float = 0.0
    reach: float = 0.0
    two_handed: bool = False
    rules: tuple[str, ...] = ()
    assumed: bool = False
    """Are its numbers ours, with no source for them?"""

    @property
    def carries(self) -> str:
        """Its range in words, marked where the number is ours."""
        return f"{inches(self.missile)}{' (assumed)' if self.assumed else ''}"

    def has_rule(self, rule: str) -> bool:
        """Does the table give it this rule word?"""
        return rule in self.rules


def _weapon(id: str, raw: Mapping[str, Any]) -> Weapon:
    return Weapon(
        id=id,
        name=raw["name"],
        missile=float(raw["missile"]),
        reach=float(raw["reach"]),
        two_handed=raw["two_handed"],
        rules=tuple(raw["rules"]),
        assumed=raw.get("assumed", False),
    )


WEAPONS: Mapping[str, Weapon] = MappingProxyType({id: _weapon(id, raw) for id, raw in TABLES["weapons"].items()})
FISTS = WEAPONS["fists"]
"""What a model without any hand weapon fights with."""


def _carried(model: Model) -> tuple[Weapon, ...]:
    return tuple(WEAPONS[gear] for gear in model.profile.equipment if gear in WEAPONS)


def in_hand(model: Model) -> Weapon:
    """The weapon the model fights with hand to hand: the first it lists that is not for shooting."""
    return next((weapon for weapon in _carried(model) if not weapon.missile), FISTS)


def missile(model: Model) -> Weapon | None:
    """The weapon the model shoots with: the first missile weapon it lists, if any."""
    return next((weapon for weapon in _carried(model) if weapon.missile), None)
