"""The chips along a model's rim: one marker each, with its own picture and its value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.look import Theme, font, icon_pixmap, readable_on
from desktop.scene.ink import at_pixels, colour, ruled, scale_of
from engine.game import Marker

Lying = Literal["none", "face_up", "face_down"]
CHIPS = 6
"""Markers shown one by one; more collapse into a "+n" chip."""


@dataclass(frozen=True)
class StatusLook:
    """How a status looks: its picture, its tone, how the model lies, its words, and what it means.

    *icon* names a file of ``assets/icons``; *tone* is harm, warning, boon or plain.  A *hidden* one is not drawn.
    """

    icon: str
    lying: Lying = "none"
    tone: Literal["harm", "warning", "boon", "plain"] = "warning"
    words: str = ""
    says: str = ""
    hidden: bool = False


StatusLooks = Mapping[str, StatusLook]
NO_LOOKS: StatusLooks = MappingProxyType({})


def look_of(looks: StatusLooks, status: str) -> StatusLook:
    """The look of a status, or a chip with its initials where none was given."""
    return looks.get(status) or StatusLook(icon=status, words=status.replace("_", " "))


def shown(looks: StatusLooks, markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """The markers that players are to see."""
    return tuple(marker for marker in markers if not look_of(looks, marker.status).hidden)


def in_words(looks: StatusLooks, markers: tuple[Marker, ...]) -> str:
    """The markers as one line a person reads: *on fire 2, stunned*."""
    return ", ".join(
        (look_of(looks, m.status).words or m.status.replace("_", " ")) + (f" {m.value}" if m.value else "")
        for m in markers
    )


def explained(looks: StatusLooks, markers: tuple[Marker, ...]) -> str:
    """A line for each kind of marker that has a sentence to say what it means."""
    known = (look_of(looks, status) for status in dict.fromkeys(marker.status for marker in markers))
    return "\n".join(f"{look.words}: {look.says}" for look in known if look.says)


def lying_of(looks: StatusLooks, markers: tuple[Marker, ...]) -> Lying:
    """How a model with these markers lies; face down wins over face up."""
    found = {look_of(looks, marker.status).lying for marker in markers}
    if "face_down" in found:
        return "face_down"
    return "face_up" if "face_up" in found else "none"


class MarkerItem(QGraphicsItem):
    """All chips of one model, laid clockwise from the top right and clear of the notch."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._markers: tuple[Marker, ...] = ()
        self._looks = NO_LOOKS
        self._rim = 0.5
        self._facing = 0.0
        self._theme: Theme | None = None

    def sync(self, markers: tuple[Marker, ...], looks: StatusLooks, rim: float, facing: float, theme: Theme) -> None:
        """Show these markers round a base that reaches *rim* inches and looks to *facing*."""
        self.prepareGeometryChange()
        self._markers, self._looks = markers, looks
        self._rim, self._facing, self._theme = rim, facing, theme
        self.setToolTip(self.parentItem().toolTip())
        self.setVisible(bool(markers))  # a hundred empty drawings would be painted with every frame
        self.update()

    def shape(self) -> QPainterPath:
        """The base and the ring of chips: where hovering lists the markers in words."""
        path = QPainterPath()
        reach = self._rim + 14.0 / (getattr(self.scene(), "pixels_per_inch", 0.0) or 20.0)
        if self._markers:
            path.addEllipse(QPointF(0, 0), reach, reach)
        return path

    def boundingRect(self) -> QRectF:
        if not self._markers:
            return QRectF()
        scene = self.scene()
        reach = self._rim + 38.0 / (getattr(scene, "pixels_per_inch", 0.0) or 20.0)
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._theme is None or not self._markers:
            return
        rim = self._rim * scale_of(painter)
        chip = min(13.0, max(7.0, 0.34 * rim))
        with at_pixels(painter, QPointF(0, 0)):
            for index, angle in enumerate(chip_angles(len(self._markers), rim, chip, self._facing)):
                self._paint_chip(painter, index, angle, rim, chip, self._theme)

    def _paint_chip(self, painter: QPainter, index: int, angle: float, rim: float, chip: float, theme: Theme) -> None:
        reach = rim + chip * 0.45
        out = QPointF(math.sin(math.radians(angle)), -math.cos(math.radians(angle)))
        at = out * reach
        more = len(self._markers) - CHIPS
        last = more > 0 and index == CHIPS
        look = look_of(self._looks, self._markers[index].status) if not last else None
        back = theme.tone(look.tone) if look else theme.text
        ruled(painter, theme.halo, 1.4)
        painter.setBrush(colour(back))
        painter.drawEllipse(at, chip, chip)
        if look is None:
            self._words(painter, f"+{more}", at, chip, readable_on(back))
            return
        size = round(chip * 1.44)
        picture = icon_pixmap(look.icon, readable_on(back), size, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(at.x() - size / 2, at.y() - size / 2), picture)
        value = self._markers[index].value
        if value:
            self._paint_value(painter, value, at + out * chip, chip, theme)

    def _paint_value(self, painter: QPainter, value: int, at: QPointF, chip: float, theme: Theme) -> None:
        badge = max(5.5, chip * 0.62)
        ruled(painter, theme.ink, 1.0)
        painter.setBrush(colour(theme.halo))
        painter.drawEllipse(at, badge, badge)
        self._words(painter, str(value), at, badge, theme.ink)

    def _words(self, painter: QPainter, words: str, at: QPointF, size: float, ink: str) -> None:
        face = font("small")
        face.setPixelSize(max(8, round(size * 1.15)))
        painter.setFont(face)
        painter.setPen(colour(ink))
        where = QRectF(at.x() - 2 * size, at.y() - size, 4 * size, 2 * size)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, words)


def chip_angles(count: int, rim: float, chip: float, facing: float) -> list[float]:
    """Degrees (0 up, clockwise) of up to seven chips on a rim, in pixels, not over the notch."""
    step = 2 * math.degrees(math.asin(min(1.0, chip * 1.06 / (rim + chip * 0.45))))
    angles: list[float] = []
    angle = 45.0
    while len(angles) < min(count, CHIPS + 1):
        away = abs((angle - facing + 180) % 360 - 180)
        if away >= step * 0.55 or 360 / step < min(count, CHIPS + 1) + 1:
            angles.append(angle % 360)
        angle += step
    return angles
