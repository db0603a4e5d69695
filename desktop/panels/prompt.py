"""The open question: roll, type the dice from the table, or pick an option.

Never modal: it stands beside the table, which already shows what is true so far.
A die is typed with its digit; the last digit answers.  Enter is wanted only where a
further digit would be possible (a 1 on a D10), so a die takes two keys at most.
A secret choice stays covered until the one whose it is says that only they are looking.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from desktop.look import Theme, icon, words
from desktop.look.enter import ENTER
from desktop.look.parts import TIGHT, Press, Prose, emptied, in_order, label
from desktop.panels.die_field import DieField
from desktop.panels.panel import Panel
from desktop.panels.word_dice import WordDice
from desktop.session import Session
from engine.ask import Choose, Picked, Roll, Thrown
from engine.play import Asking

IN_A_ROW = 6


class Prompt(Panel):
    """Shows `session.pending`; hidden while nothing is asked.  Emits `cited` with a clause id."""

    cited = Signal(str)
    hint = (
        "Enter rolls, digits type real dice or choose · Ctrl+Z takes the last answer back · Esc drops the whole command"
    )

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Question", theme, parent, least=200)
        self.setProperty("class", "card asking")
        self.session = session
        self.dice: list[DieField] = []
        self.worded: WordDice | None = None
        self.covers = True
        self._uncovered: Choose | None = None
        self._first: QWidget | None = None
        self._came_from: list[QWidget] = []
        self.asked = Prose("", "title")
        self.need = Prose("", "dim")
        self.need.cited.connect(self.cited)
        self.ways = QVBoxLayout()
        self.ways.setSpacing(TIGHT)
        self.fault = Prose("", "fault")
        for part in (self.asked, self.need):
            self.body.addWidget(part)
        self.body.addLayout(self.ways)
        self.body.addWidget(self.fault)
        self._ways_out()
        session.asked.connect(self.show_question)
        self.show_question(session.pending)

    def refresh(self) -> None:
        self.show_question(self.session.pending)

    def show_question(self, asking: Asking | None) -> None:
        """Show the question with its ways to answer, or hide and give the focus back."""
        if asking is None:
            self._leave()
            return
        self._remember_focus()
        emptied(self.ways)
        self.dice, self.worded = [], None
        question = asking.question
        self.heading.setText(words.whose(self.session.game, question))
        self.asked.say(words.plain(question.what[:1].upper() + question.what[1:]))
        need = question.need if isinstance(question, Roll) and question.need not in question.what else ""
        self.need.say(f"{words.plain(need)} {words.links(question.why, self.theme.link)}".strip())
        self.need.setVisible(bool(self.need.text()))
        self._complain(asking.fault)
        self.back.setVisible(bool(self.session.answers))
        if isinstance(question, Roll):
            self._offer_dice(question)
        else:
            self._offer_options(question)
        in_order(in_order(self.need, self.ways), self.head)
        self.show()
        self._take_focus()

    def type_digit(self, digit: int) -> bool:
        """A digit typed while the table has the focus; False when no question takes it."""
        question = self.session.pending.question if self.session.pending else None
        if isinstance(question, Choose) and self._covered(question):
            return True
        if isinstance(question, Choose) and 0 < digit <= len(question.options):
            self.session.answer(Picked(question.options[digit - 1].id))
            return True
        if isinstance(question, Roll) and self.worded is not None:
            return self.worded.type(digit)
        if isinstance(question, Roll):
            begun = (die for die in self.dice if die.text() and die.open and die.hasFocus())
            free = (die for die in self.dice if not die.text())
            field = next(begun, None) or next(free, None)
            if field is not None:
                field.setFocus()
                field.type(digit)
                return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits answer, Enter rolls, Esc drops the command, wherever in the panel the focus is."""
        digit = event.key() - Qt.Key.Key_0
        if event.key() == Qt.Key.Key_Escape:
            self.session.cancel()
        elif event.key() in ENTER:
            self.go_on()
        elif event.key() == Qt.Key.Key_Backspace and self.worded is not None:
            self.worded.back()
        elif not (0 <= digit <= 9 and self.type_digit(digit)):
            super().keyPressEvent(event)

    def go_on(self) -> None:
        """What Enter does: roll the dice asked for, or uncover a secret choice."""
        question = self.session.pending.question if self.session.pending else None
        if isinstance(question, Choose) and self._covered(question):
            self._uncover(question)
        else:
            self.session.throw()

    def set_covers(self, on: bool) -> None:
        """Are secret choices covered until somebody asks to see them?  Off suits whoever plays both sides."""
        self.covers = on
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._take_focus()

    def _ways_out(self) -> None:
        tip = "Take the last answer back; the same question is asked again (Ctrl+Z)"
        self.back = Press("Take back", self.theme, "quiet small", tip=tip, fills=False)
        self.back.setObjectName("take_back")
        self.back.clicked.connect(self.session.take_back)
        tip = "Drop the whole command; nothing will have happened (Esc)"
        self.drop = Press("Cancel", self.theme, "quiet small", tip=tip, fills=False)
        self.drop.setObjectName("cancel")
        self.drop.clicked.connect(self.session.cancel)
        self.head.addWidget(self.back)
        self.head.addWidget(self.drop)

    def _complain(self, fault: str) -> None:
        self.fault.say(words.plain(fault))
        self.fault.setVisible(bool(fault))

    # Dice ------------------------------------------------------------------------------------

    def _offer_dice(self, question: Roll[Any]) -> None:
        throw = Press(f"Roll {question.dice}  ⏎", self.theme, "primary")
        throw.setObjectName("throw")
        throw.setAccessibleName(f"Roll {question.dice}")
        throw.setAccessibleDescription(f"{self.heading.text()}: {question.what} {question.need}".strip())
        throw.setIcon(icon("dice", self.theme.on_primary))
        throw.setIconSize(QSize(16, 16))
        throw.clicked.connect(self.session.throw)
        self.ways.addWidget(throw)
        self._first = throw
        if question.dice.kinds:
            self.worded = WordDice(question.dice, self.theme)
            self.worded.thrown.connect(lambda faces: self.session.answer(Thrown(faces, (True,) * len(faces))))
            self.ways.addWidget(self.worded)
            return
        grid = QGridLayout()
        grid.setSpacing(TIGHT)
        grid.setContentsMargins(0, TIGHT, 0, 0)
        grid.addWidget(label("or type the dice on your table", "dim"), 0, 0, 1, IN_A_ROW + 1)
        for place in range(question.dice.count):
            field = DieField(question.dice.sides, self.theme)
            field.setObjectName(f"die:{place}")
            field.setAccessibleName(f"Die {place + 1} of {question.dice.count}, 1 to {question.dice.sides}")
            field.setPlaceholderText(f"D{question.dice.sides}")
            field.completed.connect(self._went_on)
            field.entered.connect(lambda field=field: self._entered(field))
            field.mistyped.connect(self._mistyped)
            field.left.connect(lambda place=place: self._go_back(place))
            field.textEdited.connect(lambda _, field=field: self._complain("") if field.text() else None)
            self.dice.append(field)
            grid.addWidget(field, 1 + place // IN_A_ROW, place % IN_A_ROW)
        grid.setColumnStretch(IN_A_ROW, 1)
        self.ways.addLayout(grid)

    def _went_on(self) -> None:
        """A die is complete: the next one, or the answer."""
        free = next((die for die in self.dice if die.face is None), None)
        if free is not None:
            free.setFocus()
            return
        faces = tuple(die.face for die in self.dice if die.face is not None)
        self.session.answer(Thrown(faces, (True,) * len(faces)))

    def _entered(self, field: DieField) -> None:
        if field.face is not None:
            self._went_on()
        elif any(die.text() for die in self.dice):
            self._complain(f"This die is still to be typed: a number from 1 to {field.sides}.")
        else:
            self.session.throw()

    def _mistyped(self, text: str) -> None:
        sides = self.dice[0].sides
        self._complain(f"“{text}” is not on a D{sides}. Type a number from 1 to {sides}.")

    def _go_back(self, place: int) -> None:
        if place:
            self.dice[place - 1].setFocus()
            self.dice[place - 1].clear()

    # Options ---------------------------------------------------------------------------------

    def _covered(self, question: Choose) -> bool:
        return question.secret and self.covers and self._uncovered is not question

    def _uncover(self, question: Choose) -> None:
        self._uncovered = question
        self.refresh()

    def _offer_cover(self, question: Choose) -> None:
        self.need.say("A secret choice: let only the one who decides look at the screen.")
        self.need.show()
        button = Press("Show the choices  ⏎", self.theme, "primary")
        button.setObjectName("uncover")
        button.setAccessibleName("Show the choices")
        button.setAccessibleDescription(f"{self.heading.text()} in secret: {question.what}")
        button.clicked.connect(lambda: self._uncover(question))
        self.ways.addWidget(button)
        self._first = button

    def _offer_options(self, question: Choose) -> None:
        self._first = None
        if self._covered(question):
            self._offer_cover(question)
            return
        for place, option in enumerate(question.options, start=1):
            button = Press(option.label, self.theme, "offer", key=str(place) if place < 10 else "", wraps=True)
            button.setObjectName(f"option:{option.id}")
            button.setAccessibleDescription(question.what)
            button.clicked.connect(lambda _=False, option=option: self.session.answer(Picked(option.id)))
            self.ways.addWidget(button)
            self._first = self._first or button

    # Focus -----------------------------------------------------------------------------------

    def _remember_focus(self) -> None:
        """Where the focus is to go when all is answered, with what stands round it."""
        now = QApplication.focusWidget()
        if self._came_from or now is None:
            return
        while now is not None:
            self._came_from.append(now)
            now = now.parentWidget()

    def _take_focus(self) -> None:
        if self._first is not None and isValid(self._first):
            self._first.setFocus()

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        had = focused is not None and self.isAncestorOf(focused)
        back = [
            w for w in self._came_from if isValid(w) and w.isVisible() and w.focusPolicy() != Qt.FocusPolicy.NoFocus
        ]
        self._came_from = []
        self._first = None
        if had and back:
            back[0].setFocus()
        self.hide()
        emptied(self.ways)
        self.dice, self.worded = [], None
