"""Chapter: Where a warrior may go and stand — not through walls or models, not off the table."""

from __future__ import annotations

from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point
from engine.geometry import heights
from engine.geometry.evidence import Evidence
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING, gap
from engine.questions import Objection
from engine.systems.mordheim.ways import Way

SPACE = ("MOR-DEF-SPACE",)


def space_objections(game: Game, model: Model, found: Way, landing: Point | None) -> tuple[Objection, ...]:
    """Objections to what a way meets and where it ends; *landing* replaces an end without room."""
    return standing.in_the_way(game, model, found.track, SPACE, resting=landing is None)


def landing_room(game: Game, model: Model, found: Way) -> Point | None:
    """Where a base comes down that was taken just over an edge, with the wall below in its way.

    None when the end of the way has room, or when there is no room near it either.
    """
    walked, hazards = found.track, found.hazards
    if not walked.overlaps or not hazards or hazards[-1].kind not in ("jump", "climb_down", "ladder"):
        return None
    if walked.length - hazards[-1].at > 1.5 * base_of(model).outer or walked.end_z >= model.z:
        return None
    over = replace(model, z=walked.end_z + hazards[-1].size)
    spot = heights.fall(game.table, over, walked.end).at
    ghost = replace(model, x=spot[0], y=spot[1], z=walked.end_z)
    walls = heights.walls_at(game.table, base_of(ghost), ghost.z + CONTACT, ghost.z + ghost.profile.height - ROUNDING)
    crowd = any(other.id != model.id and gap(ghost, other).overlapping for other in game.on_table())
    return None if walls or crowd else spot


def overshoot(found: Way, over: float, label: str) -> Evidence:
    """The end of a way that is too long, as a line of warning."""
    walked = found.track
    start = max(0.0, walked.length - over)
    points = found.between(start, walked.length, down=True)
    return standing.too_long(points, label)
