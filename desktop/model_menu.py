"""What can be done with a model, as a menu where it stands: its actions, measuring from it, and edits by hand.

The same menu opens with a right click on the table, and with the Menu key, Shift+F10 or
Enter in the list of models: whoever cannot point can do everything all the same.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QWidget

from desktop.desk import Desk
from desktop.look import Theme, icon, rulers
from desktop.scene.touch import Touch
from desktop.tools import Hand
from engine.commands import Command
from engine.game import ModelId
from engine.system import Offer

FEW = 6
"""So many refused actions stand in the menu itself; more of them go into one of their own."""
WAITING = "What it can do is being reckoned …"
_FROM = {"turn": ""}
"""What follows the name of a tool that does not begin somewhere."""
MEASURES = ("tape", "sight", "reach", "turn")
"""Tools that begin at the selected model, where the window has them."""


class ModelMenu(QObject):
    """Builds the menu anew each time: it shows what is true now.

    While the actions are still being reckoned the menu says so, and fills when they come.
    """

    def __init__(self, desk: Desk, by_hand: QMenu, theme: Callable[[], Theme], parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self._by_hand = by_hand
        self._theme = theme
        self._window = parent
        self.menu: QMenu | None = None
        self._waits: tuple[ModelId, QAction] | None = None
        desk.session.studied.connect(self._fill)

    def open(self, name: str, where: QPoint) -> None:
        """Select the model and open its menu at a point of the screen."""
        session = self._desk.session
        if not session.game.has_model(name):
            return
        if name not in session.selection[:1]:
            session.select((name,))
        model = session.game.model(ModelId(name))
        menu = QMenu(self._window)
        menu.setObjectName("model_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.setAccessibleName(f"Actions of {session.onlooker.seen.model(model.id).name}")
        self.menu = menu
        menu.destroyed.connect(self._gone)
        if model.on_table:
            self._waits = (model.id, menu.addAction(WAITING))
            self._waits[1].setEnabled(False)
            self._fill()
            menu.addSeparator()
            self._measures(menu)
        hand = menu.addMenu(self._by_hand)
        hand.setText("By &hand")
        hand.setIcon(self._icon("by_hand"))
        menu.popup(where)
        first = next((action for action in menu.actions() if action.isEnabled() and not action.isSeparator()), None)
        if first is not None:
            menu.setActiveAction(first)

    def _gone(self) -> None:
        self.menu, self._waits = None, None

    def _fill(self) -> None:
        """Put the offers where the menu says that they are still to come."""
        if self.menu is None or self._waits is None:
            return
        name, place = self._waits
        session = self._desk.session
        if session.pending is not None:
            place.setText("A question is open: answer it first, or press Esc.")
            self._waits = None
            return
        known = name not in session.onlooker.unknown
        offers = session.study(name).offers if known else ()
        if offers is None:
            return
        self._waits = None
        legal = [offer for offer in offers if offer.legal]
        refused = [offer for offer in offers if not offer.legal]
        place.setVisible(not offers)
        place.setText("Nothing to do in this phase." if known else "Its own side alone knows what it can do.")
        for number, offer in enumerate(legal, start=1):
            self.menu.insertAction(place, self._offer(offer, str(number) if number < 10 else ""))
        if not refused:
            return
        self.menu.insertSeparator(place)
        aside = self.menu
        if len(refused) > FEW:
            aside = QMenu(f"&Refused now ({len(refused)})", self.menu)
            aside.setToolTipsVisible(True)
            aside.setIcon(self._icon("cross"))
            self.menu.insertMenu(place, aside)
        for offer in refused:
            action = self._offer(offer)
            if aside is self.menu:
                aside.insertAction(place, action)
            else:
                aside.addAction(action)

    def _offer(self, offer: Offer, key: str = "") -> QAction:
        """One action.  A refused one can be taken too: then all its reasons are said."""
        title = rulers.tell(offer.title).replace("&", "&&")
        action = QAction(f"{title}\t{key}" if key else title, self.menu)
        action.setIcon(self._icon(offer.icon or "next") if offer.legal else self._icon("cross"))
        told = "\n".join((*(tally.text() for tally in offer.plan.tallies), *offer.plan.notes))
        if not offer.legal:
            told = offer.plan.objections[0].text
            action.setText(f"{title} (refused)")
        told = rulers.tell(told)
        action.setToolTip(told or title)
        action.setStatusTip(told.replace("\n", " · "))
        action.setProperty("legal", offer.legal)
        action.triggered.connect(lambda: self._do(offer.command))
        return action

    def _do(self, command: Command) -> None:
        self._desk.view.setFocus()
        self._desk.session.do(command)

    def _measures(self, menu: QMenu) -> None:
        """The tools that begin at the model, with their keys."""
        for tool in self._desk.tools:
            if tool.id in MEASURES:
                action = menu.addAction(
                    self._icon(tool.icon), f"{tool.title}{_FROM.get(tool.id, ' from here')}\t{tool.key}"
                )
                action.setObjectName(f"from_here:{tool.id}")
                action.setStatusTip(tool.hint)
                action.setToolTip(tool.hint)
                action.triggered.connect(lambda _=False, name=tool.id: self._begin(name))

    def _begin(self, name: str) -> None:
        """Take the tool up on the selected model: keys go on from there, and so does the mouse."""
        bench, view, session = self._desk.bench, self._desk.view, self._desk.session
        view.setFocus()
        bench.let_go()
        bench.clear()
        bench.take(name)
        if not session.selection or name == "turn":
            return
        model = session.game.model(session.selection[0])
        none = Qt.MouseButton.NoButton
        touch = Touch(model.x, model.y, none, none, Qt.KeyboardModifier.NoModifier, model.id, 1 / view.pixels_per_inch)
        if name == "tape":
            bench.feed(Hand("key", touch, key=Qt.Key.Key_Right))
        else:
            bench.feed(Hand("hover", touch))

    def _icon(self, name: str) -> QIcon:
        return icon(name, self._theme().text)
