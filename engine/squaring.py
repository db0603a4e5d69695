"""A table in inches laid out anew on a board of squares: cells are squares, walls run along borders.

For maps of other programs, whose walls and objects seldom lie where squares want them.
Walls and doors go to the borders nearest to them, objects fill the squares whose middle
they cover, thin ones are walls, and what parts no two middles is left out with a word on it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator

import shapely
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Point, Table, Terrain, TerrainId
from engine.geometry.grid import Edge, Space
from engine.geometry.squared import borders, size, spaces

DOORS = ("door", "open_door", "opening", "window")
"""Kinds that stand in gaps of walls."""


class Squared(Struct, frozen=True):
    """The table on squares, and what was changed or left out."""

    table: Table
    warnings: tuple[str, ...] = ()


def squared(table: Table, side: float = 1.0) -> Squared:
    """The same table on whole squares of *side* inches; ground, zones and picture stay where they are.

    ValueError where so many squares make no board.
    """
    wide, deep = size(table, side)
    doors = [piece for piece in table.terrain if piece.kind in DOORS]
    walls = [piece for piece in table.terrain if piece.open and piece.kind not in DOORS]
    things = [piece for piece in table.terrain if not piece.open and piece.kind not in DOORS]
    walls += [thing for thing in things if not spaces(thing, side)]
    taken: set[Edge] = set()
    laid = list(_doors(doors, taken, (wide, deep), side))
    laid = [*_walls(walls, taken, (wide, deep), side), *laid]
    filled, small = _things(things, (wide, deep), side)
    words = []
    if (wide, deep) != (table.width / side, table.height / side):
        words.append(f"The board has {wide} by {deep} whole squares; what is left of the last ones was cut off.")
    if small:
        be = "was" if small == 1 else "were"
        words.append(f"{small} {'object' if small == 1 else 'objects'} too small for a square {be} left out.")
    board = replace(table, width=wide * side, height=deep * side, terrain=(*filled, *laid))
    return Squared(board, tuple(words))


def _doors(doors: list[Terrain], taken: set[Edge], bounds: Space, side: float) -> Iterator[Terrain]:
    """Each door on the borders it closes, or on the one nearest to its middle where it is too short to close any."""
    for door in doors:
        closed = borders(door, side) or (_nearest(door, side),)
        found = [border for border in closed if _inner(border, bounds) and border not in taken]
        taken.update(found)
        for number, run in enumerate(_runs(found, side)):
            name = door.id if number == 0 else f"{door.id}_{number + 1}"
            yield replace(_hung(door), id=TerrainId(name), outline=run, open=True)


def _hung(door: Terrain) -> Terrain:
    """A door by what one sees through it; a window, of which sill and lintel are left, is seen through, not entered."""
    if door.kind == "window":
        return replace(door, sight="clear", footing="solid")
    return replace(door, kind="door" if door.sight == "solid" else "open_door")


def _walls(walls: list[Terrain], taken: set[Edge], bounds: Space, side: float) -> Iterator[Terrain]:
    """Straight stretches of wall, one piece each; the tallest wall gives a stretch its height and look."""
    for number, (like, run) in enumerate(_stretches(walls, taken, bounds, side), start=1):
        yield replace(like, id=TerrainId(f"w{number}"), name=f"Wall {number}", outline=run, open=True)


def _stretches(
    walls: list[Terrain], taken: set[Edge], bounds: Space, side: float
) -> Iterator[tuple[Terrain, tuple[Point, ...]]]:
    for wall in sorted(walls, key=lambda piece: piece.top, reverse=True):
        found = [border for border in borders(wall, side) if _inner(border, bounds) and border not in taken]
        taken.update(found)
        for run in _runs(found, side):
            yield wall, run


def _things(things: list[Terrain], bounds: Space, side: float) -> tuple[list[Terrain], int]:
    """Objects as whole squares, and how many were too small."""
    found: list[Terrain] = []
    small = 0
    for thing in things:
        covered = [space for space in spaces(thing, side) if 0 <= space[0] < bounds[0] and 0 <= space[1] < bounds[1]]
        small += not covered and not borders(thing, side)
        for number, outline in enumerate(_outlines(covered, side)):
            name = thing.id if number == 0 else f"{thing.id}_{number + 1}"
            found.append(replace(thing, id=TerrainId(name), outline=outline))
    return found, small


def _outlines(covered: list[Space], side: float) -> list[tuple[Point, ...]]:
    """Outlines of these squares, one for each part that hangs together; a part with a hole falls into its rows."""
    if not covered:
        return []
    squares = [shapely.box(i * side, j * side, (i + 1) * side, (j + 1) * side) for i, j in covered]
    whole = shapely.union_all(squares)
    found: list[tuple[Point, ...]] = []
    for part in shapely.get_parts(whole):
        inside = [(i, j) for i, j in covered if part.contains(shapely.Point((i + 0.5) * side, (j + 0.5) * side))]
        if part.interiors:
            rows = [[space for space in inside if space[1] == row] for row in sorted({j for _, j in inside})]
            found += [outline for row in rows for outline in _outlines(row, side)]
        else:
            ring = list(part.simplify(0.0).exterior.coords)[:-1]
            found.append(tuple((float(x), float(y)) for x, y in ring))
    return found


def _runs(found: Iterable[Edge], side: float) -> Iterator[tuple[Point, Point]]:
    """Borders in one line with no gap between them, as one stretch in inches."""
    lines: dict[tuple[bool, int], list[int]] = defaultdict(list)
    for (i, j), (right, below) in found:
        upright = right != i
        lines[upright, right if upright else below].append(j if upright else i)
    for (upright, line), places in sorted(lines.items()):
        start = previous = None
        for place in [*sorted(places), None]:
            if start is not None and previous is not None and place != previous + 1:
                ends = ((line, start), (line, previous + 1)) if upright else ((start, line), (previous + 1, line))
                (ax, ay), (bx, by) = ends
                yield (ax * side, ay * side), (bx * side, by * side)
                start = place
            start = place if start is None else start
            previous = place


def _inner(border: Edge, bounds: Space) -> bool:
    """Does it lie between two squares of the board?"""
    return all(0 <= i < bounds[0] and 0 <= j < bounds[1] for i, j in border)


def _nearest(door: Terrain, side: float) -> Edge:
    """The border nearest to the middle of a door."""
    xs, ys = zip(*door.outline, strict=True)
    x, y = sum(xs) / len(xs) / side, sum(ys) / len(ys) / side
    across, down = abs(x - round(x)), abs(y - round(y))
    if across <= down:
        return (round(x) - 1, math.floor(y)), (round(x), math.floor(y))
    return (math.floor(x), round(y) - 1), (math.floor(x), round(y))
