"""A watcher over the event loop: the longest time between two turns of the loop, as whoever waits would see it.

That is the work of the window's thread and whatever it waits for: a disk, a worker that keeps the
interpreter.  Other programs share the machine, so the time for which it was ready to run and had
no core is left out, and each time is told as a usual desktop machine would take: by a loop of
plain work, timed just before and after.  That loop does not feel a memory that others keep busy, which
on a shared machine may double what a window takes: measure on one that is quiet.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


class Clock:
    """Seconds that pass for the thread that asks, without those that it stood in the queue for a core.

    Where the system does not tell how long that was (it is Linux that does), all of them.
    """

    def __init__(self) -> None:
        self._kept = Path("/proc/thread-self/schedstat")
        self._told = self._kept.exists()

    def __call__(self) -> float:
        waited = int(self._kept.read_bytes().split()[1]) / 1e9 if self._told else 0.0
        return time.perf_counter() - waited


class Watcher(QObject):
    """*gaps* holds (what was done, milliseconds) of the longest turn of the loop for each thing done."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[tuple[str, float]] = []
        self._longest = 0.0
        self._slow = slowness()
        self._clock = Clock()
        self._last = self._clock()
        self._tick = QTimer(self)
        self._tick.setInterval(0)
        self._tick.timeout.connect(self._turned)
        self._tick.start()

    @contextmanager
    def during(self, what: str, rest_ms: int = 60) -> Iterator[None]:
        """Watch one thing that a hand does, and the loop for a while after it."""
        before = self._slow
        self._longest, self._last = 0.0, self._clock()
        yield
        self._turned()
        clock = QElapsedTimer()
        clock.start()
        while not clock.hasExpired(rest_ms):
            QCoreApplication.processEvents()
            time.sleep(0.001)
        self._turned()
        self._slow = slowness()
        self.gaps.append((what, self._longest * 1000 / max(before, self._slow)))

    def _turned(self) -> None:
        now = self._clock()
        self._longest = max(self._longest, now - self._last)
        self._last = now

    def over(self, limit_ms: float = LIMIT_MS) -> list[str]:
        """What took longer than so many milliseconds."""
        return [f"{what}: {round(gap)} ms" for what, gap in self.gaps if gap > limit_ms]
