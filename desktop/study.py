"""What panels say of a model, reckoned off the window's thread: its sums, how far it may go, what it can do.

Most of it is known at once.  The window waits for that for an instant, so that a panel is
written only once; what takes longer (the ground that a model may reach) comes when it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event as Flag
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop.reckoner import Reckoner, Stop
from engine.game import Game, ModelId
from engine.questions import Tally
from engine.system import Allowance, Offer, System

PATIENCE_MS = 20
"""How long the window waits for an answer before it goes on without."""


class Study(NamedTuple):
    """What is known of a model so far; None where it is still being reckoned."""

    card: tuple[Tally, ...] | None = None
    allowance: Allowance | None = None
    offers: tuple[Offer, ...] | None = None

    @property
    def whole(self) -> bool:
        return self.offers is not None


class Studies(QObject):
    """Studies one model at a time, the one asked for last.  *came* says that more is known of it."""

    came = Signal()
    broke = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._model = ModelId("")
        self._known = Study()
        self._worker = Reckoner(self)
        self._worker.broke.connect(self.broke)

    def of(self, system: System, game: Game, model: ModelId) -> Study:
        """What is known of this model in this game; asked for the first time, its study begins."""
        if game is not self._game or model != self._model:
            self._game, self._model, self._known = game, model, Study()
            done = Flag()
            self._worker.ask(None, lambda stop: self._reckon(system, game, model, stop, done))
            done.wait(PATIENCE_MS / 1000)
        return self._known

    def forget(self) -> None:
        """Nobody waits for anything any more."""
        self._game = None
        self._worker.forget()

    def close(self) -> None:
        """Forget, and wait until the worker has noticed."""
        self._game = None
        self._worker.close()

    def _reckon(self, system: System, game: Game, model: ModelId, stop: Stop, done: Flag) -> None:
        """On the worker: one answer after the other, each told as it is found."""
        try:
            who = game.model(model)
            lessons: tuple[Callable[[Study], Study], ...] = (
                lambda known: known._replace(card=system.card(game, who)),
                lambda known: known._replace(allowance=system.allowance(game, who)),
                lambda known: known._replace(offers=system.offers(game, who)),
            )
            for learn in lessons:
                known = learn(self._known)
                if stop() or self._game is not game or self._model != model:
                    return
                self._known = known
                self.came.emit()
        except Exception:
            if self._game is game and self._model == model:
                self._known = Study((), Allowance(), ())  # the reckoner says what broke; nobody waits for more
                self.came.emit()
            raise
        finally:
            done.set()
