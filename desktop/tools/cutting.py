"""The side view of what was measured or is about to be done: the table cut along one line, heights to scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop.scene.side_view import BoxRole, Slice, SliceBox, SliceLine
from engine.game import Game, Point3
from engine.geometry.evidence import Line
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


def cut_way(game: Game, leg: tuple[Point3, Point3], lines: Iterable[Line], title: str, names: Iterable[str]) -> Slice:
    """The cut along one straight leg of a way, with every climb, drop and leap that is on it.

    What a leap goes over is shown however flat it is: a rift has no height to be drawn by.
    """
    found = slice_along(game.table, *leg, game.on_table(), beyond=BEYOND)
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
        if box.top - box.bottom <= FLAT
        and any(over[0] - BEYOND <= box.start and box.end <= over[-1] + BEYOND for over in leaps)
    )
    return Slice(title, found.length, (*gaps, *_boxes(game, found, frozenset(), frozenset(names), "")), drawn)


def _on(found: Cut, line: Line) -> bool:
    """Does the line lie in the plane of the cut, as a part of it?"""
    places = [(found.along(point)[0], point) for point in line.points]
    if found.length == 0.0:
        return False
    ux, uy = (found.b[0] - found.a[0]) / found.length, (found.b[1] - found.a[1]) / found.length
    aside = (abs((x - found.a[0]) * uy - (y - found.a[1]) * ux) for _, (x, y, _) in places)
    return max(aside) < FLAT and all(-BEYOND <= along <= found.length + BEYOND for along, _ in places)


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
