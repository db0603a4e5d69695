"""A picture from a file as it can lie under a table: upright, not too large, and proven to be readable.

All of it is work for a worker.  A large photograph is read at the size it is kept in, so
that it never stands in memory whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QImageWriter

from desktop.scene.decoded import decoded, opened
from desktop.work import Watch
from engine.limits import LARGEST_PICTURE
from engine.store import Stopped, file_bytes

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
LONGEST_SIDE = 4096
"""Points of the longer side of a picture as it is kept."""
LARGEST_FILE = 128 << 20
"""Bytes of a file that is looked into at all."""
MOST_POINTS = {"jpeg": 400_000_000}
"""By kind, where it is not `MANY_POINTS`: a JPG can be read small without being held whole."""
MANY_POINTS = 64_000_000
_NAMES = {"png": "PNG", "jpeg": "JPG", "webp": "WebP", "bmp": "BMP"}
_KEPT = ("png", "jpeg", "webp")
"""Kinds whose bytes may be kept as they are."""
_QUALITIES = (90, 80, 70)
_UPRIGHT = QImageIOHandler.Transformation.TransformationNone


class Picture(NamedTuple):
    """Encoded *raw* bytes of a picture of *width* × *height* points; *smaller* than it came?"""

    raw: bytes
    width: int
    height: int
    smaller: bool = False


def is_picture(path: Path) -> bool:
    """Is it a picture by its name?"""
    return path.suffix.lower() in SUFFIXES


def read_picture(path: Path, watch: Watch) -> Picture:
    """The picture in a file.  ValueError or OSError with a sentence; Stopped when nobody waits any more."""
    raw = file_bytes(path)
    size = len(raw)
    if size > LARGEST_FILE:
        raise ValueError(
            f"{path.name} has {size >> 20} MB; a picture for the table may have {LARGEST_FILE >> 20} MB. "
            "Save it smaller, or as JPG, and drop that."
        )
    watch(-1.0)
    reader, buffer = _reader(path, raw)
    kind, whole = _kind(reader), reader.size()
    fits = max(whole.width(), whole.height()) <= LONGEST_SIDE
    upright = reader.transformation() == _UPRIGHT
    if not fits:
        limit = QSize(LONGEST_SIDE, LONGEST_SIDE)
        reader.setScaledSize(whole.scaled(limit, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
        reader.setQuality(_QUALITIES[0])
    image = reader.read()
    buffer.close()
    if image.isNull() or (kind == "jpeg" and not _ends(raw)):
        raise ValueError(
            f"The picture in {path.name} cannot be read: the file is damaged or was not copied whole. "
            "Open it in a picture program, save it anew, and drop that."
        )
    if watch(-1.0):
        raise Stopped
    if fits and upright and kind in _KEPT and len(raw) <= LARGEST_PICTURE:
        kept = Picture(raw, image.width(), image.height())
    else:
        kept = _encoded(image, watch)
        kept = kept._replace(smaller=not fits or kept.width < image.width())
    decoded(kept.raw)
    return kept


def _reader(path: Path, raw: bytes) -> tuple[QImageReader, QBuffer]:
    """Ready to read; what it reads from must be kept as long.  ValueError where there is no picture, or too much."""
    buffer = opened(raw)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    kind, size = _kind(reader), reader.size()
    if kind not in _readable() or size.isEmpty():
        names = [_NAMES[each] for each in _readable()]
        raise ValueError(
            f"There is no picture in {path.name} that can be read. A picture for the table is one of "
            f"{', '.join(names[:-1])} or {names[-1]}: save it as one of these and drop that."
        )
    most = MOST_POINTS.get(kind, MANY_POINTS)
    if size.width() * size.height() > most:
        raise ValueError(
            f"The picture in {path.name} has {size.width()} × {size.height()} points; as {_NAMES[kind]} it may have "
            f"{most // 1_000_000} million. Save it smaller, {LONGEST_SIDE} points a side are kept of it anyway."
        )
    return reader, buffer


def _kind(reader: QImageReader) -> str:
    kind = bytes(reader.format().data()).decode("ascii", "replace").lower()
    return "jpeg" if kind == "jpg" else kind


def _ends(raw: bytes) -> bool:
    """Is this JPG there to its end?  Qt paints what is missing grey."""
    at = 2
    while raw[at : at + 1] == b"\xff" and raw[at + 1] != 0xDA:  # the segments before the first scan
        at += 2 + int.from_bytes(raw[at + 2 : at + 4], "big")
    return raw.find(b"\xff\xd9", at) >= 0


def _readable() -> tuple[str, ...]:
    """The kinds that can be read here, of those that are meant to be."""
    known = {bytes(each.data()).decode("ascii", "replace") for each in QImageReader.supportedImageFormats()}
    return tuple(kind for kind in _NAMES if kind in known)


def _encoded(image: QImage, watch: Watch) -> Picture:
    """As few bytes as a file may hold of it: JPG, or where the ground shows through it, PNG or WebP."""
    ways = [("webp", 90)] if _see_through(image) else [("jpeg", quality) for quality in _QUALITIES]
    if ways[0][0] == "webp":
        ways.insert(0, ("png", -1))
    while True:
        for kind, quality in ways:
            if watch(-1.0):
                raise Stopped
            raw = _bytes(image, kind, quality)
            if 0 < len(raw) <= LARGEST_PICTURE:
                return Picture(raw, image.width(), image.height())
        if max(image.width(), image.height()) < 16:
            raise ValueError("The picture could not be written again. Save it as JPG and drop that.")
        image = image.scaled(image.size() * 0.7, mode=Qt.TransformationMode.SmoothTransformation)


def _bytes(image: QImage, kind: str, quality: int) -> bytes:
    """Encoded so; none where that kind cannot be written here."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.encode())
    writer.setQuality(quality)
    written = writer.write(image)
    buffer.close()
    return bytes(kept.data()) if written else b""


def _see_through(image: QImage) -> bool:
    """Does the ground show through it anywhere?"""
    if not image.hasAlphaChannel():
        return False
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    rows = np.frombuffer(alpha.constBits(), np.uint8).reshape(alpha.height(), alpha.bytesPerLine())
    return bool(rows[:, : alpha.width()].min() < 255)
