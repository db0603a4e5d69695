"""Where battles live: the autosave folder, the files a player names, the maps that come from elsewhere.

A battle is on disk from its first entry on: in its own file once it has a name, in the
autosave folder until then.  Where no folder can be written the battle is played unkept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QDateTime

from desktop.dice_cup import fresh_seed
from engine import cases, dispute, opening, store, uvtt
from engine.game import Game, Table
from engine.journal import Journal

BATTLE = ".battle"
TEXT = (dispute.SUFFIX, ".txt")
"""Positions in lines of text."""


class Kept:
    """What keeps a running battle.  *path* is the file a player named, None for an autosave.

    The file of an autosave is made with the first entry, so that looking at a table leaves
    nothing behind.
    """

    def __init__(self, make: Callable[[Journal], store.BattleFile] | None, path: Path | None = None) -> None:
        self.path = path
        self._make = make
        self._file: store.BattleFile | None = None

    @classmethod
    def going_on(cls, file: store.BattleFile, path: Path | None) -> Kept:
        """Keep on writing to a file that is there."""
        kept = cls(None, path)
        kept._file = file
        return kept

    @property
    def on_disk(self) -> bool:
        """Is there a file that holds everything confirmed so far?"""
        return self._file is not None

    def record(self, journal: Journal) -> None:
        """The newest entry is confirmed: write it before anything else happens.  OSError if that fails."""
        if self._file is not None:
            self._file.record(journal.entries[-1])
        elif self._make is not None:
            self._file = self._make(journal)

    def point(self, journal: Journal) -> None:
        """The cursor moved without an entry.  OSError if that cannot be written."""
        if self._file is not None:
            self._file.move_cursor(journal.cursor)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


@dataclass(frozen=True)
class Opened:
    """A file that was read: its journal (None for a table), what keeps it, and a sentence on what was lost."""

    table: Table
    journal: Journal | None = None
    kept: Kept | None = None
    note: str = ""


class Battles:
    """Reads, keeps and lists battles; *folder* is where autosaves go, None for nowhere."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def keep(self) -> Kept:
        """What keeps a battle that has no name yet."""
        return Kept(self._autosave if self._folder is not None else None)

    def save(self, journal: Journal, path: Path) -> Kept:
        """Write the whole battle to *path* and keep it there.  OSError if that fails."""
        return Kept.going_on(store.BattleFile.create(path, journal), path)

    def read(self, path: Path, *, cell_inches: float = 1.0, wall_height: float = 3.0) -> Opened:
        """The battle, table or map in *path*.  ValueError or OSError, as sentences."""
        if opening.is_map(path):
            found = uvtt.read(path, cell_inches, wall_height)
            return Opened(found.table, note=" ".join(found.warnings))
        if _is_text(path):
            return self._position(path)
        opened = store.read(path)
        note = " ".join(opened.warnings)
        if opened.journal is None:
            return Opened(opened.table, note=note)
        named = None if path.parent == self._folder else path
        return Opened(opened.table, opened.journal, Kept.going_on(store.BattleFile.open_existing(path), named), note)

    def _position(self, path: Path) -> Opened:
        """A position written as text; of a dispute sheet it is said whether it still is the same."""
        text = store.file_bytes(path).decode("utf-8-sig")
        try:
            game = cases.position(text)
            note = dispute.reopen(text).verdict() if dispute.is_dispute(text) else ""
        except ValueError as fault:
            raise ValueError(f"{path.name}: {fault}") from fault
        return Opened(game.table, Journal(first=game, seed=fresh_seed()), self.keep(), note)

    def asks_for_scale(self, path: Path) -> bool:
        """Is it a map of another program, whose cells have no size in inches?"""
        try:
            return opening.is_map(path)
        except ValueError:  # opening it will say what is wrong
            return False

    def autosaves(self) -> tuple[Path, ...]:
        """Battles without a name, newest first."""
        if self._folder is None:
            return ()
        return tuple(sorted(self._folder.glob(f"*{BATTLE}"), reverse=True))

    def _autosave(self, journal: Journal) -> store.BattleFile:
        folder = self._folder
        if folder is None:
            raise OSError("there is no folder for autosaves")
        folder.mkdir(parents=True, exist_ok=True)
        stamp = QDateTime.currentDateTime().toString("yyyy-MM-dd HH.mm.ss")
        number, path = 1, folder / f"{stamp}{BATTLE}"
        while path.exists():
            number += 1
            path = folder / f"{stamp} ({number}){BATTLE}"
        return store.BattleFile.create(path, journal)


def _is_text(path: Path) -> bool:
    """Is it a position in lines of text, as dispute sheets are?  A JSON file is none, whatever it is called."""
    return path.suffix.lower() in TEXT and not store.file_bytes(path).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def set_up(game: Game, table: Table) -> Game:
    """The same sides on another table, everybody in reserve and as at the start."""
    models = tuple(replace(model, place="reserve", markers=(), counters=(), removed_as="") for model in game.models)
    sides = tuple(replace(side, counters=()) for side in game.sides)
    return replace(game, table=table, models=models, sides=sides, round=1, counters=(), outcome="")
