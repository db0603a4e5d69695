"""Which walls stand near the strip between the two ends of each of many pairs.

Most questions put to many pairs share one end: a model and all whom it may see.  Seen from there every
wall lies in a few degrees, and only who stands in these can have it between; so the work follows what is
near each pair, not how many pairs and walls there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf, pi

import numpy as np

from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_solids import spread
from engine.geometry.sight_walls import Walls

SURE = 1e-6
"""A *no* holds for ends wider by this (inches)."""
_CROWD = 500_000
"""So many pairs times walls are looked at a time, where no end is shared."""
_FEW = 8
"""Pairs that share an end, for it to pay."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two circles a pair: centres and radii; the way from the one to the other (0, 0 where it is none), and how far."""

    ax: Array
    ay: Array
    ar: Array
    bx: Array
    by: Array
    br: Array
    ux: Array
    uy: Array
    length: Array

    @classmethod
    def between(cls, a: Array, b: Array) -> Pairs:
        """Of ends (pairs, 3 or more): x, y, radius."""
        dx, dy = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
        length = np.hypot(dx, dy)
        safe = np.where(length > 0, length, 1.0)
        return cls(a[:, 0], a[:, 1], a[:, 2], b[:, 0], b[:, 1], b[:, 2], dx / safe, dy / safe, length)

    def __len__(self) -> int:
        return len(self.ax)

    def rows(self, which: Whole | Flags | slice) -> Pairs:
        return Pairs(*(getattr(self, name)[which] for name in Pairs.__slots__))


@dataclass(frozen=True, slots=True)
class Near:
    """Pairs and the walls near them, pair by pair; the middle of the wall lies *ahead* of the first end and *aside*."""

    pair: Whole
    wall: Whole
    ahead: Array
    aside: Array

    def only(self, keep: Flags | Whole) -> Near:
        return Near(self.pair[keep], self.wall[keep], self.ahead[keep], self.aside[keep])

    def of(self, chosen: Whole, count: int) -> tuple[Whole, Near]:
        """What is near the chosen ones of *count* pairs, these numbered anew; and where that stood in these rows."""
        rank = np.full(count, -1, dtype=np.int64)
        rank[chosen] = np.arange(len(chosen))
        pair = rank[self.pair]
        keep = np.flatnonzero(pair >= 0)
        return keep, Near(pair[keep], self.wall[keep], self.ahead[keep], self.aside[keep])


def near(pairs: Pairs, walls: Walls, within: float = inf) -> Near:
    """All walls whose circles meet the strip of a pair; *within*: of those who share an end, only so close to it."""
    if not (len(pairs) and len(walls)):
        return Near(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    ends = (pairs.ax, pairs.ay), (pairs.bx, pairs.by)
    for (px, py), (qx, qy) in (ends, ends[::-1]):
        starts = np.flatnonzero((px[1:] != px[:-1]) | (py[1:] != py[:-1])) + 1
        if (len(starts) + 1) * _FEW <= len(pairs):
            bounds = [0, *starts.tolist(), len(pairs)]
            found = [_fan(pairs, walls, (px, py, qx, qy), slice(i, j), within) for i, j in pairwise(bounds)]
            return _strips(pairs, walls, *(np.concatenate(part) for part in zip(*found, strict=True)))
    lump = max(1, _CROWD // len(walls))
    found = [_crowd(pairs, walls, slice(i, i + lump)) for i in range(0, len(pairs), lump)]
    return _strips(pairs, walls, *(np.concatenate(part) for part in zip(*found, strict=True)))


def _fan(
    pairs: Pairs, walls: Walls, ends: tuple[Array, Array, Array, Array], rows: slice, within: float
) -> tuple[Whole, Whole]:
    """(pair, wall) where the wall's circle, seen from the shared end, lies in the direction of the other one."""
    first = rows.start
    px, py = float(ends[0][first]), float(ends[1][first])
    wide = float(np.maximum(pairs.ar[rows], pairs.br[rows]).max()) + SURE
    far = min(float(pairs.length[rows].max()) + wide, within)
    wall = walls.meeting(px - far, py - far, px + far, py + far)
    dx, dy, r = walls.cx[wall] - px, walls.cy[wall] - py, walls.r[wall]
    away = np.hypot(dx, dy)
    ways = np.arctan2(ends[3][rows] - py, ends[2][rows] - px)
    order = np.argsort(ways)
    ways = np.concatenate([ways[order], ways[order] + 2 * pi])
    # beside the shared end a wall may stand in the way to anybody
    beside = away <= np.hypot(r, r + wide)
    half = np.arcsin(np.minimum((r + wide) / np.where(beside, inf, away), 1.0)) + SURE
    low = np.arctan2(dy, dx) - half
    low = np.where(low < -pi, low + 2 * pi, low)
    begin = np.where(beside, 0, np.searchsorted(ways, low))
    end = np.where(beside, len(order), np.searchsorted(ways, low + 2 * half, "right"))
    at, who = spread(begin, end)
    pair = order[at % len(order)] + first
    ahead = pairs.length[pair] + r[who] >= away[who]
    return pair[ahead], wall[who[ahead]]


def _crowd(pairs: Pairs, walls: Walls, rows: slice) -> tuple[Whole, Whole]:
    """(pair, wall) where the wall's circle meets the box of the strip; every pair is held against every wall."""
    few = pairs.rows(rows)
    wide = np.maximum(few.ar, few.br) + SURE
    left, right = np.minimum(few.ax, few.bx) - wide, np.maximum(few.ax, few.bx) + wide
    top, bottom = np.minimum(few.ay, few.by) - wide, np.maximum(few.ay, few.by) + wide
    wall = walls.meeting(float(left.min()), float(top.min()), float(right.max()), float(bottom.max()))
    cx, cy, r = walls.cx[wall], walls.cy[wall], walls.r[wall]
    maybe = (left[:, None] <= cx + r) & (right[:, None] >= cx - r) & (top[:, None] <= cy + r)
    pair, at = np.nonzero(maybe & (bottom[:, None] >= cy - r))
    return pair + rows.start, wall[at]


def _strips(pairs: Pairs, walls: Walls, pair: Whole, wall: Whole) -> Near:
    """Those of which the circle meets the strip between the ends, in the order of the pairs."""
    x, y, r = walls.cx[wall] - pairs.ax[pair], walls.cy[wall] - pairs.ay[pair], walls.r[wall]
    ux, uy = pairs.ux[pair], pairs.uy[pair]
    ahead, aside = x * ux + y * uy, y * ux - x * uy
    keep = np.abs(aside) <= np.maximum(pairs.ar, pairs.br)[pair] + SURE + r
    keep &= (ahead >= -r) & (ahead <= pairs.length[pair] + r)
    found = Near(pair, wall, ahead, aside).only(np.flatnonzero(keep))
    # small numbers are sorted by counting
    key = found.pair.astype(np.uint16) if len(pairs) < 1 << 16 else found.pair
    return found.only(np.argsort(key, kind="stable"))
