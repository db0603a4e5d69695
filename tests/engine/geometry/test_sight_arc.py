"""Sight into a front arc: what lies outside it is said to, by how much, and no smaller move turns the answer."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Base, Model, ModelId, Point, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.sight import OUTSIDE, Policy, sight
from tests.engine.geometry.test_sight_proof import CALM, SEEDS, Scene, scene, shaken

FRONT = Policy(front=180.0)
INCH = Base("round", MM_PER_INCH, MM_PER_INCH)
"""A base an inch wide."""


def man(name: str, x: float, y: float, facing: float = 0.0) -> Model:
    """It looks up the screen, towards smaller y, unless turned."""
    profile = Profile(id="man", name="Man", base=INCH)
    return Model(
        id=ModelId(name), name=name, side=SideId("blue"), profile=profile, x=x, y=y, facing=facing, place="table"
    )


def wall(x0: float, y0: float, x1: float, y1: float) -> Terrain:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=TerrainId("wall"), name="Wall", outline=outline, top=9.0)


@pytest.mark.parametrize(
    ("spot", "degrees", "margin"),
    [
        ((0.0, 3.0), 180.0, 1.25),  # 2.5 from the line through the middle: each may come 1.25 nearer
        ((3.0, 0.6), 180.0, 0.05),
        ((0.0, 3.0), 90.0, 1.25),  # the point of the arc is nearest
        ((3.0, 0.0), 90.0, (3 / math.sqrt(2) - 0.5) / 2),
        ((0.0, 3.0), 270.0, (3 / math.sqrt(2) - 0.5) / 2),
    ],
)
def test_who_is_outside_the_arc_is_said_to_be_and_by_how_much(spot: Point, degrees: float, margin: float) -> None:
    found = sight(Table(), man("ann", 0, 0), man("bob", *spot), (), Policy(front=degrees))

    assert (found.verdict, found.why, found.blockers) == ("blocked", OUTSIDE, ())
    assert found.margin == pytest.approx(margin, abs=1e-9)
    assert found.label.endswith("blocked: outside the front arc")


def test_the_edges_of_the_arc_are_its_proof() -> None:
    found = sight(Table(), man("ann", 1, 2), man("bob", 1, 5), (), FRONT)
    (left_from, left_to), (right_from, right_to) = found.edges

    assert left_from[:2] == right_from[:2] == (1.0, 2.0)
    assert left_to[0] < 0 < 2 < right_to[0]
    assert left_to[1] == pytest.approx(2.0)
    assert [line.role for line in found.evidence().lines] == ["blocked", "zone", "zone"]
    assert sight(Table(), man("ann", 1, 2), man("bob", 1, -5), (), FRONT).edges == ()


def test_a_wall_beside_the_arc_makes_a_hair_of_it_no_matter() -> None:
    """Out by a hundredth of an inch, and behind a wall: the wall's margin counts."""
    table = Table(terrain=(wall(1.5, -3, 2.0, 3),))
    found = sight(table, man("ann", 0, 0), man("bob", 4, 0.51), (), FRONT)

    assert found.why == OUTSIDE
    assert found.margin > 0.2


@pytest.mark.parametrize(("deep", "margin"), [(0.02, 0.01), (0.2, 0.1)])
def test_who_is_only_just_inside_is_seen_only_by_that(deep: float, margin: float) -> None:
    found = sight(Table(), man("ann", 0, 0), man("bob", 4, 0.5 - deep), (), FRONT)

    assert found.verdict == "clear"
    assert 0.4 * margin <= found.margin <= margin + 1e-9


@pytest.mark.parametrize(("spot", "degrees"), [((0.0, -5.0), 180.0), ((-5.0, 0.0), 270.0), ((5.0, 1.0), 270.0)])
def test_who_stands_well_inside_is_seen_by_as_much_as_without_an_arc(spot: Point, degrees: float) -> None:
    one, other = man("ann", 0, 0), man("bob", *spot)

    assert sight(Table(), one, other, (), Policy(front=degrees)).margin == sight(Table(), one, other, ()).margin == 0.5


@pytest.mark.parametrize(
    ("spot", "walls", "least"),
    [
        ((4.0, 0.2), (), 0.12),  # 0.3 deep: nearly half of that
        ((3.0, 0.4), (wall(1.5, -3, 2.5, -0.1),), 0.03),  # a gap of 0.1 between the wall and the edge of the arc
        ((6.0, 0.2), (wall(1.5, -3, 2.5, -0.15),), 0.12),
    ],
)
def test_the_line_that_is_drawn_keeps_off_walls_and_the_edge_of_the_arc(
    spot: Point, walls: tuple[Terrain, ...], least: float
) -> None:
    found = sight(Table(terrain=walls), man("ann", 0, 0), man("bob", *spot), (), FRONT)

    assert found.verdict == "clear"
    assert least < found.margin <= (0.5 - spot[1]) / 2


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_both_parts_of_a_wide_arc_must_stay_shut(side: float) -> None:
    """Behind, and inside the arc on both sides: one is closed by a long wall, the other only just."""
    broad = replace(man("bob", 0, 3), profile=Profile(id="b", name="B", base=Base("rect", 12 * MM_PER_INCH, 13.0)))
    policy = Policy(front=270.0, flat=True)

    def margin(end: float) -> float:
        walls = (wall(-9 * side, 1.2, 0, 1.6), replace(wall(0, 1.2, end * side, 1.6), id=TerrainId("r")))
        found = sight(Table(terrain=walls), man("ann", 0, 0), broad, (), policy)
        assert found.verdict == "blocked"
        return found.margin

    assert margin(9) > 0.1
    assert margin(3.3) < 0.05


def aslant(place: Scene, degrees: float, luck: random.Random) -> Scene:
    """The same with a viewer whose arc ends near the target."""
    dx, dy = place.target.x - place.viewer.x, place.target.y - place.viewer.y
    towards = math.degrees(math.atan2(dx, -dy))
    edge = degrees / 2 * luck.choice([-1, 1]) + luck.uniform(-8, 8)
    return replace_viewer(place, replace(place.viewer, facing=towards + edge))


def replace_viewer(place: Scene, viewer: Model) -> Scene:
    return Scene(place.table, viewer, place.target, place.others)


@CALM
@given(SEEDS, st.sampled_from([30.0, 90.0, 180.0, 270.0]), st.booleans(), st.booleans())
def test_no_shake_below_the_margin_turns_the_answer_over(seed: int, degrees: float, bare: bool, flat: bool) -> None:
    luck = random.Random(seed)
    place = aslant(scene(seed), degrees, luck)
    if bare:
        place = Scene(Table(), place.viewer, place.target, ())
    policy = Policy(front=degrees, flat=flat)
    found = sight(place.table, place.viewer, place.target, place.others, policy)
    for _ in range(4):
        other = shaken(place, found.margin * 0.99, luck)
        now = sight(other.table, other.viewer, other.target, other.others, policy, margin=False)
        assert found.margin == 0.0 or now.verdict == found.verdict
