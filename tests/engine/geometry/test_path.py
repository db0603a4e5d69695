"""Walking a base along a path: levels, fronts, bumps, gaps, and the shortest way."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model, Terrain
from engine.geometry.measure import gap, gap_to_piece
from engine.geometry.path import Bump, Change, Stretch, contact_point, shortest, track
from tests.engine.geometry.worked import block, man, slab, table

INCH = Base("round", 25.4, 25.4)


def test_a_walk_in_the_open_is_one_stretch() -> None:
    walked = track(table(), man("a", 5.0, 5.0), ((5.0, 5.0), (8.0, 9.0), (8.0, 12.0)), ())

    assert walked.length == pytest.approx(8.0)
    assert walked.stretches == (Stretch(0.0, pytest.approx(8.0), 0.0),)
    assert (walked.end, walked.end_z, walked.blocked_at) == ((8.0, 12.0), 0.0, pytest.approx(8.0))
    assert walked.free
    assert walked.evidence().lines[0].points == ((5.0, 5.0, 0.0), (8.0, 9.0, 0.0), (8.0, 12.0, 0.0))


def test_a_path_that_begins_elsewhere_is_walked_to_first() -> None:
    assert track(table(), man("a", 5.0, 5.0), ((8.0, 5.0), (8.0, 6.0)), ()).length == pytest.approx(4.0)
    assert track(table(), man("a", 5.0, 5.0), (), ()).length == 0.0


def test_over_a_house_is_a_rise_and_a_drop_at_its_walls() -> None:
    walked = track(table(slab("house", 10, 0, 4, 20)), man("a", 5.0, 5.0, base=INCH), ((5.0, 5.0), (20.0, 5.0)), ())

    assert walked.changes == (
        Change(at=5.0, point=(10.0, 5.0), from_z=0.0, to_z=3.0, kind="rise", piece="house"),
        Change(at=9.0, point=(14.0, 5.0), from_z=3.0, to_z=0.0, kind="drop"),
    )
    assert [(s.start_at, s.end_at, s.z) for s in walked.stretches] == [
        (0.0, 5.0, 0.0),
        (5.0, 9.0, 3.0),
        (9.0, 15.0, 0.0),
    ]
    assert walked.bumps == ()
    assert (walked.highest_rise, walked.deepest_drop) == (3.0, 3.0)
    assert [line.role for line in walked.evidence().lines] == ["path", "path", "path", "climb", "fall"]
    assert (walked.z_at(4.9), walked.z_at(5.0), walked.z_at(12.0)) == (0.0, 3.0, 0.0)


def test_of_several_rises_and_drops_the_greatest_are_told() -> None:
    where = table(
        slab("low", 10, 0, 2, 20, top=0.5), slab("high", 12, 0, 2, 20, top=2.0), slab("mid", 14, 0, 2, 20, top=1.4)
    )
    walked = track(where, man("a", 5.0, 5.0), ((20.0, 5.0),), ())

    assert [change.height for change in walked.changes] == [0.5, 1.5, 0.6, 1.4]
    assert (walked.highest_rise, walked.deepest_drop, walked.up, walked.down) == (1.5, 1.4, 2.0, 2.0)
    assert track(table(), man("a", 5.0, 5.0), ((6.0, 5.0),), ()).highest_rise == 0.0


def test_a_low_wall_is_a_rise_of_its_height_too() -> None:
    walked = track(table(slab("wall", 10, 0, 0.5, 20, top=0.8)), man("a", 5.0, 5.0), ((5.0, 5.0), (15.0, 5.0)), ())

    assert (walked.up, walked.down, walked.bumps) == (0.8, 0.8, ())


def test_a_wall_of_no_thickness_is_climbed_and_not_walked_through() -> None:
    where = table(block("wall", (10.0, 0.0), (10.0, 20.0), open=True))
    walked = track(where, man("a", 5.0, 5.0, base=INCH), ((5.0, 5.0), (15.0, 5.0)), ())

    assert [(change.at, change.kind, change.height) for change in walked.changes] == [
        (5.0, "rise", 3.0),
        (5.0, "drop", 3.0),
    ]
    assert walked.bumps == ()
    assert walked.end_z == 0.0


def test_through_a_window_in_a_wall_over_the_sill() -> None:
    sill, lintel = slab("sill", 10, 0, 0.5, 20, top=0.9), slab("lintel", 10, 0, 0.5, 20, bottom=2.5, top=4.0)
    walked = track(table(sill, lintel), man("a", 5.0, 5.0, height=1.2), ((5.0, 5.0), (15.0, 5.0)), ())
    tall = track(table(sill, lintel), man("a", 5.0, 5.0, height=2.0), ((5.0, 5.0), (15.0, 5.0)), ())

    assert (walked.up, walked.bumps) == (0.9, ())
    assert tall.up == 4.0


def test_beneath_a_bridge_and_not_over_it() -> None:
    walked = track(table(slab("bridge", 10, 0, 2, 20, bottom=2.0, top=2.2)), man("a", 5.0, 5.0), ((15.0, 5.0),), ())

    assert walked.changes == ()
    assert walked.bumps == ()


def test_from_a_deck_across_a_low_step_up_and_down_again() -> None:
    first, second = slab("deck", 0, 0, 10, 10, bottom=2.9), slab("next", 10, 0, 10, 10, bottom=3.1, top=3.2)
    walked = track(table(first, second), man("a", 5.0, 5.0, z=3.0), ((15.0, 5.0),), ())

    assert walked.end_z == 3.2
    assert [change.height for change in walked.changes] == [0.2]


def test_a_corner_alongside_is_a_bump_where_the_base_first_touches_it() -> None:
    where = table(slab("house", 10, 0, 5, 9.7))
    walked = track(where, man("a", 5.0, 10.0, base=INCH), ((5.0, 10.0), (20.0, 10.0)), ())

    assert walked.bumps == (
        Bump(thing="house", kind="piece", at=pytest.approx(4.6, abs=1e-9), point=pytest.approx((9.6, 10.0))),
    )
    assert walked.blocked_at == pytest.approx(4.6, abs=1e-9)
    assert walked.at(walked.blocked_at) == pytest.approx((9.6, 10.0))
    assert walked.cut(walked.blocked_at) == ((5.0, 10.0), pytest.approx((9.6, 10.0)))
    assert not walked.free
    stopped = replace(man("a", *walked.at(walked.blocked_at), base=INCH))
    assert gap_to_piece(stopped, where.terrain[0]).plan == pytest.approx(0.0, abs=1e-9)


def test_along_a_touched_wall_and_into_its_jog() -> None:
    house = block("house", (0, 0), (20, 0), (20, 10.3), (10, 10.3), (10, 10), (0, 10))
    walked = track(table(house), man("a", 3.0, 10.5, base=INCH), ((3.0, 10.5), (15.0, 10.5)), ())

    assert [bump.thing for bump in walked.bumps] == ["house"]
    assert walked.blocked_at == pytest.approx(7.0 - math.sqrt(0.25 - 0.04), abs=1e-9)


@pytest.mark.parametrize("into", [0.0, 1e-9, 0.0009])
def test_sliding_along_a_wall_with_a_rounding_overlap_is_free(into: float) -> None:
    walked = track(
        table(slab("house", 0, 0, 30, 10)), man("a", 3.0, 10.5 - into, base=INCH), ((20.0, 10.5 - into),), ()
    )

    assert walked.bumps == ()
    assert walked.overlaps == ()


def test_walking_along_inside_a_wall_before_climbing_it_elsewhere_is_a_bump() -> None:
    path = ((3.0, 12.0), (3.0, 10.2), (15.0, 10.2), (15.0, 5.0))
    walked = track(table(slab("house", 0, 0, 30, 10)), man("a", 3.0, 12.0, base=INCH), path, ())

    assert [bump.thing for bump in walked.bumps] == ["house"]
    assert walked.blocked_at == pytest.approx(1.5)
    assert walked.end_z == 3.0


def test_climbing_a_house_of_several_pieces_at_its_corner_is_no_bump() -> None:
    where = table(
        slab("front", 10, 0, 0.2, 10), slab("side", 10, 9.8, 10, 0.2), slab("roof", 10, 0, 10, 10, bottom=2.9)
    )
    walked = track(where, man("a", 5.0, 9.7, base=INCH), ((5.0, 9.7), (15.0, 9.7)), ())

    assert walked.bumps == ()
    assert walked.end_z == 3.0


def test_a_tower_beside_the_climb_is_still_in_the_way() -> None:
    where = table(slab("house", 10, 0, 10, 10), slab("tower", 10, 5.2, 10, 4.8, top=8.0))
    walked = track(where, man("a", 5.0, 5.0, base=INCH), ((5.0, 5.0), (15.0, 5.0)), ())

    assert [bump.thing for bump in walked.bumps] == ["tower"]


def test_impassable_ground_stops_at_its_shore_even_when_flat() -> None:
    lake = slab("lake", 10, 0, 10, 10, top=0.0, footing="impassable")
    bridge = slab("bridge", 8, 4, 14, 2, bottom=1.0, top=1.2)
    wading = track(table(lake), man("a", 5.0, 5.0, base=INCH), ((15.0, 5.0),), ())
    above = track(table(lake, bridge), man("a", 9.0, 5.0, z=1.2, base=INCH), ((21.0, 5.0),), ())

    assert wading.blocked_at == pytest.approx(4.5)
    assert above.bumps == ()


def test_difficult_ground_is_measured_by_kind_and_the_worst_counts() -> None:
    wood = slab("wood", 10, 0, 4, 10, top=4.0, footing="difficult")
    bog = slab("bog", 12, 0, 4, 10, top=0.0, footing="very_difficult")
    walked = track(table(wood, bog), man("a", 5.0, 5.0), ((20.0, 5.0),), ())

    assert walked.difficult == (("difficult", pytest.approx(2.0)), ("very_difficult", pytest.approx(4.0)))
    assert walked.cost({"difficult": 2.0, "very_difficult": 4.0}) == pytest.approx(15.0 + 2.0 + 12.0)
    assert walked.cost({}) == pytest.approx(15.0)
    assert walked.changes == ()


def test_a_bridge_over_the_bog_is_good_ground() -> None:
    bog = slab("bog", 10, 0, 4, 10, top=0.0, footing="difficult")
    bridge = slab("bridge", 9, 4, 6, 2, bottom=0.8, top=1.0)
    walked = track(table(bog, bridge), man("a", 9.5, 5.0, z=1.0), ((14.5, 5.0),), ())

    assert walked.difficult == ()


def test_another_model_is_bumped_into_at_touch_and_ends_the_way_there() -> None:
    other = man("b", 10.0, 5.0, base=INCH, side="blue")
    walked = track(table(), man("a", 5.0, 5.0, base=INCH), ((12.0, 5.0),), (other,))
    charge = track(table(), man("a", 5.0, 5.0, base=INCH), ((9.0, 5.0),), (other,))

    assert walked.bumps == (Bump(thing="b", kind="model", at=pytest.approx(4.0), point=pytest.approx((9.0, 5.0))),)
    assert charge.bumps == ()
    assert charge.contacts == ("b",)
    assert charge.overlaps == ()


def test_a_model_on_the_roof_above_is_not_met() -> None:
    other = man("b", 10.0, 5.0, z=3.0, base=INCH)
    walked = track(table(), man("a", 5.0, 5.0, base=INCH), ((10.0, 5.0),), (other,))

    assert walked.bumps == ()
    assert walked.contacts == ()


def test_resting_on_someone_or_halfway_in_a_wall_is_told() -> None:
    other = man("b", 10.0, 5.0, base=INCH)
    onto = track(table(), man("a", 5.0, 5.0, base=INCH), ((9.5, 5.0),), (other,))
    climbing_down = track(table(slab("house", 0, 0, 10, 10)), man("a", 9.0, 5.0, z=3.0, base=INCH), ((10.2, 5.0),), ())

    assert onto.overlaps == ("b",)
    assert climbing_down.overlaps == ("house",)
    assert climbing_down.bumps == ()
    assert climbing_down.end_z == 0.0


def test_a_base_that_starts_inside_another_may_come_out_but_not_go_through() -> None:
    other = man("b", 10.0, 5.0, base=INCH)
    inside = man("a", 10.5, 5.0, base=INCH)

    assert track(table(), inside, ((15.0, 5.0),), (other,)).bumps == ()
    assert track(table(), inside, ((5.0, 5.0),), (other,)).blocked_at == 0.0


def test_the_models_own_place_is_not_in_its_way() -> None:
    model = man("a", 5.0, 5.0, base=INCH)

    assert track(table(), model, ((8.0, 5.0),), (model,)).bumps == ()


def test_over_a_street_between_two_roofs_is_a_gap() -> None:
    where = table(slab("a", 0, 0, 10, 10), slab("b", 13, 0, 10, 10))
    model = man("hero", 8.0, 5.0, z=3.0, base=INCH)
    down = track(where, model, ((15.0, 5.0),), ())
    flown = track(where, model, ((15.0, 5.0),), (), leaps=3.0)

    assert [(v.gap, v.unsupported, v.rise, v.floor, v.flown) for v in down.gaps] == [(3.0, 2.0, 0.0, 0.0, False)]
    assert (down.up, down.down) == (3.0, 3.0)
    assert [(v.gap, v.unsupported, v.rise, v.floor, v.flown) for v in flown.gaps] == [(3.0, 2.0, 0.0, 0.0, True)]
    assert flown.changes == ()
    assert track(where, model, ((15.0, 5.0),), (), leaps=2.9).gaps[0].flown is False
    assert flown.gaps[0].within(3.0)


def test_a_leap_between_thin_decks_ends_on_the_far_deck_only_when_flown() -> None:
    where = table(slab("a", 0, 0, 10, 10, bottom=2.9), slab("b", 12, 0, 10, 10, bottom=2.9))
    model = man("hero", 8.0, 5.0, z=3.0, base=INCH)

    assert track(where, model, ((15.0, 5.0),), ()).end_z == 0.0
    assert track(where, model, ((15.0, 5.0),), (), leaps=2.0).end_z == 3.0


def test_a_seam_between_two_roofs_is_walked_over() -> None:
    where = table(slab("a", 0, 0, 10, 10), slab("b", 10.0005, 0, 10, 10))
    walked = track(where, man("hero", 8.0, 5.0, z=3.0), ((15.0, 5.0),), ())

    assert walked.changes == ()
    assert walked.gaps == ()


def test_along_the_very_edge_of_a_roof_the_feet_hold_and_below_it_nothing_is_climbed() -> None:
    where = table(slab("house", 0, 0, 10, 10))

    assert track(where, man("a", 2.0, 10.0, z=3.0), ((8.0, 10.0),), ()).changes == ()
    assert track(where, man("a", 2.0, 10.0, z=0.0), ((8.0, 10.0),), ()).changes == ()


def test_hanging_over_the_tables_edge_is_told() -> None:
    model = man("a", 5.0, 5.0, base=INCH)

    assert not track(table(), model, ((0.5, 5.0),), ()).leaves_table
    assert track(table(), model, ((0.4, 5.0),), ()).leaves_table
    assert track(table(), model, ((-3.0, 5.0), (5.0, 6.0)), ()).leaves_table


@pytest.mark.parametrize("shape", ["round", "oval", "rect"])
@pytest.mark.parametrize("target", ["round", "oval", "rect"])
def test_a_charge_stops_where_the_bases_first_touch(shape: str, target: str) -> None:
    model = man("a", 5.0, 5.0, facing=20.0, base=Base(shape, 25.4, 50.8))
    other = man("b", 15.0, 6.0, facing=70.0, base=Base(target, 50.8, 25.4))
    point = contact_point(model, other, ((5.0, 5.0), (15.0, 6.0)))

    assert point is not None
    there = gap(replace(model, x=point[0], y=point[1]), other)
    assert there.contact
    assert there.plan - there.overlap == pytest.approx(0.0, abs=1e-9)
    assert contact_point(model, other, ((5.0, 5.0), (15.0, 15.0))) is None
    assert contact_point(replace(model, x=point[0], y=point[1]), other, (point, (15.0, 6.0))) == pytest.approx(
        point, abs=1e-6
    )


def test_the_shortest_way_on_a_roof_stays_on_the_roof() -> None:
    ell = block("house", (0, 0), (20, 0), (20, 5), (5, 5), (5, 20), (0, 20))
    model = man("a", 18.0, 3.0, z=3.0, base=INCH)
    way = shortest(table(ell), model, (3.0, 18.0), ())

    assert way is not None
    walked = track(table(ell), model, way, ())
    assert walked.length == pytest.approx(math.dist((18, 3), (5, 5)) + math.dist((5, 5), (3, 18)), abs=1e-6)
    assert walked.changes == ()
    assert shortest(table(ell), model, (10.0, 10.0), ()) is None


@pytest.mark.parametrize("shape", ["round", "oval", "rect"])
@pytest.mark.parametrize("own", ["round", "oval", "rect"])
def test_from_a_fight_the_shortest_way_leads_off(shape: str, own: str) -> None:
    other = man("b", 10.0, 10.0, base=Base(shape, 25.4, 50.8))
    model = man("a", 9.0, 10.0, base=Base(own, 25.4, 50.8))

    assert gap(model, other).contact
    assert shortest(table(), model, (7.0, 11.0), (other,)) == ((9.0, 10.0), (7.0, 11.0))
    assert shortest(table(), model, (12.0, 10.0), (other,)) is not None


def test_a_way_longer_than_the_limit_is_not_looked_for() -> None:
    where, model = table(slab("wall", 10, 0, 1, 20)), man("a", 5.0, 15.0, base=INCH)
    way = shortest(where, model, (15.0, 15.0), ())

    assert way is not None
    length = track(where, model, way, ()).length
    assert shortest(where, model, (15.0, 15.0), (), limit=length) == way
    assert shortest(where, model, (15.0, 15.0), (), limit=length - 0.01) is None
    assert shortest(where, model, (5.0, 10.0), (), limit=4.9) is None


def test_no_shortest_way_off_the_table_or_into_a_wall() -> None:
    where = table(slab("house", 10, 10, 5, 5))

    assert shortest(where, man("a", 5.0, 5.0, base=INCH), (35.9, 5.0), ()) is None
    assert shortest(where, man("a", 5.0, 5.0, base=INCH), (12.0, 12.0), ()) is None
    assert shortest(where, man("a", 5.0, 5.0, base=INCH), (5.0, 5.0), ()) == ((5.0, 5.0),)
    assert shortest(where, man("a", 12.0, 12.0, base=INCH), (5.0, 5.0), ()) is None


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_numbers_that_are_none_are_refused(bad: float) -> None:
    model = man("a", 5.0, 5.0)
    with pytest.raises(ValueError, match="finite"):
        track(table(), model, ((5.0, 5.0), (bad, 0.0)), ())
    with pytest.raises(ValueError, match="finite"):
        shortest(table(), model, (bad, 0.0), ())
    with pytest.raises(ValueError, match="finite"):
        contact_point(model, model, ((0.0, 0.0), (bad, 1.0)))


def test_poor_terrain_repeated_points_and_a_start_in_a_wall_give_an_answer() -> None:
    poor = (
        block("point", (6, 5)),
        block("none"),
        block("tie", (0, 0), (4, 4), (4, 0), (0, 4)),
        block("line", (8, 0), (8, 9), (8, 9), (8, 3)),
        slab("flat", 9, 0, 3, 9, top=0.0),
    )
    path = ((2.0, 2.0), (2.0, 2.0), (12.0, 5.0), (12.0, 5.0), (2.0, 2.0))
    walked = track(table(*poor), man("a", 2.0, 2.0), path, ())

    assert walked.length == pytest.approx(2 * math.dist((2, 2), (12, 5)))
    assert walked.end == (2.0, 2.0)
    buried = track(table(slab("house", 0, 0, 10, 10)), man("a", 5.0, 5.0), ((5.0, 5.0), (20.0, 5.0)), ())
    assert buried.end_z == 0.0
    huge = track(
        table(slab("house", 0, 0, 1e7, 1e7)), man("a", 5.0, 5.0, base=Base("round", 1e9, 1e9)), ((1e8, 5.0),), ()
    )
    assert huge.leaves_table


coordinate = st.floats(0.0, 20.0)
shapes = st.builds(Base, st.sampled_from(["round", "oval", "rect"]), st.floats(15.0, 60.0), st.floats(15.0, 60.0))


@st.composite
def quads(draw: st.DrawFn) -> Terrain:
    x, y, w, d, turn = (
        draw(coordinate),
        draw(coordinate),
        draw(st.floats(0.1, 5)),
        draw(st.floats(0.1, 5)),
        draw(st.floats(0, 6)),
    )
    c, s = math.cos(turn), math.sin(turn)
    points = ((x + u * c - v * s, y + u * s + v * c) for u, v in ((0, 0), (w, 0), (w, d), (0, d)))
    return block(f"q{x}{y}{w}{d}{turn}", *points, top=9.0, footing="impassable")


@settings(max_examples=120, deadline=None)
@given(
    st.lists(quads(), min_size=1, max_size=4), shapes, st.floats(0, 360), coordinate, coordinate, coordinate, coordinate
)
def test_stopped_at_its_first_bump_a_base_touches_and_does_not_overlap(
    pieces: list[Terrain], base: Base, turn: float, x: float, y: float, to_x: float, to_y: float
) -> None:
    model = man("a", x, y, facing=turn, base=base)
    if any(gap_to_piece(model, piece).overlap > 0.0 for piece in pieces):
        return
    walked = track(table(*pieces), model, ((x, y), (to_x, to_y)), ())

    def deepest(distance: float) -> float:
        px, py = walked.at(distance)
        found = [gap_to_piece(replace(model, x=px, y=py), piece) for piece in pieces]
        return max(one.overlap - one.plan for one in found)

    steps = [walked.blocked_at * k / 40 for k in range(41)]
    assert max(deepest(step) for step in steps) <= 0.001 + 1e-9
    if walked.bumps:
        assert deepest(walked.blocked_at) == pytest.approx(0.0, abs=0.001 + 1e-7)
        assert max(deepest(walked.blocked_at + 0.001 * k) for k in range(200)) > 0.0


@settings(max_examples=60, deadline=None)
@given(st.lists(quads(), max_size=4), shapes, shapes, coordinate, coordinate, coordinate, coordinate)
def test_a_mirrored_or_moved_walk_is_the_same_walk(
    pieces: list[Terrain], base: Base, other: Base, x: float, y: float, to_x: float, to_y: float
) -> None:
    rival = man("b", 10.0, 10.0, facing=25.0, base=other)
    pieces = [replace(piece, footing="solid", top=3.0) for piece in pieces]
    model = man("a", x, y, facing=40.0, base=base)

    def flip(thing: Model) -> Model:
        return replace(thing, x=-thing.x, facing=-thing.facing)

    there = track(table(*pieces), model, ((x, y), (to_x, to_y)), (rival,))
    over = [replace(piece, outline=tuple((-px, py) for px, py in piece.outline)) for piece in pieces]
    back = track(table(*over), flip(model), ((-x, y), (-to_x, to_y)), (flip(rival),))

    assert back.blocked_at == pytest.approx(there.blocked_at, abs=1e-6)
    assert back.up == pytest.approx(there.up)
    assert back.end_z == there.end_z
    assert [bump.thing for bump in back.bumps] == [bump.thing for bump in there.bumps]


@settings(max_examples=40, deadline=None)
@given(st.lists(quads(), max_size=4), coordinate, coordinate, coordinate, coordinate)
def test_the_shortest_way_is_free_and_no_shorter_than_the_crow_flies(
    pieces: list[Terrain], x: float, y: float, to_x: float, to_y: float
) -> None:
    model, where = man("a", x, y), table(*pieces)
    way = shortest(where, model, (to_x, to_y), ())

    if way is not None:
        walked = track(where, model, way, ())
        assert walked.bumps == ()
        assert walked.length >= math.dist((x, y), (to_x, to_y)) - 1e-9
        back = shortest(where, replace(model, x=to_x, y=to_y), (x, y), ())
        assert back is not None
        assert track(where, replace(model, x=to_x, y=to_y), back, ()).length == pytest.approx(walked.length, abs=1e-3)


@settings(max_examples=80, deadline=None)
@given(shapes, shapes, st.floats(0, 360), st.floats(0, 360), coordinate, coordinate, coordinate, coordinate)
def test_stopped_by_another_model_a_base_of_any_shape_just_touches_it(
    base: Base, other: Base, turn: float, facing: float, x: float, y: float, to_x: float, to_y: float
) -> None:
    model, rival = man("a", x, y, facing=turn, base=base), man("b", 10.0, 10.0, facing=facing, base=other)
    if gap(model, rival).overlap > 0.0:
        return
    walked = track(table(), model, ((x, y), (to_x, to_y)), (rival,))

    def deep(distance: float) -> float:
        px, py = walked.at(distance)
        found = gap(replace(model, x=px, y=py), rival)
        return found.overlap - found.plan

    assert max(deep(walked.blocked_at * k / 40) for k in range(41)) <= 0.001 + 1e-9
    if walked.bumps:
        assert deep(walked.blocked_at) == pytest.approx(0.0, abs=1e-7)
        assert max(deep(walked.blocked_at + 0.002 * k) for k in range(200)) > 0.001 - 1e-6
