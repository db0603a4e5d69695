"""An independent second opinion on everything but sight (that is `sight_checker`): slow, plain, by brute force.

Shares no code with the engine's geometry: it knows the nouns of `engine.game`, and draws bases and
footprints with a great many corners.  What it says is true within the slack each function names.
Inches, in the frame of `engine.game`.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from engine.game import MM_PER_INCH, Model, Point, Table, Terrain

Array = npt.NDArray[np.float64]
Cell = tuple[int, int]

CORNERS = 1440
"""Corners of a drawn curve: of a 60 mm base they lie within 3e-6 in of the true rim everywhere."""


def rim(model: Model, x: float | None = None, y: float | None = None, *, less: float = 0.0) -> shapely.Polygon:
    """The base drawn where the model stands, or at another place, *less* inches smaller all round."""
    base = model.profile.base
    a = base.width / 2 / MM_PER_INCH - less
    b = (base.width if base.shape == "round" else base.depth) / 2 / MM_PER_INCH - less
    if base.shape == "rect":
        local = np.array([(-a, -b), (a, -b), (a, b), (-a, b)])
    else:
        turns = np.arange(CORNERS) * (math.tau / CORNERS)
        local = np.column_stack((a * np.cos(turns), b * np.sin(turns)))
    turn = math.radians(model.facing)
    c, s = math.cos(turn), math.sin(turn)
    at = np.array([model.x if x is None else x, model.y if y is None else y])
    return shapely.Polygon(local @ np.array([[c, s], [-s, c]]) + at)


def plan(piece: Terrain) -> BaseGeometry:
    """The footprint of a plain piece: a simple outline with area, or a wall along its points."""
    if piece.open or len(piece.outline) < 3:
        return shapely.LineString(piece.outline)
    return shapely.Polygon(piece.outline)


def gap(a: Model, b: Model) -> float:
    """Plan distance between two bases, good to 1e-5 in."""
    return float(shapely.distance(rim(a), rim(b)))


def bearing(model: Model, x: float, y: float) -> float:
    """Degrees from the facing clockwise to a point, over -180 to 180."""
    turn = math.degrees(math.atan2(x - model.x, -(y - model.y))) - model.facing
    return (turn + 180.0) % 360.0 - 180.0


def nearest_in_arc(viewer: Model, target: Model, degrees: float) -> float:
    """Least distance from the viewer's base to points of the target in its arc; infinite when there are none.

    Over a few thousand points of the target: never too short, too long by up to a hundredth.
    """
    shape = rim(target)
    points = [shape.exterior.interpolate(k / 900, normalized=True).coords[0] for k in range(900)]
    inner = [
        (target.x + s * (x - target.x), target.y + s * (y - target.y)) for s in (0.75, 0.5, 0.2) for x, y in points
    ]
    kept = [p for p in (*points, *inner) if abs(bearing(viewer, *p)) <= degrees / 2]
    if not kept:
        return math.inf
    return float(shapely.distance(rim(viewer), shapely.multipoints(kept)))


def obstacles(table: Table, model: Model, others: Iterable[Model], step: float) -> list[BaseGeometry]:
    """Plans of what a body with its feet at z = 0 must go round."""
    head = model.profile.height
    shapes = [plan(p) for p in table.terrain if p.footing == "solid" and p.top > step + 1e-6 and p.bottom < head - 1e-6]
    return shapes + [rim(other) for other in others if other.id != model.id and other.z < head - 0.001]


def free(model: Model, places: Array, walls: Sequence[BaseGeometry], slack: float) -> npt.NDArray[np.bool_]:
    """At which places (n, 2) does the base, *slack* smaller all round, meet no wall?"""
    if not walls:
        return np.ones(len(places), dtype=np.bool_)
    shape = rim(model, 0.0, 0.0, less=slack)
    corners = shapely.get_coordinates(shape if len(shape.exterior.coords) < 9 else shape.simplify(1e-4))
    bodies = shapely.polygons(places[:, None, :] + corners[None, :, :])
    hit = shapely.STRtree(list(walls)).query(bodies, predicate="intersects")[0]
    out = np.ones(len(places), dtype=np.bool_)
    out[hit] = False
    return out


def way_is_free(
    model: Model, way: Sequence[Point], walls: Sequence[BaseGeometry], slack: float, every: float = 0.02
) -> bool:
    """Does the base, set down every so many inches along the way, nowhere overlap a wall by more than *slack*?"""
    places = [way[0]]
    for (ax, ay), (bx, by) in pairwise(way):
        count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / every))
        places += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return bool(free(model, np.array(places), walls, slack).all())


class Field:
    """A square net of places round the model where its base stands free, and the distances walked over it.

    Steps go to the 32 nearest directions and only where the middle of the step is free too, so a way
    over the net is a true way: never shorter than the shortest, and longer by some two per cent.
    """

    def __init__(self, model: Model, walls: Sequence[BaseGeometry], far: float, mesh: float, slack: float) -> None:
        self.model, self.walls, self.mesh, self.slack = model, walls, mesh, slack
        self.count = math.ceil(far / mesh)
        cells = [(i, j) for i in range(-self.count, self.count + 1) for j in range(-self.count, self.count + 1)]
        fine = free(model, np.array([self.at(cell) for cell in cells]), walls, slack)
        self.open = {cell for cell, good in zip(cells, fine.tolist(), strict=True) if good}
        self.steps = [
            (i, j) for i in range(-3, 4) for j in range(-3, 4) if math.gcd(i, j) == 1 and max(abs(i), abs(j)) <= 3
        ]
        self.spent = self._walk(far)

    def at(self, cell: Cell) -> Point:
        return self.model.x + cell[0] * self.mesh, self.model.y + cell[1] * self.mesh

    def _walk(self, far: float) -> dict[Cell, float]:
        """Dijkstra from the model's place."""
        spent, queue = {(0, 0): 0.0}, [(0.0, (0, 0))]
        while queue:
            so_far, here = heapq.heappop(queue)
            if so_far > spent[here]:
                continue
            for di, dj in self.steps:
                there = (here[0] + di, here[1] + dj)
                total = so_far + math.hypot(di, dj) * self.mesh
                if (
                    there in self.open
                    and total <= far
                    and total < spent.get(there, math.inf)
                    and self._open(here, there)
                ):
                    spent[there] = total
                    heapq.heappush(queue, (total, there))
        return spent

    def _open(self, here: Cell, there: Cell) -> bool:
        """Are the cells the step passes over open?  One cell wide is finer than any wall that matters here."""
        count = max(abs(there[0] - here[0]), abs(there[1] - here[1]))
        for k in range(1, count):
            i = here[0] + (there[0] - here[0]) * k / count
            j = here[1] + (there[1] - here[1]) * k / count
            if (math.floor(i), math.floor(j)) not in self.open or (math.ceil(i), math.ceil(j)) not in self.open:
                return False
        return True


