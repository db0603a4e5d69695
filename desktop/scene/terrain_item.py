"""One piece of scenery: flat footprint, shadow by height, pattern by kind, height in words.

Terrain is painted into the view's cached background, once a zoom, so it is no
`QGraphicsItem`; it keeps to the same rule: one `sync(noun)`, no setters, no memory.
"""

from __future__ import annotations

import math

import shapely
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPolygonF, QTransform

from desktop.look import TerrainLook, Theme, font, mix, readable_on, rulers
from desktop.scene.ink import Taken, at_pixels, colour, halo_text, polygon_path, ruled, scale_of, text_size
from desktop.scene.signs import WORDLESS, has_sign, leaves, paint_sign
from desktop.scene.terrain_pattern import PATTERNS
from engine.game import Point, Terrain

THIN = 0.12
"""Inches a wall of no thickness is drawn wide."""
DOOR = 0.2
"""Inches a door of no thickness is drawn wide."""
FLAT = 0.05
"""Inches up to which a piece is ground: no shadow, a faint edge."""
_FAINT = 9.0
"""Pixels under which a piece is too small for a pattern."""


class TerrainItem:
    """Draws one piece; `path` is its outline in inches, for outlines and picking.

    `area` is its square inches, `free` the spots words may stand on (see `lay_words`),
    `desk` the one they stand on.
    """

    def __init__(self) -> None:
        self._piece: Terrain | None = None
        self._flat = False
        self.path = QPainterPath()
        self.bounds = QRectF()
        self._frame = QTransform()
        self._along, self._across = 1.0, 1.0
        self.solid = shapely.Polygon()
        self.area = 0.0
        self.desks: list[QPointF] = []
        """Spots inside where words could stand, best first."""
        self.desk = QPointF()
        self.free: list[QPointF] = []

    @property
    def piece(self) -> Terrain | None:
        """What the last `sync` gave."""
        return self._piece

    def sync(self, piece: Terrain, flat: bool = False) -> bool:
        """Show this piece; *flat*: heights mean nothing here.  False if it is what is shown already."""
        if self._piece == piece and self._flat == flat:
            return False
        self._piece, self._flat = piece, flat
        self.path = polygon_path(piece.outline, closed=not piece.open)
        self._lay_grain(piece.outline)
        if piece.open:
            stroker = QPainterPathStroker()
            stroker.setWidth(DOOR if "door" in piece.kind.split("_") else THIN)
            stroker.setCapStyle(Qt.PenCapStyle.SquareCap)
            self.path = stroker.createStroke(leaves(piece) if piece.kind == "open_door" else self.path)
        self.solid = shapely.Polygon(piece.outline if not piece.open and len(piece.outline) > 2 else ())
        self.area = self.solid.area or THIN
        self.desks = self._desks()
        self.desk = self.desks[0]
        self.free = [self.desk]
        reach = 0.12 * min(max(piece.top, 0.0), 8.0) + 0.3
        self.bounds = self.path.boundingRect().adjusted(-0.2, -0.2, reach, reach)
        return True

    def _lay_grain(self, outline: tuple[Point, ...]) -> None:
        """Turn patterns along the longest edge, and size them to the piece."""
        edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
        start, end = max(edges, key=lambda edge: math.dist(*edge))
        turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        flat = QTransform().rotate(-turn).map(QPolygonF([QPointF(x, y) for x, y in outline])).boundingRect()
        middle = QTransform().rotate(turn).map(flat.center())
        self._frame = QTransform.fromTranslate(middle.x(), middle.y()).rotate(turn)
        self._along, self._across = flat.width(), flat.height()

    def paint_shadow(self, painter: QPainter, theme: Theme) -> None:
        """What the piece throws on the table: longer the higher it stands."""
        piece = self._piece
        if piece is None or (piece.top - max(piece.bottom, 0.0) < 0.02 and piece.bottom <= 0):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        low, high = 0.09 * min(max(piece.bottom, 0.0), 8.0), 0.05 + 0.09 * min(piece.top, 8.0)
        count = 3 if piece.bottom <= 0 else 2
        if (high - low) * scale_of(painter) < 6:
            count = 1
        strength = (0.15 if theme.dark else 0.085) * (1 if count > 1 else 2)
        for step in range(1, count + 1):
            away = low + (high - low) * step / count
            painter.setBrush(colour("#000000", strength))
            painter.drawPath(self.path.translated(away * 0.8, away))

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """The footprint itself, without its words."""
        piece = self._piece
        if piece is None:
            return
        look = _look(theme, piece)
        raised = piece.bottom > 0
        painter.setBrush(colour(look.fill, look.see_through))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPath(self.path)
        scale = scale_of(painter)
        if piece.top <= FLAT and has_sign(theme, piece):
            paint_sign(painter, piece, self.path.boundingRect(), readable_on(look.fill))
        elif min(self._along, self._across) * scale > _FAINT * 0.5 and self._along * scale > _FAINT:
            self._paint_pattern(painter, look, theme)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if piece.top <= FLAT:
            ruled(painter, look.edge, 1.0, alpha=0.4)
            painter.drawPath(self.path)
            return
        ruled(painter, theme.halo if theme.dark else "#3b4250", 2.6, alpha=0.55 if theme.dark else 0.25)
        painter.drawPath(self.path)
        ruled(painter, look.edge, 1.9 if raised else 1.3)
        painter.drawPath(self.path)

    def paint_edge(self, painter: QPainter, theme: Theme) -> None:
        """Only where it would be: a piece that is taken off."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ruled(painter, theme.ink, 1.0, (4, 4), 0.35)
        painter.drawPath(self.path)

    def _paint_pattern(self, painter: QPainter, look: TerrainLook, theme: Theme) -> None:
        painter.save()
        painter.setClipPath(self.path, Qt.ClipOperation.IntersectClip)
        painter.setTransform(self._frame, True)
        step = 0.5
        while step * scale_of(painter) < 8.0:
            step *= 2
        PATTERNS[look.pattern](painter, self._along, self._across, step, _grain(look, theme))
        painter.restore()

    def words(self) -> tuple[str, str]:
        """What is written on it: name and height, and the short form without the name."""
        piece = self._piece
        if piece is None or piece.kind in WORDLESS:
            return "", ""
        if self._flat:
            return ("", "") if piece.open else (piece.name, "")
        ruler = rulers.in_force()
        height = ruler.short(piece.top) if piece.top > 0 else ""
        if piece.bottom > 0 and piece.top - piece.bottom > 0.5:
            height = f"{ruler.short(piece.bottom, signed=False)}–{ruler.short(piece.top)}"
        return f"{piece.name} {height}".strip(), height

    def _desks(self) -> list[QPointF]:
        """Best near the upper edge, for models stand in the middle."""
        around, frame = self.path.boundingRect(), self._frame
        middle = frame.map(QPointF(0, 0))
        spots = [QPointF(middle.x(), around.top() + 0.6)] if around.height() > 2.5 else []
        spots.append(middle)
        spots += [frame.map(QPointF(share * self._along, 0)) for share in (-0.25, 0.25, -0.4, 0.4)]
        spots += [frame.map(QPointF(0, share * self._across)) for share in (-0.42, 0.42)]
        spots += [frame.map(QPointF(share * self._along, self._across * 0.46)) for share in (-0.3, 0.3)]
        return [spot for spot in spots if self.path.contains(spot)] or [self.path.pointAtPercent(0.1)]

    def fitting_words(self, scale: float, theme: Theme, taken: Taken) -> str:
        """The longest words that fit at *scale* pixels an inch and cover no others; then they are *taken*."""
        if self._piece is not None and self._piece.top <= FLAT and has_sign(theme, self._piece):
            return ""
        if self._along * scale < 26 or (self._across * scale < 14 and self._along * scale < 60):
            return ""
        long, short = self.words()
        for text, desk in ((text, desk) for text in (long, short) if text for desk in self.free):
            size = text_size(text, font("small", theme.text_scale))
            placed = _spread(size).translated(desk * scale)
            half = QPointF(size.width() * 0.45 / scale, 0)
            inside = self.path.contains(desk - half) and self.path.contains(desk + half)
            if (text == short or inside) and not taken.hits(placed):
                taken.add(placed.adjusted(-8, -2, 8, 2))
                self.desk = desk
                return text
        return ""

    def paint_words(self, painter: QPainter, theme: Theme, words: str) -> None:
        """Write on the piece's desk."""
        if self._piece is None:
            return
        face = font("small", theme.text_scale)
        fill = _look(theme, self._piece).fill
        ink = readable_on(fill)
        with at_pixels(painter, self.desk):
            painter.setFont(face)
            back = mix(fill, "#ffffff" if ink != "#ffffff" else "#000000", 0.3)
            halo_text(painter, _spread(text_size(words, face)), words, ink, back)


