"""Writing a sheet: PDF, SVG and PNG of the same painting, and the position as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop.printing.output import as_link, buffer, encoded, put, written
from desktop.sheet.page import PAPER, Sheet
from desktop.sheet.picture import DPI, FINE
from desktop.work import Steps, aside, part_of
from engine.dispute import SUFFIX


@dataclass(frozen=True)
class Written:
    """What was written; *folder* holds every file, all named after the code."""

    folder: Path
    files: tuple[Path, ...]


def write(sheet: Sheet, folder: Path, formats: tuple[str, ...] = ()) -> Steps[Written]:
    """Write the sheet in these formats (all when none is named) into a folder, made if need be.

    All of it is made first, so that what is called off leaves nothing.  OSError, a sentence,
    when the folder cannot be written.
    """
    wanted = formats or tuple(FORMATS)
    span = 1 / (len(wanted) + 1)
    yield from part_of(sheet.prepared(), 0.0, span)
    made: dict[Path, bytes] = {}
    for at, suffix in enumerate(wanted):
        path = folder / f"{sheet.settled.code}{suffix}"
        made[path] = yield from part_of(FORMATS[suffix](sheet), (at + 1) * span, span)
    yield from aside(lambda: folder.mkdir(parents=True, exist_ok=True))
    for path, content in made.items():
        yield from put(path, partial(bytes, content))
    return Written(folder, tuple(made))


def _pdf(sheet: Sheet) -> Steps[bytes]:
    kept = buffer()
    paper = QPdfWriter(kept)
    paper.setResolution(round(DPI))
    paper.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    paper.setPageMargins(QMarginsF(0, 0, 0, 0))
    paper.setTitle(_title(sheet))
    paper.setCreator("Sightline")
    painter = QPainter(paper)
    try:
        for page in range(sheet.pages):
            if page:
                paper.newPage()
            yield from part_of(sheet.steps(painter, page), page / sheet.pages, 1 / sheet.pages)
    finally:
        painter.end()
    return written(kept)


def _svg(sheet: Sheet) -> Steps[bytes]:
    """The picture of the table is put in at the end, in the place of a speck: encoding it takes a while."""
    kept, paper = buffer(), QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the tiny profile knows no clipping
    paper.setOutputDevice(kept)
    paper.setResolution(round(DPI))
    size = QSizeF(PAPER.width(), PAPER.height() * sheet.pages)
    paper.setSize(size.toSize())
    paper.setViewBox(QRectF(0, 0, size.width(), size.height()))
    paper.setTitle(_title(sheet))
    speck = QImage(1, 1, QImage.Format.Format_RGB32)
    speck.fill(QColor(sheet.look.around))
    yield from _stacked(sheet, QPainter(paper), speck)
    small, table = (yield from encoded(speck)), (yield from encoded(sheet.map.flat))
    return _put_in(written(kept).decode(), as_link(small), as_link(table)).encode()


def _put_in(svg: str, speck: str, table: str) -> str:
    """The picture of the table for the one that stands in its place, whatever Qt encoded it as."""
    start = svg.index('xlink:href="data:image/png;base64,') + len('xlink:href="')
    return svg[:start] + table + svg[svg.index('"', start) :]


def _png(sheet: Sheet) -> Steps[bytes]:
    size = QSizeF(PAPER.width(), PAPER.height() * sheet.pages) * FINE
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(FINE)
    image.setText("code", sheet.settled.code)
    yield from _stacked(sheet, QPainter(image), sheet.map.flat)
    return (yield from encoded(image))


def _text(sheet: Sheet) -> Steps[bytes]:
    return (yield from aside(lambda: sheet.settled.text().encode()))


def _stacked(sheet: Sheet, painter: QPainter, flat: QImage) -> Steps[None]:
    """All pages one below the other."""
    try:
        for page in range(sheet.pages):
            painter.translate(0, PAPER.height() if page else 0)
            yield from part_of(sheet.steps(painter, page, flat), page / sheet.pages, 1 / sheet.pages)
    finally:
        painter.end()


def _title(sheet: Sheet) -> str:
    return f"{sheet.question} {sheet.settled.code}"


FORMATS: dict[str, Callable[[Sheet], Steps[bytes]]] = {".pdf": _pdf, ".svg": _svg, ".png": _png, SUFFIX: _text}
"""Suffix → who makes it."""
