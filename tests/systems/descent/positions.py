"""Written positions, and how to play commands on them: shared by every test of this book.

A hero "hero" has 12 wounds, 4 fatigue, speed 4, armor 2, conquest 3 and no items; a monster "beast"
6 wounds, armor 1, speed 4.  Squares are inches: a 1×1 figure of column i and row j stands at i.5,j.5.
Dice results are named, never numbered: S a surge, B a blank, E an enhancement of a power die,
`harm(n)` a white die of n damage, `shows(colour, …)` any die with such a face.
"""

from __future__ import annotations

from fractions import Fraction

from engine import notation, systems
from engine.commands import Command, Move
from engine.events import Moved, Noted
from engine.game import Game, Point
from engine.odds import Odds, odds
from engine.play import Done, Refused
from engine.systems.descent.faces import faces
from tests.systems.playing import (
    Given,
    act,
    after,
    answers,
    asking,
    by_hand,
    done,
    legal,
    move,
    plan,
    play,
    refused,
    said,
    step,
)

__all__ = [
    "Given",
    "act",
    "after",
    "answers",
    "asking",
    "by_hand",
    "done",
    "legal",
    "move",
    "plan",
    "play",
    "refused",
    "said",
    "step",
]

SYSTEM = systems.load("descent")

# fmt: off
_HERO = "Wounds=12 Fatigue=4 Speed=4 Armor=2 Melee=2 Ranged=2 Magic=2 Conquest=3 traits=hero"
_BARE = "Wounds=12 Fatigue=0 Speed=4 Melee=0 Ranged=0 Magic=0 Conquest=3 traits=hero"
_BEAST = "Wounds=6 Speed=4 Armor=1"
PROFILES = f"""
profile hero     "Hero"     base=25 {_HERO}
profile slow     "Slow"     base=25 Wounds=12 Fatigue=4 Speed=3 Armor=2 Melee=2 Conquest=3 traits=hero
profile bare     "Bare"     base=25 {_BARE} Armor=0
profile swordman "Swordman" base=25 {_HERO} equipment=hearth_sword
profile plain    "Plain"    base=25 {_BARE} Armor=2 equipment=hearth_sword
profile knight   "Knight"   base=25 {_HERO} equipment=hearth_sword,oak_round,ring_coat
profile warded   "Warded"   base=25 {_HERO} equipment=glass_ward
profile archer   "Archer"   base=25 {_HERO} equipment=reed_bow,quilted_coat
profile mage     "Mage"     base=25 {_HERO} equipment=cinder_rod
profile knifer   "Knifer"   base=25 {_HERO} equipment=gutter_knives,hearth_sword
profile ringer   "Ringer"   base=25 {_HERO} equipment=bell_hammer
profile beast    "Beast"    base=25 {_BEAST} traits=monster equipment=hooked_claws
profile chief    "Chief"    base=25 {_BEAST} traits=monster,master equipment=hooked_claws
profile lord     "Lord"     base=25 {_BEAST} traits=monster,named equipment=hooked_claws
profile adder    "Adder"    base=25 {_BEAST} traits=monster equipment=venom_fang
profile spinner  "Spinner"  base=25 {_BEAST} traits=monster equipment=spun_silk
profile ember    "Ember"    base=25 {_BEAST} traits=monster equipment=ember_breath
profile bell     "Bell"     base=25 {_BEAST} traits=monster equipment=bell_hammer
profile crone    "Crone"    base=25 {_BEAST} traits=monster equipment=cold_whisper
profile rime     "Rime"     base=25 {_BEAST} traits=monster equipment=rime_touch
profile hound    "Hound"    base=25x50 rect {_BEAST} traits=monster equipment=hooked_claws
profile ogre     "Ogre"     base=50x50 rect {_BEAST} traits=monster equipment=hooked_claws
profile wyrm     "Wyrm"     base=50x75 rect {_BEAST} traits=monster equipment=furnace_maw
"""
# fmt: on


def face(colour: str, **shown: int) -> int:
    """The first face of a die that shows exactly this."""
    for number, side in enumerate(faces(colour), start=1):
        if side == type(side)(**shown):
            return number
    raise AssertionError(f"no {colour} face shows {shown}")


def shows(colour: str, **shown: int) -> int:
    """The first face of a die that shows at least this: these numbers, whatever the others are."""
    for number, side in enumerate(faces(colour), start=1):
        if all(getattr(side, name) == value for name, value in shown.items()) and (side.miss == shown.get("miss", 0)):
            return number
    raise AssertionError(f"no {colour} face shows {shown}")


