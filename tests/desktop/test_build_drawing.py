"""Outlines drawn, corners moved, zones given to sides: with real mouse and keys."""

from __future__ import annotations

import pytest
from at_table import CTRL, LEFT, NONE, SHIFT
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from yard import KEY, Yard, block, middle

from engine import building
from engine.game import Zone


def double(yard: Yard, x: float, y: float) -> None:
    QTest.mouseDClick(yard.viewport, LEFT, NONE, yard.pixel(x, y))
    QTest.mouseRelease(yard.viewport, LEFT, NONE, yard.pixel(x, y))
    yard.settle()


def choose(yard: Yard, name: str, title: str) -> None:
    """Pick a row of a box by its words, with the keyboard."""
    box = yard.find(name)
    box.setFocus()
    at = box.findText(title, Qt.MatchFlag.MatchContains)
    assert at >= 0, [box.itemText(row) for row in range(box.count())]
    while box.currentIndex() != at:
        before = box.currentIndex()
        QTest.keyClick(box, KEY.Key_Down if before < at else KEY.Key_Up)
        assert box.currentIndex() != before
    yard.settle()


# Drawing -----------------------------------------------------------------------------------


def test_a_polygon_is_clicked_and_closed_with_enter(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    yard.key(KEY.Key_2)
    for corner in ((4, 4), (9, 4), (9, 8)):
        yard.click(*corner)
    yard.move(4, 8)
    assert len(yard.window.build.overlay.shown.draft) == 4
    yard.click(4, 8)
    yard.key(KEY.Key_Return)

    hill = yard.piece("hill")
    assert hill.outline == ((4, 4), (9, 4), (9, 8), (4, 8))
    assert (hill.kind, hill.top, hill.footing, hill.sight) == ("hill", 1.0, "solid", "solid")
    assert yard.notes() == ["Hill set up"]
    assert yard.shop.chosen == ("hill",)


def test_a_click_on_the_first_corner_or_a_double_click_closes_too(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    for corner in ((4, 4), (9, 4), (9, 8), (4, 4)):
        yard.click(*corner)
    for corner in ((14, 4), (19, 4)):
        yard.click(*corner)
    yard.click(19, 8)
    double(yard, 19, 8)

    assert yard.piece("block").outline == ((4, 4), (9, 4), (9, 8))
    assert yard.piece("block_2").outline == ((14, 4), (19, 4), (19, 8))


def test_backspace_takes_the_last_corner_back_and_escape_all(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    for corner in ((4, 4), (9, 4), (20, 18)):
        yard.click(*corner)
    yard.key(KEY.Key_Backspace)
    assert yard.shop.draft == [(4, 4), (9, 4)]
    yard.key(KEY.Key_Escape)

    assert yard.shop.draft == []
    assert (yard.window.build.on, yard.bench.tool.id) == (True, "build_draw")
    yard.key(KEY.Key_Escape)
    assert yard.bench.tool.id == "build_arrange"


def test_an_undo_meanwhile_does_not_lose_the_outline(yard: Yard) -> None:
    yard.lay(block("stone", 20, 14))
    yard.drag((21, 15), (23, 15), (25, 15))
    yard.key(KEY.Key_D)
    for corner in ((4, 4), (9, 4), (9, 8)):
        yard.click(*corner)
    yard.key(KEY.Key_Z, CTRL)
    assert middle(yard.piece("stone")) == (21, 15)
    yard.move(6, 8)
    yard.key(KEY.Key_Return)

    assert yard.piece("block").outline == ((4, 4), (9, 4), (9, 8))


def test_a_drag_draws_a_rectangle_and_shift_a_free_line(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    yard.key(KEY.Key_6)
    yard.drag((3, 3), (6, 5), (8, 7))
    assert yard.piece("woods").outline == ((3, 3), (8, 3), (8, 7), (3, 7))
    assert (yard.piece("woods").sight, yard.piece("woods").footing) == ("obscuring", "difficult")

    yard.press(14, 4, SHIFT)
    for spot in ((16, 3.4), (18, 4), (19, 6), (18, 8), (16, 9), (14, 7)):
        yard.move(*spot, SHIFT)
    yard.release(14, 5, SHIFT)
    free = yard.piece("woods_2")
    assert len(free.outline) >= 6
    assert building.box((free,)) == pytest.approx((14, 3.4, 19, 9), abs=0.1)


def test_a_wall_line_has_two_corners_and_no_thickness(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    yard.key(KEY.Key_4)
    yard.click(4, 4)
    yard.click(12, 4)
    yard.key(KEY.Key_Return)

    assert (yard.piece("wall_line").outline, yard.piece("wall_line").open) == (((4, 4), (12, 4)), True)


def test_a_self_crossing_outline_is_refused_and_stays_to_be_mended(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    for corner in ((4, 4), (8, 8), (8, 4), (4, 8)):
        yard.click(*corner)
    yard.key(KEY.Key_Return)
    assert yard.ids() == []
    assert yard.said() == "The outline crosses or touches itself at 6, 6. Move a corner, or take the last one back."

    yard.key(KEY.Key_Backspace)
    yard.key(KEY.Key_Return)
    assert yard.piece("block").outline == ((4, 4), (8, 8), (8, 4))
    assert yard.said() == ""


def test_no_area_and_off_the_board_are_sentences(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    for corner in ((4, 4), (8, 4), (12, 4)):
        yard.click(*corner)
    yard.key(KEY.Key_Return)
    assert yard.said().startswith("The outline encloses no area")
    yard.key(KEY.Key_Escape)

    yard.drag((-6, 4), (-4, 6), (-3, 8), mod=CTRL)
    assert yard.said().startswith("Block would lie off the board of 30 × 20″.")
    assert yard.ids() == []


def test_corners_snap_to_neighbours_and_with_ctrl_to_nothing(yard: Yard) -> None:
    yard.lay(block("tower", 10.3, 8.7))
    yard.key(KEY.Key_D)
    yard.click(10.2, 8.6)
    yard.click(10.2, 4.2, CTRL)
    assert yard.shop.draft[0] == pytest.approx((10.3, 8.7))
    assert yard.shop.draft[1] == pytest.approx((10.2, 4.2), abs=0.05)


def test_the_keyboard_alone_draws(yard: Yard) -> None:
    yard.key(KEY.Key_D)
    x, y = yard.window.build.stage.centre()
    for key, times in ((KEY.Key_Right, 4), (KEY.Key_Down, 3), (KEY.Key_Left, 4)):
        yard.key(KEY.Key_Space)
        for _ in range(times):
            yard.key(key)
    yard.key(KEY.Key_Space)
    yard.key(KEY.Key_Return)

    left, top, right, bottom = building.box((yard.piece("block"),))
    assert (left, top) == pytest.approx((x, y), abs=0.51)
    assert (right - left, bottom - top) == pytest.approx((4, 3))


def test_what_is_drawn_on_a_roof_stands_on_it(yard: Yard) -> None:
    yard.lay(block("house", 8, 6, 6, 3.0))
    yard.key(KEY.Key_D)
    yard.drag((9, 7), (10, 8), (11, 9))
    assert (yard.piece("block").bottom, yard.piece("block").top) == (3.0, 6.0)

    yard.key(KEY.Key_K)
    yard.drag((12, 10), (12.5, 10.5), (13, 11))
    assert yard.piece("block_2").bottom == 0.0


# Corners -----------------------------------------------------------------------------------


def test_a_corner_is_moved_and_a_new_one_drawn_out_of_an_edge(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4, 4))
    yard.click(6, 6)
    yard.key(KEY.Key_C)
    yard.drag((8, 8), (9, 9), (10, 10))
    assert yard.piece("stone").outline == ((4, 4), (8, 4), (10, 10), (4, 8))
    yard.drag((6, 4), (6, 3), (6, 2))
    assert yard.piece("stone").outline == ((4, 4), (6, 2), (8, 4), (10, 10), (4, 8))
    assert yard.notes() == ["Stone reshaped", "Stone reshaped"]


def test_a_corner_drawn_across_is_refused(yard: Yard) -> None:
    yard.lay(block("stone", 4, 4, 4))
    yard.click(6, 6)
    yard.key(KEY.Key_C)
    yard.press(8, 8)
    yard.move(6, 5)
    yard.move(2, 5)
    assert yard.window.build.overlay.shown.fault
    yard.release(2, 5)

    assert yard.piece("stone").outline == block("stone", 4, 4, 4).outline
    assert "crosses or touches itself" in yard.said()


def test_corners_from_the_keys(yard: Yard, qtbot) -> None:
    yard.lay(block("stone", 4, 4, 4))
    yard.key(KEY.Key_Tab)
    yard.key(KEY.Key_C)
    yard.key(KEY.Key_Tab)
    yard.key(KEY.Key_Right, SHIFT)
    qtbot.waitUntil(lambda: bool(yard.notes()), timeout=3000)
    assert yard.piece("stone").outline == ((4, 4), (9, 4), (8, 8), (4, 8))

    yard.key(KEY.Key_Insert)
    assert len(yard.piece("stone").outline) == 5
    yard.key(KEY.Key_Delete)
    yard.key(KEY.Key_Delete)
    assert len(yard.piece("stone").outline) == 3
    yard.key(KEY.Key_Delete)
    assert yard.said().endswith("An outline needs three corners or more, this one has 2. Set another corner.")
    yard.key(KEY.Key_Escape)
    yard.key(KEY.Key_Delete)
    assert yard.ids() == []


# Zones -------------------------------------------------------------------------------------


def test_a_zone_is_drawn_and_belongs_to_a_side(yard: Yard) -> None:
    yard.key(KEY.Key_Z)
    choose(yard, "zone_side", "Blue")
    yard.view.setFocus()
    yard.drag((0, 0), (15, 3), (30, 5))

    assert yard.session.game.table.zones == (Zone("Blue sets up", "blue", ((0, 0), (30, 0), (30, 5), (0, 5))),)
    assert yard.shop.zone == 0
    yard.key(KEY.Key_Z, CTRL)
    assert yard.session.game.table.zones == ()


def test_a_zone_is_renamed_given_away_reshaped_and_taken_away(yard: Yard) -> None:
    yard.key(KEY.Key_Z)
    yard.drag((2, 2), (6, 5), (10, 8))
    yard.typed("zone_name", "The ford")
    choose(yard, "zone_side", "Red")
    yard.view.setFocus()
    yard.key(KEY.Key_V)
    listed = yard.window.build.contents.list
    listed.setCurrentRow(0)
    yard.settle()
    assert yard.shop.zone == 0
    yard.view.setFocus()
    yard.drag((10, 8), (12, 9), (13, 11))
    zone = yard.session.game.table.zones[0]
    assert (zone.name, zone.side, zone.outline) == ("The ford", "red", ((2, 2), (10, 2), (13, 11), (2, 8)))

    yard.drag((2, 4), (3, 4), (4, 4))
    assert yard.session.game.table.zones[0].outline[0] == (4, 2)
    yard.key(KEY.Key_Delete)
    assert yard.session.game.table.zones == ()
