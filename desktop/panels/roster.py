"""Both warbands: a row a model, with its side, name and what is on it.

The list mirrors the table, so that whoever cannot see or reach the table can choose, hear
and command every model here: `spoken` is what a screen reader says, Enter, the Menu key or
a right click opens what the model can do.  Over the first of each side stands its emblem.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.look import Theme, draw_icon, font, has_icon, rulers, words
from desktop.look.enter import keep_enter
from desktop.look.parts import Prose
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.game import Model, ModelId

ID, NAME, LINE, SIDE, GONE, CHOSEN, HEAD, RANGE = (Qt.ItemDataRole.UserRole + n for n in range(8))
HINT = "Arrows choose a model · Enter or the Menu key: what it can do · digits take an action · Tab leaves the list"
ROW, HEADING = 36, 24
"""Pixels of a model's row, and of the side's name over the first of them."""


class Roster(Panel):
    """A keyboard-walkable list of all models; choosing a row selects the model.

    Emits `menu_wanted` with a model's id and a point of the screen.
    """

    menu_wanted = Signal(str, QPoint)
    tall = True
    hint = HINT

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Warbands", theme, parent, scrolls=False)
        self.session = session
        self._ranged = False
        self.list = QListWidget()
        self.list.setObjectName("roster")
        self.list.setAccessibleName("Models of both warbands")
        self.list.setItemDelegate(_Row(self))
        self.list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.list.setMinimumHeight(112)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.currentItemChanged.connect(self._chosen)
        self.list.setAccessibleDescription(HINT)
        keep_enter(self.list)
        self.list.itemActivated.connect(lambda _entry: self.want_menu())
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._asked_at)
        self.none = Prose("Nobody is here yet: Play ▸ Add a model… brings the first one.", "dim")
        self.body.addWidget(self.none)
        self.body.addWidget(self.list)
        session.changed.connect(self.refresh)
        session.selected.connect(self._follow)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Make the rows equal to the game's models, in side order."""
        game, system = self.session.onlooker.seen, self.session.system
        seats = {side.id: seat for seat, side in enumerate(game.sides)}
        models = sorted(game.models, key=lambda m: seats.get(m.side, len(seats)))
        self.list.blockSignals(True)
        last = None
        while self.list.count() > len(models):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(models):
            self.list.addItem(QListWidgetItem())
        for row, model in enumerate(models):
            entry = self.list.item(row)
            line = words.standing(system, game, model)
            entry.setData(ID, model.id)
            entry.setData(NAME, model.name)
            entry.setData(LINE, line)
            entry.setData(SIDE, seats.get(model.side, 0))
            entry.setData(GONE, model.place == "removed")
            entry.setData(HEAD, (model.side, game.side(model.side).name) if model.side != last else None)
            last = model.side
            entry.setData(Qt.ItemDataRole.AccessibleTextRole, self.spoken(model, line))
            entry.setToolTip(f"{model.name}, {model.profile.name}: {line}")
        self.list.blockSignals(False)
        self.none.setVisible(not models)
        self._follow(self.session.selection)

    def set_theme(self, theme: Theme) -> None:
        """Rows are as high as the words in them."""
        super().set_theme(theme)
        self.list.scheduleDelayedItemsLayout()

    def spoken(self, model: Model, line: str) -> str:
        """'Kestrel of the Red Hand, captain, knocked down, at 12.0, 30.5'."""
        side = self.session.game.side(model.side).name
        where = f", at {model.x:.1f}, {model.y:.1f}" if model.on_table else ""
        return f"{model.name} of {side}, {model.profile.name}, {line}{where}"

    def tell_ranges(self, far: Mapping[ModelId, str]) -> None:
        """Write beside each model how far it is from what is carried now; an empty mapping takes it all away."""
        if not far and not self._ranged:
            return
        self._ranged = bool(far)
        self.list.blockSignals(True)  # painted once, below
        for row in range(self.list.count()):
            entry = self.list.item(row)
            entry.setData(RANGE, rulers.tell(far.get(entry.data(ID), "")))
        self.list.blockSignals(False)
        self.list.viewport().update()

    def want_menu(self) -> None:
        """Ask for the menu of the chosen model, beside its row."""
        entry = self.list.currentItem()
        if entry is not None:
            beside = self.list.visualItemRect(entry).center()
            self.menu_wanted.emit(entry.data(ID), self.list.viewport().mapToGlobal(beside))

    def _asked_at(self, spot: QPoint) -> None:
        entry = self.list.itemAt(spot)
        if entry is not None:
            self.menu_wanted.emit(entry.data(ID), self.list.viewport().mapToGlobal(spot))

    def _chosen(self, entry: QListWidgetItem | None, _before: object = None) -> None:
        if entry is not None and tuple(self.session.selection) != (entry.data(ID),):
            self.session.select((entry.data(ID),))

    def _follow(self, selection: object) -> None:
        chosen = tuple(selection) if isinstance(selection, tuple | list) else ()
        self.list.blockSignals(True)
        first: QListWidgetItem | None = None
        for row in range(self.list.count()):
            entry = self.list.item(row)
            entry.setData(CHOSEN, entry.data(ID) in chosen)
            if chosen and entry.data(ID) == chosen[0]:
                first = entry
        if first is not None:
            self.list.setCurrentItem(first)
        else:
            self.list.setCurrentRow(-1)
            self.list.clearSelection()
        self.list.blockSignals(False)
        self.list.viewport().update()


