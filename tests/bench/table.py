"""Prints how fast the engine is beside others, everything measured in this one run.

    python tests/bench/table.py              all of it, on S, M, L and XL
    python tests/bench/table.py S M          only these worlds for the visible region
    python tests/bench/table.py --markdown   a short summary for the README at the end

Peers are fetched and built on first use into `.bench-work`; those not to be had are named.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import measures as m
from tests.bench import peers
from tests.bench.worlds import SIZES, World, world

FRAME = 1000.0 / 60.0
Row = tuple[str, str, str, str]
"""What, where, the ratio, and the goal it has to keep."""


def say(*words: object, end: str = "\n") -> None:
    print(*words, end=end, flush=True)


def visible(place: World, summary: list[Row]) -> None:
    eyes = place.eyes(m.VIEWS)
    start = time.perf_counter()
    m.visible_region(place.table, eyes[0], m.EYE)
    first = (time.perf_counter() - start) * 1000.0
    ours, areas = m.our_views(place, eyes)
    say(f"\nVisible region, {place.name}: {len(place.table.terrain)} pieces, {place.edges} edges, {len(eyes)} eyes")
    say(f"  {'Sightline (Python)':40} {m.median(ours):9.3f} ms   the first of all {first:.0f} ms")
    for name, found in peers.all_views(place, eyes):
        if isinstance(found, str):
            say(f"  {name:40}   missing: {' '.join(found.split())[-70:]}")
            continue
        theirs = [each for each, _ in found]
        ratio = m.median(ours[: len(theirs)]) / m.median(theirs)
        off = max(abs(area / own - 1.0) for (_, area), own in zip(found, areas, strict=False))
        say(f"  {name:40} {m.median(theirs):9.3f} ms   ours / theirs {ratio:8.3f}   areas differ by {off:.0e}")
        goal = "≤ 5" if name == peers.REFERENCE else "< 1"
        summary.append((f"visible region / {name}", place.name, f"{ratio:.2f}", goal))
    if place.edges < 3000:
        few = eyes[:4]
        slow = m.timed((lambda eye=eye: m.shadow_union(place, eye) for eye in few), 1)
        off = max(abs(m.shadow_union(place, eye) / own - 1.0) for eye, own in zip(few, areas, strict=False))
        say(f"  {'shapely, union of shadows':40} {m.median(slow):9.3f} ms   areas differ by {off:.0e}")


def sight(place: World, summary: list[Row]) -> None:
    ours, theirs = m.one_against_all(place), m.rays_one_against_all(place)
    gain = m.median(theirs) / m.median(ours)
    say(f"\nSight between whole bases, {place.name}: {len(place.models)} models")
    say(f"  one against all: exact {m.median(ours):.2f} ms, 5 x 5 rays in bulk {m.median(theirs):.2f} ms: {gain:.1f} x")
    taken, pairs, sees = m.all_pairs(place)
    start = time.perf_counter()
    m.rays(place, pairs, 3, 3)
    bulk = (time.perf_counter() - start) * 1000.0
    say(f"  all {len(pairs)} pairs: exact {taken:.0f} ms, 3 x 3 rays in bulk {bulk:.0f} ms: {bulk / taken:.1f} x")
    summary.append(("5 x 5 rays / exact sight, one against all", place.name, f"{gain:.2f}", "≥ 10"))
    summary.append(("3 x 3 rays / exact sight, all pairs", place.name, f"{bulk / taken:.2f}", "≥ 1"))
    for name, across, toward in (("one centre ray", 1, 1), ("three rays", 1, 3), ("3 x 3 rays", 3, 3)):
        share = m.wrong(place, pairs, sees, across, toward)
        missed = share / max(float(sees.mean()), 1e-9)
        say(f"  {name}: another answer for {share:.1%} of all pairs, {missed:.0%} of those that see each other")
        summary.append((f"wrong by {name}, of pairs that see each other", place.name, f"{missed:.0%}", "0 % is ours"))


def reach(place: World, summary: list[Row]) -> None:
    say(f"\nReach of 12 in, {place.name}")
    try:
        ours, theirs, off = m.reach_beside_marching(place, place.eyes(12, 0.7))
    except peers.MissingError as reason:
        say(f"  fast marching missing: {reason}")
        return
    say(f"  as painted {m.median(ours):.2f} ms; fast marching, 0.1 in grid {m.median(theirs):.2f} ms,", end=" ")
    say(f"its area off by {m.median(off):+.1%}")
    summary.append(("reach of 12 in / fast marching", place.name, f"{m.median(ours) / m.median(theirs):.2f}", "≤ 1"))


def drag(place: World, summary: list[Row]) -> None:
    say(f"\nOne step of a drag, {place.name}")
    parts = m.drag(place)
    for name, times in parts.items():
        say(f"  {name:20} median {m.median(times):8.2f} ms   95th percentile {m.late(times):8.2f} ms")
    usual, slow = m.median(parts["in all"]) / FRAME, m.late(parts["in all"]) / FRAME
    goals = ("≤ 0.25", "≤ 0.5") if place.name == "M" else ("≤ 0.5", "none set")
    summary.append(("drag step / 60 Hz frame, median", place.name, f"{usual:.2f}", goals[0]))
    summary.append(("drag step / 60 Hz frame, 95th percentile", place.name, f"{slow:.2f}", goals[1]))


def against(title: str, goal: str, found: dict[str, tuple[float, float]], summary: list[Row]) -> None:
    say(f"\n{title}")
    for name, (a, b) in found.items():
        say(f"  {name:50} {a:8.3f} ms -> {b:8.3f} ms   {b / a:.2f} x")
        summary.append((f"{title}: {name}", "M", f"{b / a:.2f}", goal))


def main(words: list[str]) -> None:
    names = [word for word in words if word in SIZES] or list(SIZES)
    summary: list[Row] = []
    for place in map(world, names):
        visible(place, summary)
    crowded = world("M")
    sight(crowded, summary)
    reach(crowded, summary)
    drag(crowded, summary)
    drag(world("L"), summary)
    against("With heights against flat", "≤ 2", m.heights(crowded), summary)
    against("Ten times more terrain outside", "< 1.5", m.growth(), summary)
    if "--markdown" in words:
        say("\n| measured | world | ratio | goal |\n|---|---|---|---|")
        for row in summary:
            say(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
