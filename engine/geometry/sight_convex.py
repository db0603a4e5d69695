"""The outline of a piece as convex parts that use its own corners and no others."""

from __future__ import annotations

import numpy as np
import shapely

from engine.geometry.sight_ends import Array

Loop = tuple[int, ...]
"""Corners of one part by number, anticlockwise (x to the right, y upwards)."""


def convex_loops(ring: Array) -> tuple[Loop, ...]:
    """A ring (n, 2) in convex parts; a wall of no thickness in its stretches; nothing of what crosses itself."""
    count = len(ring)
    x, y = ring[:, 0] - ring[0, 0], ring[:, 1] - ring[0, 1]
    area = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2
    size = float(np.ptp(x) + np.ptp(y))
    if abs(area) <= 1e-12 * size * size:
        return tuple((k, (k + 1) % count) for k in range(count))
    shape = shapely.Polygon(ring)
    if not shape.is_valid:
        return ()
    order = tuple(range(count)) if area > 0 else tuple(range(count - 1, -1, -1))
    if _bends_left(ring, order):
        return (order,)
    number = {corner: k for k, corner in enumerate(map(tuple, ring.tolist()))}
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    loops: list[Loop] = []
    for triangle in triangles:
        corners = [number[tuple(corner)] for corner in shapely.get_coordinates(triangle)[:3].tolist()]
        a, b, c = (ring[k] for k in corners)
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        loops.append(tuple(corners if turn > 0 else corners[::-1]))
    return tuple(_merged(ring, loops))


def _merged(ring: Array, loops: list[Loop]) -> list[Loop]:
    """Parts that share a side are joined as long as what comes out is convex."""
    k = 0
    while k < len(loops):
        for j in range(k + 1, len(loops)):
            joined = _joined(loops[k], loops[j])
            if joined is not None and _bends_left(ring, joined):
                loops[k] = joined
                del loops[j]
                break
        else:
            k += 1
    return loops


def _joined(one: Loop, two: Loop) -> Loop | None:
    """Two loops along a side they share; None where they share none."""
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        for j, c in enumerate(two):
            if c == b and two[(j + 1) % len(two)] == a:
                # from b round the first loop to a, and on round the second back to before b
                back = two[(j + 1) % len(two) :] + two[: (j + 1) % len(two)]
                return one[i + 1 :] + one[: i + 1] + back[1:-1]
    return None


def _bends_left(ring: Array, loop: Loop) -> bool:
    """Is the loop convex, and does it run round once?"""
    p = ring[list(loop)]
    d = np.roll(p, -1, axis=0) - p
    e = np.roll(d, -1, axis=0)
    turn = d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]
    level = 1e-12 * np.hypot(d[:, 0], d[:, 1]) * np.hypot(e[:, 0], e[:, 1])
    round_ = np.arctan2(turn, (d * e).sum(axis=1)).sum()
    return bool((turn >= -level).all() and abs(round_ - 2 * np.pi) < 0.1)