class _Row(QStyledItemDelegate):
    """Paints a dot in the side's colour (ring for the second side), the name, and a dim line."""

    def __init__(self, roster: Roster) -> None:
        super().__init__(roster)
        self.roster = roster

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        high = ROW + (HEADING if index.data(HEAD) else 0)
        return QSize(100, round(high * self.roster.theme.text_scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self.roster.theme
        box: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(HEAD):
            high = round(HEADING * theme.text_scale)
            self._head(painter, QRect(box.left(), box.top(), box.width(), high), index)
            box = box.adjusted(0, high, 0, 0)
        chosen = bool(index.data(CHOSEN))
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(theme.hover))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        if chosen:
            painter.setBrush(QColor(theme.primary))
            painter.drawRoundedRect(QRect(box.left(), box.top() + 5, 3, box.height() - 10), 1.5, 1.5)
        if option.state & QStyle.StateFlag.State_HasFocus and self.roster.list.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.primary), 2))
            painter.drawRoundedRect(box.adjusted(1, 2, -1, -2), 6, 6)
        self._dot(painter, box, index)
        self._write(painter, box.adjusted(26, 3, -4, -3), index, gone=bool(index.data(GONE)))
        painter.restore()

    def _head(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """The side's emblem, where one is drawn, and its name; the one to act is not dim."""
        theme = self.roster.theme
        side, name = index.data(HEAD)
        acts = side == self.roster.session.game.active
        left = box.left() + 4
        if has_icon(side):
            edge = box.height() - 4
            colour = theme.side(int(index.data(SIDE))).colour
            draw_icon(painter, side, colour, QRectF(left, box.top() + 1, edge, edge))
            left += edge + 6
        face = font("body", theme.text_scale)
        face.setBold(acts)
        painter.setFont(face)
        painter.setPen(QColor(theme.text if acts else theme.dim))
        room = box.right() - left - 4
        where = QRect(left, box.top(), room, box.height())
        says = f"{name} to act" if acts else name
        says = says if QFontMetrics(face).horizontalAdvance(says) <= room else name
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, _cut(face, says, room))

    def _dot(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """The side: its colour, and a full disc or a ring."""
        seat = int(index.data(SIDE))
        colour = QColor(self.roster.theme.side(seat).colour)
        colour.setAlphaF(0.4 if index.data(GONE) else 1.0)
        ring = seat % 2 == 1
        painter.setPen(QPen(colour, 3 if ring else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush if ring else colour)
        dot = QRect(0, 0, 11, 11)
        dot.moveCenter(QPoint(box.left() + 14, box.center().y()))
        painter.drawEllipse(dot)

    def _write(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex, *, gone: bool) -> None:
        theme = self.roster.theme
        name = font("body", theme.text_scale)
        bold = QFont(name)
        bold.setBold(True)
        bold.setStrikeOut(gone)
        half = box.height() // 2
        painter.setFont(bold)
        painter.setPen(QColor(theme.dim if gone else theme.text))
        upper = QRect(box.left(), box.top(), box.width(), half)
        far = str(index.data(RANGE) or "")
        room = box.width() - (QFontMetrics(name).horizontalAdvance(far) + 8 if far else 0)
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, _cut(bold, str(index.data(NAME)), room))
        painter.setFont(name)
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, far)
        painter.setPen(QColor(theme.dim))
        lower = QRect(box.left(), box.top() + half, box.width(), half)
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, _cut(name, str(index.data(LINE)), box.width()))


def _cut(face: QFont, text: str, width: int) -> str:
    return QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, width)
