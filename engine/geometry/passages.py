"""Walking past zones: which ones a base on its way enters, where, and for how long.

A moving base is in a zone while some part of it is; each straight leg gives one stretch per
convex part of a zone, found exactly between round bases and by halving to rounding else, so
no stride is long enough to skip a zone.  Distances along are plan inches of the centre's way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Literal

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.courtesy import give_way
from engine.game import Model, Point, legs
from engine.geometry.directions import base_of, bounded
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.exact import Placed, apart, least
from engine.geometry.measure import ROUNDING
from engine.geometry.sectors import HALF, Wedge
from engine.geometry.shapes import axes
from engine.geometry.sweep import Leg, Spans, leg, merged, sweep_edges
from engine.geometry.tracks import Track
from engine.geometry.zones import BaseZone, Seen

__all__ = ["Passage", "passage", "passages"]

SIGHT_STEP = 0.25
"""How often, in inches along the way, sight is looked at again where a zone needs it."""

_CLOSE = 1e-10

SeenAt = Callable[[Point], Seen]


class Passage(Struct, frozen=True, kw_only=True):
    """How a base on its way meets one zone.

    *spans*: stretches of the way (from, to) with part of the base in the zone, in inches along
    it; *ends*: the centre's places at the two ends of each.  *depth*: how far the base gets
    beyond the zone's border (negative: how near it comes, or a lower bound of it where an arc cuts
    the zone or where bases that are not all round stay an inch off), and *deep*: the base at that
    place.  *looked*: how far apart sight was looked at, 0 where it was not asked.
    """

    zone: BaseZone
    mover: str
    verdict: Literal["enters", "touches", "misses"]
    spans: Spans = ()
    ends: tuple[tuple[Point, Point], ...] = ()
    depth: float
    deep: Placed
    z: float = 0.0
    looked: float = 0.0

    @property
    def entry(self) -> float | None:
        """Inches walked when the base first meets the zone, 0 when it starts there; None when it misses."""
        return self.spans[0][0] if self.spans else None

    @property
    def exit(self) -> float | None:
        """Inches walked when the base is last in the zone."""
        return self.spans[-1][1] if self.spans else None

    @property
    def entry_point(self) -> Point | None:
        """Where the centre is at the entry."""
        return self.ends[0][0] if self.ends else None

    @property
    def starts_inside(self) -> bool:
        return bool(self.spans) and self.spans[0][0] <= ROUNDING

    @property
    def length(self) -> float:
        """Inches of the way with part of the base in the zone."""
        return math.fsum(high - low for low, high in self.spans)

    @property
    def margin(self) -> float:
        """As long as the whole way moves by less than this, sight left out, the verdict stands.

        Exact in plan without an arc where the base comes within an inch, else a lower bound.
        """
        if self.depth <= ROUNDING or self.zone.sector is None or self.zone.sector.everything:
            return abs(self.depth)
        return max(0.0, min(self.depth, max(self.zone.shared(part, self.deep) for part in self.zone.parts)))

    def evidence(self) -> Evidence:
        """The zone, the stretches of the way inside it, and the place of the entry."""
        lines = tuple(
            Line(((*a, self.z), (*b, self.z)), "path", f"{high - low:.2f}″")
            for (a, b), (low, high) in zip(self.ends, self.spans, strict=True)
        )
        at = self.entry_point
        marks = () if at is None else (Mark((*at, self.z), "zone", f"{self.entry:.2f}″"),)
        return self.zone.evidence() + Evidence(lines=lines, marks=marks)


class _Met(Struct, frozen=True):
    """On one leg: the deepest the base gets (negative when it stays off), and from where to where it is in."""

    depth: float
    span: tuple[float, float] | None = None
    at: float = 0.0


def passage(zone: BaseZone, mover: Model, path: tuple[Point, ...] | Track, seen_at: SeenAt | None = None) -> Passage:
    """Carry a base along a path (or a `Track`, whose elevations then count) past one zone.

    The path starts at the mover's place, which is put first when it is missing; the facing is
    kept.  *seen_at* gives the answer about sight with the mover's centre at a place, where only
    what is seen counts; it is asked every `SIGHT_STEP` inches, and where the answer changes the
    place is found by halving.  ValueError for numbers that are none.
    """
    base, spans = base_of(mover), []
    depth, deep = -math.inf, base
    ways = list(_legs(mover, path))
    for offset, way, z in ways:
        here = base.moved(way.x - base.x, way.y - base.y)
        for part in zone.parts:
            met = _met(zone, part, here, way, (z, z + max(0.0, mover.profile.height)))
            if met.depth > depth:
                depth, deep = met.depth, here.moved(way.ux * met.at, way.uy * met.at)
            if met.span is not None:
                spans.append((met.span[0] + offset, met.span[1] + offset))
    joined = merged(spans, ROUNDING)
    if seen_at is not None:
        joined = merged(piece for span in joined for piece in _seen(span, ways, seen_at))
    return Passage(
        zone=zone,
        mover=str(mover.id),
        verdict="misses" if not joined else "enters" if depth > ROUNDING else "touches",
        spans=joined,
        ends=tuple((_at(ways, low), _at(ways, high)) for low, high in joined),
        depth=depth,
        deep=deep,
        z=mover.z,
        looked=0.0 if seen_at is None else SIGHT_STEP,
    )


def passages(zones: Iterable[BaseZone], mover: Model, path: tuple[Point, ...] | Track) -> tuple[Passage, ...]:
    """All zones that are met, in the order in which the base comes to them; the mover's own is left out."""
    found = (passage(zone, mover, path) for zone in zones if zone.owner != mover.id)
    met = [one for one in found if one.entry is not None]
    return tuple(sorted(met, key=lambda one: (one.spans[0][0], one.zone.owner)))


