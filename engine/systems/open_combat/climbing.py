"""Chapter: Climbing — up or down a face it touches, half its SPD an Interact action, a D6 after each.

On a 1 the model falls from the height it has then.  A high face takes several climbs: asked
for whole, a climb spends as many actions as it needs and as are left, and holds on where
they end (`climbing`), for as many turns as it likes.
"""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from engine import standing
from engine.commands import Act, Move
from engine.game import Game, Model, Point, Terrain
from engine.geometry import heights
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING, gap_to_piece
from engine.geometry.shapes import solids
from engine.geometry.tracks import Change, Track
from engine.questions import Modifier, Objection, Tally, tidy
from engine.readings import chosen
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, falling, space
from engine.systems.open_combat.climb import WHY, Climb, climb_once, odds_of_holding
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.questions import ACTIVATIONS, CLIMB, CLIMB_STEP
from engine.systems.open_combat.speed import spd
from engine.systems.open_combat.tables import BEYOND, INCH, STEP, TABLES, TOLERANCE, inches
from engine.systems.open_combat.ways import on_foot, scan

SHARE = float(TABLES["climbing"]["share_of_spd"])


def step_tally(game: Game, model: Model) -> Tally:
    """Inches of one climb: half of SPD, what becomes of the half inch by the reading `half_spd`."""
    speed = spd(game, model).value
    half, terms = speed * SHARE, list[Modifier]()
    rule = chosen(game, "half_spd")
    whole = {"up": math.ceil(half - TOLERANCE), "down": math.floor(half + TOLERANCE)}.get(rule, half)
    if whole != half:
        label = "rounded up" if whole > half else "rounded down"
        terms.append(Modifier(op="set", amount=whole, label=label, why=("OPC-DEF-HALF-SPD",)))
    terms += RULES.modifiers(game, model, CLIMB_STEP)
    why = ("OPC-CLIMB-5", "OPC-DEF-HALF-SPD")
    label = f"half of SPD {tidy(speed)}"
    return Tally(title=CLIMB_STEP.title, base=half, base_label=label, modifiers=tuple(terms), suffix=INCH, why=why)


def plan(game: Game, command: Move) -> Plan:
    """Judge a climb asked for by a path: over the top of what it touches, or over the edge it stands at."""
    model = game.model(command.model)
    walked = scan(game, model, command.path, crowd=True, on=True)
    change = _first(walked)
    if model.has(CLIMBING) and (change is None or change.kind == "drop"):
        down = _down_from_face(game, model)
        return _planned(game, down, _no_foot(game, down))
    if change is None:
        text = f"There is nothing to climb on this way: no rise or drop of more than {inches(STEP)}."
        found = (*_may(game, model), _no(model, text, ("OPC-CLIMB-3",)))
        return Plan(label="Climb", objections=found, evidence=walked.evidence())
    if change.kind == "rise":
        climb = _up(game, model, walked, change)
        found = (*_reach_objections(game, climb, change), *_too_far(model, walked, change))
        met = walked.bumps if climb.whole else tuple(bump for bump in walked.bumps if bump.at < change.at - TOLERANCE)
        ahead = replace(walked, bumps=met)
        found += standing.in_the_way(game, model, ahead, space.SPACE, resting=climb.whole)
        return _planned(game, climb, found)
    climb = _down_from_edge(game, model, walked, change)
    found = (*_edge_objections(game, model), *_too_far(model, walked, change), *_no_foot(game, climb))
    if climb.whole:
        x, y = climb.landing
        found += standing.no_room(game, replace(model, x=x, y=y, z=climb.foot), space.SPACE)
    return _planned(game, climb, found)


def wanted(game: Game, model: Model, walked: Track) -> bool:
    """Does a path with no kind named begin with a climb: up a face that is touched, or hung on, by no ladder?"""
    change = _first(walked)
    if model.has(CLIMBING):
        return True
    if change is None or change.kind != "rise" or standing.ladder_at(game.table, model, change, STEP):
        return False
    near = change.at <= 2.0 * base_of(model).outer + CONTACT
    return near and touched(game, model, change.to_z) is not None


