"""The journal and its cursor: every entry ever made; a click stands just after it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop.look import Theme
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.journal import START
from engine.story import headline

INDEX = Qt.ItemDataRole.UserRole


class History(Panel):
    """One row an entry; rows off the line in force are struck through and still reachable."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("History", theme, parent)
        self.session = session
        self.list = QListWidget()
        self.list.setObjectName("history")
        self.list.setAccessibleName("Every command of this battle")
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.body.addWidget(self.list, 1)
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Rows equal to the journal, the cursor's row chosen."""
        journal = self.session.journal
        self.list.clear()
        self._row("Start of the battle", START, in_force=True, struck=False)
        for index, entry in enumerate(journal.entries):
            before = journal.first if entry.parent == START else journal.games[entry.parent]
            on_line = index in journal.line
            self._row(headline(entry, before), index, in_force=journal.in_force(index), struck=not on_line)
        self.list.setCurrentRow(journal.cursor + 1)

    def _row(self, text: str, index: int, *, in_force: bool, struck: bool) -> None:
        row = QListWidgetItem(text)
        row.setData(INDEX, index)
        face = row.font()
        face.setStrikeOut(struck or not in_force)
        row.setFont(face)
        if not in_force:
            row.setForeground(self.palette().placeholderText())
        row.setToolTip("Click to stand just after this")
        self.list.addItem(row)

    def _go(self, row: QListWidgetItem) -> None:
        index = int(row.data(INDEX))
        if index != self.session.journal.cursor:
            self.session.go_to(index)
