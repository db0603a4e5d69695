"""Hundreds of random tables (thousands in the full run) against the independent checkers.

    SIGHTLINE_TABLES=50 python -m pytest tests/engine/geometry/test_checker.py

draws fifty times as many.
"""

from __future__ import annotations

import math
import random
from itertools import pairwise

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from engine.game import Model, Table
from engine.geometry.arcs import in_arc
from engine.geometry.heights import LOOK, fall
from engine.geometry.measure import gap, gap_to_piece
from engine.geometry.passages import passage
from engine.geometry.path import shortest, track
from engine.geometry.reach import reach
from engine.geometry.sight import Policy, sight, visible_region
from engine.geometry.templates import blast, under
from engine.geometry.zones import holding, zone_of
from tests.engine.geometry import checker, sight_checker
from tests.engine.geometry.random_tables import MIDDLE, Scene, drawn, lots

HERE = 12
"""Tables a slow check looks at by default."""


def grounded(scene: Scene) -> Scene:
    """All feet on the ground."""
    hero, foe, friend = (replace(model, z=0.0) for model in scene.models)
    return replace(scene, hero=hero, foe=foe, friend=friend)


def test_gaps_between_bases_and_their_points() -> None:
    for seed in lots(150):
        s = drawn(seed)
        found = gap(s.hero, s.foe)
        (ax, ay, _), (bx, by, _) = found.at

        assert found.plan == pytest.approx(checker.gap(s.hero, s.foe), abs=1e-5), f"seed {seed}"
        assert found.plan > 0.0 or shapely.intersects(checker.rim(s.hero), checker.rim(s.foe))
        if found.plan > 0.0:
            assert math.dist((ax, ay), (bx, by)) == pytest.approx(found.plan, abs=1e-9)
            assert shapely.distance(checker.rim(s.hero), shapely.Point(ax, ay)) < 1e-5
            assert shapely.distance(checker.rim(s.foe), shapely.Point(bx, by)) < 1e-5


def test_gaps_to_terrain() -> None:
    for seed in lots(80):
        s = drawn(seed)
        for piece in s.table.terrain:
            right = shapely.distance(checker.rim(s.hero), checker.plan(piece))

            assert gap_to_piece(s.hero, piece).plan == pytest.approx(right, abs=1e-5), f"seed {seed}, {piece.id}"


@pytest.mark.parametrize("degrees", [45.0, 90.0, 180.0, 270.0])
def test_arcs_hold_what_points_of_the_base_say(degrees: float) -> None:
    for seed in lots(25):
        s = drawn(seed)
        found, right = in_arc(s.hero, s.foe, degrees), checker.nearest_in_arc(s.hero, s.foe, degrees)
        if found.margin > 0.02:
            assert (found.lies == "in") == (right < math.inf), f"seed {seed}"
        if found.lies == "in" and found.margin > 0.05:
            assert right - 0.1 <= found.distance <= right + 1e-5, f"seed {seed}"


def test_zones_and_ways_past_them() -> None:
    for seed in lots(30):
        s = drawn(seed)
        held, near = holding(zone_of(s.hero, 4.0), s.foe), checker.gap(s.hero, s.foe)
        met = passage(zone_of(s.foe, 1.0), s.hero, (s.goal,))
        length = math.dist((s.hero.x, s.hero.y), s.goal)
        depths = []
        for k in range(41):
            x, y = (a + (b - a) * k / 40 for a, b in zip((s.hero.x, s.hero.y), s.goal, strict=True))
            off = 1.0 - checker.gap(replace(s.hero, x=x, y=y), s.foe)
            depths.append(off)
            inside = any(low - 1e-4 <= length * k / 40 <= high + 1e-4 for low, high in met.spans)
            assert inside == (off > 0.0) or abs(off) < 1e-3, f"seed {seed} at {k}"

        assert held.within == (near <= 4.0) or held.margin < 1e-4
        if met.verdict == "enters":
            assert met.depth >= max(depths) - 1e-4


def test_what_a_blast_covers() -> None:
    for seed in lots(80):
        s = drawn(seed)
        found = under(blast(s.goal, 3.0), s.foe)
        share = checker.covered(s.foe, shapely.Point(s.goal).buffer(3.0, quad_segs=720))

        assert found.share == pytest.approx(share, abs=found.share_error + 1e-4), f"seed {seed}"
        assert found.any_part == (share > 0.0) or found.margin < 1e-3


@pytest.mark.parametrize("by_centre", [True, False])
def test_where_falls_end(by_centre: bool) -> None:
    for seed in lots(80):
        s = drawn(seed)
        high = replace(s.foe, z=6.5)
        landing, firm = checker.surface(s.table, high, by_centre=by_centre)
        found = fall(s.table, high, (high.x, high.y), support="centre" if by_centre else "any")
        if firm > 1e-4:
            assert found.landing == landing, f"seed {seed}"
        if by_centre and firm < LOOK:
            assert found.margin == pytest.approx(firm, abs=1e-9), f"seed {seed}"


def test_a_way_is_free_and_a_bump_is_a_bump() -> None:
    for seed in lots(60):
        s = grounded(drawn(seed))
        solid = checker.obstacles(s.table, s.hero, s.models, 1.05)
        start = (s.hero.x, s.hero.y)
        if not checker.free(s.hero, np.array([start]), solid, -0.01)[0]:
            continue
        walked = track(s.table, s.hero, (s.goal,), s.models, step=1.05)
        if walked.changes:
            continue
        clear = walked.cut(walked.blocked_at)
        if len(clear) > 1:
            assert checker.way_is_free(s.hero, clear, solid, 0.0015), f"seed {seed}"
        if walked.bumps:
            beyond = walked.at(walked.blocked_at + 0.3)
            assert not checker.way_is_free(s.hero, (*clear, beyond), solid, 0.0005), f"seed {seed}"


