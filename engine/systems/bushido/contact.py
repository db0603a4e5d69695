"""Chapter: Base contact — who touches whom, and whose touch binds.

Bases touch when they are at most 0.001 inch apart.  An Enemy in contact binds what a model
may declare, unless he need not count: immobilised or prone, or the model is Agile or Intangible.
"""

from __future__ import annotations

from functools import lru_cache

from engine import standing
from engine.game import Game, Model
from engine.geometry.evidence import Evidence
from engine.geometry.measure import gap
from engine.geometry.tracks import Track
from engine.questions import Objection, Ruling
from engine.systems.bushido import traits
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.ground import bare
from engine.systems.bushido.immobilised import IMMOBILISED
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import HOLDS_ENEMIES
from engine.systems.bushido.readings import BESIDE_IMMOBILISED, chosen
from engine.systems.bushido.wish import CLAUSES, DISENGAGE, Wish

WHY = ("BUS-DEF-11",)
FREE = ("agile", "intangible")
"""Traits whose bearers nobody binds by touching them."""


def touching(first: Model, second: Model) -> bool:
    """Do the bases of these two touch?"""
    return standing.touching(bare(first), bare(second))


def apart(first: Model, second: Model) -> float:
    """Inches from base edge to base edge; 0 in contact."""
    return _apart(bare(first), bare(second))


@lru_cache(maxsize=8192)
def _apart(first: Model, second: Model) -> float:
    found = gap(first, second)
    return 0.0 if found.contact else found.plan


def enemies_touching(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact with a model, in the order of the game."""
    if not model.on_table:
        return ()
    return tuple(enemy for enemy in game.enemies(model) if touching(model, enemy))


def friends_touching(game: Game, model: Model) -> tuple[Model, ...]:
    """Friends in contact with a model, in the order of the game."""
    if not model.on_table:
        return ()
    return tuple(friend for friend in game.friends(model) if touching(model, friend))


def in_contact(game: Game, model: Model) -> bool:
    """Does any enemy touch this model?"""
    return bool(enemies_touching(game, model))


def binding(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact that restrict what this model may declare; nobody binds the agile and the intangible."""
    if any(traits.has(model, trait) for trait in FREE):
        return ()
    return tuple(enemy for enemy in enemies_touching(game, model) if holds(game, enemy).granted)


def holds(game: Game, enemy: Model) -> Ruling:
    """Does this model count as being in contact with those who act beside it?  The reasons when it need not."""
    return RULES.counts_for(game, enemy, HOLDS_ENEMIES)


def gate(game: Game, wish: Wish) -> tuple[Objection, ...]:
    """What a model may not declare because an enemy touches it, or because none does."""
    model = game.model(wish.model)
    if wish.action == DISENGAGE:
        return () if in_contact(game, model) else (_alone(model, wish),)
    if wish.free_in_contact:
        return ()
    return tuple(
        Objection(
            text=f"{model.name} is in contact with {enemy.name} and may not {wish.words}.",
            why=(*WHY, CLAUSES[wish.action]),
            model=model.id,
            evidence=Evidence(pieces=(enemy.id,)),
        )
        for enemy in binding(game, model)
    )


def _alone(model: Model, wish: Wish) -> Objection:
    text = f"{model.name} touches no enemy to disengage from."
    return Objection(text=text, why=(CLAUSES[wish.action],), model=model.id)


def leaving(game: Game, model: Model, found: Track) -> tuple[Objection, ...]:
    """Why a way may not leave contact with an immobilised enemy, by the reading `beside_immobilised`."""
    if any(traits.has(model, trait) for trait in FREE) or not found.length:
        return ()
    stays = chosen(game, BESIDE_IMMOBILISED) == "declaring"
    return tuple(
        Objection(
            text=f"{model.name} is in contact with {enemy.name} and may not leave it.",
            why=("BUS-DEF-18", "BUS-IMMOBILISED-10"),
            model=model.id,
            evidence=Evidence(pieces=(enemy.id,)),
        )
        for enemy in enemies_touching(game, model)
        if stays and enemy.has(IMMOBILISED) and enemy.id not in found.contacts and not enemy.has(PRONE)
    )
