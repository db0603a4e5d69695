"""Whoever cannot see the screen hears every part of it; whoever has lost a panel gets it back."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import Table
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QProgressBar,
    QSlider,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop import app
from desktop.battles import Battles
from desktop.hints import HINTS
from desktop.panels.panel import Panel
from desktop.window import LAYOUT, Window
from engine.commands import Act, NextPhase
from engine.game import ModelId

HEARD = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QProgressBar, QSlider)
"""Kinds of widgets that a person works with."""
PARTS_OF = (QComboBox, QAbstractSpinBox, QLineEdit)
"""What Qt puts into these speaks for itself."""


def nameless(window: QWidget) -> list[str]:
    """Widgets a person works with, or that take the focus, which a screen reader could not name."""
    found = []
    for widget in window.findChildren(QWidget):
        inner = any(isinstance(above, PARTS_OF) for above in above_it(widget))
        works = isinstance(widget, HEARD) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not works or inner or widget.objectName().startswith("qt_"):
            continue
        spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        if not spoken.strip():
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {place(widget)}")
    return found


def above_it(widget: QWidget) -> list[QWidget]:
    """The widgets it stands in, the nearest first."""
    found = []
    above = widget.parentWidget()
    while above is not None:
        found.append(above)
        above = above.parentWidget()
    return found


def place(widget: QWidget) -> str:
    return " < ".join(type(above).__name__ for above in above_it(widget)[:5])


def test_everything_in_the_window_has_a_name_to_be_spoken(street: Table) -> None:
    for dock in street.window.docks.values():
        dock.show()
    street.session.select(("tove",))
    street.settle()
    assert nameless(street.window) == []


def test_a_question_has_names_too(table: Table) -> None:
    table.session.select(("ada",))
    table.session.do(Act(model=table.model("ada").id, action="hit", targets=("cid",)))
    table.settle()

    assert table.window.panels.prompt.isVisible()
    assert nameless(table.window) == []


def test_the_list_speaks_side_conditions_and_place(table: Table) -> None:
    roster = table.window.panels.roster.list

    assert roster.item(2).data(Qt.ItemDataRole.AccessibleTextRole) == "Cid of Blue, Fighter, ready, at 20.0, 10.0"


def test_a_list_without_models_says_how_one_comes(table: Table) -> None:
    roster = table.window.panels.roster
    assert not roster.none.isVisible()

    table.session.new(replace(table.session.game, models=()))
    table.settle()

    assert (roster.list.count(), roster.none.isVisible()) == (0, True)


def test_every_panel_and_tool_has_a_hint_for_the_status_bar(table: Table) -> None:
    silent = [type(panel).__name__ for panel in table.window.findChildren(Panel) if not panel.statusTip()]
    tools = table.window.panels.tool_list.buttons

    assert [name for name in silent if name in {"Card", "Actions", "Roster", "Prompt", "Why", "OddsPanel", "Log"}] == []
    assert all(button.statusTip() and button.statusTip() in button.toolTip() for button in tools.values())


def test_tab_comes_round_the_window_and_hides_nothing(table: Table) -> None:
    table.session.select(("ada",))
    table.window.panels.roster.list.setFocus()
    shown = {dock.objectName() for dock in table.window.docks.values() if dock.isVisible()}
    walked: list[QWidget] = []
    for _ in range(80):
        now = QApplication.focusWidget()
        assert now is not None
        assert now.isVisible()
        if now is table.view:
            break
        walked.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)

    names = [widget.objectName() for widget in walked]
    assert "roster" in names
    assert {dock.objectName() for dock in table.window.docks.values() if dock.isVisible()} == shown
    assert len(set(map(id, walked))) > 8


# Layout ------------------------------------------------------------------------------------------


def where(window: Window) -> dict[str, tuple[bool, bool, Qt.DockWidgetArea]]:
    return {
        name: (dock.isVisible(), dock.isFloating(), window.dockWidgetArea(dock)) for name, dock in window.docks.items()
    }


def test_reset_layout_brings_every_dock_back_where_it_was(table: Table) -> None:
    window = table.window
    first = where(window)
    for dock in window.docks.values():
        dock.hide()
    window.docks["log"].show()
    window.docks["log"].setFloating(True)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, window.docks["side_view"])
    window.docks["model"].show()
    window.proof.show_print()
    table.settle()
    assert where(window) != first

    window.menus.by_name["reset"].trigger()
    table.settle()
    assert where(window) == first
    assert window.docks["log"].size().height() > 60
    QTest.qWait(400)  # docks slide into place
    assert tabs(window) == [["Log", "History", "Readings"]]


def tabs(window: Window) -> list[list[str]]:
    """Of every bar of tabs that stands in the window, also behind something else: it would come to light one day."""
    bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible()]
    inside = [bar for bar in bars if window.rect().contains(bar.geometry())]
    return [[bar.tabText(tab) for tab in range(bar.count())] for bar in inside]


def lose(window: Window) -> QTabBar:
    """What Qt leaves behind now and then, when docks are laid again."""
    bar = QTabBar(window)
    for title in ("Log", "History"):
        bar.addTab(title)
    bar.setGeometry(window.docks["log"].geometry().adjusted(0, 60, 0, 0))
    bar.show()
    return bar


def test_tabs_that_qt_loses_sight_of_are_put_away_by_a_reset_and_on_the_way_out_of_build_mode(
    table: Table, qtbot: QtBot
) -> None:
    window = table.window
    lost = lose(window)
    assert ["Log", "History"] in tabs(window)
    window.reset_layout()
    qtbot.waitUntil(lost.isHidden)
    assert tabs(window) == [["Log", "History", "Readings"]]

    window.build.toggle()
    qtbot.waitUntil(lambda: window.build.on)
    QTest.qWait(50)
    lost.show()
    window.build.leave()
    qtbot.waitUntil(lost.isHidden)
    QTest.qWait(400)
    assert tabs(window) == [["Log", "History", "Readings"]]


def test_a_reset_in_build_mode_leaves_play_where_it_was_at_first(table: Table, qtbot: QtBot) -> None:
    window = table.window
    first, size = where(window), window.size()
    window.docks["log"].hide()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, window.docks["side_view"])
    window.build.toggle()
    qtbot.waitUntil(lambda: window.build.on)
    QTest.qWait(50)
    library, cards = window.build.docks
    library.setFloating(True)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, cards)

    window.reset_layout()
    QTest.qWait(50)
    assert (library.isFloating(), window.dockWidgetArea(cards)) == (False, Qt.DockWidgetArea.RightDockWidgetArea)
    assert library.isVisible()
    assert cards.isVisible()
    assert window.build.bar.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.values())
    window.build.leave()
    QTest.qWait(400)
    assert where(window) == first
    assert window.panels.phase_bar.isVisible()
    assert not window.build.bar.isVisible()
    assert (tabs(window), window.size()) == ([["Log", "History", "Readings"]], size)


def opened(folder: Path) -> Window:
    window = app.window(app.Options(theme="dark"), Battles(folder))
    window.resize(1280, 800)
    window.show()
    QTest.qWait(20)
    return window


def test_a_layout_is_found_again_at_the_next_start(qapp: object, tmp_path: Path) -> None:
    window = opened(tmp_path)
    window.docks["side_view"].hide()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, window.docks["log"])
    window.close()

    again = opened(tmp_path)
    assert not again.docks["side_view"].isVisible()
    assert again.dockWidgetArea(again.docks["log"]) == Qt.DockWidgetArea.LeftDockWidgetArea
    again.close()


def test_the_layout_of_a_version_with_other_docks_is_let_go(qapp: object, tmp_path: Path) -> None:
    window = opened(tmp_path)
    strange = QDockWidget("Gone by now")
    strange.setObjectName("gone_by_now")
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, strange)
    window.docks["side_view"].hide()
    old, same = window.saveState(LAYOUT - 1), window.saveState(LAYOUT)
    first = window.saveState(LAYOUT)
    window.close()
    assert first

    QSettings().setValue("layout", old)
    newer = opened(tmp_path)
    assert newer.docks["side_view"].isVisible()
    newer.close()

    QSettings().setValue("layout", same)
    lacking = opened(tmp_path)
    assert not lacking.docks["side_view"].isVisible()
    assert lacking.docks["model"].isVisible()
    lacking.menus.by_name["reset"].trigger()
    QTest.qWait(20)
    assert lacking.docks["side_view"].isVisible()
    lacking.close()


def test_at_1280_by_800_five_actions_and_the_key_numbers_are_in_sight(qapp: object, tmp_path: Path) -> None:
    window = opened(tmp_path)
    session = window.desk.session
    while len(session.system.offers(session.game, session.game.model(ModelId("tove")))) < 5:
        session.do(NextPhase())
        while session.pending is not None:
            session.throw()
    window.turn_to("tove")
    QTest.qWait(400)
    assert window.height() == 800

    actions = window.panels.actions
    rows = [row for row in actions.findChildren(QAbstractButton) if row.objectName().startswith("offer:")]
    whole = [row for row in rows if row.visibleRegion().boundingRect().height() == row.height()]
    assert len(whole) >= min(5, len(rows))
    assert len(rows) >= 5
    numbers = next(
        made for made in window.panels.card.findChildren(type(window.panels.card.kind)) if "Skill" in made.text()
    )
    assert numbers.visibleRegion().boundingRect().height() >= numbers.height() - 1
    window.close()


def test_larger_words_have_wider_columns_and_the_table_keeps_its_room(street: Table, qtbot: QtBot) -> None:
    window = street.window
    window.resize(1280, 800)
    street.settle()
    for percent in (100, 150, 200):
        window.set_text(percent)
        wide = pytest.approx(min(232 * percent / 100, 1280 * 0.25), abs=12)
        qtbot.waitUntil(lambda wide=wide: window.docks["sides"].width() == wide, timeout=5000)
        tools = window.panels.tool_list.buttons.values()
        if percent < 200:
            assert all(button.fontMetrics().horizontalAdvance(button.words) < button.width() - 60 for button in tools)
        assert street.view.width() > 1280 * 0.4
    window.set_text(100)


def test_every_command_has_a_hint_for_the_status_bar(table: Table) -> None:
    commands = table.window.menus.by_name

    assert [name for name, action in commands.items() if not action.statusTip()] == []
    assert [name for name in HINTS if name not in commands] == []


def test_one_key_puts_all_panels_away_and_brings_back_those_that_were_shown(table: Table) -> None:
    docks = table.window.docks
    docks["side_view"].hide()
    table.settle()
    before = {name for name, dock in docks.items() if not dock.isHidden()}
    wide = table.view.width()

    table.key(Qt.Key.Key_F9)
    assert [name for name, dock in docks.items() if not dock.isHidden()] == []
    assert table.view.width() > wide

    table.key(Qt.Key.Key_F9)
    assert {name for name, dock in docks.items() if not dock.isHidden()} == before


def test_a_window_closed_without_panels_has_them_again(table: Table) -> None:
    shown = {name for name, dock in table.window.docks.items() if not dock.isHidden()}
    table.key(Qt.Key.Key_F9)
    table.window.shut()

    assert {name for name, dock in table.window.docks.items() if not dock.isHidden()} == shown


def test_a_kept_layout_leaves_no_stray_tabs(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    """Qt forgets the tab bars of docks that are laid again before their window is shown, and leaves them standing."""
    for start in range(2):
        window = app.window(app.Options(theme="dark"), Battles(tmp_path / "autosaves"))
        window.resize(900 + 300 * start, 800)
        window.show()
        table = Table(window)
        table.settle()
        for size in ((1280, 800), (1000, 700)):
            window.resize(*size)
            table.settle()
            bars = [bar for bar in window.findChildren(QTabBar) if bar.isVisible() and bar.count()]
            titles = [bar.tabText(place) for bar in bars for place in range(bar.count())]
            assert sorted(titles) == ["History", "Log", "Model and actions", "Readings"]
            log = next(bar for bar in bars if bar.count() == 3)
            assert log.y() == pytest.approx(window.docks["log"].geometry().bottom() + 1, abs=2)
        do = window.menus.by_name["print"]
        do.trigger()
        table.settle()
        assert any(bar.tabText(bar.count() - 1) == "Print" and bar.isVisible() for bar in window.findChildren(QTabBar))
        do.trigger()
        window.close()
        window.deleteLater()
        QCoreApplication.processEvents()
