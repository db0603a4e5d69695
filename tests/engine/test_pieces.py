"""The library of pieces, and what a faulty file says."""

from __future__ import annotations

import pytest

from engine import building, pieces, skirmish
from engine.game import Base, Table
from engine.geometry.heights import surface
from engine.geometry.shapes import footprint
from engine.seeds import boards

EVERY = [piece for shelf in pieces.shelves() for piece in shelf.pieces]


@pytest.mark.parametrize("piece", EVERY, ids=lambda piece: piece.id)
def test_every_piece_can_stand_on_a_table_as_one_group(piece):
    parts = building.moved(piece.parts, 18, 18)

    assert building.fault(parts, Table()) == ""
    assert len(building.groups(parts)) == 1
    assert all(footprint(part).is_valid for part in parts)
    assert building.middle(piece.parts) == pytest.approx((0, 0), abs=0.01)
    assert piece.says.endswith(".")


def test_the_shelves_hold_what_a_table_is_built_of():
    kinds = {part.kind for piece in EVERY for part in piece.parts}

    assert [shelf.title for shelf in pieces.shelves()] == [
        "Buildings",
        "Walls and fences",
        "Hills and woods",
        "Water and pits",
        "Bridges and ladders",
        "Barrels and crates",
    ]
    assert {
        "wall", "window", "door", "floor", "roof", "hill", "woods", "water", "pit", "bridge", "ladder", "stairs",
        "barrel", "crate", "fence",
    } <= kinds  # fmt: skip


def test_one_stands_on_every_floor_of_the_town_house():
    table = Table(terrain=building.moved(pieces.ready("town_house").parts, 18, 18))
    floors = [surface(table, Base(), 17.5, 18, 0, z).z for z in (0.0, 3.0, 6.0)]

    assert floors == [0.0, 3.0, 6.0]


def test_an_unknown_piece_is_named():
    with pytest.raises(KeyError, match="no piece 'moon'"):
        pieces.ready("moon")


PART = '[[piece.part]]\nid = "p"\nkind = "wall"\ntop = 2.0\noutline = [[0, 0], [1, 0], [1, 1]]\n'
PIECE = f'[[piece]]\nid = "a"\nname = "A"\nsays = "An A."\n{PART}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f'title = "T"\nplace = 1\n{PIECE}{PIECE}', "piece 'a' is written twice"),
        (f'title = "T"\nplace = 1\n{PIECE}{PART}', "two of one id"),
        (f'title = "T"\nplace = 1\n{PIECE}colour = "red"\n', "unknown field"),
        (f'title = "T"\nplace = 1\n{PIECE.replace("top = 2.0", "top = -2.0")}', "top \\(-2.0\\) below its bottom"),
        (f'title = "T"\nplace = 1\n{PIECE.replace("[1, 1]]", "]")}', "needs 3 to"),
        ("title = ", "Invalid"),
    ],
)
def test_a_faulty_shelf_is_refused_with_its_name_and_reason(tmp_path, text, reason):
    (tmp_path / "shelf.toml").write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=reason) as refused:
        pieces.shelves(tmp_path)
    assert "shelf.toml" in str(refused.value)


def test_there_are_at_least_six_ready_boards_of_several_sizes_and_grounds():
    ready = [skirmish.board(name) for name in boards()]

    assert len(ready) >= 6
    assert len({(table.width, table.height) for table in ready}) >= 6
    assert len({table.ground for table in ready}) >= 4
    for table in ready:
        assert building.fault(table.terrain, table) == ""
        assert building.stranded(table) == ()
