"""Chapter: Charging — the only way into contact.

Up to twice the Movement, by the most direct way, at an enemy in sight with nothing in
between.  One not seen but not hidden may be charged within 4 inches on an Initiative test.
A charge that falls short moves the Movement towards the target and spoils the shot.  One
unengaged enemy within 2 inches of the way may step in.  From above, with the enemy within
2 inches of the landing, it is a diving charge.
Readings: charging the fallen is allowed; nothing of an enemy's side is passed on to those who
only would like to step in across walls, drops or models.
"""

from __future__ import annotations

import math
from functools import partial

import shapely
from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Gained, Moved, Noted
from engine.game import Game, Marker, Model, ModelId, Point
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, apart_from_piece, gap
from engine.geometry.path import contact_point, track
from engine.geometry.shapes import footprint, solids
from engine.questions import Objection
from engine.standing import others
from engine.systems.mordheim import carrying, pace
from engine.systems.mordheim.carrying import Step
from engine.systems.mordheim.characteristics import initiative_test
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import across, enemies_touching, is_engaged, touching
from engine.systems.mordheim.jumping import DIVE_MOST, DIVE_WITHIN
from engine.systems.mordheim.pace import INCH, NUMBERS
from engine.systems.mordheim.questions import INTERCEPT
from engine.systems.mordheim.sight import sees
from engine.systems.mordheim.ways import STEP, Way, way

INTERCEPT_WITHIN = float(NUMBERS["intercept_within"])
UNSEEN_WITHIN = float(NUMBERS["unseen_charge_within"])
DETOUR = 0.1
"""Inches by which a way may be longer than the straight one and still be the most direct."""
ACROSS_MOST = 6.0
"""Inches beyond which no obstacle is so thin that two could fight across it."""
MISSED = "charge_missed"
"""Counter: he did not notice an unseen enemy this turn and may not charge one again."""
LET_PASS = Option("let_pass", "Let him pass")


def aimed_at(game: Game, model: Model, found: Way) -> Model | None:
    """The enemy whom the end of a way newly touches: the first it runs into, else the nearest."""
    fresh = [
        game.model(name)
        for name in found.track.contacts
        if game.model(name).side != model.side and not touching(model, game.model(name))
    ]
    if not fresh:
        return None
    met = {bump.thing: bump.at for bump in found.track.bumps}
    end = found.track.end
    return min(fresh, key=lambda enemy: (met.get(enemy.id, math.inf), math.dist(end, (enemy.x, enemy.y))))


def into_contact(model: Model, path: tuple[Point, ...], target: Model) -> tuple[Point, ...]:
    """The path cut where the bases first touch, so that a drag onto an enemy ends beside him."""
    last = (path[-2], path[-1])
    if last[0] == last[1]:
        return path
    touch = contact_point(model, target, last)
    return path if touch is None else (*path[:-1], touch)


def over_barrier(game: Game, model: Model, found: Way) -> tuple[Model, str] | None:
    """An enemy from whom only a low obstacle parts the end of a way, and that obstacle."""
    ghost = replace(model, x=found.track.end[0], y=found.track.end[1], z=found.track.end_z)
    ground = solids(game.table)
    for i in ground.within([found.track.end], base_of(model).outer + CONTACT):
        piece = ground.pieces[i]
        low = ground.stopping[i] and piece.bottom <= ghost.z + CONTACT and ghost.z < piece.top <= ghost.z + STEP
        if not low or apart_from_piece(base_of(ghost), piece).distance > CONTACT:
            continue
        for enemy in game.enemies(model):
            between = gap(ghost, enemy)
            wide = between.plan > CONTACT and between.height <= CONTACT and not touching(model, enemy)
            if wide and _parted_by(piece.id, game, enemy, between.at[0], between.at[1]):
                return enemy, piece.id
    return None


