"""What became of models between two instants, in a few words: the rows of the odds."""

from __future__ import annotations

import math

from engine.game import Game, Model
from engine.systems.open_combat.counters import CLIMBING, FORTITUDE_LOST, PRONE
from engine.systems.open_combat.tables import STEP, inches

NOTHING = "no effect"
LOST_INITIATIVE = "initiative lost"


def outcome(before: Game, after: Game) -> str:
    """What became of whom: by name where several are touched, or where it is not the one who acts."""
    told = [(model, words) for model in after.models if (words := _became(before, after, model))]
    parts = [words if len(told) == 1 else f"{model.name} {words}" for model, words in told]
    if after.active != before.active:
        parts.append(LOST_INITIATIVE)
    return ", ".join(parts) or NOTHING


def _became(before: Game, after: Game, now: Model) -> str:
    """What became of one model; empty when nothing worth a word did."""
    if not before.has_model(now.id):
        return ""
    was = before.model(now.id)
    if now.place == "removed":
        return now.removed_as if was.place != "removed" else ""
    loss = now.count(FORTITUDE_LOST) - was.count(FORTITUDE_LOST)
    parts = [_went(was, now, foe=now.side != before.active)]
    if loss:
        parts.append(f"{loss} Fortitude lost" if loss > 0 else f"{-loss} Fortitude back")
    elif parts[0] == "falls":
        parts = ["falls unhurt"]
    return ", ".join(part for part in parts if part)


def _went(was: Model, now: Model, *, foe: bool) -> str:
    """How it changed its place or its footing."""
    rise, lies = now.z - was.z, now.has(PRONE) and not was.has(PRONE)
    if lies:
        return "falls" if rise < -STEP or was.has(CLIMBING) else "goes down"
    if was.has(PRONE) and not now.has(PRONE):
        return "stands up"
    if foe and math.dist((was.x, was.y), (now.x, now.y)) > STEP / 100:
        return "forced back"
    if abs(rise) > STEP:
        return f"{inches(abs(rise))} {'up' if rise > 0 else 'down'}"
    return ""
