"""The last dice on the table, face by face; those typed by a person wear a pencil mark."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from desktop.look import Theme, font, readable_on, words
from desktop.look.parts import GAP, TIGHT, Press, Prose, emptied
from desktop.panels.panel import Panel
from desktop.panels.sums import roomy
from desktop.panels.word_dice import TINTS
from desktop.session import Session
from engine.events import Rolled

LATEST = 3
IN_A_ROW = 4
LETTERS = 44
"""That find room beside one another on dice whose sides bear words."""
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

    hint = "The last dice, the latest first · a bent corner marks a die typed in by a person"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Dice", theme, parent, least=34)
        self.session = session
        self.heading.hide()
        self.frame.setContentsMargins(14, 6, 4, 6)
        self.rows = self.body
        self.rows.setSpacing(TIGHT)
        self._opened: object = None
        session.changed.connect(self.refresh)
        self.refresh()

    def throws(self) -> tuple[Rolled, ...]:
        """The dice to show, latest first."""
        if self.session.pending is not None:
            events = self.session.pending.events
        else:
            journal = self.session.journal
            events = journal.entries[journal.cursor].events if journal.at else ()
        rolled = [event for event in events if isinstance(event, Rolled)]
        return tuple(reversed(rolled[-LATEST:]))

    def refresh(self, *_: object) -> None:
        """Lay out the latest throws; the tray is hidden while there are none."""
        emptied(self.rows)
        throws = self.throws()
        self.setVisible(bool(throws))
        journal = self.session.journal
        folds = self._opened != (len(journal.entries), journal.at) and not roomy(self)
        for place, throw in enumerate(throws[:1] if folds else throws):
            row = QHBoxLayout()
            row.setSpacing(GAP)
            if not throw.words:
                row.addLayout(self._faces(throw))
            row.addWidget(Prose(words.plain(self._said(throw)), "dim"), 1)
            if place == 0 and folds and len(throws) > 1:
                row.addWidget(self._older(throws[1:]))
            self.rows.addLayout(row)
            if throw.words:
                self.rows.addLayout(self._worded(throw))

    def _older(self, throws: tuple[Rolled, ...]) -> Press:
        """Opens the tray for the throws before the last one, until the next command."""
        tip = "\n".join(f"{', '.join(throw.words or map(str, throw.faces))}: {self._said(throw)}" for throw in throws)
        made = Press(f"+{len(throws)}", self.theme, "quiet small", tip=tip, fills=False)
        made.setObjectName("older_dice")
        made.setAccessibleName(f"Show {len(throws)} earlier throws" if len(throws) > 1 else "Show the throw before")
        made.setAccessibleDescription(tip)
        made.clicked.connect(self._open)
        return made

    def _open(self) -> None:
        self._opened = (len(self.session.journal.entries), self.session.journal.at)
        self.refresh()

    def _faces(self, throw: Rolled) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(TIGHT)
        for place, (face, typed) in enumerate(zip(throw.faces, throw.typed, strict=True)):
            grid.addWidget(Die(face, throw.sides, self.theme, typed=typed), place // IN_A_ROW, place % IN_A_ROW)
        return grid

    def _worded(self, throw: Rolled) -> QGridLayout:
        """Dice whose sides bear words, as many in a row as there is room for."""
        grid = QGridLayout()
        grid.setSpacing(TIGHT)
        in_a_row = max(1, min(IN_A_ROW, LETTERS // max(map(len, throw.words))))
        for place, (shown, typed) in enumerate(zip(throw.words, throw.typed, strict=True)):
            grid.addWidget(WordDie(shown, self.theme, typed=typed), place // in_a_row, place % in_a_row)
        grid.setColumnStretch(in_a_row, 1)
        return grid

    def _said(self, throw: Rolled) -> str:
        game = self.session.game
        who = game.model(throw.model).name if game.has_model(throw.model) else ""
        if not who or who in throw.what:
            who = next((side.name for side in game.sides if side.id == throw.side), "")
        who += ": " if who else ""
        meaning = f" · {throw.meaning.replace('_', ' ')}" if throw.meaning else ""
        return f"{who}{throw.what}{meaning}"


class Die(QWidget):
    """One face: pips for a D6, a number for any other die; a bent corner and a heavy edge if typed in."""

    def __init__(self, face: int, sides: int, theme: Theme, *, typed: bool) -> None:
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
        ivory, pip = (self.theme.text, self.theme.panel) if self.theme.dark else (self.theme.panel, self.theme.text)
        painter.setBrush(QColor(ivory))
        edge = self.theme.warning if self.typed else self.theme.dim
        painter.setPen(QPen(QColor(edge), 2.4 if self.typed else 1))
        painter.drawRoundedRect(box, 5, 5)
        self._draw_face(painter, box, QColor(pip))
        if self.typed:
            _bend(painter, box, self.theme)
        painter.end()

    def _draw_face(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        if self.sides == 6 and self.face in PIPS:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            step, radius = box.width() * 0.25, box.width() * 0.09
            for x, y in PIPS[self.face]:
                painter.drawEllipse(box.center() + QPointF(x * step, y * step), radius, radius)
            return
        painter.setPen(ink)
        painter.setFont(font("heading", self.theme.text_scale))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self.face))


class WordDie(QWidget):
    """One die whose sides bear words, in its colour: its kind first, then what it shows; bent where typed in."""

    def __init__(self, shown: str, theme: Theme, *, typed: bool) -> None:
        super().__init__()
        self.shown, self.typed, self.theme = shown, typed, theme
        kind, _, rest = shown.partition(" ")
        self.tint = TINTS.get(kind)
        self.says = rest if self.tint and rest else shown
        room = QFontMetrics(font("small", theme.text_scale)).size(0, self.says)
        self.setFixedSize(room + QSize(18, 8))
        by = "typed in" if typed else "rolled by the program"
        self.setToolTip(f"{shown}, {by}")
        self.setAccessibleName(f"{shown}, {by}")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        tint = self.tint or self.theme.panel
        painter.setBrush(QColor(tint))
        painter.setPen(QPen(QColor(self.theme.warning if self.typed else self.theme.dim), 2.4 if self.typed else 1))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor(readable_on(tint)))
        painter.setFont(font("small", self.theme.text_scale))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.says)
        if self.typed:
            _bend(painter, box, self.theme)
        painter.end()


def _bend(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """The bent corner: bottom right, filled."""
    reach = min(box.width(), box.height()) * 0.3
    corner = box.bottomRight()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.warning))
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(reach, 0), corner - QPointF(0, reach)]))
