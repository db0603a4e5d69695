"""Chapter: The Strategic Phase — what ends as it begins, the rolls that must be made, what recovers by itself.

Only the models of the player whose turn it is are concerned: it is *their* Strategic Phase.
Reading: first what lasts until then ends, then the rolls are made one by one, in an order their
player chooses, then who was Incapacitated with HP left is so no more (`strategic_order`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Option, Steps, choose, happens
from engine.events import Lost
from engine.game import Game, Model, ModelId
from engine.questions import Tally
from engine.systems.eldfall import bleeding, poisoned, wounds
from engine.systems.eldfall.bleeding import Ailment
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import REGENERATED, set_counter
from engine.systems.eldfall.halving import flat, value
from engine.systems.eldfall.incapacitated import recover
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, INCAPACITATED, NEXT_STRATEGIC, PANICKED, TITLES, WEAKENED
from engine.systems.eldfall.questions import BEGINS_EXPIRY, T
from engine.systems.eldfall.readings import STATE_SOURCES, STRATEGIC_ORDER, chosen
from engine.systems.eldfall.rolls import check

Step = Callable[[Game], Steps[Game]]
ORDER = ("ELD-DEF-OWN-ORDER",)
AILMENTS = (bleeding.BLEEDS, poisoned.SICKENS)
ENDS = {WEAKENED: "ELD-WEA-4", PANICKED: "ELD-PAN-8"}
"""Clauses by which a State lasts until the next Strategic Phase; others last so by what caused them."""


def steps(game: Game, side: str) -> tuple[Step, ...]:
    """What happens by itself as the Strategic Phase of a side begins."""
    models = [model.id for model in game.on_table() if model.side == side]
    endings: tuple[Step, ...] = tuple(partial(end, model=name) for name in models)
    rolls: tuple[Step, ...] = (*(partial(roll_for, model=name) for name in models), _land)
    recovering: tuple[Step, ...] = tuple(partial(come_round, model=name) for name in models)
    first = (*rolls, *endings) if chosen(game, STRATEGIC_ORDER) == "rolls_first" else (*endings, *rolls)
    return (*(partial(_afresh, model=name) for name in models), *first, *recovering)


def end(game: Game, *, model: ModelId) -> Steps[Game]:
    """What lasts until the model's next Strategic Phase is over."""
    for status, why in RULES.ending(game.model(model), BEGINS_EXPIRY):
        game = yield from lose(game, model, status, *why, *ORDER)
    for marker in game.model(model).markers:
        if marker.value != NEXT_STRATEGIC or marker.status == INCAPACITATED:
            continue
        why = (*((ENDS[marker.status],) if marker.status in ENDS else ()), *ORDER)
        if chosen(game, STATE_SOURCES) == "first":
            game = yield from lose(game, model, marker.status, *why)
        else:
            gone = Lost(model=model, status=marker.status, value=marker.value, source=marker.source, why=why)
            game = yield from happens(gone)
    return game


def ailing(game: Game, model: Model) -> tuple[Ailment, ...]:
    """The rolls this model must make as its Strategic Phase begins; the Dead make none."""
    return () if model.has(DEAD) else tuple(ailment for ailment in AILMENTS if model.has(ailment.status))


def roll_for(game: Game, *, model: ModelId) -> Steps[Game]:
    """Bleeding and Poisoned: a Toughness roll each, a Wound for each that fails."""
    due = list(ailing(game, game.model(model)))
    while due:
        who = game.model(model)
        if who.has(DEAD):
            return game
        options = tuple(Option(each.status, TITLES[each.status]) for each in due)
        what = f"Which roll does {who.name} make first?"
        picked = yield from choose(who.side, options, what, model=model, why=ORDER)
        first = next(each for each in due if each.status == picked)
        due.remove(first)
        game = yield from _suffers(game, model, first)
    return game


def resistance(game: Game, model: Model, ailment: Ailment) -> Tally:
    """What a model must not exceed in the roll of an ailment."""
    more = (flat(ailment.modifier, TITLES[ailment.status], *ailment.rolled),) if ailment.modifier else ()
    return value(game, model, T, *more)


def _suffers(game: Game, model: ModelId, ailment: Ailment) -> Steps[Game]:
    who = game.model(model)
    what = f"Toughness of {who.name}, who is {TITLES[ailment.status]}"
    passed = yield from check(game, model, resistance(game, who, ailment), what, *ailment.rolled)
    return game if passed else (yield from wounds.suffer(game, model, 1, *ailment.wounds))


def come_round(game: Game, *, model: ModelId) -> Steps[Game]:
    """Whoever an effect made Incapacitated and still has HP is so no more."""
    now = game.model(model)
    if now.has(DEAD) or not wounds.health_left(now):
        return game
    return (yield from recover(game, model, "ELD-INC-15"))


def _land(game: Game) -> Steps[Game]:
    """Wounds that wait for each other come together now (reading `wounds_outside`)."""
    return (yield from wounds.land(game))


def _afresh(game: Game, *, model: ModelId) -> Steps[Game]:
    return (yield from set_counter(game, model, REGENERATED, 0))
