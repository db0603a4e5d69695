"""How much of a target an eye sees: the share of its silhouette, and which pieces hide some of it.

The silhouette is the upright rectangle through the target's centre, square to the line from the
eye in plan, as wide as the base is from there and as high as the model.  In each of its columns
the hidden heights are exact intervals; the columns are added up by a Gauss rule between the upright
lines that show.  The bound given takes the share between two of these as no surer than the columns
looked at there are alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import acos, asin, cos, hypot, pi, sin

import numpy as np

from engine.geometry.sight_ends import Array, End, Flags
from engine.geometry.sight_slice import chords
from engine.geometry.sight_solids import Block

Eye = tuple[float, float, float]

_NODES = np.array([0.01, 0.1127016653792583, 0.5, 0.8872983346207417, 0.99])
_WEIGHTS = np.array([0.0, 5 / 18, 8 / 18, 5 / 18, 0.0])
_SPLIT = 4
_FINE = 2e-4
"""A part of the silhouette whose share is surer than this is not split further."""


@dataclass(frozen=True, slots=True)
class Seen:
    """*share* of the silhouette (0 to 1), the bound on its *error*, and per solid: does it hide some?"""

    share: float
    error: float
    hides: Flags


def billboard(eye: Eye, target: End, block: Block, counts: Flags) -> Seen:
    """Share of the upright rectangle; solids not flagged in *counts* hide nothing but are named."""
    ux, uy, length = _facing(eye, target)
    if length < 1e-9:
        return Seen(1.0, 0.0, np.zeros(len(block), dtype=np.bool_))
    half = float(target.support(np.array([-uy]), np.array([ux]))[0][0]) - (ux * target.y - uy * target.x)
    x, y = _outline_points(eye, block)
    ahead, aside = (x - eye[0]) * ux + (y - eye[1]) * uy, (y - eye[1]) * ux - (x - eye[0]) * uy
    lateral = aside[ahead > 1e-9] / ahead[ahead > 1e-9] * length
    through = _through_plane(target, (ux, uy), block)
    breaks = np.unique(np.clip(np.concatenate([[-half, half], lateral, through]), -half, half))

    def columns(x: Array) -> tuple[Array, Flags]:
        gx, gy = target.x - uy * x, target.y + ux * x
        return _column_shares(eye, gx, gy, (target.low, target.high), block, counts)

    return _added_up(columns, breaks)


def column(eye: Eye, target: End, block: Block, counts: Flags) -> Seen:
    """Share of the upright segment over the target's centre."""
    heights = (target.low, target.high)
    share, hides = _column_shares(eye, np.array([target.x]), np.array([target.y]), heights, block, counts)
    return Seen(float(share[0]), 0.0, hides)


def angular(eye: Eye, target: End, block: Block, counts: Flags) -> Seen:
    """In plan: share of the angle a round base fills at the eye in which its near side is seen."""
    ux, uy, length = _facing(eye, target)
    if length <= target.radius:
        return Seen(1.0, 0.0, np.zeros(len(block), dtype=np.bool_))
    half = asin(target.radius / length)
    x, y = _outline_points(eye, block)
    x, y = x - eye[0], y - eye[1]
    more_x, more_y = _on_rim(target, block)
    x, y = np.concatenate([x, more_x - eye[0]]), np.concatenate([y, more_y - eye[1]])
    angles = np.arctan2(y * ux - x * uy, x * ux + y * uy)
    breaks = np.unique(np.clip(np.concatenate([[-half, half], angles]), -half, half))

    def rays(turn: Array) -> tuple[Array, Flags]:
        c, s = np.cos(turn), np.sin(turn)
        rx, ry = ux * c - uy * s, uy * c + ux * s
        near = length * c - np.sqrt(np.maximum(target.radius**2 - (length * s) ** 2, 0.0))
        offset = rx * eye[1] - ry * eye[0]
        first, last, who = chords(block, rx, ry, offset)
        here = (rx * eye[0] + ry * eye[1])[:, None]
        hit = (first <= last) & (last > here) & (first < here + near[:, None])
        hides = np.zeros(len(block), dtype=np.bool_)
        hides[who[hit.any(axis=0)]] = True
        return np.where((hit & counts[who]).any(axis=1), 0.0, 1.0), hides

    return _added_up(rays, breaks)


