"""The shortest way of a base round everything on its level.

For a round base every corner grows to a circle and every edge to a capsule; the shortest
way is made of common tangents of such circles and arcs on them (all in closed form), and is
found by A* over the tangents.  Other bases are drawn as polygons first, the obstacles grown
by them, and the way is made of straight lines between corners.
"""

from __future__ import annotations

import heapq
import math

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point, Table, Terrain
from engine.geometry.exact import feet, standing
from engine.geometry.level import Level, grown, level, polygon
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import Array, Indices, borders, footprint, has_area

Flags = NDArray[np.bool_]

_SLACK = 1e-7
"""How much of a base may be inside something, so that touching is not overlapping."""
_DRAWN_SLACK = 0.5 * CONTACT
"""What is taken off bases drawn with sides, which may stand out by part of the contact tolerance."""
_PLAIN = 32
"""A piece with more border segments than this is made plainer before a way round it is looked for."""
_HAIR = 0.25 * CONTACT
"""By how much that may move its border."""
_CHORD = math.radians(2.0)
_SAMPLES = 360
_PATIENCE = 200_000
_SMOOTH = (0.0, 0.0, 0.0, 0.0)
Bend = tuple[float, ...]
"""(x, y, radius, way to one neighbour corner, way to the other); no ways where it is round."""


class _Tangent(Struct, frozen=True):
    """A straight piece from one turn to another: where it leaves and arrives, as angles on their circles."""

    to: int
    leaves: float
    arrives: float
    length: float


