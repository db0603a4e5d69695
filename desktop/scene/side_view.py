"""The side view: the table cut along one line, drawn to scale with its heights.

It draws a `Slice` and knows nothing else; the window fills one from the evidence that is
on the table at that moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.look import Theme, font, mix, rulers, theme
from desktop.scene.ink import colour, halo_text, ruled, sign, text_size

BoxRole = Literal["model", "target", "terrain", "blocker", "ground"]
_EMPTY = "Measure a distance or a line of sight, or point at an action: the cut along it is drawn here."
_SIDE, _HEAD, _NAMES, _FOOT = 14, 26, 8, 20


@dataclass(frozen=True)
class SliceBox:
    """Something the line passes: from *start* to *end* along it, *bottom* to *top* (inches).

    *side* is the seat of a model's side (0, 1…), -1 for terrain; *note* is written over it
    ("hides 100 %").
    """

    label: str
    start: float
    end: float
    bottom: float
    top: float
    role: BoxRole = "terrain"
    side: int = -1
    note: str = ""


@dataclass(frozen=True)
class SliceLine:
    """A line in the cut: (inches along, inches up), its evidence role, and where it is stopped."""

    points: tuple[tuple[float, float], ...]
    role: str = "clear"
    label: str = ""
    stopped: tuple[float, float] | None = None


@dataclass(frozen=True)
class Slice:
    """A vertical cut along a line of *length* inches."""

    title: str
    length: float
    boxes: tuple[SliceBox, ...] = ()
    lines: tuple[SliceLine, ...] = ()
    note: str = ""


class SideView(QWidget):
    """Draws the last `show_slice`; with none, says what to do."""

    def __init__(self, look: Theme | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look or theme("dark")
        self._slice: Slice | None = None
        self.written: list[str] = []
        """The names that found room when it was last painted."""
        self.setMinimumHeight(96)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("Side view")

    def sizeHint(self) -> QSize:
        return QSize(600, 160)

    def show_slice(self, cut: Slice | None) -> None:
        """Draw this cut; None empties the view."""
        self._slice = cut
        self.setAccessibleDescription(in_words(cut))
        self.update()

    def set_theme(self, look: Theme) -> None:
        """Draw in another theme."""
        self._look = look
        self.update()

    def frame(self) -> tuple[float, QPointF]:
        """Pixels an inch (the same along and up) and the pixel of inch 0 on the table."""
        cut = self._slice
        if cut is None:
            return 1.0, QPointF(0, 0)
        left, right, top = _extent(cut)
        wide, high = self.width() - 2 * _SIDE, self.height() - _FOOT - _HEAD - _NAMES
        scale = max(1.0, min(wide / (right - left), high / max(top, 0.5)))
        spare = (wide - (right - left) * scale) / 2
        return scale, QPointF(_SIDE + spare - left * scale, self.height() - _FOOT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = self._look
        ruled(painter, look.edge, 1.0)
        painter.setBrush(colour(look.panel))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        self._heading(painter)
        if self._slice is None:
            painter.setFont(font("body", look.text_scale))
            painter.setPen(colour(look.dim))
            where = QRectF(self.rect()).adjusted(_SIDE, _HEAD, -_SIDE, -4)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, _EMPTY)
        else:
            self._paint_cut(painter, self._slice)
        painter.end()

    def _heading(self, painter: QPainter) -> None:
        title = "Side view" + (f"  ·  {self._slice.title}" if self._slice else "")
        room, scale = self.width() - 2 * _SIDE, self._look.text_scale
        if self._slice and self._slice.note:
            painter.setFont(font("body", scale))
            painter.setPen(colour(self._look.text))
            note = rulers.tell(self._slice.note, (self._slice.length,))
            words = painter.fontMetrics().elidedText(note, Qt.TextElideMode.ElideRight, room)
            where = QRectF(_SIDE, 5, room, 18)
            painter.drawText(where, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
            room -= painter.fontMetrics().horizontalAdvance(words) + 12
        painter.setFont(font("heading", scale))
        painter.setPen(colour(self._look.dim))
        if room > 40:
            words = painter.fontMetrics().elidedText(title.upper(), Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRectF(_SIDE, 6, room, 18), Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_cut(self, painter: QPainter, cut: Slice) -> None:
        scale, zero = self.frame()
        self._paint_ruler(painter, cut, scale, zero)
        for box in sorted(cut.boxes, key=lambda box: box.role in ("model", "target")):
            self._paint_box(painter, box, scale, zero)
        self._label_boxes(painter, cut, scale, zero)
        for line in cut.lines:
            self._paint_line(painter, line, scale, zero)
        for box in cut.boxes:
            if box.note:
                self._note(painter, box, scale, zero)

    def _paint_ruler(self, painter: QPainter, cut: Slice, scale: float, zero: QPointF) -> None:
        """Inch lines and numbers along, the table's edge, and heights at the left."""
        look = self._look
        left, right, top = _extent(cut)
        faint = mix(look.panel, look.dim, 0.28)
        one = look.ruler.inches * (10.0 if look.ruler.digits == 1 else 1.0)
        wide = 44 if look.ruler.digits == 1 else 34
        step = next(step for step in (1, 2, 3, 5, 6, 10, 12, 20, 24, 50, 100, 1000) if step * one * scale >= wide) * one
        painter.setFont(font("small", look.text_scale))
        for k in range(math.ceil(left / step), math.floor(right / step) + 1):
            x = zero.x() + k * step * scale
            ruled(painter, faint, 1.0)
            painter.drawLine(QLineF(x, _HEAD, x, zero.y() + 3))
            painter.setPen(colour(look.dim))
            said = look.ruler.say(k * step)
            painter.drawText(QRectF(x - 26, zero.y() + 3, 52, 14), Qt.AlignmentFlag.AlignCenter, said)
        rise = next((step for step in (1, 2, 5, 10, 20, 50) if step * one * scale >= 16), 100) * one
        for k in range(1, math.ceil(top / rise) + 1):
            y = zero.y() - k * rise * scale
            if y < _HEAD + 12:
                continue
            ruled(painter, faint, 1.0, (1, 5))
            painter.drawLine(QLineF(_SIDE, y, self.width() - _SIDE, y))
            painter.setPen(colour(look.dim))
            where = QRectF(_SIDE - 12, y - 13, 52, 12)
            painter.drawText(
                where, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, look.ruler.say(k * rise)
            )
        ruled(painter, mix(look.dim, look.clear, 0.3), 2.0)
        painter.drawLine(QLineF(_SIDE, zero.y(), self.width() - _SIDE, zero.y()))

    def _paint_box(self, painter: QPainter, box: SliceBox, scale: float, zero: QPointF) -> None:
        look = self._look
        if box.role == "ground":
            self._paint_gap(painter, box, scale, zero)
            return
        where = _drawn(box, scale, zero)
        if box.role in ("model", "target"):
            edge = look.side(max(box.side, 0)).colour
        else:
            edge = look.blocked if box.role == "blocker" else look.dim
        painter.setBrush(colour(self._fill(box)))
        stroke = look.stroke("blocker")
        ruled(painter, edge, 2.0, stroke.dash if box.role == "blocker" else ())
        painter.drawRect(where)
        if box.role == "blocker":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(colour(look.blocked, 0.6), Qt.BrushStyle.BDiagPattern))
            painter.drawRect(where)

    def _fill(self, box: SliceBox) -> str:
        look = self._look
        if box.role == "ground":
            return look.around
        if box.role in ("model", "target"):
            return mix(look.panel, look.side(max(box.side, 0)).colour, 0.55)
        return mix(look.panel, look.dim, 0.5 if box.role == "blocker" else 0.32)

    def _paint_gap(self, painter: QPainter, box: SliceBox, scale: float, zero: QPointF) -> None:
        """Something flat in the floor: it breaks the line of the table, its name under it."""
        look, y = self._look, zero.y() - box.top * scale
        where = QRectF(zero.x() + box.start * scale, y - 1, (box.end - box.start) * scale, _FOOT - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.around))
        painter.drawRect(where)
        ruled(painter, look.blocked, 2.0)
        painter.drawLines([QLineF(x, y - 3, x, y + 6) for x in (where.left(), where.right())])

    def _label_boxes(self, painter: QPainter, cut: Slice, scale: float, zero: QPointF) -> None:
        """Models first, then what stands in the way; a name moves up over another, and what finds no room has none."""
        face = font("small", self._look.text_scale)
        painter.setFont(face)
        ranks = {"target": 0, "model": 0, "blocker": 1, "ground": 1}
        taken: list[QRectF] = []
        self.written = []
        for box in sorted(cut.boxes, key=lambda box: ranks.get(box.role, 2)):
            where, size = _drawn(box, scale, zero), text_size(box.label, face)
            if box.role == "ground":
                where = QRectF(where.left(), where.top() - 1, where.width(), _FOOT - 1)
            inside = size.width() + 6 <= where.width() and size.height() <= where.height()
            top = where.center().y() - size.height() / 2 if inside else where.top() - size.height() - 2
            spot = QRectF(where.center().x() - size.width() / 2 - 2, top, size.width() + 4, size.height())
            spot.translate(max(_SIDE - spot.left(), 0) + min(self.width() - _SIDE - spot.right(), 0), 0)
            while any(spot.intersects(other) for other in taken) and spot.top() >= _HEAD:
                spot.translate(0, -size.height())
            if any(spot.intersects(other) for other in taken):
                continue
            taken.append(spot)
            self.written.append(box.label)
            halo_text(painter, spot, box.label, self._look.text, self._fill(box) if inside else self._look.panel)

    def _paint_line(self, painter: QPainter, line: SliceLine, scale: float, zero: QPointF) -> None:
        look, stroke = self._look, self._look.stroke(line.role)
        spots = [QPointF(zero.x() + x * scale, zero.y() - z * scale) for x, z in line.points]
        if not spots:
            return
        halves = [(spots, line.role == "blocked" and line.stopped is None)]
        if line.stopped is not None:
            stop = QPointF(zero.x() + line.stopped[0] * scale, zero.y() - line.stopped[1] * scale)
            before = [spot for spot in spots if spot.x() < stop.x()] or spots[:1]
            halves = [([*before, stop], False), ([stop, *spots[len(before) :]], True)]
        for part, dotted in halves:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ruled(painter, look.halo, stroke.weight + 2.0, alpha=0.4)
            painter.drawPolyline(QPolygonF(part))
            dash = stroke.dash if dotted or line.role != "blocked" else ()
            ruled(painter, stroke.colour, stroke.weight, dash)
            painter.drawPolyline(QPolygonF(part))
        end = halves[0][0][-1]
        if stroke.tip != "none":
            sign(painter, stroke.tip, end, 5.0, stroke.colour, look.halo, 2.2)
        if line.label:
            middle = (spots[0] + end) / 2
            upright = abs(end.x() - spots[0].x()) < 2 < abs(end.y() - spots[0].y())
            aside = QPointF(-text_size(line.label, font("small", look.text_scale)).width() / 2 - 7, 9)
            self._line_label(painter, line.label, middle + aside if upright else middle, stroke.colour)

    def _line_label(self, painter: QPainter, words: str, at: QPointF, name: str) -> None:
        face = font("small", self._look.text_scale)
        size = text_size(words, face)
        painter.setFont(face)
        where = QRectF(at.x() - size.width() / 2 - 2, at.y() - size.height() - 5, size.width() + 4, size.height())
        halo_text(painter, where, words, name, self._look.panel)

    def _note(self, painter: QPainter, box: SliceBox, scale: float, zero: QPointF) -> None:
        face = font("body", self._look.text_scale)
        note = rulers.tell(box.note)
        size = text_size(note, face)
        painter.setFont(face)
        x = zero.x() + (box.start + box.end) / 2 * scale - size.width() / 2
        x = min(max(x, float(_SIDE)), self.width() - _SIDE - size.width())
        y = max(float(_HEAD), zero.y() - box.top * scale - 2 * size.height() - 2)
        where = QRectF(x - 2, y, size.width() + 4, size.height())
        halo_text(painter, where, note, self._look.text, self._look.panel)


