"""The grid itself: rows look, columns are looked at; a cell has a sign, a colour and the share that is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.look import Theme, font, initials, mix
from desktop.matrix.looks import Pair, Seen
from desktop.scene.ink import colour, pen, sign
from engine.game import Model

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
LEAST, MOST = 20, 40
"""Pixels a column may be narrow and wide."""
LEAST_HIGH = 19
"""Pixels a row may be low."""
NUMBERED = 34
"""Pixels of a column from which the share is written as a number too."""
LONGEST = 96
"""Pixels of the longest name shown whole."""
MANY = 60
"""Verdicts that come together from which the whole grid is painted anew."""
NOBODY = QModelIndex()


class Grid(QAbstractTableModel):
    """The verdicts as Qt reads them; *pending* cells are from before the last change."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models: tuple[Model, ...] = ()
        self.cells: dict[Pair, Seen] = {}
        self.pending: set[Pair] = set()
        self._place: dict[str, int] = {}
        self.told: Callable[[str], str] = str
        """A sentence as whoever looks may know it."""

    def seat(self, models: tuple[Model, ...]) -> None:
        """Show these models; what is known of others is forgotten."""
        if [(m.id, m.name, m.side) for m in models] == [(m.id, m.name, m.side) for m in self.models]:
            self.models = models
            return
        self.beginResetModel()
        self.models = models
        self._place = {model.id: place for place, model in enumerate(models)}
        self.cells = {pair: seen for pair, seen in self.cells.items() if self._place.keys() >= set(pair)}
        self.endResetModel()

    def fill(self, cells: Mapping[Pair, Seen]) -> None:
        """These verdicts have come."""
        self.cells.update(cells)
        self.pending -= cells.keys()
        if len(cells) > MANY:
            self._all_changed()
            return
        for viewer, target in cells:
            if viewer in self._place and target in self._place:
                at = self.index(self._place[viewer], self._place[target])
                self.dataChanged.emit(at, at)  # one by one: the others need not be painted again

    def wait_for(self, pairs: tuple[Pair, ...]) -> None:
        """What is shown of these pairs is no longer certain."""
        self.pending = set(pairs)
        self.cells = {pair: seen for pair, seen in self.cells.items() if pair in self.pending}
        self._all_changed()

    def _all_changed(self) -> None:
        if self.models:
            last = len(self.models) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))

    def pair(self, index: Index) -> tuple[Model, Model]:
        """Who looks at whom in this cell."""
        return self.models[index.row()], self.models[index.column()]

    def seen(self, index: Index) -> Seen | None:
        viewer, target = self.pair(index)
        return self.cells.get((viewer.id, target.id))

    def uncertain(self, index: Index) -> bool:
        viewer, target = self.pair(index)
        return (viewer.id, target.id) in self.pending

    def says(self, index: Index) -> str:
        """The cell in one sentence."""
        viewer, target = self.pair(index)
        if viewer.id == target.id:
            return viewer.name
        found, ends = self.seen(index), f"{viewer.name} → {target.name}"
        if found is None:
            return f"{ends}: {'being reckoned' if self.uncertain(index) else 'not asked'}"
        return self.told(f"{ends}: {found.said}{' (being reckoned anew)' if self.uncertain(index) else ''}")

    def rowCount(self, parent: Index = NOBODY) -> int:
        return 0 if parent.isValid() else len(self.models)

    def columnCount(self, parent: Index = NOBODY) -> int:
        return 0 if parent.isValid() else len(self.models)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return self.says(index)
        if role == Role.DisplayRole:
            found = self.seen(index)
            return "" if found is None or not found.sees or found.percent is None else f"{found.percent}"
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if not 0 <= section < len(self.models):
            return None
        model = self.models[section]
        if role == Role.DisplayRole:
            return model.name
        if role == Role.ToolTipRole:
            return self.summed(model, looks=orientation == Qt.Orientation.Vertical)
        return None

    def summed(self, model: Model, *, looks: bool) -> str:
        """How many a model sees, or is seen by."""
        own = 0 if looks else 1
        found = [seen for pair, seen in self.cells.items() if pair[own] == model.id]
        count = sum(seen.sees for seen in found)
        close = sum(seen.close for seen in found)
        doubt = f"; {close} too close to call" if close else ""
        return f"{model.name} {'sees' if looks else 'is seen by'} {count} of {len(found)}{doubt}"


