"""One line an offer.  What is refused stays in the list, with every reason under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.look import Theme, icon, rulers, words
from desktop.look.parts import TIGHT, Press, Prose, emptied, in_order
from desktop.panels.panel import Panel
from desktop.panels.sums import Brief, Spelling, Sums
from desktop.session import Session
from desktop.study import Study
from desktop.turns import Turns
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.system import Offer

AT_ONCE = 8
"""Offers that are listed at once; what lies below comes a turn of the loop later."""
LEAST = 196
"""Pixels of the list that stay in sight: five offers under a line of sums."""


class Actions(Panel):
    """The list of what the selected model can do now.

    Emits `considered` with an `Offer` while one is under the mouse or has the focus, and
    with None when it is let go; `cited` with a clause id when a link is followed.  While a
    question is open it shows the command that waits for the answer, with its sums.
    """

    considered = Signal(object)
    cited = Signal(str)
    tall = True
    hint = "Point at an action to see its chances · digits or a click take it · a grey one says why not"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Actions", theme, parent, least=LEAST, most=300)
        self.session = session
        self.offers: tuple[Offer, ...] = ()
        self._told: tuple[object, ...] = ()
        self._focused = ""
        self._below = Turns(self)
        self._shared: tuple[Objection, ...] = ()
        """What stands in the way of every offer, said once above them."""
        self.rows = self.body
        self.rows.setSpacing(TIGHT)
        self.spelling = Spelling("actions", theme)
        self.spelling.turned.connect(self.refresh)
        self.head.addWidget(self.spelling)
        session.changed.connect(self.refresh)
        session.selected.connect(self.refresh)
        session.asked.connect(self.refresh)
        session.studied.connect(self.refresh)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """List the offers for the selected model, legal ones first, unless they are the ones listed.

        While they are being reckoned anew, the old ones of the same model stand there, but cannot be taken.
        """
        session, chosen = self.session, self.session.selection[:1]
        acts = session.pending is None and bool(chosen) and session.game.has_model(chosen[0])
        acts = acts and session.game.model(chosen[0]).on_table
        study = session.study(chosen[0]) if acts else Study((), None, ())
        now = (
            session.game,
            chosen,
            session.pending is None,
            self.theme,
            study,
            self.spelling.on,
            session.onlooker.viewer,
        )
        if now == self._told:
            return
        stays = acts and not study.whole and bool(self._told) and self._told[1:4] == now[1:4]
        focused = self.focusWidget()
        if focused is not None and focused.hasFocus():
            self._focused = focused.objectName()
        self._told = now
        self._below.stop()
        if stays:
            self.offers = ()
            self.area.inside.setEnabled(False)
            self.considered.emit(None)
            return
        self.considered.emit(None)
        with self._at_once():
            emptied(self.rows)
            self.area.inside.setEnabled(True)
            self._fill(study)
        self._in_order()
        if len(self.offers) > AT_ONCE:
            self._below.begin(self._laid_below())
        elif study.whole:
            self._focused = ""

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Rows are put in and laid out once: in what is seen each row that comes lays out all of them."""
        self.area.inside.hide()
        yield
        self.area.inside.show()

    def _in_order(self) -> None:
        """The Tab walk down the rows, and the focus where it was."""
        in_order(self.spelling, self.rows)
        again = self.findChild(Press, self._focused) if self._focused else None
        if again is not None:
            again.setFocus()

    def _laid_below(self) -> Iterator[None]:
        """A long list in two turns of the loop, so that the window does not wait for what is scrolled away."""
        yield
        with self._at_once():
            self._lay(AT_ONCE, len(self.offers))
        self._in_order()
        self._focused = ""

    def take(self, number: int) -> None:
        """Carry out the offer with this digit (1 is the first)."""
        if 0 < number <= len(self.offers):
            self.session.do(self.offers[number - 1].command)

    def _fill(self, study: Study) -> None:
        game, chosen = self.session.game, self.session.selection[:1]
        self.offers = ()
        if self.session.pending is not None:
            self._show_running(self.session.pending.plan)
        elif not chosen or not game.has_model(chosen[0]):
            self._say("Select a model to see what it can do.")
        elif chosen[0] in self.session.onlooker.unknown:
            self._say("What it can do, its own side alone knows.")
        elif not game.model(chosen[0]).on_table:
            self._say(f"{game.model(chosen[0]).name} is not on the table.")
        elif study.allowance is None or study.offers is None:
            self._say(f"What {game.model(chosen[0]).name} can do is being reckoned …")
        else:
            ruling = study.allowance.ruling_text if study.allowance.tallies else ""
            self._list(self._unsaid(study), ruling, study.offers)

    def _say(self, text: str) -> None:
        self.rows.addWidget(Prose(words.plain(text), "dim"))

    def _show_running(self, plan: Plan) -> None:
        self.rows.addWidget(Prose(f"<b>{words.plain(plan.label)}</b> waits for the answer above.", "dim"))
        self._show_sums(plan.tallies)
        for note in plan.notes:
            self._say(note)

    def _unsaid(self, study: Study) -> tuple[Tally, ...]:
        """What the card does not say already."""
        allowance, card = study.allowance, study.card or ()
        return tuple(tally for tally in allowance.tallies if tally not in card) if allowance is not None else ()

    def _show_sums(self, tallies: Sequence[Tally]) -> None:
        if tallies:
            sums = Sums(tallies, self.theme, spelled=self.spelling.on)
            sums.cited.connect(self.cited)
            self.rows.addWidget(sums)

    def _list(self, tallies: Sequence[Tally], ruling: str, offers: Sequence[Offer]) -> None:
        self._show_sums(tallies)
        self.offers = _together(offers)
        shared = self._shared = () if self.spelling.on else _shared(self.offers)
        for found in shared:
            self.rows.addWidget(self._linked(words.reason(found, self.theme.link, "✕"), "reason"))
        if ruling and not any(ruling in _reasons(offer) for offer in self.offers):
            self._say(ruling)
        self._lay(0, min(AT_ONCE, len(self.offers)))
        if not self.offers and not tallies and not ruling:
            self._say("Nothing to do in this phase.")

    def _lay(self, start: int, end: int) -> None:
        """Rows for these offers: reasons stand under the one they forbid, or once over all that they forbid."""
        for place in range(start, end):
            offer, block = self.offers[place], QVBoxLayout()
            block.setSpacing(1)
            objections = [found for found in offer.plan.objections if found not in self._shared]
            before, after = (bool(objections) and self._alike(place, place + step) for step in (-1, 1))
            if after and not before:
                for found in objections:
                    block.addWidget(self._linked(words.reason(found, self.theme.link, "✕"), "reason"))
            block.addWidget(self._button(place + 1, offer))
            for reason in [] if before or after else self._reasons(objections):
                reason.cited.connect(self.cited)
                block.addWidget(reason)
            self.rows.addLayout(block)

    def _alike(self, place: int, other: int) -> bool:
        """Do the same reasons forbid the offers at both places, if there is another?"""
        return 0 <= other < len(self.offers) and _reasons(self.offers[place]) == _reasons(self.offers[other])

    def _reasons(self, objections: Sequence[Objection]) -> list[Prose]:
        """Every reason under its offer, with its clauses; in a low window the first, on one line."""
        if self.spelling.on or not objections:
            return [Prose(words.reason(found, self.theme.link), "reason") for found in objections]
        return [Brief(objections[0], self.theme, len(objections) - 1)]

    def _linked(self, text: str, kind: str) -> Prose:
        made = Prose(text, kind)
        made.cited.connect(self.cited)
        return made

    def _button(self, place: int, offer: Offer) -> Press:
        tip = "\n".join((*(tally.text() for tally in offer.plan.tallies), *offer.plan.notes))
        kind = "offer" if offer.legal else "refused"
        button = Press(offer.title, self.theme, kind, key=str(place) if place < 10 else "", tip=tip)
        button.setObjectName(f"offer:{place}")
        if offer.icon:
            button.setIcon(icon(offer.icon, self.theme.text if offer.legal else self.theme.dim))
            button.setIconSize(QSize(16, 16))
        reasons = " ".join(objection.text for objection in offer.plan.objections)
        name = offer.title if offer.legal else f"{offer.title}, refused: {reasons}"
        button.setAccessibleName(rulers.tell(name))
        button.setAccessibleDescription(button.tip)
        button.clicked.connect(lambda: self.session.do(offer.command))
        button.noticed.connect(lambda noticed: self.considered.emit(offer if noticed else None))
        return button


def _together(offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Legal ones first; of the others those together that the same reasons forbid, in the order of the first."""
    order = list(dict.fromkeys(_reasons(offer) for offer in offers if not offer.legal))
    return tuple(sorted(offers, key=lambda offer: 0 if offer.legal else 1 + order.index(_reasons(offer))))


def _reasons(offer: Offer) -> tuple[str, ...]:
    """What forbids it, in words; what was measured for it may differ."""
    return tuple(found.text for found in offer.plan.objections)


def _shared(offers: Sequence[Offer]) -> tuple[Objection, ...]:
    """What stands in the way of every single offer, to be said once for all."""
    if len(offers) < 2:
        return ()
    first, others = offers[0].plan.objections, offers[1:]
    return tuple(found for found in first if all(found in offer.plan.objections for offer in others))
