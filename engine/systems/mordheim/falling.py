"""Chapter: Falling — D3 hits with a Strength of the inches fallen, and roof edges that cause it.

No armour save and no critical hits; whoever falls neither moves nor hides again this turn,
even unhurt.  Readings: part inches are dropped (`fall_height`), the Strength is at least 1,
and the injuries are rolled by the opponent of the one who fell (`fall_roller`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from engine.ask import Steps, happens, roll
from engine.dice import D6, Dice, Faces
from engine.events import Event, Gained, Lost, Moved, Noted
from engine.game import Base, Game, Marker, Model, ModelId, Point, SideId, Table
from engine.geometry import heights
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, gap
from engine.systems.mordheim.characteristics import initiative_test
from engine.systems.mordheim.engaged import part
from engine.systems.mordheim.injuries import suffer
from engine.systems.mordheim.recovery import TURNED_OVER
from engine.systems.mordheim.ways import BEYOND, FREE_BELOW
from engine.systems.mordheim.weapons import TABLES, to_wound_need

FALL = TABLES["movement"]["fall"]
EDGE_WITHIN = float(TABLES["movement"]["edge"]["within"])
WHY = ("MOR-DEF-FALL",)
_PUSHES = 8
_RING, _RINGS, _SPOKES = 0.25, 16, 24
"""How a free place is looked for about a landing: so many inches on, so many times, in so many directions."""


def fall(game: Game, model: ModelId, over: Point, *why: str) -> Steps[Game]:
    """Down from where the model is, its middle at *over*, onto what is really below; then the hits."""
    faller = game.model(model)
    found = _fall(game.table, _measured(faller), over)
    if not found.drop:
        return game
    x, y = _clear_of_models(game, replace(faller, x=found.at[0], y=found.at[1], z=found.landing))
    path = ((faller.x, faller.y, faller.z), (*over, faller.z), (x, y, found.landing))
    game = yield from happens(Moved(model=model, path=path, how="fall", why=(*WHY, *why)))
    game = yield from part(game, model)
    if faller.has("hidden"):
        game = yield from happens(Lost(model=model, status="hidden", why=WHY))
    game = yield from happens(Gained(model=model, marker=Marker("fell"), why=WHY))
    return (yield from _hits(game, model, found.drop))


def _hits(game: Game, model: ModelId, drop: float) -> Steps[Game]:
    faller = game.model(model)
    strength, side = fall_strength(game, drop), fall_roller(game, faller)
    need = to_wound_need(strength, faller.stat("T"))
    what = f"hits of the {drop:.1f}″ fall of {faller.name}"
    hits = yield from roll(D6, hits_of_a_fall, what, side=side, model=model, why=WHY)
    if need is None:
        text = f"{faller.name} is too tough to be hurt by a fall of Strength {strength}"
        return (yield from happens(Noted(text=text, model=model, why=("MOR-DEF-TO-WOUND", *WHY))))
    what = f"{hits} hit{'s' if hits > 1 else ''} of Strength {strength} to wound {faller.name}"
    why = ("MOR-DEF-TO-WOUND", *WHY)
    wounds = yield from roll(Dice(hits, 6), wounding(need), what, side=side, model=model, need=f"{need}+", why=why)
    if not wounds:
        return (yield from happens(Noted(text=f"{faller.name} is not hurt by the fall", model=model, why=WHY)))
    return (yield from suffer(game, model, wounds=wounds, by=side, cause="fall"))


def fall_strength(game: Game, drop: float) -> int:
    """Strength of a fall's hits: the inches fallen, part inches dropped, at least 1."""
    half = 0.5 if game.reading("fall_height", "rounded_down") == "nearest" else 0.0
    inches: int = math.floor(drop * FALL["strength_per_inch"] + half + CONTACT)
    return max(int(FALL["least_strength"]), inches)


def fall_roller(game: Game, faller: Model) -> SideId:
    """Who rolls the dice of a fall: the opponent of the one who fell."""
    rivals = game.others(faller.side)
    if not rivals or game.reading("fall_roller", "opponent") == "owner":
        return faller.side
    return rivals[0].id


def hits_of_a_fall(faces: Faces) -> int:
    """The reading of a D3: 1 and 2 one hit, 3 and 4 two, 5 and 6 three."""
    return next(int(hits) for up_to, hits in FALL["hits"] if faces[0] <= up_to)


