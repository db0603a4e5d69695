"""Chapter: The board — squares out of terrain: what stops steps, what stops sight, pits, and who stands where.

A square is one inch.  Terrain that may not be walked through stops steps, terrain that is solid
to sight stops sight; an obstacle fills its squares and nothing beside them.  Doors stop both until
they are opened.  Everything is kept by table, which changes only when a door or a chest does.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine.game import Game, Model, Table, Terrain
from engine.geometry import squared
from engine.geometry.grid import Board, Corners, Edge, Figure, Space, figure_of
from engine.systems.descent.counters import in_play
from engine.systems.descent.readings import CORNER_STEPS, chosen

OBSTACLE, PIT = "obstacle", "pit"
DOOR, OPEN_DOOR = "door", "open_door"
CHEST, OPEN_CHEST = "chest", "open_chest"
GLYPH, OPEN_GLYPH = "glyph", "open_glyph"
STAIRS, PORTAL, COINS = "stairs", "portal", "coins"
WHY = ("DES-DEF-OWN-SQUARE",)


def _stops_steps(piece: Terrain) -> bool:
    return piece.kind != OBSTACLE and piece.footing in ("solid", "impassable")


def _stops_sight(piece: Terrain) -> bool:
    return piece.kind != OBSTACLE and piece.sight == "solid"


@lru_cache(maxsize=64)
def walking(table: Table) -> Board:
    """The board as steps meet it."""
    filled = [piece for piece in table.terrain if piece.kind == OBSTACLE and piece.footing in ("solid", "impassable")]
    return _with_obstacles(squared.ground(table, _stops_steps), filled)


@lru_cache(maxsize=64)
def seeing(table: Table) -> Board:
    """The board as lines of sight meet it."""
    filled = [piece for piece in table.terrain if piece.kind == OBSTACLE and piece.sight == "solid"]
    return _with_obstacles(squared.ground(table, _stops_sight), filled)


@lru_cache(maxsize=64)
def pits(table: Table) -> frozenset[Space]:
    """Every space of pit."""
    return frozenset(space for piece in table.terrain if piece.kind == PIT for space in squared.spaces(piece))


def fills_pit(table: Table, figure: Figure) -> bool:
    """Would a figure here fill only pit spaces, and so fall in?"""
    here = pits(table)
    return bool(here) and all(space in here for space in figure.spaces)


def in_pit(game: Game, model: Model) -> bool:
    """Is the figure down in a pit?"""
    return in_play(model) and fills_pit(game.table, figure_of(model))


def pit_of(table: Table, figure: Figure) -> frozenset[Space]:
    """The whole pit of which these spaces are part: pit spaces side by side are one."""
    here, found = pits(table), set(figure.spaces)
    edge = list(found)
    while edge:
        i, j = edge.pop()
        beside = {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & here
        edge += sorted(beside - found)
        found |= beside
    return frozenset(found)


def pieces(table: Table, *kinds: str) -> tuple[Terrain, ...]:
    """Terrain of these kinds, in the order in which it was laid."""
    return tuple(piece for piece in table.terrain if piece.kind in kinds)


def spaces_of(piece: Terrain) -> tuple[Space, ...]:
    """The spaces a piece covers."""
    return squared.spaces(piece)


def pieces_under(game: Game, model: Model, *kinds: str) -> tuple[Terrain, ...]:
    """Terrain of these kinds on a space that the figure covers."""
    mine = set(figure_of(model).spaces)
    return tuple(piece for piece in pieces(game.table, *kinds) if mine & set(squared.spaces(piece)))


@lru_cache(maxsize=1024)
def door_borders(piece: Terrain) -> tuple[Edge, ...]:
    """The borders of squares that a door closes."""
    return squared.borders(piece)


def doors_beside(game: Game, model: Model) -> tuple[Terrain, ...]:
    """Doors, open or closed, on a border of a space that the figure covers, or ending at a corner of one."""
    mine, ground = set(figure_of(model).spaces), walking(game.table)
    return tuple(
        piece
        for piece in pieces(game.table, DOOR, OPEN_DOOR)
        if any(mine & _around(ground, border) for border in door_borders(piece))
    )


def _around(ground: Board, border: Edge) -> set[Space]:
    """The two spaces of a border, and those beside them along it with no wall between."""
    di, dj = (0, 1) if border[0][0] != border[1][0] else (1, 0)
    beside = ((a, (a[0] + di * way, a[1] + dj * way)) for a in border for way in (-1, 1))
    return {*border, *(space for a, space in beside if not ground.walled(a, space))}


def standing(game: Game, *without: str) -> dict[Space, Model]:
    """Who fills which space in the dungeon, but for the figures named."""
    return {
        space: model
        for model in game.models
        if in_play(model) and model.id not in without
        for space in figure_of(model).spaces
    }


def corners(game: Game) -> Corners:
    """What a step at a corner needs, as this game reads it."""
    return "both" if chosen(game, CORNER_STEPS) == "both" else "one"


def _with_obstacles(ground: Board, obstacles: list[Terrain]) -> Board:
    filled = {space for piece in obstacles for space in squared.spaces(piece) if ground.has(space)}
    return replace(ground, blocked=ground.blocked | filled) if filled else ground


def at(table: Table, spaces: tuple[Space, ...]) -> tuple[Terrain, ...]:
    """Pieces that stop sight at one filled space, or on the border of two."""
    return tuple(piece for piece in table.terrain if piece.sight == "solid" and _stands_at(piece, spaces))


def _stands_at(piece: Terrain, spaces: tuple[Space, ...]) -> bool:
    if len(spaces) == 1:
        return spaces[0] in squared.spaces(piece)
    return (min(spaces), max(spaces)) in squared.borders(piece)
