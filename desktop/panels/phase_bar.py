"""Round, phase, side to act, undo and redo, and the one primary button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.look import Theme, icon, words
from desktop.panels.panel import emptied, label
from desktop.session import Session
from engine.commands import NextPhase


class PhaseBar(QFrame):
    """The strip along the top.  Emits `wanted` with a model's id when the book says who is next."""

    wanted = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        name = label("Sightline", "title")
        self.steps = QHBoxLayout()
        self.steps.setSpacing(6)
        self.line = label("", "dim")
        self.undo_button = self._button("Undo", "undo", "Take the last command back (Ctrl+Z)", session.undo)
        self.redo_button = self._button("Redo", "redo", "Do it again, with the same dice (Ctrl+Shift+Z)", session.redo)
        self.primary = QPushButton()
        self.primary.setProperty("class", "primary")
        self.primary.setObjectName("primary")
        self.primary.clicked.connect(self.go_on)
        row.addWidget(name)
        row.addSpacing(8)
        row.addLayout(self.steps)
        row.addSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.undo_button)
        row.addWidget(self.redo_button)
        row.addWidget(self.primary)
        session.changed.connect(self.refresh)
        session.asked.connect(self.refresh)
        session.journal_changed.connect(self.refresh)
        self.refresh()

    def go_on(self) -> None:
        """What the primary button does: show who is next, or go to the next phase."""
        waiting = self._next_up()
        if self.session.pending is not None:
            return
        if waiting:
            self.wanted.emit(waiting)
        else:
            self.session.do(NextPhase())

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.undo_button.setIcon(icon("undo", theme.text))
        self.redo_button.setIcon(icon("redo", theme.text))
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Show the running phase and what the primary button would do."""
        game, system = self.session.game, self.session.system
        emptied(self.steps)
        for phase in system.phases:
            self.steps.addWidget(self._pill(phase.title, phase.says, running=phase.id == game.phase))
        self.line.setText(words.turn_line(system, game))
        self.undo_button.setEnabled(self.session.journal.can_undo or self.session.pending is not None)
        self.redo_button.setEnabled(self.session.journal.can_redo and self.session.pending is None)
        waiting = self._next_up()
        if game.outcome:
            self.primary.setText("Battle over")
        elif self.session.pending is not None:
            self.primary.setText("Answer first")
        elif waiting:
            self.primary.setText(f"{game.model(waiting).name} strikes")
        else:
            self.primary.setText(f"Next: {self._following()}  ⏎")
        self.primary.setEnabled(not game.outcome and self.session.pending is None)
        coming = system.upkeep(game)
        self.primary.setToolTip("\n".join(coming) if coming else "Go on to the next phase (Enter)")

    def _next_up(self) -> str:
        order = self.session.system.next_up(self.session.game)
        return order[0] if order else ""

    def _following(self) -> str:
        phases = self.session.system.phases
        ids = [phase.id for phase in phases]
        if self.session.game.phase not in ids:
            return phases[0].title if phases else "phase"
        return phases[(ids.index(self.session.game.phase) + 1) % len(ids)].title

    def _pill(self, title: str, says: str, *, running: bool) -> QLabel:
        pill = label(title)
        back = self.theme.primary if running else self.theme.panel
        ink = self.theme.on_primary if running else self.theme.dim
        weight = "bold" if running else "normal"
        pill.setStyleSheet(
            f"background:{back}; color:{ink}; border-radius:12px; padding:5px 14px; font-weight:{weight};"
        )
        pill.setToolTip(says)
        pill.setAccessibleName(f"{title}, running" if running else title)
        return pill

    def _button(self, text: str, picture: str, tip: str, do: object) -> QPushButton:
        made = QPushButton(text)
        made.setIcon(icon(picture, self.theme.text))
        made.setIconSize(QSize(16, 16))
        made.setToolTip(tip)
        made.clicked.connect(lambda: do())  # type: ignore[operator]
        return made
