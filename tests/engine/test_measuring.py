"""Measurements asked for in words, and the numbers on the table behind them."""

from __future__ import annotations

import re
from math import pi

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
    assert found.values["margin"] > 0
    assert ("blocked by", "High wall (w1)") in found.rows


def test_open_ground_does_not_and_the_line_is_shown():
    found = ask('sight "Berrin Holt" "Tove Kesk"')

    assert found.verdict == "clear"
    assert found.values["share"] == pytest.approx(1)
    (x0, y0, _), (x1, y1, _) = found.values["witness"]
    assert y0 <= 10 + RADIUS + 0.001
    assert y1 >= 20 - RADIUS - 0.001
    assert abs(x0 - 10) <= RADIUS + 0.001 >= abs(x1 - 10)
    assert dict(found.rows)["seen"] == "100.0 % ± 0.0"


def test_places_see_too():
    assert ask("sight 1,1,1 1,9,1").verdict == "clear"
    assert ask("sight 12,10,1 15,10,1").values["blockers"] == ("w1",)
    assert ask("sight A 15,10").verdict == "blocked"
    assert ask("sight A 10,4").verdict == "clear"


def test_a_gap_is_measured_edge_to_edge():
    found = ask("gap A B")

    assert found.values["distance"] == pytest.approx(6 - 2 * RADIUS)
    assert found.values["contact"] is False
    assert found.verdict == "5.016 in"
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

    assert (found.verdict, found.values["drop"], found.values["landing"]) == ("falls 3 in", 3, 0)
    assert ask("fall C 22,13").verdict == "stands firm"
    assert ("to", "3 in up, on Roof (roof)") in ask("fall C 22,13").rows


def test_a_climb_adds_up_what_rises_and_drops():
    found = ask("climb C 30,13")

    assert found.values["down"] == pytest.approx(3)
    assert found.values["up"] == 0
    assert found.verdict == "0 in up, 3 in down"
    assert ask("climb D 12,20 12,22").verdict == "level"
    assert ask("climb D 12,20 12,22").values["length"] == pytest.approx(4)


def test_an_edge_is_measured_from_the_base():
    found = ask("edge C")

    assert found.values["distance"] == pytest.approx(3 - RADIUS)
    assert found.values["drop"] == 3
    assert ask("edge D").verdict == "no edge near"


def test_a_model_answers_to_id_name_and_beginning_of_name():
    assert model_named(STREET, "D").id == "D"
    assert model_named(STREET, "tove kesk").id == "D"
    assert model_named(STREET, "Tov").id == "D"
    assert model_named(STREET, "kesk").id == "D"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("sight A", "“sight A” is too short; write sight A B"),
        ("", "“” is no measurement; ask sight, gap, reach, fall, climb, edge."),
        ("smell A B", "“smell A B” is no measurement"),
        ('sight "A B', "has a quotation mark that is never closed."),
        ("sight A Z", "There is no model “Z”; there are: A (Berrin Holt), B (Berrin Ash)"),
        ("sight Berrin D", "“Berrin” may be Berrin Holt or Berrin Ash; write the whole name or the id."),
        ("sight R A", "R is not on the table."),
        ("gap A 1,2,3,4", "“1,2,3,4” is no place; write x,y[,z] in inches."),
        ("fall C 1,2,3", "“1,2,3” is no place; write x,y in inches."),
        ("gap A 1,nan", "y must be a number, not “nan”."),
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
    assert asked == [("A", "B")]
    assert ask("gap A B", duel()).values["distance"] == pytest.approx(2 - 2 * RADIUS)
