"""The command palette: commands, actions, models, readings and files by name; and the sheet of all keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from desktop.turns import Turns
from engine.geometry.evidence import NOTHING, Evidence

FOUND = Qt.ItemDataRole.UserRole
PLACEHOLDER = "A command, action, model, reading or file · move 3 towards … · gap … … · does … see …"
AT_ONCE = 24
"""Rows of the sheet of keys that are written in one turn of the loop."""
REST_MS = 500
"""How long one must have stopped typing for what is chosen to be said aloud."""
GAP = 10
"""Pixels between the parts of a row."""
HANDS = (
    ("Wheel", "zooms at the cursor; with Ctrl finer"),
    ("Middle drag, Space drag, right drag", "pan"),
    ("Click", "selects; with Shift or Ctrl adds"),
    ("Drag on empty table", "selects all in the band"),
    ("Drag a model", "moves it along the path shown"),
    ("W or Space while dragging", "sets a waypoint; Backspace takes it back"),
    ("K while dragging", "another way to move: walk, run, charge, climb, jump, leap …"),
    ("Alt or Ctrl while dragging", "no snapping to bases, walls, ledges, the table's edge and the end of the move"),
    ("Right click while dragging", "lets go, and everything is as before"),
    ("Alt+drag", "turns the model under the mouse"),
    ("Arrows", "nudge the selected model 1 mm, with Shift 1 inch; Enter moves"),
    ("R, Shift+R", "turn by 45°; Shift+wheel 15°"),
    ("1 to 9", "take that action, or answer the open question"),
    ("Tab, Shift+Tab", "walk through the models"),
    ("Alt held", "shows every name"),
)
"""What the mouse does, and keys that belong to a gesture rather than to a menu."""
BUILDING = (
    ("Click", "chooses a piece; Shift adds, Alt reaches what lies below"),
    ("Double click, C", "goes inside a group, or shows the corners of a piece"),
    ("Drag", "moves, drawn to grid and neighbours; with Ctrl not; who stands on it rides along"),
    ("Alt+drag", "a copy"),
    ("Drag a square handle", "resizes; with Shift in proportion"),
    ("Drag the round handle", "turns in steps of 15°"),
    ("Arrows, with Shift an inch", "nudge; R turns by 45°, Shift+wheel by 15°"),
    ("[ and ]", "down to the level below, up to the one above"),
    ("Right click", "chooses what is under the mouse and shows what can be done to it"),
    ("Place: click", "sets the piece down and takes the next; arrows and Enter do it without a mouse"),
    ("Draw: click, click … Enter", "an outline corner by corner; Backspace takes one back"),
    ("Draw: drag", "a rectangle; with Shift freehand; digits choose the kind of ground"),
)
"""The same in build mode."""
KEPT = "kept_keys"
"""The property in which a command keeps its keys while its mode is off."""


@dataclass(frozen=True)
class Find:
    """One thing the palette offers: what it is called, of what *kind* it is, its keys, a line on it, and what it does.

    It is found by the words of all of these but the keys.  *shown* is painted on the table while it is
    chosen; one that *stays* does nothing yet and leaves the palette open; one that
    comes *late* stands below everything found by name.
    """

    title: str
    kind: str
    run: Callable[[], object]
    keys: str = ""
    says: str = ""
    refused: bool = False
    stays: bool = False
    late: bool = False
    shown: Evidence = NOTHING

    def matches(self, typed: Sequence[str]) -> bool:
        """Does every word typed stand in it?"""
        text = f"{self.title} {self.kind} {self.says}".lower()
        return all(word in text for word in typed)

    def rank(self, typed: Sequence[str]) -> int:
        """How well it fits: 0 where its title begins so, 1 where a word of it does, 2 in the title, 3 elsewhere."""
        title = self.title.lower()
        if not typed or title.startswith(typed[0]):
            return 0
        if any(word.startswith(typed[0]) for word in title.split()):
            return 1
        return 2 if all(word in title for word in typed) else 3


class CommandPalette(QFrame):
    """A line to type in and what matches, over the middle of the window; arrows choose, Enter does it.

    *typed* reads a line that is no name, such as a move.  Signals: *considered(Evidence)* of what is chosen now;
    *said(sentence)* about it, once the hand rests: the focus stays in the line, so a reader must be told.
    """

    considered = Signal(object)
    said = Signal(str)

    def __init__(
        self, finds: Callable[[], Sequence[Find]], typed: Callable[[str], Sequence[Find]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setProperty("class", "card")
        self._finds = finds
        self._typed = typed
        self._all: Sequence[Find] = ()
        self._came_from: QWidget | None = None
        self._most = 420
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._rested)
        self.line = QLineEdit()
        self.line.setPlaceholderText(PLACEHOLDER)
        self.line.setAccessibleName("Find anything by name")
        self.line.textChanged.connect(self._match)
        self.line.installEventFilter(self)
        self.found = QListWidget()
        self.found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.found.setAccessibleName("What was found")
        self.found.setUniformItemSizes(True)
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.setItemDelegate(_Row(self.found))
        self.found.currentItemChanged.connect(self._tell)
        self.found.itemClicked.connect(self._run)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.addWidget(self.line)
        column.addWidget(self.found)
        self.hide()

    def open(self, text: str = "") -> None:
        """Show everything that may be chosen now, with *text* typed already."""
        room = self.window().rect()
        width, height = min(620, room.width() - 40), min(420, room.height() - 80)
        self._came_from = QApplication.focusWidget()
        self._all = self._finds()
        self._most = height
        self.setGeometry((room.width() - width) // 2, 70, width, height)
        self.line.clear()
        self._match("")
        self.line.setText(text)
        self.show()
        self.raise_()
        self.line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
            self.considered.emit(NOTHING)
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
            self._leave()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.found.setCurrentRow(max(0, min(self.found.count() - 1, self.found.currentRow() + step)))
        elif self.found.currentItem() is not None:
            self._run(self.found.currentItem())
        return True

    def _match(self, typed: str) -> None:
        words = typed.lower().split()
        fitting = [find for find in self._all if find.matches(words)]
        self.found.clear()
        read = self._typed(typed)
        early, late = [find for find in read if not find.late], [find for find in read if find.late]
        for find in (*early, *sorted(fitting, key=lambda find: find.rank(words)), *late):
            row = QListWidgetItem(f"{find.title}    {find.keys}" if find.keys else find.title)
            row.setData(FOUND, find)
            row.setToolTip(find.says)
            spoken = ", ".join(filter(None, (find.title, find.kind, find.says, find.keys)))
            row.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.found.addItem(row)
        self.found.setCurrentRow(0)
        self._fit()

    def _fit(self) -> None:
        """No higher than what was found: below it the table shows what is chosen."""
        rows = max(1, self.found.count()) * max(1, self.found.sizeHintForRow(0)) + 2 * self.found.frameWidth() + 4
        around = self.line.sizeHint().height() + 3 * GAP
        self.resize(self.width(), min(self._most, rows + around))

    def _tell(self, row: QListWidgetItem | None, _before: object = None) -> None:
        """The focus stays in the line, so it says what is chosen."""
        spoken = "" if row is None else str(row.data(Qt.ItemDataRole.AccessibleTextRole))
        self.line.setAccessibleDescription(spoken or "Nothing of this name.")
        self._rest.start(REST_MS)
        find = None if row is None else row.data(FOUND)
        self.considered.emit(find.shown if isinstance(find, Find) else NOTHING)

    def _rested(self) -> None:
        if self.isVisible():
            self.said.emit(self.line.accessibleDescription())

    def _run(self, row: QListWidgetItem) -> None:
        find = row.data(FOUND)
        if isinstance(find, Find) and find.stays:
            return
        self._leave()
        if isinstance(find, Find):
            find.run()

    def _leave(self) -> None:
        """The keys go back to where they were."""
        back, self._came_from = self._came_from, None
        self.hide()
        self.considered.emit(NOTHING)
        if back is not None and isValid(back) and back.isVisible():
            back.setFocus()


class _Row(QStyledItemDelegate):
    """Paints title and kind at the left, the line on it dim in what room is left, the keys at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, option.fontMetrics.height() + 12)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        find = index.data(FOUND)
        self.initStyleOption(option, index)
        option.text = ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colours, metrics = option.palette, QFontMetrics(option.font)
        text, dim = colours.color(QPalette.ColorRole.Text), colours.color(QPalette.ColorRole.PlaceholderText)
        room: QRect = option.rect.adjusted(GAP, 0, -GAP, 0)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(QColor(dim))
        if find.keys:
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, find.keys)
            room.setRight(room.right() - metrics.horizontalAdvance(find.keys) - GAP)
        for said, ink in ((find.title, dim if find.refused else text), (f"{find.kind}  {find.says}".strip(), dim)):
            painter.setPen(QColor(ink))
            cut = metrics.elidedText(said, Qt.TextElideMode.ElideRight, max(0, room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)
            room.setLeft(room.left() + metrics.horizontalAdvance(cut) + GAP)
        painter.restore()


class KeySheet(QDialog):
    """Every key and what the hands do; it does not block the table."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keys")
        self.setModal(False)
        self.resize(900, 700)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        left, right = QVBoxLayout(), QVBoxLayout()
        play = [(shown(action), titled(action)) for action in actions if action.property("mode") != "build"]
        build = [(kept(action), titled(action)) for action in actions if action.property("mode") == "build"]
        sections = (
            (left, "Commands", play),
            (right, "Hands", HANDS),
            (left, "Build mode (Ctrl+B)", build),
            (right, "Hands in build mode", BUILDING),
        )
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        QVBoxLayout(self).addWidget(area)
        for column in (left, right):
            column.setSpacing(18)
            columns.addLayout(column, 1)
        self._turns = Turns(self)
        self._turns.begin(_written(sections))

    @property
    def whole(self) -> bool:
        """Is every key on it?"""
        return not self._turns.busy


def _written(sections: Sequence[tuple[QVBoxLayout, str, Sequence[tuple[str, str]]]]) -> Iterator[None]:
    """Some rows each turn of the loop: there are more than a hundred."""
    for column, heading, rows in sections:
        grid = QGridLayout()
        grid.setVerticalSpacing(5)
        grid.setHorizontalSpacing(14)
        grid.setColumnMinimumWidth(0, 124)
        grid.setColumnStretch(1, 1)
        head = QLabel(heading.upper())
        head.setProperty("class", "heading")
        grid.addWidget(head, 0, 0, 1, 2)
        column.addLayout(grid)
        for number, (keys, says) in enumerate(((keys, says) for keys, says in rows if keys), start=1):
            if number % AT_ONCE == 0:
                yield
            cap, words = QLabel(keys), QLabel(says)
            cap.setProperty("class", "key")
            for place, label in enumerate((cap, words)):
                label.setWordWrap(True)
                grid.addWidget(label, number, place, Qt.AlignmentFlag.AlignTop)
        yield
    for column, _, _ in sections[-2:]:
        column.addStretch(1)


def titled(action: QAction) -> str:
    """What a command is called, without the marks of a menu."""
    return action.text().replace("&", "").rstrip("…")


def shown(action: QAction) -> str:
    """All keys of a command as a person writes them."""
    keys = [sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in action.shortcuts()]
    return ", ".join(key for key in keys if key)


def kept(action: QAction) -> str:
    """The same, also of one whose mode is off just now."""
    return shown(action) or str(action.property(KEPT) or "")
