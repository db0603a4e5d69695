"""Distances in words: gap, contact, within, zones and arcs, each with what it would take to turn it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace as changed
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine import systems
from engine.game import Game, Model, Terrain
from engine.geometry.arcs import arc_of, in_arc
from engine.geometry.evidence import Evidence, Line, Role
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT, TOO_CLOSE, Gap, gap, gap_to_piece, gap_to_point
from engine.geometry.zones import BaseZone, Held, holding, zone_of
from engine.measuring.answer import (
    End,
    Measured,
    by,
    called,
    end_name,
    end_told,
    end_values,
    inches,
    is_close,
    points,
    spare,
    speck,
    upon,
)
from engine.measuring.squares import tell_range, tell_spaces, tell_within_spaces

NEARBY = 2.0
"""Inches beyond a zone within which models are listed too."""


def bodies(game: Game) -> Callable[[Model], Model]:
    """How the book in play measures a model: most as it stands, some as another volume (`System.body`)."""
    system = systems.load(game.system) if game.system in systems.names() else None
    measured_as = None if system is None else system.body
    return (lambda model: model) if measured_as is None else partial(measured_as, game)


def between(game: Game, a: End, b: End | Terrain) -> Gap:
    """The gap between two models, places or a model and a piece, as the book in play measures them."""
    body = bodies(game)
    one = body(a) if isinstance(a, Model) else speck(a)
    if isinstance(b, Terrain):
        return gap_to_piece(one, b)
    return gap(one, body(b)) if isinstance(b, Model) else gap_to_point(one, b)


def tell_gap(game: Game, a: End, b: End | Terrain, query: str = "") -> Measured:
    """How far apart, edge to edge; in contact or not, and the levels both stand on.  On squares, in spaces."""
    if systems.on_squares(game.system) and not isinstance(b, Terrain):
        return tell_range(game, a, b, query)
    found = between(game, a, b)
    close = not found.contact and is_close(found.margin)
    verdict, said = _apart(found, close)
    role: Role = "close" if close else "ruler"
    pieces = tuple(str(end.id) for end in (a, b) if isinstance(end, Model | Terrain))
    rows = [("from", end_told(a)), ("to", called(game, b.id) if isinstance(b, Terrain) else end_told(b))]
    rows += [("distance", f"{inches(found.distance, 4)} edge to edge"), ("in plan", inches(found.plan, 4))]
    rows += [("in height", inches(found.height, 4)), ("between", points(found.at))]
    rows += [] if isinstance(b, Terrain) else _levels(game, a, b)
    rows += [("margin", f"{spare(found.margin)}; it is about touching")]
    values: dict[str, Any] = {
        "from": end_values(a),
        "to": {"id": b.id, "name": b.name} if isinstance(b, Terrain) else end_values(b),
        "distance": found.distance,
        "plan": found.plan,
        "height": found.height,
        "overlap": found.overlap,
        "contact": found.contact,
        "witness": found.at,
    }
    return Measured(
        query=query or f"{end_name(a)} to {called(game, b.id) if isinstance(b, Terrain) else end_name(b)}",
        verdict=verdict,
        said=said,
        rows=tuple(rows),
        values=values,
        margin=found.margin,
        close=close,
        label=said,
        evidence=Evidence(lines=(Line(found.at, role, said),), pieces=pieces),
    )


def _apart(found: Gap, close: bool) -> tuple[str, str]:
    """Verdict and sentence of a gap."""
    if found.overlapping:
        return "overlap", f"overlapping by {inches(found.overlap)}"
    if found.contact:
        return "contact", f"in contact (to {CONTACT:g}″)"
    said = f"{found.distance:.2f}″ edge to edge"
    if found.height > CONTACT:
        said += f" · {found.plan:.2f}″ flat, {found.height:.2f}″ up"
    return "apart", said + (f" · {by('apart', found.margin)}" if close else "")


def tell_contact(game: Game, a: End, b: End | Terrain, query: str = "") -> Measured:
    """Do they touch?  Bases that touch were put there to touch: only a gap can be too close to call."""
    whole = tell_gap(game, a, b, query)
    if whole.verdict != "apart" or whole.margin is None:
        return whole
    return _again(whole, "apart", by("not in contact", whole.margin), whole.close, whole.margin)


def tell_within(game: Game, a: End, b: End | Terrain, limit: float, query: str = "") -> Measured:
    """Are they at most so many inches apart, or spaces?  The limit itself counts."""
    if systems.on_squares(game.system) and not isinstance(b, Terrain):
        return tell_within_spaces(game, a, b, limit, query)
    found, whole = between(game, a, b), tell_gap(game, a, b, query)
    inside, spared = found.within(limit), found.margin_at(limit)
    said = f"{by('within' if inside else 'beyond', spared)} · {found.distance:.2f}″ of {inches(limit)}"
    told = _again(whole, "within" if inside else "beyond", said, is_close(spared), spared)
    return changed(told, values={**whole.values, "within": inside, "limit": limit})


def _again(whole: Measured, verdict: str, said: str, close: bool, spared: float) -> Measured:
    """The same ruler under another question."""
    role: Role = "close" if close else "ruler"
    lines = tuple(replace(line, role=role, label=said) for line in whole.evidence.lines)
    rows = (*(row for row in whole.rows if row[0] != "margin"), ("margin", spare(spared)))
    evidence = replace(whole.evidence, lines=lines)
    return changed(
        whole, verdict=verdict, said=said, rows=rows, margin=spared, close=close, label=said, evidence=evidence
    )


def _levels(game: Game, a: End, b: End) -> list[tuple[str, str]]:
    """The surfaces under both ends and the difference."""
    found = [_surface(game, end) for end in (a, b)]
    words = [f"{inches(z)} on {upon(game, piece)}" for z, piece in found]
    rise = found[1][0] - found[0][0]
    tail = "level" if abs(rise) <= CONTACT else f"{inches(abs(rise))} {'higher' if rise > 0 else 'lower'}"
    return [("stands on", f"{words[0]}; {words[1]}: {tail}")]


def _surface(game: Game, end: End) -> tuple[float, str]:
    model = end if isinstance(end, Model) else speck(end)
    found = surface(game.table, model.profile.base, model.x, model.y, model.facing, model.z)
    return found.z, found.piece


def tell_zone(
    game: Game, owner: Model, radius: float, degrees: float | None = None, query: str = "", among: str = ""
) -> Measured:
    """Who is within so many inches of a base, in an arc of so many degrees if one is given; on squares, spaces."""
    if systems.on_squares(game.system) and degrees is None:
        return tell_spaces(game, owner, radius, query, among)
    arc = None if degrees is None else arc_of(owner, degrees)
    zone = zone_of(bodies(game)(owner), radius, arc=arc, volume=True)
    held = _by_distance(game, zone, (owner.id, among))
    shown = [(one, model) for one, model in held if one.within or one.distance <= radius + NEARBY or _close(one)]
    inside = [model.name for one, model in shown if one.within]
    near = any(_close(one) for one, _ in shown)
    said = f"{len(inside)} within {inches(radius)}" + (f": {', '.join(inside)}" if inside else "")
    doubtful = [model.name for one, model in shown if _close(one)]
    said += f" · too close to call: {', '.join(doubtful)}" if near else ""
    lines = tuple(
        Line(one.at, "close" if _close(one) else "ruler", f"{model.name} {_held(one)}")
        for one, model in shown
        if one.at is not None and (one.within or _close(one))
    )
    label = f"{inches(radius)} · {len(inside)} within" + (f" · {len(doubtful)} too close to call" if near else "")
    values = {
        "owner": end_values(owner),
        "radius": radius,
        "arc": degrees,
        "within": [model.id for one, model in shown if one.within],
        "near": [_held_values(one, model) for one, model in shown],
    }
    rows = [("of", end_told(owner))]
    rows += [(f"{model.name} ({model.id})", _held_row(one, radius)) for one, model in shown]
    spared = min((one.margin for one, _ in held), default=None)
    rows += [] if spared is None else [("margin", spare(spared))]
    return Measured(
        query=query or f"{inches(radius)} round {owner.name}",
        verdict=f"{len(inside)} within",
        said=said,
        rows=tuple(rows),
        values=values,
        margin=spared,
        close=near,
        label=label,
        evidence=Evidence(lines=lines, areas=(zone.area(label=label),)),
    )


def _by_distance(game: Game, zone: BaseZone, but: tuple[str, ...]) -> list[tuple[Held, Model]]:
    """How the zone holds everybody on the table *but* some, the nearest first."""
    body = bodies(game)
    held = [(holding(zone, body(model)), model) for model in game.on_table() if model.id not in but]
    return sorted(held, key=lambda pair: pair[0].distance)


def _close(one: Held) -> bool:
    return abs(one.distance - one.zone.radius) < TOO_CLOSE + 0.1 and is_close(one.margin)


def _held(one: Held) -> str:
    """'3.21″', or with what is to spare where that is too little."""
    words = f"{one.distance:.2f}″"
    return f"{words}, {by('within' if one.within else 'beyond', one.margin)}" if _close(one) else words


def _held_row(one: Held, radius: float) -> str:
    where = "" if math.isinf(one.distance) else f"{inches(one.distance, 4)} · "
    whole = ", wholly" if one.wholly else ""
    return f"{where}{by('within' if one.within else 'beyond', one.margin)}{whole}"


def _held_values(one: Held, model: Model) -> dict[str, Any]:
    far = None if math.isinf(one.distance) else one.distance
    return {
        "id": model.id,
        "name": model.name,
        "distance": far,
        "within": one.within,
        "wholly": one.wholly,
        "margin": one.margin,
        "close": _close(one),
        "witness": one.at,
    }


def tell_arc(game: Game, viewer: Model, target: Model, degrees: float, query: str = "") -> Measured:
    """Does some of the target's base lie in the arc the viewer looks into?"""
    found = in_arc(viewer, target, degrees)
    close = is_close(found.margin)
    words = {"in": "in the arc", "touch": "only touching the arc", "out": "out of the arc"}[found.lies]
    said = by(words, found.margin) + (" · wholly" if found.wholly else " · in part" if found.lies == "in" else "")
    rows = [("of", end_told(viewer)), ("facing", f"{viewer.facing:g}°, {degrees:g}° wide"), ("to", end_told(target))]
    rows += [("margin", spare(found.margin))]
    rows += [("nearest part", f"{inches(found.distance, 4)} away in plan")] if found.at else []
    values = {
        "viewer": end_values(viewer),
        "target": end_values(target),
        "degrees": degrees,
        "in_arc": found.lies == "in",
        "wholly": found.wholly,
        "apart": found.apart,
        "witness": found.at,
    }
    evidence = found.evidence()
    role: Role = "close" if close else "ruler"
    lines = tuple(replace(line, role=role, label=said) for line in evidence.lines)
    return Measured(
        query=query,
        verdict=found.lies,
        said=said,
        rows=tuple(rows),
        values=values,
        margin=found.margin,
        close=close,
        label=said,
        evidence=replace(evidence, lines=lines),
    )
