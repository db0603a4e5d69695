"""Ways in words: a tape along points, a base carried along a path, climbs, and the ground within reach."""

from __future__ import annotations

import math
from dataclasses import replace as changed
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from engine import systems
from engine.game import MM_PER_INCH, Base, Game, Model, Point, Point3
from engine.geometry.evidence import Evidence, Line, Mark, Role
from engine.geometry.measure import TOO_CLOSE
from engine.geometry.path import Track, shortest, track
from engine.geometry.reach import reach
from engine.measuring.answer import (
    Measured,
    all_called,
    at,
    by,
    end_told,
    end_values,
    inches,
    is_close,
    millimetres,
    named,
    others_than,
    points,
    spare,
)

LOOK = 0.1
"""Inches of room beside a path that are looked for: what is more is told as 'at least'."""
STEP = 1.0
"""Inches of height that feet pass over without climbing, in a bare measurement."""


def tell_tape(places: tuple[Point3, ...], query: str = "", name: str = "") -> Measured:
    """A tape along places: each leg, the sum so far, and the whole."""
    lengths = [math.dist(*leg) for leg in pairwise(places)]
    whole = math.fsum(lengths)
    flat = math.fsum(math.dist(a[:2], b[:2]) for a, b in pairwise(places))
    level = f" ({flat:.2f}″ flat)" if abs(whole - flat) > 0.005 else ""
    said = f"{whole:.2f}″{level}"
    rise = places[-1][2] - places[0][2]
    heights = f"{inches(places[0][2])}; {inches(places[-1][2])}"
    tail = "level" if abs(rise) < 0.001 else f"{inches(abs(rise))} {'higher' if rise > 0 else 'lower'}"
    lines, rows, run = [], [("along", points(places))], 0.0
    for count, (leg, length) in enumerate(zip(pairwise(places), lengths, strict=True), 1):
        run += length
        sum_words = "" if len(lengths) == 1 else f", {inches(run, 4)} so far"
        rows.append((f"leg {count}", f"{inches(length, 4)}{sum_words}"))
        last = count == len(lengths)
        lines.append(Line(leg, "ruler", said if last else f"{length:.2f}″ · {run:.2f}″ so far"))
    if len(lengths) > 1:
        lines[-1] = replace(lines[-1], label=f"{lengths[-1]:.2f}″ · {whole:.2f}″ in all{level}")
        said = f"{whole:.2f}″ in {len(lengths)} legs{level}"
    rows += [("heights", f"{heights}: {tail}")]
    values = {"length": whole, "flat": flat, "legs": lengths, "witness": places, "rise": rise}
    return Measured(
        query=query or name,
        verdict=inches(whole),
        said=said,
        rows=tuple(rows),
        values=values,
        label=said,
        evidence=Evidence(lines=tuple(lines)),
    )


def tell_path(game: Game, model: Model, path: tuple[Point, ...], query: str = "", *, proof: bool = True) -> Measured:
    """The model's base carried along a path at its true width: what it meets, rises and drops.

    Without *proof* the room beside it, which takes a dozen walks, is not looked for.
    """
    found = track(game.table, model, path, others_than(game, model), step=STEP)
    room = _room(game, model, path, found) if proof else None
    bump = found.bumps[0] if found.bumps else None
    if bump is not None:
        verdict, said = "bumps", f"bumps into {named(game, bump.thing)} after {bump.at:.2f}″"
    elif found.overlaps:
        verdict, said = "no room", f"no room to stand at the end: {named(game, found.overlaps[0])}"
    elif found.leaves_table:
        verdict, said = "off", "leaves the table"
    else:
        verdict, said = "free", "free"
    close = is_close(room)
    if room is not None and room < LOOK:
        said = by(said, room)
    elif room is not None and verdict == "free":
        said += f", with more than {millimetres(LOOK)} of room"
    said = f"{found.length:.2f}″ · {said}"
    said += f" · {_climbed(found)}" if found.up or found.down else ""
    evidence = found.evidence()
    role: Role = "close" if close else "warning"
    marks = tuple(
        Mark(mark.at, role, f"{named(game, mark.label)} after {bump.at:.2f}″" if bump and not place else "")
        for place, mark in enumerate(evidence.marks)
    )
    return Measured(
        query=query or f"{model.name} along {points(found.path)}",
        verdict=verdict,
        said=said,
        rows=tuple(_path_rows(game, model, found, room)),
        values=_path_values(model, found),
        margin=room,
        close=close,
        label=said,
        evidence=replace(evidence, marks=marks),
    )


def _room(game: Game, model: Model, path: tuple[Point, ...], found: Track) -> float:
    """How much wider (or narrower) the base could be, each side, before the way were blocked (or free).

    At most `LOOK`; found by halving, to a thousandth of a millimetre.  Whom it comes to touch
    at the end is left out: it was sent there to touch.
    """
    others = tuple(other for other in others_than(game, model) if other.id not in found.contacts)

    def free(by_inches: float) -> bool:
        base = model.profile.base
        wide, deep = (max(0.0, side + 2 * by_inches * MM_PER_INCH) for side in (base.width, base.depth))
        profile = replace(model.profile, base=Base(base.shape, wide, deep))
        return track(game.table, replace(model, profile=profile), path, others, step=STEP).free

    sign = 1.0 if found.free else -1.0
    if free(sign * TOO_CLOSE) == found.free and free(sign * LOOK) == found.free:
        return LOOK
    low, high = 0.0, TOO_CLOSE if free(sign * TOO_CLOSE) != found.free else LOOK
    while high - low > 4e-5:
        middle = (low + high) / 2
        low, high = (middle, high) if free(sign * middle) == found.free else (low, middle)
    return low


