"""Square boards: spaces, figures of several spaces, steps, distances and ways, in whole numbers.

Space (i, j) covers i to i+1 by j to j+1 squares, i to the right and j down the board, as x and
y run.  Everything here is decided in integers; inches are turned into squares with exact
fractions, one square being a given number of inches.  What is filled, what a step costs and
whether a diagonal may cut a corner is the rulebook's affair.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from engine.game import MM_PER_INCH, Base, Model, Point
from engine.geometry.evidence import Area, Evidence, Line, Role
from engine.geometry.shapes import axes, finite

__all__ = [
    "Board",
    "Figure",
    "Space",
    "Spread",
    "Step",
    "board",
    "centre",
    "distance",
    "figure_of",
    "figure_size",
    "snap",
    "space_at",
    "spread",
    "squares",
    "step",
    "steps_along",
    "touching",
]

Space = tuple[int, int]
Edge = tuple[Space, Space]
"""The border between two spaces that lie side by side."""

Corners = Literal["free", "one", "both"]
"""A diagonal step passes a corner always, if one of the two spaces beside it is open, or only if both are."""

Count = Literal["steps", "straight", "alternating"]
"""Diagonals count one, two (no diagonals), or one and two by turns."""

MOST_SPACES = 1000
"""A base wider than so many spaces is no figure."""

_ROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Figure(Struct, frozen=True, order=True):
    """The spaces a figure covers: a corner of lowest i and j, and how many spaces each way."""

    at: Space
    wide: int = 1
    deep: int = 1

    @property
    def spaces(self) -> tuple[Space, ...]:
        """All of them, row by row."""
        i, j = self.at
        return tuple((i + di, j + dj) for dj in range(self.deep) for di in range(self.wide))

    def moved(self, di: int, dj: int) -> Figure:
        return Figure((self.at[0] + di, self.at[1] + dj), self.wide, self.deep)

    def centre(self, side: float = 1.0) -> Point:
        """Its middle in inches, one square being *side* inches."""
        i, j = self.at
        return (i + self.wide / 2.0) * side, (j + self.deep / 2.0) * side


class Board(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Spaces (0, 0) to (wide-1, deep-1); some are *blocked*, and some borders are *walls* or closed doors."""

    wide: int
    deep: int
    blocked: frozenset[Space] = frozenset()
    walls: frozenset[Edge] = frozenset()

    def has(self, space: Space) -> bool:
        """Is it a space of the board, blocked or not?"""
        return 0 <= space[0] < self.wide and 0 <= space[1] < self.deep

    def open(self, space: Space) -> bool:
        """May something stand there as far as the board is concerned?"""
        return self.has(space) and space not in self.blocked

    def walled(self, a: Space, b: Space) -> bool:
        """Is there a wall between two spaces side by side?"""
        return edge(a, b) in self.walls

    def holds(self, figure: Figure) -> bool:
        """Is every space of it open, with no wall running through it?"""
        spaces = set(figure.spaces)
        if not all(self.open(space) for space in spaces):
            return False
        beside = ((s, (s[0] + di, s[1] + dj)) for s in spaces for di, dj in ((1, 0), (0, 1)))
        return not any(b in spaces and self.walled(a, b) for a, b in beside)


class Step(Struct, frozen=True, kw_only=True):
    """May a figure take one step?  *because* names what is in the way, *at* where: spaces and walls."""

    start: Figure
    end: Figure
    because: Literal["", "off the board", "blocked", "wall", "corner"] = ""
    at: tuple[Space, ...] = ()

    @property
    def allowed(self) -> bool:
        return not self.because

    def evidence(self, side: float = 1.0) -> Evidence:
        """The way from middle to middle, and the spaces in the way."""
        ends = tuple((*figure.centre(side), 0.0) for figure in (self.start, self.end))
        line = Line(ends, "path" if self.allowed else "blocked", self.because)
        return Evidence(lines=(line,), areas=(squares(self.at, side, "blocker", self.because),) if self.at else ())


class Spread(Struct, frozen=True, kw_only=True):
    """Where a figure can get to: each place with its cost and the place before it, cheapest first.

    *limit* is what could be spent; *resting* are the places where it may end.
    """

    start: Figure
    limit: Fraction
    reached: tuple[tuple[Figure, Fraction, Figure], ...]
    resting: frozenset[Space] = frozenset()

    def cost(self, space: Space) -> Fraction | None:
        """Cheapest cost to stand with the figure's low corner on a space; None when it is out of reach."""
        return next((cost for figure, cost, _ in self.reached if figure.at == space), None)

    def may_end(self, space: Space) -> bool:
        return space in self.resting

    def margin(self, space: Space) -> Fraction | None:
        """What is left over on arrival; None when it is out of reach."""
        cost = self.cost(space)
        return None if cost is None else self.limit - cost

    def way(self, space: Space) -> tuple[Space, ...]:
        """The cheapest way as low corners from the start; empty when it is out of reach."""
        before = {figure.at: earlier.at for figure, _, earlier in self.reached}
        if space not in before:
            return ()
        out = [space]
        while out[-1] != self.start.at:
            out.append(before[out[-1]])
        return tuple(reversed(out))

    def evidence(self, side: float = 1.0) -> Evidence:
        """The spaces that can be covered at the end of the move."""
        ends = [figure.spaces for figure, _, _ in self.reached if figure.at in self.resting]
        spaces = sorted({space for covered in ends for space in covered})
        return Evidence(areas=(squares(spaces, side),))


