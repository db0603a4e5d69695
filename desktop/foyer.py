"""The way in: a window with its start page after hardly more than Qt takes to load, the rest of the program behind it.

Numpy, shapely, the engine's geometry and the table are fetched on a worker while the page is
looked at, and the window is furnished bit by bit.  What is chosen meanwhile is done as soon
as it can be.  A file that was asked for, or a battle that a crash cut short, needs all of it
at once and comes without the page.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop import courtesy, lately, look
from desktop.reckoner import Reckoner
from desktop.sweeping import settle_down
from desktop.traces import Place, left_behind
from desktop.turns import Turns
from desktop.window import Window
from engine import store

if TYPE_CHECKING:
    from desktop.recovery import Trace

REST = ("numpy", "shapely", "engine.measuring", "engine.dispute", "engine.cases", "desktop.app")
"""What is fetched behind the start page: the last is the composition root, which imports all the others."""


@dataclass(frozen=True)
class Options:
    """What the command line asked for."""

    file: Path | None = None
    cell_inches: float | None = None
    wall_height: float = 3.0
    theme: str | None = None
    version: str = ""


def application(arguments: Sequence[str] = ("sightline",)) -> QApplication:
    """The one QApplication, with the names under which settings are kept."""
    running = QApplication.instance()
    made = running if isinstance(running, QApplication) else QApplication(list(arguments))
    if running is None:
        made.setOrganizationName("Sightline")
        made.setApplicationName("sightline")
        made.setApplicationDisplayName("Sightline")
        made.setDesktopFileName("sightline")
        made.aboutToQuit.connect(shut_windows)
        atexit.register(shut_windows)
        courtesy.begin()
    made.setWindowIcon(QIcon(look.icon("sightline", look.preferred().primary, 64)))
    return made


def shut_windows() -> None:
    """However the program ends: nothing is left in a hand, under way or unwritten."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, Window):
            widget.shut()


class Foyer(QObject):
    """A window with its start page, that is furnished meanwhile.

    Signals: *furnished()*; *failed(sentence)*: the rest of the program cannot be fetched.
    """

    furnished = Signal()
    failed = Signal(str)

    def __init__(self, options: Options, folder: Path | None, died: tuple[Place, ...] = ()) -> None:
        """*folder* is where autosaves go; *died* are windows that were cut short."""
        super().__init__()
        self.window = Window(options.theme)
        self.trace: Trace | None = None
        self._options, self._folder, self._died = options, folder, died
        self._fetcher = Reckoner(self)
        self._fetcher.found.connect(self._fetched)
        self._fetcher.broke.connect(self._broke)
        self._turns = Turns(self)
        self.window.destroyed.connect(self._turns.stop)

    def open(self) -> None:
        """Show the window with its page, and begin to fetch the rest once it has been painted."""
        short = tuple(place.path for place in self._died)
        self.window.start.show_over(lately.unread(self._folder, short))
        self.window.show()
        QTimer.singleShot(0, self, lambda: self._fetcher.ask("the rest", lambda _stop: _fetch()))

    def close(self) -> None:
        """The program ends."""
        self._turns.stop()
        self._fetcher.close()
        if self.trace is not None:
            self.trace.close()

    def _fetched(self, _key: object, app: object) -> None:
        if isinstance(app, ModuleType) and self.window.isVisible():
            self._turns.begin(self._furnished(app))

    def _furnished(self, app: ModuleType) -> Iterator[None]:
        """Bit by bit; after the last the page can do all it offers."""
        yield
        try:
            for _ in app.furnished(self.window, self._options, app.Battles(self._folder), app.bare()):
                yield
                if not self.window.isVisible():
                    return  # closed before it was furnished
        except Exception as broken:  # a half furnished window must not be taken for a whole one
            self._broke(f"The window could not be furnished: {broken!r}.")
            raise
        self.trace = app.settle(self.window, self._options, self._died)
        app.unlock(self.window)
        QTimer.singleShot(0, self, settle_down)
        self.furnished.emit()

    def _broke(self, why: str) -> None:
        self.window.start.say(f"{why} Reinstall Sightline: pip install -e .")
        self.failed.emit(why)


def _fetch() -> ModuleType:
    for name in REST:
        fetched = import_module(name)
    return fetched


def run(options: Options) -> int:
    """Open the window and stay until it is closed."""
    running = application(sys.argv[:1])
    folder = None if QStandardPaths.isTestModeEnabled() else store.autosave_path()
    died = left_behind(folder)
    if options.file is not None or (died and died[0].trusted):
        app = import_module(REST[-1])
        _window, trace = app.begin(options, app.Battles(folder), died=died)
        QTimer.singleShot(0, settle_down)
        status = running.exec()
        if trace is not None:
            trace.close()
        return status
    foyer = Foyer(options, folder, died)
    foyer.open()
    status = running.exec()
    foyer.close()
    return status
