"""Work that takes longer than a glance: off the window's thread, with a quiet bar, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QRunnable, Qt, QThreadPool, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from desktop.sweeping import sweep_here

PATIENCE_MS = 250
"""Work that is done sooner shows no bar."""
Watch = Callable[[float], bool]
"""Work tells how much of it is done (0 to 1, less than 0: nobody knows) and hears whether it should stop."""


class Stopped(Exception):  # noqa: N818 - not an error: nobody waits any more
    """The work was let go of."""


class Job(NamedTuple):
    """What is to be done: *work* on the worker, then one of the others on the window's thread.

    *drop* gets an answer for which nobody waits any more.
    """

    title: str
    work: Callable[[Watch], object]
    done: Callable[[object], object]
    failed: Callable[[Exception], object]
    drop: Callable[[object], object] = lambda answer: None


class Work(QWidget):
    """One piece of work at a time, in the status line.  *ended(title)* whenever one is over, whatever became of it."""

    ended = Signal(str)
    _told = Signal(int, float)
    _came = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sweep_here()
        self.setObjectName("work")
        self.title = QLabel()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedSize(120, 8)
        self.bar.setAccessibleName("How far the work is")
        self.stop = QToolButton()
        self.stop.setText("Stop  Esc")
        self.stop.setObjectName("stop_work")
        self.stop.setAccessibleName("Stop this work")
        self.stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        for part in (self.title, self.bar, self.stop):
            row.addWidget(part)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._jobs: dict[int, Job] = {}
        self._now = 0
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.show)
        self._told.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._came.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self.hide()

    @property
    def busy(self) -> bool:
        """Is anything being done?"""
        return self._now in self._jobs

    def run(self, job: Job) -> None:
        """Begin; what was being done before is let go of."""
        self.cancel()
        self._now += 1
        number = self._now
        self._jobs[number] = job
        self.title.setText(f"{job.title} …")
        self.bar.setAccessibleName(job.title)
        self.bar.setRange(0, 0)
        self._soon.start(PATIENCE_MS)
        self._pool.start(_Task(lambda: self._work(number, job)))

    def cancel(self) -> bool:
        """Let go of what is being done; False when nothing is."""
        if not self.busy:
            return False
        title = self._jobs[self._now].title
        self._now += 1
        self._rest()
        self.ended.emit(title)
        return True

    def close_down(self) -> None:
        """Let go, and wait until the worker has noticed."""
        self.cancel()
        self._pool.waitForDone()

    def _work(self, number: int, job: Job) -> None:
        def watch(share: float) -> bool:
            if number == self._now:
                self._told.emit(number, share)
            return number != self._now

        try:
            answer = job.work(watch)
        except Exception as fault:  # told on the window's thread
            answer = fault
        with suppress(RuntimeError):  # the window is gone
            self._came.emit(number, answer)

    def _tell(self, number: int, share: float) -> None:
        if number == self._now:
            self.bar.setRange(0, 0 if share < 0 else 1000)
            self.bar.setValue(round(share * 1000))

    def _deliver(self, number: int, answer: object) -> None:
        job = self._jobs.pop(number)
        if number != self._now:
            if not isinstance(answer, Exception):
                job.drop(answer)
            return
        self._rest()
        if isinstance(answer, Exception):
            job.failed(answer)
        else:
            job.done(answer)
        self.ended.emit(job.title)

    def _rest(self) -> None:
        self._soon.stop()
        self.hide()


class _Task(QRunnable):
    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        self._work()
