"""Reach beside fast marching, and what ten times more terrain elsewhere costs."""

from __future__ import annotations

from typing import Any

from tests.bench import measures as m
from tests.bench import peers
from tests.bench.worlds import world


def test_bench_reach_of_twelve_inches(benchmark: Any) -> None:
    place = world("M")
    starts = place.eyes(8, 0.7)
    benchmark.pedantic(lambda: m.our_reach(place, starts), rounds=1)
    try:
        ours, theirs, off = m.reach_beside_marching(place, starts)
        benchmark.extra_info["ours / fast marching"] = m.median(ours) / m.median(theirs)
        benchmark.extra_info["grid error of area"] = m.median(off)
    except peers.MissingError as reason:
        benchmark.extra_info["fast marching is missing"] = str(reason)


def test_bench_growth(benchmark: Any) -> None:
    found = benchmark.pedantic(m.growth, rounds=1)
    benchmark.extra_info.update({name: after / before for name, (before, after) in found.items()})


def test_bench_heights_against_flat(benchmark: Any) -> None:
    found = benchmark.pedantic(lambda: m.heights(world("M")), rounds=1)
    benchmark.extra_info.update({name: high / flat for name, (flat, high) in found.items()})
