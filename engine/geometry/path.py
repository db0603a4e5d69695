"""A base carried along a path: where its feet go, what it meets, what it costs.

The feet follow the highest surface under the *centre* that can be reached: a top in the way
is risen to, however high (the rulebook says what a free step, a climb or a refusal is); a
piece whose bottom is clear of the head is passed beneath; where nothing holds the centre
the feet drop.  The true base, swept along, meets solids that the centre does not cross and
other models: those are the bumps.
"""

from __future__ import annotations

import math

import numpy as np
import shapely
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Model, Point, Table, Terrain, legs
from engine.geometry.bumps import bumps
from engine.geometry.exact import Placed, standing
from engine.geometry.heights import floor_under, walls_at
from engine.geometry.measure import CONTACT, ROUNDING, nearest
from engine.geometry.route import route
from engine.geometry.shapes import Array, Solids, borders, finite, footprint, has_area, solids, stops
from engine.geometry.sweep import Leg, crossings, leg, merged, sweep_base, sweep_piece, without
from engine.geometry.tracks import Bump, Change, Stretch, Track, Void

__all__ = ["Bump", "Change", "Stretch", "Track", "Void", "contact_point", "shortest", "track"]

_WORST_FIRST = ("very_difficult", "difficult")


class _Part(Struct, frozen=True, kw_only=True):
    """A piece of the way over which nothing changes under the centre, between two distances along it.

    *walls* are walls of no thickness crossed where it begins; *inside* the pieces strictly
    under the centre, *held* also those whose border it runs along.
    """

    start: float
    end: float
    point: Point
    walls: tuple[Terrain, ...]
    inside: tuple[Terrain, ...]
    held: tuple[Terrain, ...]


def track(
    table: Table,
    model: Model,
    path: tuple[Point, ...],
    others: tuple[Model, ...],
    *,
    step: float = 1.0,
    leaps: float = 0.0,
) -> Track:
    """Carry the model's base along *path*, from where it stands at the elevation it has.

    A path that does not begin at the model's place is walked to first.  *others* are the
    models that may be met (the model itself is ignored).  *step* (inches): what may be
    overlapped without being crossed because feet pass over it.  *leaps*: gaps of up to so
    many inches between tops of about one level are flown over, not descended into.
    ValueError for numbers that are none.
    """
    finite(*(number for point in path for number in point), model.x, model.y, model.z, step, leaps)
    start = (model.x, model.y)
    points = path if path and math.dist(path[0], start) <= ROUNDING else (start, *path)
    ways = [leg(a, b) for a, b in legs(points) if a != b]
    ground, base = solids(table), standing(model)
    parts = _parts(ground, ways, base)
    walked = _Walk(model, step, max(0.0, leaps)).along(parts)
    length = math.fsum(way.length for way in ways)
    end = replace(model, x=points[-1][0], y=points[-1][1], z=walked.z)
    met = bumps(ground, model, base, ways, others, walked.stretches, walked.changes, step)
    resting = walls_at(table, standing(end), walked.z + CONTACT, walked.z + model.profile.height - ROUNDING)
    close = {found.between[1]: found for found in nearest(end, others, 2 * CONTACT)}
    gaps = {other.id: close[other.id] for other in others if other.id in close and other.id != model.id}
    return Track(
        path=points,
        length=length,
        stretches=walked.stretches,
        changes=walked.changes,
        bumps=met,
        difficult=walked.difficult,
        gaps=_with_bases(walked.voids, ground, base, ways),
        contacts=tuple(name for name, found in gaps.items() if found.contact),
        overlaps=(*(piece.id for piece in resting), *(name for name, found in gaps.items() if found.overlapping)),
        blocked_at=min((bump.at for bump in met), default=length),
        end=points[-1],
        end_z=walked.z,
        leaves_table=any(_off(table, base, point) for point in points[1:]),
    )


def _off(table: Table, base: Placed, point: Point) -> bool:
    across, along = base.support(1.0, 0.0) - CONTACT, base.support(0.0, 1.0) - CONTACT
    inside_x = across <= point[0] <= table.width - across
    return not (inside_x and along <= point[1] <= table.height - along)


