"""Paints what geometry proves: lines, areas, marks and outlined pieces, by role.

One layer of evidence is two items: areas lie under the models, lines and words over them.
A third, `ShadeItem`, darkens what a seen area leaves out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.look import Stroke, Theme
from desktop.scene.haste import hurried, plain_pen
from desktop.scene.ink import at_pixels, colour, hatch, pen, ruled, sign
from desktop.scene.labels import around, boxes, label, line_label
from engine.game import Point, Point3
from engine.geometry.evidence import NOTHING, Area, Evidence, Line, Mark

AREAS = 20.0
LINES = 70.0
SHADE = 10.0
"""Stacking heights: shade under areas under models under lines."""
_SMOOTH_TO = 600
"""Corners above which a translucent area is drawn without antialiasing: it must follow the hand."""
_MERGE_TO = 6000
"""Corners up to which overlapping polygons are merged for their outline."""
_LABEL_ROOM = 260.0
"""Pixels a label may reach beyond what it belongs to."""


def areas_path(areas: Iterable[Area]) -> QPainterPath:
    """All polygons as one path; rings are turned so that overlapping pieces add up and holes stay open."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for area in areas:
        for polygon in area.polygons:
            for index, ring in enumerate(polygon):
                path.addPolygon(QPolygonF([QPointF(x, y) for x, y in _turned(ring, index == 0)]))
                path.closeSubpath()
    return path


def _turned(ring: tuple[Point, ...], outer: bool) -> Iterable[Point]:
    doubled = sum(x * w - v * y for (x, y), (v, w) in zip(ring, ring[1:] + ring[:1], strict=True))
    return ring if (doubled > 0) == outer else reversed(ring)


class _Layer(QGraphicsItem):
    """What both halves share: no mouse, and an extent that allows for words in pixels."""

    def __init__(self, height: float) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(height)
        self._evidence = NOTHING
        self._theme: Theme | None = None
        self._extent = QRectF()

    def rescale(self) -> None:
        """The view is about to zoom: parts sized in pixels change their extent."""
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        if self._extent.isNull():
            return QRectF()
        room = _LABEL_ROOM / (getattr(self.scene(), "pixels_per_inch", 0.0) or 20.0)
        return self._extent.adjusted(-room, -room, room, room)


class AreaItem(_Layer):
    """The areas of one layer: translucent, outlined, hatched by role."""

    def __init__(self, height: float = AREAS) -> None:
        super().__init__(height)
        self._paths: list[tuple[Area, QPainterPath, QPainterPath]] = []

    def sync(self, evidence: Evidence, theme: Theme) -> bool:
        """Show these areas.  False if they are what is shown already."""
        if self._theme is theme and self._evidence.areas == evidence.areas:
            return False
        self.prepareGeometryChange()
        self._evidence, self._theme = evidence, theme
        self._paths = []
        for area in evidence.areas:
            path = areas_path((area,))
            edge = path.simplified() if len(area.polygons) > 1 and path.elementCount() < _MERGE_TO else path
            self._paths.append((area, path, edge))
        self._extent = QRectF()
        for _, path, _ in self._paths:
            self._extent = self._extent.united(path.boundingRect())
        self.update()
        return True

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._theme is None:
            return
        taken: list[QRectF] = []
        plain = hurried(self)
        for area, path, edge in self._paths:
            stroke = self._theme.stroke(area.role)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, not plain and path.elementCount() <= _SMOOTH_TO)
            self._fill(painter, path, stroke)
            _edge(painter, edge, stroke, self._theme, plain)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            if area.label:
                top = QPointF(path.boundingRect().center().x(), path.boundingRect().top())
                label(painter, top, area.label, stroke, self._theme, taken, QPointF())

    def _fill(self, painter: QPainter, path: QPainterPath, stroke: Stroke) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if stroke.fill == "none":
            return
        painter.setBrush(colour(stroke.colour, 0.15))
        painter.drawPath(path)
        if stroke.fill in ("hatch", "mesh"):
            style = Qt.BrushStyle.BDiagPattern if stroke.fill == "hatch" else Qt.BrushStyle.DiagCrossPattern
            painter.setBrush(hatch(painter, stroke.colour, style, 0.5))
            painter.drawPath(path)


def _edge(painter: QPainter, edge: QPainterPath, stroke: Stroke, theme: Theme, plain: bool) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if plain:
        plain_pen(painter, stroke.colour, 1.0, stroke.dash)
    else:
        ruled(painter, theme.halo, stroke.weight + 1.6, alpha=0.35)
        painter.drawPath(edge)
        ruled(painter, stroke.colour, min(stroke.weight, 2.2), stroke.dash)
    painter.drawPath(edge)


