"""Who sees whom, as a panel: reckoned off the window's thread while it is open, filled as the verdicts come."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QMenu, QTableView, QWidget

from desktop.look import Theme
from desktop.look.enter import ENTER, keep_enter
from desktop.look.parts import Line, Press
from desktop.matrix.grid import LEAST, LEAST_HIGH, MOST, Cell, Grid, Names
from desktop.matrix.looks import Answers, Pair, Seen, as_csv, as_text, ask, both_ways, changed, glance, seats, wanted
from desktop.panels.panel import Panel
from desktop.reckoner import Reckoner
from desktop.session import Session
from engine.game import Game

KEPT = 6
"""Whole grids that are kept, so that stepping back and forth need not reckon anew."""
AROUND = 132
"""Pixels that are not rows: the heads, the words below, the margins."""
PATIENCE_MS = 150
"""How long reckoning waits for a busy hand."""


class GridTable(QTableView):
    """A grid walked by arrows; Enter asks for the proof of a cell."""

    entered_cell = Signal(int, int)
    resized = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        now = self.currentIndex()
        if event.key() in ENTER and now.isValid():
            self.entered_cell.emit(now.row(), now.column())
        elif event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class Matrix(Panel):
    """Emits *asked(viewer, target)* when a cell is clicked or entered: its proof is wanted on the table."""

    asked = Signal(str, str)
    tall = True

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Who sees whom", theme, parent, scrolls=False)
        self.session = session
        self.busy: Callable[[], bool] = lambda: False
        """Says whether the hand needs the machine for itself."""
        self.grid = Grid(self)
        self.table = GridTable()
        self._cell = Cell(self.grid, theme, self.table)
        self.across = Names(Qt.Orientation.Horizontal, self.grid, theme, self.table)
        self.down = Names(Qt.Orientation.Vertical, self.grid, theme, self.table)
        self.enemies = QCheckBox("Enemies only")
        self.said = Line("", "dim")
        self._game: Game | None = None
        self._unseen: tuple[Pair, ...] = ()
        self._left: tuple[Pair, ...] = ()
        """Pairs of which not even the verdict is known, and those that are not measured."""
        self._halted = False
        self._kept: list[tuple[Game, dict[Pair, Seen]]] = []
        self._worker = Reckoner(self)
        self._worker.found.connect(self._found)
        self._worker.broke.connect(self._broke)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._go_on)
        self._build()
        self.grid.told = session.onlooker.told
        session.changed.connect(self.refresh)
        session.asked.connect(self.refresh)
        session.selected.connect(self._prefer)

    def _build(self) -> None:
        table = self.table
        table.setModel(self.grid)
        table.setItemDelegate(self._cell)
        table.setHorizontalHeader(self.across)
        table.setVerticalHeader(self.down)
        table.setObjectName("matrix")
        table.setAccessibleName("Who sees whom: rows look, columns are looked at")
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setCornerButtonEnabled(False)
        table.setStyleSheet("QTableCornerButton::section { background: transparent; border: none; }")
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setTabKeyNavigation(False)
        table.setMouseTracking(True)
        keep_enter(table)
        table.clicked.connect(lambda index: self._ask(index.row(), index.column()))
        table.entered_cell.connect(self._ask)
        table.resized.connect(self._fit)
        table.selectionModel().currentChanged.connect(self._walked)
        self.enemies.setAccessibleName("Only enemies, not friends")
        self.enemies.toggled.connect(self._again)
        self.copies = Press(
            "Copy", self.theme, "small", tip="The grid in letters, or as CSV for a spreadsheet", fills=False
        )
        choose = QMenu(self.copies)
        choose.addAction("As &text", lambda: self.copy(as_text(self.grid.models, self.grid.cells)))
        choose.addAction("As &CSV", lambda: self.copy(as_csv(self.grid.models, self.grid.cells)))
        self.copies.setMenu(choose)
        self.stop = Press("Stop", self.theme, "small", tip="Leave it at what is known now", fills=False)
        self.more = Press("Go on", self.theme, "small", tip="Go on with shares and margins", fills=False)
        self.stop.clicked.connect(lambda: self._halt(True))
        self.more.clicked.connect(lambda: self._halt(False))
        for widget in (self.enemies, self.stop, self.more, self.copies):
            self.head.addWidget(widget)
        self.body.addWidget(table, 1)
        self.body.addWidget(self.said)

    # What is asked ---------------------------------------------------------------------------

    def refresh(self, *_: object) -> None:
        """Ask anew for whatever may have changed; nothing while nobody looks."""
        game = self.session.game
        if not self.isVisible():
            return
        self.grid.seat(seats(self.session.onlooker.seen))  # under the names that whoever looks may know
        if self._game is not None and _alike(self._game, game):
            return
        before, self._game = self._game, game
        self.across.sides = self.down.sides = tuple(side.id for side in game.sides)
        self._fit()
        self._halted = False
        self._left = wanted(game, changed(before, game), enemies_only=self.enemies.isChecked())
        self._prefer()
        self._unseen = both_ways(self._left) if self.session.system.glances is not None else ()
        self.grid.wait_for(self._left)
        known = next((cells for kept, cells in self._kept if _alike(kept, game)), {})
        if known.keys() >= set(self._left):
            self.grid.fill({pair: known[pair] for pair in self._left})
            self._left = self._unseen = ()
        self._go_on()

    def _halt(self, on: bool) -> None:
        """Leave it at the verdicts, or go on measuring."""
        self._halted = on
        self._go_on()

    def _prefer(self, *_: object) -> None:
        """Whoever is selected comes first."""
        chosen = frozenset(self.session.selection)
        self._left = tuple(sorted(self._left, key=lambda pair: not chosen & set(pair)))

    def _again(self, *_: object) -> None:
        self._game = None
        self.refresh()

    def _go_on(self) -> None:
        """Ask for the next few cells, unless the hand is busy: first all verdicts, then shares and margins."""
        self._tell()
        game, unseen, left = self._game, self._unseen, self._left
        if game is None or not (unseen or left) or self._halted:
            self._worker.forget()
            return
        if self.busy():
            self._worker.forget()
            self._wait.start(PATIENCE_MS)
            return
        system = self.session.system
        if unseen:
            self._worker.ask(game, lambda stop: glance(system, game, unseen, stop))
        else:
            self._worker.ask(game, lambda stop: ask(system, game, left, stop))

    def _found(self, game: Game, answers: Answers) -> None:
        if game is not self._game:
            return
        self.grid.fill(answers.cells)
        if self._unseen:
            self._unseen = () if answers.whole else tuple(p for p in self._unseen if p not in answers.cells)
        else:
            self._left = tuple(pair for pair in self._left if pair not in answers.cells)
        if not self._left:
            self._kept = [(game, dict(self.grid.cells)), *self._kept][:KEPT]
        self._go_on()

    def _broke(self, sentence: str) -> None:
        self._left = self._unseen = ()
        self._tell()
        self.session.faulted.emit(sentence)

    def close_worker(self) -> None:
        """Nothing is reckoned any more."""
        self._wait.stop()
        self._worker.close()

    # What is shown ---------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._cell.look = self.across.look = self.down.look = theme
        super().set_theme(theme)
        self._fit()
        self.table.viewport().update()

    def copy(self, text: str) -> None:
        """Put the grid on the clipboard."""
        QGuiApplication.clipboard().setText(self.grid.told(text))
        self.said.setText(f"Copied {len(self.grid.models)} × {len(self.grid.models)} answers.")

    def _ask(self, row: int, column: int) -> None:
        viewer, target = self.grid.models[row], self.grid.models[column]
        if viewer.id != target.id:
            self.asked.emit(viewer.id, target.id)

    def _walked(self, *_: object) -> None:
        for header in (self.across, self.down):
            header.viewport().update()
        self._tell()

    @property
    def whole(self) -> bool:
        """Is every look measured?"""
        return not (self._left or self._unseen)

    def _tell(self) -> None:
        """The cell one stands on in words, else how far the reckoning is."""
        now = self.table.currentIndex()
        if now.isValid() and now.row() != now.column():
            said = self.grid.says(now)
        elif not self.grid.models:
            said = "Nobody is on the table."
        else:
            said = self._progress()
        self.said.setText(said)
        self.said.setAccessibleName(said)
        self.stop.setVisible(not self.whole and not self._halted)
        self.more.setVisible(not self.whole and self._halted)

    def _progress(self) -> str:
        total = len(self.grid.pending | self.grid.cells.keys())
        if self.grid.pending:
            return f"{total - len(self.grid.pending)} of {total} looks reckoned …"
        doubtful = sum(seen.close for seen in self.grid.cells.values())
        tail = f" · {doubtful} too close to call" if doubtful else ""
        if not self.whole:
            stands = "stopped" if self._halted else "…"
            tail += f" · shares and margins: {total - len(self._left)} of {total} {stands}"
        return f"{sum(seen.sees for seen in self.grid.cells.values())} of {total} looks are free{tail}"

    def _fit(self) -> None:
        """Columns as wide as there is room, within reason."""
        many = len(self.grid.models)
        if not many:
            return
        scale, least = self.theme.text_scale, round(LEAST * self.theme.text_scale)
        low = round(LEAST_HIGH * scale)
        high = self.table.height() - 12
        self.across.short = high - self.across.long() < many * low
        self.across.updateGeometry()
        high -= self.across.sizeHint().height()
        wide = self.table.width() - self.down.sizeHint().width() - 12
        self.across.setDefaultSectionSize(max(least, min(round(MOST * scale), wide // many)))
        self.down.setDefaultSectionSize(max(low, min(round(30 * scale), high // many)))
        self.table.updateGeometries()

    def wish(self) -> int:
        """Pixels of height at which no row need be scrolled for."""
        many = len(list(self.session.game.on_table()))
        return round((many * LEAST_HIGH + AROUND) * self.theme.text_scale)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: the machine is left to others."""
        super().hideEvent(event)
        self._worker.forget()
        self._wait.stop()
        self._game = None


def _alike(one: Game, other: Game) -> bool:
    """Would all looks be the same?  A book may make sight depend on anything in the game."""
    return one is other or one == other
