"""Chapter: Going into contact — the way of a Melee action and of a charge.

Melee goes up to the Move by any way, a charge up to twice the Move in a straight line; both
enter the zone of the chosen enemy only, and in it go straight to him.  An activating model
comes into contact with one new enemy only.  Melee may be declared at somebody out of reach:
the model then goes as far towards him as it may.  A charge must be able to reach.  Where no
way is given, the most direct one that is allowed is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Moved, Turned
from engine.game import Game, Model, ModelId, Point, Point3
from engine.geometry.evidence import Evidence, Line
from engine.geometry.exact import standing
from engine.geometry.tracks import Track
from engine.questions import Objection, Tally
from engine.standing import warned
from engine.systems.bushido import pace, passing, straight, surprise
from engine.systems.bushido.contact import WHY as TOUCH
from engine.systems.bushido.contact import apart, binding, enemies_touching, leaving, touching
from engine.systems.bushido.detour import contact_ways, round_base
from engine.systems.bushido.ground import INCH, TOLERANCE, bare, carried, obstructions, overshoot, price
from engine.systems.bushido.guarded import now_aimed_at
from engine.systems.bushido.sight import sees
from engine.systems.bushido.wish import CHARGE, CLAUSES, MELEE
from engine.systems.bushido.zone import RADIUS

Step = Callable[[Game], Steps[Game]]
_LINES = 4
"""How many lines on either side of the middle a charge tries where no line is given."""


class Approach(Struct, frozen=True, kw_only=True):
    """A way towards an enemy as it would be gone now.

    *over*: inches by which the whole way into contact is too long; *found* is then (of a Melee
    action) only the part that is gone.  *objections* are all that speaks against going it.
    """

    model: ModelId
    target: ModelId
    kind: str
    found: Track
    allowed: Tally
    cost: Tally
    over: float = 0.0
    touches: bool = False
    objections: tuple[Objection, ...] = ()
    surprises: bool = False

    @property
    def reaches(self) -> bool:
        """Does the movement suffice to come into contact, by a way that is allowed?"""
        return self.touches and not self.objections

    @property
    def moves(self) -> bool:
        """Does the model leave its place at all?"""
        return self.found.length > 0.0

    @property
    def tallies(self) -> tuple[Tally, ...]:
        return (self.allowed, self.cost) if self.moves else ()

    @property
    def evidence(self) -> Evidence:
        shown = self.found.evidence() if self.moves else Evidence()
        return warned(shown) if self.objections else shown

    def notes(self, game: Game) -> tuple[str, ...]:
        """What is worth knowing before it is declared."""
        target = game.model(self.target)
        told = []
        if not self.touches and not self.objections:
            told.append(f"{target.name} is {_inches(self.over)} out of reach: no fight this time.")
        if self.surprises:
            told.append(f"{target.name} is Surprised: it strikes second, with one die less.")
        return tuple(told)


@lru_cache(maxsize=512)
def melee(game: Game, model: Model, target: Model, path: tuple[Point, ...] = ()) -> Approach:
    """The way of a Melee action: by the path given, or the most direct that is allowed."""
    return _unawares(game, _melee(game, _turned(model, target), target, path))


@lru_cache(maxsize=512)
def charge(game: Game, model: Model, target: Model, path: tuple[Point, ...] = ()) -> Approach:
    """The way of a charge: along the straight line given, or the most direct that is allowed."""
    return _unawares(game, _charge(game, _turned(model, target), target, path))


def _unawares(game: Game, way: Approach) -> Approach:
    """The same, knowing whether it takes the target by surprise."""
    if not way.reaches:
        return way
    path = way.found.path if way.moves else ()
    return replace(way, surprises=surprise.surprises(game, game.model(way.model), path, game.model(way.target)))


def _turned(model: Model, target: Model) -> Model:
    """A base that is not round goes into contact front first; how a round one is turned does not matter."""
    round_one = model.profile.base.shape == "round"
    return model if round_one else replace(model, facing=straight.facing(model, target))


def _melee(game: Game, model: Model, target: Model, path: tuple[Point, ...]) -> Approach:
    if touching(model, target):
        return _approach(game, model, target, MELEE, ((model.x, model.y),), ())
    bound = binding(game, model)
    if bound:
        return _round(game, model, target, bound)
    if path:
        return _short(game, _judged(game, model, target, MELEE, path))
    if apart(model, target) > pace.allowed(game, model, MELEE).value + TOLERANCE:
        return _towards(game, model, target)
    direct = _judged(game, model, target, MELEE, _direct(model, target))
    if not direct.objections or enemies_touching(game, model):
        return _short(game, direct)
    for way in contact_ways(game, model, target, direct.allowed.value):
        other = _judged(game, model, target, MELEE, way)
        if not other.objections and not other.over:
            return other
    return _as_far_as_may_be(game, direct)


def _towards(game: Game, model: Model, target: Model) -> Approach:
    """Straight at somebody out of reach, as far as the Move goes and nothing is in the way."""
    path = straight.cut(_direct(model, target), pace.allowed(game, model, MELEE).value)
    way = _approach(game, model, target, MELEE, path, ())
    objections = (
        *_bars(game, model, target, MELEE),
        *obstructions(game, model, way.found),
        *passing.zone_objections(game, model, way.found, "melee move", target),
    )
    whole = replace(way, objections=objections)
    return _as_far_as_may_be(game, whole) if objections else _part(game, whole, way.found)


def _charge(game: Game, model: Model, target: Model, path: tuple[Point, ...]) -> Approach:
    if path:
        return _must_reach(game, _judged(game, model, target, CHARGE, path))
    if apart(model, target) > pace.allowed(game, model, CHARGE).value + TOLERANCE:
        far = _approach(game, model, target, CHARGE, passing.until_contact(model, _direct(model, target), target), ())
        return _must_reach(game, replace(far, objections=_bars(game, model, target, CHARGE)))
    direct = _judged(game, model, target, CHARGE, _direct(model, target))
    if (direct.reaches and not direct.over) or _bars(game, model, target, CHARGE):
        return _must_reach(game, direct)
    for way in _lines(game, model, target):
        other = _judged(game, model, target, CHARGE, way)
        if other.reaches and not other.over:
            return other
    return _must_reach(game, direct)


def step(model: ModelId, target: ModelId, kind: str, path: tuple[Point, ...] = ()) -> Step:
    """Going the way: judged anew when it is gone, for the target may have changed places since."""
    return partial(_go, name=model, aim=target, kind=kind, path=path)


def _go(game: Game, name: ModelId, aim: ModelId, kind: str, path: tuple[Point, ...]) -> Steps[Game]:
    aim = now_aimed_at(game, aim)
    model, target = game.model(name), game.model(aim)
    if not (model.on_table and target.on_table):
        return game
    way = (charge if kind == CHARGE else melee)(game, model, target, path)
    if way.surprises and way.touches:
        game = yield from surprise.take_unawares(game, aim)
    end = way.found.end
    facing = straight.heading(end, (target.x, target.y))
    why = (CLAUSES[kind], "BUS-DEF-18")
    if way.moves:
        points: tuple[Point3, ...] = tuple((x, y, model.z) for x, y in way.found.path)
        return (yield from happens(Moved(model=name, path=points, how=kind, facing=facing, why=why)))
    if straight.off(facing, model.facing) > 1e-6 and way.touches:
        return (yield from happens(Turned(model=name, facing=facing, why=("BUS-DEF-RULING-FACING",))))
    return game


def _direct(model: Model, target: Model) -> tuple[Point, ...]:
    return ((model.x, model.y), (target.x, target.y))


def _lines(game: Game, model: Model, target: Model) -> Iterator[tuple[Point, ...]]:
    """Straight lines to either side of the target's middle with nothing in the way, the nearest to it first."""
    start = (model.x, model.y)
    turn, far = straight.facing(model, target), straight.length(_direct(model, target))
    wide = standing(bare(model)).outer + standing(bare(target)).outer + RADIUS
    if far <= wide:
        return
    most = math.degrees(math.asin(wide / far))
    aims = (sign * most * part / _LINES for part in range(1, _LINES + 1) for sign in (1, -1))
    for aim in aims:
        line = (start, straight.ahead(start, turn + aim, far))
        near = passing.freed_at(model, line, target)
        if near < passing.FAR and not carried(game, model, straight.cut(line, near)).bumps:
            yield line


