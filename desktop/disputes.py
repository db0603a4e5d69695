"""Writing the dispute sheet of what was last measured: reckoned off the window's thread, written a file at a time."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDate, QObject, QSettings, QStandardPaths, QTimer
from PySide6.QtWidgets import QFileDialog

from desktop.banner import Banner
from desktop.desk import Desk
from desktop.reckoner import Reckoner
from desktop.sheet import FORMATS, Sheet, write
from engine.dispute import Dispute, dispute

NOTHING_MEASURED = "Measure something first, with the tape or the sight tool; then its sheet can be written."
FOLDER = "folders/sheets"
"""Where the settings keep the folder."""


class Disputes(QObject):
    """The commands “Dispute sheet” and “… as”.  *folder* is where sheets go; it is remembered."""

    def __init__(self, desk: Desk, banner: Banner) -> None:
        super().__init__(banner)
        self._desk = desk
        self._banner = banner
        self._worker = Reckoner(self)
        self._worker.found.connect(self._settled)
        self._worker.broke.connect(self._failed)
        self._settings = QSettings()
        self.folder = self._remembered()

    def settle(self) -> None:
        """Put what was last measured on a sheet."""
        told, game = self._desk.bench.told, self._desk.session.game
        if told is None:
            self._banner.note(NOTHING_MEASURED)
            return
        self._banner.note("Settling: every reading of the rules is tried …")
        query = told.query
        self._worker.ask(query, lambda stop: dispute(game, query))

    def settle_as(self) -> None:
        """Ask for the folder of this sheet and of those to come."""
        if self._desk.bench.told is None:
            self._banner.note(NOTHING_MEASURED)
            return
        chosen = QFileDialog.getExistingDirectory(self._banner, "Folder for dispute sheets", str(self.folder))
        if chosen:
            self.settle_to(Path(chosen))

    def settle_to(self, folder: Path) -> None:
        """Write sheets into this folder from now on, and the present one at once."""
        self.folder = folder
        self._settings.setValue(FOLDER, str(folder))
        self.settle()

    def _remembered(self) -> Path:
        """The folder chosen last, if it is still there; else Sightline, in the documents of this user."""
        kept = str(self._settings.value(FOLDER, ""))
        if kept and Path(kept).is_dir():
            return Path(kept)
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return Path(documents) / "Sightline"

    def close(self) -> None:
        """Nothing is settled any more."""
        self._worker.close()

    def _settled(self, _query: str, settled: object) -> None:
        if isinstance(settled, Dispute):
            today = QDate.currentDate().toString("yyyy-MM-dd")
            made = f"Sightline {self._desk.version} · {today}".replace("  ", " ")
            self._write(Sheet(settled, self._desk.scene.statuses, made), tuple(FORMATS))

    def _write(self, sheet: Sheet, left: tuple[str, ...]) -> None:
        """One file, then the window has its turn, then the next."""
        code = sheet.settled.code
        if not left:
            kinds = "PDF, SVG, PNG and the position as text"
            self._banner.note(f"Dispute sheet {code}: {kinds} are in {self.folder}.")
            return
        try:
            write(sheet, self.folder, left[:1])
        except OSError as fault:
            said = (fault.strerror or str(fault)).rstrip(".")
            self._banner.fault(
                f"The sheet could not be written to {self.folder}: {said}. Make room or free the folder."
            )
            return
        self._banner.note(f"Writing sheet {code}: {len(FORMATS) - len(left) + 1} of {len(FORMATS)} files …")
        QTimer.singleShot(0, self, lambda: self._write(sheet, left[1:]))

    def _failed(self, sentence: str) -> None:
        self._banner.fault(f"This measurement cannot be put on a sheet: {sentence}")
