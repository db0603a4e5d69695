"""The table cut along one line: what stands in the way, from where to where, how low and how high.

For drawing a side view.  A cut proves nothing by itself: whether a line is clear is the
answer of `sight`.
"""

from __future__ import annotations

import math
from typing import Literal

import shapely
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from engine.game import Model, Point3, Table
from engine.geometry.shapes import finite, footprint, outline, solids


class Box(Struct, frozen=True, kw_only=True):
    """One thing the line passes: from *start* to *end* inches along it, *bottom* to *top* inches up."""

    name: str
    kind: Literal["piece", "model"]
    start: float
    end: float
    bottom: float
    top: float


class Cut(Struct, frozen=True):
    """The plan of the line from *a* to *b*, its *length* in inches, and the boxes on it in order."""

    a: Point3
    b: Point3
    length: float
    boxes: tuple[Box, ...]

    def along(self, point: Point3) -> tuple[float, float]:
        """Where a point of space lies in the cut: (inches along, inches up)."""
        if self.length == 0.0:
            return 0.0, point[2]
        dx, dy = self.b[0] - self.a[0], self.b[1] - self.a[1]
        return ((point[0] - self.a[0]) * dx + (point[1] - self.a[1]) * dy) / self.length, point[2]


def slice_along(table: Table, a: Point3, b: Point3, models: tuple[Model, ...], *, beyond: float = 0.0) -> Cut:
    """Terrain and models over the line from *a* to *b* in plan, *beyond* inches longer at both ends.

    A piece the line crosses more than once gives a box each time.  ValueError for places
    that are no numbers.
    """
    finite(*a, *b, beyond)
    length = math.dist(a[:2], b[:2])
    ux, uy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    start, end = (a[0] - ux * beyond, a[1] - uy * beyond), (b[0] + ux * beyond, b[1] + uy * beyond)
    cut = Cut(a, b, length, ())
    line = shapely.LineString((start, end)) if start != end else shapely.Point(start)
    boxes: list[Box] = []
    ground = solids(table)
    for index in ground.meeting(line):
        piece = ground.pieces[index]
        for low, high in _spans(cut, line, footprint(piece)):
            boxes.append(Box(name=piece.id, kind="piece", start=low, end=high, bottom=piece.bottom, top=piece.top))
    for model in models:
        for low, high in _spans(cut, line, outline(model)):
            top = model.z + model.profile.height
            boxes.append(Box(name=model.id, kind="model", start=low, end=high, bottom=model.z, top=top))
    boxes.sort(key=lambda box: (box.start, box.bottom, box.name))
    return Cut(a, b, length, tuple(boxes))


def _spans(cut: Cut, line: BaseGeometry, shape: BaseGeometry) -> list[tuple[float, float]]:
    """The stretches of the line that lie in the shape, as inches along the cut."""
    found = shapely.intersection(line, shape)
    spans: list[tuple[float, float]] = []
    for part in shapely.get_parts(found):
        places = [cut.along((x, y, 0.0))[0] for x, y in shapely.get_coordinates(part)]
        if places:
            spans.append((min(places), max(places)))
    return spans
