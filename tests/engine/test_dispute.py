"""A disputed measurement: the same text gives the same code and verdict, and a touched one is caught."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cases import position
from engine.command_line import main
from engine.dispute import code_of, dispute, is_dispute, reopen

STREET = """
game mordheim round=1 phase=shooting active=red
profile archer "Archer" base=25 height=1.2 M=4 WS=3 BS=3 S=3 T=3 W=1 I=3 A=1 Ld=7
terrain wall "Wall" wall 4,-3 5,-3 5,{edge} 4,{edge} bottom=0 top=3 sight=solid footing=solid
model A archer red 0,0
model B archer blue 9,0
"""
HALF = 25 / 25.4 / 2
"""Inches of half a base: a wall up to there leaves a line that only touches."""


def street(edge: float):
    return position(STREET.format(edge=edge))


def test_a_sheet_opened_again_gives_the_same_code_and_verdict():
    first = dispute(street(0.0), "sight A B")
    again = reopen(first.text())

    assert again.agrees
    assert again.dispute.code == first.code
    assert again.dispute.measured.said == first.measured.said
    assert again.verdict() == f"{first.code}: position and answer are those of the sheet: {first.measured.said}."


def test_a_model_moved_by_a_hair_is_another_dispute():
    text = dispute(street(0.0), "sight A B").text()
    touched = reopen(text.replace("blue 9,0", "blue 9,0.001"))

    assert not touched.agrees
    assert touched.verdict().startswith("The position or the question was changed: the sheet says ")


def test_another_question_about_the_same_position_has_another_code():
    game = street(0.0)

    assert code_of(game, "sight A B") != code_of(game, "sight B A")
    assert code_of(game, "sight  A   B") == code_of(game, "sight A B")


def test_an_answer_that_has_changed_under_the_same_code_is_said_to_have():
    first = dispute(street(0.0), "sight A B")
    text = first.text().replace(f"# answer: {first.measured.said}", "# answer: blocked by Wall")
    again = reopen(text)

    assert not again.agrees
    assert again.verdict() == (
        f"{first.code}: the position is that of the sheet, but its answer was “blocked by Wall” and is now "
        f"“{first.measured.said}”; the sheet was made by another version of the program."
    )


def test_the_readings_that_would_give_another_answer_are_named():
    """With the wall's edge just on the common tangent only the reading of grazing lines decides."""
    found = dispute(street(HALF), "sight A B")

    assert found.measured.verdict == "grazing"
    assert [(d.reading.id, d.option) for d in found.otherwise] == [("grazing_sight", "clear")]
    assert "which counts as seen" in found.otherwise[0].said
    assert found.tried > 5


def test_a_clear_case_does_not_hang_on_any_reading():
    assert dispute(street(-1.0), "sight A B").otherwise == ()


@pytest.mark.parametrize(
    ("query", "clauses"),
    [
        ("sight A B", ["MOR-DEF-SIGHT"]),
        ("gap A B", ["MOR-DEF-CONTACT"]),
        ("path A 3,0", ["MOR-DEF-MOVE", "MOR-DEF-CHARGE"]),
        ("blast 4,4 2", []),
    ],
)
def test_the_clauses_that_make_it_matter_are_cited(query, clauses):
    assert [clause.id for clause in dispute(street(0.0), query).grounds] == clauses


def test_a_table_without_a_rulebook_can_be_disputed_too():
    bare = position('game none\nprofile p "P"\nmodel A p red 3,3\nmodel B p blue 9,3\n')
    found = dispute(bare, "gap A B")

    assert (found.grounds, found.otherwise, found.tried) == ((), (), 0)
    assert reopen(found.text()).agrees


@pytest.mark.parametrize("query", ["", "sight A", "sight A nobody", "dance A B", 'sight "A B'])
def test_what_cannot_be_asked_is_refused_in_a_sentence(query):
    with pytest.raises(ValueError, match=r"[.”]"):
        dispute(street(0.0), query)


def test_a_bare_position_is_no_sheet():
    assert not is_dispute(STREET)
    with pytest.raises(ValueError, match="holds no question"):
        reopen(STREET.format(edge=0))


@given(x=st.floats(1, 30), y=st.floats(1, 30), facing=st.floats(0, 359.9))
def test_wherever_the_models_stand_the_text_proves_itself(x, y, facing):
    game = position(STREET.format(edge=0).replace("blue 9,0", f"blue {x!r},{y!r} facing={facing!r}"))

    assert reopen(dispute(game, "gap A B").text()).agrees


def test_the_command_line_writes_a_sheet_and_checks_it(tmp_path: Path, capsys):
    (tmp_path / "street.txt").write_text(STREET.format(edge=0), encoding="utf-8")
    assert main(["dispute", str(tmp_path / "street.txt"), "sight A B"]) == 0
    sheet = capsys.readouterr().out
    (tmp_path / "sheet.position").write_text(sheet, encoding="utf-8")

    assert main(["dispute", str(tmp_path / "sheet.position")]) == 0
    assert "position and answer are those of the sheet" in capsys.readouterr().out

    assert main(["dispute", "--json", str(tmp_path / "sheet.position")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["agrees"] is True
    assert told["grounds"] == ["MOR-DEF-SIGHT"]

    (tmp_path / "sheet.position").write_text(sheet.replace("9,0", "9,3"), encoding="utf-8")
    assert main(["dispute", str(tmp_path / "sheet.position")]) == 1


def test_the_command_line_says_what_is_no_sheet(tmp_path: Path, capsys):
    (tmp_path / "street.txt").write_text(STREET.format(edge=0), encoding="utf-8")

    assert main(["dispute", str(tmp_path / "street.txt")]) == 2
    assert "street.txt is no dispute sheet" in capsys.readouterr().err


LANE = """
game mordheim round=1 phase=movement active=red
profile archer "Archer" base=25 height=1.2 M=4 WS=3 BS=3 S=3 T=3 W=1 I=3 A=1 Ld=7
model A archer red 5,5
model B archer blue 30,5
"""


def test_may_it_go_there_is_answered_by_the_book_with_its_clauses():
    no = dispute(position(LANE), "may A 14,5")
    yes = dispute(position(LANE), "may A 8,5")

    assert (no.measured.verdict, yes.measured.verdict) == ("no", "yes")
    assert no.measured.said == "no: 1.0″ further than the 8.0″ A may run"
    assert no.measured.values["reasons"] == [
        {"says": "1.0″ further than the 8.0″ A may run.", "clauses": ("MOR-DEF-RUN",)}
    ]
    assert [clause.id for clause in no.grounds] == ["MOR-DEF-RUN", "MOR-DEF-MOVE", "MOR-DEF-HALF-RATE"]
    assert [clause.id for clause in yes.grounds] == ["MOR-DEF-MOVE", "MOR-DEF-HALF-RATE"]
    assert [area.role for area in no.measured.evidence.areas][:1] == ["blocked"]


def test_a_refused_way_opened_again_is_refused_again():
    first = dispute(position(LANE), "may A 8,5 14,5 run facing=90")
    again = reopen(first.text())

    assert again.agrees
    assert again.dispute.measured.values["how"] == "run"
    assert again.dispute.measured.values["facing"] == 90.0
    assert again.dispute.measured.values["path"] == ((5.0, 5.0), (8.0, 5.0), (14.0, 5.0))


def test_where_no_book_is_in_play_nobody_says_may():
    with pytest.raises(ValueError, match="No rulebook is in play"):
        dispute(position('game none\nprofile m "M"\nmodel A m red 0,0\n'), "may A 3,0")
    with pytest.raises(ValueError, match="names no place"):
        dispute(position(LANE), "may A run")
