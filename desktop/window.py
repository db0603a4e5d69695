"""The window: menus and docks round the table, and the files that are dropped on it; nothing else.

It may not import the engine: what it needs to know it asks the session and the panels.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from desktop import look
from desktop.adding import AddFrame, EditFrame
from desktop.banner import Banner, ScaleQuestion
from desktop.build import Build
from desktop.curtain import Curtain
from desktop.desk import Desk, Panels, docked, in_place, share_out, widen
from desktop.disputes import Disputes
from desktop.files import Files
from desktop.hands import Hands
from desktop.keys import KeyEditor
from desktop.look import Theme, rulers
from desktop.menus import THEMES, Menus
from desktop.palette import KeySheet
from desktop.panels.parts import Line
from desktop.presenter import Presenter
from desktop.proof import Proof
from desktop.start import StartPage
from desktop.wardrobe import Wardrobe
from desktop.work import Work

LAYOUT = 2
"""Raise it when docks are renamed, so that old layouts are not restored."""
FIRST_SIZE = QSize(1400, 875)
LEGAL = (
    "Sightline is an independent tool under the MIT licence. The games' names belong to their owners, who have no "
    "part in it; no text of any rulebook is in it."
)


class Window(QMainWindow):
    """The main window."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.setObjectName("sightline")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.settings = QSettings()
        self.theme_name = str(self.settings.value("theme", "system"))
        self.text_percent = _percent(self.settings.value("text", 100))
        self.presenter: Presenter | None = None
        self.motion_on = str(self.settings.value("motion", "true")) == "true"
        self.covers_on = str(self.settings.value("covers", "true")) == "true"
        self.names_shown = False
        self._copyable = ""
        self.panels = Panels(desk, self.theme)
        self.banner = Banner(self.theme)
        self.scale = ScaleQuestion()
        self.files = Files(self, desk, self.banner, self.scale)
        self.paper = Work()
        desk.bench.stops = lambda: self.paper.cancel() or self.files.work.cancel()
        self.disputes = Disputes(desk, self.banner, self.paper)
        self.add_frame = AddFrame(desk.session, self.theme, desk.view)
        self.edit_frame = EditFrame(desk.session, self.theme, desk.view)
        self.add_frame.added.connect(self.set_down)
        self.wardrobe = Wardrobe(self)
        self._lay_out()
        self.docks = docked(self, desk, self.panels)
        self.proof = Proof(self, desk, self.banner, self.theme, self.paper)
        self.docks |= self.proof.dock(self.docks)
        self._status()
        self.menus = Menus(self)
        self.build = Build(self)
        self._walk_keys()
        self.hands = Hands(self)
        self.start = StartPage(self.theme, self)
        self._connect()
        self.set_theme(self.theme_name)
        self.set_motion(self.motion_on)
        self.set_covers(self.covers_on)
        self._restore()
        self.titled()

    # Layout --------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """The look in force, its words as large and its lengths as was chosen."""
        chosen = look.preferred() if self.theme_name == "system" else look.theme(self.theme_name)
        return replace(
            chosen, text_scale=self.text_percent / 100, ruler=rulers.ruler(str(self.settings.value("ruler")))
        )

    def _lay_out(self) -> None:
        bar = QToolBar("Phases")
        bar.setObjectName("phases")
        bar.setMovable(False)
        bar.toggleViewAction().setVisible(False)
        bar.addWidget(self.panels.phase_bar)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.banner, self.scale):
            column.addWidget(widget)
        column.addWidget(self.desk.view, 1)
        self.setCentralWidget(middle)

    def _status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(10, 0, 10, 2)
        self.hint, self.where, self.zoom, self.kept = Line(), QLabel(), QLabel(), QLabel()
        bar.addWidget(self.hint, 1)
        for part in (self.files.work, self.paper, self.where, self.zoom, self.kept):
            bar.addPermanentWidget(part)
        self.hint.setText(self.desk.bench.tool.hint)

    def _walk_keys(self) -> None:
        """Tab walks the models, but only where the table has the focus: elsewhere it walks the window."""
        for key, step in ((Qt.Key.Key_Tab, 1), (Qt.Key.Key_Backtab, -1)):
            action = QAction("Next model" if step > 0 else "Previous model", self)
            action.setShortcuts([QKeySequence(key), QKeySequence("Shift+Tab")] if step < 0 else [QKeySequence(key)])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, step=step: self.walk(step))
            self.desk.view.addAction(action)

    def reset_layout(self) -> None:
        """All panels where they were at first."""
        for dock in self.docks.values():
            dock.setFloating(False)
            self.removeDockWidget(dock)  # restoring a kept layout would leave tabs of the old one behind
        in_place(self, self.docks)
        self.proof.dock(self.docks)
        self._share_out()

    def _share_out(self) -> None:
        share_out(self, self.docks, self.theme.text_scale)

    def _restore(self) -> None:
        self.curtain = Curtain(self.docks)
        if not self.restoreGeometry(self._kept_bytes("geometry")):
            self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize()))
        if not self.restoreState(self._kept_bytes("layout"), LAYOUT):
            self._share_out()
            QTimer.singleShot(0, self, self._share_out)  # once it has its true size

    def _kept_bytes(self, name: str) -> QByteArray:
        found = self.settings.value(name)
        return found if isinstance(found, QByteArray) else QByteArray()

    # Wiring ----------------------------------------------------------------------------------

    def _connect(self) -> None:
        session, bench, panels = self.desk.session, self.desk.bench, self.panels
        session.faulted.connect(self.banner.fault)
        session.noted.connect(self.banner.note)
        session.journal_changed.connect(self.titled)
        session.keeping.moved.connect(self.titled)
        session.asked.connect(self._hand_back)
        session.journal_changed.connect(self._hand_back)
        bench.taken.connect(self._hand_back)
        bench.hinted.connect(self.hint.setText)
        bench.measured.connect(self._copy_later)
        bench.weighed.connect(panels.odds.consider)
        bench.taken.connect(panels.tool_list.show_current)
        panels.tool_list.chosen.connect(bench.take)
        panels.card.more.connect(self.edit_frame.open)
        panels.phase_bar.wanted.connect(self.turn_to)
        panels.actions.considered.connect(panels.odds.consider)
        panels.actions.considered.connect(bench.consider)
        for panel in (panels.card, panels.actions, panels.prompt, panels.log, panels.readings):
            panel.cited.connect(panels.why.show_clause)
        start, files = self.start, self.files
        start.begin.connect(files.begin)
        start.set_up.connect(files.set_up)
        start.open.connect(files.open_path)
        start.lesson.connect(files.open_lesson)
        start.teach.connect(self.hands.teach)
        start.choose.connect(files.choose)
        start.left.connect(self.desk.view.setFocus)
        session.journal_changed.connect(self.start.uncover)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        view = self.desk.view
        view.context_menu.connect(self.hands.open_menu)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    def _focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Enter belongs to a field that is typed in."""
        self.menus.by_name["go_on"].setEnabled(not isinstance(now, QLineEdit | QAbstractSpinBox))

    def _hand_back(self, *_: object) -> None:
        """When a question is over or a button has done its work, the keys belong to the table again."""
        now = QApplication.focusWidget()
        idle = now is None or isinstance(now, QAbstractButton | QLineEdit)
        if self.desk.session.pending is None and idle:
            self.desk.view.setFocus()

    # Commands ----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Roll the dice that are asked for, or go on to the next phase."""
        if self.desk.session.pending is not None:
            self.panels.prompt.go_on()
        else:
            self.panels.phase_bar.go_on()

    def pick(self, digit: int) -> None:
        """A digit answers the open question, or takes the action of that number."""
        if self.desk.session.pending is not None:
            self.panels.prompt.type_digit(digit)
        else:
            self.panels.actions.take(digit)

    def walk(self, step: int) -> None:
        """Select the next model on the table, in the order of the sides."""
        session = self.desk.session
        names = [model.id for model in session.game.on_table()]
        if names:
            now = session.selection[0] if session.selection else None
            at = names.index(now) + step if now in names else (0 if step > 0 else -1)
            self.turn_to(names[at % len(names)])

    def turn_to(self, name: str) -> None:
        """Select a model and make sure it is in sight."""
        self.desk.session.select((name,))
        item = self.desk.scene.model_item(name)
        if item is not None:
            self.desk.view.ensureVisible(item, 40, 40)

    def set_down(self, names: object) -> None:
        """These wait in reserve: they come into the hand."""
        self.desk.session.select(names if isinstance(names, tuple) else ())
        self.desk.bench.take("deploy")

    def select_all(self) -> None:
        game = self.desk.session.game
        self.desk.session.select(model.id for model in game.on_table() if model.side == game.active)

    def copy(self) -> None:
        """Copy what was last measured."""
        if self._copyable:
            QGuiApplication.clipboard().setText(self._copyable)
            self.hint.setText(f"Copied: {self._copyable.splitlines()[0]}")

    def _copy_later(self, text: str) -> None:
        self._copyable = text
        if text:
            self.hint.setText(text.splitlines()[0])

    # Files ---------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            event.acceptProposedAction()
            self.files.open_path(Path(names[0]))

    def titled(self) -> None:
        """Title and status line: what is open, and that it is kept."""
        session = self.desk.session
        self.setWindowTitle(f"{session.title}{' •' if session.dirty else ''} — Sightline")
        self.kept.setText(session.keeping.words(len(session.journal.entries)))

    # Looks ------------------------------------------------------------------------------------------

    def set_theme(self, name: str, *, keep: bool = True) -> None:
        """Wear *system*, *dark*, *light* or *contrast*; *keep* it for the next start."""
        self.theme_name = name if name in dict(THEMES) else "system"
        if keep:
            self.settings.setValue("theme", self.theme_name)
        self.wardrobe.wear()

    def set_text(self, percent: int) -> None:
        """All words larger or smaller, and kept so."""
        self.text_percent = percent
        self.settings.setValue("text", percent)
        self.set_theme(self.theme_name, keep=False)
        widen(self, self.docks, self.theme.text_scale)

    def set_ruler(self, name: str) -> None:
        """All lengths in inches, centimetres or millimetres, here and in build mode, and kept so."""
        self.settings.setValue("ruler", name)
        self.menus.by_name[f"ruler_{name}"].setChecked(True)
        self.set_theme(self.theme_name, keep=False)

    def present(self) -> None:
        """A second window with the clean table and large words; again: close it."""
        if self.presenter is not None and self.presenter.isVisible():
            self.presenter.close()
            return
        desk = self.desk
        self.presenter = Presenter(desk.session, desk.scene, desk.view, self.theme, self.hands.tutor)
        self.presenter.present()

    def _follow_system(self, *_: object) -> None:
        if self.theme_name == "system":
            self.set_theme("system")

    def set_motion(self, on: bool) -> None:
        self.motion_on = on
        self.desk.motion.enabled = on
        self.settings.setValue("motion", "true" if on else "false")

    def set_covers(self, on: bool) -> None:
        """Cover secret choices until the one whose they are asks to see them."""
        self.covers_on = on
        self.panels.prompt.set_covers(on)
        self.desk.session.cover(on)
        self.settings.setValue("covers", "true" if on else "false")

    def show_names(self, on: bool) -> None:
        self.names_shown = on
        self.desk.scene.show_names(on)

    def shade(self, on: bool) -> None:
        """Darken what the selected model does not see at its eye height, and say who sees it."""
        self.desk.bench.overlays.set_shade(on)

    def show_start(self) -> None:
        """Cover the table with the start page."""
        self.files.offer(self.start)

    def toggle_full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    # Help ---------------------------------------------------------------------------------------------

    def open_palette(self) -> None:
        self.hands.palette.open()

    def show_keys(self) -> None:
        self.sheet = KeySheet(self.menus.named(), self)
        self.sheet.show()

    def change_keys(self) -> None:
        """Give commands other keys."""
        self.key_editor = KeyEditor(self.menus.book, self.menus.actions, self)
        self.key_editor.show()

    def show_about(self) -> None:
        self.about = QMessageBox(
            QMessageBox.Icon.NoIcon, "About Sightline", f"Sightline {self.desk.version}", parent=self
        )
        self.about.setInformativeText(LEGAL)
        self.about.setModal(False)
        self.about.show()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every entry is on disk, or it is said first; only the layout is left to be remembered."""
        if not self.desk.session.may_leave():
            event.ignore()
            return
        self.shut()
        super().closeEvent(event)

    def shut(self) -> None:
        """Let go of whatever is in the hand or under way, and of the files; all of it is written by then."""
        self.build.leave()
        self.files.close()
        self.start.close_down()
        self.proof.close()
        if self.presenter is not None:
            self.presenter.close()
        self.desk.bench.close()
        self.curtain.lift()
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("layout", self.saveState(LAYOUT))
        self.desk.session.close()


def _percent(kept: object) -> int:
    """The size of words as it was kept; 100 where that is no size."""
    try:
        return min(200, max(75, int(str(kept))))
    except ValueError:
        return 100
