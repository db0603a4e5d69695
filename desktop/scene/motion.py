"""Grace by events: a slide, a fall, a flash.  Losing one never loses the truth.

A motion only offsets a drawing for under 300 ms; the next `sync` ends it and the model
stands where it truly is.  `Motion.enabled = False` turns all of it off.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from desktop.scene.table_scene import TableScene
from engine.game import Point, legs

SLIDE_MS = 260
FALL_MS = 220
FLASH_MS = 280
"""Milliseconds; all under the 300 a hand does not wait for."""


class Motion(QObject):
    """Animates models of one scene; it owns its animations, so none outlives it."""

    enabled = True
    """Off in tests and wherever the player wants stillness."""

    def __init__(self, scene: TableScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self._running: dict[tuple[str, str], QVariantAnimation] = {}
        scene.synced.connect(self.stop)

    @property
    def running(self) -> int:
        """How many motions are under way."""
        return len(self._running)

    def slide(self, model: str, path: tuple[Point, ...]) -> None:
        """Move the drawing along the path (inches); call after the `sync` that moved it."""
        ways = [math.dist(*leg) for leg in legs(path)]
        if sum(ways) <= 0:
            return

        def show(share: float) -> None:
            item = self._scene.model_item(model)
            if item is not None:
                item.setPos(*_along(path, ways, share))

        self._run(("place", model), SLIDE_MS, show, QEasingCurve.Type.InOutCubic)

    def fall(self, model: str, inches: float) -> None:
        """Drop the drawing by *inches*: it shrinks from nearer the eye to the table."""

        def show(share: float) -> None:
            item = self._scene.model_item(model)
            if item is not None:
                item.setScale(1.0 + min(0.6, 0.12 * inches) * (1.0 - share))

        if inches > 0:
            self._run(("size", model), FALL_MS, show, QEasingCurve.Type.OutBounce)

    def flash(self, model: str) -> None:
        """A wound: glow and fade."""

        def show(share: float) -> None:
            item = self._scene.model_item(model)
            if item is not None:
                item.flash(1.0 - share)

        self._run(("light", model), FLASH_MS, show, QEasingCurve.Type.OutQuad)

    def stop(self) -> None:
        """End every motion at once; every model stands where it truly is."""
        running, self._running = self._running, {}
        for (_, model), animation in running.items():
            animation.stop()
            animation.deleteLater()
            item = self._scene.model_item(model)
            if item is not None:
                item.rest()

    def _run(self, key: tuple[str, str], length: int, show: Callable[[float], None], curve: QEasingCurve.Type) -> None:
        if not self.enabled or self._scene.model_item(key[1]) is None:
            return
        self._end(key)
        animation = QVariantAnimation(self)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setDuration(length)
        animation.setEasingCurve(curve)
        animation.valueChanged.connect(lambda share: show(float(share)))
        animation.finished.connect(lambda: self._end(key))
        self._running[key] = animation
        show(0.0)
        animation.start()

    def _end(self, key: tuple[str, str]) -> None:
        animation = self._running.pop(key, None)
        if animation is None:
            return
        animation.stop()
        animation.deleteLater()
        item = self._scene.model_item(key[1])
        if item is not None and not any(model == key[1] for _, model in self._running):
            item.rest()


def _along(path: tuple[Point, ...], ways: list[float], share: float) -> Point:
    """The point at *share* of the path's length."""
    left = share * sum(ways)
    for (start, end), way in zip(legs(path), ways, strict=True):
        if left <= way and way > 0:
            part = left / way
            return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        left -= way
    return path[-1]
