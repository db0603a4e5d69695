"""Why not: every objection to the last refused wish, and the clause one asks about."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.look import Theme, rulers, words
from desktop.look.parts import Press, Prose
from desktop.panels.panel import Panel
from desktop.session import Session
from engine.play import Refused, Result
from engine.questions import Objection

FEW = 3
"""Things that the table itself has room to say while the hand moves."""


class Why(Panel):
    """Shows a refusal in full; a followed link adds the restated clause under it.

    Takes no room while there is nothing to show.  A refusal is forgotten with the next
    thing that is done; a clause that was asked for stays until it is closed.
    """

    hint = "Why the rules say no · a clause leads to its words"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Why", theme, parent, least=88)
        self.session = session
        self.last: Refused | None = None
        self.coming: tuple[Objection, ...] = ()
        """What is said of a wish that the hand has not let go of yet, where that is much."""
        self.shown = ""
        self._sign = "✕"
        self.reasons = Prose()
        self.clause = Prose("", "well")
        self.clause.setObjectName("clause")
        self.reasons.cited.connect(self.show_clause)
        self.body.addWidget(self.reasons)
        self.body.addWidget(self.clause)
        self.shut = Press("Close", theme, "quiet small", fills=False)
        self.shut.setObjectName("close_why")
        self.shut.clicked.connect(self.close_up)
        self.head.addWidget(self.shut)
        session.refused.connect(self.show_refused)
        session.journal_changed.connect(self._forget)
        session.changed.connect(self._forget)
        self.refresh()

    def show_refused(self, refused: Refused) -> None:
        """Show all the reasons for no, and the first clause behind them."""
        self.last = refused
        cited = [id for objection in refused.objections for id in objection.why]
        self.shown = cited[0] if cited else ""
        self.refresh()

    def foresee(self, result: Result | None) -> None:
        """All that would be said of what the hand holds, where the table has room for some of it only."""
        said = _said(result) if result is not None else ()
        coming = said if len(said) > FEW else ()
        self._sign = "✕" if isinstance(result, Refused) else "!"
        if coming != self.coming:
            self.coming = coming
            self.refresh()

    def show_clause(self, id: str) -> None:
        """Show one clause, restated."""
        self.shown = id
        self.refresh()

    def close_up(self) -> None:
        """Nothing more to show."""
        self.last = None
        self.shown = ""
        self.refresh()

    def refresh(self) -> None:
        objections = self.coming or (self.last.objections if self.last is not None else ())
        asked = self.last.plan.label if self.last is not None else ""
        heading = f"{len(self.coming)} things to know" if self.coming else rulers.tell(f"Why not {asked}".strip())
        self.heading.setText(heading if objections else "The rule")
        sign = self._sign if self.coming else "✕"
        self.reasons.say("".join(words.reason(found, self.theme.link, sign) for found in objections))
        self.reasons.setVisible(bool(objections))
        self.clause.say(words.clause(self.shown) if self.shown else "")
        self.clause.setVisible(bool(self.shown) and not self.coming)
        self.setVisible(bool(objections or self.shown))

    def _forget(self, *_: object) -> None:
        if self.last is not None:
            self.close_up()


def _said(result: Result) -> tuple[Objection, ...]:
    """Reasons for no with their clauses, else risks without."""
    if isinstance(result, Refused):
        return result.objections
    return tuple(Objection(text=note, why=()) for note in result.plan.notes)
