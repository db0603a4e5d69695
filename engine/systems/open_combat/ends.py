"""What became of models between two instants, in a few words: the rows of the odds."""

from __future__ import annotations

import math

from engine.game import Game, Model
from engine.geometry.path import track
from engine.systems.open_combat.counters import CLIMBING, FOLLOWING, FORTITUDE_LOST, HIDDEN, PRONE
from engine.systems.open_combat.gaps import gaps_on
from engine.systems.open_combat.tables import STEP, inches
from engine.systems.open_combat.ways import on_foot

NOTHING = "no effect"
LOST_INITIATIVE = "initiative lost"
_SAME = STEP / 100.0


def outcome(before: Game, after: Game) -> str:
    """What became of whom: by name where several are touched."""
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
    went = _stands(was, now) or _went(before, after, was, now)
    if loss > 0:
        return ", ".join(part for part in (went if went != UNHURT else "", f"{loss} Fortitude lost") if part)
    if loss < 0:
        return f"{-loss} Fortitude back"
    return "falls unhurt" if went == FALLS else went


UNHURT, FALLS = "unhurt", "falls"


def _stands(was: Model, now: Model) -> str:
    """What changed of its footing, if anything did."""
    if now.has(PRONE) and not was.has(PRONE):
        deep = now.z < was.z - STEP or was.has(CLIMBING)
        hurt = now.count(FORTITUDE_LOST) > was.count(FORTITUDE_LOST)
        return FALLS if deep or hurt or _apart(was, now) <= _SAME else "goes down"
    if was.has(PRONE) and not now.has(PRONE):
        return "stands up"
    if now.has(FOLLOWING) and not was.has(FOLLOWING):
        return "follows" if all(m.source != now.id for m in now.markers if m.status == FOLLOWING) else "leads"
    return "hidden" if now.has(HIDDEN) and not was.has(HIDDEN) else ""


def _went(before: Game, after: Game, was: Model, now: Model) -> str:
    """How far it came, where height or a gap is what counts."""
    if now.side != before.active:
        return "forced back" if _apart(was, now) > _SAME else ""
    if now.has(CLIMBING):
        return f"holds on at {inches(on_foot(after, now)[1])}" if abs(now.z - was.z) > _SAME else ""
    if was.has(CLIMBING) or now.z > was.z + STEP:
        return "up" if now.z > was.z + _SAME else "down"
    if _crossed(before, was, now):
        return "across"
    return UNHURT if now.z < was.z - STEP else ""


def _crossed(before: Game, was: Model, now: Model) -> bool:
    """Does a gap lie between where it was and where it is?"""
    here, there = (was.x, was.y), (now.x, now.y)
    if _apart(was, now) <= _SAME:
        return False
    scanned = track(before.table, was, (here, there), (), step=STEP)
    return bool(gaps_on(before.table, was, here, there, scanned, 0.0))


def _apart(was: Model, now: Model) -> float:
    return math.dist((was.x, was.y), (now.x, now.y))
