"""States come to a model here: one State once, but each of its causes is remembered.

A second marker of the same State and cause is not laid; the longer duration is kept.  A marker
laid by hand passes `gain` by, so `merge` follows every gain and does the same.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Event, Gained, Lost, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.markers import TITLES

AGAIN = ("ELD-GEN-3",)


def gain(game: Game, model: ModelId, marker: Marker, *why: str) -> Steps[Game]:
    """A State with its cause (`Marker.source`) and duration (`Marker.value`), unless it is there already."""
    taker = game.model(model)
    if not taker.on_table:
        return game
    if _held(taker, marker):
        text = f"{taker.name} is {TITLES.get(marker.status, marker.status)} already"
        return (yield from happens(Noted(text=text, model=model, why=(*AGAIN, *why))))
    return (yield from happens(Gained(model=model, marker=marker, why=why)))


def merge(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After any gain: of several markers of one State and one cause the one stays that lasts longest."""
    if not isinstance(event, Gained) or event.marker.status not in TITLES:
        return game
    same = _same(game.model(model), event.marker)
    if len(same) < 2:
        return game
    spare = max(same, key=lambda marker: marker.value)
    lost = Lost(model=model, status=spare.status, value=spare.value, source=spare.source, why=AGAIN)
    return (yield from happens(lost))


def _held(model: Model, marker: Marker) -> bool:
    """Is the State there already, from this cause and for as long, or as one that knows no causes?"""
    status = RULES.statuses.get(marker.status)
    if status is not None and status.single and model.has(marker.status):
        return True
    return any(marker.value or not same.value for same in _same(model, marker))


def _same(model: Model, marker: Marker) -> list[Marker]:
    return [m for m in model.markers if (m.status, m.source) == (marker.status, marker.source)]
