"""A picture's bytes as what is painted: whole, and by halves smaller, so that far away it costs little."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader

SMALLEST = 256
"""Pixels of the longer side under which a picture is not made smaller."""


@lru_cache(maxsize=2)
def decoded(raw: bytes) -> tuple[QImage, ...]:
    """The picture, the largest first; none where the bytes are no picture.  The last ones are remembered.

    Whoever lays a picture asks for it here on a worker first, so that the window need not decode it.
    """
    buffer = opened(raw)
    image = QImageReader(buffer).read()  # `QImage.fromData` would keep the window from its turn
    if image.isNull():
        return ()
    kind = QImage.Format.Format_ARGB32_Premultiplied if image.hasAlphaChannel() else QImage.Format.Format_RGB32
    sizes = [image.convertToFormat(kind)]
    while max(sizes[-1].width(), sizes[-1].height()) > SMALLEST:
        half = sizes[-1].size() / 2
        sizes.append(sizes[-1].scaled(half, mode=Qt.TransformationMode.SmoothTransformation))
    return tuple(sizes)


def opened(raw: bytes) -> QBuffer:
    """The bytes as something to read from, which must be kept as long as it is read."""
    buffer = QBuffer()
    buffer.setData(raw)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return buffer
