"""How a table is cut into sheets of paper: sizes, scale, overlap, and where each sheet lies on the table.

Paper is measured in millimetres, the table in inches; no Qt here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.game import MM_PER_INCH

MARGIN = 13.0
"""Millimetres left blank on every side, for crop marks, the rule and what printers cannot reach."""
FOOT = 17.0
"""Millimetres left at the lower side: the rule and the map of the sheets stand there."""
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100)
"""A printed inch stands for so many inches of table."""
MOST_TILES = 400


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright, in millimetres; *name* as Qt's page sizes call it."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The same lying on its side."""
        return Paper(self.name, self.height, self.width)

    @property
    def lies(self) -> bool:
        return self.width > self.height


PAPERS = (
    Paper("A4", 210.0, 297.0),
    Paper("A3", 297.0, 420.0),
    Paper("A2", 420.0, 594.0),
    Paper("Letter", 215.9, 279.4),
    Paper("Legal", 215.9, 355.6),
    Paper("Tabloid", 279.4, 431.8),
)


@dataclass(frozen=True)
class Box:
    """A rectangle on the table, in inches."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def within(self, other: Box) -> Box:
        """The part that lies in *other* too; of no size where there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


@dataclass(frozen=True)
class Tile:
    """One sheet: its number from 1, its row and column from 0, and the *part* of the table it can show."""

    number: int
    row: int
    column: int
    part: Box


@dataclass(frozen=True)
class Tiling:
    """All sheets for one *area* of the table at 1 : *scale*, which overlap by so many millimetres of paper."""

    paper: Paper
    area: Box
    scale: float
    overlap: float
    rows: int
    columns: int
    tiles: tuple[Tile, ...]

    @property
    def shared(self) -> float:
        """Inches of table that neighbours both show."""
        return self.overlap / MM_PER_INCH * self.scale if len(self.tiles) > 1 else 0.0


def room(paper: Paper) -> tuple[float, float]:
    """Inches of paper inside the margins, across and down."""
    return (paper.width - 2 * MARGIN) / MM_PER_INCH, (paper.height - MARGIN - FOOT) / MM_PER_INCH


def tiled(area: Box, paper: Paper, scale: float = 1.0, overlap: float = 10.0) -> Tiling:
    """Cut *area* into sheets, on whichever side of the paper takes fewer.

    ValueError, a sentence, for an area of no size, a scale that is none, or too many sheets.
    """
    if not (area.width > 0 and area.height > 0):
        raise ValueError("There is nothing to print: the area has no size.")
    if not scale > 0:
        raise ValueError("The scale must be more than nothing.")
    ways = [_laid(area, side, scale, overlap) for side in (paper, paper.turned())]
    return min(ways, key=lambda way: (len(way.tiles), _waste(way)))


def _waste(way: Tiling) -> float:
    """Inches by which the sheets reach beyond the area; fewer is better at the same number."""
    last = way.tiles[-1].part
    return max(0.0, last.right - way.area.right) + max(0.0, last.bottom - way.area.bottom)


def _laid(area: Box, paper: Paper, scale: float, overlap: float) -> Tiling:
    wide, high = (inches * scale for inches in room(paper))
    shared = overlap / MM_PER_INCH * scale
    if wide <= shared or high <= shared:
        raise ValueError(f"An overlap of {overlap:g} mm leaves nothing of {paper.name}; take less.")
    columns = max(1, math.ceil((area.width - shared) / (wide - shared) - 1e-9))
    rows = max(1, math.ceil((area.height - shared) / (high - shared) - 1e-9))
    if rows * columns > MOST_TILES:
        raise ValueError(
            f"That would be {rows * columns} sheets; {MOST_TILES} is the most. Take larger paper or a smaller scale."
        )
    tiles = tuple(
        Tile(
            row * columns + column + 1,
            row,
            column,
            Box(area.x + column * (wide - shared), area.y + row * (high - shared), wide, high),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(paper, area, scale, overlap, rows, columns, tiles)


def on_one(area: Box, paper: Paper) -> Tiling:
    """The whole area on one sheet, at the largest round scale that fits."""
    for scale in SCALES:
        way = tiled(area, paper, scale, 0.0)
        if len(way.tiles) == 1:
            return way
    raise ValueError("This table is too large for one sheet at any scale.")
