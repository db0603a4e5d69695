"""`Journal`: what was done, line by line, and where we stand in it.

Undo moves the cursor; nothing is ever erased.  Entries form a tree, because whoever goes
back and does something else has not unmade what was done before: each entry knows the
one it was made after (*parent*), and `line` is the branch the cursor walks on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import Struct

from engine.ask import Answer
from engine.commands import Command
from engine.events import Event, apply
from engine.game import Game

START = -1
"""The parent of a first entry, and where the cursor stands before it."""


class Entry(Struct, frozen=True, kw_only=True):
    """One confirmed command with the answers it was given and the facts it became."""

    command: Command
    answers: tuple[Answer, ...] = ()
    events: tuple[Event, ...] = ()
    parent: int = START


@dataclass(frozen=True)
class Journal:
    """The first game, every entry ever made, and the cursor.  A value: changes give a new one."""

    first: Game
    seed: int = 0
    entries: tuple[Entry, ...] = ()
    games: tuple[Game, ...] = ()
    line: tuple[int, ...] = ()
    at: int = 0

    @property
    def game(self) -> Game:
        """The game at the cursor."""
        return self.games[self.line[self.at - 1]] if self.at else self.first

    @property
    def cursor(self) -> int:
        """The index of the entry last in force, or `START`."""
        return self.line[self.at - 1] if self.at else START

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.line)

    def add(self, entry: Entry) -> Journal:
        """The journal with one entry more, made where the cursor stands.

        *entry.parent* is set to the cursor; entries beyond it leave the line but stay.
        Raises KeyError if its facts do not fit the game.
        """
        parent = self.cursor
        game = self.game
        for event in entry.events:
            game = apply(game, event)
        made = Entry(command=entry.command, answers=entry.answers, events=entry.events, parent=parent)
        return replace(
            self,
            entries=(*self.entries, made),
            games=(*self.games, game),
            line=(*self.line[: self.at], len(self.entries)),
            at=self.at + 1,
        )

    def undo(self) -> Journal:
        """One step back; the same journal when there is nothing to take back."""
        return replace(self, at=self.at - 1) if self.can_undo else self

    def redo(self) -> Journal:
        """One step on, with the same dice; the same journal at the end of the line."""
        return replace(self, at=self.at + 1) if self.can_redo else self

    def go_to(self, cursor: int) -> Journal:
        """Stand just after that entry (or at `START`), on whatever branch it lies."""
        if cursor == START:
            return replace(self, at=0)
        if not 0 <= cursor < len(self.entries):
            raise IndexError(f"There is no entry {cursor} in this journal of {len(self.entries)}.")
        if cursor in self.line:
            return replace(self, at=self.line.index(cursor) + 1)
        branch: list[int] = []
        index = cursor
        while index != START:
            branch.append(index)
            index = self.entries[index].parent
        branch.reverse()
        return replace(self, line=tuple(branch), at=len(branch))

    def in_force(self, index: int) -> bool:
        """Is this entry part of what is true now?  The log strikes through the others."""
        return index in self.line[: self.at]
