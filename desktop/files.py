"""Opening, saving and dropping files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event as Flag

from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from desktop import lately, study
from desktop.banner import Banner, ScaleQuestion
from desktop.battles import BATTLE, TEXT, Opened
from desktop.cloth import TableCloth
from desktop.cloth_picture import SUFFIXES as PICTURES
from desktop.cloth_picture import is_picture
from desktop.desk import Desk
from desktop.first_game import FirstGame
from desktop.keeping import sentence
from desktop.lately import MOST_FILES, MOST_TILES, Recent
from desktop.look import Theme
from desktop.reckoner import Reckoner, Stop
from desktop.start.page import StartPage
from desktop.traces import Place
from desktop.work import Job, Watch, Work
from engine import cases, opening, skirmish, store
from engine.game import Game
from engine.opening import SUFFIXES
from engine.play import Referee

LARGE = 256 * 1024
"""Bytes of a file that is read off the window's thread."""


class Files:
    """What the File menu and a drop on the window do; faults are sentences in the banner."""

    def __init__(self, window: QWidget, desk: Desk, banner: Banner, scale: ScaleQuestion, theme: Theme) -> None:
        self._window = window
        self._desk = desk
        self._banner = banner
        self._scale = scale
        self.cut_short: tuple[Place, ...] = ()
        """Where windows were that died; they are offered first."""
        self.work = Work()
        self.cloth = TableCloth(window, desk, banner, self.work, theme)
        self._looker = Reckoner(self.work)
        self._looker.found.connect(lambda start, found: start.offer(found))
        self._first: FirstGame | None = None
        scale.answered.connect(self.open_map)
        desk.session.keeping.saved.connect(self._saved)

    def close(self) -> None:
        """Nothing is read any more."""
        self.work.close_down()
        self._looker.close()
        if self._first is not None:
            self._first.close()

    def open_path(self, path: Path) -> None:
        """Open any file we know; a map is asked for its scale first.  A large one comes when it is read.

        A picture is laid under the table that is there.
        """
        self._scale.hide()  # a question about another map is over
        if self._is_lost(path):
            return
        if is_picture(path):
            self.cloth.bring(path)
        elif _is_large(path):
            self._read(path, None)
        elif self._desk.battles.asks_for_scale(path):
            self._ask_scale(path)
        elif self._desk.session.open(path):
            self._opened(path)

    def _ask_scale(self, path: Path) -> None:
        """How wide are the cells of this map?  Where the rules play on squares, a cell may be one."""
        self._scale.ask(path, self._desk.session.system.title if self._desk.session.system.space == "squares" else "")

    def open_map(self, path: Path, cell: float, wall: float, squares: bool = False) -> bool:
        """Open a map whose cells are *cell* inches wide, or *squares*, and whose walls are *wall* inches high.

        False when it was refused; a large one, or a picture, comes when it is read.
        """
        if is_picture(path):
            self.cloth.bring(path)
            return True
        if _is_large(path):
            self._read(path, (cell, wall, squares))
            return True
        opened = self._desk.session.open(path, cell_inches=cell, wall_height=wall, squares=squares)
        if opened:
            self._opened(path)
        return opened

    def _read(self, path: Path, scale: tuple[float, float, bool] | None) -> None:
        """Read a large file off the window's thread; None is found where a map must be asked for its scale."""
        battles, session = self._desk.battles, self._desk.session
        if session.keeping.kept.holds(path):
            self._banner.note(f"{path.name} is open here already.")
            return
        if not session.may_leave():
            return

        def work(watch: Watch) -> Opened | None:
            watch(-1.0)
            if scale is None and battles.asks_for_scale(path):
                return None
            cell, wall, squares = scale or (1.0, 3.0, False)
            return battles.read(path, cell_inches=cell, wall_height=wall, squares=squares, watch=watch)

        def done(found: object) -> None:
            if not isinstance(found, Opened):
                self._ask_scale(path)
            elif session.take(path, found):
                self._opened(path)

        def failed(fault: Exception) -> None:
            if not isinstance(fault, store.Stopped):
                self._banner.fault(sentence(path, fault))

        def drop(found: object) -> None:
            if isinstance(found, Opened) and found.kept is not None:
                found.kept.close()

        self.work.run(Job(f"Reading {path.name}", work, done, failed, drop))

    def _is_lost(self, path: Path) -> bool:
        """Is a file of the list not where it was?  It stays in the list: a disk may come back."""
        lost = str(path) in lately.files() and not path.exists()
        if lost:
            self._banner.fault(
                f"{path.name} is no longer in {path.parent}. It stays in the list in case that folder or disk comes "
                "back; if the file was moved, open it from where it is now (Ctrl+O)."
            )
        return lost

    def open_lesson(self, path: Path) -> None:
        """Open a worked case as a battle to step through."""
        try:
            case = cases.load(path)
            self._desk.session.resume(cases.lesson(case))
        except ValueError as fault:
            self._banner.fault(f"This lesson cannot be opened: {fault}")
            return
        self._desk.view.fit_table()
        self._banner.note(f"{case.title}. Redo (Ctrl+Y) plays the next step, undo takes it back.")

    def set_up(self, game: Game, referee: Referee) -> None:
        """Begin a battle whose models still wait in reserve."""
        self._desk.session.set_referee(referee)
        self._desk.session.new(game)
        self._desk.view.fit_table()
        if any(model.place == "reserve" for model in game.models):
            self._desk.bench.take("deploy")

    def begin(self, name: str) -> None:
        """Begin a ready skirmish."""
        self._desk.session.new(skirmish.skirmish(name))
        self._desk.view.fit_table()

    def lay_later(self, start: StartPage, read: Callable[[], Game]) -> None:
        """What is on the table where nothing is chosen is read while the start page is looked at."""
        self._first = FirstGame(self._desk.session, start, read, self.work)

    def offer(self, start: StartPage) -> None:
        """Show the start page, and on it what can be gone on with as soon as that is read."""
        short = tuple(place.path for place in self.cut_short)
        paths = lately.to_go_on_with(self._desk.battles.folder, short)
        done, found = Flag(), list[tuple[Recent, ...]]()

        def look(stop: Stop) -> tuple[Recent, ...]:
            found.append(_resumable(paths, short, stop))
            done.set()
            return found[0]

        self._looker.ask(start, look)
        done.wait(study.PATIENCE_MS / 1000)
        if not start.isVisible():
            start.show_over(found[0] if found else lately.unread(self._desk.battles.folder, short))

    def choose(self) -> None:
        """Ask which file to open."""
        kinds = " ".join(f"*{suffix}" for suffix in (*SUFFIXES, *TEXT, *PICTURES))
        wanted = f"Battles, tables, maps, positions and pictures ({kinds});;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self._window, "Open", "", wanted)
        if name:
            self.open_path(Path(name))

    def save(self) -> None:
        """A battle with a name is on disk already; one without is given a name."""
        path = self._desk.session.path
        if path is None:
            self.choose_name()
        else:
            self._banner.note(f"Every entry is already in {path.name}.")

    def choose_name(self) -> None:
        """Ask for a name to save under."""
        name, _ = QFileDialog.getSaveFileName(self._window, "Save as", "", f"Battles (*{BATTLE})")
        if name:
            path = Path(name)
            self.save_to(path if path.suffix else path.with_suffix(BATTLE))

    def save_to(self, path: Path) -> None:
        """Save the battle under this name and go on keeping it there."""
        self._desk.session.save_as(path)

    def _saved(self, path: Path) -> None:
        lately.remember(path)
        self._banner.note(f"Saved as {path.name}; from now on every entry goes there.")

    def fill_recent(self, menu: QMenu) -> None:
        """Named files first, then the battles that only the autosave keeps."""
        menu.clear()
        for name in lately.files():
            menu.addAction(Path(name).name).triggered.connect(lambda _=False, name=name: self.open_path(Path(name)))
        menu.addSection("Autosaved")
        for path in self._desk.battles.autosaves()[:MOST_FILES]:
            menu.addAction(path.stem).triggered.connect(lambda _=False, path=path: self.open_path(path))

    def _opened(self, path: Path) -> None:
        self._desk.view.fit_table()
        if not self._desk.session.game.on_table():
            self._desk.bench.take("deploy")
        lately.remember(path)


