"""What stands on the desk: the parts that `app` puts together, the panels, and the docks they lie in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QVBoxLayout, QWidget

from desktop.battles import Battles
from desktop.look import Theme
from desktop.panels import (
    Actions,
    Card,
    DiceTray,
    History,
    Log,
    OddsPanel,
    PhaseBar,
    Prompt,
    Readings,
    Roster,
    ToolList,
    Why,
)
from desktop.panels.panel import Panel
from desktop.scene import Motion, SideView, TableScene, TableView
from desktop.session import Session
from desktop.tools import Bench, Tool

Area = Qt.DockWidgetArea
ROOM_FOR_BOTH = 340
"""Pixels of the lower dock in which odds and log stand together."""
LEFT, RIGHT = 232, 316
"""Pixels of the columns' widths at first."""
LEAST_SIDE_VIEW = 124
"""Pixels; in a low window the table needs the room."""


@dataclass(frozen=True)
class Desk:
    """What `app` has put together for the window to stand round."""

    session: Session
    scene: TableScene
    view: TableView
    side_view: SideView
    motion: Motion
    bench: Bench
    tools: tuple[Tool, ...]
    new_skirmish: Callable[[], object]
    battles: Battles
    version: str = ""


class Dressed(Protocol):
    """What wears a theme."""

    def set_theme(self, theme: Theme) -> object:
        """Take other clothes."""


class Panels:
    """One of each panel."""

    def __init__(self, desk: Desk, theme: Theme) -> None:
        session = desk.session
        self.phase_bar = PhaseBar(session, theme)
        self.roster = Roster(session, theme)
        self.tool_list = ToolList([(tool.id, tool.title, tool.key, tool.icon, tool.hint) for tool in desk.tools], theme)
        self.prompt = Prompt(session, theme)
        self.dice = DiceTray(session, theme)
        self.card = Card(session, theme)
        self.actions = Actions(session, theme)
        self.why = Why(session, theme)
        self.odds = OddsPanel(session, theme, comes_and_goes=True)
        self.log = Log(session, theme)
        self.history = History(session, theme)
        self.readings = Readings(session, theme)

    def __iter__(self) -> Iterator[Dressed]:
        return iter(vars(self).values())


class Grip(QWidget):
    """A dock's title bar: a row of dots to take hold of, so that the card below may speak for itself."""

    def sizeHint(self) -> QSize:
        return QSize(40, 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Mid))
        middle = self.rect().center()
        for step in range(-2, 3):
            painter.drawEllipse(middle.x() + step * 6 - 1, middle.y() - 1, 2, 2)
        painter.end()


class Dock(QDockWidget):
    """A column of panels that can be moved, hidden and brought back; *edges* are its margins in pixels."""

    def __init__(self, name: str, title: str, *panels: QWidget, edges: tuple[int, int, int, int]) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.setTitleBarWidget(Grip())
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(*edges)
        column.setSpacing(8)
        for panel in panels:
            column.addWidget(panel, int(getattr(panel, "grows", 1)))
        self.setWidget(holder)


def docked(window: QMainWindow, desk: Desk, panels: Panels, found: dict[str, QDockWidget]) -> Iterator[None]:
    """Put every panel in its dock, that in *found*, and every dock in its place, one after the other."""
    left, right = Area.LeftDockWidgetArea, Area.RightDockWidgetArea
    corner = Qt.Corner
    for where, area in (
        (corner.TopLeftCorner, left),
        (corner.BottomLeftCorner, left),
        (corner.TopRightCorner, right),
        (corner.BottomRightCorner, right),
    ):
        window.setCorner(where, area)
    model = (panels.prompt, panels.dice, panels.card, panels.actions, panels.why)
    docks = (
        Dock("sides", "Warbands and tools", panels.roster, panels.tool_list, edges=(8, 0, 0, 4)),
        Dock("model", "Model and actions", *model, edges=(0, 0, 8, 0)),
        Dock("log", "Log", panels.odds, panels.log, edges=(0, 0, 8, 4)),
        Dock("history", "History", panels.history, edges=(0, 0, 8, 4)),
        Dock("readings", "Readings", panels.readings, edges=(0, 0, 8, 4)),
        Dock("side_view", "Side view", desk.side_view, edges=(0, 0, 0, 4)),
    )
    found.update({dock.objectName(): dock for dock in docks})
    yield from in_place(window, found)
    Yielding((panels.prompt, panels.why), (panels.card, panels.actions), found["model"])
    Lower(panels.odds, panels.log, found["log"], (found["history"], found["readings"]))
    share_out(window, found)


