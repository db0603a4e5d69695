"""How far things would have to move before a sight answer turns over.

For clear sight: half of what the witness keeps from the nearest solid and from the edge of the
front arc, for then no move of all things by less can close it.  For blocked sight: the largest
step at which it stays blocked although both ends are grown and every solid's silhouette and heights
are taken in by that step.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, sin

import numpy as np

from engine.geometry.sight_ends import Array, End
from engine.geometry.sight_flat import window
from engine.geometry.sight_search import along, proven_shut, sample_threads
from engine.geometry.sight_solids import Block, in_corridor
from engine.geometry.sight_thread import clearance, touched

_ROOM = 0.5
_HALVINGS = 6
_TURNS = 24
_SHARES = (0.5, 0.9, 0.1, 0.999, 0.001)
_COMPASS = np.array(
    [
        [i, j, k, m]
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
        for k, m in ((0, 0), (1, 1), (-1, -1), (1, 0), (0, 1), (-1, 0), (0, -1))
    ],
    dtype=np.float64,
)
_STEPS = tuple(0.0005 * 2**k for k in range(11))


Depths = Callable[[Array], Array]
"""How deep in the front arc threads end."""


def roomiest(a: End, b: End, block: Block, thread: Array, depths: Depths) -> Array:
    """Of a free thread and the likely ones, the one that keeps furthest off; where all are close, turned for more."""
    block = block.take(in_corridor(block, (a.grown(_ROOM), b.grown(_ROOM))))
    threads = np.concatenate([thread[None], sample_threads(a, b, _SHARES)])
    room = _ROOM
    for _ in range(_HALVINGS):
        fine = ~touched(block, threads, room).any(axis=1) & (depths(threads) >= room)
        if fine.any():
            return np.asarray(threads[int(np.argmax(fine))], dtype=np.float64)
        room /= 2
    if b.x <= a.radius + b.radius:
        return thread
    # near the edge of an arc a search that at every step heeds it gets stuck: one that does not may end better
    ways = (True,) if np.isinf(depths(thread[None])[0]) else (True, False)
    turned = [_turned(a, b, block, thread, depths, heeds=way) for way in ways]
    return max(turned, key=lambda found: _kept(found, block, depths))


def _turned(a: End, b: End, block: Block, thread: Array, depths: Depths, *, heeds: bool) -> Array:
    """Small turns, shifts and lifts of a thread, as long as one gives a quarter more room; *heeds* the arc, too?"""
    (x0, y0, z0), (x1, y1, z1) = thread.tolist()
    theta = atan2(y1 - y0, x1 - x0)
    here = np.array([theta, cos(theta) * y0 - sin(theta) * x0, z0, z1])
    reach = np.array(
        [0.1 * (a.radius + b.radius) / b.x, 0.1 * a.radius, 0.1 * (a.high - a.low), 0.1 * (b.high - b.low)]
    )
    room = _kept(thread, block, depths)
    for _ in range(_TURNS):
        tries = here + np.concatenate([_COMPASS, _COMPASS / 8, _COMPASS / 64]) * reach
        tries[:, 2], tries[:, 3] = np.clip(tries[:, 2], a.low, a.high), np.clip(tries[:, 3], b.low, b.high)
        win = window(a, b, tries[:, 0])
        tries[:, 1] = np.clip(tries[:, 1], win.lo, win.hi)
        threads = along(a, b, *tries.T)
        hits = (end.chord(win.ux, win.uy, tries[:, 1])[2] for end in (a, b))
        fine = np.logical_and(*hits) & ~touched(block, threads, room * 1.25).any(axis=1)
        if heeds:
            fine &= depths(threads) >= room * 1.25
        if not fine.any():
            break
        best = int(np.argmax(fine))
        here, thread = tries[best], threads[best]
        room = _kept(thread, block, depths)
    return thread


def clear_margin(thread: Array, block: Block, depths: Depths) -> float:
    """From below; at most half of the 1 in that clearances are looked for."""
    return _kept(thread, block, depths) / 2


def _kept(thread: Array, block: Block, depths: Depths) -> float:
    """What a thread keeps from solids and from the edge of the arc."""
    return min(clearance(block, thread), max(0.0, float(depths(thread[None])[0])))


def blocked_margin(a: End, b: End, block: Block) -> float:
    """From below, within a factor of two, at most half an inch; 0 where the smallest step opens a line."""
    low, high = 0, len(_STEPS)
    while low < high:
        middle = (low + high) // 2
        if _opens(a, b, block, _STEPS[middle]):
            high = middle
        else:
            low = middle + 1
    return _STEPS[low - 1] if low else 0.0


def _opens(a: End, b: End, block: Block, step: float) -> bool:
    return not proven_shut(a.grown(step), b.grown(step), block, step)
