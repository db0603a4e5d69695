"""Chapter: The Upkeep Phase — every model of every player is given as many Activation Points as it has Stamina.

Reading: Stamina lost later takes no point away that was given (`stamina_loss`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens
from engine.events import Counted, Event, Gained, Noted
from engine.game import Game, Model, ModelId
from engine.questions import Modifier, Ruling, Tally
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import AP, EXTRA_AP, points, set_counter
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.markers import DEAD, WEAKENED
from engine.systems.eldfall.questions import RECEIVE_AP, STA
from engine.systems.eldfall.readings import STAMINA_LOSS, chosen

Step = Callable[[Game], Steps[Game]]
WHY = ("ELD-DEF-UPK",)


def steps(game: Game) -> tuple[Step, ...]:
    """Points for everybody on the table."""
    return tuple(partial(give, model=model.id) for model in game.on_table())


def receives(game: Game, model: Model) -> Ruling:
    """May this model be given Activation Points in the Upkeep Phase?"""
    return RULES.ruling(game, model, RECEIVE_AP, "upkeep", words="is given no Activation Points")


def stamina(game: Game, model: Model) -> Tally:
    """Activation Points that an Upkeep Phase gives the model, if it may be given any."""
    extra = model.count(EXTRA_AP)
    more = (Modifier(op="plus", amount=extra, label="Stratagem", why=("ELD-DEF-LEAD",)),) if extra else ()
    return value(game, model, STA, *more)


def give(game: Game, *, model: ModelId) -> Steps[Game]:
    """One model's points for this turn."""
    taker = game.model(model)
    may = receives(game, taker)
    number = int(stamina(game, taker).value)
    game = yield from set_counter(game, model, EXTRA_AP, 0)
    if taker.has(DEAD):
        return game
    if not may.granted:
        why = tuple(dict.fromkeys(clause for objection in may.objections for clause in objection.why))
        return (yield from happens(Noted(text=may.objections[0].text.rstrip("."), model=model, why=(*WHY, *why))))
    why = (*WHY, "ELD-WEA-3") if taker.has(WEAKENED) else WHY
    return (yield from set_counter(game, model, AP, points(taker) + number, *why))


def drained(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """By the reading `stamina_loss` a model that becomes Weakened loses a point that it has."""
    if not isinstance(event, Gained) or event.marker.status != WEAKENED or chosen(game, STAMINA_LOSS) == "keeps":
        return game
    now = game.model(model)
    if len(now.values(WEAKENED)) > 1 or not points(now):
        return game
    return (yield from happens(Counted(of="model", whose=model, name=AP, value=points(now) - 1, why=("ELD-WEA-3",))))
