"""What building shows over the table: pieces in the hand, frames, handles, corners, an outline being drawn."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.look import Theme, font, mix
from desktop.scene.ink import at_pixels, colour, pill, pill_size, polygon_path, ruled, scale_of
from desktop.scene.terrain_item import TerrainItem
from engine.building import Parts
from engine.framing import HANDLES, Frame
from engine.game import Point

HANDLE = 5.0
"""Pixels from the middle of a handle to its edge."""
PAD = 7.0
"""Pixels between what is chosen and the frame drawn round it."""
ROOM = 48.0
"""Pixels a side must have for a handle in its middle."""
MOST_DRAWN = 6
"""Ghosts that are drawn afresh at each step; more are drawn once into a picture."""
STALK = 22.0
"""Pixels from the frame to the handle that turns it."""
_OVER = 6000.0
"""Above every model and every evidence."""


@dataclass(frozen=True)
class Shown:
    """All there is to paint; inches."""

    ghosts: Parts = ()
    shift: Point = (0.0, 0.0)
    """How far ghosts and outlines are carried from where their corners say."""
    outlines: tuple[tuple[tuple[Point, ...], bool], ...] = ()
    """Outlines of what is chosen, and whether each is closed."""
    frame: Frame | None = None
    corners: tuple[Point, ...] = ()
    between: tuple[Point, ...] = ()
    """Where a new corner can be drawn out of an edge."""
    corner: int | None = None
    draft: tuple[Point, ...] = ()
    """An outline being drawn, its last point under the hand."""
    closes: bool = False
    touch: Point | None = None
    """Where snapping took hold."""
    label: str = ""
    at: Point = (0.0, 0.0)
    fault: bool = False
    band: tuple[Point, Point] | None = None


NOTHING = Shown()


class Overlay(QGraphicsItem):
    """Paints one `Shown`; takes no mouse and remembers nothing else."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown = NOTHING
        self._ghosts: list[TerrainItem] = []
        self._picture: QPixmap | None = None
        self._sharp = 0.0
        self._bounds = QRectF(-700, -700, 2600, 2600)
        self.setZValue(_OVER)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def shown(self) -> Shown:
        """What is painted now."""
        return self._shown

    def show_this(self, shown: Shown) -> None:
        """Paint this instead of what was painted."""
        if shown == self._shown:
            return
        if shown.ghosts != self._shown.ghosts:
            self._ghosts = self._ghosts[: len(shown.ghosts)]
            self._ghosts += [TerrainItem() for _ in range(len(shown.ghosts) - len(self._ghosts))]
            for ghost, piece in zip(self._ghosts, sorted(shown.ghosts, key=lambda p: (p.top, p.bottom)), strict=True):
                ghost.sync(piece)
            self._picture = None
        self._shown = shown
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme, self._picture = theme, None
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        shown, theme = self._shown, self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = theme.blocked if shown.fault else theme.primary
        painter.save()
        painter.translate(*shown.shift)
        if len(self._ghosts) > MOST_DRAWN:
            self._paint_picture(painter)
        else:
            self._paint_ghosts(painter)
        for outline, closed in shown.outlines:
            self._line(painter, outline, ink, closed=closed)
        painter.restore()
        if shown.frame is not None:
            self._frame(painter, shown.frame, ink)
        for spot in shown.between:
            self._dot(painter, spot, ink, 3.0)
        for index, spot in enumerate(shown.corners):
            self._square(painter, spot, ink, now=index == shown.corner)
        if shown.draft:
            self._draft(painter, shown, ink)
        if shown.band is not None:
            self._band(painter, shown.band)
        if shown.touch is not None:
            self._touch(painter, shown.touch)
        if shown.label:
            self._label(painter, shown)

    def _paint_ghosts(self, painter: QPainter) -> None:
        for ghost in self._ghosts:
            ghost.paint_shadow(painter, self._theme)
            painter.setOpacity(0.85)
            ghost.paint(painter, self._theme)
            painter.setOpacity(1.0)

    def _paint_picture(self, painter: QPainter) -> None:
        """A house of many parts is drawn once and then only carried along."""
        around = QRectF()
        for ghost in self._ghosts:
            around = around.united(ghost.bounds)
        sharp = scale_of(painter)
        if self._picture is None or self._sharp != sharp:
            self._picture, self._sharp = QPixmap((around.size() * sharp).toSize()), sharp
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.scale(sharp, sharp)
            inner.translate(-around.topLeft())
            self._paint_ghosts(inner)
            inner.end()
        painter.drawPixmap(around, self._picture, QRectF(self._picture.rect()))

    def _line(self, painter: QPainter, outline: tuple[Point, ...], ink: str, *, closed: bool = True) -> None:
        path = polygon_path(outline, closed=closed)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ruled(painter, self._theme.halo, 4.0, alpha=0.6)
        painter.drawPath(path)
        ruled(painter, ink, 2.0)
        painter.drawPath(path)

    def _frame(self, painter: QPainter, frame: Frame, ink: str) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ruled(painter, ink, 1.2, (4, 3), 0.9)
        scale = scale_of(painter)
        wide = padded(frame, scale)
        painter.drawPath(polygon_path(wide.corners()))
        stalk = turn_handle(frame, scale)
        ruled(painter, ink, 1.4)
        painter.drawLine(QPointF(*wide.handle((0.0, -1.0))), QPointF(*stalk))
        self._dot(painter, stalk, ink, HANDLE + 1)
        for _, spot in size_handles(frame, scale):
            self._square(painter, spot, ink)

    def _square(self, painter: QPainter, spot: Point, ink: str, *, now: bool = False) -> None:
        with at_pixels(painter, QPointF(*spot)):
            ruled(painter, self._theme.halo, 1.0, alpha=0.8)
            painter.setBrush(colour(self._theme.warning if now else ink))
            half = HANDLE + (2 if now else 0)
            painter.drawRect(QRectF(-half, -half, 2 * half, 2 * half))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(mix(ink, "#ffffff" if self._theme.dark else "#000000", 0.7)))
            painter.drawRect(QRectF(-2, -2, 4, 4))

    def _dot(self, painter: QPainter, spot: Point, ink: str, half: float) -> None:
        with at_pixels(painter, QPointF(*spot)):
            ruled(painter, self._theme.halo, 1.2, alpha=0.8)
            painter.setBrush(colour(ink))
            painter.drawEllipse(QPointF(0, 0), half, half)

    def _draft(self, painter: QPainter, shown: Shown, ink: str) -> None:
        points = [QPointF(x, y) for x, y in shown.draft]
        if shown.closes and len(points) > 2:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(ink, 0.18))
            painter.drawPolygon(QPolygonF(points))
            ruled(painter, ink, 1.4, (4, 3), 0.8)
            painter.drawLine(points[-1], points[0])
        self._line(painter, shown.draft, ink, closed=False)
        for index, spot in enumerate(shown.draft[:-1]):
            self._square(painter, spot, ink, now=index == 0)

    def _band(self, painter: QPainter, band: tuple[Point, Point]) -> None:
        ruled(painter, self._theme.primary, 1.2, (4, 3))
        painter.setBrush(colour(self._theme.primary, 0.12))
        painter.drawRect(QRectF(QPointF(*band[0]), QPointF(*band[1])).normalized())

    def _touch(self, painter: QPainter, spot: Point) -> None:
        with at_pixels(painter, QPointF(*spot)):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for weight, tone in ((4.0, self._theme.halo), (2.0, self._theme.clear)):
                ruled(painter, tone, weight)
                painter.drawEllipse(QPointF(0, 0), 7, 7)
                painter.drawLine(QPointF(-3, 0), QPointF(3, 0))
                painter.drawLine(QPointF(0, -3), QPointF(0, 3))

    def _label(self, painter: QPainter, shown: Shown) -> None:
        face = font("small", self._theme.text_scale)
        size = pill_size(shown.label, face, shown.fault)
        with at_pixels(painter, QPointF(*shown.at)):
            where = QRectF(QPointF(16, 18), size)
            back = self._theme.blocked if shown.fault else self._theme.primary
            pill(painter, where, shown.label, face, back, "cross" if shown.fault else "none", self._theme)


def padded(frame: Frame, pixels_per_inch: float) -> Frame:
    """The frame as it is drawn: a little way off, so that a small piece can still be taken hold of."""
    pad = PAD / pixels_per_inch
    return replace(
        frame, left=frame.left - pad, top=frame.top - pad, right=frame.right + pad, bottom=frame.bottom + pad
    )


def turn_handle(frame: Frame, pixels_per_inch: float) -> Point:
    """Where the handle that turns a frame stands on the table."""
    wide = padded(frame, pixels_per_inch)
    return wide.out(((wide.left + wide.right) / 2, wide.top - STALK / pixels_per_inch))


def size_handles(frame: Frame, pixels_per_inch: float) -> list[tuple[Point, Point]]:
    """The handles that resize a frame and where they stand; sides too short for three have two."""
    wide = padded(frame, pixels_per_inch)
    roomy = (wide.width * pixels_per_inch > ROOM, wide.depth * pixels_per_inch > ROOM)
    shown = [handle for handle in HANDLES if (handle[0] or roomy[0]) and (handle[1] or roomy[1])]
    return [(handle, wide.handle(handle)) for handle in shown]
