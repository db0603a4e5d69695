"""A card over a corner of the table that blocks nothing: the table can be played on beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.look import Theme, font
from desktop.look.combo import Combo
from desktop.look.enter import keep_enter
from desktop.look.parts import GAP, Fitted, Line, Press, roomy

EDGE = 12
"""Pixels from the corner of the table."""
WIDE = 330
"""Pixels at the usual size of words."""


class Frame(QFrame):
    """A heading, a way to close it (Esc too), and `rows` that scroll where there is no room."""

    def __init__(self, heading: str, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self.theme = theme
        self._over = over
        self.setProperty("class", "card")
        self.setAccessibleName(heading)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 4, 12)
        column.setSpacing(GAP)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 10, 0)
        self.heading = Line(heading, "heading")
        self.shut = Press("Close  Esc", theme, "quiet small", fills=False)
        self.shut.setObjectName("shut")
        self.shut.clicked.connect(self.leave)
        head.addWidget(self.heading, 1)
        head.addWidget(self.shut)
        column.addLayout(head)
        self.area = Fitted(80)
        self.rows = self.area.rows
        column.addWidget(self.area)
        over.installEventFilter(self)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes."""
        self.theme = theme
        self.shut.theme = theme
        self.heading.setFont(font("heading", theme.text_scale))
        self.place()

    def place(self) -> None:
        """Be as large as what is in it, in the upper left corner of the table."""
        wide = min(round(WIDE * self.theme.text_scale), self._over.width() - 2 * EDGE)
        self.setFixedWidth(max(120, wide))
        self.area.setFixedWidth(max(100, wide - 18))
        room = self._over.height() - 2 * EDGE
        beside = self._column.sizeHint().height() - self.area.sizeHint().height()
        self.setGeometry(EDGE, EDGE, self.width(), min(room, beside + self.area.natural() + 4))

    def open(self) -> None:
        """Show it over the table."""
        self.show()
        self.raise_()
        self.place()

    def leave(self) -> None:
        """Give the table its corner and its keys back."""
        self.hide()
        self._over.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keys without Ctrl or Alt are meant for the fields, not for the tools of the table."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
            if not held and event.key() not in (Qt.Key.Key_F11,):
                event.accept()
                return True
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the fields is none on the table."""
        event.accept()


def box(name: str, id: str) -> QComboBox:
    """A box to choose from that yields where room is short."""
    return Combo(name, id, least=4)


def whole(name: str, id: str, least: int, most: int, value: int) -> QSpinBox:
    """A whole number to type."""
    made = QSpinBox()
    roomy(made)
    made.setObjectName(id)
    made.setAccessibleName(name)
    made.setRange(least, most)
    made.setValue(value)
    keep_enter(made)
    return made


def decimal(name: str, id: str, least: float, most: float, value: float, suffix: str) -> QDoubleSpinBox:
    """A length to type, with decimals."""
    made = QDoubleSpinBox()
    roomy(made)
    made.setObjectName(id)
    made.setAccessibleName(name)
    made.setDecimals(2)
    made.setRange(least, most)
    made.setSingleStep(0.5)
    made.setSuffix(suffix)
    made.setValue(value)
    keep_enter(made)
    return made
