"""Many questions of sight at once: the quick ways say what the slow way says, and who sees whom under every policy."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from engine.game import Base, Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.sight import Policy, sight, sight_pairs, sight_to_all
from engine.geometry.sight_cells import open_cells
from engine.geometry.sight_convex import convex_loops
from engine.geometry.sight_lines import Lines
from engine.geometry.sight_many import easy_answers
from engine.geometry.sight_question import Question
from engine.geometry.sight_search import between, ways_past
from engine.skirmish import skirmish
from tests.engine.geometry import sight_checker
from tests.engine.geometry.test_sight import box, man, piece
from tests.engine.geometry.test_sight_proof import scene

FLAT = Policy(flat=True, models_block=False)
POLICIES = {
    "heights": Policy(),
    "flat": Policy(flat=True),
    "an eye": Policy(eye="eye_point", eye_height=0.9),
    "the base": Policy(to="base"),
    "a narrow arc": Policy(front=70.0),
    "a wide arc": Policy(front=250.0),
    "sizes": Policy(flat=True, sizes=(("viewer", 1), ("target", 2), ("m0", 1), ("m1", 3), ("t0", 1))),
}


def crowded(seed: int, men: int = 26) -> tuple[Table, tuple[Model, ...]]:
    """A table of walls, blocks and rocks of three heights, and models between them, clear of all."""
    luck = random.Random(seed)
    pieces: list[Terrain] = []
    shapes: list[shapely.Polygon] = []
    while len(pieces) < 45:
        x, y, turn = luck.uniform(2, 34), luck.uniform(2, 34), luck.uniform(0, 6)
        wide, deep = luck.choice([(1.8, 0.1), (1.2, 0.8), (0.9, 0.9)])
        corners = [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]
        if luck.random() < 0.4:
            corners = [(-wide, -wide), (wide, -wide), (wide, 0.2 - wide), (0.2 - wide, 0.2 - wide), (0.2 - wide, wide)]
            corners.append((-wide, wide))
        c, s = math.cos(turn), math.sin(turn)
        outline = tuple((x + c * p - s * q, y + s * p + c * q) for p, q in corners)
        shape = shapely.Polygon(outline)
        if all(shape.distance(other) > 0.2 for other in shapes):
            shapes.append(shape)
            pieces.append(piece(f"t{len(pieces)}", outline, 0.0, luck.choice([0.8, 1.2, 2.0])))
    models: list[Model] = []
    while len(models) < men:
        x, y, width = luck.uniform(1, 35), luck.uniform(1, 35), luck.choice([25.0, 32.0, 40.0])
        spot = shapely.Point(x, y).buffer(width / 50.8 + 0.01)
        if all(spot.distance(other) > 0 for other in shapes):
            shapes.append(spot)
            profile = Profile(id="p", name="p", base=Base("round", width, width), height=luck.choice([1.0, 1.2, 1.2]))
            models.append(man(f"m{len(models)}", x, y, profile=profile))
    return Table(terrain=tuple(pieces)), tuple(models)


def slowly(table: Table, viewer: Model, target: Model, others: tuple[Model, ...], policy: Policy) -> str:
    return Question.between_models(table, viewer, target, others, policy).verdict()[0]


@pytest.mark.parametrize("name", list(POLICIES))
def test_on_odd_tables_the_quick_answer_is_the_slow_one(name: str) -> None:
    settled = 0
    for seed in range(90):
        place, policy = scene(seed), POLICIES[name]
        found = easy_answers(place.table, [(place.viewer, place.target)], place.others, policy)[0]
        if found is not None:
            settled += 1
            assert found[0] == slowly(place.table, place.viewer, place.target, place.others, policy), seed

    assert settled > 10


@pytest.mark.parametrize(("seed", "name"), [(1, "flat"), (2, "heights"), (3, "walls"), (4, "flat"), (5, "walls")])
def test_on_a_crowded_table_every_pair_is_told_as_one_by_one(seed: int, name: str) -> None:
    table, men = crowded(seed)
    policy = {"flat": Policy(flat=True), "heights": Policy(), "walls": FLAT}[name]
    pairs = [(a, b) for k, a in enumerate(men) for b in men[k + 1 :]]
    found = sight_pairs(table, pairs, men, policy)

    assert list(found) == [(a.id, b.id) for a, b in pairs]
    assert {answer.verdict for answer in found.values()} >= {"clear", "blocked"}
    for a, b in pairs:
        answer = found[a.id, b.id]
        assert answer.verdict == slowly(table, a, b, men, policy), (a.id, b.id)
        if answer.witness is not None:
            rest = tuple(m for m in men if m.id not in (a.id, b.id)) if policy.models_block else ()
            slack = 1e-9 if answer.verdict == "clear" else 1e-7
            assert sight_checker.free(table, rest, answer.witness, slack=slack, flat=policy.flat)
            assert sight_checker.holds(a, answer.witness[0])
            assert sight_checker.holds(b, answer.witness[1])


def test_nearly_nothing_of_a_crowded_plan_is_left_to_the_slow_way() -> None:
    for seed in (1, 4):
        table, men = crowded(seed)
        pairs = [(a, b) for k, a in enumerate(men) for b in men[k + 1 :]]
        left = [found for found in easy_answers(table, pairs, men, FLAT) if found is None]

        assert len(left) <= 0.02 * len(pairs)


def test_who_sees_is_seen_in_the_whole_matrix() -> None:
    table, men = crowded(6, 14)
    found = sight_pairs(table, [(a, b) for a in men for b in men if a is not b], men)

    assert all(found[a, b].verdict == found[b, a].verdict for a, b in found)


def test_a_proof_by_cells_leaves_nothing_for_the_search_to_find() -> None:
    proven = 0
    for seed in range(200):
        place = scene(seed)
        question = Question.between_models(place.table, place.viewer, place.target, place.others, Policy())
        a, b, block = question.a, question.b, between(question.a, question.b, question.block)
        if not len(block) or b.x <= a.radius + b.radius:
            continue
        ways = ways_past(a, b, block)
        cells = open_cells(a, b, block, ways)
        if cells is not None and not len(cells):
            proven += 1
            lines = Lines(a, b, block, ways, True, 0.0)
            seeds = [lines._grid(-0.5, 0.5), lines._cells(-0.5, 0.5)]
            assert all((lines._test(some.theta, some.s)[0] < 0).all() for some in seeds), seed
            rays = sight_checker.dense_rays(place.viewer, place.target, across=20)
            assert not sight_checker.free_rays(place.table, place.others, rays).any()

    assert proven > 30


def test_every_pair_of_the_built_in_skirmish_is_settled_by_proof_or_by_a_line() -> None:
    game = skirmish("ruined_street")
    men = game.on_table()
    hidden = set()
    for k, a in enumerate(men):
        for b in men[k + 1 :]:
            found = sight(game.table, a, b, men, margin=False)
            rest = [m for m in men if m.id not in (a.id, b.id)]
            if found.witness is None:
                hidden.add(frozenset((a.id, b.id)))
                rays = sight_checker.dense_rays(a, b, across=15)
                assert not sight_checker.free_rays(game.table, rest, rays).any()
            else:
                assert sight_checker.free(game.table, rest, found.witness)

    assert len(hidden) == 9
    assert frozenset(("berrin", "sable")) in hidden


def test_the_line_of_the_last_frame_is_kept_as_long_as_it_holds() -> None:
    # a window in a wall between a man on the ground and one upstairs: only a search finds the line
    table = Table(
        terrain=(
            box("sill", 4, -9, 4.2, 9, 0, 1.6),
            box("lintel", 4, -9, 4.2, 9, 2.2, 6),
            box("left", 4, -9, 4.2, -0.4, 0, 6),
            box("right", 4, 0.1, 4.2, 9, 0, 6),
        )
    )
    ann, bob = man("ann", 0), man("bob", 8, z=3)
    first = sight_to_all(table, ann, (bob,), ())
    there = replace(ann, y=0.01)
    second = sight_to_all(table, there, (bob,), (), hint=first)
    walled = replace(table, terrain=(*table.terrain, box("shutter", 3, -9, 3.1, 9, 0, 9)))
    third = sight_to_all(walled, there, (bob,), (), hint=first)

    assert first["bob"].verdict == second["bob"].verdict == "clear"
    assert first["bob"].witness is not None
    assert second["bob"].witness is not None
    assert second["bob"].witness[1][2] == pytest.approx(first["bob"].witness[1][2])
    assert sight_checker.free(table, (), second["bob"].witness)
    assert sight_checker.holds(there, second["bob"].witness[0])
    assert third["bob"].verdict == "blocked"


@pytest.mark.parametrize(
    ("width", "bearing", "verdict"),
    [
        (90.0, 0.0, "clear"),
        (90.0, 50.0, "clear"),  # his rim reaches into the arc
        (90.0, 55.0, "blocked"),
        (90.0, -55.0, "blocked"),
        (30.0, 15.0, "clear"),
        (30.0, 25.0, "blocked"),
        (270.0, 130.0, "clear"),
        (270.0, -130.0, "clear"),
        (270.0, 160.0, "blocked"),
        (359.0, 180.0, "clear"),
        (0.0, 90.0, "blocked"),
    ],
)
def test_a_front_arc_of_any_width_shows_what_reaches_into_it(width: float, bearing: float, verdict: str) -> None:
    angle = math.radians(bearing)
    bob = man("bob", 4 * math.sin(angle), -4 * math.cos(angle))
    ann, policy = man("ann", 0), Policy(front=width)

    assert sight(Table(), ann, bob, (), policy).verdict == verdict
    assert sight_to_all(Table(), ann, (bob,), (), policy)["bob"].verdict == verdict


def test_only_the_part_of_a_base_inside_a_narrow_arc_counts() -> None:
    # an arc of 90 degrees ends on the line through his middle; a wall hides all of him on its inner side
    bob = man("bob", 4, -4)
    ann = man("ann", 0, profile=Profile(id="dot", name="dot", base=Base("round", 0.2, 0.2), height=1.2))
    wall = piece("wall", ((1, -6), (1, -3), (2.9, -2.85), (3, -3.05), (3, -6)), 0, 3)
    table, narrow, wider = Table(terrain=(wall,)), Policy(front=90.0), Policy(front=100.0)

    assert sight(Table(), ann, bob, (), narrow).verdict == "clear"
    assert sight(table, ann, bob, ()).verdict == "clear"
    assert sight(table, ann, bob, (), wider).verdict == "clear"
    assert sight(table, ann, bob, (), narrow).verdict == "blocked"


def test_a_front_arc_that_is_no_arc_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="0 to 360 degrees"):
        sight(Table(), man("ann", 0), man("bob", 4), (), Policy(front=400.0))


def test_to_the_base_only_a_wall_that_hides_the_feet_hides_all() -> None:
    table = Table(terrain=(box("kerb", 6.9, -9, 7.2, 9, top=0.5),))
    ann, bob = man("ann", 0), man("bob", 8)

    assert sight(table, ann, bob, ()).verdict == "clear"
    assert sight(table, ann, bob, (), Policy(to="base")).verdict == "blocked"
    assert sight(Table(), ann, bob, (), Policy(to="base")).verdict == "clear"


def test_a_model_smaller_than_either_end_stops_no_line() -> None:
    ann, bob, cid = (
        man("ann", 0),
        man("bob", 8),
        man("cid", 4, profile=Profile(id="c", name="c", base=Base("round", 40, 40))),
    )

    def seen(**sizes: int) -> str:
        policy = Policy(flat=True, sizes=tuple(sizes.items()))
        one = sight(Table(), ann, bob, (ann, bob, cid), policy).verdict
        assert sight_to_all(Table(), ann, (bob,), (ann, bob, cid), policy)["bob"].verdict == one
        return one

    assert seen(ann=1, bob=1, cid=1) == "blocked"
    assert seen(ann=1, bob=2, cid=1) == "clear"
    assert seen(ann=2, bob=1, cid=1) == "clear"
    assert seen(ann=2, bob=2, cid=3) == "blocked"
    assert seen(ann=9, bob=9) == "blocked"


def test_a_small_wall_is_seen_over_by_the_large_where_pieces_have_sizes() -> None:
    table = Table(terrain=(box("wall", 4, -9, 4.2, 9),))

    assert sight(table, man("ann", 0), man("bob", 8), (), Policy(flat=True, sizes=(("wall", 1), ("bob", 2)))).sees
    assert not sight(table, man("ann", 0), man("bob", 8), (), Policy(flat=True, sizes=(("wall", 2), ("bob", 2)))).sees


def test_the_share_past_a_hedge_is_told_beside_the_share_past_the_wall() -> None:
    hedge = replace(box("hedge", 3, -4, 3.2, 4, top=1.0), sight="obscuring")
    found = sight(Table(terrain=(hedge, box("wall", 7, -4, 7.2, 4, top=0.6))), man("ann", 0), man("bob", 8), ())

    assert found.share == pytest.approx(1 - (1.2 - 0.6 * 8 / 7.2) / 1.2, abs=1e-6)
    # the hedge's far edge hides up to 1.2 - 0.2 * 8 / 3.2 = 0.7
    assert found.open_share == pytest.approx((1.2 - 0.7) / 1.2, abs=1e-6)
    assert set(found.hidden_by) == {"hedge", "wall"}


def test_a_clear_line_never_shows_a_share_of_nothing() -> None:
    for seed in range(150):
        place = scene(seed)
        found = sight(place.table, place.viewer, place.target, place.others, margin=False)
        if found.verdict == "clear":
            assert found.share > 0
            assert 0.0 <= found.open_share <= found.share


def test_the_share_is_right_within_the_error_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.geometry import sight_share

    quick, compared = sight_share._added_up, []

    def both(columns: object, breaks: np.ndarray) -> sight_share.Seen:
        told = quick(columns, breaks)  # type: ignore[arg-type]
        if breaks[-1] > breaks[0]:
            at = breaks[0] + (breaks[-1] - breaks[0]) * (np.arange(8001) + 0.5) / 8001
            compared.append((abs(float(columns(at)[0].mean()) - told.share), told.error))  # type: ignore[operator]
        return told

    monkeypatch.setattr(sight_share, "_added_up", both)
    for seed in range(250, 400):
        place = scene(seed)
        for policy in (Policy(), Policy(flat=True)):
            Question.between_models(place.table, place.viewer, place.target, place.others, policy).seen(None)

    assert len(compared) > 250
    assert all(off <= error + 3e-4 for off, error in compared)


def test_an_outline_falls_into_convex_parts_of_its_own_corners() -> None:
    ell = np.array([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)], dtype=np.float64)

    for ring in (ell, ell[::-1]):
        parts = [shapely.Polygon(ring[list(loop)]) for loop in convex_loops(ring)]
        assert len(parts) == 2
        assert sum(part.area for part in parts) == pytest.approx(5.0)
        assert all(part.exterior.is_ccw for part in parts)
    assert convex_loops(np.array([(0.0, 0.0), (1, 0), (2, 0), (1, 0)])) == ((0, 1), (1, 2), (2, 3), (3, 0))
    assert convex_loops(np.array([(0.0, 0.0), (1, 1), (1, 0), (0, 1)])) == ((0, 1), (1, 2), (2, 3), (3, 0))


def test_questions_of_nobody_get_no_answers() -> None:
    ann = Model(id=ModelId("ann"), name="Ann", side=SideId("red"), profile=Profile(id="p", name="p"), place="table")

    assert sight_to_all(Table(), ann, (ann,), ()) == {}
    assert sight_pairs(Table(), [], ()) == {}
    assert sight_to_all(Table(), ann, (replace(ann, id=ModelId("b"), x=3.0, place="reserve"),), ()) == {}
    assert TerrainId("x") == "x"
