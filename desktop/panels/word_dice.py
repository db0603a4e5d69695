"""Where real dice are told whose sides bear words: one die after the other, by what it shows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from desktop.look import Theme
from desktop.look.parts import TIGHT, Press, Prose, emptied
from engine.dice import Dice

IN_A_ROW = 3
SHORT = 16
"""Letters of words of which two have room side by side."""
TINTS = {
    "red": "#c9483c", "blue": "#3f78c9", "white": "#f4f4ee", "green": "#4c9a4e",
    "yellow": "#e3bf3c", "black": "#20242c", "power": "#20242c",
}  # fmt: skip
"""The dice of these names are of that colour; others are grey."""


class WordDice(QWidget):
    """The dice of one throw.  A digit or a click says what the current die shows, and the next one follows.

    Emits *thrown* with the faces as soon as all are known.
    """

    thrown = Signal(object)

    def __init__(self, dice: Dice, theme: Theme) -> None:
        super().__init__()
        self.dice, self.theme = dice, theme
        self.faces: list[int | None] = [None] * dice.count
        self.current = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, TIGHT, 0, 0)
        column.setSpacing(TIGHT)
        self._asks = Prose("", "dim")
        column.addWidget(self._asks)
        self._row = QGridLayout()
        self._row.setSpacing(TIGHT)
        self._ways = QGridLayout()
        self._ways.setSpacing(TIGHT)
        if dice.count > 1:
            column.addLayout(self._row)
        column.addLayout(self._ways)
        self._show()

    def type(self, digit: int) -> bool:
        """Take the digit as the place of what the current die shows; False where it stands for nothing."""
        choices = self.dice.choices(self.current)
        if not 0 < digit <= len(choices):
            return False
        self.pick(choices[digit - 1][0])
        return True

    def pick(self, face: int) -> None:
        """The current die shows this face."""
        self.faces[self.current] = face
        known = tuple(face for face in self.faces if face is not None)
        if len(known) == self.dice.count:
            self.thrown.emit(known)
            return
        self.current = self.faces.index(None)
        self._show()

    def back(self) -> bool:
        """Forget the die told last; False when none was."""
        told = [place for place, face in enumerate(self.faces) if face is not None]
        if told:
            self.go_to(told[-1])
        return bool(told)

    def go_to(self, place: int) -> None:
        """Tell this die anew."""
        self.faces[place], self.current = None, place
        self._show()

    def _show(self) -> None:
        focused = QApplication.focusWidget()
        had = focused is not None and self.isAncestorOf(focused)
        emptied(self._row)
        emptied(self._ways)
        for place in range(self.dice.count if self.dice.count > 1 else 0):
            self._row.addWidget(self._die(place), place // IN_A_ROW, place % IN_A_ROW)
        self._asks.say(f"or say what the {self._which()} shows")
        choices = self.dice.choices(self.current)
        across = 2 if max(len(word) for _, word in choices) <= SHORT else 1
        for number, (face, word) in enumerate(choices, start=1):
            button = Press(word, self.theme, "offer small", key=str(number))
            button.setObjectName(f"face:{face}")
            button.setStyleSheet(f"font-size: {round(11 * self.theme.text_scale)}px; padding: 1px 5px;")
            button.setAccessibleName(f"{self._called(self.current)}: {word}")
            button.clicked.connect(lambda _=False, face=face: self.pick(face))
            self._ways.addWidget(button, (number - 1) // across, (number - 1) % across)
            if had and number == 1:
                button.setFocus()

    def _die(self, place: int) -> Press:
        face = self.faces[place]
        shown = "" if face is None else self.dice.word(place, face)
        button = Press(shown, self.theme, "small" if place == self.current else "quiet small")
        button.setObjectName(f"die:{place}")
        button.setAccessibleName(f"{self._called(place)}: {shown or 'not told yet'}")
        button.setToolTip(button.accessibleName())
        button.setStyleSheet(f"font-size: {round(11 * self.theme.text_scale)}px; padding: 1px 2px;")
        button.setIcon(pip(self.dice.kinds[place].title, self.theme))
        button.setIconSize(QSize(12, 12))
        button.clicked.connect(lambda: self.go_to(place))
        return button

    def _which(self) -> str:
        """Which die is to be told, where several of its kind are thrown with its number."""
        kind = self.dice.kinds[self.current]
        alike = [place for place, each in enumerate(self.dice.kinds) if each == kind]
        number = f" {alike.index(self.current) + 1}" if len(alike) > 1 else ""
        return f"{kind.title} die{number}"

    def _called(self, place: int) -> str:
        return f"Die {place + 1} of {self.dice.count}, {self.dice.kinds[place].title}"


def pip(title: str, theme: Theme) -> QIcon:
    """A small square in the colour of a die."""
    picture = QPixmap(24, 24)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(TINTS.get(title, theme.dim)))
    painter.setPen(QPen(QColor(theme.text), 2))
    painter.drawRoundedRect(2, 2, 20, 20, 5, 5)
    painter.end()
    return QIcon(picture)
