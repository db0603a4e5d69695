"""Layers of a drawing, lowest first, painted for as long as there is time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer
from PySide6.QtGui import QPainter

Layer = Callable[[QPainter], None]


def painted(layers: Iterator[Layer], painter: QPainter, turn_ms: float) -> bool:
    """Paint for so long, and end the painter; are there no more layers?  One that is begun is finished."""
    clock, late = QElapsedTimer(), False
    clock.start()
    for paint in layers:
        paint(painter)
        late = clock.elapsed() >= turn_ms
        if late:
            break
    painter.end()
    return not late
