"""Board and terrain drawn once a zoom into a picture, and then somewhat beyond the viewport.

A pan copies what is still right and draws only the new strips; what changes on the table is drawn
over a copy.  What takes long to draw anew is drawn layer by layer over some turns of the loop, and
shown once it is whole; until then one sees what was there before.  A zoom over a table that is slow
to draw stretches that until the hand rests, and so does a view that is resized: it has panels to lay
out in the same breath.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QElapsedTimer, QMargins, QObject, QPoint, QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPixmap, QRegion, QTransform

from desktop.scene.layers import Layer, painted

SLOW_MS = 60
"""A ground that takes longer to draw is stretched while zooming, and drawn when the hand rests."""
SLOW_RESIZED_MS = 20
"""The same while the view is resized."""
TURN_MS = 16
"""How long is spent on drawing in one turn of the loop; a layer that is begun is finished."""
ENDLESS = float("inf")
REST_MS = 70
_MARGIN = 0.2
"""Share of the viewport that is drawn beyond each of its edges when the hand rests."""
_PATIENCE = 2
"""How often a picture may be begun anew before it is drawn in one go: a hand that drags would never see it."""

Layers = Callable[[QRectF], Iterator[Layer]]
"""What paints an exposed part (inches), lowest first."""


@dataclass
class _Sheet:
    """A picture of *area*, in pixels of the table at *zoom* pixels an inch."""

    pixels: QPixmap
    area: QRect
    zoom: float

    def inches(self, part: QRect) -> QRectF:
        """Pixels of the table in inches."""
        return QRectF(QPointF(part.topLeft()) / self.zoom, part.size().toSizeF() / self.zoom)

    def painter(self, part: QRect) -> QPainter:
        """One that paints in inches, and only on that part (pixels)."""
        made = QPainter(self.pixels)
        made.setRenderHint(QPainter.RenderHint.Antialiasing)
        made.setClipRect(part.translated(-self.area.topLeft()))
        made.setWorldTransform(QTransform(self.zoom, 0, 0, self.zoom, -self.area.left(), -self.area.top()))
        return made


class _Drawing:
    """A sheet that is being drawn, some layers at a time."""

    def __init__(self, sheet: _Sheet, part: QRect, layers: Layers) -> None:
        self.sheet = sheet
        self.whole = part == sheet.area
        self.cost_ms = 0
        self._part = part
        self._layers = layers(sheet.inches(part))

    def go_on(self, turn_ms: float) -> bool:
        """Draw for so long; is it whole then?"""
        clock = QElapsedTimer()
        clock.start()
        whole = painted(self._layers, self.sheet.painter(self._part), turn_ms)
        self.cost_ms += clock.elapsed()
        return whole


class GroundPicture(QObject):
    """Keeps the picture.  *layers* are what it shows; *stale* asks for a repaint."""

    def __init__(self, layers: Layers, stale: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._layers = layers
        self._stale = stale
        self._shown: _Sheet | None = None
        self._coming: _Drawing | None = None
        self._outdated = False
        """Is what is shown another table, or in other clothes?"""
        self._spoilt = QRectF()
        """The part of what is shown, in inches, that is no longer right."""
        self._cost = 0
        self._given_up = 0
        self._sharp_at = 0.0
        """The zoom at which the hand rests: there it is drawn sharply, though it is slow."""
        self._asked = 0.0
        """The zoom of the last paint."""
        self._wanted = QRect()
        """What of the picture the viewport showed last."""
        self._hurried = False
        """Is the view being resized?"""
        self._rest = self._timer(REST_MS, self._rested)
        self._next = self._timer(0, self._go_on)

    def _timer(self, wait_ms: int, do: Callable[[], None]) -> QTimer:
        made = QTimer(self)
        made.setSingleShot(True)
        made.setInterval(wait_ms)
        made.timeout.connect(do)
        return made

    def hurry(self) -> None:
        """The view is resized: what is there will do until that is over."""
        self._hurried = True

    def forget(self, part: QRectF | None = None) -> None:
        """The table or the theme changed: draw anew at the next paint, if only *part* (inches) is other, that."""
        if part is None or part.isEmpty():
            self._outdated = True
        else:
            self._spoilt = self._spoilt.united(part)
        if self._coming is not None:
            self._given_up += 1
        self._give_up()

    def settle(self) -> None:
        """Draw all of it sharply at the next paint, however long it takes."""
        self._shown = None
        self._give_up()
        self._given_up = _PATIENCE
        self._stale()

    def _give_up(self) -> None:
        """What is being drawn would be out of date when it is whole."""
        self._coming = None
        self._next.stop()

    def paint(self, painter: QPainter, frame: QTransform, viewport: QRect, ratio: float) -> None:
        """Put the ground under a painter whose transform is *frame* (inches to viewport pixels)."""
        off = QPoint(round(frame.dx()), round(frame.dy()))
        wanted, zoom = viewport.translated(-off), frame.m11()
        self._asked = zoom
        if self._shown is not None and self._shown.pixels.devicePixelRatio() != ratio:
            self._shown = None
            self._give_up()
        if not self._fits(zoom):
            if self._stretches(zoom):
                self._give_up()
                self._rest.start()
            else:
                self._draw_anew(wanted, zoom, ratio)
        if self._fits(zoom):
            self._keep_up(wanted)
        if self._shown is not None and self._fits(zoom):
            painter.save()
            painter.setWorldTransform(QTransform())
            painter.drawPixmap(self._shown.area.topLeft() + off, self._shown.pixels)
            painter.restore()
        elif self._shown is not None:
            painter.drawPixmap(
                self._shown.inches(self._shown.area), self._shown.pixels, QRectF(self._shown.pixels.rect())
            )

    def _fits(self, zoom: float) -> bool:
        """Is what is shown the ground as it is, at this zoom?"""
        return self._shown is not None and not self._outdated and self._shown.zoom == zoom

    def _stretches(self, zoom: float) -> bool:
        """Will what is shown do, at another zoom, until the hand rests?"""
        if self._shown is None or self._outdated or zoom == self._sharp_at:
            return False
        return self._cost > (SLOW_RESIZED_MS if self._hurried else SLOW_MS)

    def _draw_anew(self, wanted: QRect, zoom: float, ratio: float) -> None:
        coming = self._coming
        if coming is None or coming.sheet.zoom != zoom or not coming.sheet.area.contains(wanted):
            self._give_up()
            self._coming = _Drawing(_empty(wanted, zoom, ratio), wanted, self._layers)
        self._work()

    def _work(self) -> bool:
        """Draw for a turn; is the picture whole then?"""
        coming = self._coming
        if coming is None:
            return False
        if not coming.go_on(TURN_MS if self._given_up < _PATIENCE else ENDLESS):
            self._next.start()
            return False
        self._next.stop()
        if coming.whole:
            self._wanted, self._cost = coming.sheet.area, coming.cost_ms
        self._shown = coming.sheet
        self._coming, self._given_up, self._sharp_at = None, 0, 0.0
        self._outdated, self._spoilt = False, QRectF()
        self._rest.start()
        return True

    def _go_on(self) -> None:
        if self._work():
            self._stale()

    def _keep_up(self, wanted: QRect) -> None:
        """What is shown at this zoom is mended, and reaches as far as the viewport."""
        if self._shown is not None and not self._shown.area.contains(wanted):
            self._give_up()
            self._extend(self._shown, _wider(wanted))
        self._mend()
        self._wanted, self._hurried = wanted, False

    def _rested(self) -> None:
        """The hand rests: what was stretched is drawn sharply; what is sharp gets a margin for pans, side by side."""
        if self._coming is not None or self._outdated or self._shown is None:
            return
        if self._shown.zoom != self._asked:
            self._sharp_at = self._asked
            self._stale()
            return
        if not self._mend():
            return
        area, wide = self._shown.area, _wider(self._wanted)
        for side in (
            QMargins(area.left() - wide.left(), 0, 0, 0),
            QMargins(0, 0, wide.right() - area.right(), 0),
            QMargins(0, area.top() - wide.top(), 0, 0),
            QMargins(0, 0, 0, wide.bottom() - area.bottom()),
        ):
            if max(side.left(), side.top(), side.right(), side.bottom()) > 0:
                self._extend(self._shown, area.marginsAdded(side))
                self._rest.start()
                return

    def _extend(self, old: _Sheet, area: QRect) -> None:
        """Show another area at the same zoom, reusing what is there."""
        new = _empty(area, old.zoom, old.pixels.devicePixelRatio())
        painter = QPainter(new.pixels)
        painter.drawPixmap(old.area.topLeft() - area.topLeft(), old.pixels)
        painter.end()
        for part in cast("Iterable[QRect]", QRegion(area) - QRegion(old.area)):
            _Drawing(new, part, self._layers).go_on(ENDLESS)
        self._shown = new

    def _mend(self) -> bool:
        """Draw what is no longer right over what was there, and show it once it is done; is it?"""
        sheet, where = self._shown, self._spoilt
        if sheet is None or where.isEmpty():
            return True
        pixels = QRectF(where.topLeft() * sheet.zoom, where.size() * sheet.zoom).toAlignedRect()
        part = pixels.adjusted(-2, -2, 2, 2) & sheet.area
        if part.isEmpty():
            self._spoilt = QRectF()
            return True
        if self._coming is None:
            self._coming = _Drawing(_Sheet(sheet.pixels.copy(), sheet.area, sheet.zoom), part, self._layers)
        return self._work()


def _empty(area: QRect, zoom: float, ratio: float) -> _Sheet:
    pixels = QPixmap(area.size() * ratio)
    pixels.setDevicePixelRatio(ratio)
    return _Sheet(pixels, area, zoom)


def _wider(area: QRect) -> QRect:
    """These pixels with a margin for pans."""
    wide, high = round(area.width() * _MARGIN), round(area.height() * _MARGIN)
    return area.adjusted(-wide, -high, wide, high)
