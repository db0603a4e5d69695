"""Exact sight beside rays in bulk, and the geometry of a whole drag step."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from engine.geometry.sight import sight_to_all
from tests.bench import measures as m
from tests.bench.worlds import world


@pytest.mark.parametrize("name", ["S", "M"])
def test_bench_exact_sight_one_against_all(benchmark: Any, name: str) -> None:
    place = world(name)
    turn = cycle(place.models)
    benchmark.extra_info["5 x 5 rays / exact"] = m.median(m.rays_one_against_all(place)) / m.median(
        m.one_against_all(place)
    )

    benchmark(lambda: sight_to_all(place.table, next(turn), place.models, (), m.FLAT))


def test_bench_exact_sight_all_pairs_and_how_often_rays_are_wrong(benchmark: Any) -> None:
    place = world("S")
    taken, pairs, sees = benchmark.pedantic(lambda: m.all_pairs(place), rounds=1)
    (bulk,) = m.timed([lambda: m.rays(place, pairs, 3, 3)], 1)
    benchmark.extra_info["3 x 3 rays / exact"] = bulk / taken
    benchmark.extra_info["wrong by one centre ray"] = m.wrong(place, pairs, sees, 1, 1)
    benchmark.extra_info["wrong by three rays"] = m.wrong(place, pairs, sees, 1, 3)

    # a ray that gets through proves sight: exact sight must have found every such pair
    assert not (m.rays(place, pairs, 9, 9) & ~sees).any()


def test_bench_drag_step(benchmark: Any) -> None:
    place = world("M")
    model, others = place.models[3], place.models[:3] + place.models[4:]
    turn = cycle(m.drag_path(place, model, 60))

    benchmark.pedantic(
        lambda to: m.drag_step(place.table, m.moved(model, to), others), setup=lambda: ((next(turn),), {}), rounds=60
    )
