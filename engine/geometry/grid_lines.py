"""Lines between whole points of a square board, and what they enter and touch: integers only.

Lengths are *half squares*, so that the middles of spaces and their corners are whole numbers.
"""

from __future__ import annotations

import math

from msgspec import Struct

from engine.geometry.grid import Edge, Space

Whole = tuple[int, int]
"""A point in half squares."""


class Thing(Struct, frozen=True):
    """What stops a line: a filled square (one space) or a wall (the two spaces it parts), with its corners."""

    spaces: tuple[Space, ...]
    corners: tuple[Whole, ...]

    @property
    def is_wall(self) -> bool:
        return len(self.spaces) == 2


class Touch(Struct, frozen=True):
    """A thing touched from *low* to *high* along the line; *side* -1 to its left, 1 to its right, 0 at its end."""

    thing: Thing
    low: int
    high: int
    side: int


def filled_square(space: Space) -> Thing:
    """A square that stops lines."""
    return Thing((space,), box(space))


def wall_between(wall: Edge) -> Thing:
    """A wall on the border of two spaces."""
    (i, j), (k, _) = wall
    x, y = 2 * i, 2 * j
    return Thing(wall, ((x + 2, y), (x + 2, y + 2)) if k != i else ((x, y + 2), (x + 2, y + 2)))


def box(space: Space) -> tuple[Whole, Whole, Whole, Whole]:
    """The four corners of a space, in order."""
    x, y = 2 * space[0], 2 * space[1]
    return (x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)


class Ray(Struct, frozen=True):
    """A line from one point to another; *square* is its length squared."""

    start: Whole
    end: Whole

    @property
    def square(self) -> int:
        return (self.end[0] - self.start[0]) ** 2 + (self.end[1] - self.start[1]) ** 2

    def off(self, point: Whole) -> int:
        """How far to the right of the line a point lies, times the line's length."""
        (x, y), (p, q) = self.start, self.end
        return (p - x) * (point[1] - y) - (q - y) * (point[0] - x)

    def on(self, point: Whole) -> int:
        """How far along the line a point lies, times the line's length."""
        (x, y), (p, q) = self.start, self.end
        return (p - x) * (point[0] - x) + (q - y) * (point[1] - y)

    def enters(self, corners: tuple[Whole, ...]) -> bool:
        """Does it go through the inside of a square, or through a wall?"""
        offs = [self.off(p) for p in corners]
        if not min(offs) < 0 < max(offs):
            return False
        for axis in (0, 1):
            low, high = min(p[axis] for p in corners), max(p[axis] for p in corners)
            first, last = sorted((self.start[axis], self.end[axis]))
            if low < high and (last <= low or first >= high):
                return False
            if low == high and not first < low < last:
                return False
        return True

    def touch(self, thing: Thing) -> Touch | None:
        """Where it runs on the border of a thing which it does not enter."""
        offs = [self.off(p) for p in thing.corners]
        if self.square == 0:
            return Touch(thing, 0, 0, 0) if self.start in thing.corners else None
        met = sorted(self.on(p) for p, off in zip(thing.corners, offs, strict=True) if off == 0)
        if not met or met[-1] < 0 or met[0] > self.square:
            return None
        return Touch(thing, max(0, met[0]), min(self.square, met[-1]), (max(offs) > 0) - (min(offs) < 0))

    def comes_near(self, corners: tuple[Whole, ...]) -> bool:
        """Do the boxes round the line and round the corners meet at all?"""
        return all(
            min(p[axis] for p in corners) <= max(self.start[axis], self.end[axis])
            and max(p[axis] for p in corners) >= min(self.start[axis], self.end[axis])
            for axis in (0, 1)
        )

    def air(self, corners: tuple[Whole, ...]) -> float:
        """Distance, in squares, to something which it does not meet."""
        length = math.sqrt(self.square)
        found = [abs(self.off(p)) / length for p in corners if length and 0 <= self.on(p) <= self.square]
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        for x, y in (self.start, self.end):
            found.append(math.hypot(max(0, min(xs) - x, x - max(xs)), max(0, min(ys) - y, y - max(ys))))
        return min(found) / 2.0

    def depth(self, corners: tuple[Whole, ...]) -> float:
        """How far, in squares, it would have to be shifted to come free of something which it enters."""
        offs = [self.off(p) for p in corners]
        return max(0, min(max(offs), -min(offs))) / math.sqrt(self.square) / 2.0


class Meeting(Struct, frozen=True):
    """What one line enters, and what it touches."""

    entered: tuple[Thing, ...]
    touches: tuple[Touch, ...]

    @property
    def along(self) -> bool:
        """Does the line run along something?"""
        return any(touch.low < touch.high for touch in self.touches)

    def gates(self) -> list[tuple[int, Thing, Thing]]:
        """Places along the line with something touched on its left and on its right at once."""
        left = [touch for touch in self.touches if touch.side < 0]
        right = [touch for touch in self.touches if touch.side > 0]
        return [(one.low, one.thing, other.thing) for one in left for other in right if one.low == other.low]

    def parted(self) -> bool:
        """Can the line be turned off all it touches?  Only if it meets one side altogether before the other."""
        left = [touch for touch in self.touches if touch.side < 0]
        right = [touch for touch in self.touches if touch.side > 0]
        if not left or not right:
            return True
        one, other = max(touch.high for touch in left), max(touch.high for touch in right)
        return one < min(touch.low for touch in right) or other < min(touch.low for touch in left)


def meeting(ray: Ray, things: tuple[Thing, ...]) -> Meeting:
    """All that a line meets."""
    near = [thing for thing in things if ray.comes_near(thing.corners)]
    entered = tuple(thing for thing in near if ray.enters(thing.corners))
    met = (ray.touch(thing) for thing in near if thing not in entered)
    return Meeting(entered, tuple(touch for touch in met if touch is not None))
