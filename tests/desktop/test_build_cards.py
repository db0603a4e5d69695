"""The numbers beside the table: pieces, board, units, files, and the list of what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, LEFT
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QListWidget, QWidget
from pytestqt.qtbot import QtBot
from test_build_drawing import choose
from yard import KEY, Yard, block, middle

from desktop.look.length_field import LengthField
from desktop.look.rulers import RULERS, ruler
from engine import building, seeds, skirmish, store, uvtt


def press(yard: Yard, name: str) -> None:
    QTest.mouseClick(yard.find(name), LEFT)
    yard.settle()


# The inspector -----------------------------------------------------------------------------


def test_name_heights_place_and_size_are_typed(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    yard.typed("piece_name", "Old altar")
    yard.typed("piece_top", "3.5")
    yard.typed("piece_bottom", "1")
    yard.typed("piece_x", "10")
    yard.typed("piece_y", "9")
    yard.typed("piece_width", "6")
    yard.typed("piece_depth", "3")
    stone = yard.piece("stone")

    assert (stone.name, stone.bottom, stone.top) == ("Old altar", 1.0, 3.5)
    assert building.box((stone,)) == (7, 7.5, 13, 10.5)
    assert yard.notes() == [
        "Stone renamed", "Old altar changed", "Old altar changed", "Old altar moved", "Old altar moved",
        "Old altar resized", "Old altar resized",
    ]  # fmt: skip


def test_kind_sight_and_footing_are_chosen_or_typed(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    choose(yard, "piece_sight", "Obscures")
    choose(yard, "piece_footing", "Very difficult")
    field = yard.find("piece_kind")
    field.setFocus()
    field.lineEdit().selectAll()
    QTest.keyClicks(field.lineEdit(), "thorn bush")
    QTest.keyClick(field.lineEdit(), KEY.Key_Return)
    yard.settle()
    stone = yard.piece("stone")

    assert (stone.sight, stone.footing, stone.kind) == ("obscuring", "very_difficult", "thorn_bush")


def test_a_top_below_the_bottom_is_refused(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4, bottom=1.0))
    yard.click(5, 5)
    yard.typed("piece_top", "0.5")

    assert yard.piece("stone").top == 2.0
    assert yard.said().startswith("Stone: its top (0.5″) is below its bottom (1″).")
    assert yard.find("piece_top").inches == 2.0


def test_a_group_is_lifted_and_stretched_whole(yard: Yard) -> None:
    yard.lay(block("hut/a", 4, 4), block("hut/b", 6, 4, top=4.0, bottom=2.0))
    yard.click(5, 5)
    yard.typed("piece_bottom", "1")
    yard.typed("piece_top", "9")

    assert [(part.bottom, part.top) for part in yard.session.game.table.terrain] == [(1, 5), (5, 9)]
    assert yard.find("piece_sight").currentText() == "Stops sight"
    assert not yard.find("piece_name").isEnabled()


def test_turning_by_a_number(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    yard.typed("piece_turn", "45")

    assert building.box((yard.piece("stone"),))[0] == pytest.approx(5 - 2**0.5)
    assert yard.find("piece_turn").value() == 0


def test_corners_are_typed_in_a_list(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    yard.key(KEY.Key_C)
    listed = yard.find("piece_corners")
    assert listed.isVisible()
    listed.item(2, 0).setText("9.5")
    yard.settle()
    assert yard.piece("stone").outline[2] == (9.5, 6)

    listed.item(0, 1).setText("far")
    yard.settle()
    assert yard.said() == "“far” is no length. Type a number, such as 4 or 2.5."
    assert listed.item(0, 1).text() == "4″"


def test_enter_goes_from_the_table_to_the_numbers_and_escape_back(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.key(KEY.Key_Tab)
    yard.key(KEY.Key_Return)
    assert yard.window.focusWidget() is yard.find("piece_name")
    assert yard.notes() == []


# Units -------------------------------------------------------------------------------------


def test_centimetres_and_millimetres_as_one_likes_and_remembered(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    choose(yard, "ruler", "Centimetres")
    assert yard.find("piece_width").text() == "5.08 cm"
    yard.typed("piece_width", "10.16")
    assert building.box((yard.piece("stone"),)) == pytest.approx((3, 4, 7, 6))
    choose(yard, "ruler", "Millimetres")
    assert yard.find("piece_width").text() == "101.6 mm"
    assert QSettings().value("ruler") == "millimetres"
    assert yard.window.theme.ruler.id == "millimetres"
    assert yard.find("grid").currentText() == "20 mm"


def test_what_is_only_shown_keeps_its_exact_inches(qapp: object) -> None:
    field = LengthField("Width")
    told: list[float] = []
    field.measured.connect(told.append)
    field.show_inches(1 / 3)
    for one in RULERS:
        field.take_ruler(one)
        QTest.keyClick(field, KEY.Key_Return)

    assert (field.inches, told) == (1 / 3, [])
    assert ruler("furlongs").id == "inches"
    assert [one.say(4.0) for one in RULERS] == ["4″", "10.16 cm", "101.6 mm"]


def test_the_grid_can_be_finer_and_off(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    choose(yard, "grid", "0.25″")
    yard.view.setFocus()
    yard.drag((5, 5), (8, 7), (11.3, 8.05))
    assert middle(yard.piece("stone")) == (11.25, 8.0)

    yard.key(KEY.Key_G)
    assert not yard.find("snaps").isChecked()
    yard.drag((11.25, 8), (9, 8), (8.1, 8.1))
    assert middle(yard.piece("stone")) == pytest.approx((8.1, 8.1), abs=0.06)


# The board ---------------------------------------------------------------------------------


def test_the_board_has_any_size_and_ground_and_undo_brings_it_back(yard: Yard) -> None:
    yard.typed("board_width", "48.5")
    yard.typed("board_height", "30")
    yard.typed("board_name", "The ford")
    choose(yard, "board_ground", "Snow")
    table = yard.session.game.table
    assert (table.name, table.width, table.height, table.ground) == ("The ford", 48.5, 30.0, "snow")

    yard.view.setFocus()
    while yard.session.can_undo:
        yard.key(KEY.Key_Z, CTRL)
    table = yard.session.game.table
    assert (table.name, table.width, table.height, table.ground) == ("Yard", 30, 20, "moss")


def test_every_ground_can_be_had(yard: Yard) -> None:
    from desktop.look import GROUNDS

    box = yard.find("board_ground")

    assert [box.itemData(at) for at in range(box.count())] == list(GROUNDS)


def test_what_a_smaller_board_leaves_outside_is_said(yard: Yard) -> None:
    yard.lay(block("stone", 26, 4))
    yard.typed("board_width", "20")

    assert yard.said().startswith("Off the board now: Stone.")
    yard.key(KEY.Key_Z, CTRL)
    assert yard.session.game.table.width == 30.0


def test_a_ready_board_is_laid_out_in_one_step_that_can_be_undone(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    models = yard.session.game.models
    box = yard.find("ready_board")
    assert box.count() == len(seeds.boards()) + 1
    yard.window.build.board.ready.emit("winter_pass")
    yard.settle()
    table, ready = yard.session.game.table, skirmish.board("winter_pass")

    assert (table.name, table.width, table.ground, table.terrain) == (ready.name, 48, "snow", ready.terrain)
    assert [zone.side for zone in table.zones] == ["red", "blue"]
    assert yard.session.game.models == models
    assert len(yard.session.journal.entries) == 1
    yard.key(KEY.Key_Z, CTRL)
    assert yard.ids() == ["stone"]


def test_clear_all(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4), block("two", 9, 9))
    press(yard, "table_clear")
    assert yard.ids() == []
    yard.key(KEY.Key_Z, CTRL)
    assert yard.ids() == ["stone", "two"]


def test_a_table_is_saved_and_opened_again(yard: Yard, tmp_path: Path) -> None:
    yard.lay(block("stone", 4, 4))
    path = tmp_path / "yard.table"
    assert yard.window.build.files.save(path)
    assert store.read(path).table == yard.session.game.table
    assert yard.said().startswith("The table is in yard.table.")

    yard.lay()
    yard.window.files.open_path(path)
    yard.settle()
    assert yard.ids() == ["stone"]
    assert all(model.place == "reserve" for model in yard.session.game.models)


def test_where_nothing_can_be_written_it_is_said(yard: Yard, tmp_path: Path) -> None:
    assert not yard.window.build.files.save(tmp_path / "nowhere" / "a.table")
    assert yard.said().startswith("a.table could not be written: the folder does not exist")
    assert not yard.window.build.files.export(tmp_path / "nowhere" / "a.uvtt", yard.window.theme)


def test_a_map_for_other_programs_holds_walls_and_picture(yard: Yard, tmp_path: Path) -> None:
    yard.lay(block("stone", 4, 4))
    assert yard.window.build.files.export(tmp_path / "yard.uvtt", yard.window.theme)
    back = uvtt.read(tmp_path / "yard.uvtt")

    assert (back.table.width, len(back.table.terrain)) == (30, 1)
    assert back.picture is not None
    assert back.picture.startswith(b"\x89PNG")


# The list ----------------------------------------------------------------------------------


def test_what_stands_there_is_chosen_from_the_list_and_taken_away(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4), block("hut/a", 9, 9), block("hut/b", 11, 9))
    listed = yard.window.build.contents.list
    assert [listed.item(at).text() for at in range(listed.count())] == ["Stone", "Hut"]
    said = listed.item(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Hut, 2 parts, at 11″, 10″"

    listed.setFocus()
    QTest.keyClick(listed, KEY.Key_Down)
    QTest.keyClick(listed, KEY.Key_Down)
    yard.settle()
    assert yard.shop.chosen == ("hut/a", "hut/b")
    QTest.keyClick(listed, KEY.Key_Delete)
    yard.settle()
    assert yard.ids() == ["stone"]

    yard.click(5, 5)
    assert [row.text() for row in listed.selectedItems()] == ["Stone"]


def test_everything_has_a_name_to_be_read_aloud(yard: Yard) -> None:
    yard.lay(block("one", 4, 4), block("two", 9, 9))
    yard.key(KEY.Key_A, CTRL)
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QListWidget)
    docks: tuple[QWidget, ...] = (*yard.window.build.docks, yard.window.build.bar)
    nameless = [
        widget.objectName() or type(widget).__name__
        for dock in docks
        for kind in kinds
        for widget in dock.findChildren(kind)
        if not widget.accessibleName() and not isinstance(widget.parent(), QAbstractSpinBox)
    ]

    assert nameless == []


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_every_theme_dresses_the_workshop(yard: Yard, theme: str) -> None:
    yard.lay(block("one", 4, 4))
    yard.window.set_theme(theme)
    yard.click(5, 5)
    yard.settle()

    assert not yard.window.grab().isNull()


def test_in_a_narrow_field_the_unit_goes_and_not_the_last_digits(qtbot: QtBot) -> None:
    field = LengthField("How wide")
    qtbot.addWidget(field)
    field.resize(150, 30)
    field.show()
    field.take_ruler(RULERS[2])
    field.show_inches(22.0)
    assert field.text() == "558.8 mm"

    field.resize(field.fontMetrics().horizontalAdvance("558.8 mm") + 14, 30)
    assert field.text() == "558.8"
    field.show_inches(1.0)
    assert field.text() == "25.4 mm"
    field.resize(150, 30)
    field.show_inches(22.0)
    assert (field.text(), field.inches) == ("558.8 mm", 22.0)
