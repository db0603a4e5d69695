"""Heights in words: what carries, how far to the edge, how deep a fall, how wide a jump."""

from __future__ import annotations

import math

from engine.game import Game, Model, Point, Point3
from engine.geometry.heights import SKY, Leap, edge, fall, leap, surface
from engine.measuring.answer import (
    Measured,
    at,
    by,
    end_told,
    end_values,
    inches,
    is_close,
    points,
    spare,
    speck,
    upon,
)


def _beyond(game: Game, place: Point, of: dict[str, object], query: str) -> Measured | None:
    """What is said of a place off the table, where there is nothing to stand on; None of one on it."""
    (x, y), table = place, game.table
    far = math.hypot(max(0.0, -x, x - table.width), max(0.0, -y, y - table.height))
    if not far:
        return None
    said = f"{at(place)} lies {inches(far)} beyond the table's edge: nothing carries a model there"
    said = f"{by('off the table', far)}: {said}" if is_close(far) else said
    rows = (("table", f"{inches(table.width)} by {inches(table.height)}"), ("margin", spare(far)))
    values = {**of, "at": place, "beyond": far}
    return Measured(
        query=query, verdict="off the table", said=said, rows=rows, values=values, margin=far, close=is_close(far)
    )


def tell_surface(game: Game, end: Model | Point, query: str = "") -> Measured:
    """What carries a model where it stands, or what lies highest at a place."""
    if not isinstance(end, Model) and (off := _beyond(game, end, {}, query)) is not None:
        return off
    model = end if isinstance(end, Model) else speck((*end, SKY))
    found = surface(game.table, model.profile.base, model.x, model.y, model.facing, model.z)
    hangs = model.z - found.z if isinstance(end, Model) else 0.0
    said = f"{inches(found.z)} up, on {upon(game, found.piece)}"
    rows = [
        ("of", end_told(end) if isinstance(end, Model) else f"the place {at(end)}"),
        ("carried", f"{found.share * 100:.0f} % of the base lies over it"),
    ]
    rows += [("but", f"it hangs {inches(hangs)} over it")] if hangs > 0.001 else []
    of = end_values(end) if isinstance(end, Model) else {"at": end}
    values = {"of": of, "z": found.z, "piece": found.piece, "share": found.share}
    return Measured(
        query=query, verdict=inches(found.z), said=said, rows=tuple(rows), values=values, evidence=found.evidence()
    )


def top_at(game: Game, place: Point, ceiling: float = SKY) -> Point3:
    """The place on the highest floor there, but none above *ceiling* inches."""
    z = surface(game.table, speck((*place, 0.0)).profile.base, *place, 0.0, ceiling).z
    return (*place, z)


def tell_edge(game: Game, model: Model, limit: float | None = None, query: str = "") -> Measured:
    """How far to the nearest edge one could fall over; with a limit, is it that near?"""
    found = edge(game.table, model)
    of = {"of": end_values(model)}
    if found is None:
        none: dict[str, object] = {**of, "distance": None}
        return Measured(query=query, verdict="no edge near", said="no edge near", values=none)
    drop = f"{inches(found.drop)} down to {upon(game, found.beyond)}"
    said, spared = f"{found.distance:.2f}″ to an edge, {drop}", None
    verdict = "edge"
    if limit is not None:
        spared, verdict = found.margin_at(limit), "within" if found.within(limit) else "beyond"
        said = f"{by(verdict, spared)} · {said}"
    rows = [("of", end_told(model)), ("distance", inches(found.distance, 4)), ("at", at(found.at)), ("drop", drop)]
    rows += [] if spared is None else [("margin", spare(spared))]
    values = {**of, "distance": found.distance, "at": found.at, "drop": found.drop, "beyond": found.beyond}
    values |= {"witness": ((*found.base_at, found.z), (*found.at, found.z)), "limit": limit}
    return Measured(
        query=query,
        verdict=verdict,
        said=said,
        rows=tuple(rows),
        values=values,
        margin=spared,
        close=is_close(spared),
        label=said,
        evidence=found.evidence(),
    )


def tell_fall(game: Game, model: Model, place: Point, query: str = "") -> Measured:
    """How deep the model falls from its height at a place."""
    if (off := _beyond(game, place, {"of": end_values(model)}, query)) is not None:
        return off
    found = fall(game.table, model, place)
    verdict = "falls" if found.drop else "stands firm"
    said = f"falls {inches(found.drop)} onto {upon(game, found.piece)}" if found.drop else "stands firm"
    if is_close(found.margin):
        said = by(said, found.margin)
    rows = [("of", end_told(model)), ("from", f"{inches(model.z)} up")]
    rows += [("to", f"{inches(found.landing)} up, on {upon(game, found.piece)}"), ("lies at", at(found.at))]
    rows += [("margin", spare(found.margin))]
    values = {
        "of": end_values(model),
        "drop": found.drop,
        "landing": found.landing,
        "piece": found.piece,
        "over": found.over,
        "at": found.at,
    }
    return Measured(
        query=query,
        verdict=verdict,
        said=said,
        rows=tuple(rows),
        values=values,
        margin=found.margin,
        close=is_close(found.margin),
        label=said,
        evidence=found.evidence(),
    )


def tell_jump(game: Game, model: Model, place: Point, limit: float | None = None, query: str = "") -> Measured:
    """A straight jump to a place: the gap, where it lands, and whether so many inches are enough."""
    if (off := _beyond(game, place, {"of": end_values(model)}, query)) is not None:
        return off
    found = leap(game.table, model.profile.base, (model.x, model.y), model.z, place, height=model.profile.height)
    spared = found.margin
    rise = "level" if abs(found.rise) < 0.001 else f"{inches(abs(found.rise))} {'up' if found.rise > 0 else 'down'}"
    said = f"{found.gap:.2f}″ gap, {rise}, onto {upon(game, found.piece)}"
    verdict = "jump" if found.gap else "no gap"
    if limit is not None:
        verdict = "enough" if found.within(limit) else "too far"
        spared = min(spared, abs(found.gap - limit)) if found.within(limit) else abs(found.gap - limit)
        said = f"{by(verdict, spared)} · {said}"
    elif is_close(spared):
        said = f"{said} · {by('lands on it', spared)}"
    rows = [("of", end_told(model)), *_jumped(found)]
    rows += [("margin", spare(spared))] if math.isfinite(spared) else []
    values = {
        "of": end_values(model),
        "gap": found.gap,
        "unsupported": found.unsupported,
        "rise": found.rise,
        "landing": found.landing,
        "piece": found.piece,
        "travel": found.travel,
        "witness": found.track,
        "open": found.open,
        "limit": limit,
        "enough": None if limit is None else found.within(limit),
    }
    return Measured(
        query=query,
        verdict=verdict,
        said=said,
        rows=tuple(rows),
        values=values,
        margin=spared if math.isfinite(spared) else None,
        close=is_close(spared),
        label=said,
        evidence=found.evidence(),
    )


def _jumped(found: Leap) -> list[tuple[str, str]]:
    """The lengths of a jump, as rows."""
    return [
        ("gap", f"{inches(found.gap, 4)} with no roof under the centre"),
        ("in the air", f"{inches(found.unsupported, 4)} with no part of the base over a roof"),
        ("travel", inches(found.travel, 4)),
        ("along", points(found.track)),
    ]
