"""Building a table: pieces moved, turned, resized, stacked, copied and told apart, as values.

Nothing here changes a game: each function gives terrain as it would be, `changes` gives the
facts that make it so, and `fault` says in a sentence why it cannot stand.  Lengths are
inches, angles degrees clockwise as the screen shows them.

Terrain whose ids share what stands before a slash is one *group*: a house of walls and
floors is picked up whole.  A piece without a slash is a group of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import shapely
from msgspec.structs import replace

from engine.events import Built, Event, Razed
from engine.game import Point, Table, Terrain, TerrainId
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import axes, carries, footprint, has_area
from engine.limits import FARTHEST, MOST_POINTS, piece_fault
from engine.questions import tidy

Parts = tuple[Terrain, ...]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in inches."""
Edge = Literal["left", "centre", "right", "top", "middle", "bottom"]
Axis = Literal["across", "down"]

LEAST_AREA = 0.01
"""Square inches below which an outline encloses nothing."""
LEAST_SIZE = 0.05
"""Inches to which a piece can be made small."""
LARGEST_BOARD = 1200.0
"""Inches; a hundred feet."""


# Groups ------------------------------------------------------------------------------------


def group_of(id: str) -> str:
    """The group a piece belongs to: what stands before the slash, or the whole id."""
    return id.partition("/")[0]


def members(table: Table, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids of everything in the groups of these pieces, in the table's order."""
    groups = {group_of(id) for id in ids}
    return tuple(piece.id for piece in table.terrain if group_of(piece.id) in groups)


def groups(parts: Iterable[Terrain]) -> tuple[Parts, ...]:
    """The parts group by group, each group where its first part stood."""
    found: dict[str, list[Terrain]] = {}
    for part in parts:
        found.setdefault(group_of(part.id), []).append(part)
    return tuple(tuple(group) for group in found.values())


def called(parts: Parts) -> str:
    """What a group is called: its piece's name, or the words of its id where it has several."""
    if len(parts) == 1:
        return parts[0].name
    words = group_of(parts[0].id).replace("_", " ")
    return words[:1].upper() + words[1:]


def fresh(parts: Parts, taken: Iterable[str]) -> Parts:
    """The same parts under ids that are still free; what is one group stays one."""
    used = {group_of(id) for id in taken}
    made: list[Terrain] = []
    for group in groups(parts):
        name = _free(group_of(group[0].id), used)
        used.add(name)
        made += [replace(part, id=TerrainId("/".join((name, *part.id.split("/")[1:])))) for part in group]
    return tuple(made)


def grouped(parts: Parts, taken: Iterable[str]) -> Parts:
    """All parts as one group, called after the first."""
    rest = {group_of(id) for id in taken} - {group_of(part.id) for part in parts}
    name = _free(group_of(parts[0].id), rest)
    return tuple(
        replace(part, id=TerrainId(f"{name}/{number}_{re.sub(r'^[0-9]+_', '', part.id.split('/')[-1])}"))
        for number, part in enumerate(parts, start=1)
    )


def ungrouped(parts: Parts, taken: Iterable[str]) -> Parts:
    """Every part for itself."""
    used = {group_of(id) for id in taken} - {group_of(part.id) for part in parts}
    made: list[Terrain] = []
    for part in parts:
        name = _free(part.id.replace("/", "_"), used)
        used.add(name)
        made.append(replace(part, id=TerrainId(name)))
    return tuple(made)


def _free(name: str, used: set[str]) -> str:
    """The name itself where nobody has it, else with the next number."""
    if name not in used:
        return name
    stem = re.sub(r"_\d+$", "", name)
    number = 2
    while f"{stem}_{number}" in used:
        number += 1
    return f"{stem}_{number}"


# Where and how large -----------------------------------------------------------------------


def box(parts: Iterable[Terrain]) -> Box:
    """The rectangle round all corners.  ValueError without parts."""
    corners = [corner for part in parts for corner in part.outline]
    if not corners:
        raise ValueError("nothing has no size")
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across), max(down)


