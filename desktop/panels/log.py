"""The events in words, entry by entry.  What was undone stays, struck through."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.look import Theme, words
from desktop.look.enter import keep_enter
from desktop.panels.panel import Panel
from desktop.panels.sums import Spelling
from desktop.session import Session
from engine.commands import ByHand
from engine.events import Built, Event, Laid, Overruled, PhaseBegan, Razed, apply
from engine.game import Game
from engine.journal import START
from engine.story import headline, tell, veiled

LATEST = 200
"""Entries shown; older ones stay in the file and in the history panel."""
MOST_BUILT = 3
"""Pieces of scenery set up or taken away at once that are told one by one; of more the note is told."""


class Log(Panel):
    """The honest record.  Emits `cited` with a clause id when a link is followed."""

    cited = Signal(str)
    tall = True
    hint = "Everything that happened, what was undone struck through · a § leads to the clause"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Log", theme, parent, scrolls=False)
        self.session = session
        self.text = QTextBrowser()
        self.text.setObjectName("log")
        self.text.setProperty("class", "plain")
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(0)
        self.text.setMinimumHeight(64)
        self.text.setAccessibleName("What happened, latest last")
        self.text.highlighted.connect(self._explain)
        keep_enter(self.text)
        self.spelling = Spelling("log", theme, "The clause behind every line by its name; else a § leads to it")
        self.spelling.turned.connect(self.refresh)
        self.head.addWidget(self.spelling)
        self.text.anchorClicked.connect(self._followed)
        self.body.addWidget(self.text, 1)
        self._told: tuple[object, ...] = (None,)
        self._follows = True
        self._writing = False
        bar = self.text.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: bar.setValue(most) if self._follows else None)
        bar.valueChanged.connect(self._scrolled)
        session.changed.connect(self.refresh)
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Tell the journal from its latest entries, then what the open question has brought so far."""
        journal = self.session.journal
        now = (journal, self.session.pending, self.theme, self.spelling.on)
        if all(one is other for one, other in zip(now, self._told, strict=False)):
            return
        self._told = now
        first = max(0, len(journal.entries) - LATEST)
        lines = [] if first else [self._line("The battle begins.", kind="dim")]
        for index in range(first, len(journal.entries)):
            entry = journal.entries[index]
            before = journal.first if entry.parent == START else journal.games[entry.parent]
            by_hand, struck = isinstance(entry.command, ByHand), not journal.in_force(index)
            if len(entry.events) > MOST_BUILT and all(
                isinstance(event, Built | Razed | Laid) for event in entry.events
            ):
                lines.append(self._line(f"{headline(entry, before)}.", struck=struck))
                continue
            lines += self._lines(entry.events, before, struck=struck, by_hand=by_hand)
        if self.session.pending is not None:
            lines += self._lines(self.session.pending.events, journal.game, say=veiled)
        bar = self.text.verticalScrollBar()
        kept = bar.value()
        self._writing = True
        self.text.setHtml(f'<body style="color:{self.theme.text}">{"".join(lines)}</body>')
        self._writing = False
        bar.setValue(bar.maximum() if self._follows else kept)

    def _scrolled(self, value: int) -> None:
        """Whoever has scrolled back to read stays there; whoever stands at the end follows."""
        bar = self.text.verticalScrollBar()
        if not self._writing and (bar.isSliderDown() or self.text.underMouse() or self.text.hasFocus()):
            self._follows = value >= bar.maximum() - 4

    def _lines(
        self,
        events: tuple[Event, ...],
        game: Game,
        *,
        struck: bool = False,
        by_hand: bool = False,
        say: Callable[[Event, Game], str] = tell,
    ) -> list[str]:
        lines = []
        for event in events:
            said = say(event, game)
            if said:
                lines.append(self._line(words.named(said, game), event, struck=struck, by_hand=by_hand))
            game = apply(game, event)
        return lines

    def _line(
        self, text: str, event: Event | None = None, *, struck: bool = False, by_hand: bool = False, kind: str = ""
    ) -> str:
        margin = 3
        if isinstance(event, PhaseBegan):
            text, margin = f"<b>{text}</b>", 9
        loud = self.theme.dim if struck else self.theme.warning
        if isinstance(event, Overruled):
            text = f'<span style="color:{loud}">⚠ {text}</span>'
        if by_hand:
            text = f'<span style="color:{loud}">By hand:</span> {text}'
        ink = self.theme.dim if struck else self.theme.link
        if event is not None and event.why:
            text += f" {words.links(event.why, ink, struck=struck, named=self.spelling.on)}"
        if struck:
            text = f'<s><span style="color:{self.theme.dim}">{text}</span></s>'
        elif kind == "dim":
            text = f'<span style="color:{self.theme.dim}">{text}</span>'
        return f'<p style="margin:{margin}px 0 3px 0">{text}</p>'

    def _explain(self, link: QUrl) -> None:
        """The clause under the mouse in words."""
        id = link.toString().removeprefix("clause:")
        self.text.setToolTip(words.clause(id) if id else "")

    def _followed(self, link: QUrl) -> None:
        self.cited.emit(link.toString().removeprefix("clause:"))
