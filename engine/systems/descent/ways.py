"""Chapter: Movement — single steps on squares, what each costs, and the cheapest way from place to place.

A step goes to a space beside or at a corner for one movement point.  Friends are passed, enemies are
not, and a way ends in empty spaces.  Large figures step whole; a long one may also turn, setting one
half beside the other.  Whoever would fill only pit spaces falls in, climbs out for two points, or
jumps each space of pit for three; a way leads into a pit only where that is what was asked for.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Game, Model, Table
from engine.geometry.grid import Corners, Figure, Space, figure_of, step
from engine.systems.descent import board
from engine.systems.descent.tables import cost

Kind = Literal["step", "turn", "fall", "climb", "jump"]
_ROUND = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
MOST = 400
"""Movement points beyond which no way is looked for."""


class Stride(Struct, frozen=True):
    """One step of a way: where it ends, what it costs, and of what kind it is."""

    end: Figure
    cost: int
    kind: Kind = "step"


class Way(Struct, frozen=True, kw_only=True):
    """The cheapest way found; empty *strides* where the figure stands there already."""

    start: Figure
    strides: tuple[Stride, ...] = ()

    @property
    def cost(self) -> int:
        """Movement points in all."""
        return sum(stride.cost for stride in self.strides)

    @property
    def end(self) -> Figure:
        return self.strides[-1].end if self.strides else self.start


class Crowd(Struct, frozen=True, kw_only=True):
    """Spaces of friends, which may be passed, and of enemies, which may not."""

    friends: frozenset[Space] = frozenset()
    enemies: frozenset[Space] = frozenset()

    def passes(self, figure: Figure) -> bool:
        return not self.enemies & set(figure.spaces)

    def rests(self, figure: Figure) -> bool:
        return self.passes(figure) and not self.friends & set(figure.spaces)


class Ground(Struct, frozen=True, kw_only=True):
    """What a search goes by: table, corners, who stands in the way, and what the figure may do."""

    table: Table
    corners: Corners
    crowd: Crowd
    jumps: bool = False
    climbs: bool = True


def ground(game: Game, model: Model, *, jumps: bool = False, climbs: bool = True) -> Ground:
    """The ground as one figure finds it."""
    friends: set[Space] = set()
    enemies: set[Space] = set()
    for space, other in board.standing(game, model.id).items():
        (friends if other.side == model.side else enemies).add(space)
    crowd = Crowd(friends=frozenset(friends), enemies=frozenset(enemies))
    return Ground(table=game.table, corners=board.corners(game), crowd=crowd, jumps=jumps, climbs=climbs)


def route(on: Ground, start: Figure, goals: Collection[Figure], *, through: bool = False) -> Way | None:
    """The cheapest way to the nearest of some places; None without any.

    *through*: the way only passes there, so that a friend may stand in it.
    """
    wanted = {goal for goal in goals if on.crowd.passes(goal) and (through or goal == start or on.crowd.rests(goal))}
    if not wanted:
        return None
    found = _search(on, start, MOST, wanted.__contains__)
    reached = [goal for goal in goals if goal in wanted and goal in found]
    return _walked(found, start, min(reached, key=lambda goal: found[goal].spent)) if reached else None


def reach(on: Ground, start: Figure, points: int) -> Mapping[Figure, int]:
    """Every place where the figure may end with so many movement points, and what it costs; pits too."""
    found = _search(on, start, points, lambda figure: False)
    return {figure: seen.spent for figure, seen in found.items() if figure == start or on.crowd.rests(figure)}


class _Seen(Struct, frozen=True):
    spent: int
    before: Figure
    stride: Stride | None


def _search(on: Ground, start: Figure, limit: int, done: Callable[[Figure], bool]) -> dict[Figure, _Seen]:
    """Cheapest ways first; of equally cheap ones that with fewer slanting steps."""
    queue: list[tuple[int, int, int, Figure, Figure, Stride | None]] = [(0, 0, 0, start, start, None)]
    best = {start: (0, 0)}
    found: dict[Figure, _Seen] = {}
    pushed = 0
    while queue:
        spent, slants, _, here, before, by = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = _Seen(spent, before, by)
        if done(here):
            break
        if by is not None and by.kind == "fall":
            continue  # nobody is led through a pit: falling in is the end of a way
        for stride in strides(on, here):
            if stride.end in found:
                continue
            total = (spent + stride.cost, slants + _slants(here, stride.end))
            if total[0] <= limit and total < best.get(stride.end, (limit + 1, 0)):
                best[stride.end] = total
                pushed += 1
                heapq.heappush(queue, (*total, pushed, stride.end, here, stride))
    return found


def strides(on: Ground, here: Figure) -> list[Stride]:
    """Every single step from a place that nobody in the way forbids."""
    found = [stride for stride in _steps(on.table, here, on.corners) if on.crowd.passes(stride.end)]
    if not on.climbs:
        found = [stride for stride in found if stride.kind != "climb"]
    if on.jumps:
        found += [leap for leap in _leaps(on.table, here, on.corners) if on.crowd.rests(leap.end)]
    return found


@lru_cache(maxsize=32768)
def _steps(table: Table, here: Figure, corners: Corners) -> tuple[Stride, ...]:
    """Steps and turns that the board alone allows."""
    walking = board.walking(table)
    ends: list[tuple[Figure, Kind]] = []
    for way in _ROUND:
        taken = step(walking, here, way, corners)
        if taken.allowed:
            ends.append((taken.end, "step"))
    if here.wide != here.deep:
        ends += [(turned, "turn") for turned in _turned(here) if walking.holds(turned)]
    return tuple(_priced(table, here, end, kind) for end, kind in ends)


def _priced(table: Table, here: Figure, end: Figure, kind: Kind) -> Stride:
    down, below = board.fills_pit(table, here), board.fills_pit(table, end)
    if down and not below:
        return Stride(end, cost("climb_out"), "climb")
    return Stride(end, cost("step"), "fall" if below and not down else kind)


def _turned(here: Figure) -> list[Figure]:
    """A long figure turned by a quarter so that at least half of it stays where it was."""
    i, j = here.at
    mine = set(here.spaces)
    around = [
        Figure((i + di, j + dj), here.deep, here.wide)
        for dj in range(1 - here.wide, here.deep)
        for di in range(1 - here.deep, here.wide)
    ]
    return [turned for turned in around if 2 * len(mine & set(turned.spaces)) >= len(mine)]


@lru_cache(maxsize=8192)
def _leaps(table: Table, here: Figure, corners: Corners) -> tuple[Stride, ...]:
    """Jumps straight across a pit that lies ahead, to the first place beyond it."""
    if not board.pits(table) or board.fills_pit(table, here):
        return ()
    walking = board.walking(table)
    found: list[Stride] = []
    for way in _ROUND:
        over, at = 0, here
        while (taken := step(walking, at, way, corners)).allowed and board.fills_pit(table, taken.end):
            over, at = over + 1, taken.end
        if over and taken.allowed:
            found.append(Stride(taken.end, over * cost("jump"), "jump"))
    return tuple(found)


def _slants(here: Figure, there: Figure) -> int:
    return int(here.at[0] != there.at[0] and here.at[1] != there.at[1])


def _walked(found: Mapping[Figure, _Seen], start: Figure, goal: Figure) -> Way:
    out: list[Stride] = []
    at = goal
    while (by := found[at].stride) is not None:
        out.append(by)
        at = found[at].before
    return Way(start=start, strides=tuple(reversed(out)))


def joined(first: Way, second: Way) -> Way:
    """One way after the other."""
    return replace(first, strides=(*first.strides, *second.strides))


def place(model: Model) -> Figure:
    """The spaces a figure covers where it stands."""
    return figure_of(model)
