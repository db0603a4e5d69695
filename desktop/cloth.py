"""A picture as the table's cloth: brought from a file, made as large as it is, moved, taken off.

Whatever is done to it is one fact set by hand, so undo takes it back.
"""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.banner import Banner
from desktop.cloth_picture import SUFFIXES, Picture, read_picture
from desktop.cloth_strip import LEAST, WIDEST, ClothStrip
from desktop.desk import Desk
from desktop.keeping import sentence
from desktop.look import Theme, rulers
from desktop.session import OPEN_QUESTION
from desktop.tools import two_points
from desktop.work import Job, Work
from engine.events import Covered, Event, Spread
from engine.game import Cloth, Point, Table
from engine.questions import tidy
from engine.store import Stopped

NO_PICTURE = "No picture lies under the table. Drop one on the window, or choose one with “Picture…” in build mode."


def lying(table: Table) -> Spread | None:
    """Where the picture lies and how large it is; None where there is none."""
    cloth = table.cloth
    if cloth is None:
        return None
    return Spread(x=cloth.x, y=cloth.y, width=cloth.width or table.width, height=cloth.height or table.height)


def filling(table: Table, width: float, height: float) -> Spread:
    """As wide as the board and in its corner, in the proportion of *width* to *height*."""
    return Spread(x=0.0, y=0.0, width=table.width, height=table.width * height / width)


def widened(place: Spread, width: float) -> Spread:
    """So wide, its top left corner where it was."""
    return Spread(x=place.x, y=place.y, width=width, height=place.height * width / place.width)


def scaled(place: Spread, points: tuple[Point, ...], apart: float) -> Spread:
    """Larger or smaller round the first of two points, so that what lies under them is *apart* inches apart."""
    first, second = points
    by = apart / math.dist(first, second)
    x, y = first
    return Spread(
        x=x + (place.x - x) * by, y=y + (place.y - y) * by, width=place.width * by, height=place.height * by
    )  # fmt: skip


