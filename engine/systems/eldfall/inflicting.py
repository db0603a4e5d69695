"""Chapter: Traits — the States that a weapon brings on whom it Hits or wounds.

Inside a sequence they land with the Wounds, when everything else is done.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, ModelId
from engine.systems.eldfall.due import fall_due
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.markers import WEAKENED
from engine.systems.eldfall.questions import ATTRIBUTES
from engine.systems.eldfall.readings import STRONG_POISON_WEAKENS, chosen
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.size import effect_size
from engine.systems.eldfall.weapons import TABLES, Effect, Weapon, WeaponTrait

LARGER = int(TABLES["sizes"]["knocked_down"])
"""Sizes by which a model must be larger to stand through what only fells smaller ones."""
WHY = {
    "poison_1": ("ELD-DEF-POI", "ELD-WEA-4"),
    "poison_2": ("ELD-DEF-POI", "ELD-POI-4"),
    "bleed": ("ELD-DEF-BLEED",),
    "knockdown": ("ELD-DEF-KNO",),
    "terror": ("ELD-DEF-TERROR", "ELD-PAN-9"),
}
"""The clauses behind a Trait of a weapon; every other is one of those that bring what they say."""


def why(trait: WeaponTrait) -> tuple[str, ...]:
    """The clauses that a Trait of a weapon rests on."""
    return WHY.get(trait.id, ("ELD-DEF-INFLICT",))


def inflict(game: Game, victim: ModelId, attacker: ModelId, weapon: Weapon, *, wounded: bool) -> Steps[Game]:
    """What a weapon does to a model it Hit, and more where it *wounded* it."""
    for trait in weapon.traits:
        effects = (*trait.on_hit, *(trait.on_wound if wounded else ()))
        if effects:
            game = yield from _brought(game, victim, attacker, trait, effects)
    return game


def _brought(
    game: Game, victim: ModelId, attacker: ModelId, trait: WeaponTrait, effects: tuple[Effect, ...]
) -> Steps[Game]:
    struck, striker = game.model(victim), game.model(attacker)
    if trait.small_only and effect_size(struck) - effect_size(striker) >= LARGER:
        text = f"{struck.name} is too large for {trait.name}"
        return (yield from happens(Noted(text=text, model=victim, other=attacker, why=why(trait))))
    if trait.resist:
        number = next(one for one in ATTRIBUTES if one.id == trait.resist)
        what = f"{number.title} roll of {struck.name} against {trait.name}"
        if (yield from check(game, victim, value(game, struck, number), what, *why(trait))):
            return game
    for effect in effects:
        strategic = effect.lasts == "strategic" or _until_next(game, trait, effect)
        game = yield from fall_due(game, victim, effect.status, attacker, *why(trait), strategic=strategic)
    return game


def _until_next(game: Game, trait: WeaponTrait, effect: Effect) -> bool:
    """Does Poison II leave its victim Weakened only until the next Strategic Phase?"""
    strong = trait.id == "poison_2" and effect.status == WEAKENED
    return strong and chosen(game, STRONG_POISON_WEAKENS) == "next_phase"
