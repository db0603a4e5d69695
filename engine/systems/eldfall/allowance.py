"""Chapter: What is left — how far a model may go from here, and what bears on it where it stands.

Painted are the ground of a Walk and of a Run, the reach in which it engages, the rulers of who
engages it, and while it is Panicked the line of the run to the edge; of who does not move now,
the disc of its Awareness.
"""

from __future__ import annotations

import math
from functools import lru_cache

import shapely
from msgspec.structs import replace

from engine.game import Game, Model, Table
from engine.geometry.evidence import NOTHING, Area, Evidence
from engine.geometry.reach import reach
from engine.geometry.shapes import outline
from engine.questions import Tally
from engine.system import Allowance
from engine.systems.eldfall import dodge_move, edge_run, engagement, moving
from engine.systems.eldfall.acts import DODGE, RUN, WALK
from engine.systems.eldfall.awareness import awareness
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import CROUCH_AFTER, ENTERED, FLIGHT_AFTER, LEFT
from engine.systems.eldfall.edges import nearest
from engine.systems.eldfall.engagement import engagers
from engine.systems.eldfall.hitbox import hitbox, upright
from engine.systems.eldfall.markers import DEAD, ENGAGED, FLYING, IMMOBILIZED, INCAPACITATED, PANICKED
from engine.systems.eldfall.pace import allowed, speed
from engine.systems.eldfall.panicked import dodges_to_the_edge
from engine.systems.eldfall.posture import dodging
from engine.systems.eldfall.questions import MOVE
from engine.systems.eldfall.scenery import to_fly, to_walk
from engine.systems.eldfall.ways import obstacles


@lru_cache(maxsize=64)
def allowance(game: Game, model: Model) -> Allowance:
    """Inches of the movement open to the model now, with the sums, and what to paint."""
    if not model.on_table:
        return Allowance(ruling_text=f"{model.name} is not on the table.")
    shown = engagement.shown(game, model)
    if dodging(game, model):
        return _dodge(game, model, shown)
    told = _numbers(game, model)
    if model.has(PANICKED) and not any(model.has(status) for status in (ENGAGED, IMMOBILIZED, DEAD, INCAPACITATED)):
        shown += edge_run.foreseen(game, model)
    no = moving.may_move(game, model, WALK)
    if no:
        return Allowance(tallies=told, evidence=shown + aware(game, model), ruling_text=no[0].text)
    far = allowed(game, model, WALK).value
    held = engagers(game, model)
    if held:
        names = " or ".join(enemy.name for enemy in held)
        return Allowance(distance=far, tallies=told, evidence=shown, ruling_text=f"Only straight at {names}.")
    shown += ground(game, model, far, "walk")
    if RULES.ruling(game, model, MOVE, RUN).granted:
        shown += ground(game, model, allowed(game, model, RUN).value, "run")
    return Allowance(distance=far, tallies=told, evidence=shown, ruling_text=_pending(model))


def _pending(model: Model) -> str:
    """What was chosen for the end of the movement, in words."""
    flight = {ENTERED: "takes off", LEFT: "lands"}.get(model.count(FLIGHT_AFTER), "")
    posture = {ENTERED: "crouches", LEFT: "stands up"}.get(model.count(CROUCH_AFTER), "")
    words = " and ".join(word for word in (flight, posture) if word)
    return f"It {words} as its movement ends." if words else ""


def aware(game: Game, model: Model) -> Evidence:
    """The disc of its Awareness."""
    inches = awareness(game, model).value
    if inches <= 0.0:
        return NOTHING
    ring = shapely.buffer(outline(hitbox(game, model)), inches, quad_segs=24).exterior.coords
    return Evidence(areas=(Area(((tuple(ring),),), "ruler", f"awareness {inches:g}″", model.z),))


def ground(game: Game, model: Model, inches: float, label: str) -> Evidence:
    """The ground that so many inches lead to; a disc for a flyer."""
    body = upright(game, model)
    if model.has(FLYING):
        areas = _reached(to_fly(game.table), replace(body, z=0.0), round(inches, 6), ())
    else:
        areas = _reached(to_walk(game.table), body, round(inches, 6), obstacles(game, model))
    return Evidence(areas=tuple(replace(area, label=f"{label} {inches:g}″", z=model.z) for area in areas))


@lru_cache(maxsize=64)
def _reached(table: Table, body: Model, inches: float, crowd: tuple[Model, ...]) -> tuple[Area, ...]:
    return reach(table, body, inches, crowd, step=body.profile.height).evidence().areas


def _numbers(game: Game, model: Model) -> tuple[Tally, ...]:
    """The Speed and what each kind of movement that is open makes of it."""
    kinds = (kind for kind in (WALK, RUN) if RULES.ruling(game, model, MOVE, kind).granted)
    return (speed(game, model), *(allowed(game, model, kind) for kind in kinds))


def _dodge(game: Game, model: Model, shown: Evidence) -> Allowance:
    told = moving.numbers(game, model, DODGE)
    no = dodge_move.may(game, model)
    far = allowed(game, model, DODGE).value
    if no or not math.isfinite(far):
        return Allowance(tallies=told, evidence=shown, ruling_text=no[0].text if no else "")
    if dodges_to_the_edge(game, model):
        for edge in nearest(game, model):
            shown += edge.evidence()
        return Allowance(distance=far, tallies=told, evidence=shown, ruling_text="Only towards the nearest open edge.")
    return Allowance(distance=far, tallies=told, evidence=shown + ground(game, model, far, "dodge"))
