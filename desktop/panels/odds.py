"""The odds before you commit: exact chances of what can become of the action considered."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from desktop.look import Theme, font, words
from desktop.panels.panel import Panel, emptied, label
from desktop.session import Session
from engine.commands import Command
from engine.odds import Odds, TooLong
from engine.system import Offer

SETTLED = Fraction(1)


class OddsPanel(Panel):
    """A bar a result, likeliest first, with the percentage and the exact fraction."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Odds before you commit", theme, parent)
        self.session = session
        self.command: Command | None = None
        self.title = label("", wraps=True)
        self.rows = QVBoxLayout()
        self.rows.setSpacing(4)
        self.body.addWidget(self.title)
        self.body.addLayout(self.rows)
        session.odds_ready.connect(self.show_odds)
        session.changed.connect(lambda *_: self.consider(None))
        self.consider(None)

    def consider(self, offer: Offer | None) -> None:
        """Ask for the odds of an offer; None clears the panel."""
        if offer is None or not offer.legal:
            if self.command is not None:
                self.session.no_odds()
            self.command = None
            emptied(self.rows)
            self.title.setText("Point at an action, or drag a model, to see its chances.")
            self.title.setProperty("class", "dim")
            return
        if offer.command == self.command:
            return
        self.command = offer.command
        emptied(self.rows)
        self.title.setText(f"{offer.title} …")
        self.session.odds(offer.command)

    def show_odds(self, command: Command, found: object) -> None:
        """Show what the reckoner found, if it is still the action considered."""
        if command != self.command:
            return
        emptied(self.rows)
        self.title.setText(self.title.text().removesuffix(" …"))
        if isinstance(found, Odds):
            self._bars(found.table())
        elif isinstance(found, TooLong):
            self.rows.addWidget(label("Too many throws to reckon exactly.", "dim", wraps=True))
        else:
            self.rows.addWidget(label("The rules refuse it.", "dim", wraps=True))

    def _bars(self, table: tuple[tuple[str, Fraction], ...]) -> None:
        if len(table) == 1 and table[0][1] == SETTLED:
            self.rows.addWidget(label(f"No dice: {table[0][0]}.", "dim", wraps=True))
            return
        colours = (self.theme.clear, self.theme.warning, self.theme.blocked)
        for place, (what, chance) in enumerate(table[:8]):
            self.rows.addWidget(_Bar(what, chance, colours[min(place, 2)], self.theme))
        if len(table) > 8:
            rest = sum((chance for _, chance in table[8:]), Fraction(0))
            self.rows.addWidget(label(f"{len(table) - 8} more together {words.percent(rest)}", "dim"))


class _Bar(QWidget):
    """One result: its name, a bar in proportion, per cent."""

    def __init__(self, what: str, chance: Fraction, colour: str, theme: Theme) -> None:
        super().__init__()
        self.what = what
        self.chance = chance
        self.colour = colour
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        said = f"{what}: {words.percent(chance)}, exactly {words.fraction(chance)}"
        self.setToolTip(said)
        self.setAccessibleName(said)

    def sizeHint(self) -> QSize:
        return QSize(180, round(34 * self.theme.text_scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font("body", self.theme.text_scale))
        width, half = float(self.width()), self.height() / 2
        painter.setPen(QColor(self.theme.text))
        upper = QRectF(0, 0, width, half)
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.what)
        chance = f"{words.percent(self.chance)}   {words.fraction(self.chance)}"
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, chance)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.well))
        lane = QRectF(0, half + 2, width, half - 6)
        painter.drawRoundedRect(lane, 3, 3)
        painter.setBrush(QColor(self.colour))
        painter.drawRoundedRect(QRectF(0, half + 2, max(3.0, width * float(self.chance)), half - 6), 3, 3)
        painter.end()
