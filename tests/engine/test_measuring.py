"""Measurements asked for in words, and the numbers on the table behind them."""

from __future__ import annotations

import re
from math import hypot, pi

import pytest

from engine.game import Game, Table
from engine.measuring import measure, model_named
from engine.notation import read

RADIUS = 25 / 2 / 25.4
STREET = read(
    """
game toy
profile fighter height=1.2
table 36x36
terrain w1 "High wall" wall 13,8 13.4,8 13.4,12 13,12 top=3
terrain roof "Roof" floor 20,10 26,10 26,16 20,16 bottom=3 top=3
model A fighter red 10,10 "Berrin Holt"
model B fighter blue 16,10 "Berrin Ash"
model C fighter blue 23,13 z=3 Grumm
model D fighter blue 10,20 "Tove Kesk"
model R fighter red
""".replace(" Grumm", ' "Grumm"')
)


def ask(query: str, game: Game = STREET):
    return measure(game, query)


def test_a_wall_stops_sight_and_is_named():
    found = ask("sight A B")

    assert found.verdict == "blocked"
    assert found.values["sees"] is False
    assert found.values["blockers"] == ("w1",)
    assert found.margin == pytest.approx(0.512)
    assert ("blocked by", "High wall (w1)") in found.rows
    assert found.said == "blocked by High wall · 13 mm to spare"
    assert dict(found.rows)["stops at"] == "13,10,0.6"
    assert dict(found.rows)["other way"] == "the same, blocked"


def test_open_ground_does_not_and_the_line_is_shown():
    found = ask('sight "Berrin Holt" "Tove Kesk"')

    assert found.verdict == "clear"
    assert found.values["share"] == pytest.approx(1)
    (x0, y0, _), (x1, y1, _) = found.values["witness"]
    assert y0 <= 10 + RADIUS + 0.001
    assert y1 >= 20 - RADIUS - 0.001
    assert abs(x0 - 10) <= RADIUS + 0.001 >= abs(x1 - 10)
    assert dict(found.rows)["seen"] == "100.0 % of the silhouette, ± 0.0"


def test_places_see_too():
    assert ask("sight 1,1,1 1,9,1").verdict == "clear"
    assert ask("sight 12,10,1 15,10,1").values["blockers"] == ("w1",)
    assert ask("sight A 15,10").verdict == "blocked"
    assert ask("sight A 10,4").verdict == "clear"


def test_a_gap_is_measured_edge_to_edge():
    found = ask("gap A B")

    assert found.values["distance"] == pytest.approx(6 - 2 * RADIUS)
    assert found.values["contact"] is False
    assert (found.verdict, found.said) == ("apart", "5.02″ edge to edge")
    assert dict(found.rows)["distance"] == "5.0157″ edge to edge"
    assert ask("gap A 10,4").values["distance"] == pytest.approx(6 - RADIUS)
    assert ask("gap 10,4 A").values["distance"] == pytest.approx(6 - RADIUS)
    assert ask("gap 1,1 4,5").values["distance"] == pytest.approx(5)
    assert ask("gap A w1").values["distance"] == pytest.approx(3 - RADIUS)
    assert ask("gap w1 A").values["distance"] == pytest.approx(3 - RADIUS)


def test_a_gap_in_height_counts():
    from engine.geometry.measure import gap

    found = ask("gap A C")

    assert found.values["height"] == pytest.approx(3 - 1.2)
    assert found.values["distance"] == pytest.approx(gap(STREET.model("A"), STREET.model("C")).distance)


def test_touching_is_contact():
    game = read(f"game toy\nprofile f\nmodel A f red 5,5\nmodel B f blue {5 + 2 * RADIUS},5\nmodel C f blue 5,5.5")

    assert ask("gap A B", game).verdict == "contact"
    assert ask("gap A C", game).verdict == "overlap"


def test_reach_is_a_disc_on_open_ground():
    found = ask("reach D 2")

    assert found.values["area"] == pytest.approx(4 * pi, rel=0.01)
    assert found.values["distance"] == 2
    assert found.verdict.endswith("square inches")


def test_reach_without_inches_needs_a_rulebook():
    with pytest.raises(ValueError, match=r"“reach D” needs a distance here; write reach A \[inches\]"):
        ask("reach D")


def test_reach_over_the_edge_says_why_there_is_none():
    game = read("game toy\nprofile f\nmodel A f red 0,0")

    assert ("but", "it stands inside something or over the edge of the table") in ask("reach A 4", game).rows


def test_a_fall_is_from_where_the_model_stands():
    found = ask("fall C 30,13")

    assert (found.verdict, found.values["drop"], found.values["landing"]) == ("falls", 3, 0)
    assert found.said == "falls 3″ onto the table"
    assert ask("fall C 22,13").verdict == "stands firm"
    assert ("to", "3″ up, on Roof (roof)") in ask("fall C 22,13").rows