class ShadeItem(_Layer):
    """Darkens the board outside the seen areas; the seen part gets a thin light edge."""

    def __init__(self) -> None:
        super().__init__(SHADE)
        self._seen = QPainterPath()
        self._dark = QPainterPath()

    def sync(self, seen: Evidence | None, board: QRectF, theme: Theme) -> None:
        """Shade *board* but for the areas of *seen*; None lifts the shade."""
        self.prepareGeometryChange()
        self._theme = theme
        self._extent = QRectF() if seen is None else QRectF(board)
        self._seen = QPainterPath() if seen is None else areas_path(seen.areas)
        self._dark = QPainterPath() if seen is None else _around_the(self._seen, board, seen)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._theme is None or self._extent.isNull():
            return
        plain = hurried(self)
        smooth = not plain and self._seen.elementCount() <= _SMOOTH_TO
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self._theme.shade, 0.52 if self._theme.dark else 0.30))
        painter.drawPath(self._dark)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        (plain_pen if plain else ruled)(painter, "#f3edc4" if self._theme.dark else self._theme.ink, 1.1, alpha=0.6)
        painter.drawPath(self._seen)


def _around_the(path: QPainterPath, board: QRectF, seen: Evidence) -> QPainterPath:
    """The board without the path; one plain ring needs no clipping, so that it can follow the hand."""
    whole = QPainterPath()
    whole.addRect(board)
    if sum(len(area.polygons) for area in seen.areas) != 1:
        return whole.subtracted(path)
    whole.setFillRule(Qt.FillRule.OddEvenFill)
    whole.addPath(path)
    return whole


class LineItem(_Layer):
    """Lines, marks and outlined pieces of one layer, with their words."""

    def __init__(self, height: float = LINES) -> None:
        super().__init__(height)
        self._outlines: tuple[QPainterPath, ...] = ()
        self._shunned: tuple[QRectF, ...] = ()

    def sync(
        self, evidence: Evidence, outlines: tuple[QPainterPath, ...], shunned: tuple[QRectF, ...], theme: Theme
    ) -> None:
        """Show lines and marks, outline pieces (paths), keep words off the *shunned*: all in inches."""
        self.prepareGeometryChange()
        self._evidence, self._outlines, self._shunned, self._theme = evidence, outlines, shunned, theme
        self._extent = QRectF()
        spots = [spot for line in evidence.lines for spot in line.points] + [mark.at for mark in evidence.marks]
        for x, y, _ in spots:
            self._extent = self._extent.united(QRectF(x - 0.5, y - 0.5, 1, 1))
        for path in outlines:
            self._extent = self._extent.united(path.boundingRect())
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        theme = self._theme
        if theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stops = any(line.role == "blocked" or line.stopped is not None for line in self._evidence.lines)
        for path in self._outlines:
            _outline(painter, path, theme.stroke("blocker" if stops else "ruler"), theme, hurried(self))
        for line in self._evidence.lines:
            _line(painter, line, theme.stroke(line.role), theme)
        frame = painter.worldTransform()
        shunned = [frame.mapRect(model) for model in self._shunned]
        taken = [around(frame.map(QPointF(*mark.at[:2])), 20, 20) for mark in self._evidence.marks]
        taken = [sign for sign in taken if not any(model.contains(sign.center()) for model in shunned)]
        crowd = boxes(shunned)
        for line in self._evidence.lines:
            if line.label:
                line_label(painter, line, _split(line)[0], (theme.stroke(line.role), theme), taken, crowd)
        for mark in self._evidence.marks:
            _mark(painter, mark, theme.stroke(mark.role), theme, taken, shunned)


def _outline(painter: QPainter, path: QPainterPath, stroke: Stroke, theme: Theme, plain: bool) -> None:
    if stroke.fill != "none":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(hatch(painter, stroke.colour, Qt.BrushStyle.BDiagPattern, 0.55))
        painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if plain:
        plain_pen(painter, stroke.colour, stroke.weight, stroke.dash)
    else:
        ruled(painter, theme.halo, stroke.weight + 2.4, alpha=0.6)
        painter.drawPath(path)
        ruled(painter, stroke.colour, stroke.weight, stroke.dash)
    painter.drawPath(path)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _flat(points: Iterable[Point3]) -> list[QPointF]:
    return [QPointF(x, y) for x, y, _ in points]


def _split(line: Line) -> tuple[list[QPointF], list[QPointF]]:
    """The part up to the stop, and the part beyond it."""
    spots = _flat(line.points)
    if line.stopped is None:
        return spots, []
    stop = QPointF(line.stopped[0], line.stopped[1])
    legs = list(pairwise(spots))
    if not legs:
        return spots, []
    away = [_off(stop, start, end) for start, end in legs]
    at = away.index(min(away))
    return [*spots[: at + 1], stop], [stop, *spots[at + 1 :]]


