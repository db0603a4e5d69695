"""What a base carried along a path runs into.

A piece is in the way where it stands above what feet step over and below the head, a model
wherever the two bodies share height.  Overlaps within the contact tolerance are forgiven, so
that a base may slide along a wall it touches; where a real overlap follows, the bump is
placed at the first touch.  The front a model climbs, or has just come down, is no bump: a
base overlaps it on the straight leg that crosses its border, or within a base's reach of the
crossing, and a rulebook prices that as a climb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from engine.game import Model, Terrain
from engine.geometry.exact import Placed, apart, standing
from engine.geometry.measure import CONTACT, ROUNDING, apart_from_piece
from engine.geometry.shapes import Solids, borders
from engine.geometry.sweep import Leg, Spans, merged, over, sweep_base, sweep_edges, sweep_piece, without
from engine.geometry.tracks import Bump, Change, Stretch

_NUDGE = 0.01
"""How far we look ahead to see whether a base that starts inside something comes out of it."""


def bumps(
    ground: Solids,
    model: Model,
    base: Placed,
    ways: list[Leg],
    others: Iterable[Model],
    stretches: tuple[Stretch, ...],
    changes: tuple[Change, ...],
    step: float,
) -> tuple[Bump, ...]:
    """Everything the base runs into, each thing once, in the order in which it is met."""
    first: dict[tuple[str, str], Bump] = {}
    offset = 0.0
    rivals = [other for other in others if other.id != model.id]
    for i, way in enumerate(ways):
        body = base.moved(way.x - base.x, way.y - base.y)
        near = [ground.pieces[k] for k in ground.within([way.at(0.0), way.at(way.length)], base.outer)]
        for piece in near:
            if piece.footing not in ("solid", "impassable") or not _ever_in_the_way(piece, stretches, step, model):
                continue
            open_to = _open_to(piece, body, way, offset, stretches, changes, step, model.profile.height)
            at = _meets_piece(body, way, piece, open_to, leaving=i == 0)
            _add(first, way, piece.id, "piece", at, offset)
        for other in rivals:
            windows = _shared(other, stretches, offset, way.length, model.profile.height)
            _add(first, way, other.id, "model", _meets_model(body, way, other, windows, leaving=i == 0), offset)
        offset += way.length
    return tuple(sorted(first.values(), key=lambda bump: bump.at))


def _add(first: dict[tuple[str, str], Bump], way: Leg, thing: str, kind: str, at: float | None, offset: float) -> None:
    known = first.get((kind, thing))
    if at is None or (known is not None and known.at <= offset + at):
        return
    named = Bump(thing=thing, kind="piece" if kind == "piece" else "model", at=offset + at, point=way.at(at))
    first[(kind, thing)] = named


def _ever_in_the_way(piece: Terrain, stretches: tuple[Stretch, ...], step: float, model: Model) -> bool:
    return any(stands_in(piece, stretch.z, step, model.profile.height) for stretch in stretches)


def stands_in(piece: Terrain, feet: float, step: float, height: float) -> bool:
    """Does the piece stop a body with its feet at this elevation?  Impassable ground does at any height."""
    if piece.bottom >= feet + height - ROUNDING:
        return False
    if piece.footing == "impassable":
        return piece.top >= feet - CONTACT
    return piece.top > feet + step + ROUNDING


def _open_to(
    piece: Terrain,
    body: Placed,
    way: Leg,
    offset: float,
    stretches: tuple[Stretch, ...],
    changes: tuple[Change, ...],
    step: float,
    height: float,
) -> Spans:
    """The stretches of this leg in which the piece could be bumped into, climbed fronts left out."""
    windows = _windows((s for s in stretches if stands_in(piece, s.z, step, height)), offset, way.length)
    if not windows or piece.footing == "impassable":
        return windows
    excused = merged(_fronts(piece, body, way, offset, changes, step))
    return tuple(part for low, high in windows for part in without(low, high, excused))


def _windows(stretches: Iterable[Stretch], offset: float, length: float) -> Spans:
    cut = ((max(0.0, s.start_at - offset), min(length, s.end_at - offset)) for s in stretches)
    return tuple((low, high) for low, high in cut if low < high)


def _fronts(
    piece: Terrain, body: Placed, way: Leg, offset: float, changes: tuple[Change, ...], step: float
) -> list[tuple[float, float]]:
    """Where the base overlaps the piece only because its front is being climbed or was just left."""
    out: list[tuple[float, float]] = []
    spans: Spans | None = None
    for change in changes:
        at = change.at - offset
        if piece.top > max(change.from_z, change.to_z) + step + ROUNDING:
            continue
        if not -body.outer <= at <= way.length + body.outer:
            continue
        if not 0.0 <= at <= way.length:
            # Crossed on a neighbouring leg: excused within the base's reach of the crossing.
            out.append((at - body.outer, at + body.outer))
            continue
        spans = sweep_piece(body, way, piece) if spans is None else spans
        for low, high in spans:
            if low - ROUNDING <= at <= high + ROUNDING:
                out.append((low - ROUNDING, at) if change.kind == "rise" else (at, high + ROUNDING))
    return out


def _meets_piece(body: Placed, way: Leg, piece: Terrain, windows: Spans, *, leaving: bool) -> float | None:
    if not windows:
        return None
    edges = borders(piece)
    touch, deep = sweep_edges(body, way, edges), sweep_edges(body, way, edges, CONTACT)
    covered = over(way, piece)
    if leaving and _comes_out(body, way, lambda moved: apart_from_piece(moved, piece).distance):
        gone = max((high for low, high in sweep_piece(body, way, piece) if low <= 0.0), default=0.0)
        windows = tuple(part for low, high in windows for part in without(low, high, ((-1.0, gone),)))
    for low, high in windows:
        hit = (deep[:, 0] <= deep[:, 1]) & (deep[:, 0] < high) & (deep[:, 1] > low)
        found = np.maximum(touch[hit, 0], low).tolist()
        found += [max(start, low) for start, end in covered if start < high and end > low]
        if found:
            return float(min(found))
    return None


def _meets_model(body: Placed, way: Leg, other: Model, windows: Spans, *, leaving: bool) -> float | None:
    if not windows:
        return None
    rival = standing(other)
    deep = sweep_base(body, way, rival, CONTACT)
    if deep is None:
        return None
    if leaving and _comes_out(body, way, lambda moved: apart(moved, rival).distance):
        return None
    touch = sweep_base(body, way, rival) or deep
    for low, high in windows:
        if deep[0] < high and deep[1] > low:
            return max(low, touch[0])
    return None


def _comes_out(body: Placed, way: Leg, separation: Callable[[Placed], float]) -> bool:
    """Does the base start inside the thing and move out of it?  Then it is let go."""
    before = separation(body)
    if before >= -CONTACT:
        return False
    ahead = min(_NUDGE, way.length)
    return separation(body.moved(way.ux * ahead, way.uy * ahead)) >= before


def _shared(other: Model, stretches: tuple[Stretch, ...], offset: float, length: float, height: float) -> Spans:
    """Where on this leg the two bodies share height."""
    top = other.z + other.profile.height
    meeting = (s for s in stretches if other.z < s.z + height - CONTACT and top > s.z + CONTACT)
    return _windows(meeting, offset, length)