@pytest.mark.parametrize("query", ["fall C 500,500", "jump C 500,500", "jump C 500,500 3", "surface 500,500"])
def test_off_the_table_nothing_carries_and_nobody_stands_firm(query):
    found = ask(query)

    assert found.verdict == "off the table"
    assert (
        found.said == f"500,500 lies {found.values['beyond']:g}″ beyond the table's edge: nothing carries a model there"
    )
    assert found.values["beyond"] == pytest.approx(hypot(500 - STREET.table.width, 500 - STREET.table.height))


def test_a_place_on_the_table_edge_is_on_the_table_and_a_hair_beyond_is_too_close_to_call():
    x = STREET.table.width

    assert ask(f"fall C {x},13").verdict == "falls"
    assert ask(f"fall C {x + 0.005},13").said.startswith("off the table, but only by 0.1 mm: too close to call: ")


def test_a_climb_adds_up_what_rises_and_drops():
    found = ask("climb C 30,13")

    assert found.values["down"] == pytest.approx(3)
    assert found.values["up"] == 0
    assert found.verdict == "0″ up, 3″ down"
    assert ask("climb D 12,20 12,22").verdict == "level"
    assert ask("climb D 12,20 12,22").values["length"] == pytest.approx(4)


def test_an_edge_is_measured_from_the_base():
    found = ask("edge C")

    assert found.values["distance"] == pytest.approx(3 - RADIUS)
    assert found.values["drop"] == 3
    assert ask("edge D").verdict == "no edge near"


TENTH = 0.1 / 25.4
"""A tenth of a millimetre in inches."""


def slit(wide: float) -> Game:
    """A sees B only through a slit so many inches wide in a high wall."""
    return read(
        f"""
game toy
profile f base=0.2 height=1
table 36x36
terrain left "Left wall" wall 5,0 5.2,0 5.2,{5 - wide / 2} 5,{5 - wide / 2} top=4
terrain right "Right wall" wall 5,{5 + wide / 2} 5.2,{5 + wide / 2} 5.2,10 5,10 top=4
model A f red 2,5
model B f blue 8,5
"""
    )


def test_clear_by_a_hair_is_too_close_to_call_and_says_by_how_much():
    found = ask("sight A B", slit(12 * TENTH))

    assert found.verdict == "clear"
    assert found.close
    assert found.margin == pytest.approx(3 * TENTH, rel=0.05)
    assert found.said == "clear, but only by 0.3 mm: too close to call · 100 % seen"
    assert [line.role for line in found.evidence.lines] == ["close"]
    assert ask("sight A B", slit(60 * TENTH)).said == "clear by 1.4 mm · 100 % seen"


def test_blocked_by_a_hair_is_too_close_to_call_too():
    game = read(
        f'game toy\nprofile f base=25 height=1\nterrain w "Wall" wall 5,0 5.2,0 5.2,{5 + RADIUS + 2 * TENTH} '
        f"5,{5 + RADIUS + 2 * TENTH} top=4\nmodel A f red 2,5\nmodel B f blue 8,5"
    )

    found = ask("sight A B", game)

    assert (found.verdict, found.close) == ("blocked", True)
    assert 0 < found.margin <= TENTH
    assert found.said.startswith("blocked by Wall, but only by 0.")
    assert found.said.endswith(" mm: too close to call")
    assert found.evidence.lines[0].role == "close"
    assert found.evidence.lines[0].stopped is not None


def test_a_line_that_only_touches_is_too_close_to_call():
    found = ask("sight 1,5,1 9,5,1", read('game toy\nterrain w "Wall" wall 5,0 5.2,0 5.2,5 5,5 top=4'))

    assert (found.verdict, found.margin, found.close) == ("grazing", 0, True)
    assert found.said == "grazing: a line only touches, which does not count as seen; too close to call"


def test_cover_names_what_hides_a_part():
    game = read(
        'game toy\nprofile f height=1.2\nterrain w "Fence" barrier 8,0 8.2,0 8.2,9 8,9 top=0.6\n'
        "model A f red 2,5\nmodel B f blue 9,5"
    )

    found = ask("cover A B", game)

    assert (found.verdict, found.values["hidden_by"]) == ("covered", ("w",))
    assert found.said.startswith("hidden in part by Fence · ")
    assert ask("cover A D").said == "in the open · 100 % seen"
    assert ask("cover A B").said == "not seen at all: blocked by High wall · 13 mm to spare"


def two(apart: float) -> Game:
    return read(f"game toy\nprofile f\nmodel A f red 5,5\nmodel B f blue {5 + 2 * RADIUS + apart},5")