def _drawn(box: SliceBox, scale: float, zero: QPointF) -> QRectF:
    """Where a box is painted, thick enough to be seen."""
    return QRectF(
        zero.x() + box.start * scale,
        zero.y() - box.top * scale,
        max(2.0, (box.end - box.start) * scale),
        max(2.0, (box.top - box.bottom) * scale),
    )


def _extent(cut: Slice) -> tuple[float, float, float]:
    """Leftmost and rightmost inch to show, and the highest."""
    tops = [box.top for box in cut.boxes] + [z for line in cut.lines for _, z in line.points]
    left = min([0.0] + [box.start for box in cut.boxes])
    right = max([cut.length, 1.0] + [box.end for box in cut.boxes])
    return left - 0.2, right + 0.2, max([1.0, *tops]) + 0.5


def in_words(cut: Slice | None) -> str:
    """The cut for those who do not see it."""
    if cut is None:
        return _EMPTY
    ruler = rulers.in_force()
    number, tell, unit = ruler.number, rulers.tell, ruler.title.lower()
    parts = [
        f"{box.label}, {number(box.bottom)} to {number(box.top)} {unit} high, {tell(box.note)}".rstrip(", ")
        for box in cut.boxes
    ]
    return f"{tell(cut.title)}, {number(cut.length)} {unit}. " + "; ".join(parts)
