"""The skirmish that comes with the program is read beside the window while the start page is looked at.

Reading a rulebook, its seeds and its board takes longer than all else at the start, and
nobody needs them before the page is left.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop.reckoner import Reckoner
from desktop.session import Session
from desktop.start import StartPage
from engine import seeds
from engine.game import Game, Side, SideId


def bare() -> Game:
    """An empty table without rules: what is there until something is chosen."""
    sides = (Side(id=SideId("blue"), name="Blue"), Side(id=SideId("red"), name="Red"))
    return Game(system=seeds.bare(), sides=sides, active=sides[0].id, phase="play")


class FirstGame(QObject):
    """Lays what *read* gives under the start page, or at the latest when the page is left without a choice."""

    def __init__(self, session: Session, page: StartPage, read: Callable[[], Game], parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._page, self._read = session, page, read
        self._untouched = session.journal
        self._reader = Reckoner(self)
        self._reader.found.connect(lambda _key, game: self._lay(game))
        self._reader.broke.connect(lambda _why: self.now())
        page.left.connect(self.now)
        QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        """The window has been painted once: now there is time."""
        self._reader.ask(self, lambda _stop: self._read())

    def now(self, *_: object) -> None:
        """Whatever was to be laid later is laid now."""
        self._reader.forget()
        if self._waiting:
            self._lay(self._read())

    @property
    def _waiting(self) -> bool:
        return self._session.journal is self._untouched

    def _lay(self, game: Game) -> None:
        if self._waiting:
            with self._page.staying():
                self._session.new(game)

    def close(self) -> None:
        """The window goes: nothing is laid any more."""
        self._reader.close()
