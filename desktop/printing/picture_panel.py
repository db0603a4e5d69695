"""Export of a picture, as a panel: what, how large, and with what on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog

from desktop.desk import Desk
from desktop.look import Theme, rulers
from desktop.look.parts import Prose
from desktop.panels.panel import Panel
from desktop.printing.drawing import Drawing, paper_look
from desktop.printing.fields import Foot, Rows, Ticks, choices, count
from desktop.printing.output import pixels, to_png, to_svg
from desktop.printing.pages import DPI
from desktop.printing.print_panel import remembered, shown
from desktop.printing.tiles import SCALES, Box
from desktop.work import Steps, Walk, Work

RIM = 26.0
"""Pixels round the board, for its rulers."""
MEASURED = ("measured", "Measured", "Lines, zones and marks that are on the table now")


class PicturePanel(Panel):
    """Emits *noted(sentence)* and *faulted(sentence)*, and *left()* when it is to be put away."""

    noted = Signal(str)
    faulted = Signal(str)
    left = Signal()

    def __init__(self, desk: Desk, theme: Theme, work: Work) -> None:
        super().__init__("Export a picture", theme)
        self.session, self._bench, self._view, self.work = desk.session, desk.bench, desk.view, work
        self.settings = QSettings()
        self._build()
        self.session.changed.connect(self.refresh)
        self._view.zoom_changed.connect(self.refresh)

    def _build(self) -> None:
        self.which = choices("Part of the table", [("table", "The whole table"), ("view", "What the view shows")])
        self.kind = choices("Kind of file", [(".png", "PNG picture"), (".svg", "SVG drawing")])
        self.kind.setToolTip("SVG: models, names and measurements as shapes, on a picture of the ground")
        self.by = choices("Size by", [("pixels", "Pixels an inch"), ("scale", "Printed scale")])
        self.per_inch = count("Pixels an inch of table", 4, 600, 60, " pixels")
        self.scale = choices("Printed scale", [(n, f"1 : {n}") for n in SCALES])
        self.dots = count("Dots an inch of paper", 50, 1200, 300, " dots an inch")
        self.dress = choices("Colours", [("screen", "As on the screen"), ("paper", "As on paper")])
        self.rows = Rows()
        for title, field in (
            ("Part", self.which),
            ("File", self.kind),
            ("Size by", self.by),
            ("Pixels", self.per_inch),
            ("Scale", self.scale),
            ("Printed at", self.dots),
            ("Colours", self.dress),
        ):
            self.rows.add(title, field)
        self._build_rest()

    def _build_rest(self) -> None:
        self.ticks = Ticks((MEASURED,))
        self.says = Prose("", "dim")
        self.foot = Foot(self.work, self.theme, "Save as …", "Call the export off", "How much is painted")
        for widget in (self.rows, self.ticks, self.says):
            self.body.addWidget(widget)
        self.frame.addWidget(self.foot)
        for box in (self.which, self.kind, self.by, self.scale, self.dress):
            box.currentIndexChanged.connect(self.refresh)
        for field in (self.per_inch, self.dots):
            field.valueChanged.connect(self.refresh)
        self.foot.go.clicked.connect(self.save)
        self.foot.shut.clicked.connect(self.left)

    # What it will be -------------------------------------------------------------------------

    @property
    def units(self) -> float:
        """Pixels (of an SVG: units of 1/96 inch) an inch of table."""
        if self.by.currentData() == "pixels":
            return float(self.per_inch.value())
        dots = DPI if self.kind.currentData() == ".svg" else float(self.dots.value())
        return dots / float(self.scale.currentData())

    def part(self) -> Box:
        """The part of the table on it, in inches; of the whole table with room for its rulers."""
        if self.which.currentData() == "view":
            return shown(self._view)
        table, rim = self.session.game.table, RIM / self.units
        return Box(-rim, -rim, table.width + 2 * rim, table.height + 2 * rim)

    def refresh(self, *_: object) -> None:
        """Say how large the file will be in pixels, or why it cannot be."""
        if not self.isVisible():
            return
        scaled, drawn = self.by.currentData() == "scale", self.kind.currentData() == ".svg"
        self.rows.show_row(self.per_inch, not scaled)
        self.rows.show_row(self.scale, scaled)
        self.rows.show_row(self.dots, scaled and not drawn)
        part, possible = self.part(), True
        try:
            size = pixels(part, self.units)
            what = "units" if drawn else "pixels"
            said = f"{size.width()} × {size.height()} {what}, {part.width:.1f} × {part.height:.1f}″ of table."
        except ValueError as fault:
            said, possible = str(fault), drawn
        self.says.say(rulers.tell(said))
        self.foot.allow(possible)

    # Doing it --------------------------------------------------------------------------------

    def save(self) -> None:
        """Ask where it goes, and begin."""
        suffix = str(self.kind.currentData())
        folder = remembered(self.settings, "folders/pictures")
        name = f"{self.session.game.table.name or 'table'}{suffix}"
        wanted = "PNG pictures (*.png)" if suffix == ".png" else "SVG drawings (*.svg)"
        chosen, _ = QFileDialog.getSaveFileName(self, "Export picture", str(folder / name), wanted)
        if chosen:
            path = Path(chosen)
            self.settings.setValue("folders/pictures", str(path.parent))
            self.write(path if path.suffix else path.with_suffix(suffix))

    def write(self, path: Path) -> None:
        """Paint the picture as it is chosen, in the kind that the file's name says, and write it."""
        said, failed = f"The picture is in {path.name}.", lambda fault: self.faulted.emit(f"{fault}")
        steps = self._steps(path)
        self.foot.begin(Walk(f"Painting {path.name}", steps, lambda _: self.noted.emit(said), failed))

    def _steps(self, path: Path) -> Steps[None]:
        """As it is chosen now; the drawings are made in steps of their own."""
        look = self.theme if self.dress.currentData() == "screen" else paper_look(ground=self.ticks.on("ground"))
        overlays = tuple(self._bench.painted.values()) if self.ticks.on("measured") else ()
        looks, part, game = self._bench.scene.statuses, self.part(), self.session.game
        contents, units = self.ticks.contents(), self.units
        if path.suffix.lower() != ".svg":
            return _png(lambda: Drawing(game, contents, look, looks, units, overlays), part, path, look.around)
        return _svg(
            lambda: Drawing(game, replace(contents, models=False), look, looks, units),
            lambda: Drawing(game, contents, look, looks, units, overlays, bare=True),
            lambda ground, standing: to_svg(ground, standing, part, path, look.around, game.table.name),
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()


def _png(made: Callable[[], Drawing], part: Box, path: Path, back: str) -> Steps[None]:
    drawing = made()
    yield 0.0
    yield from to_png(drawing, part, path, back)


def _svg(
    ground: Callable[[], Drawing], standing: Callable[[], Drawing], write: Callable[[Drawing, Drawing], Steps[None]]
) -> Steps[None]:
    below = ground()
    yield 0.0
    above = standing()
    yield 0.0
    yield from write(below, above)