def _resumable(paths: tuple[Path, ...], short: tuple[Path, ...], stop: Stop) -> tuple[Recent, ...]:
    """Battles to go on with: those cut short, the newest autosave, then the files last used.

    Those that are gone or cannot be read are left out.
    """
    found: list[Recent] = []
    for path in paths:
        if stop() or len(found) >= max(MOST_TILES, len(short)):
            break
        made = _recent(path, short)
        found += [made] if made is not None else []
    return tuple(found)


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size > LARGE
    except OSError:  # opening it will say what is wrong
        return False


def _recent(path: Path, short: tuple[Path, ...]) -> Recent | None:
    """What a file holds, for its tile; None where it is gone or cannot be read."""
    try:
        if opening.is_map(path):
            return None
        opened = opening.open_any(path)
    except (OSError, ValueError):
        return None
    if opened.journal is None:
        return Recent(
            path, opened.table.name, path.stem, "A table without models.", lambda: Game(system="", table=opened.table)
        )
    game, entries = opened.journal.game, len(opened.journal.entries)
    sides = " against ".join(side.name for side in game.sides)
    says = f"Round {game.round}, {entries} {'entry' if entries == 1 else 'entries'}. {sides}."
    return Recent(path, game.table.name, lately.over(path, short), says, lambda: game)
