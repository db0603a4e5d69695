"""Every action of the book in the order in which a window lists them, and the kinds of movement."""

from __future__ import annotations

from engine.system import Action, MoveKind
from engine.systems.eldfall import deployment, panicking, recovering, stratagem

ACTIONS: tuple[Action, ...] = (
    *panicking.ACTIONS,
    *stratagem.ACTIONS,
    *recovering.ACTIONS,
    *deployment.ACTIONS,
)

MOVE_KINDS: tuple[MoveKind, ...] = ()