@pytest.mark.parametrize(
    ("apart", "said", "close"),
    [
        (0.0, "in contact (to 0.001″)", False),
        (3 * TENTH, "not in contact, but only by 0.3 mm: too close to call", True),
        (2.0, "not in contact by 51 mm", False),
        (-0.1, "overlapping by 0.1″", False),
    ],
)
def test_contact(apart, said, close):
    found = ask("contact A B", two(apart))

    assert (found.said, found.close) == (said, close)


@pytest.mark.parametrize(
    ("apart", "said", "close"),
    [
        (7.0, "within by 25 mm · 7.00″ of 8″", False),
        (8 - 2 * TENTH, "within, but only by 0.2 mm: too close to call · 7.99″ of 8″", True),
        (8.0, "within, with nothing to spare: too close to call · 8.00″ of 8″", True),
        (8 + 4 * TENTH, "beyond, but only by 0.4 mm: too close to call · 8.02″ of 8″", True),
        (9.0, "beyond by 25 mm · 9.00″ of 8″", False),
    ],
)
def test_within(apart, said, close):
    found = ask("within A B 8", two(apart))

    assert (found.said, found.close) == (said, close)
    assert found.values["within"] is (apart <= 8)
    assert found.margin == pytest.approx(abs(apart - 8), abs=1e-9)


def test_a_zone_lists_who_is_in_it_nearest_first_and_who_only_just():
    found = ask("zone A 5", STREET)

    assert found.verdict == "0 within"
    assert found.close
    assert found.said == "0 within 5″ · too close to call: Berrin Ash"
    assert dict(found.rows)["Berrin Ash (B)"] == "5.0157″ · beyond, but only by 0.4 mm: too close to call"
    wide = ask("zone A 10", STREET)
    assert wide.values["within"] == ["B", "D"]
    assert [one["distance"] for one in wide.values["near"]] == pytest.approx([6 - 2 * RADIUS, 10 - 2 * RADIUS])
    assert wide.said == "2 within 10″: Berrin Ash, Tove Kesk"
    assert ask("zone A 10 180", STREET).values["within"] == ["B"]


def test_an_arc_is_what_a_model_faces():
    assert ask("arc A B").said == "in the arc by 12 mm · in part"
    assert ask("arc A D").verdict == "out"
    assert ask("arc A B 360").said == "in the arc · wholly"


def test_a_tape_adds_up_its_legs():
    found = ask("path 1,1 4,5 8,5,3")

    assert found.values["legs"] == pytest.approx([5, 5])
    assert found.said == "10.00″ in 2 legs (9.00″ flat)"
    assert dict(found.rows)["leg 2"] == "5″, 10″ so far"
    assert dict(found.rows)["heights"] == "0″; 3″: 3″ higher"


def test_a_base_walks_at_its_true_width():
    """Two crates leave 32.4 mm: a 32 mm base passes by 0.2 mm, a 33 mm base bumps by 0.3 mm."""
    text = (
        "game toy\nprofile f base={} height=1\n"
        f'terrain a "North" crate 5,0 7,0 7,4 5,4 top=2\nterrain b "South" crate 5,{4 + 32.4 / 25.4} '
        f"7,{4 + 32.4 / 25.4} 7,9 5,9 top=2\nmodel A f red 2,{4 + 16.2 / 25.4}\n"
    )
    query = f"path A 10,{4 + 16.2 / 25.4}"

    found = ask(query, read(text.format(32)))
    assert found.said == "8.00″ · free, but only by 0.2 mm: too close to call"
    assert (found.close, found.values["free"]) == (True, True)

    found = ask(query, read(text.format(33)))
    assert found.said == "8.00″ · bumps into North after 2.88″, but only by 0.3 mm: too close to call"
    assert found.values["blockers"] == ("a", "b")
    assert found.evidence.marks[0].role == "close"

    assert ask(query, read(text.format(25))).said == "8.00″ · free, with more than 2.5 mm of room"
    assert ask(query, read(text.format(50))).close is False


def test_a_place_is_reached_or_not_and_by_how_much():
    assert ask("reach A 4 10,7").said == "within reach by 25 mm · 3.00″ of 4″"
    assert ask(f"reach A 4 10,{6 - 2 * TENTH}").said == (
        "beyond reach, but only by 0.2 mm: too close to call · 4.01″ of 4″"
    )
    assert ask("reach A 1 30,30").said == "no way to 30,30 on this level"


def test_a_jump_says_the_gap_and_whether_it_is_enough():
    game = read(
        'game toy\nprofile f\nterrain a "Roof" floor 0,0 6,0 6,6 0,6 bottom=3 top=3\n'
        'terrain b "Other" floor 8.5,0 14,0 14,6 8.5,6 bottom=3 top=3\nmodel A f red 5,3 z=3'
    )

    assert ask("jump A 10,3", game).said == "2.50″ gap, level, onto Other (b)"
    assert ask("jump A 10,3 3", game).said == "enough by 13 mm · 2.50″ gap, level, onto Other (b)"
    assert ask("leap A 10,3 2", game).verdict == "too far"
    short = ask(f"jump A 10,3 {2.5 - TENTH}", game)
    assert short.said == "too far, but only by 0.1 mm: too close to call · 2.50″ gap, level, onto Other (b)"


