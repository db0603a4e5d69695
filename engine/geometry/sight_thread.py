"""One straight thread in space against solids: does it keep its distance, and where is it stopped?

This is the direct test that proves every witness: exact clipping of the thread to each solid's
heights, then plan distances to its edges.  It knows nothing of how the thread was found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.courtesy import give_way
from engine.geometry.sight_ends import Array, Flags, Whole
from engine.geometry.sight_solids import Block, runs

Four = tuple[Array, Array, Array, Array]

LONG = 1.0
"""Clearances are looked for up to this many inches, no further."""

_LADDER = np.geomspace(1e-9, LONG, 19)
_BETWEEN = np.arange(1, 17) / 16


@dataclass(frozen=True, slots=True)
class _Parts:
    """For each thread (row) and solid (column), the plan ends of the part at the solid's heights."""

    x0: Array
    y0: Array
    x1: Array
    y1: Array
    alive: Flags


def touched(block: Block, threads: Array, tau: float | Array) -> Flags:
    """(threads, solids): does the thread (n, 2, 3) come within *tau* of the solid, in plan and height?

    The measure is the larger of the plan and the height distance, never more than the true one.
    *tau* is one number, or one for each thread.
    """
    give_way()
    within = np.broadcast_to(np.asarray(tau, dtype=np.float64), (len(threads),))
    parts = _at_heights(block, threads, within[:, None])
    near = np.zeros(parts.alive.shape, dtype=np.bool_)
    count = block.polygons
    if count:
        near[:, :count] = _near_polygons(block, parts, within[:, None])
    for k, solid in enumerate(block.rounds, start=count):
        ex, ey = solid.axis
        a, b = np.maximum(solid.a + within, 1e-13), np.maximum(solid.b + within, 1e-13)
        x0, y0 = parts.x0[:, k] - solid.x, parts.y0[:, k] - solid.y
        x1, y1 = parts.x1[:, k] - solid.x, parts.y1[:, k] - solid.y
        p0, q0 = (x0 * ex + y0 * ey) / a, (y0 * ex - x0 * ey) / b
        p1, q1 = (x1 * ex + y1 * ey) / a, (y1 * ex - x1 * ey) / b
        zero = np.zeros(1)
        near[:, k] = _point_to_segment(zero, zero, p0, q0, p1, q1) <= 1.0
    return near & parts.alive


def each_touched(block: Block, threads: Array, solid: Whole, tau: float) -> Flags:
    """Row by row: does the thread (n, 2, 3) come within *tau* of that solid (n)?  Measured as by `touched`."""
    least, most = threads.min(axis=1) - tau, threads.max(axis=1) + tau
    left, top, right, bottom = block.box[:, solid]
    low, high = block.low[solid], block.high[solid]
    maybe = (left <= most[:, 0]) & (right >= least[:, 0]) & (top <= most[:, 1]) & (bottom >= least[:, 1])
    rows = np.flatnonzero(maybe & (low <= most[:, 2]) & (high >= least[:, 2]))
    p, d, solid = threads[rows, 0], threads[rows, 1] - threads[rows, 0], solid[rows]
    level = np.abs(d[:, 2]) < 1e-15
    safe = np.where(level, 1.0, d[:, 2])
    u, v = (low[rows] - tau - p[:, 2]) / safe, (high[rows] + tau - p[:, 2]) / safe
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    x0, y0, x1, y1 = (p[:, k] + at * d[:, k] for at in (first, last) for k in (0, 1))
    hit = level | ((np.minimum(u, v) <= 1) & (np.maximum(u, v) >= 0))
    flat, curved = np.flatnonzero(hit & (solid < block.polygons)), np.flatnonzero(hit & (solid >= block.polygons))
    hit[flat] = _meets_polygons(block, solid[flat], (x0[flat], y0[flat], x1[flat], y1[flat]), tau)
    hit[curved] = _meets_rounds(block, solid[curved], (x0[curved], y0[curved], x1[curved], y1[curved]), tau)
    met = np.zeros(len(threads), dtype=np.bool_)
    met[rows[hit]] = True
    return met


def _meets_polygons(block: Block, solid: Whole, part: Four, tau: float) -> Flags:
    if not len(solid):
        return np.zeros(0, dtype=np.bool_)
    index, pair = runs(np.append(block.start, len(block.owner)), solid)
    e = block.edges[:, index]
    ax, ay, bx, by = (v[pair] for v in part)
    close = near_edges((ax, ay, bx, by), (e[0], e[1], e[2], e[3]), tau)
    straddles = (e[1] > ay) != (e[3] > ay)
    at = e[0] + (ay - e[1]) * ((e[2] - e[0]) / np.where(e[3] == e[1], 1.0, e[3] - e[1]))
    start = np.searchsorted(pair, np.arange(len(solid)))
    odd = np.add.reduceat((straddles & (ax < at)).astype(np.int64), start) % 2 == 1
    return np.asarray(np.logical_or.reduceat(close, start) | odd, dtype=np.bool_)


