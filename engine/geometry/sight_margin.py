"""How far things would have to move before a sight answer turns over.

For clear sight: half of what the witness keeps from the nearest solid, for then no move of all
things by less can close it.  For blocked sight: the largest step at which it stays blocked although
both ends are grown and every solid's silhouette and heights are taken in by that step.
"""

from __future__ import annotations

from engine.geometry.sight_ends import Array, End
from engine.geometry.sight_search import free_thread
from engine.geometry.sight_solids import Block
from engine.geometry.sight_thread import LONG, clearance

_STEPS = (0.001, 0.01, 0.05, 0.2, 0.5)
_HALVINGS = 2


def clear_margin(thread: Array, block: Block) -> float:
    """From below; at most half of the 1 in that clearances are looked for."""
    return clearance(block, thread) / 2


def blocked_margin(a: End, b: End, block: Block) -> float:
    """From below, within a quarter of the step; 0 where the smallest step already opens a line."""
    low, high = 0.0, LONG / 2
    for step in _STEPS:
        if _opens(a, b, block, step):
            high = step
            break
        low = step
    for _ in range(_HALVINGS if low < high else 0):
        middle = (low + high) / 2
        if _opens(a, b, block, middle):
            high = middle
        else:
            low = middle
    return low


def _opens(a: End, b: End, block: Block, step: float) -> bool:
    return free_thread(a.grown(step), b.grown(step), block, shrink=step) is not None