def test_templates_list_who_is_under_them():
    assert ask("blast 13,10 2.6").values["under"][0]["margin"] == pytest.approx(2.6 - 3 + RADIUS)
    assert ask("blast 13,10 2.6").said == "2 under the 2.6″ blast: Berrin Holt, Berrin Ash"
    assert ask("blast 16,10 0.4").said == "1 under the 0.4″ blast: Berrin Ash"
    assert ask("flame A 16,10").said == "1 under the 8″ flame: Berrin Ash"
    assert ask("flame A 4,10 8 2").verdict == "0 under"
    assert ask("cone A 10,20 12 60").said == "1 under the 12″ cone: Tove Kesk"
    assert ask("line A 16,10.4 0.5").said == "1 under the 0.5″ wide line: Berrin Ash"


def test_edges_and_surfaces():
    assert ask("edge C 2").said == "beyond by 13 mm · 2.51″ to an edge, 3″ down to the table"
    assert ask("edge C 2").margin == pytest.approx(1 - RADIUS)
    assert ask("surface 22,12").said == "3″ up, on Roof (roof)"
    assert ask("surface 1,1").said == "0″ up, on the table"
    assert ask("surface C").values["z"] == 3


def test_the_whole_answer_can_be_copied_and_reckoned_again():
    text = ask("sight A B").text()

    assert text.splitlines()[0] == "sight A B: blocked by High wall · 13 mm to spare"
    assert "  from: Berrin Holt (A) at 10,10, standing 0″ up, round base 25 mm, 1.2″ high" in text
    assert "  best line: 10.4921,10,0.6 → 15.5079,10,0.6" in text
    assert "  margin: 13 mm (0.512″): things may move by less and the answer stands" in text
    assert "less than 0.5 mm to spare is too close to call; bases nearer than 0.001″ (0.025 mm) touch" in text


def test_a_model_answers_to_id_name_and_beginning_of_name():
    assert model_named(STREET, "D").id == "D"
    assert model_named(STREET, "tove kesk").id == "D"
    assert model_named(STREET, "Tov").id == "D"
    assert model_named(STREET, "kesk").id == "D"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sight A", "“sight A” is too short; write sight A B"),
        ("", "“” is no measurement; ask sight, cover, gap, contact, within, zone, arc, reach, path, "),
        ("smell A B", "“smell A B” is no measurement"),
        ('sight "A B', "has a quotation mark that is never closed."),
        ("sight A Z", "There is no model “Z”; there are: A (Berrin Holt), B (Berrin Ash)"),
        ("sight Berrin D", "“Berrin” may be Berrin Holt or Berrin Ash; write the whole name or the id."),
        ("sight R A", "R is not on the table."),
        ("gap A 1,2,3,4", "“1,2,3,4” is no place; write x,y[,z] in inches."),
        ("fall C 1,2,3", "“1,2,3” is no place; write x,y in inches."),
        ("gap A 1,nan", "y must be a number, not “nan”."),
        ("flame A 10,10", "Berrin Holt stands there: that is no direction."),
        ("blast 3,3 0", "0"),
        ("cone A 3,3 6 200", "a cone is over 0 and at most 180 degrees wide, not 200"),
        ("reach A -1", "The reach must lie between 0 and 200, not at -1."),
        ("reach A 1e9", "The reach must lie between 0 and 200, not at 1e9."),
        ("fall C x", "“x” is no place"),
    ],
)
def test_what_cannot_be_measured_is_said_why(query, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        ask(query)


def test_a_bare_table_has_no_models_to_name():
    with pytest.raises(ValueError, match=r"this file holds no models\. Write places as x,y instead"):
        ask("gap A B", Game(system="", table=Table()))


def test_the_book_of_the_game_judges_sight(monkeypatch):
    from engine import systems
    from tests.engine.toy import SYSTEM, duel

    asked = []

    def sees(game, a, b):
        asked.append((a.id, b.id))
        return SYSTEM.sees(game, a, b)

    from dataclasses import replace

    monkeypatch.setattr(systems, "names", lambda: ("toy",))
    monkeypatch.setattr(systems, "load", lambda name: replace(SYSTEM, sees=sees))

    assert ask("sight A B", duel()).verdict == "clear"
    assert asked == [("A", "B"), ("B", "A")]
    assert ask("gap A B", duel()).values["distance"] == pytest.approx(2 - 2 * RADIUS)
