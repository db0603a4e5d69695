"""Sight on tables no one would build by hand, judged by a checker that shares no code with it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Base, Model, ModelId, Point, Point3, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.sight import Policy, sight, sight_to_all
from tests.engine.geometry import sight_checker

SEEDS = st.integers(0, 10**9)
CALM = settings(
    deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow], database=None
)


@dataclass
class Scene:
    table: Table
    viewer: Model
    target: Model
    others: tuple[Model, ...]


def scene(seed: int) -> Scene:
    """Two models and up to nine groups of slits, windows, floors, bridges, open walls and rocks."""
    luck = random.Random(seed)
    pieces: list[Terrain] = []
    for _ in range(luck.randint(2, 9)):
        for outline, bottom, top, is_open in _group(luck):
            name = f"t{len(pieces)}"
            pieces.append(Terrain(id=TerrainId(name), name=name, outline=outline, bottom=bottom, top=top, open=is_open))
    viewer = _model(luck, "viewer", luck.uniform(0, 2), luck.uniform(2, 6))
    target = _model(luck, "target", luck.uniform(6, 14), luck.uniform(2, 6))
    others = tuple(_model(luck, f"m{k}", luck.uniform(3, 10), luck.uniform(1, 7)) for k in range(luck.randint(0, 4)))
    return Scene(Table(terrain=tuple(pieces)), viewer, target, others)


Shape = tuple[tuple[Point, ...], float, float, bool]


def _group(luck: random.Random) -> list[Shape]:
    x, y = luck.uniform(2, 12), luck.uniform(1, 7)
    turn = luck.choice([0.0, math.pi / 2, luck.uniform(0, 6)])
    kind = luck.choice(["slit", "slit", "floors", "window", "bridge", "open", "ell", "rock", "rock"])

    def placed(*corners: Point) -> tuple[Point, ...]:
        c, s = math.cos(turn), math.sin(turn)
        return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in corners)

    def block(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
        return placed((x0, y0), (x1, y0), (x1, y1), (x0, y1))

    if kind == "slit":
        long, gap, at = luck.uniform(1.5, 4), luck.choice([0.004, 0.05, 0.3]), luck.uniform(-0.8, 0.8)
        top = luck.choice([0.5, 1.0, 1.2, 2.0, 3.0])
        return [(block(-long, -0.2, at - gap, 0.2), 0, top, False), (block(at, -0.2, long, 0.2), 0, top, False)]
    if kind == "floors":
        a, b = luck.uniform(1, 3), luck.uniform(1, 2)
        floors: list[Shape] = [(block(-a, -b, a, b), 2.8, 3.0, False), (block(-a, -b, a, b), 5.8, 6.0, False)]
        parapet: Shape = (block(-a, -b, a, -b + 0.2), 0, luck.choice([1, 2.8, 3.5]), False)
        return [*floors[: luck.randint(1, 2)], parapet]
    if kind == "window":
        long, (sill, lintel) = luck.uniform(1, 4), sorted([luck.uniform(0.2, 2), luck.uniform(0.2, 2)])
        wall = block(-long, -0.1, long, 0.1)
        return [(wall, 0, sill, False), (wall, lintel, 4, False)]
    if kind == "bridge":
        return [(block(-3, -0.6, 3, 0.6), luck.choice([0.6, 1.5, 2.0]), 2.2, False)]
    if kind == "open":
        return [(placed((-2, 0), (0, 0.5), (2, -0.3)), 0, luck.choice([1, 2]), True)]
    if kind == "ell":
        corners = placed((0, 0), (3, 0), (3, 0.4), (0.4, 0.4), (0.4, 3), (0, 3))
        return [(corners, 0, luck.choice([0.8, 1.2, 3]), False)]
    size, angles = luck.uniform(0.3, 1.5), sorted(luck.uniform(0, 2 * math.pi) for _ in range(luck.randint(3, 7)))
    corners = placed(*((size * math.cos(a), size * math.sin(a)) for a in angles))
    return [(corners, luck.choice([0, 0, 0, 1]), luck.choice([1.2, 2, 3]), False)]


def _model(luck: random.Random, name: str, x: float, y: float) -> Model:
    shape = luck.choice(["round"] * 5 + ["oval", "rect"])
    width = luck.choice([25.0, 32.0, 40.0, 50.0])
    depth = width if shape == "round" else luck.choice([25.0, 35.0, 60.0])
    profile = Profile(id="p", name=name, base=Base(shape, width, depth), height=luck.choice([0.8, 1.2, 1.2, 1.6, 2.5]))
    return Model(
        id=ModelId(name), name=name, side=SideId("red"), profile=profile, place="table",
        x=x, y=y, z=luck.choice([0.0, 0.0, 3.0]), facing=luck.choice([0.0, 45.0, luck.uniform(0, 360)]),
    )  # fmt: skip


def moved(place: Scene, turn: float, shift: Point, *, mirror: bool = False) -> Scene:
    """The whole table turned (degrees), mirrored and carried elsewhere."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    flip = -1.0 if mirror else 1.0

    def at(x: float, y: float) -> Point:
        return x * flip * c - y * s + shift[0], x * flip * s + y * c + shift[1]

    def model(m: Model) -> Model:
        x, y = at(m.x, m.y)
        return replace(m, x=x, y=y, facing=flip * m.facing + turn)

    terrain = tuple(replace(p, outline=tuple(at(*corner) for corner in p.outline)) for p in place.table.terrain)
    others = tuple(model(m) for m in place.others)
    return Scene(replace(place.table, terrain=terrain), model(place.viewer), model(place.target), others)


