"""One question of sight: two ends in their own frame, the solids near them, and what can be said of them."""

from __future__ import annotations

from functools import cached_property
from math import atan2, inf
from typing import Literal

import numpy as np

from engine.game import Model, Point3, Table
from engine.geometry.arcs import in_arc
from engine.geometry.sight_ends import Array, Cut, End, Flags, Frame, frame_between, volume
from engine.geometry.sight_flat import EPS, in_the_way
from engine.geometry.sight_policy import (
    TOUCH,
    Policy,
    arc_sides,
    least_size,
    seen_ends,
    size_of,
    standing,
    viewing_end,
)
from engine.geometry.sight_search import along, between, free_thread, look, sample_threads, touching_thread
from engine.geometry.sight_share import Seen, angular, billboard
from engine.geometry.sight_solids import Block, gather, in_corridor, scenery
from engine.geometry.sight_thread import stops, touched

Verdict = Literal["clear", "grazing", "blocked"]

_LEAST = 0.005
"""The share that is told, and its error, where the silhouette is hidden but a line is free."""
_ORDER = {"clear": 0, "grazing": 1, "blocked": 2}


class Question:
    """One pair of ends in its own frame, with the solids near it."""

    def __init__(
        self, table: Table, ends: tuple[End, End], models: tuple[Model, ...], policy: Policy, least: float = -inf
    ) -> None:
        a, b = ends
        self.frame: Frame = frame_between(a, b)
        self.things = scenery(table.terrain)
        self.models, self.policy, self.least = models, policy, least
        self.a, self.b = a.placed(self.frame), b.placed(self.frame)
        self.ends = a, b
        self.empty = False
        self.pair: tuple[Model, Model] | None = None
        """Viewer and target, where the ends are two models."""
        self.other: Question | None = None
        """The one of the other part, where a wide arc leaves two of the target: blocked is blocked for both."""
        self.block = self.near(0.01)

    @classmethod
    def between_models(
        cls, table: Table, viewer: Model, target: Model, others: tuple[Model, ...], policy: Policy
    ) -> Question:
        """The question of two models; *empty* where nothing of the target lies in the viewer's front arc."""
        a, parts = viewing_end(viewer, policy), seen_ends(viewer, target, policy)
        models = standing(others, policy, (viewer.id, target.id))
        least = least_size(viewer.id, target.id, policy)
        if not parts:
            question = cls(table, (a, volume(target)), models, policy, least)
            question.empty = True
        else:
            asked = [cls(table, (a, part), models, policy, least) for part in parts]
            # a wide arc may leave two parts that overlap: the better answer of both is the answer
            question = min(asked, key=lambda one: _ORDER[one.verdict()[0]]) if len(asked) > 1 else asked[0]
            question.other = next((one for one in asked if one is not question), None)
        question.pair = viewer, target
        return question

    @cached_property
    def _sides(self) -> tuple[Cut, ...]:
        """What bounds the viewer's front arc."""
        sides = arc_sides(self.pair[0], self.policy) if self.pair is not None else ()
        return tuple(side.placed(self.frame) for side in sides)

    def away(self) -> float:
        """Inches from the viewer's front arc to the target; 0 where some of it lies in it."""
        return max(0.0, in_arc(*self.pair, self.policy.arc).apart) if self.pair is not None else 0.0

    def depths(self, threads: Array) -> Array:
        """How many inches inside the viewer's front arc each thread ends; infinite where it looks all round."""
        if not self._sides:
            return np.full(len(threads), inf)
        x, y = threads[:, 1, 0], threads[:, 1, 1]
        found: Array = np.stack([side.nx * x + side.ny * y - side.offset for side in self._sides])
        return np.asarray(found.max(axis=0) if self.policy.arc > 180.0 else found.min(axis=0))

    def near(self, pad: float, *, obscuring: bool = False) -> Block:
        """Solids within *pad* of the pair's box; in a flat policy endlessly high."""
        wanted: Flags = self.things.solid | self.things.obscuring if obscuring else self.things.solid
        block = gather(self.things, self.models, self.ends, self.frame, pad, wanted)
        if self.policy.sizes:
            block = block.take(np.array([size_of(name, self.policy) >= self.least for name in block.ids], dtype=bool))
        return block.endless() if self.policy.flat else block

    def verdict(self, old: tuple[Point3, Point3] | None = None) -> tuple[Verdict, Array | None]:
        """Clear, grazing or blocked, with the thread that proves the first two; *old* is a line to try first."""
        if self.empty:
            return "blocked", None
        if old is not None and (again := self._still(old)) is not None:
            return "clear", again
        found = look(self.a, self.b, self.block)
        if found.thread is not None:
            return "clear", found.thread
        grown = self.a.grown(TOUCH), self.b.grown(TOUCH)
        thread = look(*grown, self.block).thread if found.close else touching_thread(*grown, self.block)
        return ("blocked", None) if thread is None else ("grazing", thread)

    def _still(self, old: tuple[Point3, Point3]) -> Array | None:
        """An old line, put onto both ends as they are now, if it is free."""
        (x0, y0, z0), (x1, y1, z1) = old
        if (x0, y0) == (x1, y1) or self.b.x <= self.a.radius + self.b.radius:
            return None
        (px, py), (qx, qy) = self.frame.into(x0, y0), self.frame.into(x1, y1)
        theta = np.array([atan2(qy - py, qx - px)])
        s = np.cos(theta) * (py + qy) / 2 - np.sin(theta) * (px + qx) / 2
        z = [np.array([min(max(v, end.low), end.high)]) for v, end in ((z0, self.a), (z1, self.b))]
        if not all(end.chord(np.cos(theta), np.sin(theta), s)[2][0] for end in (self.a, self.b)):
            return None
        thread = along(self.a, self.b, theta, s, z[0], z[1])
        return None if touched(self.block, thread, EPS).any() else np.asarray(thread[0], dtype=np.float64)

    def furthest(self) -> tuple[Array, float]:
        """Of the likely lines the one that gets furthest, and which share of it."""
        tries = sample_threads(self.a, self.b)
        shares, _ = stops(between(self.a, self.b, self.block), tries)
        # one on the axis is worth a little more: it is what a player would draw
        best = int(np.argmax(shares + np.where(np.arange(len(tries)) < len(tries) // 3, 0.05, 0.0)))
        return np.asarray(tries[best]), float(shares[best])

    def blockers(self, line: Array) -> tuple[str, ...]:
        """Solids that together stop every line: those on this one, and on whatever gets past them."""
        block = between(self.a, self.b, self.block)
        names: set[str] = set()
        thread: Array | None = line
        while thread is not None:
            hit = touched(block, thread[None], 1e-9)[0]
            fresh = {name for name, on in zip(block.ids, hit.tolist(), strict=True) if on} - names
            if not fresh:
                return block.ids
            names |= fresh
            if len(names) == len(block):
                break
            thread = free_thread(self.a, self.b, block.named(names))
        return tuple(name for name in block.ids if name in names)

    def seen(self, thread: Array | None) -> tuple[Seen, float, Block]:
        """The share seen from over the viewer's centre (if that sees nothing: from the witness's start).

        Then the share that nothing obscures either, and the solids that were looked at.
        """
        block = self.near(0.01, obscuring=True)
        block = block.take(in_corridor(block, (self.a, self.b)))
        opaque = frozenset(self.block.ids)
        counts = np.array([name in opaque for name in block.ids], dtype=np.bool_)
        height = self.a.low + (self.a.high - self.a.low) * self.policy.eye_height
        measure = angular if self.policy.flat and self.b.round and not self.b.cuts else billboard
        if self.b.radius == 0.0 and self.b.low == self.b.high:
            measure = _speck
        eye = self.a.x, self.a.y, height
        seen = measure(eye, self.b, block, counts)
        if thread is not None and seen.share <= seen.error:
            x, y, z = thread[0].tolist()
            eye = x, y, z
            second = measure(eye, self.b, block, counts)
            seen = Seen(second.share, second.error, seen.hides | second.hides)
            if seen.share <= _LEAST:
                # a part of the body in front of or behind the silhouette is all that shows
                seen = Seen(_LEAST, max(seen.error, _LEAST), seen.hides)
        bare = seen
        if (seen.hides & ~counts).any():
            bare = measure(eye, self.b, block, np.ones(len(block), dtype=np.bool_))
        return seen, min(bare.share, seen.share), block

    def in_the_way(self) -> tuple[str, ...]:
        """Solids that stop at least one thread between the ends (heights by the hull of both)."""
        block = between(self.a, self.b, self.near(0.01, obscuring=True))
        found = in_the_way(self.a, self.b, block).tolist() if len(block) else []
        return tuple(name for name, on in zip(block.ids, found, strict=True) if on)

    def outward(self, thread: Array) -> tuple[Point3, Point3]:
        """A thread in the table's coordinates."""
        (x0, y0, z0), (x1, y1, z1) = thread.tolist()
        return (*self.frame.back(x0, y0), z0), (*self.frame.back(x1, y1), z1)


def _speck(eye: Point3, target: End, block: Block, counts: Flags) -> Seen:
    """A single point has no silhouette: where it is in sight it is seen as a whole."""
    return Seen(1.0, 0.0, np.zeros(len(block), dtype=np.bool_))
