"""Small pictures of the library's pieces, drawn as the table draws them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from desktop.look import Theme
from desktop.scene.terrain_item import TerrainItem
from engine.building import Parts, box

EDGE = 4
"""Pixels round the piece."""
LARGEST = 14.0
"""Pixels an inch at most: a barrel must not look like a house."""


def icon(parts: Parts, size: int, look: Theme, ratio: float = 1.0) -> QIcon:
    """A picture of *size* pixels, sharp at the screen's *ratio*."""
    return QIcon(_picture(parts, size, look, ratio))


def _picture(parts: Parts, size: int, look: Theme, ratio: float) -> QPixmap:
    ground = look.ground_look("moss")
    canvas = QPixmap(round(size * ratio), round(size * ratio))
    canvas.setDevicePixelRatio(ratio)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(look.edge))
    painter.setBrush(QColor(ground.light))
    painter.drawRoundedRect(QRectF(0.5, 0.5, size - 1, size - 1), 5, 5)
    left, top, right, bottom = box(parts)
    scale = min(LARGEST, (size - 2 * EDGE) / max(right - left, bottom - top, 0.1))
    painter.translate(size / 2, size / 2)
    painter.scale(scale, scale)
    painter.translate(-(left + right) / 2, -(top + bottom) / 2)
    for part in sorted(parts, key=lambda each: (each.top, each.bottom)):
        drawn = TerrainItem()
        drawn.sync(part)
        drawn.paint_shadow(painter, look)
        drawn.paint(painter, look)
    painter.end()
    return canvas