class TableCloth(QObject):
    """What a picture dropped on the window, the Board card's buttons and the strip do.

    *work* reads files, with the bar and Stop; faults are sentences in the banner.
    """

    def __init__(self, window: QWidget, desk: Desk, banner: Banner, work: Work, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._desk, self._banner, self._work = window, desk, banner, work
        self.strip = ClothStrip(theme)
        self.points: tuple[Point, ...] = ()
        """Those that are set on the table, none to two."""
        self._before = desk.bench.tool.id
        """The tool that was in the hand before the points were asked for."""
        desk.bench.learn((two_points.tool(self._pointed),))
        desk.bench.taken.connect(self._tool_taken)
        desk.session.changed.connect(self._follow)
        strip = self.strip
        strip.widened.connect(self._widen)
        strip.moved.connect(self._move)
        strip.filled.connect(self._fill)
        strip.measured.connect(self._measure)
        strip.pointing.connect(self._point)
        strip.closed.connect(desk.view.setFocus)
        desk.view.installEventFilter(self)  # after the bench's own, so it is asked first

    def wear(self, theme: Theme) -> None:
        """Dress the strip."""
        self.strip.set_theme(theme)

    # From a file -------------------------------------------------------------------------------

    def do(self, what: str) -> None:
        """What a button of the Board card asks for: *choose*, *size* or *off*."""
        {"choose": self.choose, "size": self.ask, "off": self.take_off}[what]()

    def choose(self) -> None:
        """Ask which picture to lay under the table."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        name, _ = QFileDialog.getOpenFileName(self._window, "Picture for the table", "", f"Pictures ({kinds})")
        if name:
            self.bring(Path(name))

    def bring(self, path: Path) -> None:
        """Lay the picture of a file under the table; it comes when it is read."""
        self.strip.close_up()
        if not self._may_act():
            return

        def done(found: object) -> None:
            if isinstance(found, Picture):
                self._lay(path, found)

        def failed(fault: Exception) -> None:
            if not isinstance(fault, Stopped):
                self._banner.fault(sentence(path, fault))

        self._work.run(Job(f"Reading {path.name}", lambda watch: read_picture(path, watch), done, failed))

    def _lay(self, path: Path, found: Picture) -> None:
        place = filling(self._desk.session.game.table, found.width, found.height)
        cloth = Cloth(found.raw, place.x, place.y, place.width, place.height)
        if self._record(Covered(cloth=cloth), f"Picture {path.name} laid under the table"):
            self._show_place()
            smaller = f", made smaller to {found.width} × {found.height} points" if found.smaller else ""
            self.strip.ask(f"{path.name}{smaller}")

    # How large it is ---------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask how large the picture is that lies there."""
        if lying(self._desk.session.game.table) is None:
            self._banner.fault(NO_PICTURE)
        else:
            self._show_place()
            self.strip.ask("The picture under the table")

    def take_off(self) -> None:
        """Take the picture off the table."""
        if lying(self._desk.session.game.table) is None:
            self._banner.fault(NO_PICTURE)
        else:
            self._record(Covered(cloth=None), "Picture taken off the table")

    def _widen(self, inches: float) -> None:
        place = self._place()
        self._spread(widened(place, inches), f"Picture made {tidy(inches)}″ wide")

    def _move(self, x: float, y: float) -> None:
        place = self._place()
        self._spread(Spread(x=x, y=y, width=place.width, height=place.height), "Picture moved")

    def _fill(self) -> None:
        place = self._place()
        self._spread(
            filling(self._desk.session.game.table, place.width, place.height), "Picture made to fill the board"
        )

    def _measure(self, apart: float) -> None:
        place, points = self._place(), self.points
        note = f"Picture measured: two points of it are {tidy(apart)}″ apart"
        if len(points) == 2 and self._spread(scaled(place, points, apart), note):
            self.strip.point(False)
            self.strip.width_field.setFocus()

    def _place(self) -> Spread:
        """Where it lies; the strip is only to be seen while there is a picture."""
        place = lying(self._desk.session.game.table)
        if place is None:
            raise LookupError(NO_PICTURE)
        return place

    def _spread(self, place: Spread, note: str) -> bool:
        """Lay it so, if it can be so large; False when nothing was done."""
        if not LEAST <= place.width <= WIDEST:
            self._banner.fault(
                f"So the picture would be {rulers.say(place.width)} wide; it can be {rulers.say(LEAST)} to "
                f"{rulers.say(WIDEST)}. Check the number, or choose points that are farther apart."
            )
            self._show_place()
            return False
        return place == self._place() or self._record(place, note)

    def _record(self, fact: Event, note: str) -> bool:
        """One entry in the journal; False while a question is open."""
        if not self._may_act():
            self._show_place()
            return False
        self._desk.session.by_hand((fact,), note)
        return True

    def _may_act(self) -> bool:
        if self._desk.session.pending is not None:
            self._banner.fault(OPEN_QUESTION)
            return False
        return True

    # Two points --------------------------------------------------------------------------------

    def _point(self, on: bool) -> None:
        """The tool for two points comes into the hand, or what was there before."""
        bench = self._desk.bench
        self.points = ()
        if on:
            self._before = bench.tool.id if bench.tool.id != two_points.ID else self._before
            bench.take(two_points.ID)
            self._desk.view.setFocus()
        elif bench.tool.id == two_points.ID:
            bench.take(self._before)

    def _pointed(self, points: tuple[Point, ...]) -> None:
        self.points = points
        self.strip.show_points(points)

    def _tool_taken(self, tool: str) -> None:
        if tool != two_points.ID:
            self.strip.point(False)

    # Following ---------------------------------------------------------------------------------

    def _follow(self, *_: object) -> None:
        """The table is another one."""
        if not self.strip.isVisibleTo(self.strip.parentWidget() or self._window):
            return
        if lying(self._desk.session.game.table) is None:
            self.strip.close_up()
        else:
            self._show_place()

    def _show_place(self) -> None:
        place = lying(self._desk.session.game.table)
        if place is not None:
            self.strip.show_place(place.x, place.y, place.width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc over the table lets go of the strip, unless something is held."""
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in kinds or not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        held = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if self.strip.isHidden() or held or self._work.busy:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self.strip.let_go()
        return True
