"""Chapter: Dodge — the move at the end of the Resolution Step: up to half the Speed, in any direction.

Every dodger makes it, whether the roll succeeded or not, and is Disengaged by it.  Who panicked
as it reacted, or Immobilized, moves only towards the nearest open edge; a mounted rider does not
move, but may dismount.  Nobody has to move.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId, Point
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import away, over, warned
from engine.system import Action
from engine.systems.eldfall import engagement, falling, flight, moving, posture, ways
from engine.systems.eldfall.acts import DODGE
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import ACTING
from engine.systems.eldfall.edges import Edge, nearest
from engine.systems.eldfall.markers import FLYING, MOUNTED
from engine.systems.eldfall.panicked import dodges_to_the_edge
from engine.systems.eldfall.questions import DODGE_MOVE, TACTICAL
from engine.systems.eldfall.sequence import dodged
from engine.systems.eldfall.toward import ASTRAY

STAY = "stay_put"
WHY = ("ELD-DEF-DODGE",)


def plan_dodge_move(game: Game, model: Model, path: tuple[Point, ...], facing: float | None) -> Plan:
    """The dodger goes along a path."""
    path = ways.from_here(model, path)
    found, objections = list(may(game, model)), []
    if model.has(MOUNTED):
        text = f"{model.name} is mounted: it makes no move with its Dodge, but may dismount."
        found.append(Objection(text=text, why=("ELD-DEF-MOUNTED",), model=model.id))
    if dodges_to_the_edge(game, model) and model.on_table:
        path, astray = _towards_the_edge(game, model, path)
        objections += astray
    flies = model.has(FLYING)
    way = flight.flown(game, model, path) if flies else ways.way(game, model, path)
    points = flight.points(game, model, way) if flies else way.points
    objections += flight.blocked(game, model, way) if flies else ways.too_high(game, model, way)
    objections += moving.over(game, model, way.cost, DODGE, points)
    falls = tuple(change.height for change in way.falls)
    steps = (
        partial(moving.go, name=model.id, kind=DODGE, points=points, facing=facing, met=way.stopped),
        partial(engagement.disengage, model=model.id),
        *(partial(falling.land, name=model.id, drop=drop) for drop in falls),
        partial(_ends, name=model.id),
    )
    bars = (*found, *objections)
    shown = way.evidence()
    return Plan(
        label=f"Dodge move {way.length:.1f}″", objections=bars, steps=steps if model.on_table else (),
        tallies=moving.numbers(game, model, DODGE), evidence=warned(shown) if bars else shown,
        notes=tuple(falling.words(game, model, drop) for drop in falls),
    )  # fmt: skip


def plan_stay(game: Game, act: Act) -> Plan:
    """The dodger stays where it is."""
    model = game.model(act.model)
    steps = (partial(_ends, name=model.id),)
    return Plan(label="Stay put", objections=_has_one(game, model), steps=steps if model.on_table else ())


def may(game: Game, model: Model) -> tuple[Objection, ...]:
    """Objections to a Dodge move of this model now."""
    return (
        *_has_one(game, model),
        *RULES.ruling(game, model, DODGE_MOVE, words="may not move with its Dodge").objections,
    )


def _has_one(game: Game, model: Model) -> tuple[Objection, ...]:
    found = [*over(game, WHY), *away(model, WHY, WHY)]
    if model.on_table and not posture.dodging(game, model):
        text = f"{model.name} has no Dodge move to make now."
        found.append(Objection(text=text, why=WHY, model=model.id))
    return tuple(found)


def _towards_the_edge(game: Game, model: Model, path: tuple[Point, ...]) -> tuple[tuple[Point, ...], list[Objection]]:
    """The way of one who panicked: along that to the nearest open edge, as far as was wished."""
    far = math.fsum(math.dist(a, b) for a, b in pairwise(path))
    for edge in nearest(game, model):
        off = 0.0 if far <= ways.SAME else _off(edge, path)
        if off <= ASTRAY:
            return _along(edge, far * math.cos(math.radians(off))), []
    edges = nearest(game, model)
    text = f"{model.name} panicked: its Dodge moves only towards the {' or '.join(edge.side for edge in edges)} edge."
    why = ("ELD-PAN-2",) if model.count(ACTING) else ("ELD-PAN-6",)
    return path, [Objection(text=text, why=(*why, "ELD-DEF-OWN-EDGE"), model=model.id, evidence=edges[0].evidence())]


def _off(edge: Edge, path: tuple[Point, ...]) -> float:
    """Degrees between the way wished and the way to the edge as it begins."""
    (x, y), goal, wish = path[0], edge.path[1], path[-1]
    if math.dist(edge.path[0], goal) <= ways.SAME:
        goal = (x + edge.outward[0], y + edge.outward[1])
    ux, uy, vx, vy = goal[0] - x, goal[1] - y, wish[0] - x, wish[1] - y
    return abs(math.degrees(math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)))


def _along(edge: Edge, far: float) -> tuple[Point, ...]:
    """The first so many inches of the way to an edge."""
    kept, left = [edge.path[0]], far
    for a, b in pairwise(edge.path):
        long = math.dist(a, b)
        share = min(1.0, left / long) if long > 0.0 else 1.0
        kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        left -= long
        if left <= 0.0:
            break
    return tuple(kept)


def _ends(game: Game, *, name: ModelId) -> Steps[Game]:
    """What was chosen for after the move happens; then the next dodger, or the end of the sequence."""
    game = yield from posture.after_moving(game, name)
    return (yield from dodged(game, name))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if posture.dodging(game, model) else ()


ACTIONS = (Action(STAY, "Stay put", (TACTICAL,), plan_stay, _aims, "hold", "Make no move with this Dodge."),)
