"""The selected model: conditions, wounds, every number with its sum, and edits by hand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QProgressBar, QVBoxLayout, QWidget

from desktop.look import Theme, words
from desktop.look.parts import GAP, TIGHT, Press, Prose, emptied, in_order, label
from desktop.panels.panel import Panel
from desktop.panels.sums import Spelling
from desktop.session import Session
from engine.events import Counted, Event, Gained, Lost, Placed, Removed
from engine.game import Marker, Model
from engine.questions import Tally

NOBODY = "No model selected"
WAITING = "Its sums are being reckoned …"
LEAST = 112
"""Pixels of the card that stay in sight: who it is, what is left of it, and its numbers."""
TOKEN = "Who it is, its own side alone knows."
INVITATION = "Click a model, or walk through them with Tab."


class Card(Panel):
    """What is known of one model.  Emits `cited` with a clause id when a link is followed.

    *more* is emitted when all that can be set by hand is wanted.
    """

    cited = Signal(str)
    more = Signal()
    hint = "§ spells out every sum with its clauses · a number leads to its rule · By hand sets anything past the rules"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(NOBODY, theme, parent, least=LEAST)
        self.session = session
        self._waits = False
        self.kind = Prose("", "dim")
        self.line = Prose()
        self.left = label("", "figure")
        self.wounds = QProgressBar()
        self.wounds.setTextVisible(False)
        self.wounds.setAccessibleName(NOBODY)
        self.wounds.setFixedHeight(10)
        self.wounds.setMinimumWidth(24)
        self.health = QWidget()
        bar = QHBoxLayout(self.health)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(GAP)
        bar.addWidget(self.wounds, 1)
        bar.addWidget(self.left)
        self.sums = QVBoxLayout()
        self.sums.setSpacing(TIGHT)
        self.traits = Prose("", "dim")
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self.fill_menu)
        tip = "Set wounds, conditions and place past every rule. It is written in the log."
        self.edit = Press("By hand", theme, "quiet small", tip=tip, fills=False)
        self.edit.setObjectName("by_hand")
        self.edit.setMenu(self.menu)
        self.spelling = Spelling("card", theme)
        self.spelling.turned.connect(self.refresh)
        self.head.addWidget(self.spelling)
        self.head.addWidget(self.edit)
        QWidget.setTabOrder(self.spelling, self.edit)
        for part in (self.kind, self.line, self.health):
            self.body.addWidget(part)
        self.body.addLayout(self.sums)
        self.body.addWidget(self.traits)
        session.changed.connect(self.refresh)
        session.selected.connect(self.refresh)
        session.studied.connect(self._learn)
        self.refresh()

    def _learn(self) -> None:
        """The sums have come that the card had to do without."""
        if self._waits:
            self.refresh()

    @property
    def model(self) -> Model | None:
        """The one model shown: the first selected."""
        game = self.session.game
        chosen = self.session.selection
        return game.model(chosen[0]) if chosen and game.has_model(chosen[0]) else None

    def refresh(self, *_: object) -> None:
        """Show the selected model as it is now."""
        model = self.model
        if model is not None and model.id in self.session.onlooker.unknown:
            self._show_token(model)
            return
        known = self.session.study(model.id).card if model is not None else ()
        self._waits = known is None
        emptied(self.sums)
        for part in (self.line, self.health, self.traits, self.edit, self.spelling):
            part.setVisible(model is not None)
        self.heading.setText(model.name if model is not None else NOBODY)
        if model is None:
            self.kind.say(INVITATION)
            return
        game, system = self.session.game, self.session.system
        spelled = self.spelling.on
        who, how = (
            f"{model.profile.name} · {game.side(model.side).name}",
            words.standing(system, game, model, wounds=False),
        )
        self.kind.say(words.plain(who) if spelled else f"{words.plain(who)} · <b>{words.plain(how)}</b>")
        self.line.say(words.plain(how))
        self.line.setVisible(spelled)
        meaning = words.conditions(system, model, self.theme.link)
        for part in (self.kind, self.line):
            part.setToolTip(meaning)
        self.health.setVisible(system.wounds is not None)
        if system.wounds is not None:
            self._show_wounds(*system.wounds(game, model))
        # What a condition means is what a newcomer must read: it is there without being asked for.
        self._add(meaning if spelled else words.conditions(system, model), "dim")
        if known is None:
            self.sums.addWidget(Prose(WAITING, "dim"))
        else:
            self._show_sums(known)
        carried = self._carried(model)
        self.traits.say(words.plain(carried))
        self.traits.setVisible(bool(carried))
        self.traits.setToolTip(self._explained(model))
        in_order(self.edit, self.sums)

    def _show_token(self, model: Model) -> None:
        """All that the viewer may know: whose it is and what lies beside it."""
        shown, system = self.session.onlooker.seen.model(model.id), self.session.system
        self._waits = False
        emptied(self.sums)
        for part in (self.health, self.traits, self.edit, self.spelling, self.line):
            part.hide()
        self.heading.setText(shown.name)
        self.kind.say(words.plain(f"{self.session.game.side(model.side).name} · {TOKEN}"))
        self._add(words.conditions(system, shown), "dim")

    def fill_menu(self) -> None:
        """Everything a person may set, for the model shown."""
        self.menu.clear()
        model = self.model
        if model is None:
            return
        if self.session.system.wounds is not None:
            self._offer_wounds(model)
        put = self.menu.addMenu("Put a marker")
        for status in self.session.system.rules.statuses.values():
            if not status.hidden and not model.has(status.id):
                self._offer(status.title, Gained(model=model.id, marker=Marker(status.id)), put)
        take = self.menu.addMenu("Take a marker away")
        take.setEnabled(bool(model.markers))
        for name in dict.fromkeys(marker.status for marker in model.markers):
            title = words.condition(self.session.system, name)
            self._offer(title, Lost(model=model.id, status=name), take)
        self.menu.addSeparator()
        if model.on_table:
            self._offer("Take off the table", Removed(model=model.id, reason="taken off by hand"))
        else:
            back = Placed(model=model.id, at=(model.x, model.y, model.z), facing=model.facing)
            self._offer("Put back on the table", back)
        self.menu.addAction("Name, side, values, counters…").triggered.connect(lambda: self.more.emit())

    def _offer_wounds(self, model: Model) -> None:
        life = self.session.system.life
        lost = model.count(life.lost)
        self._offer(life.take, Counted(of="model", whose=model.id, name=life.lost, value=lost + 1))
        if lost:
            self._offer(life.give, Counted(of="model", whose=model.id, name=life.lost, value=lost - 1))
        self.menu.addSeparator()

    def _offer(self, title: str, fact: Event, menu: QMenu | None = None) -> None:
        action = (menu or self.menu).addAction(title)
        action.triggered.connect(lambda: self.session.by_hand((fact,), title))

    def _show_sums(self, tallies: tuple[Tally, ...]) -> None:
        """All in one paragraph; spelled out, every sum on a line of its own, and what nothing adds to in one."""
        if not self.spelling.on:
            self._add(words.folded_all(tallies, self.theme.link, self.theme.text))
            return
        printed = [tally for tally in tallies if not tally.modifiers]
        lines = [words.tally(tally, self.theme.link) for tally in tallies if tally.modifiers]
        if printed:
            lines.append(" · ".join(words.figure(tally, self.theme.link) for tally in printed))
        for line in lines:
            self._add(line)

    def _add(self, line: str, kind: str = "") -> None:
        """One more paragraph with its links; none for no words."""
        if line:
            made = Prose(line, kind)
            made.cited.connect(self.cited)
            self.sums.addWidget(made)

    def _show_wounds(self, left: int, most: int) -> None:
        colour = self.theme.clear if left * 2 > most else self.theme.warning
        sheet = f"QProgressBar::chunk {{ background: {colour}; border-radius: 3px; }}"
        self.wounds.setUpdatesEnabled(False)  # a new value is else painted at once, and half the window with it
        self.wounds.setRange(0, max(1, most))
        self.wounds.setValue(max(0, left))
        if sheet != self.wounds.styleSheet():
            self.wounds.setStyleSheet(sheet)
        self.wounds.setUpdatesEnabled(True)
        many = self.session.system.life.many
        said = f"{left} of {most} {many} left"
        self.left.setText(f"{many[:1].upper()}{many[1:]} {left} / {most}")
        self.health.setToolTip(said)
        self.wounds.setAccessibleName(said)

    def _carried(self, model: Model) -> str:
        traits = self.session.system.rules.traits
        names = (*model.profile.traits, *model.profile.equipment)
        said = ", ".join(traits[name].title if name in traits else name.replace("_", " ") for name in names)
        return said[:1].upper() + said[1:]

    def _explained(self, model: Model) -> str:
        traits = self.session.system.rules.traits
        known = [traits[n] for n in (*model.profile.traits, *model.profile.equipment) if n in traits and traits[n].says]
        return "<br>".join(f"<b>{words.plain(trait.title)}</b>: {words.plain(trait.says)}" for trait in known)
