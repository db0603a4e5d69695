"""Chapter: The end of a figure's turn — what it had left is gone, and it has had its turn this round."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, ModelId
from engine.systems.descent.counters import TAKEN, TURN, TURN_COUNTERS
from engine.systems.descent.tokens import count


def close(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """The turn of this figure is over, without what an ordinary end of turn brings."""
    for name in TURN_COUNTERS:
        game = yield from count(game, model, name, 0, *why)
    return (yield from count(game, model, TURN, TAKEN, *why))
