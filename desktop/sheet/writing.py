"""Writing a sheet: PDF, SVG and PNG of the same painting, and the position as text."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from desktop.sheet.page import PAPER, Sheet
from desktop.sheet.picture import DPI
from engine.dispute import SUFFIX

SHARP = 2.5
"""Pixels of a PNG for each unit of paper: 240 an inch."""


@dataclass(frozen=True)
class Written:
    """What was written; *folder* holds every file, all named after the code."""

    folder: Path
    files: tuple[Path, ...]


def write(sheet: Sheet, folder: Path, formats: tuple[str, ...] = ()) -> Written:
    """Write the sheet in these formats (all when none is named) into a folder, made if need be.

    Each file is written beside its place and then put there whole.  OSError, a sentence,
    when the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for suffix in formats or tuple(FORMATS):
        path = folder / f"{sheet.settled.code}{suffix}"
        with NamedTemporaryFile(dir=folder, suffix=suffix, delete=False) as half:
            beside = Path(half.name)
        try:
            FORMATS[suffix](sheet, beside)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        files.append(path)
    return Written(folder, tuple(files))


def _pdf(sheet: Sheet, path: Path) -> None:
    paper = QPdfWriter(str(path))
    paper.setResolution(round(DPI))
    paper.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    paper.setPageMargins(QMarginsF(0, 0, 0, 0))
    paper.setTitle(f"{sheet.question} {sheet.settled.code}")
    paper.setCreator("Sightline")
    painter = QPainter()
    if not painter.begin(paper):
        raise OSError(f"{path.parent} cannot be written")
    for page in range(sheet.pages):
        if page:
            paper.newPage()
        sheet.paint(painter, page)
    painter.end()


def _svg(sheet: Sheet, path: Path) -> None:
    paper = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the tiny profile knows no clipping
    paper.setFileName(str(path))
    paper.setResolution(round(DPI))
    size = QSizeF(PAPER.width(), PAPER.height() * sheet.pages)
    paper.setSize(size.toSize())
    paper.setViewBox(QRectF(0, 0, size.width(), size.height()))
    paper.setTitle(f"{sheet.question} {sheet.settled.code}")
    _stacked(sheet, QPainter(paper), flat=True)


def _png(sheet: Sheet, path: Path) -> None:
    size = QSizeF(PAPER.width(), PAPER.height() * sheet.pages) * SHARP
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARP)
    image.setText("code", sheet.settled.code)
    _stacked(sheet, QPainter(image))
    if not image.save(str(path)):
        raise OSError(f"{path.parent} cannot be written")


def _text(sheet: Sheet, path: Path) -> None:
    path.write_text(sheet.settled.text(), encoding="utf-8")


def _stacked(sheet: Sheet, painter: QPainter, *, flat: bool = False) -> None:
    """All pages one below the other."""
    for page in range(sheet.pages):
        painter.save()
        painter.translate(0, page * PAPER.height())
        sheet.paint(painter, page, flat=flat)
        painter.restore()
    painter.end()


FORMATS: dict[str, Callable[[Sheet, Path], None]] = {".pdf": _pdf, ".svg": _svg, ".png": _png, SUFFIX: _text}
"""Suffix → who writes it."""
