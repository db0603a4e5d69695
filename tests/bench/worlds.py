"""Seeded tables to measure on: S, M, L and XL, from a kitchen table to a hangar.

Pieces are houses, ruins, walls, crosses and rocks that do not touch, in the density of a busy
table; every corner is a multiple of 1/1024 in, so that text hands it to other programs unchanged.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import shapely

from engine.game import MM_PER_INCH, Base, Model, ModelId, Point, Profile, SideId, Table, Terrain, TerrainId

SIZES = {
    "S": (48.0, 48.0, 40, 1.5, 3.5, 30),
    "M": (72.0, 48.0, 150, 1.0, 2.2, 100),
    "L": (192.0, 144.0, 1000, 1.0, 2.4, 300),
    "XL": (600.0, 480.0, 10000, 1.0, 2.4, 300),
}
"""Width, height, pieces, least and greatest radius of a piece, models."""
BASES = (25.0, 25.0, 25.0, 28.0, 28.0, 32.0, 32.0, 40.0, 50.0)
GAP = 0.4
TOPS = (1.5, 2.0, 3.0, 4.0, 6.0)
"""All too high to be walked over."""


@dataclass(frozen=True)
class World:
    """A table with models on it."""

    name: str
    table: Table
    models: tuple[Model, ...]

    @property
    def edges(self) -> int:
        return sum(len(piece.outline) for piece in self.table.terrain)

    @cached_property
    def polygons(self) -> np.ndarray:
        polygons = np.array([shapely.Polygon(piece.outline) for piece in self.table.terrain], dtype=object)
        shapely.prepare(polygons)
        return polygons

    @cached_property
    def tree(self) -> shapely.STRtree:
        return shapely.STRtree(self.polygons)

    def free(self, point: Point, clearance: float) -> bool:
        return not len(self.tree.query(shapely.Point(point), predicate="dwithin", distance=clearance))

    def eyes(self, count: int, clearance: float = 0.3, within: tuple[float, ...] | None = None) -> list[Point]:
        """Points with nothing nearer than *clearance* inches."""
        luck = random.Random(7)
        x0, y0, x1, y1 = within or (0.0, 0.0, self.table.width, self.table.height)
        found: list[Point] = []
        while len(found) < count:
            point = (luck.uniform(x0 + 0.7, x1 - 0.7), luck.uniform(y0 + 0.7, y1 - 0.7))
            if self.free(point, clearance):
                found.append(point)
        return found


def even(value: float) -> float:
    return round(value * 1024.0) / 1024.0


def _outline(luck: random.Random, radius: float) -> list[Point]:
    kind = luck.choice(("house", "ruin", "wall", "rock", "rock", "rock", "cross"))
    if kind == "rock":
        count = luck.randint(10, 18)
        turns = [2 * math.pi * (k + luck.uniform(-0.3, 0.3)) / count for k in range(count)]
        return [(r * math.cos(t), r * math.sin(t)) for t in turns for r in (radius * luck.uniform(0.6, 0.97),)]
    w, d, t = radius * luck.uniform(0.5, 0.85), radius * luck.uniform(0.45, 0.6), radius * luck.uniform(0.12, 0.3)
    if kind == "house":
        return [(-w, -d), (w, -d), (w, d), (-w, d)]
    if kind == "ruin":
        s = radius * 0.7
        return [(-s, -s), (s, -s), (s, t - s), (t - s, t - s), (t - s, s), (-s, s)]
    if kind == "wall":
        return [(-0.95 * radius, -0.1), (0.95 * radius, -0.1), (0.95 * radius, 0.1), (-0.95 * radius, 0.1)]
    s, t = radius * 0.9, radius * 0.2
    arm = [(s, -t), (s, t), (t, t)]
    return [(c * x - q * y, q * x + c * y) for c, q in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in arm]


def _pieces(luck: random.Random, wide: float, high: float, count: int, least: float, most: float) -> list[Terrain]:
    """Circles thrown until enough lie apart, each with a piece in it."""
    cell = 2 * most + GAP
    taken: dict[tuple[int, int], list[tuple[float, float, float]]] = {}
    pieces: list[Terrain] = []
    while len(pieces) < count:
        r = luck.uniform(least, most)
        x, y = luck.uniform(r + 0.3, wide - r - 0.3), luck.uniform(r + 0.3, high - r - 0.3)
        i, j = int(x // cell), int(y // cell)
        near = (c for di in (-1, 0, 1) for dj in (-1, 0, 1) for c in taken.get((i + di, j + dj), ()))
        if any(math.hypot(x - cx, y - cy) < r + cr + GAP for cx, cy, cr in near):
            continue
        taken.setdefault((i, j), []).append((x, y, r))
        turn = luck.uniform(0, 2 * math.pi)
        c, s = math.cos(turn), math.sin(turn)
        outline = tuple((even(x + c * px - s * py), even(y + s * px + c * py)) for px, py in _outline(luck, r))
        name = f"piece {len(pieces)}"
        pieces.append(Terrain(id=TerrainId(name), name=name, outline=outline, top=luck.choice(TOPS)))
    return pieces


def man(number: int, point: Point, millimetres: float) -> Model:
    base = Base("round", millimetres, millimetres)
    profile = Profile(id="man", name="man", base=base, height=1.2)
    name = f"model {number}"
    return Model(
        id=ModelId(name), name=name, side=SideId("red"), profile=profile, x=point[0], y=point[1], place="table"
    )


def _men(luck: random.Random, world: World, count: int, within: tuple[float, ...]) -> tuple[Model, ...]:
    men: list[Model] = []
    x0, y0, x1, y1 = within
    while len(men) < count:
        size = luck.choice(BASES)
        r = size / 2 / MM_PER_INCH
        point = (even(luck.uniform(x0 + r, x1 - r)), even(luck.uniform(y0 + r, y1 - r)))
        apart = all(math.dist(point, (m.x, m.y)) > r + m.profile.base.width / 2 / MM_PER_INCH for m in men)
        if apart and world.free(point, r + 0.02):
            men.append(man(len(men), point, size))
    return tuple(men)


@lru_cache(maxsize=8)
def world(name: str) -> World:
    """The world of that name."""
    wide, high, count, least, most, models = SIZES[name]
    luck = random.Random(f"sightline {name}")
    pieces = _pieces(luck, wide, high, count, least, most)
    bare = World(name, Table(name=name, width=wide, height=high, terrain=tuple(pieces)), ())
    return World(name, bare.table, _men(luck, bare, models, (0.0, 0.0, wide, high)))


@lru_cache(maxsize=2)
def surrounded() -> tuple[World, World]:
    """A crowded table and the same with ten times its terrain round it: the middle is piece for piece the same."""
    wide, high, count, least, most, models = SIZES["M"]
    luck = random.Random("sightline growth")
    pieces = _pieces(luck, 3.4 * wide, 3.4 * high, round(11.56 * count), least, most)
    middle = (1.2 * wide, 1.2 * high, 2.2 * wide, 2.2 * high)
    inner = tuple(p for p in pieces if _inside(p, middle))
    small = World("M", Table(width=3.4 * wide, height=3.4 * high, terrain=inner), ())
    large = World("10 M", Table(width=3.4 * wide, height=3.4 * high, terrain=tuple(pieces)), ())
    men = _men(luck, large, models, middle)
    return World("M", small.table, men), World("10 M", large.table, men)


def _inside(piece: Terrain, box: tuple[float, ...]) -> bool:
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in piece.outline)
