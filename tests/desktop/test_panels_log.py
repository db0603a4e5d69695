"""The honest record: what happened in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from eyes import LEFT, shown
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop.battles import Battles
from desktop.look import theme
from desktop.panels import Log
from desktop.session import Session
from engine import seeds
from engine.ask import Picked, Thrown
from engine.commands import Act, Move, NextPhase
from engine.events import Gained
from engine.game import Marker, ModelId

ADA = ModelId("ada")
PUNCH = Act(model=ADA, action="punch", targets=("cid",))
WALK = Move(model=ADA, path=((4, 4), (8, 4)))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(brawl(), load, Battles())
    yield made
    made.close()


@pytest.fixture
def log(session: Session, qtbot: QtBot) -> Log:
    made = Log(session, theme())
    shown(qtbot, made)
    return made


def lines(log: Log, *, struck: bool = False) -> list[str]:
    """The paragraphs; with *struck* those that are struck through from end to end."""
    found = []
    block = log.text.document().begin()
    while block.isValid():
        through = []
        piece = block.begin()
        while not piece.atEnd():
            through.append(piece.fragment().charFormat().fontStrikeOut())
            piece += 1
        if block.text() and (not struck or all(through)):
            found.append(block.text().replace("\u2011", "-"))
        block = block.next()
    return found


def test_the_log_tells_what_happened_with_the_clauses(session: Session, log: Log) -> None:
    log.spelling.click()
    assert lines(log) == ["The battle begins."]

    session.do(WALK)

    assert len(lines(log)) == 2
    assert lines(log)[1].startswith("Ada ")
    assert lines(log)[1].endswith("MOR-WND-4")


def test_what_an_open_question_has_brought_is_told_already(session: Session, log: Log) -> None:
    session.do(PUNCH)
    session.answer(Thrown((5,), (True,)))

    assert any("to hit" in line and "5" in line for line in lines(log))
    session.cancel()
    assert lines(log) == ["The battle begins."]


def test_undone_lines_stay_and_are_struck_through(session: Session, log: Log) -> None:
    session.do(WALK)
    told = lines(log)[1]
    session.undo()

    assert lines(log) == ["The battle begins.", told]
    assert lines(log, struck=True) == [told]

    session.redo()
    assert lines(log, struck=True) == []


def test_what_was_set_by_hand_and_what_was_let_pass_are_called_so(session: Session, log: Log) -> None:
    session.by_hand((Gained(model=ADA, marker=Marker("dazed")),), "Dazed")
    assert lines(log)[-1].startswith("By hand: Ada")

    session.set_referee("advise")
    session.do(Act(model=ADA, action="punch", targets=("eve",)))
    session.answer(Thrown((1,)))
    assert any(line.startswith("⚠") and "Eve is out of reach" in line for line in lines(log))


def test_names_with_odd_signs_are_told_as_they_are(session: Session, log: Log) -> None:
    session.do(NextPhase())

    assert not any("&amp;" in line or "<" in line for line in lines(log))


def test_in_a_low_window_a_sign_stands_for_the_clause_and_its_tip_tells_it(session: Session, log: Log) -> None:
    session.do(WALK)

    assert lines(log)[-1] == "Ada walks 4″. §"
    log.text.highlighted.emit(QUrl("clause:MOR-WND-4"))
    assert seeds.clause("MOR-WND-4").says[:30] in log.text.toolTip()
    log.text.highlighted.emit(QUrl())
    assert log.text.toolTip() == ""


def test_a_link_in_the_log_is_followed_by_mouse(session: Session, log: Log) -> None:
    log.spelling.click()
    cited: list[str] = []
    log.cited.connect(cited.append)
    session.do(WALK)
    QTest.qWait(1)
    cursor = log.text.document().find("WND")
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart(), QTextCursor.MoveMode.MoveAnchor)
    where = log.text.cursorRect(cursor).center() + QPoint(4, 0)
    QTest.mouseMove(log.text.viewport(), where)
    QTest.mouseClick(log.text.viewport(), LEFT, pos=where)

    assert cited == ["MOR-WND-4"]


def test_a_link_in_the_log_is_followed_by_keyboard(session: Session, log: Log) -> None:
    cited: list[str] = []
    log.cited.connect(cited.append)
    session.do(WALK)
    log.text.setFocus()
    QTest.keyClick(log.text, Qt.Key.Key_Tab)
    QTest.keyClick(log.text, Qt.Key.Key_Return)

    assert cited == ["MOR-WND-4"]


def test_the_log_follows_the_battle_unless_one_has_scrolled_back(session: Session, log: Log) -> None:
    bar = log.text.verticalScrollBar()
    for _ in range(30):
        session.do(NextPhase())
    QTest.qWait(10)
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()

    log.text.setFocus()
    QTest.keyClick(log.text, Qt.Key.Key_Home)
    read = bar.value()
    assert read < bar.maximum()
    session.do(NextPhase())
    QTest.qWait(10)
    assert bar.value() == read

    QTest.keyClick(log.text, Qt.Key.Key_End)
    session.do(NextPhase())
    QTest.qWait(10)
    assert bar.value() == bar.maximum()


def test_a_secret_choice_is_told_when_its_command_is_done(session: Session, log: Log) -> None:
    session.do(Act(model=ADA, action="wrestle"))
    session.answer(Picked("right"))
    assert lines(log)[1:] == ["The Red Hand has decided in secret."]

    session.answer(Picked("left"))
    assert lines(log)[1:] == [
        "The Red Hand has decided in secret.",
        "Ash & Oak has decided in secret.",
        "Ada: pushed right and left.",
    ]

    session.answer(Thrown((2,)))
    assert lines(log)[1:3] == ["The Red Hand pushes: Right.", "Ash & Oak pushes: Left."]
