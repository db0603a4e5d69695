"""Proof and paper, put together: who sees whom, printing, pictures, and the cue whose turn it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from desktop.banner import Banner
from desktop.desk import Desk, Dock
from desktop.look import Theme
from desktop.matrix import Matrix
from desktop.panels.panel import Column
from desktop.printing import PicturePanel, PrintPanel
from desktop.tools import sight
from desktop.turn_cue import TurnCue
from desktop.work import Work
from engine.game import ModelId
from engine.measuring.answer import Measured, asked
from engine.measuring.sights import sight_both_ways

MOST_HIGH = 0.42
"""Share of the window's height that the grid takes at most when it is opened."""


class Proof:
    """Docks that stay hidden until they are asked for; *docks* by name."""

    def __init__(self, window: QMainWindow, desk: Desk, banner: Banner, theme: Theme, paper: Work) -> None:
        """*paper* is where work on paper and pictures is done."""
        self._window, self._desk, self._paper = window, desk, paper
        self.matrix = Matrix(desk.session, theme)
        self.print_panel = PrintPanel(desk, theme, paper)
        self.picture_panel = PicturePanel(desk, theme, paper)
        self.matrix.busy = self._is_busy
        self.matrix.asked.connect(self.prove)
        self.cue = TurnCue(desk.session, desk.view, theme)
        self._low = 0
        self.docks: dict[str, QDockWidget] = {
            "matrix": Dock("matrix", "Who sees whom", self.matrix, edges=(0, 0, 0, 4)),
            "print": Dock("print", "Print", Column(self.print_panel), edges=(0, 0, 8, 0)),
            "picture": Dock("picture", "Picture", Column(self.picture_panel), edges=(0, 0, 8, 0)),
        }
        for panel, name in ((self.print_panel, "print"), (self.picture_panel, "picture")):
            panel.noted.connect(banner.note)
            panel.faulted.connect(banner.fault)
            panel.left.connect(self.docks[name].hide)
            panel.left.connect(desk.view.setFocus)

    def dock(self, beside: dict[str, QDockWidget]) -> dict[str, QDockWidget]:
        """Put the docks where they belong, hidden: the grid under the table, paper where the model's card is."""
        window = self._window
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.docks["matrix"])
        window.splitDockWidget(beside["side_view"], self.docks["matrix"], Qt.Orientation.Horizontal)
        for name in ("print", "picture"):
            window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.docks[name])
            window.tabifyDockWidget(beside["model"], self.docks[name])
        for dock in self.docks.values():
            dock.hide()
        self.docks["matrix"].toggleViewAction().toggled.connect(self._lower)
        return self.docks

    def show_matrix(self) -> None:
        """Open the grid, or put it away."""
        dock = self.docks["matrix"]
        side = self._window.findChild(QDockWidget, "side_view")
        low = side.height() if side is not None and side.isVisible() and not dock.isVisible() else 0
        if self._turned_away(dock):
            return
        wanted = min(self.matrix.wish(), round(self._window.height() * MOST_HIGH))
        if dock.height() < wanted and not dock.isFloating():
            self._low = self._low or low
            self._window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)
            if side is not None and side.isVisible():
                self._window.resizeDocks([side, dock], [2, 3], Qt.Orientation.Horizontal)
        self.matrix.table.setFocus()

    def _lower(self, shown: bool) -> None:
        """The grid is put away: the table gets back the room that it took."""
        side = self._window.findChild(QDockWidget, "side_view")
        if not shown and self._low and side is not None and side.isVisible():
            self._window.resizeDocks([side], [self._low], Qt.Orientation.Vertical)
        if not shown:
            self._low = 0

    def show_print(self) -> None:
        """Open the print panel, or put it away."""
        if not self._turned_away(self.docks["print"]):
            self.print_panel.sizing.setFocus()

    def show_picture(self) -> None:
        """Open the export of pictures, or put it away."""
        if not self._turned_away(self.docks["picture"]):
            self.picture_panel.which.setFocus()

    def _turned_away(self, dock: QDockWidget) -> bool:
        """Hide a dock that is to be seen; else bring it to the front."""
        now = QWidget.focusWidget(self._window)
        inside = now is not None and dock.isAncestorOf(now)
        if dock.isVisible() and inside:
            dock.hide()
            self._desk.view.setFocus()
            return True
        dock.show()
        dock.raise_()
        return False

    def _is_busy(self) -> bool:
        """The hand and the paper come before the grid."""
        return self._desk.bench.moving or self._paper.busy

    def prove(self, viewer: str, target: str) -> None:
        """Show on the table what the sight tool would: the line, its cut, and the words."""
        bench, game = self._desk.bench, self._desk.session.game
        if not (game.has_model(viewer) and game.has_model(target)):
            return
        one, other = game.model(ModelId(viewer)), game.model(ModelId(target))
        bench.let_go()
        bench.clear()

        def heard(told: object) -> None:
            if isinstance(told, Measured):
                sight.show(bench, told, one, other, "kept")

        bench.ask(lambda stop: sight_both_ways(game, one, other, asked("sight", one, other)), heard)
        for end in (one, other):
            drawn = self._desk.scene.model_item(end.id)
            if drawn is not None:
                self._desk.view.ensureVisible(drawn, 30, 30)

    def wear(self, theme: Theme) -> None:
        """Dress everything."""
        for panel in (self.matrix, self.print_panel, self.picture_panel):
            panel.set_theme(theme)
        self.cue.look = theme

    def close(self) -> None:
        """Nothing is reckoned or written any more."""
        self.matrix.close_worker()
        self._paper.close_down()
