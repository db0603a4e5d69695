"""Chapter: Movement — the Jump: one straight leap over gaps, up, down, or over what stands between.

Its inches are those of the tightest arc over everything on the line.  Whoever comes short of a
higher landing, but gets the top of its hitbox as high, pulls itself up to its edge; anybody else
who comes short falls where the inches end.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point, Table
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.path import track
from engine.geometry.sweep import leg, sweep_base
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import named, warned
from engine.systems.eldfall import moving, places, ways
from engine.systems.eldfall.acts import JUMP
from engine.systems.eldfall.hitbox import Path, ghost, upright
from engine.systems.eldfall.pace import WHY, allowed
from engine.systems.eldfall.scenery import WHY as ENDLESS
from engine.systems.eldfall.scenery import endless, to_walk

_EDGE = 0.01
"""Inches by which whoever pulls itself up stands over the edge with its middle."""
Corner = tuple[float, float]
"""(inches along the line, inches up)."""


class Leap(Struct, frozen=True, kw_only=True):
    """A jump as it will be: its arc, its inches, where it ends, and how far it falls after that."""

    arc: Path
    inches: float
    points: Path
    drop: float = 0.0
    pulled_up: bool = False

    def evidence(self) -> Evidence:
        line = Line(self.arc, "leap", f"{self.inches:.2f}″")
        if not self.drop:
            return Evidence(lines=(line,))
        return Evidence(lines=(line, Line(self.points[-2:], "fall", f"{self.drop:.2f}″")))


def plan_jump(game: Game, model: Model, path: tuple[Point, ...], facing: float | None) -> Plan:
    """A straight leap from where the model stands to where the path ends."""
    path = ways.from_here(model, path)
    objections = []
    if len(path) > 2:
        text = f"A Jump is one straight leap; {model.name} cannot turn on the way."
        objections.append(Objection(text=text, why=WHY[JUMP], model=model.id))
    inches = allowed(game, model, JUMP).value
    found = leap(game, model, path[-1], inches)
    objections += landing(game, model, ghost(game, model, found.points[-1]))
    objections += in_the_way(game, model, found)
    walked = ways.Way(track=_line(game, model, path[-1]))
    notes = ("It comes short and pulls itself up to the edge.",) if found.pulled_up else ()
    planned = moving.plan(
        game, model, JUMP, walked, found.points, title=f"Jump {min(found.inches, inches):.1f}″",
        objections=tuple(objections), facing=facing, notes=notes, falls=(found.drop,) if found.drop else (),
    )  # fmt: skip
    shown = found.evidence()
    return Plan(
        label=planned.label, objections=planned.objections, steps=planned.steps, tallies=planned.tallies,
        evidence=warned(shown) if planned.objections else shown, notes=planned.notes,
    )  # fmt: skip


def in_the_way(game: Game, model: Model, found: Leap) -> tuple[Objection, ...]:
    """Objections to what a leap meets: enemies that it does not clear, and scenery that nobody crosses."""
    body, end = upright(game, model), found.arc[-1][:2]
    line = leg((model.x, model.y), end)
    met: list[tuple[str, tuple[str, ...]]] = []
    for enemy in ways.obstacles(game, model):
        span = sweep_base(base_of(body), line, base_of(enemy), CONTACT)
        if span is not None and _lowest(found, *span) < enemy.z + enemy.profile.height - ROUNDING:
            met.append((enemy.id, ways.WHY))
    walked = _straight(to_walk(game.table), body, end)
    barred = (bump.thing for bump in walked.bumps)
    met += [(thing, (*ways.WHY, *ENDLESS)) for thing in barred if endless(game.table.piece(thing))]
    return tuple(
        Objection(
            text=f"{named(game, thing)} is in the way of this leap.",
            why=why,
            model=model.id,
            evidence=Evidence(pieces=(str(thing),)),
        )
        for thing, why in met
    )


def _lowest(found: Leap, start: float, end: float) -> float:
    """The lowest height of an arc between two distances along its line."""
    x, y, _ = found.arc[0]
    corners = tuple((math.dist((x, y), (px, py)), z) for px, py, z in found.arc)
    inside = [z for at, z in corners if start <= at <= end]
    return min((*inside, _height_at(corners, start), _height_at(corners, end)))


def _height_at(corners: tuple[Corner, ...], at: float) -> float:
    for (a, low), (b, high) in pairwise(corners):
        if at <= b:
            return low + (high - low) * (at - a) / (b - a) if b > a else max(low, high)
    return corners[-1][1]


def landing(game: Game, model: Model, there: Model) -> tuple[Objection, ...]:
    """Objections to coming down where *there* is: off the field, in a wall, on a hitbox."""
    walked = replace(game, table=to_walk(game.table), models=())
    return (*standing.no_room(walked, there, ways.WHY), *ways.ends_on(game, model, there))


def leap(game: Game, model: Model, end: Point, inches: float) -> Leap:
    """The jump to a place with so many inches."""
    line = _line(game, model, end)
    up = surface(to_walk(game.table), model.profile.base, *end, model.facing, _most(line)).z
    corners = hull(profile(line, up))
    long = math.fsum(math.dist(a, b) for a, b in pairwise(corners))
    arc = tuple((*line.at(at), z) for at, z in corners)
    if long <= inches + ROUNDING:
        return Leap(arc=arc, inches=long, points=arc)
    at, z = _along(corners, inches)
    height = upright(game, model).profile.height
    edge = _edge_of(line, up)
    if z + height >= up - ROUNDING and up > model.z + ROUNDING and edge is not None:
        spot = (*line.at(min(edge + _EDGE, line.length)), up)
        return Leap(arc=(arc[0], spot), inches=long, points=(arc[0], spot), pulled_up=True)
    stop = (*line.at(at), z)
    foot = places.nearest(game, replace(model, x=stop[0], y=stop[1]), z)
    short = tuple(point for point, (far, _) in zip(arc, corners, strict=True) if far < at - ROUNDING)
    return Leap(arc=(*short, stop), inches=long, points=(*short, stop, foot), drop=round(z - foot[2], 9))


def profile(line: Track, up: float) -> tuple[Corner, ...]:
    """The ground below a line as corners, ending on the landing."""
    corners = [(0.0, line.stretches[0].z)]
    for stretch in line.stretches:
        corners += [(stretch.start_at, stretch.z), (stretch.end_at, stretch.z)]
    return (*corners[:-1], (line.length, up))


def hull(corners: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """The tightest arc from the first corner to the last over all between."""
    kept: list[Corner] = []
    for corner in corners:
        while len(kept) > 1 and _turns_up(kept[-2], kept[-1], corner):
            kept.pop()
        if not kept or kept[-1] != corner:
            kept.append(corner)
    return tuple(kept) if len(kept) > 1 else tuple(kept * 2)


def _turns_up(a: Corner, b: Corner, c: Corner) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0.0


def _along(corners: tuple[Corner, ...], inches: float) -> Corner:
    """The point so many inches along an arc."""
    left = inches
    for a, b in pairwise(corners):
        long = math.dist(a, b)
        if left <= long:
            share = left / long if long else 0.0
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        left -= long
    return corners[-1]


def _edge_of(line: Track, up: float) -> float | None:
    """How far along the line the surface of the landing begins."""
    level = [stretch.start_at for stretch in line.stretches if abs(stretch.z - up) <= ROUNDING]
    return level[-1] if level else None


def _most(line: Track) -> float:
    return line.stretches[-1].z


def _line(game: Game, model: Model, end: Point) -> Track:
    body = upright(game, model)
    return _straight(to_walk(game.table), body, end)


@lru_cache(maxsize=1024)
def _straight(table: Table, body: Model, end: Point) -> Track:
    return track(table, body, ((body.x, body.y), end), (), step=0.0)
