"""Where battles live: the autosave folder, the files a player names, the maps that come from elsewhere.

A battle is on disk from its first entry on: in its own file once it has a name, in the
autosave folder until then.  Where no folder can be written the battle is played unkept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QDateTime

from desktop import lately
from desktop.dice_cup import fresh_seed
from desktop.lately import BATTLE as BATTLE
from engine import cases, dispute, opening, store, uvtt
from engine.game import Game, Table
from engine.journal import Journal
from engine.store_disk import forget
from engine.store_format import unwritable

TEXT = (dispute.SUFFIX, ".txt")
"""Positions in lines of text."""
IN_USE = "is open in another window or program, which goes on writing it."
NOT_OURS = "can be read here but not written."
COPY = (
    "What you see is a copy of it as it stands now: that file stays untouched, and what you do is autosaved apart "
    "from it. Save it under another name to keep it by one."
)


Make = Callable[[Journal], store.BattleFile]


class Kept:
    """What keeps a running battle.  *path* is the file a player named, None for an autosave.

    The file of an autosave is made with the first entry, so that looking at a table leaves
    nothing behind.  A file that cannot be written is made up for as soon as it can be; until
    then a named battle is kept among the autosaves, in a spare file made with *make*.
    *copy_of* names the file that this battle was read from and that belongs to another.
    """

    def __init__(self, make: Make | None, path: Path | None = None, copy_of: str = "") -> None:
        self.path = path
        self.copy_of = copy_of
        self.spared = False
        """Does a spare file hold what the battle's own file lacks?"""
        self._make = make
        self._file: store.BattleFile | None = None
        self._spare: store.BattleFile | None = None
        self._whole = True

    @classmethod
    def going_on(cls, file: store.BattleFile, path: Path | None, make: Make | None = None) -> Kept:
        """Keep on writing to a file that is there."""
        kept = cls(make, path)
        kept._file = file
        return kept

    @property
    def file(self) -> Path | None:
        """The battle's own file, named or not; None while there is none."""
        return self._file.path if self._file is not None else None

    @property
    def title(self) -> str:
        """What the battle is called after its file; empty where it has none of its own."""
        if self.path is not None:
            return self.path.name
        return f"Copy of {self.copy_of}" if self.copy_of else ""

    @property
    def on_disk(self) -> bool:
        """Is there a file that holds everything confirmed so far?"""
        return self.spared or (self._file is not None and self._whole)

    @property
    def kept_nowhere(self) -> bool:
        """Are there entries that no file holds though one should?"""
        return not self._whole and not self.spared

    def holds(self, path: Path) -> bool:
        """Is this the file that is being written?"""
        try:
            return self._file is not None and path.samefile(self._file.path)
        except OSError:
            return False

    def keep(self, journal: Journal) -> None:
        """Bring the file up to this journal before anything else happens.  OSError if that fails."""
        try:
            self._write(journal)
        except OSError:
            self._whole = False
            self._spare_it(journal)
            raise
        self._whole, self.spared = True, False
        if self._spare is not None:
            self._spare.close()
            self._spare.path.unlink(missing_ok=True)
            self._spare = None

    def close(self) -> None:
        """Let go of the files; a spare one stays where it is."""
        for file in (self._file, self._spare):
            if file is not None:
                file.close()

    def _write(self, journal: Journal) -> None:
        if self._file is None:
            self._file = self._make(journal) if self._make is not None and journal.entries else None
            return
        try:
            _bring_up(self._file, journal)
        except OSError as fault:
            if self._file.sound:
                raise
            self._file = self._renewed(self._file, journal, fault)

    def _renewed(self, lost: store.BattleFile, journal: Journal, fault: OSError) -> store.BattleFile:
        """The file again that was lost sight of: written anew where it is gone, gone on with where it is ours."""
        if not lost.path.exists():
            if self.path is None:
                lost.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = store.BattleFile.create(lost.path, journal)
        elif _is_part(lost.path, journal):
            lost.close()
            fresh = store.BattleFile.open_existing(lost.path)
            _bring_up(fresh, journal)
        else:
            raise fault
        lost.close()
        return fresh

    def _spare_it(self, journal: Journal) -> None:
        if self.path is None or self._make is None:
            return
        try:
            if self._spare is None:
                self._spare = self._make(journal)
            _bring_up(self._spare, journal)
            self.spared = True
        except OSError:
            self.spared = False


def _bring_up(file: store.BattleFile, journal: Journal) -> None:
    """Write what the file lacks: entries in their order, then where the cursor stands."""
    for entry in journal.entries[file.entries :]:
        file.record(entry)
    if file.cursor != journal.cursor:
        file.move_cursor(journal.cursor)


def _is_part(path: Path, journal: Journal) -> bool:
    """Does this file hold the beginning of this journal, and nothing else?"""
    try:
        there = store.read(path).journal
    except (OSError, ValueError):
        return False
    ours = there is not None and (there.first, there.seed) == (journal.first, journal.seed)
    return there is not None and ours and there.entries == journal.entries[: len(there.entries)]


