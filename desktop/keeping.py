"""Keeping a battle on disk through everything that happens to disks, and saying so once.

A worker writes, one thing after the other, for a disk may take its time; the window waits an
instant, so that nothing flickers on a quick one.  What is not confirmed by the disk is never
said to be saved, and nobody lets go of a battle before the worker is done with it.  What cannot
be written stays in memory and is tried again until it can be; meanwhile the battle goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, Qt, QTimer, Signal

from desktop.battles import Kept
from desktop.one_worker import one_worker
from desktop.sweeping import sweep_here
from engine.journal import Journal

RETRY_MS = 3000
"""How long after a failure the disk is tried again."""
PATIENCE_MS = 20
"""How long the window waits for the disk before it goes on without."""
STANDS = " What was recorded before is still there."


class Keeping(QObject):
    """Writes the journal into its file.

    Signals: *failed(sentence)* once when writing begins to fail; *mended(sentence)* when
    everything is on disk again; *moved()* whenever what is on disk is another thing than before;
    *saved(path)* when the battle has its place under a new name.
    """

    failed = Signal(str)
    mended = Signal(str)
    moved = Signal()
    saved = Signal(object)
    _came = Signal()

    def __init__(self, kept: Kept, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sweep_here()
        self.kept = kept
        self._journal: Journal | None = None
        self._warned: Journal | None = None
        self._behind = False
        self._saving = False
        self._left = 0
        """Things asked of the worker that are not confirmed yet."""
        self._answers: deque[tuple[Callable[[object], None], object]] = deque()
        self._writer = one_worker(self)
        self._came.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._again = QTimer(self)
        self._again.setInterval(RETRY_MS)
        self._again.timeout.connect(self.retry)

    @property
    def behind(self) -> bool:
        """Does the battle's own file lack something?"""
        return self._behind

    @property
    def on_disk(self) -> bool:
        """Has the disk confirmed everything?"""
        return self.kept.on_disk and not self._left

    def keep(self, journal: Journal) -> None:
        """Write what is new.  When that fails the battle goes on, and it is said once."""
        self._journal, kept = journal, self.kept
        if self._saving:
            return  # it has another place soon, and is brought up to date there

        def write() -> object:
            if self._journal is journal:  # else the next one brings it along
                kept.keep(journal)
            return journal

        self.errand(write, self._written)

    def save(self, journal: Journal, path: Path, write: Callable[[Journal, Path], Kept]) -> None:
        """Write the whole of it to *path* and keep it there; *saved* or *failed* tells."""
        self.finish()
        self._saving = True
        own = self.kept if self.kept.holds(path) else None

        def anew() -> object:
            if own is not None:
                own.close()
            return write(journal, path)

        def done(answer: object) -> None:
            self._saving, latest = False, self._journal or journal
            if isinstance(answer, Kept):
                self._move(answer)
            if latest is not journal:  # the battle went on meanwhile
                self.keep(latest)
            if isinstance(answer, Exception):
                self.failed.emit(sentence(path, answer))
            else:
                self.moved.emit()
                self.saved.emit(path)

        self.errand(anew, done)

    def retry(self) -> None:
        """Try again what failed."""
        if self._behind and self._journal is not None and not self._left:
            self.keep(self._journal)
            self.moved.emit()

    def take(self, kept: Kept) -> None:
        """From now on keep another battle, or the same one elsewhere."""
        self.finish()
        self._move(kept)

    def _move(self, kept: Kept) -> None:
        self._again.stop()
        self.kept.close()
        self.kept = kept
        self._journal = self._warned = None
        self._behind = False

    def may_leave(self) -> bool:
        """May this battle be let go of?  Not at the first asking while no file holds all of it."""
        self.finish()
        self.retry()
        self.finish()
        if not (self._behind and self.kept.kept_nowhere) or self._warned is self._journal:
            return True
        self._warned = self._journal
        self.failed.emit(
            "This battle is in no file yet, because none can be written. Save it on another disk with Save as "
            "(Ctrl+Shift+S), or do the same once more to let go of it."
        )
        return False

    def finish(self) -> None:
        """Wait until everything that was asked is written, or has failed."""
        while self._left:
            self._writer.waitForDone()
            self._take_in()

    def errand(self, write: Callable[[], object], then: Callable[[object], None]) -> None:
        """Let the worker write, after all that was asked before; *then* hears what came of it, here."""
        self._left += 1
        self._writer.start(_Errand(lambda: self._answer(write, then)))
        self._writer.waitForDone(PATIENCE_MS)
        self._take_in()

    def _answer(self, write: Callable[[], object], then: Callable[[object], None]) -> None:
        """On the worker."""
        try:
            answer = write()
        except Exception as fault:  # told on the window's thread
            answer = fault
        self._answers.append((then, answer))
        with suppress(RuntimeError):  # the window is gone
            self._came.emit()

    def _hear(self) -> None:
        if self._take_in():
            self.moved.emit()

    def _take_in(self) -> bool:
        """Everything that has come of the worker's errands; False when nothing has."""
        some = bool(self._answers)
        while self._answers:
            then, answer = self._answers.popleft()
            self._left -= 1
            then(answer)
        return some

    def _written(self, answer: object) -> None:
        if isinstance(answer, Exception):
            if not self._behind:
                self.failed.emit(f"The battle goes on, but {_reason(answer)} {self._meanwhile()}")
            self._behind = True
            self._again.start()
        elif answer is self._journal:
            self._again.stop()
            if self._behind:
                self._behind = False
                self.mended.emit("The battle is on disk again, with everything that was done meanwhile.")

    def words(self, entries: int) -> str:
        """Where the battle is, in a word or two for the status line."""
        if self._behind and self.kept.spared:
            return "journal autosaved, its file is behind"
        if self._behind:
            return "journal only in memory"
        if self._left:
            return "journal being written …"
        if self.kept.on_disk:
            return "journal saved" if self.kept.path is not None else "journal autosaved"
        return "journal not on disk" if entries else "nothing to save yet"

    def close(self) -> None:
        """Let go of the file once everything is in it."""
        self.finish()
        self._again.stop()
        self.kept.close()

    def _meanwhile(self) -> str:
        if self.kept.spared:
            return "Until it can be, the autosaves keep it."
        return "It is tried again by itself; keep this window open, or save the battle under another name."


def said(fault: OSError) -> str:
    """What the system or the store says, ending in one full stop."""
    return f"{(fault.strerror or str(fault)).rstrip('.')}."


def sentence(path: Path, fault: Exception) -> str:
    """Why a file could not be opened or saved."""
    if isinstance(fault, OSError):
        words = said(fault)
        return words if path.name in words else f"{path.name} could not be used: {words}"
    words = str(fault.args[0]) if fault.args else repr(fault)
    return words if path.name in words else f"{path.name} was not opened: {words}"


def _reason(fault: Exception) -> str:
    if not isinstance(fault, OSError):
        return f"it could not be written: {fault!r}."
    words = said(fault).removesuffix(STANDS)
    return words if "could not be written" in words else f"it could not be written to disk: {words}"


class _Errand(QRunnable):
    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self._run = run

    def run(self) -> None:
        self._run()
