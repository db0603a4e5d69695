"""Chapter: Jumping down — a whole Move action from an edge it stands at, on its feet below.

The fall chart goes by the height, but whoever survives lands standing and goes on with the
actions left.  Part-way up a climb it may let go and drop in the same way.
Reading: there is no walking in the same Move (`jump_down_walk`), and no limit to the height.
"""

from __future__ import annotations

from functools import partial

from engine import standing
from engine.ask import Steps
from engine.commands import Act, Move
from engine.game import Game, Model, ModelId, Point
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.tracks import Change, Track
from engine.questions import Objection, Tally
from engine.readings import chosen
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation, falling, space
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.questions import ACTIVATIONS, MOVE
from engine.systems.open_combat.speed import add_run_up, spd
from engine.systems.open_combat.tables import BEYOND, INCH, STEP, TOLERANCE, inches
from engine.systems.open_combat.ways import scan

WHY = ("OPC-JUMP-1", "OPC-JUMP-2")


def plan(game: Game, command: Move) -> Plan:
    """Judge a jump down over the edge where the path leaves it, or a drop from part-way up."""
    model = game.model(command.model)
    if model.has(CLIMBING):
        return _planned(game, model, (model.x, model.y), 0.0, ())
    walked = scan(game, model, command.path, crowd=True, on=True)
    change = first_drop(walked)
    if change is None:
        text = "There is no drop on this way to jump down."
        found = (*_may(game, model), Objection(text=text, why=WHY, model=model.id))
        return Plan(label="Jump down", objections=found, evidence=walked.evidence())
    over = walked.end if walked.length > change.at + BEYOND else _past(walked, change)
    found = (*_start_objections(game, model, walked, change), *_end_objections(game, model, walked, change))
    return _planned(game, model, over, change.at, found, walked)


def first_drop(walked: Track) -> Change | None:
    """The first change of level of a path that is more than a step, if it is a drop."""
    change = next((found for found in walked.changes if found.height > STEP + CONTACT), None)
    return change if change is not None and change.kind == "drop" else None


def at_edge(game: Game, model: Model, change: Change) -> bool:
    """Does the path leave the edge where the model stands at it?"""
    edge = falling.edge_near(game, model)
    near = change.at <= 2.0 * base_of(model).outer + CONTACT
    return near and edge is not None and edge.distance <= CONTACT + ROUNDING


def _may(game: Game, model: Model) -> tuple[Objection, ...]:
    thing = "drop" if model.has(CLIMBING) else "jump"
    return activation.objections(game, model, MOVE, thing, words="may not jump down", doing="jumps")


def _past(walked: Track, change: Change) -> Point:
    (ax, ay), (bx, by) = walked.path[0], change.point
    far = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, ROUNDING)
    return bx + (bx - ax) / far * BEYOND, by + (by - ay) / far * BEYOND


def _start_objections(game: Game, model: Model, walked: Track, change: Change) -> tuple[Objection, ...]:
    """It must stand at the edge, or (by the reading) have SPD enough to walk to it."""
    if at_edge(game, model, change):
        return ()
    shown = walked.evidence()
    if chosen(game, "jump_down_walk") == "yes":
        over = change.at - spd(game, model).value
        text = f"The edge is {inches(over)} farther than {model.name} moves."
        return (Objection(text=text, why=("OPC-DEF-SPD",), model=model.id, evidence=shown),) if over > TOLERANCE else ()
    away = max(0.0, change.at - base_of(model).inner)
    text = f"The edge is {inches(away)} away: a jump down is a whole Move action, from the edge. Move up to it first."
    return (Objection(text=text, why=("OPC-JUMP-1",), model=model.id, evidence=shown),)


def _end_objections(game: Game, model: Model, walked: Track, change: Change) -> tuple[Objection, ...]:
    """It lands at the foot of the drop."""
    found = [
        o for o in standing.in_the_way(game, model, walked, space.SPACE, resting=False) if "leave the table" in o.text
    ]
    over = walked.length - change.at - 2.0 * base_of(model).outer
    if over > TOLERANCE:
        text = f"A jump down ends at the foot of the drop: {inches(over)} farther is another action, or a jump across."
        found.append(Objection(text=text, why=("OPC-JUMP-1",), model=model.id, evidence=walked.evidence()))
    return tuple(found)


def _planned(
    game: Game, model: Model, over: Point, walked: float, found: tuple[Objection, ...], track: Track | None = None
) -> Plan:
    drop, pit = falling.depth(game, model, over), falling.bottom(game, model, over)
    safe = () if pit else (f"It lands on its feet, with {_left(model)} left.",)
    return Plan(
        label=f"{'Drop' if model.has(CLIMBING) else 'Jump down'} {inches(drop)}",
        objections=(*_may(game, model), *found),
        steps=activation.planned(partial(_jump, model=model.id, over=over, walked=walked)) if model.on_table else (),
        tallies=(Tally(title="Height", base=drop, suffix=INCH, why=WHY), falling.tally(game, drop)),
        evidence=_shown(game, model, over, drop) + (track.evidence() if track is not None and found else NOTHING),
        notes=(falling.words(game, drop, pit), *safe),
    )


def _left(model: Model) -> str:
    left = max(0, activation.left(model) - 1)
    return {0: "no action", 1: "one action"}.get(left, f"{left} actions")


def _shown(game: Game, model: Model, over: Point, drop: float) -> Evidence:
    """The way over the edge and down, to scale."""
    x, y, low = falling.landing_at(game, model, over)
    edge = Line(((model.x, model.y, model.z), (*over, model.z)), "path")
    down = Line(((*over, model.z), (*over, low)), "fall", f"{drop:.2f}{INCH}")
    aside = (Line(((*over, low), (x, y, low)), "path"),) if (x, y) != over else ()
    lines = (edge, down, *aside) if (model.x, model.y) != over else (down, *aside)
    return Evidence(lines=lines)


def _jump(game: Game, *, model: ModelId, over: Point, walked: float) -> Steps[Game]:
    """Spend the Move, go down, take the dice of the chart standing."""
    drop = falling.depth(game, game.model(model), over)
    game = yield from activation.spend(game, model, 1, *WHY)
    if walked and chosen(game, "jump_down_walk") == "yes":
        game = yield from add_run_up(game, model, walked)
    game = yield from falling.come_down(game, model, over, "jump", *WHY, "OPC-JUMP-3", "OPC-JUMP-4")
    if not game.model(model).on_table:
        return game
    return (yield from falling.hurt(game, model, drop, *WHY, "OPC-JUMP-3"))


def plan_jump_down(game: Game, act: Act) -> Plan:
    """Jump down from the edge it stands at, or drop from what it hangs on."""
    model = game.model(act.model)
    here = (model.x, model.y)
    edge = None if model.has(CLIMBING) else falling.edge_near(game, model)
    if edge is None and not model.has(CLIMBING):
        text = f"{model.name} stands at no edge to jump down from."
        return Plan(label="Jump down", objections=(*_may(game, model), Objection(text=text, why=WHY, model=model.id)))
    goal = here if edge is None else falling.beyond(game, model, edge.at)
    return plan(game, Move(model=model.id, path=(here, goal), how="jump"))


ACTIONS: tuple[Action, ...] = (
    Action("jump_down", "Jump down", (ACTIVATIONS,), plan_jump_down, None, "jump_down", "A whole Move, on its feet."),
)
