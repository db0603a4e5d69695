"""A margin is a promise: whatever moves by less changes nothing.  And it is no idle one: a little more does."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model
from engine.geometry.arcs import arc_of, in_arc, point_in_arc
from engine.geometry.heights import edge, fall
from engine.geometry.measure import gap, gap_to_piece, gap_to_point
from engine.geometry.passages import passage
from engine.geometry.sight import Policy, sight, sight_to_all
from engine.geometry.templates import Template, blast, cone, strip, teardrop, under
from engine.geometry.zones import holding, overlap, zone_of
from tests.engine.geometry.random_tables import Scene, drawn, lots, nudged, shaken
from tests.engine.geometry.worked import man, slab, table

CALM = settings(
    deadline=None, derandomize=True, max_examples=100, suppress_health_check=[HealthCheck.too_slow], database=None
)
SHARE = 0.999
"""How much of a margin is used up."""


class Promise(NamedTuple):
    """A verdict, and how far the foe may move without turning it."""

    says: object
    margin: float


Ask = Callable[[Scene], Promise]


def _within(s: Scene) -> Promise:
    found = gap(s.hero, s.foe)
    return Promise(found.within(4.0), found.margin_at(4.0))


def _contact(s: Scene) -> Promise:
    found = gap(s.hero, s.foe)
    return Promise(found.contact, found.margin)


def _zone(s: Scene) -> Promise:
    found = holding(zone_of(s.hero, 4.0), s.foe)
    return Promise(found.within, found.margin)


def _tall_zone(s: Scene) -> Promise:
    found = holding(zone_of(s.hero, 4.0, volume=True), s.foe)
    return Promise(found.within, found.margin)


def _wholly(s: Scene) -> Promise:
    found = holding(zone_of(s.hero, 6.0), s.foe)
    return Promise(found.wholly, found.wholly_margin)


def _front(s: Scene) -> Promise:
    found = holding(zone_of(s.hero, 4.0, arc=arc_of(s.hero, 180.0)), s.foe)
    return Promise(found.within, found.margin)


def _wide_front(s: Scene) -> Promise:
    found = holding(zone_of(s.hero, 4.0, arc=arc_of(s.hero, 240.0)), s.foe)
    return Promise(found.within, found.margin)


def _overlap(s: Scene) -> Promise:
    found = overlap(zone_of(s.hero, 2.0), zone_of(s.foe, 2.5))
    return Promise(found.verdict, found.margin)


def _passage(s: Scene) -> Promise:
    """The zone's owner moves: the same as if the whole way moved."""
    found = passage(zone_of(s.foe, 1.0), s.hero, (s.goal,))
    return Promise(found.verdict, found.margin)


def _arc(degrees: float) -> Ask:
    def ask(s: Scene) -> Promise:
        found = in_arc(s.hero, s.foe, degrees)
        return Promise(found.lies, found.margin)

    return ask


def _wholly_in_arc(s: Scene) -> Promise:
    found = in_arc(s.hero, s.foe, 150.0)
    return Promise(found.wholly, found.wholly_margin)


def _centre_in_arc(s: Scene) -> Promise:
    found = point_in_arc(arc_of(s.hero, 100.0), (s.foe.x, s.foe.y))
    return Promise(found <= 0.0, abs(found))


def _under(make: Callable[[Scene], Template], what: str) -> Ask:
    def ask(s: Scene) -> Promise:
        found = under(make(s), s.foe)
        margins = {"any_part": found.margin, "centred": found.centre_margin, "wholly": found.wholly_margin}
        return Promise(getattr(found, what), margins[what])

    return ask


def _wall(s: Scene) -> Promise:
    """In contact with each piece of terrain."""
    found = [gap_to_piece(s.foe, piece) for piece in s.table.terrain]
    return Promise(tuple(one.contact for one in found), min(one.margin for one in found))


def _point(s: Scene) -> Promise:
    found = gap_to_point(s.foe, s.goal)
    return Promise(found.within(5.0), found.margin_at(5.0))


def _edge(s: Scene) -> Promise:
    """Only while it stays on the same tops: those are given by the pieces' own borders."""
    foe = replace(s.foe, z=3.0)
    found = edge(s.table, foe, min_drop=1.5)
    firm = min(abs(one.plan - one.overlap) for one in (gap_to_piece(foe, p) for p in s.table.terrain))
    return Promise(None, firm) if found is None else Promise(found.within(1.0), min(found.margin_at(1.0), firm))


def _fall(s: Scene) -> Promise:
    found = fall(s.table, replace(s.foe, z=6.5), (s.foe.x, s.foe.y))
    return Promise(found.piece, found.margin)


def _hanging(s: Scene) -> Promise:
    found = fall(s.table, replace(s.foe, z=6.5), (s.foe.x, s.foe.y), support="any")
    return Promise(found.landing, found.margin)


PROMISES: dict[str, Ask] = {
    "within": _within,
    "contact": _contact,
    "contact with walls": _wall,
    "to a point": _point,
    "zone": _zone,
    "zone in space": _tall_zone,
    "wholly in a zone": _wholly,
    "front zone": _front,
    "wide front zone": _wide_front,
    "zones overlap": _overlap,
    "passing a zone": _passage,
    "arc of 60": _arc(60.0),
    "arc of 180": _arc(180.0),
    "arc of 300": _arc(300.0),
    "wholly in an arc": _wholly_in_arc,
    "centre in an arc": _centre_in_arc,
    "under a blast": _under(lambda s: blast(s.goal, 3.0), "any_part"),
    "centre under a blast": _under(lambda s: blast(s.goal, 3.0), "centred"),
    "wholly under a blast": _under(lambda s: blast(s.goal, 4.0), "wholly"),
    "under a flame": _under(lambda s: teardrop(s.goal, s.hero.facing, 8.0, 3.0), "any_part"),
    "wholly under a cone": _under(lambda s: cone(s.goal, s.hero.facing, 70.0, 9.0), "wholly"),
    "under a line": _under(lambda s: strip((s.hero.x, s.hero.y), s.goal, 2.0), "any_part"),
    "near an edge": _edge,
    "falling": _fall,
    "falling with a hold": _hanging,
}
SLOW = ("front zone", "wide front zone")


