"""Chapter: The starting phase — the last turn?, Ki, activation counters, who is first, effects, Pass Tokens.

Effects of one side come before those of the other, the active side's first; within a side
its models act in the order of the roster.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.ask import Steps, happens, roll
from engine.dice import D6, Faces
from engine.events import Counted, Noted, PhaseBegan
from engine.game import Game, Marker, Model, ModelId, SideId
from engine.questions import Moment
from engine.systems.bushido.activation import can_act
from engine.systems.bushido.berserk import BERSERK
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.counters import (
    ACTIVATIONS,
    ACTIVATIONS_A_TURN,
    DECIDED,
    LAST_TURN,
    PASSES,
    other_side,
    passes,
    printed,
)
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.impetuous import IMPETUOUS
from engine.systems.bushido.ki import generate, receive
from engine.systems.bushido.questions import KI_GENERATION, MAIN, START, START_EFFECTS
from engine.systems.bushido.readings import GAME_LENGTH, chosen
from engine.systems.bushido.rolls import single
from engine.systems.bushido.traits import has

Step = Callable[[Game], Steps[Game]]

VARIABLE_FROM = 3
"""The first turn that a variable game may end with."""
NEVER_LONGER = 7
"""Turns that a variable game lasts at most."""
ENDS_ON = 4
"""Lowest D6 that makes the turn the last one."""
RAGE_KI = 2
THROWS = 9
"""Throws of the tactical test that may be tied in a row."""
WHY = ("BUS-DEF-04",)
TACTICAL = ("BUS-DEF-04", "BUS-DEF-OWN-TACTICAL")
LAST, GOES_ON = "the last turn", "the game goes on"


def steps(game: Game) -> tuple[Step, ...]:
    """The six steps of the phase, and the main phase begun."""
    return (
        last_turn_roll,
        *(partial(_generate, model=model.id) for model in in_order(game)),
        *(partial(_at, model=model.id, moment=KI_GENERATION) for model in in_order(game)),
        ready,
        *(partial(tactical_test, last=throw == THROWS) for throw in range(1, THROWS + 1)),
        effects,
        pass_tokens,
        begin_main,
    )


def in_order(game: Game) -> tuple[Model, ...]:
    """Models on the table, those of the active side first."""
    return tuple(sorted(game.on_table(), key=lambda model: model.side != game.active))


def length_rolled(game: Game) -> bool:
    """Is the roll due that may make this turn the last?"""
    return chosen(game, GAME_LENGTH) == "variable" and VARIABLE_FROM <= game.round < NEVER_LONGER


def last_turn_roll(game: Game) -> Steps[Game]:
    """Step 1: in a game of variable length a die may make this turn the last."""
    if not length_rolled(game):
        return game
    need = f"{ENDS_ON} or more ends the game with this turn"
    found = yield from roll(D6, _last, "length of the game", side=game.active, need=need, why=WHY)
    if found != LAST:
        return game
    return (yield from happens(Counted(of="game", whose="", name=LAST_TURN, value=1, why=WHY)))


def ready(game: Game) -> Steps[Game]:
    """Step 3: every model has two Activation Counters."""
    for model in in_order(game):
        why = ("BUS-DEF-02", *WHY)
        fact = Counted(of="model", whose=model.id, name=ACTIVATIONS, value=ACTIVATIONS_A_TURN, why=why)
        game = yield from happens(fact)
    return game


def tactical_test(game: Game, *, last: bool = False) -> Steps[Game]:
    """Step 4: one die each, thrown again while tied; the winner is active first.

    Each throw is a step of its own, so that the odds of a tie are one game and not many.
    Reading: if `THROWS` throws in a row are tied, the side goes first that was not active.
    """
    if len(game.sides) < 2 or game.count(DECIDED):
        return game
    thrown: list[tuple[int, SideId]] = []
    for side in game.sides:
        result = yield from roll(D6, single(), f"tactical test of {side.name}", side=side.id, why=TACTICAL)
        thrown.append((result, side.id))
    best = max(result for result, _ in thrown)
    winners = [side for result, side in thrown if result == best]
    if len(winners) > 1 and not last:
        return game
    return (yield from _active_first(game, winners[0] if len(winners) == 1 else SideId(other_side(game, game.active))))


def _active_first(game: Game, side: SideId) -> Steps[Game]:
    said = f"{game.side(side).name} is active first"
    game = yield from happens(Noted(text=said, why=TACTICAL))
    game = yield from happens(Counted(of="game", whose="", name=DECIDED, value=1, why=TACTICAL))
    if game.active == side:
        return game
    return (yield from happens(PhaseBegan(round=game.round, phase=START, side=side, why=TACTICAL)))


def effects(game: Game) -> Steps[Game]:
    """Step 5: what happens in the starting phase, the active side's models first."""
    for model in in_order(game):
        if has(model, "rage"):
            game = yield from gain(game, model.id, Marker(BERSERK), "BUS-DEF-TRAIT-RAGE")
            game = yield from receive(game, model.id, RAGE_KI, "BUS-DEF-TRAIT-RAGE")
        if "impetuous" in model.profile.traits:
            number = max(1, printed(model, "Impetuous"))
            game = yield from gain(game, model.id, Marker(IMPETUOUS), "BUS-DEF-TRAIT-IMPETUOUS", count=number)
        game = yield from _at(game, model=model.id, moment=START_EFFECTS)
    return game


def pass_tokens(game: Game) -> Steps[Game]:
    """Step 6: the smaller Warband gains a Pass Token for each model it is short."""
    for side, tokens in due_passes(game):
        if tokens != passes(game.side(side)):
            why = ("BUS-DEF-04", "BUS-CONTROLLED-1") if _controlled(game) else WHY
            game = yield from happens(Counted(of="side", whose=side, name=PASSES, value=tokens, why=why))
    return game


def due_passes(game: Game) -> tuple[tuple[SideId, int], ...]:
    """Pass Tokens of each side for the models that stand on the table now."""
    numbers = {side.id: sum(model.side == side.id for model in game.on_table()) for side in game.sides}
    most = max(numbers.values(), default=0)
    return tuple((side, most - number) for side, number in numbers.items())


def begin_main(game: Game) -> Steps[Game]:
    """The main phase begins with the side that is active first, if it can act."""
    if game.count(DECIDED):
        game = yield from happens(Counted(of="game", whose="", name=DECIDED, value=0))
    first = game.active
    if not can_act(game, first):
        first = next((side.id for side in game.others(first) if can_act(game, side.id)), first)
    return (yield from happens(PhaseBegan(round=game.round, phase=MAIN, side=first, why=("BUS-DEF-05",))))


def _generate(game: Game, *, model: ModelId) -> Steps[Game]:
    if not game.model(model).on_table:
        return game
    return (yield from generate(game, model))


def _at(game: Game, *, model: ModelId, moment: Moment) -> Steps[Game]:
    """What the states of a model do at a moment of this phase."""
    for clause in RULES.at(game, game.model(model), moment):
        if game.model(model).on_table:
            game = yield from clause.procedure(game, model)
    return game


def _controlled(game: Game) -> bool:
    return any(model.has("control") for model in game.on_table())


def _last(faces: Faces) -> str:
    return LAST if faces[0] >= ENDS_ON else GOES_ON
