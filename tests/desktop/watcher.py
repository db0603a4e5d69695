"""A watcher over the event loop: the longest work of the window's thread between two turns of the loop.

Other programs share the machine, so it is the thread's own time that counts, and each time is
told as a usual desktop machine would take: by a loop of plain work, timed just before and after.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QObject, QTimer

LIMIT_MS = 100.0
"""How long the window may not answer."""
ADDITIONS = 200_000
USUAL_MS = 6.5
"""What so many additions take on a usual desktop machine."""


def slowness() -> float:
    """How many times slower than a usual desktop machine this one is just now; never less than 1."""
    began, total = time.thread_time(), 0
    for number in range(ADDITIONS):
        total += number
    return max(1.0, (time.thread_time() - began) * 1000 / USUAL_MS)


class Watcher(QObject):
    """*gaps* holds (what was done, milliseconds) of the longest turn of the loop for each thing done."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[tuple[str, float]] = []
        self._longest = 0.0
        self._last = time.thread_time()
        self._tick = QTimer(self)
        self._tick.setInterval(0)
        self._tick.timeout.connect(self._turned)
        self._tick.start()

    @contextmanager
    def during(self, what: str, rest_ms: int = 60) -> Iterator[None]:
        """Watch one thing that a hand does, and the loop for a while after it."""
        before = slowness()
        self._longest, self._last = 0.0, time.thread_time()
        yield
        self._turned()
        clock = QElapsedTimer()
        clock.start()
        while not clock.hasExpired(rest_ms):
            QCoreApplication.processEvents()
            time.sleep(0.001)
        self._turned()
        self.gaps.append((what, self._longest * 1000 / max(before, slowness())))

    def _turned(self) -> None:
        now = time.thread_time()
        self._longest = max(self._longest, now - self._last)
        self._last = now

    def over(self, limit_ms: float = LIMIT_MS) -> list[str]:
        """What took longer than so many milliseconds."""
        return [f"{what}: {round(gap)} ms" for what, gap in self.gaps if gap > limit_ms]
