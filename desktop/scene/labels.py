"""Where the words of lines and marks are written, so that they stay readable where many meet."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter, QPainterPath

from desktop.look import Stroke, Theme, font
from desktop.scene.ink import at_pixels, pill, pill_size
from engine.geometry.evidence import Line


def _face(theme: Theme) -> QFont:
    face = font("small", theme.text_scale)
    face.setPixelSize(face.pixelSize() + 1)
    return face


def line_label(
    painter: QPainter,
    line: Line,
    run: list[QPointF],
    look: tuple[Stroke, Theme],
    taken: list[QRectF],
    shunned: list[QRectF],
) -> None:
    """The words of a line that runs so on the table: on it, beside it or past its ends, where they cover least.

    A distance that finds no room between other words is left out: where many meet, some can be read.
    """
    stroke, theme = look
    size = pill_size(line.label, _face(theme), True)
    frame = painter.worldTransform()
    ends = [around(frame.map(end), 16, 16) for end in (run[0], run[-1])]
    best, least = (run[0], QPointF()), math.inf
    for spot, off, cost in _places(run, [frame.map(point) for point in run], size, shunned):
        where = around(frame.map(spot) + off, size.width(), size.height())
        for others, price in ((ends, 1.5), (taken, 9), (shunned, 2)):
            # a place that is dearer already need not be looked at further: that is most of them
            cost = cost if cost >= least else cost + price * _hits(where, others)
        if cost < least:
            best, least = (spot, off), cost
    if line.role == "ruler" and least >= 9:
        return
    label(painter, best[0], line.label, stroke, theme, taken, best[1])


def _places(
    run: list[QPointF], pixels: list[QPointF], size: QSizeF, shunned: list[QRectF]
) -> Iterator[tuple[QPointF, QPointF, float]]:
    """Where words of that size may stand: on a spot of the line or so many pixels off it, or past the model at
    its end; and how much worse than the best place that is."""
    path = QPainterPath(run[0])
    for spot in run[1:]:
        path.lineTo(spot)
    for above in (0.0, 20.0, -20.0, 36.0, -36.0):
        for share in (0.5, 0.38, 0.62, 0.26, 0.74, 0.86):
            at = path.pointAtPercent(share) if len(run) > 1 else run[0]
            yield at, QPointF(0, -above), abs(above) / 100 + abs(share - 0.5)
    if len(run) < 2:
        return
    for end, inner, worse in ((-1, -2, 0.45), (0, 1, 0.6)):
        way = pixels[end] - pixels[inner]
        length = math.hypot(way.x(), way.y())
        if length > 0:
            ux, uy = way.x() / length, way.y() / length
            behind = pixels[end] + QPointF(ux, uy) * 6
            deep = max((model.width() for model in shunned if model.contains(behind)), default=0.0)
            clear = abs(ux) * size.width() / 2 + abs(uy) * size.height() / 2 + 10 + deep
            yield run[end], QPointF(ux, uy) * clear, worse


def around(at: QPointF, width: float, height: float) -> QRectF:
    """The rectangle of that size with this middle."""
    return QRectF(at.x() - width / 2, at.y() - height / 2, width, height)


def _hits(where: QRectF, others: list[QRectF]) -> int:
    return sum(where.intersects(other) for other in others)


def label(
    painter: QPainter, at: QPointF, words: str, stroke: Stroke, theme: Theme, taken: list[QRectF], off: QPointF
) -> None:
    """A pill centred so many pixels *off* a spot; pushed up past words already there."""
    face = _face(theme)
    size = pill_size(words, face, stroke.tip != "none")
    spot = painter.worldTransform().map(at)
    where = around(off, size.width(), size.height())
    while _hits(where.translated(spot), taken) and where.top() > -200:
        where.translate(0, -size.height() - 2)
    taken.append(where.translated(spot))
    with at_pixels(painter, at):
        pill(painter, where, words, face, stroke.colour, stroke.tip, theme)
