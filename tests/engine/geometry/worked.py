"""Worked cases and small tables for the tests of geometry.

The TOML files in `cases/` hold values only: millimetres and degrees in the engine's frame.
"""

from __future__ import annotations

import math
from typing import Any

from engine.game import MM_PER_INCH, Base, Model, ModelId, Point, Profile, SideId, Table, Terrain, TerrainId

Case = dict[str, Any]
MEDIUM = Base()
"""The usual round base of 25 mm."""


def inches(mm: float) -> float:
    return mm / MM_PER_INCH


def case_model(row: Case, name: str = "hero", by: Point = (0.0, 0.0)) -> Model:
    return man(
        name,
        inches(row["x"]) + by[0],
        inches(row["y"]) + by[1],
        z=inches(row["z"]),
        facing=row["facing"],
        base=Base(row["shape"], row["w"], row["d"]),
        height=inches(row["height"]),
    )


def case_table(case: Case, by: Point = (0.0, 0.0), size: float = 36.0, raised: float = 0.0) -> Table:
    pieces = [
        block(
            f"piece {i}",
            *((inches(x) + by[0], inches(y) + by[1]) for x, y in row["outline"]),
            bottom=inches(row["bottom"]) + raised,
            top=inches(row["top"]) + raised,
        )
        for i, row in enumerate(case["terrain"])
    ]
    return Table(width=size, height=size, terrain=tuple(pieces))


def man(
    name: str,
    x: float,
    y: float,
    *,
    z: float = 0.0,
    facing: float = 0.0,
    base: Base = MEDIUM,
    height: float = 1.2,
    side: str = "red",
) -> Model:
    profile = Profile(id=name, name=name, base=base, height=height)
    place = {"x": x, "y": y, "z": z, "facing": facing}
    return Model(id=ModelId(name), name=name, side=SideId(side), profile=profile, place="table", **place)


def on_the_way(mover: Model, end: Point, inches_in: float) -> Point:
    """The place so many inches along the straight way to *end*."""
    length = math.dist((mover.x, mover.y), end)
    part = inches_in / length if length else 0.0
    return mover.x + part * (end[0] - mover.x), mover.y + part * (end[1] - mover.y)


def block(name: str, *outline: Point, bottom: float = 0.0, top: float = 3.0, **kwargs: Any) -> Terrain:
    return Terrain(id=TerrainId(name), name=name, outline=outline, bottom=bottom, top=top, **kwargs)


def slab(name: str, x: float, y: float, w: float, d: float, **kwargs: Any) -> Terrain:
    """An upright box with its low corner at (x, y)."""
    return block(name, (x, y), (x + w, y), (x + w, y + d), (x, y + d), **kwargs)


def table(*pieces: Terrain, size: float = 36.0) -> Table:
    return Table(width=size, height=size, terrain=pieces)