def _legs(mover: Model, path: tuple[Point, ...] | Track) -> Iterator[tuple[float, Leg, float]]:
    """Straight legs with their distance along the way and the elevation of the feet."""
    if isinstance(path, Track):
        cuts, walked = set(), 0.0
        for start, end in legs(path.path):
            walked += math.dist(start, end)
            cuts.add(walked)
        for stretch in path.stretches:
            ends = [stretch.start_at, *sorted(c for c in cuts if stretch.start_at < c < stretch.end_at), stretch.end_at]
            for low, high in pairwise(ends):
                yield low, leg(path.at(low), path.at(high)), stretch.z
        return
    bounded(*(number for point in path for number in point), mover.x, mover.y, mover.z)
    start = (mover.x, mover.y)
    points = path if path and math.dist(path[0], start) <= ROUNDING else (start, *path)
    ways = [leg(a, b) for a, b in legs(points) if a != b] or [leg(start, start)]
    offset = 0.0
    for way in ways:
        yield offset, way, mover.z
        offset += way.length


def _at(ways: list[tuple[float, Leg, float]], distance: float) -> Point:
    for offset, way, _ in ways:
        if distance <= offset + way.length + ROUNDING:
            return way.at(min(max(0.0, distance - offset), way.length))
    offset, way, _ = ways[-1]
    return way.at(way.length)


def _met(zone: BaseZone, part: Wedge | None, mover: Placed, way: Leg, body: Point) -> _Met:
    """One part of a zone and one leg walked by a body between two heights."""
    up, radius = zone.height_gap(*body), zone.plan_radius(*body)
    if radius < 0.0:
        return _Met(zone.radius - up)
    met = _meet(zone.base, radius, part, mover, way)
    if up == 0.0:
        return met
    return replace(met, depth=zone.radius - math.hypot(max(0.0, radius - met.depth), up))


def _meet(owner: Placed, radius: float, part: Wedge | None, mover: Placed, way: Leg) -> _Met:
    """One convex part of a zone and one leg: everything here has a single valley along the leg."""

    def moved(s: float) -> Placed:
        return mover.moved(way.ux * s, way.uy * s)

    def gap(s: float) -> float:
        return apart(moved(s), owner).distance - radius

    if part is None and mover.shape == owner.shape == "round":
        return _past_round(owner, radius + owner.a + mover.a, way)
    rough = _closest(owner, way) - owner.outer - mover.outer - radius
    if rough > 1.0:
        return _Met(-rough)
    if part is None:
        return _valley(gap, 0.0, way.length)
    if part.degrees == HALF and mover.shape == owner.shape == "round" and (part.x, part.y) == (owner.x, owner.y):
        return _past_half(owner, radius, part, mover, way)
    return _meet_part(owner, radius, part, moved, gap, way.length)


def _meet_part(
    owner: Placed,
    radius: float,
    part: Wedge,
    moved: Callable[[float], Placed],
    gap: Callable[[float], float],
    end: float,
) -> _Met:
    """First where the base is in the arc at all, then where the part of it in there is near enough."""
    turned = _valley(lambda s: part.apart(moved(s)).distance, 0.0, end)
    plain = _valley(gap, 0.0, end)
    if turned.span is None or plain.span is None:
        return _Met(min(turned.depth, plain.depth))

    def beyond(s: float) -> float:
        found = part.range(owner, moved(s))
        return math.inf if found is None else max(found.distance - radius, part.apart(moved(s)).distance)

    inside = _valley(beyond, *turned.span)
    if inside.span is None:
        return _Met(0.0)
    return inside


def _closest(owner: Placed, way: Leg) -> float:
    """How near the centre's way comes to the owner's centre."""
    dx, dy = owner.x - way.x, owner.y - way.y
    along = min(max(0.0, dx * way.ux + dy * way.uy), way.length)
    return math.hypot(dx - along * way.ux, dy - along * way.uy)


