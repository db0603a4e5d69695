"""Two at one screen: when the side to act changes it is said for a moment over the table, and takes no click."""

from __future__ import annotations

from at_table import Table
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.commands import ByHand
from engine.events import PhaseBegan


def handed_over(street: Table, side: int) -> None:
    game = street.session.game
    fact = PhaseBegan(round=game.round, phase=game.phase, side=game.sides[side].id)
    street.session.do(ByHand(facts=(fact,), note="handed over"))


def test_the_side_that_is_to_act_now_is_named(street: Table) -> None:
    cue = street.window.proof.cue
    assert cue.said == ""
    handed_over(street, 1)

    assert cue.said == "The Ash Lanterns to play"
    assert cue.accessibleName() == cue.said
    street.session.undo()
    assert cue.said == "The Red Hand to play"


def test_it_takes_neither_click_nor_focus(street: Table) -> None:
    handed_over(street, 1)
    cue = street.window.proof.cue

    assert street.view.hasFocus()
    assert cue.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert abs(cue.geometry().center().x() - street.view.rect().center().x()) <= 2


def test_it_goes_by_itself(street: Table, qtbot: QtBot) -> None:
    handed_over(street, 1)

    qtbot.waitUntil(lambda: street.window.proof.cue.said == "", timeout=6_000)


def test_nothing_is_said_while_the_same_side_goes_on(street: Table) -> None:
    handed_over(street, 0)

    assert street.window.proof.cue.said == ""
