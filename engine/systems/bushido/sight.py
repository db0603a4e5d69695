"""Chapter: Line of sight — flat, into the front, past whatever is smaller than either end.

A model sees from any part of its base to any part of a base that lies in its front half.
Models and blocking scenery stop the line unless they are smaller than the one who looks or
smaller than the one looked at; who lies prone stops nothing.  The blind see nobody but
those they touch.  Whoever stands on a hill looks over all that is smaller than the hill.
Reading: a line that only touches a blocker does not see past it (`grazing_sight`): of three
equal bases in a row the middle one hides the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from engine.game import Base, Game, Model, Point, Table, Terrain
from engine.geometry.arcs import arc_of, point_in_arc
from engine.geometry.measure import ROUNDING, gap, gap_to_piece
from engine.geometry.sight import Policy, Sight, sight, sight_pairs
from engine.geometry.sight_policy import Sizes
from engine.questions import Ruling
from engine.system import Pairs
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import touching
from engine.systems.bushido.ground import bare, pieces_under
from engine.systems.bushido.questions import BLOCK_SIGHT, DRAW_SIGHT
from engine.systems.bushido.readings import BLIND_TOUCHING, GRAZING_SIGHT, SIGHT_TO_MODEL, chosen
from engine.systems.bushido.size import piece_size, size

WHY = ("BUS-DEF-14",)
FRONT = 180.0
"""Degrees of the front arc."""
HILLS = ("hill", "enhancing")
"""Words of scenery from which one looks over what is smaller."""
COVER_WITHIN = 1.0
"""Inches from the target within which scenery in the way gives cover."""
_DOT = Base("round", 0.0, 0.0)


@lru_cache(maxsize=8192)
def sees(game: Game, viewer: Model, target: Model, *, margin: bool = False) -> Sight:
    """Sight between two models under this book's policy, with its certificate.

    Rules ask without the *margin*, which is dear; `proven` is what the table is shown.
    """
    looks = looks_out(game, viewer)
    if looks.granted or viewer.id == target.id:
        return _looked(game, viewer, target, FRONT, margin)
    if touching(viewer, target):
        arc = FRONT if chosen(game, BLIND_TOUCHING) == "front" else 360.0
        return _looked(game, viewer, target, arc, margin)
    line, why = ((viewer.x, viewer.y, viewer.z), (target.x, target.y, target.z)), looks.objections[0].text
    apart = gap(bare(viewer), bare(target)).distance / 2  # as long as both move by less they do not touch
    return Sight(
        verdict="blocked", best=line, stop=line[0], share=0.0, open_share=0.0, margin=apart, label=why, why=why
    )


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer with its margin."""
    return sees(game, viewer, target, margin=True)


def glances(game: Game, pairs: Pairs) -> Mapping[tuple[str, str], Sight]:
    """The same verdicts for many pairs at once; who touches, is blind or looks from a hill is asked alone."""
    crowd = game.on_table()
    shrink, grazing = chosen(game, SIGHT_TO_MODEL) == "centres", chosen(game, GRAZING_SIGHT) == "clear"
    sizes: Sizes = (*((str(m.id), size(m)) for m in crowd), *_piece_sizes(game.table.terrain))
    policy = Policy(flat=True, sizes=sizes, front=FRONT, grazing_sees=grazing)
    ends = {model.id: _dot(model) if shrink else bare(model) for model in crowd}
    plain = {m.id for m in crowd if looks_out(game, m).granted and stature(game, m) == size(m)}
    alone = {(a.id, b.id) for a, b in pairs if a.id not in plain or touching(a, b)}
    rest = [(ends[a.id], ends[b.id]) for a, b in pairs if (a.id, b.id) not in alone]
    found = sight_pairs(game.table, rest, tuple(bare(m) for m in crowd if blocks(game, m)), policy)
    return found | {(a, b): sees(game, game.model(a), game.model(b)) for a, b in alone}


def looks_out(game: Game, model: Model) -> Ruling:
    """Can this model see beyond base contact?  The reasons when it cannot (BUS-BLIND-1)."""
    return RULES.ruling(game, model, DRAW_SIGHT, words="sees nothing beyond base contact")


def in_front(model: Model, point: Point) -> bool:
    """Does a point of the table lie in the model's front half, its border included?"""
    return point_in_arc(arc_of(bare(model), FRONT), point) <= ROUNDING


def stature(game: Game, model: Model) -> int:
    """The class over which a model looks: its own, or that of the hill it stands on."""
    hills = [piece_size(piece) for word in HILLS for piece in pieces_under(game, model, word)]
    return max((size(model), *hills))


def blocks(game: Game, model: Model) -> bool:
    """Does this model stop lines of sight at all, if it is big enough?"""
    return RULES.counts_for(game, model, BLOCK_SIGHT).granted


def cover(game: Game, viewer: Model, target: Model) -> tuple[str, ...]:
    """Scenery that gives the target cover: in some line between the two, and within 1 inch of it.  Ids."""
    pieces = tuple(piece for piece in game.table.terrain if piece.sight != "clear" and _near(target, piece))
    if not pieces:
        return ()
    table = Table(width=game.table.width, height=game.table.height, terrain=pieces)
    return _in_the_way(table, bare(viewer), bare(target))


def _near(target: Model, piece: Terrain) -> bool:
    return gap_to_piece(bare(target), piece).plan <= COVER_WITHIN + ROUNDING


@lru_cache(maxsize=512)
def _in_the_way(table: Table, viewer: Model, target: Model) -> tuple[str, ...]:
    policy = Policy(flat=True, front=FRONT, cover="corridor", models_block=False, grazing_sees=True)
    return sight(table, viewer, target, (), policy, margin=False).hidden_by


def _looked(game: Game, viewer: Model, target: Model, arc: float, margin: bool) -> Sight:
    crowd = tuple(m for m in game.on_table() if m.id not in (viewer.id, target.id) and blocks(game, m))
    sizes: Sizes = ((str(viewer.id), stature(game, viewer)), (str(target.id), size(target)))
    sizes += (*((str(m.id), size(m)) for m in crowd), *_piece_sizes(game.table.terrain))
    grazing = chosen(game, GRAZING_SIGHT) == "clear"
    policy = Policy(flat=True, sizes=sizes, front=arc, grazing_sees=grazing)
    shrink = chosen(game, SIGHT_TO_MODEL) == "centres"
    ends = tuple(_dot(model) if shrink else bare(model) for model in (viewer, target))
    return _seen(game.table, ends[0], ends[1], tuple(bare(m) for m in crowd), policy, margin)


def _dot(model: Model) -> Model:
    """The model as the point in the middle of its base."""
    flat = bare(model)
    return replace(flat, profile=replace(flat.profile, base=_DOT))


@lru_cache(maxsize=64)
def _piece_sizes(terrain: tuple[Terrain, ...]) -> Sizes:
    return tuple((str(piece.id), piece_size(piece)) for piece in terrain)


@lru_cache(maxsize=2048)
def _seen(
    table: Table, viewer: Model, target: Model, between: tuple[Model, ...], policy: Policy, margin: bool
) -> Sight:
    return sight(table, viewer, target, between, policy, margin=margin)
