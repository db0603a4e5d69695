"""Tables with height for the moving half of the book, and moves upon them.

`ROOF` is a roof of 12 by 10 inches, as high as asked, from (0, 0) to (12, 10); the ground
lies east of x = 12.  Bases are 25 mm (0.984 in).
"""

from __future__ import annotations

from engine import notation, systems
from engine.ask import Answer, Picked, Thrown
from engine.commands import Act, Command, Move, NextPhase
from engine.game import Game, ModelId, Point
from engine.odds import odds
from engine.play import Asking, Done, Refused, perform
from engine.rules import Plan

Given = int | str | tuple[int, ...]
SYSTEM = systems.load("mordheim")
BASE = 25.0 / 25.4
"""A 25 mm base across, in inches: two of them touch at this distance."""

# fmt: off
PROFILES = """
profile i1    "I1"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7
profile man   "Man"   M=4 WS=3 BS=3 S=3 T=3 W=1 I=3 A=1 Ld=7
profile i4    "I4"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=4 A=1 Ld=7
profile i5    "I5"    M=5 WS=3 BS=3 S=3 T=3 W=1 I=5 A=1 Ld=7
profile i6    "I6"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=6 A=1 Ld=7
profile boss  "Boss"  M=4 WS=4 BS=4 S=3 T=3 W=1 I=4 A=1 Ld=9 traits=leader
profile dog   "Dog"   M=6 WS=4 BS=0 S=4 T=3 W=1 I=4 A=1 Ld=5 traits=animal
profile rock  "Rock"  M=3 WS=3 BS=3 S=3 T=9 W=1 I=3 A=1 Ld=7
profile archer "Archer" M=4 WS=3 BS=4 S=3 T=3 W=1 I=4 A=1 Ld=7 equipment=dagger,bow
"""
# fmt: on


def roof(top: float, name: str = "roof", west: float = 0.0, east: float = 12.0) -> str:
    """A roof as high as *top*, a third of an inch thick."""
    outline = f"{west},0 {east},0 {east},10 {west},10"
    return f'terrain {name} "Roof" floor {outline} bottom={top - 0.3} top={top}'


def table(models: str, *terrain: str, phase: str = "movement", active: str = "red", **readings: str) -> Game:
    """A position in the movement phase, with terrain lines and readings."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    pieces = "\n".join(terrain)
    head = f"game mordheim round=2 phase={phase} active={active}"
    return notation.read("\n".join((head, chosen, PROFILES, pieces, models)))


def move(game: Game, model: str, *points: Point, how: str = "") -> Move:
    """A move from where the model stands through the points."""
    now = game.model(model)
    return Move(model=ModelId(model), path=((now.x, now.y), *points), how=how)


def answers(given: tuple[Given, ...] | list[Given]) -> tuple[Answer, ...]:
    """A number is a die, a tuple several dice of one throw, a word an option."""
    return tuple(
        Picked(one) if isinstance(one, str) else Thrown(one if isinstance(one, tuple) else (one,)) for one in given
    )


def act(model: str, action: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action=action, targets=targets)


def plan(game: Game, command: Command) -> Plan:
    return SYSTEM.plan(game, command)


def done(game: Game, command: Command, *given: Given) -> Game:
    """The game after a legal command with exactly these answers."""
    result = perform(SYSTEM, game, command, answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given)
    return result.game


def asking(game: Game, command: Command, *given: Given) -> Asking:
    result = perform(SYSTEM, game, command, answers(given))

    assert isinstance(result, Asking), result
    return result


def refused(game: Game, command: Command) -> tuple[str, ...]:
    """Every clause cited against a command, in order, each once."""
    result = perform(SYSTEM, game, command)

    assert isinstance(result, Refused), result
    assert all(objection.why for objection in result.objections)
    return tuple(dict.fromkeys(clause for objection in result.objections for clause in objection.why))


def said(game: Game, command: Command) -> str:
    """Every sentence against a command."""
    return " ".join(objection.text for objection in plan(game, command).objections)


def legal(game: Game, command: Command) -> bool:
    return not plan(game, command).objections


def chance(game: Game, command: Command, label: str) -> object:
    """The exact chance of an end by the book's word for it."""
    found = odds(SYSTEM, game, command)

    assert not isinstance(found, Refused), found
    return dict(found.table()).get(label, 0)


def next_turn(game: Game, *given: Given) -> Game:
    """On to the next player's recovery phase, with these answers on the way."""
    left = list(given)
    while True:
        result = perform(SYSTEM, game, NextPhase(), answers(left))
        assert isinstance(result, Done), result
        left = left[result.used :]
        game = result.game
        if game.phase == "recovery":
            assert not left
            return game


def place(game: Game, model: str) -> tuple[float, float, float]:
    """Where a model stands, to a thousandth of an inch."""
    now = game.model(model)
    return round(now.x, 3), round(now.y, 3), round(now.z, 3)
