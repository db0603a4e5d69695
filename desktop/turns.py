"""What takes long done bit by bit, one bit each turn of the loop: between two the window answers."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class Turns(QObject):
    """Does one thing at a time; what was begun before is finished at once when another begins."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] | None = None
        self._clock = QTimer(self)
        self._clock.setInterval(0)
        self._clock.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Is anything still to be done?"""
        return self._steps is not None

    def begin(self, steps: Iterator[None]) -> None:
        """The first bit now, each other one in a turn of its own."""
        self.finish()
        self._steps = steps
        self._clock.start()
        self._go_on()

    def finish(self) -> None:
        """All that is left of it now."""
        while self._steps is not None:
            self._go_on()

    def stop(self) -> None:
        """What is left of it is not wanted any more."""
        self._steps = None
        self._clock.stop()

    def _go_on(self) -> None:
        steps = self._steps
        try:
            over = steps is None or next(steps, self) is self
        except BaseException:
            self.stop()  # what is broken is not tried again
            raise
        if over and steps is self._steps:
            self.stop()
