"""pytest tests/bench --benchmark-only: the visible region, beside CGAL and beside shadows united."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from engine.geometry.shade import shade
from engine.geometry.sight import visible_region
from tests.bench import measures as m
from tests.bench import peers
from tests.bench.worlds import world


@pytest.mark.parametrize("name", ["S", "M", "L", "XL"])
def test_bench_visible_region(benchmark: Any, name: str) -> None:
    place = world(name)
    eyes = place.eyes(m.VIEWS)
    ours, areas = m.our_views(place, eyes)
    try:
        theirs = peers.views(peers.REFERENCE, place, eyes)
        benchmark.extra_info["ours / CGAL exact"] = m.median(ours) / m.median([each for each, _ in theirs])
        assert areas == pytest.approx([area for _, area in theirs], rel=1e-9)
    except peers.MissingError as reason:
        benchmark.extra_info["CGAL is missing"] = str(reason)
    turn = cycle(eyes)

    benchmark(lambda: visible_region(place.table, next(turn), m.EYE))


@pytest.mark.parametrize("name", ["S", "M"])
def test_bench_shadow_union(benchmark: Any, name: str) -> None:
    place = world(name)
    eyes = place.eyes(4)
    _, areas = m.our_views(place, eyes)

    found = benchmark.pedantic(lambda: [m.shadow_union(place, eye) for eye in eyes], rounds=2)
    assert found == pytest.approx(areas, rel=1e-9)


def test_bench_shade_with_heights(benchmark: Any) -> None:
    place = world("M")
    turn = cycle(place.eyes(m.VIEWS))

    benchmark(lambda: shade(place.table, next(turn), 2.5))
