"""The open question: roll, type the dice from the table, or pick an option.

Never modal: it stands beside the table, which already shows what is true so far.
A die is typed with its digit; the last digit answers (two keystrokes at most for one die).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from desktop.look import Theme, icon, words
from desktop.panels.panel import Panel, emptied, label
from desktop.session import Session
from engine.ask import Choose, Picked, Roll, Thrown
from engine.play import Asking


class Prompt(Panel):
    """Shows `session.pending`; hidden while nothing is asked.  Emits `cited` with a clause id."""

    cited = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Question", theme, parent)
        self.session = session
        self.asked = label("", "title", wraps=True)
        self.need = label("", wraps=True)
        self.need.linkActivated.connect(lambda link: self.cited.emit(link.removeprefix("clause:")))
        self.fault = label("", "reason", wraps=True)
        self.ways = QVBoxLayout()
        self.ways.setSpacing(6)
        self.dice: list[QLineEdit] = []
        foot = QHBoxLayout()
        self.back = QPushButton("Take back the last answer")
        self.back.setProperty("class", "quiet")
        self.back.clicked.connect(session.take_back)
        self.drop = QPushButton("Cancel  Esc")
        self.drop.setProperty("class", "quiet")
        self.drop.clicked.connect(session.cancel)
        foot.addWidget(self.back)
        foot.addStretch(1)
        foot.addWidget(self.drop)
        for part in (self.asked, self.need, self.fault):
            self.body.addWidget(part)
        self.body.addLayout(self.ways)
        self.body.addLayout(foot)
        session.asked.connect(self.show_question)
        self.show_question(session.pending)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.show_question(self.session.pending)

    def show_question(self, asking: Asking | None) -> None:
        """Show the question with its ways to answer, or hide."""
        emptied(self.ways)
        self.dice = []
        self.setVisible(asking is not None)
        if asking is None:
            return
        question = asking.question
        self.setStyleSheet(f'QFrame[class~="card"] {{ border: 2px solid {self.theme.warning}; }}')
        self.heading.setText(f"{self._whose(question)}".upper())
        self.asked.setText(question.what[:1].upper() + question.what[1:])
        need = question.need if isinstance(question, Roll) else ""
        self.need.setText(f"{need} {words.links(question.why, self.theme.link)}".strip())
        self.need.setVisible(bool(self.need.text()))
        self.fault.setText(asking.fault)
        self.fault.setVisible(bool(asking.fault))
        self.back.setEnabled(bool(self.session.answers))
        if isinstance(question, Roll):
            self._offer_dice(question)
        else:
            self._offer_options(question)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits pick an option wherever in the panel the focus is."""
        question = self.session.pending.question if self.session.pending else None
        digit = event.key() - Qt.Key.Key_0
        if isinstance(question, Choose) and 0 < digit <= len(question.options):
            self.session.answer(Picked(question.options[digit - 1].id))
            return
        super().keyPressEvent(event)

    def type_digit(self, digit: int) -> bool:
        """A digit typed while the table has the focus; False when no question takes it."""
        question = self.session.pending.question if self.session.pending else None
        if isinstance(question, Choose) and 0 < digit <= len(question.options):
            self.session.answer(Picked(question.options[digit - 1].id))
            return True
        if isinstance(question, Roll):
            field = next((die for die in self.dice if not die.text()), None)
            if field is not None:
                field.setFocus()
                field.setText(str(digit))
                self._typed(field, question)
                return True
        return False

    def _whose(self, question: object) -> str:
        side = getattr(question, "side", "")
        name = next((s.name for s in self.session.game.sides if s.id == side), "")
        verb = "rolls" if isinstance(question, Roll) else "decides"
        return f"{name} {verb}" if name else ("A roll" if isinstance(question, Roll) else "A decision")

    def _offer_dice(self, question: Roll[object]) -> None:
        throw = QPushButton(f"Roll {question.dice}  ⏎")
        throw.setObjectName("throw")
        throw.setProperty("class", "primary")
        throw.setIcon(icon("dice", self.theme.on_primary))
        throw.clicked.connect(self.session.throw)
        self.ways.addWidget(throw)
        row = QHBoxLayout()
        row.addWidget(label("or type real dice", "dim"))
        for number in range(question.dice.count):
            field = QLineEdit()
            field.setObjectName(f"die:{number}")
            field.setAccessibleName(f"Die {number + 1} of {question.dice.count}")
            field.setFixedWidth(round(40 * self.theme.text_scale))
            field.setAlignment(Qt.AlignmentFlag.AlignCenter)
            field.setValidator(QIntValidator(1, question.dice.sides, field))
            field.textEdited.connect(lambda _, field=field: self._typed(field, question))
            field.returnPressed.connect(lambda: self._entered(question))
            field.installEventFilter(self)
            self.dice.append(field)
            row.addWidget(field)
        row.addStretch(1)
        self.ways.addLayout(row)
        throw.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter in an empty die field rolls instead of doing nothing."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and not any(die.text() for die in self.dice)
        ):
            self.session.throw()
            return True
        return super().eventFilter(watched, event)

    def _typed(self, field: QLineEdit, question: Roll[object]) -> None:
        """Go on to the next die; the last one answers when every die has one possible digit more."""
        if not field.hasAcceptableInput() or int(field.text()) * 10 <= question.dice.sides:
            return
        left = [die for die in self.dice if not die.text()]
        if left:
            left[0].setFocus()
        else:
            self._entered(question)

    def _entered(self, question: Roll[object]) -> None:
        if all(die.hasAcceptableInput() for die in self.dice):
            faces = tuple(int(die.text()) for die in self.dice)
            self.session.answer(Thrown(faces, (True,) * len(faces)))
        else:
            self.fault.setText(f"Type every die: a number from 1 to {question.dice.sides}.")
            self.fault.show()

    def _offer_options(self, question: Choose) -> None:
        for place, option in enumerate(question.options, start=1):
            button = QPushButton(f"{place}   {option.label}" if place < 10 else option.label)
            button.setObjectName(f"option:{option.id}")
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(lambda _=False, option=option: self.session.answer(Picked(option.id)))
            self.ways.addWidget(button)
            if place == 1:
                button.setFocus()
