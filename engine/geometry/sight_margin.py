"""How far things would have to move before a sight answer turns over.

For clear sight: half of what the witness keeps from the nearest solid, for then no move of all
things by less can close it.  For blocked sight: the largest step at which it stays blocked although
both ends are grown and every solid's silhouette and heights are taken in by that step.
"""

from __future__ import annotations

from engine.geometry.sight_ends import Array, End
from engine.geometry.sight_search import free_thread
from engine.geometry.sight_solids import Block
from engine.geometry.sight_thread import clearance

_STEPS = tuple(0.0005 * 2**k for k in range(11))


def clear_margin(thread: Array, block: Block) -> float:
    """From below; at most half of the 1 in that clearances are looked for."""
    return clearance(block, thread) / 2


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
    return free_thread(a.grown(step), b.grown(step), block, shrink=step) is not None
