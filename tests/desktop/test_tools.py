"""Real hands on real widgets: what is pressed, dragged, let go of and typed, and what comes of it.

Ada and Ben in red at (10, 10) and (10, 14), Cid in blue at (20, 10); a walk is 6 in.
"""

from __future__ import annotations

import math
from random import Random

import pytest
from at_table import ALT, CTRL, RIGHT, SHIFT, Table
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.panels.roster import ID, RANGE
from desktop.tools import Bench, Gesture, Tool
from engine.commands import Move, NextPhase
from engine.game import MM_PER_INCH

BASE = 25 / MM_PER_INCH
"""Across a base, in inches."""
PIXEL = 0.08
"""Inches that rounding to a pixel may cost."""


def test_a_click_selects_and_a_click_on_the_table_lets_go(table: Table) -> None:
    table.click(10, 10)
    assert table.session.selection == ("ada",)
    assert table.scene.selection == {"ada"}

    table.click(5, 30)
    assert table.session.selection == ()


def test_shift_and_ctrl_add_and_take_away(table: Table) -> None:
    table.click(10, 10)
    table.click(10, 14, SHIFT)
    table.click(20, 10, CTRL)
    assert table.session.selection == ("ada", "ben", "cid")

    table.click(10, 14, CTRL)
    assert table.session.selection == ("ada", "cid")


def test_a_band_selects_what_lies_in_it(table: Table) -> None:
    table.drag((8, 8), (12, 12), (13, 16))

    assert table.session.selection == ("ada", "ben")
    assert len(table.session.journal.entries) == 0


def test_a_legal_drag_moves_the_model_in_one_entry(table: Table) -> None:
    table.drag((10, 10), (12, 8), (14, 7))

    ada = table.model("ada")
    assert (ada.x, ada.y) == pytest.approx((14, 7), abs=PIXEL)
    assert table.shown("ada") == (ada.x, ada.y)
    assert len(table.session.journal.entries) == 1


def test_while_dragging_the_table_shows_the_model_there_and_the_journal_nothing(table: Table) -> None:
    table.press(10, 10)
    table.move(11, 10)
    table.move(14, 10)

    assert table.shown("ada") == pytest.approx((14, 10), abs=PIXEL)
    assert table.model("ada").x == 10
    assert table.session.journal.entries == ()
    assert any("4.0″" in words for words in table.words())
    table.release(14, 10)
    assert len(table.session.journal.entries) == 1


def test_an_illegal_drag_comes_back_with_its_reason(table: Table) -> None:
    table.drag((10, 10), (10, 6), (10, 2))

    assert table.model("ada").y == 10
    assert table.shown("ada") == (10, 10)
    assert table.session.journal.entries == ()
    assert "2.0″ too far." in table.words()
    assert "2.0″ too far." in table.window.panels.why.reasons.text()


def test_a_reason_goes_when_the_hand_takes_hold_again_or_the_table_changes(table: Table) -> None:
    for then in (lambda: table.press(2, 2), lambda: table.session.do(NextPhase())):
        table.drag((10, 10), (10, 6), (10, 2))
        assert "flash" in table.bench.painted

        then()

        assert "flash" not in table.bench.painted
        table.release(2, 2)


def test_the_reason_stands_beside_the_hand_while_it_drags(table: Table) -> None:
    table.press(10, 10)
    table.move(10, 6)
    table.move(10, 2)

    assert "2.0″ too far." in table.words()
    table.move(10, 5)
    assert "2.0″ too far." not in table.words()
    table.release(10, 5)


def listed(table: Table) -> dict[str, str]:
    """The distances that stand beside the names in the list."""
    rows = [table.window.panels.roster.list.item(row) for row in range(table.window.panels.roster.list.count())]
    return {row.data(ID): row.data(RANGE) or "" for row in rows}