def _past_round(owner: Placed, reach: float, way: Leg) -> _Met:
    """Between round bases the stretch is a chord of a circle."""
    dx, dy = owner.x - way.x, owner.y - way.y
    off, middle = abs(dx * way.uy - dy * way.ux), dx * way.ux + dy * way.uy
    near = _closest(owner, way)
    if near > reach + ROUNDING:
        return _Met(reach - near)
    half = math.sqrt(max(0.0, (reach - off) * (reach + off)))
    low, high = max(0.0, middle - half), min(way.length, middle + half)
    if low > high:
        low = high = 0.0 if middle < 0.0 else way.length
    return _Met(reach - near, (low, high), min(max(0.0, middle), way.length))


def _past_half(owner: Placed, radius: float, part: Wedge, mover: Placed, way: Leg) -> _Met:
    """Between round bases, before the line through the owner's centre: a chord of the half circle, and of its edge."""
    whole = _past_round(owner, radius + owner.a + mover.a, way)
    if whole.span is None:
        return whole
    (rx, ry), (fx, fy) = axes(part.facing)
    ahead = (way.x - owner.x) * fx + (way.y - owner.y) * fy
    rate = way.ux * fx + way.uy * fy
    low, high = _rising(ahead, rate, *whole.span)
    wide = radius + owner.a
    edge = np.array([[owner.x - wide * rx, owner.y - wide * ry, owner.x + wide * rx, owner.y + wide * ry]])
    first, last = sweep_edges(mover, way, edge, inset=-ROUNDING)[0].tolist()
    first, last = max(0.0, first), min(way.length, last)
    if first <= last:
        low, high = min(low, first), max(high, last)
    if low > high:
        return _Met(min(0.0, max(ahead, ahead + rate * way.length) + mover.a))
    middle = (low + high) / 2.0
    here = mover.moved(way.ux * middle, way.uy * middle)
    found = part.range(owner, here)
    depth = 0.0 if found is None else min(radius - found.distance, -part.apart(here).distance)
    return _Met(max(depth, 0.0) if high > low else depth, (low, high), middle)


def _rising(value: float, rate: float, low: float, high: float) -> tuple[float, float]:
    """The part of a stretch on which value + rate * s is at least 0; (inf, -inf) when there is none."""
    if abs(rate) > _CLOSE:
        zero = -value / rate
        low, high = (max(low, zero), high) if rate > 0.0 else (low, min(high, zero))
    elif value < 0.0:
        return math.inf, -math.inf
    return (low, high) if low <= high else (math.inf, -math.inf)


def _valley(beyond: Callable[[float], float], low: float, high: float) -> _Met:
    """The stretch where a function with one valley is at most 0, and how deep the valley is."""
    floor = min((low, high, least(beyond, low, high, 48)), key=beyond)
    deep = beyond(floor)
    if deep > ROUNDING:
        return _Met(-deep)
    if deep > -ROUNDING:
        return _Met(-deep, (floor, floor), floor)
    return _Met(-deep, (_wall(beyond, floor, low), _wall(beyond, floor, high)), floor)


def _wall(beyond: Callable[[float], float], inside: float, outside: float) -> float:
    """Where the function climbs over 0 between two places: by chords (Illinois), every third step by halving."""
    near, far, last = beyond(inside), beyond(outside), 0
    if far <= 0.0:
        return outside
    for turn in range(120):
        if abs(outside - inside) <= _CLOSE:
            break
        chord = turn % 3 < 2 and math.isfinite(far)
        middle = inside + (outside - inside) * (near / (near - far) if chord else 0.5)
        here = beyond(middle)
        if here <= 0.0:
            inside, near, far, last = middle, here, far / 2.0 if last < 0 else far, -1
            if here > -_CLOSE / 100.0:
                break
        else:
            outside, far, near, last = middle, here, near / 2.0 if last > 0 else near, 1
    return inside


def _seen(span: tuple[float, float], ways: list[tuple[float, Leg, float]], seen_at: SeenAt) -> Spans:
    """The parts of a stretch on which the mover is seen."""

    def sees(s: float) -> bool:
        give_way()
        return seen_at(_at(ways, s)).sees

    low, high = span
    count = max(1, math.ceil((high - low) / SIGHT_STEP))
    stops = [low + (high - low) * i / count for i in range(count + 1)]
    found = [sees(s) for s in stops]
    kept = [(s, s) for s, seen in zip(stops, found, strict=True) if seen]
    for (a, b), (first, last) in zip(pairwise(stops), pairwise(found), strict=True):
        if first and last:
            kept.append((a, b))
        elif first or last:
            inside, outside = (a, b) if first else (b, a)
            for _ in range(20):
                middle = (inside + outside) / 2.0
                inside, outside = (middle, outside) if sees(middle) else (inside, middle)
            kept.append((min(inside, a if first else b), max(inside, a if first else b)))
    return merged(kept)