def up_to_barrier(game: Game, model: Model, found: Way, target: Model) -> tuple[tuple[Point, ...], str] | None:
    """A way into an enemy that would end inside the low obstacle he stands at, led to where the obstacle
    is touched right across from him; with that obstacle.  None where the two are not parted by one alone."""
    for name in found.track.overlaps:
        end = None if game.has_model(name) else _right_across(model, target, footprint(game.table.piece(name)))
        if end is None:
            continue
        path = (*found.track.path[:-1], end)
        if over_barrier(game, model, way(game, model, path)) == (target, name):
            return path, name
    return None


def _right_across(model: Model, target: Model, obstacle: shapely.Geometry) -> Point | None:
    """Where a base touches an obstacle on the side away from the target, as near to him as can be."""
    middle = shapely.Point(target.x, target.y)
    (_, near) = shapely.shortest_line(middle, obstacle).coords
    far = math.dist(near, (target.x, target.y))
    if far <= CONTACT:
        return None
    ux, uy = (near[0] - target.x) / far, (near[1] - target.y) / far
    ray = shapely.LineString([near, (near[0] + ux * ACROSS_MOST, near[1] + uy * ACROSS_MOST)])
    inside = (
        part for part in shapely.get_parts(ray.intersection(obstacle)) if part.distance(shapely.Point(near)) == 0.0
    )
    out = max((part.length for part in inside), default=0.0) + base_of(model).support(ux, uy)
    return near[0] + ux * out, near[1] + uy * out


def _parted_by(piece: str, game: Game, enemy: Model, here: tuple[float, ...], there: tuple[float, ...]) -> bool:
    """Does the enemy touch the piece too, and does the shortest line between the bases lie over it?"""
    obstacle = game.table.piece(piece)
    if apart_from_piece(base_of(enemy), obstacle).distance > CONTACT:
        return False
    line = shapely.LineString([here[:2], there[:2]])
    return bool(line.difference(footprint(obstacle).buffer(2 * CONTACT)).length <= CONTACT)


def charge_objections(game: Game, model: Model, target: Model, found: Way, *, look: bool) -> tuple[Objection, ...]:
    """Objections to charging this enemy along this way, its length left out.

    *look*: is sight asked for?  A charge that is far too long anyway can do without.
    """
    objections = list(pace.may(game, model, "charge", "may not charge").objections)
    if model.has("moved") and not model.has("charged") and not model.has("failed_charge"):
        text = f"{model.name} has moved already, and a charge is his whole move."
        objections.append(Objection(text=text, why=("MOR-DEF-MOVE", "MOR-DEF-MOVE-ORDER"), model=model.id))
    if look:
        objections += _unseen(game, model, target)
    straight = _straight(game, model, target) if len(found.track.path) > 2 else None
    if straight is not None and found.track.length > straight.track.length + DETOUR:
        over = found.track.length - straight.track.length
        line = Line(straight.between(0.0, straight.track.length, down=True), "path", "the direct way")
        text = f"A charge takes the most direct way to {target.name}; this one is {over:.1f}{INCH} longer."
        shown = Evidence(lines=(line,))
        objections.append(Objection(text=text, why=("MOR-DEF-CHARGE",), model=model.id, evidence=shown))
    return tuple(objections)


def needs_notice(game: Game, model: Model, target: Model) -> bool:
    """Is the enemy out of sight but not hidden, and within 4 inches?"""
    near = gap(model, target).within(UNSEEN_WITHIN) and not target.has("hidden")
    return near and not model.count(MISSED) and not sees(game, model, target).sees


def _unseen(game: Game, model: Model, target: Model) -> tuple[Objection, ...]:
    if touching(model, target):
        return ()
    seen = sees(game, model, target)
    if target.has("hidden") and (not seen.sees or seen.covered):
        text = f"{target.name} is hidden, and {model.name} does not see round his cover."
        return (Objection(text=text, why=("MOR-DEF-HIDING",), model=model.id, evidence=seen.evidence()),)
    if seen.sees or needs_notice(game, model, target):
        return ()
    far = gap(model, target).distance
    why = ("MOR-DEF-CHARGE", "MOR-DEF-CHARGE-UNSEEN")
    text = f"{model.name} does not see {target.name}, {far:.1f}{INCH} away"
    text += f"; unseen, he may be charged within {UNSEEN_WITHIN:.0f}{INCH}."
    if model.count(MISSED):
        text = f"{model.name} did not notice an enemy out of sight this turn and may not charge one."
    return (Objection(text=text, why=why, model=model.id, evidence=seen.evidence()),)


