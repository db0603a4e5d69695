"""Reach where inches cost differently: bad footing, ground that may not be entered, climbs to other levels.

The free ground of a level is cut into regions of one price each.  Inside a region ways are
straight, as in `reach`; the borders between regions carry points close to each other
(`SPACING`) at which a way may pass from one price to the next.  What is given is therefore
really reached; what is left out for lack of a point on a border is at most `error` inches
of movement away.  Climbs lead from the foot of a face, one base radius before it, to the
top just behind it, and cost their height.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.courtesy import give_way
from engine.game import Model, Point, Table
from engine.geometry.bumps import stands_in
from engine.geometry.exact import standing
from engine.geometry.mesh import Gate, Mesh, Wall
from engine.geometry.shapes import carries, footprint, has_area, solids

SPACING = 0.1
"""Inches between points at which a way may pass from one price to another."""
FACES = 0.25
"""Inches between points of a face at which it may be climbed."""
_BEHIND = 0.02
"""Inches behind the edge of a top at which a climb ends."""
_SAG = 0.009
_LEVELS = 24
"""Levels looked at before the search is called done; a table has few that one move can touch."""

Ring = list[Point]
Cut = Callable[[list[Wall], Point, float, Ring], Ring]
"""Makes a ring of walls seen from an eye up to a distance (see `reach`)."""
Costs = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Spread:
    """Ground reached from one point: its ring, the point, what it cost to get there, and the price of an inch."""

    ring: Ring
    eye: Point
    spent: float
    factor: float

    def cost(self, x: float, y: float) -> float:
        """Movement to a point inside the ring."""
        return self.spent + self.factor * math.hypot(x - self.eye[0], y - self.eye[1])


@dataclass
class _Region:
    """One connected area of one price, in triangles; *best* is the movement to each corner, in its own inches."""

    area: BaseGeometry
    factor: float
    mesh: Mesh
    best: dict[int, float] = field(default_factory=dict)
    corner: dict[Point, int] = field(default_factory=dict)


class Ground:
    """The free ground of one level in regions of one price.

    *free* is where the base's centre may be, *footings* the areas that cost more (area, factor).
    """

    def __init__(self, free: BaseGeometry, footings: Iterable[tuple[BaseGeometry, float]] = ()) -> None:
        self.regions: list[_Region] = []
        rest = free
        priced: list[tuple[BaseGeometry, float]] = []
        for area, factor in sorted(footings, key=lambda pair: -pair[1]):
            priced.append((shapely.intersection(rest, area), factor))
            rest = shapely.difference(rest, area)
        dense = bool(priced)
        for area, factor in (*priced, (rest, 1.0)):
            for part in shapely.get_parts(area).tolist():
                if part.geom_type == "Polygon" and part.area > 1e-9:
                    self._add(part, factor, dense)
        self._shared = self._borders() if dense else {}

    def _add(self, part: BaseGeometry, factor: float, dense: bool) -> None:
        fine = shapely.set_precision(shapely.segmentize(part, SPACING), 1e-7) if dense else part
        for piece in shapely.get_parts(fine).tolist():
            if piece.geom_type != "Polygon" or piece.is_empty:
                continue
            shapely.prepare(piece)
            mesh = Mesh(piece)
            corner = {place: index for index, place in enumerate(zip(mesh.x, mesh.y, strict=True))} if dense else {}
            self.regions.append(_Region(piece, factor, mesh, corner=corner))

    def _borders(self) -> dict[Point, list[int]]:
        """Points that lie on the border of more than one region, and of which."""
        found: dict[Point, list[int]] = {}
        for number, region in enumerate(self.regions):
            for place in region.corner:
                found.setdefault(place, []).append(number)
        return {place: numbers for place, numbers in found.items() if len(numbers) > 1}

    def beside(self, region: int, corner: int) -> Iterator[tuple[int, int]]:
        """The other regions that meet at a corner of one, and which corner of theirs it is."""
        mesh = self.regions[region].mesh
        place = (mesh.x[corner], mesh.y[corner])
        for number in self._shared.get(place, ()):
            if number != region:
                yield number, self.regions[number].corner[place]

    def spread(self, sources: Iterable[tuple[Point, float]], far: float, cut: Cut) -> list[Spread]:
        """Everything within *far* inches of movement of the sources (point, movement spent so far)."""
        for region in self.regions:
            region.best.clear()
        walk = _Walk(self, far, cut)
        for place, spent in sorted(sources, key=lambda source: source[1]):
            walk.begin(place, spent)
        walk.run()
        return walk.found


class _Walk:
    """Dijkstra over the corners of all regions of one level."""

    def __init__(self, ground: Ground, far: float, cut: Cut) -> None:
        self.ground, self.far, self.cut = ground, far, cut
        self.found: list[Spread] = []
        self._queue: list[tuple[float, int, int, float, float, bool]] = []
        self._starts: list[tuple[float, int, Point]] = []
        self._done: set[tuple[int, int, bool]] = set()

    def begin(self, place: Point, spent: float) -> None:
        """A way begins at a place, or ends in nothing where no ground is."""
        spot = shapely.Point(place)
        for number, region in enumerate(self.ground.regions):
            if shapely.dwithin(region.area, spot, 1e-3):
                heapq.heappush(self._starts, (spent, number, place))

    def run(self) -> None:
        """Settle starts and corners in the order of what they cost."""
        while self._starts or self._queue:
            give_way()
            if self._starts and (not self._queue or self._starts[0][0] <= self._queue[0][0]):
                spent, number, place = heapq.heappop(self._starts)
                self._from_point(number, _nearest(self.ground.regions[number].mesh, place), spent)
                continue
            spent, number, corner, px, py, entered = heapq.heappop(self._queue)
            region = self.ground.regions[number]
            if (number, corner, entered) in self._done or spent > region.best[corner] * region.factor + 1e-9:
                continue
            self._done.add((number, corner, entered))
            here = (region.mesh.x[corner], region.mesh.y[corner])
            if entered:
                gates, seen = region.mesh.opening(corner)
            else:
                gates, seen = region.mesh.around_corner(corner, here[0] - px, here[1] - py)
            if gates:
                self._look(number, here, gates, seen, spent, [here])
            else:
                self._offer(number, here, seen, spent)

    def _from_point(self, number: int, place: Point, spent: float) -> None:
        mesh = self.ground.regions[number].mesh
        eye, gates = mesh.around_point(*place)
        corners = [mesh.ends[gate[0]] for gate in gates]
        self._look(number, eye, gates, corners, spent, [])

    def _look(self, number: int, eye: Point, gates: list[Gate], beside: list[int], spent: float, ring: Ring) -> None:
        region = self.ground.regions[number]
        left = (self.far - spent) / region.factor
        if left <= 1e-9:
            return
        walls, seen = region.mesh.look(eye, gates, left, spent / region.factor, region.best)
        self.found.append(Spread(self.cut(walls, eye, left, ring), eye, spent, region.factor))
        self._offer(number, eye, [*beside, *seen], spent)

    def _offer(self, number: int, eye: Point, seen: list[int], spent: float) -> None:
        region = self.ground.regions[number]
        mesh, factor = region.mesh, region.factor
        for corner in seen:
            ux, uy = mesh.x[corner] - eye[0], mesh.y[corner] - eye[1]
            total = spent + factor * math.hypot(ux, uy)
            if total >= self.far - _SAG or total >= region.best.get(corner, math.inf) * factor - 1e-9:
                continue
            region.best[corner] = total / factor
            if mesh.beside(corner, ux, uy):
                heapq.heappush(self._queue, (total, number, corner, *eye, False))
            for other, at in self.ground.beside(number, corner):
                self._enter(other, at, total)

    def _enter(self, number: int, corner: int, total: float) -> None:
        """A way comes over a border into another region."""
        region = self.ground.regions[number]
        if total < region.best.get(corner, math.inf) * region.factor - 1e-9:
            region.best[corner] = total / region.factor
            here = (region.mesh.x[corner], region.mesh.y[corner])
            heapq.heappush(self._queue, (total, number, corner, *here, True))


def _nearest(mesh: Mesh, start: Point) -> Point:
    if mesh.around_point(*start)[1]:
        return start
    return min(zip(mesh.x, mesh.y, strict=True), key=lambda corner: math.dist(corner, start))


# Levels --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Storey:
    """What is reached on one level; *z* is its elevation."""

    z: float
    spreads: tuple[Spread, ...]


Lay = Callable[[float], Ground]
"""The ground of the level at an elevation."""


def storeys(
    table: Table, model: Model, far: float, lay: Lay, cut: Cut, *, step: float, climb: float, least: float = 0.0
) -> tuple[Storey, ...]:
    """Everything within *far* inches of movement, climbing faces of up to *climb* inches up or down.

    A climb costs its height, but never less than *least*.  Without climbs only the level
    the model stands on is looked at.
    """
    grounds: dict[float, Ground] = {model.z: lay(model.z)}
    sources: dict[float, list[tuple[Point, float]]] = {model.z: [((model.x, model.y), 0.0)]}
    found: dict[float, list[Spread]] = {}
    waiting = [model.z]
    for _ in range(_LEVELS):
        if not waiting:
            break
        z = waiting.pop(0)
        found[z] = grounds[z].spread(sources[z], far, cut)
        if climb <= step:
            continue
        for other, landings in _climbs(table, model, z, found[z], far, step, climb, least).items():
            if other not in grounds:
                grounds[other] = lay(other)
            known = sources.setdefault(other, [])
            better = [pair for pair in landings if pair[1] < _known(found.get(other, []), pair[0]) - 1e-6]
            if better:
                known.extend(better)
                waiting += [other] if other not in waiting else []
    return tuple(Storey(z, tuple(spreads)) for z, spreads in sorted(found.items()))


def _known(spreads: list[Spread], place: Point) -> float:
    """Movement with which a place is reached already."""
    return _cheapest(spreads, [place])[0]


def _cheapest(spreads: list[Spread], places: list[Point]) -> list[float]:
    """Movement to each place, infinite where it is not reached."""
    costs = np.full(len(places), math.inf)
    sized = [spread for spread in spreads if len(spread.ring) >= 3]
    if not sized or not places:
        return [float(cost) for cost in costs]
    shapes = shapely.polygons([shapely.linearrings(spread.ring) for spread in sized])
    which, rings = shapely.STRtree(shapes).query(shapely.points(places), predicate="dwithin", distance=1e-3)
    for place, ring in zip(which.tolist(), rings.tolist(), strict=True):
        costs[place] = min(costs[place], sized[ring].cost(*places[place]))
    return [float(cost) for cost in costs]


def _climbs(
    table: Table, model: Model, z: float, spreads: list[Spread], far: float, step: float, climb: float, least: float
) -> dict[float, list[tuple[Point, float]]]:
    """Where climbs from this level end, by elevation, and what it costs to get there."""
    landings: dict[float, list[tuple[Point, float]]] = {}
    for foot, head, to_z in _faces(table, model, z, step, climb):
        spent = _cheapest(spreads, foot)
        price = max(least, abs(to_z - z)) + standing(model).outer
        good = [(top, cost + price) for top, cost in zip(head, spent, strict=True) if cost + price < far]
        if good:
            landings.setdefault(to_z, []).extend(good)
    return landings


def _faces(
    table: Table, model: Model, z: float, step: float, climb: float
) -> Iterator[tuple[list[Point], list[Point], float]]:
    """Feet and heads of every face that can be climbed from a level, up and down."""
    ground = solids(table)
    out = standing(model).outer
    for piece in ground.pieces:
        if not (has_area(piece) and carries(piece)):
            continue
        up = piece.top - z
        if step < up <= climb + 1e-9 and stands_in(piece, z, step, model.profile.height):
            yield *_sides(footprint(piece), out, -_BEHIND), piece.top
        if abs(piece.top - z) <= step and z > step:
            for below in _below(table, piece.top, climb):
                if z - below > step:
                    yield *_sides(footprint(piece), -_BEHIND, out), below


def _below(table: Table, z: float, climb: float) -> tuple[float, ...]:
    """Elevations one may climb down to: the table and the tops of pieces."""
    tops = {0.0, *(p.top for p in solids(table).pieces if has_area(p) and carries(p))}
    return tuple(sorted(top for top in tops if 0.0 < z - top <= climb + 1e-9))


def _sides(shape: BaseGeometry, foot: float, head: float) -> tuple[list[Point], list[Point]]:
    """Points along the outline of a piece, *foot* and *head* inches outside it (inside where negative)."""
    feet: list[Point] = []
    heads: list[Point] = []
    for part in shapely.get_parts(shape).tolist():
        ring = np.asarray(shapely.segmentize(shapely.orient_polygons(part), FACES).exterior.coords)
        middle, along = (ring[1:] + ring[:-1]) / 2, ring[1:] - ring[:-1]
        long = np.hypot(along[:, 0], along[:, 1])
        normal = np.column_stack([along[:, 1], -along[:, 0]])[long > 0] / long[long > 0, None]
        at = middle[long > 0]
        feet += [(float(x), float(y)) for x, y in at + foot * normal]
        heads += [(float(x), float(y)) for x, y in at + head * normal]
    return feet, heads