@dataclass(frozen=True)
class Opened:
    """A file that was read: its journal (None for a table), what keeps it, and a sentence on what was lost.

    *settled* is the answer of a dispute sheet, reckoned again.
    """

    table: Table
    journal: Journal | None = None
    kept: Kept | None = None
    note: str = ""
    settled: dispute.Dispute | None = None


class Battles:
    """Reads, keeps and lists battles; *folder* is where autosaves go, None for nowhere."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path | None:
        """Where autosaves go."""
        return self._folder

    def keep(self, copy_of: str = "") -> Kept:
        """What keeps a battle that has no name yet, or no longer."""
        return Kept(self._make, copy_of=copy_of)

    def save(self, journal: Journal, path: Path) -> Kept:
        """Write the whole battle to *path* and keep it there.  OSError if that fails."""
        return Kept.going_on(store.BattleFile.create(path, journal), path, self._make)

    def read(
        self,
        path: Path,
        *,
        cell_inches: float = 1.0,
        wall_height: float = 3.0,
        squares: bool = False,
        watch: store.Watch | None = None,
    ) -> Opened:
        """The battle, table or map in *path*.  ValueError or OSError, as sentences; Stopped if *watch* says so.

        A map can be laid out on *squares*, one a cell.
        """
        if opening.is_map(path):
            laid = opening.open_any(path, cell_inches, wall_height, squares=squares)
            return Opened(laid.table, note=" ".join(laid.warnings))
        if _is_text(path):
            return self._position(path)
        opening.check_kind(path)
        opened = store.read(path, watch) if watch is not None else store.read(path)
        note = " ".join(opened.warnings)
        if opened.journal is None:
            return Opened(opened.table, note=note)
        try:
            file = store.BattleFile.open_existing(path, opened)
        except store.Unwritable as fault:
            why = IN_USE if isinstance(fault, store.InUse) else NOT_OURS
            kept, note = self.keep(copy_of=path.name), f"{path.name} {why} {COPY} {note}".strip()
        else:
            ours = self._folder is not None and path.resolve().parent == self._folder.resolve()
            named = None if ours else path
            kept = Kept.going_on(file, named, self._make)
        return Opened(opened.table, opened.journal, kept, note)

    def _position(self, path: Path) -> Opened:
        """A position written as text; of a dispute sheet it is said whether it still is the same."""
        text = store.file_bytes(path).decode("utf-8-sig")
        try:
            game = cases.position(text)
            again = dispute.reopen(text) if dispute.is_dispute(text) else None
        except ValueError as fault:
            raise ValueError(f"{path.name}: {fault}") from fault
        note, settled = (again.verdict(), again.dispute) if again is not None else ("", None)
        return Opened(game.table, Journal(first=game, seed=fresh_seed()), self.keep(), note, settled)

    def asks_for_scale(self, path: Path) -> bool:
        """Is it a map of another program, whose cells have no size in inches?  One that cannot be read is not asked."""
        try:
            return opening.is_map(path) and bool(uvtt.read(path))
        except ValueError:  # opening it will say what is wrong
            return False

    def autosaves(self) -> tuple[Path, ...]:
        """Battles without a name, the one last played first."""
        return lately.autosaves(self._folder)

    @property
    def _make(self) -> Make | None:
        return self._autosave if self._folder is not None else None

    def _autosave(self, journal: Journal) -> store.BattleFile:
        folder = self._folder
        if folder is None:
            raise OSError("there is no folder for autosaves")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stamp = QDateTime.currentDateTime().toString("yyyy-MM-dd HH.mm.ss")
            path = next(filter(_reserved, (folder / f"{stamp}{number}{BATTLE}" for number in _numbers())))
        except OSError as fault:
            raise unwritable(folder, fault) from fault
        try:
            return store.BattleFile.create(path, journal)
        except OSError:
            forget(path)
            raise


def _numbers() -> Iterator[str]:
    """What tells apart the autosaves of one second."""
    yield ""
    yield from (f" ({number})" for number in count(2))


def _reserved(path: Path) -> bool:
    """Take a name before another window of the same second takes it.  OSError where nothing can be made."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def _is_text(path: Path) -> bool:
    """Is it a position in lines of text, as dispute sheets are?  A JSON file is none, whatever it is called."""
    return path.suffix.lower() in TEXT and not store.file_bytes(path).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def set_up(game: Game, table: Table) -> Game:
    """The same sides on another table, everybody in reserve and as at the start."""
    models = tuple(replace(model, place="reserve", markers=(), counters=(), removed_as="") for model in game.models)
    sides = tuple(replace(side, counters=()) for side in game.sides)
    return replace(game, table=table, models=models, sides=sides, round=1, counters=(), outcome="")
