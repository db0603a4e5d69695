"""What stands in the way: terrain and models as upright solids, gathered near one question.

A `Block` holds polygons (rings and open walls, as edges) and round or oval prisms, in the frame of
the question.  The terrain of a table is turned into arrays once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from math import sqrt

import numpy as np
import shapely

from engine.game import Model, Terrain
from engine.geometry.shapes import FARTHEST, footprint
from engine.geometry.sight_convex import Loop, convex_loops
from engine.geometry.sight_ends import Array, End, Flags, Frame, Whole, volume

Ring = tuple[Array, Array, bool]
"""Corner x, corner y, open."""


ENDLESS = 1e6
"""Half the height of a solid where heights do not count."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """All terrain of a table as flat arrays; piece k owns edges start[k]:start[k + 1]."""

    pieces: tuple[Terrain, ...]
    edges: Array
    start: Whole
    corners: Array
    corner_start: Whole
    box: Array
    low: Array
    high: Array
    solid: Flags
    obscuring: Flags


@dataclass(frozen=True, slots=True)
class Block:
    """Solids of one question: polygons first, then round ones; *low* and *high* cover both."""

    ids: tuple[str, ...]
    pieces: tuple[Terrain | None, ...]
    """The terrain each solid is; None for models."""
    edges: Array
    """(4, e): from x, from y, to x, to y."""
    owner: Whole
    start: Whole
    corners: Array
    """(2, v): the corners a line can lean on, reflex ones left out."""
    corner_owner: Whole
    rounds: tuple[End, ...]
    low: Array
    high: Array
    box: Array
    """(4, solids): x from, y from, x to, y to."""

    @property
    def polygons(self) -> int:
        return len(self.start)

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, keep: Flags) -> Block:
        """Only the solids that are flagged, in the same order."""
        if bool(keep.all()):
            return self
        count, flags = self.polygons, keep.tolist()
        mine = keep[:count]
        rank = np.cumsum(mine) - 1
        chosen = mine[self.owner]
        owner = rank[self.owner[chosen]]
        leaning = mine[self.corner_owner]
        return Block(
            ids=tuple(compress(self.ids, flags)),
            pieces=tuple(compress(self.pieces, flags)),
            edges=self.edges[:, chosen],
            owner=owner,
            start=np.searchsorted(owner, np.arange(int(mine.sum()))).astype(np.int64),
            corners=self.corners[:, leaning],
            corner_owner=rank[self.corner_owner[leaning]],
            rounds=tuple(compress(self.rounds, flags[count:])),
            low=self.low[keep],
            high=self.high[keep],
            box=self.box[:, keep],
        )

    def endless(self) -> Block:
        """The same solids without floor or ceiling: for answers in plan alone."""
        return replace(self, low=np.full(len(self), -ENDLESS), high=np.full(len(self), ENDLESS))

    def named(self, names: Iterable[str]) -> Block:
        """Only the solids of these ids."""
        wanted = frozenset(names)
        return self.take(np.array([name in wanted for name in self.ids], dtype=np.bool_))


@dataclass(frozen=True, slots=True)
class Ways:
    """Per solid: may a thread between the ends pass over it, under it; does it reach into an end?"""

    over: Flags
    under: Flags
    enters: Flags

    @property
    def walls(self) -> Flags:
        return ~self.over & ~self.under


@lru_cache(maxsize=64)
def scenery(terrain: tuple[Terrain, ...]) -> Scenery:
    """The arrays of a table's terrain; pieces that are a mere point are left out.

    ValueError, as for `footprint`, where a number is none or the top of one lies below its bottom.
    """
    rings = [(piece, ring) for piece in terrain if (ring := _ring(piece)) is not None]
    edges = [_ring_edges(ring) for _, ring in rings]
    corners = [_leaning(ring) for _, ring in rings]
    boxes = [(r[0].min(), r[1].min(), r[0].max(), r[1].max()) for _, r in rings]
    return Scenery(
        pieces=tuple(piece for piece, _ in rings),
        edges=np.concatenate(edges, axis=1) if edges else np.zeros((4, 0)),
        start=np.cumsum([0] + [e.shape[1] for e in edges]).astype(np.int64),
        corners=np.concatenate(corners, axis=1) if corners else np.zeros((2, 0)),
        corner_start=np.cumsum([0] + [c.shape[1] for c in corners]).astype(np.int64),
        box=np.array(boxes, dtype=np.float64).reshape(-1, 4).T,
        low=_rooted(np.array([piece.bottom for piece, _ in rings], dtype=np.float64)),
        high=np.array([piece.top for piece, _ in rings], dtype=np.float64),
        solid=np.array([piece.sight == "solid" for piece, _ in rings], dtype=np.bool_),
        obscuring=np.array([piece.sight == "obscuring" for piece, _ in rings], dtype=np.bool_),
    )


@lru_cache(maxsize=16384)
def loops_of(piece: Terrain | None) -> tuple[Loop, ...]:
    """The convex parts of a piece, by its corners in the order of its edges; of a model with corners, all four."""
    ring = None if piece is None else _ring(piece)
    return ((0, 1, 2, 3),) if ring is None else convex_loops(_ring_edges(ring)[:2].T)


def gather(
    things: Scenery, models: Iterable[Model], ends: tuple[End, End], frame: Frame, pad: float, wanted: Flags
) -> Block:
    """Solids within *pad* of the box of both ends, in the frame's coordinates."""
    a, b = ends
    reach_a, reach_b = a.radius + pad, b.radius + pad
    left, right = min(a.x - reach_a, b.x - reach_b), max(a.x + reach_a, b.x + reach_b)
    near, far = min(a.y - reach_a, b.y - reach_b), max(a.y + reach_a, b.y + reach_b)
    x0, y0, x1, y1 = things.box
    hits = np.flatnonzero(wanted & (x0 <= right) & (x1 >= left) & (y0 <= far) & (y1 >= near))
    index, owner = runs(things.start, hits)
    e = things.edges[:, index]
    ax, ay = frame.into_all(e[0], e[1])
    bx, by = frame.into_all(e[2], e[3])
    index, leaning = runs(things.corner_start, hits)
    cx, cy = frame.into_all(things.corners[0, index], things.corners[1, index])
    pieces = tuple(things.pieces[k] for k in hits.tolist())
    block = Block(
        ids=tuple(piece.id for piece in pieces),
        pieces=pieces,
        edges=np.stack([ax, ay, bx, by]),
        owner=owner,
        start=np.searchsorted(owner, np.arange(len(hits))).astype(np.int64),
        corners=np.stack([cx, cy]),
        corner_owner=leaning,
        rounds=(),
        low=things.low[hits],
        high=things.high[hits],
        box=_boxes(ax, ay, np.searchsorted(owner, np.arange(len(hits)))),
    )
    standing = []
    for model in models:
        end = volume(model)
        r = end.radius
        if end.x - r <= right and end.x + r >= left and end.y - r <= far and end.y + r >= near:
            standing.append((str(model.id), end.placed(frame)))
    return _with_models(block, standing) if standing else block


