"""Writing the dispute sheet of what was last measured: reckoned on a worker, painted step by step."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QObject, QSettings, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from desktop.banner import Banner
from desktop.desk import Desk
from desktop.sheet import Sheet, Written, write
from desktop.sheet.page import question
from desktop.sheet.picture import slice_of
from desktop.work import WAITING, Job, Walk, Watch, Work
from engine.dispute import Dispute, dispute
from engine.store import Unwritable

NOTHING_MEASURED = "Measure something first, with the tape or the sight tool; then its sheet can be written."
SETTLING = "Trying every reading of the rules"
FOLDER = "folders/sheets"
"""Where the settings keep the folder."""


class Disputes(QObject):
    """The commands “Dispute sheet” and “… as”.  *folder* is where sheets go; it is remembered."""

    def __init__(self, desk: Desk, banner: Banner, work: Work) -> None:
        """*work* is where work on paper is done."""
        super().__init__(banner)
        self._desk, self._banner, self._work = desk, banner, work
        self._settings = QSettings()
        self.folder = self._remembered()
        desk.session.resettled.connect(self.show)

    def show(self, settled: Dispute) -> None:
        """A sheet's text was opened: show what is on the sheet, the line and the cut along it, and let it be copied."""
        bench, told = self._desk.bench, settled.measured
        bench.show(told.evidence, "kept")
        bench.sliced.emit(slice_of(settled))
        bench.tell(told, question(settled))

    def settle(self) -> None:
        """Put what was last measured on a sheet."""
        told, game = self._desk.bench.told, self._desk.session.game
        if told is None:
            self._banner.note(NOTHING_MEASURED)
            return
        if self._work.busy and self._work.doing != SETTLING:
            self._banner.note(f"{self._work.doing} is still under way. Stop it (Esc) or wait, then ask again.")
            return
        query = told.query

        def work(watch: Watch) -> Dispute:
            watch(WAITING)
            return dispute(game, query)

        self._work.run(Job(SETTLING, work, self._settled, self._failed))

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

    def _settled(self, settled: object) -> None:
        if not isinstance(settled, Dispute):
            return
        today = QDate.currentDate().toString("yyyy-MM-dd")
        made = f"Sightline {self._desk.version} · {today}".replace("  ", " ")
        steps = write(Sheet(settled, self._desk.scene.statuses, made), self.folder)
        self._work.run(Walk(f"Writing sheet {settled.code}", steps, partial(self._written, settled.code), self._lost))

    def _written(self, code: str, written: object) -> None:
        if isinstance(written, Written):
            kinds = "PDF, SVG, PNG and the position as text"
            self._banner.note(f"Dispute sheet {code}: {kinds} are in {written.folder}.")

    def _lost(self, fault: Exception) -> None:
        if isinstance(fault, Unwritable):
            self._banner.fault(str(fault))
            return
        said = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
        self._banner.fault(
            f"The sheet could not be written to {self.folder}: {said.rstrip('.')}. Make room or free the folder."
        )

    def _failed(self, fault: Exception) -> None:
        said = str(fault.args[0]) if fault.args else repr(fault)
        self._banner.fault(f"This measurement cannot be put on a sheet: {said}")
