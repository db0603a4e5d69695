"""Engaged: who touches whom.

Enemies whose bases touch are engaged (a gap of at most 0.001 inch); a low obstacle between
the bases after a charge does not part them, which an `over_wall` marker remembers.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Gained, Lost
from engine.game import Game, Marker, Model, ModelId
from engine.standing import touching as bases_touch

OVER_WALL = "over_wall"
"""Marker on both sides of a low obstacle that a charge went up to; its source is the enemy's id."""


def standing(model: Model) -> bool:
    """Is he on his feet: neither knocked down nor stunned?"""
    return not (model.has("knocked_down") or model.has("stunned"))


def touching(first: Model, second: Model) -> bool:
    """Do these two touch, or stand on either side of a low obstacle after a charge?"""
    if any(marker.status == OVER_WALL and marker.source == second.id for marker in first.markers):
        return True
    return bases_touch(first, second)


def enemies_touching(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact with a model, standing or fallen, in the order of the game."""
    if not model.on_table:
        return ()
    return tuple(enemy for enemy in game.enemies(model) if touching(model, enemy))


def standing_enemies(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact who are on their feet."""
    return tuple(enemy for enemy in enemies_touching(game, model) if standing(enemy))


def is_engaged(game: Game, model: Model) -> bool:
    """Does any enemy touch this model?"""
    return bool(enemies_touching(game, model))


def across(game: Game, first: ModelId, second: ModelId) -> Steps[Game]:
    """Remember that two enemies fight over a low obstacle."""
    for one, other in ((first, second), (second, first)):
        number = [model.id for model in game.models].index(other) + 1
        marker = Marker(OVER_WALL, number, other)
        game = yield from happens(Gained(model=one, marker=marker, why=("MOR-DEF-ENGAGED",)))
    return game


def part(game: Game, model: ModelId) -> Steps[Game]:
    """A model that moves no longer fights across a low obstacle."""
    gone = [m for m in game.model(model).markers if m.status == OVER_WALL]
    for marker in gone:
        game = yield from happens(Lost(model=model, status=OVER_WALL, value=marker.value))
        if game.has_model(marker.source):
            for other in game.model(marker.source).markers:
                if other.status == OVER_WALL and other.source == model:
                    lost = Lost(model=ModelId(marker.source), status=OVER_WALL, value=other.value)
                    game = yield from happens(lost)
    return game
