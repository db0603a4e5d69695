"""Dice whose sides bear words: told one after the other, by click and by key; and as they lay in the tray."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from eyes import button, press, said, shown
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tavern import TAVERN, brawl

from desktop.battles import Battles
from desktop.look import theme
from desktop.panels import DiceTray, Prompt
from desktop.panels.dice_tray import WordDie
from desktop.panels.word_dice import WordDice
from desktop.session import Session
from engine.ask import Steps, Thrown, roll
from engine.commands import Act
from engine.dice import Die, Faces, unlike
from engine.game import Game, ModelId
from engine.rules import Plan
from engine.system import Action

RED = Die("red", ("miss", "1 damage", "1 damage", "2 damage", "2 damage", "3 damage"))
BONE = Die("bone", ("nothing", "nothing", "nothing", "skull", "skull", "skull"))
BONES = Act(model=ModelId("ada"), action="bones")


def count(faces: Faces) -> str:
    return "won" if faces[1] > 3 else "lost"


def plan(game: Game, act: Act) -> Plan:
    def throw(game: Game) -> Steps[Game]:
        yield from roll(unlike(RED, BONE, BONE), count, "knucklebones")
        return game

    return Plan(label="Throw bones", steps=(throw,))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    book = replace(TAVERN, actions=(*TAVERN.actions, Action("bones", "Bones", ("brawl",), plan)))
    made = Session(brawl(), lambda name: book, Battles())
    yield made
    made.close()


@pytest.fixture
def prompt(session: Session, qtbot: QtBot) -> Prompt:
    made = Prompt(session, theme())
    made.tray = DiceTray(session, theme())  # type: ignore[attr-defined]
    shown(qtbot, made, made.tray)  # type: ignore[attr-defined]
    return made


def key(*keys: Qt.Key | str) -> None:
    for pressed in keys:
        QTest.qWait(1)
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClick(target, pressed)  # type: ignore[call-overload]


def told(session: Session) -> tuple[object, ...]:
    return session.journal.entries[-1].answers


def worded(prompt: Prompt) -> WordDice:
    assert prompt.worded is not None
    return prompt.worded


def test_each_word_is_offered_once_for_the_die_that_is_told(session: Session, prompt: Prompt) -> None:
    session.do(BONES)

    assert button(prompt, "throw").accessibleName() == "Roll red, 2 bone"
    assert "or say what the red die shows" in said(prompt)
    assert [button(prompt, f"face:{face}").words for face in (1, 2, 4, 6)] == [
        "miss", "1 damage", "2 damage", "3 damage",
    ]  # fmt: skip
    assert button(prompt, "face:1").accessibleName() == "Die 1 of 3, red: miss"


def test_clicks_tell_the_dice_and_the_last_one_answers(session: Session, prompt: Prompt) -> None:
    session.do(BONES)
    press(prompt, "face:4")
    assert button(prompt, "die:0").words == "2 damage"
    assert "or say what the bone die 1 shows" in said(prompt)
    press(prompt, "face:4")
    press(prompt, "face:1")

    assert told(session) == (Thrown((4, 4, 1), (True, True, True)),)


def test_digits_stand_for_the_words_in_their_order(session: Session, prompt: Prompt) -> None:
    session.do(BONES)
    key("4", "7", "2", "1")

    assert told(session) == (Thrown((6, 4, 1), (True, True, True)),)


def test_digits_typed_over_the_table_go_to_the_dice(session: Session, prompt: Prompt) -> None:
    session.do(BONES)

    assert [prompt.type_digit(digit) for digit in (1, 9, 1, 2)] == [True, False, True, True]
    assert told(session) == (Thrown((1, 1, 4), (True, True, True)),)


def test_backspace_and_a_click_on_a_die_tell_it_anew(session: Session, prompt: Prompt) -> None:
    session.do(BONES)
    key("1", "2", Qt.Key.Key_Backspace)
    assert worded(prompt).faces == [1, None, None]
    press(prompt, "die:0")
    assert worded(prompt).faces == [None, None, None]
    key("2", "1", "1")

    assert told(session) == (Thrown((2, 1, 1), (True, True, True)),)


def test_tab_and_enter_tell_dice_too_and_the_focus_stays_with_them(session: Session, prompt: Prompt) -> None:
    session.do(BONES)
    button(prompt, "face:2").setFocus()
    key(Qt.Key.Key_Return)
    assert worded(prompt).faces == [2, None, None]
    assert button(prompt, "face:1").hasFocus()
    key(Qt.Key.Key_Return, Qt.Key.Key_Return)

    assert told(session) == (Thrown((2, 1, 1), (True, True, True)),)


def test_enter_on_the_throw_rolls_them(session: Session, prompt: Prompt) -> None:
    session.do(BONES)
    QTest.qWait(1)
    key(Qt.Key.Key_Return)

    (thrown,) = told(session)
    assert isinstance(thrown, Thrown)
    assert len(thrown.faces) == 3
    assert thrown.typed == (False, False, False)


def test_the_tray_shows_words_in_the_colour_of_their_die_and_marks_what_was_typed(
    session: Session, prompt: Prompt
) -> None:
    session.do(BONES)
    key("4", "2", "1")
    QTest.qWait(1)
    dice = [die for die in prompt.tray.findChildren(WordDie) if die.isVisible()]  # type: ignore[attr-defined]

    assert [die.says for die in dice] == ["3 damage", "bone skull", "bone nothing"]
    assert [bool(die.tint) for die in dice] == [True, False, False]
    assert dice[0].accessibleName() == "red 3 damage, typed in"
    assert all(die.typed for die in dice)
