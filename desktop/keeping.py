"""Keeping a battle on disk through everything that happens to disks, and saying so once.

What cannot be written stays in memory and is tried again until it can be; meanwhile the
battle goes on, and nothing lets go of it unasked.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.battles import Kept
from engine.journal import Journal

RETRY_MS = 3000
"""How long after a failure the disk is tried again."""
STANDS = " What was recorded before is still there."


class Keeping(QObject):
    """Writes the journal into its file.

    Signals: *failed(sentence)* once when writing begins to fail; *mended(sentence)* when
    everything is on disk again; *moved()* whenever what is on disk is another thing than before.
    """

    failed = Signal(str)
    mended = Signal(str)
    moved = Signal()

    def __init__(self, kept: Kept, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept = kept
        self._journal: Journal | None = None
        self._warned: Journal | None = None
        self._behind = False
        self._again = QTimer(self)
        self._again.setInterval(RETRY_MS)
        self._again.timeout.connect(self.retry)

    @property
    def behind(self) -> bool:
        """Does the battle's own file lack something?"""
        return self._behind

    def keep(self, journal: Journal) -> None:
        """Write what is new.  When that fails the battle goes on, and it is said once."""
        self._journal = journal
        try:
            self.kept.keep(journal)
        except OSError as fault:
            if not self._behind:
                self.failed.emit(f"The battle goes on, but {_reason(fault)} {self._meanwhile()}")
            self._behind = True
            self._again.start()
            return
        self._again.stop()
        if self._behind:
            self._behind = False
            self.mended.emit("The battle is on disk again, with everything that was done meanwhile.")

    def retry(self) -> None:
        """Try again what failed."""
        if self._behind and self._journal is not None:
            self.keep(self._journal)
            self.moved.emit()

    def take(self, kept: Kept) -> None:
        """From now on keep another battle, or the same one elsewhere."""
        self.close()
        self.kept = kept
        self._journal = self._warned = None
        self._behind = False

    def may_leave(self) -> bool:
        """May this battle be let go of?  Not at the first asking while no file holds all of it."""
        self.retry()
        if not (self._behind and self.kept.kept_nowhere) or self._warned is self._journal:
            return True
        self._warned = self._journal
        self.failed.emit(
            "This battle is in no file yet, because none can be written. Save it on another disk with Save as "
            "(Ctrl+Shift+S), or do the same once more to let go of it."
        )
        return False

    def words(self, entries: int) -> str:
        """Where the battle is, in a word or two for the status line."""
        if self._behind and self.kept.spared:
            return "journal autosaved, its file is behind"
        if self._behind:
            return "journal only in memory"
        if self.kept.on_disk:
            return "journal saved" if self.kept.path is not None else "journal autosaved"
        return "journal not on disk" if entries else "nothing to save yet"

    def close(self) -> None:
        """Let go of the file."""
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


def _reason(fault: OSError) -> str:
    words = said(fault).removesuffix(STANDS)
    return words if "could not be written" in words else f"it could not be written to disk: {words}"
