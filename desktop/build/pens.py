"""What is drawn with: a kind of terrain with the height and the nature it usually has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.game import Point, Terrain, TerrainId

Sight = Literal["solid", "clear", "obscuring"]
Footing = Literal["solid", "open", "difficult", "very_difficult", "impassable"]

SIGHTS: tuple[tuple[Sight, str], ...] = (
    ("solid", "Stops sight"),
    ("obscuring", "Obscures"),
    ("clear", "Seen through"),
)
FOOTINGS: tuple[tuple[Footing, str], ...] = (
    ("solid", "Solid"),
    ("open", "Open"),
    ("difficult", "Difficult"),
    ("very_difficult", "Very difficult"),
    ("impassable", "Impassable"),
)
KINDS = (
    "wall", "low_wall", "fence", "hedge", "barrier", "building", "roof", "floor", "platform", "door", "window",
    "bridge", "plank", "walkway", "ladder", "stairs", "hill", "block", "woods", "water", "pit", "chasm", "rubble",
    "barrel", "crate", "road", "paving",
)  # fmt: skip
"""Kinds that are drawn in a way of their own; any other word may be typed."""


@dataclass(frozen=True)
class Pen:
    """One thing to draw with; heights in inches."""

    id: str
    title: str
    kind: str
    top: float
    bottom: float = 0.0
    sight: Sight = "solid"
    footing: Footing = "solid"
    open: bool = False

    def piece(self, outline: tuple[Point, ...], id: str, lift: float = 0.0) -> Terrain:
        """The piece of this outline, standing on something *lift* inches high."""
        return Terrain(
            id=TerrainId(id),
            name=self.title,
            outline=outline,
            bottom=self.bottom + lift,
            top=self.top + lift,
            kind=self.kind,
            open=self.open,
            sight=self.sight,
            footing=self.footing,
        )


PENS = (
    Pen("block", "Block", "block", 3.0),
    Pen("hill", "Hill", "hill", 1.0),
    Pen("building", "Building", "building", 4.0),
    Pen("wall_line", "Wall line", "wall", 3.0, open=True),
    Pen("low_wall", "Low wall", "low_wall", 1.25),
    Pen("woods", "Woods", "woods", 5.0, sight="obscuring", footing="difficult"),
    Pen("water", "Water", "water", 0.0, sight="clear", footing="difficult"),
    Pen("rubble", "Rubble", "rubble", 0.0, sight="clear", footing="difficult"),
    Pen("floor", "Floor", "floor", 3.0, 2.75),
    Pen("road", "Road", "road", 0.0, sight="clear", footing="open"),
)
"""In the order of the digits; the tenth is 0."""
