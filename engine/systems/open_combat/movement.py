"""Chapter: Moving — one plan for every path: walked, with ladders and leaps on it, climbed, or jumped down.

A path with no kind named is a climb where it begins up a face the model touches, a jump down
where it begins over an edge it stands at, and a walk otherwise; gaps on a walk are leapt.
One command is one Move action (or as many Interact actions as a climb takes).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from msgspec.structs import replace

from engine import standing
from engine.commands import Move
from engine.game import Game, Model, Point3
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.measure import CONTACT
from engine.questions import Modifier, Objection, Tally
from engine.rules import Plan
from engine.systems.open_combat import activation, climbing, falling, gaps, hazard, jumping, leaping, space, strides
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.leaping import Leap
from engine.systems.open_combat.questions import MOVE
from engine.systems.open_combat.speed import run_up, run_up_tally, spd
from engine.systems.open_combat.tables import INCH, STEP, TOLERANCE, inches
from engine.systems.open_combat.ways import Hurdle, Way, scan, way

KINDS = ("walk", "climb", "jump", "leap")
AHEAD = 1.0
"""An edge at most so many inches beyond the end of a path is spoken of."""


@dataclass(frozen=True)
class _Wish:
    """A Move being judged: the way, its leaps, and where it stops on a ladder it cannot finish."""

    game: Game
    model: Model
    command: Move
    found: Way
    leaps: tuple[Leap, ...]
    speed: Tally
    perch: strides.Perch | None

    @property
    def over(self) -> float:
        """Inches by which the way is too long; 0 when it is not."""
        over = self.found.cost - self.speed.value
        return over if over > TOLERANCE and self.perch is None else 0.0


def plan_move(game: Game, command: Move) -> Plan:
    """Judge a path: every objection, what it costs and risks, and the steps of going it."""
    model, how = game.model(command.model), command.how
    if how and how not in KINDS:
        text = f"There is no way of moving called {how!r}; there are: {', '.join(KINDS)}."
        return Plan(label="Move", objections=(Objection(text=text, why=("OPC-DEF-ACTIONS",), model=model.id),))
    if not model.on_table:
        return Plan(label="Move", objections=activation.objections(game, model, MOVE, "walk", doing="moves"))
    kind = how or _kind(game, model, command)
    if kind == "climb":
        return climbing.plan(game, command)
    if kind == "jump":
        return jumping.plan(game, command)
    return _plan_walk(_wish(game, model, command))


def _kind(game: Game, model: Model, command: Move) -> str:
    """What a path comes to for which no kind is named: climb, jump or walk."""
    if _on_ladder(game, model):
        return "walk"
    walked = scan(game, model, command.path)
    if climbing.wanted(game, model, walked):
        return "climb"
    change = jumping.first_drop(walked)
    if change is None or not jumping.at_edge(game, model, change):
        return "walk"
    if standing.ladder_at(game.table, model, change, STEP):
        return "walk"
    return "walk" if way(game, model, command.path).leaps else "jump"


def _on_ladder(game: Game, model: Model) -> bool:
    """Does it stand part-way up a ladder or stair, which is no climb?"""
    sources = [marker.source for marker in model.markers if marker.status == CLIMBING]
    return any(piece.id in sources and piece.kind in standing.LADDERS for piece in game.table.terrain)


def _wish(game: Game, model: Model, command: Move) -> _Wish:
    found, speed = way(game, model, command.path, command.how), spd(game, model)
    before = run_up(model)
    leaps = tuple(
        Leap(gap, max(0.0, speed.value - found.cost_before(n)), before, found.run_before(n))
        for n, gap in enumerate(found.leaps)
    )
    return _Wish(game, model, command, found, leaps, speed, strides.perch(game, model, found, speed.value))


def _plan_walk(wish: _Wish) -> Plan:
    model, found = wish.model, wish.found
    objections = (*_may(wish), *_hurdles(wish), *_pits(wish), *_lengths(wish), *_spaces(wish))
    steps = strides.steps(model.id, found, wish.leaps, wish.perch, wish.command.facing)
    shown = _shown(wish)
    return Plan(
        label=_label(wish),
        objections=_distinct(objections),
        steps=activation.planned(*steps),
        tallies=_tallies(wish),
        evidence=standing.warned(shown) if objections else shown,
        notes=_notes(wish),
    )


def _may(wish: _Wish) -> tuple[Objection, ...]:
    game, model = wish.game, wish.model
    thing = "ladder" if _on_ladder(game, model) else "walk"
    found = activation.objections(game, model, MOVE, thing, words="may not move", doing="moves")
    if wish.leaps:
        found += activation.objections(game, model, MOVE, "leap", words="may not jump", doing="moves")
    return found


def _hurdles(wish: _Wish) -> tuple[Objection, ...]:
    """A wall is climbed, a drop jumped down: neither is part of a walk."""
    found: list[Objection] = []
    for number, walk in enumerate(wish.found.walks):
        begins = wish.found.begins(number)
        found += [_hurdle_objection(wish, hurdle, begins) for hurdle in walk.hurdles if hurdle.kind != "ladder"]
    return tuple(found)


def _hurdle_objection(wish: _Wish, hurdle: Hurdle, begins: float) -> Objection:
    at, change = inches(begins + hurdle.at), hurdle.change
    ends = ((*change.point, change.from_z), (*change.point, change.to_z))
    if hurdle.kind == "wall":
        name = standing.named(wish.game, hurdle.piece)
        text = f"{name} rises {inches(hurdle.height)} after {at}: that is a climb, an Interact action begun in contact."
        shown = Evidence(lines=(Line(ends, "climb", inches(hurdle.height)),), pieces=(hurdle.piece,))
        return Objection(text=text, why=("OPC-CLIMB-3", "OPC-CLIMB-4"), model=wish.model.id, evidence=shown)
    text = f"It drops {inches(hurdle.height)} after {at}: that is a jump down, a whole Move action from the edge."
    shown = Evidence(lines=(Line(ends, "fall", inches(hurdle.height)),))
    return Objection(text=text, why=("OPC-JUMP-1",), model=wish.model.id, evidence=shown)


def _pits(wish: _Wish) -> tuple[Objection, ...]:
    """Nobody walks into something bottomless."""
    found: list[Objection] = []
    for number, walk in enumerate(wish.found.walks):
        for at, name in gaps.bottomless_on(wish.game.table, walk.track):
            far = inches(wish.found.begins(number) + at)
            text = f"{standing.named(wish.game, name)} is bottomless, after {far}: leap it, or go round it."
            shown = Evidence(pieces=(name,))
            found.append(Objection(text=text, why=("OPC-EX-1", "OPC-JUMP-5"), model=wish.model.id, evidence=shown))
    return tuple(found)


def _lengths(wish: _Wish) -> tuple[Objection, ...]:
    """Leaps that SPD does not carry, and ways that are too long."""
    found: list[Objection] = []
    for leap in wish.leaps:
        found += leaping.objections(wish.game, wish.model, leap, wish.speed.value)
    if wish.over and not any(leap.short for leap in wish.leaps):
        again = " A second Move action may go on from there." if activation.left(wish.model) > 1 else ""
        text = f"{inches(wish.over)} farther than the {inches(wish.speed.value)} {wish.model.name} moves.{again}"
        cited = ["OPC-DEF-SPD", *(clause for term in wish.speed.modifiers for clause in term.why)]
        if any(walk.rough for walk in wish.found.walks):
            cited.append("OPC-DEF-GROUND")
        if any(walk.climbed for walk in wish.found.walks):
            cited.append("OPC-CLIMB-2")
        why = tuple(dict.fromkeys(cited))
        found.append(Objection(text=text, why=why, model=wish.model.id, evidence=_overshoot(wish)))
    return tuple(found)


def _overshoot(wish: _Wish) -> Evidence:
    """The end of a way that is too long, as a line of warning."""
    last = wish.found.walks[-1]
    start = max(0.0, last.track.length - wish.over)
    points = last.between(start, last.track.length)
    return standing.too_long(points, f"+{inches(wish.over)}")


def _spaces(wish: _Wish) -> tuple[Objection, ...]:
    """What is in the way of each walk, and whether there is room at its end and at each landing."""
    game, found, out = wish.game, wish.found, list[Objection]()
    for number, walk in enumerate(found.walks):
        resting = number == len(found.walks) - 1 and wish.perch is None
        out += standing.in_the_way(game, wish.model, walk.track, space.SPACE, resting=resting)
    for gap in found.leaps:
        x, y, z = gap.end()
        out += standing.no_room(game, replace(wish.model, x=x, y=y, z=z), space.SPACE) if gap is found.leaps[-1] else ()
    return tuple(out)


def _tallies(wish: _Wish) -> tuple[Tally, ...]:
    """SPD, what the way costs, and the sums of each leap; of the gap ahead too."""
    found, terms = wish.found, list[Modifier]()
    rough = math.fsum(walk.rough for walk in found.walks)
    climbed = math.fsum(walk.climbed for walk in found.walks)
    flown = math.fsum(gap.travel for gap in found.leaps)
    if rough > TOLERANCE:
        terms.append(Modifier(op="plus", amount=rough, label="difficult ground", why=("OPC-DEF-GROUND",)))
    if climbed > TOLERANCE:
        terms.append(Modifier(op="plus", amount=climbed, label="on a ladder", why=("OPC-CLIMB-1", "OPC-CLIMB-2")))
    if flown:
        terms.append(Modifier(op="plus", amount=flown, label="leapt", why=("OPC-JUMP-5",)))
    base = math.fsum(walk.track.length for walk in found.walks)
    cost = Tally(title="This way", base=base, modifiers=tuple(terms), suffix=INCH, why=("OPC-DEF-SPD",))
    leaps = [tally for leap in (*wish.leaps, *_ahead(wish)) for tally in leaping.tallies(wish.game, leap)]
    return (wish.speed, cost, *(leaps or [run_up_tally(wish.model)]))


def _ahead(wish: _Wish) -> tuple[Leap, ...]:
    """The leap that the next Move action could make from the edge this path ends at."""
    gap, last = wish.found.ahead, wish.found.walks[-1]
    if gap is None or activation.left(wish.model) < 2:
        return ()
    points = last.track.path
    away = gap.take_off - (math.dist(points[-2], points[-1]) if len(points) > 1 else 0.0)
    if away > AHEAD:
        return ()
    walked = math.fsum(walk.length for walk in wish.found.walks) + math.fsum(g.travel for g in wish.found.leaps)
    away = max(0.0, away)
    return (Leap(gap, max(0.0, wish.speed.value - away), run_up(wish.model) + walked, away),)


def _notes(wish: _Wish) -> tuple[str, ...]:
    """What is risked on the way and what lies beyond its end, in words."""
    game, model, out = wish.game, wish.model, list[str]()
    for leap in wish.leaps:
        out += leaping.notes(game, model, leap)
    for walk in wish.found.walks:
        out += [hazard.note(game.table.piece(name)) for _, name in walk.hazards]
    if wish.perch is not None:
        where = f"{inches(wish.perch.height)} up" if wish.perch.height > TOLERANCE else "at the foot of"
        out.append(f"It stops {where} the ladder and goes on with another Move action.")
    for leap in _ahead(wish):
        if leap.short:
            out.append(
                f"A gap ahead of {inches(leap.gap.width)} takes {inches(leap.gap.travel)} of travel: "
                f"SPD is short by {inches(leap.short)}."
            )
        else:
            out += leaping.notes(game, model, leap, begins="Next it can leap the gap ahead of")
    return (*out, *_drop_there(wish))


def _drop_there(wish: _Wish) -> tuple[str, ...]:
    """The drop at the end of the path, if it ends at an edge with nothing to leap to."""
    last = wish.found.walks[-1].track
    x, y = last.end
    ghost = replace(wish.model, x=x, y=y, z=last.end_z)
    edge = falling.edge_near(wish.game, ghost, AHEAD)
    if edge is None or wish.perch is not None or (wish.found.ahead is not None and _ahead(wish)):
        return ()
    where = f"An edge is {inches(edge.distance)} away." if edge.distance > CONTACT else "There it stands at an edge."
    return (f"{where} {falling.words(wish.game, edge.drop)}",)


def _shown(wish: _Wish) -> Evidence:
    """The whole way to scale: walks, ladders, leaps, and the leap that would come next."""
    shown = NOTHING
    for walk in wish.found.walks:
        if wish.perch is not None:
            return wish.perch.evidence()
        shown += _on_level(walk.track.evidence(), bool(wish.leaps))
    for leap in (*wish.leaps, *_ahead(wish)):
        shown += leaping.shown(wish.game, leap)
    return shown


def _on_level(shown: Evidence, leaps: bool) -> Evidence:
    """The evidence of a walk without paths of no length, where a leap begins or ends."""
    lines = tuple(line for line in shown.lines if not leaps or _long(line.points))
    return replace(shown, lines=lines)


def _long(points: tuple[Point3, ...]) -> bool:
    return math.dist(points[0], points[-1]) > CONTACT or len(points) > 2


def _label(wish: _Wish) -> str:
    cost = wish.speed.value if wish.perch is not None else wish.found.cost
    if wish.leaps:
        return f"Move {inches(cost)} with a leap"
    ladder = any(walk.climbed for walk in wish.found.walks)
    return f"Move {inches(cost)}{' by the ladder' if ladder else ''}"


def _distinct(objections: tuple[Objection, ...]) -> tuple[Objection, ...]:
    """Each sentence once."""
    return tuple({objection.text: objection for objection in objections}.values())
