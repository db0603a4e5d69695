"""The strip over the table that asks how large the picture under it is.  It never blocks anything."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.build import fields
from desktop.look import Theme
from desktop.look.enter import ENTER
from desktop.look.parts import GAP, Line, Press
from engine.game import Point

LEAST, WIDEST = 0.5, 2000.0
"""Inches a picture is wide."""
SIDE = 12
"""Pixels at the left and the right of its rows."""
CLICK = (
    "Click the first of two points whose distance you know (or arrows and Enter).",
    "Now the second one.",
)


class ClothStrip(QFrame):
    """Signals: *widened(inches)*; *moved(x, y)*; *filled()*: as wide as the board; *pointing(on)*: two points
    are wanted, or no longer; *measured(inches)*: so far they are apart; *closed()*."""

    widened = Signal(float)
    moved = Signal(float, float)
    filled = Signal()
    pointing = Signal(bool)
    measured = Signal(float)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cloth")
        self.setProperty("class", "card")
        self.setAccessibleName("How large the picture under the table is")
        self._just_set = False
        self.pointing_on = False
        self.title = Line("", "title")
        self.width_field = fields.length("How wide the picture is", "cloth_width", self._widened, LEAST, WIDEST)
        self.left = fields.length("Where its left edge lies", "cloth_x", self._moved, -WIDEST, WIDEST)
        self.top = fields.length("Where its upper edge lies", "cloth_y", self._moved, -WIDEST, WIDEST)
        self.apart = fields.length("How far the two points are apart", "cloth_apart", self._measured, 0.01, WIDEST)
        self.fill = self._press("cloth_fill", "It fills the board", "As wide as the board", self.filled.emit, theme)
        tip = "Click two points on the table and type how far they are apart"
        self.points = self._press("cloth_points", "Two points…", tip, lambda: self.point(True), theme)
        tip = "Close this strip (Esc). What was set stays; undo (Ctrl+Z) takes it back"
        self.shut = self._press("cloth_close", "Close", tip, self.close_up, theme)
        self.says = QLabel(CLICK[0])
        self.says.setWordWrap(True)
        self.asks = (QLabel("The points are"), self.apart, QLabel("apart"))
        tip = "Measure by no points (Esc)"
        self.back = self._press("cloth_back", "Cancel", tip, lambda: self.point(False), theme)
        self._lay_out()
        self.point(False)
        self.hide()

    def _press(self, id: str, title: str, tip: str, do: object, theme: Theme) -> Press:
        made = Press(title, theme, tip=tip, fills=False)
        made.setObjectName(id)
        made.clicked.connect(do)
        return made

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(SIDE, 8, SIDE, 8)
        self._pointed = QWidget()
        head, second = QHBoxLayout(), QHBoxLayout(self._pointed)
        head.addWidget(self.title, 1)
        for button in (self.fill, self.points, self.shut):
            head.addWidget(button)
        second.addWidget(self.says, 1)
        for part in self.asks:
            second.addWidget(part)
        second.addStretch()
        second.addWidget(self.back)
        second.setContentsMargins(0, 0, 0, 0)
        for row in (head, second):
            row.setSpacing(GAP)
        column.addLayout(head)
        column.addWidget(self._fields())
        column.addWidget(self._pointed)

    def _fields(self) -> QWidget:
        """Width and place side by side, or where that is too wide one below the other."""
        self._sizes = QWidget()
        self._fold = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._sizes)
        self._fold.setContentsMargins(0, 0, 0, 0)
        self._fold.setSpacing(2 * GAP)
        words = (QLabel("It is"), QLabel("wide"), QLabel("left edge at"), QLabel("top at"))
        self._halves = QWidget(), QWidget()
        for half, parts in zip(
            self._halves,
            ((words[0], self.width_field, words[1]), (words[2], self.left, words[3], self.top)),
            strict=True,
        ):
            row = QHBoxLayout(half)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(GAP)
            for part in parts:
                row.addWidget(part)
            row.addStretch(1)
            self._fold.addWidget(half)
        self._fold.setStretch(1, 1)
        for field in (self.width_field, self.left, self.top, self.apart):
            field.setMinimumWidth(0)  # as wide as its longest number
        return self._sizes

    def minimumSizeHint(self) -> QSize:
        """As wide as its widest row is when width and place lie one below the other."""
        rows = [self._pointed] if self.pointing_on else [*self._halves]
        buttons = sum(button.sizeHint().width() + GAP for button in (self.fill, self.points, self.shut))
        wide = max(buttons, *(row.minimumSizeHint().width() for row in rows))
        return QSize(wide + 2 * SIDE, super().minimumSizeHint().height())

    def _refold(self) -> None:
        """Side by side if there is room for that."""
        beside = sum(half.minimumSizeHint().width() for half in self._halves) + 2 * GAP
        room = self.contentsRect().width() - 2 * SIDE
        way = QBoxLayout.Direction.LeftToRight if beside <= room else QBoxLayout.Direction.TopToBottom
        if way != self._fold.direction():
            self._fold.setDirection(way)

    # What is shown -----------------------------------------------------------------------------

    def ask(self, title: str) -> None:
        """Ask how large this picture is."""
        self.title.setText(title)
        self.point(False)
        self.show()
        self.width_field.setFocus()
        self.width_field.selectAll()

    def show_place(self, x: float, y: float, width: float) -> None:
        """Where the picture lies, in inches; nothing is emitted."""
        for field, inches in ((self.left, x), (self.top, y), (self.width_field, width)):
            field.show_inches(inches)

    def show_points(self, points: tuple[Point, ...]) -> None:
        """So many of the two points are set; both: how far are they apart?"""
        both = len(points) == 2
        self.says.setText("" if both else CLICK[len(points)])
        self.says.setVisible(not both)
        for part in self.asks:
            part.setVisible(both)
        if both:
            self.apart.show_inches(math.dist(*points))
            self.apart.setFocus()
            self.apart.selectAll()

    def point(self, on: bool) -> None:
        """Ask for two points, or for the width again."""
        changed, self.pointing_on = on != self.pointing_on, on
        self._sizes.setVisible(not on)
        self._pointed.setVisible(on)
        self.fill.setVisible(not on)
        self.points.setVisible(not on)
        self.show_points(())
        if changed:
            self.pointing.emit(on)

    def close_up(self) -> None:
        """Let go: of the two points, and of the question."""
        self.point(False)
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def let_go(self) -> None:
        """Let go of one thing."""
        if self.pointing_on:
            self.point(False)
        else:
            self.close_up()

    def set_theme(self, theme: Theme) -> None:
        for field in (self.width_field, self.left, self.top, self.apart):
            field.take_ruler(theme.ruler)
        for button in (self.fill, self.points, self.shut, self.back):
            button.theme = theme
            button.update()

    # What a person does ------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Esc and Enter are meant for the strip while the focus is in it; other room is laid out anew."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._refold()
        keys = (Qt.Key.Key_Escape, *ENTER)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in keys:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc lets go; Enter, that has set nothing, closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.let_go()
        elif event.key() not in ENTER:
            super().keyPressEvent(event)
        elif not self._just_set:
            self.let_go()

    def _widened(self, inches: float) -> None:
        self._did()
        self.widened.emit(inches)

    def _moved(self, _: float) -> None:
        self._did()
        self.moved.emit(self.left.inches, self.top.inches)

    def _measured(self, inches: float) -> None:
        self._did()
        self.measured.emit(inches)

    def _did(self) -> None:
        """The Enter that set this is not one that closes."""
        self._just_set = True
        QTimer.singleShot(0, self, self._forget)

    def _forget(self) -> None:
        self._just_set = False
