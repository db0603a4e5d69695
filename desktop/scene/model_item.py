"""One miniature: its true base to scale, rim in the side's colour, notch, letters, chips."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QRadialGradient, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop.look import SideLook, Theme, draw_icon, font, has_icon, initials, mix
from desktop.scene.ink import (
    INCH,
    at_pixels,
    base_path,
    colour,
    halo_text,
    hatch,
    reach_of,
    ruled,
    scale_of,
    text_size,
)
from desktop.scene.marker_item import Lying, MarkerItem, StatusLooks, explained, in_words, lying_of, shown
from engine.game import Model

MODELS = 40.0
"""Stacking height of models, above terrain and areas; their elevation is added."""
NAMED_FROM = 46.0
"""Pixels an inch from which names are written without being asked."""
EMBLEM_FROM = 22.0
"""Pixels across a base from which its emblem can be told."""
RAISED = 0.05
"""Inches above the table from which a model's height is written beside it."""


@dataclass(frozen=True)
class Dress:
    """What a model's drawing depends on besides the model itself."""

    theme: Theme
    side: SideLook
    looks: StatusLooks
    under: bool = False
    chosen: bool = False
    named: bool = False
    nameless: bool = False
    ghost: bool = False


class ModelItem(QGraphicsItem):
    """Draws one model; accepts no mouse, remembers nothing but what `sync` gave."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._model: Model | None = None
        self._dress: Dress | None = None
        self._flash = 0.0
        self._extent: tuple[float, QRectF] = (0.0, QRectF())
        self._chips = MarkerItem(self)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def sync(self, model: Model, dress: Dress) -> bool:
        """Show this model.  False if it is what is shown already."""
        if self._model == model and self._dress == dress:
            return False
        self.prepareGeometryChange()
        self._model, self._dress, self._flash = model, dress, 0.0
        self._extent = (0.0, QRectF())
        self.rest()
        self.setZValue(MODELS + min(model.z, 90.0) * 0.1 + (20 if dress.ghost else 0))
        self.setOpacity(dress.theme.ghost_opacity if dress.ghost else 1.0)
        markers = () if dress.ghost else shown(dress.looks, model.markers)
        said = f"{model.name}: {in_words(dress.looks, markers)}" if markers else model.name
        self.setToolTip("\n".join(filter(None, (said, explained(dress.looks, markers)))))
        self._chips.sync(markers, dress.looks, reach_of(model.profile.base), model.facing, dress.theme)
        self.update()
        return True

    def rest(self) -> None:
        """Stand where the model truly is, whatever an animation did."""
        if self._model is not None:
            self.setPos(self._model.x, self._model.y)
            self.setScale(1.0)
            self.flash(0.0)

    def flash(self, strength: float) -> None:
        """Glow in the colour of harm, 0 to 1, while a wound is shown."""
        if strength != self._flash:
            self.prepareGeometryChange()
            self._flash = strength
            self._extent = (0.0, QRectF())
            self.update()

    def rescale(self) -> None:
        """The view is about to zoom: parts sized in pixels change their extent."""
        self.prepareGeometryChange()
        self._chips.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        scale = getattr(self.scene(), "pixels_per_inch", 0.0) or 20.0
        if self._extent[0] != scale and self._model is not None and self._dress is not None:
            self._extent = (scale, self._around(self._model, self._dress, scale))
        return self._extent[1]

    def _around(self, model: Model, dress: Dress, scale: float) -> QRectF:
        """The extent in inches at that many pixels an inch; Qt asks for it often, so it is kept."""
        reach = reach_of(model.profile.base)
        ring = reach + 7 / scale
        shade = reach + 0.15 + 0.09 * min(model.z, 8.0) if not dress.under else ring
        around = QRectF(-ring, -ring, ring + max(ring, shade), ring + max(ring, shade))
        if self._flash:
            around = around.adjusted(-reach, -reach, reach, reach)
        if model.z > RAISED:
            around.setLeft(-reach - 40 * dress.theme.text_scale / scale)
        if _says_name(dress, scale):
            half = (len(model.name) * 4.4 * dress.theme.text_scale + 10) / scale
            name = QRectF(-half, 0, 2 * half, reach + (10 + 16 * dress.theme.text_scale) / scale)
            around = around.united(name)
        return around

    def shape(self) -> QPainterPath:
        return self.outline()

    def outline(self) -> QPainterPath:
        """The true base round the item's own origin, turned to its facing."""
        if self._model is None:
            return QPainterPath()
        return QTransform().rotate(self._model.facing).map(base_path(self._model.profile.base))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._model is None or self._dress is None:
            return
        model, dress = self._model, self._dress
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lying = lying_of(dress.looks, model.markers)
        if not dress.under and not dress.ghost:
            _shadow(painter, model, dress.theme)
        if self._flash:
            _glow(painter, model, dress.theme, self._flash)
        painter.save()
        painter.rotate(model.facing)
        if dress.under:
            painter.setOpacity(painter.opacity() * 0.62)
        if lying == "none":
            _standing(painter, model, dress)
        else:
            _lying(painter, model, dress, lying)
        if dress.under:
            _under(painter, model, dress.theme)
        if dress.chosen:
            _ring(painter, model, dress.theme)
        painter.restore()
        _letters(painter, model, dress, lying)
        if model.z > RAISED:
            _height(painter, model, dress.theme)
        if _says_name(dress, scale_of(painter)):
            _name(painter, model, dress.theme)


