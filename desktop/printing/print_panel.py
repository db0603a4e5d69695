"""Printing, as a panel: at true size on many sheets or to scale on one, to a printer or a PDF."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QSettings, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFileDialog

from desktop.desk import Desk
from desktop.look import Theme, rulers
from desktop.look.parts import Prose
from desktop.panels.panel import Panel
from desktop.printing.fields import Foot, Rows, Ticks, choices, count
from desktop.printing.output import to_pdf, to_printer
from desktop.printing.pages import Pages
from desktop.printing.preview import HIGH, LOW, Preview
from desktop.printing.tiles import PAPERS, SCALES, Box, Paper, Tiling, on_one, tiled
from desktop.scene import TableView
from desktop.work import Steps, Walk, Work

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

TO_FILE = ""
FIT = 0.0
"""The scale that fills one sheet."""


class PrintPanel(Panel):
    """Emits *noted(sentence)* and *faulted(sentence)*, and *left()* when it is to be put away."""

    noted = Signal(str)
    faulted = Signal(str)
    left = Signal()

    def __init__(self, desk: Desk, theme: Theme, work: Work) -> None:
        super().__init__("Print the table", theme)
        self.session, self._scene, self._view, self._version = desk.session, desk.scene, desk.view, desk.version
        self.work = work
        self.settings = QSettings()
        self.left_out: frozenset[int] = frozenset()
        self.tiling: Tiling | None = None
        self.preview = Preview(theme)
        self.says = Prose("", "dim")
        self._build()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.refresh)
        self.preview.toggled.connect(self._toggle)
        self.session.changed.connect(lambda *_: self._later.start(120))

    def _build(self) -> None:
        scales = [(1.0, "True size, 1 : 1"), (FIT, "To scale, on one sheet")]
        self.sizing = choices("Size", [*scales, *((float(n), f"1 : {n}") for n in SCALES[1:8])])
        self.paper = choices("Paper", [(paper, paper.name) for paper in PAPERS])
        self.which = choices("Part of the table", [("table", "The whole table"), ("view", "What the view shows")])
        self.overlap = count("Overlap of the sheets", 0, 40, 10, " mm")
        self.target = choices("Where to", [(TO_FILE, "PDF file …")])
        rows = Rows()
        for title, field in (
            ("Size", self.sizing),
            ("Paper", self.paper),
            ("Part", self.which),
            ("Overlap", self.overlap),
            ("To", self.target),
        ):
            rows.add(title, field)
        self._rows = rows
        self._build_rest(rows)

    def _build_rest(self, rows: Rows) -> None:
        self.ticks = Ticks()
        self.cover = QCheckBox("Cover with map, rules and a 32 mm base")
        self.cover.setChecked(True)
        self.foot = Foot(self.work, self.theme, "Print …", "Call the printing off", "How much is printed")
        for widget in (self.preview, self.says, rows, self.ticks, self.cover):
            self.body.addWidget(widget)
        self.frame.addWidget(self.foot)
        for box in (self.sizing, self.paper, self.which):
            box.currentIndexChanged.connect(self._recut)
        self.overlap.valueChanged.connect(self._recut)
        for signal in (self.ticks.changed, self.cover.toggled):
            signal.connect(self.refresh)
        self.foot.go.clicked.connect(self.print)
        self.foot.shut.clicked.connect(self.left)

    # What is shown ---------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.preview.look = theme
        super().set_theme(theme)

    def refresh(self, *_: object) -> None:
        """The tiling as it would be printed now."""
        if not self.isVisible():
            return
        try:
            self.tiling = self.cut()
        except ValueError as fault:
            self.tiling = None
            self.says.say(str(fault))
        self.preview.show_tiling(
            self.tiling, self.left_out, self.session.game, self.ticks.contents(), self._scene.statuses
        )
        if self.tiling is not None:
            self.says.say(self._summary(self.tiling))
        self._rows.show_row(self.overlap, self.scale != FIT)
        self.foot.allow(self.tiling is not None)

    def _summary(self, tiling: Tiling) -> str:
        sheets = len([tile for tile in tiling.tiles if tile.number not in self.left_out])
        cover = " and the cover" if self.cover.isChecked() else ""
        size = rulers.tell(f"{tiling.area.width:g} × {tiling.area.height:g}″") + f" at 1 : {tiling.scale:g}"
        shape = f" ({tiling.columns} across, {tiling.rows} down)" if len(tiling.tiles) > 1 else ""
        return f"{size}: {sheets} {'sheet' if sheets == 1 else 'sheets'}{shape}{cover}."

    @property
    def scale(self) -> float:
        return float(self.sizing.currentData())

    def cut(self) -> Tiling:
        """The sheets as they are chosen.  ValueError, a sentence, where they cannot be."""
        paper: Paper = self.paper.currentData()
        if self.scale == FIT:
            return on_one(self._part(), paper)
        return tiled(self._part(), paper, self.scale, float(self.overlap.value()))

    def _part(self) -> Box:
        table = self.session.game.table
        whole = Box(0.0, 0.0, table.width, table.height)
        return whole if self.which.currentData() == "table" else shown(self._view).within(whole)

    def _toggle(self, number: int) -> None:
        self.left_out = self.left_out ^ {number}
        self.refresh()

    def _recut(self, *_: object) -> None:
        self.left_out = frozenset()
        self.refresh()

    # Doing it --------------------------------------------------------------------------------

    def print(self) -> None:
        """Ask for the file where one is wanted, and begin."""
        if self.tiling is None:
            return
        if self.target.currentData() != TO_FILE:
            self.print_to(self._printer(str(self.target.currentData())))
            return
        folder = remembered(self.settings, "folders/prints")
        name = f"{self.session.game.table.name or 'table'} 1-{self.tiling.scale:g}.pdf"
        chosen, _ = QFileDialog.getSaveFileName(self, "Print to a PDF", str(folder / name), "PDF (*.pdf)")
        if chosen:
            path = Path(chosen)
            self.settings.setValue("folders/prints", str(path.parent))
            self.write(path if path.suffix else path.with_suffix(".pdf"))

    def write(self, path: Path) -> None:
        """Print into this PDF."""
        self._begin(lambda pages, title: to_pdf(pages, path, title), f"are in {path.name}")

    def print_to(self, printer: QPrinter) -> None:
        """Print on this printer."""
        self._begin(lambda pages, title: to_printer(pages, printer, title), f"go to {printer.printerName()}")

    def _begin(self, steps: Callable[[Pages, str], Steps[None]], where: str) -> None:
        if self.tiling is None:
            return
        game, contents = self.session.game, self.ticks.contents()
        made = f"Sightline {self._version} · {QDate.currentDate().toString('yyyy-MM-dd')}".replace("  ", " ")
        pages = Pages(game, self.tiling, contents, self._scene.statuses, made=made, cover=self.cover.isChecked())
        pages.left_out = self.left_out
        if not pages.count:
            self.faulted.emit("Every sheet is left out; take one in to print.")
            return
        many = f"{pages.count} sheet{'' if pages.count == 1 else 's'}"
        done, failed = partial(self.noted.emit, f"{many} {where}."), lambda fault: self.faulted.emit(f"{fault}")
        made_of = steps(pages, f"{game.table.name}, 1 : {self.tiling.scale:g}")
        self.foot.begin(Walk(f"Printing {many}", made_of, lambda _: done(), failed))

    def _printer(self, name: str) -> QPrinter:
        from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

        return QPrinter(QPrinterInfo.printerInfo(name), QPrinter.PrinterMode.HighResolution)

    def _list_printers(self) -> None:
        from PySide6.QtPrintSupport import QPrinterInfo

        now = self.target.currentData()
        while self.target.count() > 1:
            self.target.removeItem(1)
        for name in QPrinterInfo.availablePrinterNames():
            self.target.addItem(name, name)
        self.target.setCurrentIndex(max(0, self.target.findData(now)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._list_printers()
        self._later.start(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.preview.setFixedHeight(max(LOW, min(HIGH, event.size().height() // 4)))
        self._later.start(60)


def shown(view: TableView) -> Box:
    """What the view shows of the table, in inches."""
    rect = view.mapToScene(view.viewport().rect()).boundingRect()
    return Box(rect.x(), rect.y(), rect.width(), rect.height())


def remembered(settings: QSettings, name: str) -> Path:
    """The folder last used for this, if it is still there; else the one of documents."""
    from PySide6.QtCore import QStandardPaths

    kept = Path(str(settings.value(name, "")))
    if str(kept) not in ("", ".") and kept.is_dir():
        return kept
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