@pytest.mark.parametrize("name", PROMISES)
def test_the_foe_may_move_by_less_than_the_margin(name: str) -> None:
    ask, asked = PROMISES[name], 0
    for seed in lots(10 if name in SLOW else 60):
        here, luck = drawn(seed), random.Random(seed)
        promise = ask(here)
        if promise.margin <= 1e-6:
            continue
        asked += 1
        by = promise.margin * SHARE if math.isfinite(promise.margin) else 100.0
        for _ in range(3):
            there = replace(here, foe=nudged(here.foe, by, luck))
            assert ask(there).says == promise.says, f"seed {seed}, moved by less than {by}"

    assert asked >= 8


TIGHT = (
    "within", "contact", "zone", "wholly in a zone", "zones overlap", "arc of 60", "arc of 180", "arc of 300",
    "wholly in an arc", "centre in an arc", "under a blast", "centre under a blast", "to a point",
)  # fmt: skip


@pytest.mark.parametrize("name", TIGHT)
def test_all_of_the_margin_in_any_direction_keeps_the_answer_and_a_little_more_in_some_turns_it(name: str) -> None:
    """So the margin is not merely safe (0 would be) but true: where only the plan counts."""
    ask, asked = PROMISES[name], 0
    for seed in lots(20):
        here = drawn(seed)
        here = replace(here, hero=replace(here.hero, z=0.0), foe=replace(here.foe, z=0.0))
        promise = ask(here)
        if not 0.05 < promise.margin < 3.0:
            continue
        asked += 1
        for k in range(40):
            kept = replace(here, foe=_pushed(here.foe, promise.margin * SHARE, math.tau * k / 40))
            assert ask(kept).says == promise.says, f"seed {seed}: direction {k} of 40"
        far = promise.margin + 0.05
        ring = (_pushed(here.foe, far, math.tau * k / 720) for k in range(720))
        turned = any(ask(replace(here, foe=foe)).says != promise.says for foe in ring)
        assert turned, f"seed {seed}: nothing within {far} turns it"

    assert asked >= 3


def _pushed(model: Model, by: float, angle: float) -> Model:
    return replace(model, x=model.x + by * math.cos(angle), y=model.y + by * math.sin(angle))


@CALM
@given(st.integers(0, 10**9), st.sampled_from([name for name in PROMISES if name not in SLOW]))
def test_no_table_is_found_where_a_margin_is_too_bold(seed: int, name: str) -> None:
    here, luck = drawn(seed), random.Random(seed)
    promise = PROMISES[name](here)
    if 1e-6 < promise.margin < math.inf:
        there = replace(here, foe=nudged(here.foe, promise.margin * SHARE, luck))

        assert PROMISES[name](there).says == promise.says


@pytest.mark.parametrize("flat", [False, True])
def test_sight_stands_while_everything_moves_by_less_than_its_margin(flat: bool) -> None:
    policy, asked = Policy(flat=flat), 0
    for seed in lots(20):
        here, luck = drawn(seed), random.Random(seed)
        found = sight(here.table, here.hero, here.foe, (here.friend,), policy)
        if found.margin > 1e-6:
            asked += 1
            for _ in range(2):
                there = shaken(here, found.margin * 0.99, luck)
                seen = sight_to_all(there.table, there.hero, (there.foe,), (there.friend,), policy)
                assert seen["foe"].verdict == found.verdict, f"seed {seed}"

    assert asked >= 8


@pytest.mark.parametrize("question", ["contact", "within", "overlapping"])
def test_two_bases_that_move_together_by_less_than_the_margin_stay_as_they_are(question: str) -> None:
    """Each by half: the margin is what the nearer of the two may move."""
    for seed in lots(80):
        here, luck = drawn(seed), random.Random(seed)
        found = gap(here.hero, here.foe)
        margin = found.margin_at(4.0) if question == "within" else found.margin
        says = _said(here, question)
        there = replace(
            here,
            hero=nudged(here.hero, margin * SHARE / 2, luck),
            foe=nudged(here.foe, margin * SHARE / 2, luck),
        )
        if question != "overlapping" or not found.contact:
            assert _said(there, question) == says, f"seed {seed}"


def _said(s: Scene, question: str) -> bool:
    found = gap(s.hero, s.foe)
    return found.within(4.0) if question == "within" else bool(getattr(found, question))


@pytest.mark.parametrize(("facing", "stands"), [(0.0, True), (90.0, False)])
def test_an_oval_stands_on_a_roof_only_if_its_true_rim_reaches_it(facing: float, stands: bool) -> None:
    """60 mm along and 35 across, 20 mm from the roof: long side on it stands over it, short side on it does not."""
    foe = man("foe", 10.0 + 20.0 / 25.4, 5.0, z=3.0, facing=facing, base=Base("oval", 60.0, 35.0))

    assert (edge(table(slab("roof", 0, 0, 10, 10)), foe) is not None) is stands
