"""Whose eyes are on the window, and what they may know.

Two players share one screen: what is drawn, listed and read is meant for the side that
decides now.  Rules, odds and files know everything; a person who plays alone lifts the cover.
"""

from __future__ import annotations

from typing import Protocol

from engine.game import NO_SIDE, Game, SideId
from engine.play import Asking
from engine.system import System
from engine.veil import Known, told, unknown, veiled


class Played(Protocol):
    """What an onlooker must see of the battle: the game on show, its book, and what is asked."""

    @property
    def game(self) -> Game: ...
    @property
    def system(self) -> System: ...
    @property
    def pending(self) -> Asking | None: ...


class Onlooker:
    """The viewer of one battle.  *covered* False keeps nothing from anybody; *side* sets whose eyes they always are."""

    def __init__(self, battle: Played, side: SideId | None = None) -> None:
        self._battle, self._side = battle, side
        self.covered = True
        self._kept: tuple[Game, SideId | None, Known, Game] | None = None

    @property
    def viewer(self) -> SideId | None:
        """The side that decides now.  None: nothing is kept from anybody."""
        if not self.covered:
            return None
        if self._side is not None:
            return self._side
        pending = self._battle.pending
        return (pending.question.side if pending is not None else NO_SIDE) or self._battle.game.active

    @property
    def unknown(self) -> Known:
        """Whom the viewer does not know, and what to call them."""
        return self._view()[0]

    @property
    def seen(self) -> Game:
        """The game on show as the viewer may know it: to be drawn, listed and read, never for the rules."""
        return self._view()[1]

    def told(self, text: str) -> str:
        """A sentence as the viewer may know it."""
        return told(text, self._battle.game, self.unknown)

    def veil(self, game: Game) -> Game:
        """Any game of this battle, say one with a model in the hand, as the viewer may know it."""
        return self.seen if game is self._battle.game else veiled(game, self.unknown) if self.unknown else game

    def _view(self) -> tuple[Known, Game]:
        game, viewer = self._battle.game, self.viewer
        if self._kept is None or self._kept[0] is not game or self._kept[1] != viewer:
            known: Known = {} if viewer is None else unknown(self._battle.system, game, viewer)
            self._kept = (game, viewer, known, veiled(game, known))
        return self._kept[2:]
