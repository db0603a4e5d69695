"""Wishes: what a player asks for, before any rule has been asked.

Commands stand one layer above events, not beside them as first drawn, because a
`ByHand` wish *is* a list of facts: the referee's override needs no vocabulary of its own.
"""

from __future__ import annotations

from msgspec import Struct

from engine.events import Event
from engine.game import ModelId, Point, Point3


class Deploy(Struct, frozen=True, kw_only=True, tag=True):
    """Set a model from the reserve onto the table at (x, y, z) inches."""

    model: ModelId
    at: Point3
    facing: float = 0.0


class Move(Struct, frozen=True, kw_only=True, tag=True):
    """Walk a model's centre along *path* (its first point is where it stands).

    *how* names the book's kind of move; empty leaves it to the book to take the kind
    that fits the path.
    """

    model: ModelId
    path: tuple[Point, ...]
    how: str = ""
    facing: float | None = None


class Turn(Struct, frozen=True, kw_only=True, tag=True):
    model: ModelId
    facing: float


class Act(Struct, frozen=True, kw_only=True, tag=True):
    """Carry out one of the book's actions; *targets* in the order they are attacked."""

    model: ModelId
    action: str
    targets: tuple[str, ...] = ()


class NextPhase(Struct, frozen=True, kw_only=True, tag=True):
    """Go on to the book's next phase."""


class ByHand(Struct, frozen=True, kw_only=True, tag=True):
    """Facts set by a person, past every rule.  Always allowed, always logged as such."""

    facts: tuple[Event, ...]
    note: str = ""


Command = Deploy | Move | Turn | Act | NextPhase | ByHand
