"""Reach where inches cost differently: bad footing, closed zones, climbs; checked by hand and by a fine grid."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Base, Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.reach import priced_reach, reach

SLOW = (("difficult", 2.0), ("very_difficult", 4.0))


def model(x=10.0, y=10.0, z=0.0, mm=25.4, id="A") -> Model:
    base = Profile(id="p", name="P", base=Base("round", mm, mm), height=1.2)
    return Model(id=ModelId(id), name=id, side=SideId("red"), profile=base, x=x, y=y, z=z, place="table")


def piece(id, x0, y0, x1, y1, *, top=0.0, bottom=0.0, footing="difficult") -> Terrain:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=TerrainId(id), name=id, outline=outline, bottom=bottom, top=top, footing=footing)


def table(*pieces: Terrain) -> Table:
    return Table(width=24, height=24, terrain=pieces)


STRIP = piece("bog", 12, 0, 14, 24)


def test_without_any_price_it_is_the_plain_reach():
    wall = piece("wall", 12, 8, 12.5, 12, top=3, footing="solid")
    plain, priced = reach(table(wall), model(), 5.0, ()), priced_reach(table(wall), model(), 5.0, ())

    assert priced.area.symmetric_difference(plain.area).area < 1e-6
    assert priced.error == 0.0


@pytest.mark.parametrize(("distance", "far"), [(2.0, 12.0), (4.0, 13.0), (6.0, 14.0), (7.5, 15.5)])
def test_straight_through_a_bog_its_inches_count_double(distance, far):
    found = priced_reach(table(STRIP), model(), distance, (), factors=SLOW)

    assert found.area.bounds[2] == pytest.approx(far, abs=0.01)
    assert found.contains((far - 0.02, 10.0))
    assert not found.contains((far + 0.02, 10.0))
    assert found.rough == ()


def through_strip(gx: float, gy: float) -> float:
    """The cheapest way from (10, 10) over the strip: two bends, searched finely."""
    first = np.linspace(10, gy, 1201)[:, None]
    second = np.linspace(10, gy, 1201)[None, :]
    cost = np.hypot(2, first - 10) + 2 * np.hypot(2, second - first) + np.hypot(gx - 14, gy - second)
    return float(cost.min())


@pytest.mark.parametrize("goal", [(15.0, 13.0), (14.5, 11.0), (18.0, 17.0), (16.0, 10.0)])
def test_a_slanting_way_bends_where_the_price_changes(goal):
    cost = through_strip(*goal)

    assert not priced_reach(table(STRIP), model(), cost - 0.01, (), factors=SLOW).contains(goal)
    found = priced_reach(table(STRIP), model(), cost + found_error(), (), factors=SLOW)
    assert found.contains(goal)
    assert found.error == pytest.approx(0.2), "a tenth of an inch apart, at four times the price"


def found_error() -> float:
    return 0.05


def test_going_round_may_be_cheaper_than_through():
    small = piece("bog", 12, 9, 14, 11)
    found = priced_reach(table(small), model(), 6.0, (), factors=(("difficult", 10.0),))
    round_it = math.hypot(2, 1) + 2 + math.hypot(1, 1)

    assert not found.contains((13.0, 10.0))
    assert priced_reach(table(small), model(), round_it + 0.05, (), factors=(("difficult", 10.0),)).contains((15, 10))
    assert not priced_reach(table(small), model(), round_it - 0.05, (), factors=(("difficult", 10.0),)).contains(
        (15, 10)
    )


def test_the_dearer_of_two_footings_counts_where_they_lie_over_each_other():
    both = table(piece("bog", 12, 0, 14, 24), piece("mire", 12, 0, 13, 24, footing="very_difficult"))

    assert priced_reach(both, model(), 8.0, (), factors=SLOW).area.bounds[2] == pytest.approx(14.0, abs=0.01)


def test_who_starts_in_the_bog_pays_from_the_first_inch():
    found = priced_reach(table(piece("bog", 4, 4, 16, 16)), model(), 4.0, (), factors=SLOW)

    assert found.area.bounds == pytest.approx((8, 8, 12, 12), abs=0.02)


def test_a_closed_zone_is_touched_and_not_entered():
    zone = (((13.0, 5.0), (15.0, 5.0), (15.0, 15.0), (13.0, 15.0)),)
    found = priced_reach(table(), model(), 6.0, (), closed=(zone,))

    assert found.contains((13.0, 10.0))
    assert not found.contains((13.2, 10.0))
    assert not found.contains((15.5, 10.0)), "behind it there is no straight way"


def test_a_closed_zone_in_which_one_starts_does_not_hold():
    zone = (((9.0, 9.0), (11.0, 9.0), (11.0, 11.0), (9.0, 11.0)),)

    assert priced_reach(table(), model(), 3.0, (), closed=(zone,)).contains((12.9, 10.0))


def test_a_face_is_climbed_at_its_height_from_the_foot_to_just_behind_the_edge():
    """2.5 to the foot (half an inch of base before the face), 0.5 over the edge, 2 up: one inch is left."""
    block = piece("keep", 13, 8, 17, 12, top=2, footing="solid")
    (z, rings), *_ = priced_reach(table(block), model(), 6.0, (), climb=3.0).upper
    top = shapely.union_all([shapely.Polygon(ring[0]) for ring in rings])

    assert z == 2.0
    assert top.bounds[2] == pytest.approx(14.02, abs=0.02)


def test_a_face_that_is_too_high_is_not_climbed():
    block = piece("keep", 13, 8, 17, 12, top=2, footing="solid")

    assert priced_reach(table(block), model(), 9.0, (), climb=1.9).upper == ()
    assert priced_reach(table(block), model(), 9.0, ()).upper == ()


def test_a_climb_costs_at_least_so_much():
    block = piece("keep", 13, 8, 17, 12, top=1.5, footing="solid")
    (_, rings), *_ = priced_reach(table(block), model(), 6.5, (), climb=3.0, least=3.0).upper
    top = shapely.union_all([shapely.Polygon(ring[0]) for ring in rings])

    assert top.bounds[2] == pytest.approx(13.52, abs=0.02)


def test_over_a_wall_and_down_again_on_the_same_level():
    wall = piece("wall", 13, 0, 14, 24, top=1.5, footing="solid")
    over = priced_reach(table(wall), model(), 9.0, (), climb=2.0)
    around = priced_reach(table(wall), model(), 9.0, ())

    assert over.contains((14.6, 10.0))
    assert not around.contains((14.6, 10.0))
    cost = 2.5 + 0.5 + 1.5 + 1.0 + 1.5 + 0.5
    assert over.area.bounds[2] == pytest.approx(14.5 + 9.0 - cost, abs=0.1)


def test_from_a_roof_one_climbs_down_to_the_ground():
    block = piece("keep", 8, 8, 12, 12, top=2, footing="solid")
    found = priced_reach(table(block), model(z=2.0), 6.0, (), climb=3.0)

    assert [z for z, _ in found.upper] == [0.0]


@pytest.mark.parametrize("factors", [(("difficult", 0.5),), (("difficult", float("nan")),)])
def test_senseless_prices_are_refused_in_a_sentence(factors):
    with pytest.raises(ValueError, match=r"inches|number"):
        priced_reach(table(), model(), 4.0, (), factors=factors)


CELL = 0.25
STEPS = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if math.gcd(dx, dy) == 1]


def grid_costs(pieces: list[Terrain], far: float) -> dict[tuple[int, int], float]:
    """Movement from (10, 10) over a fine grid in 32 directions: never too cheap, 1.5 % too dear at worst."""
    price = {"difficult": 2.0, "very_difficult": 4.0}

    def at(x: float, y: float) -> float:
        inside = [
            price[p.footing]
            for p in pieces
            if p.outline[0][0] < x < p.outline[2][0] and p.outline[0][1] < y < p.outline[2][1]
        ]
        return max(inside, default=1.0)

    def leg(a: tuple[int, int], b: tuple[int, int]) -> float:
        shares = [(k + 0.5) / 8 for k in range(8)]
        prices = [at(10 + CELL * (a[0] + (b[0] - a[0]) * s), 10 + CELL * (a[1] + (b[1] - a[1]) * s)) for s in shares]
        return CELL * math.dist(a, b) * sum(prices) / len(prices)

    best, queue = {(0, 0): 0.0}, [(0.0, (0, 0))]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here] or spent > far:
            continue
        for dx, dy in STEPS:
            there = (here[0] + dx, here[1] + dy)
            total = spent + leg(here, there)
            if total < best.get(there, math.inf) and total <= far:
                best[there] = total
                heapq.heappush(queue, (total, there))
    return best


spots = st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(2, 10), st.integers(2, 10))


@settings(max_examples=6, deadline=None)
@given(boxes=st.lists(st.tuples(spots, st.booleans()), min_size=1, max_size=3))
def test_a_fine_grid_agrees_wherever_bogs_lie(boxes):
    pieces = [
        piece(f"p{n}", 6 + x / 2, 6 + y / 2, 6 + (x + w) / 2, 6 + (y + h) / 2,
              footing="very_difficult" if worse else "difficult")
        for n, ((x, y, w, h), worse) in enumerate(boxes)
    ]  # fmt: skip
    far = 3.0
    found = priced_reach(table(*pieces), model(mm=0.02), far, (), factors=SLOW)
    costs = grid_costs(pieces, far)
    wrong = [
        (i, j)
        for (i, j), cost in costs.items()
        if cost <= far - found.error and not found.contains((10 + CELL * i, 10 + CELL * j))
    ]
    generous = [
        (i, j)
        for i in range(-13, 14)
        for j in range(-13, 14)
        if found.contains((10 + CELL * i, 10 + CELL * j)) and costs.get((i, j), math.inf) > far and deep(costs, i, j)
    ]

    assert wrong == []
    assert generous == []


def deep(costs: dict[tuple[int, int], float], i: int, j: int) -> bool:
    """Far from everything the grid reached: then the grid's own coarseness is no excuse."""
    return all((i + dx, j + dy) not in costs for dx in (-1, 0, 1) for dy in (-1, 0, 1))
