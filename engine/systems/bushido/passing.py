"""Chapter: Zone of control — moving past, out of and into zones.

A way may not enter a zone, but for that of the enemy it goes into contact with; from there,
or from where he is within an inch himself, other zones no longer count, and the rest goes
straight to him.  Whoever begins in a zone leaves it straight away from its owner, or, in
several, never nearing any of them, and does not come back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Line
from engine.geometry.measure import ROUNDING
from engine.geometry.passages import Passage, passage
from engine.geometry.path import contact_point
from engine.geometry.tracks import Track
from engine.geometry.zones import zone_of
from engine.questions import Objection
from engine.systems.bushido import straight, zone
from engine.systems.bushido.contact import apart
from engine.systems.bushido.ground import INCH, bare
from engine.systems.bushido.zone import RADIUS

WHY = ("BUS-DEF-15", "BUS-DEF-16")
HAIR = 0.002
"""Inches by which a way stops short of a zone: exactly at its border would be inside."""
FAR = 200.0
"""Inches beyond which there is no table."""


def zone_objections(
    game: Game, model: Model, found: Track, doing: str, target: Model | None = None
) -> tuple[Objection, ...]:
    """Why a way is forbidden by the zones it meets; *target* is the enemy into whose contact it goes."""
    over = {owner.id for owner in zone.owners_over(game, model)}
    free = freed_at(model, found.path, target)
    met = [(owner, spans) for owner, spans in _met(game, model, found.path) if target is None or owner.id != target.id]
    left = [(owner, way) for owner, way in met if owner.id in over and free > ROUNDING]
    objections = list(_leaving(game, model, found, left, doing))
    for owner, way in met:
        entries = way.spans[1:] if owner.id in over else way.spans
        if entries and entries[0][0] < free - ROUNDING:
            objections.append(_entering(game, model, owner, entries[0][0], doing))
    return tuple(objections)


def first_entry(game: Game, model: Model, path: tuple[Point, ...], target: Model | None = None) -> float | None:
    """Inches after which a way first enters a zone it may not enter; None when it never does."""
    free = freed_at(model, path, target)
    over = {owner.id for owner in zone.owners_over(game, model)}
    entries = [
        way.spans[0][0]
        for owner, way in _met(game, model, path)
        if (target is None or owner.id != target.id) and owner.id not in over and way.spans[0][0] < free - ROUNDING
    ]
    return min(entries, default=None)


def freed_at(model: Model, path: tuple[Point, ...], target: Model | None) -> float:
    """Inches after which no other zone counts: as soon as the target is within an inch; never without a target."""
    if target is None:
        return FAR
    near = passage(zone_of(bare(target), RADIUS), bare(model), path)
    return FAR if near.entry is None else near.entry


def bent(game: Game, model: Model, path: tuple[Point, ...], target: Model) -> tuple[Point, ...]:
    """The path into contact: from where it enters the target's own zone it goes straight to him.

    It ends where the bases touch; the path itself when it never comes so far.
    """
    walker = bare(model)
    way = None
    if target.id in {owner.id for owner in zone.against(game, model)}:
        way = zone.crossed(game, target, model, path)
    entry = None if way is None else way.entry
    if entry is not None and not _touched_before(model, path, target, entry):
        path = straight.cut(path, entry)
        end = path[-1]
        at = contact_point(walker, bare(target), (end, (target.x, target.y)))
        return path if at is None else _joined(path, at)
    return until_contact(model, path, target)


def until_contact(model: Model, path: tuple[Point, ...], target: Model) -> tuple[Point, ...]:
    """The path up to where the bases first touch; the whole path when they never do."""
    for i in range(len(path) - 1):
        at = contact_point(bare(model), bare(target), (path[i], path[i + 1]))
        if at is not None:
            return _joined(path[: i + 1], at)
    return path


def straightened(game: Game, model: Model, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """A first leg drawn by hand very nearly straight away from the one owner of a zone, made exactly so."""
    over = zone.owners_over(game, model)
    if len(over) != 1 or len(path) < 2:
        return path
    start, end, centre = path[0], path[1], (over[0].x, over[0].y)
    if straight.sense(start, end, centre) != "away":
        return path
    return (start, straight.away_from(start, centre, math.dist(start, end)), *path[2:])


def way_out(game: Game, model: Model, owner: Model) -> float:
    """Inches straight away from an owner after which a model is out of his zone."""
    start = (model.x, model.y)
    end = straight.away_from(start, (owner.x, owner.y), 2.0 * RADIUS)
    way = zone.crossed(game, owner, model, (start, end))
    return 0.0 if way.exit is None else way.exit + HAIR


def _met(game: Game, model: Model, path: tuple[Point, ...]) -> Iterator[tuple[Model, Passage]]:
    """Counting zones that a way meets, with how; owners too far off to matter are not looked at."""
    length = straight.length(path)
    for owner in zone.against(game, model):
        if apart(owner, model) <= length + RADIUS + ROUNDING:
            way = zone.crossed(game, owner, model, path)
            if way.spans:
                yield owner, way


def _leaving(
    game: Game, model: Model, found: Track, left: list[tuple[Model, Passage]], doing: str
) -> Iterator[Objection]:
    """Objections to how a way leaves the zones it begins in."""
    for owner, way in left:
        centre = (owner.x, owner.y)
        out = way.spans[0][1]
        if out >= found.length - ROUNDING:
            yield _no(game, model, owner, f"has to leave {owner.name}'s zone of control with this {doing}")
            continue
        part = found.cut(out)
        if len(left) == 1:
            fine = all(straight.sense(a, b, centre) == "away" for a, b in pairwise(part))
        else:
            fine = straight.recedes(part, centre)
        if not fine:
            how = "straight away from" if len(left) == 1 else "away from"
            yield _no(game, model, owner, f"first has to go {how} {owner.name} until it is out of his zone of control")


def _no(game: Game, model: Model, owner: Model, words: str) -> Objection:
    inches = way_out(game, model, owner)
    start = (model.x, model.y)
    end = straight.away_from(start, (owner.x, owner.y), inches)
    line = Line(((*start, 0.0), (*end, 0.0)), "zone", f"{inches:.1f}{INCH} straight away")
    shown = Evidence(lines=(line,), areas=(zone.area(game, owner, model),), pieces=(owner.id,))
    text = f"{model.name} {words}: {inches:.1f}{INCH}."
    return Objection(text=text, why=WHY, model=model.id, evidence=shown)


def _entering(game: Game, model: Model, owner: Model, entry: float, doing: str) -> Objection:
    text = f"This {doing} enters {owner.name}'s zone of control after {entry:.1f}{INCH}."
    shown = Evidence(areas=(zone.area(game, owner, model),), pieces=(owner.id,))
    return Objection(text=text, why=("BUS-DEF-15", "BUS-DEF-18"), model=model.id, evidence=shown)


def _touched_before(model: Model, path: tuple[Point, ...], target: Model, entry: float) -> bool:
    """Do the bases touch (from behind) before the way comes into the target's zone?"""
    touched = until_contact(model, path, target)
    return touched != path and straight.length(touched) <= entry + ROUNDING


def _joined(path: tuple[Point, ...], at: Point) -> tuple[Point, ...]:
    return path if path[-1] == at else (*path, at)
