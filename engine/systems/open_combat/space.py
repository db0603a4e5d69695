"""Chapter: Where a model may be — not inside walls or others, not off the table, not on air.

What is in the way is the same in every book and stands in `engine.standing`; here are the
clause that says so in this one, what a leap meets in the air, and the nearest free place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point3
from engine.geometry.evidence import Evidence, Mark
from engine.geometry.measure import gap
from engine.geometry.tracks import Bump
from engine.questions import Objection
from engine.standing import bare
from engine.systems.open_combat.gaps import bottomless_at
from engine.systems.open_combat.tables import STEP, inches

SPACE = ("OPC-DEF-SPACE",)
_RING, _FARTHEST, _SPOKES = 0.1, 4.0, 36
"""How the nearest free place is looked for: rings so far apart, up to so far out, in so many directions."""


def in_flight(game: Game, model: Model, bumps: tuple[Bump, ...], z: float) -> tuple[Objection, ...]:
    """Objections to what a leap at this elevation meets in the air."""
    found: list[Objection] = []
    for bump in bumps:
        text = f"{standing.named(game, bump.thing)} is in the way of the leap, {inches(bump.at)} from take-off."
        shown = Evidence(marks=(Mark((*bump.point, z), "warning"),), pieces=(bump.thing,))
        found.append(Objection(text=text, why=SPACE, model=model.id, evidence=shown))
    return tuple(found)


def nearest_free(game: Game, ghost: Model) -> Point3:
    """Where *ghost* can come to lie: its own place, or the nearest with room at its level or below.

    Its own place where there is none within reach.
    """
    return _nearest_free(_bare_game(game, ghost), bare(ghost))


@lru_cache(maxsize=1024)
def _nearest_free(game: Game, ghost: Model) -> Point3:
    """Cached, because the odds ask for the same place once for every way the dice may lie."""
    near = tuple(other for other in game.models if gap(ghost, other).plan <= _FARTHEST)
    crowd = replace(game, models=near)
    lying = (_on_ground(crowd, place) for place in (ghost, *_about(ghost)))
    spot = next((place for place in lying if _free(crowd, place)), ghost)
    return spot.x, spot.y, spot.z


def _on_ground(game: Game, place: Model) -> Model:
    """The same place on what is under it, which may be a step higher."""
    return replace(place, z=standing.ground_under(game, replace(place, z=place.z + STEP)))


def _free(game: Game, place: Model) -> bool:
    """Is there room, and a bottom?"""
    if bottomless_at(game.table, (place.x, place.y), place.z) is not None:
        return False
    return not standing.no_room(game, place, SPACE)


def _bare_game(game: Game, ghost: Model) -> Game:
    """The table and the bodies on it, nothing else."""
    crowd = tuple(bare(other) for other in standing.others(game, ghost))
    return Game(system=game.system, table=game.table, models=crowd)


def _about(ghost: Model) -> Iterator[Model]:
    """Places around, nearest first."""
    for ring in range(1, round(_FARTHEST / _RING) + 1):
        for spoke in range(_SPOKES):
            angle = math.tau * spoke / _SPOKES
            x, y = ghost.x + ring * _RING * math.cos(angle), ghost.y + ring * _RING * math.sin(angle)
            yield replace(ghost, x=x, y=y)
