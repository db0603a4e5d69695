"""Written positions for the fighting half of the book, and how to play commands on them.

Bases are 25 mm: at 5.984 and 4.016 a model touches one at 5.  Initiatives differ from
profile to profile so that nobody is tied unless a test is about ties.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from fractions import Fraction

from engine import notation, systems
from engine.ask import Answer, Picked, Steps, Thrown
from engine.commands import Act, Command, NextPhase
from engine.game import Game, ModelId
from engine.odds import odds
from engine.play import Done, Refused, perform
from engine.rules import Plan
from engine.systems.mordheim.injuries import suffer

SYSTEM = systems.load("mordheim")
Given = int | str | tuple[int, ...]

# fmt: off
PROFILES = """
profile quick   "Quick"   M=4 WS=3 BS=3 S=3 T=3 W=1 I=5 A=1 Ld=7
profile twice   "Twice"   M=4 WS=3 BS=3 S=3 T=3 W=1 I=5 A=2 Ld=7
profile thrice  "Thrice"  M=4 WS=3 BS=3 S=3 T=3 W=1 I=5 A=3 Ld=7
profile fighter "Fighter" M=4 WS=3 BS=3 S=3 T=3 W=1 I=3 A=1 Ld=7
profile slow    "Slow"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7
profile leather "Leather" M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 equipment=heavy_armour
profile ogre    "Ogre"    M=4 WS=3 BS=3 S=4 T=4 W=3 I=2 A=2 Ld=7
profile giant   "Giant"   M=4 WS=3 BS=0 S=6 T=7 W=3 I=1 A=3 Ld=7
profile spear   "Spear"   M=4 WS=3 BS=3 S=3 T=3 W=1 I=6 A=1 Ld=7 equipment=spear
profile maul    "Maul"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=6 A=1 Ld=7 equipment=great_weapon
profile fencer  "Fencer"  M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 equipment=sword
profile archer  "Archer"  M=4 WS=3 BS=4 S=3 T=3 W=1 I=4 A=1 Ld=7 equipment=dagger,bow
profile husk    "Husk"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=no_pain
profile grit    "Grit"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=true_grit
profile skull   "Skull"   M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=thick_skull
profile jumper  "Jumper"  M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=jump_up
profile helm    "Helm"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 equipment=helmet
profile both    "Both"    M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=thick_skull equipment=helmet
profile springy "Springy" M=4 WS=3 BS=3 S=3 T=3 W=1 I=1 A=1 Ld=7 traits=jump_up equipment=helmet
"""
# fmt: on


def position(models: str, phase: str = "combat", active: str = "red", **readings: str) -> Game:
    """Models as lines of notation, in a phase, under readings."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    return notation.read(f"game mordheim round=2 phase={phase} active={active}\n{chosen}\n{PROFILES}\n{models}\n")


def fight(model: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action="fight", targets=targets)


def shoot(model: str, *targets: str) -> Act:
    return Act(model=ModelId(model), action="shoot", targets=targets)


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


def refused(game: Game, command: Command) -> dict[str, tuple[str, ...]]:
    """Every reason for no: sentence and clauses."""
    result = perform(SYSTEM, game, command)

    assert isinstance(result, Refused), result
    return {objection.text: objection.why for objection in result.objections}


def cited(game: Game, command: Command) -> set[str]:
    return {clause for why in refused(game, command).values() for clause in why}


def markers(game: Game, model: str) -> set[str]:
    return {marker.status for marker in game.model(model).markers}


def fate(game: Game, model: str) -> str:
    """What a model is now, in one word or three."""
    now = game.model(model)
    if now.place == "removed":
        return now.removed_as
    return "stunned" if now.has("stunned") else "knocked down" if now.has("knocked_down") else "unhurt"


def fates(game: Game, model: str, *commands: Command) -> dict[str, Fraction]:
    """The exact chance of every fate of a model after the commands, one after the other.

    A command that is refused because its target is gone leaves the game as it is.
    """
    spread = {game: Fraction(1)}
    for command in commands:
        spread = _after(spread, command)
    shares: dict[str, Fraction] = {}
    for end, share in spread.items():
        shares[fate(end, model)] = shares.get(fate(end, model), Fraction(0)) + share
    return shares


def _after(spread: dict[Game, Fraction], command: Command) -> dict[Game, Fraction]:
    merged: dict[Game, Fraction] = {}
    for game, share in spread.items():
        found = odds(SYSTEM, game, command)
        if isinstance(found, Refused):
            assert any("MOR-OOA-2" in objection.why for objection in found.objections), found.objections
            merged[game] = merged.get(game, Fraction(0)) + share
            continue
        for end, chance in found.ends:
            merged[end] = merged.get(end, Fraction(0)) + share * chance
    return merged


def wounded(model: str, wounds: int, **more: object) -> Callable[[Game], Steps[Game]]:
    """The step in which a model suffers so many unsaved wounds from the other side."""

    def step(game: Game) -> Steps[Game]:
        by = game.others(game.model(model).side)[0].id
        return (yield from suffer(game, ModelId(model), wounds=wounds, by=by, cause="blow", **more))

    return step


def after_steps(game: Game, *given: Given, steps: tuple[Callable[[Game], Steps[Game]], ...]) -> Done:
    """Run bare steps of the rules with these answers."""
    system = dataclasses.replace(SYSTEM, plan_phase=lambda game: Plan(steps=steps))
    result = perform(system, game, NextPhase(), answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given)
    return result


def fates_of_steps(game: Game, model: str, *steps: Callable[[Game], Steps[Game]]) -> dict[str, Fraction]:
    """The exact chance of every fate of a model after bare steps of the rules."""
    system = dataclasses.replace(SYSTEM, plan_phase=lambda game: Plan(steps=steps))
    found = odds(system, game, NextPhase())
    shares: dict[str, Fraction] = {}
    assert not isinstance(found, Refused)
    for end, share in found.ends:
        shares[fate(end, model)] = shares.get(fate(end, model), Fraction(0)) + share
    return shares
