"""The odds before you commit: exact chances of what can become of the action considered."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.look import Theme, font, rulers, words
from desktop.look.parts import Prose, emptied, label
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.commands import Command
from engine.odds import Odds, TooLong
from engine.system import Offer

SETTLED = Fraction(1)
MOST = 8
LINGER = 500
"""Milliseconds the odds stay after the offer was let go: moving on to the next one must not flicker."""
INVITATION = "Point at an action to see its chances."


class OddsPanel(Panel):
    """A bar a result, likeliest first, with the percentage and the exact fraction.

    Hidden while a question is open: then one has committed.  With *comes_and_goes* it is
    hidden too while nothing is considered.
    """

    hint = "Exact chances of what may become of it, before any die is thrown"

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None, *, comes_and_goes: bool = False
    ) -> None:
        super().__init__("Odds before you commit", theme, parent, least=72)
        self.session = session
        self.comes_and_goes = comes_and_goes
        self.command: Command | None = None
        self._what = ""
        self._found: object = None
        self.rows = self.body
        self._letting_go = QTimer(self)
        self._letting_go.setSingleShot(True)
        self._letting_go.setInterval(LINGER)
        self._letting_go.timeout.connect(self.let_go)
        session.odds_ready.connect(self.show_odds)
        session.changed.connect(self.let_go)
        session.asked.connect(self.let_go)
        self.refresh()

    def consider(self, offer: Offer | None) -> None:
        """Ask for the odds of an offer; None, or one that is refused, lets go of it in a moment."""
        if offer is None or not offer.legal:
            self._letting_go.start()
            return
        self._letting_go.stop()
        if offer.command == self.command:
            return
        self.command, self._what, self._found = offer.command, offer.title, None
        self.session.odds(offer.command)
        self.refresh()

    def let_go(self, *_: object) -> None:
        """Nothing is considered any more."""
        self._letting_go.stop()
        self.setVisible(self.session.pending is None and not self.comes_and_goes)
        if self.command is not None:
            self.session.no_odds()
            self.command, self._what, self._found = None, "", None
            self.refresh()

    def show_odds(self, command: Command, found: object) -> None:
        """Show what the reckoner found, if it is still the action considered."""
        if command == self.command:
            self._found = found
            self.refresh()

    def refresh(self) -> None:
        emptied(self.rows)
        if self.comes_and_goes:
            self.setVisible(self.command is not None)
        if self.command is None:
            self.rows.addWidget(Prose(INVITATION, "dim"))
            return
        self.rows.addWidget(Prose(words.plain(self._what)))
        if isinstance(self._found, Odds):
            self._bars(self._found.table())
        elif self._found is None:
            self.rows.addWidget(label("Reckoning …", "dim"))
        elif isinstance(self._found, TooLong):
            self.rows.addWidget(Prose("Too many throws to reckon exactly.", "dim"))
        else:
            self.rows.addWidget(Prose("The rules refuse it.", "dim"))

    def _bars(self, table: tuple[tuple[str, Fraction], ...]) -> None:
        if len(table) == 1 and table[0][1] == SETTLED:
            self.rows.addWidget(Prose(words.plain(f"No dice: {table[0][0]}."), "dim"))
            return
        for what, chance in table[:MOST]:
            self.rows.addWidget(Bar(what, chance, self.theme))
        if len(table) > MOST:
            rest = sum((chance for _, chance in table[MOST:]), Fraction(0))
            self.rows.addWidget(label(f"{len(table) - MOST} more, together {words.percent(rest)}", "dim"))


class Bar(QWidget):
    """One result: its name, per cent and fraction in line, and under them a bar in proportion.

    All bars are of one colour: whether a result is good depends on whose it is.
    """

    def __init__(self, what: str, chance: Fraction, theme: Theme) -> None:
        super().__init__()
        self.what = what = rulers.tell(what)
        self.chance = chance
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = f"{what}: {words.percent(chance)}, exactly {words.exact(chance)}"
        self.setToolTip(said)
        self.setAccessibleName(said)

    def sizeHint(self) -> QSize:
        return QSize(120, round(26 * self.theme.text_scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, lane = float(self.width()), round(6 * self.theme.text_scale)
        line = QRectF(0, 0, width, self.height() - lane - 2)
        self._write(painter, line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.well if self.theme.well != self.theme.panel else self.theme.hover))
        painter.drawRoundedRect(QRectF(0, self.height() - lane, width, lane), 3, 3)
        painter.setBrush(QColor(self.theme.primary))
        painter.drawRoundedRect(QRectF(0, self.height() - lane, max(3.0, width * float(self.chance)), lane), 3, 3)
        painter.end()

    def _write(self, painter: QPainter, line: QRectF) -> None:
        """Name at the left, per cent at the right edge, the fraction dim before it."""
        face = font("body", self.theme.text_scale)
        metrics = QFontMetricsF(face)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(face)
        painter.setPen(QColor(self.theme.text))
        painter.drawText(line, right, words.percent(self.chance))
        line = line.adjusted(0, 0, -metrics.horizontalAdvance("> 99 %") - 8, 0)
        painter.setPen(QColor(self.theme.dim))
        part = words.fraction(self.chance)
        painter.drawText(line, right, part)
        room = line.width() - metrics.horizontalAdvance(part) - 8
        painter.setPen(QColor(self.theme.text))
        name = metrics.elidedText(self.what, Qt.TextElideMode.ElideRight, room)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
