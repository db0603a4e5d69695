"""What happens, said aloud: answers, refusals, dice, phases, odds and measurements for a screen reader.

Everything said within one turn of the event loop goes out as one announcement, so that a
reader is not cut short by the next sentence.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from desktop.look import rulers, words
from desktop.session import Session
from engine.ask import Choose, Roll
from engine.commands import Command
from engine.events import Event, apply
from engine.game import Game
from engine.odds import Odds
from engine.play import Asking, Refused
from engine.story import tell, veiled

MOST = 8
"""Facts told one by one; what is more is only counted."""
LIKELIEST = 3
"""Results of the odds that are read out."""


class Announcer(QObject):
    """Listens to the session and speaks through *voice*, a widget of the window.

    Emits `said` with every announcement, whether or not a screen reader listens.
    """

    said = Signal(str)

    def __init__(self, session: Session, voice: QObject) -> None:
        super().__init__(voice)
        self._session = session
        self._voice = voice
        self._lines: list[str] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._speak)
        session.asked.connect(self._ask)
        session.refused.connect(self._refuse)
        session.changed.connect(self._follow)
        session.odds_ready.connect(self._weigh)
        session.faulted.connect(self.say)
        session.noted.connect(self.say)

    def say(self, sentence: str) -> None:
        """Say this with the next announcement; nothing where it is empty or said already."""
        line = rulers.tell(sentence.strip()).replace(rulers.SIGN, " inches")
        if line and line not in self._lines:
            self._lines.append(line)
            self._soon.start(0)

    def _speak(self) -> None:
        text, self._lines = " ".join(self._lines), []
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self._voice, text)
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
            QAccessible.updateAccessibility(event)
        self.said.emit(text)

    def _ask(self, asking: Asking | None) -> None:
        if asking is None:
            return
        question = asking.question
        side = next((side.name for side in self._session.game.sides if side.id == question.side), "")
        if isinstance(question, Roll):
            need = "" if question.need in question.what else question.need
            self.say(f"{side or 'A roll'}: {question.what}. {need}".strip())
            self.say(f"Enter rolls {question.dice}.")
        elif isinstance(question, Choose):
            end = "" if question.what.endswith(("?", ".")) else "."
            self.say(f"{side or 'A decision'}: {question.what}{end}")
            if question.secret:
                self.say("A secret choice.")
            else:
                self.say(" ".join(f"{place}: {option.label}." for place, option in enumerate(question.options, 1)))

    def _refuse(self, refused: Refused) -> None:
        reasons = " ".join(found.text for found in refused.objections)
        self.say(f"Refused: {refused.plan.label or 'the wish'}. {reasons}")

    def _follow(self, before: Game, after: Game, events: tuple[Event, ...]) -> None:
        if not events:
            if before is not after:
                self.say(words.turn_line(self._session.system, after))
            return
        speak = tell if self._session.pending is None else veiled
        for event in events[:MOST]:
            self.say(speak(event, before))
            before = apply(before, event)
        if len(events) > MOST:
            self.say(f"And {len(events) - MOST} more, in the log.")

    def _weigh(self, _command: Command, found: object) -> None:
        if isinstance(found, Odds):
            table = found.table()
            if len(table) > 1:
                told = ", ".join(f"{words.percent(chance)} {what}" for what, chance in table[:LIKELIEST])
                self.say(f"Odds: {told}.")
