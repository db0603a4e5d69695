"""Markers come to a model here: what it is immune to is refused, and what it becomes immune to goes.

`gain` is the one way in for every rule of the book.  A marker laid by hand passes it by, so
`shed` follows every gain, and takes off again what the model is immune to.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Event, Gained, Lost, Noted
from engine.game import Game, Marker, ModelId
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.controlled import CONTROL, controlled, slip
from engine.systems.bushido.counters import copies
from engine.systems.bushido.questions import GAIN
from engine.systems.bushido.readings import CONTROL_SURPLUS, chosen


def gain(game: Game, model: ModelId, marker: Marker, *why: str, count: int = 1) -> Steps[Game]:
    """So many markers of a kind, unless the model is immune or has left the table."""
    taker = game.model(model)
    if not taker.on_table or count < 1:
        return game
    title = RULES.statuses[marker.status].title if marker.status in RULES.statuses else marker.status
    ruling = RULES.ruling(game, taker, GAIN, marker.status)
    if not ruling.granted:
        text = f"{taker.name} is immune: no {title} marker"
        return (yield from happens(Noted(text=text, model=model, why=ruling.objections[0].why)))
    if marker.status == CONTROL and controlled(taker):
        return (yield from _more_control(game, model, count))
    for _ in range(count):
        game = yield from happens(Gained(model=model, marker=marker, why=why))
    return game


def doubled(game: Game, model: ModelId, status: str, *why: str) -> Steps[Game]:
    """An effect that doubles markers adds none in the sense of the rules: also Control doubles."""
    for marker in game.model(model).markers:
        if marker.status == status:
            reasons = (*why, "BUS-DEF-RULING-CONTROL-DOUBLED") if status == CONTROL else why
            game = yield from happens(Gained(model=model, marker=marker, why=reasons))
    return game


def shed(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After any gain: every marker goes that the model is immune to, the new one too."""
    if not isinstance(event, Gained):
        return game
    worn = game.model(model).markers
    for status in dict.fromkeys(marker.status for marker in worn):
        ruling = RULES.ruling(game, game.model(model), GAIN, status)
        if not ruling.granted and game.model(model).has(status):
            game = yield from happens(Lost(model=model, status=status, why=ruling.objections[0].why))
    return game


def _more_control(game: Game, model: ModelId, count: int) -> Steps[Game]:
    """Further Control markers on a Controlled model take away as many; what is left over is lost."""
    why = "BUS-CONTROLLED-11"
    surplus = count - copies(game.model(model), CONTROL)
    game = yield from slip(game, model, count, why)
    if surplus < 1 or chosen(game, CONTROL_SURPLUS) == "lost":
        return game
    for _ in range(surplus):
        game = yield from happens(Gained(model=model, marker=Marker(CONTROL), why=(why,)))
    return game