def _says_name(dress: Dress, scale: float) -> bool:
    return not dress.nameless and (dress.named or scale >= NAMED_FROM)


def _rim_width(painter: QPainter, model: Model) -> float:
    """Inches: an eighth of the smaller side, but never under 2.4 pixels."""
    small = min(model.profile.base.width, model.profile.base.depth) * INCH
    return float(min(small * 0.3, max(small * 0.115, 2.4 / scale_of(painter))))


def _shadow(painter: QPainter, model: Model, theme: Theme) -> None:
    """A soft shadow that leaves the base as the model rises."""
    away = 0.05 + 0.07 * min(model.z, 8.0)
    painter.save()
    painter.translate(away, away * 1.2)
    painter.rotate(model.facing)
    painter.setPen(Qt.PenStyle.NoPen)
    soft = reach_of(model.profile.base) * scale_of(painter) > 14
    for grown, alpha in ((-0.06, 0.10), (-0.02, 0.14), (0.02, 0.16)) if soft else ((-0.02, 0.32),):
        painter.setBrush(colour("#000000", alpha if theme.dark else alpha * 0.6))
        painter.drawPath(base_path(model.profile.base, grown))
    painter.restore()


def _glow(painter: QPainter, model: Model, theme: Theme, strength: float) -> None:
    reach = reach_of(model.profile.base) * 1.7
    light = QRadialGradient(QPointF(0, 0), reach)
    light.setColorAt(0.55, colour(theme.blocked, 0.9 * strength))
    light.setColorAt(1.0, colour(theme.blocked, 0.0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(light)
    painter.drawEllipse(QPointF(0, 0), reach, reach)


def _standing(painter: QPainter, model: Model, dress: Dress) -> None:
    """Body, rim, the side's rim pattern and the notch, in the base's own frame."""
    theme, base, rim = dress.theme, model.profile.base, _rim_width(painter, model)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(dress.side.colour))
    painter.drawPath(base_path(base))
    painter.setBrush(colour(mix(theme.body, dress.side.colour, 0.10)))
    painter.drawPath(base_path(base, rim))
    _pattern(painter, model, dress, rim)
    _notch(painter, model, dress, rim)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ruled(painter, theme.halo, 1.0, alpha=0.85)
    painter.drawPath(base_path(base))


def _pattern(painter: QPainter, model: Model, dress: Dress, rim: float) -> None:
    """What tells sides apart without colour: beads, a twin line or teeth on the rim."""
    kind = dress.side.rim
    if kind == "plain":
        return
    ring = base_path(model.profile.base, rim / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "twin":
        ruled(painter, dress.theme.body, max(1.0, rim * 0.34 * scale_of(painter)))
        painter.drawPath(ring)
        return
    roomy = rim * scale_of(painter) > 3.5
    count = (10 if roomy else 6) if kind == "beads" else 14
    size = rim * (0.36 if kind == "beads" else 0.3)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(dress.theme.body))
    for step in range(count):
        at = ring.pointAtPercent((step + 0.5) / count)
        if kind == "beads":
            painter.drawEllipse(at, size, size)
        else:
            painter.drawRect(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size))


def _notch(painter: QPainter, model: Model, dress: Dress, rim: float) -> None:
    """A tooth whose tip is the foremost point of the base: where the model looks."""
    half = model.profile.base.depth / 2 * INCH
    wide = max(rim * 1.25, min(model.profile.base.width, model.profile.base.depth) * INCH * 0.2)
    path = QPainterPath(QPointF(0, -half))
    path.lineTo(wide, -half + rim + wide * 0.9)
    path.lineTo(0, -half + rim + wide * 0.5)
    path.lineTo(-wide, -half + rim + wide * 0.9)
    path.closeSubpath()
    ruled(painter, dress.theme.halo, 0.8, alpha=0.7)
    painter.setBrush(colour(dress.theme.ink))
    painter.drawPath(path)