def shaken(place: Scene, by: float, luck: random.Random) -> Scene:
    """Every corner, base and height moved by less than *by*; what stands on the table stays on it."""

    def near(value: float) -> float:
        return value + luck.uniform(-by, by)

    def corner(x: float, y: float) -> Point:
        angle, far = luck.uniform(0, 2 * math.pi), luck.uniform(0, by)
        return x + far * math.cos(angle), y + far * math.sin(angle)

    def model(m: Model) -> Model:
        x, y = corner(m.x, m.y)
        return replace(m, x=x, y=y, profile=replace(m.profile, height=near(m.profile.height)))

    def upright(p: Terrain) -> Terrain:
        # a plate thinner than the shake stays a plate: the engine refuses one that is upside down
        bottom = near(p.bottom) if p.bottom else 0.0
        return replace(p, outline=tuple(corner(*c) for c in p.outline), bottom=bottom, top=max(bottom, near(p.top)))

    terrain = tuple(upright(p) for p in place.table.terrain)
    others = tuple(model(m) for m in place.others)
    return Scene(replace(place.table, terrain=terrain), model(place.viewer), model(place.target), others)


def verdict(place: Scene, policy: Policy | None = None) -> str:
    found = sight_to_all(place.table, place.viewer, [place.target], place.others, policy)
    return found[str(place.target.id)].verdict


@CALM
@given(SEEDS, st.booleans())
def test_a_witness_is_free_and_a_blocked_answer_survives_a_dense_search(seed: int, flat: bool) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others, Policy(flat=flat))

    if found.witness is not None:
        slack = 1e-9 if found.verdict == "clear" else 1e-7
        assert sight_checker.free(place.table, place.others, found.witness, slack=slack, flat=flat)
        assert sight_checker.holds(place.viewer, found.witness[0])
        assert sight_checker.holds(place.target, found.witness[1])
    if found.verdict != "clear":
        rays = sight_checker.dense_rays(place.viewer, place.target)
        assert not sight_checker.free_rays(place.table, place.others, rays, flat=flat).any()


@CALM
@given(SEEDS)
def test_the_blockers_alone_stop_every_line(seed: int) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others)
    if found.verdict == "blocked":
        terrain = tuple(p for p in place.table.terrain if p.id in found.blockers)
        models = tuple(m for m in place.others if m.id in found.blockers)
        rays = sight_checker.dense_rays(place.viewer, place.target, across=20)

        assert found.blockers
        assert not sight_checker.free_rays(Table(terrain=terrain), models, rays).any()
        assert found.stop is not None
        assert not sight_checker.free(place.table, place.others, found.best, slack=0.0)


@CALM
@given(SEEDS)
def test_who_sees_is_seen(seed: int) -> None:
    place = scene(seed)
    back = Scene(place.table, place.target, place.viewer, place.others)

    assert verdict(place) == verdict(back)


@CALM
@given(SEEDS)
def test_the_drag_says_what_the_full_answer_says(seed: int) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others)

    assert found.verdict == verdict(place)


@CALM
@given(
    SEEDS,
    st.floats(-360, 360),
    st.tuples(st.sampled_from([0.0, 17.3, 1e4, -1e4]), st.sampled_from([0.0, -5.1, 1e4])),
    st.booleans(),
)
def test_where_the_table_lies_changes_nothing(seed: int, turn: float, shift: Point, mirror: bool) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others)
    if found.margin > 0.0005:
        assert found.verdict == verdict(moved(place, turn, shift, mirror=mirror))


@CALM
@given(SEEDS)
def test_no_shake_below_the_margin_turns_the_answer_over(seed: int) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others)
    luck = random.Random(seed)
    if found.margin > 0:
        for _ in range(3):
            assert found.verdict == verdict(shaken(place, found.margin * 0.99, luck))


