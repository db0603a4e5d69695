"""The library of terrain: ready pieces made for this project, each a group of one or more parts.

A file in `assets/pieces` is a shelf.  A piece is drawn round its own middle, so that a hand
holds it there; its parts are `Terrain`, whose ids share what stands before the slash
(`cottage/north_wall`), which is all that makes them a group (see `engine.building`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from engine import seeds
from engine.game import Point, Terrain, TerrainId
from engine.limits import piece_fault

PIECES = seeds.ASSETS / "pieces"
"""One file a shelf."""


class Ready(Struct, frozen=True, kw_only=True):
    """A piece of the library: inches round its middle, standing on the ground."""

    id: str
    name: str
    says: str
    shelf: str
    parts: tuple[Terrain, ...]


class Shelf(Struct, frozen=True, kw_only=True):
    """Pieces of one sort, in the order of their file."""

    id: str
    title: str
    pieces: tuple[Ready, ...]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As `Terrain`; without a name it has that of its piece."""

    id: str
    outline: tuple[Point, ...]
    kind: str
    top: float
    name: str = ""
    bottom: float = 0.0
    open: bool = False
    sight: Literal["solid", "clear", "obscuring"] = "solid"
    footing: Literal["solid", "open", "difficult", "very_difficult", "impassable"] = "solid"


class _Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    says: str
    part: tuple[_Part, ...]


class _Shelf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: str
    place: int
    piece: tuple[_Piece, ...]


@cache
def shelves(folder: Path = PIECES) -> tuple[Shelf, ...]:
    """Every shelf, in the order of their places.  ValueError names a faulty file and why."""
    read = [(path, seeds.typed(path, _Shelf)) for path in sorted(folder.glob("*.toml"))]
    found: list[Shelf] = []
    seen: set[str] = set()
    for path, shelf in sorted(read, key=lambda each: each[1].place):
        for piece in shelf.piece:
            if piece.id in seen or "/" in piece.id:
                raise ValueError(f"assets/pieces/{path.name}: piece {piece.id!r} is written twice or has a slash")
            seen.add(piece.id)
        found.append(Shelf(id=path.stem, title=shelf.title, pieces=tuple(_ready(path, each) for each in shelf.piece)))
    return tuple(found)


def ready(id: str) -> Ready:
    """One piece of the library.  KeyError if there is none of this id."""
    for shelf in shelves():
        for piece in shelf.pieces:
            if piece.id == id:
                return piece
    raise KeyError(f"no piece {id!r} in assets/pieces")


def _ready(path: Path, piece: _Piece) -> Ready:
    parts = tuple(_terrain(piece, part) for part in piece.part)
    if not parts or len({part.id for part in parts}) < len(parts):
        raise ValueError(f"assets/pieces/{path.name}: piece {piece.id!r} has no parts, or two of one id")
    for part in parts:
        if fault := piece_fault(part):
            raise ValueError(f"assets/pieces/{path.name}: {fault}")
    return Ready(id=piece.id, name=piece.name, says=piece.says, shelf=path.stem, parts=parts)


def _terrain(piece: _Piece, part: _Part) -> Terrain:
    fields = structs.asdict(part)
    fields["id"] = TerrainId(piece.id if len(piece.part) == 1 else f"{piece.id}/{part.id}")
    fields["name"] = part.name or piece.name
    return Terrain(**fields)
