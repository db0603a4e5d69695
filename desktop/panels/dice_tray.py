"""The last dice on the table, face by face; those typed by a person wear a pencil mark."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.look import Theme, font
from desktop.panels.panel import Panel, emptied, label
from desktop.session import Session
from engine.events import Rolled

LATEST = 4
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class DiceTray(Panel):
    """The latest throws of the command that is running or was last made."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Dice", theme, parent)
        self.session = session
        self.rows = QVBoxLayout()
        self.rows.setSpacing(4)
        self.body.addLayout(self.rows)
        session.changed.connect(self.refresh)
        self.refresh()

    def throws(self) -> tuple[Rolled, ...]:
        """The dice to show, latest last."""
        if self.session.pending is not None:
            events = self.session.pending.events
        else:
            journal = self.session.journal
            events = journal.entries[journal.cursor].events if journal.at else ()
        return tuple(event for event in events if isinstance(event, Rolled))[-LATEST:]

    def refresh(self, *_: object) -> None:
        """Lay out the latest throws; the tray is hidden while there are none."""
        emptied(self.rows)
        throws = self.throws()
        self.setVisible(bool(throws))
        for throw in throws:
            row = QHBoxLayout()
            row.setSpacing(4)
            for face, typed in zip(throw.faces, throw.typed, strict=True):
                row.addWidget(_Die(face, throw.sides, typed, self.theme))
            row.addWidget(label(throw.what, "dim", wraps=True), 1)
            self.rows.addLayout(row)


class _Die(QWidget):
    """One face: pips for a D6, a number for any other die."""

    def __init__(self, face: int, sides: int, typed: bool, theme: Theme) -> None:
        super().__init__()
        self.face = face
        self.sides = sides
        self.typed = typed
        self.theme = theme
        edge = round(26 * theme.text_scale)
        self.setFixedSize(QSize(edge, edge))
        by = "typed in" if typed else "rolled by the program"
        self.setToolTip(f"D{sides}: {face}, {by}")
        self.setAccessibleName(f"{face}, {by}")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setBrush(QColor(self.theme.text))
        edge = self.theme.warning if self.typed else self.theme.edge
        painter.setPen(QPen(QColor(edge), 2.5 if self.typed else 1))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.panel))
        if self.sides == 6:
            step, radius = box.width() * 0.27, box.width() * 0.09
            for x, y in PIPS[self.face]:
                painter.drawEllipse(box.center() + QPointF(x * step, y * step), radius, radius)
        else:
            painter.setPen(QColor(self.theme.panel))
            painter.setFont(font("heading", self.theme.text_scale))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.face))
        painter.end()
