"""The command palette: any command by name, with its key; and the sheet of all keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

ACTION = Qt.ItemDataRole.UserRole
HANDS = (
    ("Wheel", "zooms at the cursor; with Ctrl finer"),
    ("Middle drag, Space drag, right drag", "pan"),
    ("Click", "selects; with Shift or Ctrl adds"),
    ("Drag on empty table", "selects all in the band"),
    ("Drag a model", "moves it along the path shown"),
    ("W or Space while dragging", "sets a waypoint; Backspace takes it back"),
    ("K while dragging", "another way to move: walk, run, charge, climb, jump, leap …"),
    ("Ctrl while dragging", "does not snap"),
    ("Right click while dragging", "lets go, and everything is as before"),
    ("Alt+drag", "turns the model under the mouse"),
    ("Arrows", "nudge the selected model 1 mm, with Shift 1 inch; Enter moves"),
    ("R, Shift+R", "turn by 45°; Shift+wheel 15°"),
    ("1 to 9", "take that action, or answer the open question"),
    ("Tab, Shift+Tab", "walk through the models"),
    ("Alt held", "shows every name"),
)
"""What the mouse does, and keys that belong to a gesture rather than to a menu."""


class CommandPalette(QFrame):
    """A line to type in and the commands that match, over the middle of the window."""

    def __init__(self, actions: Callable[[], Sequence[QAction]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setProperty("class", "card")
        self._actions = actions
        self.line = QLineEdit()
        self.line.setPlaceholderText("Find a command by name")
        self.line.textChanged.connect(self._match)
        self.line.installEventFilter(self)
        self.found = QListWidget()
        self.found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.found.itemClicked.connect(self._run)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.addWidget(self.line)
        column.addWidget(self.found)
        self.hide()

    def open(self) -> None:
        """Show every command that may be chosen now."""
        room = self.window().rect()
        width, height = min(520, room.width() - 40), min(380, room.height() - 80)
        self.setGeometry((room.width() - width) // 2, 70, width, height)
        self.line.clear()
        self._match("")
        self.show()
        self.raise_()
        self.line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride) and isinstance(event, QKeyEvent):
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        keys = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.key() not in keys:
            return False
        event.accept()
        if event.type() == QEvent.Type.ShortcutOverride:
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.found.setCurrentRow(max(0, min(self.found.count() - 1, self.found.currentRow() + step)))
        elif self.found.currentItem() is not None:
            self._run(self.found.currentItem())
        return True

    def _match(self, typed: str) -> None:
        self.found.clear()
        words = typed.lower().split()
        for action in self._actions():
            title = titled(action)
            if action.isEnabled() and all(word in title.lower() for word in words):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                row = QListWidgetItem(f"{title}    {keys}" if keys else title)
                row.setData(ACTION, action)
                self.found.addItem(row)
        self.found.setCurrentRow(0)

    def _run(self, row: QListWidgetItem) -> None:
        self.hide()
        action = row.data(ACTION)
        if isinstance(action, QAction):
            action.trigger()


class KeySheet(QDialog):
    """Every key and what the hands do; it does not block the table."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setModal(False)
        self.resize(900, 700)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        keyed = [(shown(action), titled(action)) for action in actions if shown(action)]
        columns.addLayout(_rows("Commands", keyed))
        columns.addLayout(_rows("Hands", HANDS))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        QVBoxLayout(self).addWidget(area)


def titled(action: QAction) -> str:
    """What a command is called, without the marks of a menu."""
    return action.text().replace("&", "").rstrip("…")


def shown(action: QAction) -> str:
    """All keys of a command as a person writes them."""
    keys = [sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in action.shortcuts()]
    return ", ".join(key for key in keys if key)


def _rows(heading: str, rows: Sequence[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    head = QLabel(heading.upper())
    head.setProperty("class", "heading")
    grid.addWidget(head, 0, 0, 1, 2)
    for number, (key, says) in enumerate(rows, start=1):
        cap, words = QLabel(key), QLabel(says)
        cap.setProperty("class", "key")
        cap.setWordWrap(True)
        words.setWordWrap(True)
        grid.addWidget(cap, number, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(words, number, 1, Qt.AlignmentFlag.AlignTop)
    grid.setRowStretch(len(rows) + 1, 1)
    grid.setColumnStretch(1, 1)
    return grid
