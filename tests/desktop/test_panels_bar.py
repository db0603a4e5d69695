"""The strip along the top, the warbands, and the tools."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from eyes import LEFT, press, said, shown
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop.battles import Battles
from desktop.look import theme
from desktop.panels import PhaseBar, Roster, ToolList
from desktop.session import Session
from engine.commands import Act, NextPhase
from engine.events import Counted, Gained
from engine.game import Marker, ModelId

ADA = ModelId("ada")
PUNCH = Act(model=ADA, action="punch", targets=("cid",))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(brawl("walk"), load, Battles())
    yield made
    made.close()


@pytest.fixture
def bar(session: Session, qtbot: QtBot) -> PhaseBar:
    made = PhaseBar(session, theme())
    shown(qtbot, made, width=1000, height=80)
    return made


def running(bar: PhaseBar) -> list[str]:
    QTest.qWait(1)
    pills = [p for p in bar.findChildren(QLabel) if "pill" in str(p.property("class")) and not p.isHidden()]
    return [p.text() for p in pills if "now" in str(p.property("class"))]


def test_the_pills_name_the_phases_and_mark_the_running_one(session: Session, bar: PhaseBar) -> None:
    assert {"Walking", "Brawling", "Turn 1 · The Red Hand to act · Tavern"} <= set(said(bar))
    assert running(bar) == ["Walking"]

    session.do(NextPhase())
    assert running(bar) == ["Brawling"]


def test_a_deed_that_is_told_several_times_is_written_once(
    session: Session, bar: PhaseBar, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(bar.line, "setText", written.append)
    session.do(NextPhase())
    session.journal_changed.emit()

    assert written == ["Turn 1 · The Red Hand to act · Tavern"]
    session.undo()
    assert len(written) == 2


def test_the_primary_button_goes_on_and_says_where_to(session: Session, bar: PhaseBar) -> None:
    assert bar.primary.words == "Next: Brawling  ⏎"

    press(bar, "primary")

    assert session.game.phase == "brawl"
    assert bar.primary.words == "Next: Walking  ⏎"


def test_enter_on_the_primary_button_presses_it(session: Session, bar: PhaseBar) -> None:
    bar.primary.setFocus()
    QTest.keyClick(bar.primary, Qt.Key.Key_Return)

    assert session.game.phase == "brawl"


def test_where_the_book_keeps_an_order_the_primary_names_who_is_next(session: Session, bar: PhaseBar) -> None:
    wanted: list[str] = []
    bar.wanted.connect(wanted.append)
    session.by_hand((Counted(of="game", whose="", name="ben_waits", value=1),))
    assert bar.primary.words == "Ben is next  ⏎"

    press(bar, "primary")

    assert wanted == ["ben"]
    assert session.game.phase == "walk"

    session.select(("ben",))
    assert bar.primary.words == "Next: Brawling  ⏎", "once he is chosen the button goes on"
    press(bar, "primary")
    assert session.game.phase == "brawl"


def test_what_the_next_phase_will_do_is_said_before_it_is_pressed(session: Session, bar: PhaseBar) -> None:
    session.by_hand((Counted(of="game", whose="", name="ben_burns", value=1),))

    assert "Turn 1 · The Red Hand to act · Ben burns for 2. · Tavern" in said(bar)
    assert bar.primary.toolTip().endswith("Ben burns for 2.")


def test_while_a_question_is_open_the_primary_is_off_and_says_why(session: Session, bar: PhaseBar) -> None:
    session.do(NextPhase())
    session.do(PUNCH)

    assert (bar.primary.words, bar.primary.isEnabled()) == ("Answer first", False)
    assert "answer it" in bar.primary.toolTip()
    press(bar, "primary")
    bar.go_on()
    assert session.game.phase == "brawl"

    session.cancel()
    assert bar.primary.isEnabled()


def test_undo_and_redo_are_a_click(session: Session, bar: PhaseBar) -> None:
    assert not bar.undo_button.isEnabled()
    assert not bar.redo_button.isEnabled()
    press(bar, "primary")

    press(bar, "undo")
    assert session.game.phase == "walk"
    press(bar, "redo")
    assert session.game.phase == "brawl"


def test_a_click_leaves_the_focus_where_it_was(session: Session, bar: PhaseBar) -> None:
    bar.primary.setFocus()
    press(bar, "primary")
    press(bar, "undo")

    assert bar.primary.hasFocus()


@pytest.fixture
def roster(session: Session, qtbot: QtBot) -> Roster:
    made = Roster(session, theme())
    shown(qtbot, made, width=240, height=400)
    return made


def rows(roster: Roster) -> list[str]:
    return [roster.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(roster.list.count())]


def test_the_warbands_are_rows_in_side_order_that_can_be_heard(session: Session, roster: Roster) -> None:
    session.by_hand((Gained(model=ModelId("cid"), marker=Marker("prone")),))

    assert rows(roster) == [
        "Ada of The Red Hand, Brawler, ready, at 4.0, 4.0",
        "Ben of The Red Hand, Brawler, 3″ up, at 6.0, 4.0",
        "Cid of Ash & Oak, Brawler, Prone, at 8.0, 4.0",
        "Eve of Ash & Oak, Brawler, ready, at 30.0, 4.0",
        "Dot of Ash & Oak, Brawler, cold",
    ]


def test_a_click_and_an_arrow_key_select(session: Session, roster: Roster) -> None:
    where = roster.list.visualItemRect(roster.list.item(2)).center()
    QTest.mouseClick(roster.list.viewport(), LEFT, pos=where)
    assert session.selection == ("cid",)

    QTest.keyClick(roster.list, Qt.Key.Key_Up)
    assert session.selection == ("ben",)


def test_the_row_follows_a_selection_made_on_the_table(session: Session, roster: Roster) -> None:
    session.select(["eve"])
    assert roster.list.currentRow() == 3

    session.select([])
    assert roster.list.currentRow() == -1

    where = roster.list.visualItemRect(roster.list.item(3)).center()
    QTest.mouseClick(roster.list.viewport(), LEFT, pos=where)
    assert session.selection == ("eve",)


def test_several_selected_are_all_marked(session: Session, roster: Roster) -> None:
    from desktop.panels.roster import CHOSEN

    session.select(["eve", "ada"])

    assert [bool(roster.list.item(row).data(CHOSEN)) for row in range(5)] == [True, False, False, True, False]
    assert roster.list.currentRow() == 3


def test_tools_are_taken_by_click_or_key_and_the_one_in_hand_is_marked(qtbot: QtBot) -> None:
    tools = ToolList([("select", "Select", "V", "select", "Drag"), ("tape", "Tape", "T", "tape", "Click")], theme())
    shown(qtbot, tools, width=240, height=200)
    chosen: list[str] = []
    tools.chosen.connect(chosen.append)

    press(tools, "tool:tape")
    assert (chosen, tools.buttons["tape"].isChecked(), tools.buttons["select"].isChecked()) == (["tape"], True, False)

    tools.buttons["select"].setFocus()
    QTest.keyClick(tools.buttons["select"], Qt.Key.Key_Return)
    assert chosen == ["tape", "select"]

    tools.show_current("tape")
    assert (chosen, tools.buttons["tape"].isChecked()) == (["tape", "select"], True)


def test_whose_turn_it_is_comes_before_the_names_of_phases_that_do_not_run(
    session: Session, bar: PhaseBar, qtbot: QtBot
) -> None:
    margin = bar.window().width() - bar.width()

    def widened(width: int) -> None:
        bar.window().resize(width + margin, 80)
        qtbot.waitUntil(lambda: bar.width() == width)

    def pills() -> list[str]:
        QTest.qWait(1)
        found = [p for p in bar.findChildren(QLabel) if "pill" in str(p.property("class")) and not p.isHidden()]
        return sorted({p.text() for p in found})

    widened(1400)
    assert pills() == ["Brawling", "Walking"]

    whose = bar.line.fontMetrics().horizontalAdvance("Turn 1 · The Red Hand to act")
    narrow = bar.minimumSizeHint().width() + whose - 10
    widened(narrow)
    assert pills() == ["Walking"]
    assert bar.line.width() >= whose

    widened(1400)
    assert pills() == ["Brawling", "Walking"]
