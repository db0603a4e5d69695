"""Lengths in inches, centimetres or millimetres: one setting, everywhere a length is shown, and no digit made up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import Table
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from desktop.look import rulers, theme, words
from desktop.look.rulers import INCHES, RULERS, ruler
from desktop.sheet.page import Sheet
from engine.dispute import dispute
from engine.geometry.evidence import Area, Evidence, Line, Mark
from engine.questions import Modifier, Tally

CM, MM = RULERS[1], RULERS[2]
KEY = Qt.Key


@pytest.fixture(autouse=True)
def _inches_again() -> Iterator[None]:
    yield
    rulers.wear(INCHES)


def test_a_sentence_is_as_fine_as_it_was_in_inches() -> None:
    said = "5.02″ edge to edge, 1.5″ up, 0.0160″ to spare"

    assert INCHES.tell(said) == said
    assert CM.tell(said) == "12.8 cm edge to edge, 3.8 cm up, 0.041 cm to spare"
    assert MM.tell(said) == "128 mm edge to edge, 38 mm up, 0.41 mm to spare"


def test_whole_inches_are_exact() -> None:
    assert CM.tell("up to 4″") == "up to 10.16 cm"
    assert MM.tell("36 × 24″, 3–4.5″") == "914.4 × 609.6 mm, 76.2–114 mm"


def test_a_length_that_is_known_is_exact() -> None:
    assert CM.tell("5.02″", [5.0160]) == "12.74 cm"
    assert MM.tell("5.02″", [5.0160]) == "127.4 mm"
    assert MM.tell("5.02″", [5.0160, 5.0240]) == "128 mm"  # which of the two is meant, nobody can say


def test_areas_turn_too() -> None:
    assert CM.tell("2″ of walking: 10.00 square inches") == "5.08 cm of walking: 64.5 cm²"


def test_a_rulers_line_knows_its_own_length() -> None:
    shown = Evidence(
        lines=(Line(((0.0, 0.0, 0.0), (3.016, 0.0, 4.0)), "ruler", "5.01″ edge to edge · 3.02″ flat, 4.00″ up"),),
        areas=(Area((), "zone", "6″ · 2 within"),),
        marks=(Mark((0.0, 0.0, 0.0), "warning", "falls 3″"),),
    )
    told = MM.evidence(shown)

    assert told.lines[0].label == "127.2 mm edge to edge · 76.6 mm flat, 101.6 mm up"
    assert told.areas[0].label == "152.4 mm · 2 within"
    assert told.marks[0].label == "falls 76.2 mm"
    assert INCHES.evidence(shown) is shown


def test_a_sum_keeps_the_books_inches_so_that_it_adds_up() -> None:
    sum_ = Tally(
        title="Move", base=4, modifiers=(Modifier(op="plus", amount=2.0, label="running"),), suffix="″", why=()
    )
    rulers.wear(CM)

    assert "<b>6″</b> (15.24 cm)" in words.tally(sum_, theme("dark").link)
    assert "(15.24 cm)" in words.folded(sum_, "#fff", "#fff")


def test_one_setting_for_tape_log_card_cursor_and_sides(street: Table) -> None:
    street.window.menus.by_name["ruler_centimetres"].trigger()
    street.settle()
    assert QSettings().value("ruler") == "centimetres"

    tove, finch = street.model("tove"), street.model("finch")
    street.key(KEY.Key_T)
    street.click(tove.x, tove.y)
    street.click(finch.x, finch.y)
    told = street.bench.told
    assert told is not None
    exact = told.values["distance"] * 2.54
    assert f"{exact:.2f} cm edge to edge" in street.window.hint.text()
    assert "″" not in street.window.hint.text()
    street.move(20.0, 20.0)
    assert "cm" in street.window.where.text()
    street.key(KEY.Key_V)
    pip = street.model("pip")
    street.drag((pip.x, pip.y), (pip.x, pip.y - 2.0))
    log = street.window.panels.log.text.toPlainText()
    assert "Pip Larr walks 5.08 cm" in log or "Pip Larr moves 5.08 cm" in log

    street.window.menus.by_name["ruler_inches"].trigger()
    street.settle()
    assert "2″" in street.window.panels.log.text.toPlainText()


def test_what_is_painted_on_the_table_follows(street: Table) -> None:
    street.window.menus.by_name["ruler_millimetres"].trigger()
    street.settle()
    assert street.scene._theme.ruler is ruler("millimetres")
    named = {words for item in street.scene.ground.pieces.values() for words in item.words()}

    assert any(word.endswith(" mm") for word in named)
    assert not any("″" in word for word in named)


def test_the_rulebooks_own_words_stay_in_inches(street: Table) -> None:
    street.window.menus.by_name["ruler_millimetres"].trigger()
    street.window.panels.why.show_clause("MOR-MV-01")
    before = words.clause("MOR-MV-01")
    rulers.wear(INCHES)

    assert words.clause("MOR-MV-01") == before


def test_a_dispute_sheet_is_in_the_ruler_in_use_but_its_numbers_stay_in_inches(street: Table, tmp_path: Path) -> None:
    street.window.menus.by_name["ruler_centimetres"].trigger()
    game = street.session.game
    settled = dispute(game, "gap tove finch")
    sheet = Sheet(settled, made="now")
    text = sheet._numbers.toPlainText()

    assert sheet.look.ruler is CM
    assert "1 in is 25.4 mm exactly" in text
    assert f"{settled.measured.values['distance']:.4f}″ edge to edge" in text
    street.window.menus.by_name["ruler_inches"].trigger()
    assert "25.4 mm exactly" not in Sheet(settled, made="now")._numbers.toPlainText()


def test_the_height_of_a_new_base_is_typed_by_the_ruler(street: Table) -> None:
    street.window.menus.by_name["ruler_millimetres"].trigger()
    frame = street.window.add_frame
    frame.open()
    frame.line.setText("another")
    street.settle()
    assert frame.tall.text() == "33 mm"
    frame.tall.lineEdit().selectAll()
    QTest.keyClicks(frame.tall.lineEdit(), "50.8")
    made = frame.models()
    street.window.menus.by_name["ruler_inches"].trigger()

    assert made is not None
    assert made[0].profile.height == pytest.approx(2.0)
