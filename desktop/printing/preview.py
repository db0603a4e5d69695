"""The tiling as a small picture: which part of the table is on which sheet, and which sheets are left out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.look import Theme
from desktop.printing.drawing import Contents, Drawing, paper_look
from desktop.printing.pages import LARGE, paint_tiles
from desktop.printing.tiles import Tiling
from desktop.scene.ink import colour, pen
from desktop.scene.marker_item import StatusLooks
from desktop.work import Steps
from engine.game import Game

STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
LOW, HIGH = 84, 170
"""Pixels in a low window, and at most."""


class Preview(QWidget):
    """A click, or arrows and Space, leaves a sheet out or takes it in again: *toggled(number)*."""

    toggled = Signal(int)

    def __init__(self, look: Theme) -> None:
        super().__init__()
        self.look = look
        self.tiling: Tiling | None = None
        self.left_out: frozenset[int] = frozenset()
        self.now = 1
        self._picture = QPixmap()
        self._drawn: tuple[object, ...] = ()
        self._steps: Steps[QPixmap] | None = None
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._step)
        self.setAccessibleName("Sheets to print")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HIGH)
        self.setToolTip("Click a sheet to leave it out, again to take it in")

    def sizeHint(self) -> QSize:
        return QSize(200, HIGH)

    def show_tiling(
        self, tiling: Tiling | None, left_out: frozenset[int], game: Game, contents: Contents, looks: StatusLooks
    ) -> None:
        """Show this tiling over the table as it will be printed."""
        self.tiling, self.left_out = tiling, left_out
        if tiling is not None:
            self.now = min(self.now, len(tiling.tiles))
            where = self._where(tiling)
            drawn = (game, contents, tiling.area, where.size().toSize())
            if drawn != self._drawn:
                self._drawn = drawn
                self._steps = self._paint_table(tiling, where, game, contents, looks)
                self._turn.start()
        self._say()
        self.update()

    def _paint_table(
        self, tiling: Tiling, where: QRectF, game: Game, contents: Contents, looks: StatusLooks
    ) -> Steps[QPixmap]:
        """The table in small, a step at a time: the panel is there before its picture."""
        yield 0.0
        per_inch = where.width() / tiling.area.width * LARGE
        look, nameless = paper_look(ground=contents.ground), replace(contents, names=False)
        drawing = Drawing(game, nameless, look, looks, per_inch)
        yield 0.2
        large = QImage((where.size() * LARGE).toSize(), QImage.Format.Format_RGB32)
        yield from drawing.onto(large, tiling.area, look.around)
        large.setDevicePixelRatio(1.0)
        ratio = self.devicePixelRatioF()
        small = large.scaled((where.size() * ratio).toSize(), mode=Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(ratio)
        return QPixmap.fromImage(small)

    def _step(self) -> None:
        try:
            if self._steps is not None:
                next(self._steps)
        except StopIteration as end:
            self._picture, self._steps = end.value, None
            self._turn.stop()
            self.update()

    def _where(self, tiling: Tiling) -> QRectF:
        """Where the area lies in this widget."""
        room = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        per_inch = min(room.width() / tiling.area.width, room.height() / tiling.area.height)
        where = QRectF(0, 0, tiling.area.width * per_inch, tiling.area.height * per_inch)
        where.moveCenter(room.center())
        return where

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.tiling is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        where = self._where(self.tiling)
        painter.drawPixmap(where, self._picture, QRectF(self._picture.rect()))
        now = self.now if self.hasFocus() else 0
        paint_tiles(painter, where, self.tiling, self.left_out, "#1b2230", "#ffffff", now)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(self.look.primary, 2.0))
            painter.drawRect(where.adjusted(-1, -1, 1, 1))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(colour(self.look.edge))
            painter.drawRect(where)
        painter.end()

    def tile_at(self, spot: QPoint) -> int:
        """The number of the sheet under a pixel; 0 where there is none."""
        if self.tiling is None:
            return 0
        where = self._where(self.tiling)
        area = self.tiling.area
        x = area.x + (spot.x() - where.left()) / where.width() * area.width
        y = area.y + (spot.y() - where.top()) / where.height() * area.height
        hit = [t for t in self.tiling.tiles if t.part.x <= x < t.part.right and t.part.y <= y < t.part.bottom]
        return hit[-1].number if hit and where.contains(spot) else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.tile_at(event.position().toPoint())
        if number:
            self.now = number
            self.toggled.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.tiling is None or event.key() not in (*STEPS, Qt.Key.Key_Space):
            super().keyPressEvent(event)
            return
        if event.key() == Qt.Key.Key_Space:
            self.toggled.emit(self.now)
            return
        row, column = divmod(self.now - 1, self.tiling.columns)
        down, across = STEPS[Qt.Key(event.key())]
        row = min(self.tiling.rows - 1, max(0, row + down))
        column = min(self.tiling.columns - 1, max(0, column + across))
        self.now = row * self.tiling.columns + column + 1
        self._say()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _say(self) -> None:
        if self.tiling is None:
            self.setAccessibleName("No sheets")
            return
        many = len(self.tiling.tiles)
        out = "left out" if self.now in self.left_out else "printed"
        self.setAccessibleName(f"Map of {many} sheets: sheet {self.now} is {out}; Space changes that")
