"""Answers on a worker thread: one reckoning at a time, the newest wish wins.

Odds and sight are pure functions of frozen values, so there is nothing to lock; a
reckoning that is no longer wanted is told to stop and its answer, should it still come,
is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QObject, QRunnable, Qt, Signal

from desktop.courtesy import step_aside
from desktop.one_worker import one_worker
from desktop.sweeping import sweep_here

Stop = Callable[[], bool]
"""Says whether the answer is no longer wanted."""


class Reckoner(QObject):
    """Asks off the window's thread and hears back on it: *found(key, answer)*."""

    found = Signal(object, object)
    broke = Signal(str)
    _came = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sweep_here()
        self._pool = one_worker(self)
        self._wanted = 0
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def ask(self, key: object, work: Callable[[Stop], object]) -> None:
        """Begin; whatever was being reckoned before is no longer wanted.  *key* comes back with the answer."""
        self._wanted += 1
        number = self._wanted
        self._pool.clear()
        self._pool.start(_Job(lambda: self._reckon(number, key, work)))

    def forget(self) -> None:
        """Nothing is wanted any more; nothing will be found."""
        self._wanted += 1
        self._pool.clear()

    def close(self) -> None:
        """Forget, and wait until the worker has noticed."""
        self.forget()
        self._pool.waitForDone()

    def _reckon(self, number: int, key: object, work: Callable[[Stop], object]) -> None:
        def stop() -> bool:
            step_aside()
            return number != self._wanted

        try:
            answer = work(stop)
        except Exception as broken:  # a fault of a rulebook must reach the banner, not end the thread
            answer = _Broken(repr(broken))
        if number == self._wanted:
            with suppress(RuntimeError):  # the window is gone, and with it whoever asked
                self._came.emit(number, key, answer)

    def _deliver(self, number: int, key: object, answer: object) -> None:
        if number != self._wanted:
            return
        if isinstance(answer, _Broken):
            self.broke.emit(f"An answer could not be reckoned: {answer.said}.")
        else:
            self.found.emit(key, answer)


class _Broken(NamedTuple):
    said: str


class _Job(QRunnable):
    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        self._work()
