"""The side view of what was measured or is about to be done: the table cut along one line, heights to scale."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from desktop.scene.side_view import BoxRole, Slice, SliceBox, SliceLine
from engine.game import Game, Point3
from engine.geometry.evidence import Evidence, Line
from engine.geometry.slice import Box, Cut, slice_along
from engine.measuring.answer import named

FLAT = 0.05
"""Inches; what is lower is ground and not drawn in the cut."""
BEYOND = 1.0
"""Inches of the table shown beyond both ends."""
HEIGHTS = ("climb", "fall", "leap")
"""Roles of lines on a way that only a side view shows well."""


def cut(
    game: Game,
    line: tuple[Point3, Point3],
    role: str,
    title: str,
    note: str,
    *,
    stop: Point3 | None = None,
    blockers: Iterable[str] = (),
    names: Iterable[str] = (),
    target: str = "",
) -> Slice:
    """The cut along a line in its evidence role; *blockers* are hatched, they and *names* are named."""
    found = slice_along(game.table, *line, game.on_table(), beyond=BEYOND)
    hatched, told = frozenset(blockers), frozenset((*blockers, *names, target))
    boxes = _boxes(game, found, hatched, told, target)
    stopped = None if stop is None else found.along(stop)
    return Slice(title, found.length, boxes, (_line(found, line, role, stopped),), note)


def cut_way(game: Game, leg: tuple[Point3, Point3], lines: tuple[Line, ...], title: str, names: Iterable[str]) -> Slice:
    """The cut along one straight leg of a way, with every climb, drop and leap that is on it.

    What a leap goes over is shown however flat it is: a rift has no height to be drawn by.
    The cut goes on beyond the leg as far as what begins at its end.
    """
    found = slice_along(game.table, *_lengthened(leg, lines), game.on_table(), beyond=BEYOND)
    drawn = tuple(
        SliceLine(
            tuple(found.along(point) for point in line.points), line.role, "" if line.role == "path" else line.label
        )
        for line in lines
        if line.role in ("path", *HEIGHTS) and _on(found, line)
    )
    leaps = [sorted(x for x, _ in line.points) for line in drawn if line.role == "leap"]
    gaps = tuple(
        SliceBox(named(game, box.name), box.start, box.end, box.bottom, box.top, "ground")
        for box in found.boxes
        if box.top - box.bottom <= FLAT and any(over[0] <= box.start and box.end <= over[-1] for over in leaps)
    )
    return Slice(title, found.length, (*gaps, *_boxes(game, found, frozenset(), frozenset(names), "")), drawn)


def cut_heights(game: Game, shown: Evidence, title: str) -> Slice | None:
    """The cut along what evidence climbs, drops or leaps, from where that begins to where it ends; None without."""
    steep = [line for line in shown.lines if line.role in HEIGHTS]
    if not steep:
        return None
    lines = tuple(line for line in shown.lines if line.role in ("path", *HEIGHTS))
    start, end = lines[0].points[0], lines[-1].points[-1]
    if math.dist(start[:2], end[:2]) < FLAT:  # straight up or down: seen from the south
        start, end = (start[0] - BEYOND, *start[1:]), (end[0] + BEYOND, *end[1:])
    return cut_way(game, (start, end), lines, title, shown.pieces)


def _lengthened(leg: tuple[Point3, Point3], lines: Iterable[Line]) -> tuple[Point3, Point3]:
    """The leg, drawn out to the end of every climb, drop or leap that goes on along it."""
    bare = Cut(*leg, math.dist(leg[0][:2], leg[1][:2]), ())
    ends = [point for line in lines if line.role in HEIGHTS and _begins_on(bare, line) for point in line.points]
    far = max((bare.along(point)[0] for point in ends), default=0.0)
    if far <= bare.length + FLAT:
        return leg
    (ax, ay, _), (bx, by, bz) = leg
    return leg[0], (ax + (bx - ax) * far / bare.length, ay + (by - ay) * far / bare.length, bz)


def _begins_on(found: Cut, line: Line) -> bool:
    """Does the line begin on the leg and lie in its plane?"""
    begins = found.along(line.points[0])[0]
    return -BEYOND <= begins <= found.length + BEYOND and _aside(found, line) < FLAT


def _aside(found: Cut, line: Line) -> float:
    """How far the line goes out of the plane of the cut, in inches."""
    if found.length == 0.0:
        return math.inf
    ux, uy = (found.b[0] - found.a[0]) / found.length, (found.b[1] - found.a[1]) / found.length
    return max(abs((x - found.a[0]) * uy - (y - found.a[1]) * ux) for x, y, _ in line.points)


def _on(found: Cut, line: Line) -> bool:
    """Does the line lie in the plane of the cut, as a part of it?"""
    alongs = [found.along(point)[0] for point in line.points]
    return _aside(found, line) < FLAT and all(-BEYOND <= along <= found.length + BEYOND for along in alongs)


def _boxes(game: Game, found: Cut, hatched: frozenset[str], told: frozenset[str], target: str) -> tuple[SliceBox, ...]:
    """All that has a height, each name once."""
    boxes: list[SliceBox] = []
    for box in found.boxes:
        if box.top - box.bottom > FLAT:
            made = _box(game, box, hatched, told, target)
            twice = any(made.label == earlier.label for earlier in boxes)
            boxes.append(replace(made, label="") if twice else made)
    return tuple(boxes)


def _line(found: Cut, line: tuple[Point3, Point3], role: str, stop: tuple[float, float] | None) -> SliceLine:
    return SliceLine(tuple(found.along(point) for point in line), role, "", stop)


def _box(game: Game, box: Box, hatched: frozenset[str], told: frozenset[str], target: str) -> SliceBox:
    role: BoxRole = "blocker" if box.name in hatched else "terrain"
    side = -1
    if box.kind == "model":
        side = [seat.id for seat in game.sides].index(game.model(box.name).side)
        role = "target" if box.name == target else "model"
    label = named(game, box.name) if box.name in told else ""
    return SliceBox(label, box.start, box.end, box.bottom, box.top, role, side)
