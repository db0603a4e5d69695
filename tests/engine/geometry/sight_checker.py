"""A second opinion on sight: brute force over segments, sharing no code with the engine's geometry.

Knows only the nouns of `engine.game`.  A segment is cut where it crosses an outline in plan; every
part whose middle lies inside the outline (even-odd) must keep off the solid's heights, and so must
every crossing.  Slow, plain, and independent of how the engine searches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from engine.game import MM_PER_INCH, Model, Point3, Table, Terrain

Array = npt.NDArray[np.float64]
Segment = tuple[Point3, Point3]


def free(table: Table, models: Iterable[Model], segment: Segment, *, slack: float = 1e-9, flat: bool = False) -> bool:
    """Does the segment keep out of every solid?  Touching within *slack* is forgiven."""
    rays = np.array([segment], dtype=np.float64)
    return bool(free_rays(table, models, rays, slack=slack, flat=flat)[0])


def free_rays(
    table: Table, models: Iterable[Model], rays: Array, *, slack: float = 0.0, flat: bool = False
) -> npt.NDArray[np.bool_]:
    """(n, 2, 3) segments: which of them meet no solid."""
    good = np.ones(len(rays), dtype=np.bool_)
    for piece in table.terrain:
        if piece.sight == "solid":
            good &= ~_meets_piece(piece, rays, slack, flat)
    for model in models:
        good &= ~_meets_model(model, rays, slack, flat)
    return good


def holds(model: Model, point: Point3, slack: float = 1e-6) -> bool:
    """Is the point in the model's volume?"""
    x, y = _local(model, np.array([point[0]]), np.array([point[1]]))
    a, b = model.profile.base.width / 2 / MM_PER_INCH + slack, model.profile.base.depth / 2 / MM_PER_INCH + slack
    if model.profile.base.shape == "rect":
        plan = abs(x[0]) <= a and abs(y[0]) <= b
    else:
        plan = (x[0] / a) ** 2 + (y[0] / b) ** 2 <= 1
    return bool(plan and model.z - slack <= point[2] <= model.z + model.profile.height + slack)


def dense_rays(viewer: Model, target: Model, across: int = 30, levels: int = 5) -> Array:
    """Segments from a spread of points of one volume to a spread of points of the other."""
    (p, q) = (_spread(model, across, levels) for model in (viewer, target))
    i, j = (g.ravel() for g in np.meshgrid(np.arange(len(p)), np.arange(len(q)), indexing="ij"))
    return np.stack([p[i], q[j]], axis=1)


def _spread(model: Model, across: int, levels: int) -> Array:
    """Points of a volume: a third on the rim, the rest inside on a spiral, at several heights."""
    rim = across // 3
    angle = [2 * math.pi * k / rim for k in range(rim)] + [2.399963 * k for k in range(across - rim)]
    share = [1.0] * rim + [math.sqrt(k / (across - rim)) for k in range(across - rim)]
    base = model.profile.base
    a, b = base.width / 2 / MM_PER_INCH * 0.99999, base.depth / 2 / MM_PER_INCH * 0.99999
    if base.shape == "rect":
        stretch = [1 / max(abs(math.cos(t)), abs(math.sin(t))) for t in angle]
        share = [s * k for s, k in zip(share, stretch, strict=True)]
    turn = math.radians(model.facing) if base.shape != "round" else 0.0
    points = []
    for t, s in zip(angle, share, strict=True):
        lx, ly = a * s * math.cos(t), b * s * math.sin(t)
        x = model.x + lx * math.cos(turn) - ly * math.sin(turn)
        y = model.y + lx * math.sin(turn) + ly * math.cos(turn)
        for k in range(levels):
            z = model.z + model.profile.height * (0.00001 + 0.99998 * k / max(1, levels - 1))
            points.append((x, y, z))
    return np.array(points)


def _local(model: Model, x: Array, y: Array) -> tuple[Array, Array]:
    turn = math.radians(model.facing) if model.profile.base.shape != "round" else 0.0
    dx, dy = x - model.x, y - model.y
    return dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)


