"""The events in words, entry by entry.  What was undone stays, struck through."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.look import Theme, words
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.commands import ByHand
from engine.events import Event, Overruled, PhaseBegan, apply
from engine.game import Game
from engine.journal import START
from engine.story import tell

LATEST = 200
"""Entries shown; older ones stay in the file and in the history panel."""


class Log(Panel):
    """The honest record.  Emits `cited` with a clause id when a link is followed."""

    cited = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Log", theme, parent)
        self.session = session
        self.text = QTextBrowser()
        self.text.setObjectName("log")
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.setAccessibleName("What happened, latest last")
        self.text.anchorClicked.connect(self._followed)
        self.body.addWidget(self.text, 1)
        session.changed.connect(self.refresh)
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Tell the journal from its latest entries, then what the open question has brought so far."""
        journal = self.session.journal
        lines = [self._line("The battle begins.", struck=False)] if len(journal.entries) <= LATEST else []
        for index in range(max(0, len(journal.entries) - LATEST), len(journal.entries)):
            entry = journal.entries[index]
            before = journal.first if entry.parent == START else journal.games[entry.parent]
            by_hand = isinstance(entry.command, ByHand)
            lines += self._told(entry.events, before, struck=not journal.in_force(index), by_hand=by_hand)
        if self.session.pending is not None:
            lines += self._told(self.session.pending.events, journal.game, struck=False, by_hand=False)
        self.text.setHtml(f'<body style="color:{self.theme.text}">{"".join(lines)}</body>')
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.verticalScrollBar().setValue(self.text.verticalScrollBar().maximum())

    def _told(self, events: tuple[Event, ...], game: Game, *, struck: bool, by_hand: bool) -> list[str]:
        lines = []
        for event in events:
            said = tell(event, game)
            game = apply(game, event)
            if said:
                lines.append(self._line(said, event, struck=struck, by_hand=by_hand))
        return lines

    def _line(self, said: str, event: Event | None = None, *, struck: bool, by_hand: bool = False) -> str:
        text = escape(said)
        if isinstance(event, PhaseBegan):
            text = f"<b>{text}</b>"
        if isinstance(event, Overruled):
            text = f'<span style="color:{self.theme.warning}">{text}</span>'
        if by_hand:
            text = f'<span style="color:{self.theme.warning}">By hand:</span> {text}'
        if event is not None and event.why:
            text += f" <small>{words.links(event.why, self.theme.link)}</small>"
        if struck:
            text = f'<s style="color:{self.theme.dim}">{text}</s>'
        return f'<p style="margin:3px 0">{text}</p>'

    def _followed(self, link: QUrl) -> None:
        self.cited.emit(link.toString().removeprefix("clause:"))
