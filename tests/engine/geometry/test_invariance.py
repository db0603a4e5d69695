"""Where a table lies, which way it is turned, mirrored or measured changes no answer that is not too close to call."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Model, Point
from engine.geometry.arcs import arc_of, in_arc
from engine.geometry.exact import standing
from engine.geometry.heights import edge, fall, leap, walls_at
from engine.geometry.measure import gap, gap_to_piece
from engine.geometry.passages import passage
from engine.geometry.path import shortest, track
from engine.geometry.reach import reach
from engine.geometry.sight import Policy, sight
from engine.geometry.templates import blast, under
from engine.geometry.zones import holding, overlap, zone_of
from tests.engine.geometry.random_tables import Scene, carried, drawn, lots

STATED = 0.002
"""A margin below this (twice the contact tolerance, inches) may turn over."""
ROUGH = 1e-6
"""Numbers may differ by this after a journey of 10 000 inches: sixteen digits leave no more than 1e-11."""

CALM = settings(
    deadline=None, derandomize=True, max_examples=150, suppress_health_check=[HealthCheck.too_slow], database=None
)


class Answer(NamedTuple):
    """What is said (a verdict), how far from turning over it is, and numbers that go along with it."""

    says: object
    margin: float
    lengths: tuple[float, ...] = ()


Question = Callable[[Scene, float], Answer]
"""Asked of a scene and of the scale it is drawn to."""


def contact(s: Scene, k: float) -> Answer:
    found = gap(s.hero, s.foe)
    return Answer(found.contact, found.margin, (found.plan, found.distance, found.overlap))


def wall_contact(s: Scene, k: float) -> Answer:
    found = [gap_to_piece(s.hero, piece) for piece in s.table.terrain]
    return Answer(
        tuple(one.contact for one in found), min(one.margin for one in found), tuple(one.plan for one in found)
    )


def within(s: Scene, k: float) -> Answer:
    found = gap(s.hero, s.foe)
    return Answer(found.within(4.0 * k), found.margin_at(4.0 * k), (found.distance,))


def zone(s: Scene, k: float) -> Answer:
    found = holding(zone_of(s.hero, 4.0 * k), s.foe)
    return Answer(found.within, found.margin, (found.distance, found.farthest))


def wholly_in_a_zone(s: Scene, k: float) -> Answer:
    found = holding(zone_of(s.hero, 6.0 * k, arc=arc_of(s.hero, 180.0)), s.foe)
    return Answer(found.wholly, found.wholly_margin)


def front_zone(s: Scene, k: float) -> Answer:
    found = holding(zone_of(s.hero, 4.0 * k, arc=arc_of(s.hero, 120.0)), s.foe)
    return Answer(found.within, found.margin)


def zones_overlap(s: Scene, k: float) -> Answer:
    found = overlap(zone_of(s.hero, 2.0 * k), zone_of(s.foe, 3.0 * k))
    return Answer(found.verdict, found.margin, (found.depth,))


def passing_a_zone(s: Scene, k: float) -> Answer:
    found = passage(zone_of(s.foe, 1.0 * k), s.hero, (s.goal,))
    return Answer(found.verdict, found.margin, () if found.verdict == "misses" else (found.depth,))


def arc(s: Scene, k: float) -> Answer:
    found = in_arc(s.hero, s.foe, 90.0)
    return Answer(found.lies, found.margin, (found.apart,))


def wide_arc(s: Scene, k: float) -> Answer:
    found = in_arc(s.hero, s.foe, 250.0)
    return Answer(found.lies, found.margin, (found.apart,))


def wholly_in_arc(s: Scene, k: float) -> Answer:
    found = in_arc(s.hero, s.foe, 180.0)
    return Answer(found.wholly, found.wholly_margin, (found.over,))


def under_a_blast(s: Scene, k: float) -> Answer:
    found = under(blast(s.goal, 3.0 * k), s.foe)
    return Answer((found.any_part, found.wholly), min(found.margin, found.wholly_margin), (found.apart, found.over))


def at_an_edge(s: Scene, k: float) -> Answer:
    found = edge(s.table, replace(s.hero, z=3.0 * k), min_drop=1.5 * k)
    if found is None:
        return Answer(None, _firmness(s, s.hero, 3.0 * k))
    return Answer(
        found.within(1.0 * k), min(found.margin_at(1.0 * k), _firmness(s, s.hero, 3.0 * k)), (found.distance,)
    )


def falling(s: Scene, k: float) -> Answer:
    found = fall(s.table, replace(s.hero, z=6.5 * k), (s.hero.x, s.hero.y))
    return Answer(found.piece, found.margin, (found.drop,))


def falling_by_any_part(s: Scene, k: float) -> Answer:
    found = fall(s.table, replace(s.hero, z=6.5 * k), (s.hero.x, s.hero.y), support="any")
    return Answer(round(found.landing / k, 6), found.margin, (found.drop,))


def _firmness(s: Scene, model: Model, z: float) -> float:
    """How far every border of that height is from where the feet are held or not."""
    body = replace(model, z=z)
    found = [abs(gap_to_piece(body, p).plan - gap_to_piece(body, p).overlap) for p in s.table.terrain]
    return min(found, default=math.inf)


def leaping(s: Scene, k: float) -> Answer:
    start = (s.hero.x, s.hero.y)
    point = replace(s.hero.profile.base, shape="round", width=0.0, depth=0.0)
    found = leap(s.table, point, start, 3.0 * k, s.goal, height=s.hero.profile.height)
    ends = [replace(s.hero, x=x, y=y, profile=replace(s.hero.profile, base=point)) for x, y in (start, s.goal)]
    firm = min(_firmness(s, end, 0.0) for end in ends)
    return Answer(found.piece, firm, (found.rise,))


def walking(s: Scene, k: float) -> Answer:
    """A walk has no margin of its own: it is as firm as the same walk on a base somewhat wider or narrower is alike."""
    found = _bumped(s, k, 0.0)
    firm = all(_bumped(s, k, by) == found for by in (-0.01, 0.01))
    return Answer(found, 1.0 if firm else 0.0)


def _bumped(s: Scene, k: float, wider: float) -> tuple[str, ...]:
    base = s.hero.profile.base
    grown = replace(base, width=base.width + wider * 25.4 * k, depth=base.depth + wider * 25.4 * k)
    hero = replace(s.hero, z=0.0, profile=replace(s.hero.profile, base=grown))
    return tuple(sorted(b.thing for b in track(s.table, hero, (s.goal,), s.models, step=1.05 * k).bumps))


def resting(s: Scene, k: float) -> Answer:
    found = walls_at(s.table, standing(s.hero), 0.05 * k, 1.05 * k)
    return Answer(tuple(p.id for p in found), _firmness(s, s.hero, 0.0))


def seeing(s: Scene, k: float) -> Answer:
    found = sight(s.table, s.hero, s.foe, (s.friend,))
    return Answer(found.verdict, found.margin)


def seeing_in_plan(s: Scene, k: float) -> Answer:
    found = sight(s.table, s.hero, s.foe, (s.friend,), Policy(flat=True))
    return Answer(found.verdict, found.margin)


QUESTIONS: dict[str, Question] = {
    ask.__name__: ask
    for ask in (
        contact, wall_contact, within, zone, wholly_in_a_zone, front_zone, zones_overlap, passing_a_zone, arc, wide_arc,
        wholly_in_arc, under_a_blast, at_an_edge, falling, falling_by_any_part, leaping, walking, resting,
        seeing, seeing_in_plan,
    )
}  # fmt: skip

SLOW = ("seeing", "seeing_in_plan", "front_zone")

JOURNEYS: dict[str, dict[str, object]] = {
    "mirrored": {"mirror": True},
    "a quarter round": {"turn": 90.0},
    "turned": {"turn": 23.7},
    "carried off": {"by": (10_000.0, -10_000.0)},
    "all at once": {"turn": 301.3, "by": (-9_876.5, 4_321.0), "mirror": True},
    "in thirds of an inch": {"scale": 3.0},
    "in units of two inches": {"scale": 0.5},
}


def firm(answer: Answer, scale: float) -> bool:
    return answer.margin > STATED * max(1.0, 1.0 / scale)


@pytest.mark.parametrize("journey", JOURNEYS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_whole_table_moved_says_the_same(question: str, journey: str) -> None:
    ask, how = QUESTIONS[question], JOURNEYS[journey]
    scale = float(how.get("scale", 1.0))  # type: ignore[arg-type]
    asked = 0
    for seed in lots(8 if question in SLOW else 24):
        here = drawn(seed)
        there = carried(here, **how)  # type: ignore[arg-type]
        first, second = ask(here, 1.0), ask(there, scale)
        if firm(first, scale):
            asked += 1
            assert second.says == first.says, f"seed {seed}"
            assert second.lengths == pytest.approx([n * scale for n in first.lengths], abs=ROUGH), f"seed {seed}"

    assert asked >= 3


@CALM
@given(
    st.integers(0, 10**9),
    st.sampled_from([name for name in QUESTIONS if not name.startswith("seeing")]),
    st.floats(-720, 720),
    st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)),
    st.booleans(),
)
def test_no_table_and_no_journey_is_found_that_changes_an_answer(
    seed: int, question: str, turn: float, by: Point, mirror: bool
) -> None:
    here = drawn(seed)
    first, second = (QUESTIONS[question](s, 1.0) for s in (here, carried(here, turn=turn, by=by, mirror=mirror)))
    if firm(first, 1.0):
        assert second.says == first.says
        assert second.lengths == pytest.approx(first.lengths, abs=ROUGH)


@pytest.mark.parametrize("journey", JOURNEYS)
def test_the_shortest_way_is_as_long_wherever_the_table_lies(journey: str) -> None:
    """Arcs are walked in chords, which makes ways longer by up to a ten-thousandth."""
    how = JOURNEYS[journey]
    scale = float(how.get("scale", 1.0))  # type: ignore[arg-type]
    found = 0
    for seed in lots(10):
        here = drawn(seed, bases=False)
        lengths = [_length(s, k) for s, k in ((here, 1.0), (carried(here, **how), scale))]  # type: ignore[arg-type]
        roomy = {_length(here, 1.0, wider=by) == math.inf for by in (-0.01, 0.01)}
        if roomy == {lengths[0] == math.inf}:
            found += 1
            assert lengths[1] == pytest.approx(lengths[0] * scale, rel=2e-4), f"seed {seed}"

    assert found >= 3


def _length(s: Scene, k: float, wider: float = 0.0) -> float:
    base = s.hero.profile.base
    grown = replace(base, width=base.width + wider * 25.4, depth=base.depth + wider * 25.4)
    hero = replace(s.hero, z=0.0, profile=replace(s.hero.profile, base=grown))
    way = shortest(s.table, hero, s.goal, s.models, step=1.05 * k, limit=30.0 * k)
    return math.inf if way is None else math.fsum(math.dist(a, b) for a, b in pairwise(way))


@pytest.mark.parametrize("journey", ["mirrored", "turned", "carried off", "all at once"])
def test_reach_is_the_same_ground_wherever_the_table_lies(journey: str) -> None:
    how = JOURNEYS[journey]
    for seed in lots(5):
        here = drawn(seed, bases=False)
        there = carried(here, **how)  # type: ignore[arg-type]
        areas = [reach(s.table, replace(s.hero, z=0.0), 5.0, s.models, step=1.05).area.area for s in (here, there)]

        assert areas[1] == pytest.approx(areas[0], abs=0.05), f"seed {seed}"
