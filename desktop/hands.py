"""Hands and eyes, put together: the menu on a model, the palette's finds, what is said aloud, touchpad scrolling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from desktop.announcer import Announcer
from desktop.finds import Finds
from desktop.look import rulers
from desktop.model_menu import ModelMenu
from desktop.palette import CommandPalette
from desktop.scene.storeys import floors, stepped
from desktop.start import teaching
from desktop.start.strip import LessonStrip
from desktop.start.tutor import Tutor
from desktop.tools.squares import squared
from desktop.typed import Typed
from engine.geometry.grid import space_at
from engine.geometry.heights import SKY

if TYPE_CHECKING:
    from desktop.window import Window

FINGERS = "fingers_pan"
"""The setting that two fingers pan."""
PAUSE_MS, TRIES = 30, 20
"""How often a panel that is slow to come into sight is looked for."""


class Hands:
    """What the window's hands and eyes need beyond menus and panels."""

    def __init__(self, window: Window) -> None:
        self._window = window
        desk, panels = window.desk, window.panels
        self.model_menu = ModelMenu(desk, panels.card.menu, lambda: window.theme, window)
        self.announcer = Announcer(desk.session, window)
        self.finds = Finds(desk, window.files, window.menus.named, window.turn_to, self.show_reading, self.teach)
        self.palette = CommandPalette(self.finds, Typed(desk), window)
        self.palette.said.connect(self.announcer.say)
        self.palette.considered.connect(lambda shown: desk.bench.show(shown, "offer"))
        self.tutor = Tutor(desk, window)
        self.strip = LessonStrip(self.tutor, window.theme)
        middle = desk.view.parentWidget()
        column = middle.layout() if middle is not None else None
        if isinstance(column, QVBoxLayout):
            column.insertWidget(column.indexOf(desk.view), self.strip)
        self.strip.said.connect(self.announcer.say)
        self.strip.learned.connect(teaching.learned)
        self.strip.next.connect(self.teach_next)
        desk.view.cursor_moved.connect(self._show_cursor)
        desk.view.zoom_changed.connect(self._show_zoom)
        window.wardrobe.wearers.append(lambda _: self._show_zoom(desk.view.pixels_per_inch))
        desk.scene.storey_changed.connect(self._show_storey)
        desk.bench.foretold.connect(panels.why.foresee)
        desk.bench.ranged.connect(panels.roster.tell_ranges)
        panels.roster.menu_wanted.connect(self.model_menu.open)
        desk.bench.measured.connect(lambda text: self.announcer.say(text.partition("\n")[0]))

    def teach(self, name: str) -> None:
        """Begin a lesson on its own skirmish; the battle on the table stays in its file."""
        lesson = next(each for each in teaching.lessons() if each.id == name)
        window = self._window
        before = window.desk.session.journal
        window.files.begin(lesson.skirmish)
        if window.desk.session.journal is not before:
            window.desk.bench.take("select")
            self.tutor.begin(lesson)
            window.desk.view.setFocus()

    def teach_next(self) -> None:
        """The lesson after the one just given; after the last the start page."""
        every = [each.id for each in teaching.lessons()]
        now = self.tutor.lesson.id if self.tutor.lesson else ""
        place = every.index(now) + 1 if now in every else 0
        if place < len(every):
            self.teach(every[place])
        else:
            self.tutor.end()
            self._window.show_start()

    def fill_lessons(self, menu: QMenu) -> None:
        """Every lesson as a row of a menu, as it is opened."""
        menu.clear()
        for lesson in teaching.lessons():
            row = menu.addAction(lesson.title)
            row.setStatusTip(lesson.says)
            row.triggered.connect(lambda _=False, name=lesson.id: self.teach(name))

    def climb(self, by: int) -> None:
        """See the table up to another floor: so many higher or lower."""
        window, scene = self._window, self._window.desk.scene
        heights = floors(window.desk.session.game.table.terrain)
        if heights:
            scene.show_storey(stepped(heights, scene.ground.level, by))
            said = self._storey_words() or "All storeys are shown"
        else:
            said = "Nothing lies over anything here: the table has one storey"
        window.hint.setText(f"{said}.")
        self.announcer.say(f"{said}.")

    def _storey_words(self) -> str:
        """Up to which floor the table is seen; nothing where all of it is."""
        level = self._window.desk.scene.ground.level
        if level >= SKY:
            return ""
        return f"Shown up to the floor at {rulers.say(level)}" if level > 0 else "Shown up to the ground"

    def _show_storey(self, *_: object) -> None:
        words = self._storey_words()
        self._window.storey.setText(f"{words}  ·" if words else "")

    def _show_zoom(self, scale: float) -> None:
        """How large things are drawn, in the measure that is in force."""
        ruler = rulers.in_force()
        if squared(self._window.desk.session):
            told = f"{scale:.0f} px a square"
        else:
            told = f"{scale * ruler.inches:.{0 if ruler.inches > 0.1 else 1}f} px {ruler.one}"
        self._window.zoom.setText(f"{told}  ·")

    def _show_cursor(self, x: float, y: float) -> None:
        if squared(self._window.desk.session):
            column, row = space_at((x, y))
            self._window.where.setText(f"column {column + 1}, row {row + 1}  ·")
            return
        at = rulers.in_force().fixed
        self._window.where.setText(f"cursor {at(x)}, {at(y)}  ·")

    def type_in(self) -> None:
        """The palette, ready for a move that is typed."""
        self.palette.open("move ")

    def open_menu(self, where: QPoint, x: float, y: float) -> None:
        """A right click: on a model what it can do, on the table the ways to look at it."""
        window = self._window
        if window.build.on:
            window.build.open_menu(where, x, y)
            return
        name = window.desk.scene.model_at((x, y), slop=0.1)
        if name is not None:
            self.model_menu.open(name, where)
            return
        menu = QMenu(window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = ("fit", "fit_selection", "names", "undo", "redo", "picture")
        menu.addActions([window.menus.by_name[name] for name in names])
        menu.popup(where)

    def open_model_menu(self) -> None:
        """The menu of the selected model, by key: where it stands, or beside its row in the list."""
        window = self._window
        chosen = window.desk.session.selection[:1]
        if not chosen:
            window.hint.setText("Select a model first: click it, or walk through them with Tab.")
            return
        roster = window.panels.roster
        if roster.list.hasFocus():
            roster.want_menu()
            return
        window.turn_to(chosen[0])
        model, view = window.desk.session.game.model(chosen[0]), window.desk.view
        spot = view.pixel_of(model.x, model.y) if model.on_table else view.rect().center()
        self.model_menu.open(model.id, view.viewport().mapToGlobal(spot))

    def show_reading(self, name: str) -> None:
        """Bring a reading's answers into sight, with the keys on them."""
        window = self._window
        dock = window.docks["readings"]
        dock.show()
        dock.raise_()
        self._find_reading(name, TRIES)

    def _find_reading(self, name: str, tries: int) -> None:
        """The panel writes its rows only once it is seen: wait for that."""
        readings = self._window.panels.readings
        box = readings.findChild(QWidget, f"reading:{name}")
        if box is not None and box.isVisible():
            box.setFocus()
            readings.area.ensureWidgetVisible(box)
        elif tries:
            QTimer.singleShot(PAUSE_MS, readings, lambda: self._find_reading(name, tries - 1))

    def pan_by_fingers(self, on: bool) -> None:
        """Two fingers pan, or zoom; kept for the next start."""
        self._window.desk.view.fingers_pan = on
        self._window.settings.setValue(FINGERS, "true" if on else "false")
