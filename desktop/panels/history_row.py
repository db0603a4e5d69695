"""How a row of the history is painted: its branch, whose it was, its words, and where its dice came from."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.look import Theme, draw_icon, font, initials, mix, rulers
from desktop.panels.chronicle import Chronicle, Strand, Told
from desktop.scene.ink import colour, pen
from engine.journal import START
from engine.story import side_name

LANE = 11.0
"""Pixels from lane to lane."""
MOST_LANES = 5
"""Branches farther aside share the last lane."""
DOT = 3.4


class HistoryRow(QStyledItemDelegate):
    """Paints rows of a `Chronicle`; what stands is bright, what was undone is dim and struck through."""

    def __init__(self, rows: Chronicle, look: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.look = look

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, round(23 * self.look.text_scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry, look = self._rows.entry(index), self.look
        where = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(look.hover, 1.0 if chosen else 0.6))
            painter.drawRoundedRect(where.adjusted(0, 0.5, 0, -0.5), 4, 4)
        left = self._branches(painter, where, entry)
        told = self._rows.told(entry)
        left = self._side(painter, where, left, entry, told)
        right = self._signs(painter, where, told, undone=self._rows.undone(entry))
        self._words(painter, QRectF(left, where.top(), right - left, where.height()), entry, told)
        painter.restore()

    # Branches --------------------------------------------------------------------------------

    def _branches(self, painter: QPainter, where: QRectF, entry: int) -> float:
        """Lines of all branches that pass here, and this row's dot; gives where the words may begin."""
        strands = self._rows.strands(entry)
        now = self._rows.journal
        for strand in sorted(strands, key=lambda one: one.child in self._rows.in_force):
            self._strand(painter, where, entry, strand)
        lane = self._lane(self._rows.lanes[entry] if entry != START and not self._rows.searched else 0)
        at = QPointF(self._across(where, lane), where.center().y())
        here = now is not None and now.cursor == entry
        stands = not self._rows.undone(entry)
        painter.setPen(pen(self.look.primary if stands else self._faint(), 1.6))
        painter.setBrush(colour(self.look.primary if here else self.look.panel))
        size = DOT + (1.6 if here else 0.0)
        painter.drawEllipse(at, size, size)
        widest = max((self._lane(strand.lane) for strand in strands), default=lane)
        return self._across(where, widest) + 10.0

    def _strand(self, painter: QPainter, where: QRectF, entry: int, strand: Strand) -> None:
        force = strand.child in self._rows.in_force
        painter.setPen(pen(self.look.primary if force else self._faint(), 2.0 if force else 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        lane = self._lane(strand.lane)
        parent = self._lane(self._rows.lanes[strand.above] if strand.above != START else 0)
        x, middle = self._across(where, lane), where.center().y()
        if entry == strand.above and lane != parent:
            path = QPainterPath(QPointF(self._across(where, parent), middle))
            path.quadTo(QPointF(x, middle + 1), QPointF(x, where.bottom() + 1))
            painter.drawPath(path)
            return
        top = middle if entry == strand.above else where.top() - 1
        painter.drawLine(QPointF(x, top), QPointF(x, middle if entry == strand.below else where.bottom() + 1))

    @staticmethod
    def _lane(lane: int) -> int:
        return min(lane, MOST_LANES)

    @staticmethod
    def _across(where: QRectF, lane: int) -> float:
        return where.left() + 9.0 + lane * LANE

    def _faint(self) -> str:
        return mix(self.look.panel, self.look.dim, 0.7)

    # Words and signs -------------------------------------------------------------------------

    def _side(self, painter: QPainter, where: QRectF, left: float, entry: int, told: Told) -> float:
        """The side's colour with its letters."""
        if not told.side:
            return left
        game = self._rows.before(entry)
        seats: list[str] = [side.id for side in game.sides]
        side = self.look.side(seats.index(told.side) if told.side in seats else 0)
        high = 15.0 * self.look.text_scale
        chip = QRectF(left, where.center().y() - high / 2, high * 1.45, high)
        painter.setOpacity(0.55 if self._rows.undone(entry) else 1.0)
        painter.setPen(pen(side.colour, 1.2))
        painter.setBrush(colour(mix(self.look.panel, side.colour, 0.16)))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setFont(font("small", self.look.text_scale))
        painter.setPen(colour(self.look.text))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, initials(side_name(game, told.side).removeprefix("The ")))
        painter.setOpacity(1.0)
        return chip.right() + 6.0

    def _signs(self, painter: QPainter, where: QRectF, told: Told, *, undone: bool) -> float:
        """A die for what the program rolled, a pencil for typed faces, a hand; gives where the words must end."""
        size, right = 14.0 * self.look.text_scale, where.right() - 4.0
        wanted = (("by_hand", told.by_hand), ("typed", bool(told.typed)), ("dice", bool(told.rolled)))
        for name, on in wanted:
            if on:
                right -= size + 3.0
                spot = QRectF(right, where.center().y() - size / 2, size, size)
                ink = self._faint() if undone else self.look.warning if name == "by_hand" else self.look.dim
                draw_icon(painter, name, ink, spot)
        return right - 4.0

    def _words(self, painter: QPainter, where: QRectF, entry: int, told: Told) -> None:
        undone = self._rows.undone(entry)
        face = font("body", self.look.text_scale)
        face.setStrikeOut(undone)
        face.setBold(bool(told.begins) and not undone)
        painter.setFont(face)
        painter.setPen(colour(self.look.dim if undone or entry == START else self.look.text))
        said = painter.fontMetrics().elidedText(
            rulers.tell(told.text), Qt.TextElideMode.ElideRight, round(where.width())
        )
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, said)
