"""State: Shrouded — what the other side sees of such a model: a token, and not whose it is."""

from __future__ import annotations

from engine.game import NO_SIDE, Game, Model, SideId
from engine.systems.eldfall.markers import SHROUDED

WORD = "Shrouded token"
WHY = ("ELD-SHR-2", "ELD-SHR-5")


def hides(game: Game, model: Model, viewer: SideId) -> str:
    """What this side calls a model it does not know; '' for its own models, and for whoever is not Shrouded."""
    return WORD if model.has(SHROUDED) and viewer not in (NO_SIDE, model.side) else ""
