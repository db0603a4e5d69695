"""Chapter: Terrain — a flat table: what may be walked over, at what price, and what is in the way.

Nobody climbs, falls or jumps.  Impassable scenery is gone round; difficult ground costs
double; a walk that never leaves ideal ground gains 2 inches.  The table is handed to the
geometry with every height taken out, so that nothing is ever stepped up.
"""

from __future__ import annotations

from functools import lru_cache

import shapely
from msgspec.structs import replace

from engine import seeds
from engine.game import Game, Model, Point, Profile, Table, Terrain
from engine.geometry.evidence import Evidence
from engine.geometry.measure import CONTACT
from engine.geometry.path import track
from engine.geometry.shapes import footprint, solids, stops
from engine.geometry.tracks import Track
from engine.questions import Modifier, Objection, Tally
from engine.standing import in_the_way, others, too_long
from engine.standing import no_room as no_room_at
from engine.systems.bushido import traits
from engine.systems.bushido.size import words

WHY = ("BUS-DEF-19",)
INTANGIBLE = "intangible"
INCH = "″"
NUMBERS = seeds.tables("bushido")["movement"]
FACTORS = {"difficult": float(NUMBERS["difficult"]), "very_difficult": float(NUMBERS["difficult"])}
"""What an inch of bad footing costs."""
IDEAL = float(NUMBERS["ideal"])
"""Inches that a walk on ideal ground gains."""
TOLERANCE = 0.001
"""Inches forgiven when a way is held against a distance."""
_BODY = 1.0
"""Inches of height every model has in a flat game."""


@lru_cache(maxsize=32)
def flat(table: Table) -> Table:
    """The same table without heights: walls that nobody enters, and paint on the ground."""
    return replace(table, terrain=tuple(_flat(piece) for piece in table.terrain), cloth=None)


def _flat(piece: Terrain) -> Terrain:
    if stops(piece):
        return replace(piece, bottom=0.0, top=_BODY, footing="impassable")
    return replace(piece, bottom=0.0, top=0.0)


def bare(model: Model) -> Model:
    """The model as flat geometry sees it, so that markers do not spoil a cache."""
    return Model(
        id=model.id, name=model.name, side=model.side, profile=_flattened(model.profile),
        x=model.x, y=model.y, facing=model.facing, place="table",
    )  # fmt: skip


@lru_cache(maxsize=512)
def _flattened(profile: Profile) -> Profile:
    return Profile(id=profile.id, name="", base=profile.base, height=_BODY)


def crowd(game: Game, model: Model) -> tuple[Model, ...]:
    """Everybody else on the table, as flat geometry sees them."""
    return tuple(bare(other) for other in others(game, model))


def carried(game: Game, model: Model, path: tuple[Point, ...]) -> Track:
    """The model's base carried along a path over the flat table."""
    return _carried(flat(game.table), bare(model), path, crowd(game, model))


@lru_cache(maxsize=1024)
def _carried(table: Table, model: Model, path: tuple[Point, ...], others: tuple[Model, ...]) -> Track:
    return track(table, model, path, others, step=0.0)


def price(found: Track) -> Tally:
    """Inches a way costs: its length, and every inch of difficult ground once more."""
    rough = found.cost(FACTORS) - found.length
    terms: tuple[Modifier, ...] = ()
    if rough > TOLERANCE:
        terms = (Modifier(op="plus", amount=rough, label="difficult ground", why=WHY),)
    return Tally(title="This way", base=found.length, modifiers=terms, suffix=INCH, why=("BUS-DEF-16",))


def is_ideal(game: Game, path: tuple[Point, ...]) -> bool:
    """Does the centre of a base stay on ideal ground all along this path?"""
    pieces = [footprint(piece) for piece in game.table.terrain if "ideal" in words(piece)]
    if not pieces:
        return False
    line = shapely.LineString(path) if len(set(path)) > 1 else shapely.Point(path[0])
    return bool(shapely.union_all(pieces).buffer(CONTACT).covers(line))


def obstructions(game: Game, model: Model, found: Track) -> tuple[Objection, ...]:
    """What a way meets and where it ends: walls, other bases, the edge of the table."""
    return in_the_way(game, model, found, WHY, solid=not traits.has(model, INTANGIBLE))


def room(game: Game, ghost: Model) -> tuple[Objection, ...]:
    """Objections to a model standing where *ghost* is: off the table, in impassable ground, in another model."""
    return no_room_at(replace(game, table=flat(game.table)), replace(ghost, z=0.0), WHY)


def pieces_under(game: Game, model: Model, word: str) -> tuple[Terrain, ...]:
    """Pieces whose kind has this word and over which the model's centre stands."""
    if not any(word in words(piece) for piece in game.table.terrain):
        return ()
    ground = solids(game.table)
    return tuple(p for p in (ground.pieces[i] for i in ground.at(model.x, model.y)) if word in words(p))


def overshoot(found: Track, over: float, label: str) -> Evidence:
    """The end of a way that is too long, as a line of warning."""
    start = max(0.0, found.length - over)
    kept = len(found.cut(start)) - 1
    return too_long(tuple((x, y, 0.0) for x, y in (found.at(start), *found.path[max(1, kept) :])), label)
