"""From a table in inches to a board of squares: which spaces pieces fill, which borders they close.

A piece fills the spaces whose middle lies inside it, and closes the border between two spaces
that lie side by side where the line from middle to middle meets it.  So a wall anywhere
runs along the borders nearest to it, and a ring of walls is as tight on squares as in inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import shapely

from engine.game import Point, Table, Terrain
from engine.geometry.grid import Board, Edge, Space, board
from engine.geometry.shapes import finite

__all__ = ["borders", "ground", "size", "spaces"]

MOST_SPACES = 1_000_000
"""A board of more spaces is none."""
_HALF = Fraction(1, 2)
_WHOLE = 1e-6
"""Share of a square by which a table may fall short of its last space."""


def size(table: Table, side: float = 1.0) -> tuple[int, int]:
    """How many whole spaces fit on a table, across and down, at least one.  ValueError for no side, or too many."""
    if not (math.isfinite(side) and side > 0.0):
        raise ValueError(f"a square needs a finite side above 0 inches, not {side}")
    wide, deep = (max(1, math.floor(length / side + _WHOLE)) for length in (table.width, table.height))
    if wide * deep > MOST_SPACES:
        raise ValueError(f"a board of {wide} x {deep} spaces is more than {MOST_SPACES} spaces")
    return wide, deep


@lru_cache(maxsize=64)
def ground(table: Table, blocks: Callable[[Terrain], bool], side: float = 1.0) -> Board:
    """The board of a table, one square being *side* inches; *blocks* says which pieces fill and close.

    Kept by table and predicate, so *blocks* must be a named function.  What reaches beyond the
    board is cut off.  ValueError as `size` says.
    """
    wide, deep = size(table, side)
    standing = [piece for piece in table.terrain if blocks(piece)]
    whole = board(wide, deep)
    blocked = frozenset(space for piece in standing for space in spaces(piece, side) if whole.has(space))
    found = (border for piece in standing for border in borders(piece, side))
    walls = ((a, b) for a, b in found if whole.has(a) and whole.has(b) and not (a in blocked and b in blocked))
    return board(wide, deep, blocked, walls)


@lru_cache(maxsize=4096)
def spaces(piece: Terrain, side: float = 1.0) -> tuple[Space, ...]:
    """The spaces whose middle lies inside a piece, row by row; none for an open outline."""
    finite(*(number for point in piece.outline for number in point))
    if piece.open or len(piece.outline) < 3:
        return ()
    shape = shapely.Polygon([(x / side, y / side) for x, y in piece.outline])
    left, top, right, bottom = (math.floor(bound) for bound in shape.bounds)
    if (right - left + 1) * (bottom - top + 1) > MOST_SPACES:
        raise ValueError(f"{piece.name} covers more than {MOST_SPACES} spaces")
    shapely.prepare(shape)
    around = [(i, j) for j in range(top, bottom + 1) for i in range(left, right + 1)]
    inside = shapely.contains_xy(shape, [i + 0.5 for i, _ in around], [j + 0.5 for _, j in around])
    return tuple(space for space, held in zip(around, inside, strict=True) if held)


@lru_cache(maxsize=4096)
def borders(piece: Terrain, side: float = 1.0) -> tuple[Edge, ...]:
    """The borders that a piece closes and does not fill on both sides, sorted; for an open outline, all it crosses."""
    outline = tuple((x / side, y / side) for x, y in piece.outline)
    ring = outline if piece.open or len(outline) < 3 else (*outline, outline[0])
    filled = frozenset(spaces(piece, side))
    met = {border for leg in pairwise(ring) for border in _crossed(*leg)}
    return tuple(sorted(border for border in met if not (border[0] in filled and border[1] in filled)))


def _crossed(start: Point, end: Point) -> Iterator[Edge]:
    """The borders whose line from middle to middle one leg crosses, exactly.

    A leg through a middle passes it as if all middles lay a hair further on in x, and a far
    smaller hair in y: whatever is tight in inches is then tight on squares.
    """
    (ax, ay), (bx, by) = ((Fraction(x), Fraction(y)) for x, y in (start, end))
    for j in _passed(ay, by):
        met = ax + (j + _HALF - ay) * (bx - ax) / (by - ay)
        before = math.ceil(met - _HALF) - 1
        yield (before, j), (before + 1, j)
    for i in _passed(ax, bx):
        slope = (by - ay) / (bx - ax)
        met = ay + (i + _HALF - ax) * slope
        before = math.floor(met - _HALF) if slope > 0 else math.ceil(met - _HALF) - 1
        yield (i, before), (i, before + 1)


def _passed(one: Fraction, other: Fraction) -> range:
    """Numbers of the middles from the lower of two places, that itself counted, to the higher."""
    low, high = sorted((one, other))
    return range(math.ceil(low - _HALF), math.ceil(high - _HALF))