def _meets_rounds(block: Block, solid: Whole, part: Four, tau: float) -> Flags:
    if not len(solid):
        return np.zeros(0, dtype=np.bool_)
    ends = [block.rounds[k] for k in (solid - block.polygons).tolist()]
    x, y, ex, ey, a, b = np.array([(end.x, end.y, *end.axis, end.a + tau, end.b + tau) for end in ends]).T
    ax, ay, bx, by = part
    ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
    p0, q0, p1, q1 = (ax * ex + ay * ey) / a, (ay * ex - ax * ey) / b, (bx * ex + by * ey) / a, (by * ex - bx * ey) / b
    return _point_to_segment(np.zeros(1), np.zeros(1), p0, q0, p1, q1) <= 1.0


def clearance(block: Block, thread: Array) -> float:
    """How far the thread (2, 3) keeps from every solid, from below, to a twentieth of it; at most LONG."""
    low, high = 0.0, LONG
    for rungs in (_LADDER, _BETWEEN):
        steps = rungs if rungs is _LADDER else low + (high - low) * rungs
        met = touched(block, np.repeat(thread[None], len(steps), axis=0), steps)
        block = block.take(np.asarray(met.any(axis=0), dtype=np.bool_))
        hit = np.flatnonzero(met.any(axis=1))
        if not len(hit):
            return float(steps[-1])
        first = int(hit[0])
        low, high = float(steps[first - 1]) if first else low, float(steps[first])
    return low


def stops(block: Block, threads: Array) -> tuple[Array, Flags]:
    """The share of each thread (n, 2, 3) before it is stopped (1: never), and which solids it meets."""
    first = np.full((len(threads), len(block)), np.inf)
    p, d = threads[:, 0], threads[:, 1] - threads[:, 0]
    count = block.polygons
    if count:
        first[:, :count] = _through_sides(block, p, d)
    for k, solid in enumerate(block.rounds, start=count):
        first[:, k] = _through_round(solid.axis, (solid.x, solid.y), (solid.a, solid.b), p, d, block, k)
    climb = np.where(np.abs(d[:, 2]) > 1e-15, d[:, 2], np.inf)[:, None]
    for level in (block.low, block.high):
        at = (level[None, :] - p[:, 2:]) / climb
        entering = (at > 0) & (at < 1)
        x, y = p[:, :1] + at * d[:, :1], p[:, 1:2] + at * d[:, 1:2]
        first = np.where(entering & inside(block, x, y), np.minimum(first, at), first)
    z = p[:, 2:]
    within = inside(block, np.broadcast_to(p[:, :1], first.shape), np.broadcast_to(p[:, 1:2], first.shape))
    first = np.where(within & (z > block.low) & (z < block.high), 0.0, first)
    return np.minimum(first.min(axis=1, initial=np.inf), 1.0), first <= 1.0


def inside(block: Block, x: Array, y: Array) -> Flags:
    """(n, solids) plan points, one for each solid: inside its outline (even-odd)?"""
    result = np.zeros(x.shape, dtype=np.bool_)
    count = block.polygons
    if count:
        x0, y0, x1, y1 = block.edges
        px, py = x[:, block.owner], y[:, block.owner]
        straddles = (y0 > py) != (y1 > py)
        with np.errstate(divide="ignore", invalid="ignore"):
            at = x0 + (py - y0) * ((x1 - x0) / np.where(y1 == y0, 1.0, y1 - y0))
        odd = (straddles & (px < at)).astype(np.int64)
        result[:, :count] = np.add.reduceat(odd, block.start, axis=1) % 2 == 1
    for k, solid in enumerate(block.rounds, start=count):
        ex, ey = solid.axis
        dx, dy = x[:, k] - solid.x, y[:, k] - solid.y
        a, b = max(solid.a, 1e-13), max(solid.b, 1e-13)
        result[:, k] = ((dx * ex + dy * ey) / a) ** 2 + ((dy * ex - dx * ey) / b) ** 2 < 1
    return result


