"""Pieces of scenery as lines of notation, for the tests of space."""

from __future__ import annotations


def box(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    top: float = 5.0,
    *,
    name: str = "Wall",
    kind: str = "wall",
    bottom: float = 0.0,
    sight: str = "solid",
    footing: str = "solid",
) -> str:
    """A block from one corner to the other, *top* inches high; its id is its name in small letters."""
    corners = f"{x0},{y0} {x1},{y0} {x1},{y1} {x0},{y1}"
    looks = f"bottom={bottom} top={top} sight={sight} footing={footing}"
    return f'terrain {name.lower()} "{name}" {kind} {corners} {looks}'
