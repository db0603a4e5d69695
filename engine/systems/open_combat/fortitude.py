"""Chapter: Fortitude — what a model can take: at nothing it is a casualty and is removed.

Counted as what was lost; a Rest action brings some of it back (`resting`).
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Ended, Event, Removed
from engine.game import Game, Model, ModelId
from engine.questions import Tally
from engine.systems.open_combat.counters import FORTITUDE_LOST

WHY = ("OPC-DEF-FORTITUDE",)
CASUALTY = "casualty"


def points_left(model: Model) -> int:
    """Fortitude the model still has."""
    return max(0, model.stat("FOR") - model.count(FORTITUDE_LOST))


def left(model: Model) -> Tally:
    """Fortitude left, of how much."""
    return Tally(title="Fortitude", base=points_left(model), suffix=f" of {model.stat('FOR')}", why=WHY)


def wounds(game: Game, model: Model) -> tuple[int, int]:
    """Fortitude left and printed: what `System.wounds` asks."""
    return points_left(model), model.stat("FOR")


def lose(game: Game, model: ModelId, points: int, *why: str) -> Steps[Game]:
    """A model loses Fortitude; with none left it is a casualty and is removed."""
    victim = game.model(model)
    if points <= 0 or not victim.on_table:
        return game
    now, cited = min(victim.stat("FOR"), victim.count(FORTITUDE_LOST) + points), (*WHY, *why)
    game = yield from happens(Counted(of="model", whose=model, name=FORTITUDE_LOST, value=now, why=cited))
    if points_left(game.model(model)):
        return game
    return (yield from happens(Removed(model=model, reason=CASUALTY, why=WHY)))


def wiped_out(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a model is gone: a side with nobody left has lost."""
    side = game.model(model).side
    if game.outcome or any(other.side == side and other.place != "removed" for other in game.models):
        return game
    return (yield from happens(Ended(outcome=f"{game.side(side).name}: nobody is left", why=WHY)))
