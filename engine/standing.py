"""Where a model may be, and whether it is in play: not through walls, off the table or on air; in its own zone.

Every book says so in a clause of its own, which is why each function takes the ids to
cite; what is in the way, and who touches whom, is the same for all.
"""

from __future__ import annotations

from functools import lru_cache

import shapely
from msgspec.structs import replace

from engine.game import MM_PER_INCH, Game, Model, Table
from engine.geometry.evidence import Area, Evidence, Line, Mark
from engine.geometry.exact import placed
from engine.geometry.exact import standing as base_of
from engine.geometry.heights import surface, walls_at
from engine.geometry.measure import CONTACT, ROUNDING, apart_from_piece, gap
from engine.geometry.shapes import outline, solids
from engine.geometry.tracks import Change, Track
from engine.questions import Objection

Why = tuple[str, ...]
INCH = "″"
LADDERS = ("ladder", "stairs")
"""Kinds of terrain that lead from one level to another, inch for inch."""


def others(game: Game, model: Model) -> tuple[Model, ...]:
    """Every other model on the table: friends and enemies are in the way."""
    return tuple(other for other in game.on_table() if other.id != model.id)


def bare(model: Model) -> Model:
    """The model as geometry sees it, so that markers and counters do not spoil caches."""
    return Model(
        id=model.id, name="", side=model.side, profile=model.profile,
        x=model.x, y=model.y, z=model.z, facing=model.facing, place="table",
    )  # fmt: skip


def touching(first: Model, second: Model) -> bool:
    """Do the bases of these two touch (a gap of at most `CONTACT`)?"""
    sizes = (first.profile.base.width, first.profile.base.depth, second.profile.base.width, second.profile.base.depth)
    near = sum(sizes) / MM_PER_INCH
    if abs(first.x - second.x) > near or abs(first.y - second.y) > near:
        return False
    return _contact(bare(first), bare(second))


@lru_cache(maxsize=8192)
def _contact(first: Model, second: Model) -> bool:
    return gap(first, second).contact


def named(game: Game, thing: str) -> str:
    """The name of a model or of a piece of terrain; "the table" for none."""
    if not thing:
        return "the table"
    return game.model(thing).name if game.has_model(thing) else game.table.piece(thing).name


def in_the_way(
    game: Game, model: Model, walked: Track, why: Why, *, resting: bool = True, solid: bool = True
) -> tuple[Objection, ...]:
    """Objections to what a walk meets and where it ends: the table's edge, walls, other bases.

    A walk that is not *resting* at its end may end inside something; a model that is not
    *solid* passes through everything and may not end there.
    """
    found: list[Objection] = []
    if walked.leaves_table:
        shown = Evidence(marks=(Mark((*walked.end, walked.end_z), "warning", "edge of the table"),))
        found.append(_no(model, f"{model.name} may not leave the table.", why, shown))
    for bump in walked.bumps if solid else ():
        shown = Evidence(marks=(Mark((*bump.point, walked.z_at(bump.at)), "warning"),), pieces=(bump.thing,))
        found.append(_no(model, f"{named(game, bump.thing)} is in the way after {bump.at:.1f}{INCH}.", why, shown))
    met = {bump.thing for bump in walked.bumps} if solid else set()
    for thing in walked.overlaps if resting else ():
        if thing not in met:
            shown = Evidence(pieces=(thing,))
            found.append(_no(model, f"{model.name} would stand inside {named(game, thing)}.", why, shown))
    return tuple(found)


def no_room(game: Game, ghost: Model, why: Why) -> tuple[Objection, ...]:
    """Objections to a model being where *ghost* is: off the board, in the air, in a wall, in another model."""
    found: list[Objection] = []
    if not on_board(game, ghost):
        found.append(_no(ghost, f"{ghost.name} would stand over the edge of the table.", why))
    ground = ground_under(game, ghost)
    if abs(ground - ghost.z) > CONTACT:
        text = f"There is nothing to stand on {ghost.z:.1f}{INCH} up here; the surface below is at {ground:.1f}{INCH}."
        found.append(_no(ghost, text, why))
    top = ghost.z + ghost.profile.height - ROUNDING
    for piece in walls_at(game.table, base_of(ghost), ghost.z + CONTACT, top):
        found.append(_no(ghost, f"{ghost.name} would stand inside {piece.name}.", why, Evidence(pieces=(piece.id,))))
    for other in others(game, ghost):
        if gap(ghost, other).overlapping:
            found.append(_no(ghost, f"{ghost.name} would stand on {other.name}.", why, Evidence(pieces=(other.id,))))
    return tuple(found)


