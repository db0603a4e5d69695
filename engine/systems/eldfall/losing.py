"""Markers come off a model here: by status, by source, or all."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, ModelId


def lose(game: Game, model: ModelId, status: str, *why: str, source: str | None = None) -> Steps[Game]:
    """Every marker of a State goes, or only those that one *source* put there; nothing if there is none."""
    there = any(m.status == status and source in (None, m.source) for m in game.model(model).markers)
    if not there:
        return game
    return (yield from happens(Lost(model=model, status=status, source=source, why=why)))
