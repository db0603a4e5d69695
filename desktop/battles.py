"""Where battles live: the autosave folder, the files a player names, the maps that come from elsewhere.

A battle is on disk from its first entry on: in its own file once it has a name, in the
autosave folder until then.  Where no folder can be written the battle is played unkept.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.game import Game
from engine.journal import Journal


class Kept(Protocol):
    """What keeps a running battle; *path* is the file the player named, None for an autosave."""

    @property
    def path(self) -> Path | None: ...

    def record(self, journal: Journal) -> None:
        """The newest entry is confirmed: write it before anything else happens.  OSError if that fails."""

    def point(self, journal: Journal) -> None:
        """The cursor moved without an entry."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Opened:
    """A file that was read: its journal, what keeps it from now on, and a sentence on what was lost."""

    journal: Journal
    kept: Kept | None = None
    note: str = ""


class Unkept:
    """A battle that no file keeps."""

    path: Path | None = None

    def record(self, journal: Journal) -> None:
        pass

    def point(self, journal: Journal) -> None:
        pass

    def close(self) -> None:
        pass


class Battles:
    """Reads, keeps and lists battles; *folder* is where autosaves go, None for nowhere."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def keep(self, journal: Journal) -> Kept:
        """What keeps a battle that has no name yet."""
        return Unkept()

    def save(self, journal: Journal, path: Path) -> Kept:
        """Write the whole battle to *path* and keep it there.  OSError if that fails."""
        raise OSError(f"{path.name} cannot be written")

    def read(self, path: Path, game: Game, *, cell_inches: float, wall_height: float) -> Opened:
        """The battle, table or map in *path*; a map is set up for the sides of *game*."""
        raise ValueError(f"{path.name} is of no kind that can be opened")