def _lying(painter: QPainter, model: Model, dress: Dress, lying: Lying) -> None:
    """Flattened, tilted, rim dashed; face down is also hatched."""
    theme, base = dress.theme, model.profile.base
    weight = max(2.0, _rim_width(painter, model) * scale_of(painter) * 0.8)
    painter.setBrush(colour(theme.body, 0.45))
    ruled(painter, dress.side.colour, 1.4, (3, 3))
    painter.drawPath(base_path(base))
    painter.rotate(28)
    flat = _squashed(model, 0.56)
    ruled(painter, dress.side.colour, weight, (2.2, 1.1))
    painter.setBrush(colour(mix(theme.body, dress.side.colour, 0.22 if lying == "face_up" else 0.04)))
    painter.drawPath(flat)
    if lying == "face_down":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(hatch(painter, dress.side.colour, Qt.BrushStyle.BDiagPattern, 0.55))
        painter.drawPath(flat)
    painter.rotate(-28)


def _squashed(model: Model, share: float) -> QPainterPath:
    """The base squashed to *share* of its depth: a figure lying on its stand."""
    base = model.profile.base
    shape = "oval" if base.shape == "round" else base.shape
    flat = type(base)(shape=shape, width=base.width * 0.96, depth=base.depth * share)
    return base_path(flat)


def _under(painter: QPainter, model: Model, theme: Theme) -> None:
    """A floor is overhead: a second, dashed outline just outside the rim."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ruled(painter, theme.ink, 1.4, (2.5, 2.5))
    painter.drawPath(base_path(model.profile.base, -2.5 / scale_of(painter)))


def _ring(painter: QPainter, model: Model, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    path = base_path(model.profile.base, -3.5 / scale_of(painter))
    ruled(painter, theme.halo, 4.4, alpha=0.7)
    painter.drawPath(path)
    ruled(painter, theme.ink, 2.2)
    painter.drawPath(path)


def _letters(painter: QPainter, model: Model, dress: Dress, lying: Lying) -> None:
    """The emblem drawn for the profile, where there is one and room for it; otherwise two letters."""
    base = model.profile.base
    room = min(base.width, base.depth) * INCH * scale_of(painter)
    ink = colour(dress.theme.text, 1.0 if lying != "face_down" else 0.8)
    if room >= EMBLEM_FROM and has_icon(model.profile.id):
        side = room * (0.6 if lying == "none" else 0.46)
        with at_pixels(painter, QPointF(0, 0)):
            draw_icon(painter, model.profile.id, ink.name(), QRectF(-side / 2, -side / 2 + room * 0.04, side, side))
        return
    face = font("small")
    face.setPixelSize(int(max(8, min(44, room * (0.3 if lying == "none" else 0.26)))))
    with at_pixels(painter, QPointF(0, 0)):
        painter.setFont(face)
        painter.setPen(ink)
        where = QRectF(-room, -room / 2 + room * 0.03, 2 * room, room)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, initials(model.name))


def _height(painter: QPainter, model: Model, theme: Theme) -> None:
    """Inches above the table, at the lower left of the rim."""
    words = theme.ruler.short(model.z)
    rim = reach_of(model.profile.base) * scale_of(painter)
    face = font("small", theme.text_scale)
    size = text_size(words, face)
    with at_pixels(painter, QPointF(0, 0)):
        painter.setFont(face)
        where = QRectF(-rim * 0.74 - size.width() - 3, rim * 0.62 - 3, size.width() + 6, size.height() + 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.halo, 0.82))
        painter.drawRoundedRect(where, 3, 3)
        painter.setPen(colour(theme.text))
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, words)


def _name(painter: QPainter, model: Model, theme: Theme) -> None:
    face = font("small", theme.text_scale)
    face.setPixelSize(max(10, face.pixelSize() + 1))
    size = text_size(model.name, face)
    rim = reach_of(model.profile.base) * scale_of(painter)
    with at_pixels(painter, QPointF(0, 0)):
        painter.setFont(face)
        where = QRectF(-size.width() / 2 - 2, rim + 6, size.width() + 4, size.height())
        halo_text(painter, where, model.name, theme.ink, theme.halo)


def ghost_of(dress: Dress) -> Dress:
    """The same clothes, see-through: a model that is not truly there."""
    return replace(dress, ghost=True, chosen=False)
