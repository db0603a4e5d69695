"""Facts: the only sentences that change a game, and `apply`, the only function that makes one.

An event knows no rulebook.  *why* holds the ids of the clauses that made it happen, so
the log can cite them.  A book that "needs its own event" nearly always needs a marker or
a counter instead.
"""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.game import (
    NO_MODEL,
    NO_SIDE,
    Cloth,
    Game,
    Marker,
    Model,
    ModelId,
    Point3,
    Profile,
    Side,
    SideId,
    Table,
    Terrain,
    Zone,
    counted,
)

Why = tuple[str, ...]


class Moved(Struct, frozen=True, kw_only=True, tag=True):
    """A model went along *path* (inches, with elevation) and stands at its last point."""

    model: ModelId
    path: tuple[Point3, ...]
    how: str = "walk"
    facing: float | None = None
    why: Why = ()


class Turned(Struct, frozen=True, kw_only=True, tag=True):
    model: ModelId
    facing: float
    why: Why = ()


class Placed(Struct, frozen=True, kw_only=True, tag=True):
    """A model was set down: from the reserve, or lifted by hand."""

    model: ModelId
    at: Point3
    facing: float = 0.0
    why: Why = ()


class Added(Struct, frozen=True, kw_only=True, tag=True):
    model: Model
    why: Why = ()


class Removed(Struct, frozen=True, kw_only=True, tag=True):
    """A model left the table; *reason* is said in words ("out of action")."""

    model: ModelId
    reason: str = ""
    why: Why = ()


class Gained(Struct, frozen=True, kw_only=True, tag=True):
    model: ModelId
    marker: Marker
    why: Why = ()


class Lost(Struct, frozen=True, kw_only=True, tag=True):
    """One marker went: of this value, or (None) all markers of this status.

    With a *source* only markers that it put there are meant.
    """

    model: ModelId
    status: str
    value: int | None = None
    why: Why = ()
    source: str | None = None


class Counted(Struct, frozen=True, kw_only=True, tag=True):
    """A counter of a model, a side or the game was set to *value*."""

    of: Literal["model", "side", "game"]
    whose: str
    name: str
    value: int
    why: Why = ()


class Sided(Struct, frozen=True, kw_only=True, tag=True):
    """A model changed allegiance."""

    model: ModelId
    side: SideId
    why: Why = ()


class Renamed(Struct, frozen=True, kw_only=True, tag=True):
    """A model is called something else from now on."""

    model: ModelId
    name: str
    why: Why = ()


class Refitted(Struct, frozen=True, kw_only=True, tag=True):
    """A model goes on with another stat line and base: a rider on foot, a hero turned into something else.

    Its name, place, markers and counters stay.
    """

    model: ModelId
    profile: Profile
    why: Why = ()


class PhaseBegan(Struct, frozen=True, kw_only=True, tag=True):
    round: int
    phase: str
    side: SideId
    why: Why = ()


class Rolled(Struct, frozen=True, kw_only=True, tag=True):
    """Dice lay on the table; *typed* says of each whether a person typed it in.

    *words* are what they show where their sides bear words.
    """

    what: str
    sides: int
    faces: tuple[int, ...]
    typed: tuple[bool, ...]
    meaning: str = ""
    side: SideId = NO_SIDE
    model: ModelId = NO_MODEL
    why: Why = ()
    words: tuple[str, ...] = ()


class Chose(Struct, frozen=True, kw_only=True, tag=True):
    """A side decided; a *secret* choice is not shown while its command still waits."""

    what: str
    option: str
    label: str = ""
    side: SideId = NO_SIDE
    model: ModelId = NO_MODEL
    why: Why = ()
    secret: bool = False


class Noted(Struct, frozen=True, kw_only=True, tag=True):
    """Something worth a line in the log that changes nothing ("saved by armour")."""

    text: str
    model: ModelId = NO_MODEL
    other: ModelId = NO_MODEL
    why: Why = ()


class Overruled(Struct, frozen=True, kw_only=True, tag=True):
    """The referee let an illegal command pass; the objections stand in the log."""

    objections: tuple[str, ...]
    why: Why = ()


class Built(Struct, frozen=True, kw_only=True, tag=True):
    """A terrain piece was set up, or replaced the one of the same id."""

    piece: Terrain
    why: Why = ()


class Razed(Struct, frozen=True, kw_only=True, tag=True):
    piece: str
    why: Why = ()


class Laid(Struct, frozen=True, kw_only=True, tag=True):
    """The board under the terrain became this: its name, size in inches, ground and zones.

    Terrain, models and the picture stay as they are.
    """

    name: str
    width: float
    height: float
    ground: str
    zones: tuple[Zone, ...] = ()
    why: Why = ()


class Covered(Struct, frozen=True, kw_only=True, tag=True):
    """A picture was laid under everything, in place of one that lay there; None: it was taken off."""

    cloth: Cloth | None
    why: Why = ()


