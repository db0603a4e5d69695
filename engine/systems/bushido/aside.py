"""Chapter: Movement — a walk that belongs to another action: shoot, use a feat, heal, disengage.

The model is dragged along its walk and asked for by the name of the action; who is shot,
healed or left is asked only where more than one fits, and so is whether the walk comes
before or after.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Option, Steps, choose
from engine.commands import Act, Move
from engine.game import Game, Model, ModelId, Point
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.rules import Plan
from engine.systems.bushido import movement, pace, sprint
from engine.systems.bushido.activation import declare
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import enemies_touching
from engine.systems.bushido.disengage import plan_disengage
from engine.systems.bushido.feats import known, plan_feat, subjects
from engine.systems.bushido.ground import carried, obstructions
from engine.systems.bushido.healing import plan_heal
from engine.systems.bushido.movement import judged_walk, walk_step
from engine.systems.bushido.questions import MOVE_ITSELF
from engine.systems.bushido.shooting import plan_shot
from engine.systems.bushido.straight import heading
from engine.systems.bushido.traits import has
from engine.systems.bushido.wish import CLAUSES, DISENGAGE, FEAT, HEAL, SHOOT, WALK, Wish

KINDS = (SHOOT, FEAT, HEAL, DISENGAGE)
TITLES = {SHOOT: "Walk and shoot", FEAT: "Walk and use a feat", HEAL: "Go and heal", DISENGAGE: "Disengage and walk"}
Found = list[tuple[Option, Plan]]


def plan_move(game: Game, command: Move) -> Plan:
    """Any move: the four kinds of this chapter, or one of `movement`."""
    model = game.model(command.model)
    if command.how not in KINDS or not model.on_table:
        return movement.plan_move(game, command)
    path = ((model.x, model.y), *command.path[1:])
    if command.how == DISENGAGE:
        return _one_of(game, model, DISENGAGE, _disengaging(game, model, path, command.facing))
    found, objections, _ = judged_walk(game, model, path)
    objections = (*objections, *RULES.ruling(game, model, MOVE_ITSELF, words="cannot walk").objections)
    ways = {SHOOT: _shots, FEAT: _feats, HEAL: _healings}[command.how]
    return _one_of(game, model, command.how, ways(game, model, found, objections))


def _shots(game: Game, model: Model, way: Track, objections: tuple[Objection, ...]) -> Found:
    """Every enemy, shot after the walk and before it."""
    found: Found = []
    for enemy in game.enemies(model):
        facing = _towards(way, enemy)
        before = plan_shot(
            game,
            model,
            enemy,
            path=way.path,
            before=(walk_step(model.id, way.path, facing),),
            inches=way.length,
            objections=objections,
        )
        after = plan_shot(
            game, model, enemy, after=(walk_step(model.id, way.path),), inches=way.length, objections=objections
        )
        found.append((Option(f"walk {enemy.id}", f"Walk, then shoot {enemy.name}"), before))
        found.append((Option(f"shoot {enemy.id}", f"Shoot {enemy.name}, then walk"), after))
    return found


def _feats(game: Game, model: Model, way: Track, objections: tuple[Objection, ...]) -> Found:
    """Every feat that may be joined with a walk, on everybody it could be used on, after the walk and before it."""
    found: Found = []
    for feat in known(model):
        if not feat.walk or feat.kind == "instant":
            continue
        for targets in subjects(game, model, feat):
            act = Act(model=model.id, action=f"{FEAT}:{feat.id}", targets=targets)
            on = f" on {game.model(targets[0]).name}" if targets else ""
            key = " ".join((feat.id, *targets))
            facing = _towards(way, game.model(targets[0])) if targets and targets[0] != model.id else None
            walk = (walk_step(model.id, way.path, facing),)
            before = plan_feat(
                game, act, feat=feat, before=walk, path=way.path, inches=way.length, objections=objections
            )
            after = plan_feat(game, act, feat=feat, after=walk, inches=way.length, objections=objections)
            found.append((Option(f"walk {key}", f"Walk, then {feat.name}{on}"), before))
            found.append((Option(f"use {key}", f"{feat.name}{on}, then walk"), after))
    return found


def _healings(game: Game, model: Model, way: Track, objections: tuple[Objection, ...]) -> Found:
    """Everybody touched at the end of the walk."""
    found: Found = []
    for name in way.contacts if has(model, "heal") else ():
        patient = game.model(name) if game.has_model(name) else None
        if patient is None:
            continue
        act = Act(model=model.id, action=HEAL, targets=(name,))
        walk = (walk_step(model.id, way.path, _towards(way, patient)),)
        plan = plan_heal(game, act, walk=walk, inches=way.length, objections=objections)
        found.append((Option(name, f"Heal {patient.name}"), plan))
    return found


def _disengaging(game: Game, model: Model, path: tuple[Point, ...], facing: float | None) -> Found:
    """Every enemy in contact; the walk away heeds neither contact nor zones, but enters no new contact."""
    way = carried(game, model, path)
    objections = (
        *obstructions(game, model, way),
        *sprint.no_contact(game, model, way, WALK),
        *sprint.too_long(model, way, pace.allowed(game, model, WALK, path).value, WALK),
    )
    walk = (walk_step(model.id, way.path, facing),)
    found: Found = []
    for enemy in enemies_touching(game, model):
        act = Act(model=model.id, action=DISENGAGE, targets=(enemy.id,))
        plan = plan_disengage(game, act, walk=walk, inches=way.length, objections=objections)
        found.append((Option(enemy.id, f"Disengage from {enemy.name}"), plan))
    return found


def _towards(way: Track, other: Model) -> float | None:
    """The facing at the end of a walk towards somebody; None where the two would stand on one point."""
    return None if way.end == (other.x, other.y) else heading(way.end, (other.x, other.y))


def _one_of(game: Game, model: Model, kind: str, found: Found) -> Plan:
    """The only way that is allowed, a choice among several, or why there is none."""
    if not found:
        wish = Wish(model=model.id, action=kind, title=TITLES[kind], moves=True)
        text = f"{model.name} has nobody and nothing for that: {TITLES[kind].lower()}."
        nobody = Objection(text=text, why=(CLAUSES[kind],), model=model.id)
        return declare(game, wish, objections=(nobody,))
    legal = [(option, plan) for option, plan in found if not plan.objections]
    if not legal:
        return min((plan for _, plan in found), key=lambda plan: len(plan.objections))
    if len(legal) == 1:
        return legal[0][1]
    options = tuple(option for option, _ in legal)
    step = partial(_picked, name=model.id, options=options, plans={option.id: plan for option, plan in legal})
    first = legal[0][1]
    notes = tuple(option.label for option in options)
    return Plan(label=TITLES[kind], steps=(step,), tallies=first.tallies, evidence=first.evidence, notes=notes)


def _picked(game: Game, *, name: ModelId, options: tuple[Option, ...], plans: dict[str, Plan]) -> Steps[Game]:
    """The side says which; all of that plan follows."""
    model = game.model(name)
    picked = yield from choose(model.side, options, f"what {model.name} does with its walk", model=name)
    for step in plans[picked].steps:
        game = yield from step(game)
    return game