def in_place(window: QMainWindow, found: dict[str, QDockWidget]) -> Iterator[None]:
    """Every dock where it stands at first, and to be seen, one after the other: each is dressed and laid out."""
    areas = {"sides": Area.LeftDockWidgetArea, "side_view": Area.BottomDockWidgetArea}
    for name in ("sides", "model", "log", "history", "readings", "side_view"):
        window.addDockWidget(areas.get(name, Area.RightDockWidgetArea), found[name])
        found[name].show()
        yield
    window.tabifyDockWidget(found["log"], found["history"])
    window.tabifyDockWidget(found["history"], found["readings"])
    found["log"].raise_()


def _titles(bar: QTabBar) -> set[str]:
    return {bar.tabText(place) for place in range(bar.count())}


class Yielding(QObject):
    """Panels make room in their column while something more urgent stands in it."""

    def __init__(self, urgent: tuple[Panel, ...], yielding: tuple[Panel, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._urgent, self._yielding = urgent, yielding
        for panel in urgent:
            panel.turning.connect(self._turn)

    def _turn(self, on: bool) -> None:
        pressed = on or any(not panel.isHidden() for panel in self._urgent)
        for panel in self._yielding:
            panel.yields(pressed)


class Lower(QObject):
    """The odds come over the log while an action is considered, and bring the log's dock to the front.

    Where both have no room, the log is away so long.
    """

    def __init__(self, odds: OddsPanel, log: Log, dock: QDockWidget, others: tuple[QDockWidget, ...]) -> None:
        super().__init__(dock)
        self._odds, self._log, self._dock, self._others = odds, log, dock, others
        self._covered: QDockWidget | None = None
        odds.turning.connect(self._turn)

    def _turn(self, on: bool) -> None:
        both = self._dock.height() >= ROOM_FOR_BOTH * self._odds.theme.text_scale
        self._log.setVisible(not on or both)
        self._odds.fills(on and not both)
        if on and self._dock.isVisible() and self._dock.visibleRegion().isEmpty():
            front = [dock for dock in self._others if dock.isVisible() and not dock.visibleRegion().isEmpty()]
            self._covered = front[0] if front else None
            if front:
                self._dock.raise_()
        elif not on:
            if self._covered is not None and self._covered.isVisible():
                self._covered.raise_()
            self._covered = None


class Arrangement:
    """Where the docks stand: as at first, or as wide as their words need."""

    def __init__(self, window: QMainWindow, docks: dict[str, QDockWidget], put_back: Callable[[], object]) -> None:
        """*put_back* puts the docks in their place that stay hidden until they are asked for."""
        self._window, self._docks, self._put_back = window, docks, put_back

    def reset(self, scale: float) -> None:
        """All panels where they were at first, for words *scale* times as large."""
        for dock in self._docks.values():
            if dock.isFloating():
                dock.setFloating(False)
            self._window.removeDockWidget(dock)  # restoring a kept layout would leave tabs of the old one behind
        for _ in in_place(self._window, self._docks):
            pass
        self._put_back()
        self.share_out(scale)
        QTimer.singleShot(0, self._window, self.tidy)

    def share_out(self, scale: float) -> None:
        """The first layout's widths and heights."""
        share_out(self._window, self._docks, scale)

    def tidy(self) -> None:
        """Hide tabs that Qt has lost sight of.

        Docks that are laid again, by a kept layout or as at first, leave the bars of the laying before
        behind, where they were.  Of two bars of the same docks the last made is in use, and of two
        where the one has all that the other has, and more, the larger one.
        """
        seen = {dock.windowTitle() for dock in self._docks.values() if not dock.isHidden()}
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        bars = [bar for bar in self._window.findChildren(QTabBar, options=direct) if not bar.isHidden()]
        held = [(bar, _titles(bar) & seen) for bar in bars if bar.count()]
        for place, (bar, titles) in enumerate(held):
            later = any(titles == others for _, others in held[place + 1 :])
            if later or any(titles < others for _, others in held):
                bar.hide()

    def widen(self, scale: float) -> None:
        """Columns as wide as words of that size need."""
        widen(self._window, self._docks, scale)


def share_out(window: QMainWindow, docks: dict[str, QDockWidget], scale: float = 1.0) -> None:
    """The first layout's widths and heights in pixels, for words *scale* times as large."""
    widen(window, docks, scale)
    window.resizeDocks([docks["model"], docks["log"]], [580, 235], Qt.Orientation.Vertical)
    low = max(LEAST_SIDE_VIEW, round(window.height() * 0.15))
    window.resizeDocks([docks["side_view"]], [low], Qt.Orientation.Vertical)


def widen(window: QMainWindow, docks: dict[str, QDockWidget], scale: float) -> None:
    """Columns wide enough for their words, as far as that leaves the table its room."""
    wide = [min(round(LEFT * scale), round(window.width() * 0.25)), round(RIGHT * scale)]
    wide[1] = min(wide[1], max(RIGHT, round(window.width() * 0.31)))
    window.resizeDocks([docks["sides"], docks["model"]], wide, Qt.Orientation.Horizontal)
