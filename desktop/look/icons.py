"""Pictures from ``assets/icons``: coloured, cached, and sharp at any pixel ratio.

Each file is one SVG drawn with ``currentColor``, which is replaced by the wanted colour.
A name without a file becomes a plain disc with two letters, so missing art never stops
the program.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop.look.theme import readable_on

ICONS = Path(__file__).resolve().parents[2] / "assets" / "icons"
"""Where the drawings lie; one ``<name>.svg`` each."""


def has_icon(name: str) -> bool:
    """Is there a drawing of this name?"""
    return _source(name) is not None


def draw_icon(painter: QPainter, name: str, colour: str, where: QRectF) -> None:
    """Paint the drawing into *where* as vectors; a lettered disc if there is none."""
    drawing = _renderer(name, colour)
    if drawing is None:
        _letters(painter, name, colour, where)
        return
    drawing.render(painter, where)


def icon_pixmap(name: str, colour: str, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """The drawing as a square pixmap of *size* logical pixels at a device pixel ratio."""
    return _pixmap(name, colour, size, ratio)


def icon(name: str, colour: str, size: int = 16) -> QIcon:
    """The drawing for a button or a menu, with a pixmap for the ratio of every screen."""
    made = QIcon()
    for ratio in _ratios():
        made.addPixmap(_pixmap(name, colour, size, ratio))
    return made


def initials(name: str) -> str:
    """Two letters that stand for a name: *Hiro* Hi, *Old Marta* OM, *Youngblood 2* Y2."""
    words = [word for word in name.replace("_", " ").replace("-", " ").split() if word[0].isalnum()]
    if not words:
        return "?"
    if len(words) == 1:
        return words[0][:2].capitalize()
    return (words[0][0] + words[-1][0]).upper()


def _ratios() -> tuple[float, ...]:
    screens = QGuiApplication.screens()
    return tuple(sorted({1.0, 2.0} | {screen.devicePixelRatio() for screen in screens}))


@lru_cache(maxsize=256)
def _source(name: str) -> str | None:
    path = ICONS / f"{name}.svg"
    if not name.replace("_", "").isalnum() or not path.is_file():
        return None
    return path.read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str) -> QSvgRenderer | None:
    source = _source(name)
    if source is None:
        return None
    drawing = QSvgRenderer(QByteArray(source.replace("currentColor", colour).encode()))
    return drawing if drawing.isValid() else None


@lru_cache(maxsize=1024)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    canvas = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    canvas.setDevicePixelRatio(ratio)
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_icon(painter, name, colour, QRectF(0, 0, size, size))
    painter.end()
    return canvas


def _letters(painter: QPainter, name: str, colour: str, where: QRectF) -> None:
    """A disc in the colour with the name's initials: art that was never drawn."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    inset = where.width() * 0.04
    painter.drawEllipse(where.adjusted(inset, inset, -inset, -inset))
    face = QFont(painter.font())
    face.setPixelSize(max(1, round(where.height() * 0.48)))
    face.setBold(True)
    painter.setFont(face)
    painter.setPen(QColor(readable_on(colour)))
    painter.drawText(where, Qt.AlignmentFlag.AlignCenter, initials(name))
    painter.restore()
