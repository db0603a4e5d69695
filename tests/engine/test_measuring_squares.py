"""Measurements on a board of squares: range in spaces, who is within so many, and the line that shows it."""

from __future__ import annotations

import pytest

from engine import systems
from engine.game import Game
from engine.measuring import measure
from engine.notation import read

BOOK = next(name for name in systems.names() if systems.on_squares(name))
ROOM = read(
    f"""
game {BOOK} phase=heroes
profile man "Man" base=25 Wounds=5 Speed=4 Armor=1 traits=monster
profile ogre "Ogre" base=50x50 rect Wounds=5 Speed=4 Armor=1 traits=monster
profile hound "Hound" base=25x50 rect Wounds=5 Speed=4 Armor=1 traits=monster
table 12x10
model A man red 2.5,2.5 "Ash"
model B man blue 5.5,4.5 "Berrin"
model C man blue 3.5,3.5 "Cole"
model O ogre blue 8.0,3.0 "Oaf"
model H hound blue 2.5,7.0 "Hob"
"""
)


def ask(query: str, game: Game = ROOM):
    return measure(game, query)


@pytest.mark.parametrize(
    ("query", "spaces", "verdict", "said"),
    [
        ("gap A B", 3, "apart", "range 3: 3 spaces"),
        ("gap A C", 1, "adjacent", "next to each other: range 1"),
        ("gap A O", 5, "apart", "range 5: 5 spaces"),
        ("gap A H", 4, "apart", "range 4: 4 spaces"),
        ("gap A 2.9,2.1", 0, "same", "in one space"),
        ("gap A 3.1,2.9", 1, "adjacent", "next to each other: range 1"),
    ],
)
def test_the_range_is_counted_in_spaces_from_nearest_to_nearest(query: str, spaces: int, verdict: str, said: str):
    found = ask(query)

    assert (found.values["spaces"], found.verdict, found.said) == (spaces, verdict, said)


def test_the_line_goes_from_the_middle_of_the_nearest_space_to_the_other():
    (line,) = ask("gap A O").evidence.lines

    assert line.points == ((2.5, 2.5, 0.0), (7.5, 2.5, 0.0))
    assert line.label == "5 spaces"


def test_columns_and_rows_are_counted_as_along_the_board():
    rows = dict(ask("gap A B").rows)

    assert rows["from"].endswith("column 3, row 3")
    assert rows["to"].endswith("column 6, row 5")
    assert rows["range"] == "3 spaces"


def test_within_counts_spaces_and_the_limit_itself():
    assert ask("within A B 3").said == "within · 3 spaces of 3"
    assert ask("within A B 2").verdict == "beyond"


def test_contact_is_being_next_to_each_other():
    assert ask("contact A C").verdict == "adjacent"
    assert ask("contact A B").verdict == "apart"


def test_who_is_within_so_many_spaces_and_which_spaces_these_are():
    found = ask("zone O 2")

    assert found.said == "1 within 2 spaces: Berrin"
    assert found.values["within"] == ["B"]
    assert [each["id"] for each in found.values["near"]] == ["B", "C"]
    (area,) = found.evidence.areas
    corners = {corner for polygon in area.polygons for ring in polygon for corner in ring}
    assert (min(x for x, _ in corners), max(x for x, _ in corners)) == (5, 11)
    assert (min(y for _, y in corners), max(y for _, y in corners)) == (0, 6)
    assert len(area.polygons) == 6 * 6 - 4


def test_sight_tells_the_range_too():
    found = ask("sight A B")

    assert found.label.startswith("3 spaces · ")


def test_inches_stay_inches_in_other_rulebooks():
    other = next(name for name in systems.names() if not systems.on_squares(name))
    game = read(f"game {other}\nprofile man base=25\ntable 12x10\nmodel A man red 2.5,2.5\nmodel B man blue 5.5,4.5")

    assert "edge to edge" in ask("gap A B", game).said
