"""The window round the table: menus, docks, files that are dropped, sentences that do not block."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, SHIFT, Table
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from desktop import lately
from desktop.banner import Banner
from desktop.look import theme
from engine.game import Table as Board
from engine.store import write_table

MAP = """{"format": 0.3, "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8},
"pixels_per_grid": 70}, "line_of_sight": [[{"x": 1, "y": 1}, {"x": 6, "y": 1}, {"x": 6, "y": 4}]],
"portals": [], "lights": [], "environment": {}}"""


def drop(table: Table, path: Path) -> None:
    """What the desktop does when a file is let go over the window."""
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path))])
    spot, no_key, left = QPoint(200, 200), Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(spot, Qt.DropAction.CopyAction, content, left, no_key)
    QApplication.sendEvent(table.viewport, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(table.viewport, QDropEvent(QPointF(spot), Qt.DropAction.CopyAction, content, left, no_key))
    table.settle()


def action(table: Table, name: str) -> QAction:
    return table.window.menus.by_name[name]


def test_the_window_opens_on_the_battle_with_every_dock(table: Table) -> None:
    assert table.window.windowTitle() == "Table — Sightline"
    at_first = {"history", "log", "model", "readings", "side_view", "sides"}
    assert set(table.window.docks) == at_first | {"matrix", "picture", "print"}
    assert {name for name, dock in table.window.docks.items() if not dock.isHidden()} == at_first
    assert all(dock.objectName() == name for name, dock in table.window.docks.items())
    assert table.window.panels.roster.list.count() == 3
    assert "Drag a model" in table.window.hint.text()


def test_no_command_has_the_keys_of_another(table: Table) -> None:
    keys = [key.toString() for each in table.window.menus.actions for key in each.shortcuts() if not key.isEmpty()]

    assert sorted(key for key in keys if keys.count(key) > 1) == []


def test_undo_and_redo_from_the_keys(table: Table) -> None:
    table.drag((10, 10), (11, 10), (13, 10))
    moved = table.session.game
    assert table.window.windowTitle() == "Table • — Sightline"
    assert "autosaved" in table.window.kept.text()

    table.key(Qt.Key.Key_Z, CTRL)
    assert table.model("ada").x == 10
    table.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert table.session.game == moved


def test_digits_act_then_answer(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_1)
    assert table.session.pending is not None
    table.key(Qt.Key.Key_5)
    assert table.session.pending is not None
    assert table.session.pending.question.what == "Fall or stand?"
    table.key(Qt.Key.Key_1)
    assert table.session.pending is None
    assert table.model("cid").has("prone")


def test_enter_rolls_what_is_asked_and_otherwise_goes_on(table: Table) -> None:
    table.key(Qt.Key.Key_Return)
    assert table.session.game.round == 2

    table.click(10, 10)
    table.key(Qt.Key.Key_1)
    table.key(Qt.Key.Key_Return)
    assert table.session.journal.entries[-1].events or table.session.answers


def test_escape_lets_go_of_one_thing_at_a_time(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_1)
    assert table.session.pending is not None
    table.key(Qt.Key.Key_Escape)
    assert table.session.pending is None
    assert table.session.selection == ("ada",)
    table.key(Qt.Key.Key_Escape)
    assert table.session.selection == ()


def test_a_dropped_table_is_opened(table: Table, tmp_path: Path) -> None:
    write_table(tmp_path / "yard.table", Board(name="Yard", width=24, height=20))
    drop(table, tmp_path / "yard.table")

    assert table.session.game.table.name == "Yard"
    assert table.window.windowTitle() == "Yard — Sightline"
    assert table.scene.board.width() == 24
    assert str(tmp_path / "yard.table") in lately.files()


def test_a_dropped_document_is_told_what_can_be_opened(table: Table, tmp_path: Path) -> None:
    before = table.session.game
    (tmp_path / "holiday.pdf").write_bytes(b"%PDF-1.7\n" + bytes(40))
    drop(table, tmp_path / "holiday.pdf")

    said = table.window.banner.sentence.text()
    assert said.startswith("holiday.pdf is none of the files that Sightline opens: ")
    assert ".battle" in said
    assert ".dd2vtt" in said
    assert table.session.game is before


def test_a_dropped_map_asks_one_question_and_is_opened_to_scale(table: Table, tmp_path: Path) -> None:
    (tmp_path / "cellar.dd2vtt").write_text(MAP)
    drop(table, tmp_path / "cellar.dd2vtt")
    scale = table.window.scale
    assert scale.isVisible()
    assert table.session.game.table.name == "Table"

    scale.cell.setValue(1.5)
    scale.wall.setValue(2.0)
    QTest.mouseClick(scale.open, Qt.MouseButton.LeftButton)
    table.settle()
    board = table.session.game.table
    assert (board.width, board.height) == (15, 12)
    assert {piece.top for piece in board.terrain} == {2.0}
    assert not scale.isVisible()


def test_a_map_is_asked_about_in_the_measure_that_is_in_force(table: Table, tmp_path: Path) -> None:
    (tmp_path / "cellar.dd2vtt").write_text(MAP)
    table.window.set_ruler("millimetres")
    table.settle()
    drop(table, tmp_path / "cellar.dd2vtt")
    scale = table.window.scale
    assert (scale.cell.text(), scale.wall.text()) == ("25.4 mm", "76.2 mm")

    line = scale.cell.lineEdit()
    line.selectAll()
    QTest.keyClicks(line, "38.1")
    QTest.keyClick(line, Qt.Key.Key_Return)
    table.settle()

    assert (table.session.game.table.width, table.session.game.table.height) == pytest.approx((15, 12))
    assert {piece.top for piece in table.session.game.table.terrain} == {3.0}
    table.window.set_ruler("inches")


def test_a_map_that_cannot_be_read_says_so_instead_of_asking_for_its_scale(table: Table, tmp_path: Path) -> None:
    (tmp_path / "cellar.dd2vtt").write_text(MAP)
    (tmp_path / "torn.dd2vtt").write_text(MAP[: len(MAP) // 2])
    drop(table, tmp_path / "cellar.dd2vtt")
    assert table.window.scale.isVisible()

    drop(table, tmp_path / "torn.dd2vtt")

    assert not table.window.scale.isVisible()
    banner = table.window.findChild(Banner)
    assert banner is not None
    assert banner.sentence.text().startswith("torn.dd2vtt is broken at line 2")


REAL = sorted((Path(__file__).parents[2].parent / "shared" / "samples" / "uvtt").glob("dungeondraft-0.3*.dd2vtt"))
"""Maps by others, in a checkout that has them beside it."""


@pytest.mark.parametrize("path", [None, *REAL], ids=lambda path: path.name if path else "one of our own")
def test_a_real_map_is_dropped_asked_about_and_drawn(table: Table, tmp_path: Path, path: Path | None) -> None:
    if path is None:
        path = tmp_path / "cellar.dd2vtt"
        path.write_text(MAP)
    drop(table, path)
    QTest.mouseClick(table.window.scale.open, Qt.MouseButton.LeftButton)
    table.settle()

    board = table.session.game.table
    walls = [piece for piece in board.terrain if piece.open]
    assert walls
    assert all(
        -0.01 <= x <= board.width + 0.01 and -0.01 <= y <= board.height + 0.01 for w in walls for x, y in w.outline
    )
    assert (table.scene.board.width(), table.scene.board.height()) == (board.width, board.height)
    assert not table.window.grab().isNull()


def test_a_damaged_battle_is_opened_as_far_as_it_goes_and_says_so(table: Table, tmp_path: Path) -> None:
    table.drag((10, 10), (11, 10), (13, 10))
    table.window.files.save_to(tmp_path / "torn.battle")
    good = table.session.game
    with (tmp_path / "torn.battle").open("ab") as file:
        file.write(b'{"entry": {"comm')
    table.session.new(table.session.journal.first)
    drop(table, tmp_path / "torn.battle")

    banner = table.window.findChild(Banner)
    assert table.session.game == good
    assert banner.isVisible()
    assert "torn.battle" in banner.sentence.text()


def test_nonsense_is_refused_in_the_banner_and_nothing_changes(table: Table, tmp_path: Path) -> None:
    table.drag((10, 10), (11, 10), (13, 10))
    before = table.session.journal
    (tmp_path / "list.battle").write_text("not a battle at all\n")
    drop(table, tmp_path / "list.battle")

    assert table.session.journal is before
    assert table.window.banner.isVisible()
    assert "list.battle" in table.window.banner.sentence.text()


def test_what_was_said_of_a_file_goes_when_the_next_one_opens(table: Table, tmp_path: Path) -> None:
    good = tmp_path / "good.battle"
    table.session.save_as(good)
    table.window.files.open_path(tmp_path / "gone.battle")
    assert table.window.banner.isVisible()

    table.window.files.open_path(good)

    assert not table.window.banner.isVisible()


def test_a_battle_without_a_name_is_found_again_under_recent(table: Table) -> None:
    table.drag((10, 10), (11, 10), (13, 10))
    played = table.session.game
    table.session.new(table.session.journal.first)
    menu = QMenu()
    table.window.files.fill_recent(menu)
    autosaved = [entry for entry in menu.actions() if entry.text() and not entry.isSeparator()]
    autosaved[-1].trigger()
    table.settle()

    assert table.session.game == played
    assert table.session.path is None


def test_letters_do_not_fire_while_a_field_is_typed_in(table: Table) -> None:
    field = QLineEdit(table.window)
    field.show()
    field.setFocus()
    QTest.keyClicks(field, "tlz1?")
    table.settle()

    assert field.text() == "tlz1?"
    assert table.bench.tool.id == "select"


def test_any_command_is_found_by_its_name(table: Table) -> None:
    table.key(Qt.Key.Key_K, CTRL)
    palette = table.window.hands.palette
    assert palette.isVisible()
    QTest.keyClicks(palette.line, "line of si")
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    table.settle()

    assert not palette.isVisible()
    assert table.bench.tool.id == "sight"


def test_the_sheet_of_keys_names_every_key(table: Table, qtbot: QtBot) -> None:
    QTest.keyClicks(table.view, "?")
    qtbot.waitUntil(lambda: table.window.beside.sheet.whole)
    said = " ".join(label.text() for label in table.window.beside.sheet.findChildren(QLabel))

    assert table.window.beside.sheet.isVisible()
    assert not table.window.beside.sheet.isModal()
    for words in ("Tape", "Undo", "Shift", "waypoint"):
        assert words in said
    table.window.beside.sheet.close()


def test_the_referee_can_be_chosen(table: Table) -> None:
    action(table, "referee_advise").trigger()
    table.drag((10, 10), (10, 6), (10, 2))

    assert table.session.referee == "advise"
    assert table.model("ada").y == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_every_theme_dresses_window_and_table(table: Table, name: str) -> None:
    action(table, f"theme_{name}").trigger()
    table.settle()  # the table is dressed a turn of the loop after its frame

    assert table.scene.look.name == name
    assert table.window.panels.card.theme.name == name
    assert QSettings().value("theme") == name
    assert QGuiApplication.palette().window().color().name() == table.window.theme.ground


def test_docks_come_back_where_they_were(table: Table) -> None:
    dock = table.window.docks["side_view"]
    dock.toggleViewAction().trigger()
    assert not dock.isVisible()

    table.window.reset_layout()
    table.settle()
    assert dock.isVisible()
    assert not any(dock.isFloating() for dock in table.window.docks.values())


def test_the_status_line_says_where_the_mouse_is(table: Table) -> None:
    table.move(12, 7)

    x, y = (float(part.strip(" ″·")) for part in table.window.where.text().removeprefix("cursor").split(","))
    assert (x, y) == pytest.approx((12, 7), abs=0.1)
    assert "px an inch" in table.window.zoom.text()


def test_about_says_whose_it_is(table: Table) -> None:
    table.window.beside.show_about()

    assert "independent" in table.window.beside.about.informativeText()
    table.window.beside.about.close()


def test_a_right_click_asks_what_to_do_with_the_model_under_it(table: Table) -> None:
    table.press(20, 10, button=Qt.MouseButton.RightButton)
    table.release(20, 10, button=Qt.MouseButton.RightButton)

    assert table.session.selection == ("cid",)
    menu = table.window.hands.model_menu.menu
    assert menu is not None
    assert menu.isVisible()
    menu.close()


def test_a_look_for_one_start_is_not_kept(table: Table) -> None:
    table.window.set_theme("light", keep=False)
    table.settle()

    assert table.scene.look.name == "light"
    assert QSettings().value("theme") != "light"


def test_docks_are_laid_out_before_the_table_changes_and_not_in_the_same_turn(table: Table) -> None:
    wardrobe, came = table.window.wardrobe, []
    turns = QTimer()
    turns.timeout.connect(lambda: came.append("turn"))
    wardrobe.cloth.append(lambda _: came.append("table"))
    turns.start(0)
    wardrobe.wear(lambda: came.append("docks"))
    table.settle()
    turns.stop()

    assert "turn" in came[came.index("docks") : came.index("table")]


def test_what_the_palette_changes_has_a_turn_before_the_first_sheet_is_put_on(table: Table) -> None:
    wardrobe, side = table.window.wardrobe, table.window.docks["sides"]
    before = side.styleSheet()
    table.window.set_theme("contrast", keep=False)
    wardrobe._next()
    assert side.styleSheet() == before
    table.settle()
    assert side.styleSheet() != before


def test_clothes_changed_twice_in_one_breath_are_the_last_ones(table: Table) -> None:
    table.window.beside.present()
    for name in ("light", "contrast"):
        table.window.set_theme(name, keep=False)
    table.settle()
    worn = (
        table.scene.look.name,
        table.window.desk.side_view._look.name,
        table.window.beside.presenter.scene.look.name,
    )
    assert worn == ("contrast", "contrast", "contrast")

    QToolTip.showText(table.window.mapToGlobal(QPoint(50, 50)), "A word", table.window.panels.tool_list)
    table.settle()
    (tip,) = [w for w in QApplication.topLevelWidgets() if w.inherits("QTipLabel")]
    menu = table.window.menuBar().actions()[0].menu()
    menu.ensurePolished()

    assert {w.grab().toImage().pixelColor(5, 5).name() for w in (tip, menu)} == {theme("contrast").panel}
    QToolTip.hideText()
    table.window.beside.presenter.close()


def test_after_a_button_the_keys_belong_to_the_table_again(table: Table) -> None:
    table.click(10, 10)
    button = table.window.panels.tool_list.buttons["tape"]
    button.setFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert table.bench.tool.id == "tape"
    assert table.view.hasFocus()

    table.key(Qt.Key.Key_V)
    table.key(Qt.Key.Key_R)
    assert table.model("ada").facing == 45


def test_an_action_looked_at_is_cut_along_its_line(table: Table, qtbot: QtBot) -> None:
    table.click(10, 10)
    offer = table.window.panels.actions.offers[0]
    table.window.panels.actions.considered.emit(offer)
    side_view = table.window.desk.side_view
    qtbot.waitUntil(lambda: "Ada → Cid" in side_view.accessibleDescription(), timeout=5000)

    table.window.panels.actions.considered.emit(None)
    assert "Ada" not in side_view.accessibleDescription()
