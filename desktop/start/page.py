"""The start page, laid over the window: go on where you were, begin, open, or learn.

It is there before the rest of the program is.  A choice that comes before `unlock` is kept and
carried out then; pictures, form and lessons come after it, each in a turn of the loop of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.lately import Recent
from desktop.look import Theme, font
from desktop.look.parts import GAP, Press, emptied, label
from desktop.reckoner import Reckoner, Stop
from desktop.start import teaching
from desktop.start.form import BattleForm
from desktop.start.lessons import Lessons, known
from desktop.start.lessons import lessons as every_lesson
from desktop.start.rows import Rows
from desktop.start.tile import PICTURE, Tile
from engine import pieces, seeds, skirmish, systems
from engine.game import Game

if TYPE_CHECKING:
    from desktop.start.thumbnails import Find, Painter

MOMENT = "One moment …"
"""On what was chosen before it could be done."""
UNSEEN_MS = 4000
"""After how long a page that nobody sees reads what it is made of: the first moves on the table come before."""


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
        self._rows = Rows()
        self._painter: Painter | None = None
        self._unpainted: list[tuple[Find, Tile]] = []
        self._kept: Callable[[], None] | None = None
        """What was chosen before the rest of the program was there."""
        self._side: QVBoxLayout | None = None
        self._built = self._filled = 0
        """How often the page was built, and the last one that pictures and form were put on."""
        self._reader = Reckoner(self)
        self._reader.found.connect(self._read)
        self._head_words = label("", "dim")
        self._recent: tuple[Recent, ...] = ()
        window.installEventFilter(self)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(28, 20, 28, 20)
        self._outer.setSpacing(14)
        self.hide()

    def show_over(self, recent: tuple[Recent, ...]) -> None:
        """Cover the window and offer these battles to go on with."""
        self._recent = recent
        self._cover()
        self._build()
        self.show()
        self.raise_()
        if self.tiles:
            self.tiles[0].setFocus()
        self._fill()

    def unlock(self, painter: Painter) -> None:
        """The rest of the program is there: do what was chosen meanwhile, or show the rest of the page."""
        self._painter = painter
        chosen, self._kept = self._kept, None
        if chosen is not None:
            chosen()
        else:
            # read even if nobody looks, for build mode and form are made of it too; but then the table comes first
            self._fill() if self.isVisible() else QTimer.singleShot(UNSEEN_MS, self, self._fill)

    def say(self, sentence: str) -> None:
        """A sentence in the page's head."""
        self._head_words.setText(sentence)

    def _fill(self) -> None:
        """Pictures, form and lessons: what they are made of is read first, if it is not known yet."""
        if self._painter is None:
            return
        if known():
            QTimer.singleShot(0, self, self._read) if self.isVisible() else None
        else:
            QTimer.singleShot(0, self, lambda: self._reader.ask(self, _read_all))  # painted first

    def offer(self, recent: tuple[Recent, ...]) -> None:
        """These have been found meanwhile."""
        if self.isVisible() and recent != self._recent:
            same = [found.path for found in recent] == [found.path for found in self._recent]
            self._recent = recent
            if same:
                self._retell()
            else:
                self._rebuild()

    def _retell(self) -> None:
        """The battles that were only names until now have been read: nothing moves under the hand."""
        for tile, found in zip(self.tiles, self._recent):
            tile.tell(found.title, found.says, found.file)
            self._paint(tile, found.find)

    def _rebuild(self) -> None:
        self._build()
        if self.tiles:
            self.tiles[0].setFocus()
        self._fill()

    def _read(self, *_: object) -> None:
        """What the pictures, the form and the lessons are made of has been read."""
        if self.isVisible() and self._side is not None and self._filled != self._built:
            self._filled = self._built
            for find, tile in self._unpainted:
                self._paint(tile, find)
            self._unpainted.clear()
            self._add_form(self._side, self._built)

    def set_theme(self, look: Theme) -> None:
        """Show everything in another theme."""
        changed, self.look = look != self.look, look
        if changed and self.isVisible():
            self._rebuild()

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

    def take(self, path: Path) -> None:
        """A file was dropped on the window that is not furnished yet."""
        self._choose(lambda: self._opens(path))

    def leave(self) -> None:
        """Uncover the table as it is."""
        self._choose(self._leave)

    def _leave(self) -> None:
        if self._painter is not None:
            self._painter.forget()
        self.hide()
        self.left.emit()

    def _choose(self, do: Callable[[], None]) -> None:
        """Do what was chosen, as soon as it can be done: the last choice counts."""
        if self._painter is not None:
            do()
        else:
            self._kept = do
            self.say(MOMENT)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
            self._rows.flow(self.width(), self.look.text_scale)
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
        if self._painter is not None:
            self._painter.forget()
        self._unpainted.clear()
        emptied(self._outer)
        self.tiles = []
        self._rows = Rows()
        self._outer.addLayout(self._head())
        middle = QHBoxLayout()
        middle.setSpacing(18)
        middle.addWidget(self._battles(), 1)
        side = QVBoxLayout(self._rows.column)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(GAP)
        middle.addWidget(self._rows.column)
        self._outer.addLayout(middle, 1)
        self._rows.flow(self.width(), self.look.text_scale)
        self._built += 1
        self._side = side

    def _add_form(self, side: QVBoxLayout, built: int) -> None:
        """In a turn of the loop of its own, as the lessons: together they would keep the window waiting."""
        if built == self._built:
            form = BattleForm(self.look)
            form.wanted.connect(self._wants_battle)
            side.addWidget(form)
            QTimer.singleShot(0, self, partial(self._add_lessons, side, built))

    def _add_lessons(self, side: QVBoxLayout, built: int) -> None:
        if built == self._built:
            examples = Lessons(self.look)
            examples.wanted.connect(self._wants_lesson)
            side.addWidget(examples, 1)

    def _head(self) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        title = label("Sightline", "title")
        title.setFont(font("title", 1.4 * self.look.text_scale))
        row.addWidget(title)
        row.addSpacing(10)
        self._head_words = label(MOMENT if self._kept else "Play, show the rules, settle a measurement.", "dim")
        row.addWidget(self._head_words)
        row.addStretch(1)
        for name, words, act in (
            ("open_file", "Open a file…", lambda: self._choose(self.choose.emit)),
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
            column.addLayout(self._rows.grid([self._recent_tile(found) for found in self._recent]))
            column.addSpacing(10)
        column.addWidget(label("READY TO PLAY", "heading"))
        column.addLayout(self._rows.grid([self._ready_tile(name) for name in _ready()]))
        column.addSpacing(10)
        column.addWidget(label("LEARN BY DOING, TWO MINUTES EACH", "heading"))
        column.addLayout(self._rows.grid([self._lesson_tile(lesson) for lesson in teaching.lessons()]))
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return area

    def _recent_tile(self, found: Recent) -> Tile:
        tile = self._tile(found.title, found.says, found.file, found.find)
        tile.setObjectName(f"recent:{found.path.name}")
        tile.clicked.connect(lambda: self._choose(lambda: self._opens(found.path)))
        return tile

    def _ready_tile(self, name: str) -> Tile:
        ready = seeds.skirmish(name)
        tile = self._tile(ready.name, ready.says, seeds.book(ready.system).title, lambda: skirmish.skirmish(name))
        tile.setObjectName(f"ready:{name}")
        tile.clicked.connect(lambda: self._choose(lambda: self._begins(name)))
        return tile

    def _lesson_tile(self, lesson: teaching.Lesson) -> Tile:
        """Words only; one that was gone through says so."""
        book = seeds.book(seeds.skirmish(lesson.skirmish).system).title
        over = f"✓ {book}" if teaching.is_learned(lesson.id) else book
        tile = Tile(lesson.title, lesson.says, over, self.look, pictured=False)
        tile.setObjectName(f"lesson:{lesson.id}")
        tile.clicked.connect(lambda: self._choose(lambda: self._teaches(lesson.id)))
        self.tiles.append(tile)
        return tile

    def _tile(self, title: str, says: str, over: str, find: Find | None) -> Tile:
        tile = Tile(title, says, over, self.look)
        if find is not None:
            self._unpainted.append((find, tile))
        self.tiles.append(tile)
        return tile

    def _paint(self, tile: Tile, find: Find | None) -> None:
        if find is not None and self._painter is not None:
            self._painter.ask(find, tile.hang, QSize(PICTURE), self.look, self.devicePixelRatioF())

    # What is chosen ----------------------------------------------------------------------------

    def _begins(self, name: str) -> None:
        self.begin.emit(name)
        self._done()

    def _opens(self, path: Path) -> None:
        self.open.emit(path)
        self._done()

    def _teaches(self, name: str) -> None:
        self.teach.emit(name)
        self._done()

    def _wants_battle(self, game: Game, referee: str) -> None:
        self.set_up.emit(game, referee)
        self._done()

    def _wants_lesson(self, path: Path) -> None:
        self.lesson.emit(path)
        self._done()

    def _done(self) -> None:
        """What was chosen lies on the table by now and uncovered it, or a sentence says why it does not."""
        if self.isVisible():
            self._leave()


def _read_all(stop: Stop) -> None:
    """On the worker: boards, battles, lessons and pieces, which are kept once they are read."""
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
        pieces.shelves()


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
