"""What a model can do, asked of it where it stands: by the mouse, by keys, from the list and from the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import CTRL, NONE, SHIFT, Table
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QAction, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QMenu
from pytestqt.qtbot import QtBot

from desktop.palette import FOUND, Find
from engine.events import Gained
from engine.game import Marker, ModelId

RIGHT = Qt.MouseButton.RightButton


def menu(table: Table) -> QMenu:
    """The menu of a model that is open now."""
    found = table.window.hands.model_menu.menu
    assert found is not None
    return found


def lines(menu: QMenu) -> list[str]:
    """Its entries from top to bottom."""
    return [action.text() for action in menu.actions() if action.isVisible() and not action.isSeparator()]


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(text))


def under(action: QAction) -> QMenu:
    """The menu that an entry opens."""
    found = action.menu()
    assert isinstance(found, QMenu)
    return found


def right_click(table: Table, x: float, y: float) -> None:
    table.press(x, y, button=RIGHT)
    table.release(x, y, button=RIGHT)


def found(table: Table) -> list[Find]:
    rows: QListWidget = table.window.hands.palette.found
    return [rows.item(row).data(FOUND) for row in range(rows.count())]


def test_a_right_click_lists_what_the_model_can_do_with_keys_then_measuring_then_by_hand(table: Table) -> None:
    right_click(table, 10, 10)

    assert table.session.selection == ("ada",)
    assert lines(menu(table)) == [
        "Hit\t1",
        "Turn\tO",
        "Tape from here\tT",
        "Line of sight from here\tL",
        "Zones and reach from here\tZ",
        "By &hand",
    ]
    menu(table).close()


def test_an_action_of_the_menu_is_carried_out(table: Table) -> None:
    right_click(table, 10, 10)
    entry(menu(table), "Hit").trigger()

    assert table.session.pending is not None
    assert table.session.pending.question.what == "to hit"


def test_the_menu_goes_on_while_a_question_is_open_and_says_so(table: Table) -> None:
    right_click(table, 10, 10)
    entry(menu(table), "Hit").trigger()
    right_click(table, 10, 10)

    assert lines(menu(table))[0] == "A question is open: answer it first, or press Esc."


def test_a_refused_action_stands_in_the_menu_with_its_reason_and_says_all_when_taken(street: Table) -> None:
    session = street.session
    session.select(("tove",))
    refused = next(model for model in session.game.on_table() if model.id == "tove")
    right_click(street, refused.x, refused.y)
    made = menu(street)
    barred = [action for action in made.actions() if action.property("legal") is False]
    aside = [under(action) for action in made.actions() if action.text().startswith("&Refused now")]
    barred += [action for held in aside for action in held.actions()]
    if not barred:
        pytest.fail("the first phase refuses nothing to Tove")
    first = barred[0]
    assert first.isEnabled()
    assert first.text().endswith("(refused)")
    assert first.toolTip() == first.statusTip()
    assert first.toolTip().endswith(".")

    first.trigger()
    why = street.window.panels.why
    assert why.isVisible()
    assert why.last is not None
    assert why.last.objections[0].text == first.toolTip()


@pytest.mark.parametrize(("key", "mod"), [(Qt.Key.Key_Menu, NONE), (Qt.Key.Key_F10, SHIFT)])
def test_the_menu_key_opens_it_at_the_selected_model(table: Table, key: Qt.Key, mod: Qt.KeyboardModifier) -> None:
    table.click(10, 14)
    table.key(key, mod)

    made = menu(table)
    assert made.accessibleName() == "Actions of Ben"
    at = table.viewport.mapToGlobal(table.pixel(10, 14))
    assert (made.pos() - at).manhattanLength() < 60
    assert made.activeAction().text() == "Hit\t1"
    QTest.keyClick(made, Qt.Key.Key_Return)
    table.settle()
    assert table.session.pending is not None


def test_without_a_model_the_menu_key_says_what_to_do(table: Table) -> None:
    table.session.select(())
    table.key(Qt.Key.Key_Menu)

    assert table.window.hands.model_menu.menu is None
    assert table.window.hint.text() == "Select a model first: click it, or walk through them with Tab."


def test_in_the_list_enter_and_the_right_button_open_the_same_menu(table: Table) -> None:
    roster = table.window.panels.roster.list
    roster.setFocus()
    roster.setCurrentRow(1)
    assert table.session.selection == ("ben",)

    QTest.keyClick(roster, Qt.Key.Key_Return)
    table.settle()
    assert menu(table).accessibleName() == "Actions of Ben"
    menu(table).close()
    table.settle()

    spot = roster.visualItemRect(roster.item(2)).center()
    roster.customContextMenuRequested.emit(spot)
    assert menu(table).accessibleName() == "Actions of Cid"
    assert table.session.selection == ("cid",)


def test_a_tape_from_here_goes_on_by_keys(table: Table) -> None:
    right_click(table, 10, 10)
    entry(menu(table), "Tape").trigger()
    table.settle()
    assert table.bench.tool.id == "tape"
    assert table.view.hasFocus()

    table.key(Qt.Key.Key_Tab)
    table.key(Qt.Key.Key_Tab)
    table.key(Qt.Key.Key_Return)
    assert table.bench.told is not None
    assert table.window.hint.text().startswith("Ada to Cid")


def test_a_tape_from_here_goes_on_by_the_mouse(table: Table) -> None:
    right_click(table, 10, 10)
    entry(menu(table), "Tape").trigger()
    table.settle()

    table.move(20, 10)
    table.click(20, 10)
    assert table.window.hint.text().startswith("Ada to Cid")


def test_sight_and_zone_begin_at_the_model(table: Table, qtbot: QtBot) -> None:
    right_click(table, 10, 10)
    entry(menu(table), "Line of sight").trigger()
    table.key(Qt.Key.Key_Tab)
    table.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: table.window.hint.text().startswith("Ada to Ben"), timeout=5000)

    right_click(table, 10, 10)
    entry(menu(table), "Zones").trigger()
    assert table.bench.tool.id == "reach"
    table.key(Qt.Key.Key_4)
    assert table.words() == ["Ben 3.02″", "6″"]


def test_whoever_is_off_the_table_can_still_be_edited_by_hand(table: Table) -> None:
    from engine.events import Removed

    table.session.by_hand((Removed(model=ModelId("ada"), reason="gone"),))
    table.window.hands.model_menu.open("ada", QPoint(100, 100))

    assert lines(menu(table)) == ["By &hand"]


def test_by_hand_stands_in_the_menu_and_is_filled_when_it_opens(table: Table) -> None:
    right_click(table, 10, 10)
    hand = under(entry(menu(table), "By"))
    hand.aboutToShow.emit()

    assert "Put a marker" in [action.text() for action in hand.actions()]


# Palette ---------------------------------------------------------------------------------------


def test_the_palette_finds_a_model_by_name_and_turns_to_it(table: Table) -> None:
    table.key(Qt.Key.Key_K, CTRL)
    palette = table.window.hands.palette
    QTest.keyClicks(palette.line, "cid")

    best = found(table)[0]
    assert (best.title, best.kind) == ("Cid", "model · Blue")
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert table.session.selection == ("cid",)
    assert table.view.hasFocus()


def test_the_palette_does_what_the_selected_model_can(table: Table) -> None:
    table.click(10, 10)
    table.key(Qt.Key.Key_K, CTRL)
    palette = table.window.hands.palette
    QTest.keyClicks(palette.line, "hit ada")

    assert [(find.title, find.kind, find.keys) for find in found(table)] == [("Hit", "Ada", "1")]
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert table.session.pending is not None


def test_the_palette_says_first_why_an_action_is_refused_and_taking_it_says_all(street: Table, qtbot: QtBot) -> None:
    street.session.select(("tove",))
    qtbot.waitUntil(lambda: street.session.study(ModelId("tove")).offers is not None, timeout=5000)
    street.key(Qt.Key.Key_K, CTRL)
    refused = [find for find in found(street) if find.refused]

    assert refused
    assert refused[0].kind == "Tove Kesk · refused"
    assert refused[0].says.endswith(".")


def test_arrows_choose_in_the_palette_and_escape_gives_the_keys_back(table: Table) -> None:
    table.key(Qt.Key.Key_K, CTRL)
    palette = table.window.hands.palette
    QTest.keyClicks(palette.line, "model")
    first = palette.found.currentRow()
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.found.currentRow() == first + 1
    assert palette.line.accessibleDescription() == palette.found.currentItem().data(Qt.ItemDataRole.AccessibleTextRole)

    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert table.view.hasFocus()


def test_the_palette_finds_readings_and_puts_the_keys_on_them(street: Table, qtbot: QtBot) -> None:
    street.key(Qt.Key.Key_K, CTRL)
    QTest.keyClicks(street.window.hands.palette.line, "of which injury")
    assert found(street)[0].kind == "reading"
    QTest.keyClick(street.window.hands.palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: (QApplication.focusWidget() or street.window).objectName().startswith("reading:"), timeout=3000
    )

    assert street.window.docks["readings"].isVisible()


def test_the_palette_finds_files_that_are_still_there(table: Table, tmp_path: Path) -> None:
    kept, gone = tmp_path / "kept.sightline", tmp_path / "gone.sightline"
    table.window.files.save_to(gone)
    table.window.files.save_to(kept)
    gone.unlink()
    table.key(Qt.Key.Key_K, CTRL)
    QTest.keyClicks(table.window.hands.palette.line, "recent")

    assert [find.title for find in found(table)] == ["kept.sightline"]


# Touchpad and announcements ----------------------------------------------------------------------


def test_what_two_fingers_do_is_a_setting_that_is_kept(table: Table) -> None:
    def push() -> None:
        spot = QPointF(table.pixel(10, 10))
        event = QWheelEvent(
            spot, table.viewport.mapToGlobal(spot), QPoint(0, 30), QPoint(0, 60), Qt.MouseButton.NoButton, NONE,
            Qt.ScrollPhase.ScrollUpdate, False,
        )  # fmt: skip
        QApplication.sendEvent(table.viewport, event)

    scale = table.view.pixels_per_inch
    push()
    assert table.view.pixels_per_inch == scale

    table.window.menus.by_name["fingers_pan"].trigger()
    push()
    assert table.view.pixels_per_inch > scale
    assert QSettings().value("fingers_pan") == "false"


def heard(table: Table, qtbot: QtBot, do: object) -> str:
    """What is said aloud after something is done."""
    told: list[str] = []
    table.window.hands.announcer.said.connect(told.append)
    do()  # type: ignore[operator]
    qtbot.waitUntil(lambda: bool(told), timeout=2000)
    table.settle()
    table.window.hands.announcer.said.disconnect(told.append)
    return " ".join(told)


def test_questions_dice_refusals_and_phases_are_said_aloud(table: Table, qtbot: QtBot) -> None:
    table.click(10, 10)
    table.settle()
    QTest.qWait(10)

    said = heard(table, qtbot, lambda: table.window.panels.actions.take(1))
    assert said == "Red: to hit. 4+ Enter rolls D6."

    QTest.keyClick(table.window.panels.prompt.dice[0], Qt.Key.Key_5)
    QTest.qWait(20)
    table.session.take_back()
    said = heard(table, qtbot, lambda: QTest.keyClick(table.window.panels.prompt.dice[0], Qt.Key.Key_5))
    assert "5" in said
    assert "Blue: Fall or stand? 1: Fall. 2: Stand." in said
    table.session.cancel()
    QTest.qWait(20)

    said = heard(table, qtbot, lambda: table.drag((10, 10), (10, 2)))
    assert "Refused: Walk 8.0 inches. 2.0 inches too far." in said

    said = heard(table, qtbot, table.window.go_on)
    assert "turn 1" in said.lower() or "play" in said.lower()


def test_undo_is_said_by_what_is_true_again(table: Table, qtbot: QtBot) -> None:
    table.session.by_hand((Gained(model=ModelId("ada"), marker=Marker("prone")),))
    QTest.qWait(20)

    assert "Red to act" in heard(table, qtbot, table.session.undo)
