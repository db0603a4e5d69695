"""Where building happens: the table under the hand, what is shown over it, and what can be taken hold of."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import shapely
from msgspec.structs import replace as with_fields
from PySide6.QtCore import Qt

from desktop.build.overlay import NOTHING, Overlay, Shown, size_handles, turn_handle
from desktop.build.workshop import Workshop
from desktop.build.zones import change_zone
from desktop.scene import TableView
from desktop.scene.storeys import lies_over
from desktop.tools.tool import Bench
from engine.building import Parts
from engine.framing import frame
from engine.game import Point, Terrain
from engine.geometry.shapes import footprint

REACH = 9.0
"""Pixels within which a handle is taken hold of, and within which snapping draws."""

Rims = tuple[tuple[tuple[Point, ...], bool], ...]
"""Outlines, and whether each is closed."""
MOST_OUTLINES = 3
"""Parts that are each outlined."""


@dataclass(frozen=True)
class Grip:
    """Something to pull at: the handle that turns, one that resizes, a corner, or an edge."""

    kind: Literal["turn", "size", "corner", "edge"]
    spot: Point
    handle: Point = (0.0, 0.0)
    index: int = 0


class Stage:
    """The workshop, the bench that feeds gestures, and the overlay."""

    def __init__(self, workshop: Workshop, bench: Bench, view: TableView, overlay: Overlay) -> None:
        self.workshop = workshop
        self.bench = bench
        self.view = view
        self.overlay = overlay
        self.holding = False
        """Is something in the hand, so that what is chosen is not shown at rest?"""
        self._lifted: tuple[str, ...] = ()

    # Showing -----------------------------------------------------------------------------------

    def rest(self) -> None:
        """Show what is chosen, and the table as it truly is."""
        self.holding = False
        if self._lifted:
            self._lifted = ()
            self.bench.put_back()
        self.overlay.show_this(self.resting())

    def resting(self) -> Shown:
        """What is shown while nothing is in the hand."""
        shop = self.workshop
        if (zone := shop.chosen_zone()) is not None:
            return self._cornered(Shown(outlines=((zone.outline, True),)), zone.outline, True)
        parts = shop.parts()
        if not parts:
            return NOTHING
        shown = Shown(outlines=outlined(parts))
        if shop.shows_corners and len(parts) == 1:
            return self._cornered(shown, parts[0].outline, not parts[0].open)
        return replace(shown, frame=frame(parts))

    def _cornered(self, shown: Shown, outline: tuple[Point, ...], closed: bool) -> Shown:
        corner = self.workshop.corner if self.workshop.shows_corners else None
        return replace(shown, corners=outline, between=tuple(_middles(outline, closed)), corner=corner)

    def clear(self) -> None:
        """Show nothing of building."""
        self._lifted, self.holding = (), False
        self.overlay.show_this(NOTHING)

    def hold(self, before: Parts, shown: Shown) -> None:
        """Show pieces in the hand; those they come from are taken off the picture meanwhile."""
        self.holding = True
        lifted = tuple(part.id for part in before)
        if lifted != self._lifted:
            self._lifted = lifted
            game = self.bench.session.game
            rest = tuple(piece for piece in game.table.terrain if piece.id not in lifted)
            self.bench.scene.sync(with_fields(game, table=with_fields(game.table, terrain=rest)))
        self.overlay.show_this(shown)

    def hint(self, text: str) -> None:
        self.bench.hinted.emit(text)

    def point_with(self, shape: Qt.CursorShape | None) -> None:
        """Show another mouse pointer over the table, or the usual one."""
        if shape is None:
            self.view.viewport().unsetCursor()
        else:
            self.view.viewport().setCursor(shape)

    def centre(self) -> Point:
        """The middle of what is seen of the board."""
        x, y = self.view.inches_at(self.view.viewport().rect().center())
        table = self.workshop.table
        return min(max(x, 0.0), table.width), min(max(y, 0.0), table.height)

    # Taking hold -------------------------------------------------------------------------------

    def under(self, at: Point, pixel: float) -> tuple[str, ...]:
        """The pieces that are seen under the hand, the highest first; what is thin may be missed by a few pixels."""
        spot, slop, level = shapely.Point(at), 5 * pixel, self.bench.scene.ground.level
        found: list[tuple[bool, float, float, int, Terrain]] = []
        for number, piece in enumerate(self.workshop.table.terrain):
            away = footprint(piece).distance(spot)
            if away <= slop and not lies_over(piece, level):
                found.append((away == 0.0, piece.top, piece.bottom, number, piece))
        found.sort(key=lambda each: each[:4], reverse=True)
        return tuple(piece.id for *_, piece in found)

    def inside(self, one: Point, other: Point) -> tuple[str, ...]:
        """The pieces that lie wholly in a band."""
        band = shapely.box(min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1]))
        level = self.bench.scene.ground.level
        seen = (piece for piece in self.workshop.table.terrain if not lies_over(piece, level))
        return tuple(piece.id for piece in seen if band.covers(footprint(piece)))

    def grip_at(self, at: Point, pixel: float) -> Grip | None:
        """What can be pulled at here: the nearest within reach."""
        near = [(math.dist(at, grip.spot), place, grip) for place, grip in enumerate(self._grips(1 / pixel))]
        found = min(near, default=None, key=lambda each: each[:2])
        return found[2] if found is not None and found[0] <= REACH * pixel else None

    def on_border(self, outline: tuple[Point, ...], at: Point, pixel: float) -> bool:
        """Is the hand on the border of a zone?"""
        return bool(shapely.LinearRing(outline).distance(shapely.Point(at)) <= 6 * pixel)

    def _grips(self, scale: float) -> Iterable[Grip]:
        shop = self.workshop
        parts = shop.parts()
        outline, closed = self.outline()
        if outline and shop.shows_corners:
            for index, spot in enumerate(outline):
                yield Grip("corner", spot, index=index)
            for index, spot in enumerate(_middles(outline, closed)):
                yield Grip("edge", spot, index=index)
        elif parts:
            held = frame(parts)
            yield Grip("turn", turn_handle(held, scale))
            for handle, spot in size_handles(held, scale):
                yield Grip("size", spot, handle)

    # An outline whose corners can be moved -----------------------------------------------------

    def outline(self) -> tuple[tuple[Point, ...], bool]:
        """The outline of the one chosen piece or zone, and whether it is closed; empty for several."""
        if (zone := self.workshop.chosen_zone()) is not None:
            return zone.outline, True
        parts = self.workshop.parts()
        return (parts[0].outline, not parts[0].open) if len(parts) == 1 else ((), True)

    def reshape(self, outline: tuple[Point, ...], did: str) -> bool:
        """Give the chosen piece or zone another outline."""
        shop = self.workshop
        if (zone := shop.chosen_zone()) is not None:
            return change_zone(shop, with_fields(zone, outline=outline), f"{zone.name} {did}")
        return shop.edit(lambda parts: (with_fields(parts[0], outline=outline),), did)


def outlined(parts: Parts) -> Rims:
    """The outlines to draw round pieces, and whether each is closed: of many parts only their common border."""
    if len(parts) <= MOST_OUTLINES:
        return tuple((part.outline, not part.open) for part in parts)
    whole = shapely.get_parts(shapely.union_all([footprint(part) for part in parts]))
    areas = [area.exterior for area in whole if area.geom_type == "Polygon"]
    lines = [line for line in whole if line.geom_type == "LineString"]
    return tuple((tuple(line.coords), line.geom_type == "LinearRing") for line in (*areas, *lines))


def _middles(outline: tuple[Point, ...], closed: bool) -> list[Point]:
    ends = (*outline[1:], outline[0]) if closed else outline[1:]
    return [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(outline, ends, strict=False)]
