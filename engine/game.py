"""The nouns: everything that is true on the table at one instant, frozen.

Lengths are inches, angles degrees, x to the right, y *down* the screen, z up from the
table.  Base sizes are stored in millimetres as printed (1 in = 25.4 mm exactly).
A facing of 0 looks up the screen (towards smaller y) and grows clockwise.

The nouns are msgspec structs, not dataclasses: typed decoding of files, hashing that is
paid once and `replace` come with them, so neither a save file nor `odds` needs code of
its own.  No rulebook adds a field here: what only one book knows is a *marker* (a
condition with a value) or a *counter* (a named number).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NewType

from msgspec import Struct
from msgspec.structs import replace

MM_PER_INCH = 25.4
"""Exact by definition of the inch."""

ModelId = NewType("ModelId", str)
SideId = NewType("SideId", str)
TerrainId = NewType("TerrainId", str)

NO_MODEL = ModelId("")
NO_SIDE = SideId("")

Point = tuple[float, float]
"""(x, y) in inches."""
Point3 = tuple[float, float, float]
"""(x, y, z) in inches."""

Place = Literal["table", "reserve", "removed"]
Numbers = tuple[tuple[str, int], ...]
"""Named whole numbers, sorted by name where they are counters."""


class Base(Struct, frozen=True, cache_hash=True):
    """A model's footprint: *width* across (local x), *depth* along the facing, in mm."""

    shape: Literal["round", "oval", "rect"] = "round"
    width: float = 25.0
    depth: float = 25.0

    @property
    def radius(self) -> float:
        """Half the width in inches; the exact radius of a round base."""
        return self.width / 2 / MM_PER_INCH