def _facing(eye: Eye, target: End) -> tuple[float, float, float]:
    dx, dy = target.x - eye[0], target.y - eye[1]
    length = hypot(dx, dy)
    return (dx / length, dy / length, length) if length > 0 else (1.0, 0.0, 0.0)


def _added_up(columns: Callable[[Array], tuple[Array, Flags]], breaks: Array) -> Seen:
    """A Gauss rule between the breaks, over parts made smaller where the share changes within one.

    The bound takes each part's share as unknown between the least and the greatest met in it.
    """
    low, wide = breaks[:-1], np.diff(breaks)
    total = float(wide.sum())
    if total <= 0:
        share, hides = columns(breaks[:1])
        return Seen(float(share[0]), 0.0, hides)
    added, error, seen_by = 0.0, 0.0, None
    for last in (False, False, True):
        at = low[:, None] + wide[:, None] * _NODES
        share, hides = columns(at.ravel())
        seen_by = hides if seen_by is None else seen_by | hides
        share = share.reshape(at.shape)
        unsure = (share.max(axis=1) - share.min(axis=1)) * wide
        fine = np.asarray(unsure <= _FINE * total) | last
        added += float((share[fine] @ _WEIGHTS * wide[fine]).sum())
        error += float(unsure[fine].sum())
        low, wide = low[~fine], wide[~fine] / _SPLIT
        if not len(low):
            break
        low = (low[:, None] + wide[:, None] * np.arange(_SPLIT)).ravel()
        wide = np.repeat(wide, _SPLIT)
    assert seen_by is not None
    return Seen(min(1.0, max(0.0, added / total)), min(1.0, error / total + 1e-9), seen_by)


def _through_plane(target: End, u: tuple[float, float], block: Block) -> Array:
    """Where on the rectangle outlines run through it: on one side they are in front of it, on the other behind."""
    ux, uy = u
    x0, y0, x1, y1 = block.edges
    ahead0 = (x0 - target.x) * ux + (y0 - target.y) * uy
    ahead1 = (x1 - target.x) * ux + (y1 - target.y) * uy
    crosses = (ahead0 > 0) != (ahead1 > 0)
    at = ahead0 / np.where(crosses, ahead0 - ahead1, 1.0)
    x, y = x0 + at * (x1 - x0) - target.x, y0 + at * (y1 - y0) - target.y
    found = [(y * ux - x * uy)[crosses]]
    offset = np.array([-(ux * target.x + uy * target.y)])
    centre = ux * target.y - uy * target.x
    for solid in block.rounds:
        t0, t1, hit = solid.chord(np.array([-uy]), np.array([ux]), offset)
        found += [np.concatenate([t0, t1]) - centre] if hit[0] else []
    return np.concatenate(found)


def _on_rim(target: End, block: Block) -> tuple[Array, Array]:
    """Where outlines run through the rim of a round target."""
    x0, y0, x1, y1 = block.edges
    dx, dy, px, py = x1 - x0, y1 - y0, x0 - target.x, y0 - target.y
    square, half = np.maximum(dx * dx + dy * dy, 1e-300), px * dx + py * dy
    rest = half * half - square * (px * px + py * py - target.radius**2)
    root = np.sqrt(np.maximum(rest, 0.0))
    at = np.concatenate([(-half - root) / square, (-half + root) / square])
    fine = (np.concatenate([rest, rest]) > 0) & (at >= 0) & (at <= 1)
    x = np.concatenate([x0, x0]) + at * np.concatenate([dx, dx])
    y = np.concatenate([y0, y0]) + at * np.concatenate([dy, dy])
    xs, ys = [x[fine]], [y[fine]]
    for solid in block.rounds:
        angle = np.arange(64) * (pi / 32)
        p, q = solid.a * np.cos(angle), solid.b * np.sin(angle)
        ex, ey = solid.axis
        sx, sy = solid.x + p * ex - q * ey - target.x, solid.y + p * ey + q * ex - target.y
        outside = np.hypot(sx, sy) > target.radius
        k = np.flatnonzero(outside != np.roll(outside, -1))
        for i in k.tolist():
            x2, y2 = _met_rim(solid, target, angle[i], angle[i] + pi / 32, bool(outside[i]))
            xs.append(np.array([x2]))
            ys.append(np.array([y2]))
    return np.concatenate(xs), np.concatenate(ys)