def _straight(game: Game, model: Model, target: Model) -> Way | None:
    """The straight way to an enemy, if it is free."""
    here = (model.x, model.y)
    path = into_contact(model, (here, (target.x, target.y)), target)
    found = way(game, model, path)
    return found if found.track.free and not found.hazards else None


def is_dive(found: Way, model: Model, target: Model) -> bool:
    """Does the way end in a jump down onto an enemy within 2 inches of the landing?"""
    if not found.hazards or found.hazards[-1].kind != "jump":
        return False
    jump = found.hazards[-1]
    x, y = found.track.at(jump.at)
    landing = replace(model, x=x, y=y, z=found.track.z_at(jump.at))
    return jump.size <= DIVE_MOST + pace.TOLERANCE and gap(landing, target).plan <= DIVE_WITHIN + pace.TOLERANCE


def interceptors(game: Game, model: Model, target: Model, found: Way) -> tuple[tuple[Model, float, Point], ...]:
    """Who may step in: each with how far along the way the charger then is, and where he himself ends."""
    if found.hazards or found.track.length <= 0.0:
        return ()
    line = shapely.LineString(found.track.path)
    out = []
    for enemy in game.enemies(model):
        if enemy.id == target.id or not RULES.ruling(game, enemy, INTERCEPT).granted or is_engaged(game, enemy):
            continue
        middle = shapely.Point(enemy.x, enemy.y)
        if line.distance(middle) - base_of(enemy).inner > INTERCEPT_WITHIN + pace.TOLERANCE:
            continue
        met = float(line.project(middle))
        step = _step_in(game, model, enemy, found, met)
        if step is not None:
            out.append((enemy, met, step))
    return tuple(out)


def _step_in(game: Game, model: Model, enemy: Model, found: Way, met: float) -> Point | None:
    x, y = found.track.at(met)
    charger = replace(model, x=x, y=y, z=found.track.z_at(met))
    here = (enemy.x, enemy.y)
    touch = contact_point(enemy, charger, (here, (x, y)))
    if touch is None:
        return None
    rest = tuple(other for other in others(game, enemy) if other.id != model.id)
    walked = track(game.table, enemy, (here, touch), (*rest, charger), step=STEP)
    level = walked.highest_rise <= STEP and walked.deepest_drop <= STEP and not walked.leaves_table
    short = walked.length <= INTERCEPT_WITHIN + pace.TOLERANCE
    return touch if walked.free and level and short else None


def charge_steps(
    game: Game,
    model: Model,
    target: Model,
    found: Way,
    *,
    facing: float | None,
    landing: Point | None,
    barrier: bool,
) -> tuple[Step, ...]:
    """Notice him, be intercepted or not, go there, and be in combat."""
    lefts = carrying.lefts_of(game, model, found, "charge", pace.charge(game, model).value)
    how = "dive" if is_dive(found, model, target) else "charge"
    there = carrying.steps_along(model.id, found, how=how, lefts=lefts, order=0, facing=facing, landing=landing)
    return (
        *((partial(_notice, model=model.id, target=target.id),) if needs_notice(game, model, target) else ()),
        partial(_intercept, model=model.id, target=target.id, found=found),
        *(partial(_unless_missed, model=model.id, step=step) for step in there),
        partial(_engage, model=model.id, target=target.id, dive=how == "dive", barrier=barrier),
    )


def _notice(game: Game, *, model: ModelId, target: ModelId) -> Steps[Game]:
    why = ("MOR-DEF-CHARGE-UNSEEN",)
    if (yield from initiative_test(game, model, f"to notice {game.model(target).name}", *why)):
        return game
    return (yield from happens(Counted(of="model", whose=model, name=MISSED, value=1, why=why)))


def _unless_missed(game: Game, *, model: ModelId, step: Step) -> Steps[Game]:
    if game.model(model).count(MISSED):
        return game
    return (yield from step(game))


