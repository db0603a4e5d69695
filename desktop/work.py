"""Work that takes longer than a glance: with a quiet bar, and a way to stop it.

What can be reckoned elsewhere is a `Job` on a worker.  What only the window's own thread can do
(scenes are painted there) is a `Walk`: steps so short that nobody notices them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QRunnable, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from desktop.one_worker import one_worker
from desktop.sweeping import sweep_here

PATIENCE_MS = 250
"""Work that is done sooner shows no bar."""
WAITING = -1.0
"""Nothing to be done here just now: others are at work."""
WAIT_MS = 15
T = TypeVar("T")
Steps = Generator[float, None, T]
"""Work done so far, 0 to 1 or `WAITING`, each time the window may have its turn; OSError or ValueError: a sentence."""
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


class Walk(NamedTuple):
    """What is to be done step by step on the window's thread; *done* gets what the steps return."""

    title: str
    steps: Steps[object]
    done: Callable[[object], object]
    failed: Callable[[Exception], object]


class Work(QWidget):
    """One piece of work at a time, in the status line.

    Signals: *began(title)*; *moved(share done)*; *ended(title)* whenever one is over, whatever became of it.
    """

    began = Signal(str)
    moved = Signal(float)
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
        self._pool = one_worker(self)
        self._jobs: dict[int, Job] = {}
        self._walk: Walk | None = None
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._step)
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
        return bool(self.doing)

    @property
    def doing(self) -> str:
        """The title of what is being done; empty for nothing."""
        job = self._walk or self._jobs.get(self._now)
        return job.title if job is not None else ""

    def run(self, job: Job | Walk) -> None:
        """Begin; what was being done before is let go of."""
        self.cancel()
        self._now += 1
        self.title.setText(f"{job.title} …")
        self.bar.setAccessibleName(job.title)
        self.bar.setRange(0, 0)
        self._soon.start(PATIENCE_MS)
        if isinstance(job, Walk):
            self._walk = job
            self._turn.start(0)
        else:
            number, self._jobs[self._now] = self._now, job
            self._pool.start(_Task(lambda: self._work(number, job)))
        self.began.emit(job.title)

    def cancel(self) -> bool:
        """Let go of what is being done; False when nothing is."""
        title = self.doing
        if not title:
            return False
        self._now += 1
        if self._walk is not None:
            self._walk.steps.close()
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
            self.moved.emit(share)

    def _step(self) -> None:
        walk = self._walk
        if walk is None:
            return
        try:
            share = next(walk.steps)
        except StopIteration as end:
            self._over(walk.title, partial(walk.done, end.value))
        except Exception as fault:  # told as a sentence
            self._over(walk.title, partial(walk.failed, fault))
        else:
            self._turn.setInterval(WAIT_MS if share == WAITING else 0)
            if share != WAITING:
                self._tell(self._now, share)

    def _over(self, title: str, tell: Callable[[], object]) -> None:
        self._rest()
        self.ended.emit(title)
        tell()

    def _deliver(self, number: int, answer: object) -> None:
        job = self._jobs.pop(number)
        if number != self._now:
            if not isinstance(answer, Exception):
                job.drop(answer)
            return
        if isinstance(answer, Exception):
            self._over(job.title, partial(job.failed, answer))
        else:
            self._over(job.title, partial(job.done, answer))

    def _rest(self) -> None:
        self._walk = None
        self._turn.stop()
        self._soon.stop()
        self.hide()


class _Task(QRunnable):
    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        self._work()


def aside(work: Callable[[], T]) -> Steps[T]:
    """A step that needs no window, on a thread of its own; what it raises is raised here."""
    came: list[T] = []
    faults: list[Exception] = []

    def do() -> None:
        try:
            came.append(work())
        except Exception as fault:  # raised again where it is waited for
            faults.append(fault)

    other = Thread(target=do, daemon=True)
    other.start()
    while other.is_alive():
        yield WAITING
    if faults:
        raise faults[0]
    return came[0]


def part_of(steps: Steps[T], start: float, span: float) -> Steps[T]:
    """The same steps as a part of more work, from *start* on for *span* of it."""
    while True:
        try:
            share = next(steps)
        except StopIteration as end:
            came: T = end.value
            return came
        try:
            yield share if share == WAITING else start + share * span
        except GeneratorExit:
            steps.close()
            raise
