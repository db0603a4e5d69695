"""What was played lately: files opened or saved, and battles that only the autosave keeps.

Known before there is a table: the start page offers it while the rest of the program is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings

from engine.game import Game

BATTLE = ".battle"
PLAYED = (BATTLE, ".table")
"""Files that a tile may stand for; a map is no battle to go on with."""
MOST_FILES = 10
MOST_TILES = 3
_RECENT = "recent"
"""The setting that lists the files."""


@dataclass(frozen=True)
class Recent:
    """A battle to go on with: its file, where it is fought, what the file is called, and how to find its game.

    Without *find* the file has not been read yet.
    """

    path: Path
    title: str
    file: str
    says: str
    find: Callable[[], Game | None] | None = None


def files() -> list[str]:
    """Files opened or saved lately, newest first."""
    found = QSettings().value(_RECENT, [])
    return [name for name in (found if isinstance(found, list) else [found]) if isinstance(name, str) and name]


def remember(path: Path) -> None:
    """This file was opened or saved just now."""
    name = str(path.resolve())
    QSettings().setValue(_RECENT, [name, *(other for other in files() if other != name)][:MOST_FILES])


def autosaves(folder: Path | None) -> tuple[Path, ...]:
    """Battles without a name, the one last played first."""
    if folder is None:
        return ()
    return tuple(sorted(folder.glob(f"*{BATTLE}"), key=_age, reverse=True))


def to_go_on_with(folder: Path | None, cut_short: tuple[Path, ...]) -> tuple[Path, ...]:
    """What may be gone on with: battles cut short, the newest autosave, then the files last used."""
    return tuple(dict.fromkeys((*cut_short, *autosaves(folder)[:1], *map(Path, files()))))


def unread(folder: Path | None, cut_short: tuple[Path, ...]) -> tuple[Recent, ...]:
    """The same as tiles, before any of them is read."""
    most = max(MOST_TILES, len(cut_short))
    played = [path for path in to_go_on_with(folder, cut_short) if path.suffix.lower() in PLAYED]
    return tuple(Recent(path, path.stem, over(path, cut_short), "") for path in played[:most])


def over(path: Path, cut_short: tuple[Path, ...]) -> str:
    """What stands over a tile: the file's name, or how it was left."""
    return "Not closed properly" if path in cut_short else path.stem


def _age(path: Path) -> tuple[int, str]:
    """When it was last written, for sorting; nought for what has just gone."""
    try:
        return (path.stat().st_mtime_ns, path.name)
    except OSError:
        return (0, path.name)
