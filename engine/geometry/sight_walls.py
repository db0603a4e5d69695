"""Outlines that may stop lines between many pairs of ends, and how far each reaches in every direction.

The reach in `WAYS` directions is reckoned once for a table.  In between, the corners that reach furthest
on either side bound it from within, and the sum of their reaches from without; so a wall between two
ends is known by a few numbers, however many corners it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np
import shapely

from engine.game import Terrain
from engine.geometry.sight_ends import Array, Whole
from engine.geometry.sight_solids import Block, runs, scenery

WAYS = 64
STEP = 2 * pi / WAYS
_COS, _SIN = np.cos(np.arange(WAYS) * STEP), np.sin(np.arange(WAYS) * STEP)
_LUMP = 16_000
"""So many corners are measured at a time."""
_ROUND = 24


@dataclass(frozen=True, slots=True)
class Walls:
    """Wall k owns the corners start[k]:start[k + 1] (x, y; table coordinates); edges lead on to *after*.

    *cx*, *cy*, *r*: a circle round each.  *reach* (walls * WAYS): how far it reaches from the middle of
    that circle in each direction, and *corner*: which corner does.
    """

    x: Array
    y: Array
    start: Whole
    after: Whole
    cx: Array
    cy: Array
    r: Array
    reach: Array
    corner: Whole
    tree: shapely.STRtree

    def __len__(self) -> int:
        return len(self.cx)

    def meeting(self, left: float, top: float, right: float, bottom: float) -> Whole:
        """Which of them have boxes that meet this one, in their order."""
        return np.asarray(np.sort(self.tree.query(shapely.box(left, top, right, bottom))), dtype=np.int64)


def walls_of(block: Block, terrain: tuple[Terrain, ...]) -> Walls:
    """The outlines of a block that begins with all solid pieces of *terrain*; of what is round a polygon inside it."""
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
    left, top, right, bottom = block.box
    known = _terrain_fans(terrain)
    rest = slice(len(known[0]), None)
    all_x, all_y = np.concatenate(x), np.concatenate(y)
    more = _fans(all_x, all_y, start[rest], (left + right)[rest] / 2, (top + bottom)[rest] / 2)
    return Walls(
        x=all_x,
        y=all_y,
        start=start,
        after=after,
        cx=(left + right) / 2,
        cy=(top + bottom) / 2,
        r=np.hypot(right - left, bottom - top) / 2,
        reach=np.concatenate([known[0], more[0]]).ravel(),
        corner=np.concatenate([known[1], more[1]]).ravel(),
        tree=shapely.STRtree(shapely.box(left, top, right, bottom)),
    )


@lru_cache(maxsize=16)
def _terrain_fans(terrain: tuple[Terrain, ...]) -> tuple[Array, Whole]:
    """Those of all solid pieces, kept while models come and go among them."""
    things = scenery(terrain)
    solid = np.flatnonzero(things.solid)
    index, _ = runs(things.start, solid)
    start = np.concatenate([[0], np.cumsum(things.start[solid + 1] - things.start[solid])])
    left, top, right, bottom = things.box[:, solid]
    return _fans(things.edges[0, index], things.edges[1, index], start, (left + right) / 2, (top + bottom) / 2)


def _fans(x: Array, y: Array, start: Whole, cx: Array, cy: Array) -> tuple[Array, Whole]:
    """(outlines, WAYS) each: how far they reach from their middles, and by which corner."""
    count = len(start) - 1
    reach, corner = np.zeros((count, WAYS)), np.zeros((count, WAYS), dtype=np.int64)
    k = 0
    while k < count:
        last = max(k + 1, int(np.searchsorted(start, start[k] + _LUMP, "right")) - 1)
        i, j = int(start[k]), int(start[last])
        who = np.repeat(np.arange(k, last), np.diff(start[k : last + 1]))
        far = np.outer(x[i:j] - cx[who], _COS) + np.outer(y[i:j] - cy[who], _SIN)
        reach[k:last] = np.maximum.reduceat(far, start[k:last] - i, axis=0)
        at, way = np.nonzero(far == reach[who])
        corner[who[at], way] = at + i
        k = last
    return reach, corner
