"""Zones round a base: within, wholly within, in space, in front, seen; and ways that lead past them."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model, Point
from engine.geometry.arcs import arc_of
from engine.geometry.measure import gap
from engine.geometry.passages import Passage, passage, passages
from engine.geometry.path import track
from engine.geometry.sight import Policy, Sight, sight
from engine.geometry.zones import holding, overlap, zone_of
from tests.engine.geometry.worked import man, on_the_way, slab, table

INCH = Base("round", 25.4, 25.4)


# Standing in a zone


def test_the_margin_tells_by_how_much() -> None:
    ring = zone_of(man("guard", 10.0, 10.0, base=INCH), 1.0)
    near, far = man("near", 11.9, 10.0, base=INCH), man("far", 12.3, 10.0, base=INCH)

    assert holding(ring, near).within
    assert holding(ring, near).margin == pytest.approx(0.1)
    assert not holding(ring, far).within
    assert holding(ring, far).margin == pytest.approx(0.3)
    assert holding(ring, near).farthest == pytest.approx(1.9)
    assert holding(ring, near).wholly_margin == pytest.approx(0.9)
    assert holding(ring, man("deep", 10.2, 10.0, base=INCH)).margin == pytest.approx(1.8)


def test_a_front_zone_holds_only_what_is_ahead() -> None:
    guard = man("guard", 10.0, 10.0, base=INCH)
    front = zone_of(guard, 1.0, arc=arc_of(guard, 180.0))
    behind, beside = man("behind", 10.0, 11.5, base=INCH), man("beside", 11.5, 10.0, base=INCH)

    assert not holding(front, behind).within
    assert holding(front, behind).distance == math.inf
    assert holding(front, behind).margin == pytest.approx(1.0, abs=1e-6)
    assert holding(front, beside).within
    assert not holding(front, beside).wholly
    assert holding(front, man("ahead", 10.0, 9.0, base=INCH)).wholly
    assert not holding(front, man("beyond", 10.0, 8.99, base=INCH)).wholly


def test_a_zone_all_round_is_no_cut() -> None:
    guard = man("guard", 10.0, 10.0, base=INCH)
    held = holding(zone_of(guard, 1.0, arc=arc_of(guard, 360.0)), man("foe", 10.0, 11.9, base=INCH))

    assert held.within
    assert held.margin == pytest.approx(0.1)


def test_what_is_not_seen_is_not_held_where_sight_counts() -> None:
    guard, foe = man("guard", 10.0, 10.0, base=INCH), man("foe", 11.9, 10.0, base=INCH)
    walled = table(slab("wall", 10.8, 0.0, 0.2, 30.0))
    seen = sight(walled, guard, foe, ())
    held = holding(zone_of(guard, 1.0), foe, seen)

    assert (held.near, held.visible, held.within, held.wholly) == (True, False, False, False)
    assert "wall" in held.evidence().pieces
    assert holding(zone_of(guard, 1.0), foe).within
    assert holding(zone_of(guard, 3.0), foe).wholly
    assert not holding(zone_of(guard, 3.0), foe, seen).wholly


def test_heights_count_only_where_the_zone_says_so() -> None:
    guard, above = man("guard", 10.0, 10.0, base=INCH, height=1.0), man("above", 11.5, 10.0, z=3.0, base=INCH)

    assert holding(zone_of(guard, 1.0), above).within
    held = holding(zone_of(guard, 2.0, volume=True), above)
    assert held.distance == pytest.approx(math.hypot(0.5, 2.0))
    assert not held.within
    assert held.margin == pytest.approx(math.hypot(0.5, 2.0) - 2.0)
    assert holding(zone_of(guard, 2.1, volume=True), above).within
    assert holding(zone_of(guard, 9.0, volume=True), above).farthest == pytest.approx(math.hypot(1.5, 3.2))
    assert not holding(zone_of(guard, 1.9, volume=True, arc=arc_of(guard, 180.0)), above).within
    assert holding(zone_of(guard, 1.9, volume=True, arc=arc_of(guard, 180.0)), above).margin == pytest.approx(
        math.hypot(0.5, 2.0) - 1.9
    )


def test_evidence_shows_the_zone_and_the_ruler() -> None:
    held = holding(zone_of(man("guard", 10.0, 10.0, base=INCH), 1.0), man("foe", 13.0, 10.0, base=INCH))

    assert held.evidence().lines[0].label == "2.00″"
    assert held.evidence().areas[0].role == "zone"
    assert held.evidence().pieces == ("guard", "foe")
    assert held.evidence().marks[0].at[:2] == pytest.approx((13.5, 10.0))


@pytest.mark.parametrize("radius", [-0.1, math.nan, math.inf])
def test_a_radius_that_is_none_is_refused(radius: float) -> None:
    with pytest.raises(ValueError, match="radius of a zone"):
        zone_of(man("guard", 0.0, 0.0), radius)


def test_heights_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="elevation and height"):
        zone_of(man("guard", 0.0, 0.0, z=math.nan), 1.0)


# What is drawn


def test_the_rim_lies_on_the_true_border() -> None:
    for base in (
        Base("round", 32.0, 32.0),
        Base("oval", 60.0, 35.0),
        Base("rect", 25.0, 50.0),
        Base("rect", 0.0, 40.0),
    ):
        guard = man("guard", 10.0, 10.0, facing=25.0, base=base)
        for x, y in zone_of(guard, 1.5).rim().exterior.coords:
            dot = man("dot", x, y, base=Base("round", 0.0, 0.0))

            assert gap(guard, dot).plan == pytest.approx(1.5, abs=1e-9)


def test_the_area_of_a_zone_is_that_of_steiner() -> None:
    w, d, r = 1.0, 2.0, 1.5
    ring = zone_of(man("guard", 10.0, 10.0, base=Base("rect", w * 25.4, d * 25.4)), r)

    assert ring.rim().area == pytest.approx(w * d + 2 * (w + d) * r + math.pi * r * r, rel=1e-3)
    assert zone_of(
        man("g", 0.0, 0.0, base=INCH), 1.0, arc=arc_of(man("g", 0.0, 0.0), 270.0)
    ).rim().area == pytest.approx(0.75 * math.pi * 2.25, rel=1e-3)


def test_what_is_drawn_can_be_cut_by_what_is_seen() -> None:
    ring = zone_of(man("guard", 10.0, 10.0, base=INCH), 1.0)

    assert len(ring.area().polygons) == 1
    cut = ring.area(shapely.box(10.0, 0.0, 30.0, 30.0))
    assert min(x for x, _ in cut.polygons[0][0]) == 10.0
    assert ring.area(shapely.box(20.0, 0.0, 30.0, 30.0)).polygons == ()


# Overlaps


def test_two_zones_overlap_touch_or_lie_apart() -> None:
    first = zone_of(man("a", 0.0, 0.0, base=INCH), 1.0)
    for x, verdict, depth in ((2.9, "overlap", 0.1), (3.0, "touch", 0.0), (3.2, "apart", -0.2)):
        found = overlap(first, zone_of(man("b", x, 0.0, base=INCH), 1.0))

        assert found.verdict == verdict
        assert found.depth == pytest.approx(depth)
        assert found.at == pytest.approx((x / 2.0, 0.0))
    assert len(overlap(first, zone_of(man("b", 2.0, 0.0, base=INCH), 1.0)).evidence().areas) == 3


def test_front_zones_of_two_back_to_back_do_not_overlap() -> None:
    a = man("a", 10.0, 10.0, base=INCH)
    b = man("b", 10.0, 11.2, facing=180.0, base=INCH)
    fronts = [zone_of(model, 2.0, arc=arc_of(model, 180.0)) for model in (a, b)]

    assert overlap(*fronts).verdict == "apart"
    assert overlap(*fronts).margin == pytest.approx(1.2, abs=1e-4)
    assert overlap(zone_of(a, 2.0), zone_of(b, 2.0)).verdict == "overlap"


@given(st.floats(-5, 5), st.floats(-5, 5), st.sampled_from([40.0, 90.0, 180.0, 250.0]), st.sampled_from([0.0, 70.0]))
@settings(max_examples=25, deadline=None)
def test_overlap_agrees_with_what_is_drawn(x: float, y: float, width: float, facing: float) -> None:
    a, b = man("a", 0.0, 0.0, facing=facing), man("b", x, y, base=Base("rect", 25.0, 50.0))
    first, second = zone_of(a, 2.0, arc=arc_of(a, width)), zone_of(b, 1.0, arc=arc_of(b, 300.0))
    found = overlap(first, second)
    if found.margin > 0.02:
        assert (found.verdict == "overlap") == (first.rim().intersection(second.rim()).area > 0.0)
    assert overlap(second, first).depth == pytest.approx(found.depth, abs=1e-6)


# Ways past zones


def test_a_way_round_two_corners_is_in_twice() -> None:
    ring = zone_of(man("guard", 10.0, 10.0, base=INCH), 1.0)
    mover = man("thief", 5.0, 10.0, base=INCH)
    met = passage(ring, mover, ((15.0, 10.0), (15.0, 11.0), (5.0, 11.0)))

    assert met.verdict == "enters"
    half = math.sqrt(4.0 - 1.0)
    assert met.spans == (
        (pytest.approx(3.0), pytest.approx(7.0)),
        (pytest.approx(16.0 - half), pytest.approx(16.0 + half)),
    )
    assert met.length == pytest.approx(4.0 + 2 * half)
    assert met.entry_point == pytest.approx((8.0, 10.0))
    assert met.exit == pytest.approx(16.0 + half)
    assert met.margin == pytest.approx(2.0)
    assert not met.starts_inside
    assert [line.label for line in met.evidence().lines] == ["4.00″", "3.46″"]


def test_zones_come_in_the_order_in_which_they_are_met() -> None:
    zones = [zone_of(man(name, x, 10.0, base=INCH), 1.0) for name, x in (("a", 20.0), ("c", 10.0), ("me", 3.0))]
    far = zone_of(man("far", 10.0, 20.0, base=INCH), 1.0)
    met = passages([*zones, far], man("me", 3.0, 10.0, base=INCH), ((30.0, 10.0),))

    assert [one.zone.owner for one in met] == ["c", "a"]
    assert [one.entry for one in met] == [pytest.approx(5.0), pytest.approx(15.0)]
    assert passage(far, man("me", 3.0, 10.0, base=INCH), ((30.0, 10.0),)).margin == pytest.approx(8.0)


def test_a_walk_over_a_roof_passes_above_a_zone_in_space() -> None:
    street = table(slab("roof", 5.0, 5.0, 10.0, 10.0, bottom=0.0, top=3.0))
    guard = man("guard", 10.0, 16.0, base=INCH, height=1.0)
    walker = man("walker", 2.0, 13.5, base=INCH)
    walked = track(street, walker, ((18.0, 13.5),), ())
    flat, space = zone_of(guard, 2.0), zone_of(guard, 2.0, volume=True)

    assert passage(flat, walker, walked).verdict == "enters"
    assert passage(space, walker, walked).verdict == "misses"
    low = passage(space, walker, ((18.0, 13.5),))
    assert low.verdict == "enters"
    assert low.spans == passage(flat, walker, walked).spans
    higher = passage(zone_of(guard, 2.6, volume=True), walker, walked)
    assert higher.verdict == "enters"
    assert higher.depth == pytest.approx(2.6 - math.hypot(1.5, 2.0))


def test_sight_lets_the_zone_begin_behind_the_corner() -> None:
    guard, mover = man("guard", 10.0, 10.0, base=INCH), man("thief", 4.0, 12.0, base=INCH)
    walled = table(slab("wall", 0.0, 10.9, 10.0, 0.2))

    def seen_at(point: Point) -> Sight:
        return sight(walled, guard, replace(mover, x=point[0], y=point[1]), (), Policy(flat=True), margin=False)

    whole = passage(zone_of(guard, 2.0), mover, ((16.0, 12.0),))
    cut = passage(zone_of(guard, 2.0), mover, ((16.0, 12.0),), seen_at)

    assert whole.entry == pytest.approx(6.0 - math.sqrt(9.0 - 4.0))
    assert cut.entry is not None
    assert whole.entry < cut.entry < 6.0
    assert cut.exit == pytest.approx(whole.exit)
    assert cut.looked == 0.25
    assert not seen_at((4.0 + cut.entry - 1e-4, 12.0)).sees
    assert seen_at((4.0 + cut.entry, 12.0)).sees
    hidden = passage(zone_of(guard, 2.0), mover, ((7.0, 12.0),), seen_at)
    assert hidden.verdict == "misses"


BASES = st.builds(Base, st.sampled_from(["round", "oval", "rect"]), st.floats(10.0, 60.0), st.floats(10.0, 60.0))
PLACES = st.floats(-6.0, 6.0)


@given(BASES, BASES, PLACES, PLACES, PLACES, PLACES, st.sampled_from([None, 60.0, 180.0, 280.0]))
@settings(max_examples=60, deadline=None)
def test_stretches_agree_with_standing_at_many_places(
    mine: Base, theirs: Base, x: float, y: float, p: float, q: float, width: float | None
) -> None:
    guard, mover = man("guard", 0.0, 0.0, facing=40.0, base=mine), man("mover", x, y, facing=15.0, base=theirs)
    ring = zone_of(guard, 1.5, arc=None if width is None else arc_of(guard, width))
    met = passage(ring, mover, ((p, q),))
    length = math.dist((x, y), (p, q))
    for s in np.linspace(0.0, length, 40):
        at = on_the_way(mover, (p, q), float(s))
        held = holding(ring, replace(mover, x=at[0], y=at[1]))
        inside = any(low <= s <= high for low, high in met.spans)
        if all(abs(s - end) > 1e-4 for span in met.spans for end in span):
            assert held.near == inside or met.verdict == "touches"


@given(BASES, PLACES, PLACES, st.floats(0.0, 360.0), st.sampled_from([None, 60.0, 180.0, 280.0]))
@settings(max_examples=60, deadline=None)
def test_a_push_by_less_than_the_margin_changes_nothing(
    base: Base, x: float, y: float, push: float, width: float | None
) -> None:
    guard, foe = man("guard", 0.0, 0.0), man("foe", x, y, base=base)
    ring = zone_of(guard, 1.5, arc=None if width is None else arc_of(guard, width))
    held, way = holding(ring, foe), math.radians(push)

    def pushed(by: float) -> Model:
        return replace(foe, x=x + by * math.cos(way), y=y + by * math.sin(way))

    assert holding(ring, pushed(max(0.0, 0.999 * held.margin - 2e-6))).near == held.near
    assert holding(ring, pushed(max(0.0, 0.999 * held.wholly_margin - 2e-6))).wholly == held.wholly


@given(BASES, BASES, PLACES, PLACES, st.floats(-1e4, 1e4), st.floats(0.0, 360.0))
@settings(max_examples=60, deadline=None)
def test_moving_turning_and_mirroring_change_nothing(
    mine: Base, theirs: Base, x: float, y: float, far: float, turn: float
) -> None:
    guard, foe = man("guard", 0.0, 0.0, base=mine), man("foe", x, y, facing=20.0, base=theirs)
    right = holding(zone_of(guard, 1.5), foe)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for a, b in (
        (replace(guard, x=far, y=far), replace(foe, x=x + far, y=y + far)),
        (replace(guard, facing=turn), replace(foe, x=x * cos - y * sin, y=x * sin + y * cos, facing=20.0 + turn)),
        (guard, replace(foe, x=-x, facing=-20.0)),
    ):
        held = holding(zone_of(a, 1.5), b)

        assert held.distance == pytest.approx(right.distance, abs=1e-6)
        assert held.farthest == pytest.approx(right.farthest, abs=1e-6)
        if right.margin > 1e-5:
            assert held.within == right.within


@given(BASES, BASES, PLACES, PLACES, st.floats(0.0, 360.0))
@settings(max_examples=60, deadline=None)
def test_no_sampled_point_is_farther_than_the_farthest(
    mine: Base, theirs: Base, x: float, y: float, facing: float
) -> None:
    guard, foe = man("guard", 0.0, 0.0, base=mine), man("foe", x, y, facing=facing, base=theirs)
    found = holding(zone_of(guard, 1.0), foe).farthest
    rim = zone_of(foe, 0.0).rim().exterior.coords
    sampled = max(gap(guard, man("dot", p, q, base=Base("round", 0.0, 0.0))).plan for p, q in rim)

    assert sampled <= found + 1e-6
    assert sampled == pytest.approx(found, abs=2e-3)


def test_a_passage_keeps_its_margin_behind_an_arc() -> None:
    guard = man("guard", 10.0, 10.0, base=INCH)
    front = zone_of(guard, 2.0, arc=arc_of(guard, 180.0))
    mover = man("thief", 5.0, 9.0, base=INCH)
    through: Passage = passage(front, mover, ((15.0, 9.0),))
    behind = passage(front, replace(mover, y=11.5), ((15.0, 11.5),))

    assert through.verdict == "enters"
    assert 0.9 < through.margin <= 1.5 + 1e-6
    assert behind.verdict == "misses"
    assert behind.margin == pytest.approx(1.0, abs=1e-6)


@given(BASES, PLACES, PLACES, PLACES, PLACES, st.floats(0.0, 360.0), st.sampled_from([None, 60.0, 180.0, 280.0]))
@settings(max_examples=60, deadline=None)
def test_moving_a_whole_way_by_less_than_its_margin_changes_nothing(
    base: Base, x: float, y: float, p: float, q: float, push: float, width: float | None
) -> None:
    guard, mover = man("guard", 0.0, 0.0), man("mover", x, y, facing=15.0, base=base)
    ring = zone_of(guard, 1.5, arc=None if width is None else arc_of(guard, width))
    met = passage(ring, mover, ((p, q),))
    by = max(0.0, 0.999 * met.margin - 2e-6)
    dx, dy = by * math.cos(math.radians(push)), by * math.sin(math.radians(push))

    assert passage(ring, replace(mover, x=x + dx, y=y + dy), ((p + dx, q + dy),)).verdict == met.verdict


def test_a_little_off_the_line_is_a_little_margin() -> None:
    """Half an inch of a big base is ahead, but a push back by less than that takes the near part out of range."""
    guard = man("guard", 10.0, 10.0, base=INCH)
    big = man("big", 12.866, 10.5, base=Base("round", 50.8, 50.8))
    standing_there = passage(zone_of(guard, 2.0, arc=arc_of(guard, 180.0)), big, ((12.866, 10.5),))
    pushed = replace(big, y=10.95)

    assert standing_there.depth == pytest.approx(0.5, abs=1e-3)
    assert 0.2 < standing_there.margin < 0.45
    assert not holding(standing_there.zone, pushed).near


def test_stepping_back_from_the_rim_touches_at_the_start() -> None:
    met = passage(
        zone_of(man("guard", 10.0, 10.0, base=INCH), 1.0), man("foe", 12.0000005, 10.0, base=INCH), ((15.0, 10.0),)
    )

    assert (met.verdict, met.entry, met.starts_inside) == ("touches", 0.0, True)


def test_a_path_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        passage(zone_of(man("guard", 0.0, 0.0), 1.0), man("foe", 3.0, 0.0), ((math.nan, 0.0),))
