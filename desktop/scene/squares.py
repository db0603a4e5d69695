"""Boards of squares: the lines between the squares, and their numbers along the frame.

A square is one inch, as the scene's grid is.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from desktop.look import Theme, font
from desktop.scene.ink import at_pixels, colour, ruled, scale_of

_ROOM = 17.0
"""Pixels a number wants beside the next one."""
_FAINT = 7.0
"""Pixels a square under which no lines are drawn between squares."""


def paint_squares(painter: QPainter, bounds: QRectF, ink: str) -> None:
    """The line between every two squares."""
    if scale_of(painter) < _FAINT:
        return
    wide, deep = bounds.width(), bounds.height()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    ruled(painter, ink, 1.0, alpha=0.2)
    painter.drawLines([QLineF(x, 0, x, deep) for x in range(1, math.ceil(wide))])
    painter.drawLines([QLineF(0, y, wide, y) for y in range(1, math.ceil(deep))])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def paint_numbers(painter: QPainter, bounds: QRectF, theme: Theme) -> None:
    """Columns and rows counted from one along the frame, at the middle of their squares."""
    face = font("small", theme.text_scale)
    face.setBold(False)
    painter.setFont(face)
    step = next(step for step in (1, 2, 5, 10, 50, 100_000) if step * scale_of(painter) >= _ROOM * theme.text_scale)
    for column in _numbered(bounds.width(), step):
        _number(painter, QPointF(column - 0.5, 0), QPointF(0, -11), column, theme)
    for row in _numbered(bounds.height(), step):
        _number(painter, QPointF(0, row - 0.5), QPointF(-14, 0), row, theme)


def _numbered(length: float, step: int) -> range:
    return range(step if step > 1 else 1, math.floor(length + 1e-6) + 1, step)


def _number(painter: QPainter, at: QPointF, off: QPointF, number: int, theme: Theme) -> None:
    with at_pixels(painter, at):
        painter.setPen(colour(theme.dim if theme.dark else theme.text))
        where = QRectF(off.x() - 14, off.y() - 7, 28, 14)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, f"{number}")
