"""Chapter: Melee Exchange — who attacks first.

The acting model does, unless something changes it.  Lightning Reflexes come before reach, reach
before slowness; where both have the same, neither gains by it, and a slow model gains by
neither of the others.  Whoever is prone or surprised is second whatever else is true of it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.game import Game, Model, ModelId
from engine.systems.bushido import bout
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import INITIATIVE
from engine.systems.bushido.readings import PRONE_INITIATIVE, chosen
from engine.systems.bushido.surprised import SURPRISED
from engine.systems.bushido.traits import has


class Initiative(NamedTuple):
    """Who attacks first, why in words, and by which clauses.

    *contested*: under a reading the active player decides.
    """

    first: ModelId
    reason: str
    why: tuple[str, ...]
    contested: bool = False


def initiative(game: Game, acting: Model, other: Model) -> Initiative:
    """Who is the first attacker between these two, with the weapons they have chosen."""
    by_traits = _by_traits(game, acting, other)
    for prone, standing in ((acting, other), (other, acting)):
        if prone.has(PRONE) and not standing.has(PRONE):
            open_to_choice = chosen(game, PRONE_INITIATIVE) == "active_player" and by_traits.first == prone.id
            why = ("BUS-PRONE-6", "BUS-PRONE-8")
            return Initiative(standing.id, f"{prone.name} is prone and always second", why, open_to_choice)
    if other.has(SURPRISED):
        return Initiative(acting.id, f"{other.name} is surprised", ("BUS-DEF-21",))
    return by_traits


def _by_traits(game: Game, acting: Model, other: Model) -> Initiative:
    """Traits and weapons, in the order in which they go before each other."""
    quick = _quick(game, acting), _quick(game, other)
    for index, (word, why) in enumerate(_QUICK):
        mine, theirs = quick[0][index], quick[1][index]
        if mine != theirs:
            winner = acting if mine else other
            return Initiative(winner.id, f"it has {word}", (why,))
    if _slow(game, acting) and not _slow(game, other):
        return Initiative(other.id, f"{acting.name} is slow", ("BUS-DEF-TRAIT-SLOW",))
    if acting.count(bout.STOOD_UP):
        return Initiative(acting.id, "it stood up and acts", ("BUS-DEF-29", "BUS-PRONE-11"))
    return Initiative(acting.id, "it acts", ("BUS-DEF-29",))


_QUICK = (("Lightning Reflexes", "BUS-DEF-TRAIT-LIGHTNING"), ("reach", "BUS-DEF-TRAIT-REACH"))


def _quick(game: Game, model: Model) -> tuple[bool, bool]:
    """Lightning Reflexes and reach, where the model may gain by them and is not slow."""
    prone_counts = model.has(PRONE) and chosen(game, PRONE_INITIATIVE) == "active_player"
    barred = not prone_counts and not RULES.ruling(game, model, INITIATIVE).granted
    if barred or _named(game, model, "slow"):
        return False, False
    return _named(game, model, "lightning"), _named(game, model, "reach")


def _slow(game: Game, model: Model) -> bool:
    """Is it slow, and not made up for by what is quick about it?"""
    return _named(game, model, "slow") and not (_named(game, model, "lightning") or _named(game, model, "reach"))


def _named(game: Game, model: Model, word: Literal["slow", "lightning", "reach"]) -> bool:
    """Does the model's card, a marker or the weapon in use say so?"""
    return getattr(bout.weapon(model), word) or has(model, word)
