"""Build mode: in, out, and everything that stands round the table meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QDoubleSpinBox, QMenu, QToolBar, QWidget

from desktop.build import arrange, draw, place
from desktop.build.bar import Bar
from desktop.build.cards import BoardCard, PenCard, ZoneCard
from desktop.build.columns import Columns
from desktop.build.commands import Commands
from desktop.build.contents import Contents
from desktop.build.files import TableFiles
from desktop.build.grid_card import GridCard
from desktop.build.inspector import Inspector
from desktop.build.overlay import Overlay
from desktop.build.shelf import Shelves
from desktop.build.stage import Stage
from desktop.build.workshop import Workshop
from desktop.desk import Dock
from desktop.look import Theme
from desktop.panels.panel import Column
from desktop.scene.touch import Touch
from desktop.session import OPEN_QUESTION
from desktop.tools.hand import Hand
from desktop.tools.tool import Tool
from desktop.turns import Turns

if TYPE_CHECKING:
    from desktop.window import Window

ARRANGE, PLACE, DRAW, ZONE = "build_arrange", "build_place", "build_draw", "build_zone"


class Build(QObject):
    """One for each window.  Nothing of it is made before it is first entered, but its commands."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window
        self.on = False
        self._coming = False
        """Is it being made, to be entered in a moment?"""
        self._turns = Turns(self)
        self._worn = window.theme
        self._dressed: Theme | None = None
        self.shop = Workshop(window.desk.session, self)
        self.shop.ruled.connect(lambda name: None if name == window.theme.ruler.id else window.set_ruler(name))
        desk = window.desk
        self.overlay = Overlay(window.theme)
        self.stage = Stage(self.shop, desk.bench, desk.view, self.overlay)
        self.tools = self._learned()
        desk.bench.learn(self.tools)
        self.files = TableFiles(window, self.shop, window.banner)
        self.commands = Commands(self, window.menus, window.titles["&Build"])
        self.docks: tuple[QDockWidget, ...] = ()
        self._faulted = False

    def _learned(self) -> tuple[Tool, ...]:
        stage = self.stage
        return (
            Tool(
                ARRANGE, "Arrange", "V", "select", lambda _: arrange.gesture(stage), arrange.HINT,
                arrange.KEYS, arrange.KEYS,
            ),
            Tool(PLACE, "Place", "P", "next", lambda _: place.gesture(stage), place.HINT, place.KEYS, place.KEYS),
            Tool(DRAW, "Draw", "D", "terrain", lambda _: draw.piece_gesture(stage), draw.HINT, draw.KEYS, draw.KEYS),
            Tool(ZONE, "Zone", "Z", "zone", lambda _: draw.zone_gesture(stage), draw.ZONE_HINT, draw.KEYS, draw.KEYS),
        )  # fmt: skip

    # In and out --------------------------------------------------------------------------------

    def toggle(self) -> None:
        if self.on or self._coming:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Put the workshop round the table; not while a question is open."""
        window, desk = self.window, self.window.desk
        if self.on:
            return
        if desk.session.pending is not None:
            self.commands.toggle.setChecked(False)
            window.banner.fault(OPEN_QUESTION)
            return
        self._coming = True
        if self.docks or not self._turns.busy:
            self._turns.begin(self._entering())

    def _entering(self) -> Iterator[None]:
        """What stands round the table is made the first time, and then put there."""
        if not self.docks:
            yield from self._furnish()
            yield
            self._dress_cards()  # before they are shown
            for dock in self.docks:
                yield
                self.window.wardrobe.put_on(dock)
            yield
        coming, self._coming = self._coming, False
        if not coming or self.window.desk.session.pending is not None:
            self.commands.toggle.setChecked(self.on)
            return
        self.on = True
        self._dress_cards()
        self._take_over()
        yield
        self.columns.put_in()
        self.window.desk.view.setFocus()

    def _take_over(self) -> None:
        """The table is in the hands of the workshop."""
        desk = self.window.desk
        desk.session.select(())
        desk.bench.let_go()
        desk.bench.clear()
        desk.scene.addItem(self.overlay)
        self.commands.allow(True)
        self.take(ARRANGE)
        self.shop.choose(())

    def leave(self) -> None:
        """Everything round the table is as it was before."""
        self._coming = False
        if not self.on:
            return
        desk = self.window.desk
        self.on = False
        self.shop.draft.clear()
        desk.bench.take(desk.tools[0].id)
        self.shop.choose(())
        self.stage.clear()
        self.stage.point_with(None)
        desk.scene.removeItem(self.overlay)
        self.commands.allow(False)
        self._turns.begin(self._leaving())

    def _leaving(self) -> Iterator[None]:
        yield  # the table is painted without the workshop's marks before all panels are laid out
        self.columns.take_out()
        self.window.desk.view.setFocus()
        yield
        self.window.arrangement.tidy()

    def reset(self) -> None:
        """All panels where they were at first, here and in play."""
        self.columns.reset()

    def settle(self) -> None:
        """What is begun, in or out, is done at once."""
        self._turns.finish()

    def escape(self) -> None:
        """Let go of one thing: the outline, the gesture, the tool, the corners, the choice; then the mode."""
        bench, shop = self.window.desk.bench, self.shop
        focus = QApplication.focusWidget()
        if focus is not None and any(dock.isAncestorOf(focus) for dock in self.docks):
            self.window.desk.view.setFocus()
        elif shop.draft:
            self._well()
            shop.draft.clear()
            bench.let_go()
            self.stage.rest()
        elif bench.tool.id != ARRANGE:
            self.take(ARRANGE)
        elif bench.let_go():
            self.stage.rest()
        elif shop.shows_corners and shop.chosen:
            shop.show_corners(False)
        elif shop.chosen or shop.zone is not None:
            shop.choose(())
        else:
            self.leave()

    def take(self, tool: str) -> None:
        """Another tool of the workshop."""
        if not self.on:
            return
        self._well()
        bench = self.window.desk.bench
        if tool != ZONE and self.shop.zone is not None:
            self.shop.choose(())
        if tool in (DRAW, ZONE) and bench.tool.id != tool:
            self.shop.draft.clear()
            self.shop.choose(())
        bench.take(tool)
        self.bar.show_tool(tool)
        self._deal()

    def _deal(self) -> None:
        """Which cards lie in the right column."""
        tool = self.window.desk.bench.tool.id
        chosen = bool(self.shop.chosen)
        zone = self.shop.zone is not None
        self.inspector.setVisible(chosen)
        self.pen.setVisible(tool == DRAW)
        self.zone.setVisible(zone or tool == ZONE)
        self.board.setVisible(not chosen and not zone)

    # Furniture ---------------------------------------------------------------------------------

    def _furnish(self) -> Iterator[None]:
        window, theme, shop = self.window, self.window.theme, self.shop
        self.shelves = Shelves(shop, theme)
        yield
        self.contents, self.inspector = Contents(shop, theme), Inspector(self.stage, theme)
        yield
        self.pen, self.zone = PenCard(shop, theme), ZoneCard(shop, theme)
        yield
        self.board = BoardCard(shop, theme)
        yield
        self.grid = GridCard(shop, theme)
        self.bar = Bar(shop, [(tool.id, tool.title, tool.key) for tool in self.tools], theme)
        strip = QToolBar("Build")
        strip.setObjectName("build_bar")
        strip.setMovable(False)
        strip.toggleViewAction().setVisible(False)
        strip.addWidget(self.bar)
        cards = Column(self.pen, self.zone, self.inspector, self.board, self.grid)
        left = Dock("build_library", "Library", self.shelves, self.contents, edges=(8, 0, 0, 4))
        right = Dock("build_inspector", "Piece and board", cards, edges=(0, 0, 8, 4))
        self.columns, self.docks = Columns(window, strip, left, right), (left, right)
        self._connect()
        self.wear(self.window.theme)

    def _connect(self) -> None:
        shop, window = self.shop, self.window
        shop.chose.connect(self._chose)
        shop.refused.connect(self._fault)
        shop.changed.connect(self._well)
        shop.opened.connect(self.open_numbers)
        self.bar.tool.connect(self.take)
        self.bar.done.connect(self.leave)
        self.shelves.taken.connect(self._taken)
        self.shelves.dragged.connect(lambda spot: self._reach(spot, drops=False))
        self.shelves.dropped.connect(lambda spot: self._reach(spot, drops=True))
        self.board.save.connect(self.save_table)
        self.board.open.connect(window.files.choose)
        self.board.export.connect(self.export_table)
        self.board.ready.connect(self._lay_out)
        for dock in self.docks:
            for field in dock.findChildren(QDoubleSpinBox):
                field.lineEdit().returnPressed.connect(window.desk.view.setFocus)
        self.pen.finish = lambda: self._press_enter()
        self.pen.drop = lambda: self.escape() if shop.draft else None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._hush)

    def wear(self, theme: Theme) -> None:
        """Dress everything of build mode."""
        self.overlay.set_theme(theme)
        if theme.ruler != self.shop.ruler:
            self.shop.take_ruler(theme.ruler.id)
        self._worn = theme
        if self.on:
            self._dress_cards()

    def _dress_cards(self) -> None:
        """In the clothes in force, if they are not worn already: who is not at work may change later."""
        theme = self._worn
        if self.docks and theme != self._dressed:
            self._dressed = theme
            for card in (self.shelves, self.contents, self.inspector, self.pen, self.zone, self.board, self.grid):
                card.set_theme(theme)
            self.bar.set_theme(theme)
            self._deal()

    def open_menu(self, where: QPoint, x: float, y: float) -> None:
        """A right click: choose what is under the mouse, and what can be done to it."""
        found = self.stage.under((x, y), 1 / self.window.desk.scene.pixels_per_inch)
        if found and found[0] not in self.shop.chosen:
            self.shop.choose(found[:1])
        menu = QMenu(self.window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = ("build_copy", "build_cut", "build_paste", "build_duplicate", "build_delete", "build_group",
                 "build_ungroup", "build_numbers")  # fmt: skip
        menu.addActions([self.window.menus.by_name[name] for name in names])
        menu.addSeparator()
        menu.addActions([self.window.menus.by_name[name] for name in ("undo", "redo", "fit")])
        menu.popup(where)

    # What happens ------------------------------------------------------------------------------

    def _chose(self) -> None:
        if not self.on:
            return
        if not self.stage.holding and self.window.desk.bench.tool.id == ARRANGE:
            self.stage.rest()
        self._deal()

    def _fault(self, sentence: str) -> None:
        self._faulted = True
        self.window.banner.fault(sentence)

    def _well(self) -> None:
        """Something worked: the last fault is over."""
        if self._faulted:
            self._faulted = False
            self.window.banner.hide()

    def _taken(self) -> None:
        self.take(PLACE)
        self.window.desk.bench.let_go()
        self.window.desk.view.setFocus()
        self.window.desk.bench.feed(Hand("told", self._touch(*self.stage.centre())))

    def _reach(self, spot: QPoint, *, drops: bool) -> None:
        """A piece drawn off the list: it follows over the table, and stays where it is let go."""
        view = self.window.desk.view
        at = view.viewport().mapFromGlobal(spot)
        if not view.viewport().rect().contains(at):
            if drops:
                self.take(ARRANGE)
            return
        bench, (x, y) = self.window.desk.bench, view.inches_at(at)
        bench.feed(Hand("hover", self._touch(x, y)))
        if drops:
            bench.feed(Hand("press", self._touch(x, y, Qt.MouseButton.LeftButton)))
            self.take(ARRANGE)

    def _touch(self, x: float, y: float, button: Qt.MouseButton = Qt.MouseButton.NoButton) -> Touch:
        pixel = 1 / self.window.desk.scene.pixels_per_inch
        none = Qt.KeyboardModifier.NoModifier
        return Touch(x=x, y=y, button=button, buttons=button, modifiers=none, model=None, pixel=pixel)

    def _press_enter(self) -> None:
        self.window.desk.bench.feed(Hand("key", self._touch(*self.stage.centre()), key=Qt.Key.Key_Return))

    def _hush(self, *_: object) -> None:
        if self.on:
            self.commands.hush()

    def _lay_out(self, name: str) -> None:
        self.files.lay_out(name)
        self.window.desk.view.fit_table()

    def open_numbers(self) -> None:
        """To the first field of what is chosen."""
        card: QWidget = self.inspector.name if self.shop.chosen else self.board.name
        if self.shop.chosen and not self.inspector.name.isEnabled():
            card = self.inspector.bottom
        if self.shop.zone is not None:
            card = self.zone.name
        card.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def paste(self) -> None:
        """Where the mouse is over the table, else beside what was copied."""
        view = self.window.desk.view
        spot = view.viewport().mapFromGlobal(view.cursor().pos())
        inside = view.viewport().underMouse() and view.viewport().rect().contains(spot)
        at = view.inches_at(QPointF(spot).toPoint()) if inside else None
        table = self.shop.table
        on_board = at is not None and 0 <= at[0] <= table.width and 0 <= at[1] <= table.height
        self.shop.paste(at if on_board else None)

    def save_table(self) -> None:
        self.files.choose_save()

    def export_table(self) -> None:
        self.files.choose_export(self.window.theme)
