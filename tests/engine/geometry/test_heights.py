"""What holds a base, where it can fall, how far it falls and leaps."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Terrain
from engine.geometry.heights import edge, fall, floor_under, leap, surface
from tests.engine.geometry.worked import block, man, slab, table

INCH = Base("round", 25.4, 25.4)


def test_the_highest_top_at_or_below_the_feet_holds_them() -> None:
    house, floor = slab("house", 0, 0, 10, 10, top=3.0), slab("upstairs", 0, 0, 5, 10, bottom=5.9, top=6.0)
    where = table(house, floor)

    assert surface(where, INCH, 2.0, 2.0, 0.0, 6.0).piece == "upstairs"
    assert surface(where, INCH, 2.0, 2.0, 0.0, 5.5).z == 3.0
    assert surface(where, INCH, 7.0, 2.0, 0.0, 9.0).piece == "house"
    assert surface(where, INCH, 15.0, 2.0, 0.0, 9.0).piece == ""
    assert surface(where, INCH, 2.0, 2.0, 0.0, 0.0).z == 0.0


def test_a_base_half_over_the_edge_is_held_by_its_centre_only() -> None:
    where = table(slab("house", 0, 0, 10, 10))
    inside, outside = surface(where, INCH, 10.0, 5.0, 0.0, 3.0), surface(where, INCH, 10.2, 5.0, 0.0, 3.0)
    hanging = surface(where, INCH, 10.2, 5.0, 0.0, 3.0, support="any")

    assert (inside.z, inside.share) == (3.0, pytest.approx(0.5, abs=0.001))
    assert outside.z == 0.0
    assert (hanging.z, hanging.centre_on) == (3.0, False)


@pytest.mark.parametrize("footing", ["open", "difficult", "very_difficult", "impassable"])
def test_woods_and_water_hold_nobody_up(footing: str) -> None:
    where = table(slab("wood", 0, 0, 10, 10, top=4.0, footing=footing))

    assert surface(where, INCH, 5.0, 5.0, 0.0, 4.0).z == 0.0


def test_a_wall_of_no_thickness_holds_nobody_up() -> None:
    where = table(block("wall", (0.0, 5.0), (10.0, 5.0), open=True))

    assert surface(where, INCH, 5.0, 5.0, 0.0, 3.0, support="any").z == 0.0


def test_no_edge_in_the_street() -> None:
    assert edge(table(slab("house", 0, 0, 10, 10)), man("a", 20.0, 20.0)) is None


def test_an_edge_at_exactly_an_inch_counts_and_a_hair_more_does_not() -> None:
    where = table(slab("house", 0, 0, 10, 10))
    near, off = man("a", 8.5, 5.0, z=3.0, base=INCH), man("a", 8.4999, 5.0, z=3.0, base=INCH)
    found, other = edge(where, near), edge(where, off)

    assert found is not None
    assert other is not None
    assert found.distance == pytest.approx(1.0)
    assert found.within(1.0)
    assert not other.within(1.0)
    assert other.margin_at(1.0) == pytest.approx(0.0001)
    assert (found.drop, found.beyond) == (3.0, "")
    assert found.at == pytest.approx((10.0, 5.0))
    assert [line.role for line in found.evidence().lines] == ["ruler", "fall"]


def test_a_base_hanging_over_is_at_the_edge() -> None:
    found = edge(table(slab("house", 0, 0, 10, 10)), man("a", 9.8, 5.0, z=3.0, base=INCH))

    assert found is not None
    assert found.distance == 0.0


def test_the_same_roof_drawn_twice_still_has_its_edge() -> None:
    where = table(slab("house", 0, 0, 10, 10), slab("roof", 0, 0, 10, 10, bottom=2.9))
    found = edge(where, man("a", 8.5, 5.0, z=3.0, base=INCH))

    assert found is not None
    assert found.distance == pytest.approx(1.0)


def test_a_parapet_guards_its_edge_and_no_other() -> None:
    parapet = slab("parapet", 9.8, 0, 0.2, 10, bottom=3.0, top=3.5)
    where = table(slab("house", 0, 0, 10, 10), parapet)
    found = edge(where, man("a", 8.5, 5.0, z=3.0, base=INCH))

    assert found is not None
    assert found.distance == pytest.approx(4.5)
    thin = block("railing", (10.0, 0.0), (10.0, 10.0), bottom=3.0, top=4.0, open=True)
    railed = edge(table(slab("house", 0, 0, 10, 10), thin), man("a", 8.5, 5.0, z=3.0, base=INCH))
    assert railed is not None
    assert railed.distance == pytest.approx(4.5, abs=0.001)


def test_a_stair_beside_the_roof_is_no_drop_but_a_ledge_two_inches_down_is() -> None:
    house = slab("house", 0, 0, 10, 10, top=3.0)
    stair, ledge = slab("stair", 10, 0, 5, 10, top=2.5), slab("ledge", 10, 0, 5, 10, top=1.0)
    model = man("a", 8.5, 5.0, z=3.0, base=INCH)

    beside_stair, over_ledge = edge(table(house, stair), model), edge(table(house, ledge), model)

    assert beside_stair is not None
    assert beside_stair.distance == pytest.approx(4.5)
    assert over_ledge is not None
    assert (over_ledge.distance, over_ledge.drop, over_ledge.beyond) == (pytest.approx(1.0), 2.0, "ledge")


def test_a_drop_of_just_the_least_counts() -> None:
    model = man("a", 8.5, 5.0, z=3.0, base=INCH)
    found = edge(table(slab("house", 0, 0, 10, 10, top=3.0), slab("step", 10, 0, 5, 10, top=2.0)), model)

    assert found is not None
    assert (found.distance, found.drop) == (pytest.approx(1.0), 1.0)
    assert edge(table(slab("kerb", 0, 0, 10, 10, top=0.5)), replace(model, z=0.5)) is None
    assert edge(table(slab("stage", 0, 0, 10, 10, top=1.0)), replace(model, z=1.0)) is not None


def test_a_bridge_overhead_guards_nothing() -> None:
    bridge = slab("bridge", 9, 0, 3, 10, bottom=5.0, top=5.2)
    found = edge(table(slab("house", 0, 0, 10, 10), bridge), man("a", 8.5, 5.0, z=3.0, base=INCH))

    assert found is not None
    assert found.distance == pytest.approx(1.0)


def test_a_roof_across_the_street_is_another_platform() -> None:
    where = table(slab("house", 0, 0, 10, 10), slab("other", 14, 0, 10, 10))
    found = edge(where, man("a", 15.0, 5.0, z=3.0, base=INCH))

    assert found is not None
    assert found.at == pytest.approx((14.0, 5.0))


def test_turning_the_roof_turns_the_edge_with_it() -> None:
    turn = math.radians(33.0)
    spun = [
        (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        for x, y in ((-5, -5), (5, -5), (5, 5), (-5, 5))
    ]
    model = man("a", 3.0 * math.cos(turn), 3.0 * math.sin(turn), z=3.0, base=INCH)
    found = edge(table(block("house", *spun)), model)

    assert found is not None
    assert found.distance == pytest.approx(1.5)


def test_off_the_roof_onto_the_street_the_base_lies_clear_of_the_wall() -> None:
    found = fall(table(slab("house", 0, 0, 10, 10)), man("a", 9.0, 5.0, z=3.0, base=INCH), (10.1, 5.0))

    assert (found.drop, found.landing, found.piece) == (3.0, 0.0, "")
    assert found.at == pytest.approx((10.5, 5.0), abs=1e-5)
    assert found.over == (10.1, 5.0)
    assert found.evidence().lines[0].points[0] == (10.1, 5.0, 3.0)


def test_drops_are_whole_where_they_were_drawn_whole() -> None:
    """3.3 less 1.3 is a hair under 2 in binary, which would cost a test for every full 2 in."""
    where = table(slab("house", 0, 0, 10, 10, top=3.3), slab("ledge", 10, 0, 4, 10, top=1.3))

    assert fall(where, man("a", 9.0, 5.0, z=3.3, base=INCH), (11.0, 5.0)).drop == 2.0


def test_standing_firm_is_no_fall() -> None:
    found = fall(table(slab("house", 0, 0, 10, 10)), man("a", 5.0, 5.0, z=3.0), (5.0, 5.0))

    assert (found.drop, found.margin) == (0.0, 2.0)


def test_a_fall_says_how_near_another_top_was_to_catching_it() -> None:
    where = table(slab("house", 0, 0, 10, 10), slab("ledge", 10, 0, 4, 10, top=1.0))
    model = man("a", 9.0, 5.0, z=3.0, base=INCH)

    assert fall(where, model, (14.3, 5.0)).margin == pytest.approx(0.3)
    assert fall(where, model, (13.8, 5.0)).margin == pytest.approx(0.2)
    assert fall(where, model, (10.7, 5.0)).margin == pytest.approx(0.7)
    assert fall(where, model, (14.7, 5.0), support="any").margin == pytest.approx(0.2)
    assert fall(where, model, (20.0, 5.0)).margin == 2.0


def test_in_a_shaft_too_narrow_to_lie_clear_the_base_lies_where_it_fell() -> None:
    where = table(slab("left", 0, 0, 10, 10), slab("right", 10.5, 0, 10, 10))

    assert fall(where, man("a", 9.0, 5.0, z=3.0, base=INCH), (10.25, 5.0)).at == (10.25, 5.0)


def test_a_leap_along_a_row_of_touching_roofs_has_no_gap() -> None:
    where = table(slab("a", 0, 0, 10, 10), slab("b", 10, 0, 10, 10))
    found = leap(where, INCH, (5.0, 5.0), 3.0, (15.0, 5.0))

    assert (found.gap, found.unsupported, found.rise, found.travel) == (0.0, 0.0, 0.0, 10.0)


def test_a_crate_in_the_street_is_no_roof_for_a_leap_between_roofs() -> None:
    where = table(slab("a", 0, 0, 10, 10), slab("b", 13, 0, 10, 10), slab("crate", 11, 0, 1, 10, top=1.0))
    found = leap(where, INCH, (9.0, 5.0), 3.0, (14.0, 5.0))

    assert found.gap == pytest.approx(3.0)
    assert found.unsupported == pytest.approx(2.0)
    assert found.within(3.0)
    assert not found.within(2.99)
    assert found.margin == pytest.approx(1.0)
    assert [line.points for line in found.evidence().lines] == [
        (pytest.approx((10.0, 5.0, 3.0)), pytest.approx((13.0, 5.0, 3.0)))
    ]


def test_a_leap_that_falls_short_lands_in_the_street() -> None:
    found = leap(table(slab("a", 0, 0, 10, 10), slab("b", 13, 0, 10, 10)), INCH, (9.0, 5.0), 3.0, (12.5, 5.0))

    assert (found.landing, found.piece, found.margin) == (0.0, "", math.inf)
    assert found.rise == -3.0


def test_a_leap_lands_on_a_thin_floor_but_not_on_a_ceiling() -> None:
    deck, ceiling = slab("deck", 13, 0, 5, 5, bottom=2.9), slab("ceiling", 13, 0, 5, 5, bottom=5.9, top=6.0)
    found = leap(table(slab("a", 0, 0, 10, 10), deck, ceiling), INCH, (9.0, 2.0), 3.0, (14.0, 2.0))

    assert (found.piece, found.rise) == ("deck", 0.0)


def test_feet_step_up_pass_beneath_climb_or_drop() -> None:
    kerb, bridge = slab("kerb", 0, 0, 1, 1, top=0.5), slab("bridge", 0, 0, 1, 1, bottom=1.5, top=1.7)
    low, tower = slab("low bridge", 0, 0, 1, 1, bottom=1.0, top=1.2), slab("tower", 0, 0, 1, 1, top=6.0)

    assert floor_under([kerb], 0.0, 1.2, 1.0) == (0.5, "kerb")
    assert floor_under([bridge], 0.0, 1.2, 1.0) == (0.0, "")
    assert floor_under([bridge], 1.7, 1.2, 1.0) == (1.7, "bridge")
    assert floor_under([low], 0.0, 1.2, 1.0) == (1.2, "low bridge")
    assert floor_under([tower], 0.0, 1.2, 1.0) == (6.0, "tower")
    assert floor_under([kerb, bridge], 0.0, 1.2, 1.0) == (1.7, "bridge")
    assert floor_under([kerb], 3.0, 1.2, 1.0) == (0.5, "kerb")
    assert floor_under([], 3.0, 1.2, 1.0) == (0.0, "")


def test_numbers_that_are_none_are_refused() -> None:
    where = table(slab("house", 0, 0, 10, 10))
    with pytest.raises(ValueError, match="finite"):
        surface(where, INCH, math.nan, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="finite"):
        fall(where, man("a", 1.0, 1.0, z=3.0), (math.inf, 0.0))
    with pytest.raises(ValueError, match="finite"):
        leap(where, INCH, (0.0, 0.0), math.nan, (1.0, 1.0))
    with pytest.raises(ValueError, match="finite"):
        edge(where, man("a", 1.0, 1.0, z=math.nan))


def test_edges_and_falls_among_poor_outlines_still_answer() -> None:
    poor = (
        block("point", (1, 1)),
        block("none"),
        block("tie", (0, 0), (4, 4), (4, 0), (0, 4)),
        block("line", (0, 0), (3, 3)),
    )
    model = man("a", 1.0, 2.0, z=3.0, base=INCH)

    assert fall(table(*poor), model, (0.5, 0.0)).drop == 3.0
    assert edge(table(*poor), replace(model, x=0.3, y=2.0)) is not None


boxes = st.builds(
    lambda i, x, y, w, d, top: slab(f"box {i}", x, y, w, d, top=top),
    st.integers(0, 9),
    st.floats(0, 15),
    st.floats(0, 15),
    st.floats(0.5, 8),
    st.floats(0.5, 8),
    st.sampled_from([0.5, 1.0, 3.0, 3.0, 6.0]),
)


def mirrored(piece: Terrain) -> Terrain:
    return replace(piece, outline=tuple((-x, y) for x, y in piece.outline))


@settings(max_examples=80, deadline=None)
@given(st.lists(boxes, max_size=6), st.floats(0, 20), st.floats(0, 20), st.sampled_from([1.0, 3.0, 6.0]))
def test_a_mirrored_table_has_the_same_edges_and_falls(boxes: list[Terrain], x: float, y: float, z: float) -> None:
    here, there = table(*boxes), table(*(mirrored(piece) for piece in boxes))
    model = man("a", x, y, z=z, base=INCH)
    other = replace(model, x=-x)
    one, two = edge(here, model), edge(there, other)

    assert (one is None) == (two is None)
    if one is not None and two is not None:
        assert one.distance == pytest.approx(two.distance, abs=1e-6)
    assert fall(here, model, (x, y)).drop == fall(there, other, (-x, y)).drop
    assert surface(here, INCH, x, y, 0.0, z, support="any").z == surface(there, INCH, -x, y, 0.0, z, support="any").z
    assert surface(here, INCH, x, y, 0.0, z).z <= surface(here, INCH, x, y, 0.0, z, support="any").z
