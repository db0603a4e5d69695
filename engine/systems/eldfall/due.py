"""Chapter: The Activation Sequence — States that results bring are applied last, together with the Wounds."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Gained, Lost
from engine.game import Game, Marker, ModelId
from engine.systems.eldfall.counters import running
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.markers import DUE, NEXT_STRATEGIC

WHY = ("ELD-DEF-WTM",)


def fall_due(game: Game, model: ModelId, status: str, cause: str, *why: str, strategic: bool = False) -> Steps[Game]:
    """A State that results bring: due in a sequence, there at once elsewhere.

    *strategic*: it lasts until the model's next Strategic Phase.
    """
    lasts = NEXT_STRATEGIC if strategic else 0
    if not running(game):
        return (yield from gain(game, model, Marker(status, lasts, cause), *why))
    marker = Marker(DUE, lasts, f"{status}@{cause}")
    if marker in game.model(model).markers:
        return game
    return (yield from happens(Gained(model=model, marker=marker, why=(*WHY, *why))))


def due(game: Game, model: ModelId) -> tuple[Marker, ...]:
    """The States that still have to land on this model."""
    waiting = [marker for marker in game.model(model).markers if marker.status == DUE]
    return tuple(Marker(*_split(marker)) for marker in waiting)


def land_due(game: Game, model: ModelId) -> Steps[Game]:
    """Everything that is due on this model lands."""
    for marker in due(game, model):
        source = f"{marker.status}@{marker.source}"
        game = yield from happens(Lost(model=model, status=DUE, value=marker.value, source=source, why=WHY))
        game = yield from gain(game, model, marker, *WHY)
    return game


def _split(marker: Marker) -> tuple[str, int, str]:
    status, _, cause = marker.source.partition("@")
    return status, marker.value, cause
