"""Chapter: What is left — how far a model may go, and the zones that bear on it.

Painted are the ground a walk reaches between the zones of enemies, the fan of a run, the
model's own zone of control if it counts, those of enemies near it, the straight way out of a
zone it stands in, and whom it must go for while it is Berserk.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine.game import Game, Model, Table
from engine.geometry.evidence import NOTHING, Area, Evidence, Line
from engine.geometry.reach import reach
from engine.questions import Tally
from engine.system import Allowance
from engine.systems.bushido import pace, passing, rage, sprint, straight, zone
from engine.systems.bushido.activation import may_activate
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import apart, binding
from engine.systems.bushido.counters import activations
from engine.systems.bushido.detour import fenced
from engine.systems.bushido.ground import bare, crowd
from engine.systems.bushido.questions import DECLARE
from engine.systems.bushido.sight import FRONT
from engine.systems.bushido.wish import CHARGE, COMPLEX, RUN, WALK

_RAYS = 24
"""Directions in which a run is measured for the fan that is painted."""


@lru_cache(maxsize=32)
def allowance(game: Game, model: Model) -> Allowance:
    """Inches of a walk, with the sums of walk, run and charge, and what to paint."""
    if not model.on_table:
        return Allowance(ruling_text=f"{model.name} is not on the table.")
    shown = zones(game, model)
    waits = may_activate(game, model).objections
    bound = binding(game, model)
    barred = RULES.ruling(game, model, DECLARE, WALK, "may not walk").objections
    walks = pace.allowed(game, model, WALK)
    tallies = (walks, *_more(game, model))
    why_not = (*(o.text for o in waits), *(o.text for o in barred))
    if why_not:
        return Allowance(tallies=tallies if not waits else (), evidence=shown, ruling_text=why_not[0])
    shown += rage.shown_duty(game, model)
    must = rage.duty(game, model)
    if must is not None:
        told = rage.told(game, model)
        return Allowance(tallies=tallies, evidence=shown, ruling_text=told)
    if bound:
        names = " and ".join(enemy.name for enemy in bound)
        return Allowance(tallies=tallies, evidence=shown, ruling_text=f"{model.name} is in contact with {names}.")
    return Allowance(distance=walks.value, tallies=tallies, evidence=shown + _ground(game, model, walks.value))


def zones(game: Game, model: Model) -> Evidence:
    """The model's own zone of control, and those of enemies near enough to bear on it."""
    far = pace.allowed(game, model, CHARGE).value + zone.RADIUS
    shown = zone.painted(game, model)
    for enemy in zone.against(game, model):
        if apart(model, enemy) <= far:
            quiet = replace(zone.area(game, enemy, model), label="")  # the dotted half circle says it
            shown += Evidence(areas=(quiet,))
    return shown


def _more(game: Game, model: Model) -> tuple[Tally, ...]:
    """The sums of what else it may declare."""
    kinds = [RUN] if RULES.ruling(game, model, DECLARE, RUN).granted else []
    if activations(model) >= COMPLEX and RULES.ruling(game, model, DECLARE, CHARGE).granted:
        kinds.append(CHARGE)
    return tuple(pace.allowed(game, model, kind) for kind in kinds)


def _ground(game: Game, model: Model, inches: float) -> Evidence:
    over = zone.owners_over(game, model)
    if len(over) == 1:
        out = passing.way_out(game, model, over[0])
        start = (model.x, model.y)
        end = straight.away_from(start, (over[0].x, over[0].y), out)
        line = Line(((*start, 0.0), (*end, 0.0)), "zone", f"{out:.1f}″ straight away from {over[0].name} first")
        return Evidence(lines=(line,))
    if over:
        return NOTHING
    shown = _reached(fenced(game, model), bare(model), round(inches, 6), crowd(game, model))
    return shown + _fan(game, model) if RULES.ruling(game, model, DECLARE, RUN).granted else shown


@lru_cache(maxsize=64)
def _reached(table: Table, model: Model, inches: float, others: tuple[Model, ...]) -> Evidence:
    return Evidence(areas=reach(table, model, inches, others, step=0.0).evidence().areas)


def _fan(game: Game, model: Model) -> Evidence:
    """Where straight runs into the front end."""
    turns = [model.facing - FRONT / 2.0 + FRONT * i / _RAYS for i in range(_RAYS + 1)]
    ring = ((model.x, model.y), *(sprint.furthest(game, model, turn).end for turn in turns))
    run = pace.allowed(game, model, RUN)
    return Evidence(areas=(Area(((ring,),), "reach", f"run {run.value:g}″"),))
