"""The history: every command with the cursor among them, branches aside, dice and doers told, turns and words found."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from eyes import LEFT, shown
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop.battles import Battles
from desktop.look import theme
from desktop.panels import History
from desktop.panels.chronicle import BEGINNING, laned
from desktop.session import Session
from engine.ask import Picked, Thrown
from engine.commands import Act, ByHand, Move, NextPhase
from engine.events import Noted, PhaseBegan
from engine.game import ModelId, SideId
from engine.journal import START, Entry, Journal

ADA = ModelId("ada")
PUNCH = Act(model=ADA, action="punch", targets=("cid",))
WALK = Move(model=ADA, path=((4, 4), (8, 4)))
TURN = ByHand(facts=(PhaseBegan(round=2, phase="walk", side=SideId("ash")),), note="next turn")
NOTE = ByHand(facts=(Noted(text="Noted."),), note="a note")


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(brawl(), load, Battles())
    yield made
    made.close()


@pytest.fixture
def history(session: Session, qtbot: QtBot) -> History:
    made = History(session, theme())
    shown(qtbot, made)
    return made


def words(history: History) -> list[str]:
    return [str(history.rows.index(row).data()) for row in range(history.rows.rowCount())]


def undone(history: History) -> list[bool]:
    rows = history.rows
    return [rows.undone(rows.entry(rows.index(row))) for row in range(rows.rowCount())]


def click(history: History, row: int) -> None:
    where = history.list.visualRect(history.rows.index(row)).center()
    QTest.mouseClick(history.list.viewport(), LEFT, pos=where)


def test_a_click_stands_just_after_that_command(session: Session, history: History) -> None:
    for command in (WALK, NextPhase(), NextPhase()):
        session.do(command)
    assert len(words(history)) == 4
    assert history.list.currentIndex().row() == 3

    click(history, 1)
    assert session.journal.cursor == 0
    assert undone(history) == [False, False, True, True]
    assert history.list.currentIndex().row() == 1

    click(history, 0)
    assert session.game == brawl()
    click(history, 3)
    assert session.journal.cursor == 2


def test_a_branch_that_was_left_can_be_stood_on_again(session: Session, history: History) -> None:
    session.do(WALK)
    session.undo()
    session.do(NextPhase())
    assert undone(history) == [False, True, False]
    assert history.rows.lanes == (1, 0)

    click(history, 1)
    assert session.game.model("ada").x == 8
    assert undone(history) == [False, False, True]
    assert history.rows.lanes == (1, 0), "nothing moves when only the cursor does"


def test_branches_stand_aside_for_as_long_as_they_last() -> None:
    """0-1-2-6-7 is played on; 3-4 left 1, 5 left 3, 8 left 6."""
    parents = (START, 0, 1, 1, 3, 3, 2, 6, 6)
    entries = tuple(Entry(command=NextPhase(), parent=parent) for parent in parents)
    lanes, strands = laned(entries)

    assert lanes == (0, 0, 0, 1, 2, 1, 0, 1, 0), "from a fork the branch played last goes straight on"
    assert {(s.above, s.below) for s in strands[4]} == {(3, 4), (3, 5), (2, 6)}
    assert {s.child for s in strands[START]} == {0}


def test_arrows_walk_the_rows_and_enter_stands_there(session: Session, history: History) -> None:
    session.do(WALK)
    session.do(NextPhase())
    history.list.setFocus()
    QTest.keyClick(history.list, Qt.Key.Key_Up)
    assert session.journal.cursor == 1
    QTest.keyClick(history.list, Qt.Key.Key_Return)
    assert session.journal.cursor == 0

    QTest.keyClick(history.list, Qt.Key.Key_End)
    QTest.keyClick(history.list, Qt.Key.Key_Return)
    assert session.journal.cursor == 1
    QTest.keyClick(history.list, Qt.Key.Key_Home)
    QTest.keyClick(history.list, Qt.Key.Key_Return)
    assert session.game == brawl()


def test_the_slider_scrubs_along_the_line(session: Session, history: History, qtbot: QtBot) -> None:
    for command in (WALK, NextPhase(), NextPhase()):
        session.do(command)
    assert (history.slider.maximum(), history.slider.value()) == (3, 3)

    history.slider.setFocus()
    QTest.keyClick(history.slider, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: session.journal.at == 2)
    QTest.keyClick(history.slider, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: session.journal.at == 0)
    assert session.game == brawl()
    QTest.keyClick(history.slider, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: session.journal.at == 3)
    assert undone(history) == [False] * 4


def test_the_two_steps_go_back_and_on(session: Session, history: History) -> None:
    assert (history.back.isEnabled(), history.on.isEnabled()) == (False, False)
    session.do(WALK)

    QTest.mouseClick(history.back, LEFT)
    assert session.game == brawl()
    assert (history.back.isEnabled(), history.on.isEnabled()) == (False, True)
    QTest.mouseClick(history.on, LEFT)
    assert session.game.model("ada").x == 8


def test_a_jump_drops_an_open_question(session: Session, history: History) -> None:
    session.do(WALK)
    session.do(PUNCH)
    session.answer(Thrown((5,)))
    session.answer(Picked("stand"))
    click(history, 0)

    assert session.pending is None
    assert session.game == brawl()


def test_whose_it_was_and_where_the_dice_came_from_are_told(session: Session, history: History) -> None:
    session.do(PUNCH)
    session.answer(Thrown((1,), (True,)))
    session.do(NOTE)
    punch, note = history.rows.told(0), history.rows.told(1)

    assert (punch.side, punch.typed, punch.rolled) == ("red", (1,), ())
    assert (note.side, note.by_hand) == ("", True)
    said = str(history.rows.index(1).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "The Red Hand" in said
    assert "typed from real dice: 1" in said

    session.undo()
    said = str(history.rows.index(2).data(Qt.ItemDataRole.AccessibleTextRole))
    assert said.endswith("undone")


def test_what_the_program_rolled_is_told_from_what_was_typed(session: Session, history: History) -> None:
    journal = Journal(first=session.game)
    answers = (Thrown((3, 4), (False, True)), Picked("stand"), Thrown((6,)))
    session.resume(journal.add(Entry(command=PUNCH, answers=answers)))

    assert (history.rows.told(0).rolled, history.rows.told(0).typed) == ((3, 6), (4,))
    assert "rolled by the program: 3, 6; typed from real dice: 4" in history.rows.explained(0)


def test_a_turn_is_jumped_to(session: Session, history: History) -> None:
    session.do(NextPhase())
    session.do(TURN)
    session.do(WALK)
    name, begins = history.rows.turns[0]
    assert (name, begins) == ("Turn 2 · Ash & Oak", 1)
    assert history.turns.itemText(history.turns.currentIndex()) == name
    assert [history.turns.itemText(k) for k in range(history.turns.count())] == ["Start", name]

    history.turns.setFocus()
    QTest.keyClick(history.turns, Qt.Key.Key_Up)
    assert session.game == brawl()
    QTest.keyClick(history.turns, Qt.Key.Key_Down)
    assert session.journal.cursor == begins


def test_words_are_found(session: Session, history: History, qtbot: QtBot) -> None:
    session.do(WALK)
    session.do(NOTE)
    session.do(NextPhase())
    QTest.keyClicks(history.search, "NOTE")
    qtbot.waitUntil(lambda: words(history) == ["By hand: a note"])
    click(history, 0)
    assert session.journal.cursor == 1

    history.search.clear()
    qtbot.waitUntil(lambda: len(words(history)) == 4)
    assert words(history)[0] == BEGINNING
    assert history.list.currentIndex().row() == 2


def test_another_battle_has_another_history(session: Session, history: History) -> None:
    session.do(WALK)
    session.new(brawl())
    assert words(history) == [BEGINNING]

    session.do(NextPhase())
    assert len(words(history)) == 2
    assert words(history)[1] != ""


def test_two_thousand_entries_cost_little_more_than_two_hundred(qtbot: QtBot, qapp: object) -> None:
    """Only what is looked at is put into words: ten times the entries may not take ten times as long."""

    def spent(many: int) -> tuple[float, int]:
        game = brawl()
        entries = tuple(Entry(command=NOTE, events=NOTE.facts, parent=k - 1) for k in range(many))
        journal = Journal(first=game, entries=entries, games=(game,) * many, line=tuple(range(many)), at=many)
        session = Session(game, load, Battles())
        made = History(session, theme())
        shown(qtbot, made)
        session.resume(journal)
        QTest.qWait(1)
        told = len(made.rows._told)
        began = time.perf_counter()
        for _ in range(10):
            session.undo()
            session.redo()
        took = time.perf_counter() - began
        session.close()
        return took, told

    few, _ = spent(200)
    much, told = spent(2000)
    assert told < 60, "rows that nobody sees are not put into words"
    assert much < 8 * few
