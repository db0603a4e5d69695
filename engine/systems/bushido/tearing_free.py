"""State: Immobilised — tearing free: a Size (6) test before whatever moves.

Melee, run, charge, scenario, standing up and healing call for it even without a step; any
other action if it moves or turns.  Passed, all markers go and the action goes on; failed,
the action is as good as done: paid for, without effect.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Lost
from engine.game import Game, Model, ModelId
from engine.questions import Tally
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.immobilised import IMMOBILISED
from engine.systems.bushido.questions import SIZE_DICE
from engine.systems.bushido.readings import IMMOBILISED_MOVEMENT, chosen
from engine.systems.bushido.rolls import challenge
from engine.systems.bushido.size import size, size_name
from engine.systems.bushido.spending import stop
from engine.systems.bushido.unmasking import lose_price
from engine.systems.bushido.wish import (
    CHARGE,
    DISENGAGE,
    HEAL,
    MELEE,
    RUN,
    SCENARIO,
    SCENARIO_COMPLEX,
    STAND_UP,
    Wish,
)

NUMBER = 6
"""What the Size test must reach."""
NAMED = (MELEE, RUN, CHARGE, SCENARIO, SCENARIO_COMPLEX, STAND_UP, HEAL)
"""Actions that call for the test even without a step."""


def size_dice(game: Game, model: Model) -> Tally:
    """Dice of a Size test: one for each class from tiny up, and what traits add."""
    return RULES.tally(game, model, SIZE_DICE, size(model), size_name(model))


def clauses(game: Game, wish: Wish) -> tuple[str, ...]:
    """The clauses that make this action call for the test; none when it may go on without."""
    if wish.action in NAMED:
        return ("BUS-IMMOBILISED-1",)
    if chosen(game, IMMOBILISED_MOVEMENT) == "distance":
        return ("BUS-IMMOBILISED-2",) if wish.inches > 0.0 else ()
    if wish.moves or wish.action == DISENGAGE:
        return ("BUS-IMMOBILISED-2",) if wish.inches > 0.0 else ("BUS-IMMOBILISED-2", "BUS-IMMOBILISED-3")
    return ()


def applies(game: Game, wish: Wish) -> bool:
    """Does this action call for a Size test first?"""
    return game.model(wish.model).has(IMMOBILISED) and bool(clauses(game, wish))


def test(game: Game, wish: Wish) -> Steps[Game]:
    """The Size test: passed, the model is free; failed, the action is over and paid for."""
    model = game.model(wish.model)
    passed = yield from challenge(
        size_dice(game, model).value,
        NUMBER,
        f"Size test of {model.name} to tear free",
        "BUS-DEF-24",
        *clauses(game, wish),
        side=model.side,
        model=model.id,
    )
    if passed:
        return (yield from free(game, wish.model, "BUS-IMMOBILISED-5", "BUS-IMMOBILISED-6"))
    game = yield from lose_price(game, wish)
    return (yield from stop(game, wish.cost, "BUS-IMMOBILISED-4"))


def free(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """All Immobilised markers go."""
    if not game.model(model).has(IMMOBILISED):
        return game
    return (yield from happens(Lost(model=model, status=IMMOBILISED, why=why)))
