"""The library: choose a piece by shelf or by name, then click on the table, or draw it there with the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QToolButton, QWidget

from desktop.build import fields, pictures
from desktop.build.workshop import Workshop
from desktop.look import Theme
from desktop.look.enter import keep_enter
from desktop.panels.panel import Panel
from engine import pieces
from engine.pieces import Ready

PICTURE = 40
"""Pixels of a row's picture."""
_ID = Qt.ItemDataRole.UserRole


class Shelves(Panel):
    """Signals: *taken()*: a piece is in the hand; *dragged(spot)*, *dropped(spot)*: it was drawn off the list."""

    taken = Signal()
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)
    tall = True
    grows = 3

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Library", theme, parent, scrolls=False)
        self.shop = shop
        self._from: Ready | None = None
        self._out = False
        shelves = [(shelf.id, shelf.title) for shelf in pieces.shelves()]
        self.shelf = fields.choice("Shelf", "shelf", shelves, lambda _: self.refresh())
        self.wanted = QLineEdit()
        self.wanted.setObjectName("find_piece")
        self.wanted.setPlaceholderText("Find a piece by name")
        self.wanted.setAccessibleName("Find a piece by name")
        self.wanted.setClearButtonEnabled(True)
        for button in self.wanted.findChildren(QToolButton):
            button.setAccessibleName("Show all pieces again")
        self.wanted.textChanged.connect(self.refresh)
        keep_enter(self.wanted)
        self.wanted.returnPressed.connect(self._take_first)
        self.list = QListWidget()
        self.list.setObjectName("library")
        self.list.setAccessibleName("Pieces of the library")
        self.list.setIconSize(QSize(PICTURE, PICTURE))
        self.list.setMinimumHeight(120)
        self.list.viewport().installEventFilter(self)
        keep_enter(self.list)
        self.list.itemClicked.connect(lambda row: self._take(row))
        self.list.itemActivated.connect(lambda row: self._take(row))
        for widget in (self.wanted, self.shelf):
            self.body.addWidget(widget)
        self.body.addWidget(self.list, 1)
        shop.adjusted.connect(self._mark)

    def refresh(self, *_: object) -> None:
        """The pieces of the shelf, or of all shelves those that are looked for."""
        wanted = self.wanted.text().lower().split()
        self.shelf.setEnabled(not wanted)
        self.list.clear()
        every = [piece for shelf in pieces.shelves() for piece in shelf.pieces]
        if wanted:
            named = [piece for piece in every if all(word in piece.name.lower() for word in wanted)]
            told = [piece for piece in every if all(word in piece.says.lower() for word in wanted)]
            shown = [*named, *(piece for piece in told if piece not in named)]
        else:
            shown = [piece for piece in every if piece.shelf == self.shelf.currentData()]
        for piece in shown:
            self._add(piece)
        self._mark()

    def _add(self, piece: Ready) -> None:
        row = QListWidgetItem(piece.name)
        row.setIcon(pictures.icon(piece.parts, PICTURE, self.theme, self.devicePixelRatioF()))
        row.setData(_ID, piece.id)
        row.setToolTip(piece.says)
        row.setData(Qt.ItemDataRole.AccessibleTextRole, f"{piece.name}. {piece.says}")
        self.list.addItem(row)

    def _mark(self) -> None:
        """Mark what is in the hand."""
        held = self.shop.carried.id if self.shop.carried is not None else ""
        for at in range(self.list.count()):
            if self.list.item(at).data(_ID) == held:
                self.list.setCurrentRow(at)

    def _take(self, row: QListWidgetItem) -> None:
        self.shop.carry(pieces.ready(str(row.data(_ID))))
        self.taken.emit()

    def _take_first(self) -> None:
        if self.list.count():
            self._take(self.list.item(0))

    # Drawing a piece off the list --------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and watched is self.list.viewport():
            return self._mouse(event)
        return super().eventFilter(watched, event)

    def _mouse(self, event: QMouseEvent) -> bool:
        spot, left = event.position().toPoint(), Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == left:
            row = self.list.itemAt(spot)
            self._from, self._out = (pieces.ready(str(row.data(_ID))) if row is not None else None), False
        elif event.type() == QEvent.Type.MouseMove and event.buttons() & left and self._from is not None:
            if not self._out and not self.list.viewport().rect().contains(spot):
                self._out = True
                self.shop.carry(self._from)
                self.taken.emit()
            if self._out:
                self.dragged.emit(event.globalPosition().toPoint())
            return True
        elif event.type() == QEvent.Type.MouseButtonRelease and self._out:
            self._out, self._from = False, None
            self.dropped.emit(event.globalPosition().toPoint())
            return True
        return False
