"""Whose turn it is, said for a moment over the table when the side to act changes: for two at one screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.look import Theme, font, initials
from desktop.scene.ink import colour, pen, text_size
from desktop.session import Session
from engine.events import Event
from engine.game import Game
from engine.story import side_name

SHOWN_MS = 2600
ABOVE = 14
"""Pixels from the upper edge of the table."""


class TurnCue(QWidget):
    """A pill in the side's colour with its letters and name; it takes no click and goes by itself."""

    def __init__(self, session: Session, over: QWidget, look: Theme) -> None:
        super().__init__(over)
        self.look = look
        self._said, self._letters, self._side = "", "", 0
        self.setObjectName("turn_cue")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.hide)
        session.changed.connect(self._follow)
        over.installEventFilter(self)
        self.hide()

    @property
    def said(self) -> str:
        """What it says now, "" while it is hidden."""
        return self._said if not self.isHidden() else ""

    def _follow(self, before: Game, after: Game, events: tuple[Event, ...]) -> None:
        """Another side is to act in the same battle."""
        same = [side.id for side in before.sides] == [side.id for side in after.sides]
        if not after.active or after.outcome or not same or len(after.sides) < 2:
            self.hide()
        elif before.active != after.active:
            self._side = next((k for k, side in enumerate(after.sides) if side.id == after.active), 0)
            self._say(side_name(after, after.active))

    def _say(self, name: str) -> None:
        self._said, self._letters = f"{name} to play", initials(name.removeprefix("The "))
        self.setAccessibleName(self._said)
        self.resize(self.sizeHint())
        self._place()
        self.show()
        self.raise_()
        self.update()
        self._clock.start(SHOWN_MS)

    def sizeHint(self) -> QSize:
        size = text_size(self._said, font("title", self.look.text_scale))
        return QSize(round(size.width() + size.height() + 42), round(size.height() + 18))

    def _place(self) -> None:
        over = self.parentWidget()
        if over is not None:
            self.move((over.width() - self.width()) // 2, ABOVE)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        side = self.look.side(self._side)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        where = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(pen(side.colour, 3.0))
        painter.setBrush(colour(self.look.panel, 0.96))
        painter.drawRoundedRect(where, where.height() / 2, where.height() / 2)
        disc = QRectF(where.left() + 6, where.top() + 6, where.height() - 12, where.height() - 12)
        painter.setPen(pen(side.colour, 3.0))
        painter.setBrush(colour(self.look.body))
        painter.drawEllipse(disc)
        painter.setFont(font("heading", self.look.text_scale))
        painter.setPen(colour(self.look.text))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self._letters)
        painter.setFont(font("title", self.look.text_scale))
        words = where.adjusted(where.height() + 2, 0, -12, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._said)
        painter.end()
