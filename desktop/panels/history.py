"""The journal and its cursor: every entry ever made; a click stands just after it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop.look import Theme
from desktop.panels.panel import Panel
from desktop.panels.parts import keep_enter
from desktop.session import Session
from engine.journal import START
from engine.story import headline

INDEX = Qt.ItemDataRole.UserRole


class History(Panel):
    """One row an entry; rows not in force are struck through and still reachable."""

    tall = True

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("History", theme, parent, scrolls=False)
        self.session = session
        self.list = QListWidget()
        self.list.setObjectName("history")
        self.list.setAccessibleName("Every command of this battle")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(64)
        keep_enter(self.list)
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.body.addWidget(self.list, 1)
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Rows equal to the journal, the cursor's row chosen."""
        journal = self.session.journal
        self.list.clear()
        self._row("Start of the battle", START, in_force=True)
        for index, entry in enumerate(journal.entries):
            before = journal.first if entry.parent == START else journal.games[entry.parent]
            self._row(headline(entry, before), index, in_force=journal.in_force(index))
        self.list.setCurrentRow(journal.cursor + 1)
        self.list.scrollToItem(self.list.currentItem())

    def _row(self, text: str, index: int, *, in_force: bool) -> None:
        row = QListWidgetItem(text)
        row.setData(INDEX, index)
        if not in_force:
            face = row.font()
            face.setStrikeOut(True)
            row.setFont(face)
            row.setForeground(self.palette().placeholderText())
            row.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}, undone")
        row.setToolTip(f"{text}\nClick to stand just after this")
        self.list.addItem(row)

    def _go(self, row: QListWidgetItem) -> None:
        index = int(row.data(INDEX))
        if index != self.session.journal.cursor:
            self.session.go_to(index)