def test_the_list_tells_how_far_it_is_to_every_model_while_one_is_dragged(table: Table) -> None:
    table.press(10, 10)
    table.move(11, 10)
    table.move(12.5, 10)
    cid, ben = 7.5 - BASE, math.hypot(2.5, 4) - BASE
    assert listed(table) == {"ada": "", "ben": f"{ben:.1f}″", "cid": f"{cid:.1f}″"}

    table.move(20 - BASE + 0.05, 10)  # drawn to him
    assert listed(table)["cid"] == "contact"

    table.key(Qt.Key.Key_Escape)
    assert set(listed(table).values()) == {""}


def test_in_a_crowd_the_list_waits_until_the_hand_rests(
    table: Table, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.tools.ranges.CROWD", 2)
    table.press(10, 10)
    table.move(11, 10)
    table.move(12.5, 10)
    assert set(listed(table).values()) == {""}, "a number of where the hand was would be a wrong one"

    qtbot.waitUntil(lambda: listed(table)["cid"] == f"{7.5 - BASE:.1f}″")
    table.move(13.5, 10)
    assert set(listed(table).values()) == {""}

    table.key(Qt.Key.Key_Escape)
    QTest.qWait(150)
    assert set(listed(table).values()) == {""}


def test_escape_lets_go_and_restores(table: Table) -> None:
    table.press(10, 10)
    table.move(12, 10)
    table.key(Qt.Key.Key_Escape)

    assert table.shown("ada") == (10, 10)
    assert table.bench.painted == {}
    table.release(12, 10)
    assert table.session.journal.entries == ()


def test_a_right_click_lets_go_and_restores(table: Table) -> None:
    menus: list[object] = []
    table.view.context_menu.connect(lambda *where: menus.append(where))
    table.press(10, 10)
    table.move(12, 10)
    table.press(12, 10, button=RIGHT)
    table.release(12, 10, button=RIGHT)

    assert table.shown("ada") == (10, 10)
    assert menus == []
    table.release(12, 10)
    assert table.session.journal.entries == ()


def test_waypoints_bend_the_path_and_backspace_takes_them_back(table: Table) -> None:
    table.press(10, 10)
    table.move(11, 10)
    table.move(12, 10)
    table.key(Qt.Key.Key_W)
    table.move(12, 8)
    table.key(Qt.Key.Key_Space)
    table.move(13, 7)
    table.key(Qt.Key.Key_Backspace)
    table.release(13, 7)

    command = table.session.journal.entries[0].command
    assert isinstance(command, Move)
    assert len(command.path) == 3
    assert command.path[1] == pytest.approx((12, 10), abs=PIXEL)
    assert command.path[2] == pytest.approx((13, 7), abs=PIXEL)


def test_a_drag_snaps_to_contact_unless_ctrl_is_held(table: Table) -> None:
    table.session.set_referee("off")
    table.drag((10, 10), (15, 10), (20 - BASE - 0.1, 10))
    assert table.model("ada").x == pytest.approx(20 - BASE, abs=0.002)

    table.session.undo()
    table.drag((10, 10), (15, 10), (20 - BASE - 0.1, 10), mod=CTRL)
    away = 20 - BASE - table.model("ada").x
    assert 0.02 < away < 0.2


def test_a_drag_snaps_to_the_end_of_the_move(table: Table) -> None:
    table.drag((10, 10), (13, 10), (16.1, 10))

    assert table.model("ada").x == pytest.approx(16, abs=2e-4)


def test_arrows_build_a_path_that_enter_walks(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_Right, SHIFT)
    table.key(Qt.Key.Key_Right, SHIFT)
    table.key(Qt.Key.Key_Up)
    assert table.shown("ada") == pytest.approx((12, 10 - 1 / MM_PER_INCH))
    assert table.session.journal.entries == ()

    table.key(Qt.Key.Key_Return)
    assert (table.model("ada").x, table.model("ada").y) == pytest.approx((12, 10 - 1 / MM_PER_INCH))
    assert len(table.session.journal.entries) == 1


def test_escape_drops_the_path_of_the_arrows(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_Down, SHIFT)
    table.key(Qt.Key.Key_Escape)

    assert table.shown("ada") == (10, 10)
    assert table.session.selection == ("ada",)
    assert table.session.journal.entries == ()


def test_r_and_the_wheel_turn_the_selected_model(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_R)
    assert table.model("ada").facing == 45
    table.key(Qt.Key.Key_R, SHIFT)
    assert table.model("ada").facing == 0
    scale = table.view.pixels_per_inch
    table.wheel(1, 10, 10, SHIFT)
    assert table.model("ada").facing == 15
    assert table.view.pixels_per_inch == scale
    table.wheel(1, 10, 10)
    assert table.view.pixels_per_inch > scale


def test_alt_drag_pulls_the_facing_round(table: Table) -> None:
    table.drag((10, 10), (11, 10), (14, 10), mod=ALT)

    assert table.model("ada").facing == 90
    assert table.model("ada").x == 10


def test_tab_walks_the_models(table: Table) -> None:
    table.key(Qt.Key.Key_Tab)
    assert table.session.selection == ("ada",)
    table.key(Qt.Key.Key_Tab)
    table.key(Qt.Key.Key_Tab)
    assert table.session.selection == ("cid",)
    table.key(Qt.Key.Key_Backtab, SHIFT)
    assert table.session.selection == ("ben",)


def test_the_tape_measures_edge_to_edge_and_stays(table: Table) -> None:
    table.key(Qt.Key.Key_T)
    assert table.bench.tool.id == "tape"
    table.click(10, 10)
    table.move(15, 12)
    table.click(20, 10)

    assert f"{10 - BASE:.2f}″ edge to edge" in table.words()
    table.key(Qt.Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0] == f"Ada to Cid: {10 - BASE:.2f}″ edge to edge"
    assert "  from: Ada (ada) at 10,10, standing 0″ up, round base 25 mm, 1.2″ high" in copied
    assert any(line.startswith("  tolerance: less than 0.5 mm") for line in copied)
    assert table.window.hint.text() == f"Copied: {copied[0]}"
    table.key(Qt.Key.Key_Escape)
    assert table.words() == []


def test_the_tape_bends_round_corners(table: Table) -> None:
    table.key(Qt.Key.Key_M)
    table.click(4, 4)
    table.move(4, 7)
    table.click(4, 7)
    table.move(8, 7)
    table.click(8, 7)
    table.key(Qt.Key.Key_Return)

    first, last = table.words()
    assert float(first.split("″")[0]) == pytest.approx(3, abs=2 * PIXEL)
    assert last.endswith("″ in all")
    assert float(last.split(" · ")[1].split("″")[0]) == pytest.approx(7, abs=2 * PIXEL)


def test_who_sees_whom_is_painted_said_and_cut(table: Table, qtbot: QtBot) -> None:
    table.key(Qt.Key.Key_L)
    table.click(10, 10)
    table.move(15, 10)
    table.move(20, 10)
    qtbot.waitUntil(lambda: any("clear" in words for words in table.words()), timeout=5000)
    table.click(20, 10)

    assert any(words.startswith(f"{10 - BASE:.2f}″ · clear by") for words in table.words())
    assert "Ada → Cid" in table.window.desk.side_view.accessibleDescription()
    table.key(Qt.Key.Key_Escape)
    table.key(Qt.Key.Key_Escape)
    assert table.words() == []
    assert "Ada" not in table.window.desk.side_view.accessibleDescription()


def test_a_gesture_that_breaks_leaves_a_living_tool_and_a_sentence(table: Table) -> None:
    def clumsy(bench: Bench) -> Gesture:
        hand = yield
        bench.lift(bench.session.game.model("ada"))
        raise RuntimeError(hand.verb)

    said: list[str] = []
    table.session.faulted.connect(said.append)
    table.bench._tools["clumsy"] = Tool("clumsy", "Clumsy", "C", "select", clumsy, "")
    table.bench.take("clumsy")
    table.click(10, 10)
    assert "Clumsy" in said[0]

    table.bench.take("select")
    table.drag((10, 10), (11, 10), (13, 10))
    assert table.model("ada").x == pytest.approx(13, abs=PIXEL)


def test_undo_during_a_drag_lets_go_of_it(table: Table) -> None:
    table.drag((10, 10), (11, 10), (12, 10))
    table.press(10, 14)
    table.move(12, 14)
    table.session.undo()

    assert table.shown("ben") == (10, 14)
    assert table.shown("ada") == (10, 10)
    table.release(12, 14)
    assert table.model("ben").x == 10


def test_nothing_is_dragged_while_a_question_is_open(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_1)
    assert table.session.pending is not None
    table.drag((10, 10), (11, 10), (13, 10))

    assert table.shown("ada") == (10, 10)
    assert math.isclose(table.model("ada").x, 10)
    assert any(words.startswith("A question is open") for words in table.words())


def test_a_model_in_reserve_is_set_down_where_the_hand_clicks(table: Table) -> None:
    first = table.session.journal.first
    table.session.new(replace(first, models=tuple(replace(model, place="reserve") for model in first.models)))
    table.settle()
    table.key(Qt.Key.Key_D)
    table.move(6, 6)
    assert table.shown("ada") == pytest.approx((6, 6), abs=PIXEL)
    assert not table.model("ada").on_table
    table.key(Qt.Key.Key_R)
    table.click(6, 6)

    assert table.model("ada").on_table
    assert (table.model("ada").x, table.model("ada").y) == pytest.approx((6, 6), abs=PIXEL)
    assert table.session.selection == ("ben",)
    table.move(9, 9)
    table.key(Qt.Key.Key_Escape)
    assert table.scene.model_item("ben") is None


def test_the_odds_of_a_risky_move_are_reckoned_while_it_is_dragged(street: Table, qtbot: QtBot) -> None:
    with qtbot.waitSignal(street.session.odds_ready, timeout=20000) as caught:
        street.press(10.3, 25.3)
        street.move(10.3, 24.5)
        street.move(10.3, 23.2)

    assert sum(chance for _, chance in caught.args[1].table()) == 1
    street.key(Qt.Key.Key_Escape)
    street.release(10.3, 23.2)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_hand_does_the_table_ends_as_it_truly_is(table: Table, seed: int) -> None:
    """Sixty things at random, in any tool; then Esc, and what is drawn is what is true."""
    luck = Random(seed)
    said: list[str] = []
    table.session.faulted.connect(said.append)
    keys = (Qt.Key.Key_V, Qt.Key.Key_O, Qt.Key.Key_T, Qt.Key.Key_L, Qt.Key.Key_Z, Qt.Key.Key_D, Qt.Key.Key_W)
    more = (Qt.Key.Key_R, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_1, Qt.Key.Key_Backspace)
    more += (Qt.Key.Key_B, Qt.Key.Key_S, Qt.Key.Key_3, Qt.Key.Key_Tab)
    for _ in range(60):
        at = luck.choice(((10.0, 10.0), (10.0, 14.0), (20.0, 10.0), (luck.uniform(1, 35), luck.uniform(1, 35))))
        doing = luck.randrange(6)
        if doing == 0:
            table.press(*at, luck.choice((SHIFT, CTRL, ALT, Qt.KeyboardModifier.NoModifier)))
        elif doing == 1:
            table.release(*at)
        elif doing in (2, 3):
            table.move(*at)
        elif doing == 4:
            table.key(luck.choice(keys + more))
        else:
            table.session.undo()
    table.release(1, 1)
    for _ in range(5):
        table.key(Qt.Key.Key_Escape)

    assert [sentence for sentence in said if "stumbled" in sentence] == []
    assert table.bench.painted == {}
    for model in table.session.game.on_table():
        assert table.shown(model.id) == (model.x, model.y)
    table.bench.take("select")
    table.session.set_referee("off")
    ada = table.model("ada")
    table.drag((ada.x, ada.y), (ada.x + 1, ada.y), (ada.x + 2, ada.y))
    assert table.model("ada").x != ada.x


def test_who_is_in_the_way_is_named_and_not_numbered(street: Table) -> None:
    berrin, ratch = street.model("berrin"), street.model("ratch")
    street.press(berrin.x, berrin.y)
    street.move(berrin.x + 0.2, berrin.y)
    street.move(ratch.x, ratch.y)
    marks = [mark.label for mark in street.bench.painted["tool"].marks]
    street.bench.let_go()

    assert "Ratch" in marks
    assert "ratch" not in marks
