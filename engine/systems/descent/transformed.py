"""Effect: Transformed — a hero turned into a monkey, for two of his turns.

He cannot attack, use items or take movement actions, moves 5 spaces whatever his speed, and has no
armor; wounds and fatigue are the hero's.  Two counters, which are no wounds, say how long: one
goes as a turn of his ends, except for the one in which it happened.
"""

from __future__ import annotations

from engine.ask import Steps, happens, roll
from engine.dice import Faces
from engine.events import Counted, Gained, Noted
from engine.game import Game, Marker, Model, ModelId
from engine.questions import Ruling
from engine.rules import Rules, Status, always, at, cannot, once
from engine.systems.descent.closing import close
from engine.systems.descent.counters import MONKEY_TURNS, taking_turn
from engine.systems.descent.faces import any_blank, power_dice
from engine.systems.descent.questions import (
    ARMOR,
    ATTACK,
    DECLARE,
    MOVEMENT_ACTION,
    PLACE_ORDER,
    SPEED,
    TURN_ENDS,
    USE_ITEMS,
)
from engine.systems.descent.readings import MONKEY_FREE_ACTIONS, chosen
from engine.systems.descent.tables import number
from engine.systems.descent.tokens import count, shed_all

MONKEY = "transformed"


def _free_barred(game: Game, model: Model) -> bool:
    return chosen(game, MONKEY_FREE_ACTIONS) == "refused"


def turn_back(game: Game, model: ModelId) -> Steps[Game]:
    """As a turn of his ends a counter goes; with the last the hero is himself again."""
    hero = game.model(model)
    if not hero.count(MONKEY_TURNS):
        return (yield from lay_counters(game, model))  # a hand changed him in this turn
    left = hero.count(MONKEY_TURNS) - 1
    fact = Counted(of="model", whose=model, name=MONKEY_TURNS, value=left, why=("DES-TRANS-13",))
    game = yield from happens(fact)
    if left:
        return game
    game = yield from happens(Noted(text=f"{hero.name} is himself again", model=model, why=("DES-TRANS-14",)))
    return (yield from shed_all(game, model, MONKEY, "DES-TRANS-14"))


STATUS = Status(
    MONKEY,
    "A monkey",
    (
        once("DES-TRANS-5"),
        cannot(ATTACK, why=("DES-TRANS-7",)),
        cannot(USE_ITEMS, why=("DES-TRANS-8",)),
        always(SPEED, number("monkey_speed"), "DES-TRANS-9"),
        cannot(MOVEMENT_ACTION, "paid", why=("DES-TRANS-10",)),
        cannot(MOVEMENT_ACTION, "free", why=("DES-TRANS-10",), when=_free_barred),
        always(ARMOR, 0, "DES-TRANS-11"),
        cannot(DECLARE, why=("DES-DEF-MONK",)),
        cannot(PLACE_ORDER, why=("DES-DEF-MONK",)),
        at(TURN_ENDS, turn_back, "DES-TRANS-13"),
    ),
    says="He moves 5 spaces, cannot attack, use items or take movement actions, and has no armor.",
    why=("DES-TRANS-5", "DES-TRANS-7", "DES-TRANS-8", "DES-TRANS-9", "DES-TRANS-10", "DES-TRANS-11"),
)


def saved(faces: Faces) -> str:
    """A blank saves him; anything else does not."""
    return "blank" if any_blank(faces) else "monkey"


def curse(game: Game, model: ModelId) -> Steps[Game]:
    """The card is played: one power die, and but for a blank he is a monkey."""
    hero = game.model(model)
    what = f"Curse of the Monkey God on {hero.name}"
    why = ("DES-TRANS-2",)
    dice = power_dice(1, "blank")
    shown = yield from roll(dice, saved, what, side=hero.side, model=model, need="a blank saves him", why=why)
    if shown == "blank":
        return (
            yield from happens(Noted(text=f"The card does nothing to {hero.name}", model=model, why=("DES-TRANS-3",)))
        )
    return (yield from transform(game, model))


def transform(game: Game, model: ModelId) -> Steps[Game]:
    """The hero is a monkey from now on, with two counters."""
    why = ("DES-TRANS-4", "DES-TRANS-5")
    game = yield from happens(Gained(model=model, marker=Marker(MONKEY), why=why))
    return (yield from lay_counters(game, model))


def lay_counters(game: Game, model: ModelId) -> Steps[Game]:
    """The counters of a monkey, as many as he takes on the change."""
    return (yield from count(game, model, MONKEY_TURNS, number("monkey_counters"), "DES-TRANS-12"))


def end_turn_at_once(game: Game, model: ModelId) -> Steps[Game]:
    """The turn of a hero who has just become a monkey is over; no counter goes for it."""
    if not game.model(model).has(MONKEY) or not taking_turn(game.model(model)):
        return game
    return (yield from close(game, model, "DES-TRANS-6", "DES-TRANS-13"))


def may_use_kit(game: Game, model: Model) -> Ruling:
    """May this figure use what it carries?  The reasons when it may not."""
    return Rules(statuses={MONKEY: STATUS}).ruling(game, model, USE_ITEMS, words="can use no items")
