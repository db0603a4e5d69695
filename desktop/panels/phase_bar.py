"""Round, phase, side to act, undo and redo, and the one primary button."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from desktop.look import Theme, has_icon, icon, icon_pixmap, words
from desktop.look.parts import GAP, TIGHT, Line, Press, emptied, label
from desktop.session import Session
from engine.commands import NextPhase
from engine.game import Game

EMBLEM = 20
"""Pixels of the emblem of the side to act."""


class PhaseBar(QFrame):
    """The strip along the top.  Emits `wanted` with a model's id when the book says who is next."""

    wanted = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(12, GAP, 12, GAP)
        row.setSpacing(GAP)
        self.steps = QHBoxLayout()
        self.steps.setSpacing(TIGHT)
        self._showing: tuple[object, ...] = ()
        """What was shown last."""
        self._pills: tuple[object, ...] = ()
        self._ends_with: tuple[Game | None, tuple[str, ...]] = (None, ())
        self._goes_on_to: tuple[Game | None, str] = (None, "")
        self.emblem = QLabel()
        self.line = Line("", "dim")
        self.undo_button = self._button("Undo", "undo", "Take the last command back (Ctrl+Z)", session.undo)
        self.redo_button = self._button("Redo", "redo", "Do it again, with the same dice (Ctrl+Shift+Z)", session.redo)
        self.primary = Press("", theme, "primary", fills=False)
        self.primary.setObjectName("primary")
        self.primary.clicked.connect(self.go_on)
        row.addWidget(label("Sightline", "title"))
        row.addSpacing(GAP)
        row.addLayout(self.steps)
        row.addSpacing(GAP)
        row.addWidget(self.emblem)
        row.addWidget(self.line, 1)
        for button in (self.undo_button, self.redo_button, self.primary):
            row.addWidget(button)
        session.changed.connect(self.refresh)
        session.asked.connect(self.refresh)
        session.journal_changed.connect(self.refresh)
        session.selected.connect(self.refresh)
        self.refresh()

    def go_on(self) -> None:
        """What the primary button does: show who is next, or go to the next phase."""
        if self.session.pending is not None:
            return
        if self._shows_next():
            self.wanted.emit(self._next_up())
        else:
            self.session.do(NextPhase())

    def set_theme(self, theme: Theme) -> None:
        """Take other clothes."""
        self.theme = theme
        self.undo_button.setIcon(icon("undo", theme.text))
        self.redo_button.setIcon(icon("redo", theme.text))
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the running phase and what the primary button would do."""
        session = self.session
        game, system = session.game, session.system
        now = (game, system, session.pending, session.selection, self.theme, session.can_undo, session.can_redo)
        if len(now) == len(self._showing) and all(map(is_, now, self._showing)):
            return  # one deed is told several times over
        self._showing = now
        if (system.phases, game.phase, self.theme) != self._pills:
            self._pills = (system.phases, game.phase, self.theme)
            emptied(self.steps)
            for phase in system.phases:
                self.steps.addWidget(self._pill(phase.title, phase.says, running=phase.id == game.phase))
        self._show_emblem()
        coming = () if game.outcome else self._upkeep()
        self.line.setText(words.turn_line(system, game, coming))
        self.undo_button.setEnabled(self.session.can_undo)
        self.redo_button.setEnabled(self.session.can_redo)
        self.primary.relabel(self._promise())
        self.primary.setEnabled(not game.outcome and self.session.pending is None)
        self.primary.tip = self._explained()  # kept when the button grows or shrinks with its words
        self.primary.setToolTip(self.primary.tip)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Room has come or gone: whose turn it is comes before the names of phases that are not running."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the pills of the other phases where whose turn it is would be cut."""
        pills = [item.widget() for item in map(self.steps.itemAt, range(self.steps.count())) if item is not None]
        others = [pill for pill in pills if pill is not None and "now" not in str(pill.property("class")).split()]
        row = self.layout()
        if row is None or not others:
            return
        whose = words.turn_line(self.session.system, self.session.game, whose=True)
        wide = sum(pill.sizeHint().width() + TIGHT for pill in others)
        taken = row.sizeHint().width() + (wide if others[0].isHidden() else 0)
        for pill in others:
            pill.setVisible(self.width() - taken >= self.line.fontMetrics().horizontalAdvance(whose))

    def _show_emblem(self) -> None:
        """The drawing of the side to act, in its colour, where there is one."""
        game = self.session.game
        seat, side = next(((k, side) for k, side in enumerate(game.sides) if side.id == game.active), (0, None))
        drawn = side is not None and not game.outcome and has_icon(side.id)
        self.emblem.setVisible(drawn)
        if side is not None and drawn:
            edge = round(EMBLEM * self.theme.text_scale)
            colour = self.theme.side(seat).colour
            self.emblem.setPixmap(icon_pixmap(side.id, colour, edge, self.devicePixelRatioF()))
            self.emblem.setToolTip(f"{side.name} to act")
            self.emblem.setAccessibleName(f"Emblem of {side.name}")

    def _promise(self) -> str:
        """What the primary button says it will do."""
        game = self.session.game
        if game.outcome:
            return "Battle over"
        if self.session.pending is not None:
            return "Answer first"
        if self._shows_next():
            return f"{game.model(self._next_up()).name} is next  ⏎"
        return f"Next: {self._next_phase()}  ⏎"

    def _explained(self) -> str:
        """Nothing is ever just off: why it is, or what the next phase will do."""
        if self.session.game.outcome:
            return self.session.game.outcome
        if self.session.pending is not None:
            return "A question is open: answer it, or drop it with Esc."
        if self._shows_next():
            return "The rules say who acts now: show the model (Enter)"
        return "\n".join(("Go on (Enter)", *self._upkeep()))

    def _upkeep(self) -> tuple[str, ...]:
        """What the end of this phase brings, reckoned once a position."""
        game = self.session.game
        if self._ends_with[0] is not game:
            self._ends_with = (game, self.session.system.upkeep(game))
        return self._ends_with[1]

    def _next_phase(self) -> str:
        game = self.session.game
        if self._goes_on_to[0] is not game:
            self._goes_on_to = (game, self.session.plan(NextPhase()).label or "phase")
        return self._goes_on_to[1]

    def _next_up(self) -> str:
        order = self.session.system.next_up(self.session.game)
        return order[0] if order and self.session.game.has_model(order[0]) else ""

    def _shows_next(self) -> bool:
        """Is there somebody to show?  Once the model is chosen the button goes on: the book may let one pass."""
        waiting = self._next_up()
        return bool(waiting) and self.session.selection[:1] != (waiting,)

    def _pill(self, title: str, says: str, *, running: bool) -> QLabel:
        pill = label(title, "pill now" if running else "pill")
        pill.setToolTip(says)
        pill.setAccessibleName(f"{title}, running" if running else title)
        return pill

    def _button(self, text: str, picture: str, tip: str, do: Callable[[], None]) -> Press:
        made = Press(text, self.theme, tip=tip, fills=False)
        made.setObjectName(text.lower())
        made.setIcon(icon(picture, self.theme.text))
        made.setIconSize(QSize(16, 16))
        made.clicked.connect(lambda: do())
        return made
