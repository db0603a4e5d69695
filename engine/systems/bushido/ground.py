"""Chapter: Terrain — a flat table: what may be walked over, at what price, and what is in the way.

Nobody climbs, falls or jumps.  Impassable scenery is gone round; difficult ground costs
double; a walk that never leaves ideal ground gains 2 inches.  The table is handed to the
geometry with every height taken out, so that nothing is ever stepped up.
"""

from __future__ import annotations

from functools import lru_cache

import shapely
from msgspec.structs import replace

from engine.game import Game, Model, Point, Profile, Table, Terrain
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.exact import standing
from engine.geometry.heights import walls_at
from engine.geometry.measure import CONTACT, ROUNDING, gap
from engine.geometry.path import track
from engine.geometry.shapes import footprint, solids, stops
from engine.geometry.tracks import Track
from engine.questions import Modifier, Objection, Tally
from engine.systems.bushido import traits
from engine.systems.bushido.size import words

WHY = ("BUS-DEF-19",)
INTANGIBLE = "intangible"
INCH = "″"
FACTORS = {"difficult": 2.0, "very_difficult": 2.0}
"""What an inch of bad footing costs."""
IDEAL = 2.0
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
    return tuple(bare(other) for other in game.on_table() if other.id != model.id)


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
    objections: list[Objection] = []
    if found.leaves_table:
        shown = Evidence(marks=(Mark((*found.end, 0.0), "warning", "edge of the table"),))
        objections.append(_no(model, f"{model.name} may not leave the table.", shown))
    through = traits.has(model, INTANGIBLE)
    for bump in () if through else found.bumps:
        where = Evidence(marks=(Mark((*bump.point, 0.0), "warning"),), pieces=(bump.thing,))
        objections.append(_no(model, f"{named(game, bump.thing)} is in the way after {bump.at:.1f}{INCH}.", where))
    met = set() if through else {bump.thing for bump in found.bumps}
    for thing in found.overlaps:
        if thing not in met:
            text = f"{model.name} would stand inside {named(game, thing)}."
            objections.append(_no(model, text, Evidence(pieces=(thing,))))
    return tuple(objections)


def no_room(game: Game, ghost: Model) -> tuple[Objection, ...]:
    """Objections to a model standing where *ghost* is: off the table, in impassable ground, in another model."""
    found: list[Objection] = []
    here, body = bare(ghost), standing(bare(ghost))
    across, along = body.support(1.0, 0.0) - CONTACT, body.support(0.0, 1.0) - CONTACT
    if not (across <= ghost.x <= game.table.width - across and along <= ghost.y <= game.table.height - along):
        found.append(_no(ghost, f"{ghost.name} would stand over the edge of the table.", Evidence()))
    for piece in walls_at(flat(game.table), body, CONTACT, _BODY - ROUNDING):
        found.append(_no(ghost, f"{ghost.name} would stand inside {piece.name}.", Evidence(pieces=(piece.id,))))
    for other in game.on_table():
        if other.id != ghost.id and gap(here, bare(other)).overlapping:
            found.append(_no(ghost, f"{ghost.name} would stand on {other.name}.", Evidence(pieces=(other.id,))))
    return tuple(found)


def pieces_under(game: Game, model: Model, word: str) -> tuple[Terrain, ...]:
    """Pieces whose kind has this word and over which the model's centre stands."""
    return tuple(
        piece
        for piece in (solids(game.table).pieces[i] for i in solids(game.table).at(model.x, model.y))
        if word in words(piece)
    )


def named(game: Game, thing: str) -> str:
    """The name of a model or of a piece of terrain."""
    return game.model(thing).name if game.has_model(thing) else game.table.piece(thing).name


def warned(shown: Evidence) -> Evidence:
    """The same evidence with the path drawn as one that may not be taken."""
    lines = tuple(replace(line, role="warning") if line.role == "path" else line for line in shown.lines)
    return replace(shown, lines=lines)


def overshoot(found: Track, over: float, label: str) -> Evidence:
    """The end of a way that is too long, as a line of warning."""
    start = max(0.0, found.length - over)
    kept = len(found.cut(start)) - 1
    points = tuple((x, y, 0.0) for x, y in (found.at(start), *found.path[max(1, kept) :]))
    return Evidence(lines=(Line(points if len(points) > 1 else points * 2, "warning", label),))


def _no(model: Model, text: str, shown: Evidence) -> Objection:
    return Objection(text=text, why=WHY, model=model.id, evidence=shown)
