"""Sight between many pairs at once: what the plan alone settles, for all pairs in the same arrays.

The pairs are put to `sight_bulk` twice: past the solids that stop whatever comes their way (these
alone prove *blocked*), and, where the line found that way does not hold, past all that may matter.
Every *clear* is a thread tested against every solid.  What is left over is for `sight_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi
from typing import Literal

import numpy as np

from engine.game import Model, Point3, Table, Terrain
from engine.geometry.sight_bulk import BLOCKED, FREE, OPEN, SURE, Outcomes, Pairs, Walls, decide
from engine.geometry.sight_ends import Array, End, Flags, Frame, Whole, volume
from engine.geometry.sight_flat import EPS
from engine.geometry.sight_policy import TOUCH, Policy, least_size, seen_ends, size_of, standing, viewing_end
from engine.geometry.sight_solids import Block, gather, runs, scenery
from engine.geometry.sight_thread import near_edges

_EVERYWHERE = 1e9
_ROUND = 24
_TABLE = Frame(0.0, 0.0, 1.0, 0.0)
_GRAZING = 3
_WORDS = {FREE: "clear", _GRAZING: "grazing"}
_RAISED = 0.9 * TOUCH


@dataclass(frozen=True, slots=True)
class Scene:
    """All solids of a table in its own coordinates, as a block and as outlines, with their place by id."""

    block: Block
    walls: Walls
    place: dict[str, int]


@lru_cache(maxsize=16)
def scene(terrain: tuple[Terrain, ...], models: tuple[Model, ...], flat: bool) -> Scene:
    """The solids among which sight is asked for; kept for as long as the same things stand there."""
    things = scenery(terrain)
    everywhere = End(0.0, 0.0, _EVERYWHERE, _EVERYWHERE, (1.0, 0.0), 0.0, 0.0, np.zeros((0, 2)))
    block = gather(things, models, (everywhere, everywhere), _TABLE, 0.0, things.solid)
    block = block.endless() if flat else block
    return Scene(block, _walls(block), {name: k for k, name in enumerate(block.ids)})


def _walls(block: Block) -> Walls:
    """Outlines of all solids; round ones as the polygon of 24 corners inside them."""
    angle = np.arange(_ROUND) * (2 * pi / _ROUND)
    x, y = [block.edges[0]], [block.edges[1]]
    for solid in block.rounds:
        p, q = solid.a * np.cos(angle), solid.b * np.sin(angle)
        ex, ey = solid.axis
        x.append(solid.x + p * ex - q * ey)
        y.append(solid.y + p * ey + q * ex)
    edges = block.edges.shape[1]
    start = np.concatenate([block.start, edges + _ROUND * np.arange(len(block.rounds) + 1)]).astype(np.int64)
    after = np.arange(start[-1]) + 1
    after[start[1:] - 1] = start[:-1]
    left, near, right, far = block.box
    return Walls(
        np.concatenate(x),
        np.concatenate(y),
        start,
        after,
        (left + right) / 2,
        (near + far) / 2,
        np.hypot(right - left, far - near) / 2,
    )


Answer = tuple[Literal["clear", "grazing", "blocked"], tuple[Point3, Point3]]
Row = tuple[float, float, float, float, float, float]


def easy_answers(
    table: Table, pairs: Sequence[tuple[Model, Model]], others: tuple[Model, ...], policy: Policy
) -> list[Answer | None]:
    """For each pair (viewer, target) the verdict with a line, or None where it is not settled here."""
    if not pairs:
        return []
    seers = {viewer.id: viewer for viewer, _ in pairs}
    # the one who is dragged stays out of what is kept from one frame to the next
    apart = tuple(seers) if len(seers) == 1 else ()
    among = scene(table.terrain, standing(others, policy, apart), policy.flat)
    starts = {name: _row(viewing_end(viewer, policy)) for name, viewer in seers.items()}
    whole = policy.arc >= 360.0 and policy.to == "volume"
    rows: list[tuple[Row, Row]] = []
    asked: list[int] = []
    answers: list[Answer | None] = [None] * len(pairs)
    for k, (viewer, target) in enumerate(pairs):
        parts = () if whole else seen_ends(viewer, target, policy)
        if whole or (len(parts) == 1 and not parts[0].cuts):
            rows.append((starts[viewer.id], _model_row(target) if whole else _row(parts[0])))
            asked.append(k)
        elif not parts:
            plain = _straight(np.array([starts[viewer.id]]), np.array([_model_row(target)]))
            answers[k] = "blocked", plain[0]
    if asked:
        place = among.place
        own = [[place.get(str(model.id), -1) for model in pairs[k]] for k in asked]
        least = [least_size(pairs[k][0].id, pairs[k][1].id, policy) for k in asked] if policy.sizes else []
        for k, found in zip(asked, _settle(np.array(rows), own, least, among, policy), strict=True):
            answers[k] = found
    return answers


def _row(end: End) -> Row:
    """x, y, radius, low, high, and whether it is round."""
    return end.x, end.y, end.radius, end.low, end.high, float(end.circle)


@lru_cache(maxsize=4096)
def _model_row(model: Model) -> Row:
    return _row(volume(model))


def _settle(rows: Array, own: list[list[int]], least: list[float], among: Scene, policy: Policy) -> list[Answer | None]:
    a, b = rows[:, 0], rows[:, 1]
    pairs = Pairs(a[:, 0], a[:, 1], a[:, 2], b[:, 0], b[:, 1], b[:, 2])
    counts = _what_counts(a, b, np.array(own, dtype=np.int64), among.block)
    if policy.sizes:
        sizes = np.array([size_of(name, policy) for name in among.block.ids])
        counts = counts.without(sizes < np.array(least)[:, None])
    outcomes, threads = _by_plan(pairs, counts.walls, counts.all, (a, b), among)
    left = np.flatnonzero((outcomes == OPEN) & counts.some.any(axis=1))
    if len(left):
        outcomes[left], threads[left] = _second_look(
            pairs.rows(left), counts.rows(left), (a[left], b[left]), among, threads[left]
        )
    plain = _straight(a, b)
    answers: list[Answer | None] = []
    for k, (outcome, (p, q)) in enumerate(zip(outcomes.tolist(), threads.tolist(), strict=True)):
        line = (_WORDS[outcome], (tuple(p), tuple(q))) if outcome in _WORDS else ("blocked", plain[k])
        answers.append(None if outcome == OPEN else line)  # type: ignore[arg-type]
    return answers


def _second_look(
    pairs: Pairs, counts: _Counts, ends: tuple[Array, Array], among: Scene, threads: Array
) -> tuple[Outcomes, Array]:
    """Once more with all that may matter as walls: a free line is clear.

    Where all of that reaches at least as high as both ends, none being free means that none is clear,
    and the line of the first look, raised by a hair, is tested for grazing.
    """
    outcomes, lines = _by_plan(pairs, counts.all, counts.all, ends, among)
    level = (outcomes == BLOCKED) & ~(counts.some & ~counts.level).any(axis=1)
    level &= threads[:, :, :2].any(axis=(1, 2)) & (ends[0][:, 5] > 0) & (ends[1][:, 5] > 0)
    outcomes[outcomes == BLOCKED] = OPEN
    grazing = np.flatnonzero(level)
    if len(grazing):
        raised = threads[grazing]
        raised[:, :, 2] += _RAISED
        outcomes[grazing[~_met(among.block, raised, counts.all[grazing])]] = _GRAZING
        lines[grazing] = raised
    return outcomes, lines


def _straight(a: Array, b: Array) -> list[tuple[Point3, Point3]]:
    """The lines from middle to middle, level where they can be."""
    low, high = np.maximum(a[:, 3], b[:, 3]), np.minimum(a[:, 4], b[:, 4])
    za, zb = (np.where(low <= high, low + high, end[:, 3] + end[:, 4]) / 2 for end in (a, b))
    starts, ends = (zip(*(v.tolist() for v in (e[:, 0], e[:, 1], z)), strict=True) for e, z in ((a, za), (b, zb)))
    return list(zip(starts, ends, strict=True))


@dataclass(frozen=True, slots=True)
class _Counts:
    """(pairs, solids): what stops every line over its plan; what may stop some of the highest lines; which
    of that is at least as high as both ends and begins no higher (so that lines can but touch its top)."""

    walls: Flags
    some: Flags
    level: Flags

    @property
    def all(self) -> Flags:
        return self.walls | self.some

    def rows(self, which: Whole) -> _Counts:
        return _Counts(self.walls[which], self.some[which], self.level[which])

    def without(self, gone: Flags) -> _Counts:
        return _Counts(self.walls & ~gone, self.some & ~gone, self.level)


def _what_counts(a: Array, b: Array, own: Whole, block: Block) -> _Counts:
    heights = np.stack([np.minimum(a[:, 3], b[:, 3]), np.maximum(a[:, 4], b[:, 4]), np.minimum(a[:, 4], b[:, 4])], 1)
    # most pairs of a table share their heights
    kinds, kind = np.unique(heights, axis=0, return_inverse=True)
    floor, roof, lower = (column[:, None] for column in kinds.T)
    walls = (block.low <= floor - SURE) & (block.high >= roof + SURE)
    some = ~walls & (block.high > lower - SURE) & (block.low < roof + SURE)
    level = (block.low <= floor) & (block.high >= roof)
    kind = kind.ravel()
    walls, some, level = walls[kind], some[kind], level[kind]
    for column in own.T:
        has = np.flatnonzero(column >= 0)
        walls[has, column[has]] = some[has, column[has]] = False
    return _Counts(np.asarray(walls), np.asarray(some), np.asarray(level))


def _by_plan(
    pairs: Pairs, walls: Flags, solid: Flags, ends: tuple[Array, Array], among: Scene
) -> tuple[Outcomes, Array]:
    """Outcomes by the plan, and threads from top to top; free only where the thread is tested free of all *solid*."""
    found = decide(pairs, among.walls, walls)
    outcomes, threads = found.outcomes, np.zeros((len(pairs), 2, 3))
    threads[:, :, :2] = found.lines
    for k, end in enumerate(ends):
        threads[:, k, 2] = end[:, 4]
    free = np.flatnonzero(outcomes == FREE)
    if len(free):
        met = _met(among.block, threads[free], solid[free])
        met |= (ends[0][free, 5] == 0) | (ends[1][free, 5] == 0)
        outcomes[free[met]] = OPEN
    return outcomes, threads


def _met(block: Block, threads: Array, solid: Flags) -> Flags:
    """Which threads come within EPS of one of the solids that count for them?"""
    least, most = threads.min(axis=1) - EPS, threads.max(axis=1) + EPS
    left, near, right, far = block.box
    maybe = (left <= most[:, :1]) & (right >= least[:, :1]) & (near <= most[:, 1:2]) & (far >= least[:, 1:2])
    maybe &= (block.low <= most[:, 2:]) & (block.high >= least[:, 2:]) & solid
    row, which = np.nonzero(maybe)
    p, d = threads[row, 0], threads[row, 1] - threads[row, 0]
    level = np.abs(d[:, 2]) < 1e-15
    safe = np.where(level, 1.0, d[:, 2])
    u, v = (block.low[which] - EPS - p[:, 2]) / safe, (block.high[which] + EPS - p[:, 2]) / safe
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    alive = level | ((np.minimum(u, v) <= 1) & (np.maximum(u, v) >= 0))
    row, which, first, last, p, d = (v[alive] for v in (row, which, first, last, p, d))
    part = p[:, 0] + first * d[:, 0], p[:, 1] + first * d[:, 1], p[:, 0] + last * d[:, 0], p[:, 1] + last * d[:, 1]
    hit = np.zeros(len(row), dtype=np.bool_)
    flat = which < block.polygons
    hit[flat] = _meets_polygons(block, which[flat], (part[0][flat], part[1][flat], part[2][flat], part[3][flat]))
    for k in np.flatnonzero(~flat).tolist():
        hit[k] = _meets_round(block.rounds[int(which[k]) - block.polygons], *(float(v[k]) for v in part))
    met = np.zeros(len(threads), dtype=np.bool_)
    met[row[hit]] = True
    return met


def _meets_polygons(block: Block, solid: Whole, part: tuple[Array, Array, Array, Array]) -> Flags:
    if not len(solid):
        return np.zeros(0, dtype=np.bool_)
    bounds = np.append(block.start, len(block.owner))
    index, pair = runs(bounds, solid)
    e = block.edges[:, index]
    ax, ay, bx, by = (v[pair] for v in part)
    close = near_edges((ax, ay, bx, by), (e[0], e[1], e[2], e[3]), EPS)
    straddles = (e[1] > ay) != (e[3] > ay)
    at = e[0] + (ay - e[1]) * ((e[2] - e[0]) / np.where(e[3] == e[1], 1.0, e[3] - e[1]))
    start = np.searchsorted(pair, np.arange(len(solid)))
    odd = np.add.reduceat((straddles & (ax < at)).astype(np.int64), start) % 2 == 1
    return np.asarray(np.logical_or.reduceat(close, start) | odd, dtype=np.bool_)


def _meets_round(solid: End, ax: float, ay: float, bx: float, by: float) -> bool:
    ex, ey = solid.axis
    a, b = solid.a + EPS, solid.b + EPS
    p, q = ((ax - solid.x) * ex + (ay - solid.y) * ey) / a, ((ay - solid.y) * ex - (ax - solid.x) * ey) / b
    r, s = ((bx - solid.x) * ex + (by - solid.y) * ey) / a, ((by - solid.y) * ex - (bx - solid.x) * ey) / b
    dx, dy = r - p, s - q
    square = dx * dx + dy * dy
    at = min(1.0, max(0.0, -(p * dx + q * dy) / square)) if square > 0 else 0.0
    return (p + at * dx) ** 2 + (q + at * dy) ** 2 <= 1.0
