"""Everything that stands on the table, in words: chosen here as well as there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from desktop.build.workshop import Workshop
from desktop.look import Theme
from desktop.look.enter import ENTER, keep_enter
from desktop.panels.panel import Panel
from engine import building

_IDS = Qt.ItemDataRole.UserRole
_ZONE = Qt.ItemDataRole.UserRole + 1


class Contents(Panel):
    """A row a group or zone; Del takes away, Enter goes to its numbers."""

    tall = True
    grows = 2

    def __init__(self, shop: Workshop, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("On the table", theme, parent, scrolls=False)
        self.shop = shop
        self._writing = False
        self._told: object = None
        self.list = QListWidget()
        self.list.setObjectName("contents")
        self.list.setAccessibleName("Pieces and zones on the table")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setMinimumHeight(80)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemSelectionChanged.connect(self._choose)
        self.list.itemDoubleClicked.connect(lambda _: shop.opened.emit())
        self.list.installEventFilter(self)
        keep_enter(self.list)
        self.body.addWidget(self.list, 1)
        shop.chose.connect(self.refresh)
        shop.adjusted.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        self._writing = True
        told = (self.shop.table.terrain, self.shop.table.zones, self.shop.ruler)
        if told != self._told:
            self._told = told
            self._list()
        chosen = set(self.shop.chosen)
        current = None
        for at in range(self.list.count()):
            row = self.list.item(at)
            zone, ids = row.data(_ZONE), row.data(_IDS)
            on = zone == self.shop.zone if ids is None else bool(chosen.intersection(ids))
            row.setSelected(on)
            current = row if on and current is None else current
        if current is not None and not self.list.hasFocus():
            self.list.scrollToItem(current)
        self._writing = False

    def _list(self) -> None:
        say = self.shop.say
        self.list.clear()
        for group in building.groups(self.shop.table.terrain):
            x, y = building.middle(group)
            parts = f", {len(group)} parts" if len(group) > 1 else ""
            up = f", {say(building.low(group))} up" if building.low(group) > 0.001 else ""
            row = QListWidgetItem(building.called(group))
            row.setData(
                Qt.ItemDataRole.AccessibleTextRole, f"{building.called(group)}{parts}, at {say(x)}, {say(y)}{up}"
            )
            row.setToolTip(f"At {say(x)}, {say(y)}{up}{parts}, {say(building.high(group))} high")
            row.setData(_IDS, tuple(part.id for part in group))
            self.list.addItem(row)
        for index, zone in enumerate(self.shop.table.zones):
            row = QListWidgetItem(f"Zone: {zone.name}")
            row.setData(_ZONE, index)
            self.list.addItem(row)

    def _choose(self) -> None:
        if self._writing:
            return
        rows = self.list.selectedItems()
        zones = [row.data(_ZONE) for row in rows if row.data(_IDS) is None]
        if len(rows) == 1 and zones:
            self.shop.choose_zone(zones[0])
        else:
            self.shop.choose(id for row in rows if row.data(_IDS) is not None for id in row.data(_IDS))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.list and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self.shop.delete()
                return True
            if event.key() in ENTER:
                self.shop.opened.emit()
                return True
        return super().eventFilter(watched, event)
