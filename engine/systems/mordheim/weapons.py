"""Chapter: Weapons and armour — what is carried, what is in hand, and how hard it hits.

Everything here is read from `seeds/mordheim/tables.toml`; a weapon's rule words are listed there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from engine import seeds
from engine.dice import Faces
from engine.game import Model

TABLES = seeds.tables("mordheim")
SHIELDS = ("shield", "buckler")
BODY_ARMOUR = ("gromril_armour", "heavy_armour", "light_armour")
"""Best first: of two suits only the better one counts."""


class Weapon(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A weapon as printed: *strength* is added to the bearer's unless *fixed* (0: none) replaces it.

    *save* is added to the number the victim's armour needs; *range* in inches, 0 hand to hand;
    *hands* is how many it takes.  *rules* are the words of the table.
    """

    id: str
    name: str
    hands: int = 1
    strength: int = 0
    fixed: int = 0
    save: int = 0
    range: float = 0.0
    rules: tuple[str, ...] = ()

    def has_rule(self, rule: str) -> bool:
        """Does the table give it this rule word?"""
        return rule in self.rules


PLAIN = Weapon(id="plain", name="Hand weapon")
"""A profile that lists no close combat weapon fights with its plain Strength."""


def _weapon(id: str, raw: Mapping[str, Any]) -> Weapon:
    return Weapon(
        id=id,
        name=raw["name"],
        hands=raw.get("hands", 2),
        strength=raw.get("strength", 0),
        fixed=raw.get("fixed_strength", 0),
        save=raw["save"],
        range=raw.get("range", 0.0),
        rules=tuple(raw["rules"]),
    )


def _table(kind: str) -> Mapping[str, Weapon]:
    return MappingProxyType({id: _weapon(id, raw) for id, raw in TABLES["weapons"][kind].items()})


CLOSE: Mapping[str, Weapon] = _table("close")
MISSILE: Mapping[str, Weapon] = _table("missile")


def carries(model: Model, gear: str) -> bool:
    """Is this piece of equipment on the model's profile?"""
    return gear in model.profile.equipment


def wielded(model: Model) -> tuple[Weapon, ...]:
    """The close combat weapons in hand, the first listed first; two when both hands hold one.

    A shield or buckler takes the second hand; a two-handed weapon takes both (MOR-DEF-TWO-WEAPONS).
    """
    carried = tuple(CLOSE[gear] for gear in model.profile.equipment if gear in CLOSE)
    if not carried:
        return (PLAIN,)
    first = carried[0]
    if first.hands != 1 or any(carries(model, shield) for shield in SHIELDS):
        return (first,)
    return (first, *(weapon for weapon in carried[1:] if weapon.hands == 1))[:2]


def missile(model: Model) -> Weapon | None:
    """The missile weapon the model shoots with: the first it lists."""
    return next((MISSILE[gear] for gear in model.profile.equipment if gear in MISSILE), None)


def shield_arm(model: Model) -> bool:
    """Is there a hand free for a shield or buckler in close combat?"""
    return wielded(model)[0].hands < 2


def parries_with(model: Model) -> str:
    """What in hand could turn a blow aside: its name, or nothing (MOR-DEF-PARRY)."""
    if carries(model, "buckler") and shield_arm(model):
        return str(TABLES["armour"]["buckler"])
    return next((weapon.name for weapon in wielded(model) if weapon.has_rule("parry")), "")


@lru_cache(maxsize=256)
def to_wound_need(strength: int, toughness: int) -> int | None:
    """Lowest D6 that wounds, by the chart; None where the blow cannot harm (MOR-DEF-TO-WOUND).

    Numbers off the chart (1 to 10) count as its edge.
    """
    chart = TABLES["to_wound"]["chart"]
    need = int(chart[_on_chart(strength) - 1][_on_chart(toughness) - 1])
    return need or None


def save_worsened_by(strength: int) -> int:
    """How much a blow of this Strength adds to the number an armour save needs (MOR-DEF-SAVE)."""
    return int(TABLES["save"]["by_strength"][_on_chart(strength) - 1])


def _on_chart(number: int) -> int:
    return min(max(number, 1), 10)


@lru_cache(maxsize=256)
def at_least(need: int, yes: str, no: str) -> Callable[[Faces], str]:
    """The reading of one die that must show *need* or more; cached, so that odds are too."""

    def read(faces: Faces) -> str:
        return yes if faces[0] >= need else no

    return read
