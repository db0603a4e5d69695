"""What no table may exceed: counts, sizes and distances of what comes out of a file.

Typed decoding proves that a file holds numbers and texts where they belong; here stands
what else must be so before geometry and rules are let near it.  Every function gives a
sentence, or an empty text where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Added, Built, Covered, Event, Laid, Moved, Placed, Refitted, Spread, Turned
from engine.game import Cloth, Game, Model, Point, Profile, Table, Terrain, Zone

FARTHEST = 1e6
"""No coordinate, size or angle is beyond this many inches (or degrees)."""
WIDEST_BASE = 10_000.0
"""Millimetres."""
MOST_MODELS = 2_000
MOST_PIECES = 20_000
MOST_POINTS = 5_000
"""Of one outline."""
MOST_POINTS_IN_ALL = 400_000
MOST_MARKERS = 1_000
"""Of one model."""
LARGEST_PICTURE = 8 << 20
"""Bytes of a picture that a fact lays under the table: it is written twice into a line of the file."""


def game_fault(game: Game) -> str:
    """Why this game cannot be played; empty when it can."""
    sides = [side.id for side in game.sides]
    if twice := _twice(sides):
        return f"Two sides are called {twice!r}; give each an id of its own."
    if twice := _twice(model.id for model in game.models):
        return f"Two models are called {twice!r}; give each an id of its own."
    if game.active and game.active not in sides:
        return f"It is the turn of {game.active!r}, which is no side of this game."
    for model in game.models:
        if model.side not in sides:
            return f"Model {model.id!r} belongs to {model.side!r}, which is no side of this game."
        if fault := model_fault(model):
            return fault
    return count_fault(game) or table_fault(game.table)


def count_fault(game: Game) -> str:
    """Why there is too much of something in this game."""
    if len(game.models) > MOST_MODELS:
        return f"There are {len(game.models)} models; at most {MOST_MODELS} can be on record."
    if len(game.table.terrain) > MOST_PIECES:
        return f"There are {len(game.table.terrain)} pieces of terrain; at most {MOST_PIECES} can be on a table."
    return ""


def table_fault(table: Table) -> str:
    """Why this table cannot be laid out."""
    if fault := board_fault(table.width, table.height, table.zones):
        return fault
    if len(table.terrain) > MOST_PIECES:
        return f"There are {len(table.terrain)} pieces of terrain; at most {MOST_PIECES} can be on a table."
    if twice := _twice(piece.id for piece in table.terrain):
        return f"Two pieces of terrain are called {twice!r}; give each an id of its own."
    if sum(len(piece.outline) for piece in table.terrain) > MOST_POINTS_IN_ALL:
        return f"The outlines of the terrain have more than {MOST_POINTS_IN_ALL} points in all."
    for piece in table.terrain:
        if fault := piece_fault(piece):
            return fault
    return cloth_fault(table.cloth) if table.cloth is not None else ""


def cloth_fault(cloth: Cloth | Spread) -> str:
    """Why no picture can lie so; a side of 0 is as long as the board's."""
    if not _sane(cloth.x, cloth.y, cloth.width, cloth.height):
        return "The picture under the table lies too far away."
    if cloth.width < 0 or cloth.height < 0:
        return f"A picture of {cloth.width} by {cloth.height} inches cannot lie under the table."
    return ""


def _covering_fault(cloth: Cloth) -> str:
    size = len(cloth.picture)
    if not 0 < size <= LARGEST_PICTURE:
        return f"A picture of {size} bytes cannot be laid under the table; it has at most {LARGEST_PICTURE}."
    return cloth_fault(cloth)


def board_fault(width: float, height: float, zones: tuple[Zone, ...]) -> str:
    """Why no board can have this size (inches) or these zones."""
    if not (0 < width <= FARTHEST and 0 < height <= FARTHEST):
        return f"A table of {width} by {height} inches cannot be laid out."
    for zone in zones:
        if not 3 <= len(zone.outline) <= MOST_POINTS or not _near(zone.outline):
            return f"Zone {zone.name!r} needs an outline of three points or more, on or near the table."
    return ""


def piece_fault(piece: Terrain) -> str:
    """Why this piece of terrain cannot stand."""
    least = 2 if piece.open else 3
    if not least <= len(piece.outline) <= MOST_POINTS:
        return f"Terrain {piece.id!r} needs {least} to {MOST_POINTS} points, but it has {len(piece.outline)}."
    if not _near(piece.outline) or not _sane(piece.bottom, piece.top):
        return f"Terrain {piece.id!r} lies farther than {FARTHEST:.0f} inches away."
    if piece.top < piece.bottom:
        return f"Terrain {piece.id!r} has its top ({piece.top}) below its bottom ({piece.bottom})."
    return ""


def model_fault(model: Model) -> str:
    """Why this model cannot stand."""
    if not _sane(model.x, model.y, model.z, model.facing):
        return f"Model {model.id!r} stands farther than {FARTHEST:.0f} inches away."
    if fault := profile_fault(model.id, model.profile):
        return fault
    if len(model.markers) > MOST_MARKERS:
        return f"Model {model.id!r} has {len(model.markers)} markers; at most {MOST_MARKERS} fit beside it."
    return ""


def profile_fault(model: str, profile: Profile) -> str:
    """Why that model cannot have this base or this height."""
    base = profile.base
    if not (0 < base.width <= WIDEST_BASE and 0 < base.depth <= WIDEST_BASE):
        return f"Model {model!r} has a base of {base.width} by {base.depth} mm."
    if not 0 <= profile.height <= FARTHEST:
        return f"Model {model!r} is {profile.height} inches tall."
    return ""


def event_fault(event: Event) -> str:
    """Why this fact cannot be true of any table."""
    match event:
        case Built():
            return piece_fault(event.piece)
        case Laid():
            return board_fault(event.width, event.height, event.zones)
        case Covered():
            return _covering_fault(event.cloth) if event.cloth is not None else ""
        case Spread():
            return cloth_fault(event)
        case Added():
            return model_fault(event.model)
        case Refitted():
            return profile_fault(event.model, event.profile)
        case Moved():
            if event.path and all(_sane(*place) for place in event.path) and _sane(event.facing or 0.0):
                return ""
            return f"Model {event.model!r} went along a path without end, or with none."
        case Placed() | Turned():
            place = event.at if isinstance(event, Placed) else ()
            return "" if _sane(event.facing, *place) else f"Model {event.model!r} was set down too far away."
        case _:
            return ""


def _near(outline: tuple[Point, ...]) -> bool:
    return all(_sane(x, y) for x, y in outline)


def _sane(*numbers: float) -> bool:
    return all(-FARTHEST <= number <= FARTHEST for number in numbers)  # false for what is no number


def _twice(ids: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            return one
        seen.add(one)
    return None
