"""Tables drawn by lot for the tests of geometry, and whole tables turned, mirrored, carried, scaled, shaken.

A lot is a seed, so that every table that fails can be drawn again.  Rocks, slits down to a tenth of a
millimetre, floors over floors, bridges, walls of no thickness, and bases of every shape.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Base, Model, Point, Table, Terrain
from tests.engine.geometry.worked import block, man

SIZE = 40_000.0
"""The tables are large enough to be carried 10 000 inches and turned."""
MIDDLE = (20_000.0, 20_000.0)
TENTH = 0.1 / MM_PER_INCH
"""A tenth of a millimetre."""


def lots(few: int) -> range:
    """Seeds: so many by default, `SIGHTLINE_TABLES` times as many in the full run."""
    return range(few * int(os.environ.get("SIGHTLINE_TABLES", "1")))


class Scene(Struct, frozen=True, kw_only=True):
    """Terrain and three models on it, all within some ten inches of MIDDLE, and where the first goes."""

    table: Table
    hero: Model
    foe: Model
    friend: Model
    goal: Point

    @property
    def models(self) -> tuple[Model, ...]:
        return self.hero, self.foe, self.friend


def drawn(seed: int, *, pieces: int = 7, bases: bool = True) -> Scene:
    """A table by lot; without *bases* all of them are round."""
    luck = random.Random(seed)
    shapes: list[Terrain] = []
    for _ in range(luck.randint(1, pieces)):
        for piece in _group(luck):
            shapes.append(replace(piece, id=f"p{len(shapes)}"))
    hero, foe, friend = (_body(luck, name, bases=bases) for name in ("hero", "foe", "friend"))
    goal = (MIDDLE[0] + luck.uniform(-7, 7), MIDDLE[1] + luck.uniform(-7, 7))
    return Scene(
        table=Table(width=SIZE, height=SIZE, terrain=tuple(shapes)), hero=hero, foe=foe, friend=friend, goal=goal
    )


def _body(luck: random.Random, name: str, *, bases: bool) -> Model:
    shape = luck.choice(("round", "round", "oval", "rect")) if bases else "round"
    width, depth = luck.choice((25.0, 32.0, 40.0)), luck.choice((25.0, 35.0, 60.0))
    base = Base(shape, width, width if shape == "round" else depth)
    x, y = (middle + luck.uniform(-6, 6) for middle in MIDDLE)
    z, height = luck.choice((0.0, 0.0, 0.0, 3.0)), luck.choice((0.8, 1.2, 2.0))
    return man(name, x, y, z=z, facing=luck.choice((0.0, 45.0, luck.uniform(0, 360))), base=base, height=height)


def _group(luck: random.Random) -> list[Terrain]:
    x, y = (middle + luck.uniform(-6, 6) for middle in MIDDLE)
    turn = luck.choice((0.0, luck.uniform(0, math.tau)))
    c, s = math.cos(turn), math.sin(turn)

    def placed(*corners: Point) -> tuple[Point, ...]:
        return tuple((x + u * c - v * s, y + u * s + v * c) for u, v in corners)

    def box(x0: float, y0: float, x1: float, y1: float, bottom: float, top: float) -> Terrain:
        return block("p", *placed((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom=bottom, top=top)

    kind = luck.choice(("slit", "floors", "bridge", "stair", "rock", "rock", "wall", "ell"))
    if kind == "slit":
        long, gap, top = luck.uniform(1, 3), luck.choice((TENTH, 0.05, 1.0, 1.3)), luck.choice((0.5, 1.2, 3.0))
        return [box(-long - gap, -0.2, -gap, 0.2, 0.0, top), box(0.0, -0.2, long, 0.2, 0.0, top)]
    if kind == "floors":
        a, b = luck.uniform(1, 3), luck.uniform(1, 2)
        return [box(-a, -b, a, b, 2.8, 3.0), box(-a, -b, a * luck.random(), b, 5.8, 6.0)]
    if kind == "bridge":
        return [box(-3, -0.6, 3, 0.6, luck.choice((0.6, 1.5, 2.8)), 3.0)]
    if kind == "stair":
        return [box(k, -1, k + 1, 1, 0.0, 1.0 + k) for k in range(3)]
    if kind == "wall":
        return [block("p", *placed((-2, 0), (0, 0.5), (2, -0.3)), top=luck.choice((1.0, 2.0)), open=True)]
    if kind == "ell":
        corners = placed((0, 0), (3, 0), (3, 0.4), (0.4, 0.4), (0.4, 3), (0, 3))
        return [block("p", *corners, top=luck.choice((0.8, 1.2, 3.0)))]
    size, turns = luck.uniform(0.3, 1.5), sorted(luck.uniform(0, math.tau) for _ in range(luck.randint(3, 7)))
    corners = placed(*((size * math.cos(t), size * math.sin(t)) for t in turns))
    return [block("p", *corners, bottom=luck.choice((0.0, 0.0, 1.0)), top=luck.choice((1.2, 2.0, 3.0)))]


def carried(
    scene: Scene, *, turn: float = 0.0, by: Point = (0.0, 0.0), mirror: bool = False, scale: float = 1.0
) -> Scene:
    """The whole table turned about MIDDLE (degrees), mirrored left to right, scaled and carried off."""
    flip = -1.0 if mirror else 1.0
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(point: Point) -> Point:
        x, y = (point[0] - MIDDLE[0]) * flip * scale, (point[1] - MIDDLE[1]) * scale
        return MIDDLE[0] + x * c - y * s + by[0], MIDDLE[1] + x * s + y * c + by[1]

    def model(m: Model) -> Model:
        (x, y), base = at((m.x, m.y)), m.profile.base
        larger = replace(base, width=base.width * scale, depth=base.depth * scale)
        profile = replace(m.profile, base=larger, height=m.profile.height * scale)
        return replace(m, x=x, y=y, z=m.z * scale, facing=flip * m.facing + turn, profile=profile)

    def piece(p: Terrain) -> Terrain:
        return replace(p, outline=tuple(map(at, p.outline)), bottom=p.bottom * scale, top=p.top * scale)

    return _each(scene, model, piece, at)


def shaken(scene: Scene, by: float, luck: random.Random) -> Scene:
    """Every corner, base and height moved by less than *by*; what stands on the ground stays on it."""

    def near(value: float) -> float:
        return value + luck.uniform(-by, by)

    def at(point: Point) -> Point:
        turn, far = luck.uniform(0, math.tau), luck.uniform(0, by)
        return point[0] + far * math.cos(turn), point[1] + far * math.sin(turn)

    def model(m: Model) -> Model:
        x, y = at((m.x, m.y))
        return replace(m, x=x, y=y, profile=replace(m.profile, height=near(m.profile.height)))

    def piece(p: Terrain) -> Terrain:
        bottom = near(p.bottom) if p.bottom else 0.0
        return replace(p, outline=tuple(map(at, p.outline)), bottom=bottom, top=max(bottom, near(p.top)))

    return _each(scene, model, piece, at)


def nudged(model: Model, by: float, luck: random.Random) -> Model:
    """The model moved by less than *by* in plan."""
    turn, far = luck.uniform(0, math.tau), luck.uniform(0, by)
    return replace(model, x=model.x + far * math.cos(turn), y=model.y + far * math.sin(turn))


def _each(
    scene: Scene,
    model: Callable[[Model], Model],
    piece: Callable[[Terrain], Terrain],
    at: Callable[[Point], Point],
) -> Scene:
    return Scene(
        table=replace(scene.table, terrain=tuple(map(piece, scene.table.terrain))),
        hero=model(scene.hero),
        foe=model(scene.foe),
        friend=model(scene.friend),
        goal=at(scene.goal),
    )
