"""Where a base's centre can get to on its level with so many inches of movement.

The obstacles are grown by the base, the free ground is cut into triangles (`mesh`), and
corners are settled in order of their distance along the ground: each opens the wedge behind
it to whoever comes round it, cut off where the inches end.  Curves are drawn with sides,
which costs less than 0.01 in; the length of a `track` along the real path decides.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from engine.courtesy import give_way
from engine.game import Model, ModelId, Point, Table
from engine.geometry.evidence import Area, Evidence
from engine.geometry.exact import standing
from engine.geometry.level import Level, grown, level, polygon
from engine.geometry.measure import CONTACT
from engine.geometry.mesh import Mesh, Wall
from engine.geometry.priced import FACES, SPACING, Costs, Ground, storeys
from engine.geometry.shapes import finite, footprint, solids

Rings = tuple[tuple[Point, ...], ...]

Ring = list[Point]

_SLACK = 1e-5
_CELL = 6.0
"""Inches: starts as near as this to each other share their ground."""
_SAG = 0.009
"""How far, in inches, the sides that stand for a grown corner or the arc of a wedge may cut into it."""
_ARC = math.radians(6.0)


class Reach(Struct, frozen=True, kw_only=True):
    """The ground within *distance* inches of walking, for the centre of the base.

    *polygons* as in `Area`: each an outer ring and its holes.  *rough* names the pieces of
    difficult ground in it whose price is not in the area (none where factors were given): it
    is then too generous and `Track.cost` decides.  *error*: inches of movement by which the
    area may fall short.  *upper*: what climbs lead to, by elevation.  Empty when the base
    starts inside something.
    """

    distance: float
    z: float
    polygons: tuple[Rings, ...]
    rough: tuple[str, ...]
    area: BaseGeometry
    error: float = 0.0
    upper: tuple[tuple[float, tuple[Rings, ...]], ...] = ()

    def contains(self, point: Point) -> bool:
        """Can the centre get to this point?  Good to 0.01 in."""
        finite(*point)
        return bool(shapely.dwithin(self.area, shapely.Point(point), CONTACT))

    def evidence(self) -> Evidence:
        """The area to paint."""
        area = Area(self.polygons, "reach", f"{self.distance:.2f}″", self.z)
        levels = tuple(Area(rings, "reach", "", z) for z, rings in self.upper)
        return Evidence(areas=(area, *levels), pieces=self.rough)


@lru_cache(maxsize=64)
def reach(
    table: Table,
    model: Model,
    distance: float,
    others: tuple[Model, ...],
    *,
    step: float = 1.0,
    factor: float = 1.0,
) -> Reach:
    """The ground the model can get to with *distance* inches, going round what stands in the way.

    *step*: what is no higher is walked over free.  *factor*: what every inch costs (2 for
    half rate).  ValueError for numbers that are none or a factor not above 0.
    """
    rings = wedges(table, model, distance, others, step=step, factor=factor)
    area = _united(rings) if rings else shapely.Polygon()
    if not rings and _stands(level(table, model, others, step)):
        area = shapely.Point(model.x, model.y)
    return Reach(
        distance=distance, z=model.z, polygons=_rings(area), rough=_rough(table, area, model), area=_prepared(area)
    )


@lru_cache(maxsize=64)
def priced_reach(
    table: Table,
    model: Model,
    distance: float,
    others: tuple[Model, ...],
    *,
    step: float = 1.0,
    factors: Costs = (),
    closed: tuple[Rings, ...] = (),
    climb: float = 0.0,
    least: float = 0.0,
) -> Reach:
    """The ground the model can get to where inches cost differently.

    *factors*: what an inch of a footing costs ((difficult, 2.0), …).  *closed*: areas that
    may not be entered, only touched (zones that stop); one in which the model starts does
    not hold it.  *climb*: the highest face it may climb up or down, at its height in inches
    but not less than *least*.  Good to `Reach.error` inches of movement, never too generous.
    ValueError as for `reach`.
    """
    finite(distance, step, climb, least, model.x, model.y, model.z, *(factor for _, factor in factors))
    if any(factor < 1.0 for _, factor in factors):
        raise ValueError(f"bad footing costs at least its inches, not {min(factor for _, factor in factors)}")
    far = max(0.0, distance)
    shut = _shut(closed, model)

    def lay(z: float) -> Ground:
        here = replace(model, z=z)
        parts = _ground(table, here, others, step, far).parts
        free = shapely.difference(shapely.union_all(parts), shut)
        return Ground(free, _footings(table, z, factors))

    found = storeys(table, model, far, lay, _ring, step=step, climb=climb, least=least) if far > _SLACK else ()
    areas = {storey.z: _united([spread.ring for spread in storey.spreads]) for storey in found if storey.spreads}
    area = areas.pop(model.z, shapely.Polygon())
    if not area.area and _stands(level(table, model, others, step)):
        area = shapely.Point(model.x, model.y)
    worst = max((factor for _, factor in factors), default=1.0)
    return Reach(
        distance=distance,
        z=model.z,
        polygons=_rings(area),
        rough=() if factors else _rough(table, area, model),
        area=_prepared(area),
        error=(worst * SPACING / 2.0 if factors else 0.0) + (FACES / 2.0 if climb > step else 0.0),
        upper=tuple((z, _rings(upper)) for z, upper in sorted(areas.items()) if upper.area > 0.0),
    )


def _shut(closed: tuple[Rings, ...], model: Model) -> BaseGeometry:
    """The areas that may not be entered, without those the model stands in."""
    spot = shapely.Point(model.x, model.y)
    shapes = [shapely.Polygon(rings[0], rings[1:]) for rings in closed]
    return shapely.union_all([shape for shape in shapes if not shapely.contains_properly(shape, spot)])


def _footings(table: Table, z: float, factors: Costs) -> list[tuple[BaseGeometry, float]]:
    """Areas of bad footing on a level with what their inches cost."""
    price = dict(factors)
    return [
        (footprint(piece), price[piece.footing])
        for piece in solids(table).pieces
        if price.get(piece.footing, 1.0) > 1.0 and piece.bottom - CONTACT <= z <= piece.top + CONTACT
    ]


@lru_cache(maxsize=64)
def wedges(
    table: Table,
    model: Model,
    distance: float,
    others: tuple[Model, ...],
    *,
    step: float = 1.0,
    factor: float = 1.0,
) -> tuple[Ring, ...]:
    """The same ground as star-shaped rings that may touch: for painting at once, one by one or with winding fill.

    None when the model cannot move.  ValueError as for `reach`.
    """
    finite(distance, step, factor, model.x, model.y, model.z)
    if factor <= 0.0:
        raise ValueError(f"every inch must cost something, not {factor}")
    far = max(0.0, distance) / factor
    finite(far)
    if far <= _SLACK:
        return ()
    ground = _ground(table, model, others, step, far)
    spot = shapely.Point(model.x, model.y)
    for part in range(len(ground.parts)):
        if shapely.dwithin(ground.parts[part], spot, CONTACT):
            return tuple(_spread(ground.mesh(part), (model.x, model.y), far))
    return ()


class _Ground:
    """The free ground in a box: its parts, each in triangles once it is walked on."""

    def __init__(self, free: BaseGeometry) -> None:
        self.parts = [part for part in shapely.get_parts(free).tolist() if part.geom_type == "Polygon"]
        shapely.prepare(self.parts)
        self._meshes: dict[int, Mesh] = {}

    def mesh(self, part: int) -> Mesh:
        if part not in self._meshes:
            self._meshes[part] = Mesh(self.parts[part])
        return self._meshes[part]


def _ground(table: Table, model: Model, others: tuple[Model, ...], step: float, far: float) -> _Ground:
    """The ground round the model, shared by everybody of its build who starts near it."""
    x, y = (round(v / _CELL) * _CELL for v in (model.x, model.y))
    half = far + _CELL / 2.0
    wide = half + standing(model).outer
    near = tuple(
        other
        for other in others
        if other.id != model.id and max(abs(other.x - x), abs(other.y - y)) < wide + standing(other).outer
    )
    walker = Model(
        id=ModelId(""),
        name="",
        side=model.side,
        profile=model.profile,
        x=x,
        y=y,
        z=model.z,
        facing=0.0 if model.profile.base.shape == "round" else model.facing,
    )
    return _free(table, walker, near, step, half)


def _prepared(area: BaseGeometry) -> BaseGeometry:
    shapely.prepare(area)
    return area


def _stands(here: Level) -> bool:
    spot = shapely.Point(here.base.x, here.base.y)
    return not shapely.intersects(_obstacles(here, spot), spot)


@lru_cache(maxsize=32)
def _free(table: Table, walker: Model, others: tuple[Model, ...], step: float, half: float) -> _Ground:
    """The free ground in the square round the walker, *half* inches to each side."""
    here = level(table, walker, others, step)
    near = shapely.box(walker.x - half, walker.y - half, walker.x + half, walker.y + half)
    return _Ground(shapely.difference(shapely.intersection(here.floor, near), _obstacles(here, near)))


def _obstacles(here: Level, near: BaseGeometry) -> BaseGeometry:
    """Everything in the way grown by the base, a hair less so that touching leaves room to move."""
    base = here.base
    box = shapely.buffer(near, base.outer, quad_segs=2)
    pieces = [piece for piece in here.pieces if shapely.intersects(footprint(piece), box)]
    if base.shape != "round":
        return shapely.union_all(grown(here, pieces, _SLACK))
    by = max(0.0, base.a - _SLACK)
    # part by part: all the parts of a wild outline at once would cost the square of their number
    outlines = shapely.get_parts([footprint(piece) for piece in pieces])
    shapes = list(shapely.buffer(outlines, by, quad_segs=_sides(by)))
    for rival in here.rivals:
        body = standing(rival)
        reaches = by + body.a if body.shape == "round" else by
        core = shapely.Point(body.x, body.y) if body.shape == "round" else polygon(body)
        shapes.append(shapely.buffer(core, reaches, quad_segs=_sides(reaches)))
    return shapely.union_all([shape for shape in shapes if shapely.intersects(shape, box)])


def _sides(radius: float) -> int:
    """Sides to a quarter of a circle so that none cuts in more than `_SAG`."""
    return 2 if radius <= _SAG else math.ceil(math.pi / 4.0 / math.acos(1.0 - _SAG / radius))


def _spread(mesh: Mesh, start: Point, far: float) -> list[Ring]:
    """Dijkstra over the corners; each wedge is one star-shaped ring round its corner."""
    eye, gates = mesh.around_point(*_nearest(mesh, start))
    rings: list[Ring] = []
    best: dict[int, float] = {}
    done: set[int] = set()
    queue: list[tuple[float, int, float, float]] = []

    xs, ys = mesh.x, mesh.y

    def offer(spent: float, here: Point, seen: list[int]) -> None:
        x, y = here
        for corner in seen:
            ux, uy = xs[corner] - x, ys[corner] - y
            total = spent + math.hypot(ux, uy)
            if total < far - _SAG and total < best.get(corner, math.inf) - 1e-12:
                best[corner] = total
                if mesh.beside(corner, ux, uy):
                    heapq.heappush(queue, (total, corner, *here))

    walls, seen = mesh.look(eye, gates, far)
    rings.append(_ring(walls, eye, far, []))
    offer(0.0, eye, [*seen, *(mesh.ends[gate[0]] for gate in gates)])
    while queue:
        give_way()
        spent, corner, px, py = heapq.heappop(queue)
        if corner in done or spent > best[corner]:
            continue
        done.add(corner)
        here = (mesh.x[corner], mesh.y[corner])
        gates, beside = mesh.around_corner(corner, here[0] - px, here[1] - py)
        walls, seen = mesh.look(here, gates, far - spent, spent, best)
        rings.append(_ring(walls, here, far - spent, [here]))
        offer(spent, here, [*beside, *seen])
    return rings


def _nearest(mesh: Mesh, start: Point) -> Point:
    """The start, or the nearest corner of free ground where rounding put it just outside."""
    if mesh.around_point(*start)[1]:
        return start
    return min(zip(mesh.x, mesh.y, strict=True), key=lambda corner: math.dist(corner, start))


def _ring(walls: list[Wall], eye: Point, far: float, ring: list[Point]) -> list[Point]:
    """The walls seen, cut by the circle of radius *far* round the eye, as a ring in the table's frame."""
    ox, oy = eye
    limit = far * far
    arc: Wall | None = None
    for wall in walls:
        ax, ay, bx, by = wall
        first, last = 0.0, 1.0
        if ax * ax + ay * ay > limit or bx * bx + by * by > limit:
            first, last = _within(wall, limit)
        ex, ey = bx - ax, by - ay
        if first > 0.0:
            # neighbouring walls out of reach are one arc, of less than half a circle
            end = (ax + first * ex, ay + first * ey) if first < last else (bx, by)
            if arc is not None and arc[0] * end[1] - arc[1] * end[0] <= 0.0:
                ring += _arc(eye, arc, far)
                arc = None
            arc = (*(arc[:2] if arc else (ax, ay)), *end)
        if first < last:
            if arc is not None:
                ring += _arc(eye, arc, far)
                arc = None
            ring.append((ox + ax + first * ex, oy + ay + first * ey))
            ring.append((ox + ax + last * ex, oy + ay + last * ey))
            if last < 1.0:
                arc = (ax + last * ex, ay + last * ey, bx, by)
    return ring if arc is None else ring + _arc(eye, arc, far)


