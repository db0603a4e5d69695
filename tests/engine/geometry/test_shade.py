"""The shadows of low terrain against their plain definition: every piece, scaled away from the eye, united."""

from __future__ import annotations

import random
from itertools import pairwise
from math import hypot

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from engine.game import Point, Table, Terrain, TerrainId
from engine.geometry import shade as module
from engine.geometry.shade import shade
from engine.geometry.visible import visible_region


def piece(name: str, outline: tuple[Point, ...], bottom: float, top: float) -> Terrain:
    return Terrain(id=TerrainId(name), name=name, outline=outline, bottom=bottom, top=top)


def scattered(luck: random.Random, count: int, size: float) -> tuple[Terrain, ...]:
    """Rocks, ells and thin walls, on the table and hanging, which may overlap."""
    pieces = []
    for k in range(count):
        x, y, w, d = luck.uniform(0, size), luck.uniform(0, size), luck.uniform(0.4, 3), luck.uniform(0.4, 3)
        ell = ((x, y), (x + w, y), (x + w, y + d / 3), (x + w / 3, y + d / 3), (x + w / 3, y + d), (x, y + d))
        rock = ((x, y), (x + w, y + d / 4), (x + w / 2, y + d), (x - w / 3, y + 2 * d / 3))
        wall = ((x, y), (x + w, y + d))
        bottom = luck.choice([0.0, 0.0, 0.0, 1.5, 4.0])
        pieces.append(piece(f"t{k}", luck.choice([ell, rock, wall]), bottom, bottom + luck.uniform(0.3, 2.5)))
    return tuple(pieces)


def swept(each: Terrain, eye: Point, e: float, t: float, far: float) -> BaseGeometry:
    """All points where a line from the eye at *e* to the level *t* ends that passes through the piece."""
    shares = sorted(min(max((z - e) / (t - e), 0.0), 1.0) for z in (each.bottom, each.top))
    if shares[0] >= shares[1]:
        return shapely.Polygon()
    plan = shapely.Polygon(each.outline) if len(each.outline) > 2 else shapely.LineString(each.outline)
    near, away = 1.0 / shares[1], max(1.0 / shares[1], min(1.0 / max(shares[0], 1e-9), far))
    parts = [scale(plan, f, f, origin=eye) for f in (near, away) if plan.area > 0.0]
    outline = [*each.outline, each.outline[0]]
    for a, b in pairwise(outline):
        edge = shapely.LineString([a, b])
        ends = [scale(edge, f, f, origin=eye) for f in (near, away)]
        parts.append(shapely.MultiPoint([xy for end in ends for xy in end.coords]).convex_hull)
    return shapely.union_all([part for part in parts if part.area > 0.0])


def plainly(table: Table, eye: Point, e: float, t: float) -> BaseGeometry:
    far = 1e4 * hypot(table.width, table.height)
    hidden = shapely.union_all([swept(each, eye, e, t, far) for each in table.terrain])
    return shapely.box(0, 0, table.width, table.height) - hidden


def covered(pieces: tuple[Terrain, ...], eye: Point, z: float) -> bool:
    return any(
        len(p.outline) > 2
        and p.bottom - 0.01 <= z <= p.top + 0.01
        and shapely.Polygon(p.outline).dwithin(shapely.Point(eye), 0.01)
        for p in pieces
    )


@settings(deadline=None, derandomize=True, max_examples=60, database=None)
@given(st.integers(0, 10**9))
def test_the_seen_area_is_the_table_less_every_piece_swept_away_from_the_eye(seed: int) -> None:
    luck = random.Random(seed)
    pieces = scattered(luck, luck.randint(1, 30), 34.0)
    eye, e = (luck.uniform(1, 35), luck.uniform(1, 35)), luck.choice([0.5, 2.0, 3.0, 6.0])
    onto = luck.choice([0.0, 1.0, 5.0])
    if covered(pieces, eye, e):
        return
    table = Table(terrain=pieces)

    found = shade(table, eye, e, onto)
    assert found.area().symmetric_difference(plainly(table, eye, e, onto)).area < 1e-6
    assert all(shapely.LinearRing(ring).is_ccw for ring in found.shadows if shapely.Polygon(ring).area > 1e-9)


def test_among_many_pieces_only_those_near_cast_a_shadow_and_the_area_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    luck = random.Random(5)
    low = [piece(p.id, p.outline, 0.0, luck.choice([0.8, 1.5, 4.0, 4.0, 4.0])) for p in scattered(luck, 900, 94.0)]
    table = Table(width=96.0, height=96.0, terrain=tuple(low))
    eyes = [(luck.uniform(1, 95), luck.uniform(1, 95)) for _ in range(40)]
    eyes = [eye for eye in eyes if not covered(table.terrain, eye, 2.5)][:12]
    near = [shade(table, eye, 2.5) for eye in eyes]
    monkeypatch.setattr(module, "_FEW", 10**9)
    every = [shade(table, eye, 2.5) for eye in eyes]

    assert len(eyes) == 12
    for few, all_ in zip(near, every, strict=True):
        assert few.open == all_.open
        assert len(few.shadows) < len(all_.shadows)
        assert few.area().symmetric_difference(all_.area()).area < 1e-6
    assert sum(len(each.shadows) for each in near) < 0.6 * sum(len(each.shadows) for each in every)
    plain = plainly(table, eyes[0], 2.5, 0.0)
    assert near[0].area().symmetric_difference(plain).area < 1e-6


def test_a_long_beam_at_the_height_of_the_eye_hides_the_ground_as_far_as_the_table_goes() -> None:
    # the beam hangs from 1 to 3 in, the eye is 2 in up and 0.1 in before its middle: a line to the ground has
    # half its way to go under the beam, so that the ground up to 0.2 in off is seen, and nothing beyond
    beam = piece("beam", ((0.0, 18.1), (36.0, 18.1), (36.0, 18.2), (0.0, 18.2)), 1.0, 3.0)
    found = shade(Table(terrain=(beam,)), (18.0, 18.0), 2.0)

    assert found.sees((18.0, 18.19))
    assert not any(found.sees((18.0, y)) for y in (18.21, 18.5, 19.0, 25.0, 35.9))
    assert found.area().area == pytest.approx(36 * 18.2, abs=1e-6)


def test_a_shadow_lists_its_corners_once_but_those_at_its_tangents_twice() -> None:
    wall = piece("wall", ((10.0, 10.0), (26.0, 10.0), (26.0, 12.0), (10.0, 12.0)), 0.0, 2.0)
    found = shade(Table(terrain=(wall,)), (18.0, 4.0), 4.0)

    # eye twice as high as the wall: what is 6 and 8 in off is hidden from there to twice as far
    (ring,) = found.shadows
    assert {(x, y) for x, y in ring.tolist()} == {(10, 10), (26, 10), (34, 16), (34, 20), (2, 20), (2, 16)}
    assert found.starts.tolist() == [0]
    assert shade(Table(), (18.0, 4.0), 4.0).shadows == ()
    assert shade(Table(terrain=(wall,)), (18.0, 4.0), 1.0).open == visible_region(
        Table(terrain=(wall,)), (18.0, 4.0), 1.0
    )