def _off(spot: QPointF, start: QPointF, end: QPointF) -> float:
    """How much longer the way over *spot* is than the leg: 0 on the leg."""
    way = QLineF(start, spot).length() + QLineF(spot, end).length()
    return float(way - QLineF(start, end).length())


def _line(painter: QPainter, line: Line, stroke: Stroke, theme: Theme) -> None:
    """The line itself: what it means is in its dash and its sign, not only in its colour."""
    before, beyond = _split(line)
    blocked = line.role == "blocked"
    if line.role == "leap" and len(before) > 1:
        before = _bowed(before[0], before[-1])
    run = QPolygonF(before)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ruled(painter, theme.halo, stroke.weight + 2.6, alpha=0.55)
    painter.drawPolyline(run)
    if line.role == "grazing":
        ruled(painter, theme.clear, stroke.weight * 0.55)
        painter.drawPolyline(run)
    solid = blocked and line.stopped is not None
    ruled(painter, stroke.colour, stroke.weight, () if solid else stroke.dash)
    painter.drawPolyline(run)
    if beyond:
        ruled(painter, theme.halo, stroke.weight + 1.6, stroke.dash, 0.4)
        painter.drawPolyline(QPolygonF(beyond))
        ruled(painter, stroke.colour, stroke.weight, stroke.dash)
        painter.drawPolyline(QPolygonF(beyond))
    _line_signs(painter, line, before, stroke, theme)


def _line_signs(painter: QPainter, line: Line, run: list[QPointF], stroke: Stroke, theme: Theme) -> None:
    """Cross at the stop, arrow or other sign at the end; a clear line ends in discs, its tick is in its words."""
    if not run:
        return
    last = run[-2] if len(run) > 1 else run[-1]
    turn = math.degrees(math.atan2(run[-1].y() - last.y(), run[-1].x() - last.x()))
    if line.role in ("clear", "grazing", "close", "reach", "zone", "blocker"):
        for end in (run[0], run[-1]):
            _disc(painter, end, stroke, theme)
        if not line.label and len(run) > 1:
            with at_pixels(painter, (run[0] + run[-1]) / 2):
                sign(painter, stroke.tip, QPointF(0, 0), 6.5, stroke.colour, theme.halo)
        return
    if stroke.tip == "bars":
        for end in (run[0], run[-1]):
            with at_pixels(painter, end):
                _bar(painter, turn, stroke, theme)
        return
    turn = turn if line.role == "path" else 0.0
    with at_pixels(painter, run[-1]):
        sign(painter, stroke.tip, QPointF(0, 0), 6.5, stroke.colour, theme.halo, turn=turn)
    if line.role == "path":
        for spot in run[1:-1]:
            _disc(painter, spot, stroke, theme)


def _disc(painter: QPainter, at: QPointF, stroke: Stroke, theme: Theme) -> None:
    with at_pixels(painter, at):
        ruled(painter, theme.halo, 1.2)
        painter.setBrush(colour(stroke.colour))
        painter.drawEllipse(QPointF(0, 0), 3.4, 3.4)


def _bar(painter: QPainter, turn: float, stroke: Stroke, theme: Theme) -> None:
    """The end stop of a ruler, square to it."""
    painter.rotate(turn)
    for made in (pen(theme.halo, stroke.weight + 2.4, alpha=0.7), pen(stroke.colour, stroke.weight)):
        painter.setPen(made)
        painter.drawLine(QPointF(0, -6), QPointF(0, 6))


def _bowed(start: QPointF, end: QPointF) -> list[QPointF]:
    """A leap seen from above is straight; bowed, it reads as a leap."""
    across = QPointF(-(end.y() - start.y()), end.x() - start.x()) * 0.18
    if across.y() > 0:
        across = -across
    path = QPainterPath(start)
    path.quadTo((start + end) / 2 + across, end)
    return [path.pointAtPercent(step / 16) for step in range(17)]


def _mark(
    painter: QPainter, mark: Mark, stroke: Stroke, theme: Theme, taken: list[QRectF], shunned: list[QRectF]
) -> None:
    """A sign on the spot with its words above; on a model only the words, clear of its base."""
    at = QPointF(mark.at[0], mark.at[1])
    spot = painter.worldTransform().map(at)
    under = [model for model in shunned if model.contains(spot)]
    above = max([21.0] + [spot.y() - model.top() + 16.0 for model in under])
    if not under or not mark.label:
        with at_pixels(painter, at):
            ruled(painter, stroke.colour, 1.8)
            painter.setBrush(colour(theme.halo, 0.85))
            painter.drawEllipse(QPointF(0, 0), 9, 9)
            tip = "corners" if stroke.tip == "none" else stroke.tip
            sign(painter, tip, QPointF(0, 0), 4.6, stroke.colour, theme.halo, 2.0)
    if mark.label:
        label(painter, at, mark.label, stroke, theme, taken, QPointF(0, -above))