def seen_ground(table: Table, eye: Point, z: float) -> BaseGeometry:
    """What an eye sees at its own height: the table less, edge by edge, everything behind each edge."""
    seen: BaseGeometry = shapely.box(0, 0, table.width, table.height)
    p = np.array(eye)
    for piece in table.terrain:
        if not (piece.sight == "solid" and piece.bottom <= z < piece.top):
            continue
        corners = [np.array(c) for c in piece.outline]
        for a, b in zip(corners, corners[1:] if piece.open else [*corners[1:], corners[0]], strict=False):
            far = [p + (q - p) * 1e5 / np.hypot(*(q - p)) for q in (a, b)]
            middle = p + ((far[0] + far[1]) / 2 - p) * 3
            seen = seen.difference(shapely.Polygon([a, b, far[1], middle, far[0]]))
        if not piece.open:
            seen = seen.difference(shapely.Polygon(corners))
    return seen


def surface(table: Table, model: Model, *, by_centre: bool) -> tuple[float, float]:
    """The highest top at or below the feet that holds the base, and how near the border of one no lower is (inches)."""
    body: BaseGeometry = shapely.Point(model.x, model.y) if by_centre else rim(model)
    tops = [(p.top, plan(p)) for p in table.terrain if p.top <= model.z + 0.001 and plan(p).area > 0.0]
    best = max((top for top, shape in tops if shapely.intersects(body, shape)), default=0.0)
    edge = body if by_centre else body.exterior
    firm = min((float(shapely.distance(edge, shape.exterior)) for top, shape in tops if top >= best), default=math.inf)
    return best, firm


def covered(model: Model, shape: BaseGeometry) -> float:
    """Share of the base under a shape."""
    body = rim(model)
    return float(shapely.intersection(body, shape).area / body.area)
