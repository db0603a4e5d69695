"""Chapter: Traits — what stands on a profile, by name.

Titles and sentences come from the seeds.  Here stand the clauses that answer a question of
other rules by themselves: immunities, and traits that bear on a number.  Traits with a value
(Tough 1) are also a number of the profile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine import seeds
from engine.game import Game, Model
from engine.rules import Bar, Clause, Trait, cannot, minus, plus
from engine.systems.bushido.questions import AGGRESSIVE, DEFENSIVE, GAIN, SIZE_DICE, TOUGH

DEFINED = "-TRAIT-"
"""What stands before a trait's own word in the id of its definition."""


def immune(*statuses: str, why: tuple[str, ...]) -> Bar:
    """The clause of a trait that keeps markers of these states from its bearer."""
    return cannot(GAIN, *statuses, why=(*why, "BUS-DEF-TRAIT-IMMUNE"))


def _berserk(game: Game, model: Model) -> bool:
    return model.has("berserk")


def _raring(game: Game, model: Model) -> bool:
    return model.has("impetuous")


CLAUSES: Mapping[str, tuple[Clause, ...]] = MappingProxyType(
    {
        "defensive": (plus(1, DEFENSIVE, "BUS-DEF-TRAIT-DEFENSIVE"),),
        "aggressive": (plus(1, AGGRESSIVE, "BUS-DEF-TRAIT-AGGRESSIVE"),),
        "strong": (plus(1, SIZE_DICE, "BUS-DEF-TRAIT-STRONG"),),
        "weak": (minus(1, SIZE_DICE, "BUS-DEF-TRAIT-WEAK"),),
        "swarm": (minus(1, SIZE_DICE, "BUS-DEF-TRAIT-SWARM"),),
        "agile": (immune("held", why=("BUS-HELD-11", "BUS-DEF-TRAIT-AGILE")),),
        "intangible": (
            immune("held", why=("BUS-HELD-10", "BUS-DEF-TRAIT-INTANGIBLE")),
            immune("immobilised", why=("BUS-IMMOBILISED-12", "BUS-DEF-TRAIT-INTANGIBLE")),
        ),
        "sixth_sense": (immune("blind", why=("BUS-BLIND-6", "BUS-DEF-TRAIT-SIXTH-SENSE")),),
        "fearless": (immune("frightened", why=("BUS-DEF-TRAIT-FEARLESS",)),),
        "soulless": (immune("bleed", "frightened", "poison", why=("BUS-DEF-TRAIT-SOULLESS",)),),
        "rage": (plus(1, TOUGH, "BUS-DEF-TRAIT-RAGE", when=_berserk),),
        "impetuous": (cannot(GAIN, "frightened", why=("BUS-DEF-TRAIT-IMPETUOUS",), when=_raring),),
        "steadfast": (),
        "kami": (immune("poison", "fire", "bleed", "disease", why=("BUS-DEF-TRAIT-KAMI",)),),
    }
)
"""Traits that answer a question of other rules by themselves, or that a model may gain in play."""


STATES = MappingProxyType(
    {
        "disguise": "Disguised",
        "frightened": "Frightened",
        "held": "Held",
        "immobilised": "Immobilised",
        "impetuous": "Impetuous",
        "fire": "On fire",
        "poison": "Poisoned",
        "prone": "Prone",
        "reload": "Reloading",
        "spirit_block": "Spirit blocked",
        "stunned": "Stunned",
        "berserk": "Berserk",
        "bleed": "Bleeding",
        "blind": "Blind",
        "control": "Controlled",
        "death_sentence": "Death sentence",
        "disease": "Diseased",
    }
)
"""The seventeen states by marker, as a window calls them."""


def has(model: Model, trait: str) -> bool:
    """Is the trait printed on the profile, or was it gained in play?

    A marker that is a state (disguise, reload, impetuous…) is not the trait of the same name.
    An Impetuous trait makes fearless while there are markers.  Aggressive and Defensive, which
    states give too, are asked of `conditions`.
    """
    if trait == "fearless" and "impetuous" in model.profile.traits and model.has("impetuous"):
        return True
    return trait in model.profile.traits or (trait not in STATES and model.has(trait))


def _title(sentence: str) -> str:
    return sentence.partition(":")[0].partition("(")[0].strip()


def _defined() -> Iterator[Trait]:
    for definition in seeds.definitions("bushido"):
        _, found, word = definition.id.partition(DEFINED)
        if found:
            id = word.lower().replace("-", "_")
            title = _title(definition.says)
            yield Trait(id, title, CLAUSES.get(id, ()), definition.says, (definition.id,))


def _immunities() -> Iterator[Trait]:
    why = ("BUS-DEF-TRAIT-IMMUNE",)
    for status, title in STATES.items():
        says = f"It never gains a marker of this kind: {title}."
        yield Trait(f"immune_{status}", f"Immune: {title.lower()}", (cannot(GAIN, status, why=why),), says, why)


def _arms() -> Iterator[Trait]:
    tables = seeds.tables("bushido")
    for id, raw in tables["weapons"].items():
        yield Trait(id, raw["name"], (), raw["says"], ("BUS-DEF-OWN-WEAPONS",))
    for id, raw in tables["feats"].items():
        yield Trait(id, raw["name"], (), f"{raw['says']} Costs {raw['cost']} Ki.", ("BUS-DEF-27",))


TRAITS: Mapping[str, Trait] = MappingProxyType({trait.id: trait for trait in (*_defined(), *_immunities())})
"""Every trait a profile may list or a model gain, by id."""
ARMS: Mapping[str, Trait] = MappingProxyType({trait.id: trait for trait in _arms()})
"""Weapons and Ki Feats, by id: what a profile lists besides."""
