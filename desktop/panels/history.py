"""The journal and its cursor: step, scrub, search, jump to a turn; a click on any row stands just after it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QSlider, QWidget

from desktop.look import Theme
from desktop.look.combo import Combo
from desktop.look.enter import keep_enter
from desktop.look.parts import TIGHT, Press
from desktop.panels.chronicle import Chronicle
from desktop.panels.history_row import HistoryRow
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.journal import START

SCRUB_MS = 30
"""Milliseconds between two places shown while the slider is pulled."""
SEARCH_MS = 150
"""How long a search waits for the next letter."""


class History(Panel):
    """One row an entry; branches stand aside, and what is not in force is struck through and still reachable."""

    tall = True

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("History", theme, parent, scrolls=False)
        self.session = session
        self.rows = Chronicle(self)
        self.list = QListView()
        self._painted = HistoryRow(self.rows, theme, self.list)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.turns = Combo("Jump to a turn", least=6)
        self.search = QLineEdit()
        self._scrub = self._clock(SCRUB_MS, self._scrubbed)
        self._typed = self._clock(SEARCH_MS, self._find)
        self._build()
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def _clock(self, after: int, do: object) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(after)
        made.timeout.connect(do)
        return made

    def _build(self) -> None:
        self.search.setPlaceholderText("Search")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Search the history")
        self.search.textChanged.connect(lambda: self._typed.start())
        self.turns.setToolTip("Stand at the beginning of a turn")
        self.turns.activated.connect(lambda row: self._go(int(self.turns.itemData(row))))
        for widget in (self.search, self.turns):
            self.head.addWidget(widget, 3)
        self._let_heading_show()
        self.back = self._step("‹", "One step back", -1)
        self.on = self._step("›", "One step on, with the same dice", 1)
        self.slider.setAccessibleName("Place in the line of play")
        self.slider.setToolTip("Pull to see the battle as it was; arrows step, Home and End go to the ends")
        self.slider.setPageStep(10)
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.slider.valueChanged.connect(self._pulled)
        self.slider.sliderReleased.connect(self._scrubbed)
        line = QHBoxLayout()
        line.setSpacing(TIGHT)
        line.addWidget(self.back)
        line.addWidget(self.slider, 1)
        line.addWidget(self.on)
        self.body.addLayout(line)
        self._build_list()

    def _build_list(self) -> None:
        self.list.setObjectName("history")
        self.list.setModel(self.rows)
        self.list.setItemDelegate(self._painted)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName("Every command of this battle")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(64)
        self.list.setMouseTracking(True)
        keep_enter(self.list)
        self.list.activated.connect(self._chosen)
        self.list.clicked.connect(self._chosen)
        self.body.addWidget(self.list, 1)

    def _let_heading_show(self) -> None:
        self.heading.setMinimumWidth(self.heading.fontMetrics().horizontalAdvance("HISTORY") + 16)

    def _step(self, sign: str, tip: str, by: int) -> Press:
        made = Press(sign, self.theme, "small", tip=tip, fills=False)
        made.setAccessibleName(tip)
        made.setAutoRepeat(True)
        made.clicked.connect(lambda: self.step(by))
        return made

    # What is shown ---------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._painted.look = theme
        super().set_theme(theme)
        self._let_heading_show()
        self.list.viewport().update()

    def refresh(self, *_: object) -> None:
        """Rows equal to the journal, the cursor's row chosen."""
        journal = self.session.journal
        self.rows.show_journal(journal)
        self._choose_row()
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(journal.line))
        if not self._scrub.isActive():
            self.slider.setValue(journal.at)
        self.slider.blockSignals(False)
        self.slider.setAccessibleDescription(f"{journal.at} of {len(journal.line)}")
        self.back.setEnabled(journal.can_undo)
        self.on.setEnabled(journal.can_redo)
        self._list_turns()

    def _choose_row(self) -> None:
        row = self.rows.row_of(self.session.journal.cursor)
        if row >= 0:
            self.list.setCurrentIndex(self.rows.index(row))
            self.list.scrollTo(self.list.currentIndex(), self._keeps(row))

    def _keeps(self, row: int) -> QListView.ScrollHint:
        """At the end the newest rows are seen; elsewhere what comes after the cursor too."""
        hint = QListView.ScrollHint
        return hint.EnsureVisible if row == self.rows.rowCount() - 1 else hint.PositionAtCenter

    def _list_turns(self) -> None:
        """All turns that begin on the line of play, and the one that is running."""
        line = set(self.session.journal.line)
        places = [("Start", START), *((name, entry) for name, entry in self.rows.turns if entry in line)]
        if places != [(self.turns.itemText(k), self.turns.itemData(k)) for k in range(self.turns.count())]:
            self.turns.clear()
            for name, entry in places:
                self.turns.addItem(name, entry)
        begun = [k for k, (_, entry) in enumerate(places) if entry == START or entry in self.rows.in_force]
        self.turns.setCurrentIndex(begun[-1])

    # What is done ----------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Stand so many entries back or on along the line of play."""
        journal = self.session.journal
        self._stand_at(min(len(journal.line), max(0, journal.at + by)))

    def _stand_at(self, place: int) -> None:
        line = self.session.journal.line
        self._go(line[place - 1] if 0 < place <= len(line) else START)

    def _go(self, entry: int) -> None:
        if entry != self.session.journal.cursor:
            self.session.go_to(entry)

    def _chosen(self, index: QModelIndex) -> None:
        self._go(self.rows.entry(index))

    def _pulled(self, place: int) -> None:
        """The table follows the slider, though not more often than the eye does."""
        if not self._scrub.isActive():
            self._scrub.start()

    def _scrubbed(self) -> None:
        self._scrub.stop()
        self._stand_at(self.slider.value())

    def _find(self) -> None:
        """Only what was looked for; the cursor's row again when nothing is."""
        self.rows.find(self.search.text())
        self._choose_row()
