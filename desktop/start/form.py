"""A new battle: rulebook, board, two bands and how strict the referee is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QWidget

from desktop.look import Theme, rulers, words
from desktop.look.combo import Combo
from desktop.look.parts import GAP, Press, Prose, label
from engine import seeds, skirmish, systems
from engine.game import Game, Table
from engine.play import Referee

BARE = ((22.0, 30.0), (36.0, 36.0), (44.0, 30.0), (48.0, 48.0), (60.0, 44.0), (72.0, 48.0))
"""Inches of bare tables, as they are sold and played on."""


class BattleForm(QFrame):
    """Emits *wanted(game, referee)*."""

    wanted = Signal(object, str)

    def __init__(self, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("class", "card")
        self.setAccessibleName("New battle")
        self.book = self._box("Rulebook", "book")
        self.board = self._box("Board", "board")
        self.first = self._box("First band", "first")
        self.second = self._box("Second band", "second")
        self.referee = self._box("Referee", "referee")
        self.says = Prose("", "dim")
        self.begin = Press("Set it up", look, "primary")
        self.begin.setObjectName("begin")
        self.begin.clicked.connect(self._begin)
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(14, 12, 14, 12)
        self._rows.setSpacing(GAP)
        self._rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._rows.addRow(label("New battle", "title"))
        for name, box in (("Rules", self.book), ("Board", self.board), ("Blue", self.first), ("Orange", self.second)):
            self._rows.addRow(QLabel(name), box)
        self._rows.addRow(QLabel("Referee"), self.referee)
        self._rows.addRow(self.says)
        self._rows.addRow(self.begin)
        self._fill()

    def game(self) -> Game:
        """The battle as it is set up now: everybody in reserve."""
        band_ids = (self.first.currentData(), self.second.currentData())
        bands = tuple(str(name) for name in band_ids if name)
        return skirmish.battle(str(self.book.currentData()), self._table(), bands)

    def _box(self, name: str, id: str) -> QComboBox:
        return Combo(name, id, least=14)

    def _fill(self) -> None:
        for name in systems.names():
            self.book.addItem(seeds.book(name).title if name in seeds.systems() else name, name)
        for board in seeds.boards():
            table = skirmish.board(board)
            self.board.addItem(rulers.tell(f"{table.name}, {table.width:g} × {table.height:g}″"), board)
        for wide, high in BARE:
            self.board.addItem(rulers.tell(f"A bare table, {wide:g} × {high:g}″"), (wide, high))
        for mode, (title, tip) in words.REFEREES.items():
            self.referee.addItem(title, mode)
            self.referee.setItemData(self.referee.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.book.currentIndexChanged.connect(self._seat)
        self._seat()

    def _seat(self, *_: object) -> None:
        """The bands of the chosen rulebook, two different ones to begin with."""
        book = str(self.book.currentData())
        bands = [band for band in seeds.bands(book) if band.members] if book in seeds.systems() else []
        for seat, box in enumerate((self.first, self.second)):
            box.clear()
            for band in bands:
                box.addItem(band.name, band.id)
                box.setItemData(box.count() - 1, band.says, Qt.ItemDataRole.ToolTipRole)
            box.setCurrentIndex(min(seat, box.count() - 1))
            box.setEnabled(bool(bands))
        self.says.say(words.plain(seeds.book(book).says) if book in seeds.systems() else "")

    def _table(self) -> Table:
        chosen = self.board.currentData()
        if isinstance(chosen, str):
            return skirmish.board(chosen)
        wide, high = chosen
        return Table(name="Bare table", width=float(wide), height=float(high))

    def _begin(self) -> None:
        mode: Referee = self.referee.currentData()
        self.wanted.emit(self.game(), mode)
