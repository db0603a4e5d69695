"""Universal VTT maps (.uvtt, .dd2vtt, .df2vtt): walls, doors, object outlines and the picture.

There is no official specification; what is done here follows files in the wild:

* lengths are cells, y grows downwards, and everything is placed absolutely, so the corner
  of the crop (`map_origin`) is taken off, except in files whose crop was never applied;
* a wall that is a ring repeats its first point, an object outline does not though it is one;
* `closed` of a portal means that it stops light: an open one is a window or an open door,
  and the file does not say which;
* the picture is base64, with or without a data URI, or only a path, or missing;
* formats 0.2, 0.3, 1.0 and "1.0" hold the same things.

Lights and colours mean nothing on a table and are left alone.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.game import Cloth, Point, Table, Terrain, TerrainId
from engine.limits import FARTHEST, MOST_POINTS, table_fault
from engine.store import Unreadable, file_bytes

SUFFIXES = (".uvtt", ".dd2vtt", ".df2vtt")
MOST_SEGMENTS = 10_000
"""Stretches of wall and outline that are taken from one map."""
LARGEST_PICTURE = 40 << 20
"""Bytes, before it is drawn."""
_BOM = b"\xef\xbb\xbf"
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"GIF8", b"BM")


class Spot(Struct, frozen=True):
    """A place or a size in cells."""

    x: float
    y: float


class _Resolution(Struct, frozen=True):
    map_size: Spot
    map_origin: Spot | None = None


class _Portal(Struct, frozen=True):
    bounds: tuple[Spot, ...] | None = None
    closed: bool | None = None


class _Map(Struct, frozen=True):
    resolution: _Resolution
    line_of_sight: tuple[tuple[Spot, ...], ...] | None = None
    objects_line_of_sight: tuple[tuple[Spot, ...], ...] | None = None
    portals: tuple[_Portal, ...] | None = None
    image: str | None = None


@dataclass(frozen=True)
class Imported:
    """A table made from a map.  *cells* is its size as drawn; *warnings* say what was left out or is unsure."""

    table: Table
    cells: Point
    warnings: tuple[str, ...] = ()

    @property
    def picture(self) -> bytes | None:
        """The picture as it lay in the file, encoded; None where there was none."""
        return self.table.cloth.picture if self.table.cloth else None


def read(path: str | Path, cell_inches: float = 1.0, wall_height: float = 3.0) -> Imported:
    """The table of a map: a cell is *cell_inches* wide, walls and objects are *wall_height* inches high.

    Unreadable, a sentence, when it is no map or an empty one; ValueError for a size that is none.
    """
    for inches, what in ((cell_inches, "A cell"), (wall_height, "A wall")):
        if not 0 < inches <= FARTHEST:
            raise ValueError(f"{what} cannot measure {inches} inches; give a number above 0.")
    path = Path(path)
    found = _decoded(path)
    size = found.resolution.map_size
    if size.x <= 0 or size.y <= 0:
        raise Unreadable(f"{path.name} is a map of {size.x:g} by {size.y:g} cells. Export it again from its program.")
    if max(size.x, size.y) * cell_inches > FARTHEST:
        raise Unreadable(f"{path.name} is a map of {size.x:g} by {size.y:g} cells; no table is that large.")
    reading = _Reading(path.name, found, cell_inches, wall_height)
    table = Table(
        name=path.stem,
        width=size.x * cell_inches,
        height=size.y * cell_inches,
        ground="slate",
        terrain=tuple(reading.pieces()),
        cloth=reading.cloth(),
    )
    if fault := table_fault(table):
        raise Unreadable(f"{path.name} cannot be laid out: {fault}")
    return Imported(table, (size.x, size.y), tuple(reading.warnings))


def _decoded(path: Path) -> _Map:
    """The typed map.  Strict JSON has no NaN, and a number beyond all bounds is refused too."""
    raw = file_bytes(path).removeprefix(_BOM)
    try:
        return msgspec.json.decode(raw, type=_Map)
    except RecursionError:
        raise Unreadable(f"{path.name} is nested too deeply to be a map. Choose another file.") from None
    except msgspec.ValidationError as error:
        reason = f"{error}".replace("`", "")
        raise Unreadable(f"{path.name} is no Universal VTT map: {reason}. Choose another file.") from error
    except msgspec.DecodeError as error:
        place = raw.count(b"\n", 0, _byte(f"{error}")) + 1
        raise Unreadable(f"{path.name} is broken at line {place}: {error}. Export it again.") from error


def _byte(reason: str) -> int:
    """Where decoding stopped, as msgspec says it: “… (byte 47)”."""
    _, _, rest = reason.partition("(byte ")
    digits = rest.rstrip(")")
    return int(digits) if digits.isdigit() else 1 << 40


@dataclass
class _Reading:
    """One map being turned into terrain; *warnings* gather on the way."""

    name: str
    map: _Map
    cell: float
    height: float
    warnings: list[str] = field(default_factory=list)
    segments: int = 0

    def pieces(self) -> Iterator[Terrain]:
        """Walls, then objects, then doors, as far as they fit the limits."""
        origin = self._origin()
        walls = [self._scaled(line, origin) for line in self.map.line_of_sight or ()]
        objects = [self._scaled(line, origin) for line in self.map.objects_line_of_sight or ()]
        self._count_short(walls + objects)
        left_out = 0
        number = {"w": 0, "o": 0}
        for letter, lines in (("w", walls), ("o", objects)):
            for line in lines:
                for outline in _cut(line) if letter == "w" else (line,):
                    if len(outline) < 2:
                        continue
                    self.segments += len(outline) - 1
                    if self.segments > MOST_SEGMENTS or len(outline) > MOST_POINTS:
                        left_out += 1
                        continue
                    number[letter] += 1
                    yield self._wall(letter, number[letter], outline)
        if left_out:
            self.warnings.append(
                f"The map has more than {MOST_SEGMENTS} stretches of wall; {_so_many(left_out, 'outline')} left out."
            )
        yield from self._doors(origin)

    def cloth(self) -> Cloth | None:
        """The picture at the exact size of the map, if there is one."""
        picture, why = _picture(self.map.image or "")
        if why:
            self.warnings.append(why)
            return None
        size = self.map.resolution.map_size
        return Cloth(picture, 0.0, 0.0, size.x * self.cell, size.y * self.cell)

    def _wall(self, letter: str, number: int, outline: tuple[Point, ...]) -> Terrain:
        solid = letter == "o" and len(outline) >= 3
        return Terrain(
            id=TerrainId(f"{letter}{number}"),
            name=f"{'Object' if letter == 'o' else 'Wall'} {number}",
            outline=outline[:-1] if solid and len(outline) > 3 and outline[0] == outline[-1] else outline,
            top=self.height,
            kind="block" if letter == "o" else "wall",
            open=not solid,
        )

    def _doors(self, origin: Point) -> Iterator[Terrain]:
        """A closed portal is a door; one that lets light through is a window or an open door."""
        unsure: list[str] = []
        endless = 0
        for number, portal in enumerate(self.map.portals or (), start=1):
            ends = self._scaled(portal.bounds or (), origin)
            if len(ends) < 2:
                endless += 1
                continue
            name = f"Door {number}" if portal.closed else f"Opening {number}"
            if not portal.closed:
                unsure.append(name)
            yield Terrain(
                id=TerrainId(f"d{number}"),
                name=name,
                outline=ends,
                top=self.height,
                kind="door" if portal.closed else "opening",
                open=True,
                sight="solid" if portal.closed else "clear",
                footing="solid" if portal.closed else "open",
            )
        if unsure:
            self.warnings.append(
                f"{_listed(unsure)} may be a window or an open door, the file does not say: "
                "one sees and walks through until you decide."
            )
        if endless:
            self.warnings.append(f"{_so_many(endless, 'door')} left out: the file does not say where a door ends.")

    def _origin(self) -> Point:
        """The corner to take off every place: that of the crop, unless the walls fit only without."""
        corner, size = self.map.resolution.map_origin or Spot(0, 0), self.map.resolution.map_size
        if corner.x == 0 and corner.y == 0:
            return 0.0, 0.0
        lines = (*(self.map.line_of_sight or ()), *(self.map.objects_line_of_sight or ()))
        spots = [
            spot for line in (*lines, *(portal.bounds or () for portal in self.map.portals or ())) for spot in line
        ]
        cropped = sum(corner.x <= s.x <= corner.x + size.x and corner.y <= s.y <= corner.y + size.y for s in spots)
        whole = sum(0 <= s.x <= size.x and 0 <= s.y <= size.y for s in spots)
        if cropped < whole:
            self.warnings.append(
                f"The walls fit the picture only if the corner of the crop ({corner.x:g}, {corner.y:g}) is "
                "ignored; it was."
            )
            return 0.0, 0.0
        return corner.x, corner.y

    def _scaled(self, line: Iterable[Spot], origin: Point) -> tuple[Point, ...]:
        """In inches, without stretches of no length."""
        spots = [((spot.x - origin[0]) * self.cell, (spot.y - origin[1]) * self.cell) for spot in line]
        return tuple(spots[:1] + [after for before, after in pairwise(spots) if before != after])

    def _count_short(self, lines: list[tuple[Point, ...]]) -> None:
        short = sum(len(line) < 2 for line in lines)
        if short:
            self.warnings.append(f"{_so_many(short, 'line')} left out for having no length.")


def _cut(line: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """A long wall in pieces that hang together."""
    for start in range(0, max(len(line) - 1, 1), MOST_POINTS - 1):
        yield line[start : start + MOST_POINTS]


def _picture(image: str) -> tuple[bytes, str]:
    """The encoded picture, or why there is none."""
    if not image.strip():
        return b"", "The map has no picture; it is laid out on a bare table."
    head, comma, rest = image.partition(",") if image.startswith("data:") else ("", "", "")
    text = "".join((rest if comma else image).split())
    if len(text) > LARGEST_PICTURE * 4 // 3:
        return b"", f"The picture is larger than {LARGEST_PICTURE >> 20} MB and was left out."
    try:
        picture = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        picture = b""
    if picture.startswith(_PICTURES):
        return picture, ""
    if head and comma:
        return b"", "The picture cannot be read and was left out."
    return b"", "The file only names its picture, or it cannot be read; the map is laid out on a bare table."


def _so_many(count: int, what: str) -> str:
    return f"{count} {what} was" if count == 1 else f"{count} {what}s were"


def _listed(names: list[str]) -> str:
    shown = names if len(names) <= 6 else [*names[:5], f"{len(names) - 5} more"]
    return ", ".join(shown[:-1]) + " and " + shown[-1] if len(shown) > 1 else shown[0]