class Cell(QStyledItemDelegate):
    """Paints a verdict: its sign, its colour, a bar as long as the share seen, and the number where there is room."""

    def __init__(self, grid: Grid, look: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grid = grid
        self.look = look

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, where = self.look, QRectF(option.rect).adjusted(1, 1, -1, -1)
        viewer, target = self._grid.pair(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        found = self._grid.seen(index)
        if viewer.id == target.id:
            self._nobody(painter, where)
        elif found is None:
            painter.setPen(colour(look.dim))
            painter.setFont(font("small", look.text_scale))
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, "…" if self._grid.uncertain(index) else "")
        else:
            painter.setOpacity(0.45 if self._grid.uncertain(index) else 1.0)
            self._verdict(painter, where, found)
            painter.setOpacity(1.0)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(pen(look.text, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(where.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.restore()

    def _nobody(self, painter: QPainter, where: QRectF) -> None:
        painter.setPen(pen(self.look.edge, 1.2))
        painter.drawLine(where.center() - QPointF(3, -3), where.center() + QPointF(3, -3))

    def _verdict(self, painter: QPainter, where: QRectF, found: Seen) -> None:
        look, stroke = self.look, self.look.stroke(found.role)
        back = mix(look.panel, stroke.colour, 0.30 if found.sees else 0.14)
        painter.setPen(pen(stroke.colour, 1.0, (2, 2) if found.close else (), 0.8 if found.close else 0.35))
        painter.setBrush(colour(back))
        painter.drawRoundedRect(where.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        measured = found.sees and found.share is not None
        numbered = measured and where.width() >= NUMBERED * look.text_scale - 2
        middle = where.center() - QPointF(0, 1.5 if measured else 0)
        at = QPointF(where.left() + 9, middle.y()) if numbered else middle
        sign(painter, stroke.tip, at, 4.2, stroke.colour, back, 2.0)
        if numbered:
            painter.setFont(font("small", look.text_scale))
            painter.setPen(colour(look.text))
            words = where.adjusted(14, 0, -3, -3)
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, f"{found.percent}")
        if measured:
            rail = QRectF(where.left() + 3, where.bottom() - 4.5, where.width() - 6, 2.4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(stroke.colour, 0.25))
            painter.drawRect(rail)
            painter.setBrush(colour(stroke.colour))
            painter.drawRect(
                QRectF(rail.topLeft(), QSizeF(max(1.0, rail.width() * (found.share or 0.0)), rail.height()))
            )


class Names(QHeaderView):
    """Names along an edge, with a bar in the side's colour; columns read upwards, or have letters only."""

    def __init__(self, orientation: Qt.Orientation, grid: Grid, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._grid = grid
        self.look = look
        self.sides: tuple[str, ...] = ()
        self.short = False
        """Only the letters that stand on the models: there is no room for names."""
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(LEAST_HIGH)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)
        what = "Who looks" if orientation == Qt.Orientation.Vertical else "Who is looked at"
        self.setAccessibleName(what)

    def long(self) -> int:
        """Pixels of the longest name, within reason."""
        metrics = QFontMetrics(font("body", self.look.text_scale))
        wide = max((metrics.horizontalAdvance(model.name) for model in self._grid.models), default=40)
        return min(round(LONGEST * self.look.text_scale), wide) + 16

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if self.orientation() == Qt.Orientation.Vertical:
            return QSize(self.long(), hint.height())
        return QSize(hint.width(), round(24 * self.look.text_scale) if self.short else self.long())

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803
        if not 0 <= logicalIndex < len(self._grid.models):
            return
        model, where, look = self._grid.models[logicalIndex], QRectF(rect), self.look
        side = colour(look.side(self.sides.index(model.side) if model.side in self.sides else 0).colour)
        chosen = self._chosen(logicalIndex)
        face = font("body", look.text_scale)
        face.setBold(chosen)
        painter.save()
        painter.fillRect(where, colour(look.panel))
        painter.setFont(face)
        painter.setPen(colour(look.text if chosen else look.dim))
        upright = Qt.AlignmentFlag.AlignVCenter
        if self.orientation() == Qt.Orientation.Vertical:
            painter.fillRect(QRectF(where.right() - 5, where.top() + 1, 3, where.height() - 2), side)
            self._write(painter, where.adjusted(2, 0, -9, 0), model.name, upright | Qt.AlignmentFlag.AlignRight)
        elif self.short:
            painter.fillRect(QRectF(where.left() + 1, where.bottom() - 5, where.width() - 2, 3), side)
            self._write(painter, where.adjusted(0, 0, 0, -6), initials(model.name), Qt.AlignmentFlag.AlignCenter)
        else:
            painter.translate(where.left(), where.bottom())
            painter.rotate(-90)
            painter.fillRect(QRectF(2, 1, 3, where.width() - 2), side)
            words = QRectF(9, 0, where.height() - 11, where.width())
            self._write(painter, words, model.name, upright | Qt.AlignmentFlag.AlignLeft)
        painter.restore()

    def _write(self, painter: QPainter, where: QRectF, words: str, along: Qt.AlignmentFlag) -> None:
        said = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, round(where.width()))
        painter.drawText(where, along, said)

    def _chosen(self, section: int) -> bool:
        selection = self.selectionModel()
        if selection is None:
            return False
        now = selection.currentIndex()
        flat = self.orientation() == Qt.Orientation.Horizontal
        return now.isValid() and (now.column() if flat else now.row()) == section
