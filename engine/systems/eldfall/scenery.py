"""Chapter: Scenery — words of a kind that mean something in this book: what is endlessly high."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine import seeds
from engine.game import Table, Terrain

TABLE = seeds.tables("eldfall")["scenery"]
WHY = ("ELD-DEF-OWN-INFINITE",)


def endless(piece: Terrain) -> bool:
    """Is the piece of infinite height, whatever it measures on the table?"""
    return TABLE["infinite"] in words(piece)


@lru_cache(maxsize=32)
def to_walk(table: Table) -> Table:
    """The table as feet find it: nobody climbs what is endless."""
    return replace(table, terrain=tuple(_barrier(piece) if endless(piece) else piece for piece in table.terrain))


@lru_cache(maxsize=32)
def to_fly(table: Table) -> Table:
    """The table as wings find it: only what is endless is in the way, at any height."""
    return replace(table, terrain=tuple(_barrier(piece) for piece in table.terrain if endless(piece)))


def _barrier(piece: Terrain) -> Terrain:
    return replace(piece, bottom=0.0, footing="impassable")


@lru_cache(maxsize=4096)
def words(piece: Terrain) -> tuple[str, ...]:
    """The words of a piece's kind, parted by spaces or underscores."""
    return tuple(piece.kind.lower().replace("_", " ").split())
