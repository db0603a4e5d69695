"""Playing commands from a position, whatever the book: what a test says, with exactly the answers it gives.

Each book's `positions` adds its own profiles and the words for a position of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction

from engine import systems
from engine.ask import Answer, Picked, Steps, Thrown
from engine.commands import Act, ByHand, Command, Move, NextPhase
from engine.events import Event
from engine.game import Game, ModelId, Point
from engine.odds import odds
from engine.play import Asking, Done, Refused, perform
from engine.rules import Plan
from engine.system import System

Given = int | str | tuple[int, ...]
"""One answer: a die that lay on the table, several of one throw, or an option."""


def book(game: Game) -> System:
    """The rulebook a position is of."""
    return systems.load(game.system)


def answers(given: Iterable[Given]) -> tuple[Answer, ...]:
    """A number is a die that lay on the table, several in brackets are one throw, a word is an option."""
    return tuple(
        Picked(one) if isinstance(one, str) else Thrown(one if isinstance(one, tuple) else (one,)) for one in given
    )


def play(game: Game, command: Command, *given: Given) -> Done:
    """Carry a command out with exactly these answers."""
    result = perform(book(game), game, command, answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given), f"only {result.used} of {len(given)} answers were asked for"
    return result


def done(game: Game, command: Command, *given: Given) -> Game:
    """The game after a command with exactly these answers."""
    return play(game, command, *given).game


def after(game: Game, *given: Given) -> Game:
    """The game after going on, with exactly these answers."""
    return done(game, NextPhase(), *given)


def asking(game: Game, command: Command, *given: Given) -> Asking:
    """The question at which a command waits after these answers."""
    result = perform(book(game), game, command, answers(given))

    assert isinstance(result, Asking), result
    assert not result.fault, result.fault
    return result


def plan(game: Game, command: Command) -> Plan:
    """How the book judges a wish."""
    return book(game).plan(game, command)


def legal(game: Game, command: Command) -> bool:
    return not plan(game, command).objections


def refused(game: Game, command: Command) -> tuple[str, ...]:
    """Every clause cited against a command, in order, each once."""
    result = perform(book(game), game, command)

    assert isinstance(result, Refused), result
    assert all(objection.why for objection in result.objections)
    return tuple(dict.fromkeys(clause for objection in result.objections for clause in objection.why))


def said(game: Game, command: Command) -> str:
    """Every sentence against a command."""
    return " ".join(objection.text for objection in plan(game, command).objections)


def act(model: str, action: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action=action, targets=targets)


def move(game: Game, model: str, *points: Point, how: str = "", facing: float | None = None) -> Move:
    """A move from where the model stands through the points."""
    now = game.model(model)
    return Move(model=ModelId(model), path=((now.x, now.y), *points), how=how, facing=facing)


def by_hand(*facts: Event) -> ByHand:
    return ByHand(facts=facts, note="a test's hand")


def marks(game: Game, model: str) -> list[str]:
    """Markers of a model in the order they lie, with values: ["fire 2", "prone"]."""
    return [f"{m.status} {m.value}" if m.value else m.status for m in game.model(model).markers]


def counters(game: Game, model: str) -> dict[str, int]:
    return dict(game.model(model).counters)


def step(game: Game, *steps: Callable[[Game], Steps[Game]], given: Iterable[Given] = ()) -> Done:
    """Run bare steps of the rules with exactly these answers."""
    given = tuple(given)
    system = dataclasses.replace(book(game), plan_phase=lambda game: Plan(steps=steps))
    result = perform(system, game, NextPhase(), answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given)
    return result


def chance(game: Game, command: Command, label: str) -> Fraction:
    """The exact chance of an end by the book's word for it."""
    found = odds(book(game), game, command)

    assert not isinstance(found, Refused), found
    return dict(found.table()).get(label, Fraction(0))
