"""All a rule can say to the driver: this happens, roll this, choose one of these.

Rules write `yield from` these three and nothing else, which is what lets a type checker
see that a roll gives the type of its reading and a fact gives the new game.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from engine.dice import Dice, Faces, Read
from engine.events import Event
from engine.game import NO_MODEL, NO_SIDE, Game, ModelId, SideId

T = TypeVar("T")


@dataclass(frozen=True)
class Roll(Generic[T]):
    """Dice that somebody must throw; *what* says in words what for, *need* what is hoped for."""

    dice: Dice
    read: Read[T]
    what: str
    side: SideId = NO_SIDE
    model: ModelId = NO_MODEL
    need: str = ""
    why: tuple[str, ...] = ()


class Option(Struct, frozen=True):
    """One thing to choose: its id, and the words on the button."""

    id: str
    label: str


@dataclass(frozen=True)
class Choose:
    """A decision that belongs to *side*; *what* is the question in words.

    A *secret* one is hidden from the other players until the command is done or the rule
    says aloud what was chosen.
    """

    side: SideId
    options: tuple[Option, ...]
    what: str
    model: ModelId = NO_MODEL
    why: tuple[str, ...] = ()
    secret: bool = False


class Thrown(Struct, frozen=True, tag=True):
    """Faces that lay on the table, and of each die whether a person typed it in."""

    faces: Faces
    typed: tuple[bool, ...] = ()


class Picked(Struct, frozen=True, tag=True):
    option: str


Answer = Thrown | Picked

Said = Event | Roll[Any] | Choose
Steps = Generator[Said, Any, T]
"""What a rule procedure is: facts and questions going out, replies coming in, a T at the end."""


def happens(event: Event) -> Steps[Game]:
    """State a fact; gives the game in which it is true.  Always bind the result."""
    game: Game = yield event
    return game


def roll(
    dice: Dice,
    read: Read[T],
    what: str,
    *,
    side: SideId = NO_SIDE,
    model: ModelId = NO_MODEL,
    need: str = "",
    why: tuple[str, ...] = (),
) -> Steps[T]:
    """Ask for dice; gives what they mean."""
    meaning: T = yield Roll(dice, read, what, side, model, need, why)
    return meaning


def choose(
    side: SideId,
    options: tuple[Option, ...],
    what: str,
    *,
    model: ModelId = NO_MODEL,
    why: tuple[str, ...] = (),
    secret: bool = False,
) -> Steps[str]:
    """Ask a side to decide; gives the id of the option.  A single option is not asked."""
    if len(options) == 1:
        return options[0].id
    picked: str = yield Choose(side, options, what, model, why, secret)
    return picked
