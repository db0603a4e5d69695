"""`.battle` and `.table` files.

A `.battle` is JSON Lines: a first line with format, rulebook, seed and the first game, then
one line an entry or a cursor, appended and flushed to disk as it is made.  So the file is
its own autosave, and a torn last line costs nothing that was confirmed.  Opening folds the
events into the game and runs no rule.  A `.table` is one such first line with a table.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Literal

import platformdirs
from msgspec import Struct

from engine import seeds
from engine.game import Table
from engine.journal import START, Entry, Journal
from engine.limits import count_fault, event_fault, game_fault, table_fault
from engine.store_disk import forget, hold, keep_beside, sync_folder, taken
from engine.store_format import (
    FORMAT,
    LARGEST_FILE,
    LONGEST_FIRST_LINE,
    MEGABYTE,
    BattleHead,
    Head,
    Line,
    TableHead,
    check_format,
    check_line,
    decode,
    encode,
    unwritable,
)
from engine.store_format import InUse as InUse
from engine.store_format import Unreadable as Unreadable
from engine.store_format import Unwritable as Unwritable

_BOM = b"\xef\xbb\xbf"
_EVERY = 64
"""Lines between two looks at whether anybody still waits."""
Watch = Callable[[float], bool]
"""Told what share of a file is read (0 to 1), it says whether to stop."""


class Stopped(Exception):  # noqa: N818 - not an error: nobody waits any more
    """Reading was broken off."""


def _unwatched(_share: float) -> bool:
    return False


@dataclass(frozen=True)
class Opened:
    """What a file held.  A battle has a *journal*; a table or a map only its *table*.

    *warnings* are sentences about what was left out; *good* counts the bytes up to the end
    of the last line that could be read, *damaged* says whether more bytes follow.
    """

    kind: Literal["battle", "table", "map"]
    table: Table
    journal: Journal | None = None
    warnings: tuple[str, ...] = ()
    good: int = 0
    damaged: bool = False


def autosave_path() -> Path:
    """Where battles without a name belong for this user, whether the folder is there yet or not."""
    return Path(platformdirs.user_data_dir("sightline", appauthor=False)) / "autosaves"


def autosave_folder() -> Path:
    """The folder of this user for battles without a name; it is made if it is not there."""
    folder = autosave_path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    return folder


def read(path: str | Path, watch: Watch = _unwatched) -> Opened:
    """Open a battle or a table, up to its last good line.  Unreadable, as a sentence, if it is neither.

    *watch* may break it off: Stopped.
    """
    path = Path(path)
    raw = file_bytes(path)
    first, _, _ = raw.partition(b"\n")
    text = first.removeprefix(_BOM)
    if not raw.strip():
        raise Unreadable(f"{path.name} is empty; no battle was saved in it. Choose another file.")
    try:
        head = decode(text, Head, FORMAT, LONGEST_FIRST_LINE)
        check_format(head.format, path.name)
        if head.kind == "battle":
            battle = decode(text, BattleHead, head.format, LONGEST_FIRST_LINE)
            return _battle(path, raw, len(first) + 1, battle, head.format, watch)
        if head.kind == "table":
            return _table(path, raw, len(first) + 1, decode(text, TableHead, head.format, LONGEST_FIRST_LINE))
        raise ValueError(f"it is of the kind {head.kind!r}, neither a battle nor a table")
    except Unreadable:
        raise
    except ValueError as error:
        raise Unreadable(
            f"Line 1 of {path.name} cannot be read: {error}. Choose a battle or table that Sightline saved."
        ) from error


def file_bytes(path: Path) -> bytes:
    """All of a file that is not too large.  Unreadable, as a sentence, if there is no such file."""
    try:
        about = path.stat()
        if stat.S_ISDIR(about.st_mode):
            raise Unreadable(f"{path.name} is a folder. Choose a file in it.")
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable(f"{path.name} is not a file. Choose another.")
        if about.st_size > LARGEST_FILE:
            raise Unreadable(f"{path.name} is larger than {LARGEST_FILE // MEGABYTE} MB. Choose a smaller file.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise Unreadable(f"There is no file {path.name} here. Check its name and folder.") from error
    except (OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        why = error.strerror if isinstance(error, OSError) else None
        raise Unreadable(f"{path.name} cannot be opened: {why or error}. Choose another file.") from error


def _table(path: Path, raw: bytes, start: int, head: TableHead) -> Opened:
    if fault := table_fault(head.table):
        raise ValueError(fault.rstrip("."))
    warnings = (f"{path.name} goes on after its table; the rest was left out.",) if raw[start:].strip() else ()
    return Opened("table", head.table, warnings=warnings, good=min(start, len(raw)))


def _battle(path: Path, raw: bytes, start: int, head: BattleHead, format: int, watch: Watch) -> Opened:
    if fault := game_fault(head.first):
        raise ValueError(fault.rstrip("."))
    if head.system != head.first.system:
        raise ValueError(f"it is for {head.system!r}, but its game is for {head.first.system!r}")
    journal = Journal(head.first, head.seed)
    at, number = min(start, len(raw)), 1
    while at < len(raw):
        number += 1
        if number % _EVERY == 0 and watch(at / len(raw)):
            raise Stopped
        text, end, _ = raw[at : (raw.find(b"\n", at) + 1) or len(raw)].partition(b"\n")
        try:
            journal = _told(journal, text, format)
        except ValueError as error:
            later = raw.count(b"\n", at + len(text) + len(end)) + (not raw.endswith(b"\n"))
            warning = _damage(path.name, number, str(error), later if end else 0)
            return Opened("battle", journal.game.table, journal, (warning,), at, damaged=True)
        at += len(text) + len(end)
    return Opened("battle", journal.game.table, journal, (), at)


def _told(journal: Journal, text: bytes, format: int) -> Journal:
    """The journal with what one line tells.  ValueError with the reason when it cannot be so."""
    if not text.strip():
        return journal
    line = decode(text, Line, format)
    check_line(line, len(journal.entries))
    if line.entry is None:
        return journal.go_to(line.cursor if line.cursor is not None else journal.cursor)
    for event in line.entry.events:
        if fault := event_fault(event):
            raise ValueError(fault.rstrip("."))
    if line.entry.parent != journal.cursor:
        journal = journal.go_to(line.entry.parent)
    try:
        journal = journal.add(line.entry)
    except KeyError as missing:
        raise ValueError(f"{missing.args[0]}") from missing
    if fault := count_fault(journal.game):
        raise ValueError(fault.rstrip("."))
    return journal


def _damage(name: str, number: int, reason: str, later: int) -> str:
    rest = f", and the {later} lines after it were left out" if later > 1 else ""
    rest = ", and the line after it was left out" if later == 1 else rest
    return (
        f"Line {number} of {name} is damaged ({reason}). The battle was opened as it stood before that line{rest}. "
        "Nothing is thrown away: going on keeps the damaged file beside it."
    )


def write_table(path: str | Path, table: Table) -> None:
    """Save a table, whole or not at all.  Unwritable, as a sentence."""
    path = Path(path)
    write_whole(path, lambda: _encoded(path, TableHead(format=FORMAT, kind="table", table=table), LONGEST_FIRST_LINE))


def write_whole(path: str | Path, content: Callable[[], bytes]) -> None:
    """Put a file in place at once: whoever looks sees the old one or the new one.  Unwritable, as a sentence."""
    path = Path(os.path.realpath(path))  # a link stays a link
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(content())
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(path.parent)
    except OSError as error:
        forget(beside)
        raise (error if isinstance(error, Unwritable) else unwritable(path, error)) from error


def _encoded(path: Path, line: Struct, *longest: int) -> bytes:
    try:
        return encode(line, *longest)
    except ValueError as error:
        raise Unwritable(f"This cannot be written to {path.name}: {error}. What was recorded before stands.") from error


class BattleFile:
    """A battle on disk that grows with the journal.

    `record` and `move_cursor` return when the line is on the disk.  When they raise
    Unwritable the file still ends in its last confirmed line, and they can be tried again.
    One window writes a file: the second one is told that it is InUse.
    """

    def __init__(self, path: Path, file: FileIO, opened: Opened) -> None:
        """Use `create` or `open_existing`."""
        self.path = path
        self._file = file
        self._size = opened.good
        self._entries = len(opened.journal.entries) if opened.journal else 0
        self._cursor = opened.journal.cursor if opened.journal else START
        self._damaged = opened.damaged
        self._torn = False

    @classmethod
    def create(cls, path: str | Path, journal: Journal) -> BattleFile:
        """Write a whole journal in place of whatever had that name, and go on from there.

        InUse when another window or program is writing that file.
        """
        path = Path(path)
        if taken(path):
            raise InUse(f"{path.name} is open in another window or program; choose another name.")
        write_whole(path, lambda: _journal_lines(path, journal))
        return cls.open_existing(path)

    @classmethod
    def open_existing(cls, path: str | Path, opened: Opened | None = None) -> BattleFile:
        """Go on with a battle after its last good line.  Unreadable, Unwritable or InUse, as sentences.

        *opened* is what was just read from it, if it was.
        """
        path = Path(path)
        opened = opened or read(path)
        if opened.journal is None:
            raise Unreadable(f"{path.name} is a table, not a battle. Save the battle under a name of its own.")
        try:
            file = FileIO(path, "r+")
        except OSError as error:
            raise unwritable(path, error) from error
        if not hold(file):
            file.close()
            raise InUse(f"{path.name} is open in another window or program.")
        if os.fstat(file.fileno()).st_size != opened.good:  # another one wrote on until just now, or it is damaged
            opened = read(path)
        return cls(path, file, opened)

    @property
    def entries(self) -> int:
        """How many entries of the journal are in the file."""
        return self._entries

    @property
    def cursor(self) -> int:
        """Where the cursor stands in the file."""
        return self._cursor

    @property
    def sound(self) -> bool:
        """Is it still the file of that name, as this window left it?"""
        try:
            about = os.fstat(self._file.fileno())
            return os.path.samestat(about, os.stat(self.path)) and about.st_size == self._size
        except (OSError, ValueError):  # gone, or closed
            return False

    def record(self, entry: Entry) -> None:
        """Add one confirmed entry; *entry.parent* must be the entry it was made after."""
        self._append(Line(entry=entry))
        self._cursor = self._entries
        self._entries += 1

    def move_cursor(self, cursor: int) -> None:
        """Note that undo, redo or a click in the history went to that entry."""
        self._append(Line(cursor=cursor))
        self._cursor = cursor

    def close(self) -> None:
        """Let the file go.  Nothing is left to be written."""
        self._file.close()

    def __enter__(self) -> BattleFile:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _append(self, line: Line) -> None:
        try:
            check_line(line, self._entries)
        except ValueError as error:
            raise Unwritable(
                f"This cannot be added to {self.path.name}: {error}. Save the whole battle again to keep all of it."
            ) from error
        raw = _encoded(self.path, line)
        if self._file.closed:
            raise Unwritable(f"{self.path.name} was closed. Save the battle again to go on.")
        try:
            self._mend()
            self._unchanged()
            self._write(raw)
        except OSError as error:
            raise (error if isinstance(error, Unwritable) else unwritable(self.path, error)) from error

    def _unchanged(self) -> None:
        about = os.fstat(self._file.fileno())
        if about.st_size != self._size or (os.name == "posix" and not about.st_nlink):
            raise Unwritable(
                f"{self.path.name} was changed or removed by another program. Save the battle under another name."
            )

    def _write(self, raw: bytes) -> None:
        """All of it or nothing: what does not fit whole is taken away again."""
        self._torn = True
        self._file.seek(self._size)
        left = memoryview(raw)
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file.fileno())
        except OSError:
            self._mend()
            raise
        self._size += len(raw)
        self._torn = False

    def _mend(self) -> None:
        """End the file after its last good line; a damaged rest is kept beside it first."""
        if self._damaged:
            keep_beside(self.path)
        if self._damaged or self._torn:
            self._file.truncate(self._size)
            self._damaged = self._torn = False
        if self._size and not self._ends_line():
            self._file.seek(self._size)
            self._size += self._file.write(b"\n") or 0

    def _ends_line(self) -> bool:
        self._file.seek(self._size - 1)
        return self._file.read(1) == b"\n"


def _journal_lines(path: Path, journal: Journal) -> bytes:
    """A whole journal.  The line it walked on is told by its tip; redo may then lead farther on it."""
    first = journal.first
    book = seeds.book(first.system) if first.system in seeds.systems() else None
    head = BattleHead(
        format=FORMAT,
        kind="battle",
        system=first.system,
        title=book.title if book else "",
        edition=book.edition if book else "",
        seed=journal.seed,
        first=first,
    )
    lines = [_encoded(path, head, LONGEST_FIRST_LINE)]
    lines += [_encoded(path, Line(entry=entry)) for entry in journal.entries]
    last = len(journal.entries) - 1
    tip = journal.line[-1] if journal.line else last
    cursors = [tip] * (tip != last) + [journal.cursor] * (journal.cursor != tip)
    lines += [_encoded(path, Line(cursor=cursor)) for cursor in cursors]
    return b"".join(lines)
