"""Chapter: Skills and special rules — what stands on a profile, by name.

What each one does is asked where the book speaks of it: injuries in `injuries.py`, blows in
`close_combat.py`, shots in `shooting.py`.  Here they get their titles and their sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine import seeds
from engine.rules import Clause, Trait, Why, cannot
from engine.systems.mordheim.questions import MOVE
from engine.systems.mordheim.weapons import CLOSE, MISSILE, TABLES, Weapon

CLAUSES: Mapping[str, tuple[Clause, ...]] = MappingProxyType(
    {"animal": (cannot(MOVE, "climb", why=("MOR-DEF-ANIMAL",)),)}
)
"""Traits that answer a question of other rules by themselves."""

RULE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "parry": "MOR-DEF-PARRY",
        "concussion": "MOR-DEF-CONCUSSION",
        "strikes_first": "MOR-DEF-SPEAR",
        "strikes_last": "MOR-DEF-STRIKES-LAST",
        "gives_save": "MOR-DEF-DAGGER",
        "move_or_fire": "MOR-DEF-MOVE-OR-FIRE",
    }
)
"""Rule words of the weapon table that have a sentence of their own."""

ARMOUR_CLAUSES: Mapping[str, str] = MappingProxyType({"helmet": "MOR-DEF-HELMET", "buckler": "MOR-DEF-PARRY"})


def _trait(id: str, title: str, why: Why) -> Trait:
    says = " ".join(seeds.clause(clause).says for clause in why)
    return Trait(id, title, CLAUSES.get(id, ()), says, why)


def _weapon(weapon: Weapon) -> Trait:
    why = [RULE_WORDS[word] for word in weapon.rules if word in RULE_WORDS]
    if weapon.id == "axe":
        why.append("MOR-DEF-AXE")
    if weapon.hands > 1 and not weapon.range:
        why.append("MOR-DEF-TWO-WEAPONS")
    if weapon.range:
        why.append("MOR-DEF-RANGE")
    return _trait(weapon.id, weapon.name, tuple(why) or ("MOR-DEF-STRENGTH",))


def _all() -> Mapping[str, Trait]:
    skills = (_trait(id, raw["name"], (raw["clause"],)) for id, raw in TABLES["traits"].items())
    arms = (_weapon(weapon) for weapon in (*CLOSE.values(), *MISSILE.values()))
    worn = (_trait(id, name, (ARMOUR_CLAUSES.get(id, "MOR-DEF-SAVE"),)) for id, name in TABLES["armour"].items())
    return MappingProxyType({trait.id: trait for trait in (*skills, *arms, *worn)})


TRAITS: Mapping[str, Trait] = _all()
"""Every skill, weapon and piece of armour a profile may list, by id."""