def _spread(size: QSizeF) -> QRectF:
    """Room for words of this size round the origin, in pixels."""
    return QRectF(-size.width() / 2 - 3, -size.height() / 2, size.width() + 6, size.height())


def lay_words(stacked: list[TerrainItem]) -> None:
    """Find where each piece's words can stand with no higher piece over them; *stacked* is lowest first."""
    solid = [index for index, item in enumerate(stacked) if item.area > THIN]
    tree = shapely.STRtree([stacked[index].solid for index in solid])
    desks = [(index, spot) for index, item in enumerate(stacked) for spot in item.desks]
    if not desks or not solid:
        return
    points = shapely.points([(spot.x(), spot.y()) for _, spot in desks])
    covered: set[int] = set()
    for desk, cover in zip(*tree.query(points, predicate="intersects"), strict=True):
        if solid[cover] > desks[desk][0]:
            covered.add(int(desk))
    open_to_view: dict[int, list[QPointF]] = {}
    for place, (index, spot) in enumerate(desks):
        if place not in covered:
            open_to_view.setdefault(index, []).append(spot)
    for index, item in enumerate(stacked):
        item.free = open_to_view.get(index, [])


def _grain(look: TerrainLook, theme: Theme) -> str:
    """Pattern ink: light on dark fills and dark on light ones."""
    return mix(look.fill, "#ffffff" if theme.dark else "#1a2130", 0.75)


def _look(theme: Theme, piece: Terrain) -> TerrainLook:
    """By kind, or the first word of it that was drawn; others look like what they do to feet and eyes."""
    for kind in (piece.kind, *piece.kind.split("_")):
        if kind in theme.terrain:
            return theme.terrain_look(kind)
    if piece.bottom > 0:
        return theme.terrain_look("floor")
    if piece.sight == "obscuring":
        return theme.terrain_look("woods")
    if piece.footing in ("difficult", "very_difficult"):
        return theme.terrain_look("rubble")
    if piece.footing == "impassable" and piece.sight == "clear":
        return theme.terrain_look("water")
    return theme.terrain_look("block")
