"""Chapter: Engaged — models of opposing sides whose bases touch (OPC-DEF-ENGAGED).

A spear reaches further, but engages nobody (OPC-DEF-REACH).
"""

from __future__ import annotations

from functools import lru_cache

from engine.game import MM_PER_INCH, Game, Model
from engine.geometry.measure import gap


def touching(first: Model, second: Model) -> bool:
    """Do the bases of these two touch?"""
    sizes = (first.profile.base.width, first.profile.base.depth, second.profile.base.width, second.profile.base.depth)
    near = sum(sizes) / MM_PER_INCH
    if abs(first.x - second.x) > near or abs(first.y - second.y) > near:
        return False
    return _contact(bare(first), bare(second))


def enemies_touching(game: Game, model: Model) -> tuple[Model, ...]:
    """Enemies in contact with a model, in the order of the game."""
    if not model.on_table:
        return ()
    return tuple(enemy for enemy in game.enemies(model) if touching(model, enemy))


def is_engaged(game: Game, model: Model) -> bool:
    """Does any enemy touch this model?"""
    return bool(enemies_touching(game, model))


def bare(model: Model) -> Model:
    """The model as geometry sees it, so that markers and counters do not spoil caches."""
    return Model(
        id=model.id, name="", side=model.side, profile=model.profile,
        x=model.x, y=model.y, z=model.z, facing=model.facing, place="table",
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _contact(first: Model, second: Model) -> bool:
    return gap(first, second).contact
