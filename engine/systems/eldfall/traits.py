"""Chapter: Traits — what stands on a profile, by name: skills, weapons, aids.

Titles and sentences come from the seeds.  The Dead and the Incapacitated use none of them, and
profit from none (`has`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine import seeds
from engine.game import Model
from engine.rules import Clause, Trait
from engine.systems.eldfall.markers import DEAD, INCAPACITATED, MOUNTED

LEADER, FLIGHT, STEALTH, REGENERATION = "leader", "flight", "stealth", "regeneration"
FERVOUR, WARY, SHIELD = "fervour", "wary", "shield"

DEFINED = MappingProxyType(
    {
        LEADER: ("ELD-DEF-LEAD",),
        FLIGHT: ("ELD-DEF-FLT",),
        STEALTH: ("ELD-DEF-STEALTH",),
        REGENERATION: ("ELD-DEF-REG",),
        FERVOUR: ("ELD-DEF-FERVOUR",),
        WARY: ("ELD-DEF-FERVOUR",),
        SHIELD: ("ELD-DEF-SHIELD",),
        MOUNTED: ("ELD-DEF-RIDE",),
    }
)
"""The definition of each skill and Trait of a card."""

CLAUSES: Mapping[str, tuple[Clause, ...]] = MappingProxyType({})
"""Traits that answer a question of other rules by themselves."""


def has(model: Model, trait: str) -> bool:
    """Does the model have this Trait, and is it in any shape to use it (ELD-INC-9, ELD-DEA-6)?"""
    return trait in model.profile.traits and not model.has(INCAPACITATED) and not model.has(DEAD)


def _made() -> Iterator[Trait]:
    tables = seeds.tables("eldfall")
    for kind in ("traits", "weapons", "aids"):
        for id, raw in tables[kind].items():
            yield Trait(id, raw["name"], CLAUSES.get(id, ()), raw["says"], _why(kind, id))


def _why(kind: str, trait: str) -> tuple[str, ...]:
    if kind == "traits":
        return DEFINED.get(trait, ())
    return ("ELD-DEF-ACT-ASSIST",) if kind == "aids" else ("ELD-DEF-ATK",)


TRAITS: Mapping[str, Trait] = MappingProxyType({trait.id: trait for trait in _made()})
"""Every trait a profile may list, and what it carries, by id."""
