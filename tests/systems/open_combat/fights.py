"""Written positions for the fighting half of the book, and how to play commands on them.

Bases are 25 mm unless a profile says otherwise: at 5.984 and 4.016 a model touches one at 5.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine import notation, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, Command
from engine.events import Event
from engine.game import Game, ModelId
from engine.odds import Odds, odds
from engine.play import Asking, Done, Refused, perform
from engine.rules import Plan

SYSTEM = systems.load("open_combat")
Given = int | str | tuple[int, ...]

# fmt: off
PROFILES = """
profile sword   "Sword"   SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sword
profile strong  "Strong"  SPD=4 ATK=4 DEF=4 FOR=3 MIN=3 equipment=sword
profile tough   "Tough"   SPD=4 ATK=3 DEF=4 FOR=3 MIN=3 equipment=sword
profile frail   "Frail"   SPD=4 ATK=3 DEF=3 FOR=1 MIN=3 equipment=sword
profile fists   "Fists"   SPD=4 ATK=3 DEF=3 FOR=3 MIN=3
profile bow     "Bow"     SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=dagger,bow
profile keen    "Keen"    SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=bow traits=sharp_eyed
profile sling   "Sling"   SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sling
profile spear   "Spear"   SPD=4 ATK=4 DEF=3 FOR=3 MIN=3 equipment=spear
profile great   "Great"   SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=great_weapon
"""
# fmt: on

ROOF = 'terrain roof "Roof" block 0,0 10,0 10,10 0,10 bottom=0 top=4 sight=solid footing=solid'
"""A flat roof 4 inches up; its edges are at x = 10 and y = 10."""


def position(models: str, active: str = "red", **readings: str) -> Game:
    """Models as lines of notation, in the turn of a side, under readings."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game open_combat round=1 phase=activations active={active}"
    return notation.read(f"{head}\n{chosen}\n{PROFILES}\n{models}\n")


def act(model: str, action: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action=action, targets=targets)


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


def asked(game: Game, command: Command, *given: Given) -> dict[str, str]:
    """The options of the choice a command stops at: their ids and labels, in order."""
    result = perform(SYSTEM, game, command, answers(given))

    assert isinstance(result, Asking), result
    assert isinstance(result.question, Choose), result.question
    return {option.id: option.label for option in result.question.options}


def refused(game: Game, command: Command) -> dict[str, tuple[str, ...]]:
    """Every reason for no: sentence and clauses."""
    result = perform(SYSTEM, game, command)

    assert isinstance(result, Refused), result
    return {objection.text: objection.why for objection in result.objections}


def cited(game: Game, command: Command) -> set[str]:
    return {clause for why in refused(game, command).values() for clause in why}


def planned(game: Game, command: Command) -> Plan:
    return SYSTEM.plan(game, command)


def sums(game: Game, command: Command) -> list[str]:
    """The numbers a command rests on, in words."""
    return [tally.text() for tally in planned(game, command).tallies]


def chances(game: Game, command: Command) -> Odds:
    found = odds(SYSTEM, game, command)

    assert isinstance(found, Odds), found
    return found


def harm(game: Game, command: Command, model: str) -> dict[int, Fraction]:
    """The exact chance of each number of Fortitude a model loses; 99 stands for a model that is gone."""
    shares: dict[int, Fraction] = {}
    before = game.model(model).count("fortitude_lost")
    for end, share in chances(game, command).ends:
        now = end.model(model)
        lost = now.count("fortitude_lost") - before if now.on_table else 99
        shares[lost] = shares.get(lost, Fraction(0)) + share
    return shares


def markers(game: Game, model: str) -> set[str]:
    return {marker.status for marker in game.model(model).markers}


def at(game: Game, model: str) -> tuple[float, float, float]:
    """Where a model stands, to the thousandth of an inch."""
    now = game.model(model)
    return round(now.x, 3), round(now.y, 3), round(now.z, 3)


def lost(game: Game, model: str) -> int:
    return game.model(model).count("fortitude_lost")


def about(events: tuple[Event, ...], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]
