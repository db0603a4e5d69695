"""Rubbish is collected on the window's thread only.

Python's collector runs on whatever thread happens to make the next object.  On a worker it
would take Qt's objects apart there, whose timers and windows belong to the window's thread:
the program would crash.  So the collector is off, and a timer of the window does its work.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, QTimer

EVERY_MS = 400


class Sweeper(QObject):
    """Collects what the collector would have collected by now, youngest first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._clock = QTimer(self)
        self._clock.setInterval(EVERY_MS)
        self._clock.timeout.connect(self.sweep)
        self._clock.start()

    def sweep(self) -> None:
        """One generation at most, so that it is soon over."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return


def settle_down() -> None:
    """What has been made until now stays to the end: let no sweep look at it again, so that each is short.

    Next to nothing of it is rubbish (a dozen of 70,000 objects), so none is looked for: that takes 50 ms.
    """
    gc.freeze()


def sweep_here() -> None:
    """From now on rubbish is collected on this thread, which must be the window's."""
    running = QCoreApplication.instance()
    if running is not None and running.findChild(Sweeper) is None:
        Sweeper(running)