def in_corridor(block: Block, ends: tuple[End, End]) -> Flags:
    """Which solids may meet the space between both ends (never misses one)."""
    a, b = ends
    length = sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    left, near, right, far = block.box
    ra, rb = a.radius, b.radius
    wide = max(ra, rb) + 1e-9
    keep = (right >= -ra - 1e-9) & (left <= length + rb + 1e-9) & (far >= -wide) & (near <= wide)
    keep &= (block.high >= min(a.low, b.low) - 1e-9) & (block.low <= max(a.high, b.high) + 1e-9)
    slope = (rb - ra) / length if length > abs(rb - ra) else 0.0
    if slope and block.polygons:
        # outside one of the two outer tangents of the bounding circles
        level = sqrt(1 - slope * slope)
        x0, y0 = block.edges[0], block.edges[1]
        x1, y1 = block.edges[2], block.edges[3]
        count = block.polygons
        over = np.minimum(y0 * level - x0 * slope, y1 * level - x1 * slope) > ra + 1e-9
        under = np.minimum(-y0 * level - x0 * slope, -y1 * level - x1 * slope) > ra + 1e-9
        keep[:count] &= ~(np.logical_and.reduceat(over, block.start) | np.logical_and.reduceat(under, block.start))
    return np.asarray(keep, dtype=np.bool_)


