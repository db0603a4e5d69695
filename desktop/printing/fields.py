"""What both paper panels are made of: named rows, and the ticks for what is to be on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.look import Theme
from desktop.look.combo import Combo
from desktop.look.parts import GAP, TIGHT, Press, roomy
from desktop.printing.drawing import Contents
from desktop.work import Walk, Work

PARTS = (
    ("ground", "Ground", "The colour and grain of the board; without it the paper stays white"),
    ("terrain", "Terrain", ""),
    ("zones", "Zones", "Deployment zones"),
    ("models", "Models", "Bases at their true size"),
    ("names", "Names", "Names of the models"),
)


def choices(name: str, options: Sequence[tuple[object, str]]) -> QComboBox:
    """A box to choose from; *name* is what a screen reader says."""
    box = Combo(name)
    for value, title in options:
        box.addItem(title, value)
    return box


def count(name: str, least: int, most: int, value: int, suffix: str) -> QSpinBox:
    """A whole number."""
    field = QSpinBox()
    roomy(field)
    field.setAccessibleName(name)
    field.setRange(least, most)
    field.setValue(value)
    field.setSuffix(suffix)
    return field


class Rows(QWidget):
    """Fields one below the other, each with its name before it."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(TIGHT)
        self._grid.setColumnStretch(1, 1)
        self._names: dict[QWidget, QLabel] = {}

    def add(self, title: str, field: QWidget) -> None:
        name = QLabel(title)
        name.setProperty("class", "dim")
        name.setBuddy(field)
        row = self._grid.rowCount()
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(field, row, 1)
        self._names[field] = name

    def show_row(self, field: QWidget, on: bool) -> None:
        """Show or hide a field with its name."""
        field.setVisible(on)
        self._names[field].setVisible(on)


class Ticks(QWidget):
    """What is to be on the paper.  Emits *changed()*."""

    changed = Signal()

    def __init__(self, more: Sequence[tuple[str, str, str]] = ()) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(TIGHT)
        self.boxes: dict[str, QCheckBox] = {}
        for place, (name, title, tip) in enumerate((*PARTS, *more)):
            box = QCheckBox(title)
            box.setObjectName(name)
            box.setChecked(True)
            box.setToolTip(tip)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.toggled.connect(lambda _on: self.changed.emit())
            grid.addWidget(box, place // 3, place % 3)
            self.boxes[name] = box

    def on(self, name: str) -> bool:
        return self.boxes[name].isChecked()

    def contents(self) -> Contents:
        return Contents(**{name: self.on(name) for name, _, _ in PARTS})


class Foot(QWidget):
    """How far the *work* is, and the buttons that begin it, stop it and put the panel away."""

    def __init__(self, work: Work, theme: Theme, title: str, stop: str, done: str) -> None:
        """*title* of the button that begins; *stop*: the tooltip of the one that stops; *done*: what the bar shows."""
        super().__init__()
        self._work = work
        self._mine = False
        self.ready = False
        """May the work begin, if no other is under way?"""
        self.progress = _bar(done)
        self.go = Press(title, theme, "primary", fills=False)
        self.stop = Press("Stop", theme, tip=stop, fills=False)
        self.shut = Press("Close", theme, fills=False)
        self.stop.hide()
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        buttons = QHBoxLayout()
        buttons.setSpacing(GAP)
        for button in (self.go, self.stop, self.shut):
            buttons.addWidget(button)
        buttons.addStretch(1)
        rows.addWidget(self.progress)
        rows.addLayout(buttons)
        self.stop.clicked.connect(work.cancel)
        work.began.connect(self._turn)
        work.moved.connect(lambda share: self.progress.setValue(round(share * 100)))
        work.ended.connect(self._rest)

    def begin(self, walk: Walk) -> None:
        """Begin the work and show how far it is."""
        self._mine = True
        self.progress.setValue(0)
        self._work.run(walk)

    def allow(self, ready: bool) -> None:
        """May it begin?"""
        self.ready = ready
        self._turn()

    def _rest(self, _title: str) -> None:
        self._mine = False
        self._turn()

    def _turn(self, _title: str = "") -> None:
        on = self._work.busy
        self.progress.setVisible(on and self._mine)
        self.stop.setVisible(on and self._mine)
        self.go.setEnabled(self.ready and not on)
        self.go.tip = f"{self._work.doing} is under way: stop it (Esc), or wait" if on and not self._mine else ""
        self.go.setToolTip(self.go.tip)


def _bar(name: str) -> QProgressBar:
    """How far the work is; hidden until there is work."""
    made = QProgressBar()
    made.setRange(0, 100)
    made.setAccessibleName(name)
    made.setTextVisible(False)
    made.setFixedHeight(8)
    made.hide()
    return made
