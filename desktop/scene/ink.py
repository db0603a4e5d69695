"""Drawing words shared by the items: pens, pixel-sized text, pills and signs.

Items live in inches; what must stay readable at any zoom (text, signs, line weights) is
drawn in pixels around a point of the table with `at_pixels`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPixmapCache,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from desktop.look import Theme, readable_on
from engine.game import Base, Model, Point

INCH = 1 / 25.4
"""Inches in a millimetre."""


def scale_of(painter: QPainter) -> float:
    """Pixels an inch under this painter."""
    frame = painter.worldTransform()
    return math.hypot(frame.m11(), frame.m12()) or 1.0


@contextmanager
def at_pixels(painter: QPainter, at: QPointF) -> Iterator[None]:
    """Draw in pixels with the table point *at* as origin."""
    painter.save()
    spot = painter.worldTransform().map(at)
    painter.setWorldTransform(QTransform.fromTranslate(spot.x(), spot.y()))
    yield
    painter.restore()


@lru_cache(maxsize=1024)
def colour(name: str, alpha: float = 1.0) -> QColor:
    """A Qt colour with an opacity from 0 to 1.  Shared: not to be changed."""
    made = QColor(name)
    made.setAlphaF(alpha)
    return made


def pen(name: str, weight: float, dash: tuple[float, ...] = (), alpha: float = 1.0) -> QPen:
    """A pen for a painter in pixels: *weight* in pixels, *dash* in weights."""
    made = QPen(colour(name, alpha), weight)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash:
        made.setDashPattern(list(dash))
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    else:
        made.setCapStyle(Qt.PenCapStyle.RoundCap)
    return made


def ruled(painter: QPainter, name: str, weight: float, dash: tuple[float, ...] = (), alpha: float = 1.0) -> None:
    """Take a pen of *weight* pixels whatever the painter's scale.

    Not a cosmetic pen: Qt counts those in device pixels, half as wide on a fine screen.
    """
    painter.setPen(pen(name, weight / scale_of(painter), dash, alpha))


def hatch(painter: QPainter, name: str, style: Qt.BrushStyle, alpha: float) -> QBrush:
    """A pattern brush whose grain stays the same size on the screen; SVG, which has no such grain, gets a wash."""
    engine = painter.paintEngine()
    if engine is not None and engine.type() == QPaintEngine.Type.SVG:
        return QBrush(colour(name, alpha * 0.4))
    made = QBrush(colour(name, alpha), style)
    grain = 1 / scale_of(painter)
    made.setTransform(QTransform.fromScale(grain, grain))
    return made


def polygon_path(outline: tuple[Point, ...], closed: bool = True) -> QPainterPath:
    """Corners in inches as a path."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))
    if closed:
        path.closeSubpath()
    return path


def base_path(base: Base, inset: float = 0.0) -> QPainterPath:
    """The true base in inches round the origin, looking up the screen; *inset* shrinks it."""
    width, depth = base.width * INCH - 2 * inset, base.depth * INCH - 2 * inset
    path = QPainterPath()
    where = QRectF(-width / 2, -depth / 2, width, depth)
    if base.shape == "rect":
        path.addRect(where)
    else:
        path.addEllipse(where)
    return path


def reach_of(base: Base) -> float:
    """Inches from the centre to the farthest point of the base."""
    if base.shape == "rect":
        return math.hypot(base.width, base.depth) / 2 * INCH
    return max(base.width, base.depth) / 2 * INCH


def covers(model: Model, x: float, y: float, slop: float = 0.0) -> bool:
    """Is the point (inches) on the model's base, exactly, or within *slop* of it?"""
    room = max(model.profile.base.width, model.profile.base.depth) * INCH + slop
    if abs(x - model.x) > room or abs(y - model.y) > room:
        return False  # most of a hundred models are far from the hand
    turn = math.radians(model.facing)
    dx, dy = x - model.x, y - model.y
    across = dx * math.cos(turn) + dy * math.sin(turn)
    along = -dx * math.sin(turn) + dy * math.cos(turn)
    half_width = model.profile.base.width / 2 * INCH + slop
    half_depth = model.profile.base.depth / 2 * INCH + slop
    if model.profile.base.shape == "rect":
        return abs(across) <= half_width and abs(along) <= half_depth
    return (across / half_width) ** 2 + (along / half_depth) ** 2 <= 1.0


def text_size(text: str, face: QFont) -> QSizeF:
    """Pixels the text takes, in one line."""
    metrics = QFontMetricsF(face)
    return QSizeF(metrics.horizontalAdvance(text), metrics.height())


