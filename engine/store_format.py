"""The lines of `.battle` and `.table` files: what they hold, how large they may be, old formats.

Each line is one JSON object.  Decoding is typed and runs no code; a line that this module
writes has been read back once and was equal, so what is confirmed can be opened.  It ends
in a `sum` of its bytes, so that a flipped bit cannot pass for another number; a line
written by hand may leave it out.
"""

from __future__ import annotations

import errno
import re
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine.game import Game, Table
from engine.journal import START, Entry

FORMAT = 1
"""Grows when a file of the old shape could no longer be decoded as it is."""
MEGABYTE = 1 << 20
LARGEST_FILE = 256 * MEGABYTE
LONGEST_FIRST_LINE = 64 * MEGABYTE
"""The picture under the table lies in it."""
LONGEST_LINE = 32 * MEGABYTE
"""Twice a picture that a fact lays under the table, as wish and as fact."""
MOST_ENTRIES = 20_000

Plain = dict[str, Any]
UPGRADES: Mapping[int, Callable[[Plain], Plain]] = {}
"""By format number: makes of a line (as plain JSON) the same line one format on."""

T = TypeVar("T")

_SUM = re.compile(rb',"sum":([0-9]{1,10})\}\s*$')


class Unreadable(ValueError):  # noqa: N818 - a sentence for the player, not a fault of ours
    """A file cannot be opened; the text says what is wrong, on which line, and what to do."""


class Unwritable(OSError):  # noqa: N818
    """A file cannot be written; the text says why.  What was confirmed before is still there."""


class InUse(Unwritable):
    """Another window or program is writing that file."""


class Head(Struct, frozen=True):
    """As much of a first line as every format has."""

    format: int
    kind: str


class BattleHead(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """First line of a battle.  *title* and *edition* are of the book, for whoever reads the file."""

    format: int
    kind: Literal["battle"]
    system: str
    title: str = ""
    edition: str = ""
    seed: int = 0
    first: Game
    sum: int | None = None


class TableHead(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The only line of a table."""

    format: int
    kind: Literal["table"]
    table: Table
    sum: int | None = None


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any later line of a battle: an entry, or where the cursor went.  Never both."""

    entry: Entry | None = None
    cursor: int | None = None
    sum: int | None = None


def decode(raw: bytes, kind: type[T], format: int, longest: int = LONGEST_LINE) -> T:
    """One line, upgraded where it is old.  ValueError with the reason when it is not of that kind."""
    if len(raw) > longest:
        raise ValueError(f"it is longer than {longest // MEGABYTE} MB")
    written = _SUM.search(raw)
    if written and int(written[1]) != zlib.crc32(raw[: written.start()]):
        raise ValueError("its bytes are not the ones that were written")
    try:
        if format == FORMAT:
            return msgspec.json.decode(raw, type=kind)
        plain = msgspec.json.decode(raw)
        for old in range(format, FORMAT):
            plain = UPGRADES[old](plain)
        return msgspec.convert(plain, kind)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(_reason(error)) from error


def encode(noun: Struct, longest: int = LONGEST_LINE) -> bytes:
    """One line with its line end.  ValueError with the reason when reading it would not give it back."""
    try:
        raw = msgspec.json.encode(noun, enc_hook=_number)
    except (TypeError, UnicodeEncodeError, OverflowError) as error:
        raise ValueError(f"it holds what a file cannot ({error})") from error
    if decode(raw, type(noun), FORMAT, longest) != noun:
        raise ValueError("it holds a number that is none")
    return raw[:-1] + b',"sum":%d}\n' % zlib.crc32(raw[:-1])


def check_format(format: int, name: str) -> None:
    """Unreadable when this program cannot read that format."""
    if format > FORMAT:
        raise Unreadable(
            f"{name} was saved by a newer Sightline (format {format}, this one reads up to {FORMAT}). "
            "Open it with the newer version."
        )
    if any(old not in UPGRADES for old in range(format, FORMAT)):
        raise Unreadable(f"Line 1 of {name} says format {format}, which never existed. Choose another file.")


def check_line(line: Line, entries: int) -> None:
    """ValueError when a line makes no sense after that many entries."""
    if (line.entry is None) == (line.cursor is None):
        raise ValueError("it is neither an entry nor a cursor")
    at = line.entry.parent if line.entry is not None else line.cursor
    if at is None or not START <= at < entries:
        raise ValueError(f"it speaks of entry {at}, but {entries} were made before it")
    if line.entry is not None and entries >= MOST_ENTRIES:
        raise ValueError(f"a battle can hold {MOST_ENTRIES} entries and no more")


def unwritable(path: Path, error: OSError) -> Unwritable:
    """The sentence for what the operating system said."""
    reasons = {
        errno.ENOSPC: "there is no room left on the disk; make room, or save it somewhere else",
        errno.EDQUOT: "your share of the disk is used up; make room, or save it somewhere else",
        errno.EROFS: "it is on a disk that cannot be written; save it somewhere else",
        errno.EACCES: "you may not write there; save it somewhere else",
        errno.EPERM: "you may not write there; save it somewhere else",
        errno.ENOENT: "the folder does not exist; choose another",
        errno.ENOTDIR: "the folder does not exist; choose another",
        errno.EISDIR: "there is a folder of that name; choose another name",
    }
    why = reasons.get(error.errno or 0) or f"{error.strerror or error}; save it somewhere else"
    return Unwritable(f"{path.name} could not be written: {why}. What was recorded before is still there.")


def _reason(error: Exception) -> str:
    return f"{error}".replace("`", "")


def _number(strange: object) -> object:
    """Numbers that are a subclass of our own, as numpy's are."""
    if isinstance(strange, float):
        return float(strange)
    raise TypeError(f"{type(strange).__name__} cannot be written")
