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
from engine.geometry.sight import region_area, visible_region


def area(polygons: tuple[tuple[tuple[Point, ...], ...], ...]) -> float:
    return sum(float(shapely.Polygon(rings[0], rings[1:]).area) for rings in polygons)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 3.0) -> Terrain:
    outline = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Terrain(id=TerrainId(name), name=name, outline=outline, bottom=bottom, top=top)


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


def _shadows(table: Table, eye: Point, z: float) -> float:
    """The same by subtracting, edge by edge, everything behind each edge."""
    seen = shapely.box(0, 0, table.width, table.height)
    p = np.array(eye)
    for piece in table.terrain:
        if not piece.bottom <= z <= piece.top:
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


@settings(deadline=None, derandomize=True, max_examples=40, database=None)
@given(st.integers(0, 10**9))
def test_any_table_gives_the_area_that_is_left_of_all_shadows(seed: int) -> None:
    luck = random.Random(seed)
    pieces = []
    for k in range(luck.randint(1, 14)):
        x, y, size = luck.uniform(0, 36), luck.uniform(0, 36), luck.uniform(0.5, 3)
        angles = sorted(luck.uniform(0, 2 * math.pi) for _ in range(luck.randint(3, 8)))
        outline = tuple((x + size * math.cos(a), y + size * math.sin(a)) for a in angles)
        is_open = luck.random() < 0.2
        pieces.append(Terrain(id=TerrainId(f"t{k}"), name="t", outline=outline, top=luck.choice([1, 3]), open=is_open))
    table, eye = Table(terrain=tuple(pieces)), (luck.uniform(1, 35), luck.uniform(1, 35))
    found = visible_region(table, eye, 2.0)
    inside = any(shapely.Polygon(p.outline).covers(shapely.Point(eye)) for p in pieces if not p.open and p.top > 2)
    if inside:
        assert found == ()
    else:
        assert area(found) == pytest.approx(_shadows(table, eye, 2.0), rel=1e-9)
