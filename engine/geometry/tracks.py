"""What a walk along a path comes to: lengths, levels, drops, gaps and things in the way.

These are the answers of `engine.geometry.path`.  Distances "along" are plan inches from the
start of the path, as a tape on the table would show them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from engine.game import Point, Point3, legs
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.measure import ROUNDING


class Stretch(Struct, frozen=True):
    """The feet stay at one elevation between two distances along the path."""

    start_at: float
    end_at: float
    z: float


class Change(Struct, frozen=True, kw_only=True):
    """A rise or a drop of the feet at one point of the path; *piece* is what is stepped on ("" = the table)."""

    at: float
    point: Point
    from_z: float
    to_z: float
    kind: Literal["rise", "drop"]
    piece: str = ""

    @property
    def height(self) -> float:
        """How high the rise or deep the drop is, freed of binary noise."""
        return round(abs(self.to_z - self.from_z), 9)


class Bump(Struct, frozen=True, kw_only=True):
    """A piece or a model in the way: the base first meets it *at* this distance, with its centre at *point*."""

    thing: str
    kind: Literal["piece", "model"]
    at: float
    point: Point


class Void(Struct, frozen=True, kw_only=True):
    """A gap between two tops of about one level on the way.

    *gap* has no roof under the centre, *unsupported* no part of the base over one; *z* is
    the take-off, *landing* the other side, *floor* the lowest level between.  *flown* tells
    whether the track was carried across (see *leaps* of `track`) or went down and up.
    """

    start_at: float
    end_at: float
    unsupported: float
    z: float
    landing: float
    floor: float
    flown: bool
    ends: tuple[Point, Point]

    @property
    def gap(self) -> float:
        return self.end_at - self.start_at

    @property
    def rise(self) -> float:
        """Landing top less take-off top."""
        return self.landing - self.z

    def within(self, inches: float) -> bool:
        """Is the gap at most so many inches wide?  The limit itself counts."""
        return self.gap <= inches + ROUNDING


class Track(Struct, frozen=True, kw_only=True):
    """Everything that happens to a base carried along a path.

    *length* is the plan length of the centre's way.  *difficult* pairs each kind of bad
    footing with the inches of centre line inside it (the worst kind counts where several
    lie over each other).  *contacts* are the models touched at the end, *overlaps* whatever
    the base would rest inside of.  *blocked_at* is the farthest distance along the path
    that is free of bumps.  *leaves_table*: part of the base is over the table's edge at a
    corner or the end of the path.
    """

    path: tuple[Point, ...]
    length: float
    stretches: tuple[Stretch, ...]
    changes: tuple[Change, ...] = ()
    bumps: tuple[Bump, ...] = ()
    difficult: tuple[tuple[str, float], ...] = ()
    gaps: tuple[Void, ...] = ()
    contacts: tuple[str, ...] = ()
    overlaps: tuple[str, ...] = ()
    blocked_at: float
    end: Point
    end_z: float
    leaves_table: bool = False

    @property
    def up(self) -> float:
        """Sum of all rises in inches."""
        return round(math.fsum(change.height for change in self.changes if change.kind == "rise"), 9)

    @property
    def down(self) -> float:
        """Sum of all drops in inches."""
        return round(math.fsum(change.height for change in self.changes if change.kind == "drop"), 9)

    @property
    def highest_rise(self) -> float:
        """The highest single rise, 0 without any."""
        return max((change.height for change in self.changes if change.kind == "rise"), default=0.0)

    @property
    def deepest_drop(self) -> float:
        """The deepest single drop, 0 without any."""
        return max((change.height for change in self.changes if change.kind == "drop"), default=0.0)

    @property
    def free(self) -> bool:
        """Nothing in the way, and room to stand at the end."""
        return not self.bumps and not self.overlaps

    def cost(self, factors: Mapping[str, float]) -> float:
        """Inches of movement spent: length, each inch of a bad footing counted *factors[kind]* times.

        A footing that is not named costs nothing extra.
        """
        extra = math.fsum((factors.get(kind, 1.0) - 1.0) * length for kind, length in self.difficult)
        return self.length + extra

    def at(self, distance: float) -> Point:
        """Where the centre is after so many inches; held to the two ends of the path."""
        return self.cut(distance)[-1]

    def cut(self, distance: float) -> tuple[Point, ...]:
        """The path up to a distance along it."""
        kept = [self.path[0]]
        for start, end in legs(self.path):
            length = math.dist(start, end)
            if length > 0.0 and distance < length:
                part = max(0.0, distance) / length
                if part > 0.0:
                    kept.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
                return tuple(kept)
            kept.append(end)
            distance -= length
        return tuple(kept)

    def z_at(self, distance: float) -> float:
        """Elevation of the feet after so many inches (after a change that happens just there)."""
        found = self.stretches[0].z
        for stretch in self.stretches:
            if stretch.start_at <= distance + ROUNDING:
                found = stretch.z
        return found

    def evidence(self) -> Evidence:
        """The path in space, every climb, fall and leap on it, and marks where it bumps."""
        lines = [Line(points, "path") for points in self._levels()]
        for change in self.changes:
            ends = ((*change.point, change.from_z), (*change.point, change.to_z))
            lines.append(Line(ends, "climb" if change.kind == "rise" else "fall", f"{change.height:.2f}″"))
        for void in self.gaps:
            (ax, ay), (bx, by) = void.ends
            lines.append(Line(((ax, ay, void.z), (bx, by, void.landing)), "leap", f"{void.gap:.2f}″"))
        marks = tuple(Mark((*bump.point, self.z_at(bump.at)), "warning", bump.thing) for bump in self.bumps)
        pieces = dict.fromkeys([*(bump.thing for bump in self.bumps), *self.overlaps])
        return Evidence(lines=tuple(lines), marks=marks, pieces=tuple(pieces))

    def _levels(self) -> list[tuple[Point3, ...]]:
        """The path cut into its stretches, each at its elevation."""
        corners, walked = [], 0.0
        for start, end in legs(self.path):
            walked += math.dist(start, end)
            corners.append((walked, end))
        out = []
        for stretch in self.stretches:
            low, high = stretch.start_at + ROUNDING, stretch.end_at - ROUNDING
            turns = (point for distance, point in corners if low < distance < high)
            points = (self.at(stretch.start_at), *turns, self.at(stretch.end_at))
            out.append(tuple((x, y, stretch.z) for x, y in points))
        return out
