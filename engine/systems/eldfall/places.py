"""Chapter: Movement — the nearest place about a spot where a model may lawfully stand."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point3
from engine.systems.eldfall.hitbox import ghost
from engine.systems.eldfall.scenery import to_walk
from engine.systems.eldfall.ways import ends_on

RING, RINGS, SPOKES = 0.25, 40, 32
"""A place is looked for so many inches further out, so many times, in so many directions."""
WHY = ("ELD-DEF-MGEN",)


def nearest(game: Game, model: Model, z: float) -> Point3:
    """The place nearest to where the model is, on whatever carries it at most *z* inches up.

    Where it is, if there is no free place near by at all.
    """
    body = ghost(game, model, (model.x, model.y, z))
    lawful = (there for there in _about(game, body) if not barred(game, model, there))
    found = next(lawful, body)
    return (found.x, found.y, found.z)


def barred(game: Game, model: Model, there: Model) -> bool:
    """Is something in the way of standing where *there* is: a wall, the edge of the field, a hitbox?"""
    walked = replace(game, table=to_walk(game.table), models=())
    return bool(standing.no_room(walked, there, WHY)) or bool(ends_on(game, model, there))


def _about(game: Game, body: Model) -> Iterator[Model]:
    """The body on its spot and about it, nearest first, each time on the surface below."""
    yield _lowered(game, body)
    for ring in range(1, RINGS + 1):
        for spoke in range(SPOKES):
            turn, far = math.tau * spoke / SPOKES, RING * ring
            yield _lowered(game, replace(body, x=body.x + far * math.cos(turn), y=body.y + far * math.sin(turn)))


def _lowered(game: Game, body: Model) -> Model:
    return replace(body, z=standing.ground_under(game, body))
