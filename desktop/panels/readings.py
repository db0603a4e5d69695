"""The readings in force: every unclear rule of the book in play, how it is read, and what else it could mean.

A change is a fact set by hand: it is in the log, and undo takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from desktop.look import Theme, words
from desktop.look.combo import Combo
from desktop.look.parts import Prose, emptied
from desktop.panels.panel import Panel
from desktop.session import Session
from desktop.turns import Turns
from engine import seeds
from engine.events import ReadingChosen

AT_ONCE = 8
"""Readings whose rows are made in one turn of the loop."""


class Readings(Panel):
    """A question a row with its possible answers; the default is marked.  Emits `cited` with a clause id."""

    tall = True
    cited = Signal(str)
    hint = "Unclear rules and how they are read here · a change is logged, and undo takes it back"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Readings of unclear rules", theme, parent)
        self.session = session
        self.shown: object = None
        self._turns = Turns(self)
        session.changed.connect(self.refresh)
        session.asked.connect(self.refresh)
        self.refresh()

    def _emptied(self) -> None:
        self._turns.stop()
        emptied(self.body)

    def set_theme(self, theme: Theme) -> None:
        self.shown = None
        self._emptied()
        super().set_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """In a pile of tabs the ones behind are shown too, but never painted."""
        super().paintEvent(event)
        if self.shown is None:
            QTimer.singleShot(0, self, self.refresh)

    def refresh(self, *_: object) -> None:
        """Rows equal to the readings of the game on show; nothing is rebuilt while they stay the same.

        A book has dozens of boxes, which cost the window at every change of clothes: nobody
        fills them before they are looked at.
        """
        if self.visibleRegion().isEmpty():
            self.shown = None
            self._emptied()
            return
        game = self.session.game
        for box in self.findChildren(QComboBox):
            box.setEnabled(self.session.pending is None)
        now = (game.system, game.readings)
        if now == self.shown:
            return
        self.shown = now
        self._emptied()
        readings = seeds.readings(game.system) if game.system in seeds.systems() else ()
        self._turns.begin(self._laid(readings))
        if not readings:
            self.body.addWidget(Prose("This game has no unclear rules to choose.", "dim"))

    def _laid(self, readings: Sequence[seeds.Reading]) -> Iterator[None]:
        """Some rows each turn of the loop, so that dozens do not hold the window up."""
        for place, reading in enumerate(readings):
            if place and place % AT_ONCE == 0:
                yield
            question = Prose(f"{words.plain(reading.title)} {words.links(reading.clauses[:1], self.theme.link)}")
            question.cited.connect(self.cited)
            self.body.addWidget(question)
            self.body.addWidget(self._answers(reading, self.session.game.reading(reading.id, reading.default)))

    def _answers(self, reading: seeds.Reading, chosen: str) -> QComboBox:
        box = Combo(reading.title, f"reading:{reading.id}")
        box.setEnabled(self.session.pending is None)
        for option in reading.options:
            mark = "Default: " if option.id == reading.default else ""
            box.addItem(f"{mark}{option.says}", option.id)
            box.setItemData(box.count() - 1, option.says, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(chosen))
        box.setToolTip(reading.option(chosen).says)
        box.activated.connect(lambda row: self._choose(reading, str(box.itemData(row))))
        return box

    def _choose(self, reading: seeds.Reading, option: str) -> None:
        if option != self.session.game.reading(reading.id, reading.default):
            note = f"{reading.title} {reading.option(option).says}"
            self.session.by_hand((ReadingChosen(name=reading.id, option=option, why=reading.clauses),), note)
