"""Maps laid out on squares: walls and doors on borders, objects on whole squares, and what is said of the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import uvtt
from engine.game import Point, Table, Terrain, TerrainId, Zone
from engine.geometry.grid import spread
from engine.geometry.squared import borders, ground, spaces
from engine.opening import open_any
from engine.squaring import squared
from engine.store import Unreadable


def piece(id: str, *outline: Point, kind: str = "wall", open: bool = True, top: float = 3.0) -> Terrain:
    return Terrain(id=TerrainId(id), name=id, outline=outline, kind=kind, open=open, top=top)


def opening(id: str, *outline: Point) -> Terrain:
    return Terrain(
        id=TerrainId(id), name=id, outline=outline, kind="opening", open=True, sight="clear", footing="open", top=3.0
    )


def laid(*pieces: Terrain, width: float = 8.0, height: float = 6.0) -> Table:
    return squared(Table(width=width, height=height, terrain=pieces)).table


def stops(terrain: Terrain) -> bool:
    return terrain.footing == "solid"


def test_a_crooked_wall_becomes_straight_stretches_on_the_borders() -> None:
    table = laid(piece("w9", (3.2, 0.2), (3.1, 2.9), (5.6, 2.8)))

    assert [(p.id, p.name, p.outline, p.open, p.kind) for p in table.terrain] == [
        ("w1", "Wall 1", ((3.0, 3.0), (6.0, 3.0)), True, "wall"),
        ("w2", "Wall 2", ((3.0, 0.0), (3.0, 3.0)), True, "wall"),
    ]


def test_the_squares_of_the_new_table_are_those_of_the_old_one() -> None:
    """Laying a table out changes where its lines are drawn, never what they part."""
    crooked = (
        piece("a", (0.3, 1.2), (2.4, 3.7), (6.8, 0.4), (7.2, 5.1)),
        piece("b", (1.0, 4.0), (3.0, 4.0), (3.0, 6.0)),
        piece("rock", (4.6, 2.4), (7.4, 2.6), (6.0, 4.9), kind="block", open=False),
    )

    before = ground(Table(width=8, height=6, terrain=crooked), stops)
    after = ground(laid(*crooked), stops)

    assert after.blocked == before.blocked
    drawn = {border for wall in crooked[:2] for border in borders(wall)}
    assert {border for border in after.walls if not set(border) & after.blocked} == {
        border for border in drawn if border in before.walls and not set(border) & after.blocked
    }


def test_a_door_stands_in_the_gap_of_its_wall_and_says_whether_it_is_open() -> None:
    table = laid(
        piece("north", (4.0, 0.0), (4.0, 2.0)),
        piece("d1", (4.1, 2.0), (4.1, 3.0), kind="door"),
        piece("south", (4.0, 3.0), (4.0, 6.0)),
        opening("d2", (1.0, 3.0), (2.0, 3.0)),
    )

    doors = {p.id: (p.kind, p.outline, p.footing) for p in table.terrain if p.id.startswith("d")}
    assert doors == {
        "d1": ("door", ((4.0, 2.0), (4.0, 3.0)), "solid"),
        "d2": ("open_door", ((1.0, 3.0), (2.0, 3.0)), "open"),
    }
    board = ground(table, stops)
    assert len(spread(board, (0, 0), 20, corners="one").reached) == 4 * 6


def test_a_door_too_short_for_a_border_takes_the_nearest_one() -> None:
    table = laid(piece("d1", (4.1, 2.2), (4.1, 2.4), kind="door"), piece("d2", (1.6, 3.0), (1.9, 3.1), kind="door"))

    assert [p.outline for p in table.terrain] == [((4.0, 2.0), (4.0, 3.0)), ((1.0, 3.0), (2.0, 3.0))]


def test_a_wall_under_a_door_makes_room_for_it() -> None:
    table = laid(piece("w", (4.0, 0.0), (4.0, 6.0)), piece("d1", (4.0, 2.0), (4.0, 3.0), kind="door"))

    assert [p.outline for p in table.terrain if p.kind == "wall"] == [
        ((4.0, 0.0), (4.0, 2.0)),
        ((4.0, 3.0), (4.0, 6.0)),
    ]


def test_an_object_fills_whole_squares_or_is_left_out() -> None:
    found = squared(
        Table(
            width=8,
            height=6,
            terrain=(
                piece("o1", (1.1, 1.1), (3.4, 1.2), (3.3, 1.9), (1.2, 1.8), kind="block", open=False),
                piece("o2", (5.6, 3.6), (6.4, 3.6), (6.4, 4.4), (5.6, 4.4), kind="block", open=False),
            ),
        )
    )

    assert [(p.id, spaces(p)) for p in found.table.terrain] == [("o1", ((1, 1), (2, 1)))]
    assert len(found.table.terrain[0].outline) == 4
    assert found.warnings == ("1 object too small for a square was left out.",)


def test_a_thin_object_is_a_wall() -> None:
    table = laid(piece("o1", (2.9, 1.0), (3.2, 1.0), (3.2, 4.0), (2.9, 4.0), kind="block", open=False))

    assert [(p.outline, p.open) for p in table.terrain] == [(((3.0, 1.0), (3.0, 4.0)), True)]


def test_an_object_round_a_hole_falls_into_rows_that_leave_the_hole_open() -> None:
    ring = (
        (0.2, 0.2), (3.8, 0.2), (3.8, 3.8), (0.2, 3.8), (0.2, 0.3), (1.1, 1.2), (1.1, 2.9), (2.9, 2.9), (2.9, 1.1),
        (1.0, 1.1),
    )  # fmt: skip
    table = laid(piece("o", *ring, kind="block", open=False))

    assert ground(table, stops).blocked == set(spaces(piece("o", *ring, kind="block", open=False)))
    assert len({p.id for p in table.terrain}) == len(table.terrain)


def test_half_squares_at_the_edge_are_cut_off_and_zones_stay() -> None:
    zone = Zone("Start", "", ((0, 0), (2, 0), (2, 2)))  # type: ignore[arg-type]
    found = squared(Table(width=8.5, height=6.0, zones=(zone,), terrain=(piece("w", (8.0, 0.0), (8.0, 6.0)),)))

    assert (found.table.width, found.table.height, found.table.zones) == (8.0, 6.0, (zone,))
    assert found.table.terrain == ()
    assert found.warnings == ("The board has 8 by 6 whole squares; what is left of the last ones was cut off.",)


def test_squares_of_another_size() -> None:
    table = squared(Table(width=8, height=6, terrain=(piece("w", (4.3, 0.0), (4.3, 6.0)),)), side=2.0).table

    assert [p.outline for p in table.terrain] == [((4.0, 0.0), (4.0, 6.0))]


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    path = tmp_path / "cellar.dd2vtt"
    room = [[1.2, 1], [6.9, 1.1], [7, 5], [1, 4.9], [1.2, 1]]
    made = {
        "format": 0.3,
        "resolution": {"map_size": {"x": 8, "y": 6}, "map_origin": {"x": 0, "y": 0}, "pixels_per_grid": 70},
        "line_of_sight": [[{"x": x, "y": y} for x, y in room]],
        "objects_line_of_sight": [[{"x": x, "y": y} for x, y in ((3, 2), (5, 2), (5, 3), (3, 3))]],
        "portals": [{"bounds": [{"x": 7, "y": 2}, {"x": 7, "y": 3}], "closed": True}],
        "image": "",
    }
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def test_a_map_of_another_program_is_opened_on_squares(map_file: Path) -> None:
    plain = open_any(map_file, cell_inches=1.5)
    board = open_any(map_file, cell_inches=1.5, squares=True)

    assert (plain.table.width, board.table.width, board.table.height) == (12, 8, 6)
    assert {p.kind for p in board.table.terrain} == {"wall", "door", "block"}
    assert all(x == round(x) and y == round(y) for p in board.table.terrain for x, y in p.outline)
    inside = spread(ground(board.table, stops), (2, 2), 30, corners="one").reached
    assert {figure.at for figure, _, _ in inside} == {(i, j) for i in range(1, 7) for j in range(1, 5)} - {
        (3, 2),
        (4, 2),
    }
    assert borders(board.table.piece("d1")) == (((6, 2), (7, 2)),)


def test_a_map_of_too_many_squares_says_so(tmp_path: Path) -> None:
    path = tmp_path / "huge.uvtt"
    size = {"map_size": {"x": 5000, "y": 5000}, "pixels_per_grid": 70}
    path.write_text(json.dumps({"format": 1.0, "resolution": size}), encoding="utf-8")

    assert uvtt.read(path).cells == (5000, 5000)
    with pytest.raises(Unreadable, match=r"huge\.uvtt cannot be laid out on squares"):
        open_any(path, squares=True)


def test_a_window_is_seen_through_and_entered_by_nobody_and_is_no_door() -> None:
    sill = piece("sill", (3.0, 1.1), (5.0, 1.1), (5.0, 0.8), (3.0, 0.8), kind="window", open=False, top=1.0)
    lintel = piece("lintel", (3.0, 1.1), (5.0, 1.1), (5.0, 0.8), (3.0, 0.8), kind="window", open=False)
    (window,) = laid(sill, lintel).terrain

    assert (window.kind, window.sight, window.footing) == ("window", "clear", "solid")
    assert borders(window) == (((3, 0), (3, 1)), ((4, 0), (4, 1)))