def _parts(ground: Solids, ways: list[Leg], base: Placed) -> list[_Part]:
    """The whole way cut wherever the centre crosses a border."""
    out: list[_Part] = []
    offset = 0.0
    for way in ways:
        near = [ground.pieces[i] for i in ground.within([way.at(0.0), way.at(way.length)], CONTACT)]
        areas = [piece for piece in near if has_area(piece)]
        walls = [(s, w) for w in near if stops(w) and not has_area(w) for s in _cuts(way, w)]
        ends = [0.0, way.length, *(s for s, _ in walls)]
        cuts = np.unique(np.clip(np.concatenate((ends, *(crossings(way, borders(p)) for p in areas))), 0.0, way.length))
        cuts = cuts[np.concatenate(([True], np.diff(cuts) > 1e-11))]
        middles = (cuts[:-1] + cuts[1:]) / 2.0
        held, inside = _under(areas, way, middles)
        for i in range(len(middles)):
            a, b = float(cuts[i]), float(cuts[i + 1])
            out.append(
                _Part(
                    start=offset + a,
                    end=offset + b,
                    point=way.at(a),
                    walls=tuple(wall for s, wall in walls if abs(s - a) <= 1e-9 and offset + a > 0.0),
                    inside=tuple(piece for piece, row in zip(areas, inside, strict=True) if row[i]),
                    held=tuple(piece for piece, row in zip(areas, held, strict=True) if row[i]),
                )
            )
        offset += way.length
    return out


def _cuts(way: Leg, wall: Terrain) -> list[float]:
    """Where the centre crosses a wall of no thickness; not where it runs along it."""
    edges = borders(wall)
    square = np.abs((edges[:, 2] - edges[:, 0]) * way.uy - (edges[:, 3] - edges[:, 1]) * way.ux)
    found: list[float] = np.unique(crossings(way, edges[square > 1e-9])).tolist()
    return found


def _under(areas: list[Terrain], way: Leg, middles: Array) -> tuple[list[list[bool]], list[list[bool]]]:
    """For each piece and each middle: over it with its border, and strictly inside it."""
    xs, ys = way.x + way.ux * middles, way.y + way.uy * middles
    shapes = [footprint(piece) for piece in areas]
    held = [shapely.intersects_xy(shape, xs, ys).tolist() for shape in shapes]
    inside = [shapely.contains_xy(shape, xs, ys).tolist() for shape in shapes]
    return held, inside


class _Walk:
    """One pass of the feet over the parts of the way."""

    def __init__(self, model: Model, step: float, leaps: float) -> None:
        self.z = model.z
        self.height, self.step, self.leaps = model.profile.height, step, leaps
        self.levels: list[Stretch] = []
        self.turns: list[Change] = []
        self.rough: dict[str, float] = {}
        self.flown: list[Void] = []

    def along(self, parts: list[_Part]) -> _Walk:
        aloft = -1.0
        for i, part in enumerate(parts):
            self._climb_walls(part)
            if part.start >= aloft - ROUNDING:
                z, piece = self._floor(part, self.z)
                if z < self.z - CONTACT:
                    aloft = self._far_side(parts, i, z)
                if part.start >= aloft - ROUNDING:
                    self._go(part, z, piece)
            self._note(part)
        if not self.levels:
            self.levels.append(Stretch(0.0, 0.0, self.z))
        return self

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        return tuple(self.levels)

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(self.turns)

    @property
    def difficult(self) -> tuple[tuple[str, float], ...]:
        return tuple((kind, self.rough[kind]) for kind in reversed(_WORST_FIRST) if kind in self.rough)

    @property
    def voids(self) -> tuple[Void, ...]:
        return tuple(sorted([*self.flown, *_descended(self.changes)], key=lambda void: void.start_at))

    def _floor(self, part: _Part, feet: float) -> tuple[float, str]:
        """Running along a border holds the feet but puts nothing in their way."""
        under = (p for p in part.held if p in part.inside or p.top <= feet + CONTACT)
        standable = tuple(p for p in under if _bears(p))
        return floor_under(standable, feet, self.height, self.step)

    def _far_side(self, parts: list[_Part], i: int, floor: float) -> float:
        """Where feet kept at their level find a top again; -1 when they do not."""
        for later in parts[i + 1 :]:
            if later.start - parts[i].start > max(self.leaps, CONTACT) + ROUNDING:
                return -1.0
            z, _ = self._floor(later, self.z)
            if z >= self.z - CONTACT and z <= self.z + self.step + ROUNDING:
                self._fly(parts[i], later, z, floor)
                return later.start
            floor = min(floor, z)
        return -1.0

    def _fly(self, here: _Part, there: _Part, landing: float, floor: float) -> None:
        """A gap no wider than the contact tolerance is a seam, and not worth a word."""
        if there.start - here.start > CONTACT:
            ends = (here.point, there.point)
            self.flown.append(_void(here.start, there.start, self.z, landing, floor, ends, flown=True))

    def _climb_walls(self, part: _Part) -> None:
        for wall in sorted(part.walls, key=lambda wall: wall.top):
            if wall.top > self.z + CONTACT and wall.bottom < self.z + self.height - ROUNDING:
                self._go(part, wall.top, wall.id)

    def _go(self, part: _Part, z: float, piece: str) -> None:
        if abs(z - self.z) > CONTACT:
            kind = "rise" if z > self.z else "drop"
            change = Change(
                at=part.start,
                point=part.point,
                from_z=self.z,
                to_z=z,
                kind="rise" if kind == "rise" else "drop",
                piece=piece,
            )
            self.turns.append(change)
        self.z = z

    def _note(self, part: _Part) -> None:
        if self.levels and abs(self.levels[-1].z - self.z) <= CONTACT:
            self.levels[-1] = Stretch(self.levels[-1].start_at, part.end, self.levels[-1].z)
        else:
            self.levels.append(Stretch(part.start, part.end, self.z))
        kinds = {p.footing for p in part.held if _immerses(p, self.z)}
        for kind in _WORST_FIRST:
            if kind in kinds:
                self.rough[kind] = self.rough.get(kind, 0.0) + part.end - part.start
                return


