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


def sees(game: Game, viewer: Model, target: Model, *, margin: bool = False) -> Sight:
    """Sight between two models under this book's policy, with its certificate.

    Rules ask without the *margin*, which is dear; `proven` is what the table is shown.
    """
    between = tuple(bare(m) for m in game.on_table() if m.id not in (viewer.id, target.id) and standing(m))
    policy = POLICIES.get(game.reading("grazing_sight", "clear"), POLICIES["clear"])
    return _seen(game.table, bare(viewer), bare(target), between, policy, margin)


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer with its margin."""
    return sees(game, viewer, target, margin=True)


@lru_cache(maxsize=512)
def _seen(
    table: Table, viewer: Model, target: Model, between: tuple[Model, ...], policy: Policy, margin: bool
) -> Sight:
    return sight(table, viewer, target, between, policy, margin=margin)