def _judged(game: Game, model: Model, target: Model, kind: str, path: tuple[Point, ...]) -> Approach:
    """A path into contact with all that speaks against it, but for its length."""
    path = passing.bent(game, model, passing.straightened(game, model, path), target)
    found = _approach(game, model, target, kind, path, ())
    objections = [*_bars(game, model, target, kind), *leaving(game, model, found.found)]
    objections += obstructions(game, model, found.found)
    objections += passing.zone_objections(game, model, found.found, pace.TITLES[kind].lower(), target)
    objections += _too_many(game, model, target, found.found)
    if not found.touches:
        text = f"This way does not end in contact with {target.name}."
        objections.append(_no(game, model, target, text, kind))
    if kind == CHARGE and not _is_straight(path, target):
        objections.append(_no(game, model, target, f"{model.name} charges in one straight line.", kind))
    return replace(found, objections=tuple(objections))


def _approach(
    game: Game, model: Model, target: Model, kind: str, path: tuple[Point, ...], objections: tuple[Objection, ...]
) -> Approach:
    found = carried(game, model, path)
    allowed = pace.allowed(game, model, kind)
    return Approach(
        model=model.id,
        target=target.id,
        kind=kind,
        found=found,
        allowed=allowed,
        cost=price(found),
        over=pace.over(found, allowed.value),
        touches=target.id in found.contacts,
        objections=objections,
    )


