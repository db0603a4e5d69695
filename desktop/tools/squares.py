"""On a board of squares: where a held model would stand, how far an arrow carries it, how it turns.

Where the rulebook plays in inches everything here leaves the hand as it is.
"""

from __future__ import annotations

from desktop.session import Session
from desktop.tools.hand import ARROWS, Hand, beside_by
from engine import systems
from engine.game import Game, Model, Point
from engine.geometry.grid import figure_size, snap, steps_along
from engine.measuring.squares import in_spaces


def squared(session: Session) -> bool:
    """Is the rulebook in play one of squares?"""
    return systems.on_squares(session.game.system)


def settled(game: Game, model: Model, at: Point, facing: float | None = None) -> Point:
    """The place of the model's middle when it stands on the squares nearest to *at*; *at* itself in inches."""
    if not systems.on_squares(game.system):
        return at
    turned = model.facing if facing is None else facing
    wide, deep = figure_size(model.profile.base, turned)
    return snap(at, wide, deep).centre()


def stepped(game: Game, at: Point, hand: Hand) -> Point:
    """A place moved by an arrow key: one square, or as far as a hand goes in inches."""
    if not systems.on_squares(game.system):
        return beside_by(at, hand)
    dx, dy = ARROWS[hand.key]
    return at[0] + dx, at[1] + dy


def turned(game: Game, facing: float, by: float) -> float:
    """The facing turned by degrees; on squares by a quarter turn that way, and square to the board."""
    if not systems.on_squares(game.system):
        return (facing + by) % 360.0
    return (round(facing / 90.0) + (1 if by > 0 else -1)) * 90.0 % 360.0


def way_length(game: Game, path: tuple[Point, ...], length: float) -> str:
    """How long a way is, in spaces or in inches."""
    if not systems.on_squares(game.system):
        return f"{length:.1f}″"
    return in_spaces(steps_along(path))
