"""A battle as something to press: a picture, a name, a line or two about it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from desktop.look import Theme, font
from desktop.look.enter import ENTER, keep_enter

PICTURE = QSize(228, 138)
"""Pixels of the picture."""
_EDGE, _WORDS = 10, 78


class Tile(QAbstractButton):
    """Emits `clicked`.  *says* wraps to two lines and is cut after them; the tooltip has it whole.

    One that is not *pictured* is words only.
    """

    def __init__(self, title: str, says: str, over: str, look: Theme, *, pictured: bool = True) -> None:
        super().__init__()
        self.look = look
        self._high = PICTURE.height() if pictured else -6
        self.title, self.says, self.over = "", "", ""
        self._picture: QPixmap | None = None
        self.tell(title, says, over)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        keep_enter(self)

    def tell(self, title: str, says: str, over: str) -> None:
        """Say these words."""
        self.title, self.says, self.over = title, says, over
        self.setText(title)
        self.setAccessibleName(f"{title}. {over}")
        self.setAccessibleDescription(says)
        self.setToolTip(says)
        self.update()

    def hang(self, picture: QPixmap) -> None:
        """Show this picture."""
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        words = round(_WORDS * self.look.text_scale)
        return QSize(PICTURE.width() + 2 * _EDGE, self._high + words + 2 * _EDGE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = self.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        lit = self.underMouse() or self.isDown()
        painter.setBrush(QColor(look.hover if lit else look.panel))
        painter.setPen(QPen(QColor(look.primary if self.hasFocus() else look.edge), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(box, 8, 8)
        if self._high > 0:
            self._show_picture(painter)
        self._write(painter)
        painter.end()

    def _show_picture(self, painter: QPainter) -> None:
        frame = QRectF(_EDGE, _EDGE, PICTURE.width(), PICTURE.height())
        path = QPainterPath()
        path.addRoundedRect(frame, 5, 5)
        painter.fillPath(path, QColor(self.look.well))
        if self._picture is not None:
            painter.save()
            painter.setClipPath(path)
            painter.drawPixmap(frame.topLeft(), self._picture)
            painter.restore()

    def _write(self, painter: QPainter) -> None:
        look, scale = self.look, self.look.text_scale
        top, wide = self._high + _EDGE + 6, PICTURE.width()
        painter.setPen(QColor(look.dim))
        painter.setFont(font("heading", scale))
        line = painter.fontMetrics().elidedText(self.over.upper(), Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRect(_EDGE, top, wide, round(14 * scale)), Qt.AlignmentFlag.AlignVCenter, line)
        painter.setPen(QColor(look.text))
        bold = font("body", scale)
        bold.setBold(True)
        painter.setFont(bold)
        at = top + round(15 * scale)
        line = painter.fontMetrics().elidedText(self.title, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QRect(_EDGE, at, wide, round(18 * scale)), Qt.AlignmentFlag.AlignVCenter, line)
        painter.setPen(QColor(look.dim))
        painter.setFont(font("body", scale))
        at += round(19 * scale)
        for words in _lines(self.says, wide, painter):
            painter.drawText(QRect(_EDGE, at, wide, round(17 * scale)), Qt.AlignmentFlag.AlignVCenter, words)
            at += round(16 * scale)


def _lines(says: str, wide: int, painter: QPainter, most: int = 2) -> list[str]:
    """The words in at most so many lines; the last is cut with three dots."""
    metrics, lines, words = painter.fontMetrics(), [""], says.split()
    for place, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if metrics.horizontalAdvance(longer) <= wide or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            rest = " ".join([lines[-1], *words[place:]])
            lines[-1] = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, wide)
            break
    return lines
