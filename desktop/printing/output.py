"""Writing pages and pictures a step at a time, so that the window stays alive and the work can be called off.

Everything is made in memory first and then put in its place whole, on a thread of its own: what was
there before stays until then, a full disk is noticed, and a slow one holds nobody up.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop.printing.drawing import Drawing
from desktop.printing.pages import DPI, Pages
from desktop.printing.tiles import Box, Paper
from desktop.work import Steps, aside, part_of
from engine.store import write_whole

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

MOST_PIXELS = 160_000_000
"""Pixels of the largest picture that is made: 640 MB of memory."""
FINE = 2.0
"""Pixels a unit of the ground of an SVG."""
LONGEST = 32_000
"""Pixels of the longest side that pictures can have."""
BEFORE = 1
"""Sheets that could be painted in the time in which the table is laid out and its map painted."""
PAINTED = 0.8
"""Share of the work on a picture after which it only has to be encoded and written."""


def put(path: Path, content: Callable[[], bytes]) -> Steps[None]:
    """Put a file in its place, whole.  OSError, a sentence, if that fails."""
    yield from aside(lambda: write_whole(path, content))


def buffer() -> QBuffer:
    """Room in memory to write to."""
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    return made


def written(kept: QBuffer) -> bytes:
    """What was written there."""
    return bytes(kept.data().data())


# Paper -------------------------------------------------------------------------------------------


def page_layout(paper: Paper) -> QPageLayout:
    """Qt's word for a sheet without margins."""
    turned = QPageLayout.Orientation.Landscape if paper.lies else QPageLayout.Orientation.Portrait
    upright = paper.turned() if paper.lies else paper
    size = QPageSize(
        QSizeF(upright.width, upright.height),
        QPageSize.Unit.Millimeter,
        upright.name,
        QPageSize.SizeMatchPolicy.FuzzyMatch,
    )
    return QPageLayout(size, turned, QMarginsF(0, 0, 0, 0))


def to_pdf(pages: Pages, path: Path, title: str) -> Steps[None]:
    """Write all pages into a PDF."""
    kept = buffer()
    paper = QPdfWriter(kept)
    paper.setResolution(round(DPI))
    paper.setPageLayout(page_layout(pages.tiling.paper))
    paper.setTitle(title)
    paper.setCreator("Sightline")
    painter = QPainter()
    if not painter.begin(paper):
        raise OSError(f"{path.name} could not be begun: there is no room in memory. Print fewer sheets at a time.")
    try:
        yield from _painted(pages, paper, painter)
    finally:
        painter.end()
    yield from put(path, lambda: written(kept))


def to_printer(pages: Pages, printer: QPrinter, title: str) -> Steps[None]:
    """Send all pages to a printer."""
    printer.setDocName(title)
    printer.setFullPage(True)
    printer.setPageLayout(page_layout(pages.tiling.paper))
    painter = QPainter()
    if not painter.begin(printer):
        raise OSError(f"The printer {printer.printerName()} does not take the job. Is it switched on?")
    finished = False
    try:
        dots = printer.resolution()
        painter.setWindow(QRect(0, 0, round(DPI) * 100, round(DPI) * 100))
        painter.setViewport(QRect(0, 0, dots * 100, dots * 100))
        yield from _painted(pages, printer, painter)
        finished = True
    finally:
        if not finished:
            printer.abort()
        painter.end()


def _painted(pages: Pages, device: QPagedPaintDevice, painter: QPainter) -> Steps[None]:
    total = pages.count + BEFORE
    yield from part_of(pages.prepared(), 0.0, BEFORE / total)
    for page in range(pages.count):
        if page:
            device.newPage()  # which puts the last one into its final form: that takes as long as painting it
            yield (BEFORE + page + 0.3) / total
        painter.save()
        pages.paint(painter, page)
        painter.restore()
        yield (BEFORE + page + 1) / total


# Pictures ----------------------------------------------------------------------------------------


def pixels(area: Box, per_inch: float) -> QSize:
    """The size of a picture.  ValueError, a sentence, where it would be too large to be made."""
    size = QSize(max(1, round(area.width * per_inch)), max(1, round(area.height * per_inch)))
    if max(size.width(), size.height()) > LONGEST or size.width() * size.height() > MOST_PIXELS:
        raise ValueError(
            f"A picture of {size.width()} × {size.height()} pixels is too large. Take fewer pixels an inch, "
            "or only what the view shows."
        )
    return size


def to_png(drawing: Drawing, area: Box, path: Path, back: str) -> Steps[None]:
    """Paint the picture piece by piece, then write it."""
    encoded = yield from _encoded(drawing, area, pixels(area, drawing.units), back)
    yield from put(path, lambda: encoded)


def _encoded(drawing: Drawing, area: Box, size: QSize, back: str) -> Steps[bytes]:
    """*area* as the bytes of a PNG of that size, without ever keeping the window for long."""
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise OSError("There is not enough memory for a picture of that size. Take fewer pixels an inch.")
    yield from part_of(drawing.onto(image, area, back), 0.0, PAINTED)
    dots = round(drawing.units / 25.4 * 1000)
    image.setDevicePixelRatio(1.0)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return (yield from encoded(image))


def encoded(image: QImage) -> Steps[bytes]:
    """A picture as the bytes of a PNG."""
    kept = buffer()
    yield from aside(lambda: image.save(kept, "PNG"))  # type: ignore[call-overload]
    return written(kept)


def to_svg(ground: Drawing, standing: Drawing, area: Box, path: Path, back: str, title: str) -> Steps[None]:
    """Write the picture as shapes on a painted ground.

    Qt's SVG knows clips only in whole units, so board and terrain, which are full of them,
    lie below as a picture; models, names and measurements are shapes and words.
    """
    below = yield from _encoded(ground, area, pixels(area, ground.units * FINE), back)
    kept, made = buffer(), QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the tiny profile knows no clipping
    made.setOutputDevice(kept)
    made.setResolution(round(DPI))
    where = QRectF(0, 0, area.width * ground.units, area.height * ground.units)
    made.setSize(where.size().toSize())
    made.setViewBox(where)
    made.setTitle(title)
    painter = QPainter()
    if not painter.begin(made):
        raise OSError(f"{path.name} could not be begun: there is no room in memory. Export a smaller part.")
    standing.paint(painter, where, area)
    painter.end()
    yield 0.9

    def whole() -> bytes:
        picture = (
            f'<image x="0" y="0" width="{where.width():g}" height="{where.height():g}" preserveAspectRatio="none" '
            f'xlink:href="{as_link(below)}"/>\n'
        )
        return _dashed(written(kept).decode()).replace("</defs>", f"</defs>\n{picture}", 1).encode()

    yield from put(path, whole)


def as_link(png: bytes) -> str:
    """A PNG as it stands in an SVG."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def _dashed(svg: str) -> str:
    """Qt forgets that dashes are in widths of a pen thinner than a unit."""

    def again(found: re.Match[str]) -> str:
        wide = float(found[3])
        dashes = ",".join(f"{float(dash) * min(1.0, wide):.5g}" for dash in found[1].split(","))
        return f'stroke-dasharray="{dashes}"{found[2]}stroke-width="{found[3]}"'

    return _DASHES.sub(again, svg)


_DASHES = re.compile(r'stroke-dasharray="([\d.,]+)"([^<>]*?)stroke-width="([\d.]+)"')
