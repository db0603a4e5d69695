"""The lesson under way, as a strip over the table: what was done, what to do now, and how far it is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.look import Theme
from desktop.look.parts import TIGHT, Press, label
from desktop.start.teaching import Lesson
from desktop.start.tutor import Tutor

OVER = "That is all. The table is yours: play on, or go on learning."


class LessonStrip(QFrame):
    """Follows a `Tutor`.

    Signals: *said(sentence)*: what to do now, to be read aloud; *learned(lesson id)*: every step was reached;
    *next()*: another lesson, please.
    """

    said = Signal(str)
    learned = Signal(str)
    next = Signal()

    def __init__(self, tutor: Tutor, look: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tutor = tutor
        self.setObjectName("lesson")
        self.setProperty("class", "card")
        self.head, self.then, self.do, self.keys = label("", "heading"), label("", "dim"), label(), label("", "dim")
        self.do.setProperty("class", "title")
        for words in (self.then, self.do, self.keys):
            words.setWordWrap(True)
        self.back = self._press("Back", look, tutor.go_back, "Back to the step before")
        self.skip = self._press("Skip", look, tutor.go_on, "Pass over this step")
        self.onward = self._press("Next lesson", look, self.next.emit, "Begin the next lesson")
        self.stop = self._press("End", look, tutor.end, "End the lesson; the table stays as it is")
        top = QHBoxLayout()
        top.setSpacing(TIGHT)
        top.addWidget(self.head, 1)
        for press in (self.back, self.skip, self.onward, self.stop):
            top.addWidget(press)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 8, 8)
        column.setSpacing(TIGHT)
        column.addLayout(top)
        for words in (self.then, self.do, self.keys):
            column.addWidget(words)
        tutor.turned.connect(self.follow)
        self.follow()

    def _press(self, words: str, look: Theme, do: Callable[[], object], says: str) -> Press:
        press = Press(words, look, "small", fills=False)
        press.setAccessibleName(says)
        press.setToolTip(says)
        press.clicked.connect(lambda: do())
        return press

    def follow(self) -> None:
        """Show the step that is to be done now."""
        lesson, step = self.tutor.lesson, self.tutor.step
        self.setVisible(lesson is not None)
        if lesson is None:
            return
        count, before = len(lesson.steps), self.tutor.before
        told = before is None or not before.then
        self.head.setText(f"LESSON · {lesson.title.upper()} · {min(self.tutor.place + 1, count)} OF {count}")
        self.then.setText("" if told or before is None else f"✓  {before.then}")
        self.do.setText(OVER if step is None else step.do)
        self.keys.setText(f"By keys: {step.keys}." if step is not None and step.keys else "")
        for words in (self.then, self.keys):
            words.setVisible(bool(words.text()))
        self.skip.setVisible(step is not None)
        self.onward.setVisible(step is None)
        self.back.setEnabled(self.tutor.place > 0)
        self._tell(lesson, over=step is None)

    def _tell(self, lesson: Lesson, *, over: bool) -> None:
        spoken = " ".join(words.text().lstrip("✓ ") for words in (self.then, self.do, self.keys) if words.text())
        self.setAccessibleName(f"Lesson: {lesson.title}. {spoken}")
        self.said.emit(spoken)
        if over:
            self.learned.emit(lesson.id)
