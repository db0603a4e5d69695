"""Chapter: The end phase — its effects, the wounds of fire, bleeding and poison, what runs out, the score.

Effects of the first step: Frightened models test again, Stunned, Blind and Berserk markers go,
and those who regenerate heal.  By another reading markers go in the third step instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens
from engine.events import Counted, Ended, Lost, PhaseBegan
from engine.game import Game, Model, ModelId
from engine.systems.bushido.burning import KINDS, LEFT_OVER, Burning, going
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.counters import ACTIVATIONS, LAST_TURN, PASSES, TURN_COUNTERS, passes, printed
from engine.systems.bushido.fear import recover
from engine.systems.bushido.frightened import FRIGHTENED
from engine.systems.bushido.impetuous import IMPETUOUS
from engine.systems.bushido.questions import END_EFFECTS, END_EXPIRY, START
from engine.systems.bushido.readings import (
    DEATH_WHILE_BURNING,
    END_PHASE_ORDER,
    GAME_LENGTH,
    IMPETUOUS_LASTS,
    TOUGH_EACH,
    chosen,
)
from engine.systems.bushido.scenario import result, score
from engine.systems.bushido.start_phase import NEVER_LONGER, in_order
from engine.systems.bushido.traits import has
from engine.systems.bushido.wounds import heal, really, suffer

Step = Callable[[Game], Steps[Game]]
WHY = ("BUS-DEF-06",)


def steps(game: Game) -> tuple[Step, ...]:
    """The five steps of the phase, and the next turn begun."""
    models = [model.id for model in in_order(game)]
    effects: tuple[Step, ...] = (
        *(partial(_recover, model=name) for name in models),
        *(partial(_effects, model=name) for name in models),
    )
    late = chosen(game, END_PHASE_ORDER) == "third_step"
    return (
        *(() if late else effects),
        *(partial(regenerate, model=name) for name in models),
        *(partial(burn_down, model=name, kind=kind) for name in models for kind in KINDS),
        *(effects if late else ()),
        *(partial(_expire, model=name) for name in models),
        score,
        _last_turn,
        _tidy,
        _next_turn,
    )


def regenerate(game: Game, *, model: ModelId) -> Steps[Game]:
    """Regenerate (X) heals X wounds in the first step."""
    healer = game.model(model)
    if not healer.on_table or not has(healer, "regenerate") or not healer.count("wounds_lost"):
        return game
    return (yield from heal(game, model, max(1, printed(healer, "Regenerate")), "BUS-DEF-TRAIT-REGENERATE"))


def burn_down(game: Game, *, model: ModelId, kind: Burning) -> Steps[Game]:
    """The highest marker goes and wounds by its value; repeated until two are left where there were more."""
    burning = game.model(model)
    if not burning.on_table or not burning.has(kind.status):
        return game
    if chosen(game, TOUGH_EACH) == "sum" or chosen(game, DEATH_WHILE_BURNING) == "goes_on":
        return (yield from _all_at_once(game, model, kind))
    while True:
        value = game.model(model).values(kind.status)[0]
        game = yield from happens(Lost(model=model, status=kind.status, value=value, why=kind.removal))
        game = yield from _wounded(game, model, value, kind)
        now = game.model(model)
        if not now.on_table or len(now.values(kind.status)) <= LEFT_OVER:
            return game


def _all_at_once(game: Game, model: ModelId, kind: Burning) -> Steps[Game]:
    """Every marker that is due goes, then the wounds of them all."""
    burning = game.model(model)
    due = going(burning, kind.status)
    for value in due:
        game = yield from happens(Lost(model=model, status=kind.status, value=value, why=kind.removal))
    total = burning_wounds(game, burning, kind)
    return (yield from suffer(game, model, total, *kind.wounds, tough=False, cause=kind.name, rises=kind.tough))


def burning_wounds(game: Game, model: Model, kind: Burning) -> int:
    """Wounds that the coming end phase does to the model by this kind of marker."""
    due = going(model, kind.status)
    if chosen(game, TOUGH_EACH) == "sum":
        return int(really(game, model, sum(due), kind.tough).value)
    return sum(int(really(game, model, value, kind.tough).value) for value in due)


def _wounded(game: Game, model: ModelId, value: int, kind: Burning) -> Steps[Game]:
    return (yield from suffer(game, model, value, *kind.wounds, tough=kind.tough, cause=kind.name, rises=kind.tough))


def _recover(game: Game, *, model: ModelId) -> Steps[Game]:
    if not game.model(model).on_table or not game.model(model).has(FRIGHTENED):
        return game
    return (yield from recover(game, model))


def _effects(game: Game, *, model: ModelId) -> Steps[Game]:
    for clause in RULES.at(game, game.model(model), END_EFFECTS):
        if game.model(model).on_table:
            game = yield from clause.procedure(game, model)
    return game


def _expire(game: Game, *, model: ModelId) -> Steps[Game]:
    """Step 3: what lasts for the turn only is over."""
    for status, why in RULES.ending(game.model(model), END_EXPIRY):
        game = yield from happens(Lost(model=model, status=status, why=why))
    if game.model(model).has(IMPETUOUS) and chosen(game, IMPETUOUS_LASTS) == "end_phase":
        game = yield from happens(Lost(model=model, status=IMPETUOUS, why=("BUS-IMPETUOUS-3", *WHY)))
    return game


def last_turn(game: Game) -> bool:
    """Does a game of variable length end with this turn?"""
    if chosen(game, GAME_LENGTH) != "variable":
        return False
    return bool(game.count(LAST_TURN)) or game.round >= NEVER_LONGER


def _last_turn(game: Game) -> Steps[Game]:
    """Step 4: after the last turn the game is over."""
    if game.outcome or not last_turn(game):
        return game
    return (yield from happens(Ended(outcome=result(game), why=WHY)))


def _tidy(game: Game) -> Steps[Game]:
    """Step 5: Pass Tokens are given back, and what was counted for this turn is set back."""
    for side in game.sides:
        if passes(side):
            game = yield from happens(Counted(of="side", whose=side.id, name=PASSES, value=0, why=WHY))
    for model in game.models:
        for name in (ACTIVATIONS, *TURN_COUNTERS):
            if model.count(name):
                game = yield from happens(Counted(of="model", whose=model.id, name=name, value=0))
    return game


def _next_turn(game: Game) -> Steps[Game]:
    if game.outcome:
        return game
    return (yield from happens(PhaseBegan(round=game.round + 1, phase=START, side=game.active, why=WHY)))