def touched(game: Game, model: Model, top: float) -> Terrain | None:
    """What the base touches that leads from the foot up to *top*."""
    ghost, _ = on_foot(game, model)
    ground = solids(game.table)
    for i in ground.within([(model.x, model.y)], base_of(model).outer + CONTACT):
        piece: Terrain = ground.pieces[i]
        leads = ground.stopping[i] and piece.bottom <= ghost.z + STEP and piece.top >= top - STEP
        if leads and gap_to_piece(model, piece).plan <= CONTACT + ROUNDING:
            return piece
    return None


def _first(walked: Track) -> Change | None:
    return next((change for change in walked.changes if change.height > STEP + CONTACT), None)


def _beyond(walked: Track, change: Change) -> Point:
    """Where the path ends, or a hair beyond the change if it ends there."""
    if walked.length > change.at + BEYOND:
        return walked.end
    (ax, ay), (bx, by) = walked.path[0], change.point
    far = math.dist((ax, ay), (bx, by)) or 1.0
    return bx + (bx - ax) / far * BEYOND, by + (by - ay) / far * BEYOND


def _up(game: Game, model: Model, walked: Track, change: Change) -> Climb:
    ghost, held = on_foot(game, model)
    found = touched(game, model, change.to_z)
    piece = found.id if found is not None else change.piece
    here = (model.x, model.y)
    top = round(change.to_z - ghost.z, 9)
    return _climb(game, model, "up", piece, ghost.z, held, top, face=here, landing=_beyond(walked, change))


def _down_from_edge(game: Game, model: Model, walked: Track, change: Change) -> Climb:
    over = _beyond(walked, change)
    found = falling.below(game, model, over)
    stood_on = heights.surface(game.table, model.profile.base, model.x, model.y, model.facing, model.z).piece
    return _climb(game, model, "down", stood_on, found.landing, found.drop, found.drop, face=found.at, landing=found.at)


def _down_from_face(game: Game, model: Model) -> Climb:
    ghost, held = on_foot(game, model)
    piece = next((marker.source for marker in model.markers if marker.status == CLIMBING), "")
    here = (model.x, model.y)
    return _climb(game, model, "down", piece, ghost.z, held, held, face=here, landing=here)


def _climb(
    game: Game,
    model: Model,
    way: Literal["up", "down"],
    piece: str,
    foot: float,
    held: float,
    top: float,
    *,
    face: Point,
    landing: Point,
) -> Climb:
    """Fill in how many actions it needs, and the heights that those left can reach."""
    step = step_tally(game, model).value
    rest = top - held if way == "up" else held
    needed = math.ceil(rest / step - ROUNDING) if step > TOLERANCE else 0
    now = min(needed, max(1, activation.left(model)))
    sign = 1.0 if way == "up" else -1.0
    reached = tuple(round(min(max(held + sign * step * n, 0.0), top), 9) for n in range(1, now + 1))
    return Climb(model, way, piece, foot, held, top, reached, face, landing, needed)


def _may(game: Game, model: Model) -> tuple[Objection, ...]:
    return activation.objections(game, model, CLIMB, words="may not climb", doing="climbs")


def _no(model: Model, text: str, why: tuple[str, ...], shown: Evidence = NOTHING) -> Objection:
    return Objection(text=text, why=why, model=model.id, evidence=shown)


def _reach_objections(game: Game, climb: Climb, change: Change) -> tuple[Objection, ...]:
    """It must touch what it climbs as the action begins."""
    model = climb.model
    if model.has(CLIMBING) or touched(game, model, change.to_z) is not None:
        return ()
    name = standing.named(game, change.piece)
    away = gap_to_piece(model, game.table.piece(change.piece)) if change.piece else None
    far = f"{inches(away.plan)} away" if away is not None and away.plan > CONTACT else "not touched"
    text = f"{name} is {far}: a climb begins in contact with the face. Move up to it first."
    shown = away.evidence() if away is not None else NOTHING
    return (_no(model, text, ("OPC-CLIMB-3",), shown),)


