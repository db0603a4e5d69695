"""A cut through the table: what the line passes, in order, with its heights."""

from __future__ import annotations

import pytest

from engine.game import Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.slice import slice_along

WALL = Terrain(id=TerrainId("w"), name="Wall", outline=((4, -2), (5, -2), (5, 2), (4, 2)), bottom=0, top=1.5)
FLOOR = Terrain(id=TerrainId("f"), name="Floor", outline=((7, -2), (9, -2), (9, 2), (7, 2)), bottom=3, top=3.2)
FENCE = Terrain(id=TerrainId("t"), name="Fence", outline=((6, -2), (6, 2)), top=1, open=True)
ASIDE = Terrain(id=TerrainId("x"), name="Aside", outline=((4, 5), (5, 5), (5, 6), (4, 6)), top=1)
TABLE = Table(terrain=(FLOOR, ASIDE, WALL, FENCE))


def fighter(id: str, x: float, y: float, z: float = 0.0) -> Model:
    profile = Profile(id="p", name="P", height=1.2)
    return Model(id=ModelId(id), name=id, side=SideId("red"), profile=profile, x=x, y=y, z=z, place="table")


def test_pieces_come_in_order_with_their_heights() -> None:
    cut = slice_along(TABLE, (0, 0, 1), (10, 0, 1), ())

    assert cut.length == 10
    assert [(box.name, box.start, box.end, box.bottom, box.top) for box in cut.boxes] == [
        ("w", 4, 5, 0, 1.5),
        ("t", 6, 6, 0, 1),
        ("f", 7, 9, 3, 3.2),
    ]


def test_models_on_the_line_are_boxes_of_their_true_base() -> None:
    cut = slice_along(Table(), (0, 0, 0), (10, 0, 0), (fighter("a", 0, 0), fighter("b", 5, 0, 3.0), fighter("c", 5, 4)))

    assert [box.name for box in cut.boxes] == ["a", "b"]
    assert (cut.boxes[1].start, cut.boxes[1].end) == pytest.approx((5 - 12.5 / 25.4, 5 + 12.5 / 25.4), abs=2e-3)
    assert (cut.boxes[1].bottom, cut.boxes[1].top) == (3.0, 4.2)


def test_what_lies_beyond_the_ends_is_left_out_unless_asked_for() -> None:
    assert [box.name for box in slice_along(TABLE, (5.5, 0, 0), (6.5, 0, 0), ()).boxes] == ["t"]
    assert [box.name for box in slice_along(TABLE, (5.5, 0, 0), (6.5, 0, 0), (), beyond=1.0).boxes] == ["w", "t", "f"]


def test_a_point_of_space_is_found_in_the_cut() -> None:
    cut = slice_along(Table(), (0, 0, 0), (6, 8, 2), ())

    assert cut.along((3, 4, 1.5)) == pytest.approx((5, 1.5))


def test_a_cut_of_no_length_has_only_what_stands_there() -> None:
    cut = slice_along(TABLE, (4.5, 0, 0), (4.5, 0, 3), ())

    assert cut.length == 0
    assert [(box.name, box.start, box.end) for box in cut.boxes] == [("w", 0, 0)]
