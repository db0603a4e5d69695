"""A base near an edge stands against it: walls from outside, ledges and the table's edge from inside."""

from __future__ import annotations

import pytest

from engine.game import Base, Model, ModelId, Profile, SideId, Table, Terrain, TerrainId
from engine.geometry.measure import gap_to_piece
from engine.leaning import TABLE_EDGE, leaning

R = 16 / 25.4


def block(id: str, x: float, y: float, wide: float, deep: float, top: float, bottom: float = 0.0) -> Terrain:
    ring = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    return Terrain(id=TerrainId(id), name=id, outline=ring, bottom=bottom, top=top)


def stood(x: float, y: float, z: float = 0.0, shape: str = "round", facing: float = 0.0) -> Model:
    profile = Profile(id="p", name="P", base=Base(shape, 32.0, 32.0), height=1.2)  # type: ignore[arg-type]
    return Model(
        id=ModelId("m"), name="M", side=SideId("s"), profile=profile, x=x, y=y, z=z, facing=facing, place="table"
    )


TABLE = Table(
    width=30.0, height=20.0, terrain=(block("house", 10, 5, 6, 6, 3.0), block("bridge", 20, 5, 4, 2, 3.2, 3.0))
)


def test_nothing_near_draws_nothing() -> None:
    assert leaning(TABLE, stood(5, 15), 0.15) is None


def test_a_wall_is_touched_from_outside() -> None:
    found = leaning(TABLE, stood(10 - R - 0.1, 8), 0.15)

    assert found is not None
    assert found.on == ("house",)
    assert found.at == pytest.approx((10 - R, 8), abs=2e-4)
    assert gap_to_piece(stood(*found.at), TABLE.terrain[0]).contact


def test_a_base_a_little_in_the_wall_is_put_out_of_it() -> None:
    found = leaning(TABLE, stood(10 - R + 0.1, 8), 0.15)

    assert found is not None
    assert found.at[0] <= 10 - R
    assert not gap_to_piece(stood(*found.at), TABLE.terrain[0]).overlapping


def test_a_square_base_stands_flush() -> None:
    found = leaning(TABLE, stood(10 - R - 0.1, 8, shape="rect"), 0.15)

    assert found is not None
    assert found.at == pytest.approx((10 - R, 8), abs=2e-4)


def test_a_corner_holds_from_two_sides() -> None:
    found = leaning(TABLE, stood(R + 0.1, R - 0.08), 0.15)

    assert found is not None
    assert found.on == (TABLE_EDGE,)
    assert found.at == pytest.approx((R, R))


def test_a_ledge_is_stood_flush_with_from_inside() -> None:
    found = leaning(TABLE, stood(10 + R + 0.1, 8, 3.0), 0.15)

    assert found is not None
    assert found.on == ("house",)
    assert found.at == pytest.approx((10 + R, 8))


def test_where_the_floor_goes_on_there_is_no_ledge() -> None:
    joined = Table(width=30.0, height=20.0, terrain=(*TABLE.terrain, block("annexe", 6, 5, 4, 6, 3.0)))

    assert leaning(joined, stood(10 + R + 0.1, 8, 3.0), 0.15) is None


def test_what_hangs_over_the_head_does_not_draw() -> None:
    assert leaning(TABLE, stood(20 - R - 0.1, 6), 0.15) is None


def test_what_one_stands_on_is_no_wall() -> None:
    found = leaning(TABLE, stood(13, 8, 3.0), 0.15)

    assert found is None
