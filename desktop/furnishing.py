"""What stands in the window beside its start page: panels, docks, menus, and all that ties them together.

Bit by bit: the start page is looked at meanwhile, and answers between one bit and the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QToolBar, QVBoxLayout, QWidget

from desktop.adding import AddFrame, EditFrame
from desktop.banner import Banner, ScaleQuestion
from desktop.beside import Beside
from desktop.build import Build
from desktop.curtain import Curtain
from desktop.desk import Arrangement, Desk, Panels, docked
from desktop.disputes import Disputes
from desktop.files import Files
from desktop.hands import Hands
from desktop.look import Theme
from desktop.look.parts import Line
from desktop.menus import Menus
from desktop.proof import Proof
from desktop.window import LAYOUT, Window
from desktop.work import Work


def furnish(window: Window, desk: Desk) -> Iterator[None]:
    """Everything in its place; what is under the start page stays under it."""
    window.desk = desk
    window.panels = Panels(desk, window.theme)
    yield
    _parts(window, desk)
    yield
    _lay_out(window)
    yield
    window.docks = {}
    for _ in docked(window, desk, window.panels, window.docks):
        window.start.raise_()
        yield
    window.start.raise_()
    yield
    window.proof = Proof(window, desk, window.banner, window.theme, window.paper)
    window.docks |= window.proof.dock(window.docks)
    window.arrangement = Arrangement(window, window.docks, lambda: window.proof.dock(window.docks))
    _status(window)
    window.start.raise_()
    yield
    window.beside = Beside(window)
    window.menus = Menus(window)
    yield
    window.build = Build(window)
    _walk_keys(window)
    window.hands = Hands(window)
    yield
    _connect(window)
    _wear(window)
    yield
    window.set_motion(window.motion_on)
    window.set_covers(window.covers_on)
    _restore(window)
    window.titled()
    window.furnished = True


def _parts(window: Window, desk: Desk) -> None:
    theme = window.theme
    window.banner = Banner(theme)
    window.scale = ScaleQuestion()
    window.files = Files(window, desk, window.banner, window.scale, theme)
    window.paper = Work()
    desk.bench.stops = lambda: window.paper.cancel() or window.files.work.cancel()
    window.disputes = Disputes(desk, window.banner, window.paper)
    window.add_frame = AddFrame(desk.session, window.theme, desk.view)
    window.edit_frame = EditFrame(desk.session, window.theme, desk.view)
    window.add_frame.added.connect(window.set_down)


def _lay_out(window: Window) -> None:
    bar = QToolBar("Phases")
    bar.setObjectName("phases")
    bar.setMovable(False)
    bar.toggleViewAction().setVisible(False)
    bar.addWidget(window.panels.phase_bar)
    window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    for widget in (window.banner, window.scale, window.files.cloth.strip):
        column.addWidget(widget)
    column.addWidget(window.desk.view, 1)
    window.setCentralWidget(middle)
    window.start.raise_()


def _status(window: Window) -> None:
    bar = window.statusBar()
    bar.setSizeGripEnabled(False)
    bar.setContentsMargins(10, 0, 10, 2)
    window.hint, window.where, window.storey, window.zoom, window.kept = Line(), QLabel(), QLabel(), QLabel(), QLabel()
    bar.addWidget(window.hint, 1)
    for part in (window.files.work, window.paper, window.where, window.storey, window.zoom, window.kept):
        bar.addPermanentWidget(part)
    window.hint.setText(window.desk.bench.tool.hint)


def _walk_keys(window: Window) -> None:
    """Tab walks the models, but only where the table has the focus: elsewhere it walks the window."""
    for key, step in ((Qt.Key.Key_Tab, 1), (Qt.Key.Key_Backtab, -1)):
        action = QAction("Next model" if step > 0 else "Previous model", window)
        action.setShortcuts([QKeySequence(key), QKeySequence("Shift+Tab")] if step < 0 else [QKeySequence(key)])
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _=False, step=step: window.walk(step))
        window.desk.view.addAction(action)


def _restore(window: Window) -> None:
    window.curtain = Curtain(window.docks)
    if not window.restoreState(window.kept_bytes("layout"), LAYOUT):
        _share_out(window)
        QTimer.singleShot(0, window, lambda: _share_out(window))  # once it has its true size
    QTimer.singleShot(0, window, window.arrangement.tidy)
    window.start.raise_()


def _share_out(window: Window) -> None:
    window.arrangement.share_out(window.theme.text_scale)


def _wear(window: Window) -> None:
    """From now on all of it changes clothes with the window."""
    desk = window.desk
    worn = (desk.side_view, window.banner, window.add_frame, window.edit_frame)
    window.wardrobe.wearers += [part.set_theme for part in worn]
    window.wardrobe.wearers += [panel.set_theme for panel in window.panels]
    window.wardrobe.wearers += [window.proof.wear, window.build.wear, window.files.cloth.wear]

    def lay(theme: Theme) -> None:
        desk.scene.set_theme(theme)
        desk.view.resetCachedContent()

    window.wardrobe.cloth += [lay, window.beside.wear]
    window.wardrobe.wear()


def _connect(window: Window) -> None:
    session, bench, panels = window.desk.session, window.desk.bench, window.panels
    session.faulted.connect(window.banner.fault)
    window.build.shop.pictured.connect(window.files.cloth.do)
    session.noted.connect(window.banner.note)
    session.journal_changed.connect(window.titled)
    session.keeping.moved.connect(window.titled)
    session.asked.connect(window.hand_back)
    session.journal_changed.connect(window.hand_back)
    bench.taken.connect(window.hand_back)
    bench.hinted.connect(window.hint.setText)
    bench.measured.connect(window.copy_later)
    bench.weighed.connect(panels.odds.consider)
    bench.taken.connect(panels.tool_list.show_current)
    panels.tool_list.chosen.connect(bench.take)
    panels.card.more.connect(window.edit_frame.open)
    panels.phase_bar.wanted.connect(window.turn_to)
    panels.actions.considered.connect(panels.odds.consider)
    panels.actions.considered.connect(bench.consider)
    for panel in (panels.card, panels.actions, panels.prompt, panels.log, panels.readings):
        panel.cited.connect(panels.why.show_clause)
    _connect_start(window)
    QGuiApplication.styleHints().colorSchemeChanged.connect(window.follow_system)
    window.desk.view.context_menu.connect(window.hands.open_menu)
    running = QApplication.instance()
    if isinstance(running, QApplication):
        running.focusChanged.connect(window.focus_moved)


def _connect_start(window: Window) -> None:
    start, files = window.start, window.files
    start.begin.connect(files.begin)
    start.set_up.connect(files.set_up)
    start.open.connect(files.open_path)
    start.lesson.connect(files.open_lesson)
    start.teach.connect(window.hands.teach)
    start.choose.connect(files.choose)
    start.left.connect(window.desk.view.setFocus)
    window.desk.session.journal_changed.connect(start.uncover)
