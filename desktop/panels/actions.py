"""One line an offer.  What is refused stays in the list, with every reason under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.look import Theme, icon, words
from desktop.panels.panel import Panel, emptied, label
from desktop.session import Session
from engine.system import Allowance, Offer


class Actions(Panel):
    """The list of what the selected model can do now.

    Emits `considered` with an `Offer` while one is under the mouse or has the focus, and
    with None when it is let go; `cited` with a clause id when a link is followed.
    """

    considered = Signal(object)
    cited = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Actions", theme, parent)
        self.session = session
        self.offers: tuple[Offer, ...] = ()
        inside = QWidget()
        self.rows = QVBoxLayout(inside)
        self.rows.setContentsMargins(0, 0, 4, 0)
        self.rows.setSpacing(6)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self.body.addWidget(area, 1)
        session.changed.connect(self.refresh)
        session.selected.connect(self.refresh)
        session.asked.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """List the offers for the selected model, legal ones first."""
        emptied(self.rows)
        self.considered.emit(None)
        chosen = self.session.selection
        self.offers = ()
        if self.session.pending is not None:
            self.rows.addWidget(label("Answer the open question first.", "dim", wraps=True))
        elif not chosen or not self.session.game.has_model(chosen[0]):
            self.rows.addWidget(label("Select a model to see what it can do.", "dim", wraps=True))
        elif not self.session.game.model(chosen[0]).on_table:
            self.rows.addWidget(label("It is not on the table.", "dim", wraps=True))
        else:
            self._list(self.session.allowance(chosen[0]), self.session.offers(chosen[0]))
        self.rows.addStretch(1)

    def take(self, number: int) -> None:
        """Carry out the offer with this digit (1 is the first)."""
        if 0 < number <= len(self.offers):
            self.session.do(self.offers[number - 1].command)

    def _list(self, allowance: Allowance, offers: Sequence[Offer]) -> None:
        for tally in allowance.tallies:
            self.rows.addWidget(self._linked(words.tally(tally, self.theme.link)))
        if allowance.ruling_text:
            self.rows.addWidget(label(allowance.ruling_text, "dim", wraps=True))
        self.offers = tuple(sorted(offers, key=lambda offer: not offer.legal))
        for place, offer in enumerate(self.offers, start=1):
            self.rows.addWidget(self._button(place, offer))
            for objection in offer.plan.objections:
                self.rows.addWidget(self._linked("↳ " + words.objection(objection, self.theme.link), "reason"))
        if not self.offers and not allowance.tallies:
            self.rows.addWidget(label("Nothing to do in this phase.", "dim", wraps=True))

    def _button(self, place: int, offer: Offer) -> QPushButton:
        digit = f"{place}   " if place < 10 else ""
        button = QPushButton(f"{digit}{offer.title}")
        button.setObjectName(f"offer:{place}")
        button.setProperty("class", "offer" if offer.legal else "refused")
        button.setStyleSheet("text-align: left;")
        if offer.icon:
            button.setIcon(icon(offer.icon, self.theme.text if offer.legal else self.theme.dim))
        tallies = [tally.text() for tally in offer.plan.tallies]
        button.setToolTip("\n".join((*tallies, *offer.plan.notes)))
        reasons = " ".join(objection.text for objection in offer.plan.objections)
        button.setAccessibleName(offer.title if offer.legal else f"{offer.title}, refused: {reasons}")
        button.clicked.connect(lambda: self.session.do(offer.command))
        button.installEventFilter(_Watch(self, offer, button))
        return button

    def _linked(self, text: str, kind: str = "") -> QLabel:
        made = label(text, kind, wraps=True)
        made.linkActivated.connect(lambda link: self.cited.emit(link.removeprefix("clause:")))
        made.linkHovered.connect(
            lambda link: made.setToolTip(words.clause(link.removeprefix("clause:")) if link else "")
        )
        return made


class _Watch(QObject):
    """Tells the panel when its offer is looked at."""

    def __init__(self, panel: Actions, offer: Offer, button: QPushButton) -> None:
        super().__init__(button)
        self.panel = panel
        self.offer = offer

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.panel.considered.emit(self.offer)
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.panel.considered.emit(None)
        return super().eventFilter(watched, event)
