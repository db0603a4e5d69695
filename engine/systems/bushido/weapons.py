"""Chapter: Cards — weapons, their grids and what is printed on them.

Everything here is read from `seeds/bushido/tables.toml`; what a weapon's words do stands in
the chapters that lean on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from engine import seeds
from engine.game import Marker, Model

TABLES = seeds.tables("bushido")

Kind = Literal["attack", "defence"]


class Laid(Struct, frozen=True, cache_hash=True):
    """Markers that are laid or taken: so many of a status, each of this value."""

    status: str
    value: int = 0
    count: int = 1

    @property
    def marker(self) -> Marker:
        return Marker(self.status, self.value)


class Special(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a special attack or defence does to the one it succeeds against.

    *away* is inches straight away, *clear* out of the zone of control; *damage* is added to
    the damage roll.
    """

    id: str
    name: str
    says: str = ""
    prone: bool = False
    halves: bool = False
    no_damage: bool = False
    away: float = 0.0
    clear: bool = False
    held: bool = False
    ends_attack: bool = False
    damage: int = 0
    gives: tuple[Laid, ...] = ()


class Ability(Struct, frozen=True, cache_hash=True):
    """A special attack or defence as it stands on a weapon's grid: what it costs in dice."""

    special: Special
    kind: Kind
    cost: int = 0

    @property
    def id(self) -> str:
        return f"{self.special.id}_{self.kind}"

    @property
    def title(self) -> str:
        """As a player calls it: Sweep Attack."""
        return f"{self.special.name} {self.kind.title()}"


class Weapon(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A weapon as printed: *ranges* in inches (short, medium, long), empty hand to hand.

    *damage* is added to its damage rolls; *reload* is how many Reload markers a shot costs,
    *ammo* how many shots there are (0: no limit).
    """

    id: str
    name: str
    says: str = ""
    ranges: tuple[float, ...] = ()
    damage: int = 0
    reload: int = 0
    ammo: int = 0
    entangling: bool = False
    reach: bool = False
    slow: bool = False
    lightning: bool = False
    gives: tuple[Laid, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @property
    def ranged(self) -> bool:
        return bool(self.ranges)


UNARMED = Weapon(id="unarmed", name="Unarmed")
"""A model whose card shows no hand weapon fights with this."""


def laid(rows: Any) -> tuple[Laid, ...]:
    """Rows of a table (status, value, how many) as markers."""
    return tuple(Laid(status, value, count) for status, value, count in rows)


@cache
def specials() -> Mapping[str, Special]:
    """Every special attack or defence of the tables by id (BUS-DEF-33)."""
    return MappingProxyType({id: _special(id, raw) for id, raw in TABLES["specials"].items()})


def _special(id: str, raw: Mapping[str, Any]) -> Special:
    return Special(id=id, gives=laid(raw.get("gives", ())), **{key: raw[key] for key in raw if key != "gives"})


@cache
def armoury() -> Mapping[str, Weapon]:
    """Every weapon of the tables by id."""
    return MappingProxyType({id: _weapon(id, raw) for id, raw in TABLES["weapons"].items()})


_LISTS = ("kind", "ranges", "attacks", "defences", "gives")


def _weapon(id: str, raw: Mapping[str, Any]) -> Weapon:
    attacks = [Ability(specials()[name], "attack", cost) for name, cost in raw.get("attacks", ())]
    defences = [Ability(specials()[name], "defence", cost) for name, cost in raw.get("defences", ())]
    return Weapon(
        id=id,
        ranges=tuple(float(inches) for inches in raw.get("ranges", ())),
        gives=laid(raw.get("gives", ())),
        abilities=(*attacks, *defences),
        **{key: raw[key] for key in raw if key not in _LISTS},
    )


def melee_weapons(model: Model) -> tuple[Weapon, ...]:
    """The hand weapons on the card, in the order printed; never empty."""
    return tuple(weapon for weapon in _carried(model) if not weapon.ranged) or (UNARMED,)


def ranged_weapons(model: Model) -> tuple[Weapon, ...]:
    """The ranged weapons on the card, in the order printed."""
    return tuple(weapon for weapon in _carried(model) if weapon.ranged)


def _carried(model: Model) -> tuple[Weapon, ...]:
    known = armoury()
    return tuple(known[name] for name in model.profile.equipment if name in known)
