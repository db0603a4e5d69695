"""Chapter: Items — weapons and aids as printed, and the Traits of weapons.

Everything here is read from `seeds/eldfall/tables.toml`; what the words do stands in the
chapters that lean on them.  Lengths are inches, templates millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from engine import seeds
from engine.game import MM_PER_INCH, Model
from engine.geometry.measure import ROUNDING

TABLES = seeds.tables("eldfall")

Lasts = Literal["", "strategic"]
"""How long a State from a Hit lasts: until removed, or until its model's next Strategic Phase."""


class Effect(Struct, frozen=True, cache_hash=True):
    """A State that is put on a model, and how long it lasts there."""

    status: str
    lasts: Lasts = ""


class WeaponTrait(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a Trait of a weapon does to whom it Hits or wounds.

    *resist* is the attribute by which the victim may stop it ("" = nothing does); *small_only*:
    not on a model two or more Sizes larger than the attacker.
    """

    id: str
    name: str
    says: str = ""
    on_hit: tuple[Effect, ...] = ()
    on_wound: tuple[Effect, ...] = ()
    resist: str = ""
    small_only: bool = False
    halves_armour: bool = False
    no_armour: bool = False


class Template(Struct, frozen=True, kw_only=True, cache_hash=True):
    """An Area of Effect: *length* and *width* in inches (a circle has one diameter), and how high it reaches."""

    id: str
    name: str
    shape: Literal["circle", "spray"]
    length: float
    width: float
    up: float
    down: float


class Weapon(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A weapon as printed.

    *reach*: inches of a melee weapon, 0 in Base Contact only; *bands*: of a ranged one, up to so
    many inches and the modifier there, nearest first.  *power* 0 makes no Damage rolls, unless it
    is added to the wielder's attribute *power_from*.  *spell* rolls INT.
    """

    id: str
    name: str
    says: str = ""
    kind: Literal["melee", "ranged"] = "melee"
    power: int = 0
    power_from: str = ""
    strike: int = 1
    reach: float = 0.0
    bands: tuple[tuple[float, int], ...] = ()
    spell: bool = False
    template: str = ""
    traits: tuple[WeaponTrait, ...] = ()

    @property
    def ranged(self) -> bool:
        return self.kind == "ranged"

    @property
    def furthest(self) -> float:
        """Inches beyond which nobody is reached."""
        return self.bands[-1][0] if self.bands else self.reach

    @property
    def hurts(self) -> bool:
        """Does a Hit call for a Damage roll?"""
        return self.power > 0 or bool(self.power_from)

    def has(self, trait: str) -> bool:
        return any(one.id == trait for one in self.traits)

    def band(self, distance: float) -> int | None:
        """The modifier at a distance; None where it does not reach."""
        return next((modifier for inches, modifier in self.bands if distance <= inches + ROUNDING), None)


class Aid(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What a model Assists or holds a Ritual with.

    *reach* in inches: 0 is Base Contact, -1 is Awareness.  *roll*: the attribute to roll for it, ""
    when none is needed.  *revives*: it may be aimed at the Dead.  *ritual*: only as a Ritual.
    """

    id: str
    name: str
    says: str = ""
    reach: float = 0.0
    strike: int = 1
    roll: str = ""
    heals: int = 0
    cures: tuple[str, ...] = ()
    gives: tuple[Effect, ...] = ()
    self_only: bool = False
    allies_only: bool = False
    revives: bool = False
    ritual: bool = False
    active_only: bool = False


def effects(rows: Any) -> tuple[Effect, ...]:
    """Rows of a table (status, how long) as effects."""
    return tuple(Effect(status, lasts) for status, lasts in rows)


def _plain(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of a table without the word on what nobody settles."""
    return {key: value for key, value in raw.items() if key != "assumed"}


@cache
def weapon_traits() -> Mapping[str, WeaponTrait]:
    """Every Trait a weapon can have, by id."""
    found = {}
    for id, raw in TABLES["weapon_traits"].items():
        lists = {key: effects(raw.get(key, ())) for key in ("on_hit", "on_wound")}
        found[id] = WeaponTrait(id=id, **{**_plain(raw), **lists})
    return MappingProxyType(found)


@cache
def armoury() -> Mapping[str, Weapon]:
    """Every weapon of the tables by id, the bare hand among them."""
    return MappingProxyType({id: _weapon(id, raw) for id, raw in TABLES["weapons"].items()})


def _weapon(id: str, raw: Mapping[str, Any]) -> Weapon:
    traits = tuple(weapon_traits()[name] for name in raw.get("traits", ()))
    bands = tuple((float(inches), modifier) for inches, modifier in raw.get("bands", ()))
    return Weapon(id=id, **{**_plain(raw), "traits": traits, "bands": bands})


@cache
def aids() -> Mapping[str, Aid]:
    """Everything one can Assist or hold a Ritual with, by id."""
    found = {}
    for id, raw in TABLES["aids"].items():
        lists = {"cures": tuple(raw.get("cures", ())), "gives": effects(raw.get("gives", ()))}
        found[id] = Aid(id=id, **{**_plain(raw), **lists})
    return MappingProxyType(found)


@cache
def templates() -> Mapping[str, Template]:
    """Every template by id, its millimetres turned into inches (ELD-DEF-UNIT)."""
    found = {}
    for id, raw in TABLES["templates"].items():
        length = raw["diameter"] if raw["shape"] == "circle" else raw["length"]
        width = raw["diameter"] if raw["shape"] == "circle" else raw["width"]
        found[id] = Template(
            id=id, name=raw["name"], shape=raw["shape"], length=length / MM_PER_INCH, width=width / MM_PER_INCH,
            up=float(raw["up"]), down=float(raw["down"]),
        )  # fmt: skip
    return MappingProxyType(found)


def unarmed() -> Weapon:
    """The bare hand, which everybody has (ELD-DEF-RCH)."""
    return armoury()["unarmed"]


def carried(model: Model) -> tuple[Weapon, ...]:
    """The weapons on the card in the order printed, the bare hand last."""
    known = armoury()
    return (*(known[name] for name in model.profile.equipment if name in known and name != "unarmed"), unarmed())


def melee_weapons(model: Model) -> tuple[Weapon, ...]:
    """What it can Attack with hand to hand; never empty."""
    return tuple(weapon for weapon in carried(model) if not weapon.ranged)


def ranged_weapons(model: Model) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in carried(model) if weapon.ranged)


def longest_reach(model: Model) -> float:
    """Inches of the longest melee weapon: how far it Engages (ELD-DEF-ENG)."""
    return max(weapon.reach for weapon in melee_weapons(model))


def carried_aids(model: Model) -> tuple[Aid, ...]:
    """What it can Assist or hold a Ritual with, in the order printed."""
    known = aids()
    return tuple(known[name] for name in model.profile.equipment if name in known)
