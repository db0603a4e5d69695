"""Board and terrain drawn once a zoom into a picture somewhat larger than the viewport.

A pan copies what is still right and draws only the new strips.  A zoom over a table that
is slow to draw shows the old picture stretched until the hand rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from PySide6.QtCore import QElapsedTimer, QObject, QPoint, QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion, QTransform

SLOW_MS = 60
"""A ground that takes longer to draw is stretched while zooming, and drawn when the hand rests."""
REST_MS = 70
_MARGIN = 0.2
"""Share of the viewport drawn beyond each of its edges."""

Draw = Callable[[QPainter, QRectF], None]


class GroundPicture(QObject):
    """Keeps the picture.  *draw* paints an exposed part in inches; *stale* asks for a repaint."""

    def __init__(self, draw: Draw, stale: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._draw = draw
        self._picture: QPixmap | None = None
        self._area = QRect()
        self._spoilt = QRectF()
        """The part of the picture, in inches, that is no longer right."""
        self._zoom = 0.0
        self._cost = 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.settle)
        self._stale = stale

    def forget(self, part: QRectF | None = None) -> None:
        """The table or the theme changed: draw anew at the next paint, if only *part* (inches) is other, that."""
        if part is None or part.isEmpty():
            self._picture = None
        else:
            self._spoilt = self._spoilt.united(part)

    def paint(self, painter: QPainter, frame: QTransform, viewport: QRect, ratio: float) -> None:
        """Put the ground under a painter whose transform is *frame* (inches to viewport pixels)."""
        off = QPoint(round(frame.dx()), round(frame.dy()))
        wanted = viewport.translated(-off)
        kept = self._picture is not None and self._picture.devicePixelRatio() == ratio
        if kept and self._zoom == frame.m11() and not self._spoilt.isEmpty():
            self._mend()
        if kept and self._zoom != frame.m11() and self._cost > SLOW_MS:
            self._stretch(painter, frame.m11())
            self._rest.start()
            return
        if not kept or self._zoom != frame.m11():
            self._renew(wanted, frame.m11(), ratio, None)
        elif not self._area.contains(wanted):
            self._renew(wanted, frame.m11(), ratio, self._picture)
        painter.save()
        painter.setWorldTransform(QTransform())
        if self._picture is not None:
            painter.drawPixmap(self._area.topLeft() + off, self._picture)
        painter.restore()

    def settle(self) -> None:
        """The hand rests: what was stretched is drawn sharply at the next paint."""
        self._rest.stop()
        self._picture = None
        self._stale()

    def _stretch(self, painter: QPainter, zoom: float) -> None:
        if self._picture is None:
            return
        inches = QRectF(QPointF(self._area.topLeft()) / self._zoom, self._area.size().toSizeF() / self._zoom)
        painter.drawPixmap(inches, self._picture, QRectF(self._picture.rect()))

    def _renew(self, wanted: QRect, zoom: float, ratio: float, old: QPixmap | None) -> None:
        """A picture round the *wanted* pixels, reusing what *old* shows at the same zoom."""
        clock = QElapsedTimer()
        clock.start()
        wide, high = round(wanted.width() * _MARGIN), round(wanted.height() * _MARGIN)
        area = wanted.adjusted(-wide, -high, wide, high)
        picture = QPixmap(area.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        missing = QRegion(area)
        painter = QPainter(picture)
        if old is not None:
            painter.drawPixmap(self._area.topLeft() - area.topLeft(), old)
            missing -= QRegion(self._area)
        for part in cast("Iterable[QRect]", missing):
            self._draw_part(painter, part, area, zoom)
        painter.end()
        self._picture, self._area, self._zoom = picture, area, zoom
        self._spoilt = QRectF()
        if old is None:
            self._cost = clock.elapsed()

    def _mend(self) -> None:
        """Draw what is no longer right over what was there."""
        where, self._spoilt = self._spoilt, QRectF()
        pixels = QRectF(where.topLeft() * self._zoom, where.size() * self._zoom).toAlignedRect()
        part = pixels.adjusted(-2, -2, 2, 2) & self._area
        if self._picture is not None and not part.isEmpty():
            painter = QPainter(self._picture)
            self._draw_part(painter, part, self._area, self._zoom)
            painter.end()

    def _draw_part(self, painter: QPainter, part: QRect, area: QRect, zoom: float) -> None:
        painter.save()
        painter.setClipRect(part.translated(-area.topLeft()))
        painter.setWorldTransform(QTransform(zoom, 0, 0, zoom, -area.left(), -area.top()))
        self._draw(painter, QRectF(QPointF(part.topLeft()) / zoom, part.size().toSizeF() / zoom))
        painter.restore()
