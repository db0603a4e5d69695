"""Why not: every objection to the last refused wish, and the clause one asks about."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from desktop.look import Theme, words
from desktop.panels.panel import Panel, label
from desktop.session import Session
from engine.play import Refused


class Why(Panel):
    """Shows a refusal in full; a followed link adds the restated clause under it."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Why", theme, parent)
        self.session = session
        self.last: Refused | None = None
        self.shown = ""
        self.reasons = self._linked()
        self.clause = self._linked()
        self.body.addWidget(self.reasons)
        self.body.addWidget(self.clause)
        session.refused.connect(self.show_refused)
        session.journal_changed.connect(self._forget)
        self.refresh()

    def show_refused(self, refused: Refused) -> None:
        """Show all the reasons for no, and the first clause behind them."""
        self.last = refused
        cited = [id for objection in refused.objections for id in objection.why]
        self.shown = cited[0] if cited else ""
        self.refresh()

    def show_clause(self, id: str) -> None:
        """Show one clause, restated."""
        self.shown = id
        self.refresh()

    def refresh(self) -> None:
        colour = self.theme.link
        if self.last is not None:
            lines = [f"✕ {words.objection(found, colour)}" for found in self.last.objections]
            self.reasons.setText("<br>".join(lines))
        else:
            self.reasons.setText("When the rules say no, every reason stands here.")
        self.clause.setVisible(bool(self.shown))
        if self.shown:
            self.clause.setText(words.clause(self.shown))
            self.clause.setStyleSheet(
                f"background:{self.theme.well}; border-radius:6px; padding:6px 8px; color:{self.theme.text};"
            )

    def _forget(self) -> None:
        if self.last is not None:
            self.last = None
            self.shown = ""
            self.refresh()

    def _linked(self) -> QLabel:
        made = label("", "reason", wraps=True)
        made.linkActivated.connect(lambda link: self.show_clause(link.removeprefix("clause:")))
        return made
