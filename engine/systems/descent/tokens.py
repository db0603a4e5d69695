"""Tokens laid beside figures and taken off again: one marker each, or one marker that stands for several."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Gained, Lost
from engine.game import Game, Marker, ModelId
from engine.systems.descent.counters import tokens

Why = tuple[str, ...]


def gain(game: Game, model: ModelId, status: str, number: int, *why: str) -> Steps[Game]:
    """Lay so many tokens of one kind beside a figure."""
    for _ in range(number):
        game = yield from happens(Gained(model=model, marker=Marker(status), why=why))
    return game


def shed(game: Game, model: ModelId, status: str, number: int, *why: str) -> Steps[Game]:
    """Take so many tokens of one kind off a figure, or all there are if there are fewer."""
    left = min(number, tokens(game.model(model), status))
    while left > 0:
        marker = next(m for m in game.model(model).markers if m.status == status)
        here = max(1, marker.value)
        game = yield from happens(
            Lost(model=model, status=status, value=marker.value, why=why, source=marker.source),
        )
        if here > left:
            rest = Marker(status, here - left, marker.source)
            game = yield from happens(Gained(model=model, marker=rest, why=why))
        left -= here
    return game


def shed_all(game: Game, model: ModelId, status: str, *why: str) -> Steps[Game]:
    """Take every token of one kind off a figure."""
    if game.model(model).has(status):
        game = yield from happens(Lost(model=model, status=status, why=why))
    return game


def count(game: Game, model: ModelId, name: str, value: int, *why: str) -> Steps[Game]:
    """Set a counter of a figure; nothing happens where it stands there already."""
    if game.model(model).count(name) == value:
        return game
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=why)))


def note(game: Game, name: str, value: int) -> Steps[Game]:
    """Set a counter that the game keeps for the time of one attack."""
    if game.count(name) == value:
        return game
    return (yield from happens(Counted(of="game", whose="", name=name, value=value)))
