"""Written positions with heights, and moves upon them.

A block or roof runs from x = 0 to x = 10 and y = 0 to y = 12, so its east face and edge are
at x = 10; the ground lies east of it.  Bases are 25 mm (0.984 in) unless a profile says so:
at x = 10.492 one touches the face, at x = 9.508 one stands with its front at the edge.
"""

from __future__ import annotations

from fractions import Fraction

from engine import notation
from engine.commands import Command, Move
from engine.game import Game, ModelId, Point
from tests.systems.open_combat.fights import chances

BASE = 25.0 / 25.4
"""A 25 mm base across, in inches."""
FOOT = 10.0 + BASE / 2.0
"""Where a model touches the east face."""
EDGE = 10.0 - BASE / 2.0
"""Where a model on top stands with its front at the east edge."""
FAR = "model Z spd4 blue 34,34"
"""Somebody of the other side, far from everything."""

_STATS = "ATK=3 DEF=3 FOR=3 MIN=3"
PROFILES = "\n".join(
    [f'profile spd{speed} "SPD {speed}" base=25 height=1.26 SPD={speed} {_STATS}' for speed in range(2, 13)]
    + [f'profile wide{mm} "Wide" base={mm} height=1.26 SPD=4 {_STATS}' for mm in (20, 30, 32, 40)]
    + ['profile frail "Frail" base=25 height=1.26 SPD=4 ATK=3 DEF=3 FOR=1 MIN=3']
)


def heights(models: str, *terrain: str, active: str = "red", **readings: str) -> Game:
    """A position with terrain lines and readings; somebody of the other side is always there."""
    chosen = "\n".join(f"reading {name}={option}" for name, option in readings.items())
    pieces = "\n".join(terrain)
    head = f"game open_combat round=1 phase=activations active={active}"
    return notation.read(f"{head}\n{chosen}\n{PROFILES}\n{pieces}\n{models}\n{FAR}\n")


def block(top: float, name: str = "keep", west: float = 0.0, east: float = 10.0) -> str:
    """A solid block of 12 inches from north to south."""
    outline = f"{west},0 {east},0 {east},12 {west},12"
    return f'terrain {name} "{name.capitalize()}" block {outline} bottom=0 top={top}'


def roof(top: float, name: str = "roof", west: float = 0.0, east: float = 10.0) -> str:
    """A thin roof with nothing under it."""
    outline = f"{west},0 {east},0 {east},12 {west},12"
    return f'terrain {name} "{name.capitalize()}" floor {outline} bottom={top - 0.3} top={top}'


def flat(kind: str, west: float, east: float, name: str = "rift") -> str:
    """A pit or water in the ground, from west to east."""
    outline = f"{west},0 {east},0 {east},36 {west},36"
    return f'terrain {name} "{name.capitalize()}" {kind} {outline} bottom=0 top=0 sight=clear footing=open'


def move(game: Game, model: str, *points: Point, how: str = "", facing: float | None = None) -> Move:
    """A move from where the model stands through the points."""
    now = game.model(model)
    return Move(model=ModelId(model), path=((now.x, now.y), *points), how=how, facing=facing)


def table(game: Game, command: Command) -> dict[str, Fraction]:
    """What can become of a command, in the book's words, with exact chances."""
    return dict(chances(game, command).table())


def safe(game: Game, command: Command, model: str) -> Fraction:
    """The chance that a model is neither prone nor gone after a command."""
    return chances(game, command).chance(lambda end: end.model(model).on_table and not end.model(model).has("prone"))
