"""Sight between many pairs at once: what the plan alone settles, for all pairs in the same arrays.

The pairs are put to `sight_bulk` twice: past the solids that stop whatever comes their way (these
alone prove *blocked*), and, where the line found that way does not hold, past all that may matter.
Every *clear* is a thread tested against every solid.  What is left over is for `sight_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from engine.game import Model, Point3, Table, Terrain
from engine.geometry.sight_bulk import BLOCKED, FREE, OPEN, Outcomes, cut, decide
from engine.geometry.sight_ends import Array, End, Flags, Frame, Whole, volume
from engine.geometry.sight_flat import EPS
from engine.geometry.sight_near import SURE, Near, Pairs, near
from engine.geometry.sight_policy import TOUCH, Policy, least_size, seen_ends, size_of, standing, viewing_end
from engine.geometry.sight_solids import Block, gather, scenery
from engine.geometry.sight_thread import each_touched
from engine.geometry.sight_walls import Walls, walls_of

_EVERYWHERE = 1e9
_TABLE = Frame(0.0, 0.0, 1.0, 0.0)
_GRAZING = 3
_WORDS = {FREE: "clear", _GRAZING: "grazing"}
_RAISED = 0.9 * TOUCH
_AT_HAND = 18.0
"""Inches round an end that many pairs share, within which most lines are stopped already on a crowded table."""
_FAR = 60.0


@dataclass(frozen=True, slots=True)
class Scene:
    """All solids of a table in its own coordinates, as a block and as outlines, with the place of models by id."""

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
    place = {name: k for k, name in enumerate(block.ids) if block.pieces[k] is None}
    return Scene(block, walls_of(block, terrain), place)


Answer = tuple[Literal["clear", "grazing", "blocked"], tuple[Point3, Point3]]
Row = tuple[float, float, float, float, float, float]


def easy_answers(
    table: Table, pairs: Sequence[tuple[Model, Model]], others: tuple[Model, ...], policy: Policy
) -> list[Answer | None]:
    """For each pair (viewer, target) the verdict with a line, or None where it is not settled here."""
    if not pairs:
        return []
    # who is an end of every line stays out of what is kept from one frame of a drag to the next
    ends = ({model.id for model in side} for side in zip(*pairs, strict=True))
    apart = tuple(name for side in ends if len(side) == 1 for name in side)
    among = scene(table.terrain, standing(others, policy, apart), policy.flat)
    starts = {viewer: _row(viewing_end(viewer, policy)) for viewer in {viewer for viewer, _ in pairs}}
    if policy.arc >= 360.0 and policy.to == "volume":
        rows = [starts[viewer] for viewer, _ in pairs], [_model_row(target) for _, target in pairs]
        return _settled(rows, pairs, among, policy)
    answers: list[Answer | None] = [None] * len(pairs)
    asked: list[int] = []
    rows = [], []
    for k, (viewer, target) in enumerate(pairs):
        parts = seen_ends(viewer, target, policy)
        if not parts:
            answers[k] = "blocked", _straight(np.array([starts[viewer]]), np.array([_model_row(target)]))[0]
        elif len(parts) == 1 and not parts[0].cuts:
            rows[0].append(starts[viewer])
            rows[1].append(_row(parts[0]))
            asked.append(k)
    for k, found in zip(asked, _settled(rows, [pairs[k] for k in asked], among, policy), strict=True):
        answers[k] = found
    return answers


def _settled(
    rows: tuple[list[Row], list[Row]], models: Sequence[tuple[Model, Model]], among: Scene, policy: Policy
) -> list[Answer | None]:
    """In words; who is blocked gets the straight line from middle to middle."""
    if not models:
        return []
    a, b = (np.array(side) for side in rows)
    outcomes, lines = _Asked(a, b, models, among, policy).settled()
    answers: list[Answer | None] = []
    for outcome, (p, q), plain in zip(outcomes.tolist(), lines.tolist(), _straight(a, b), strict=True):
        line = (_WORDS[outcome], (tuple(p), tuple(q))) if outcome in _WORDS else ("blocked", plain)
        answers.append(None if outcome == OPEN else line)  # type: ignore[arg-type]
    return answers


def _row(end: End) -> Row:
    """x, y, radius, low, high, and whether it is round."""
    return end.x, end.y, end.radius, end.low, end.high, float(end.circle)


@lru_cache(maxsize=4096)
def _model_row(model: Model) -> Row:
    return _row(volume(model))


@dataclass(frozen=True, slots=True)
class _Close:
    """What is near pairs and may stop some of their lines: whether it stops all over its plan, and whether it
    is at least as high as both ends and begins no higher (so that lines can but touch its top)."""

    near: Near
    walls: Flags
    level: Flags

    def only(self, keep: Flags | Whole) -> _Close:
        return _Close(self.near.only(keep), self.walls[keep], self.level[keep])


class _Asked:
    """Pairs of ends, *a* and *b* (pairs, 6) as `_row` tells them, and what stands there."""

    def __init__(self, a: Array, b: Array, models: Sequence[tuple[Model, Model]], among: Scene, policy: Policy) -> None:
        self.a, self.b, self.among = a, b, among
        self.pairs = Pairs.between(a, b)
        place = among.place
        self.own = [[place.get(str(m.id), -1) for m in side] for side in zip(*models, strict=True)] if place else []
        self.sizes, self.least = np.zeros(0), np.zeros(0)
        if policy.sizes:
            self.sizes = np.array([size_of(name, policy) for name in among.block.ids])
            self.least = np.array([least_size(viewer.id, target.id, policy) for viewer, target in models])

    def settled(self) -> tuple[Outcomes, Array]:
        """Outcomes, and where a line is free or touches its two ends (pairs, 2, 3)."""
        count = len(self.pairs)
        outcomes, lines = np.full(count, BLOCKED, dtype=np.int8), np.zeros((count, 2, 3))
        left = np.arange(count)
        if float(self.pairs.length.max()) > _FAR:
            # who is cut off by something at hand needs no look at all that stands further off
            close = self._close(self.pairs, left, near(self.pairs, self.among.walls, _AT_HAND))
            left = np.flatnonzero(~cut(self.pairs, self.among.walls, close.near.only(close.walls)))
        pairs = self.pairs.rows(left)
        outcomes[left], lines[left] = self._looked(left, self._close(pairs, left, near(pairs, self.among.walls)))
        return outcomes, lines

    def _close(self, pairs: Pairs, which: Whole, there: Near) -> _Close:
        """What of all that is near may stop lines of these pairs."""
        block = self.among.block
        low, high = block.low[there.wall], block.high[there.wall]
        a, b = self.a[which], self.b[which]
        floor, roof = np.minimum(a[:, 3], b[:, 3])[there.pair], np.maximum(a[:, 4], b[:, 4])[there.pair]
        counts = (high > np.minimum(a[:, 4], b[:, 4])[there.pair] - SURE) & (low < roof + SURE)
        for own in self.own:
            counts &= there.wall != np.array(own)[which][there.pair]
        if len(self.sizes):
            counts &= self.sizes[there.wall] >= self.least[which][there.pair]
        walls, level = (low <= floor - SURE) & (high >= roof + SURE), (low <= floor) & (high >= roof)
        return _Close(there, walls, level).only(np.flatnonzero(counts))

    def _looked(self, which: Whole, close: _Close) -> tuple[Outcomes, Array]:
        """Past what stops all lines over its plan; where that leaves it open, past all that may stop some."""
        outcomes, lines = self._by_plan(which, close.near.only(close.walls), close.near)
        some = np.zeros(len(which), dtype=np.bool_)
        some[close.near.pair[~close.walls]] = True
        left = np.flatnonzero((outcomes == OPEN) & some)
        if len(left):
            keep, there = close.near.of(left, len(which))
            outcomes[left], lines[left] = self._second_look(
                which[left], _Close(there, close.walls[keep], close.level[keep]), lines[left]
            )
        return outcomes, lines

    def _second_look(self, which: Whole, close: _Close, first: Array) -> tuple[Outcomes, Array]:
        """Once more with all that may matter as walls: a free line is clear.

        Where all of that reaches at least as high as both ends, none being free means that none is clear,
        and the line of the first look, raised by a hair, is tested for grazing.
        """
        outcomes, lines = self._by_plan(which, close.near, close.near)
        level = (outcomes == BLOCKED) & first[:, :, :2].any(axis=(1, 2))
        level &= (self.a[which, 5] > 0) & (self.b[which, 5] > 0)
        level[close.near.pair[~close.walls & ~close.level]] = False
        outcomes[outcomes == BLOCKED] = OPEN
        grazing = np.flatnonzero(level)
        if len(grazing):
            raised = first[grazing]
            raised[:, :, 2] += _RAISED
            _, there = close.near.of(grazing, len(which))
            outcomes[grazing[~self._met(raised, there)]] = _GRAZING
            lines[grazing] = raised
        return outcomes, lines

    def _by_plan(self, which: Whole, walls: Near, solid: Near) -> tuple[Outcomes, Array]:
        """Outcomes by the plan, and lines from top to top; free only where the line is tested free of all *solid*."""
        found = decide(self.pairs.rows(which), self.among.walls, walls)
        outcomes, lines = found.outcomes, np.zeros((len(which), 2, 3))
        lines[:, :, :2] = found.lines
        lines[:, 0, 2], lines[:, 1, 2] = self.a[which, 4], self.b[which, 4]
        free = np.flatnonzero(outcomes == FREE)
        if len(free):
            _, there = solid.of(free, len(which))
            met = self._met(lines[free], there)
            met |= (self.a[which[free], 5] == 0) | (self.b[which[free], 5] == 0)
            outcomes[free[met]] = OPEN
        return outcomes, lines

    def _met(self, lines: Array, there: Near) -> Flags:
        """Which lines come within EPS of something near?"""
        met = np.zeros(len(lines), dtype=np.bool_)
        met[there.pair[each_touched(self.among.block, lines[there.pair], there.wall, EPS)]] = True
        return met


def _straight(a: Array, b: Array) -> list[tuple[Point3, Point3]]:
    """The lines from middle to middle, level where they can be."""
    low, high = np.maximum(a[:, 3], b[:, 3]), np.minimum(a[:, 4], b[:, 4])
    za, zb = (np.where(low <= high, low + high, end[:, 3] + end[:, 4]) / 2 for end in (a, b))
    starts, ends = (zip(*(v.tolist() for v in (e[:, 0], e[:, 1], z)), strict=True) for e, z in ((a, za), (b, zb)))
    return list(zip(starts, ends, strict=True))
