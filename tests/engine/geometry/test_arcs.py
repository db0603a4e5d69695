"""Facing arcs: who is in the sector, wholly or in part, and how far off that part is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Base, Model
from engine.geometry.arcs import InArc, Sector, arc_of, bearing, front_half, in_arc, point_in_arc
from engine.geometry.directions import deepest, highest, nearest, shared_point
from engine.geometry.exact import Placed, standing
from engine.geometry.sectors import Wedge, sector
from tests.engine.geometry.worked import man


def test_the_rear_is_an_arc_turned_half_round() -> None:
    guard, thief = man("guard", 10.0, 10.0, facing=90.0), man("thief", 5.0, 10.0)

    assert front_half(guard, thief).lies == "out"
    assert in_arc(guard, thief, arc_of(guard, 180.0, turned=180.0)).lies == "in"


def test_an_arc_from_the_front_edge_leaves_out_what_stands_beside() -> None:
    guard = man("guard", 10.0, 10.0, base=Base("round", 50.8, 50.8))
    beside = man("beside", 13.0, 9.6, base=Base("round", 25.4, 25.4))

    assert front_half(guard, beside).lies == "in"
    forward = in_arc(guard, beside, arc_of(guard, 180.0, apex="front"))
    assert forward.lies == "out"
    assert forward.margin == pytest.approx(0.1)
    assert (forward.sector.x, forward.sector.y) == (10.0, 9.0)


def test_the_evidence_shows_the_sector_and_the_ruler() -> None:
    guard, foe = man("guard", 10.0, 10.0), man("foe", 10.0, 5.0)
    shown = in_arc(guard, foe, 90.0)

    assert shown.evidence().lines[0].label == "4.02″"
    assert shown.evidence().lines[0].points[1] == pytest.approx((10.0, 5.4921, 0.0), abs=1e-4)
    assert shown.evidence().pieces == ("guard", "foe")
    assert shown.evidence().areas[0].polygons[0][0][0] == (10.0, 10.0)
    assert in_arc(guard, man("foe", 10.0, 15.0), 90.0).evidence().lines == ()


def test_to_leave_a_wide_arc_one_must_get_wholly_into_what_it_leaves_out() -> None:
    """A one-inch base three inches ahead, 270 degrees: to the point where it fits in the quarter behind."""
    found = in_arc(man("guard", 0.0, 0.0), man("foe", 0.0, -3.0, base=Base("round", 25.4, 25.4)), 270.0)

    assert found.margin == pytest.approx(3.0 + 0.5 * math.sqrt(2.0))


def test_nothing_with_a_size_fits_into_an_arc_of_no_width() -> None:
    found = in_arc(man("guard", 0.0, 0.0), man("foe", 0.0, -3.0), 0.0)

    assert not found.wholly
    assert found.wholly_margin == math.inf


def test_within_counts_the_limit_of_the_part_that_is_in() -> None:
    guard = man("guard", 10.0, 10.0, base=Base("round", 25.4, 25.4))
    foe = man("foe", 10.0, 6.0, base=Base("round", 25.4, 25.4))

    assert front_half(guard, foe).within(3.0)
    assert not front_half(guard, foe).within(2.999)
    assert not front_half(guard, replace(foe, y=14.0)).within(30.0)


def test_bearings_go_clockwise_from_the_facing() -> None:
    guard = man("guard", 10.0, 10.0, facing=90.0)

    assert bearing(guard, man("a", 12.0, 10.0)) == pytest.approx(0.0)
    assert bearing(guard, man("b", 10.0, 12.0)) == pytest.approx(90.0)
    assert bearing(guard, man("c", 10.0, 8.0)) == pytest.approx(-90.0)
    with pytest.raises(ValueError, match="on one point"):
        bearing(guard, replace(guard, id="d"))


@pytest.mark.parametrize("degrees", [-1.0, 361.0, math.nan, math.inf])
def test_an_arc_of_no_sensible_width_is_refused(degrees: float) -> None:
    with pytest.raises(ValueError, match="0 to 360 degrees"):
        arc_of(man("guard", 0.0, 0.0), degrees)


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        front_half(man("guard", math.nan, 0.0), man("foe", 1.0, 1.0))
    with pytest.raises(ValueError, match="finite"):
        front_half(man("guard", 0.0, 0.0), man("foe", 1.0, 1.0, facing=math.inf, base=Base("oval", 20.0, 30.0)))


def test_sizes_beyond_any_table_are_refused() -> None:
    with pytest.raises(ValueError, match="beyond any table"):
        front_half(man("guard", 0.0, 0.0), man("foe", 1e155, 0.0))
    with pytest.raises(ValueError, match="beyond any table"):
        front_half(man("guard", 0.0, 0.0, base=Base("oval", 1e12, 1.0)), man("foe", 1.0, 0.0))
    assert in_arc(man("guard", 0.0, 0.0), man("foe", 0.0, -9e6), 1e-300).lies == "in"


def test_bases_of_no_size_are_points() -> None:
    guard = man("guard", 0.0, 0.0, base=Base("round", 0.0, 0.0))
    dot = man("dot", 3.0, -4.0, base=Base("rect", 0.0, 0.0))
    found = front_half(guard, dot)

    assert (found.lies, found.wholly, found.distance) == ("in", True, pytest.approx(5.0))
    assert point_in_arc(arc_of(guard, 90.0), (0.0, -2.0)) < 0.0
    assert point_in_arc(arc_of(guard, 90.0), (0.0, 2.0)) == pytest.approx(2.0)
    line = man("line", 0.0, -4.0, base=Base("oval", 50.8, 0.0))
    assert front_half(guard, line).distance == pytest.approx(4.0)


# Against a checker that knows nothing of the engine: dense points of the target, tested one by one.

SHAPES = st.sampled_from(["round", "oval", "rect"])
SIZES = st.floats(5.0, 80.0)
PLACES = st.floats(-4.0, 4.0)
TURNS = st.sampled_from([0.0, 30.0, 90.0, 135.0, 200.0, 311.0])
WIDTHS = st.sampled_from([0.0, 5.0, 45.0, 90.0, 130.0, 180.0, 200.0, 270.0, 355.0, 360.0])
BASES = st.builds(Base, SHAPES, SIZES, SIZES)


def dense(model: Model, count: int = 160) -> np.ndarray:
    """Points of the base, rim and inside, shape (n, 2)."""
    base = model.profile.base
    a, b = base.width / 2 / MM_PER_INCH, (base.width if base.shape == "round" else base.depth) / 2 / MM_PER_INCH
    turn = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    if base.shape == "rect":
        edge = np.maximum(np.abs(np.cos(turn)), np.abs(np.sin(turn)))
        u, v = np.cos(turn) / edge, np.sin(turn) / edge
    else:
        u, v = np.cos(turn), np.sin(turn)
    rings = np.linspace(0.0, 1.0, 30)[:, None]
    u, v = (rings * u * a).ravel(), (rings * v * b).ravel()
    f = math.radians(model.facing)
    return np.column_stack((model.x + u * math.cos(f) - v * math.sin(f), model.y + u * math.sin(f) + v * math.cos(f)))


def angles_off(points: np.ndarray, viewer: Model) -> np.ndarray:
    f = math.radians(viewer.facing)
    dx, dy = points[:, 0] - viewer.x, points[:, 1] - viewer.y
    right, ahead = dx * math.cos(f) + dy * math.sin(f), dx * math.sin(f) - dy * math.cos(f)
    return np.degrees(np.abs(np.arctan2(right, ahead)))


@given(BASES, BASES, PLACES, PLACES, TURNS, TURNS, WIDTHS)
@settings(max_examples=100, deadline=None)
def test_dense_points_agree(mine: Base, theirs: Base, x: float, y: float, f: float, g: float, width: float) -> None:
    viewer, target = man("a", 0.0, 0.0, facing=f, base=mine), man("b", x, y, facing=g, base=theirs)
    found = in_arc(viewer, target, width)
    points = dense(target, 90)
    inside = angles_off(points, viewer) <= width / 2.0 + 1e-9
    if found.lies == "out":
        assert not inside.any()
    if inside.all() and found.wholly_margin > 0.05 and width != 355.0:
        assert found.wholly
    if found.wholly:
        assert (angles_off(points, viewer) <= width / 2.0 + 1e-3).all() or found.wholly_margin < 1e-5
    if inside.any():
        near = min(nearest(standing(viewer), px, py)[0] for px, py in points[inside][::7])
        assert found.distance <= max(0.0, near) + 1e-6
    if found.lies == "in" and found.margin > 0.1 and width > 5.0:
        assert inside.any()
        near = min(nearest(standing(viewer), px, py)[0] for px, py in points[inside])
        assert found.distance >= max(0.0, near) - 0.2


@given(BASES, PLACES, PLACES, TURNS, WIDTHS, st.floats(0.0, 360.0))
@settings(max_examples=150, deadline=None)
def test_a_push_by_less_than_the_margin_changes_nothing(
    base: Base, x: float, y: float, facing: float, width: float, push: float
) -> None:
    viewer, target = man("a", 0.0, 0.0, facing=facing), man("b", x, y, base=base)
    found = in_arc(viewer, target, width)

    def pushed(by: float) -> InArc:
        way = math.radians(push)
        return in_arc(viewer, replace(target, x=x + by * math.cos(way), y=y + by * math.sin(way)), width)

    if math.isfinite(found.margin) and found.lies != "touch":
        assert pushed(max(0.0, 0.999 * found.margin - 2e-6)).lies == found.lies
    if math.isfinite(found.wholly_margin) and found.wholly_margin > 1e-5:
        assert pushed(max(0.0, 0.999 * found.wholly_margin - 2e-6)).wholly == found.wholly


@given(BASES, PLACES, PLACES, WIDTHS)
@settings(max_examples=80, deadline=None)
def test_some_push_by_the_margin_does_turn_the_answer(base: Base, x: float, y: float, width: float) -> None:
    """The margin is not only safe but exact: in one direction or other (of each whole degree) it is enough."""
    viewer, target = man("a", 0.0, 0.0), man("b", x, y, base=base)
    found = in_arc(viewer, target, width)
    if not math.isfinite(found.margin) or found.lies == "touch" or width in (0.0, 355.0):
        return
    far = found.margin * 1.001 + 0.03
    ways = np.radians(np.arange(0.0, 360.0, 1.0))
    turned = (
        in_arc(viewer, replace(target, x=x + far * math.cos(w), y=y + far * math.sin(w)), width).lies for w in ways
    )
    assert any(lies != found.lies for lies in turned)


@given(BASES, BASES, PLACES, PLACES, TURNS, WIDTHS, st.floats(-1e4, 1e4), st.floats(0.0, 360.0))
@settings(max_examples=100, deadline=None)
def test_moving_turning_and_mirroring_the_table_change_nothing(
    mine: Base, theirs: Base, x: float, y: float, f: float, width: float, far: float, turn: float
) -> None:
    viewer, target = man("a", 0.0, 0.0, facing=f, base=mine), man("b", x, y, facing=20.0, base=theirs)
    right = in_arc(viewer, target, width)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    placed = [
        (replace(viewer, x=far, y=-far), replace(target, x=x + far, y=y - far)),
        (
            replace(viewer, facing=f + turn),
            replace(target, x=x * cos - y * sin, y=x * sin + y * cos, facing=20.0 + turn),
        ),
        (replace(viewer, facing=-f), replace(target, x=-x, facing=-20.0)),
    ]
    for a, b in placed:
        found = in_arc(a, b, width)
        if right.margin > 1e-5:
            assert found.lies == right.lies
            assert found.margin == pytest.approx(right.margin, abs=1e-6)
        if right.wholly_margin > 1e-5:
            assert found.wholly == right.wholly
        if right.lies == "in" and right.margin > 1e-3:
            assert found.distance == pytest.approx(right.distance, abs=1e-5)


@given(PLACES, PLACES, SIZES, SIZES)
@settings(max_examples=100, deadline=None)
def test_the_nearest_point_of_an_oval_is_on_it_and_square_to_it(x: float, y: float, w: float, d: float) -> None:
    oval = Placed("oval", 0.0, 0.0, w / 30.0, d / 30.0)
    far, (px, py) = nearest(oval, x, y)
    rim = np.linspace(0.0, 2.0 * np.pi, 4000)
    sampled = np.hypot(oval.a * np.cos(rim) - x, oval.b * np.sin(rim) - y).min()

    assert (px / oval.a) ** 2 + (py / oval.b) ** 2 == pytest.approx(1.0, abs=1e-9)
    assert abs(far) == pytest.approx(math.dist((x, y), (px, py)), abs=1e-12)
    assert abs(far) <= sampled + 1e-12
    assert abs(far) == pytest.approx(sampled, abs=1e-3)
    assert (far < 0.0) == ((x / oval.a) ** 2 + (y / oval.b) ** 2 < 1.0)


def test_the_deepest_point_of_two_discs_lies_between_them() -> None:
    discs = [lambda x, y: math.hypot(x, y) - 2.0, lambda x, y: math.hypot(x - 3.0, y) - 2.0]
    depth, at = deepest(discs, (-2.0, -2.0), (5.0, 2.0))

    assert depth == pytest.approx(-0.5, abs=1e-9)
    assert at == pytest.approx((1.5, 0.0), abs=1e-4)


def test_overlapping_bases_have_a_point_in_common() -> None:
    first, second = Placed("rect", 0.0, 0.0, 3.0, 0.2), Placed("rect", 1.0, 1.0, 0.2, 3.0)
    x, y = shared_point(first, second)

    assert abs(y) <= 0.2 + 1e-9
    assert abs(x - 1.0) <= 0.2 + 1e-9


def test_the_highest_of_a_stretch_may_be_its_end() -> None:
    assert highest(math.sin, 0.0, 1.0) == (pytest.approx(1.0), pytest.approx(math.sin(1.0)))
    assert highest(math.sin, 0.5, 0.5)[1] == pytest.approx(math.sin(0.5))


def test_a_wedge_and_what_it_leaves_out_make_a_whole() -> None:
    quarter: Sector = sector(1.0, 2.0, 30.0, 90.0)
    rest: Wedge = sector(1.0, 2.0, 210.0, 270.0).rest

    assert (rest.x, rest.y, rest.degrees) == (1.0, 2.0, 90.0)
    assert np.allclose(quarter.wedges[0].edges, rest.edges)
