"""Moves, turns and measurements typed into the palette: told and painted before Enter, done by Enter, said aloud."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.palette import FOUND, Find

KEY = Qt.Key


def typed(street: Table, text: str) -> Find:
    """Ctrl+G, all of it typed anew; what stands first."""
    street.key(KEY.Key_G, CTRL)
    line = street.window.hands.palette.line
    assert line.hasFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    street.settle()
    find = street.window.hands.palette.found.item(0).data(FOUND)
    assert isinstance(find, Find)
    return find


def waits(until: Callable[[], bool]) -> None:
    for _ in range(1000):
        if until():
            return
        QTest.qWait(10)
    raise AssertionError("it never came")


def test_a_move_is_told_painted_and_done(street: Table) -> None:
    before = street.model("berrin")
    find = typed(street, "move Berrin Holt 1.5 west")
    assert find.title == "Berrin Holt: Walk 1.5″"
    assert not find.refused
    assert street.bench.painted["offer"].lines
    palette = street.window.hands.palette
    assert palette.height() < 140  # the table below shows what it would come to
    assert street.model("berrin") == before  # nothing is done yet
    street.key(KEY.Key_Return)

    assert street.model("berrin").x == pytest.approx(before.x - 1.5)
    assert "offer" not in street.bench.painted
    assert street.session.selection == ("berrin",)
    street.key(KEY.Key_Z, CTRL)
    assert street.model("berrin") == before


def test_a_move_that_is_too_far_is_refused_before_and_after_enter(street: Table) -> None:
    said: list[str] = []
    street.window.hands.announcer.said.connect(said.append)
    find = typed(street, "move Pip Larr to 15.2,2")
    assert find.refused
    assert find.kind == "refused"
    assert find.says
    assert find.says in street.window.hands.palette.line.accessibleDescription()
    before = street.session.game
    street.key(KEY.Key_Return)
    QTest.qWait(30)

    assert street.session.game == before
    assert any(line.startswith("Refused") for line in said)
    assert street.bench.told is not None
    assert street.bench.told.verdict == "no"  # it can be settled on a sheet


def test_the_selected_model_need_not_be_named(street: Table) -> None:
    street.session.select(("grumm",))
    before = street.model("grumm")
    typed(street, "move 1 towards 20.6,0")
    street.key(KEY.Key_Return)

    assert street.model("grumm").y == pytest.approx(before.y - 1.0)


def test_lengths_are_by_the_ruler_in_use(street: Table) -> None:
    street.window.menus.by_name["ruler_centimetres"].trigger()
    before = street.model("berrin")
    find = typed(street, "move Berrin Holt 3.81 west")
    assert "3.8 cm" in find.title
    street.key(KEY.Key_Return)
    street.window.menus.by_name["ruler_inches"].trigger()

    assert street.model("berrin").x == pytest.approx(before.x - 1.5)


def test_half_a_sentence_says_how_it_goes_on_and_stays(street: Table) -> None:
    find = typed(street, "move Pip Larr 2")
    assert find.stays
    assert "move Pip 3 towards Wick" in find.says
    street.key(KEY.Key_Return)
    assert street.window.hands.palette.isVisible()
    street.key(KEY.Key_Escape)

    assert not street.window.hands.palette.isVisible()


def test_a_turn_is_typed(street: Table) -> None:
    typed(street, "turn Pip Larr to 90")
    street.key(KEY.Key_Return)

    assert street.model("pip").facing == 90.0


def test_a_measurement_is_typed_and_stays_on_the_table(street: Table) -> None:
    said: list[str] = []
    street.window.hands.announcer.said.connect(said.append)
    find = typed(street, "does Tove Kesk see Finch?")
    assert find.kind == "Enter asks it"
    street.key(KEY.Key_Return)
    waits(lambda: street.bench.told is not None)
    QTest.qWait(30)

    assert "kept" in street.bench.painted
    assert street.bench.told is not None
    assert street.bench.told.query.startswith("sight tove finch")
    assert any("does Tove Kesk see Finch" in line for line in said)
    assert street.window.desk.side_view.accessibleDescription().startswith("does Tove Kesk see Finch")


def test_a_command_is_still_found_by_its_name(street: Table) -> None:
    street.key(KEY.Key_K, CTRL)
    QTest.keyClicks(street.window.hands.palette.line, "fit tab")

    assert street.window.hands.palette.found.item(0).data(FOUND).title == "Fit table"


def test_a_preview_goes_away_with_the_palette(street: Table) -> None:
    typed(street, "move Berrin Holt 1.5 west")
    assert "offer" in street.bench.painted
    street.key(KEY.Key_Escape)

    assert "offer" not in street.bench.painted


def test_a_question_that_is_none_stands_below_what_is_found_by_name(street: Table) -> None:
    find = typed(street, "line of si")
    last = street.window.hands.palette.found.item(street.window.hands.palette.found.count() - 1).data(FOUND)

    assert find.title == "Line of sight"
    assert last.stays
    assert "There is no model" in last.says or "too short" in last.says


def test_what_a_wish_would_come_to_is_said_once_the_hand_rests(street: Table) -> None:
    said: list[str] = []
    street.window.hands.announcer.said.connect(said.append)
    typed(street, "move Pip Larr to 15.2,2")
    waits(lambda: any("refused" in line for line in said))

    assert len(said) == 1  # not after every letter
    assert "further than" in said[0]
