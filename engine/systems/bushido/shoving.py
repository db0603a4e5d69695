"""Chapter: Movement and placing — moved by somebody else: pushed, thrown, or picked up and placed.

A forced way is straight, heeds neither zones nor contact, and stops before walls, bases and
the edge of the table.  The held are not moved; the immobilised are free once they were.
Being placed is no movement and needs no way (reading `placing`), but never ends in contact
with an enemy.  Knocked off a huge hill, a model falls prone.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Moved, Noted, Placed
from engine.game import Game, Marker, Model, ModelId, Point
from engine.geometry.evidence import Evidence
from engine.geometry.measure import CONTACT
from engine.geometry.tracks import Track
from engine.questions import Objection
from engine.systems.bushido import straight
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.contact import apart, touching
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.ground import WHY as FLAT
from engine.systems.bushido.ground import carried, pieces_under, room
from engine.systems.bushido.prone import PRONE
from engine.systems.bushido.questions import BE_MOVED
from engine.systems.bushido.readings import PLACING, chosen
from engine.systems.bushido.sight import HILLS
from engine.systems.bushido.size import HUGE, piece_size
from engine.systems.bushido.tearing_free import free
from engine.systems.bushido.zone import RADIUS

PUSHED = "pushed"
PLACE = ("BUS-DEF-18",)
_HAIR = 0.002
"""Inches beyond the border of a zone: exactly at it would be inside."""
_LEAST = 0.01


def shove_away(
    game: Game,
    victim: ModelId,
    by: ModelId,
    inches: float,
    *why: str,
    past: bool = False,
    topples: bool = False,
) -> Steps[Game]:
    """Straight away from somebody, so many inches, or (*past*) at least out of his zone of control.

    *topples*: the cause lays the victim down anyway.
    """
    model, mover = game.model(victim), game.model(by)
    if not model.on_table:
        return game
    facing = straight.heading((mover.x, mover.y), (model.x, model.y))
    far = max(inches, RADIUS - apart(model, mover) + _HAIR) if past else inches
    return (yield from shove(game, victim, facing, far, *why, topples=topples))


def shove(game: Game, victim: ModelId, facing: float, inches: float, *why: str, topples: bool = False) -> Steps[Game]:
    """So many inches along a facing, or as far as there is room; the model goes on looking where it looked."""
    model = game.model(victim)
    if not model.on_table:
        return game
    ruling = RULES.ruling(game, model, BE_MOVED, words="cannot be moved")
    if not ruling.granted:
        told = ruling.objections[0]
        return (yield from happens(Noted(text=told.text.rstrip("."), model=victim, why=(*told.why, *why))))
    way = pushed_way(game, model, facing, inches)
    if way.length < _LEAST:
        return game
    hills = _hills(game, model)
    points = tuple((x, y, model.z) for x, y in way.path)
    game = yield from happens(Moved(model=victim, path=points, how=PUSHED, why=why))
    game = yield from free(game, victim, "BUS-IMMOBILISED-11")
    if hills - _hills(game, game.model(victim)) and not topples:
        game = yield from gain(game, victim, Marker(PRONE), *FLAT)
    return game


def pushed_way(game: Game, model: Model, facing: float, inches: float) -> Track:
    """The straight way of a shove, cut where something is in it."""
    start = (model.x, model.y)
    way = carried(game, model, (start, straight.ahead(start, facing, inches)))
    far = min(way.blocked_at, straight.to_edge(game.table, model, facing))
    if way.bumps and far > 0.0:
        far = max(0.0, far - CONTACT / 10.0)
    return carried(game, model, way.cut(far)) if far < way.length else way


def place_objections(game: Game, model: Model, at: Point) -> tuple[Objection, ...]:
    """Why a model may not be placed there: no room, in contact with an enemy, or (by reading) it cannot be moved."""
    there = replace(model, x=at[0], y=at[1], place="table")
    found = list(room(game, there))
    for enemy in game.enemies(model):
        if touching(there, enemy):
            text = f"{model.name} is never placed in contact with an enemy; there it would touch {enemy.name}."
            found.append(Objection(text=text, why=PLACE, model=model.id, evidence=Evidence(pieces=(enemy.id,))))
    if chosen(game, PLACING) == "move":
        found += RULES.ruling(game, model, BE_MOVED, words="cannot be moved").objections
    return tuple(found)


def place(game: Game, name: ModelId, at: Point, facing: float, *why: str) -> Steps[Game]:
    """Pick the model up and set it down; what forbids that was asked of `place_objections`."""
    model = game.model(name)
    put = Placed(model=name, at=(at[0], at[1], model.z), facing=facing, why=(*why, *PLACE))
    game = yield from happens(put)
    if chosen(game, PLACING) == "move":
        game = yield from free(game, name, "BUS-IMMOBILISED-11")
    return game


def _hills(game: Game, model: Model) -> set[str]:
    """Ids of huge hills that the model stands on."""
    pieces = (piece for word in HILLS for piece in pieces_under(game, model, word))
    return {piece.id for piece in pieces if piece_size(piece) == HUGE}