def ladder_at(table: Table, model: Model, change: Change, step: float) -> str:
    """The ladder or stairs that lead from one level to the other where a way rises or drops; empty without.

    *step*: what the feet pass over anyhow, by which a ladder may fall short at either end.
    """
    body, ground = placed(model.profile.base, *change.point, model.facing), solids(table)
    low, high = sorted((change.from_z, change.to_z))
    for i in ground.within([change.point], body.outer):
        piece = ground.pieces[i]
        spans = piece.bottom <= low + step and piece.top >= high - step
        if piece.kind in LADDERS and spans and apart_from_piece(body, piece).distance <= CONTACT:
            return str(piece.id)
    return ""


def on_board(game: Game, ghost: Model) -> bool:
    """Is the whole base over the table?"""
    body = base_of(ghost)
    across, along = body.support(1.0, 0.0) - CONTACT, body.support(0.0, 1.0) - CONTACT
    return across <= ghost.x <= game.table.width - across and along <= ghost.y <= game.table.height - along


def ground_under(game: Game, ghost: Model) -> float:
    """Elevation in inches of the highest surface at or below the model's feet."""
    return surface(game.table, ghost.profile.base, ghost.x, ghost.y, ghost.facing, ghost.z).z


def over(game: Game, why: Why) -> tuple[Objection, ...]:
    """The objection to anything more once the battle is over."""
    return (Objection(text=f"The battle is over: {game.outcome}.", why=why),) if game.outcome else ()


def away(model: Model, removed: Why, waiting: Why) -> tuple[Objection, ...]:
    """The objection to acting with a model that was *removed*, or is still *waiting* to be set up."""
    if model.on_table:
        return ()
    return _gone(model, removed) or (_no(model, f"{model.name} has not been set up yet.", waiting),)


def set_up(model: Model, removed: Why, placed: Why) -> tuple[Objection, ...]:
    """The objection to setting up a model that was *removed*, or was *placed* before."""
    if model.on_table:
        return (_no(model, f"{model.name} has been set up already.", placed),)
    return _gone(model, removed)


def outside_zone(game: Game, ghost: Model, why: Why) -> tuple[Objection, ...]:
    """The objection to setting a model up outside the zones of its side; none where its side has no zone."""
    zones = [zone for zone in game.table.zones if zone.side == ghost.side and len(zone.outline) > 2]
    shape = outline(ghost)
    if not zones or any(shapely.Polygon(zone.outline).buffer(CONTACT).covers(shape) for zone in zones):
        return ()
    areas = tuple(Area(((zone.outline,),), "zone", zone.name) for zone in zones)
    text = f"{ghost.name} sets up inside the zone of its own side."
    return (_no(ghost, text, why, Evidence(areas=areas)),)


def warned(shown: Evidence) -> Evidence:
    """The same evidence with the path drawn as one that may not be taken."""
    lines = tuple(replace(line, role="warning") if line.role == "path" else line for line in shown.lines)
    return replace(shown, lines=lines)


def too_long(points: tuple[tuple[float, float, float], ...], label: str) -> Evidence:
    """The part of a way that is beyond the limit, as a line of warning."""
    return Evidence(lines=(Line(points if len(points) > 1 else points * 2, "warning", label),))


def _gone(model: Model, why: Why) -> tuple[Objection, ...]:
    if model.place != "removed":
        return ()
    return (_no(model, f"{model.name} is off the table: {model.removed_as or 'removed'}.", why),)


def _no(model: Model, text: str, why: Why, shown: Evidence | None = None) -> Objection:
    return Objection(text=text, why=why, model=model.id, evidence=shown or Evidence())
