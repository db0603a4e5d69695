"""Where the words of lines and marks are written, so that they stay readable where many meet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from desktop.look import Stroke, Theme, font
from desktop.scene.ink import at_pixels, pill, pill_size
from engine.geometry.evidence import Line

Boxes: TypeAlias = NDArray[Any]
CUT = 4.0
"""How much worse a place is that the edge of the view cuts: words over others are worse still."""


def _face(theme: Theme) -> QFont:
    face = font("small", theme.text_scale)
    face.setPixelSize(face.pixelSize() + 1)
    return face


def boxes(rectangles: Sequence[QRectF]) -> Boxes:
    """Rectangles as rows of left, top, right, bottom: one sum answers for all of them."""
    edges = [(one.left(), one.top(), one.right(), one.bottom()) for one in rectangles]
    return np.array(edges, dtype=float).reshape(-1, 4)


def line_label(
    painter: QPainter, line: Line, run: list[QPointF], look: tuple[Stroke, Theme], taken: list[QRectF], shunned: Boxes
) -> None:
    """The words of a line that runs so on the table: on it, beside it or past its ends, where they cover least.

    They keep off the words already *taken* and, less strictly, off the *shunned*, both in
    pixels.  A distance that finds no room between other words is left out: where many
    meet, some can be read.
    """
    stroke, theme = look
    size = pill_size(line.label, _face(theme), True)
    frame = painter.worldTransform()
    pixels = [frame.map(end) for end in run]
    spots, offs, cost = _places(pixels, size, shunned)
    half = np.array((size.width() / 2, size.height() / 2))
    middles = spots + offs
    wanted = np.hstack((middles - half, middles + half))
    ends = [around(end, 16, 16) for end in (pixels[0], pixels[-1])]
    prices = np.repeat((1.5, 9.0, 2.0), (len(ends), len(taken), len(shunned)))
    cost = cost + _covers(wanted, np.vstack((boxes(ends + taken), shunned))) @ prices
    cost = cost + CUT * _cut(wanted, painter)
    best = int(cost.argmin())
    if line.role == "ruler" and cost[best] >= 9:
        return
    spot = frame.inverted()[0].map(QPointF(*spots[best]))
    label(painter, spot, line.label, stroke, theme, taken, QPointF(*offs[best]))


_SHARES = (0.5, 0.38, 0.62, 0.26, 0.74, 0.86)
_ABOVE = (0.0, 20.0, -20.0, 36.0, -36.0)
_OFFS = np.array([(0.0, -above) for above in _ABOVE] * len(_SHARES))
_WORSE = np.array([abs(above) / 100 + abs(share - 0.5) for share in _SHARES for above in _ABOVE])
"""Where on a line words may stand, how many pixels off it, and how much worse than the best place that is."""


def _places(pixels: list[QPointF], size: QSizeF, shunned: Boxes) -> tuple[Boxes, Boxes, Boxes]:
    """Places for words of that size: spots of the line, pixels off them, costs; past the model at either end too."""
    spots = np.repeat(np.array([_along(pixels, share) for share in _SHARES]), len(_ABOVE), axis=0)
    if len(pixels) < 2:
        return spots, _OFFS, _WORSE
    ends, past, worse = [], [], []
    for end, inner, price in ((-1, -2, 0.45), (0, 1, 0.6)):
        way = pixels[end] - pixels[inner]
        length = math.hypot(way.x(), way.y())
        if length > 0:
            ux, uy = way.x() / length, way.y() / length
            behind = pixels[end] + QPointF(ux, uy) * 6
            within = _covers(np.array([(behind.x(), behind.y()) * 2]), shunned)[0]
            deep = float(((shunned[:, 2] - shunned[:, 0]) * within).max(initial=0.0))
            clear = abs(ux) * size.width() / 2 + abs(uy) * size.height() / 2 + 10 + deep
            ends.append((pixels[end].x(), pixels[end].y()))
            past.append((ux * clear, uy * clear))
            worse.append(price)
    if not ends:
        return spots, _OFFS, _WORSE
    return np.vstack((spots, ends)), np.vstack((_OFFS, past)), np.append(_WORSE, worse)


def _along(pixels: list[QPointF], share: float) -> tuple[float, float]:
    """The point at that share of a line's length."""
    lengths = [math.hypot(b.x() - a.x(), b.y() - a.y()) for a, b in pairwise(pixels)]
    left = share * sum(lengths)
    for (start, end), length in zip(pairwise(pixels), lengths, strict=True):
        if length > 0 and left <= length:
            part = left / length
            return start.x() + (end.x() - start.x()) * part, start.y() + (end.y() - start.y()) * part
        left -= length
    return pixels[0].x(), pixels[0].y()


def _covers(wanted: Boxes, others: Boxes) -> Boxes:
    """Which wanted box (rows) would cover which of the others (columns)."""
    return (
        (wanted[:, None, 0] < others[:, 2])
        & (wanted[:, None, 2] > others[:, 0])
        & (wanted[:, None, 1] < others[:, 3])
        & (wanted[:, None, 3] > others[:, 1])
    )


def _cut(wanted: Boxes, painter: QPainter) -> Boxes:
    """Which wanted box the edge of the view would cut."""
    view = painter.viewport()
    return (
        (wanted[:, 0] < view.left())
        | (wanted[:, 1] < view.top())
        | (wanted[:, 2] > view.right())
        | (wanted[:, 3] > view.bottom())
    )


def _kept_in(where: QRectF, spot: QPointF, painter: QPainter) -> QRectF:
    """Words round a spot that can be seen, moved sideways so that the edge of the view cuts none of them."""
    view = QRectF(painter.viewport())
    there = where.translated(spot)
    if not view.contains(spot) or there.width() > view.width():
        return where
    return where.translated(max(0.0, view.left() - there.left()) + min(0.0, view.right() - there.right()), 0.0)


def around(at: QPointF, width: float, height: float) -> QRectF:
    """The rectangle of that size with this middle."""
    return QRectF(at.x() - width / 2, at.y() - height / 2, width, height)


def label(
    painter: QPainter, at: QPointF, words: str, stroke: Stroke, theme: Theme, taken: list[QRectF], off: QPointF
) -> None:
    """A pill centred so many pixels *off* a spot; pushed up past words already there."""
    face = _face(theme)
    size = pill_size(words, face, stroke.tip != "none")
    spot = painter.worldTransform().map(at)
    where = _kept_in(around(off, size.width(), size.height()), spot, painter)
    while any(where.translated(spot).intersects(words) for words in taken) and where.top() > -200:
        where.translate(0, -size.height() - 2)
    taken.append(where.translated(spot))
    with at_pixels(painter, at):
        pill(painter, where, words, face, stroke.colour, stroke.tip, theme)
