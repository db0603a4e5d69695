"""Chapter: Fleeing — 2D6 inches towards the nearest table edge, and out of the battle beyond it.

Readings: he runs straight; what he cannot pass ends his run, drops and gaps too.  He who
breaks from combat is hit once, without a roll, by everyone who touches him, and runs at once.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps, happens, roll
from engine.commands import Act
from engine.dice import TWO_D6, total
from engine.events import Gained, Moved, Noted, Removed
from engine.game import Game, Marker, Model, ModelId, Point
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.mordheim.characteristics import leadership_test
from engine.systems.mordheim.engaged import part, standing, standing_enemies
from engine.systems.mordheim.leadership import FLED, all_alone, leadership
from engine.systems.mordheim.move_order import FLEEING, must_flee, not_now, note_order
from engine.systems.mordheim.questions import MOVEMENT
from engine.systems.mordheim.ways import Hazard, Way, way
from engine.systems.mordheim.weapons import wielded
from engine.systems.mordheim.wounds import Blow, hit

WHY = ("MOR-DEF-FLEEING",)
_CLEAR = 0.01
"""Inches kept from whatever ends a run."""


def edge_of(game: Game, model: Model) -> Point:
    """The point of the nearest table edge."""
    wide, high = game.table.width, game.table.height
    edges = ((model.x, 0.0), (model.x, high), (0.0, model.y), (wide, model.y))
    return min(edges, key=lambda edge: abs(edge[0] - model.x) + abs(edge[1] - model.y))


def plan_flee(game: Game, act: Act) -> Plan:
    """The compulsory move of a fleeing warrior."""
    model = game.model(act.model)
    objections = list(not_now(game, model, MOVEMENT, "flees"))
    if model.on_table and not must_flee(game, model):
        text = f"{model.name} has fled this turn." if model.has("fleeing") and model.has("moved") else ""
        text = text or f"{model.name} is not fleeing, or lies on the ground."
        objections.append(Objection(text=text, why=WHY, model=model.id))
    if not model.on_table:
        return Plan(label="Flee", objections=tuple(objections))
    edge = edge_of(game, model)
    line = Line(((model.x, model.y, model.z), (*edge, model.z)), "path", "to the nearest edge")
    steps = (partial(_compulsory, model=model.id),)
    return Plan(label="Flee", objections=tuple(objections), steps=steps, evidence=Evidence(lines=(line,)))


def _compulsory(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from note_order(game, FLEEING)
    return (yield from run_away(game, model))


def run_away(game: Game, model: ModelId) -> Steps[Game]:
    """2D6 inches towards the nearest edge; across it, he is gone."""
    runner = game.model(model)
    what = f"inches {runner.name} flees"
    inches = yield from roll(TWO_D6, total, what, side=runner.side, model=model, why=WHY)
    game = yield from part(game, model)
    game = yield from happens(Gained(model=model, marker=Marker("moved"), why=WHY))
    edge = edge_of(game, runner)
    found = way(game, runner, ((runner.x, runner.y), edge))
    free = min(found.track.blocked_at, found.track.length, *(_before(runner, hazard) for hazard in found.hazards))
    stopped = free < found.track.length
    far = _paid_for(game, runner, found, inches)
    if far >= found.track.length - runner.profile.base.radius and not stopped:
        return (yield from _gone(game, runner, edge))
    far = max(0.0, min(far, free - _CLEAR)) if stopped else far
    path = found.between(0.0, far, down=False)
    if far <= 0.0 or len(path) < 2:
        return game
    return (yield from happens(Moved(model=model, path=path, how="flee", why=WHY)))


def _before(runner: Model, hazard: Hazard) -> float:
    """Where a runner stops at a hazard: at the foot of a rise with his base, at a drop with his middle."""
    rise = hazard.kind == "climb" or (hazard.kind == "ladder" and bool(hazard.piece))
    return hazard.at - (base_of(runner).outer if rise else 0.0)


def _paid_for(game: Game, runner: Model, found: Way, inches: int) -> float:
    """How far so many inches carry along the way, difficult ground counted."""
    if found.cost <= found.track.length:
        return min(float(inches), found.track.length)
    low, high = 0.0, found.track.length
    for _ in range(24):
        middle = (low + high) / 2.0
        cost = way(game, runner, found.track.cut(middle)).cost
        low, high = (middle, high) if cost <= inches else (low, middle)
    return high if way(game, runner, found.track.path).cost <= inches else low


def _gone(game: Game, runner: Model, edge: Point) -> Steps[Game]:
    path = ((runner.x, runner.y, runner.z), (*edge, runner.z))
    game = yield from happens(Moved(model=runner.id, path=path, how="flee", why=WHY))
    return (yield from happens(Removed(model=game.model(runner.id).id, reason=FLED, why=WHY)))


def lonely(game: Game) -> tuple[ModelId, ...]:
    """Who is all alone among enemies and has to test as the combat phase ends."""
    return tuple(model.id for model in game.on_table() if all_alone(game, model))


def all_alone_test(game: Game, *, model: ModelId) -> Steps[Game]:
    """At the end of the combat phase one who fights two or more alone tests Leadership, or breaks."""
    if game.outcome or not all_alone(game, game.model(model)):
        return game
    loner = game.model(model)
    value = int(leadership(game, loner).value)
    what = f"{loner.name}, all alone, to stand his ground"
    if (yield from leadership_test(game, loner.side, value, what, "MOR-DEF-ALL-ALONE", model=model)):
        return game
    for enemy in standing_enemies(game, loner):
        game = yield from _hit_in_the_back(game, enemy.id, model)
    if not game.model(model).on_table or not standing(game.model(model)):
        return game
    game = yield from happens(Gained(model=model, marker=Marker("fleeing"), why=("MOR-DEF-ALL-ALONE",)))
    return (yield from run_away(game, model))


def _hit_in_the_back(game: Game, enemy: ModelId, model: ModelId) -> Steps[Game]:
    """One hit without a roll on him who breaks."""
    if not game.model(model).on_table or game.outcome:
        return game
    why = ("MOR-DEF-FLEER-HIT",)
    text = f"{game.model(enemy).name} hits {game.model(model).name} as he turns"
    game = yield from happens(Noted(text=text, model=model, other=enemy, why=why))
    return (yield from hit(game, Blow(attacker=enemy, target=model, weapon=wielded(game.model(enemy))[0])))


def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Nobody is aimed at, and only who flees is offered it."""
    return ((),) if model.has("fleeing") else ()


ACTIONS = (Action("flee", "Flee", (MOVEMENT,), plan_flee, aims, "run", "2D6 inches to the nearest table edge."),)
