"""Where a window was when it ended without being closed, so that the next start can go on there.

A battle is on disk anyway.  What its file does not tell stands in a *trace*, a small file
that lives as long as its window: which battle, who is selected, what was asked, how near
the table was seen.  A trace that nobody holds any more was left by a window that died.
"""

from __future__ import annotations

from contextlib import suppress
from io import FileIO
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer

from desktop.banner import Banner
from desktop.desk import Desk
from desktop.lately import BATTLE
from desktop.traces import FOLDER, Place, begun
from engine import store
from engine.game import Game
from engine.journal import Journal
from engine.store_disk import forget

LOOK_MS = 2000
"""How often it is noted how the table is looked at; everything else is noted as it happens."""
SAFE_MS = 5000
"""A window that lives so long after reopening a battle was not killed by it."""


class Trace(QObject):
    """Notes where this window is until it is closed.  Where nothing can be written it notes nothing."""

    def __init__(self, desk: Desk, folder: Path, *, trusted: bool = True) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self._trusted = trusted
        self._place: Place | None = None
        self._file: FileIO | None = None
        self._plain = desk.session.journal.first
        self._asked: Game | None = None
        self._apart: Game | None = None
        """The game that was only set up: for which a file was asked, and which one it holds."""
        with suppress(OSError):
            self._file = begun(folder / FOLDER)
        session = desk.session
        happens = (session.journal_changed, session.asked, session.selected, session.referee_changed)
        for told in (*happens, session.keeping.moved):
            told.connect(self.note)
        clock = QTimer(self)
        clock.setInterval(LOOK_MS)
        clock.timeout.connect(self.note)
        clock.start()
        self.note()

    def note(self, *_: object) -> None:
        """Write down where the window is, if it is somewhere else than before."""
        if self._file is None:
            return
        place = self._now()
        if place != self._place:
            self._place = place
            with suppress(OSError, ValueError):  # the battle itself is kept elsewhere, and says so
                self._file.write(msgspec.json.encode(place) + b"\n")

    def trust(self, trusted: bool) -> None:
        """Is the battle one that may be opened at once after a crash?"""
        self._trusted = trusted
        self.note()

    def close(self) -> None:
        """The window ends as it should: nothing is left behind."""
        self._desk.session.keeping.finish()
        if self._file is not None:
            path = Path(str(self._file.name))
            self._file.close()
            self._file = None
            forget(path)
            forget(path.with_suffix(BATTLE))

    def _now(self) -> Place:
        session, view = self._desk.session, self._desk.view
        middle = view.viewport().rect().center()
        near = not view.fitted
        return Place(
            file=self._battle(),
            referee=session.referee,
            selection=tuple(session.selection),
            waiting=session.pending.plan.label if session.pending is not None else "",
            zoom=round(view.pixels_per_inch, 3) if near else 0.0,
            middle=view.inches_at(middle) if near else (0.0, 0.0),
            trusted=self._trusted,
        )

    def _battle(self) -> str:
        """The file of the battle; one that was only set up gets a file beside the trace."""
        session = self._desk.session
        found = session.keeping.kept.file
        if found is not None:
            return str(found.resolve())
        if self._file is None or session.journal.first is self._plain or session.journal.first.table.cloth is not None:
            return ""
        apart, journal = Path(str(self._file.name)).with_suffix(BATTLE), session.journal
        if journal.first is not self._asked:
            self._asked = journal.first
            session.keeping.errand(lambda: _set_aside(apart, journal), self._put_apart)
        return str(apart.resolve()) if journal.first is self._apart else ""

    def _put_apart(self, set_up: object) -> None:
        if isinstance(set_up, Game):
            self._apart = set_up
            self.note()


def reopen(trace: Trace | None, desk: Desk, banner: Banner, place: Place) -> bool:
    """Stand where that window stood, and say so.  False when its battle cannot be opened or is not to be trusted."""
    session = desk.session
    if not place.trusted:
        return False
    if trace is not None:
        trace.trust(False)
        QTimer.singleShot(SAFE_MS, trace, lambda: trace.trust(True))
    said: list[str] = []
    session.noted.connect(said.append)
    opened = session.open(place.path)
    session.noted.disconnect(said.append)
    if not opened:
        return False
    session.set_referee(place.referee)
    session.select(place.selection)
    desk.view.fit_table()
    if place.zoom:
        desk.view.zoom_to(place.zoom)
        desk.view.centerOn(*place.middle)
    banner.tell(" ".join([_sentence(desk, place), *filter(None, said)]))
    return True


def _sentence(desk: Desk, place: Place) -> str:
    done = len(desk.session.journal.entries)
    what = f"after {done} {'entry' if done == 1 else 'entries'}" if done else "set up and not yet begun"
    dropped = f" “{place.waiting}” was waiting for an answer and is dropped: nothing of it had happened yet."
    return (
        f"Sightline was not closed properly. “{desk.session.title}” is open again as it stood, {what}."
        f"{dropped if place.waiting else ''}"
    )


def _set_aside(path: Path, journal: Journal) -> Game:
    """A file for a battle that was only set up; the game that is in it."""
    store.BattleFile.create(path, journal).close()
    return journal.first
