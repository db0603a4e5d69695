"""The frame round chosen pieces: a rectangle turned as they are, by whose handles they are resized.

Inches; a frame turned by *turn* degrees keeps its sides in the turned axes, so that a house
at an angle grows along its own walls.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine.building import LEAST_SIZE, Parts, groups, turned_points
from engine.game import Point, Terrain
from engine.geometry.shapes import footprint

HANDLES: tuple[Point, ...] = (
    (-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0),
)  # fmt: skip
"""Where the handles are: corners and middles of sides, from the upper left clockwise."""
_ORIGIN = (0.0, 0.0)


class Frame(Struct, frozen=True, kw_only=True):
    """Sides in axes turned by *turn* about the corner of the table."""

    turn: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def depth(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """On the table."""
        return self.out(((self.left + self.right) / 2, (self.top + self.bottom) / 2))

    def handle(self, handle: Point) -> Point:
        """Where a handle is on the table; (0, 0) is the middle."""
        x = (self.left + self.right + handle[0] * self.width) / 2
        y = (self.top + self.bottom + handle[1] * self.depth) / 2
        return self.out((x, y))

    def corners(self) -> tuple[Point, ...]:
        """The four corners on the table, clockwise."""
        return tuple(self.handle(HANDLES[index]) for index in (0, 2, 4, 6))

    def inside(self, at: Point) -> Point:
        """A point of the table in the frame's own axes."""
        return turned_points((at,), _ORIGIN, -self.turn)[0]

    def out(self, at: Point) -> Point:
        """A point of the frame's axes on the table."""
        return turned_points((at,), _ORIGIN, self.turn)[0]

    def pulled(self, handle: Point, to: Point, *, keep: bool = False, both: bool = False) -> Frame:
        """The frame with a handle drawn to a point; *keep* its proportions, *both* sides move alike."""
        x, y = self.inside(to)
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        if handle[0] < 0:
            left = min(x, right - LEAST_SIZE)
        elif handle[0] > 0:
            right = max(x, left + LEAST_SIZE)
        if handle[1] < 0:
            top = min(y, bottom - LEAST_SIZE)
        elif handle[1] > 0:
            bottom = max(y, top + LEAST_SIZE)
        if both:
            dx, dy = (left - self.left) - (right - self.right), (top - self.top) - (bottom - self.bottom)
            left, right = self.left + dx, self.right - dx
            top, bottom = self.top + dy, self.bottom - dy
        made = Frame(turn=self.turn, left=left, top=top, right=right, bottom=bottom)
        return made._kept(self, handle) if keep else made

    def sized(self, width: float, depth: float) -> Frame:
        """As wide and deep as that, about the same middle."""
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        width, depth = max(LEAST_SIZE, width) / 2, max(LEAST_SIZE, depth) / 2
        return replace(self, left=x - width, right=x + width, top=y - depth, bottom=y + depth)

    def _kept(self, old: Frame, handle: Point) -> Frame:
        """In the proportions of the old one; the side or corner across from the handle stays."""
        grown = [self.width / old.width] * bool(handle[0]) + [self.depth / old.depth] * bool(handle[1])
        by = max(grown, key=lambda size: abs(math.log(max(size, 1e-9))))
        width, depth = old.width * by, old.depth * by
        left = {-1.0: old.right - width, 0.0: (old.left + old.right - width) / 2, 1.0: old.left}[handle[0]]
        top = {-1.0: old.bottom - depth, 0.0: (old.top + old.bottom - depth) / 2, 1.0: old.top}[handle[1]]
        return Frame(turn=self.turn, left=left, top=top, right=left + width, bottom=top + depth)


def frame(parts: Parts) -> Frame:
    """The frame of these parts: one group's stands along its longest edge, several groups' is straight."""
    turn = _grain(parts) if len(groups(parts)) == 1 else 0.0
    corners = [turned_points((corner,), _ORIGIN, -turn)[0] for part in parts for corner in part.outline]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return Frame(turn=turn, left=min(across), top=min(down), right=max(across), bottom=max(down))


def fitted(parts: Parts, old: Frame, new: Frame) -> Parts:
    """The parts as they fill the new frame when they filled the old one.

    A side without length (a straight wall of no thickness) stays without.
    """
    across = new.width / old.width if old.width > 1e-9 else 1.0
    down = new.depth / old.depth if old.depth > 1e-9 else 1.0

    def placed(corner: Point) -> Point:
        x, y = old.inside(corner)
        return new.out((new.left + (x - old.left) * across, new.top + (y - old.top) * down))

    return tuple(replace(part, outline=tuple(placed(corner) for corner in part.outline)) for part in parts)


def _grain(parts: Iterable[Terrain]) -> float:
    """Degrees by which the longest edge of the largest part is out of straight, from -45 to 45."""
    largest = max(parts, key=lambda part: (footprint(part).area, footprint(part).length))
    ends = zip(largest.outline, (*largest.outline[1:], largest.outline[0]), strict=True)
    start, end = max(ends, key=lambda edge: math.dist(*edge))
    degrees = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    off = (degrees + 45.0) % 90.0 - 45.0
    return 0.0 if abs(off) < 1e-6 else off
