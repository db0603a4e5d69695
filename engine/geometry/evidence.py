"""What geometry shows for its answers: lines, areas and marks that a window can paint.

Coordinates are inches in the frame of `engine.game`.  A *role* says what the thing means
and never how it looks; the window owns colours and dashes.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.game import Point, Point3

Role = Literal[
    "clear",
    "grazing",
    "blocked",
    "close",
    "path",
    "ruler",
    "reach",
    "zone",
    "fall",
    "climb",
    "leap",
    "blocker",
    "warning",
]
"""*close*: neither yes nor no, but too close to call (`measure.TOO_CLOSE`)."""


class Line(Struct, frozen=True):
    """A polyline in space; *stopped* (if any) is where it first meets something solid."""

    points: tuple[Point3, ...]
    role: Role
    label: str = ""
    stopped: Point3 | None = None


class Area(Struct, frozen=True):
    """Polygons in plan at one height: each an outer ring followed by its holes."""

    polygons: tuple[tuple[tuple[Point, ...], ...], ...]
    role: Role
    label: str = ""
    z: float = 0.0


class Mark(Struct, frozen=True):
    """A point worth pointing at."""

    at: Point3
    role: Role
    label: str = ""


class Evidence(Struct, frozen=True):
    """Everything that proves one answer; *pieces* names terrain and models to outline."""

    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    pieces: tuple[str, ...] = ()

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(
            self.lines + other.lines,
            self.areas + other.areas,
            self.marks + other.marks,
            self.pieces + other.pieces,
        )


NOTHING = Evidence()
