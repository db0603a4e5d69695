"""A player's hands on the built-in skirmish: a fall off a roof, a charge, a whole fight with typed dice."""

from __future__ import annotations

import pytest
from at_table import Table
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.ask import Thrown
from engine.commands import NextPhase
from engine.events import Rolled
from engine.geometry.measure import gap
from engine.play import Asking

DIGITS = {n: Qt.Key(Qt.Key.Key_0 + n) for n in range(1, 7)}


def typed(table: Table, *faces: int) -> None:
    """Type real dice, one digit a die."""
    for face in faces:
        table.key(DIGITS[face])


def asked(table: Table) -> str:
    assert table.session.pending is not None
    return str(table.session.pending.question.what)


def test_dragged_off_a_roof_he_jumps_falls_and_is_hurt(street: Table) -> None:
    """Tove stands 3 in up, on the edge of the bakehouse; north of it lies the street."""
    start = street.session.game
    street.press(10.3, 25.3)
    street.move(10.3, 24.5)
    street.move(10.3, 23.2)
    assert any(words.startswith("Jumps down 3.0″") for words in street.words())
    street.release(10.3, 23.2)

    assert asked(street).startswith("Initiative of Tove Kesk")
    typed(street, 6)
    assert asked(street).startswith("hits of the 3.0″ fall")
    typed(street, 4)
    assert "to wound Tove Kesk" in asked(street)
    typed(street, 5, 6)
    while isinstance(street.session.pending, Asking):
        typed(street, 3)
    tove = street.model("tove")
    assert (tove.z, len(street.session.journal.entries)) == (0, 1)
    assert tove.has("stunned")
    rolled = [event for event in street.session.journal.entries[0].events if isinstance(event, Rolled)]
    assert all(all(event.typed) for event in rolled)
    said = [row.text() for row in street.window.panels.dice.findChildren(QLabel)]
    assert "The Ash Lanterns: injury of Tove Kesk · stunned" in said

    street.session.undo()
    assert street.session.game == start


def test_the_list_speaks_of_moving_only_where_that_is_done(street: Table) -> None:
    street.session.select(("berrin",))
    rows, card = street.window.panels.actions, street.window.panels.card
    both = [*rows.findChildren(QLabel), *card.findChildren(QLabel)]
    assert any("MOR-DEF-MOVE" in row.text() for row in both)

    street.session.do(NextPhase())

    told = [row.text() for row in rows.findChildren(QLabel) if row.isVisible()]
    assert not any("movement phase" in text or "MOR-DEF-MOVE" in text for text in told)


def test_a_charge_ends_in_contact_where_the_hand_was_nearly_there(street: Table) -> None:
    wick = street.model("wick")
    street.drag((19.75, 22.5), (19.7, 18.0), (wick.x + 0.3, wick.y + 1.15))

    ratch = street.model("ratch")
    assert gap(ratch, street.model("wick")).contact
    assert ratch.has("charged")


def test_contact_is_not_walked_into_when_it_is_too_far(street: Table) -> None:
    wick = street.model("wick")
    street.drag((15.2, 24.7), (16.0, 20.0), (wick.x, wick.y + 1.3))

    assert street.session.journal.entries == ()
    assert street.shown("pip") == (street.model("pip").x, street.model("pip").y)


def test_a_charge_that_falls_short_can_be_declared_all_the_same(street: Table) -> None:
    """K goes through the book's kinds of move: walk, run, charge."""
    wick = street.model("wick")
    street.press(15.2, 24.7)
    street.move(16.0, 20.0)
    street.move(wick.x, wick.y + 1.3)
    for _ in range(3):
        street.key(Qt.Key.Key_K)
    street.release(wick.x, wick.y + 1.3)
    while street.session.pending is not None:
        street.key(Qt.Key.Key_1)

    assert street.model("pip").has("failed_charge")
    assert not gap(street.model("pip"), wick).contact


def test_a_whole_fight_with_typed_dice_and_back_again(street: Table) -> None:
    start = street.session.game
    wick = street.model("wick")
    street.drag((19.75, 22.5), (19.7, 18.0), (wick.x + 0.3, wick.y + 1.15))
    street.key(Qt.Key.Key_Return)
    street.key(Qt.Key.Key_Return)
    assert street.session.game.phase == "combat"

    street.session.select(("ratch",))
    street.key(DIGITS[1])
    assert asked(street).startswith("to hit Hollow Wick")
    typed(street, 6, 6)
    assert street.session.pending is None
    assert street.model("wick").count("wounds_lost") == 1

    street.session.select(("wick",))
    street.key(DIGITS[1])
    typed(street, 5, 4)
    typed(street, 6)
    while isinstance(street.session.pending, Asking):
        typed(street, 1)
    assert street.model("ratch").place == "removed"
    street.key(Qt.Key.Key_Return)
    assert street.session.game.active == "ash_lanterns"

    end = street.session.game
    entries = len(street.session.journal.entries)
    for _ in range(entries):
        street.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert street.session.game == start
    for _ in range(entries):
        street.key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert street.session.game == end
    assert len(street.session.journal.entries) == entries


def test_the_program_rolls_the_same_dice_again_from_the_same_seed(street: Table) -> None:
    street.drag((10.3, 25.3), (10.3, 24.5), (10.3, 23.2))
    while isinstance(street.session.pending, Asking):
        street.key(Qt.Key.Key_Return)
    thrown = [answer for answer in street.session.journal.entries[0].answers if isinstance(answer, Thrown)]

    from desktop.dice_cup import shake
    from engine.dice import Dice

    assert thrown[0].faces == shake(Dice(1, 6), 7, 0, 0)
    assert not any(any(answer.typed) for answer in thrown)


def test_a_refused_drag_cites_its_clause_in_the_why_panel(street: Table) -> None:
    street.drag((18.2, 24.4), (18.2, 28), (18.2, 34))

    why = street.window.panels.why
    assert street.model("berrin").y == pytest.approx(24.4)
    assert why.isVisible()
    assert "MOR-" in why.reasons.text()
