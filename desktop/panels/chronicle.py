"""The journal as rows: what was done, by whom, with which dice, on which branch; reckoned when looked at."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.look import rulers
from engine.ask import Thrown
from engine.commands import Act, ByHand, Deploy, Move, NextPhase, Turn
from engine.events import PhaseBegan
from engine.game import Game
from engine.journal import START, Entry, Journal
from engine.story import headline, side_name

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOBODY = QModelIndex()
BEGINNING = "Start of the battle"


@dataclass(frozen=True)
class Told:
    """One row: its words, whose side did it ("" for none), its faces by who threw them, and the turn it begins."""

    text: str
    side: str = ""
    rolled: tuple[int, ...] = ()
    typed: tuple[int, ...] = ()
    by_hand: bool = False
    begins: str = ""


@dataclass(frozen=True)
class Strand:
    """A stretch of a branch beside the rows, from row to row; *child* is the entry it leads to."""

    lane: int
    above: int
    below: int
    child: int


class Chronicle(QAbstractListModel):
    """Rows for every entry ever made, in the order in which they were made, the start first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.journal: Journal | None = None
        self.lanes: tuple[int, ...] = ()
        """The lane of each entry; the one of latest use is lane 0."""
        self.in_force: frozenset[int] = frozenset()
        self.turns: list[tuple[str, int]] = []
        """What each turn is called, and the entry that begins it."""
        self._told: dict[int, Told] = {}
        self._strands: dict[int, list[Strand]] = {}
        self._rows: list[int] = []
        self._wanted = ""

    # What it holds ---------------------------------------------------------------------------

    def show_journal(self, journal: Journal) -> None:
        """Rows equal to this journal; a longer one of the same battle only adds rows."""
        old, self.journal = self.journal, journal
        known = len(old.entries) if old is not None and continues(old, journal) else -1
        self.in_force = frozenset(journal.line[: journal.at])
        if known == len(journal.entries):
            self._all_changed()
            return
        lanes, strands = laned(journal.entries)
        first = max(0, known)
        if known < 0:
            self._told, self.turns = {}, []
        self.turns += [(name, k) for k in range(first, len(journal.entries)) if (name := begins(journal, k))]
        if known < 0 or self._wanted:
            self.beginResetModel()
            self.lanes, self._strands = lanes, strands
            self._rows = self._matching()
            self.endResetModel()
            return
        self.beginInsertRows(NOBODY, len(self._rows), len(self._rows) + len(journal.entries) - first - 1)
        self.lanes, self._strands = lanes, strands
        self._rows += range(first, len(journal.entries))
        self.endInsertRows()
        self._all_changed()

    def find(self, words: str) -> None:
        """Only rows with these words in them; all for none."""
        self._wanted = words.casefold().strip()
        self.beginResetModel()
        self._rows = self._matching()
        self.endResetModel()

    @property
    def searched(self) -> bool:
        return bool(self._wanted)

    def _matching(self) -> list[int]:
        count = len(self.journal.entries) if self.journal is not None else 0
        rows = [START, *range(count)]
        if not self._wanted:
            return rows
        return [row for row in rows if row != START and self._wanted in self._searchable(row)]

    def _searchable(self, entry: int) -> str:
        found, game = self.told(entry), self.before(entry)
        return f"{found.text} {side_name(game, found.side) if found.side else ''} {found.begins}".casefold()

    def _all_changed(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    # What a row is ---------------------------------------------------------------------------

    def entry(self, index: Index) -> int:
        """The entry of a row, or `START`."""
        return self._rows[index.row()]

    def row_of(self, entry: int) -> int:
        """The row of an entry, -1 where the search has left it out."""
        if not self._wanted:
            return entry + 1 if entry + 1 < len(self._rows) else -1
        return self._rows.index(entry) if entry in self._rows else -1

    def before(self, entry: int) -> Game:
        """The game in which an entry was made."""
        assert self.journal is not None
        parent = self.journal.entries[entry].parent if entry != START else START
        return self.journal.first if parent == START else self.journal.games[parent]

    def told(self, entry: int) -> Told:
        """An entry in words, reckoned once."""
        if entry not in self._told:
            self._told[entry] = self._tell(entry)
        return self._told[entry]

    def _tell(self, entry: int) -> Told:
        if entry == START or self.journal is None:
            return Told(BEGINNING)
        made, game = self.journal.entries[entry], self.before(entry)
        faces = [
            (face, k < len(answer.typed) and answer.typed[k])
            for answer in made.answers
            if isinstance(answer, Thrown)
            for k, face in enumerate(answer.faces)
        ]
        return Told(
            text=headline(made, game),
            side=doer(made, game),
            rolled=tuple(face for face, typed in faces if not typed),
            typed=tuple(face for face, typed in faces if typed),
            by_hand=isinstance(made.command, ByHand),
            begins=begins(self.journal, entry),
        )

    def undone(self, entry: int) -> bool:
        return entry != START and entry not in self.in_force

    def strands(self, entry: int) -> list[Strand]:
        """The stretches that touch the row of this entry."""
        return [] if self._wanted else self._strands.get(entry, [])

    def explained(self, entry: int) -> str:
        """A row as it is read aloud and shown in its tooltip."""
        found = self.told(entry)
        parts = [rulers.tell(found.text)]
        if found.side:
            parts.append(side_name(self.before(entry), found.side))
        if found.rolled:
            parts.append(f"rolled by the program: {', '.join(map(str, found.rolled))}")
        if found.typed:
            parts.append(f"typed from real dice: {', '.join(map(str, found.typed))}")
        if self.undone(entry):
            parts.append("undone")
        return "; ".join(parts)

    def rowCount(self, parent: Index = NOBODY) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        entry = self.entry(index)
        if role == Role.DisplayRole:
            return rulers.tell(self.told(entry).text)
        if role == Role.AccessibleTextRole:
            return self.explained(entry)
        if role == Role.ToolTipRole:
            return f"{self.explained(entry)}\nClick to stand just after this"
        return None


def continues(old: Journal, new: Journal) -> bool:
    """Is the new journal the old one with nothing changed but the cursor and what came after?"""
    many = len(old.entries)
    same = old.first is new.first and many <= len(new.entries)
    return same and (not many or (new.entries[many - 1] is old.entries[-1] and new.entries[0] is old.entries[0]))


def doer(entry: Entry, game: Game) -> str:
    """The side that did it; "" for what was set by hand."""
    command = entry.command
    match command:
        case Act() | Move() | Turn() | Deploy():
            return game.model(command.model).side if game.has_model(command.model) else ""
        case NextPhase():
            return game.active
        case ByHand():
            return ""


def begins(journal: Journal, entry: int) -> str:
    """What a turn is called if one begins with this entry, else ""."""
    made, after = journal.entries[entry], journal.games[entry]
    if not any(isinstance(fact, PhaseBegan) for fact in made.events):
        return ""
    before = journal.first if made.parent == START else journal.games[made.parent]
    if (before.round, before.active) == (after.round, after.active):
        return ""
    who = side_name(after, after.active) if after.active else ""
    return f"Turn {after.round} · {who}" if who else f"Turn {after.round}"


def laned(entries: tuple[Entry, ...]) -> tuple[tuple[int, ...], dict[int, list[Strand]]]:
    """The lane of each entry, and for each row the stretches that touch it.

    From every fork the branch that was played last goes straight on; the others turn aside
    into the nearest lane that is free for as long as they last.
    """
    many = len(entries)
    last = list(range(many))
    for k in reversed(range(many)):
        parent = entries[k].parent
        if parent != START:
            last[parent] = max(last[parent], last[k])
    straight: dict[int, int] = {}
    for k in range(many):
        best = straight.get(entries[k].parent)
        if best is None or last[k] > last[best]:
            straight[entries[k].parent] = k
    aside = sorted((entries[k].parent, k) for k in range(many) if straight[entries[k].parent] != k)
    ends: list[int] = []
    lane_of_head: dict[int, int] = {}
    for parent, head in aside:
        lane = next((at for at, end in enumerate(ends) if end <= parent), len(ends))
        ends[lane : lane + 1] = [_end(head, straight)]
        lane_of_head[head] = lane + 1
    lanes: list[int] = []
    strands: dict[int, list[Strand]] = {}
    for k in range(many):
        parent = entries[k].parent
        lanes.append(lane_of_head.get(k, lanes[parent] if parent != START else 0))
        strand = Strand(lanes[k], parent, k, k)
        for row in range(parent, k + 1):
            strands.setdefault(row, []).append(strand)
    return tuple(lanes), strands


def _end(head: int, straight: dict[int, int]) -> int:
    """The last entry of the branch that goes straight on from here."""
    while head in straight:
        head = straight[head]
    return head
