"""Board and terrain drawn once a zoom into a picture, and then somewhat beyond the viewport.

A pan copies what is still right and draws only the new strips.  A zoom over a table that is
slow to draw shows the old picture stretched until the hand rests, and so does a view that is
resized: it has panels to lay out in the same breath.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from PySide6.QtCore import QElapsedTimer, QObject, QPoint, QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion, QTransform

SLOW_MS = 60
"""A ground that takes longer to draw is stretched while zooming, and drawn when the hand rests."""
SLOW_RESIZED_MS = 20
"""The same while the view is resized."""
REST_MS = 70
_MARGIN = 0.2
"""Share of the viewport that is drawn beyond each of its edges when the hand rests."""

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
        self._wanted = QRect()
        """What of the picture the viewport showed last."""
        self._hurried = False
        """Is the view being resized?"""
        self._stretched = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)
        self._stale = stale

    def hurry(self) -> None:
        """The view is resized: what is there will do until that is over."""
        self._hurried = True

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
        slow = SLOW_RESIZED_MS if self._hurried else SLOW_MS
        self._stretched = kept and self._zoom != frame.m11() and self._cost > slow
        if self._stretched:
            self._stretch(painter)
            self._rest.start()
            return
        self._hurried = False
        if not kept or self._zoom != frame.m11():
            self._renew(wanted, frame.m11(), ratio, None)
            self._rest.start()
        elif not self._area.contains(wanted):
            self._renew(_wider(wanted), frame.m11(), ratio, self._picture)
        self._wanted = wanted
        painter.save()
        painter.setWorldTransform(QTransform())
        if self._picture is not None:
            painter.drawPixmap(self._area.topLeft() + off, self._picture)
        painter.restore()

    def settle(self) -> None:
        """Draw all of it sharply at the next paint."""
        self._rest.stop()
        self._hurried = False
        self._picture = None
        self._stale()

    def _rested(self) -> None:
        """The hand rests: what was stretched is drawn sharply; what is sharp gets a margin for pans, side by side."""
        if self._stretched or self._picture is None:
            self.settle()
            return
        wide = _wider(self._wanted)
        across = QRect(wide.left(), self._wanted.top(), wide.width(), self._wanted.height())
        if not self._area.contains(wide):
            self._mend()
            area = wide if self._area.contains(across) else across
            self._renew(area, self._zoom, self._picture.devicePixelRatio(), self._picture)
            self._rest.start()

    def _stretch(self, painter: QPainter) -> None:
        if self._picture is None:
            return
        inches = QRectF(QPointF(self._area.topLeft()) / self._zoom, self._area.size().toSizeF() / self._zoom)
        painter.drawPixmap(inches, self._picture, QRectF(self._picture.rect()))

    def _renew(self, area: QRect, zoom: float, ratio: float, old: QPixmap | None) -> None:
        """A picture of so many pixels, reusing what *old* shows at the same zoom."""
        clock = QElapsedTimer()
        clock.start()
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


def _wider(area: QRect) -> QRect:
    """These pixels with a margin for pans."""
    wide, high = round(area.width() * _MARGIN), round(area.height() * _MARGIN)
    return area.adjusted(-wide, -high, wide, high)