@pytest.mark.parametrize("seed", [61, 509, 526])
def test_tables_that_once_gave_a_witness_through_a_model(seed: int) -> None:
    place = scene(seed)
    found = sight(place.table, place.viewer, place.target, place.others)

    assert found.witness is not None
    assert sight_checker.free(place.table, place.others, found.witness)


@pytest.mark.parametrize(
    ("seed", "flat"),
    [(237, True), (272, False), (280, True), (435, True), (453, True), (454, True), (688, True)],
)
def test_tables_whose_margin_was_once_too_bold(seed: int, flat: bool) -> None:
    place, policy = scene(seed), Policy(flat=flat)
    found = sight(place.table, place.viewer, place.target, place.others, policy)
    luck = random.Random(seed)

    assert found.verdict == "blocked"
    for _ in range(3):
        assert verdict(shaken(place, found.margin * 0.99, luck), policy) == "blocked"


def _hole(luck: random.Random, start: Point3, end: Point3, share: float, size: float) -> list[Terrain]:
    """A wall across a line with nothing but a hole of about *size* where the line goes through."""
    x, y, z = (p + share * (q - p) for p, q in zip(start, end, strict=True))
    slope = abs(end[2] - start[2]) / math.hypot(end[0] - start[0], end[1] - start[1])
    lean = luck.uniform(-0.7, 0.7)
    turn = math.atan2(end[1] - start[1], end[0] - start[0]) + lean
    c, s = math.cos(turn), math.sin(turn)
    wide = size * luck.uniform(0.3, 1) + abs(math.tan(lean)) * 0.01
    high = size * luck.uniform(0.3, 1) + slope * 0.016

    def slab(name: str, left: float, right: float, bottom: float, top: float) -> Terrain:
        corners = ((-0.01, left), (0.01, left), (0.01, right), (-0.01, right))
        outline = tuple((x + c * a - s * b, y + s * a + c * b) for a, b in corners)
        return Terrain(id=TerrainId(f"{name}{share:.3f}"), name=name, outline=outline, bottom=bottom, top=top)

    return [
        slab("left", -20, -wide, 0, 9),
        slab("right", wide, 20, 0, 9),
        slab("sill", -wide, wide, 0, max(z - high, 0.001)),
        slab("lintel", -wide, wide, z + high, 9),
    ]


@CALM
@given(SEEDS, st.sampled_from([0.05, 0.01, 0.002]))
def test_a_line_through_small_holes_in_a_row_of_walls_is_found(seed: int, size: float) -> None:
    luck = random.Random(seed)
    profile = Profile(id="p", name="p")
    ann = Model(id=ModelId("a"), name="a", side=SideId("red"), profile=profile, place="table")
    bob = replace(ann, id=ModelId("b"), x=luck.uniform(5, 12), y=luck.uniform(-1, 1), z=luck.choice([0.0, 3.0]))

    def somewhere(m: Model) -> Point3:
        return m.x + luck.uniform(-0.3, 0.3), m.y + luck.uniform(-0.3, 0.3), m.z + luck.uniform(0.05, 1.1)

    start, end = somewhere(ann), somewhere(bob)
    walls = [wall for k in range(luck.randint(2, 5)) for wall in _hole(luck, start, end, 0.2 + 0.13 * k, size)]
    table = Table(terrain=tuple(walls))
    found = sight(table, ann, bob, (), margin=False)

    assert sight_checker.free(table, (), (start, end), slack=0.0)
    assert found.verdict == "clear"
    assert found.witness is not None
    assert sight_checker.free(table, (), found.witness)


@pytest.mark.parametrize("gap_mm", [0.1, 0.01, 0.001])
def test_two_long_walls_are_seen_through_however_narrow_the_slit(gap_mm: float) -> None:
    gap = gap_mm / 25.4
    walls = (
        Terrain(id=TerrainId("n"), name="north", outline=((4, -9), (4.5, -9), (4.5, 0), (4, 0)), top=3),
        Terrain(id=TerrainId("s"), name="south", outline=((4, gap), (4.5, gap), (4.5, 9), (4, 9)), top=3),
    )
    profile = Profile(id="p", name="p")
    viewer = Model(id=ModelId("a"), name="a", side=SideId("red"), profile=profile, place="table")
    target = Model(id=ModelId("b"), name="b", side=SideId("red"), profile=profile, place="table", x=8.0)
    found = sight(Table(terrain=walls), viewer, target, ())

    assert found.verdict == "clear"
    assert 0 < found.margin <= gap / 2
    assert set(found.hidden_by) == {"n", "s"}
