"""The frame round chosen pieces: turned as they are, pulled by its handles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import building
from engine.framing import fitted, frame
from engine.game import Terrain

BLOCK = Terrain(id="b", name="B", outline=((2, 2), (8, 2), (8, 5), (2, 5)), top=2.0)


def test_a_frame_is_turned_as_its_piece_is():
    held = frame(building.turned((BLOCK,), (0, 0), 30))

    assert (held.turn, held.width, held.depth) == pytest.approx((30, 6, 3))
    assert frame((BLOCK,)).turn == 0
    assert frame((BLOCK, Terrain(id="c", name="C", outline=((0, 0), (1, 1), (0, 2)), top=1.0))).turn == 0


def test_a_corner_is_pulled_and_the_one_across_from_it_stays():
    old = frame((BLOCK,))
    new = old.pulled((1, 1), (11, 8))
    made = fitted((BLOCK,), old, new)

    assert building.box(made) == (2, 2, 11, 8)
    assert building.box(fitted((BLOCK,), old, old.pulled((0, -1), (99, 1)))) == (2, 1, 8, 5)


def test_proportions_are_kept_and_both_sides_pulled_alike():
    old = frame((BLOCK,))
    kept = old.pulled((1, 1), (14, 6), keep=True)
    both = old.pulled((1, 0), (9, 0), both=True)
    side = old.pulled((1, 0), (14, 0), keep=True)

    assert (kept.left, kept.top, kept.width, kept.depth) == (2, 2, 12, 6)
    assert (both.left, both.right, both.depth) == (1, 9, 3)
    assert (side.left, side.width, side.depth, side.top) == (2, 12, 6, 0.5)


def test_a_frame_is_never_turned_inside_out():
    old = frame((BLOCK,))

    assert old.pulled((1, 1), (-5, -5)).width == pytest.approx(building.LEAST_SIZE)
    assert old.pulled((-1, -1), (50, 50)).depth == pytest.approx(building.LEAST_SIZE)


@given(st.floats(-180, 180), st.floats(0.5, 20), st.floats(0.5, 20))
def test_a_turned_piece_keeps_its_right_angles(degrees, width, depth):
    parts = building.turned((BLOCK,), (5, 5), degrees)
    old = frame(parts)
    made = fitted(parts, old, old.sized(width, depth))
    (ax, ay), (bx, by), (cx, cy), _ = made[0].outline

    assert (bx - ax) * (cx - bx) + (by - ay) * (cy - by) == pytest.approx(0, abs=1e-5)
    assert frame(parts).middle == pytest.approx(old.sized(width, depth).middle)


def test_a_straight_wall_of_no_thickness_only_grows_along_itself():
    wall = Terrain(id="w", name="W", outline=((2, 3), (8, 3)), open=True, top=2.0)
    old = frame((wall,))

    assert fitted((wall,), old, old.pulled((1, 1), (12, 9)))[0].outline == ((2, 3), (12, 3))
