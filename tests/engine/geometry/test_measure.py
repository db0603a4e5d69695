"""Edge to edge, base to base, base to wall."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Base, Model
from engine.geometry.measure import CONTACT, gap, gap_to_piece, gap_to_point, nearest, span
from engine.geometry.shapes import outline
from tests.engine.geometry.worked import block, man, slab


def test_with_the_named_tolerance_a_thousandth_of_an_inch_is_contact() -> None:
    first = man("a", 5.0, 5.0, base=Base("round", 25.4, 25.4))
    near, off = replace(first, id="b", x=6.0009), replace(first, id="b", x=6.0011)

    assert gap(first, near).contact
    assert not gap(first, off).contact
    assert gap(first, off).margin == pytest.approx(0.0001)
    assert gap(first, near).margin == pytest.approx(0.0001)
    assert CONTACT == 0.001


def test_the_nearest_are_those_whom_measuring_everybody_would_name() -> None:
    luck = random.Random(5)
    shapes = (Base("round", 32, 32), Base("oval", 60, 35), Base("rect", 25, 50))
    crowd = [
        man(
            f"m{k}",
            luck.uniform(0, 20),
            luck.uniform(0, 20),
            z=luck.choice([0.0, 3.0]),
            facing=luck.uniform(0, 360),
            base=luck.choice(shapes),
        )
        for k in range(60)
    ]
    for one in crowd:
        rest = [other for other in crowd if other is not one]
        for reach in (0.0, 1.0, 4.0):
            plain = sorted((gap(one, other) for other in rest), key=lambda found: found.distance)

            assert nearest(one, rest, reach) == [found for found in plain if found.within(reach)]


def test_one_on_a_roof_does_not_touch_one_in_the_street() -> None:
    street = man("a", 5.0, 5.0, base=Base("round", 25.4, 25.4), height=1.2)
    roof, crate = (
        man("b", 6.0, 5.0, z=3.0, base=street.profile.base),
        man("c", 6.0, 5.0, z=1.0, base=street.profile.base),
    )

    assert not gap(street, roof).contact
    assert gap(street, roof).height == pytest.approx(1.8)
    assert gap(street, roof).feet == pytest.approx(3.0)
    assert gap(street, roof).margin == pytest.approx(1.799)
    assert gap(street, crate).contact
    assert [point[2] for point in gap(street, crate).at] == [1.0, 1.0]
    assert [point[2] for point in gap(street, roof).at] == [1.2, 3.0]
    assert [point[2] for point in gap(roof, street).at] == [3.0, 1.2]
    assert gap(street, crate).rise == pytest.approx(1.0)


def test_within_counts_the_limit_itself() -> None:
    first = man("a", 0.0, 0.0)
    other = man("b", 8.0 + 25.0 / MM_PER_INCH, 0.0)

    assert gap(first, other).within(8.0)
    assert not gap(first, other).within(7.9999)
    assert gap(first, other).margin_at(7.5) == pytest.approx(0.5)


def test_the_evidence_is_the_ruler_between_the_nearest_points() -> None:
    between = gap(
        man("a", 0.0, 0.0, base=Base("round", 25.4, 25.4)), man("b", 3.0, 0.0, base=Base("round", 25.4, 25.4))
    )

    (line,) = between.evidence().lines
    assert line.points == ((0.5, 0.0, 0.0), (2.5, 0.0, 0.0))
    assert line.role == "ruler"
    assert line.label == "2.00″"
    assert between.evidence().pieces == ("a", "b")


def test_from_a_model_to_a_point() -> None:
    model = man("a", 0.0, 0.0, base=Base("round", 25.4, 25.4), height=1.0)

    assert gap_to_point(model, (3.5, 0.0)).distance == pytest.approx(3.0)
    assert gap_to_point(model, (3.5, 0.0, 5.0)).distance == pytest.approx(5.0)
    assert gap_to_point(model, (0.2, 0.0)).distance == 0.0


def test_a_wall_of_no_thickness_can_be_touched_and_stood_across() -> None:
    wall = block("wall", (5.0, 0.0), (5.0, 10.0), open=True)
    base = Base("round", 25.4, 25.4)

    assert gap_to_piece(man("a", 4.5, 5.0, base=base), wall).contact
    assert not gap_to_piece(man("a", 4.5, 5.0, base=base), wall).overlapping
    assert gap_to_piece(man("a", 5.2, 5.0, base=base), wall).overlap == pytest.approx(0.3)


@pytest.mark.parametrize("shape", ["round", "oval", "rect"])
def test_inside_a_big_house_the_overlap_is_deeper_than_the_base(shape: str) -> None:
    found = gap_to_piece(man("a", 10.0, 10.0, base=Base(shape, 25.4, 50.8)), slab("house", 0, 0, 20, 20))

    assert found.plan == 0.0
    assert found.overlap == pytest.approx(10.5)
    assert found.overlapping


def test_no_outline_no_distance() -> None:
    with pytest.raises(ValueError, match="'nothing' has no outline"):
        gap_to_piece(man("a", 0.0, 0.0), block("nothing"))


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        gap(man("a", math.nan, 0.0), man("b", 0.0, 0.0))
    with pytest.raises(ValueError, match="finite"):
        gap_to_point(man("a", 0.0, 0.0), (math.inf, 0.0))
    with pytest.raises(ValueError, match="direction"):
        span(Base(), 0.0, 0.0)


def test_bases_stacked_at_the_same_point_overlap_by_both_radii() -> None:
    first, second = (
        man("a", 1.0, 1.0, base=Base("round", 25.4, 25.4)),
        man("b", 1.0, 1.0, base=Base("round", 25.4, 25.4)),
    )

    assert gap(first, second).overlap == pytest.approx(1.0)
    assert gap(first, second).plan == 0.0


def test_the_span_of_a_base_is_how_far_it_reaches() -> None:
    rect, oval = Base("rect", 50.8, 25.4), Base("oval", 50.8, 25.4)

    assert span(rect, 1.0, 0.0) == pytest.approx(1.0)
    assert span(rect, 0.0, 3.0) == pytest.approx(0.5)
    assert span(rect, 1.0, 1.0) == pytest.approx(1.5 / math.sqrt(2.0))
    assert span(rect, 1.0, 0.0, facing=90.0) == pytest.approx(0.5)
    assert span(oval, 1.0, 1.0) == pytest.approx(math.sqrt((1.0 + 0.25) / 2.0))


inch = st.floats(-20.0, 20.0, allow_nan=False)
bases = st.builds(Base, st.sampled_from(["round", "oval", "rect"]), st.floats(10.0, 120.0), st.floats(10.0, 120.0))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Model, Model]:
    def one(name: str) -> Model:
        turn = draw(st.floats(-360.0, 360.0))
        return man(
            name, draw(inch), draw(inch), facing=turn, base=draw(bases), z=draw(st.sampled_from([0.0, 0.5, 3.0]))
        )

    return one("a"), one("b")


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_a_gap_is_the_same_both_ways_round(pair: tuple[Model, Model]) -> None:
    there, back = gap(*pair), gap(*pair[::-1])

    assert there.distance == pytest.approx(back.distance, abs=1e-9)
    assert there.overlap == pytest.approx(back.overlap, abs=1e-9)
    assert there.contact == back.contact


@settings(max_examples=150, deadline=None)
@given(pairs(), inch, inch)
def test_moving_or_mirroring_everything_changes_nothing(pair: tuple[Model, Model], dx: float, dy: float) -> None:
    there = gap(*pair)
    moved = gap(*(replace(model, x=model.x + dx, y=model.y + dy) for model in pair))
    mirrored = gap(*(replace(model, x=-model.x, facing=-model.facing) for model in pair))

    assert moved.distance == pytest.approx(there.distance, abs=1e-9)
    assert moved.overlap == pytest.approx(there.overlap, abs=1e-9)
    assert mirrored.distance == pytest.approx(there.distance, abs=1e-9)
    assert mirrored.overlap == pytest.approx(there.overlap, abs=1e-9)


@settings(max_examples=150, deadline=None)
@given(pairs())
def test_a_gap_agrees_with_a_drawing_and_its_points_prove_it(pair: tuple[Model, Model]) -> None:
    found = gap(*pair)
    first, second = outline(pair[0]), outline(pair[1])

    assert found.plan == pytest.approx(first.distance(second), abs=0.006)
    if found.plan > 0.0:
        assert math.dist(found.at[0][:2], found.at[1][:2]) == pytest.approx(found.plan, abs=1e-7)


@settings(max_examples=100, deadline=None)
@given(pairs())
def test_pushed_apart_by_their_overlap_two_bases_just_touch(pair: tuple[Model, Model]) -> None:
    found = gap(*pair)
    ways = [2 * math.pi * k / 720 for k in range(720)]
    freed = [
        gap(
            pair[0],
            replace(pair[1], x=pair[1].x + found.overlap * math.cos(t), y=pair[1].y + found.overlap * math.sin(t)),
        )
        for t in (ways if found.overlap > 0.0 else ways[:1])
    ]

    assert min(other.overlap for other in freed) <= 0.01
