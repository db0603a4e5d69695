"""Footprints, bases and the index over terrain."""

from __future__ import annotations

import math

import pytest
import shapely

from engine.game import Base, Table
from engine.geometry.shapes import (
    axes,
    borders,
    carries,
    corners,
    footprint,
    has_area,
    outline,
    outline_at,
    solids,
)
from tests.engine.geometry.worked import block, man, slab, table


def star() -> tuple[tuple[float, float], ...]:
    turns = (4 * math.pi * i / 5 for i in range(5))
    return tuple((math.cos(turn), math.sin(turn)) for turn in turns)


def test_a_bow_tie_is_two_triangles() -> None:
    shape = footprint(block("tie", (0, 0), (2, 2), (2, 0), (0, 2)))

    assert shape.is_valid
    assert shape.area == pytest.approx(2.0)
    assert not shape.contains(shapely.Point(1.0, 0.5))


def test_the_middle_of_a_star_drawn_in_one_line_is_a_hole() -> None:
    piece = block("star", *star())

    assert footprint(piece).is_valid
    assert len(solids(table(piece)).at(0.0, 0.0)) == 0
    assert len(solids(table(piece)).at(0.9, 0.0)) == 1


@pytest.mark.parametrize(
    ("outline_points", "is_open", "kind", "edges"),
    [
        (((0, 0), (5, 0)), False, "LineString", 1),
        (((0, 0), (5, 0), (9, 0)), False, "LineString", 2),
        (((0, 0), (5, 0), (5, 5)), True, "LineString", 2),
        (((0, 0), (5, 0), (5, 0), (5, 5), (0, 0)), True, "LineString", 3),
        (((0, 0), (4, 4), (0, 0)), False, "LineString", 1),
        (((1, 1),), False, "Point", 1),
        (((1, 1), (1, 1), (1, 1)), False, "Point", 1),
        ((), False, "GeometryCollection", 0),
        (((0, 0), (4, 0), (4, 4), (6, 4), (4, 4), (0, 4)), False, "Polygon", 4),
        (((0, 0), (200, 0), (200, 1e-6)), False, "Polygon", 3),
    ],
)
def test_poor_outlines_still_have_a_shape(outline_points: tuple, is_open: bool, kind: str, edges: int) -> None:
    piece = block("poor", *outline_points, open=is_open)

    assert footprint(piece).geom_type == kind
    assert footprint(piece).is_valid
    assert len(borders(piece)) == edges
    assert has_area(piece) is (kind == "Polygon")


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_corner_that_is_no_number_is_refused_with_a_sentence(bad: float) -> None:
    with pytest.raises(ValueError, match="finite number of inches"):
        footprint(block("bad", (0, 0), (bad, 0), (1, 1)))


def test_a_top_below_its_bottom_names_the_piece() -> None:
    with pytest.raises(ValueError, match=r"'cellar'.*below its bottom"):
        footprint(block("cellar", (0, 0), (1, 0), (1, 1), bottom=2.0, top=1.0))


def test_a_facing_turns_clockwise_from_up_the_screen() -> None:
    assert axes(0.0) == ((1.0, 0.0), (0.0, -1.0))
    assert axes(90.0)[1] == pytest.approx((1.0, 0.0))
    assert axes(-90.0)[1] == pytest.approx((-1.0, 0.0))
    assert axes(720.0) == axes(0.0)
    assert axes(180.0) == ((-1.0, 0.0), (0.0, 1.0))
    assert axes(270.0) == axes(-90.0) == ((0.0, -1.0), (-1.0, 0.0))


def test_a_cavalry_base_turned_a_quarter_lies_across() -> None:
    base = Base("rect", 25.4, 50.8)

    assert outline_at(base, 5.0, 5.0, 0.0).bounds == pytest.approx((4.5, 4.0, 5.5, 6.0))
    assert outline_at(base, 5.0, 5.0, 90.0).bounds == pytest.approx((4.0, 4.5, 6.0, 5.5))
    assert shapely.Polygon(corners(base, 5.0, 5.0, 30.0)).area == pytest.approx(2.0)


def test_the_drawn_round_base_misses_nothing_of_the_true_one() -> None:
    model = man("hero", 3.0, 4.0)

    drawn = outline(model)

    assert drawn.exterior.distance(shapely.Point(3.0, 4.0)) >= model.profile.base.radius - 1e-12
    assert drawn.area == pytest.approx(math.pi * model.profile.base.radius**2, rel=1e-3)


@pytest.mark.parametrize("width", [-1.0, math.nan, math.inf])
def test_a_base_of_no_possible_size_is_refused(width: float) -> None:
    with pytest.raises(ValueError, match="base needs finite sizes"):
        outline_at(Base("round", width, width), 0.0, 0.0, 0.0)


def test_a_base_of_no_size_is_a_point() -> None:
    assert outline_at(Base("round", 0.0, 0.0), 1.0, 2.0, 0.0).area == 0.0


def test_only_some_tops_carry() -> None:
    assert carries(slab("roof", 0, 0, 1, 1))
    assert carries(slab("rug", 0, 0, 1, 1, top=0.0, footing="difficult"))
    assert not carries(slab("wood", 0, 0, 1, 1, footing="difficult"))
    assert not carries(slab("lava", 0, 0, 1, 1, top=0.0, footing="impassable"))


def test_the_index_is_kept_for_the_same_terrain_and_made_anew_for_other() -> None:
    first = table(slab("a", 0, 0, 2, 2))

    assert solids(first) is solids(Table(name="same walls", terrain=first.terrain))
    assert solids(first) is not solids(table(slab("a", 0, 0, 2, 3)))


def test_the_index_answers_by_place_and_height() -> None:
    house, bridge, far = (
        slab("house", 0, 0, 4, 4),
        slab("bridge", 3, 0, 6, 1, bottom=2.0, top=2.2),
        slab("far", 20, 20, 1, 1),
    )
    index = solids(table(house, bridge, far))

    assert index.at(3.5, 0.5).tolist() == [0, 1]
    assert index.at(3.5, 0.5, low=0.0, high=1.5).tolist() == [0]
    assert index.at(8.0, 0.5).tolist() == [1]
    assert index.at(15.0, 15.0).tolist() == []
    assert index.meeting(shapely.box(3.9, 3.9, 21.0, 21.0)).tolist() == [0, 2]
    assert index.within([(5.0, 5.0)], 1.5).tolist() == [0]


def test_a_bare_table_has_an_index_too() -> None:
    assert solids(Table()).at(1.0, 1.0).tolist() == []
    assert solids(Table()).within([(1.0, 1.0)], 5.0).tolist() == []