def _intercept(game: Game, *, model: ModelId, target: ModelId, found: Way) -> Steps[Game]:
    """One enemy within 2 inches of the way may take the charge himself; his player decides."""
    charger = game.model(model)
    if charger.count(MISSED) or not charger.on_table:
        return game
    able = interceptors(game, charger, game.model(target), found)
    if not able:
        return game
    why = ("MOR-DEF-INTERCEPT",)
    options = (LET_PASS, *(Option(enemy.id, f"{enemy.name} steps in") for enemy, _, _ in able))
    question = f"Does anyone step into the charge of {charger.name}?"
    wish = yield from choose(game.model(target).side, options, question, model=model, why=why)
    picked = next((row for row in able if row[0].id == wish), None)
    if picked is None:
        return game
    enemy, met, touch = picked
    cost = replace_cost(found, met)
    stopped = carrying.steps_along(model, cost, how="charge", lefts={}, order=0)
    game = yield from carrying.carry(game, stopped)
    step = ((enemy.x, enemy.y, enemy.z), (*touch, game.model(enemy.id).z))
    game = yield from happens(Moved(model=enemy.id, path=step, how="intercept", why=why))
    return (yield from _engage(game, model=model, target=enemy.id, dive=False, barrier=False))


def replace_cost(found: Way, met: float) -> Way:
    """The same way, ended early."""
    walked = found.track
    x, y = walked.at(met)
    short = replace(walked, path=walked.cut(met), length=met, end=(x, y), end_z=walked.z_at(met))
    return Way(short, (), met)


def _engage(game: Game, *, model: ModelId, target: ModelId, dive: bool, barrier: bool) -> Steps[Game]:
    """The charger is there: he strikes first this turn."""
    if not carrying.going(game, model) or game.model(model).count(MISSED):
        return game
    charger = game.model(model)
    if barrier:
        game = yield from across(game, model, target)
    elif target not in [enemy.id for enemy in enemies_touching(game, charger)]:
        text = f"{charger.name} does not reach {game.model(target).name}"
        return (yield from happens(Noted(text=text, model=model, other=target, why=("MOR-DEF-CHARGE",))))
    game = yield from happens(Gained(model=model, marker=Marker("charged", 0, target), why=("MOR-DEF-CHARGE",)))
    if dive:
        game = yield from happens(Gained(model=model, marker=Marker("dived"), why=("MOR-DEF-DIVING-CHARGE",)))
    return game


def failed_steps(game: Game, model: Model, target: Model, found: Way) -> tuple[Step, ...]:
    """A charge that falls short: he moves his Movement along the way, and that is all."""
    most = pace.left(pace.walk(game, model), model)

    def go(game: Game) -> Steps[Game]:
        short = cut_to(game, game.model(model.id), found.track.path, most)
        lefts = carrying.lefts_of(game, game.model(model.id), short, "charge", most)
        steps = carrying.steps_along(model.id, short, how="failed charge", lefts=lefts, order=0)
        game = yield from carrying.carry(game, steps)
        if not game.model(model.id).on_table:
            return game
        why = ("MOR-DEF-FAILED-CHARGE",)
        return (yield from happens(Gained(model=model.id, marker=Marker("failed_charge", 0, target.id), why=why)))

    return (go,)


def cut_to(game: Game, model: Model, path: tuple[Point, ...], inches: float) -> Way:
    """The longest beginning of a path that costs at most so many inches and ends with room to stand."""
    whole = way(game, model, path)
    low, high = 0.0, whole.track.length
    if whole.cost <= high:
        low, high = min(inches, high), min(inches, high)
    for _ in range(24):
        middle = (low + high) / 2.0
        if way(game, model, whole.track.cut(middle)).cost <= inches + pace.TOLERANCE / 2.0:
            low = middle
        else:
            high = middle
    found = way(game, model, whole.track.cut(low))
    while low > 0.0 and not found.track.free:
        low = max(0.0, low - 0.1)
        found = way(game, model, whole.track.cut(low))
    return found
