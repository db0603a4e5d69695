"""Tables turned into boards of squares: filled spaces, closed borders, tight rings of walls."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Point, Table, Terrain, TerrainId
from engine.geometry.grid import Board, Figure, spread, step
from engine.geometry.squared import borders, ground, size, spaces


def piece(*outline: Point, open: bool = False, sight: str = "solid") -> Terrain:
    return Terrain(id=TerrainId("p"), name="Piece", outline=outline, top=3.0, open=open, sight=sight)  # type: ignore[arg-type]


def stops(terrain: Terrain) -> bool:
    return terrain.sight == "solid"


def everything(terrain: Terrain) -> bool:
    return True


def laid(*pieces: Terrain, width: float = 8.0, height: float = 6.0) -> Board:
    named = tuple(
        Terrain(id=TerrainId(f"p{n}"), name=p.name, outline=p.outline, top=p.top, open=p.open, sight=p.sight)
        for n, p in enumerate(pieces)
    )
    return ground(Table(width=width, height=height, terrain=named), stops)


def test_a_block_fills_the_spaces_whose_middle_it_covers() -> None:
    assert spaces(piece((1.0, 1.0), (3.0, 1.0), (3.0, 2.0), (1.0, 2.0))) == ((1, 1), (2, 1))
    assert spaces(piece((1.4, 1.4), (2.6, 1.4), (2.6, 1.6), (1.4, 1.6))) == ((1, 1), (2, 1))
    assert spaces(piece((1.6, 1.6), (2.4, 1.6), (2.4, 2.4), (1.6, 2.4))) == ()


def test_a_wall_on_a_border_closes_the_borders_along_it() -> None:
    wall = piece((3.0, 1.0), (3.0, 4.0), open=True)

    assert borders(wall) == (((2, 1), (3, 1)), ((2, 2), (3, 2)), ((2, 3), (3, 3)))
    assert spaces(wall) == ()


def test_a_wall_beside_a_border_goes_to_the_nearest_one() -> None:
    assert borders(piece((2.8, 0.9), (2.9, 2.1), open=True)) == (((2, 1), (3, 1)),)
    assert borders(piece((3.4, 0.9), (3.3, 2.1), open=True)) == (((2, 1), (3, 1)),)
    assert borders(piece((3.6, 0.9), (3.6, 2.1), open=True)) == (((3, 1), (4, 1)),)


def test_a_wall_across_a_square_closes_the_borders_between_the_middles_it_parts() -> None:
    """From corner to corner of four squares: a stair of borders."""
    stair = piece((0.0, 0.6), (2.0, 2.6), open=True)

    assert borders(stair) == (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 2)), ((1, 2), (2, 2)))


def test_a_wall_with_thickness_closes_as_one_without() -> None:
    thick = piece((2.9, 1.0), (3.1, 1.0), (3.1, 3.0), (2.9, 3.0))

    assert spaces(thick) == ()
    assert borders(thick) == (((2, 1), (3, 1)), ((2, 2), (3, 2)))


def test_a_square_of_another_size() -> None:
    wall = piece((4.0, 0.0), (4.0, 4.0), open=True)

    assert borders(wall, side=2.0) == (((1, 0), (2, 0)), ((1, 1), (2, 1)))
    assert spaces(piece((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)), side=2.0) == ((0, 0), (1, 0))


def test_only_what_blocks_is_on_the_board_and_nothing_beyond_its_edge() -> None:
    pool = piece((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0), sight="clear")
    rock = piece((6.0, 4.0), (12.0, 4.0), (12.0, 9.0), (6.0, 9.0))

    found = laid(pool, rock)

    assert found.blocked == {(6, 4), (7, 4), (6, 5), (7, 5)}
    assert all(found.has(a) and found.has(b) for a, b in found.walls)
    assert ground(Table(width=8, height=6, terrain=(pool,)), everything).blocked == {(1, 1)}


def test_a_table_has_its_whole_squares_only() -> None:
    assert size(Table(width=24.0, height=16.5)) == (24, 16)
    assert size(Table(width=8.4, height=5.6), side=1.4) == (6, 4)
    assert size(Table(width=0.5, height=0.5)) == (1, 1)
    with pytest.raises(ValueError, match="side above 0"):
        size(Table(), side=0.0)
    with pytest.raises(ValueError, match="more than"):
        size(Table(width=1e6, height=1e6))


def test_no_step_leads_through_a_closed_room_not_even_at_its_corners() -> None:
    room = piece((2.0, 1.0), (5.0, 1.0), (5.0, 4.0), (2.0, 4.0), (2.0, 1.0), open=True)
    board = laid(room)

    reached = spread(board, (3, 2), 20, corners="one").reached

    assert {figure.at for figure, _, _ in reached} == {(i, j) for i in (2, 3, 4) for j in (1, 2, 3)}


def test_an_open_door_lets_one_through() -> None:
    left = piece((4.0, 0.0), (4.0, 2.0), open=True)
    right = piece((4.0, 3.0), (4.0, 6.0), open=True)

    board = laid(left, right)

    assert step(board, Figure((3, 2)), (1, 0), "one").allowed
    assert not step(board, Figure((3, 3)), (1, 0), "one").allowed
    assert not step(board, Figure((3, 4)), (1, 1), "one").allowed


@given(
    corners=st.lists(
        st.tuples(st.integers(3, 21).map(lambda x: x / 3), st.integers(5, 20).map(lambda y: y / 4)),
        min_size=3,
        max_size=6,
    )
)
def test_a_ring_of_walls_is_tight_on_squares(corners: list[Point]) -> None:
    """However crooked: from outside no way of side steps leads to a middle that an odd number of walls encloses."""
    ring = piece(*corners, corners[0], open=True)
    board = laid(ring)
    reached = {(0, 0)}
    queue = deque(reached)
    while queue:
        i, j = queue.popleft()
        for beside in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if board.has(beside) and beside not in reached and not board.walled((i, j), beside):
                reached.add(beside)
                queue.append(beside)
    for i, j in reached:
        assert not _odd((i + 0.5, j + 0.5), corners)


def _odd(at: Point, corners: list[Point]) -> bool:
    """Does a ray to the right cross the ring an odd number of times?"""
    found = False
    exact = [(Fraction(x), Fraction(y)) for x, y in corners]
    for (ax, ay), (bx, by) in zip(exact, exact[1:] + exact[:1], strict=True):
        if (ay <= at[1]) != (by <= at[1]) and ax + (Fraction(at[1]) - ay) * (bx - ax) / (by - ay) > at[0]:
            found = not found
    return found
