"""What draws the hand: corners before edges, edges before the grid, and only within reach."""

from __future__ import annotations

import pytest

from engine.game import Terrain
from engine.snapping import Magnet

TOWER = Terrain(id="t", name="T", outline=((10, 10), (14, 10), (14, 14), (10, 14)), top=3.0)
LINE = Terrain(id="l", name="L", outline=((0, 0), (0, 8)), open=True, top=3.0)
SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


@pytest.mark.parametrize(
    ("at", "by", "pull"),
    [
        ((9.8, 9.9), (10, 10), "corner"),
        ((12.1, 9.8), (12, 10), "edge"),
        ((14.2, 12.4), (14, 12), "edge"),
        ((7.2, 5.6), (7, 6), "grid"),
        ((0.2, 4.4), (0, 4), "edge"),
    ],
)
def test_a_point_goes_to_the_nearest_thing_that_draws(at, by, pull):
    snap = Magnet((TOWER, LINE), 1.0).point(at, 0.4)

    assert snap.by == pytest.approx(by)
    assert snap.pull == pull


def test_nothing_draws_beyond_reach_or_without_a_grid():
    snap = Magnet((TOWER,)).point((9.0, 9.0), 0.4)

    assert (snap.by, snap.pull, snap.at) == ((9.0, 9.0), "none", None)
    assert Magnet((), 0.5).point((1.3, 1.2), 0.4).by == (1.5, 1.0)


def test_an_open_outline_has_no_closing_edge():
    shape = Terrain(id="u", name="U", outline=((0, 0), (8, 0), (8, 8)), open=True, top=1.0)

    assert Magnet((shape,)).point((4.1, 4.0), 0.4).pull == "none"
    assert Magnet((shape,)).point((4.1, 0.2), 0.4).pull == "edge"


def test_pieces_in_the_hand_snap_corner_to_corner_and_corner_to_edge():
    magnet = Magnet((TOWER,), 1.0)
    corner = magnet.shift(SQUARE, (7.8, 8.1), 0.4)
    edge = Magnet((TOWER,)).shift(SQUARE, (7.8, 11.3), 0.4)

    assert (corner.by, corner.pull, corner.at) == (pytest.approx((8, 8)), "corner", (10, 10))
    assert (edge.by, edge.pull) == (pytest.approx((8, 11.3)), "edge")


def test_a_neighbours_corner_snaps_to_an_edge_in_the_hand():
    wide = ((0.0, 0.0), (9.0, 0.0), (9.0, 2.0), (0.0, 2.0))
    small = Terrain(id="s", name="S", outline=((10, 10), (11, 10), (11, 11), (10, 11)), top=1.0)

    assert Magnet((small,)).shift(wide, (6.0, 7.8), 0.4).by == pytest.approx((6.0, 8.0))


def test_on_the_grid_the_nearest_side_or_the_middle_goes_to_a_line():
    odd = ((0.0, 0.0), (1.5, 0.0), (1.5, 1.5), (0.0, 1.5))

    assert Magnet((), 1.0).shift(odd, (3.1, 4.45), 0.4).by == pytest.approx((3.0, 4.5))
    assert Magnet((), 0.0).shift(odd, (3.1, 4.4), 0.4).by == (3.1, 4.4)


def test_along_a_straight_edge_the_grid_still_draws():
    magnet = Magnet((TOWER,), 1.0)

    assert magnet.point((12.3, 9.8), 0.4).by == (12.0, 10.0)
    assert magnet.point((14.2, 12.4), 0.4).by == (14.0, 12.0)
    assert magnet.shift(SQUARE, (7.8, 11.3), 0.4).by == pytest.approx((8, 11))
