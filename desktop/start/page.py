"""The start page, laid over the window: go on where you were, begin, open, or learn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.look import Theme, font
from desktop.panels.parts import GAP, Press, emptied, label
from desktop.reckoner import Reckoner, Stop
from desktop.start import teaching
from desktop.start.form import BattleForm
from desktop.start.lessons import Lessons, known
from desktop.start.lessons import lessons as every_lesson
from desktop.start.thumbnails import Find, Painter
from desktop.start.tile import PICTURE, Tile
from engine import seeds, skirmish, systems
from engine.game import Game

SIDE, WIDEST = 330, 480
"""Pixels of the column with the form and the lessons, at least and at most, for words of the usual size."""
AROUND = 100
"""Pixels of margins and gaps beside tiles and column."""
ROOM = PICTURE.width() + 34
"""Pixels that a tile takes across."""
MOST_RECENT = 3


@dataclass(frozen=True)
class Recent:
    """A battle to go on with: its file, where it is fought, what the file is called, and how to find its game."""

    path: Path
    title: str
    file: str
    says: str
    find: Find


class StartPage(QWidget):
    """Covers its window until something is chosen.

    Signals: *begin(skirmish name)*; *set_up(game, referee)*; *open(path)*; *lesson(path)*; *teach(lesson id)*;
    *choose()*: a file is to be asked for; *left()*: back to the table as it is.
    """

    begin = Signal(str)
    set_up = Signal(object, str)
    open = Signal(object)
    lesson = Signal(object)
    teach = Signal(str)
    choose = Signal()
    left = Signal()

    def __init__(self, look: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("start")
        self.setAccessibleName("Start")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing is painted that it covers
        self.look = look
        self._stays = False
        self.tiles: list[Tile] = []
        self._grids: list[tuple[QGridLayout, list[Tile]]] = []
        self._column = QWidget()
        self._painter = Painter(self)
        self._lessons: Lessons | None = None
        self._side: QVBoxLayout | None = None
        self._built = 0
        self._reader = Reckoner(self)
        self._reader.found.connect(self._read)
        self._recent: tuple[Recent, ...] = ()
        window.installEventFilter(self)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(28, 20, 28, 20)
        self._outer.setSpacing(14)
        self.hide()

    def show_over(self, recent: tuple[Recent, ...]) -> None:
        """Cover the window and offer these battles to go on with."""
        if not known():
            self._painter.hold(True)
            QTimer.singleShot(0, self, lambda: self._reader.ask(self, _read_all))  # painted first
        self._recent = recent
        self._build()
        self._cover()
        self.show()
        self.raise_()
        if self.tiles:
            self.tiles[0].setFocus()

    def offer(self, recent: tuple[Recent, ...]) -> None:
        """These have been found meanwhile."""
        if self.isVisible() and recent != self._recent:
            self._recent = recent
            self._build()
            if self.tiles:
                self.tiles[0].setFocus()

    def _read(self, *_: object) -> None:
        """What the pictures, the form and the lessons are made of has been read."""
        self._painter.hold(False)
        if self.isVisible() and self._lessons is None and self._side is not None:
            self._add_form(self._side, self._built)

    def set_theme(self, look: Theme) -> None:
        """Show everything in another theme."""
        self.look = look
        if self.isVisible():
            self._build()
            if self.tiles:
                self.tiles[0].setFocus()

    @contextmanager
    def staying(self) -> Iterator[None]:
        """What is laid on the table meanwhile was not chosen here: neither page nor keys go to the table."""
        held = QApplication.focusWidget()
        self._stays = True
        try:
            yield
        finally:
            self._stays = False
        if held is not None and self.isVisible() and self.isAncestorOf(held):
            held.setFocus()

    def uncover(self, *_: object) -> None:
        """A battle was opened, from wherever: it is to be seen."""
        if self.isVisible() and not self._stays:
            self.leave()

    def close_down(self) -> None:
        """Nothing is read any more."""
        self._reader.close()

    def leave(self) -> None:
        """Uncover the table as it is."""
        self._painter.forget()
        self.hide()
        self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
            self._flow()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys that would play are not meant for the table that is covered."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not _passes(event):
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Window))
        painter.end()

    def _cover(self) -> None:
        window = self.parentWidget()
        if window is not None:
            bar = window.menuBar().height() if hasattr(window, "menuBar") else 0
            self.setGeometry(0, bar, window.width(), window.height() - bar)

    # What is on it -----------------------------------------------------------------------------

    def _build(self) -> None:
        self._painter.forget()
        self._lessons = None
        emptied(self._outer)
        self.tiles = []
        self._grids = []
        self._outer.addLayout(self._head())
        middle = QHBoxLayout()
        middle.setSpacing(18)
        middle.addWidget(self._battles(), 1)
        self._column = QWidget()
        side = QVBoxLayout(self._column)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(GAP)
        middle.addWidget(self._column)
        self._outer.addLayout(middle, 1)
        self._flow()
        self._built += 1
        self._side = side
        if known():
            QTimer.singleShot(0, self, partial(self._add_form, side, self._built))

    def _add_form(self, side: QVBoxLayout, built: int) -> None:
        """In a turn of the loop of its own, as the lessons: together they would keep the window waiting."""
        if built == self._built:
            form = BattleForm(self.look)
            form.wanted.connect(self._wants_battle)
            side.addWidget(form)
            QTimer.singleShot(0, self, partial(self._add_lessons, side, built))

    def _add_lessons(self, side: QVBoxLayout, built: int) -> None:
        if built == self._built:
            self._lessons = Lessons(self.look)
            self._lessons.wanted.connect(self._wants_lesson)
            side.addWidget(self._lessons, 1)

    def _head(self) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        title = label("Sightline", "title")
        title.setFont(font("title", 1.4 * self.look.text_scale))
        row.addWidget(title)
        row.addSpacing(10)
        row.addWidget(label("Play, show the rules, settle a measurement.", "dim"))
        row.addStretch(1)
        for name, words, act in (
            ("open_file", "Open a file…", self.choose.emit),
            ("to_table", "To the table  Esc", self.leave),
        ):
            button = Press(words, self.look, "quiet", fills=False)
            button.setObjectName(name)
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _battles(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(GAP)
        if self._recent:
            column.addWidget(label("GO ON", "heading"))
            column.addLayout(self._grid([self._recent_tile(found) for found in self._recent]))
            column.addSpacing(10)
        column.addWidget(label("READY TO PLAY", "heading"))
        column.addLayout(self._grid([self._ready_tile(name) for name in _ready()]))
        column.addSpacing(10)
        column.addWidget(label("LEARN BY DOING, TWO MINUTES EACH", "heading"))
        column.addLayout(self._grid([self._lesson_tile(lesson) for lesson in teaching.lessons()]))
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return area

    def _grid(self, tiles: list[Tile]) -> QGridLayout:
        """Tiles that `_flow` lays in rows."""
        grid = QGridLayout()
        grid.setSpacing(12)
        self._grids.append((grid, tiles))
        return grid

    def _flow(self) -> None:
        """Rows of as many tiles as fit beside the column at the right, which takes what is over."""
        across, width = self._share()
        self._column.setFixedWidth(width)
        for grid, tiles in self._grids:
            for tile in tiles:
                grid.removeWidget(tile)
            for place in range(grid.columnCount() + 1):
                grid.setColumnStretch(place, 1 if place == across else 0)
            for place, tile in enumerate(tiles):
                grid.addWidget(tile, place // across, place % across)

    def _share(self) -> tuple[int, int]:
        """Tiles in a row, and the width of the column beside them, which takes what is over."""
        window, scale = self.parentWidget(), self.look.text_scale
        wide = window.width() if window is not None else 1280
        least = min(round(SIDE * scale), wide // 2)
        across = max(1, (wide - AROUND - least) // ROOM)
        return across, max(least, min(round(WIDEST * scale), wide - AROUND - across * ROOM))

    def _recent_tile(self, found: Recent) -> Tile:
        tile = self._tile(found.title, found.says, found.file, found.find)
        tile.setObjectName(f"recent:{found.path.name}")
        tile.clicked.connect(lambda: self._opens(found.path))
        return tile

    def _ready_tile(self, name: str) -> Tile:
        ready = seeds.skirmish(name)
        tile = self._tile(ready.name, ready.says, seeds.book(ready.system).title, lambda: skirmish.skirmish(name))
        tile.setObjectName(f"ready:{name}")
        tile.clicked.connect(lambda: self._begins(name))
        return tile

    def _lesson_tile(self, lesson: teaching.Lesson) -> Tile:
        """Words only; one that was gone through says so."""
        book = seeds.book(seeds.skirmish(lesson.skirmish).system).title
        over = f"✓ {book}" if teaching.is_learned(lesson.id) else book
        tile = Tile(lesson.title, lesson.says, over, self.look, pictured=False)
        tile.setObjectName(f"lesson:{lesson.id}")
        tile.clicked.connect(lambda: self._teaches(lesson.id))
        self.tiles.append(tile)
        return tile

    def _tile(self, title: str, says: str, over: str, find: Find) -> Tile:
        tile = Tile(title, says, over, self.look)
        self._painter.ask(find, tile.hang, QSize(PICTURE), self.look, self.devicePixelRatioF())
        self.tiles.append(tile)
        return tile

    # What is chosen ----------------------------------------------------------------------------

    def _begins(self, name: str) -> None:
        self.leave()
        self.begin.emit(name)

    def _opens(self, path: Path) -> None:
        self.leave()
        self.open.emit(path)

    def _teaches(self, name: str) -> None:
        self.leave()
        self.teach.emit(name)

    def _wants_battle(self, game: Game, referee: str) -> None:
        self.leave()
        self.set_up.emit(game, referee)

    def _wants_lesson(self, path: Path) -> None:
        self.leave()
        self.lesson.emit(path)


def _read_all(stop: Stop) -> None:
    """On the worker: boards, battles and lessons, which are kept once they are read."""
    for name in seeds.boards():
        if stop():
            return
        with suppress(ValueError):  # the form will say what is wrong with it
            skirmish.board(name)
    for name in _ready():
        if stop():
            return
        with suppress(ValueError, KeyError):
            skirmish.skirmish(name)
    if not stop():
        every_lesson()


def _passes(event: QKeyEvent) -> bool:
    """Keys of the window that make sense while its table is covered."""
    if event.modifiers() & Qt.KeyboardModifier.AltModifier or event.key() == Qt.Key.Key_F11:
        return True
    ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
    return ctrl and event.key() in (Qt.Key.Key_O, Qt.Key.Key_Q, Qt.Key.Key_K)


def _ready() -> list[str]:
    """Skirmishes whose rulebook is here, in the order of the lessons given on them; the bare table last.

    The first is what Enter begins: one in which the first drag already moves a model.
    """
    places = {lesson.skirmish: lesson.place for lesson in teaching.lessons()}
    here = [name for name in seeds.skirmishes() if seeds.skirmish(name).system in systems.names()]
    return sorted(here, key=lambda name: (seeds.skirmish(name).system == seeds.bare(), places.get(name, 99), name))
