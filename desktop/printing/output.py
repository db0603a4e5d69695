"""Writing pages and pictures a piece at a time, so that the window stays alive and the work can be called off.

Files are written beside their place and put there whole at the end: what was there before
stays until then, and a full disk is noticed.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Generator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QFile,
    QIODevice,
    QMarginsF,
    QObject,
    QRect,
    QRectF,
    QSaveFile,
    QSize,
    QSizeF,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QImage, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop.printing.drawing import Drawing
from desktop.printing.pages import DPI, Pages
from desktop.printing.tiles import Box, Paper

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

PIECE = 512
"""Pixels of a side of the pieces in which a large picture is painted."""
MOST_PIXELS = 160_000_000
"""Pixels of the largest picture that is made: 640 MB of memory."""
FINE = 2.0
"""Pixels a unit of the ground of an SVG."""
LONGEST = 32_000
"""Pixels of the longest side that pictures can have."""

WAITING = -1.0
"""Nothing to be done here just now: others are at work."""
WAIT_MS = 15
Steps = Generator[float, None, None]
"""PieceWork done so far, 0 to 1 or `WAITING`, each time the window may have its turn.  Raises OSError, a sentence."""


class PieceWork(QObject):
    """One piece of work at a time.  Signals: *moved(share done)*, *done(sentence)*, *failed(sentence)*, *ended()*."""

    moved = Signal(float)
    done = Signal(str)
    failed = Signal(str)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Steps | None = None
        self._sentence = ""
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._next)

    @property
    def running(self) -> bool:
        return self._steps is not None

    def begin(self, steps: Steps, sentence: str) -> None:
        """Do these steps; *sentence* is said when all went well.  What was under way is called off."""
        self.stop()
        self._steps, self._sentence = steps, sentence
        self.moved.emit(0.0)
        self._turn.start()

    def stop(self) -> None:
        """Call it off; nothing half done is left."""
        steps, self._steps = self._steps, None
        self._turn.stop()
        if steps is not None:
            steps.close()
            self.ended.emit()

    def _next(self) -> None:
        steps = self._steps
        if steps is None:
            return
        try:
            share = next(steps)
            self._turn.setInterval(WAIT_MS if share == WAITING else 0)
            if share != WAITING:
                self.moved.emit(share)
            return
        except StopIteration:
            said = self.done, self._sentence
        except OSError as fault:
            said = self.failed, str(fault)
        self._steps = None
        self._turn.stop()
        self.ended.emit()
        said[0].emit(said[1])


def fault(path: Path, said: str) -> OSError:
    """A file that cannot be written, in a sentence."""
    return OSError(f"{path.name} could not be written to {path.parent}: {said.rstrip('.')}. Choose another folder.")


def _opened(path: Path) -> QSaveFile:
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise fault(path, file.errorString())
    return file


def _closed(file: QSaveFile, path: Path) -> None:
    """Put the file in its place, if all of it could be written."""
    if file.error() != QFile.FileError.NoError or not file.commit():
        raise fault(path, file.errorString())


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


def to_pdf(pages: Pages, path: Path, title: str) -> Steps:
    """Write all pages into a PDF."""
    file = _opened(path)
    finished = False
    try:
        paper = QPdfWriter(file)
        paper.setResolution(round(DPI))
        paper.setPageLayout(page_layout(pages.tiling.paper))
        paper.setTitle(title)
        paper.setCreator("Sightline")
        painter = QPainter()
        if not painter.begin(paper):
            raise fault(path, "the PDF could not be begun")
        try:
            yield from _painted(pages, paper, painter)
        finally:
            painter.end()
        _closed(file, path)
        finished = True
    finally:
        if not finished:
            file.cancelWriting()


def to_printer(pages: Pages, printer: QPrinter, title: str) -> Steps:
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


def _painted(pages: Pages, device: QPagedPaintDevice, painter: QPainter) -> Steps:
    for page in range(pages.count):
        if page:
            device.newPage()  # which puts the last one into its final form: that takes as long as painting it
            yield (page + 0.3) / pages.count
        painter.save()
        pages.paint(painter, page)
        painter.restore()
        yield (page + 1) / pages.count


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


def to_png(drawing: Drawing, area: Box, path: Path, back: str) -> Steps:
    """Paint the picture piece by piece, then write it."""
    encoded = yield from _encoded(drawing, area, pixels(area, drawing.units), back)
    file = _opened(path)
    file.write(encoded)
    _closed(file, path)


def _encoded(drawing: Drawing, area: Box, size: QSize, back: str) -> Generator[float, None, bytes]:
    """*area* as the bytes of a PNG of that size, without ever keeping the window for long."""
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise OSError("There is not enough memory for a picture of that size. Take fewer pixels an inch.")
    image.fill(QColor(back))
    fine = size.width() / (area.width * drawing.units)
    image.setDevicePixelRatio(fine)
    per_inch = drawing.units * fine
    spots = [(x, y) for y in range(0, size.height(), PIECE) for x in range(0, size.width(), PIECE)]
    for place, (x, y) in enumerate(spots):
        wide, high = min(PIECE, size.width() - x), min(PIECE, size.height() - y)
        part = Box(area.x + x / per_inch, area.y + y / per_inch, wide / per_inch, high / per_inch)
        painter = QPainter(image)
        drawing.paint(painter, QRectF(x / fine, y / fine, wide / fine, high / fine), part)
        painter.end()
        yield 0.8 * (place + 1) / len(spots)
    image.setDevicePixelRatio(1.0)
    dots = round(drawing.units / 25.4 * 1000)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    writing = Thread(target=lambda: image.save(kept, "PNG"), daemon=True)  # type: ignore[call-overload]
    writing.start()
    while writing.is_alive():
        yield WAITING
    return bytes(kept.data().data())


def to_svg(ground: Drawing, standing: Drawing, area: Box, path: Path, back: str, title: str) -> Steps:
    """Write the picture as shapes on a painted ground.

    Qt's SVG knows clips only in whole units, so board and terrain, which are full of them,
    lie below as a picture; models, names and measurements are shapes and words.
    """
    below = yield from _encoded(ground, area, pixels(area, ground.units * FINE), back)
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the tiny profile knows no clipping
    made.setOutputDevice(kept)
    made.setResolution(round(DPI))
    where = QRectF(0, 0, area.width * ground.units, area.height * ground.units)
    made.setSize(where.size().toSize())
    made.setViewBox(where)
    made.setTitle(title)
    painter = QPainter()
    if not painter.begin(made):
        raise fault(path, "the drawing could not be begun")
    standing.paint(painter, where, area)
    painter.end()
    yield 0.9
    words = _dashed(bytes(kept.data().data()).decode())
    picture = (
        f'<image x="0" y="0" width="{where.width():g}" height="{where.height():g}" preserveAspectRatio="none" '
        f'xlink:href="data:image/png;base64,{base64.b64encode(below).decode()}"/>\n'
    )
    file = _opened(path)
    file.write(words.replace("</defs>", f"</defs>\n{picture}", 1).encode())
    _closed(file, path)


def _dashed(svg: str) -> str:
    """Qt forgets that dashes are in widths of a pen thinner than a unit."""

    def again(found: re.Match[str]) -> str:
        wide = float(found[3])
        dashes = ",".join(f"{float(dash) * min(1.0, wide):.5g}" for dash in found[1].split(","))
        return f'stroke-dasharray="{dashes}"{found[2]}stroke-width="{found[3]}"'

    return _DASHES.sub(again, svg)


_DASHES = re.compile(r'stroke-dasharray="([\d.,]+)"([^<>]*?)stroke-width="([\d.]+)"')
