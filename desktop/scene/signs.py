"""Props that lie on the table and are told by their sign: a chest, a glyph, a flask; and doors that stand open."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from desktop.look import Theme, draw_icon, has_icon
from desktop.scene.ink import scale_of
from engine.game import Terrain

WORDLESS = ("rock",)
"""Kinds that need no name: the stuff between rooms."""
_LEAST = 10.0
"""Pixels of a sign from which it can be told."""


def has_sign(theme: Theme, piece: Terrain) -> bool:
    """Is it of a kind without a look of its own for which a sign is drawn?"""
    kinds = (piece.kind, *piece.kind.split("_"))
    return not any(kind in theme.terrain for kind in kinds) and has_icon(piece.kind)


def paint_sign(painter: QPainter, piece: Terrain, where: QRectF, ink: str) -> None:
    """The sign of its kind, in the middle and as large as there is room for up to an inch."""
    side = min(where.width(), where.height(), 1.0) * 0.86
    if side * scale_of(painter) < _LEAST:
        return
    middle = where.center()
    draw_icon(painter, piece.kind, ink, QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))


def leaves(door: Terrain) -> QPainterPath:
    """An open door of no thickness as its leaves, swung out at both ends."""
    (ax, ay), (bx, by) = door.outline[0], door.outline[-1]
    length = math.dist((ax, ay), (bx, by))
    path = QPainterPath()
    if length <= 0.0:
        return path
    swing = min(0.45, length / 2)
    dx, dy = -(by - ay) / length * swing, (bx - ax) / length * swing
    for x, y in ((ax, ay), (bx, by)):
        path.moveTo(QPointF(x, y))
        path.lineTo(QPointF(x + dx, y + dy))
    return path