def _meets_piece(piece: Terrain, rays: Array, slack: float, flat: bool) -> npt.NDArray[np.bool_]:
    """Crossings with the outline, and the parts between crossings that run inside it."""
    corners = list(piece.outline)
    pairs = list(zip(corners, corners[1:] + ([] if piece.open else corners[:1]), strict=False))
    low, high = (-math.inf, math.inf) if flat else (piece.bottom + slack, piece.top - slack)
    if not flat and piece.bottom <= 0:
        low = -math.inf
    p, d = rays[:, 0], rays[:, 1] - rays[:, 0]
    cuts = [np.zeros(len(rays)), np.ones(len(rays))]
    met = np.zeros(len(rays), dtype=np.bool_)
    for (ax, ay), (bx, by) in pairs:
        ex, ey = bx - ax, by - ay
        length = math.hypot(ex, ey)
        if length == 0:
            continue
        nx, ny = -ey / length, ex / length
        rate = d[:, 0] * nx + d[:, 1] * ny
        start = (p[:, 0] - ax) * nx + (p[:, 1] - ay) * ny
        moving = np.abs(rate) > 1e-14
        at = np.where(moving, -start / np.where(moving, rate, 1.0), -1.0)
        where = ((p[:, 0] + at * d[:, 0] - ax) * ex + (p[:, 1] + at * d[:, 1] - ay) * ey) / length
        # a crossing counts unless it is within the slack of the segment's end or the edge's end
        through = (at > 0) & (at < 1) & (where > slack) & (where < length - slack)
        through &= (np.abs(start) > slack) & (np.abs(start + rate) > slack)
        z = p[:, 2] + at * d[:, 2]
        met |= through & (z > low) & (z < high) if slack else through & (z >= low) & (z <= high)
        cuts.append(np.where((at > 0) & (at < 1), at, 0.0))
    if piece.open:
        return met
    cut = np.sort(np.stack(cuts, axis=1), axis=1)
    for k in range(cut.shape[1] - 1):
        u, v = cut[:, k], cut[:, k + 1]
        m = (u + v) / 2
        within = _even_odd(pairs, p[:, 0] + m * d[:, 0], p[:, 1] + m * d[:, 1])
        within &= (v - u) * np.hypot(d[:, 0], d[:, 1]) > 4 * slack + 1e-12
        zu, zv = p[:, 2] + u * d[:, 2], p[:, 2] + v * d[:, 2]
        met |= within & (np.minimum(zu, zv) < high) & (np.maximum(zu, zv) > low)
    return met


def _even_odd(
    pairs: list[tuple[tuple[float, float], tuple[float, float]]], x: Array, y: Array
) -> npt.NDArray[np.bool_]:
    odd = np.zeros(len(x), dtype=np.bool_)
    for (ax, ay), (bx, by) in pairs:
        if ay == by:
            continue
        odd ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return odd


def _meets_model(model: Model, rays: Array, slack: float, flat: bool) -> npt.NDArray[np.bool_]:
    """The part of each segment inside the base, clipped to the model's heights."""
    base = model.profile.base
    a, b = base.width / 2 / MM_PER_INCH - slack, base.depth / 2 / MM_PER_INCH - slack
    px, py = _local(model, rays[:, 0, 0], rays[:, 0, 1])
    qx, qy = _local(model, rays[:, 1, 0], rays[:, 1, 1])
    px, py, qx, qy = px / a, py / b, qx / a, qy / b
    dx, dy = qx - px, qy - py
    if base.shape == "rect":
        u, v = np.zeros(len(rays)), np.ones(len(rays))
        for start, step in ((px, dx), (py, dy)):
            still = np.abs(step) < 1e-14
            safe = np.where(still, 1.0, step)
            near, far = (
                np.minimum((-1 - start) / safe, (1 - start) / safe),
                np.maximum((-1 - start) / safe, (1 - start) / safe),
            )
            u = np.where(still, np.where(np.abs(start) < 1, u, 2.0), np.maximum(u, near))
            v = np.where(still, v, np.minimum(v, far))
    else:
        aa, bb, cc = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - 1
        root = bb * bb - aa * cc
        hit = (root > 0) & (aa > 1e-20)
        half = np.sqrt(np.where(hit, root, 0.0))
        safe = np.where(aa > 1e-20, aa, 1.0)
        u = np.where(hit, np.maximum((-bb - half) / safe, 0.0), np.where(cc < 0, 0.0, 2.0))
        v = np.where(hit, np.minimum((-bb + half) / safe, 1.0), np.where(cc < 0, 1.0, -1.0))
    z, dz = rays[:, 0, 2], rays[:, 1, 2] - rays[:, 0, 2]
    low, high = model.z + slack, model.z + model.profile.height - slack
    if flat or model.z <= 0:
        low = -math.inf
    if flat:
        high = math.inf
    zu, zv = z + u * dz, z + v * dz
    return (u < v) & (np.minimum(zu, zv) < high) & (np.maximum(zu, zv) > low)
