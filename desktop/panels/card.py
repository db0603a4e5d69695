"""The selected model: conditions, wounds, every number with its sum, and edits by hand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.look import Theme, words
from desktop.panels.panel import Panel, emptied, label
from desktop.session import Session
from engine.events import Counted, Event, Gained, Lost, Placed, Removed
from engine.game import Marker, Model


class Card(Panel):
    """What is known of one model.  Emits `cited` with a clause id when a link is followed."""

    cited = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("No model selected", theme, parent)
        self.session = session
        self.line = label("Click a model, or walk through them with Tab.", "dim", wraps=True)
        self.wounds = QProgressBar()
        self.wounds.setTextVisible(False)
        self.wounds.setFixedHeight(10)
        self.sums = QVBoxLayout()
        self.sums.setSpacing(3)
        self.traits = label("", "dim", wraps=True)
        self.edit = QPushButton("Edit by hand")
        self.edit.setObjectName("by_hand")
        self.edit.setProperty("class", "quiet")
        self.edit.setToolTip("Set wounds, conditions and place past every rule. It is written in the log.")
        self.menu = QMenu(self.edit)
        self.menu.aboutToShow.connect(self.fill_menu)
        self.edit.setMenu(self.menu)
        foot = QHBoxLayout()
        foot.addWidget(self.traits, 1)
        foot.addWidget(self.edit)
        self.body.addWidget(self.line)
        self.body.addWidget(self.wounds)
        self.body.addLayout(self.sums)
        self.body.addLayout(foot)
        session.changed.connect(self.refresh)
        session.selected.connect(self.refresh)
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
        emptied(self.sums)
        for part in (self.wounds, self.traits, self.edit):
            part.setVisible(model is not None)
        if model is None:
            self.heading.setText("NO MODEL SELECTED")
            self.line.setText("Click a model, or walk through them with Tab.")
            return
        game, system = self.session.game, self.session.system
        side = game.side(model.side).name
        self.heading.setText(model.name.upper())
        self.line.setText(f"{model.profile.name} · {side}<br>{words.standing(system, game, model)}")
        if system.wounds is not None:
            self._show_wounds(*system.wounds(game, model))
        else:
            self.wounds.hide()
        for tally in system.card(game, model):
            self.sums.addWidget(self._linked(words.tally(tally, self.theme.link)))
        self.traits.setText(self._carried(model))
        self.traits.setToolTip(self._explained(model))

    def fill_menu(self) -> None:
        """Everything a person may set, for the model shown."""
        self.menu.clear()
        model = self.model
        if model is None:
            return
        if self.session.system.wounds is not None:
            lost = model.count("wounds_lost")
            self._offer("Take a wound", Counted(of="model", whose=model.id, name="wounds_lost", value=lost + 1))
            if lost:
                fact = Counted(of="model", whose=model.id, name="wounds_lost", value=lost - 1)
                self._offer("Give a wound back", fact)
            self.menu.addSeparator()
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

    def _offer(self, title: str, fact: Event, menu: QMenu | None = None) -> None:
        action = (menu or self.menu).addAction(title)
        action.triggered.connect(lambda: self.session.by_hand((fact,), title))

    def _show_wounds(self, left: int, most: int) -> None:
        self.wounds.setRange(0, max(1, most))
        self.wounds.setValue(max(0, left))
        colour = self.theme.clear if left else self.theme.warning
        self.wounds.setStyleSheet(f"QProgressBar::chunk {{ background: {colour}; border-radius: 3px; }}")
        self.wounds.setToolTip(f"{left} of {most} wounds left")
        self.wounds.setAccessibleName(f"{left} of {most} wounds left")

    def _linked(self, text: str) -> QLabel:
        made = label(text, wraps=True)
        made.linkActivated.connect(lambda link: self.cited.emit(link.removeprefix("clause:")))
        made.linkHovered.connect(
            lambda link: made.setToolTip(words.clause(link.removeprefix("clause:")) if link else "")
        )
        return made

    def _carried(self, model: Model) -> str:
        traits = self.session.system.rules.traits
        names = (*model.profile.traits, *model.profile.equipment)
        return ", ".join(traits[name].title if name in traits else name.replace("_", " ") for name in names)

    def _explained(self, model: Model) -> str:
        traits = self.session.system.rules.traits
        known = [traits[n] for n in (*model.profile.traits, *model.profile.equipment) if n in traits and traits[n].says]
        return "<br>".join(f"<b>{trait.title}</b>: {trait.says}" for trait in known)