def board(wide: int, deep: int, blocked: Iterable[Space] = (), walls: Iterable[tuple[Space, Space]] = ()) -> Board:
    """A board; ValueError when it has no spaces, or a wall does not lie between two neighbours."""
    if wide < 1 or deep < 1:
        raise ValueError(f"a board needs at least one space each way, not {wide} x {deep}")
    return Board(wide=wide, deep=deep, blocked=frozenset(blocked), walls=frozenset(edge(a, b) for a, b in walls))


def edge(a: Space, b: Space) -> Edge:
    """The border between two spaces, named the same from both sides; ValueError unless they lie side by side."""
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        raise ValueError(f"the spaces {a} and {b} do not lie side by side")
    return min(a, b), max(a, b)


def squares(spaces: Iterable[Space], side: float = 1.0, role: Role = "reach", label: str = "") -> Area:
    """Spaces to paint, in inches."""
    rings = (
        tuple((x * side, y * side) for x, y in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1), (i, j)))
        for i, j in spaces
    )
    return Area(tuple((ring,) for ring in rings), role, label)


def _side(side: float) -> Fraction:
    if not (math.isfinite(side) and side > 0.0):
        raise ValueError(f"a square needs a finite side above 0 inches, not {side}")
    return Fraction(side)


def space_at(point: Point, side: float = 1.0) -> Space:
    """The space a point in inches lies in; a border belongs to the space of the higher number."""
    finite(*point)
    one = _side(side)
    return math.floor(Fraction(point[0]) / one), math.floor(Fraction(point[1]) / one)


def centre(space: Space, side: float = 1.0) -> Point:
    """The middle of a space in inches."""
    return (space[0] + 0.5) * side, (space[1] + 0.5) * side


def snap(point: Point, wide: int = 1, deep: int = 1, side: float = 1.0) -> Figure:
    """The figure of so many spaces whose middle lies nearest to a point; half way goes to the higher number."""
    finite(*point)
    if wide < 1 or deep < 1:
        raise ValueError(f"a figure covers at least one space each way, not {wide} x {deep}")
    one = _side(side)
    i, j = (
        math.floor(Fraction(at) / one - Fraction(count, 2) + Fraction(1, 2))
        for at, count in zip(point, (wide, deep), strict=True)
    )
    return Figure((i, j), wide, deep)


def figure_size(base: Base, facing: float = 0.0, side: float = 1.0) -> tuple[int, int]:
    """How many spaces a base stands for across and down the board: its sizes to the nearest space, at least one.

    Facings between the quarter turns count as the nearest of them.  ValueError for a base of
    more than `MOST_SPACES` spaces.
    """
    one = _side(side) * Fraction(str(MM_PER_INCH))
    along = base.width if base.shape == "round" else base.depth
    finite(base.width, along)
    if max(base.width, along) > MOST_SPACES * one:
        raise ValueError(f"a base of {base.width:g} x {along:g} mm covers more than {MOST_SPACES} spaces of a board")
    across, ahead = (max(1, math.floor(Fraction(size) / one + Fraction(1, 2))) for size in (base.width, along))
    (rx, ry), _ = axes(facing)
    return (across, ahead) if abs(rx) >= abs(ry) else (ahead, across)


def figure_of(model: Model, side: float = 1.0) -> Figure:
    """The spaces a model covers where it stands, by the size of its base."""
    wide, deep = figure_size(model.profile.base, model.facing, side)
    return snap((model.x, model.y), wide, deep, side)


def _between(a: Figure, b: Figure) -> tuple[int, int]:
    """How many columns and rows the nearest spaces of two figures are apart."""
    return (
        max(0, b.at[0] - a.at[0] - a.wide + 1, a.at[0] - b.at[0] - b.wide + 1),
        max(0, b.at[1] - a.at[1] - a.deep + 1, a.at[1] - b.at[1] - b.deep + 1),
    )


def distance(a: Figure | Space, b: Figure | Space, count: Count = "steps") -> int:
    """How many spaces from the one to the other, nearest to nearest; 0 on one space, 1 next to each other."""
    di, dj = _between(_figure(a), _figure(b))
    long, short = max(di, dj), min(di, dj)
    if count == "steps":
        return long
    return long + short if count == "straight" else long + short // 2


