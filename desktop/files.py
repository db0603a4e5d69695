"""Opening, saving and dropping files, and the pictures that go out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from desktop.banner import Banner, ScaleQuestion
from desktop.battles import BATTLE, TEXT
from desktop.desk import Desk
from desktop.recovery import Place
from desktop.start.page import Recent
from engine import cases, opening, skirmish
from engine.game import Game
from engine.opening import SUFFIXES
from engine.play import Referee

MOST_RECENT = 10
MOST_RECENT_TILES = 3


class Files:
    """What the File menu and a drop on the window do; faults are sentences in the banner."""

    def __init__(self, window: QWidget, desk: Desk, banner: Banner, scale: ScaleQuestion) -> None:
        self._window = window
        self._desk = desk
        self._banner = banner
        self._scale = scale
        self._settings = QSettings()
        self.cut_short: tuple[Place, ...] = ()
        """Where windows were that died; they are offered first."""
        scale.answered.connect(self.open_map)

    def open_path(self, path: Path) -> None:
        """Open any file we know; a map is asked for its scale first."""
        if self._desk.battles.asks_for_scale(path):
            self._scale.ask(path)
        elif self._desk.session.open(path):
            self._opened(path)

    def open_map(self, path: Path, cell: float, wall: float) -> bool:
        """Open a map whose cells are *cell* inches wide and whose walls are *wall* inches high."""
        opened = self._desk.session.open(path, cell_inches=cell, wall_height=wall)
        if opened:
            self._opened(path)
        return opened

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

    def resumable(self) -> tuple[Recent, ...]:
        """Battles to go on with: those cut short, the newest autosave, then the files last used.

        Those that are gone are left out.
        """
        short = [place.path for place in self.cut_short]
        paths = [*short, *self._desk.battles.autosaves()[:1], *(Path(name) for name in self.recent())]
        found = [made for path in dict.fromkeys(paths) if (made := _recent(path, path in short)) is not None]
        return tuple(found[: max(MOST_RECENT_TILES, len(short))])

    def choose(self) -> None:
        """Ask which file to open."""
        kinds = " ".join(f"*{suffix}" for suffix in (*SUFFIXES, *TEXT))
        wanted = f"Battles, tables, maps and positions ({kinds});;All files (*)"
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
        if self._desk.session.save_as(path):
            self._remember(path)
            self._banner.note(f"Saved as {path.name}; from now on every entry goes there.")

    def choose_picture(self) -> None:
        """Ask where the picture goes."""
        name, _ = QFileDialog.getSaveFileName(self._window, "Export picture", "sightline.png", "Pictures (*.png)")
        if name:
            self.export(Path(name))

    def export(self, path: Path) -> None:
        """Write the table as it is seen into a PNG."""
        if self._desk.view.grab().save(str(path), "PNG"):
            self._banner.note(f"The picture is in {path.name}.")
        else:
            self._banner.fault(f"{path.name} could not be written. Choose another folder.")

    def fill_recent(self, menu: QMenu) -> None:
        """Named files first, then the battles that only the autosave keeps."""
        menu.clear()
        for name in self.recent():
            menu.addAction(Path(name).name).triggered.connect(lambda _=False, name=name: self.open_path(Path(name)))
        menu.addSection("Autosaved")
        for path in self._desk.battles.autosaves()[:MOST_RECENT]:
            menu.addAction(path.stem).triggered.connect(lambda _=False, path=path: self.open_path(path))

    def recent(self) -> list[str]:
        """Files opened or saved lately, newest first."""
        found = self._settings.value("recent", [])
        return [str(name) for name in (found if isinstance(found, list) else [found]) if name]

    def _opened(self, path: Path) -> None:
        self._desk.view.fit_table()
        if not self._desk.session.game.on_table():
            self._desk.bench.take("deploy")
        self._remember(path)

    def _remember(self, path: Path) -> None:
        name = str(path.resolve())
        self._settings.setValue("recent", [name, *(n for n in self.recent() if n != name)][:MOST_RECENT])


def _recent(path: Path, cut_short: bool = False) -> Recent | None:
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
    over = "Not closed properly" if cut_short else path.stem
    return Recent(path, game.table.name, over, says, lambda: game)
