"""Every command of the window as a `QAction`: one table, so that menus, keys, palette and key sheet agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from desktop.hints import hint
from desktop.keys import KeyBook
from desktop.look import words
from desktop.look.rulers import RULERS
from desktop.wardrobe import THEMES

if TYPE_CHECKING:
    from desktop.window import Window

TEXT_SIZES = (85, 100, 115, 130, 150, 175)
"""Per cent."""
PICK = "pick_"
"""The nine digits are on the key sheet as one."""
Key = QKeySequence.StandardKey


class Menus:
    """Builds and holds the actions of one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.book = KeyBook()
        self.actions: list[QAction] = []
        self.by_name: dict[str, QAction] = {}
        self.recent = QMenu("Open &recent", window)
        self.recent.aboutToShow.connect(lambda: window.files.fill_recent(self.recent))
        self._file()
        self._edit()
        self._play()
        self._tools()
        self._view()
        self._referee()
        self._help()

    def named(self) -> list[QAction]:
        """Commands worth finding by name: those that stand in a menu."""
        return [action for action in self.actions if not action.objectName().startswith(PICK)]

    def add(
        self,
        menu: QMenu | None,
        name: str,
        title: str,
        do: Callable[[], object],
        keys: Iterable[str | Key | Qt.Key] = (),
        tip: str = "",
    ) -> QAction:
        """One command: in a menu (or only on its keys), in the palette and on the key sheet."""
        action = QAction(title, self.window)
        action.setObjectName(name)
        self.book.dress(action, [QKeySequence(key) for key in keys])
        tip = tip or hint(name)
        action.setToolTip(tip or title.replace("&", ""))
        action.setStatusTip(tip)
        action.triggered.connect(lambda *_: do())
        self.window.addAction(action)
        if menu is not None:
            menu.addAction(action)
        self.actions.append(action)
        self.by_name[name] = action
        return action

    def choice(self, menu: QMenu, names: Iterable[tuple[str, str, str]], now: str, do: Callable[[str], object]) -> None:
        """A group of commands of which one is in force: (name, title, tip)."""
        group = QActionGroup(self.window)
        for name, title, tip in names:
            action = self.add(menu, name, title, partial(do, name), tip=tip)
            action.setCheckable(True)
            action.setChecked(name == now)
            group.addAction(action)

    def switch(self, menu: QMenu, name: str, title: str, on: bool, do: Callable[[bool], object]) -> QAction:
        """A command that is on or off."""
        action = self.add(menu, name, title, lambda: do(action.isChecked()))
        action.setCheckable(True)
        action.setChecked(on)
        return action

    def _file(self) -> None:
        window, menu = self.window, self.window.titles["&File"]
        files = window.files
        tip = "Go on, begin another battle, open a file, or learn from worked cases"
        self.add(menu, "start", "&Start page", window.show_start, ("Ctrl+Home",), tip)
        self.add(menu, "new", "&New skirmish", window.desk.new_skirmish, (Key.New,))
        self.add(menu, "open", "&Open…", files.choose, (Key.Open,), "A battle, a table or a Universal VTT map")
        menu.addMenu(self.recent)
        self.add(menu, "save", "&Save", files.save, (Key.Save,))
        self.add(menu, "save_as", "Save &as…", files.choose_name, ("Ctrl+Shift+S",))
        proof, disputes = window.proof, window.disputes
        paper = "The table at true size on many sheets, or to scale on one"
        self.add(menu, "print", "&Print…", proof.show_print, (Key.Print,), paper)
        self.add(menu, "picture", "&Export picture…", proof.show_picture, ("Ctrl+E",))
        sheet = "What was last measured or refused, with its proof, as PDF, SVG, PNG and text"
        self.add(menu, "dispute", "&Dispute sheet", disputes.settle, ("Ctrl+J",), sheet)
        self.add(menu, "dispute_as", "Save d&ispute sheet as…", disputes.settle_as, ("Ctrl+Shift+J",), sheet)
        menu.addSeparator()
        self.add(menu, "quit", "&Quit", window.close, ("Ctrl+Q",))

    def _edit(self) -> None:
        window, menu = self.window, self.window.titles["&Edit"]
        session = window.desk.session
        self.add(menu, "undo", "&Undo", session.undo, (Key.Undo,), "Take the last command back, dice and all")
        self.add(menu, "redo", "&Redo", session.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "Do it again with the same dice")
        menu.addSeparator()
        by_hand = window.panels.card.menu
        by_hand.setTitle("Edit the selected model by &hand")
        menu.addMenu(by_hand)
        tip = "Name, side, markers with their values, counters: past every rule, and written in the log"
        self.add(menu, "edit_by_hand", "&Edit by hand…", window.edit_frame.open, ("H",), tip)
        menu.addSeparator()
        self.add(menu, "copy", "&Copy measurement", window.copy, (Key.Copy,))
        self.add(menu, "select_all", "Select &all of the side to act", window.select_all, (Key.SelectAll,))
        self.add(
            menu, "let_go", "&Let go", window.desk.bench.escape, ("Esc",), "Gesture, measurement, question, selection"
        )

    def _play(self) -> None:
        window, menu = self.window, self.window.titles["&Play"]
        self.add(menu, "go_on", "&Go on", window.go_on, ("Return", "Enter"), "Roll, or go to the next phase")
        tip = "From a profile or as a bare base of any size; it goes to the reserve and then into the hand"
        self.add(menu, "add_model", "&Add a model…", window.add_frame.open, ("Ctrl+Shift+A",), tip)
        self.add(menu, "next_model", "Next &model", lambda: window.walk(1))
        self.add(menu, "previous_model", "&Previous model", lambda: window.walk(-1))
        tip = "What the selected model can do, measuring from it, and edits by hand"
        self.add(
            menu, "model_menu", "&Actions of the selected model…", lambda: window.hands.open_model_menu(),
            ("Menu", "Shift+F10"), tip,
        )  # fmt: skip
        tip = "“move Pip 3 towards Wick”, “turn to 90”, “gap Pip Wick”, “does Pip see Wick”: told before Enter"
        self.add(menu, "typed", "&Type a move or a measurement…", lambda: window.hands.type_in(), ("Ctrl+G",), tip)
        for digit in range(1, 10):
            self.add(None, f"{PICK}{digit}", f"Action {digit}", partial(window.pick, digit), (str(digit),))

    def _tools(self) -> None:
        window, menu = self.window, self.window.titles["&Tools"]
        also = {"tape": ("M",)}
        for tool in window.desk.tools:
            keys = (tool.key, *also.get(tool.id, ()))
            take = partial(window.desk.bench.take, tool.id)
            self.add(menu, f"tool_{tool.id}", tool.title, take, keys, tool.hint)
        menu.addSeparator()
        whole = "A grid of all models: every pair with its verdict"
        self.add(menu, "matrix", "&Who sees whom…", window.proof.show_matrix, ("W",), whole)

    def _view(self) -> None:
        window, menu = self.window, self.window.titles["&View"]
        view = window.desk.view
        self._looks(menu)
        self._storeys(menu)
        self.add(menu, "zoom_in", "Zoom &in", view.zoom_in, ("+", "="))
        self.add(menu, "zoom_out", "Zoom &out", view.zoom_out, ("-", "_"))
        self.add(menu, "fit", "&Fit table", view.fit_table, ("F",))
        self.add(menu, "fit_selection", "Fit &selection", view.fit_selection, ("Shift+F",))
        self.add(
            menu, "true_size", "&True size", view.true_size, ("Ctrl+0",), "An inch is an inch, if the screen is known"
        )
        menu.addSeparator()
        self.switch(menu, "names", "&Names of all models", window.names_shown, window.show_names)
        shade = self.switch(menu, "shade", "&Shade what the selected model does not see", False, window.shade)
        shade.setShortcut(QKeySequence("S"))
        self.switch(menu, "motion", "&Motion", window.motion_on, window.set_motion)
        self.switch(menu, "covers", "&Cover secret choices", window.covers_on, window.set_covers)
        on = view.fingers_pan = str(window.settings.value("fingers_pan", "true")) == "true"
        self.switch(menu, "fingers_pan", "T&wo-finger scroll pans", on, lambda on: window.hands.pan_by_fingers(on))
        menu.addSeparator()
        docks = menu.addMenu("&Panels")
        for dock in window.docks.values():
            toggle = dock.toggleViewAction()
            docks.addAction(toggle)
            self.actions.append(toggle)
        self.add(docks, "curtain", "&Hide all panels, or bring them back", lambda: window.curtain.toggle(), ("F9",))
        self.add(docks, "reset", "&Reset layout", window.reset_layout)
        self.add(menu, "full_screen", "F&ull screen", window.toggle_full_screen, ("F11",))
        tip = "A second window with the clean table and large words, for those who watch"
        self.add(menu, "presenter", "&Presenter", window.beside.present, ("Shift+F11",), tip)

    def _storeys(self, menu: QMenu) -> None:
        """Only while the table has the keys: elsewhere they turn pages."""
        window = self.window
        for name, title, key, by in (
            ("storey_up", "Storey &above", Qt.Key.Key_PageUp, 1),
            ("storey_down", "Storey &below", Qt.Key.Key_PageDown, -1),
        ):
            action = self.add(menu, name, title, partial(self._climb, by), (key,))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            window.desk.view.addAction(action)

    def _climb(self, by: int) -> None:
        self.window.hands.climb(by)

    def _looks(self, menu: QMenu) -> None:
        """Theme, size of words, ruler."""
        window = self.window
        themes = menu.addMenu("&Theme")
        named = [(f"theme_{name}", f"Theme: {title}", "") for name, title in THEMES]
        self.choice(
            themes, named, f"theme_{window.theme_name}", lambda name: window.set_theme(name.removeprefix("theme_"))
        )
        sizes = menu.addMenu("Te&xt size")
        self.choice(
            sizes,
            [(f"text_{percent}", f"Text size: {percent} %", "") for percent in TEXT_SIZES],
            f"text_{window.text_percent}",
            lambda name: window.set_text(int(name.removeprefix("text_"))),
        )
        lengths = menu.addMenu("&Lengths in")
        self.choice(
            lengths,
            [(f"ruler_{one.id}", f"Lengths in {one.title.lower()}", "") for one in RULERS],
            f"ruler_{window.theme.ruler.id}",
            lambda name: window.set_ruler(name.removeprefix("ruler_")),
        )

    def _referee(self) -> None:
        window, menu = self.window, self.window.titles["&Referee"]
        names = [(f"referee_{name}", f"Referee: {title}", tip) for name, (title, tip) in words.REFEREES.items()]
        now = f"referee_{window.desk.session.referee}"
        by_name = {f"referee_{name}": name for name in words.REFEREES}

        def appoint(name: str) -> None:
            window.desk.session.set_referee(by_name[name])

        self.choice(menu, names, now, appoint)

    def _help(self) -> None:
        window, menu = self.window, self.window.titles["&Help"]
        self.add(menu, "palette", "&Find a command…", window.open_palette, ("Ctrl+K", "Ctrl+Shift+P"))
        lessons = menu.addMenu("&Learn by doing")
        lessons.aboutToShow.connect(lambda: window.hands.fill_lessons(lessons))
        self.add(menu, "keys", "&Keys", window.beside.show_keys, ("?",))
        self.add(menu, "change_keys", "&Change keys…", window.beside.change_keys, tip="Other keys for any command")
        self.add(menu, "about", "&About Sightline", window.beside.show_about)
