"""Where a base can get to: painted, tested, and checked against the shortest way."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
import shapely

from engine.game import Base, Model, Table
from engine.geometry.exact import standing
from engine.geometry.heights import walls_at
from engine.geometry.measure import gap
from engine.geometry.path import shortest, track
from engine.geometry.reach import Reach, reach
from tests.engine.geometry.worked import block, man, slab, table

INCH = Base("round", 25.4, 25.4)


def painted(found: Reach) -> float:
    return sum(shapely.Polygon(rings[0], rings[1:]).area for rings in found.polygons)


def test_in_the_open_it_is_a_circle() -> None:
    found = reach(table(), man("a", 18.0, 18.0), 4.0, ())

    assert painted(found) == pytest.approx(math.pi * 16.0, rel=0.002)
    assert found.contains((21.99, 18.0))
    assert not found.contains((22.01, 18.0))
    assert found.contains((18.0 + 3.99 * math.cos(1.0), 18.0 + 3.99 * math.sin(1.0)))
    (area,) = found.evidence().areas
    assert (area.role, area.z, area.polygons) == ("reach", 0.0, found.polygons)


def test_what_every_inch_costs_shortens_it() -> None:
    found = reach(table(), man("a", 18.0, 18.0), 4.0, (), factor=2.0)

    assert found.contains((19.99, 18.0))
    assert not found.contains((20.01, 18.0))


def test_the_tables_edge_stops_the_base_and_not_its_centre() -> None:
    found = reach(table(), man("a", 2.0, 18.0, base=INCH), 4.0, ())

    assert found.contains((0.501, 18.0))
    assert not found.contains((0.48, 18.0))


def test_behind_a_wall_only_as_far_as_the_way_round_it() -> None:
    where = table(slab("wall", 20, 10, 1, 10))
    model = man("a", 18.0, 18.0, base=INCH)
    found = reach(where, model, 6.0, ())
    way = shortest(where, model, (22.0, 19.0), ())

    assert way is not None
    length = track(where, model, way, ()).length
    assert reach(where, model, length + 0.01, ()).contains((22.0, 19.0))
    assert not reach(where, model, length - 0.01, ()).contains((22.0, 19.0))
    assert not found.contains((20.5, 15.0))
    assert not found.contains((19.6, 15.0))
    assert not found.contains((23.0, 15.0))


def test_through_a_door_as_wide_as_the_base_and_not_through_a_narrower_one() -> None:
    model = man("a", 18.0, 18.0, base=INCH)
    wide = table(slab("left", 20, 0, 1, 17.5), slab("right", 20, 18.5, 1, 17.5))
    narrow = table(slab("left", 20, 0, 1, 17.51), slab("right", 20, 18.5, 1, 17.5))

    assert reach(wide, model, 6.0, ()).contains((23.0, 18.0))
    assert not reach(narrow, model, 6.0, ()).contains((23.0, 18.0))


def test_low_walls_are_walked_over_and_high_ones_and_thin_ones_are_not() -> None:
    model = man("a", 18.0, 18.0)

    assert reach(table(slab("low", 19, 0, 1, 36, top=0.9)), model, 4.0, ()).contains((21.0, 18.0))
    assert not reach(table(slab("high", 19, 0, 1, 36, top=1.1)), model, 4.0, ()).contains((21.0, 18.0))
    thin = block("thin", (19.0, 0.0), (19.0, 36.0), open=True)
    assert not reach(table(thin), model, 4.0, ()).contains((21.0, 18.0))
    assert reach(table(slab("arch", 19, 0, 1, 36, bottom=2.0)), model, 4.0, ()).contains((21.0, 18.0))


def test_models_on_the_level_stand_in_the_way_and_those_above_do_not() -> None:
    model, other = man("a", 18.0, 18.0, base=INCH), man("b", 20.0, 18.0, base=INCH)
    found = reach(table(), model, 4.0, (other, model))

    assert found.contains((19.0, 18.0))
    assert not found.contains((19.1, 18.0))
    assert not found.contains((20.0, 18.0))
    assert reach(table(), model, 4.0, (man("b", 20.0, 18.0, z=3.0),)).contains((20.0, 18.0))


def test_touching_a_wall_or_an_enemy_it_still_can_move_away() -> None:
    model, other = man("a", 18.0, 18.0, base=INCH), man("b", 19.0, 18.0, base=INCH)
    found = reach(table(slab("wall", 0, 18.5, 36, 1)), model, 4.0, (other,))

    assert found.contains((14.05, 18.0))
    assert found.contains((18.0, 14.05))
    assert not found.contains((18.5, 18.5))


def test_on_a_roof_it_stays_on_the_roof() -> None:
    where = table(slab("house", 10, 10, 10, 10), slab("next", 20, 10, 3, 10), slab("far", 24, 10, 3, 10))
    found = reach(where, man("a", 18.0, 15.0, z=3.0), 10.0, ())

    assert found.z == 3.0
    assert found.contains((22.9, 15.0))
    assert not found.contains((23.1, 15.0))
    assert not found.contains((25.0, 15.0))
    assert not found.contains((18.0, 9.0))


def test_difficult_ground_in_it_is_named() -> None:
    wood = slab("wood", 19, 0, 4, 36, top=4.0, footing="difficult")
    far = slab("far wood", 30, 0, 4, 36, top=4.0, footing="difficult")

    assert reach(table(wood, far), man("a", 18.0, 18.0), 4.0, ()).rough == ("wood",)
    assert reach(table(wood, slab("roof", 10, 10, 16, 16, top=6.0)), man("a", 18.0, 18.0, z=6.0), 4.0, ()).rough == ()


@pytest.mark.parametrize("distance", [0.0, -3.0])
def test_without_inches_it_stays_where_it_is(distance: float) -> None:
    found = reach(table(), man("a", 18.0, 18.0), distance, ())

    assert found.contains((18.0, 18.0))
    assert not found.contains((18.1, 18.0))
    assert found.polygons == ()


def test_inside_a_wall_it_gets_nowhere() -> None:
    found = reach(table(slab("house", 10, 10, 10, 10)), man("a", 15.0, 15.0), 4.0, ())

    assert found.polygons == ()
    assert not found.contains((15.0, 15.0))


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        reach(table(), man("a", 18.0, 18.0), math.nan, ())
    with pytest.raises(ValueError, match="cost something"):
        reach(table(), man("a", 18.0, 18.0), 4.0, (), factor=0.0)
    with pytest.raises(ValueError, match="finite"):
        reach(table(), man("a", 18.0, 18.0), 4.0, ()).contains((math.inf, 0.0))


def test_poor_terrain_gives_an_answer() -> None:
    poor = (
        block("point", (19, 18)),
        block("none"),
        block("tie", (10, 10), (14, 14), (14, 10), (10, 14)),
        block("line", (20, 10), (20, 26), (20, 26), (20, 12)),
        slab("flat", 15, 20, 3, 3, top=0.0),
    )
    found = reach(table(*poor), man("a", 17.0, 18.0), 5.0, ())

    assert found.contains((15.0, 18.0))
    assert not found.contains((20.5, 18.0))


def crowd(seed: int) -> tuple[Table, Model, tuple[Model, ...]]:
    """A crowded table: 60 turned boxes, ten models that do not overlap anything."""
    luck = random.Random(seed)
    pieces = []
    for i in range(60):
        x, y, w, d = luck.uniform(1, 35), luck.uniform(1, 35), luck.uniform(0.3, 3), luck.uniform(0.3, 3)
        c, s = math.cos(turn := luck.uniform(0, 6)), math.sin(turn)
        points = ((x + u * c - v * s, y + u * s + v * c) for u, v in ((-w, -d), (w, -d), (w, d), (-w, d)))
        pieces.append(block(f"piece {i}", *points, top=luck.choice((0.5, 3.0, 3.0, 3.0))))
    where = table(*pieces)
    models: list[Model] = []
    while len(models) < 10:
        base = Base(luck.choice(("round", "round", "rect", "oval")), 25.0, 40.0) if models else Base()
        model = man(
            f"model {len(models)}", luck.uniform(1, 35), luck.uniform(1, 35), base=base, facing=luck.uniform(0, 360)
        )
        if not walls_at(where, standing(model), 0.0, 1.2) and not any(gap(model, other).contact for other in models):
            models.append(model)
    return where, models[0], tuple(models[1:])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["round", "rect"])
def test_it_holds_just_the_points_whose_shortest_way_is_short_enough(seed: int, kind: str) -> None:
    where, model, others = crowd(seed)
    if kind == "rect":
        model, others = others[0] if others[0].profile.base.shape == "rect" else model, others
    luck = random.Random(seed)
    found = reach(where, model, 6.0, others)
    wrong = 0
    for _ in range(25):
        point = (model.x + luck.uniform(-6, 6), model.y + luck.uniform(-6, 6))
        way = shortest(where, model, point, others, limit=7.0)
        length = math.inf if way is None else sum(math.dist(a, b) for a, b in pairwise(way))
        wrong += abs(length - 6.0) > 0.02 and found.contains(point) != (length <= 6.0)

    assert wrong == 0


def test_the_way_to_the_rim_is_as_long_as_the_move() -> None:
    where, model, others = crowd(3)
    found = reach(where, model, 8.0, others)
    rim = max(found.polygons, key=lambda rings: len(rings[0]))[0]
    lengths = []
    for point in rim[:: max(1, len(rim) // 30)]:
        way = shortest(where, model, point, others)
        if way is not None:
            lengths.append(sum(math.dist(a, b) for a, b in pairwise(way)))

    assert lengths
    assert max(lengths) <= 8.0 + 0.02


def test_a_reach_of_a_run_on_a_crowded_table_is_quick(benchmark) -> None:  # type: ignore[no-untyped-def]
    where, model, others = crowd(5)
    reach(where, model, 1.0, others)

    def fresh() -> Reach:
        reach.cache_clear()
        return reach(where, model, 8.0, others)

    assert benchmark(fresh).polygons