def halo_text(painter: QPainter, where: QRectF, text: str, ink: str, halo: str) -> None:
    """Text with a soft rim of the other tone, readable on any picture."""
    painter.setPen(colour(halo, 0.75))
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        painter.drawText(where.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(colour(ink))
    painter.drawText(where, Qt.AlignmentFlag.AlignCenter, text)


class Taken:
    """Rectangles in pixels that already hold words; rows of buckets keep the question cheap."""

    def __init__(self) -> None:
        self._rows: dict[int, list[QRectF]] = {}

    def _spanned(self, where: QRectF) -> range:
        return range(int(where.top() // 24), int(where.bottom() // 24) + 1)

    def add(self, where: QRectF) -> None:
        for row in self._spanned(where):
            self._rows.setdefault(row, []).append(where)

    def hits(self, where: QRectF) -> bool:
        """Would words here cover others?"""
        return any(where.intersects(one) for row in self._spanned(where) for one in self._rows.get(row, ()))


def pill_size(text: str, face: QFont, signed: bool) -> QSizeF:
    """Pixels of the pill `pill` will draw."""
    size = text_size(text, face)
    return QSizeF(size.width() + 14 + (13 if signed else 0), size.height() + 5)


def pill(painter: QPainter, where: QRectF, text: str, face: QFont, back: str, tip: str, look: Theme) -> None:
    """A rounded label in pixels, with the role's sign in front of the words.

    In a window the drawing is kept: a drag shows the same dozen labels again and again.
    """
    device = painter.device()
    if not isinstance(device, QWidget):
        _draw_pill(painter, where, text, face, back, tip, look)
        return
    ratio = device.devicePixelRatioF()
    kept = QPixmap()
    key = f"pill {text} {back} {tip} {look.halo} {face.key()} {ratio}"
    if not QPixmapCache.find(key, kept):
        kept = QPixmap((where.size().toSize() + QSize(4, 4)) * ratio)
        kept.setDevicePixelRatio(ratio)
        kept.fill(Qt.GlobalColor.transparent)
        inner = QPainter(kept)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_pill(inner, QRectF(QPointF(1, 1), where.size()), text, face, back, tip, look)
        inner.end()
        QPixmapCache.insert(key, kept)
    corner = painter.worldTransform().map(where.topLeft()) * ratio
    whole = QPointF(round(corner.x()), round(corner.y())) / ratio  # letters between two pixels would blur
    painter.drawPixmap(painter.worldTransform().inverted()[0].map(whole) - QPointF(1, 1), kept)


def _draw_pill(painter: QPainter, where: QRectF, text: str, face: QFont, back: str, tip: str, look: Theme) -> None:
    ink = readable_on(back)
    ruled(painter, look.halo, 1.0, alpha=0.55)
    painter.setBrush(colour(back, 0.96))
    painter.drawRoundedRect(where, 5, 5)
    words = QRectF(where)
    if tip != "none":
        sign(painter, tip, QPointF(where.left() + 11, where.center().y()), 4.0, ink, back, 1.8)
        words.setLeft(where.left() + 13)
    painter.setFont(face)
    painter.setPen(colour(ink))
    painter.drawText(words, Qt.AlignmentFlag.AlignCenter, text)


_SIGNS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "tick": (((-1, 0.05), (-0.3, 0.8), (1, -0.8)),),
    "cross": (((-0.8, -0.8), (0.8, 0.8)), ((-0.8, 0.8), (0.8, -0.8))),
    "wave": (((-1.1, 0.3), (-0.55, -0.5), (0, 0.3), (0.55, -0.5), (1.1, 0.3)),),
    "near": (
        ((-1.0, -0.2), (-0.5, -0.75), (0, -0.4), (0.5, -0.1), (1.0, -0.6)),
        ((-1.0, 0.6), (-0.5, 0.05), (0, 0.4), (0.5, 0.7), (1.0, 0.2)),
    ),
    "arrow": (((-0.4, -0.8), (0.7, 0), (-0.4, 0.8)),),
    "bars": (((-1, -0.7), (-1, 0.7)), ((1, -0.7), (1, 0.7)), ((-1, 0), (1, 0))),
    "dots": (((-0.9, 0), (-0.85, 0)), ((0, 0), (0.05, 0)), ((0.9, 0), (0.95, 0))),
    "down": (((0, -1), (0, 0.9)), ((-0.7, 0.2), (0, 0.9), (0.7, 0.2))),
    "up": (((0, 1), (0, -0.9)), ((-0.7, -0.2), (0, -0.9), (0.7, -0.2))),
    "arch": (((-1, 0.7), (-0.6, -0.3), (0, -0.7), (0.6, -0.3), (1, 0.7)),),
    "bang": (((0, -1), (0, 0.25)), ((0, 0.85), (0, 0.9))),
    "corners": (
        ((-0.9, -0.2), (-0.9, -0.9), (-0.2, -0.9)),
        ((0.9, 0.2), (0.9, 0.9), (0.2, 0.9)),
    ),
    "none": (),
}


def sign(
    painter: QPainter, tip: str, at: QPointF, size: float, ink: str, halo: str, weight: float = 2.6, turn: float = 0.0
) -> None:
    """One of the role signs in pixels, *size* from its middle to its edge, turned by degrees."""
    frame = QTransform.fromTranslate(at.x(), at.y()).rotate(turn).scale(size, size)
    strokes = [frame.map(QPolygonF([QPointF(x, y) for x, y in run])) for run in _SIGNS[tip]]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for made in (pen(halo, weight + 2.4, alpha=0.7), pen(ink, weight)):
        painter.setPen(made)
        for stroke in strokes:
            painter.drawPolyline(stroke)
