"""Large shapes are drawn plainly while the hand moves, and finely once it rests.

Rastered without a graphics card, a soft edge round a long ring costs several milliseconds;
a drag redraws it for every point of the mouse.  Where things are does not change, only
how smooth their edges are, and that for no longer than the hand moves.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem

from desktop.scene.ink import pen

REST_MS = 120
"""Milliseconds after its last move at which a hand counts as resting."""


class Haste(QObject):
    """Knows whether the hand is moving; *rested* is called when it no longer is."""

    def __init__(self, rested: Callable[[], None]) -> None:
        super().__init__()
        self._rested = rested
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(REST_MS)
        self._clock.timeout.connect(rested)

    @property
    def on(self) -> bool:
        """Is the hand moving?"""
        return self._clock.isActive()

    def moved(self, buttons: Qt.MouseButton) -> None:
        """The mouse has moved; only with a button held does it drag anything large along."""
        if buttons != Qt.MouseButton.NoButton:
            self._clock.start()

    def rest(self) -> None:
        """The hand has let go."""
        if self.on:
            self._clock.stop()
            self._rested()


def hurried(item: QGraphicsItem) -> bool:
    """Is the hand moving over the scene this belongs to?"""
    haste = getattr(item.scene(), "haste", None)
    return haste is not None and haste.on


def plain_pen(painter: QPainter, name: str, weight: float, dash: tuple[float, ...] = (), alpha: float = 1.0) -> None:
    """Take a pen of *weight* pixels that Qt strokes on its fast way: cosmetic, without soft edges."""
    device = painter.device()
    made = pen(name, round(weight) * (device.devicePixelRatio() if device is not None else 1.0), dash, alpha)
    made.setCosmetic(True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(made)