def _climbed(found: Track) -> str:
    return f"{inches(found.up)} up, {inches(found.down)} down"


def _path_rows(game: Game, model: Model, found: Track, room: float | None) -> list[tuple[str, str]]:
    rows = [("of", end_told(model)), ("along", points(found.path))]
    run = 0.0
    for count, leg in enumerate(pairwise(found.path), 1):
        run += math.dist(*leg)
        rows.append((f"leg {count}", f"{inches(math.dist(*leg), 4)}, {inches(run, 4)} so far"))
    rows += [("way", f"{inches(found.length, 4)} in plan, ending {inches(found.end_z)} up")]
    rows += [("highest rise", inches(found.highest_rise)), ("deepest drop", inches(found.deepest_drop))]
    bumps = dict.fromkeys(bump.thing for bump in found.bumps)
    rows += [("in the way", all_called(game, tuple(bumps)))] if bumps else []
    rows += [("bumps at", at(found.bumps[0].point))] if bumps else []
    rows += [("no room by", all_called(game, found.overlaps))] if found.overlaps else []
    rows += [("touches", all_called(game, found.contacts))] if found.contacts else []
    rows += [(f"{kind.replace('_', ' ')} ground", inches(length)) for kind, length in found.difficult]
    if room is not None:
        side = "wider" if found.free else "narrower"
        most = "more than " if room >= LOOK else ""
        rows += [("margin", f"{most}{millimetres(room)}: the base may be {side} by less on each side")]
    return rows


def _path_values(model: Model, found: Track) -> dict[str, Any]:
    return {
        "of": end_values(model),
        "length": found.length,
        "legs": [math.dist(*leg) for leg in pairwise(found.path)],
        "witness": found.path,
        "up": found.up,
        "down": found.down,
        "highest_rise": found.highest_rise,
        "deepest_drop": found.deepest_drop,
        "end_z": found.end_z,
        "free": found.free and not found.leaves_table,
        "blockers": tuple(dict.fromkeys(bump.thing for bump in found.bumps)),
        "blocked_at": found.blocked_at if found.bumps else None,
        "stop": found.bumps[0].point if found.bumps else None,
        "contacts": found.contacts,
        "difficult": found.difficult,
    }


def tell_climb(game: Game, model: Model, path: tuple[Point, ...], query: str = "") -> Measured:
    """What rises and drops on the way."""
    whole = tell_path(game, model, path, query, proof=False)
    rise, drop = whole.values["up"], whole.values["down"]
    verdict = f"{inches(rise)} up, {inches(drop)} down" if rise or drop else "level"
    return changed(whole, verdict=verdict, said=verdict, label=verdict)


def tell_reach(
    game: Game, model: Model, distance: float | None = None, goal: Point | None = None, query: str = ""
) -> Measured:
    """The ground a model can walk to, and whether it gets to a place.  ValueError without any distance."""
    far, why = (distance, "") if distance is not None else _allowed(game, model, query)
    others = others_than(game, model)
    found = reach(game.table, model, far, others)
    area = float(found.area.area)
    rows = [("of", end_told(model)), ("distance", inches(far, 4)), ("area", f"{area:.2f} square inches for its centre")]
    rows += [("but", "it stands inside something or over the edge of the table")] if far and not area else []
    rows += [("because", why)] if why else []
    rows += [("rough ground", f"{all_called(game, found.rough)}: its price is not in this")] if found.rough else []
    values = {
        "of": end_values(model),
        "distance": far,
        "area": area,
        "polygons": found.polygons,
        "rough": found.rough,
        "because": why,
    }
    told = Measured(
        query=query or f"{model.name} reaches",
        verdict=f"{area:.2f} square inches",
        said=f"{inches(far)} of walking: {area:.2f} square inches",
        rows=tuple(rows),
        values=values,
        evidence=replace(found.evidence(), pieces=()),
    )
    return told if goal is None else _reaches(game, model, far, goal, told)


def _allowed(game: Game, model: Model, query: str) -> tuple[float, str]:
    if game.system not in systems.names():
        raise ValueError(f"“{query}” needs a distance here; write reach A [inches] [x,y]: the ground A can walk to.")
    allowance = systems.load(game.system).allowance(game, model)
    return allowance.distance, "; ".join(tally.text() for tally in allowance.tallies) or allowance.ruling_text


def _reaches(game: Game, model: Model, far: float, goal: Point, told: Measured) -> Measured:
    """The shortest way to a place against the inches there are."""
    way = shortest(game.table, model, goal, others_than(game, model), limit=2 * far + 12)
    if way is None:
        said, rows = f"no way to {at(goal)} on this level", (*told.rows, ("to", at(goal)))
        return changed(told, verdict="no way", said=said, rows=rows, values={**told.values, "goal": goal})
    length = math.fsum(math.dist(*leg) for leg in pairwise(way))
    inside, spared = length <= far + 1e-4, abs(far - length)
    verdict = "within" if inside else "beyond"
    said = f"{by(verdict + ' reach', spared)} · {length:.2f}″ of {inches(far)}"
    z = model.z
    line = Line(tuple((x, y, z) for x, y in way), "close" if is_close(spared) else "path", said)
    return changed(
        told,
        verdict=verdict,
        said=said,
        rows=(*told.rows, ("shortest way", f"{inches(length, 4)}: {points(way)}"), ("margin", spare(spared))),
        values={**told.values, "goal": goal, "within": inside, "length": length, "witness": way},
        margin=spared,
        close=is_close(spared),
        label=said,
        evidence=told.evidence + Evidence(lines=(line,)),
    )
