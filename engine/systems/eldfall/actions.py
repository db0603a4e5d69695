"""Every action of the book in the order in which a window lists them, and the kinds of movement."""

from __future__ import annotations

from engine.system import Action, MoveKind
from engine.systems.eldfall import (
    attacking,
    choices,
    deployment,
    dodge_move,
    idle,
    movement,
    panicking,
    posture,
    recovering,
    riding,
    stratagem,
    wings,
)

ACTIONS: tuple[Action, ...] = (
    *panicking.ACTIONS,
    *idle.ACTIONS,
    *posture.ACTIONS,
    *wings.ACTIONS,
    *riding.ACTIONS,
    *dodge_move.ACTIONS,
    *attacking.ACTIONS,
    *choices.ACTIONS,
    *stratagem.ACTIONS,
    *recovering.ACTIONS,
    *deployment.ACTIONS,
)

MOVE_KINDS: tuple[MoveKind, ...] = movement.KINDS