@lru_cache(maxsize=16)
def wounding(need: int) -> Callable[[Faces], int]:
    """The reading of several dice to wound: how many of them do."""

    def read(faces: Faces) -> int:
        return sum(face >= need for face in faces)

    return read


def roof_edge(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """A warrior who goes down within an inch of the edge of a roof tests Initiative, or falls."""
    if not isinstance(event, Gained) or event.marker.status not in ("knocked_down", "stunned"):
        return game
    if event.why == TURNED_OVER or not game.model(model).on_table:
        return game
    found = near_edge(game, game.model(model))
    if found is None:
        return game
    text = f"not to fall {found.drop:.1f}″, {found.distance:.2f}″ from the edge"
    if (yield from initiative_test(game, model, text, "MOR-DEF-EDGE")):
        return game
    return (yield from fall(game, model, beyond(game, game.model(model), found.at), "MOR-DEF-EDGE"))


def near_edge(game: Game, model: Model) -> heights.Edge | None:
    """The edge within an inch that a warrior going down here could fall over."""
    if model.z < FREE_BELOW - CONTACT:
        return None
    measured = model
    if game.reading("edge_measure", "base") == "centre":
        measured = replace(model, profile=replace(model.profile, base=Base("round", 0.0, 0.0)))
    found = _edge(game.table, _measured(measured))
    return found if found is not None and found.within(EDGE_WITHIN) else None


def beyond(game: Game, model: Model, at: Point) -> Point:
    """A point just over an edge, seen from the model; any side that drops where he is right on it."""
    dx, dy = at[0] - model.x, at[1] - model.y
    far = math.hypot(dx, dy)
    ways = [(dx / far, dy / far), (-dx / far, -dy / far)] if far > CONTACT else []
    ways += [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    points = [(at[0] + ux * BEYOND, at[1] + uy * BEYOND) for ux, uy in ways]
    deep = (p for p in points if _fall(game.table, _measured(model), p).drop >= FREE_BELOW - CONTACT)
    return next(deep, points[0])


def _measured(model: Model) -> Model:
    """The model as geometry sees it: markers and counters do not spoil the two caches below."""
    return replace(model, name="", markers=(), counters=())


@lru_cache(maxsize=1024)
def _edge(table: Table, model: Model) -> heights.Edge | None:
    """Cached, because the odds ask for the same edge once for every way the dice may lie."""
    return heights.edge(table, model, min_drop=FREE_BELOW)


@lru_cache(maxsize=4096)
def _fall(table: Table, model: Model, at: Point) -> heights.Fall:
    return heights.fall(table, model, at)


def _clear_of_models(game: Game, lying: Model) -> Point:
    """The landing pushed off whoever stands there, or else the nearest place about it with room."""
    pushed = lying
    for _ in range(_PUSHES):
        met = _met(game, pushed)
        if met is None:
            break
        dx, dy = pushed.x - met.x, pushed.y - met.y
        far = math.hypot(dx, dy)
        ux, uy = (dx / far, dy / far) if far > CONTACT else (1.0, 0.0)
        more = gap(pushed, met).overlap + CONTACT
        pushed = replace(pushed, x=pushed.x + ux * more, y=pushed.y + uy * more)
    tried = (pushed, *_about(lying)) if pushed != lying else ()
    spot = next((ghost for ghost in tried if _met(game, ghost) is None and _room(game, ghost)), lying)
    return spot.x, spot.y


def _met(game: Game, lying: Model) -> Model | None:
    return next((o for o in game.on_table() if o.id != lying.id and gap(lying, o).overlapping), None)


def _about(lying: Model) -> Iterator[Model]:
    """Places around a landing, nearest first."""
    for ring in range(1, _RINGS + 1):
        for turn in range(_SPOKES):
            angle = math.tau * turn / _SPOKES
            out = ring * _RING
            yield replace(lying, x=lying.x + out * math.cos(angle), y=lying.y + out * math.sin(angle))


def _room(game: Game, lying: Model) -> bool:
    """Is there ground to lie on at this height, on the table and clear of walls?"""
    table, base = game.table, lying.profile.base
    if not (0.0 <= lying.x <= table.width and 0.0 <= lying.y <= table.height):
        return False
    if heights.walls_at(table, base_of(lying), lying.z + CONTACT, lying.z + lying.profile.height):
        return False
    return abs(heights.surface(table, base, lying.x, lying.y, lying.facing, lying.z).z - lying.z) <= CONTACT