def middle(parts: Iterable[Terrain]) -> Point:
    """The middle of the rectangle round them."""
    left, top, right, bottom = box(parts)
    return (left + right) / 2, (top + bottom) / 2


def low(parts: Iterable[Terrain]) -> float:
    """The lowest bottom."""
    return min(part.bottom for part in parts)


def high(parts: Iterable[Terrain]) -> float:
    """The highest top."""
    return max(part.top for part in parts)


def moved(parts: Parts, dx: float, dy: float, dz: float = 0.0) -> Parts:
    """Shifted by so many inches."""
    return tuple(
        replace(
            part,
            outline=tuple((x + dx, y + dy) for x, y in part.outline),
            bottom=part.bottom + dz,
            top=part.top + dz,
        )
        for part in parts
    )


def turned(parts: Parts, about: Point, degrees: float) -> Parts:
    """Turned clockwise about a point; exact at right angles."""
    return tuple(replace(part, outline=turned_points(part.outline, about, degrees)) for part in parts)


def turned_points(points: Sequence[Point], about: Point, degrees: float) -> tuple[Point, ...]:
    """Points turned clockwise about one of the table."""
    (cos, sin), _ = axes(degrees)
    cx, cy = about
    return tuple((cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos) for x, y in points)


def raised(parts: Parts, bottom: float) -> Parts:
    """Lifted or lowered as a whole, so that the lowest bottom is at this height."""
    return moved(parts, 0.0, 0.0, bottom - low(parts))


def stretched(parts: Parts, top: float) -> Parts:
    """Made higher or lower, so that the highest top is at this height; every part in proportion."""
    foot, head = low(parts), high(parts)
    if head == foot:
        return tuple(replace(part, top=top) for part in parts)
    grow = (top - foot) / (head - foot)
    return tuple(
        replace(part, bottom=foot + (part.bottom - foot) * grow, top=foot + (part.top - foot) * grow) for part in parts
    )


# Order -------------------------------------------------------------------------------------


def aligned(chosen: Sequence[Parts], edge: Edge) -> Parts:
    """The groups brought to one line: that edge, or the middle, of the rectangle round all."""
    whole = box([part for parts in chosen for part in parts])
    made: list[Terrain] = []
    for parts in chosen:
        mine = box(parts)
        made += moved(parts, *_brought(mine, whole, edge))
    return tuple(made)


def _brought(mine: Box, whole: Box, edge: Edge) -> Point:
    match edge:
        case "left":
            return whole[0] - mine[0], 0.0
        case "right":
            return whole[2] - mine[2], 0.0
        case "centre":
            return (whole[0] + whole[2] - mine[0] - mine[2]) / 2, 0.0
        case "top":
            return 0.0, whole[1] - mine[1]
        case "bottom":
            return 0.0, whole[3] - mine[3]
        case "middle":
            return 0.0, (whole[1] + whole[3] - mine[1] - mine[3]) / 2


def distributed(chosen: Sequence[Parts], axis: Axis) -> Parts:
    """The groups with equal gaps between them; the outermost stay where they are."""
    least, most = (0, 2) if axis == "across" else (1, 3)
    in_order = sorted(chosen, key=lambda parts: box(parts)[least])
    sizes = [box(parts)[most] - box(parts)[least] for parts in in_order]
    start, end = box(in_order[0])[least], max(box(parts)[most] for parts in in_order)
    gap = (end - start - sum(sizes)) / max(1, len(in_order) - 1)
    made: list[Terrain] = []
    for parts, size in zip(in_order, sizes, strict=True):
        by = start - box(parts)[least]
        made += moved(parts, *((by, 0.0) if axis == "across" else (0.0, by)))
        start += size + gap
    return tuple(made)


# Stacking ----------------------------------------------------------------------------------