def _edge_objections(game: Game, model: Model) -> tuple[Objection, ...]:
    """To climb down it must stand at the edge."""
    edge = falling.edge_near(game, model)
    if edge is not None and edge.distance <= CONTACT + ROUNDING:
        return ()
    far = f"The edge is {inches(edge.distance)} away" if edge is not None else "There is no edge here"
    shown = edge.evidence() if edge is not None else NOTHING
    return (_no(model, f"{far}: a climb down begins at the edge. Move up to it first.", ("OPC-CLIMB-3",), shown),)


def _no_foot(game: Game, climb: Climb) -> tuple[Objection, ...]:
    """Nobody climbs all the way down into what is bottomless."""
    pit = falling.bottom(game, climb.model, climb.face)
    if not pit or not climb.whole:
        return ()
    text = f"{standing.named(game, pit)} is bottomless: there is no foot to climb down to."
    return (_no(climb.model, text, ("OPC-EX-1",), Evidence(pieces=(pit,))),)


def _too_far(model: Model, walked: Track, change: Change) -> tuple[Objection, ...]:
    """A climb ends at the first top or foot; what is farther is another action."""
    end = "at the top" if change.kind == "rise" else "at the foot"
    why = ("OPC-CLIMB-4", "OPC-DEF-SPD")
    later = [found for found in walked.changes if found.at > change.at and found.height > STEP + CONTACT]
    if later:
        what = "rise" if later[0].kind == "rise" else "drop"
        text = f"A climb ends {end}: the {what} of {inches(later[0].height)} beyond is another action."
        return (_no(model, text, why, walked.evidence()),)
    over = walked.length - change.at - 2.0 * base_of(model).outer
    if over <= TOLERANCE:
        return ()
    text = f"A climb ends {end}: {inches(over)} farther is a Move action."
    return (_no(model, text, why, walked.evidence()),)


def _planned(game: Game, climb: Climb, more: tuple[Objection, ...]) -> Plan:
    model = climb.model
    objections = (*_may(game, model), *more)
    if not climb.heights:
        objections += (_no(model, f"With {step_tally(game, model).text()} {model.name} gets nowhere.", WHY),)
    word = "Climb" if climb.way == "up" else "Climb down"
    actions = f"{climb.actions} action{'s' if climb.actions != 1 else ''}"
    now = "" if climb.whole else f", {inches(abs(climb.heights[-1] - climb.held))} of it now" if climb.heights else ""
    steps = [partial(climb_once, climb=climb, number=number) for number in range(len(climb.heights))]
    return Plan(
        label=f"{word} {inches(climb.rest)} in {actions}{now}",
        objections=objections,
        steps=activation.planned(*steps),
        tallies=_tallies(game, climb),
        evidence=_shown(climb),
        notes=_notes(game, climb),
    )


def _tallies(game: Game, climb: Climb) -> tuple[Tally, ...]:
    held = abs(climb.held - (0.0 if climb.way == "up" else climb.top))
    terms = (Modifier(op="plus", amount=-held, label="climbed already", why=("OPC-CLIMB-12",)),) if held else ()
    face = Tally(title="To climb", base=climb.top, modifiers=terms, suffix=INCH, why=("OPC-CLIMB-10",))
    left = f" of {activation.left(climb.model)} left"
    actions = Tally(title="Actions needed", base=climb.actions, suffix=left, why=("OPC-CLIMB-4", "OPC-CLIMB-10"))
    return step_tally(game, climb.model), face, actions


def _notes(game: Game, climb: Climb) -> tuple[str, ...]:
    """What is risked, in words: the heights, the odds of the whole, the falls."""
    number = len(climb.heights)
    if not number:
        return ()
    reached = ", then ".join(inches(height) for height in climb.heights)
    where = "up" if climb.way == "up" else "above the foot"
    lost = ", initiative lost" if chosen(game, "climb_one_loses_initiative") == "on" else ""
    first = f"To {reached} {where}; a D6 each, on a 1 it falls{lost}."
    safe = f"Without a fall: {odds_of_holding(number)}."
    if not climb.whole:
        safe += f" It holds on there with {inches(abs(climb.goal - climb.heights[-1]))} to go."
    falls = dict.fromkeys(falling.words(game, height) for height in climb.heights if height > ROUNDING)
    return (first, safe, *_whole(game, climb), *falls)


