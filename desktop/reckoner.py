"""Odds on a worker thread: one reckoning at a time, the newest wish wins.

`odds` is a pure function of frozen values, so there is nothing to lock; a reckoning that
is no longer wanted is told to stop and its answer, should it still come, is dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal

from engine.commands import Command
from engine.game import Game
from engine.odds import Stopped, TooLong, odds
from engine.system import System


class Reckoner(QObject):
    """Asks for odds and hears back on the window's thread: *found(command, Odds | Refused | TooLong)*."""

    found = Signal(object, object)
    broke = Signal(str)
    _came = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wanted = 0
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def ask(self, system: System, game: Game, command: Command) -> None:
        """Begin; whatever was being reckoned before is no longer wanted."""
        self._wanted += 1
        number = self._wanted
        self._pool.clear()
        self._pool.start(_Job(lambda: self._reckon(number, system, game, command)))

    def forget(self) -> None:
        """Nothing is wanted any more; nothing will be found."""
        self._wanted += 1
        self._pool.clear()

    def close(self) -> None:
        """Forget, and wait until the worker has noticed."""
        self.forget()
        self._pool.waitForDone()

    def _reckon(self, number: int, system: System, game: Game, command: Command) -> None:
        found: object
        try:
            found = odds(system, game, command, stop=lambda: number != self._wanted)
        except Stopped:
            return
        except TooLong as long:
            found = long
        except Exception as broken:  # a fault of a rulebook must reach the banner, not end the thread
            found = broken
        self._came.emit(number, command, found)

    def _deliver(self, number: int, command: Command, found: object) -> None:
        if number != self._wanted:
            return
        if isinstance(found, Exception) and not isinstance(found, TooLong):
            self.broke.emit(f"The odds could not be reckoned: {found!r}.")
            return
        self.found.emit(command, found)


class _Job(QRunnable):
    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        self._work()
