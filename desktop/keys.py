"""Keys of one's own: every command can have other keys, kept for the next start, and no two the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.palette import shown, titled
from desktop.turns import Turns

GROUP = "keys"
"""Where the settings keep them."""
AT_ONCE = 20
"""Rows of the editor that are made in one turn of the loop."""


class KeyBook:
    """The keys of each command: the given ones, or those a player chose."""

    def __init__(self) -> None:
        self._settings = QSettings()
        self._given: dict[str, list[QKeySequence]] = {}

    def dress(self, action: QAction, given: Sequence[QKeySequence]) -> None:
        """Give a new command its keys."""
        name = action.objectName()
        self._given[name] = list(given)
        kept = self._settings.value(f"{GROUP}/{name}")
        if kept is None:
            action.setShortcuts(list(given))
        else:
            texts = kept if isinstance(kept, list) else [kept]
            action.setShortcuts([QKeySequence(str(text)) for text in texts if str(text)])

    def choose(self, action: QAction, keys: QKeySequence) -> None:
        """Other keys for a command; empty ones leave it without any."""
        action.setShortcuts([] if keys.isEmpty() else [keys])
        self._settings.setValue(f"{GROUP}/{action.objectName()}", keys.toString())

    def give_back(self, action: QAction) -> None:
        """The keys the command came with."""
        self._settings.remove(f"{GROUP}/{action.objectName()}")
        action.setShortcuts(self._given.get(action.objectName(), []))

    def is_own(self, action: QAction) -> bool:
        """Did the player choose its keys?"""
        return bool(self._settings.contains(f"{GROUP}/{action.objectName()}"))

    def given(self, action: QAction) -> list[QKeySequence]:
        """The keys a command came with."""
        return list(self._given.get(action.objectName(), []))


def taken_by(keys: QKeySequence, actions: Sequence[QAction], but: QAction) -> QAction | None:
    """The other command that has these keys."""
    for action in actions:
        if action is not but and any(keys == own for own in action.shortcuts()):
            return action
    return None


class KeyEditor(QDialog):
    """A row a command: its name, its keys, and back to the given ones.  It does not block the table.

    Emits *changed* when a command has other keys than before.
    """

    changed = Signal()

    def __init__(self, book: KeyBook, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Change keys")
        self.setModal(False)
        self.resize(620, 620)
        self._book, self._actions = book, [action for action in actions if action.objectName()]
        self.line = QLineEdit()
        self.line.setPlaceholderText("Find a command by name or key")
        self.line.setAccessibleName("Find a command by name or key")
        self.line.textChanged.connect(self._match)
        self.fault = QLabel()
        self.fault.setProperty("class", "fault")
        self.fault.setWordWrap(True)
        self.fields: dict[str, QKeySequenceEdit] = {}
        self._rows: list[tuple[QAction, tuple[QWidget, ...]]] = []
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setColumnStretch(0, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        every = QPushButton("All keys as they came")
        every.setObjectName("all_back")
        every.setAutoDefault(False)
        every.clicked.connect(self._all_back)
        column = QVBoxLayout(self)
        for widget in (self.line, area, self.fault, every):
            column.addWidget(widget)
        self.fault.hide()
        Turns(self).begin(self._laid())

    @property
    def whole(self) -> bool:
        """Does every command have its row?"""
        return len(self._rows) == len(self._actions)

    def _laid(self) -> Iterator[None]:
        """Some rows each turn of the loop: there are more than a hundred."""
        for row, action in enumerate(self._actions):
            if row and row % AT_ONCE == 0:
                yield
            self._add_row(row, action)
        self._match(self.line.text())

    def _add_row(self, row: int, action: QAction) -> None:
        name = QLabel(titled(action))
        field = QKeySequenceEdit()
        field.setMaximumSequenceLength(1)
        field.setClearButtonEnabled(True)
        field.setAccessibleName(f"Keys of {titled(action)}")
        field.setKeySequence(action.shortcut())
        field.editingFinished.connect(lambda: self._typed(action, field))
        back = QPushButton("As it came")
        back.setAutoDefault(False)
        back.setAccessibleName(f"{titled(action)}: keys as they came")
        back.clicked.connect(lambda: self._give_back(action))
        self.fields[action.objectName()] = field
        self._rows.append((action, (name, field, back)))
        for column, widget in enumerate((name, field, back)):
            self._grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)

    def _typed(self, action: QAction, field: QKeySequenceEdit) -> None:
        keys = field.keySequence()
        if keys == action.shortcut():
            return
        other = None if keys.isEmpty() else taken_by(keys, self._actions, action)
        if other is not None:
            said = keys.toString(QKeySequence.SequenceFormat.NativeText)
            self._say(f"{said} already is “{titled(other)}”. Give that command other keys first.")
            field.setKeySequence(action.shortcut())
            return
        self._say("")
        self._book.choose(action, keys)
        self.changed.emit()

    def _give_back(self, action: QAction) -> None:
        for keys in self._book.given(action):
            other = taken_by(keys, self._actions, action)
            if other is not None:
                said = keys.toString(QKeySequence.SequenceFormat.NativeText)
                self._say(f"{said} now is “{titled(other)}”. Give that command other keys first.")
                return
        self._say("")
        self._book.give_back(action)
        self.fields[action.objectName()].setKeySequence(action.shortcut())
        self.changed.emit()

    def _all_back(self) -> None:
        for action in self._actions:
            self._book.give_back(action)
            if action.objectName() in self.fields:
                self.fields[action.objectName()].setKeySequence(action.shortcut())
        self._say("")
        self.changed.emit()

    def _say(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _match(self, typed: str) -> None:
        words = typed.casefold().split()
        for action, widgets in self._rows:
            told = f"{titled(action)} {shown(action)}".casefold()
            for widget in widgets:
                widget.setVisible(all(word in told for word in words))
