"""The area a model sees at its own height, against shadows cut out one by one."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Model, ModelId, Point, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.shade import shade
from engine.geometry.sight import region_area, visible_region
from engine.geometry.tiles import tile


def area(polygons: tuple[tuple[tuple[Point, ...], ...], ...]) -> float:
    return sum(float(shapely.Polygon(rings[0], rings[1:]).area) for rings in polygons)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 3.0) -> Terrain:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=TerrainId(name), name=name, outline=outline, bottom=bottom, top=top)


def seen(eye: Point, *pieces: Terrain, size: float = 36.0) -> float:
    return area(visible_region(Table(width=size, height=size, terrain=pieces), eye, 1.0))


HOUSE = box("house", 14, 4, 22, 6)


def test_an_empty_table_is_seen_whole() -> None:
    assert area(visible_region(Table(), (5.0, 7.0), 1.0)) == pytest.approx(36 * 36)


def test_a_house_hides_what_lies_behind_it() -> None:
    # the eye is 8 from the near wall: the shadow widens from 8 to 32 at the far edge
    seen = area(visible_region(Table(terrain=(HOUSE,)), (18.0, 12.0), 1.0))

    assert seen == pytest.approx(36 * 36 - (8 + 8 * 12 / 6) / 2 * 6)


@pytest.mark.parametrize(("bottom", "top"), [(0.0, 0.9), (1.1, 3.0)])
def test_what_ends_below_or_begins_above_the_eye_hides_nothing(bottom: float, top: float) -> None:
    table = Table(terrain=(box("piece", 14, 4, 22, 6, bottom, top),))

    assert area(visible_region(table, (18.0, 12.0), 1.0)) == pytest.approx(36 * 36)


def test_a_model_looks_from_its_top() -> None:
    profile = Profile(id="p", name="p", height=1.0)
    ann = Model(id=ModelId("a"), name="a", side=SideId("r"), profile=profile, x=18, y=12, z=2.5, place="table")
    table = Table(terrain=(HOUSE,))

    assert area(visible_region(table, ann)) == pytest.approx(36 * 36)
    assert area(visible_region(table, ann, 2.9)) < 36 * 36
    assert region_area(table, ann).z == 3.5
    assert region_area(table, ann).role == "clear"


def test_nothing_is_seen_from_inside_a_wall_or_from_off_the_table() -> None:
    table = Table(terrain=(HOUSE,))

    assert visible_region(table, (18.0, 5.0), 1.0) == ()
    assert visible_region(table, (-1.0, 5.0), 1.0) == ()
    assert visible_region(table, (math.nan, 5.0), 1.0) == ()


def test_what_ends_at_the_eye_is_looked_over() -> None:
    assert seen((18.0, 12.0), box("piece", 14, 4, 22, 6, 0.0, 1.0)) == pytest.approx(36 * 36)
    assert seen((18.0, 12.0), box("piece", 14, 4, 22, 6, 0.0, 1.001)) < 36 * 36


def test_a_room_without_a_door_is_all_one_sees() -> None:
    walls = (box("n", 9, 9, 21, 10), box("s", 9, 15, 21, 16), box("w", 9, 9, 10, 16), box("e", 20, 9, 21, 16))

    assert seen((12.0, 11.0), *walls) == pytest.approx(10 * 5, abs=1e-9)


def test_a_slit_of_a_tenth_of_a_millimetre_lets_a_wedge_through() -> None:
    slit = 0.1 / 25.4
    left, right = box("l", 0, 20, 18 - slit / 2, 21), box("r", 18 + slit / 2, 20, 36, 21)
    # the eye is 11 in from the far end of the slit and 26 in from the edge of the table
    behind = 15 * (slit + slit * 26 / 11) / 2

    assert seen((18.0, 10.0), left, right) == pytest.approx(36 * 20 + slit + behind, abs=1e-7)
    assert seen((18.0, 10.0), box("l", 0, 20, 18, 21), box("r", 18, 20, 36, 21)) == pytest.approx(36 * 20, abs=1e-7)


def test_from_the_corner_of_a_house_three_quarters_lie_open() -> None:
    house = box("house", 10, 10, 20, 20)

    assert seen((20.0, 20.0), house) == pytest.approx(36 * 36 - 20 * 20, abs=1e-6)


def test_from_the_face_of_a_house_the_half_before_it() -> None:
    assert seen((15.0, 20.0), box("house", 10, 10, 20, 20)) == pytest.approx(36 * 16, abs=1e-6)


def test_along_the_faces_of_two_houses_in_a_row() -> None:
    one, two = box("one", 10, 10, 14, 14), box("two", 20, 10, 24, 14)

    # hidden: from the first house on, between its lower face's line and the ray over its corner (10, 10)
    assert seen((2.0, 14.0), one, two) == pytest.approx(36 * 36 - (28**2 - 8**2) / 4 - 6 * 14, abs=1e-7)


def test_an_open_wall_hides_from_both_its_sides_and_not_from_its_ends() -> None:
    wall = Terrain(id=TerrainId("w"), name="w", outline=((16.0, 18.0), (20.0, 18.0)), top=3.0, open=True)

    # from 8 in before it the shadow is 4 in wide at the wall and 13 in at the table's edge, 18 in behind it
    assert seen((18.0, 26.0), wall) == pytest.approx(36 * 36 - (4 + 13) / 2 * 18)
    assert seen((18.0, 10.0), wall) == pytest.approx(36 * 36 - (4 + 13) / 2 * 18)
    assert seen((10.0, 18.0), wall) == pytest.approx(36 * 36)


def test_of_overlapping_houses_the_outline_counts() -> None:
    cross = (box("a", 14, 16, 22, 18), box("b", 17, 14, 19, 20))

    assert seen((18.0, 17.0), *cross) == 0.0
    assert seen((18.0, 30.0), *cross) < seen((18.0, 30.0), cross[1])


def test_obscuring_and_clear_pieces_are_no_walls() -> None:
    wood = Terrain(id=TerrainId("w"), name="w", outline=HOUSE.outline, top=3.0, sight="obscuring")

    assert seen((18.0, 12.0), wood) == pytest.approx(36 * 36)


def test_nonsense_outlines_hide_nothing_or_what_they_cover() -> None:
    for outline in ((), ((9.0, 9.0),), ((9.0, 9.0), (9.0, 9.0)), ((9.0, 9.0), (9.0, 9.0), (9.0, 9.0))):
        piece = Terrain(id=TerrainId("x"), name="x", outline=outline, top=3.0)
        assert seen((18.0, 12.0), piece) == pytest.approx(36 * 36)
    bow = Terrain(id=TerrainId("x"), name="x", outline=((9, 9), (20, 9), (9, 20), (20, 20)), top=3.0)

    assert 0 < seen((30.0, 14.0), bow) < 36 * 36


def _shadows(table: Table, eye: Point, z: float) -> float:
    """The same by subtracting, edge by edge, everything behind each edge."""
    seen = shapely.box(0, 0, table.width, table.height)
    p = np.array(eye)
    for piece in table.terrain:
        if not piece.bottom <= z < piece.top:
            continue
        corners = [np.array(c) for c in piece.outline]
        ends = corners[1:] if piece.open else corners[1:] + corners[:1]
        for a, b in zip(corners, ends, strict=False):
            far = [p + (q - p) * 1e5 / np.hypot(*(q - p)) for q in (a, b)]
            middle = p + ((far[0] + far[1]) / 2 - p) * 3
            seen = seen.difference(shapely.Polygon([a, b, far[1], middle, far[0]]))
        if not piece.open:
            seen = seen.difference(shapely.Polygon(corners))
    return float(seen.area)


def _pieces(luck: random.Random) -> list[Terrain]:
    pieces = []
    for k in range(luck.randint(1, 14)):
        x, y, size = luck.uniform(0, 36), luck.uniform(0, 36), luck.uniform(0.5, 3)
        angles = sorted(luck.uniform(0, 2 * math.pi) for _ in range(luck.randint(3, 8)))
        outline = tuple((x + size * math.cos(a), y + size * math.sin(a)) for a in angles)
        is_open = luck.random() < 0.2
        pieces.append(Terrain(id=TerrainId(f"t{k}"), name="t", outline=outline, top=luck.choice([1, 3]), open=is_open))
    return pieces


@settings(deadline=None, derandomize=True, max_examples=40, database=None)
@given(st.integers(0, 10**9))
def test_any_table_gives_the_area_that_is_left_of_all_shadows(seed: int) -> None:
    luck = random.Random(seed)
    pieces = _pieces(luck)
    table, eye = Table(terrain=tuple(pieces)), (luck.uniform(1, 35), luck.uniform(1, 35))
    found = visible_region(table, eye, 2.0)
    inside = any(shapely.Polygon(p.outline).covers(shapely.Point(eye)) for p in pieces if not p.open and p.top > 2)
    if inside:
        assert found == ()
    else:
        assert area(found) == pytest.approx(_shadows(table, eye, 2.0), rel=1e-9)


def moved(piece: Terrain, by: Point, mirror: bool = False) -> Terrain:
    outline = tuple(((36.0 - x if mirror else x) + by[0], y + by[1]) for x, y in piece.outline)
    return Terrain(id=piece.id, name=piece.name, outline=outline, top=piece.top, open=piece.open)


@settings(deadline=None, derandomize=True, max_examples=25, database=None)
@given(st.integers(0, 10**9))
def test_in_a_mirror_and_ten_thousand_inches_off_one_sees_as_much(seed: int) -> None:
    luck = random.Random(seed)
    walls = (box("n", -2, -2, 38, -1), box("s", -2, 37, 38, 38), box("w", -2, -2, -1, 38), box("e", 37, -2, 38, 38))
    pieces, eye = (*walls, *_pieces(luck)), (luck.uniform(1, 35), luck.uniform(1, 35))

    def at(by: Point, mirror: bool = False) -> float:
        table = Table(width=20500.0, height=20500.0, terrain=tuple(moved(p, by, mirror) for p in pieces))
        return area(visible_region(table, ((36.0 - eye[0] if mirror else eye[0]) + by[0], eye[1] + by[1]), 2.0))

    near = at((100.0, 100.0))
    assert at((10100.0, 10100.0)) == pytest.approx(near, rel=1e-7)
    assert at((100.0, 100.0), mirror=True) == pytest.approx(near, rel=1e-9)


@settings(deadline=None, derandomize=True, max_examples=60, database=None)
@given(st.integers(0, 10**9))
def test_walls_on_top_of_each_other_to_the_last_digit_neither_hang_nor_fail(seed: int) -> None:
    luck = random.Random(seed)

    def hair() -> float:
        return luck.choice([0, 0, 1, -1]) * luck.choice([1e-7, 1e-9, 1e-12, 3e-14, 8e-15])

    pieces = []
    for k in range(luck.randint(1, 18)):
        x, y, w, h = luck.randint(0, 50), luck.randint(0, 50), luck.choice([0, 1, 5, 12]), luck.choice([0, 1, 5, 12])
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        outline = tuple((a + hair(), b + hair()) for a, b in corners)
        pieces.append(Terrain(id=TerrainId(f"t{k}"), name="t", outline=outline, top=3, open=luck.random() < 0.3))
    table = Table(width=48.0, height=48.0, terrain=tuple(pieces))

    found = visible_region(table, (luck.randint(1, 47) + hair(), luck.randint(1, 47) + hair()), 2.0)
    assert 0.0 <= area(found) <= 48 * 48 * (1 + 1e-9)


def test_an_edited_piece_costs_only_its_own_tiles() -> None:
    luck = random.Random(4)
    pieces = [box(f"b{k}", x := luck.uniform(1, 180), y := luck.uniform(1, 130), x + 1, y + 1) for k in range(300)]
    eyes = [(x, y) for x in range(12, 192, 24) for y in range(12, 144, 24)]
    for eye in eyes:
        visible_region(Table(width=192.0, height=144.0, terrain=tuple(pieces)), eye, 1.0)
    before = tile.cache_info().misses
    pieces[0] = box("b0", 5, 5, 6, 6)
    for eye in eyes:
        visible_region(Table(width=192.0, height=144.0, terrain=tuple(pieces)), eye, 1.0)

    assert tile.cache_info().misses - before <= 4


def test_a_low_wall_hides_a_strip_of_ground() -> None:
    # eye 4 in up, wall 1 in high and 6 in off: a strip from 6 to 8 in is hidden, 2 in behind a 1 in thick wall from 7
    wall = box("wall", 0, 12, 36, 13, 0.0, 1.0)
    found = shade(Table(terrain=(wall,)), (18.0, 6.0), 4.0)

    # the line over the far edge (7 in off) reaches the ground at 7 * 4/3 in
    assert found.area().area == pytest.approx(36 * 36 - 36 * (7 * 4 / 3 - 6), abs=1e-6)
    assert found.sees((18.0, 11.9))
    assert not found.sees((18.0, 6.0 + 7 * 4 / 3 - 0.001))
    assert found.sees((18.0, 6.0 + 7 * 4 / 3 + 0.001))
    assert found.evidence().areas[1].role == "blocked"


def test_from_a_roof_the_ground_at_its_foot_is_hidden() -> None:
    house = box("house", 14, 14, 22, 22, 0.0, 4.0)
    found = shade(Table(terrain=(house,)), (18.0, 18.0), 6.0)

    # the roof's border, 4 in away and 2 in below the eye, hides the ground up to 12 in away
    assert found.area().area == pytest.approx(36 * 36 - 24 * 24, abs=1e-6)
    assert shade(Table(terrain=(house,)), (18.0, 18.0), 6.0, onto=4.0).area().area == pytest.approx(36 * 36)


def test_under_a_bridge_one_sees_on_until_it_hangs_into_the_line() -> None:
    bridge = box("bridge", 0, 20, 36, 22, 2.0, 3.0)
    found = shade(Table(terrain=(bridge,)), (18.0, 10.0), 5.0)

    # a line is between 3 and 2 in up on 2/5 to 3/5 of its way: it meets the slab, 10 to 12 in off, when 16.7 to 30 long
    assert found.sees((18.0, 21.0))
    assert found.sees((18.0, 26.6))
    assert not found.sees((18.0, 26.7))
    assert not found.sees((18.0, 35.9))
    assert shade(Table(terrain=(bridge,)), (18.0, 10.0), 1.0).area().area == pytest.approx(36 * 36)


def _hidden(pieces: tuple[Terrain, ...], eye: tuple[float, float, float], point: Point, t: float) -> bool:
    """One line in space against every piece, by the stretch of it that runs over the plan."""
    line = shapely.LineString([eye[:2], point])
    for piece in pieces:
        plan = shapely.LineString(piece.outline) if piece.open else shapely.Polygon(piece.outline)
        for part in shapely.get_parts(shapely.intersection(line, plan)):
            at = [line.project(shapely.Point(xy)) / line.length for xy in part.coords]
            heights = [eye[2] + (t - eye[2]) * share for share in at]
            if heights and min(heights) < piece.top - 1e-9 and max(heights) > piece.bottom - 1e-9:
                return True
    return False


@settings(deadline=None, derandomize=True, max_examples=40, database=None)
@given(st.integers(0, 10**9))
def test_every_shaded_point_is_hidden_in_space_and_no_other(seed: int) -> None:
    luck = random.Random(seed)
    pieces = []
    for k in range(luck.randint(1, 9)):
        x, y, w, d = luck.uniform(0, 34), luck.uniform(0, 34), luck.uniform(0.5, 5), luck.uniform(0.5, 5)
        bottom = luck.choice([0.0, 0.0, 1.5, 4.0])
        ell = ((x, y), (x + w, y), (x + w, y + d / 3), (x + w / 3, y + d / 3), (x + w / 3, y + d), (x, y + d))
        pieces.append(
            Terrain(id=TerrainId(f"t{k}"), name="t", outline=ell, bottom=bottom, top=bottom + luck.uniform(0.3, 4))
        )
    eye = (luck.uniform(1, 35), luck.uniform(1, 35), luck.choice([0.5, 2.0, 3.0, 6.0]))
    if any(p.bottom <= eye[2] <= p.top and shapely.Polygon(p.outline).covers(shapely.Point(eye[:2])) for p in pieces):
        return
    onto = luck.choice([0.0, 1.0, 5.0])
    found = shade(Table(terrain=tuple(pieces)), eye[:2], eye[2], onto)
    whole = found.area().buffer(0)
    for _ in range(40):
        point = (luck.uniform(0.1, 35.9), luck.uniform(0.1, 35.9))
        expected = not _hidden(tuple(pieces), eye, point, onto)
        assert found.sees(point) == expected
        assert whole.covers(shapely.Point(point)) == expected