B, S, E = face("black"), face("black", surge=1), face("black", enhance=1)
MISS = face("red", miss=1)


def harm(number: int) -> int:
    """A face of the white die with so much damage."""
    return shows("white", damage=number)


def position(
    models: str, *lines: str, phase: str = "heroes", active: str = "red", turn: int = 2, **readings: str
) -> Game:
    """Models as lines of notation, in a part of the round, under readings; *lines* are terrain and sides.

    Red are the heroes, with 10 conquest unless a line says otherwise, blue the overlord's monsters.
    """
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    sides = () if any(line.startswith("side red") for line in lines) else ('side red "Heroes" conquest:10',)
    if not any(line.startswith("side blue") for line in lines):
        sides += ('side blue "Overlord"',)
    active = "blue" if phase == "overlord" else active
    head = f"game descent round={turn} phase={phase} active={active}"
    board = () if any(line.startswith("table") for line in lines) else ("table 16x12",)
    return notation.read("\n".join((head, chosen, PROFILES, *board, *sides, *lines, models)))


def wall(id: str, *points: tuple[float, float], kind: str = "wall") -> str:
    """A wall along borders of squares."""
    outline = " ".join(f"{x},{y}" for x, y in points)
    return f'terrain {id} "{id.capitalize()}" {kind} {outline} bottom=0 top=2 sight=solid footing=solid open'


def square(id: str, i: int, j: int, kind: str, wide: int = 1, deep: int = 1) -> str:
    """A piece that covers squares: pits, chests, glyphs and tokens flat, obstacles and water as they are."""
    outline = f"{i},{j} {i + wide},{j} {i + wide},{j + deep} {i},{j + deep}"
    sight = "solid" if kind == "obstacle" else "clear"
    footing = "solid" if kind == "obstacle" else "impassable" if kind == "water" else "open"
    name = id.replace("_", " ").capitalize()
    return f'terrain {id} "{name}" {kind} {outline} bottom=0 top=0.1 sight={sight} footing={footing}'


def begin(game: Game, model: str, *given: Given) -> Game:
    """The start of a hero's turn, or a monster's activation, with exactly these answers."""
    action = "begin_turn" if "hero" in game.model(model).profile.traits else "activate"
    return done(game, act(model, action), *given)


def declared(game: Game, model: str, action: str, *given: Given) -> Game:
    """A hero who has begun his turn and declared an action."""
    return done(begin(game, model, *given), act(model, action))


def go(game: Game, model: str, *spaces: tuple[int, int], how: str = "", facing: float | None = None) -> Move:
    """A move of a figure of one space through spaces by column and row."""
    return move(game, model, *((i + 0.5, j + 0.5) for i, j in spaces), how=how, facing=facing)


def where(game: Game, model: str) -> tuple[float, float]:
    """The middle of a figure."""
    return game.model(model).x, game.model(model).y


def marks(game: Game, model: str) -> list[str]:
    """Markers of a figure, sorted, with values: ["bleed", "bleed", "burn 3"]."""
    return sorted(f"{m.status} {m.value}" if m.value else m.status for m in game.model(model).markers)


def number(game: Game, model: str, counter: str) -> int:
    return game.model(model).count(counter)


def wounds(game: Game, model: str) -> int:
    """Wounds the figure has left."""
    assert SYSTEM.wounds is not None
    return SYSTEM.wounds(game, game.model(model))[0]


def conquest(game: Game) -> int:
    return game.side("red").count("conquest")


def notes(result: Done) -> str:
    """Everything the rules noted, in one text."""
    return " | ".join(event.text for event in result.events if isinstance(event, Noted))


def cited(result: Done) -> set[str]:
    """Every clause that made something happen."""
    return {clause for event in result.events for clause in event.why}


def paths(result: Done) -> list[tuple[Point, ...]]:
    """The ways that were gone, in plan."""
    return [tuple((x, y) for x, y, _ in event.path) for event in result.events if isinstance(event, Moved)]


def reckoned(game: Game, command: Command) -> Odds:
    """The exact odds of a command."""
    found = odds(SYSTEM, game, command)

    assert not isinstance(found, Refused), found
    return found


def chance(game: Game, command: Command, label: str) -> Fraction:
    """The exact chance of an end by the book's word for it."""
    return dict(reckoned(game, command).table()).get(label, Fraction(0))
