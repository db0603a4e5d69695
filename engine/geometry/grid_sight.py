"""Sight on square boards, decided in whole numbers: no rounding anywhere.

Centre to centre a line is *clear*; it *grazes* when it touches corners off which the
smallest turn would free it; it is a *pinch* when it enters nothing, yet touches on both sides so
that no small turn frees it (as where two filled squares meet in a corner); else it is *blocked*.
Corner to corner it is clear or blocked, and the pinch is a rule with a name.  Filled squares,
walls between squares and other figures block alike; the two figures never block themselves.
Whether graze and pinch count as seen is the rulebook's affair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Point
from engine.geometry.evidence import Evidence, Line, Role
from engine.geometry.grid import Board, Figure, Space, squares
from engine.geometry.grid_lines import Meeting, Ray, Thing, box, filled_square, meeting, wall_between

__all__ = ["GridSight", "centre_sight", "corner_sight"]

Verdict = Literal["clear", "graze", "pinch", "blocked"]
Where = Figure | Space | tuple[Space, ...]
"""A figure, a space, or the spaces of one viewer."""

_ORDER: tuple[Verdict, ...] = ("clear", "graze", "pinch", "blocked")
_ROLES: dict[Verdict, Role] = {"clear": "clear", "graze": "grazing", "pinch": "grazing", "blocked": "blocked"}


class GridSight(Struct, frozen=True, kw_only=True):
    """One answer about two figures on squares.

    *line*: the deciding line in squares; *viewer* and *target* the spaces it joins.  *blockers*:
    what it enters, *touched*: what it only touches; a filled square as one space, a wall as the two
    it parts.  *margin*, in squares: as long as the ends of the line move by less, a clear line
    stays clear and a blocked one blocked; 0 for the verdicts between.
    """

    verdict: Verdict
    viewer: Space
    target: Space
    line: tuple[Point, Point]
    blockers: tuple[tuple[Space, ...], ...] = ()
    touched: tuple[tuple[Space, ...], ...] = ()
    margin: float = 0.0
    graze_sees: bool = True
    pinch_sees: bool = True

    @property
    def sees(self) -> bool:
        """Under the named rules for lines that touch."""
        return {"clear": True, "graze": self.graze_sees, "pinch": self.pinch_sees, "blocked": False}[self.verdict]

    def evidence(self, side: float = 1.0) -> Evidence:
        """The line, and the squares and walls that it meets; one square being *side* inches."""
        (x0, y0), (x1, y1) = self.line
        lines = [Line(((x0 * side, y0 * side, 0.0), (x1 * side, y1 * side, 0.0)), _ROLES[self.verdict], self.verdict)]
        met = self.blockers or self.touched
        for spaces in met:
            if len(spaces) == 2:
                (p, q), (r, s) = wall_between((spaces[0], spaces[1])).corners
                half = side / 2.0
                lines.append(Line(((p * half, q * half, 0.0), (r * half, s * half, 0.0)), "blocker"))
        filled = [spaces[0] for spaces in met if len(spaces) == 1]
        areas = (squares(filled, side, "blocker"),) if filled else ()
        return Evidence(lines=tuple(lines), areas=areas)


def centre_sight(
    ground: Board,
    viewer: Where,
    target: Where,
    filled: Iterable[Space] = (),
    *,
    graze_sees: bool = True,
    pinch_sees: bool = True,
) -> GridSight:
    """From the middle of a space to the middle of a space; figures of several give their best answer.

    *filled*: spaces that block besides the board's own, such as those of other figures.  Where a
    wall meets a wall or a filled square there is no pinch: joined, they block.  The same both
    ways round.  ValueError for a figure without spaces.
    """
    mine, theirs = _spaces(viewer), _spaces(target)
    things = _things(ground, filled, {*mine, *theirs})
    found = _best(_centres(a, b, things) for a in mine for b in theirs)
    return replace(found, graze_sees=graze_sees, pinch_sees=pinch_sees)


def corner_sight(
    ground: Board,
    viewer: Where,
    target: Where,
    filled: Iterable[Space] = (),
    *,
    pinch: Literal["clear", "blocked"] = "blocked",
) -> GridSight:
    """From some corner of the one to some corner of the other: clear or blocked.

    A line may touch single corners; it may not enter a filled square, run along an edge of one,
    or touch a wall.  *pinch* says whether it may pass the corner in which two filled squares meet.
    A line that leaves its corner through its own figure passes nothing there.  The same both ways
    round.  ValueError for a figure without spaces.
    """
    mine, theirs = _spaces(viewer), _spaces(target)
    things = _things(ground, filled, {*mine, *theirs})
    lines = ((a, b, Ray(p, q)) for a in mine for b in theirs for p in box(a) for q in box(b))
    return _best(_corners(ray, (a, b), (mine, theirs), things, pinch) for a, b, ray in lines)


def _spaces(where: Where) -> tuple[Space, ...]:
    if isinstance(where, Figure):
        return where.spaces
    found: list[Space] = []
    numbers = [part for part in where if isinstance(part, int)]
    if len(numbers) == 2:
        found.append((numbers[0], numbers[1]))
    found += [part for part in where if not isinstance(part, int)]
    if not found:
        raise ValueError("a figure that covers no space neither sees nor is seen")
    return tuple(found)


def _things(ground: Board, filled: Iterable[Space], own: set[Space]) -> tuple[Thing, ...]:
    spaces = sorted((ground.blocked | set(filled)) - own)
    return (*map(filled_square, spaces), *map(wall_between, sorted(ground.walls)))


def _centres(a: Space, b: Space, things: tuple[Thing, ...]) -> GridSight:
    ray = Ray((2 * a[0] + 1, 2 * a[1] + 1), (2 * b[0] + 1, 2 * b[1] + 1))
    met = meeting(ray, things)
    joints = [pair for _, *pair in met.gates() if any(thing.is_wall for thing in pair)]
    if joints and not met.entered:
        shut = [thing for pair in joints for thing in pair]
        met = Meeting(tuple(thing for thing in things if thing in shut), met.touches)
    if met.entered:
        verdict: Verdict = "blocked"
    elif met.touches:
        verdict = "graze" if met.parted() else "pinch"
    else:
        verdict = "clear"
    return _answer(ray, verdict, (a, b), met, things)


def _corners(
    ray: Ray,
    ends: tuple[Space, Space],
    figures: tuple[tuple[Space, ...], tuple[Space, ...]],
    things: tuple[Thing, ...],
    pinch: Literal["clear", "blocked"],
) -> GridSight:
    met = meeting(ray, things)
    own = [t for t, spaces in zip((0, ray.square), figures, strict=True) if any(ray.enters(box(s)) for s in spaces)]
    walls = any(touch.thing.is_wall and touch.low not in own for touch in met.touches)
    pinched = any(t not in own for t, _, _ in met.gates()) if ray.square else _meet_diagonally(met)
    shut = met.entered or met.along or walls or (pinched and pinch == "blocked")
    return _answer(ray, "blocked" if shut else "clear", ends, met, things)


def _meet_diagonally(met: Meeting) -> bool:
    """At a line of no length: do two filled squares meet in its point, and only there?"""
    filled = [touch.thing.spaces[0] for touch in met.touches if not touch.thing.is_wall]
    return any(abs(i - k) == abs(j - m) == 1 for i, j in filled for k, m in filled)


def _answer(
    ray: Ray, verdict: Verdict, ends: tuple[Space, Space], met: Meeting, things: tuple[Thing, ...]
) -> GridSight:
    margin = 0.0
    if verdict == "clear" and not met.touches:
        margin = min((ray.air(thing.corners) for thing in things), default=math.inf)
    elif met.entered:
        margin = max(ray.depth(thing.corners) for thing in met.entered)
    (x0, y0), (x1, y1) = ray.start, ray.end
    return GridSight(
        verdict=verdict,
        viewer=ends[0],
        target=ends[1],
        line=((x0 / 2.0, y0 / 2.0), (x1 / 2.0, y1 / 2.0)),
        blockers=tuple(thing.spaces for thing in met.entered),
        touched=tuple(touch.thing.spaces for touch in met.touches),
        margin=margin,
    )


def _best(found: Iterable[GridSight]) -> GridSight:
    """The best verdict; of equals the line with the most air, or (blocked) the one nearest to being free."""
    return min(
        found, key=lambda one: (_ORDER.index(one.verdict), one.margin if one.verdict == "blocked" else -one.margin)
    )
