"""Sentences over the table that never block it: what went wrong, and the one question a map asks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop.look import Theme, icon, rulers
from desktop.look.length_field import LengthField

NOTE_MS = 12_000
"""How long a note stays; a fault stays until it is closed."""


class Banner(QFrame):
    """One sentence across the top of the table; *fault* is coral and stays, *note* goes by itself."""

    def __init__(self, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._fault = False
        self.setObjectName("banner")
        self._sign = QLabel()
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shut = QToolButton()
        shut.setText("Dismiss")
        shut.setAutoRaise(True)
        shut.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(self._sign)
        row.addWidget(self.sentence, 1)
        row.addWidget(shut)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self.hide)
        self.hide()

    def fault(self, sentence: str) -> None:
        """Say what went wrong."""
        self._say(sentence, fault=True)
        self._clock.stop()

    def note(self, sentence: str) -> None:
        """Say something worth knowing; nothing takes away what was said before."""
        if not sentence:
            self.hide()
            return
        self._say(sentence, fault=False)
        self._clock.start(NOTE_MS)

    def tell(self, sentence: str) -> None:
        """Say something that stays until it is closed."""
        self._say(sentence, fault=False)
        self._clock.stop()

    def set_theme(self, look: Theme) -> None:
        self._look = look
        self._dress()

    def _say(self, sentence: str, *, fault: bool) -> None:
        self._fault = fault
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self._dress()
        self.show()

    def _dress(self) -> None:
        colour = self._look.blocked if self._fault else self._look.clear
        self._sign.setPixmap(icon("warning" if self._fault else "tick", colour).pixmap(16, 16))
        self.setStyleSheet(
            f"#banner {{ background: {self._look.panel}; border: 1px solid {colour}; border-radius: 8px; }}"
        )


class ScaleQuestion(QFrame):
    """How many inches is a cell of this map, or is it a square?  Answered: *(path, cell, wall, squares)*."""

    answered = Signal(object, float, float, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scale")
        self.setProperty("class", "card")
        self._path = Path()
        self._name = QLabel()
        self.cell = _length(0.1, 24.0, 1.0, "How wide a cell of the map is")
        self.wall = _length(0.1, 12.0, 3.0, "How high the walls are")
        self.squares = QCheckBox("one square")
        self.squares.setObjectName("squares")
        self.squares.toggled.connect(self.cell.setHidden)
        self.open = QPushButton("Open")
        self.open.setProperty("class", "primary")
        self.open.clicked.connect(self._answer)
        for field in (self.cell, self.wall):
            field.lineEdit().returnPressed.connect(self._answer)
        cancel = QPushButton("Cancel")
        cancel.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        for widget in (self._name, self.cell, self.squares, QLabel("walls are"), self.wall, QLabel("high")):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.open)
        row.addWidget(cancel)
        self.hide()

    def ask(self, path: Path, squared: str = "") -> None:
        """Ask about this map; *squared* names the rulebook in play if its board is one of squares."""
        self._path = path
        self._name.setText(f"{path.name}: a cell is")
        self.squares.setVisible(bool(squared))
        self.squares.setChecked(bool(squared))
        tip = f"Walls, doors and objects are laid on the squares of {squared}; unticked, the map stays as it was drawn"
        self.squares.setToolTip(tip)
        self.squares.setAccessibleName("A cell of the map is one square")
        self.squares.setAccessibleDescription(tip)
        for field in (self.cell, self.wall):
            field.take_ruler(rulers.in_force())
        self.show()
        first = self.wall if squared else self.cell
        first.setFocus()
        first.selectAll()

    def _answer(self) -> None:
        for field in (self.cell, self.wall):
            field.interpretText()
        self.hide()
        self.answered.emit(self._path, self.cell.inches, self.wall.inches, self.squares.isChecked())


def _length(least: float, most: float, inches: float, name: str) -> LengthField:
    field = LengthField(name, least, most)
    field.setFixedWidth(84)
    field.show_inches(inches)
    return field
