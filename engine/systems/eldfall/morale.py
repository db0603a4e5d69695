"""Chapter: Morale — a party that is broken panics, and so may a friend who is hit by his own.

Morale is Broken while fewer than half of a party's first models are alive; with half of them
alive again that panic is over, and what else caused panic stays.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Event, Gained, Lost, Noted
from engine.game import Game, Marker, ModelId
from engine.systems.eldfall.alive import broken
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, INCAPACITATED, PANICKED

BROKEN_MORALE = "broken_morale"
"""The cause of a Panicked marker that Broken Morale laid."""
FRIENDLY_FIRE = "friendly_fire"
BREAKS = ("ELD-PAN-7", "ELD-DEF-BRK")


def after_a_fall(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Whenever somebody falls, is lost, or is up again: is his party's Morale Broken?"""
    if isinstance(event, Gained) and event.marker.status not in (DEAD, INCAPACITATED):
        return game
    if isinstance(event, Lost) and event.status not in (DEAD, INCAPACITATED):
        return game
    return (yield from reckon(game, game.model(model).side))


def reckon(game: Game, side: str) -> Steps[Game]:
    """Lay or lift the panic of Broken Morale on every model of a party."""
    party = [model for model in game.on_table() if model.side == side]
    shaken = [model for model in party if _broken_by_morale(game, model.id)]
    if broken(game, side):
        if not shaken:
            text = f"The Morale of {game.side(side).name} is Broken: fewer than half are alive"
            game = yield from happens(Noted(text=text, why=BREAKS))
        for model in party:
            if model not in shaken:
                game = yield from gain(game, model.id, Marker(PANICKED, 0, BROKEN_MORALE), *BREAKS)
        return game
    for model in shaken:
        game = yield from lose(game, model.id, PANICKED, *BREAKS, source=BROKEN_MORALE)
    return game


def _broken_by_morale(game: Game, model: ModelId) -> bool:
    return any(marker.source == BROKEN_MORALE for marker in game.model(model).markers)
