"""Who stands on terrain goes with it: moved, turned, resized, raised, or down to what is left when it is taken away."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace

from engine.building import Parts
from engine.events import Placed
from engine.game import Game, Model, Point, Table, Terrain
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT
from engine.geometry.shapes import Array

_FLAT = 1e-9
_PLACES = 9
"""Digits of an inch to which a carried place is rounded: what did not move has not moved."""


def riders(game: Game, parts: Parts) -> tuple[tuple[Model, Terrain], ...]:
    """Everybody who stands on one of these pieces, with the piece, in the order of the game."""
    pieces = {str(part.id): part for part in parts}
    found = []
    for model in game.on_table():
        under = surface(game.table, model.profile.base, model.x, model.y, model.facing, model.z)
        if under.piece in pieces and abs(under.z - model.z) <= CONTACT:
            found.append((model, pieces[under.piece]))
    return tuple(found)


def carried(game: Game, before: Parts, after: Parts) -> tuple[Placed, ...]:
    """Where those who stand on *before* are when it has become *after*; nothing for whoever stays as he is.

    On what is taken away, or would carry them off the board, they come down where they are.
    """
    new = {part.id: part for part in after}
    old = {part.id for part in before}
    kept = tuple(piece for piece in game.table.terrain if piece.id not in old)
    table = replace(game.table, terrain=(*kept, *after))
    facts = []
    for model, piece in riders(game, before):
        goal = _with(model, piece, new[piece.id]) if piece.id in new else None
        if goal is None or not _on_board(table, goal):
            goal = replace(model, z=_below(table, model))
        if (goal.x, goal.y, goal.z, goal.facing) != (model.x, model.y, model.z, model.facing):
            facts.append(Placed(model=model.id, at=(goal.x, goal.y, goal.z), facing=goal.facing))
    return tuple(facts)


def _with(model: Model, old: Terrain, new: Terrain) -> Model:
    """The model as it stands on the piece that has become another."""
    frame = _frame(old.outline, new.outline)
    if frame is None:
        return replace(model, z=new.top)
    x, y = np.array([model.x, model.y, 1.0]) @ frame
    ahead = math.radians(model.facing)
    ux, uy = np.array([math.sin(ahead), -math.cos(ahead)]) @ frame[:2]
    facing = math.degrees(math.atan2(ux, -uy)) % 360.0
    still = abs((facing - model.facing + 180.0) % 360.0 - 180.0) < 1e-6
    place = (round(float(x), _PLACES), round(float(y), _PLACES))
    return replace(model, x=place[0], y=place[1], z=new.top, facing=model.facing if still else round(facing, _PLACES))


def _frame(old: tuple[Point, ...], new: tuple[Point, ...]) -> Array | None:
    """What turns old corners into new ones (3 × 2); None where they are too few, on one line, or others."""
    if len(old) != len(new) or len(old) < 3:
        return None
    corners: Array = np.column_stack([np.array(old, dtype=np.float64), np.ones(len(old))])
    if np.linalg.matrix_rank(corners) < 3:
        return None
    found: Array = np.asarray(np.linalg.lstsq(corners, np.array(new, dtype=np.float64), rcond=None)[0], np.float64)
    return None if abs(float(np.linalg.det(found[:2]))) < _FLAT else found


def _on_board(table: Table, model: Model) -> bool:
    return 0.0 <= model.x <= table.width and 0.0 <= model.y <= table.height


def _below(table: Table, model: Model) -> float:
    return surface(table, model.profile.base, model.x, model.y, model.facing, model.z).z
