"""The presenter: a second window with nothing but the table, large words, and the reasons for no.

It mirrors the table of the main window, whatever is shown and dragged there, for people
who stand round a screen.  It changes nothing and takes no gesture.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.look import Theme, font, stylesheet, words
from desktop.look.parts import GAP, Line, Prose
from desktop.onlooker import Onlooker
from desktop.scene import TableScene, TableView
from desktop.session import Session
from desktop.start.tutor import Tutor
from engine.ask import Roll
from engine.commands import Command
from engine.game import NO_SIDE, Point
from engine.geometry.evidence import NOTHING, Area, Evidence
from engine.odds import Odds
from engine.play import Asking, Refused
from engine.story import story

LARGE = 1.6
"""How many times larger words are than in the main window."""
HALO = 0.7
"""Inches of the ring round the pointer."""
POINTER = "pointer"
MOST_SAID = 4
"""Lines of what happened last."""


class Presenter(QWidget):
    """A window of its own; Esc or closing it ends the presentation."""

    def __init__(self, session: Session, table: TableScene, view: TableView, look: Theme, tutor: Tutor) -> None:
        super().__init__()
        self.tutor = tutor
        self.session, self._source = session, table
        self.setWindowTitle("Sightline · presenter")
        self.setAccessibleName("Presenter: the table, large")
        self.scene = TableScene(_enlarged(look))
        self._room = Onlooker(session, NO_SIDE)
        self.scene.veil = lambda game: self._room.veil(game) if session.onlooker.covered else game
        self.view = TableView(self.scene)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.turn = Line("", "title")
        self.said = Prose("")
        self.lesson = Prose("")
        self._lay_out()
        table.synced.connect(self._mirror)
        table.overlaid.connect(self.scene.show_overlay)
        table.storey_changed.connect(self.scene.show_storey)
        view.cursor_moved.connect(self.point_at)
        session.changed.connect(self._tell)
        session.asked.connect(self._ask)
        session.refused.connect(self._refuse)
        session.odds_ready.connect(self._weigh)
        session.selected.connect(self._mirror)
        tutor.turned.connect(self._teach)
        self.set_theme(look)
        self._tell(session.game, session.game, ())
        self._teach()
        for name, shown in table.overlays.items():
            self.scene.show_overlay(name, shown)
        self.scene.show_storey(table.ground.level)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.lesson.setContentsMargins(24, 12, 24, 12)
        column.addWidget(self.lesson)
        column.addWidget(self.view, 1)
        strip = QWidget()
        strip.setProperty("class", "card")
        row = QHBoxLayout(strip)
        row.setContentsMargins(24, 12, 24, 12)
        row.setSpacing(3 * GAP)
        row.addWidget(self.turn, 2)
        row.addWidget(self.said, 3)
        column.addWidget(strip)

    def present(self) -> None:
        """Show on the other screen, full; with only one screen as a window beside the first."""
        screens = QGuiApplication.screens()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, len(screens) > 1)  # the keys stay with who plays
        if len(screens) > 1:
            self.setGeometry(screens[-1].geometry())
            self.showFullScreen()
        else:
            self.resize(1280, 800)
            self.show()
        self.view.fit_table()

    def set_theme(self, look: Theme) -> None:
        """Take other clothes, with larger words than the main window wears."""
        large = _enlarged(look)
        self.setStyleSheet(stylesheet(look))
        self.scene.set_statuses(self._source.statuses)
        self.scene.set_theme(large)
        self.turn.setFont(font("title", large.text_scale))
        for part in (self.said, self.lesson):
            part.setFont(font("body", large.text_scale * 1.1))
        self._mirror()

    def point_at(self, x: float, y: float) -> None:
        """A ring where the pointer of the main window is."""
        turns = [math.tau * k / 48 for k in range(49)]
        ring: tuple[Point, ...] = tuple((x + HALO * math.cos(t), y + HALO * math.sin(t)) for t in turns)
        self.scene.show_overlay(POINTER, Evidence(areas=(Area(((ring,),), "reach"),)))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.scene.show_overlay(POINTER, NOTHING)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() == Qt.Key.Key_F:
            self.view.fit_table()
        else:
            super().keyPressEvent(event)

    def _mirror(self, *_: object) -> None:
        game = self._source.game
        if game is not None:
            self.scene.sync(game, selected=self._source.selection, ghosts=self._source.ghosts)

    def _tell(self, before: object, after: object, events: object) -> None:
        """Whose turn it is, and what has just happened."""
        session = self.session
        self.scene.set_statuses(self._source.statuses)
        self.turn.setText(words.phase_line(session.system, session.game))
        journal = session.journal
        if not journal.can_undo:
            self.said.say("")
            return
        entry = journal.entries[journal.cursor]
        earlier = journal.first if entry.parent < 0 else journal.games[entry.parent]
        lines = story(entry.events, earlier)[-MOST_SAID:]
        self.said.say("<br>".join(words.named(self._heard(line), session.game) for line in lines))

    def _heard(self, line: str) -> str:
        """A sentence as the room may know it, which belongs to neither side."""
        return self._room.told(line) if self.session.onlooker.covered else line

    def _ask(self, asking: Asking | None) -> None:
        """What is rolled or decided now, by whom and what is needed; a secret decision stays one."""
        session = self.session
        if asking is None:
            self._tell(session.game, session.game, ())
            return
        question = asking.question
        said = [f"{words.whose(session.game, question)}: {question.what}"]
        if isinstance(question, Roll):
            said.append(str(question.dice))
            said += [question.need] if question.need and question.need not in question.what else []
        elif question.secret and session.onlooker.covered:
            said.append("in secret")
        told = words.named(self._heard(" · ".join(said)), session.game)
        self.said.say(f"{told} {words.links(question.why, self.scene.look.link)}".strip())

    def _teach(self) -> None:
        """What a lesson asks for now, over the table; nothing where none is given."""
        step = self.tutor.step
        self.lesson.setVisible(step is not None)
        if step is not None and self.tutor.lesson is not None:
            self.lesson.say(f"<b>{words.plain(self.tutor.lesson.title)}</b>: {words.plain(step.do)}")

    def _weigh(self, command: Command, found: object) -> None:
        """The chances of what is considered, before any die is thrown: likeliest first."""
        if not isinstance(found, Odds) or self.session.pending is not None:
            return
        ends = [f"{what} {words.percent(chance)}" for what, chance in found.table()[:MOST_SAID]]
        considered = self.session.plan(command).label
        told = self._heard(" · ".join((f"{considered}?" if considered else "Odds:", *ends)))
        self.said.say(words.named(told, self.session.game))

    def _refuse(self, refused: Refused) -> None:
        """Every reason for no, with its clauses: this is what the room wants to read."""
        link = self.scene.look.link
        self.said.say("".join(words.reason(found, link, "✕") for found in refused.objections[:MOST_SAID]))


def _enlarged(look: Theme) -> Theme:
    return replace(look, text_scale=look.text_scale * LARGE)
