"""The composition root: the one place that wires the parts together."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop import look
from desktop.battles import Battles
from desktop.desk import Desk
from desktop.first_game import bare
from desktop.grace import animate
from desktop.look import veil
from desktop.recovery import Trace, left_behind, reopen
from desktop.scene import Motion, SideView, StatusLook, TableScene, TableView
from desktop.scene.marker_item import Lying
from desktop.session import Session
from desktop.sweeping import settle_down
from desktop.tools import TOOLS, Bench, sight
from desktop.window import Window
from engine import skirmish, store, systems
from engine.events import Event
from engine.game import Game
from engine.system import System

BUILT_IN = "ruined_street"
"""The skirmish that comes with the program."""

_LYING: dict[str, Lying] = {"face_up": "face_up", "face_down": "face_down"}


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
    made.setWindowIcon(QIcon(look.icon("sightline", look.preferred().primary, 64)))
    return made


def shut_windows() -> None:
    """However the program ends: nothing is left in a hand, under way or unwritten."""
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, Window):
            widget.shut()


def battles() -> Battles:
    """Battles with the autosave folder of this user, which is made with the first entry."""
    return Battles(None if QStandardPaths.isTestModeEnabled() else store.autosave_path())


def built_in() -> Game:
    """The skirmish that comes with the program, as it begins."""
    return skirmish.skirmish(BUILT_IN)


def read_with_rules(load: Callable[[str], System]) -> Game:
    """The built-in skirmish, its rulebook read as well, so that nobody waits for it when it is laid."""
    game = built_in()
    load(game.system)
    return game


def window(
    options: Options,
    kept: Battles,
    game: Game | None = None,
    load: Callable[[str], System] = systems.load,
    seed: int | None = None,
) -> Window:
    """A window on the built-in skirmish (or *game*), with everything wired; not yet shown."""
    session = Session(game or built_in(), load, kept, seed)
    scene = TableScene(look.preferred())
    view = TableView(scene)
    view.setAcceptDrops(False)  # files are dropped on the window, wherever the hand is
    bench = Bench(session, scene, TOOLS)
    bench.watch(view)
    desk = Desk(
        session=session,
        scene=scene,
        view=view,
        side_view=SideView(look.preferred()),
        motion=Motion(scene),
        bench=bench,
        tools=TOOLS,
        new_skirmish=lambda: session.new(built_in()),
        battles=kept,
        version=options.version,
    )
    _wire(desk)
    made = Window(desk)
    if options.theme:
        made.set_theme(options.theme, keep=False)
    return made


def open_file(made: Window, options: Options) -> bool:
    """Open the file of the command line, if any; False when it was refused (the banner says why)."""
    if options.file is None:
        return True
    if options.cell_inches is None and made.desk.battles.asks_for_scale(options.file):
        made.scale.wall.setValue(options.wall_height)
        made.files.open_path(options.file)
        return True
    return made.files.open_map(options.file, options.cell_inches or 1.0, options.wall_height)


def run(options: Options) -> int:
    """Open the window and stay until it is closed."""
    running = application(sys.argv[:1])
    begun = begin(options, battles())
    QTimer.singleShot(0, settle_down)
    status = running.exec()
    if begun[1] is not None:
        begun[1].close()
    return status


def begin(
    options: Options, kept: Battles, game: Game | None = None, load: Callable[[str], System] = systems.load
) -> tuple[Window, Trace | None]:
    """The window shown: with the file asked for, with what a crash cut short, or with the start page.

    *game* is what lies on the table at first, the built-in skirmish if it is None.
    """
    died = left_behind(kept)
    made = window(options, kept, game or bare(), load)
    trace = Trace(made.desk, kept.folder) if kept.folder is not None else None
    made.show()
    made.desk.view.setFocus()
    made.files.cut_short = died
    untouched = made.desk.session.journal
    if options.file is not None:
        open_file(made, options)
        if game is None and made.desk.session.journal is untouched:  # refused, or asked for its scale
            made.desk.session.new(built_in())
    elif not died or not reopen(trace, made.desk, made.banner, died[0]):
        made.show_start()
        if game is None:
            made.files.lay_later(made.start, lambda: read_with_rules(load))
    else:
        made.files.cut_short = died[1:]
    return made, trace


def dressed(system: System) -> dict[str, StatusLook]:
    """How a rulebook's statuses look on the table."""
    return {
        status.id: StatusLook(
            icon=status.id,
            lying=_LYING.get(status.lying, "none"),
            tone="harm" if status.lying else "warning",
            words=status.title,
            says=status.says,
            hidden=status.hidden,
        )
        for status in system.rules.statuses.values()
    }


def _wire(desk: Desk) -> None:
    """The session is the truth; scene and side view follow it."""
    session, scene, motion = desk.session, desk.scene, desk.motion
    dressed_for = [session.system.id]

    def follow(before: Game, after: Game, events: tuple[Event, ...]) -> None:
        if session.system.id != dressed_for[0]:
            dressed_for[0] = session.system.id
            scene.set_statuses(dressed(session.system))
        scene.sync(after)
        animate(motion, session.system, before, after, events, desk.bench.in_hand)

    scene.veil = session.onlooker.veil
    veil.draw(session.onlooker.told)
    scene.set_statuses(dressed(session.system))
    scene.sync(session.game)
    session.changed.connect(follow)
    session.selected.connect(scene.show_selection)
    session.looked.connect(lambda looks, sights: sight.aimed(desk.bench, looks, sights))
    desk.bench.sliced.connect(desk.side_view.show_slice)
