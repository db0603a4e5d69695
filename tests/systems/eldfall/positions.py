"""Written positions, and how to play commands on them: shared by every test of this book.

A model "ref" is the reference model of the worked cases: Medium (32 mm, 45 mm high), STA 2, SPD 5,
OFF 13, DEF 11, ACC 12, INT 9, AG 11, T 13, ARM 3, HP 2, M 12, with a blade and a bow.  `T` apart two
such bases touch.  Models look up the screen unless the line says where, and have no Activation
Points unless the line gives them some, so that nobody reacts unasked.
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

SYSTEM = systems.load("eldfall")
T = 32.0 / MM_PER_INCH
"""Centre to centre of two touching 32 mm bases, in inches."""
Given = int | str | tuple[int, ...]

# fmt: off
_REF = "base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12"
PROFILES = f"""
profile ref     "Reference" {_REF} equipment=blade,bow
profile one     "Tired"     {_REF.replace("STA=2", "STA=1")} equipment=blade,bow
profile frail   "Frail"     {_REF.replace("HP=2", "HP=1")} equipment=blade,bow
profile flyer   "Flyer"     {_REF} traits=flight equipment=blade,bow
profile leader  "Leader"    {_REF} traits=leader equipment=blade,bow
profile eager   "Eager"     {_REF} traits=fervour,wary equipment=blade,bow
profile healer  "Healer"    {_REF} equipment=field_dressing,steady_hand,second_breath,blade,bow
profile mender  "Mender"    {_REF} Regeneration=1 traits=regeneration equipment=blade,bow
profile spear   "Spearman"  {_REF} equipment=long_spear
profile pike    "Pikeman"   {_REF} equipment=pike
profile knife   "Knifeman"  {_REF} equipment=skinning_knife
profile hammer  "Hammerer"  {_REF} equipment=bell_hammer
profile sleeper "Stunner"   {_REF} equipment=sleep_maul
profile venom   "Poisoner"  {_REF} equipment=venom_needles
profile nettle  "Nettler"   {_REF} equipment=nettle_needles
profile thrower "Thrower"   {_REF} equipment=tar_pot
profile sweeper "Sweeper"   {_REF} equipment=kiln_fists
profile small   "Small"     {_REF.replace("base=32 height=1.7717", "base=25 height=0.9843")} equipment=blade,bow
profile giant   "Giant"     {_REF.replace("base=32 height=1.7717", "base=60 height=2.3622")} equipment=kiln_fists
"""
# fmt: on


def position(
    models: str, *lines: str, phase: str = "tactical", active: str = "red", turn: int = 2, **readings: str
) -> Game:
    """Models as lines of notation, in a phase, under readings; *lines* are terrain and sides."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    head = f"game eldfall round={turn} phase={phase} active={active}"
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
    """Markers of a model in the order they lie, with values: ["weakened 1", "crouched"]."""
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