def _at_heights(block: Block, threads: Array, tau: Array) -> _Parts:
    p, q = threads[:, 0], threads[:, 1]
    z, dz = p[:, 2:], (q[:, 2] - p[:, 2])[:, None]
    low, high = block.low[None] - tau, block.high[None] + tau
    level = np.abs(dz) < 1e-15
    safe = np.where(level, 1.0, dz)
    u, v = (low - z) / safe, (high - z) / safe
    first = np.where(level, 0.0, np.clip(np.minimum(u, v), 0.0, 1.0))
    last = np.where(level, 1.0, np.clip(np.maximum(u, v), 0.0, 1.0))
    alive = np.where(level, (z >= low) & (z <= high), (np.minimum(u, v) <= 1) & (np.maximum(u, v) >= 0))
    dx, dy = (q[:, 0] - p[:, 0])[:, None], (q[:, 1] - p[:, 1])[:, None]
    x, y = p[:, :1], p[:, 1:2]
    return _Parts(x + first * dx, y + first * dy, x + last * dx, y + last * dy, np.asarray(alive, dtype=np.bool_))


def _near_polygons(block: Block, parts: _Parts, tau: Array) -> Flags:
    """Within tau of some edge, or inside the outline."""
    who = block.owner
    thread = parts.x0[:, who], parts.y0[:, who], parts.x1[:, who], parts.y1[:, who]
    close = near_edges(thread, (block.edges[0], block.edges[1], block.edges[2], block.edges[3]), tau)
    near = np.logical_or.reduceat(close, block.start, axis=1)
    return np.asarray(near | inside(block, parts.x0, parts.y0)[:, : block.polygons], dtype=np.bool_)


def near_edges(thread: Four, edge: Four, tau: float | Array) -> Flags:
    """Elementwise: do two plan segments cross, or come within tau of one another?"""
    ax, ay, bx, by = thread
    cx, cy, dx, dy = edge
    side_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    side_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    side_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    side_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    close = (side_c * side_d < 0) & (side_a * side_b < 0)
    close |= _point_to_segment(ax, ay, cx, cy, dx, dy) <= tau
    close |= _point_to_segment(bx, by, cx, cy, dx, dy) <= tau
    close |= _point_to_segment(cx, cy, ax, ay, bx, by) <= tau
    close |= _point_to_segment(dx, dy, ax, ay, bx, by) <= tau
    return close


def _point_to_segment(px: Array, py: Array, ax: Array, ay: Array, bx: Array, by: Array) -> Array:
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    at = np.clip(((px - ax) * dx + (py - ay) * dy) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    return np.asarray(np.hypot(px - ax - at * dx, py - ay - at * dy), dtype=np.float64)


def _through_sides(block: Block, p: Array, d: Array) -> Array:
    """Where each thread first crosses an upright side of each polygon at its heights."""
    x0, y0, x1, y1 = block.edges
    ex, ey = x1 - x0, y1 - y0
    across = d[:, :1] * ey - d[:, 1:2] * ex
    safe = np.where(np.abs(across) > 1e-15, across, np.inf)
    wx, wy = x0 - p[:, :1], y0 - p[:, 1:2]
    at = (wx * ey - wy * ex) / safe
    along = (wx * d[:, 1:2] - wy * d[:, :1]) / safe
    z = p[:, 2:] + at * d[:, 2:]
    hit = (np.abs(across) > 1e-15) & (at >= 0) & (at <= 1) & (along >= 0) & (along <= 1)
    hit &= (z >= block.low[block.owner]) & (z <= block.high[block.owner])
    return np.asarray(np.minimum.reduceat(np.where(hit, at, np.inf), block.start, axis=1), dtype=np.float64)


def _through_round(
    axis: tuple[float, float],
    centre: tuple[float, float],
    size: tuple[float, float],
    p: Array,
    d: Array,
    block: Block,
    k: int,
) -> Array:
    """Where each thread first crosses the upright side of one round solid at its heights."""
    ex, ey = axis
    a, b = max(size[0], 1e-13), max(size[1], 1e-13)
    x, y = p[:, 0] - centre[0], p[:, 1] - centre[1]
    w1, w2 = (x * ex + y * ey) / a, (y * ex - x * ey) / b
    v1, v2 = (d[:, 0] * ex + d[:, 1] * ey) / a, (d[:, 1] * ex - d[:, 0] * ey) / b
    vv = np.maximum(v1 * v1 + v2 * v2, 1e-30)
    vw = v1 * w1 + v2 * w2
    rest = 1.0 - (v1 * w2 - v2 * w1) ** 2 / vv
    half = np.sqrt(np.maximum(rest, 0.0) / vv)
    first = np.full(len(p), np.inf)
    for at in (-vw / vv + half, -vw / vv - half):
        z = p[:, 2] + at * d[:, 2]
        hit = (rest > 0) & (at >= 0) & (at <= 1) & (z >= block.low[k]) & (z <= block.high[k])
        first = np.where(hit, at, first)
    return first
