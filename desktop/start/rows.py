"""Tiles in rows, as many as fit beside a column that takes what is over."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.start.tile import PICTURE, Tile

SIDE, WIDEST = 330, 480
"""Pixels of the column at least and at most, for words of the usual size."""
AROUND = 100
"""Pixels of margins and gaps beside tiles and column."""
ROOM = PICTURE.width() + 34
"""Pixels that a tile takes across."""


class Rows:
    """The grids of tiles, and the *column* at their right."""

    def __init__(self) -> None:
        self.column = QWidget()
        self._grids: list[tuple[QGridLayout, list[Tile]]] = []

    def grid(self, tiles: list[Tile]) -> QGridLayout:
        """A grid for these tiles, which `flow` lays in rows."""
        grid = QGridLayout()
        grid.setSpacing(12)
        self._grids.append((grid, tiles))
        return grid

    def flow(self, wide: int, scale: float) -> None:
        """Rows of as many tiles as fit into a page *wide* pixels wide, for words *scale* times as large."""
        least = min(round(SIDE * scale), wide // 2)
        across = max(1, (wide - AROUND - least) // ROOM)
        self.column.setFixedWidth(max(least, min(round(WIDEST * scale), wide - AROUND - across * ROOM)))
        for grid, tiles in self._grids:
            for tile in tiles:
                grid.removeWidget(tile)
            for place in range(max(grid.columnCount(), across) + 1):
                grid.setColumnStretch(place, 1 if place == across else 0)
            for place, tile in enumerate(tiles):
                grid.addWidget(tile, place // across, place % across)