def _bars(game: Game, model: Model, target: Model, kind: str) -> tuple[Objection, ...]:
    """What forbids going at this model at all: it is a friend, gone, or (for a charge) out of sight."""
    found = []
    if target.side == model.side:
        found.append(_no(game, model, target, f"{target.name} is no enemy of {model.name}.", kind))
    if kind == CHARGE:
        look = sees(game, game.model(model.id), target)
        if not look.sees:
            text = f"{model.name} does not see {target.name} and cannot target it."
            why = ("BUS-DEF-17", "BUS-DEF-14", CLAUSES[kind])
            found.append(Objection(text=text, why=why, model=model.id, evidence=look.evidence()))
    return tuple(found)


def _too_many(game: Game, model: Model, target: Model, found: Track) -> tuple[Objection, ...]:
    before = {enemy.id for enemy in enemies_touching(game, model)}
    more = [
        game.model(name)
        for name in found.contacts
        if name not in (*before, target.id) and game.model(name).side != model.side
    ]
    return tuple(
        Objection(
            text=f"{model.name} would touch {other.name} as well: only one new enemy an activation.",
            why=TOUCH,
            model=model.id,
            evidence=Evidence(pieces=(other.id,)),
        )
        for other in more
    )


def _is_straight(path: tuple[Point, ...], target: Model) -> bool:
    """One line, but for the last stretch straight to the target once it is within an inch."""
    if len(path) <= 2:
        return True
    first = straight.heading(path[0], path[1])
    last = straight.sense(path[-2], path[-1], (target.x, target.y)) == "towards"
    body = path[:-1] if last else path
    return all(straight.off(straight.heading(a, b), first) <= 0.5 for a, b in pairwise(body))


def _must_reach(game: Game, way: Approach) -> Approach:
    """A charge that is too long cannot be declared."""
    if not way.over:
        return way
    model, target = game.model(way.model), game.model(way.target)
    text = f"{target.name} is {_inches(way.over)} further than the {_inches(way.allowed.value)} of a charge."
    shown = overshoot(way.found, way.over, f"+{_inches(way.over)}")
    why = (CLAUSES[CHARGE], "BUS-DEF-18")
    short = Objection(text=text, why=why, model=model.id, evidence=shown)
    return replace(way, objections=(*way.objections, short), touches=False)


def _short(game: Game, way: Approach) -> Approach:
    """A Melee action declared at somebody out of reach goes as far as the Move allows."""
    if not way.over or way.objections:
        return way
    return _part(game, way, way.found)


def _as_far_as_may_be(game: Game, way: Approach) -> Approach:
    """Nothing leads into contact: straight at him, as far as nothing is in the way; else all that is."""
    model, target = game.model(way.model), game.model(way.target)
    if _bars(game, model, target, way.kind) or way.found.leaves_table:
        return way
    stops = [way.found.blocked_at]
    entry = passing.first_entry(game, model, way.found.path, target)
    stops += [] if entry is None else [entry - passing.HAIR]
    far = min(stops)
    if far < 0.05:
        return way
    free = carried(game, model, way.found.cut(far))
    if obstructions(game, model, free) or passing.zone_objections(game, model, free, "melee move", target):
        return way
    return _part(game, way, free)


def _part(game: Game, way: Approach, found: Track) -> Approach:
    """The beginning of a way, as far as the inches go; it ends touching nobody new."""
    model = game.model(way.model)
    gone = carried(game, model, found.cut(pace.affordable(game, found, way.allowed.value)))
    missing = apart(replace(model, x=gone.end[0], y=gone.end[1]), game.model(way.target))
    return replace(way, found=gone, cost=price(gone), over=missing, touches=False, objections=(), surprises=False)


def _round(game: Game, model: Model, target: Model, bound: tuple[Model, ...]) -> Approach:
    """In contact a model only moves round the base of the one enemy it touches, however far that is."""
    still = _approach(game, model, target, MELEE, ((model.x, model.y),), ())
    if len(bound) > 1:
        names = " and ".join(enemy.name for enemy in bound)
        text = f"{model.name} is in contact with {names} and may fight only them."
        return replace(still, objections=(_no(game, model, target, text, MELEE),))
    way = round_base(game, model, bound[0], target)
    if not way:
        text = (
            f"{model.name} moves only round {bound[0].name}, and does not come into contact with {target.name} there."
        )
        return replace(still, objections=(_no(game, model, target, text, MELEE),))
    found = _approach(game, model, target, MELEE, way, ())
    return replace(found, over=0.0, objections=_too_many(game, model, target, found.found))


def _no(game: Game, model: Model, target: Model, text: str, kind: str) -> Objection:
    line = Line(((model.x, model.y, 0.0), (target.x, target.y, 0.0)), "warning")
    shown = Evidence(lines=(line,), pieces=(target.id,))
    return Objection(text=text, why=(CLAUSES[kind], "BUS-DEF-18"), model=model.id, evidence=shown)


def _inches(number: float) -> str:
    return f"{number:.1f}{INCH}" if number >= 0.05 or number == 0.0 else f"{number:.3f}{INCH}"
