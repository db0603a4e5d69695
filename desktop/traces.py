"""The traces of windows that died: where they were, as it stands in a small file each of them held.

Found before there is a table, for it decides what the program begins with.
"""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct
from PySide6.QtCore import QDateTime

from desktop.lately import BATTLE
from engine.play import Referee
from engine.store_disk import forget, hold

FOLDER = "open"
"""Where traces lie, in the folder of the autosaves."""
SUFFIX = ".trace"
LONGEST = 1 << 16
"""Bytes of a trace that are worth reading, from its end."""


class Place(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a window is: *file* holds its battle, *zoom* is in pixels an inch (0: the whole table).

    *waiting* names the command that waits for an answer; *trusted* is off while a battle that
    brought a window down before is being reopened.
    """

    file: str = ""
    referee: Referee = "strict"
    selection: tuple[str, ...] = ()
    waiting: str = ""
    zoom: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)
    trusted: bool = True

    @property
    def path(self) -> Path:
        return Path(self.file)


def left_behind(autosaves: Path | None) -> tuple[Place, ...]:
    """Where windows were that died, newest first.  Their traces are taken away from the folder of the *autosaves*."""
    if autosaves is None:
        return ()
    folder = autosaves / FOLDER
    found: list[tuple[int, Place]] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with suppress(OSError), FileIO(path, "r+") as file:
            if not hold(file):
                continue
            written = path.stat().st_mtime_ns
            place = _last(path.read_bytes()[-LONGEST:])
            path.unlink()
            if place is not None and place.file:
                found.append((written, _rescued(place, autosaves)))
            forget(path.with_suffix(BATTLE))
    newest = sorted(found, key=lambda each: -each[0])
    return tuple(place for _, place in newest if place.path.is_file())


def begun(folder: Path) -> FileIO:
    """A new trace in this folder, held.  OSError where none can be written."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = QDateTime.currentDateTime().toString("yyyyMMddHHmmsszzz")
    for number in count():
        with suppress(FileExistsError):
            file = FileIO(folder / f"{stamp}-{os.getpid()}-{number}{SUFFIX}", "x")
            hold(file)
            return file
    raise AssertionError("a count never ends")


def _last(raw: bytes) -> Place | None:
    """The last whole line of a trace."""
    for line in reversed(raw.split(b"\n")):
        with suppress(msgspec.DecodeError):
            return msgspec.json.decode(line, type=Place)
    return None


def _rescued(place: Place, autosaves: Path) -> Place:
    """A battle that was only set up moves to the autosaves, or it would be forgotten with its trace."""
    if place.path.parent != (autosaves / FOLDER).resolve():
        return place
    safe = autosaves / f"{place.path.stem}{BATTLE}"
    try:
        os.replace(place.path, safe)
    except OSError:
        return place
    return msgspec.structs.replace(place, file=str(safe))
