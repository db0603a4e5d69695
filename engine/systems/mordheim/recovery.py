"""Chapter: Recovery — the stunned turn over, the knocked down may stand, the fleeing try to rally.

One step each: a warrior who was stunned as the phase began becomes knocked down and does
not stand as well.  Reading: the steps may be taken in any order; they are taken as is best
for their side, so that those who have stood up are there when others try to rally.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Option, Steps, choose, happens
from engine.events import Gained, Lost
from engine.game import Game, Marker, ModelId, SideId
from engine.systems.mordheim.engaged import standing
from engine.systems.mordheim.leadership import closest_is_enemy, leadership, rally

STAND_UP = Option("stand_up", "Stand up")
STAY_DOWN = Option("stay_down", "Stay down")
TURN_OVER = Option("turn_over", "Turn face up")
LEAVE_BE = Option("leave", "Leave stunned")

TURNED_OVER = ("MOR-STUN-4", "MOR-STUN-5")
"""Why a warrior is knocked down who only was turned face up; he did not go down just now."""


def recovery_steps(game: Game, side: SideId) -> tuple[Callable[[Game], Steps[Game]], ...]:
    """One step for each warrior of the side who may then have something to recover from."""
    own = [model.id for model in game.on_table() if model.side == side]
    return (*(partial(_get_up, model=name) for name in own), *(partial(_come_to, model=name) for name in own))


def coming(game: Game, side: SideId) -> tuple[str, ...]:
    """What recovery will do for a side, in words."""
    words: list[str] = []
    for model in game.on_table():
        if model.side != side:
            continue
        if model.has("stunned"):
            words.append(f"{model.name} is turned face up.")
        elif model.has("knocked_down"):
            words.append(f"{model.name} may stand up.")
        elif model.has("fleeing"):
            enemy = closest_is_enemy(game, model)
            need = f"{leadership(game, model).value:.0f} or less with 2D6"
            hope = f"tries to rally on {need}" if enemy is None else f"cannot rally near {enemy.name}"
            words.append(f"{model.name} {hope}.")
    return tuple(words)


def may_stand(game: Game, model: ModelId) -> Steps[Game]:
    """At the start of his own next turn a knocked down warrior may stand up."""
    down = game.model(model)
    why = ("MOR-STAND-1",)
    wish = yield from choose(down.side, (STAND_UP, STAY_DOWN), f"Does {down.name} stand up?", model=model, why=why)
    if wish == STAY_DOWN.id:
        return game
    game = yield from happens(Lost(model=model, status="knocked_down", why=why))
    limits = ("MOR-STAND-1", "MOR-STAND-2", "MOR-STAND-5", "MOR-STAND-6")
    return (yield from happens(Gained(model=model, marker=Marker("standing_up"), why=limits)))


def turn_over(game: Game, model: ModelId) -> Steps[Game]:
    """In his player's next recovery phase a stunned warrior is turned face up and counts as knocked down."""
    down = game.model(model)
    if game.reading("stunned_turn", "automatic") == "optional":
        question = f"Is {down.name} turned face up?"
        wish = yield from choose(down.side, (TURN_OVER, LEAVE_BE), question, model=model, why=("MOR-STUN-4",))
        if wish == LEAVE_BE.id:
            return game
    game = yield from happens(Lost(model=model, status="stunned", why=TURNED_OVER))
    return (yield from happens(Gained(model=model, marker=Marker("knocked_down"), why=TURNED_OVER)))


def _get_up(game: Game, *, model: ModelId) -> Steps[Game]:
    down = game.model(model)
    if game.outcome or not down.on_table:
        return game
    if down.has("stunned"):
        return (yield from turn_over(game, model))
    if down.has("knocked_down"):
        return (yield from may_stand(game, model))
    return game


def _come_to(game: Game, *, model: ModelId) -> Steps[Game]:
    """One step each: who has just got up does not try to rally as well."""
    runner = game.model(model)
    busy = not standing(runner) or runner.has("standing_up")
    if game.outcome or not runner.on_table or not runner.has("fleeing") or busy:
        return game
    return (yield from rally(game, model))
