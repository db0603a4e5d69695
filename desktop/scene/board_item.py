"""The board under everything: ground, picture, grid, deployment zones, frame and rulers.

Like terrain it is painted into the view's cached background: one `sync(noun)`.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QLinearGradient, QPainter, QPixmap, QTransform

from desktop.look import Theme, font
from desktop.scene.decoded import decoded
from desktop.scene.ink import Taken, at_pixels, colour, halo_text, hatch, polygon_path, ruled, scale_of, text_size
from desktop.scene.squares import paint_numbers, paint_squares
from engine.game import Table, Zone

_GRAIN_SIDE = 384
_GRAIN_INCHES = 20.0
_FAINT_GRID = 9.0
"""Pixels an inch under which the one-inch grid is left out."""


class BoardItem:
    """Draws the board; `bounds` is its rectangle in inches."""

    def __init__(self) -> None:
        self._table = Table()
        self.bounds = QRectF(0, 0, self._table.width, self._table.height)
        self._picture: tuple[QImage, ...] = ()
        """The cloth's, the largest first; none where there is no picture."""
        self._squared = False

    def sync(self, table: Table, squared: bool = False) -> bool:
        """Show this board, *squared* with its squares.  False if all of it is what is shown already."""
        old, self._table = self._table, table
        was_squared, self._squared = self._squared, squared
        self.bounds = QRectF(0, 0, table.width, table.height)
        if table.cloth != old.cloth:
            self._picture = decoded(table.cloth.picture) if table.cloth is not None else ()
        was = (old.width, old.height, old.ground, old.zones, old.cloth)
        return squared != was_squared or was != (table.width, table.height, table.ground, table.zones, table.cloth)

    def paint(self, painter: QPainter, theme: Theme, sides: tuple[str, ...]) -> None:
        """Everything flat; *sides* are side ids in seating order, for the zones' colours."""
        self._paint_ground(painter, theme)
        cloth = self._table.cloth
        if cloth is not None and self._picture:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            where = QRectF(cloth.x, cloth.y, cloth.width or self.bounds.width(), cloth.height or self.bounds.height())
            painter.save()
            painter.setClipRect(self.bounds, Qt.ClipOperation.IntersectClip)  # a mat may be larger than the board
            wide = where.width() * scale_of(painter)
            picture = next((size for size in reversed(self._picture) if size.width() >= wide), self._picture[0])
            painter.drawImage(where, picture, QRectF(picture.rect()))
            painter.restore()
        for zone in self._table.zones:
            index = sides.index(zone.side) if zone.side in sides else -1
            _paint_zone(painter, zone, theme.side(index).colour if index >= 0 else theme.dim, theme)
        self._paint_grid(painter, theme)
        self._paint_frame(painter, theme)

    def take_words(self, scale: float, theme: Theme, taken: Taken) -> None:
        """Keep the places of the zones' names free, at *scale* pixels an inch."""
        for zone, where in self._named(scale, theme):
            corner = polygon_path(zone.outline).boundingRect().topLeft() * scale
            taken.add(where.translated(corner))

    def paint_words(self, painter: QPainter, theme: Theme) -> None:
        """The zones' names in their corners."""
        for zone, where in self._named(scale_of(painter), theme):
            with at_pixels(painter, polygon_path(zone.outline).boundingRect().topLeft()):
                painter.setFont(font("small", theme.text_scale))
                halo_text(painter, where, zone.name, theme.ink, theme.halo)

    def _named(self, scale: float, theme: Theme) -> list[tuple[Zone, QRectF]]:
        found = []
        for zone in self._table.zones:
            size = text_size(zone.name, font("small", theme.text_scale))
            if size.width() + 12 <= polygon_path(zone.outline).boundingRect().width() * scale:
                found.append((zone, QRectF(6, 4, size.width() + 4, size.height() + 2)))
        return found

    def _paint_ground(self, painter: QPainter, theme: Theme) -> None:
        ground = theme.ground_look(self._table.ground)
        wash = QLinearGradient(self.bounds.topLeft(), self.bounds.bottomRight())
        wash.setColorAt(0.0, colour(ground.light))
        wash.setColorAt(1.0, colour(ground.dark))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wash)
        painter.drawRect(self.bounds)
        if theme.grainless:
            return
        grain = QBrush(_grain(theme.dark))
        fine = _GRAIN_INCHES / _GRAIN_SIDE
        grain.setTransform(QTransform().rotate(27.0).scale(fine, fine))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setBrush(grain)
        painter.drawRect(self.bounds)

    def _paint_grid(self, painter: QPainter, theme: Theme) -> None:
        ink = theme.ground_look(self._table.ground).grid
        if self._squared:
            paint_squares(painter, self.bounds, ink)
            return
        fine = scale_of(painter) >= _FAINT_GRID
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        faint, bold = (step * theme.ruler.inches for step in theme.ruler.lines)
        for step, alpha in ((faint, 0.055), (bold, 0.13)) if fine else ((bold, 0.13),):
            ruled(painter, ink, 1.0, alpha=alpha)
            painter.drawLines(self._grid_lines(step))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)

    def _grid_lines(self, step: float) -> list[QLineF]:
        width, height = self.bounds.width(), self.bounds.height()
        down = [QLineF(k * step, 0, k * step, height) for k in range(1, math.ceil(width / step))]
        return down + [QLineF(0, k * step, width, k * step) for k in range(1, math.ceil(height / step))]

    def _paint_frame(self, painter: QPainter, theme: Theme) -> None:
        """A bevelled edge and, outside it, the numbers of the bolder lines, or the numbers of the squares."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for grown, weight, name, alpha in ((0.10, 5.0, theme.halo, 0.55), (0.0, 1.5, theme.ink, 0.35)):
            ruled(painter, name, weight, alpha=alpha if theme.dark or grown == 0.0 else 0.8)
            painter.drawRect(self.bounds.adjusted(-grown, -grown, grown, grown))
        if self._squared:
            paint_numbers(painter, self.bounds, theme)
            return
        face = font("small", theme.text_scale)
        face.setBold(False)
        painter.setFont(face)
        bold = theme.ruler.lines[1]
        step = bold * theme.ruler.inches
        for k in range(math.floor(self.bounds.width() / step + 1e-6) + 1):
            self._number(painter, QPointF(k * step, 0), QPointF(0, -11), k * bold, theme)
        for k in range(math.floor(self.bounds.height() / step + 1e-6) + 1):
            self._number(painter, QPointF(0, k * step), QPointF(-14, 0), k * bold, theme)

    def _number(self, painter: QPainter, at: QPointF, off: QPointF, number: float, theme: Theme) -> None:
        with at_pixels(painter, at):
            painter.setPen(colour(theme.dim if theme.dark else theme.text))
            where = QRectF(off.x() - 14, off.y() - 7, 28, 14)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, f"{number:g}")


def _paint_zone(painter: QPainter, zone: Zone, name: str, theme: Theme) -> None:
    """A tint, a sparse hatch and a dashed edge."""
    path = polygon_path(zone.outline)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(name, 0.10))
    painter.drawPath(path)
    painter.setBrush(hatch(painter, name, Qt.BrushStyle.FDiagPattern, 0.14))
    painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ruled(painter, name, 1.4, (5, 4), 0.85)
    painter.drawPath(path)


@lru_cache(maxsize=2)
def _grain(dark: bool) -> QPixmap:
    """A seamless tile of soft mottling: three octaves of smooth lattice noise, always the same."""
    side = _GRAIN_SIDE
    noise = _lattice(5) * 0.3 + _lattice(17) * 0.25 + _lattice(64) * 0.25 + _lattice(192) * 0.2
    noise = noise - noise.mean()
    alpha = np.clip(np.abs(noise) * (34 if dark else 30), 0, 255).astype(np.uint8)
    tile = np.zeros((side, side, 4), dtype=np.uint8)
    tile[..., 3] = alpha
    tile[..., :3] = np.where(noise[..., None] > 0, alpha[..., None], 0)
    picture = QImage(tile.tobytes(), side, side, 4 * side, QImage.Format.Format_ARGB32_Premultiplied)
    return QPixmap.fromImage(picture.copy())


def _lattice(cells: int) -> np.ndarray:
    """Smooth noise from -1 to 1 with *cells* periods; integer hashing, so no luck is involved."""
    at = np.arange(cells, dtype=np.uint32)
    mixed = (at[:, None] * np.uint32(374761393) + at[None, :] * np.uint32(668265263)) ^ np.uint32(cells * 2654435)
    mixed = (mixed ^ (mixed >> np.uint32(13))) * np.uint32(1274126177)
    values = ((mixed ^ (mixed >> np.uint32(16))) & np.uint32(0xFFFF)).astype(float) / 32767.5 - 1
    spot = np.arange(_GRAIN_SIDE) * cells / _GRAIN_SIDE
    low = spot.astype(int)
    share = spot - low
    share = share * share * (3 - 2 * share)
    high = (low + 1) % cells
    rows = values[low] * (1 - share)[:, None] + values[high] * share[:, None]
    blended: np.ndarray = rows[:, low] * (1 - share) + rows[:, high] * share
    return blended
