"""The side view of what was measured: the table cut along one line, with heights to scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from desktop.scene.side_view import BoxRole, Slice, SliceBox, SliceLine
from engine.game import Game, Point3
from engine.geometry.slice import Box, Cut, slice_along
from engine.measuring.answer import named

FLAT = 0.05
"""Inches; what is lower is ground and not drawn in the cut."""
BEYOND = 1.0
"""Inches of the table shown beyond both ends."""


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
    boxes: list[SliceBox] = []
    for box in found.boxes:
        if box.top - box.bottom > FLAT:
            made = _box(game, box, hatched, told, target)
            twice = any(made.label == earlier.label for earlier in boxes)
            boxes.append(replace(made, label="") if twice else made)
    stopped = None if stop is None else found.along(stop)
    return Slice(title, found.length, tuple(boxes), (_line(found, line, role, stopped),), note)


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
