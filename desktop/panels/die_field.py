"""Where the face of one real die is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from desktop.look import Theme
from desktop.look.enter import ENTER, keep_enter


class DieField(QLineEdit):
    """One face.  It is complete as soon as no further digit could follow: a D6 after one key.

    Emits *completed*; *entered* for Enter; *mistyped* with what is no face of this die (it
    is not kept); *left* for Backspace where there is nothing to wipe out.
    """

    completed = Signal()
    entered = Signal()
    mistyped = Signal(str)
    left = Signal()

    def __init__(self, sides: int, theme: Theme) -> None:
        super().__init__()
        self.sides = sides
        self.setProperty("class", "die")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMaxLength(len(str(sides)))
        self.setFixedWidth(round((28 + 8 * len(str(sides))) * theme.text_scale))
        self.textEdited.connect(self._edited)
        keep_enter(self)

    @property
    def face(self) -> int | None:
        """The face typed so far; None when there is none."""
        return int(self.text()) if self._possible(self.text()) else None

    @property
    def open(self) -> bool:
        """Could a digit still be added?"""
        return self.face is None or self.face * 10 <= self.sides

    def type(self, digit: int) -> None:
        """As if the digit's key had been pressed here."""
        text = f"{self.text()}{digit}"
        self.setText(text)
        self._edited(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Backspace and not self.text():
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _edited(self, text: str) -> None:
        if text and not self._possible(text):
            self.clear()
            self.mistyped.emit(text)
        elif text and not self.open:
            self.completed.emit()

    def _possible(self, text: str) -> bool:
        return text.isascii() and text.isdecimal() and text[0] != "0" and int(text) <= self.sides