def _met_rim(solid: End, target: End, low: float, high: float, outside: bool) -> tuple[float, float]:
    """Where the outline of a round solid crosses the target's rim between two of its angles."""
    ex, ey = solid.axis
    x = y = 0.0
    for _ in range(40):
        middle = (low + high) / 2
        p, q = solid.a * cos(middle), solid.b * sin(middle)
        x, y = solid.x + p * ex - q * ey, solid.y + p * ey + q * ex
        if (hypot(x - target.x, y - target.y) > target.radius) == outside:
            low = middle
        else:
            high = middle
    return x, y


def _outline_points(eye: Eye, block: Block) -> tuple[Array, Array]:
    """What can show as an upright line from the eye: every corner, and where a ray touches a round solid."""
    x, y = [block.edges[0]], [block.edges[1]]
    for solid in block.rounds:
        ex, ey = solid.axis
        a, b = max(solid.a, 1e-13), max(solid.b, 1e-13)
        dx, dy = eye[0] - solid.x, eye[1] - solid.y
        p, q = (dx * ex + dy * ey) / a, (dy * ex - dx * ey) / b
        far = hypot(p, q)
        if far > 1.0:
            # in a frame where the solid is the unit circle, straight lines stay straight and touching stays touching
            angle = np.arctan2(q, p) + np.array([-1.0, 1.0]) * acos(1.0 / far)
            p2, q2 = a * np.cos(angle), b * np.sin(angle)
            x.append(solid.x + p2 * ex - q2 * ey)
            y.append(solid.y + p2 * ey + q2 * ex)
    return np.concatenate(x), np.concatenate(y)


def _column_shares(
    eye: Eye, gx: Array, gy: Array, heights: tuple[float, float], block: Block, counts: Flags
) -> tuple[Array, Flags]:
    """Share of each column (gx, gy) seen, and which solids hide part of any."""
    low, high = heights
    dx, dy = gx - eye[0], gy - eye[1]
    far = np.hypot(dx, dy)
    ux, uy = dx / far, dy / far
    offset = ux * eye[1] - uy * eye[0]
    first, last, who = chords(block, ux, uy, offset)
    here = (ux * eye[0] + uy * eye[1])[:, None]
    from_, to = np.maximum((first - here) / far[:, None], 1e-12), np.minimum((last - here) / far[:, None], 1.0)
    hit = (first <= last) & (from_ <= to) & (last > here)
    from_, to = np.where(hit, from_, 1.0), np.where(hit, to, 1.0)
    drop, rise = block.low[who] - eye[2], block.high[who] - eye[2]
    least = np.minimum(drop / from_, drop / to) + eye[2]
    most = np.maximum(rise / from_, rise / to) + eye[2]
    start, end = np.where(hit, np.clip(least, low, high), high), np.where(hit, np.clip(most, low, high), high)
    hides = np.zeros(len(block), dtype=np.bool_)
    hides[who[((end - start) > 1e-9).any(axis=0)]] = True
    start, end = np.where(counts[who], start, high), np.where(counts[who], end, high)
    order = np.argsort(start, axis=1)
    start, end = np.take_along_axis(start, order, 1), np.take_along_axis(end, order, 1)
    reach = np.maximum.accumulate(np.concatenate([np.full((len(gx), 1), low), end], axis=1), axis=1)
    following = np.concatenate([start, np.full((len(gx), 1), high)], axis=1)
    seen = np.maximum(following - reach, 0.0).sum(axis=1)
    return seen / (high - low) if high > low else np.where(seen > 0, 1.0, 0.0), hides
