"""Chapter: Flying — a way through the air: over scenery, obstacles and models, and ending above them.

Nothing is in the way but scenery of infinite height and the edge of the field.  Its inches are
measured on the field, whatever lies below.  Two flyers cannot end in one place.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point, Table
from engine.geometry.heights import surface
from engine.geometry.path import track
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.systems.eldfall.hitbox import Path, ghost, upright
from engine.systems.eldfall.scenery import WHY as ENDLESS
from engine.systems.eldfall.scenery import to_fly
from engine.systems.eldfall.ways import Way, ends_on, from_here

WHY = ("ELD-FLY-4", "ELD-FLY-5", "ELD-FLY-17")
_SKY = 1e6


def flown(game: Game, model: Model, path: tuple[Point, ...]) -> Way:
    """The model carried through the air; measured on the field."""
    body = replace(upright(game, model), z=0.0)
    return Way(track=_flown(to_fly(game.table), body, from_here(model, path)))


@lru_cache(maxsize=1024)
def _flown(table: Table, body: Model, path: tuple[Point, ...]) -> Track:
    return track(table, body, path, (), step=0.0)


def blocked(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    """What speaks against a flight but its length: endless scenery, the edge of the field, another flyer at its end."""
    there = ghost(game, model, (*found.track.end, below(game, model, found.track.end)))
    way = standing.in_the_way(game, there, found.track, ("ELD-FLY-6", *ENDLESS))
    return (*way, *ends_on(game, model, there))


def below(game: Game, model: Model, at: Point) -> float:
    """Elevation of the highest thing below a place: where a flyer hovers, and where it would be set down."""
    return surface(game.table, model.profile.base, *at, model.facing, _SKY).z


def points(game: Game, model: Model, found: Way) -> Path:
    """The flight in space: at each corner over what lies below."""
    first, *rest = found.track.path
    return ((*first, model.z), *((x, y, below(game, model, (x, y))) for x, y in rest))