def _whole(game: Game, climb: Climb) -> tuple[str, ...]:
    """What comes after the actions left now: the heights of those of later turns, and the odds of all of them."""
    if climb.whole:
        return ()
    step, sign = step_tally(game, climb.model).value, 1.0 if climb.way == "up" else -1.0
    more = range(1, climb.actions - len(climb.heights) + 1)
    ahead = [min(max(climb.heights[-1] + sign * step * number, 0.0), climb.top) for number in more]
    later = ", then ".join(inches(height) for height in ahead)
    return (f"Later to {later}; all {climb.actions} without a fall: {odds_of_holding(climb.actions)}.",)


def _shown(climb: Climb) -> Evidence:
    """Each action as a line of its own up the face, and the step onto the top, to scale."""
    x, y = climb.face
    levels = (climb.held, *climb.heights)
    lines = [Line(((x, y, climb.foot + a), (x, y, climb.foot + b)), "climb", inches(b)) for a, b in pairwise(levels)]
    z = climb.foot + climb.goal
    if climb.whole and math.dist(climb.face, climb.landing) > TOLERANCE:
        lines.append(Line(((x, y, z), (*climb.landing, z)), "path"))
    if climb.way == "down" and (climb.model.x, climb.model.y) != climb.face:
        top = climb.foot + climb.held
        lines.insert(0, Line(((climb.model.x, climb.model.y, top), (x, y, top)), "path"))
    return Evidence(lines=tuple(lines), pieces=(climb.piece,) if climb.piece else ())


def plan_climb(game: Game, act: Act) -> Plan:
    """Climb what it touches, or on up what it hangs on: straight over the top."""
    model = game.model(act.model)
    piece = _at_hand(game, model)
    if piece is None:
        text = f"{model.name} touches nothing to climb: a wall, tree or rock face higher than {inches(STEP)}."
        return Plan(label="Climb", objections=(*_may(game, model), _no(model, text, ("OPC-CLIMB-3",))))
    x, y, _ = gap_to_piece(model, piece).at[1]
    far = math.dist((model.x, model.y), (x, y)) or 1.0
    more = base_of(model).outer
    goal = (x + (x - model.x) / far * more, y + (y - model.y) / far * more)
    return plan(game, Move(model=model.id, path=((model.x, model.y), goal), how="climb"))


def plan_climb_down(game: Game, act: Act) -> Plan:
    """Climb down from the edge it stands at, or what it hangs on."""
    model = game.model(act.model)
    here = (model.x, model.y)
    edge = None if model.has(CLIMBING) else falling.edge_near(game, model)
    if not model.has(CLIMBING) and edge is None:
        text = f"{model.name} stands at no edge to climb down from."
        return Plan(label="Climb down", objections=(*_may(game, model), _no(model, text, ("OPC-CLIMB-3",))))
    goal = here if edge is None else falling.beyond(game, model, edge.at)
    return plan(game, Move(model=model.id, path=(here, goal), how="climb"))


def _at_hand(game: Game, model: Model) -> Terrain | None:
    """The lowest face it touches or hangs on that is more than a step."""
    ghost, held = on_foot(game, model)
    ground, found = solids(game.table), list[Terrain]()
    for i in ground.within([(model.x, model.y)], base_of(model).outer + CONTACT):
        piece: Terrain = ground.pieces[i]
        leads = ground.stopping[i] and piece.bottom <= ghost.z + STEP and piece.top > ghost.z + max(STEP, held)
        if leads and gap_to_piece(model, piece).plan <= CONTACT + ROUNDING:
            found.append(piece)
    return min(found, key=lambda piece: piece.top, default=None)


ACTIONS: tuple[Action, ...] = (
    Action("climb", "Climb", (ACTIVATIONS,), plan_climb, None, "climb", "Half its SPD an action, a D6 after each."),
    Action("climb_down", "Climb down", (ACTIVATIONS,), plan_climb_down, None, "climb", "From an edge, or on the face."),
)
