"""Chapter: Movement — one plan for every way of moving, taken from the path or asked for by name.

A path that ends on an enemy is a Melee action, or a charge where it is too long for that;
what is longer than the Move and straight ahead is a run; all else is a walk.
"""

from __future__ import annotations

import math
from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Move
from engine.events import Moved
from engine.game import Game, Model, ModelId, Point
from engine.geometry.tracks import Track
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.standing import warned
from engine.systems.bushido import charge, melee, pace, passing, rage, sprint
from engine.systems.bushido.activation import Step, declare
from engine.systems.bushido.contact import leaving, touching
from engine.systems.bushido.counters import activations
from engine.systems.bushido.ground import INCH, carried, obstructions, price, room
from engine.systems.bushido.passing import straightened
from engine.systems.bushido.running import plan_run
from engine.systems.bushido.sight import in_front
from engine.systems.bushido.wish import CHARGE, CLAUSES, COMPLEX, MELEE, RUN, WALK, Wish

KINDS = (WALK, RUN, CHARGE, MELEE)
_SAME = 1e-6


def plan_move(game: Game, command: Move) -> Plan:
    """Judge a path as what it is, or as what it is asked to be."""
    model = game.model(command.model)
    how = command.how
    if how and how not in KINDS:
        text = f"There is no way of moving called {how!r}; there are: {', '.join(KINDS)}."
        return Plan(label="Move", objections=(Objection(text=text, why=("BUS-DEF-18",), model=model.id),))
    if not model.on_table:
        return declare(game, Wish(model=model.id, action=how or WALK, title="Move", moves=True))
    path = _from_here(model, command.path)
    target = aimed_at(game, model, path) if how in ("", MELEE, CHARGE) else None
    if target is not None:
        charges = _charges(game, model, path, target, how)
        plan_at = charge.plan_at if charges else melee.plan_at
        return plan_at(game, model, target, path)
    if how in (MELEE, CHARGE):
        return _at_nobody(game, model, path, how)
    if how == RUN or (not how and _runs(game, model, path)):
        return plan_run(game, model, path)
    return plan_walk(game, model, path, command.facing)


def aimed_at(game: Game, model: Model, path: tuple[Point, ...]) -> Model | None:
    """The enemy onto whom a path leads: the first of those it ends in or beside."""
    found = carried(game, model, path)
    met = {bump.thing: bump.at for bump in found.bumps}
    ends = {*found.contacts, *found.overlaps}
    fresh = [enemy for enemy in game.enemies(model) if enemy.id in ends and not touching(model, enemy)]
    return min(fresh, default=None, key=lambda e: (met.get(e.id, math.inf), math.dist(found.end, (e.x, e.y))))


def plan_walk(game: Game, model: Model, path: tuple[Point, ...], facing: float | None) -> Plan:
    """A walk along a path, or a turn on the spot."""
    found, objections, tallies = judged_walk(game, model, path)
    if facing is not None and model.profile.base.shape != "round":
        objections += room(game, replace(model, x=found.end[0], y=found.end[1], facing=facing))
    title = f"Walk {found.length:.1f}{INCH}" if found.length else "a walk to turn on the spot"
    wish = Wish(model=model.id, action=WALK, title=title, moves=True, inches=found.length)
    shown = found.evidence()
    return declare(
        game,
        wish,
        walk_step(model.id, found.path, facing),
        objections=objections,
        tallies=tallies,
        evidence=warned(shown) if objections else shown,
    )


def judged_walk(
    game: Game, model: Model, path: tuple[Point, ...]
) -> tuple[Track, tuple[Objection, ...], tuple[Tally, ...]]:
    """A walk as it will be gone, all that speaks against it, and its sums: also for shots and feats with a walk."""
    path = straightened(game, model, path)
    found = carried(game, model, path)
    allowed = pace.allowed(game, model, WALK, path)
    objections = (
        *leaving(game, model, found),
        *obstructions(game, model, found),
        *passing.zone_objections(game, model, found, WALK),
        *sprint.no_contact(game, model, found, WALK),
        *sprint.too_long(model, found, allowed.value, WALK),
    )
    return found, objections, (allowed, price(found))


def walk_step(model: ModelId, path: tuple[Point, ...], facing: float | None = None) -> Step:
    """Going a walk that was judged; *facing* is where the model looks at its end."""
    return partial(_walk, name=model, path=path, facing=facing)


def _walk(game: Game, name: ModelId, path: tuple[Point, ...], facing: float | None) -> Steps[Game]:
    model = game.model(name)
    if not model.on_table:
        return game
    points = tuple((x, y, model.z) for x, y in path)
    why = (CLAUSES[WALK], "BUS-DEF-18")
    return (yield from happens(Moved(model=name, path=points, how=WALK, facing=facing, why=why)))


def _from_here(model: Model, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path with the model's place first."""
    here = (model.x, model.y)
    return (here, *path[1:]) if math.dist(path[0], here) <= _SAME else (here, *path)


def _charges(game: Game, model: Model, path: tuple[Point, ...], target: Model, how: str) -> bool:
    """Is a way onto an enemy a charge?  If asked for, if a Berserk model has to, or if it is too long for Melee."""
    if how:
        return how == CHARGE
    must = rage.duty(game, model)
    if must is not None and must.action in (MELEE, CHARGE):
        return must.action == CHARGE
    way = carried(game, model, passing.bent(game, model, path, target))
    return bool(pace.over(way, pace.allowed(game, model, MELEE).value)) and activations(model) >= COMPLEX


def _runs(game: Game, model: Model, path: tuple[Point, ...]) -> bool:
    """Is a way that touches nobody a run?  A Berserk model that must run runs; else if too long for a walk."""
    must = rage.duty(game, model)
    if must is not None and must.action == RUN:
        return True
    found = carried(game, model, straightened(game, model, path))
    if not pace.over(found, pace.allowed(game, model, WALK, path).value):
        return False
    line = sprint.one_line(path)
    return line is not None and in_front(model, line[-1]) and not pace.over(found, pace.allowed(game, model, RUN).value)


def _at_nobody(game: Game, model: Model, path: tuple[Point, ...], how: str) -> Plan:
    found = carried(game, model, path)
    wish = Wish(model=model.id, action=how, title=how.capitalize(), cost=COMPLEX if how == CHARGE else 1, moves=True)
    text = f"This way ends in contact with no enemy; draw it onto the one {model.name} goes for."
    shown = warned(found.evidence())
    nobody = Objection(text=text, why=(CLAUSES[how],), model=model.id, evidence=shown)
    return declare(game, wish, objections=(nobody,), evidence=shown)
