"""Into build mode and out again; pieces set down, moved, turned, resized, copied: with real mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import ALT, CTRL, LEFT, NONE, SHIFT, Table
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QWidget
from pytestqt.qtbot import QtBot
from yard import KEY, Yard, block, middle

from engine import building, store
from engine.journal import Journal

# In and out --------------------------------------------------------------------------------


def shown(yard: Yard) -> set[str]:
    return {dock.objectName() for dock in yard.window.findChildren(QDockWidget) if dock.isVisible()}


def test_build_mode_says_so_and_escape_brings_everything_back(yard: Yard) -> None:
    assert shown(yard) == {"build_library", "build_inspector"}
    assert not yard.window.panels.phase_bar.isVisible()
    assert yard.find("build_done").isVisible()

    yard.key(KEY.Key_Escape)

    assert not yard.window.build.on
    assert {"sides", "model", "log", "side_view"} <= shown(yard)
    assert not shown(yard) & {"build_library", "build_inspector"}
    assert yard.window.panels.phase_bar.isVisible()
    assert yard.bench.tool.id == "select"


def test_a_key_means_one_thing_at_a_time(yard: Yard) -> None:
    def clashes() -> list[str]:
        keys = [key.toString() for each in yard.window.menus.actions for key in each.shortcuts() if not key.isEmpty()]
        return sorted(key for key in keys if keys.count(key) > 1)

    assert clashes() == []
    yard.key(KEY.Key_D)
    assert yard.bench.tool.id == "build_draw"
    yard.window.build.leave()
    assert clashes() == []
    yard.key(KEY.Key_D)
    assert yard.bench.tool.id == "deploy"


def test_no_phase_begins_while_one_builds(yard: Yard) -> None:
    before = yard.session.game
    for key in (KEY.Key_1, KEY.Key_Tab, KEY.Key_Return):
        yard.key(key)
    yard.find("library").setFocus()
    yard.key(KEY.Key_Return)
    yard.key(KEY.Key_Return)
    now = yard.session.game

    assert (now.round, now.phase, now.active, now.models) == (before.round, before.phase, before.active, before.models)


def test_models_are_not_picked_up_while_one_builds(yard: Yard) -> None:
    where = yard.model("ada")
    yard.drag((where.x, where.y), (where.x + 3, where.y))

    assert yard.model("ada") == where
    assert yard.session.selection == ()


def test_closing_in_build_mode_remembers_the_layout_of_play(yard: Yard) -> None:
    yard.window.close()

    assert not yard.window.build.on


# The library -------------------------------------------------------------------------------


def take(yard: Yard, name: str) -> None:
    """Find a piece of the library by typing its name, and take it up."""
    field = yard.find("find_piece")
    field.setFocus()
    field.clear()
    QTest.keyClicks(field, name)
    QTest.keyClick(field, KEY.Key_Return)
    yard.settle()


def test_a_piece_follows_as_a_ghost_and_a_click_sets_it_down(yard: Yard) -> None:
    take(yard, "crate")
    yard.move(10, 8)
    ghost = yard.window.build.overlay.shown.ghosts

    assert [part.name for part in ghost] == ["Crate"]
    assert yard.ids() == []

    yard.click(10, 8)
    yard.click(14, 8)

    assert yard.ids() == ["crate", "crate_2"]
    assert yard.notes() == ["Crate set up", "Crate set up"]
    yard.key(KEY.Key_Z, CTRL)
    assert yard.ids() == ["crate"]
    yard.key(KEY.Key_Z, CTRL | SHIFT)
    assert yard.ids() == ["crate", "crate_2"]


def test_a_piece_is_turned_before_it_is_set_down(yard: Yard) -> None:
    take(yard, "stone wall")
    yard.move(10, 8)
    yard.key(KEY.Key_R)
    yard.key(KEY.Key_R)
    yard.click(10, 8)

    left, top, right, bottom = building.box((yard.piece("stone_wall"),))
    assert (round(right - left, 6), round(bottom - top, 6)) == (0.5, 6.0)

    yard.wheel(1, 20, 8, SHIFT)
    yard.click(20, 8)
    left, top, right, bottom = building.box((yard.piece("stone_wall_2"),))
    assert right - left == pytest.approx(6 * 0.258819 + 0.5 * 0.965926, abs=1e-4)


def test_a_piece_is_drawn_off_the_shelf_with_the_mouse(yard: Yard) -> None:
    listed = yard.window.build.shelves.list
    yard.find("find_piece").setText("barrel")
    yard.settle()
    row = listed.visualItemRect(listed.item(0)).center()
    QTest.mousePress(listed.viewport(), LEFT, NONE, row)
    spot = listed.viewport().mapFromGlobal(yard.viewport.mapToGlobal(yard.pixel(12, 9)))
    half = QPoint((row.x() + spot.x()) // 2, (row.y() + spot.y()) // 2)
    for at in (half, spot):
        QTest.mouseMove(listed.viewport(), at)
        held = _held(listed.viewport(), at)
        QCoreApplication.sendEvent(listed.viewport(), held)
    yard.settle()
    QTest.mouseRelease(listed.viewport(), LEFT, NONE, spot)
    yard.settle()

    assert yard.ids() == ["barrel"]
    assert middle(yard.piece("barrel")) == pytest.approx((12, 9), abs=0.5)
    assert yard.bench.tool.id == "build_arrange"


def _held(widget: QWidget, at: QPoint):
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    where = QPointF(at)
    return QMouseEvent(QEvent.Type.MouseMove, where, widget.mapToGlobal(where), Qt.MouseButton.NoButton, LEFT, NONE)


def test_the_keyboard_alone_sets_a_piece_down(yard: Yard) -> None:
    take(yard, "pillar")
    for _ in range(3):
        yard.key(KEY.Key_Right)
    yard.key(KEY.Key_Return)

    assert middle(yard.piece("pillar")) == pytest.approx((18, 10), abs=0.51)


def test_what_is_set_down_stands_on_what_is_below(yard: Yard) -> None:
    yard.lay(block("house", 8, 6, 4, 3.0))
    take(yard, "crate")
    yard.move(10, 8)
    yard.click(10, 8)

    assert (yard.piece("crate").bottom, yard.piece("crate").top) == (3.0, 4.5)

    yard.move(9, 7)
    yard.key(KEY.Key_BracketLeft)
    yard.key(KEY.Key_BracketLeft)
    yard.click(9, 7)
    assert yard.piece("crate_2").bottom == 0.0


def test_a_house_is_set_down_as_one_group(yard: Yard) -> None:
    take(yard, "cottage")
    yard.move(12, 9)
    yard.click(12, 9)
    yard.click(22, 9)

    assert {building.group_of(id) for id in yard.ids()} == {"cottage", "cottage_2"}
    assert len(yard.session.journal.entries) == 2


def test_off_the_board_is_refused_with_a_sentence(yard: Yard) -> None:
    take(yard, "crate")
    yard.move(-5, 8)
    assert yard.window.build.overlay.shown.fault

    yard.click(-5, 8)
    assert yard.ids() == []
    assert yard.said() == "Crate would lie off the board of 30 × 20″. Put it within its edges."

    yard.click(5, 8)
    assert yard.said() == ""


# Moving ------------------------------------------------------------------------------------


def test_a_drag_is_one_entry_and_snaps_to_the_grid(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.drag((5, 5), (8, 7), (11.2, 8.1))

    assert middle(yard.piece("stone")) == (11, 8)
    assert yard.notes() == ["Stone moved"]
    yard.key(KEY.Key_Z, CTRL)
    assert middle(yard.piece("stone")) == (5, 5)


def test_with_ctrl_nothing_snaps(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.drag((5, 5), (8, 7), (11.3, 8.2), mod=CTRL)

    assert middle(yard.piece("stone")) == pytest.approx((11.3, 8.2), abs=0.06)


def test_a_dragged_piece_snaps_to_the_corner_of_its_neighbour(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4), block("tower", 10.3, 8.7))
    yard.drag((5, 5), (9, 8), (9.4, 9.6))

    assert building.box((yard.piece("stone"),))[2] == pytest.approx(10.3)
    assert building.box((yard.piece("stone"),))[1] == pytest.approx(8.7)


def test_escape_in_a_drag_restores(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.press(5, 5)
    yard.move(8, 8)
    yard.move(9, 9)
    yard.key(KEY.Key_Escape)
    yard.release(9, 9)

    assert middle(yard.piece("stone")) == (5, 5)
    assert yard.notes() == []
    assert yard.window.build.on


def test_what_stood_on_a_roof_falls_to_the_ground_beside_it(yard: Yard) -> None:
    yard.lay(block("house", 8, 6, 4, 3.0), block("crate", 9, 7, 1, 4.5, bottom=3.0))
    yard.drag((9.5, 7.5), (14, 7.5), (16, 7.5))
    assert (yard.piece("crate").bottom, yard.piece("crate").top) == (0.0, 1.5)

    yard.key(KEY.Key_Z, CTRL)
    yard.key(KEY.Key_K)
    yard.drag((9.5, 7.5), (14, 7.5), (16, 7.5))
    assert yard.piece("crate").bottom == 3.0


def test_a_group_moves_whole_and_a_double_click_goes_inside(yard: Yard) -> None:
    yard.lay(block("hut/a", 4, 4), block("hut/b", 6, 4), block("stone", 12, 12))
    yard.drag((5, 5), (6, 6), (8, 5))
    assert (middle(yard.piece("hut/a")), middle(yard.piece("hut/b"))) == ((8, 5), (10, 5))

    QTest.mouseDClick(yard.viewport, LEFT, NONE, yard.pixel(8, 5))
    yard.settle()
    assert yard.shop.chosen == ("hut/a",)
    yard.drag((8, 5), (8, 7), (8, 9))
    assert (middle(yard.piece("hut/a")), middle(yard.piece("hut/b"))) == ((8, 9), (10, 5))


def test_a_band_and_shift_choose_several(yard: Yard) -> None:
    yard.lay(block("one", 4, 4), block("two", 8, 4), block("three", 4, 12))
    yard.drag((2, 2), (8, 6), (11, 8))
    assert yard.shop.chosen == ("one", "two")

    yard.click(5, 13, SHIFT)
    assert set(yard.shop.chosen) == {"one", "two", "three"}
    yard.click(5, 5, SHIFT)
    assert set(yard.shop.chosen) == {"two", "three"}
    yard.drag((9, 5), (12, 5), (14, 5))
    assert (middle(yard.piece("two")), middle(yard.piece("three"))) == ((14, 5), (10, 13))
    yard.key(KEY.Key_Escape)
    assert yard.shop.chosen == ()


def test_alt_reaches_what_lies_below(yard: Yard) -> None:
    yard.lay(block("house", 8, 6, 4, 3.0), block("crate", 9, 7, 2, 4.5, bottom=3.0))
    yard.click(10, 8)
    assert yard.shop.chosen == ("crate",)
    yard.click(10, 8, ALT)
    assert yard.shop.chosen == ("house",)


def test_alt_drag_copies(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.drag((5, 5), (8, 5), (12, 5), mod=ALT)

    assert yard.ids() == ["stone", "stone_2"]
    assert (middle(yard.piece("stone")), middle(yard.piece("stone_2"))) == ((5, 5), (12, 5))


def test_arrows_nudge_and_a_rest_makes_them_one_entry(yard: Yard, qtbot) -> None:
    yard.lay(block("stone", 4, 4))
    yard.key(KEY.Key_Tab)
    for _ in range(3):
        yard.key(KEY.Key_Right)
    yard.key(KEY.Key_Down, SHIFT)
    qtbot.waitUntil(lambda: bool(yard.notes()), timeout=3000)

    assert yard.notes() == ["Stone moved"]
    assert middle(yard.piece("stone")) == (round(5 + 3 / 25.4, 3), 6)


# Turning and resizing ----------------------------------------------------------------------


def test_r_turns_by_45_and_the_wheel_by_15(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    yard.key(KEY.Key_R)
    assert building.box((yard.piece("stone"),))[0] == pytest.approx(5 - 2**0.5)
    yard.key(KEY.Key_R, SHIFT)
    assert building.box((yard.piece("stone"),))[0] == pytest.approx(4)
    yard.wheel(-1, 5, 5, SHIFT)
    assert yard.notes()[-1] == "Stone turned by 15°"


def test_the_handle_turns_in_steps_of_15_degrees(yard: Yard) -> None:
    yard.lay(block("stone", 8, 8, 4))
    yard.click(10, 10)
    grip = next(grip for grip in yard.window.build.stage._grips(yard.view.pixels_per_inch) if grip.kind == "turn")
    yard.drag(grip.spot, (13, 7), (14.1, 10.1))

    assert yard.notes() == ["Stone turned by 90°"]
    assert building.box((yard.piece("stone"),)) == pytest.approx((8, 8, 12, 12))


def test_a_handle_resizes_and_shift_keeps_the_proportions(yard: Yard) -> None:
    yard.lay(block("stone", 8, 8, 4))
    yard.click(10, 10)
    pad = 7 / yard.view.pixels_per_inch
    yard.drag((12 + pad, 12 + pad), (14, 13), (15 + pad, 13 + pad))
    assert building.box((yard.piece("stone"),)) == pytest.approx((8, 8, 15, 13))
    assert yard.notes() == ["Stone resized to 7″ × 5″"]

    yard.key(KEY.Key_Z, CTRL)
    yard.press(12 + pad, 12 + pad, SHIFT)
    yard.move(14, 13, SHIFT)
    yard.move(16 + pad, 12.2, SHIFT)
    yard.release(16 + pad, 12.2, SHIFT)
    assert building.box((yard.piece("stone"),)) == pytest.approx((8, 8, 16, 16))


# Copies and order --------------------------------------------------------------------------


def test_copy_paste_duplicate_and_delete(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4))
    yard.click(5, 5)
    yard.key(KEY.Key_D, CTRL)
    assert (yard.ids(), yard.shop.chosen) == (["stone", "stone_2"], ("stone_2",))
    yard.key(KEY.Key_C, CTRL)
    yard.key(KEY.Key_Delete)
    assert yard.ids() == ["stone"]
    yard.key(KEY.Key_V, CTRL)
    assert yard.ids() == ["stone", "stone_2"]
    yard.key(KEY.Key_X, CTRL)
    assert yard.ids() == ["stone"]
    for _ in range(4):
        yard.key(KEY.Key_Z, CTRL)
    assert yard.ids() == ["stone"]
    assert not yard.session.can_undo


def test_align_and_spread(yard: Yard) -> None:
    yard.lay(block("one", 4, 4), block("two", 9, 7), block("three", 20, 5))
    yard.key(KEY.Key_A, CTRL)
    yard.window.menus.by_name["align_top"].trigger()
    assert [middle(yard.piece(id))[1] for id in ("one", "two", "three")] == [5, 5, 5]
    QTest.mouseClick(yard.find("spread_across"), LEFT)
    yard.settle()
    assert [middle(yard.piece(id))[0] for id in ("one", "two", "three")] == [5, 13, 21]

    yard.click(5, 5)
    yard.window.menus.by_name["align_top"].trigger()
    assert yard.said().startswith("Choose two pieces or more first")


def test_group_and_take_apart(yard: Yard) -> None:
    yard.lay(block("one", 4, 4), block("two", 9, 7))
    yard.key(KEY.Key_A, CTRL)
    yard.key(KEY.Key_G, CTRL)
    assert {building.group_of(id) for id in yard.ids()} == {"one"}
    yard.key(KEY.Key_Escape)
    yard.click(5, 5)
    assert len(yard.shop.chosen) == 2
    yard.key(KEY.Key_G, CTRL | SHIFT)
    assert len({building.group_of(id) for id in yard.ids()}) == 2


def test_brackets_change_the_level(yard: Yard) -> None:
    yard.lay(block("house", 8, 6, 4, 3.0), block("crate", 9, 7, 1, 4.5, bottom=3.0))
    yard.click(9.5, 7.5)
    yard.key(KEY.Key_BracketLeft)
    assert yard.piece("crate").bottom == 0.0
    yard.key(KEY.Key_BracketLeft)
    assert yard.said().startswith("There is nothing below to put it on.")
    yard.key(KEY.Key_BracketRight)
    assert yard.piece("crate").bottom == 3.0
    assert yard.said() == ""


def test_it_is_on_disk_and_comes_back(yard: Yard, tmp_path: Path) -> None:
    yard.lay(block("stone", 4, 4))
    yard.drag((5, 5), (8, 7), (11, 8))
    journal: Journal = yard.session.journal
    saved = tmp_path / "a.battle"
    yard.window.files.save_to(saved)

    opened = store.read(saved).journal
    assert opened is not None
    assert opened.game == journal.game


def test_play_looks_as_before_after_building(yard: Yard) -> None:
    yard.key(KEY.Key_Escape)
    names = ("sides", "model", "log", "side_view")

    def places() -> list[tuple[int, int, int, int]]:
        yard.settle()
        return [yard.window.docks[name].geometry().getRect() for name in names]

    before, width = places(), yard.window.width()
    for _ in range(2):
        yard.key(KEY.Key_B, CTRL)
        yard.key(KEY.Key_Escape)

    assert places() == before
    assert yard.window.width() == width


def test_the_log_tells_a_house_in_one_line_and_strikes_it_when_undone(yard: Yard) -> None:
    take(yard, "cottage")
    yard.move(12, 9)
    yard.click(12, 9)
    told = yard.window.panels.log.text.toPlainText().splitlines()
    assert told == ["The battle begins.", "By hand: Cottage set up."]

    yard.key(KEY.Key_Z, CTRL)
    assert "line-through" in yard.window.panels.log.text.toHtml()


def test_keys_pressed_in_one_breath_go_in_and_out_as_often(table: Table, qtbot: QtBot) -> None:
    """The first entry takes a few turns of the loop; whoever thinks better of it meanwhile stays out."""
    build, toggle = table.window.build, table.window.build.commands.toggle
    for _ in range(2):
        build.toggle()
    QTest.qWait(60)
    table.settle()
    assert (build.on, toggle.isChecked()) == (False, False)

    for _ in range(3):
        build.toggle()
    qtbot.waitUntil(lambda: build.on, timeout=5000)
    QTest.qWait(60)
    assert build.on
    build.leave()
    assert not build.on