class Profile(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A printed stat line: numbers, traits and what is carried.  Heights in inches."""

    id: str
    name: str
    base: Base = Base()
    height: float = 1.2
    stats: Numbers = ()
    traits: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()

    def stat(self, name: str) -> int:
        """The printed number; KeyError names what is missing."""
        for key, value in self.stats:
            if key == name:
                return value
        raise KeyError(f"profile {self.id} has no characteristic {name!r}")


class Marker(Struct, frozen=True, cache_hash=True):
    """One physical marker beside a model: a condition, its value, and who put it there."""

    status: str
    value: int = 0
    source: str = ""


class Model(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One miniature.  *z* is the elevation of its base's underside, in inches."""

    id: ModelId
    name: str
    side: SideId
    profile: Profile
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    place: Place = "reserve"
    markers: tuple[Marker, ...] = ()
    counters: Numbers = ()
    removed_as: str = ""

    @property
    def on_table(self) -> bool:
        return self.place == "table"

    def has(self, status: str) -> bool:
        """Is at least one marker of this status beside the model?"""
        return any(marker.status == status for marker in self.markers)

    def values(self, status: str) -> tuple[int, ...]:
        """Values of all markers of one status, highest first."""
        return tuple(sorted((m.value for m in self.markers if m.status == status), reverse=True))

    def count(self, name: str, otherwise: int = 0) -> int:
        """A counter's number, or *otherwise* where it was never set."""
        return _number(self.counters, name, otherwise)

    def stat(self, name: str) -> int:
        return self.profile.stat(name)


class Side(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Who plays, and the numbers only this side has."""

    id: SideId
    name: str
    counters: Numbers = ()

    def count(self, name: str, otherwise: int = 0) -> int:
        return _number(self.counters, name, otherwise)


class Terrain(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A piece of scenery: a footprint swept from *bottom* to *top* (inches).

    *outline* lists corners in either winding; an *open* outline is a wall of no
    thickness along its points.  *sight* says whether it stops a line of sight;
    *footing* whether one may walk through it (open, difficult, very_difficult), must
    go over or round it (solid), or may not enter it at all (impassable).  A piece with
    *bottom* above the ground (floor, bridge, lintel) may be passed under.
    *clause* words of a kind ("ladder", "woods") mean what the rulebook says of them.
    """

    id: TerrainId
    name: str
    outline: tuple[Point, ...]
    bottom: float = 0.0
    top: float = 0.0
    kind: str = "block"
    open: bool = False
    sight: Literal["solid", "clear", "obscuring"] = "solid"
    footing: Literal["solid", "open", "difficult", "very_difficult", "impassable"] = "solid"


class Cloth(Struct, frozen=True, cache_hash=True):
    """A picture laid under everything: encoded bytes and where its top left corner lies."""

    picture: bytes
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0


class Zone(Struct, frozen=True, cache_hash=True):
    """A named area of the board, such as a deployment zone of one side."""

    name: str
    side: SideId
    outline: tuple[Point, ...]


class Table(Struct, frozen=True, kw_only=True, cache_hash=True):
    """Board and terrain; *width* × *height* in inches, ground is a look ("moss", "slate")."""

    name: str = "Table"
    width: float = 36.0
    height: float = 36.0
    ground: str = "moss"
    terrain: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    cloth: Cloth | None = None

    def piece(self, terrain: str) -> Terrain:
        for piece in self.terrain:
            if piece.id == terrain:
                return piece
        raise KeyError(f"no terrain piece {terrain!r} on table {self.name!r}")


class Game(Struct, frozen=True, kw_only=True, cache_hash=True):
    """All that is true at one instant.  Nothing outside it matters to a rule."""

    system: str
    table: Table = Table()
    sides: tuple[Side, ...] = ()
    models: tuple[Model, ...] = ()
    round: int = 1
    phase: str = ""
    active: SideId = SideId("")
    counters: Numbers = ()
    readings: tuple[tuple[str, str], ...] = ()
    outcome: str = ""

    def model(self, model: str) -> Model:
        for candidate in self.models:
            if candidate.id == model:
                return candidate
        raise KeyError(f"no model {model!r} in this game")

    def has_model(self, model: str) -> bool:
        return any(candidate.id == model for candidate in self.models)

    def side(self, side: str) -> Side:
        for candidate in self.sides:
            if candidate.id == side:
                return candidate
        raise KeyError(f"no side {side!r} in this game")

    def others(self, side: str) -> tuple[Side, ...]:
        """Every side but this one, in seating order."""
        return tuple(candidate for candidate in self.sides if candidate.id != side)

    def on_table(self) -> tuple[Model, ...]:
        return tuple(model for model in self.models if model.on_table)

    def friends(self, model: Model) -> tuple[Model, ...]:
        """Models on the table of the same side, without the model itself."""
        return tuple(m for m in self.on_table() if m.side == model.side and m.id != model.id)

    def enemies(self, model: Model) -> tuple[Model, ...]:
        return tuple(m for m in self.on_table() if m.side != model.side)

    def count(self, name: str, otherwise: int = 0) -> int:
        return _number(self.counters, name, otherwise)

    def reading(self, name: str, otherwise: str = "") -> str:
        """The chosen reading of an unclear rule, or the rulebook's default."""
        for key, value in self.readings:
            if key == name:
                return value
        return otherwise

    def with_model(self, model: Model) -> Game:
        """The same game with this model in place of the one of the same id."""
        return replace(self, models=tuple(model if m.id == model.id else m for m in self.models))

    def with_side(self, side: Side) -> Game:
        return replace(self, sides=tuple(side if s.id == side.id else s for s in self.sides))


def counted(counters: Numbers, name: str, value: int) -> Numbers:
    """The counters with one set; kept sorted so that equal games compare equal.  0 drops it."""
    rest = [(key, number) for key, number in counters if key != name]
    if value:
        rest.append((name, value))
    return tuple(sorted(rest))


def legs(path: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The straight legs of a path, in order."""
    return pairwise(path)


def _number(counters: Numbers, name: str, otherwise: int) -> int:
    for key, value in counters:
        if key == name:
            return value
    return otherwise