def _with_models(block: Block, standing: list[tuple[str, End]]) -> Block:
    boxes = [(name, end) for name, end in standing if not end.round]
    rounds = [(name, end) for name, end in standing if end.round]
    count = block.polygons
    edges, corners = [block.edges], [block.corners]
    for _, end in boxes:
        edges.append(np.concatenate([end.corners.T, np.roll(end.corners, -1, axis=0).T]))
        corners.append(end.corners.T)
    extra = np.repeat(np.arange(count, count + len(boxes)), 4).astype(np.int64)
    owner = np.concatenate([block.owner, extra])
    ends = [end for _, end in boxes] + [end for _, end in rounds]
    return Block(
        ids=block.ids + tuple(name for name, _ in boxes) + tuple(name for name, _ in rounds),
        pieces=block.pieces + (None,) * len(ends),
        edges=np.concatenate(edges, axis=1),
        owner=owner,
        start=np.searchsorted(owner, np.arange(count + len(boxes))).astype(np.int64),
        corners=np.concatenate(corners, axis=1),
        corner_owner=np.concatenate([block.corner_owner, extra]),
        rounds=tuple(end for _, end in rounds),
        box=np.concatenate([block.box, np.array([_end_box(end) for end in ends]).T], axis=1),
        low=np.concatenate([block.low, _rooted(np.array([end.low for end in ends]))]),
        high=np.concatenate([block.high, [end.high for end in ends]]),
    )


def _boxes(x: Array, y: Array, start: Whole) -> Array:
    """Bounding boxes of runs of corners."""
    if not len(start):
        return np.zeros((4, 0))
    least, most = np.minimum.reduceat, np.maximum.reduceat
    return np.stack([least(x, start), least(y, start), most(x, start), most(y, start)])


def _end_box(end: End) -> tuple[float, float, float, float]:
    if not end.round:
        (x0, y0), (x1, y1) = end.corners.min(axis=0).tolist(), end.corners.max(axis=0).tolist()
        return x0, y0, x1, y1
    ex, ey = end.axis
    wide = sqrt((end.a * ex) ** 2 + (end.b * ey) ** 2)
    deep = sqrt((end.a * ey) ** 2 + (end.b * ex) ** 2)
    return end.x - wide, end.y - deep, end.x + wide, end.y + deep


def runs(start: Whole, hits: Whole) -> tuple[Whole, Whole]:
    """Indices of the runs start[k]:start[k + 1] of all hits, and which hit each belongs to."""
    return spread(start[hits], start[hits + 1])


def spread(begin: Whole, end: Whole) -> tuple[Whole, Whole]:
    """All whole numbers from begin[k] to before end[k], and which k each belongs to."""
    count = end - begin
    owner = np.repeat(np.arange(len(count)), count)
    return np.arange(len(owner)) + np.repeat(begin - (np.cumsum(count) - count), count), owner


def _rooted(low: Array) -> Array:
    """What stands on the table goes on below it: no line passes between a wall and the ground."""
    return np.where(low <= 1e-6, -ENDLESS, low)


def _ring(piece: Terrain) -> Ring | None:
    numbers = (piece.bottom, piece.top, *(value for point in piece.outline for value in point))
    if piece.top < piece.bottom or not all(abs(value) <= FARTHEST for value in numbers):
        footprint(piece)  # refuses it, in the words everyone else does
    points = [p for k, p in enumerate(piece.outline) if k == 0 or p != piece.outline[k - 1]]
    if not piece.open and len(points) > 1 and points[0] == points[-1]:
        points.pop()
    if len(points) < 2:
        return None
    array = np.array(points, dtype=np.float64)
    return array[:, 0], array[:, 1], piece.open


def _ring_edges(ring: Ring) -> Array:
    """Edges of a ring; an open wall is a ring that runs there and back, so that it has no inside."""
    x, y, is_open = ring
    if is_open:
        x, y = np.concatenate([x, x[-2:0:-1]]), np.concatenate([y, y[-2:0:-1]])
    return np.stack([x, y, np.roll(x, -1), np.roll(y, -1)])


def _leaning(ring: Ring) -> Array:
    """Corners a free line can lean on: all but the reflex ones of a plain closed ring."""
    x, y, is_open = ring
    if is_open or len(x) < 4:
        return np.stack([x, y])
    px, py = np.roll(x, 1), np.roll(y, 1)
    qx, qy = np.roll(x, -1), np.roll(y, -1)
    turn = (x - px) * (qy - y) - (y - py) * (qx - x)
    area = float(((x - x[0]) * (qy - y[0]) - (qx - x[0]) * (y - y[0])).sum())
    if area == 0 or not shapely.LinearRing(np.stack([x, y], axis=1)).is_simple:
        return np.stack([x, y])
    keep = turn * np.sign(area) > 0
    return np.stack([x[keep], y[keep]])