def _bears(piece: Terrain) -> bool:
    """Feet may stand on it or must get over it."""
    return piece.footing == "solid" or (piece.top == piece.bottom and piece.footing != "impassable")


def _immerses(piece: Terrain, feet: float) -> bool:
    """Are the feet between its bottom and its top (on it, when it is flat)?"""
    return piece.bottom - CONTACT <= feet < max(piece.top, piece.bottom + CONTACT)


def _void(
    start: float, end: float, z: float, landing: float, floor: float, ends: tuple[Point, Point], *, flown: bool
) -> Void:
    return Void(start_at=start, end_at=end, unsupported=0.0, z=z, landing=landing, floor=floor, flown=flown, ends=ends)


def _descended(changes: tuple[Change, ...]) -> list[Void]:
    """A drop, and the first later rise that brings the feet back to at least its level."""
    out = []
    for i, drop in enumerate(changes):
        if drop.kind == "rise":
            continue
        floor = drop.to_z
        for later in changes[i + 1 :]:
            if later.to_z >= drop.from_z - CONTACT:
                if later.at > drop.at:
                    ends = (drop.point, later.point)
                    out.append(_void(drop.at, later.at, drop.from_z, later.to_z, floor, ends, flown=False))
                break
            floor = min(floor, later.to_z)
    return out


def _with_bases(voids: tuple[Void, ...], ground: Solids, base: Placed, ways: list[Leg]) -> tuple[Void, ...]:
    """Add how much of each gap has no part of the base over a top of its levels."""
    out = []
    for void in voids:
        low, high = min(void.z, void.landing) - CONTACT, max(void.z, void.landing) + CONTACT
        offset = unsupported = 0.0
        for way in ways:
            a, b = max(0.0, void.start_at - offset), min(way.length, void.end_at - offset)
            if a < b:
                near = [ground.pieces[i] for i in ground.within([way.at(a), way.at(b)], base.outer)]
                tops = [piece for piece in near if _bears(piece) and low <= piece.top <= high and has_area(piece)]
                held = merged(span for piece in tops for span in sweep_piece(base, way, piece))
                unsupported += math.fsum(end - start for start, end in without(a, b, held))
            offset += way.length
        out.append(replace(void, unsupported=unsupported))
    return tuple(out)


def contact_point(model: Model, target: Model, path_leg: tuple[Point, Point]) -> Point | None:
    """Where the model's centre is on a straight leg when its base first touches the target's.

    The start of the leg when they touch there already; None when they never do.  Heights
    are not looked at.
    """
    finite(*path_leg[0], *path_leg[1])
    way = leg(*path_leg)
    body = standing(replace(model, x=way.x, y=way.y))
    found = sweep_base(body, way, standing(target))
    return None if found is None else way.at(found[0])


def shortest(
    table: Table,
    model: Model,
    goal: Point,
    others: tuple[Model, ...],
    *,
    step: float = 1.0,
    limit: float = math.inf,
) -> tuple[Point, ...] | None:
    """The shortest way of the base to *goal* on the level it stands on, round all obstacles.

    The base keeps its facing; it may touch but not overlap.  Arcs come as short chords that
    keep clear, so the way is longer than the true one by up to a ten-thousandth.  Ways longer
    than *limit* inches are not looked for.  None when there is no way, or when walking it
    (`track`) bumps into something.
    """
    finite(*goal)
    way = route(table, model, goal, others, step, limit)
    if way is None:
        return None
    walked = track(table, model, way, others, step=step)
    return None if walked.bumps else way
