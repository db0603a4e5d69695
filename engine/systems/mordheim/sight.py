"""Chapter: Line of sight — all round, by real heights, over whole bodies.

A target is in sight when a line free of scenery and of other models joins any part of one
to any part of the other.  Those who lie on the ground hide nobody.
Reading: a line that only grazes is free, unless `grazing_sight` closes it.
"""

from __future__ import annotations

from functools import lru_cache

from engine.game import Game, Model, Table
from engine.geometry.sight import Policy, Sight, sight
from engine.systems.mordheim.engaged import bare, standing

POLICIES = {"clear": Policy(grazing_sees=True), "blocked": Policy(grazing_sees=False)}


def sees(game: Game, viewer: Model, target: Model) -> Sight:
    """Sight between two models under this book's policy, with its certificate."""
    between = tuple(bare(m) for m in game.on_table() if m.id not in (viewer.id, target.id) and standing(m))
    policy = POLICIES.get(game.reading("grazing_sight", "clear"), POLICIES["clear"])
    return _seen(game.table, bare(viewer), bare(target), between, policy)


@lru_cache(maxsize=512)
def _seen(table: Table, viewer: Model, target: Model, between: tuple[Model, ...], policy: Policy) -> Sight:
    return sight(table, viewer, target, between, policy)