def levels(table: Table, at: Point, without: Iterable[str] = ()) -> tuple[float, ...]:
    """Every height at which something could stand here: the ground and each top that carries, lowest first."""
    left_out, spot = set(without), shapely.Point(at)
    tops = {0.0}
    for piece in table.terrain:
        holds = piece.id not in left_out and piece.top > CONTACT and carries(piece) and has_area(piece)
        if holds and footprint(piece).covers(spot):
            tops.add(piece.top)
    return tuple(sorted(tops))


def stacked(table: Table, before: Parts, after: Parts) -> Parts:
    """The parts put on what lies below them now, if they stood on what lay below them before."""
    own = [part.id for part in before]
    stood = levels(table, middle(before), own)[-1]
    if abs(low(before) - stood) > CONTACT:
        return after
    return raised(after, levels(table, middle(after), own)[-1])


# Facts and faults --------------------------------------------------------------------------


def changes(before: Iterable[Terrain], after: Iterable[Terrain]) -> tuple[Event, ...]:
    """The facts that make the one of the other; none for what stays as it is."""
    old, new = {part.id: part for part in before}, {part.id: part for part in after}
    gone: list[Event] = [Razed(piece=id) for id in old if id not in new]
    return (*gone, *(Built(piece=part) for id, part in new.items() if old.get(id) != part))


def outline_fault(outline: Sequence[Point], *, open: bool = False) -> str:
    """Why nothing can be built on this outline; empty when it can."""
    least, words = (2, "two") if open else (3, "three")
    found = len(set(outline))
    if found < least:
        return f"An outline needs {words} corners or more, this one has {found}. Set another corner."
    if len(outline) > MOST_POINTS:
        return f"An outline can have {MOST_POINTS} corners, this one has {len(outline)}. Leave some out."
    if not all(-FARTHEST <= number <= FARTHEST for corner in outline for number in corner):
        return "A corner lies too far away from the board. Set it nearer."
    if open:
        return ""
    ring = shapely.Polygon(outline)
    if ring.convex_hull.area < LEAST_AREA:
        return "The outline encloses no area: its corners lie on one line. Move one of them aside."
    why, _, place = shapely.is_valid_reason(ring).partition("[")
    if why.endswith("Self-intersection"):
        x, y = (tidy(float(number)) for number in place.rstrip("]").split())
        return f"The outline crosses or touches itself at {x}, {y}. Move a corner, or take the last one back."
    return "" if ring.area >= LEAST_AREA else "The outline encloses almost no area. Move its corners apart."


def fault(parts: Parts, table: Table) -> str:
    """Why these parts cannot stand on this table; empty when they can."""
    for part in parts:
        if not part.name.strip():
            return "A piece needs a name. Type one."
        if said := outline_fault(part.outline, open=part.open):
            return f"{part.name}: {said}"
        if part.top < part.bottom:
            return (
                f"{part.name}: its top ({tidy(part.top)}″) is below its bottom ({tidy(part.bottom)}″). "
                "Give it a higher top or a lower bottom."
            )
        if said := piece_fault(part):
            return said
    board = shapely.box(0.0, 0.0, table.width, table.height)
    off = [group for group in groups(parts) if not any(footprint(part).intersects(board) for part in group)]
    if off:
        size = f"{tidy(table.width)} × {tidy(table.height)}″"
        return f"{called(off[0])} would lie off the board of {size}. Put it within its edges."
    return ""


def size_fault(width: float, height: float) -> str:
    """Why a board cannot have this size in inches."""
    if not (1.0 <= width <= LARGEST_BOARD and 1.0 <= height <= LARGEST_BOARD):
        return f"A board measures from 1″ to {LARGEST_BOARD:.0f}″ a side, not {tidy(width)} × {tidy(height)}″."
    return ""


def stranded(table: Table) -> tuple[str, ...]:
    """Names of groups that no longer touch the board, as after it was made smaller."""
    board = shapely.box(0.0, 0.0, table.width, table.height)
    return tuple(
        called(group) for group in groups(table.terrain) if not any(footprint(part).intersects(board) for part in group)
    )