def net(s: Scene, far: float) -> checker.Field | None:
    """The slow net round the hero; None when he starts inside something.

    The base is grown by a net's width so that what passes between the places of the net is passed by.
    """
    solid = checker.obstacles(s.table, s.hero, s.models, 1.05)
    field = checker.Field(s.hero, solid, far, 0.125, -0.01)
    return field if (0, 0) in field.open else None


@pytest.mark.parametrize("bases", [False, True], ids=["round", "any base"])
def test_reach_holds_all_that_a_slow_search_gets_to_and_nothing_beyond(bases: bool) -> None:
    looked = 0
    for seed in lots(HERE):
        s = grounded(drawn(seed, bases=bases))
        field = net(s, 4.0)
        if field is None:
            continue
        looked += 1
        found = reach(s.table, s.hero, 4.0, s.models, step=1.05)
        for cell, spent in field.spent.items():
            x, y = field.at(cell)
            assert spent > 3.98 or found.contains((x, y)), f"seed {seed}: {spent} to {x}, {y}"
        luck = random.Random(seed)
        for _ in range(60):
            place = (s.hero.x + luck.uniform(-4.2, 4.2), s.hero.y + luck.uniform(-4.2, 4.2))
            if found.contains(place):
                assert math.dist(place, (s.hero.x, s.hero.y)) <= 4.01
                assert checker.free(s.hero, np.array([place]), field.walls, 0.011)[0], f"seed {seed}: {place}"

    assert looked >= 3


def test_the_shortest_way_is_free_and_no_search_beats_it() -> None:
    looked = 0
    for seed in lots(HERE):
        s = grounded(drawn(seed, bases=False))
        field = net(s, 5.0)
        if field is None:
            continue
        luck = random.Random(seed)
        for cell in luck.sample(sorted(field.spent), min(8, len(field.spent))):
            goal = field.at(cell)
            way = shortest(s.table, s.hero, goal, s.models, step=1.05)
            assert way is not None, f"seed {seed}: {goal}"
            length = math.fsum(math.dist(a, b) for a, b in pairwise(way))
            looked += 1
            assert length <= field.spent[cell] * 1.0002 + 1e-6, f"seed {seed}: {goal}"
            assert length >= math.dist((s.hero.x, s.hero.y), goal) - 1e-9
            assert checker.way_is_free(s.hero, way, field.walls, 0.002), f"seed {seed}: {goal}"

    assert looked >= 20


def test_what_is_seen_is_what_no_shadow_covers() -> None:
    looked = 0
    for seed in lots(40):
        s = carried_to_a_corner(drawn(seed))
        eye, luck = (s.hero.x, s.hero.y), random.Random(seed)
        z = luck.choice((0.4, 1.0, 2.9, 4.0))
        rings = visible_region(s.table, eye, z)
        if not rings:
            inside = [
                p for p in s.table.terrain if not p.open and checker.plan(p).buffer(1e-6).covers(shapely.Point(eye))
            ]
            assert inside
            continue
        looked += 1
        right = checker.seen_ground(s.table, eye, z)
        found = shapely.union_all([shapely.Polygon(outer, holes) for outer, *holes in rings])

        assert found.area == pytest.approx(right.area, rel=1e-8), f"seed {seed}"
        assert shapely.symmetric_difference(found, right).area < 1e-5, f"seed {seed}"

    assert looked >= 15


def carried_to_a_corner(s: Scene) -> Scene:
    """The same on a table of 36 inches."""
    dx, dy = 18.0 - MIDDLE[0], 18.0 - MIDDLE[1]

    def model(m: Model) -> Model:
        return replace(m, x=m.x + dx, y=m.y + dy)

    pieces = tuple(replace(p, outline=tuple((x + dx, y + dy) for x, y in p.outline)) for p in s.table.terrain)
    goal = (s.goal[0] + dx, s.goal[1] + dy)
    hero, foe, friend = map(model, s.models)
    return Scene(table=Table(terrain=pieces), hero=hero, foe=foe, friend=friend, goal=goal)


@pytest.mark.parametrize("flat", [False, True])
def test_sight_on_tables_by_lot(flat: bool) -> None:
    """Witnesses are free, blocked answers survive a dense search, and the blockers named are enough."""
    for seed in lots(40):
        s = carried_to_a_corner(drawn(seed, pieces=10))
        found = sight(s.table, s.hero, s.foe, (s.friend,), Policy(flat=flat), margin=False)
        if found.witness is not None:
            slack = 1e-9 if found.verdict == "clear" else 1e-7
            assert sight_checker.free(s.table, (s.friend,), found.witness, slack=slack, flat=flat), f"seed {seed}"
            assert sight_checker.holds(s.hero, found.witness[0])
            assert sight_checker.holds(s.foe, found.witness[1])
        else:
            rays = sight_checker.dense_rays(s.hero, s.foe, across=20)
            assert not sight_checker.free_rays(s.table, (s.friend,), rays, flat=flat).any(), f"seed {seed}"
            few = Table(terrain=tuple(p for p in s.table.terrain if p.id in found.blockers))
            friends = tuple(m for m in (s.friend,) if m.id in found.blockers)
            assert not sight_checker.free_rays(few, friends, rays, flat=flat).any(), f"seed {seed}"
