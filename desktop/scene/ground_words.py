"""What is written on the ground: every piece's name and height, where they fit and cover no others.

Laid out over the whole table, once a zoom, so that parts of it that are painted apart agree.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from desktop.look import Theme
from desktop.scene.board_item import BoardItem
from desktop.scene.ink import Taken, scale_of
from desktop.scene.terrain_item import TerrainItem

_ROOM = (-3.0, -1.0, 3.0, 1.0)
"""Inches that words may reach beyond their piece."""


class GroundWords:
    """Keeps which words stand where; `paint` lays them out when the zoom is another."""

    def __init__(self, board: BoardItem) -> None:
        self._board = board
        self._scale = 0.0
        self._laid: dict[TerrainItem, tuple[str, QPointF]] = {}

    def forget(self) -> None:
        """Other clothes or another board: all is laid out anew."""
        self._scale = 0.0

    def renew(self, stacked: Iterable[TerrainItem], theme: Theme) -> QRectF | None:
        """Pieces have changed: lay out anew, and give the part of the ground (inches) whose words are others now.

        None where nothing was laid out before, or it has been forgotten.
        """
        if not self._scale:
            return None
        old = dict(self._laid)
        self._lay(stacked, theme, self._scale)
        others = QRectF()
        for item in old.keys() | self._laid.keys():
            if old.get(item) != self._laid.get(item):
                others = others.united(item.bounds.adjusted(*_ROOM))
        return others

    def paint(self, painter: QPainter, exposed: QRectF, stacked: Iterable[TerrainItem], theme: Theme) -> None:
        """Write what touches *exposed* (inches)."""
        scale = scale_of(painter)
        if self._scale != scale:
            self._lay(stacked, theme, scale)
        self._board.paint_words(painter, theme)
        for item, (words, _) in self._laid.items():
            if words and item.bounds.adjusted(*_ROOM).intersects(exposed):
                item.paint_words(painter, theme, words)

    def _lay(self, stacked: Iterable[TerrainItem], theme: Theme, scale: float) -> None:
        self._scale, self._laid = scale, {}
        taken = Taken()
        self._board.take_words(scale, theme, taken)
        for item in sorted(stacked, key=lambda item: item.area, reverse=True):
            words = item.fitting_words(scale, theme, taken)
            self._laid[item] = (words, item.desk)
