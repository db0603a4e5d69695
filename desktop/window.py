"""The window: the start page at first, then menus and docks round the table, and the files dropped on it.

It may not import the engine: what it needs to know it asks the session and the panels.  Nor
does it import what it is furnished with, which takes longer to load than a first look takes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QWidget,
)

from desktop import look
from desktop.curtain import Curtain
from desktop.look import Theme, rulers
from desktop.start import StartPage
from desktop.wardrobe import THEMES, Wardrobe

if TYPE_CHECKING:
    from PySide6.QtWidgets import QDockWidget

    from desktop.adding import AddFrame, EditFrame
    from desktop.banner import Banner, ScaleQuestion
    from desktop.beside import Beside
    from desktop.build import Build
    from desktop.desk import Arrangement, Desk, Panels
    from desktop.disputes import Disputes
    from desktop.files import Files
    from desktop.hands import Hands
    from desktop.look.parts import Line
    from desktop.menus import Menus
    from desktop.proof import Proof
    from desktop.work import Work

LAYOUT = 2
"""Raise it when docks are renamed, so that old layouts are not restored."""
FIRST_SIZE = QSize(1400, 875)
MENUS = ("&File", "&Edit", "&Play", "&Build", "&Tools", "&View", "&Referee", "&Help")


class Window(QMainWindow):
    """The main window.

    It begins with the start page and the titles of its menus.  What is declared here without a
    value comes with `furnishing.furnish`, and is all there once the window is *furnished*.
    """

    desk: Desk
    panels: Panels
    banner: Banner
    scale: ScaleQuestion
    files: Files
    paper: Work
    disputes: Disputes
    add_frame: AddFrame
    edit_frame: EditFrame
    docks: dict[str, QDockWidget]
    arrangement: Arrangement
    curtain: Curtain
    proof: Proof
    menus: Menus
    build: Build
    hands: Hands
    beside: Beside
    hint: Line
    where: QLabel
    storey: QLabel
    zoom: QLabel
    kept: QLabel

    def __init__(self, theme_name: str | None = None) -> None:
        """*theme_name* is the look for this start; None for the one that was kept."""
        super().__init__()
        self.furnished = False
        self.setObjectName("sightline")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.settings = QSettings()
        self.theme_name = _known(theme_name or str(self.settings.value("theme", "system")))
        self.text_percent = _percent(self.settings.value("text", 100))
        self.motion_on = str(self.settings.value("motion", "true")) == "true"
        self.covers_on = str(self.settings.value("covers", "true")) == "true"
        self.names_shown = False
        self._copyable = ""
        self.titles = {title: self.menuBar().addMenu(title) for title in MENUS}
        self.wardrobe = Wardrobe(self)
        self.start = StartPage(self.theme, self)
        self.wardrobe.wearers.append(self.start.set_theme)
        self.setWindowTitle("Sightline")
        if not self.restoreGeometry(self.kept_bytes("geometry")):
            self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize()))
        self.wardrobe.wear()

    # Layout --------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """The look in force, its words as large and its lengths as was chosen."""
        chosen = look.preferred() if self.theme_name == "system" else look.theme(self.theme_name)
        ruler = rulers.ruler(str(self.settings.value("ruler")))
        return replace(chosen, text_scale=self.text_percent / 100, ruler=ruler)

    def reset_layout(self) -> None:
        """All panels where they were at first."""
        self.build.settle()
        if self.build.on:
            self.build.reset()
        else:
            self.arrangement.reset(self.theme.text_scale)

    def kept_bytes(self, name: str) -> QByteArray:
        """What the settings keep of the layout."""
        found = self.settings.value(name)
        return found if isinstance(found, QByteArray) else QByteArray()

    def focus_moved(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Enter belongs to a field that is typed in."""
        self.menus.by_name["go_on"].setEnabled(not isinstance(now, QLineEdit | QAbstractSpinBox))

    def hand_back(self, *_: object) -> None:
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

    def copy_later(self, text: str) -> None:
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
            self.start.take(Path(names[0])) if not self.furnished else self.files.open_path(Path(names[0]))

    def titled(self) -> None:
        """Title and status line: what is open, and that it is kept."""
        session = self.desk.session
        self.setWindowTitle(f"{session.title}{' •' if session.dirty else ''} — Sightline")
        self.kept.setText(session.keeping.words(len(session.journal.entries)))

    # Looks ------------------------------------------------------------------------------------------

    def set_theme(self, name: str, *, keep: bool = True) -> None:
        """Wear *system*, *dark*, *light* or *contrast*; *keep* it for the next start."""
        self.theme_name = _known(name)
        if keep:
            self.settings.setValue("theme", self.theme_name)
        self.wardrobe.wear()

    def set_text(self, percent: int) -> None:
        """All words larger or smaller, and kept so."""
        self.text_percent = percent
        self.settings.setValue("text", percent)
        self.wardrobe.wear(lambda: self.arrangement.widen(self.theme.text_scale))

    def set_ruler(self, name: str) -> None:
        """All lengths in inches, centimetres or millimetres, here and in build mode, and kept so."""
        self.settings.setValue("ruler", name)
        self.menus.by_name[f"ruler_{name}"].setChecked(True)
        self.set_theme(self.theme_name, keep=False)

    def follow_system(self, *_: object) -> None:
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

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every entry is on disk, or it is said first; only the layout is left to be remembered."""
        if self.furnished and not self.desk.session.may_leave():
            event.ignore()
            return
        self.shut()
        super().closeEvent(event)

    def shut(self) -> None:
        """Let go of whatever is in the hand or under way, and of the files; all of it is written by then."""
        self.start.close_down()
        if self.furnished:
            self.build.leave()
            self.build.settle()
            self.files.close()
            self.proof.close()
            self.beside.close()
            self.desk.bench.close()
            self.curtain.lift()
            self.settings.setValue("layout", self.saveState(LAYOUT))
            self.desk.session.close()
        self.settings.setValue("geometry", self.saveGeometry())


def _known(theme_name: str) -> str:
    """The name of a theme there is; that of the system where there is none of this name."""
    return theme_name if theme_name in dict(THEMES) else "system"


def _percent(kept: object) -> int:
    """The size of words as it was kept; 100 where that is no size."""
    try:
        return min(200, max(75, int(str(kept))))
    except ValueError:
        return 100