def steps_along(path: Iterable[Point], side: float = 1.0, count: Count = "steps") -> int:
    """How many spaces it is along points in inches, from the space of each to that of the next."""
    spaces = [space_at(point, side) for point in path]
    return sum(distance(before, after, count) for before, after in pairwise(spaces))


def _figure(where: Figure | Space) -> Figure:
    return where if isinstance(where, Figure) else Figure(where)


def step(ground: Board, figure: Figure, way: Space, corners: Corners = "free") -> Step:
    """One step of a figure by (di, dj), each -1, 0 or 1.  ValueError for no step or a longer one."""
    if way not in _ROUND:
        raise ValueError(f"a step goes to one of the eight spaces around, not by {way}")
    end = figure.moved(*way)
    away = tuple(space for space in end.spaces if not ground.has(space))
    filled = tuple(space for space in end.spaces if space in ground.blocked)
    if away or filled:
        return Step(start=figure, end=end, because="off the board" if away else "blocked", at=away or filled)
    if not ground.holds(end):
        return Step(start=figure, end=end, because="wall", at=end.spaces)
    for space in figure.spaces:
        because, at = _hindrance(ground, space, way, corners)
        if because:
            return Step(start=figure, end=end, because=because, at=at)
    return Step(start=figure, end=end)


def _hindrance(
    ground: Board, space: Space, way: Space, corners: Corners
) -> tuple[Literal["", "wall", "corner"], tuple[Space, ...]]:
    """What keeps one space's worth of figure from one step."""
    (i, j), (di, dj) = space, way
    goal = (i + di, j + dj)
    if not (di and dj):
        return ("wall", (space, goal)) if ground.walled(space, goal) else ("", ())
    beside = ((i + di, j), (i, j + dj))
    shut = tuple(by for by in beside if not ground.open(by) or ground.walled(space, by) or ground.walled(by, goal))
    allowed = {"free": 2, "one": 1, "both": 0}[corners]
    return ("corner", shut) if len(shut) > allowed else ("", ())


def touching(ground: Board, a: Figure | Space, b: Figure | Space, corners: Corners = "free") -> bool:
    """Are two figures adjacent, diagonals included: one step apart with nothing between?"""
    first, second = _figure(a), _figure(b)
    if distance(first, second) != 1:
        return False
    pairs = ((s, (t[0] - s[0], t[1] - s[1])) for s in first.spaces for t in second.spaces)
    return any(way in _ROUND and not _hindrance(ground, s, way, corners)[0] for s, way in pairs)


def spread(
    ground: Board,
    figure: Figure | Space,
    limit: float | Fraction,
    *,
    corners: Corners = "free",
    cost: Callable[[Space], int | Fraction] | None = None,
    crossed: Iterable[Space] = (),
) -> Spread:
    """Everywhere a figure gets to at a cost of at most *limit*, the start included.

    *cost* of entering a space (1 unless given; a larger figure pays for the dearest it newly
    enters), *crossed* are spaces that may be passed but not ended on.  Figures do not turn.
    ValueError when the limit is no number or a cost is below 0.
    """
    if not math.isfinite(limit):
        raise ValueError(f"what may be spent must be a finite number, not {limit}")
    start, most, passed = _figure(figure), Fraction(limit), frozenset(crossed)
    # Of ways at one cost the one with fewer diagonals is taken: it looks like a way one would walk.
    queue = [(Fraction(0), 0, start.at, start.at)]
    best = {start.at: (Fraction(0), 0)}
    done: dict[Space, tuple[Figure, Fraction, Figure]] = {}
    while queue and most >= 0:
        spent, slants, at, earlier = heapq.heappop(queue)
        if at in done:
            continue
        here = Figure(at, start.wide, start.deep)
        done[at] = here, spent, Figure(earlier, start.wide, start.deep)
        for way in _ROUND:
            taken = step(ground, here, way, corners)
            if not taken.allowed or taken.end.at in done:
                continue
            total = spent + _price(here, taken.end, cost), slants + (way[0] != 0 != way[1])
            if total[0] <= most and total < best.get(taken.end.at, (most + 1, 0)):
                best[taken.end.at] = total
                heapq.heappush(queue, (*total, taken.end.at, at))
    resting = frozenset(at for at, (here, _, _) in done.items() if at == start.at or not passed & set(here.spaces))
    return Spread(start=start, limit=most, reached=tuple(done.values()), resting=resting)


def _price(here: Figure, there: Figure, cost: Callable[[Space], int | Fraction] | None) -> Fraction:
    if cost is None:
        return Fraction(1)
    covered = set(here.spaces)
    price = max(Fraction(cost(space)) for space in there.spaces if space not in covered)
    if price < 0:
        raise ValueError(f"entering a space cannot cost less than nothing ({price})")
    return price