class Spread(Struct, frozen=True, kw_only=True, tag=True):
    """The picture that lies there was spread so: its top left corner and its size, in inches."""

    x: float
    y: float
    width: float
    height: float
    why: Why = ()


class ReadingChosen(Struct, frozen=True, kw_only=True, tag=True):
    name: str
    option: str
    why: Why = ()


class Ended(Struct, frozen=True, kw_only=True, tag=True):
    """The battle is over; *outcome* says how in words."""

    outcome: str
    why: Why = ()


Event = (
    Moved
    | Turned
    | Placed
    | Added
    | Removed
    | Gained
    | Lost
    | Counted
    | Sided
    | Renamed
    | Refitted
    | PhaseBegan
    | Rolled
    | Chose
    | Noted
    | Overruled
    | Built
    | Razed
    | Laid
    | Covered
    | Spread
    | ReadingChosen
    | Ended
)


def apply(game: Game, event: Event) -> Game:
    """The game after one fact.  KeyError if it speaks of a model, side or picture that is not there."""
    match event:
        case Rolled() | Chose() | Noted() | Overruled():
            return game
        case PhaseBegan():
            return replace(game, round=event.round, phase=event.phase, active=event.side)
        case Added():
            if game.has_model(event.model.id):
                raise KeyError(f"a model {event.model.id!r} is in this game already")
            return replace(game, models=(*game.models, event.model))
        case Counted():
            return _count(game, event)
        case Built():
            return _build(game, event.piece)
        case Razed():
            rest = tuple(piece for piece in game.table.terrain if piece.id != event.piece)
            return replace(game, table=replace(game.table, terrain=rest))
        case Laid() | Covered() | Spread():
            return replace(game, table=_laid(game.table, event))
        case ReadingChosen():
            chosen = dict(game.readings) | {event.name: event.option}
            return replace(game, readings=tuple(sorted(chosen.items())))
        case Ended():
            return replace(game, outcome=event.outcome)
        case Moved() | Turned() | Placed() | Removed() | Gained() | Lost() | Sided() | Renamed() | Refitted():
            return game.with_model(_changed(game.model(event.model), event))
        case _ as never:
            assert_never(never)


def _changed(
    model: Model, event: Moved | Turned | Placed | Removed | Gained | Lost | Sided | Renamed | Refitted
) -> Model:
    match event:
        case Moved():
            x, y, z = event.path[-1]
            facing = model.facing if event.facing is None else event.facing
            return replace(model, x=x, y=y, z=z, facing=facing)
        case Turned():
            return replace(model, facing=event.facing)
        case Placed():
            x, y, z = event.at
            return replace(model, x=x, y=y, z=z, facing=event.facing, place="table", removed_as="")
        case Removed():
            return replace(model, place="removed", removed_as=event.reason, markers=())
        case Gained():
            return replace(model, markers=(*model.markers, event.marker))
        case Lost():
            return replace(model, markers=_without(model.markers, event))
        case Sided():
            return replace(model, side=event.side)
        case Renamed():
            return replace(model, name=event.name)
        case Refitted():
            return replace(model, profile=event.profile)
        case _ as never:
            assert_never(never)


def _without(markers: tuple[Marker, ...], lost: Lost) -> tuple[Marker, ...]:
    """The markers without those that went; of equal ones a single lost value takes the first."""
    gone = [
        index
        for index, marker in enumerate(markers)
        if marker.status == lost.status and lost.value in (None, marker.value) and lost.source in (None, marker.source)
    ]
    if lost.value is not None:
        gone = gone[:1]
    return tuple(marker for index, marker in enumerate(markers) if index not in gone)


def _count(game: Game, event: Counted) -> Game:
    if event.of == "game":
        return replace(game, counters=counted(game.counters, event.name, event.value))
    if event.of == "side":
        side: Side = game.side(event.whose)
        return game.with_side(replace(side, counters=counted(side.counters, event.name, event.value)))
    model = game.model(event.whose)
    return game.with_model(replace(model, counters=counted(model.counters, event.name, event.value)))


def _laid(table: Table, event: Laid | Covered | Spread) -> Table:
    """The table with another board under its terrain, or another picture on the board."""
    match event:
        case Laid():
            size = {"width": event.width, "height": event.height}
            return replace(table, name=event.name, ground=event.ground, zones=event.zones, **size)
        case Covered():
            return replace(table, cloth=event.cloth)
        case Spread():
            if table.cloth is None:
                raise KeyError("no picture lies under the table")
            place = {"x": event.x, "y": event.y, "width": event.width, "height": event.height}
            return replace(table, cloth=replace(table.cloth, **place))
        case _ as never:
            assert_never(never)


def _build(game: Game, piece: Terrain) -> Game:
    pieces = game.table.terrain
    if any(standing.id == piece.id for standing in pieces):
        pieces = tuple(piece if standing.id == piece.id else standing for standing in pieces)
    else:
        pieces = (*pieces, piece)
    return replace(game, table=replace(game.table, terrain=pieces))
