"""Both warbands: a row a model, with its side, name and what is on it.

The list mirrors the table, so that whoever cannot see or reach the table can choose and
hear every model here (`spoken` is what a screen reader says).
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.look import Theme, font, words
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.game import Model

ID, NAME, LINE, SIDE, GONE = (Qt.ItemDataRole.UserRole + n for n in range(5))


class Roster(Panel):
    """A keyboard-walkable list of all models; choosing a row selects the model."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Warbands", theme, parent)
        self.session = session
        self.list = QListWidget()
        self.list.setObjectName("roster")
        self.list.setAccessibleName("Models of both warbands")
        self.list.setItemDelegate(_Row(self))
        self.list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.list.setMinimumHeight(120)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.currentItemChanged.connect(self._chosen)
        self.body.addWidget(self.list)
        session.changed.connect(self.refresh)
        session.selected.connect(self._follow)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Make the rows equal to the game's models, in side order."""
        game, system = self.session.game, self.session.system
        seats = {side.id: seat for seat, side in enumerate(game.sides)}
        models = sorted(game.models, key=lambda m: seats.get(m.side, 99))
        self.list.blockSignals(True)
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
            entry.setData(GONE, not model.on_table)
            entry.setData(Qt.ItemDataRole.AccessibleTextRole, self.spoken(model, line))
            entry.setToolTip(f"{model.name}, {model.profile.name}: {line}")
        self.list.blockSignals(False)
        self._follow(self.session.selection)
        self.list.viewport().update()

    def spoken(self, model: Model, line: str) -> str:
        """'Kestrel of the Red Hand, captain, knocked down, at 12.0, 30.5'."""
        side = self.session.game.side(model.side).name
        where = f", at {model.x:.1f}, {model.y:.1f}" if model.on_table else ""
        return f"{model.name} of {side}, {model.profile.name}, {line}{where}"

    def _chosen(self, entry: QListWidgetItem | None, _before: object = None) -> None:
        if entry is not None and tuple(self.session.selection) != (entry.data(ID),):
            self.session.select((entry.data(ID),))

    def _follow(self, selection: object) -> None:
        chosen = tuple(selection) if isinstance(selection, tuple | list) else ()
        self.list.blockSignals(True)
        for row in range(self.list.count()):
            entry = self.list.item(row)
            if entry.data(ID) in chosen:
                self.list.setCurrentItem(entry)
                break
        else:
            self.list.setCurrentRow(-1)
            self.list.clearSelection()
        self.list.blockSignals(False)


class _Row(QStyledItemDelegate):
    """Paints a dot in the side's colour (ring for the second side), the name, and a dim line."""

    def __init__(self, roster: Roster) -> None:
        super().__init__(roster)
        self.roster = roster

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(36 * self.roster.theme.text_scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self.roster.theme
        box: QRect = option.rect
        flags = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if flags & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setBrush(QColor(theme.hover))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        gone = bool(index.data(GONE))
        seat = int(index.data(SIDE))
        colour = QColor(theme.side(seat).colour)
        colour.setAlphaF(0.4 if gone else 1.0)
        dot = QRect(box.left() + 6, box.center().y() - 6, 13, 13)
        painter.setPen(QPen(colour, 3 if seat % 2 else 1))
        painter.setBrush(colour if seat % 2 == 0 else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(dot.adjusted(1, 1, -1, -1))
        self._write(painter, box.adjusted(28, 3, -4, -3), index, gone=gone)
        painter.restore()

    def _write(self, painter: QPainter, box: QRect, index: QModelIndex | QPersistentModelIndex, *, gone: bool) -> None:
        theme = self.roster.theme
        name = font("body", theme.text_scale)
        bold = type(name)(name)
        bold.setBold(True)
        bold.setStrikeOut(gone)
        half = box.height() // 2
        painter.setFont(bold)
        painter.setPen(QColor(theme.dim if gone else theme.text))
        upper = QRect(box.left(), box.top(), box.width(), half)
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, _cut(bold, str(index.data(NAME)), box.width()))
        painter.setFont(name)
        painter.setPen(QColor(theme.dim))
        lower = QRect(box.left(), box.top() + half, box.width(), half)
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, _cut(name, str(index.data(LINE)), box.width()))


def _cut(face: object, text: str, width: int) -> str:
    return QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, width)  # type: ignore[call-overload, no-any-return]