class _Map:
    """Circles to turn round, and all that must be kept clear of.

    A *turn* is a circle and a sense of going round it: turn 2i is circle i anticlockwise
    (angles growing), 2i + 1 clockwise.  Circles 0 and 1 are the start and the goal.
    """

    def __init__(self, level: Level, goal: Point) -> None:
        self.floor = shapely.buffer(level.floor, 1e-6, quad_segs=1)
        shapely.prepare(self.floor)
        start = (level.base.x, level.base.y)
        self.edges, self.clear, self.discs, self.areas, turns = _grown(level)
        shapely.prepare(self.areas)
        ends = [(*start, 0.0, *_SMOOTH), (*goal, 0.0, *_SMOOTH)]
        rows = np.array([*ends, *turns, *_bends(level.floor)], dtype=np.float64)
        self.circles: Array = rows[:, :3]
        self.sides: Array = rows[:, 3:]
        lines = shapely.linestrings(self.edges.reshape(-1, 2, 2)) if len(self.edges) else []
        self.tree = shapely.STRtree(lines)
        self.slack = _SLACK
        self.slack = max(_SLACK, min(CONTACT, -float(self.room(np.array([start]))[0])) + 1e-9)
        self._open: dict[int, Flags] = {}
        self._from: dict[int, list[_Tangent]] = {}

    def room(self, points: Array) -> Array:
        """How far each point is from the nearest place where the base would overlap (less than 0: inside)."""
        out: Array = np.full(len(points), np.inf)
        if len(self.edges):
            _, far = self.tree.query_nearest(shapely.points(points), all_matches=False, return_distance=True)
            out = far - self.clear
        for x, y, radius in self.discs.tolist():
            out = np.minimum(out, np.hypot(points[:, 0] - x, points[:, 1] - y) - radius)
        return out

    def stands(self, points: Array) -> Flags:
        """Which points can the base stand on?"""
        x, y = points[:, 0], points[:, 1]
        fine: Flags = shapely.intersects_xy(self.floor, x, y) & ~shapely.contains_xy(self.areas, x, y)
        return fine & (self.room(points) >= -self.slack)

    def free(self, lines: Array) -> Flags:
        """Along which lines (n, 2, 2) can the base slide?"""
        shapes = shapely.linestrings(lines)
        out: Flags = shapely.covers(self.floor, shapes)
        if len(self.edges):
            hit = self.tree.query(shapes[out], predicate="dwithin", distance=max(self.clear - self.slack, 1e-9))[0]
            out[np.flatnonzero(out)[np.unique(hit)]] = False
        flat = lines.reshape(-1, 4)
        for x, y, radius in self.discs.tolist():
            out &= feet(x, y, flat)[2] >= radius - self.slack
        return out

    def rim(self, circle: int) -> Flags:
        """At which of the sampled angles of a circle can the base stand?"""
        if circle not in self._open:
            x, y, radius = self.circles[circle].tolist()
            angles = np.arange(_SAMPLES) * (2.0 * math.pi / _SAMPLES)
            points = np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles)))
            self._open[circle] = self.stands(points)
        return self._open[circle]

    def arc(self, turn: int, start: float, end: float) -> float | None:
        """Length of the arc from one angle to another in the turn's sense; None when something is in it."""
        circle, sense = turn // 2, 1 if turn % 2 == 0 else -1
        radius = float(self.circles[circle, 2])
        if radius == 0.0:
            return 0.0
        angle = ((end - start) * sense) % (2.0 * math.pi)
        if angle > 2.0 * math.pi - 1e-7:
            angle = 0.0
        rim, step = self.rim(circle), 2.0 * math.pi / _SAMPLES
        first = start / step if sense > 0 else (start - angle) / step
        for k in range(math.ceil(first + 0.02), math.floor(first + angle / step - 0.02) + 1):
            if not rim[k % _SAMPLES]:
                return None
        return radius * angle

    def tangents(self, turn: int) -> list[_Tangent]:
        """All free straight lines that leave a turn and arrive at another."""
        if turn not in self._from:
            self._from[turn] = self._tangents(turn)
        return self._from[turn]

    def _tangents(self, turn: int) -> list[_Tangent]:
        x, y, radius = self.circles[turn // 2].tolist()
        sense = 1.0 if turn % 2 == 0 else -1.0
        n = len(self.circles)
        to = np.arange(2 * n)
        senses = np.where(to % 2 == 0, 1.0, -1.0)
        cx, cy, other = self.circles[to // 2].T
        dx, dy, k = cx - x, cy - y, radius * sense - other * senses
        apart = np.hypot(dx, dy)
        square = (apart - np.abs(k)) * (apart + np.abs(k))
        # Points and the goal need one sense only, and nothing returns to the start.
        keep = (to // 2 != turn // 2) & (to // 2 != 0) & ((to % 2 == 0) | (other > 0.0))
        keep &= self._grazes(to // 2, dx, dy) & self._grazes(np.full(2 * n, turn // 2), dx, dy)
        # A point on a circle has a tangent of no length: the way of a base that touches what it goes round.
        keep &= (apart > 1e-9) & (apart - np.abs(k) >= -self.slack)
        to, senses, cx, cy, other, dx, dy, k = (v[keep] for v in (to, senses, cx, cy, other, dx, dy, k))
        length = np.sqrt(np.maximum(square[keep], 0.0))
        whole = length * length + k * k
        ux, uy = (dx * length - dy * k) / whole, (dy * length + dx * k) / whole
        leave = np.column_stack((x + radius * sense * uy, y - radius * sense * ux))
        arrive = np.column_stack((cx + other * senses * uy, cy - other * senses * ux))
        fine = self.stands(arrive) & self.stands(leave)
        sized = fine & (length > 1e-9)
        fine[sized] = self.free(np.stack((leave[sized], arrive[sized]), axis=1))
        leaves, arrives = np.arctan2(-sense * ux, sense * uy), np.arctan2(-senses * ux, senses * uy)
        rows = zip(to[fine], leaves[fine], arrives[fine], length[fine], strict=True)
        return [_Tangent(int(t), float(a), float(b), float(d)) for t, a, b, d in rows]

    def _grazes(self, circles: Indices, dx: Array, dy: Array) -> Flags:
        """Do lines along (dx, dy) pass by the corner, both its sides to one hand?  Others are never shortest."""
        px, py, qx, qy = self.sides[circles].T
        slack = 1e-9 * np.hypot(dx, dy)
        one, two = dx * py - dy * px, dx * qy - dy * qx
        grazes: Flags = ((one >= -slack) & (two >= -slack)) | ((one <= slack) & (two <= slack))
        return grazes


def _grown(here: Level) -> tuple[Array, float, Array, BaseGeometry, list[Bend]]:
    """(edges, clearance to keep from them, discs and areas to keep out of, bends to turn round)."""
    base = here.base
    areas = shapely.union_all([footprint(piece) for piece in here.pieces if has_area(piece)])
    if base.shape != "round":
        curved = base.shape == "oval" or any(standing(rival).shape != "rect" for rival in here.rivals)
        less = _DRAWN_SLACK if curved else 0.0
        wide = shapely.union_all(grown(here, here.pieces, less))
        tight = shapely.union_all(grown(here, here.pieces, less + _SLACK))
        return _sides(tight), 0.0, np.empty((0, 3)), tight, _bends(wide)
    edges, discs = [np.empty((0, 4)), *(_plain(piece) for piece in here.pieces)], list[Bend]()
    for rival in here.rivals:
        body = standing(rival)
        if body.shape == "round":
            discs.append((body.x, body.y, base.a + body.a, *_SMOOTH))
        else:
            edges.append(_sides(polygon(body)))
    rows: Array = np.concatenate(edges)
    turns: list[Bend] = [(x, y, base.a, *_SMOOTH) for x, y in np.unique(rows.reshape(-1, 2), axis=0).tolist()]
    return rows, base.a, np.array(discs, dtype=np.float64).reshape(-1, 7)[:, :3], areas, turns + discs


def _plain(piece: Terrain) -> Array:
    """The border segments of a piece; one with a great many corners loses those that a hair would straighten."""
    rows = borders(piece)
    if len(rows) <= _PLAIN:
        return rows
    return _edges(shapely.simplify(footprint(piece), _HAIR))


def _edges(shape: BaseGeometry) -> Array:
    """The segments of whatever lines or areas a shape is made of, (n, 4)."""
    parts = [part.boundary if part.geom_type == "Polygon" else part for part in shapely.get_parts(shape)]
    xy, line = shapely.get_coordinates(shapely.get_parts(parts), return_index=True)
    whole = line[1:] == line[:-1]
    return np.hstack((xy[:-1][whole], xy[1:][whole]))


def _rings(area: BaseGeometry) -> list[Array]:
    """The closed rings of an area as coordinates."""
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon"]
    return [shapely.get_coordinates(ring) for part in parts for ring in (part.exterior, *part.interiors)]


def _sides(area: BaseGeometry) -> Array:
    """The border segments of an area, (n, 4)."""
    return np.concatenate([np.empty((0, 4)), *(np.hstack((xy[:-1], xy[1:])) for xy in _rings(area))])


def _bends(area: BaseGeometry) -> list[Bend]:
    """The corners of an area as points to turn round, each with the way to its two neighbours."""
    out: list[Bend] = []
    for xy in _rings(area):
        back, on = np.roll(xy[:-1], 1, axis=0) - xy[:-1], np.roll(xy[:-1], -1, axis=0) - xy[:-1]
        rows = np.column_stack((xy[:-1], np.zeros(len(back)), back, on)).tolist()
        out += [(x, y, radius, *rest) for x, y, radius, *rest in rows]
    return out


def route(
    table: Table, model: Model, goal: Point, others: tuple[Model, ...], step: float, limit: float = math.inf
) -> tuple[Point, ...] | None:
    """The way as points from the model's place to the goal; None when there is none within *limit* inches."""
    start = (model.x, model.y)
    if start == goal:
        return (start,)
    far, here = math.dist(start, goal), level(table, model, others, step)
    for bound in (1.5 * far + 4.0, math.inf):
        # A first look near by: a way found within the bound cannot leave its ellipse.
        within = min(bound, limit)
        chart = _Map(_nearby(here, start, goal, within), goal)
        if far > within or not chart.stands(np.array([start, goal])).all():
            return None
        if chart.free(np.array([[start, goal]]))[0]:
            return (start, goal)
        turns = _search(chart, goal, within)
        if turns is not None:
            return _points(chart, turns, start, goal)
        if within == limit:
            return None
    return None


def _nearby(here: Level, start: Point, goal: Point, within: float) -> Level:
    """The level with only what a way of so many inches between two points could meet."""
    if math.isinf(within):
        return here
    x, y, reach = (start[0] + goal[0]) / 2.0, (start[1] + goal[1]) / 2.0, within / 2.0 + here.base.outer + CONTACT
    box = shapely.box(x - reach, y - reach, x + reach, y + reach)
    pieces = tuple(piece for piece in here.pieces if shapely.intersects(footprint(piece), box))
    return replace(here, pieces=pieces)


def _search(chart: _Map, goal: Point, limit: float) -> list[tuple[int, float, float]] | None:
    """A* over turns: the turns taken, each with the angles at which the way arrives and leaves."""
    ahead = np.hypot(chart.circles[:, 0] - goal[0], chart.circles[:, 1] - goal[1]) - chart.circles[:, 2]
    queue: list[tuple[float, int, float, int, float]] = [(0.0, 0, 0.0, 0, 0.0)]
    came: dict[int, tuple[int, float]] = {}
    places: list[tuple[int, float]] = [(0, 0.0)]
    best: dict[tuple[int, int], float] = {}
    while queue and len(places) < _PATIENCE:
        _, node, spent, turn, angle = heapq.heappop(queue)
        if turn // 2 == 1:
            return _trail(node, places, came)
        for line in chart.tangents(turn):
            along = chart.arc(turn, angle, line.leaves) if node else 0.0
            if along is None:
                continue
            total = spent + along + line.length
            key = (line.to, round(line.arrives * 1e7))
            rank = total + max(0.0, float(ahead[line.to // 2]))
            if rank <= limit and total < best.get(key, math.inf) - 1e-12:
                best[key] = total
                places.append((line.to, line.arrives))
                came[len(places) - 1] = (node, line.leaves)
                heapq.heappush(queue, (rank, len(places) - 1, total, line.to, line.arrives))
    return None


def _trail(
    node: int, places: list[tuple[int, float]], came: dict[int, tuple[int, float]]
) -> list[tuple[int, float, float]]:
    out: list[tuple[int, float, float]] = []
    leaves = 0.0
    while node:
        turn, arrives = places[node]
        out.append((turn, arrives, leaves))
        node, leaves = came[node]
    return out[::-1]


def _points(chart: _Map, turns: list[tuple[int, float, float]], start: Point, goal: Point) -> tuple[Point, ...]:
    """Arcs become chords that touch the circle from outside."""
    out = [start]
    for turn, arrives, leaves in turns[:-1]:
        x, y, radius = chart.circles[turn // 2].tolist()
        sense = 1 if turn % 2 == 0 else -1
        angle = ((leaves - arrives) * sense) % (2.0 * math.pi)
        if radius == 0.0 or angle > 2.0 * math.pi - 1e-7:
            angle = 0.0
        count = max(1, math.ceil(angle / _CHORD))
        part = angle / count
        reach = radius / math.cos(part / 2.0)
        out.append((x + radius * math.cos(arrives), y + radius * math.sin(arrives)))
        for i in range(count if angle > 0.0 else 0):
            t = arrives + sense * part * (i + 0.5)
            out.append((x + reach * math.cos(t), y + reach * math.sin(t)))
        out.append((x + radius * math.cos(leaves), y + radius * math.sin(leaves)))
    out.append(goal)
    return tuple(p for i, p in enumerate(out) if i == 0 or math.dist(p, out[i - 1]) > 1e-9)