def _within(wall: Wall, limit: float) -> tuple[float, float]:
    """Between which shares of its length a wall is nearer than the root of *limit*; (1, 0) if nowhere."""
    ax, ay, bx, by = wall
    ex, ey = bx - ax, by - ay
    square, along = ex * ex + ey * ey, ax * ex + ay * ey
    root = along * along - square * (ax * ax + ay * ay - limit)
    if root <= 0.0 or square <= 0.0:
        return 1.0, 0.0
    turn = math.sqrt(root)
    first, last = max(0.0, (-along - turn) / square), min(1.0, (turn - along) / square)
    return (first, last) if first < last else (1.0, 0.0)


def _arc(eye: Point, between: Wall, radius: float) -> list[Point]:
    """Points of the circle round the eye between two directions from it."""
    px, py, qx, qy = between
    start = math.atan2(py, px)
    angle = math.atan2(px * qy - py * qx, px * qx + py * qy)
    step = min(_ARC, 2.0 * math.acos(1.0 - _SAG / max(radius, _SAG)))
    count = max(1, math.ceil(angle / step))
    turns = [start + angle * k / count for k in range(count + 1)]
    return [(eye[0] + radius * math.cos(turn), eye[1] + radius * math.sin(turn)) for turn in turns]


def _united(rings: Iterable[Ring]) -> BaseGeometry:
    """One area.  A plain union of many touching wedges can lose some; then a fine grid mends it."""
    sized = [np.array(ring) for ring in rings if len(ring) >= 3]
    index = np.repeat(np.arange(len(sized)), [len(ring) for ring in sized])
    shapes = shapely.polygons(shapely.linearrings(np.concatenate(sized), indices=index))
    broken = ~shapely.is_valid(shapes)
    shapes[broken] = shapely.buffer(shapes[broken], 0.0)
    shapes = shapes[shapely.area(shapes) > 1e-9]
    area = shapely.union_all(shapes)
    shapely.prepare(area)
    inner = shapely.point_on_surface(shapes)
    kept = shapely.dwithin(area, inner, _SLACK)
    return area if kept.all() else shapely.union_all(shapes, grid_size=1e-6)


def _rings(area: BaseGeometry) -> tuple[Rings, ...]:
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon" and part.area > 0.0]
    return tuple(tuple(tuple(ring.coords) for ring in (part.exterior, *part.interiors)) for part in parts)


def _rough(table: Table, area: BaseGeometry, model: Model) -> tuple[str, ...]:
    ground = solids(table)
    found = (ground.pieces[i] for i in ground.meeting(area))
    rough = (p for p in found if p.footing in ("difficult", "very_difficult"))
    return tuple(p.id for p in rough if p.bottom - CONTACT <= model.z <= p.top + CONTACT)
