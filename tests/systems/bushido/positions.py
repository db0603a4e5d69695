"""Written positions, and how to play commands on them: shared by every test of this book.

Bases are 30 mm (1.181 in): `T` apart two of them touch.  A model "man" has MP 4, RP 3, Move 4,
Ki 2 with at most 6 tokens, and 5 wounds.  Models look up the screen unless the line says where.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction

from engine import notation, systems
from engine.ask import Answer, Picked, Steps, Thrown
from engine.commands import Act, ByHand, Command, Move, NextPhase
from engine.events import Event
from engine.game import MM_PER_INCH, Game, ModelId, Point
from engine.odds import odds
from engine.play import Asking, Done, Refused, perform
from engine.rules import Plan

SYSTEM = systems.load("bushido")
T = 30.0 / MM_PER_INCH
"""Centre to centre of two touching 30 mm bases, in inches."""
Given = int | str | tuple[int, ...]

# fmt: off
_MAN = "MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5"
PROFILES = f"""
profile man      "Man"      base=30 {_MAN} equipment=short_sword
profile dull     "Dull"     base=30 MP=4 RP=3 Move=4 Ki=1 KiMax=4 Wounds=5 equipment=short_sword
profile tough    "Tough"    base=30 {_MAN} Tough=1 traits=tough equipment=short_sword
profile frail    "Frail"    base=30 {_MAN} Tough=-1 traits=tough equipment=short_sword
profile durable  "Durable"  base=30 {_MAN} traits=durable equipment=short_sword
profile mending  "Mending"  base=30 {_MAN} Regenerate=1 traits=regenerate equipment=short_sword
profile oni      "Oni"      base=30 MP=4 RP=0 Move=4 Ki=1 KiMax=4 Wounds=8 Fear=4 traits=fear,rage equipment=iron_club
profile eager    "Eager"    base=30 {_MAN} Impetuous=1 traits=impetuous equipment=short_sword
profile agile    "Agile"    base=30 {_MAN} traits=agile equipment=short_sword
profile ghost    "Ghost"    base=30 {_MAN} traits=intangible equipment=short_sword
profile seer     "Seer"     base=30 {_MAN} traits=sixth_sense equipment=short_sword
profile kami     "Kami"     base=30 {_MAN} traits=kami equipment=short_sword
profile fearless "Fearless" base=30 {_MAN} traits=fearless equipment=short_sword
profile fearful  "Fearful"  base=30 {_MAN} Fear=4 traits=fear equipment=short_sword
profile hidden   "Hidden"   base=30 {_MAN} Disguise=5 traits=disguise equipment=short_sword
profile archer   "Archer"   base=30 {_MAN} equipment=short_bow,short_sword
profile gunner   "Gunner"   base=30 {_MAN} equipment=matchlock,short_sword
profile healer   "Healer"   base=30 {_MAN} Heal=2 traits=heal equipment=short_sword
"""
# fmt: on


def position(
    models: str, *lines: str, phase: str = "main", active: str = "red", turn: int = 2, **readings: str
) -> Game:
    """Models as lines of notation, in a phase, under readings; *lines* are terrain and sides."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game bushido round={turn} phase={phase} active={active}"
    return notation.read("\n".join((head, chosen, PROFILES, *lines, models)))


def answers(given: Iterable[Given]) -> tuple[Answer, ...]:
    """A number is a die that lay on the table, several in brackets are one throw, a word is an option."""
    return tuple(
        Picked(one) if isinstance(one, str) else Thrown(one if isinstance(one, tuple) else (one,)) for one in given
    )


def play(game: Game, command: Command, *given: Given) -> Done:
    """Carry a command out with exactly these answers."""
    result = perform(SYSTEM, game, command, answers(given))

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
    result = perform(SYSTEM, game, command, answers(given))

    assert isinstance(result, Asking), result
    return result


def plan(game: Game, command: Command) -> Plan:
    return SYSTEM.plan(game, command)


def legal(game: Game, command: Command) -> bool:
    return not plan(game, command).objections


def refused(game: Game, command: Command) -> tuple[str, ...]:
    """Every clause cited against a command, in order, each once."""
    result = perform(SYSTEM, game, command)

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
    system = dataclasses.replace(SYSTEM, plan_phase=lambda game: Plan(steps=steps))
    result = perform(system, game, NextPhase(), answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given)
    return result


def chance(game: Game, command: Command, label: str) -> Fraction:
    """The exact chance of an end by the book's word for it."""
    found = odds(SYSTEM, game, command)

    assert not isinstance(found, Refused), found
    return dict(found.table()).get(label, Fraction(0))
