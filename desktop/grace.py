"""Facts into motion: a move slides, a fall drops, a wound flashes.  Truth comes by sync, grace by events."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from desktop.scene import Motion
from engine.events import Event, Gained, Moved
from engine.game import Game
from engine.system import System

LONGEST_DROP = 0.5
"""Inches of height a walk may lose before it is shown as a fall."""


def animate(
    motion: Motion, system: System, before: Game, after: Game, events: Sequence[Event], in_hand: Collection[str] = ()
) -> None:
    """Show what has just happened; call it when the scene was synced to how it ended.

    *in_hand* are models that a hand carried there: they do not slide there once more.
    """
    if before.system != after.system:
        return  # another battle was opened
    for event in events:
        if isinstance(event, Moved):
            if event.model not in in_hand:
                motion.slide(event.model, tuple((x, y) for x, y, _ in event.path))
            dropped = max(z for _, _, z in event.path) - event.path[-1][2]
            if dropped > LONGEST_DROP:
                motion.fall(event.model, dropped)
    laid = {event.model for event in events if isinstance(event, Gained) and _lays(system, event.marker.status)}
    for model in after.on_table():
        if model.id in laid or _hurt(system, before, after, model.id):
            motion.flash(model.id)


def _lays(system: System, status: str) -> bool:
    known = system.rules.statuses.get(status)
    return known is not None and bool(known.lying)


def _hurt(system: System, before: Game, after: Game, model: str) -> bool:
    if system.wounds is None or not before.has_model(model):
        return False
    return system.wounds(after, after.model(model))[0] < system.wounds(before, before.model(model))[0]
