"""Chapter: Movement — a figure goes along a way, space by space, for movement points.

Between the points that are asked for the cheapest legal way is taken.  A pit is fallen into where
the way ends in it, a glyph wakes when a hero steps on it, Aim goes with the first step, and heroes
on guard may break in while a monster walks.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps
from engine.commands import Move
from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Line, Role
from engine.geometry.grid import Figure, figure_size, snap, squares
from engine.questions import Modifier, Objection, Tally
from engine.rules import Plan
from engine.systems.descent import able, board, guard, ways
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import POINTS, fatigue_left, is_hero, taking_turn
from engine.systems.descent.orders import AIM
from engine.systems.descent.questions import MOVEMENT_ACTION, SPEND_POINTS
from engine.systems.descent.tokens import count
from engine.systems.descent.walking import walk
from engine.systems.descent.ways import Way

WHY = ("DES-DEF-MP",)
LARGE = ("DES-DEF-LARGE",)
JUMP = "jump"


def plan_move(game: Game, move: Move) -> Plan:
    """Go to the last point by way of the others."""
    model = game.model(move.model)
    objections = able.not_in_dungeon(game, model) or able.not_its_turn(game, model)
    objections += RULES.ruling(game, model, SPEND_POINTS, words="can spend no movement points").objections
    if move.how not in ("", "walk", JUMP):
        objections += (able.no(model, f"There is no move called “{move.how}” here; walk, or jump over pits.", *WHY),)
    if not model.on_table:
        return Plan(label="Move", objections=objections)
    found, lost = way_along(game, model, move.path, jumps=move.how == JUMP, facing=move.facing)
    if found is None:
        return Plan(label="Move", objections=(*objections, *lost), evidence=_wished(move.path))
    objections += (*_barred(game, model, found), *_too_dear(model, found))
    shown = path_evidence(found, "warning" if objections else "path")
    label = f"Move {found.cost} {'point' if found.cost == 1 else 'points'}"
    return Plan(
        label=label,
        objections=objections,
        steps=steps(model, found, move.facing),
        tallies=(points_tally(model), price(found)),
        evidence=shown,
        notes=_risks(game, model, found),
    )


def way_along(
    game: Game, model: Model, path: tuple[Point, ...], *, jumps: bool = False, facing: float | None = None
) -> tuple[Way | None, tuple[Objection, ...]]:
    """The way through the points asked for, or what is in the way."""
    climbs = RULES.ruling(game, model, MOVEMENT_ACTION, "paid").granted
    on = ways.ground(game, model, jumps=jumps, climbs=climbs)
    start = ways.place(model)
    found = Way(start=start)
    stops = path[1:]
    for number, point in enumerate(stops, start=1):
        last = number == len(stops)
        goals = _goals(model, point, found.end, facing if last else None)
        leg = ways.route(on, found.end, goals, through=not last)
        if leg is None:
            return None, (_no_way(game, model, goals[0], on),)
        found = ways.joined(found, leg)
    if not found.strides:
        return None, (able.no(model, f"{model.name} stands there already.", *WHY),)
    return found, ()


def _goals(model: Model, point: Point, here: Figure, facing: float | None) -> tuple[Figure, ...]:
    """The spaces meant by a point: as the figure lies now, and for a long one also turned."""
    if facing is not None and here.wide != here.deep:
        wide, deep = figure_size(model.profile.base, facing)
        return (snap(point, wide, deep),)
    straight = snap(point, here.wide, here.deep)
    return (straight,) if here.wide == here.deep else (straight, snap(point, here.deep, here.wide))


def _no_way(game: Game, model: Model, goal: Figure, on: ways.Ground) -> Objection:
    """Why a place cannot be reached, in words."""
    walking = board.walking(game.table)
    standing = board.standing(game, model.id)
    where = Evidence(areas=(squares(goal.spaces, role="blocker"),))
    away = [space for space in goal.spaces if not walking.has(space)]
    inside = next((standing[space] for space in goal.spaces if space in standing), None)
    why = (*WHY, *LARGE) if len(goal.spaces) > 1 else WHY
    if away:
        text = f"{model.name} may not leave the board."
    elif not walking.holds(goal):
        text = f"There is no open floor for {model.name} there."
    elif inside is not None:
        text = f"{inside.name} stands there; a move ends in empty spaces."
    elif board.in_pit(game, model) and not on.climbs:
        text = f"{model.name} cannot climb out of the pit: a monkey takes no movement actions."
        why = ("DES-TRANS-10", "DES-DEF-PIT")
    else:
        text = "No way leads there: walls, closed doors, obstacles, pits or enemies are between."
        why = (*why, "DES-DEF-CORNER", "DES-DEF-PIT")
    return Objection(text=text, why=why, model=model.id, evidence=where)


def _barred(game: Game, model: Model, way: Way) -> tuple[Objection, ...]:
    """Climbing out and jumping are movement actions, which may be barred."""
    if not any(stride.kind in ("climb", "jump") for stride in way.strides):
        return ()
    words = "can neither climb out of a pit nor jump"
    return RULES.ruling(game, model, MOVEMENT_ACTION, "paid", words).objections


def _too_dear(model: Model, way: Way) -> tuple[Objection, ...]:
    left, short = model.count(POINTS), way.cost - model.count(POINTS)
    if short <= 0:
        return ()
    points = "point" if way.cost == 1 else "points"
    text = f"This way costs {way.cost} movement {points}; {model.name} has {left}."
    if is_hero(model) and taking_turn(model) and short <= fatigue_left(model):
        text += f" {short} fatigue would buy the rest."
    beyond, spent = [way.start], 0
    for stride in way.strides:
        spent += stride.cost
        if spent <= left:
            beyond = [stride.end]
        else:
            beyond.append(stride.end)
    line = Line(tuple((*figure.centre(), 0.0) for figure in beyond), "warning", f"{short} too far")
    return (Objection(text=text, why=(*WHY, "DES-DEF-MACT"), model=model.id, evidence=Evidence(lines=(line,))),)


def points_tally(model: Model) -> Tally:
    """Movement points left."""
    return Tally(title="Movement points left", base=model.count(POINTS), why=WHY)


def price(way: Way) -> Tally:
    """What a way costs: steps, and what climbing and jumping add."""
    plain = [stride for stride in way.strides if stride.kind not in ("climb", "jump")]
    terms = [
        Modifier(op="plus", amount=stride.cost, label=words, why=("DES-DEF-PIT", "DES-DEF-MACT"))
        for kind, words in (("climb", "climbing out"), ("jump", "jumping"))
        for stride in way.strides
        if stride.kind == kind
    ]
    label = f"{len(plain)} {'space' if len(plain) == 1 else 'spaces'}"
    base = sum(stride.cost for stride in plain)
    return Tally(title="This way", base=base, base_label=label, modifiers=tuple(terms), why=WHY)


def path_evidence(way: Way, role: Role = "path") -> Evidence:
    """The way from middle to middle, and where it ends."""
    points = tuple((*figure.centre(), 0.0) for figure in (way.start, *(stride.end for stride in way.strides)))
    line = Line(points, role, f"{way.cost} MP")
    return Evidence(lines=(line,), areas=(squares(way.end.spaces, role="reach"),))


def _wished(path: tuple[Point, ...]) -> Evidence:
    return Evidence(lines=(Line(tuple((x, y, 0.0) for x, y in path), "warning"),))


def _risks(game: Game, model: Model, way: Way) -> tuple[str, ...]:
    notes = []
    if any(stride.kind == "fall" for stride in way.strides):
        notes.append(f"{model.name} falls into the pit: 1 wound, armor or not.")
    if model.has(AIM):
        notes.append(f"{model.name} stops aiming.")
    if not is_hero(model):
        notes += [f"{hero.name} is on guard and may break in." for hero in guard.watching(game)]
    return tuple(notes)


def steps(model: Model, way: Way, facing: float | None) -> tuple[Callable[[Game], Steps[Game]], ...]:
    """The way in steps: points paid, then space by space."""

    def pay(game: Game) -> Steps[Game]:
        left = max(0, game.model(model.id).count(POINTS) - way.cost)
        return (yield from count(game, model.id, POINTS, left, *WHY))

    def go(game: Game) -> Steps[Game]:
        return (yield from walk(game, model.id, way, facing))

    return (pay, go)
