"""Chapter: Line of sight — all round, by real heights, over whole bodies.

A target is in sight when a line free of scenery and of other models joins any part of one
to any part of the other.  Models that lie on the ground hide nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game, Model
from engine.systems.mordheim.engaged import standing

if TYPE_CHECKING:
    from engine.geometry.sight import Sight


def sees(game: Game, viewer: Model, target: Model) -> Sight:
    """Sight between two models under this book's policy; *grazing* is clear unless the reading closes it."""
    from engine.geometry.sight import Policy, sight

    between = tuple(m for m in game.on_table() if m.id not in (viewer.id, target.id) and standing(m))
    return sight(game.table, viewer, target, between, Policy())
