"""What stands on each sheet: a part of the table, crop marks, a rule to check the printer, and where it belongs.

Units are 1/96 inch of paper, as on dispute sheets.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from desktop.look import font
from desktop.printing.drawing import Contents, Drawing, paper_look
from desktop.printing.tiles import FOOT, MARGIN, Box, Tile, Tiling
from desktop.scene.ink import colour, pen
from desktop.scene.marker_item import StatusLooks
from desktop.work import Steps, aside, part_of
from engine.game import MM_PER_INCH, Game

DPI = 96.0
MM = DPI / MM_PER_INCH
"""Units in a millimetre of paper."""
CHECK_BASE = 32.0
"""Millimetres of the base that is drawn to lay a real one upon."""
MARK = 6.0
"""Millimetres of a crop mark."""
CHECKS = 560.0
"""Units that all else on the cover needs below the map."""
LARGE = 4
"""How many times larger than shown the map is painted: words become small with it."""
PRINTED = 3
"""How many times larger than shown it is put on the paper, which takes as long as it has pixels."""
ASSEMBLE = (
    "Print without “fit to page”: at 100 %.",
    "Lay a ruler along the rules below and a 32 mm base on the disc: if they do not agree, the printer has scaled.",
    "Cut each sheet along the crop marks at its top and left; lay it over the dashed ticks of the sheet before it.",
)


class Pages:
    """A tiling laid out; page 0 is the cover where there is one.  *made* stands at the foot of every sheet."""

    def __init__(
        self, game: Game, tiling: Tiling, contents: Contents, looks: StatusLooks, *, made: str = "", cover: bool = True
    ) -> None:
        self.tiling = tiling
        self.cover = cover
        self.look = paper_look(ground=contents.ground)
        self._made = made
        self._title = f"{game.table.name or 'Table'}, round {game.round}"
        self._game, self._contents, self._looks = game, contents, looks
        wide, high = self.size.width() - 2 * (MARGIN + 5) * MM, self.size.height() - CHECKS
        self._spread = min(wide / tiling.area.width, high / tiling.area.height)
        self._map_drawn: QImage | None = None
        self.left_out: frozenset[int] = frozenset()
        """Numbers of the sheets that are not printed."""

    @cached_property
    def _drawing(self) -> Drawing:
        return Drawing(self._game, self._contents, self.look, self._looks, DPI / self.tiling.scale)

    def prepared(self) -> Steps[None]:
        """Lay out what all sheets share, a step at a time; whoever paints without it waits for it then."""
        _ = self._drawing
        yield 0.3
        if self.cover:
            drawing, drawn = self._small_one()
            yield 0.5
            yield from part_of(drawing.onto(drawn, self.tiling.area, "#ffffff"), 0.5, 0.4)
            drawn.setDevicePixelRatio(1.0)
            less = drawn.size() * (PRINTED / LARGE)
            smooth = Qt.TransformationMode.SmoothTransformation
            self._map_drawn = yield from aside(lambda: drawn.scaled(less, mode=smooth))
            yield 1.0

    def _small_one(self) -> tuple[Drawing, QImage]:
        """The table in small, and room for its picture."""
        nameless, area = replace(self._contents, names=False), self.tiling.area
        drawing = Drawing(self._game, nameless, self.look, self._looks, self._spread * LARGE)
        size = QSize(max(1, round(area.width * drawing.units)), max(1, round(area.height * drawing.units)))
        return drawing, QImage(size, QImage.Format.Format_RGB32)

    @property
    def size(self) -> QSizeF:
        """One sheet, in units."""
        return QSizeF(self.tiling.paper.width * MM, self.tiling.paper.height * MM)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The sheets that are printed."""
        return tuple(tile for tile in self.tiling.tiles if tile.number not in self.left_out)

    @property
    def count(self) -> int:
        return len(self.tiles) + self.cover

    def paint(self, painter: QPainter, page: int) -> None:
        """Paint one page, its top left corner at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), self.size), colour("#ffffff"))
        if self.cover and page == 0:
            self._front(painter)
        else:
            self._sheet(painter, self.tiles[page - self.cover])
        self._foot(painter, page)

    # A sheet ---------------------------------------------------------------------------------

    def _sheet(self, painter: QPainter, tile: Tile) -> None:
        part = tile.part.within(self._whole())
        per_inch = DPI / self.tiling.scale
        left, top = MARGIN * MM, MARGIN * MM
        at = QRectF(
            left + (part.x - tile.part.x) * per_inch,
            top + (part.y - tile.part.y) * per_inch,
            part.width * per_inch,
            part.height * per_inch,
        )
        self._drawing.paint(painter, at, part)
        full = QRectF(left, top, tile.part.width * per_inch, tile.part.height * per_inch)
        self._crop_marks(painter, full)
        self._ticks(painter, full, tile)
        self._named(painter, tile)
        self._rule(painter, QPointF(left + 12.0 * MM, self.size.height() - 8.0 * MM), 3)
        self._map(painter, tile)

    def _whole(self) -> Box:
        """The area, with a hair beyond it so that the edge of the board is seen."""
        area = self.tiling.area
        return Box(area.x - 0.05, area.y - 0.05, area.width + 0.1, area.height + 0.1)

    def _crop_marks(self, painter: QPainter, full: QRectF) -> None:
        """Two short lines at each corner, clear of the picture."""
        painter.setPen(pen(self.look.text, 0.7))
        gap, long = 1.5 * MM, (1.5 + MARK) * MM
        for x, out in ((full.left(), -1), (full.right(), 1)):
            for y, down in ((full.top(), -1), (full.bottom(), 1)):
                painter.drawLine(QLineF(x + out * gap, y, x + out * long, y))
                painter.drawLine(QLineF(x, y + down * gap, x, y + down * long))

    def _ticks(self, painter: QPainter, full: QRectF, tile: Tile) -> None:
        """Dashed ticks where the next sheet will lie: to the right and below."""
        shared = self.tiling.shared * DPI / self.tiling.scale
        if shared <= 0:
            return
        painter.setPen(pen(self.look.dim, 0.9, (2, 1.6)))
        gap, long = 1.0 * MM, 5.0 * MM
        if tile.column + 1 < self.tiling.columns:
            x = full.right() - shared
            painter.drawLine(QLineF(x, full.top() - gap, x, full.top() - long))
            painter.drawLine(QLineF(x, full.bottom() + gap, x, full.bottom() + long))
        if tile.row + 1 < self.tiling.rows:
            y = full.bottom() - shared
            painter.drawLine(QLineF(full.left() - gap, y, full.left() - long, y))
            painter.drawLine(QLineF(full.right() + gap, y, full.right() + long, y))

    def _named(self, painter: QPainter, tile: Tile) -> None:
        """Which sheet this is, over the picture."""
        where = QRectF(MARGIN * MM + 30, 3.5 * MM, self.size.width() - 2 * MARGIN * MM - 60, 14)
        painter.setFont(font("small", 1.0))
        painter.setPen(colour(self.look.dim))
        if len(self.tiling.tiles) == 1:
            words = f"{self._title} · 1 : {self.tiling.scale:g}"
        else:
            words = f"{self._title} · sheet {tile.number}: row {tile.row + 1}, column {tile.column + 1}"
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, words)

    def _map(self, painter: QPainter, tile: Tile) -> None:
        """All sheets as little boxes, this one filled, at the lower right."""
        if len(self.tiling.tiles) == 1:
            return
        size = min(7.0, (FOOT - 6.0) * MM / self.tiling.rows, 120.0 / self.tiling.columns)
        wide, high = size * self.tiling.columns, size * self.tiling.rows
        left, top = self.size.width() - (MARGIN + 12.0) * MM - wide, self.size.height() - 3.0 * MM - high
        painter.setPen(pen(self.look.dim, 0.6))
        for other in self.tiling.tiles:
            here = other.number == tile.number
            painter.setBrush(colour(self.look.text) if here else colour("#ffffff"))
            painter.drawRect(QRectF(left + other.column * size, top + other.row * size, size, size))

    # Rules -----------------------------------------------------------------------------------

    def _rule(self, painter: QPainter, at: QPointF, inches: int) -> None:
        """A rule of so many printed inches, every inch in eighths."""
        painter.setPen(pen(self.look.text, 0.8))
        painter.drawLine(QLineF(at.x(), at.y(), at.x() + inches * DPI, at.y()))
        painter.setFont(font("small", 0.8))
        for eighth in range(inches * 8 + 1):
            x = at.x() + eighth * DPI / 8
            high = 9.0 if eighth % 8 == 0 else 6.0 if eighth % 4 == 0 else 3.0
            painter.drawLine(QLineF(x, at.y(), x, at.y() - high))
            if eighth % 8 == 0:
                painter.drawText(QRectF(x - 12, at.y() + 1, 24, 11), Qt.AlignmentFlag.AlignCenter, f"{eighth // 8}″")

    def _centimetres(self, painter: QPainter, at: QPointF, long: int) -> None:
        painter.setPen(pen(self.look.text, 0.8))
        painter.drawLine(QLineF(at.x(), at.y(), at.x() + long * 10 * MM, at.y()))
        painter.setFont(font("small", 0.8))
        for step in range(long * 10 + 1):
            x = at.x() + step * MM
            high = 9.0 if step % 10 == 0 else 6.0 if step % 5 == 0 else 3.0
            painter.drawLine(QLineF(x, at.y(), x, at.y() - high))
            if step % 10 == 0:
                painter.drawText(QRectF(x - 12, at.y() + 1, 24, 11), Qt.AlignmentFlag.AlignCenter, f"{step // 10}")
        words = QRectF(at.x() + long * 10 * MM + 6, at.y() - 8, 30, 14)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, "cm")

    # The cover -------------------------------------------------------------------------------

    def _front(self, painter: QPainter) -> None:
        """The map of the sheets, how to put them together, and what to check the printer with."""
        left, wide = (MARGIN + 5) * MM, self.size.width() - 2 * (MARGIN + 5) * MM
        painter.setPen(colour(self.look.text))
        painter.setFont(font("title", 1.2))
        painter.drawText(QRectF(left, MARGIN * MM, wide, 30), Qt.AlignmentFlag.AlignVCenter, self._title)
        painter.setFont(font("body", 1.0))
        painter.setPen(colour(self.look.dim))
        painter.drawText(QRectF(left, MARGIN * MM + 30, wide, 18), Qt.AlignmentFlag.AlignVCenter, self.summary())
        y = MARGIN * MM + 62
        y += self._spread_out(painter, QPointF(left, y)) + 22
        painter.setPen(colour(self.look.text))
        painter.setFont(font("body", 1.0))
        for line in ASSEMBLE if len(self.tiling.tiles) > 1 else ASSEMBLE[:2]:
            where = QRectF(left, y, wide, 60)
            used = painter.drawText(where, Qt.TextFlag.TextWordWrap, f"• {line}")
            y += (used or where).height() + 5
        self._checks(painter, QPointF(left + 6, y + 24))

    def summary(self) -> str:
        """The job in one line."""
        way = self.tiling
        size = "true size, 1 : 1" if way.scale == 1 else f"1 : {way.scale:g}"
        paper = f"{way.paper.name}{', lying' if way.paper.lies else ''}"
        sheets = len(self.tiles)
        many = f"{sheets} sheets, {way.columns} across and {way.rows} down" if sheets != 1 else "1 sheet"
        lap = f", overlapping by {way.overlap:g} mm" if way.overlap and sheets > 1 else ""
        return f"{size} · {paper} · {many}{lap}"

    def _spread_out(self, painter: QPainter, at: QPointF) -> float:
        """The table in small with the sheets drawn over it; gives its height."""
        area, per_inch = self.tiling.area, self._spread
        where = QRectF(at.x(), at.y(), area.width * per_inch, area.height * per_inch)
        if self._map_drawn is None:
            for _ in self.prepared():
                pass
        painter.drawImage(where, self._map_drawn or QImage())
        paint_tiles(painter, where, self.tiling, self.left_out, self.look.text, self.look.panel)
        return where.height()

    def _checks(self, painter: QPainter, at: QPointF) -> None:
        inches = 6 if self.size.width() > 7.2 * DPI else 5
        self._rule(painter, at, inches)
        self._centimetres(painter, QPointF(at.x(), at.y() + 40), 15 if inches == 6 else 12)
        radius = CHECK_BASE / 2 * MM
        middle = QPointF(at.x() + radius, at.y() + 68 + radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(self.look.text, 0.8))
        painter.drawEllipse(middle, radius, radius)
        painter.drawLine(QLineF(middle.x() - 6, middle.y(), middle.x() + 6, middle.y()))
        painter.drawLine(QLineF(middle.x(), middle.y() - 6, middle.x(), middle.y() + 6))
        painter.setFont(font("body", 1.0))
        words = QRectF(middle.x() + radius + 12, middle.y() - 10, 300, 20)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, f"A base of {CHECK_BASE:g} mm fits this disc exactly.")

    def _foot(self, painter: QPainter, page: int) -> None:
        painter.setFont(font("small", 0.9))
        painter.setPen(colour(self.look.dim))
        left = (MARGIN + 12) * MM + 3.2 * DPI
        line = QRectF(left, self.size.height() - 10 * MM, self.size.width() - left - 1.6 * DPI, 14)
        words = f"{self._made}   {page + 1} / {self.count}".strip()
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)


def paint_tiles(
    painter: QPainter, where: QRectF, tiling: Tiling, left_out: frozenset[int], ink: str, halo: str, now: int = 0
) -> None:
    """The sheets over a small picture of the area: outlined, numbered, crossed out where left out."""
    across, down = where.width() / tiling.area.width, where.height() / tiling.area.height
    painter.setFont(font("small", 1.0))
    for tile in tiling.tiles:
        part = tile.part.within(tiling.area)
        box = QRectF(
            where.left() + (part.x - tiling.area.x) * across,
            where.top() + (part.y - tiling.area.y) * down,
            part.width * across,
            part.height * down,
        )
        out = tile.number in left_out
        painter.setBrush(colour(halo, 0.72) if out else Qt.BrushStyle.NoBrush)
        painter.setPen(pen(halo, 3.0 if tile.number != now else 5.0, alpha=0.7))
        painter.drawRect(box)
        painter.setPen(pen(ink, 1.0 if tile.number != now else 2.4))
        painter.drawRect(box)
        if out:
            painter.drawLine(box.topLeft(), box.bottomRight())
            painter.drawLine(box.bottomLeft(), box.topRight())
        elif len(tiling.tiles) > 1 and min(box.width(), box.height()) > 12:
            _number(painter, box.center(), tile.number, ink, halo)


def _number(painter: QPainter, at: QPointF, number: int, ink: str, halo: str) -> None:
    disc = QRectF(at.x() - 9, at.y() - 8, 18, 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(halo, 0.8))
    painter.drawRoundedRect(disc, 5, 5)
    painter.setPen(colour(ink))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, f"{number}")
