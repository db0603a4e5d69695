"""The easy answers of one viewer's sight to many targets, all at once.

Two proofs that need no search, over all targets in the same arrays: a likely thread that meets no
solid (clear), and one solid, high enough, that lies between the ends and sticks out of the strip
that holds every line (blocked).  What neither settles is left to `sight_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.geometry.sight_ends import Array, End, Flags, Whole
from engine.geometry.sight_flat import EPS
from engine.geometry.sight_solids import Block, runs
from engine.geometry.sight_thread import near_edges

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Easy:
    """Per target: a free thread (n, 2, 3) where *clear*; *blocked* is certain; neither: not settled."""

    clear: Flags
    blocked: Flags
    threads: Array


def easy_answers(a: End, targets: Sequence[End], own: Sequence[int], block: Block) -> Easy:
    """*block* holds every solid in the frame of *a*'s centre; own[i] is target i's own solid, or -1."""
    count = len(targets)
    threads = np.array([_likely(a, b) for b in targets], dtype=np.float64)
    met = _met(block, threads.reshape(-1, 2, 3), np.repeat(np.asarray(own, dtype=np.int64), 2)).reshape(count, 2)
    clear = np.asarray(~met.all(axis=1), dtype=np.bool_)
    chosen = threads[np.arange(count), np.argmin(met, axis=1)]
    blocked = np.zeros(count, dtype=np.bool_)
    left = np.flatnonzero(~clear)
    if len(left):
        blocked[left] = _cut_off(a, [targets[k] for k in left.tolist()], block)
    return Easy(clear, blocked, chosen)


def _likely(a: End, b: End) -> list[list[tuple[float, float, float]]]:
    """Between the middles of both volumes, and from top to top."""
    rows = []
    low, high = max(a.low, b.low), min(a.high, b.high)
    level = [((low + high) / 2,) * 2] if low <= high else [((a.low + a.high) / 2, (b.low + b.high) / 2)]
    tops = (a.high - 0.001 * (a.high - a.low), b.high - 0.001 * (b.high - b.low))
    for za, zb in (*level, tops):
        rows.append([(a.x, a.y, za), (b.x, b.y, zb)])
    return rows


def _met(block: Block, threads: Array, own: Whole) -> Flags:
    """Which threads come within EPS of some solid (not their own)?"""
    least, most = threads.min(axis=1) - EPS, threads.max(axis=1) + EPS
    left, near, right, far = block.box
    maybe = (left <= most[:, :1]) & (right >= least[:, :1]) & (near <= most[:, 1:2]) & (far >= least[:, 1:2])
    maybe &= (block.low <= most[:, 2:]) & (block.high >= least[:, 2:]) & (np.arange(len(block)) != own[:, None])
    row, solid = np.nonzero(maybe)
    p, d = threads[row, 0], threads[row, 1] - threads[row, 0]
    level = np.abs(d[:, 2]) < 1e-15
    safe = np.where(level, 1.0, d[:, 2])
    u, v = (block.low[solid] - EPS - p[:, 2]) / safe, (block.high[solid] + EPS - p[:, 2]) / safe
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    alive = level | ((np.minimum(u, v) <= 1) & (np.maximum(u, v) >= 0))
    row, solid, first, last, p, d = (v[alive] for v in (row, solid, first, last, p, d))
    part = p[:, 0] + first * d[:, 0], p[:, 1] + first * d[:, 1], p[:, 0] + last * d[:, 0], p[:, 1] + last * d[:, 1]
    hit = np.zeros(len(row), dtype=np.bool_)
    flat = solid < block.polygons
    hit[flat] = _meets_polygons(block, solid[flat], (part[0][flat], part[1][flat], part[2][flat], part[3][flat]))
    for k in np.flatnonzero(~flat).tolist():
        hit[k] = _meets_round(block.rounds[int(solid[k]) - block.polygons], *(float(v[k]) for v in part))
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


def _cut_off(a: End, targets: Sequence[End], block: Block) -> Flags:
    """Targets some one polygon cuts off from a: it is connected, lies between, and sticks out on both sides."""
    x, y = np.array([b.x for b in targets]) - a.x, np.array([b.y for b in targets]) - a.y
    length, wide = np.hypot(x, y), np.array([max(a.radius, b.radius) for b in targets]) + _HAIR
    reach = np.array([b.radius for b in targets]) + _HAIR
    floor = np.array([min(a.low, b.low) for b in targets]) - _HAIR
    roof = np.array([max(a.high, b.high) for b in targets]) + _HAIR
    count = block.polygons
    left, near, right, far = block.box[:, :count]
    maybe = (np.minimum(x, 0.0)[:, None] <= right) & (np.maximum(x, 0.0)[:, None] >= left)
    maybe &= (np.minimum(y, 0.0)[:, None] <= far) & (np.maximum(y, 0.0)[:, None] >= near)
    maybe &= (block.low[:count] <= floor[:, None]) & (block.high[:count] >= roof[:, None])
    maybe &= (length > a.radius + reach)[:, None]
    row, solid = np.nonzero(maybe)
    found = np.zeros(len(targets), dtype=np.bool_)
    if not len(row):
        return found
    index, pair = runs(np.append(block.start, len(block.owner)), solid)
    px, py = block.edges[0, index] - a.x, block.edges[1, index] - a.y
    who = row[pair]
    ux, uy = (x / length)[who], (y / length)[who]
    ahead, aside = px * ux + py * uy, py * ux - px * uy
    start = np.searchsorted(pair, np.arange(len(solid)))
    least, most = np.minimum.reduceat, np.maximum.reduceat
    cuts = (least(ahead, start) > a.radius + _HAIR) & (most(ahead, start) < length[row] - reach[row])
    cuts &= (least(aside, start) < -wide[row]) & (most(aside, start) > wide[row])
    found[row[cuts]] = True
    return found
