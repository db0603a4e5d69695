"""The open question, answered by button, by typed dice, by digits; and the dice as they lay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from eyes import button, follow, press, said, shown
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tavern import brawl, load

from desktop.battles import Battles
from desktop.look import theme
from desktop.panels import DiceTray, Prompt, Roster
from desktop.panels.dice_tray import Die
from desktop.session import Session
from engine.ask import Picked, Thrown
from engine.commands import Act
from engine.game import ModelId

ADA = ModelId("ada")
PUNCH = Act(model=ADA, action="punch", targets=("cid",))
WRESTLE = Act(model=ADA, action="wrestle")
DARTS = Act(model=ADA, action="darts")


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(brawl(), load, Battles())
    yield made
    made.close()


@pytest.fixture
def prompt(session: Session, qtbot: QtBot) -> Prompt:
    made = Prompt(session, theme())
    made.tray = DiceTray(session, theme())  # type: ignore[attr-defined]
    shown(qtbot, made, made.tray)  # type: ignore[attr-defined]
    return made


def key(*keys: Qt.Key | str) -> None:
    """Keys to whatever has the focus, as from a keyboard."""
    for pressed in keys:
        QTest.qWait(1)
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClick(target, pressed)  # type: ignore[call-overload]


def last(session: Session) -> tuple[object, ...]:
    return session.journal.entries[-1].answers


def test_while_nothing_is_asked_there_is_nothing(prompt: Prompt) -> None:
    assert not prompt.isVisible()
    assert not prompt.type_digit(3)


def test_a_question_says_who_rolls_for_what_and_why(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)

    assert prompt.isVisible()
    assert said(prompt) == ["The Red Hand rolls", "To hit", "4+ MOR-WND-2", "or type the dice on your table"]
    throw = button(prompt, "throw")
    assert throw.accessibleName() == "Roll D6"
    assert throw.accessibleDescription() == "The Red Hand rolls: to hit 4+"


def test_the_clause_behind_a_roll_is_a_link(session: Session, prompt: Prompt) -> None:
    cited: list[str] = []
    prompt.cited.connect(cited.append)
    session.do(PUNCH)
    follow(prompt, "clause:MOR-WND-2")

    assert cited == ["MOR-WND-2"]


def test_the_button_rolls(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    press(prompt, "throw")

    answers = session.answers or last(session)
    assert isinstance(answers[0], Thrown)
    assert answers[0].typed == (False,)


def test_enter_rolls_at_once(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key(Qt.Key.Key_Return)

    assert last(session)[0].typed == (False, False)  # type: ignore[attr-defined]


def test_one_die_is_typed_with_one_key(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    key("2")

    assert last(session) == (Thrown((2,), (True,)),)
    assert not prompt.isVisible()


def test_two_dice_are_typed_with_two_keys(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    session.answer(Thrown((5,)))
    session.answer(Picked("stand"))
    key("6", "3")

    assert last(session)[-1] == Thrown((6, 3), (True, True))


def test_enter_is_wanted_only_where_a_further_digit_could_follow(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key("2", Qt.Key.Key_Return, "1", "7")

    assert last(session) == (Thrown((2, 17), (True, True)),)


def test_a_short_number_is_finished_with_enter(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key("2", "0", "1")
    assert session.pending is not None
    key(Qt.Key.Key_Return)

    assert last(session) == (Thrown((20, 1), (True, True)),)


def test_a_number_that_is_not_on_the_die_is_refused_kindly(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    key("7")

    assert session.answers == ()
    assert "“7” is not on a D6. Type a number from 1 to 6." in said(prompt)
    key("0")
    assert "“0” is not on a D6. Type a number from 1 to 6." in said(prompt)
    key("3")
    assert last(session) == (Thrown((3,), (True,)),)


def test_the_complaint_goes_with_the_next_good_key_and_letters_are_no_dice(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key("2", "5")
    assert "“25” is not on a D20. Type a number from 1 to 20." in said(prompt)
    key("x")
    assert "“x” is not on a D20. Type a number from 1 to 20." in said(prompt)
    key("9")
    assert not prompt.fault.isVisible()
    assert [die.text() for die in prompt.dice] == ["9", ""]


def test_enter_in_a_half_typed_throw_asks_for_the_rest(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key("9", Qt.Key.Key_Return)

    assert session.pending is not None
    assert "This die is still to be typed: a number from 1 to 20." in said(prompt)


def test_backspace_goes_back_to_the_die_before(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    key("9", Qt.Key.Key_Backspace, "8", "4")

    assert last(session) == (Thrown((8, 4), (True, True)),)


def test_digits_from_the_table_go_into_the_dice_too(session: Session, prompt: Prompt) -> None:
    session.do(DARTS)
    assert [prompt.type_digit(digit) for digit in (1, 5, 1)] == [True, True, True]
    assert session.pending is not None
    assert prompt.type_digit(0)

    assert last(session) == (Thrown((15, 10), (True, True)),)


def asked_to_choose(session: Session) -> None:
    session.do(PUNCH)
    session.answer(Thrown((5,)))


def test_an_option_is_taken_by_click(session: Session, prompt: Prompt) -> None:
    asked_to_choose(session)
    assert said(prompt)[0] == "Ash & Oak decides"
    assert "Fall or stand?" in said(prompt)
    press(prompt, "option:fall")

    assert last(session)[-1] == Picked("fall")


def test_an_option_is_taken_by_its_digit_or_by_tab_and_enter(session: Session, prompt: Prompt) -> None:
    asked_to_choose(session)
    key("9")
    assert session.pending is not None
    key("1")
    assert last(session)[-1] == Picked("fall")

    session.undo()
    asked_to_choose(session)
    assert button(prompt, "option:fall").hasFocus()
    key(Qt.Key.Key_Tab, Qt.Key.Key_Return)
    assert session.answers[-1] == Picked("stand")


def test_an_answer_is_taken_back_and_asked_again(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    assert not prompt.back.isVisible()
    key("5")
    assert "Fall or stand?" in said(prompt)

    press(prompt, "take_back")

    assert session.answers == ()
    assert "To hit" in said(prompt)


def test_cancel_and_escape_drop_the_command(session: Session, prompt: Prompt) -> None:
    before = session.game
    session.do(PUNCH)
    press(prompt, "cancel")
    assert (session.pending, session.game, prompt.isVisible()) == (None, before, False)

    asked_to_choose(session)
    key(Qt.Key.Key_Escape)
    assert (session.pending, session.game, prompt.isVisible()) == (None, before, False)


def test_the_focus_comes_and_goes_back_to_the_table(session: Session, prompt: Prompt) -> None:
    table = prompt.window().findChild(QWidget, "table")
    assert isinstance(table, QWidget)
    assert table.hasFocus()
    session.do(PUNCH)
    QTest.qWait(1)
    assert button(prompt, "throw").hasFocus()
    key("5")
    key("1")

    assert session.pending is None
    assert table.hasFocus()


def test_the_focus_goes_back_to_a_panel_too(session: Session, qtbot: QtBot) -> None:
    prompt, roster = Prompt(session, theme()), Roster(session, theme())
    shown(qtbot, roster, prompt)
    roster.list.setFocus()
    session.do(PUNCH)
    QTest.qWait(1)
    assert button(prompt, "throw").hasFocus()
    key("2")

    assert session.pending is None
    assert roster.list.hasFocus()


def test_a_wrong_answer_from_elsewhere_is_explained(session: Session, prompt: Prompt) -> None:
    session.do(PUNCH)
    session.answer(Thrown((9,)))

    assert "9 is not a face of a D6; type a number from 1 to 6." in said(prompt)


def test_a_secret_choice_is_covered_until_its_owner_asks(session: Session, prompt: Prompt) -> None:
    session.do(WRESTLE)

    assert said(prompt) == [
        "The Red Hand decides",
        "The Red Hand pushes",
        "A secret choice: let only the one who decides look at the screen.",
    ]
    key("1")
    assert session.answers == ()

    key(Qt.Key.Key_Return)
    assert prompt.findChild(QWidget, "option:left") is not None
    key("2")
    assert session.answers == (Picked("right"),)
    assert prompt.findChild(QWidget, "option:left") is None, "the other side's choice is covered anew"

    press(prompt, "uncover")
    press(prompt, "option:left")
    assert session.answers == (Picked("right"), Picked("left"))


def test_who_plays_both_sides_may_do_without_the_cover(session: Session, prompt: Prompt) -> None:
    prompt.set_covers(False)
    session.do(WRESTLE)
    key("1", "1")

    assert session.answers == (Picked("left"), Picked("left"))


def test_the_tray_shows_the_dice_and_marks_those_typed(session: Session, prompt: Prompt) -> None:
    tray = prompt.tray  # type: ignore[attr-defined]
    assert not tray.isVisible()
    session.do(PUNCH)
    session.answer(Thrown((5,), (True,)))
    assert tray.isVisible()
    session.answer(Picked("stand"))
    session.answer(Thrown((6, 2), (False, True)))

    assert said(tray) == ["Ada: damage · hurt"]
    older = button(tray, "older_dice")
    assert (older.text(), older.accessibleName()) == ("+1", "Show the throw before")
    assert older.accessibleDescription() == "5: Ada: to hit · hit"
    press(tray, "older_dice")
    QTest.qWait(1)
    dice = [die.accessibleName() for die in tray.findChildren(Die) if die.isVisible()]
    assert dice == ["6, rolled by the program", "2, typed in", "5, typed in"]
    assert said(tray) == ["Ada: damage · hurt", "Ada: to hit · hit"]

    session.undo()
    assert not tray.isVisible()


def test_a_typed_die_looks_different_by_more_than_hue(qtbot: QtBot) -> None:
    thrown, typed = Die(4, 6, theme(), typed=False), Die(4, 6, theme(), typed=True)
    for die in (thrown, typed):
        qtbot.addWidget(die)
    plain, marked = thrown.grab().toImage(), typed.grab().toImage()
    corner = marked.width() - 5

    assert plain.pixelColor(corner, corner) != marked.pixelColor(corner, corner)
    assert abs(plain.pixelColor(corner, corner).lightness() - marked.pixelColor(corner, corner).lightness()) > 25
