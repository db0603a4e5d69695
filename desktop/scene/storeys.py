"""A table seen up to one of its floors: what lies above it is taken off, so that eye and hand reach what is below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely

from engine.game import Terrain
from engine.geometry.heights import SKY

HAIR = 0.05
"""Inches within which two heights are one."""
STOREY = 1.0
"""Inches: floors that are nearer are one storey, seen up to the highest of them."""
WALL = 0.5
"""Inches; what is thinner across is a wall or a rail: nobody calls its top a floor."""


def floors(terrain: Iterable[Terrain]) -> tuple[float, ...]:
    """Heights in inches, lowest first, of the floors that have another over them: the table's ground is the lowest.

    None where nothing lies over anything.
    """
    over = [piece for piece in terrain if piece.bottom > HAIR and _is_broad(piece)]
    storeys: list[list[float]] = []
    for height in sorted({0.0, *(piece.top for piece in over)}):
        if storeys and height - storeys[-1][0] < STOREY:
            storeys[-1].append(height)
        else:
            storeys.append([height])
    highest = [storey[-1] for storey in storeys]
    return tuple(height for height in highest if any(lies_over(piece, height) for piece in over))


def lies_over(piece: Terrain, level: float) -> bool:
    """Is the piece taken off where the table is seen up to a floor at this height?"""
    return piece.bottom > level + HAIR


def stepped(heights: Sequence[float], level: float, by: int) -> float:
    """The floor *by* steps above (or below) the one seen now; `SKY` above the highest: all of the table."""
    ladder = (*heights, SKY)
    below = [place for place, height in enumerate(ladder) if height <= level + HAIR]
    now = below[-1] if below else 0
    return ladder[min(len(ladder) - 1, max(0, now + by))]


def _is_broad(piece: Terrain) -> bool:
    if piece.open or len(piece.outline) < 3:
        return False
    shape = shapely.Polygon(piece.outline)
    return bool(shape.length) and 2 * shape.area / shape.length > WALL
