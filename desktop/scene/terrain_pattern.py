"""The patterns that tell terrain kinds apart without colour.

Each is a function (painter, width, depth, step, ink): it draws round the origin inside
*width* × *depth* inches, along x, with lines *step* inches apart; the caller has clipped.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from desktop.look.theme import Pattern
from desktop.scene.ink import colour, ruled

_GOLDEN = (0.7548776662, 0.5698402910)
"""Steps of a sequence that fills the plane evenly, without luck."""


_ROOM = 0.2
"""Inches beyond what is painted now in which a stroke still counts: half its width, at any zoom."""


def _strokes(painter: QPainter, width: float, depth: float, lines: list[QLineF]) -> None:
    """Those that reach into what is painted now: under the outline's clip every other costs as much.

    With round ends Qt would take thirty times as long for each.
    """
    pen = painter.pen()
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    seen = painter.clipBoundingRect().adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
    if seen.contains(QRectF(-width / 2, -depth / 2, width, depth)):
        painter.drawLines(lines)
        return
    left, top, right, bottom = seen.left(), seen.top(), seen.right(), seen.bottom()
    found = []
    for line in lines:
        x, y, dx, dy = line.x1(), line.y1(), line.dx(), line.dy()
        if max(x, x + dx) < left or min(x, x + dx) > right or max(y, y + dy) < top or min(y, y + dy) > bottom:
            continue
        if dx and dy:  # slanted: all four corners on one side of it?
            sides = [dx * (py - y) - dy * (px - x) > 0 for px in (left, right) for py in (top, bottom)]
            if all(sides) or not any(sides):
                continue
        found.append(line)
    painter.drawLines(found)


def _steps(half: float, step: float) -> list[float]:
    count = min(400, int(half / step))
    return [index * step for index in range(-count, count + 1)]


def _spots(width: float, depth: float, step: float) -> list[QPointF]:
    """Evenly scattered points, about one in every *step* square."""
    count = min(500, int(width * depth / (step * step)) + 1)
    return [
        QPointF(((index * _GOLDEN[0]) % 1 - 0.5) * width, ((index * _GOLDEN[1]) % 1 - 0.5) * depth)
        for index in range(1, count + 1)
    ]


def _brick(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    lines = []
    rows = _steps(depth / 2, step * 0.5)
    for index, y in enumerate(rows):
        lines.append(QLineF(-width / 2, y, width / 2, y))
        for x in _steps(width / 2 + step, step):
            at = x + (step / 2 if index % 2 else 0)
            lines.append(QLineF(at, y, at, y + step * 0.5))
    ruled(painter, ink, 1.0, alpha=0.30)
    _strokes(painter, width, depth, lines)


def _planks(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.32)
    rows = _steps(depth / 2, step * 0.6)
    _strokes(painter, width, depth, [QLineF(-width / 2, y, width / 2, y) for y in rows])
    joints = [
        QLineF(x + (index % 3) * step * 1.1, y, x + (index % 3) * step * 1.1, y + step * 0.6)
        for index, y in enumerate(rows)
        for x in _steps(width / 2 + 3 * step, step * 3.3)
    ]
    _strokes(painter, width, depth, joints)


def _rails(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.35)
    _strokes(painter, width, depth, [QLineF(x, -depth / 2, x, depth / 2) for x in _steps(width / 2, step * 0.6)])
    ruled(painter, ink, 2.0, alpha=0.75)
    edge = depth / 2 * 0.84
    _strokes(painter, width, depth, [QLineF(-width / 2, y, width / 2, y) for y in (-edge, edge)])


def _rungs(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 2.0, alpha=0.8)
    gap = max(step * 0.5, width / 12)
    _strokes(painter, width, depth, [QLineF(x, -depth / 2, x, depth / 2) for x in _steps(width / 2, gap)])


def _posts(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.6, alpha=0.6)
    painter.drawLine(QLineF(-width / 2, 0, width / 2, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(ink, 0.6))
    size = min(depth * 0.34, step * 0.3)
    for x in _steps(width / 2, step * 1.4):
        painter.drawEllipse(QPointF(x, 0), size, size)


def _crowns(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.2, alpha=0.45)
    painter.setBrush(colour(ink, 0.10))
    for index, at in enumerate(_spots(width, depth, step * 1.6)):
        size = step * (0.75 + 0.4 * ((index * 7) % 5) / 5)
        painter.drawEllipse(at, size, size)


def _ripples(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.2, alpha=0.4)
    lines = []
    for index, at in enumerate(_spots(width, depth, step * 1.1)):
        long = step * (0.5 + 0.12 * (index % 4))
        middle = QPointF(at.x(), at.y() - step * 0.16)
        lines += [
            QLineF(at.x() - long, at.y(), middle.x() - long / 3, middle.y()),
            QLineF(middle.x() - long / 3, middle.y(), middle.x() + long / 3, at.y()),
            QLineF(middle.x() + long / 3, at.y(), at.x() + long, middle.y()),
        ]
    _strokes(painter, width, depth, lines)


def _stones(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.5)
    painter.setBrush(colour(ink, 0.14))
    for index, at in enumerate(_spots(width, depth, step * 0.85)):
        size = step * (0.14 + 0.06 * ((index * 5) % 4))
        corners = [(-1.0, 0.2), (-0.3, -0.9), (0.9, -0.5), (0.8, 0.6), (-0.2, 0.9)]
        flip = -1 if index % 2 else 1
        painter.drawPolygon([QPointF(at.x() + flip * x * size, at.y() + y * size) for x, y in corners])


def _setts(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.13)
    lines = []
    for index, y in enumerate(_steps(depth / 2, step * 0.9)):
        for x in _steps(width / 2 + step, step * 1.2):
            left, right = x + (step * 0.6 if index % 2 else 0) + step * 0.1, step
            lines.append(QLineF(left, y, left + right, y))
            lines.append(QLineF(left, y, left, y + step * 0.62))
    _strokes(painter, width, depth, lines)


def _braces(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.6, alpha=0.6)
    painter.drawLine(QLineF(-width / 2, -depth / 2, width / 2, depth / 2))
    painter.drawLine(QLineF(-width / 2, depth / 2, width / 2, -depth / 2))


def _tiles(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.30)
    _strokes(painter, width, depth, [QLineF(x, -depth / 2, x, depth / 2) for x in _steps(width / 2, step * 0.7)])
    ruled(painter, ink, 2.0, alpha=0.6)
    painter.drawLine(QLineF(-width / 2, 0, width / 2, 0))


def _tread(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.4, alpha=0.6)
    _strokes(
        painter,
        width,
        depth,
        [QLineF(x, -depth / 2, x, depth / 2) for x in _steps(width / 2, max(step * 0.5, width / 14))],
    )
    painter.drawLine(QLineF(-width / 2, 0, width / 2, 0))


def _plain(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    ruled(painter, ink, 1.0, alpha=0.16)
    _strokes(painter, width, depth, _slanted(width, depth, step * 1.6))


def _depths(painter: QPainter, width: float, depth: float, step: float, ink: str) -> None:
    """Crossed strokes, denser than any other pattern: no floor is to be seen."""
    ruled(painter, ink, 1.2, alpha=0.34)
    for falls in (True, False):
        _strokes(painter, width, depth, _slanted(width, depth, step, falls=falls))


def _slanted(width: float, depth: float, step: float, *, falls: bool = True) -> list[QLineF]:
    """Strokes at 45°, cut off at the box of the piece: what its outline must cut away is dear to paint."""
    across, down, slope = width / 2, depth / 2, 1.0 if falls else -1.0
    lines = []
    for c in _steps(width + depth, step):
        low, high = sorted(((-across - c) * slope, (across - c) * slope))
        low, high = max(low, -down), min(high, down)
        if low < high:
            lines.append(QLineF(c + slope * low, low, c + slope * high, high))
    return lines


PATTERNS: dict[Pattern, Callable[[QPainter, float, float, float, str], None]] = {
    "plain": _plain, "brick": _brick, "planks": _planks, "rails": _rails, "rungs": _rungs, "posts": _posts,
    "crowns": _crowns, "ripples": _ripples, "stones": _stones, "braces": _braces, "tiles": _tiles, "steps": _tread,
    "setts": _setts, "depths": _depths,
}  # fmt: skip
