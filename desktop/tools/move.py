"""Drag a model along a path, with what it can reach, touches, sees and risks; the same with the arrow keys."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, field

from msgspec.structs import replace
from PySide6.QtCore import Qt

from desktop.scene.side_view import Slice
from desktop.session import Look, Session
from desktop.tools import ranges
from desktop.tools.cutting import HEIGHTS, cut_way
from desktop.tools.foretold import words_at
from desktop.tools.hand import ARROWS, ENTER, WAYPOINT, Gesture, Hand, moved_enough
from desktop.tools.overlays import WAITING
from desktop.tools.squares import settled, squared, stepped, turned, way_length
from desktop.tools.tool import Bench
from engine.commands import Move
from engine.game import MM_PER_INCH, Game, Model, Point, Point3, legs
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT, nearest
from engine.geometry.path import contact_point
from engine.geometry.sight import Sight
from engine.leaning import leaning
from engine.measuring import moves
from engine.measuring.answer import CLOSE_WORDS, is_close
from engine.play import Asking, Refused, Result
from engine.system import Allowance, MoveKind, Offer

HINT = "Drag a model to move it · Shift adds to the selection · Alt+drag or R turns · arrows nudge · Esc lets go"
DRAG_HINT = "W waypoint, Backspace takes it back · K how he moves · R turns · Alt or Ctrl: no snapping · Esc lets go"
KEYS_HINT = "Arrows 1 mm, Shift 1 inch · W waypoint · K how he moves · Enter moves · Esc lets go"
SQUARES_HINT = "Arrows one square · W waypoint · K how it moves · R turns · Enter moves · Esc lets go"
ANY_WAY = MoveKind("", "as fits the path")
"""The first of the kinds that K goes through: the book takes what fits."""
SNAP = 0.15
"""Inches within which the hand snaps to contact and to the end of a move."""
PULL, WIDE = 4.0, 0.3
"""Pixels from which an edge draws the hand, and inches that this is at most."""
CLOSE = 1e-4
"""Inches to which the end of a move is found."""
_PATHS = ("path", "climb", "leap", "fall")


@dataclass
class _Journey:
    """The path of one gesture: waypoints behind, the wished place ahead."""

    model: Model
    turns: list[Point]
    at: Point
    facing: float | None = None
    kinds: tuple[MoveKind, ...] = (ANY_WAY,)
    kind: int = 0
    sights: dict[Look, Sight] = field(default_factory=dict)
    over: bool = False
    against: tuple[str, ...] = ()
    """What the hand has been drawn to: terrain, or the table's edge."""
    most: float = math.inf
    """Inches the model may go, as soon as they are known."""
    foretold: tuple[Game, Move, str, Result] | None = None
    """What was foretold last: of which game, command and referee."""

    @property
    def path(self) -> tuple[Point, ...]:
        """All points so far; a last point equal to the one before is left out."""
        ends = () if self.turns[-1] == self.at and len(self.turns) > 1 else (self.at,)
        return (*self.turns, *ends)

    @property
    def length(self) -> float:
        return sum(math.dist(*leg) for leg in legs(self.path))

    @property
    def still(self) -> bool:
        """Has it led nowhere?"""
        return self.length < 1e-9 and self.facing is None

    @property
    def how(self) -> MoveKind:
        """The kind of move asked for by name."""
        return self.kinds[self.kind]

    def command(self) -> Move:
        return Move(model=self.model.id, path=self.path, how=self.how.id, facing=self.facing)

    def preview(self, session: Session) -> Result:
        """What would become of it; asked once for each place the hand is at."""
        game, command, referee, known = session.game, self.command(), session.referee, self.foretold
        if known is None or known[0] is not game or known[1:3] != (command, referee):
            known = self.foretold = (game, command, referee, session.preview(command))
        return known[3]


def drag(bench: Bench, press: Hand) -> Generator[None, Hand, bool]:
    """From the press on a model to its release; False for a press that goes nowhere: a click."""
    model = bench.session.game.model(press.model or "")
    grip = (model.x - press.at[0], model.y - press.at[1])
    hand = yield
    while not (hand.verb == "drag" and moved_enough(press.touch, hand.touch)):
        if hand.verb in ("release", "hover", "double"):
            return False
        hand = yield
    if bench.may_act():
        yield from _carry(bench, model, grip, hand)
    return True


def _carry(bench: Bench, model: Model, grip: Point, hand: Hand) -> Gesture:
    """The model follows the hand until it is let down."""
    journey = _begin(bench, model)
    bench.hinted.emit(DRAG_HINT)
    try:
        while hand.verb != "release":
            if hand.verb == "drag":
                journey.at = (hand.at[0] + grip[0], hand.at[1] + grip[1])
                journey.against = ()
                if squared(bench.session):
                    _settle(bench, journey)
                elif not (hand.ctrl or hand.alt):
                    _snap(bench, journey, hand.touch.pixel)
            else:
                _steer(bench, journey, hand)
            _paint(bench, journey, ask=hand.verb != "told")
            hand = yield
    finally:
        journey.over = True
        bench.put_back()
        bench.weighed.emit(None)
        bench.foretold.emit(None)
        bench.ranged.emit({})
        bench.sliced.emit(None)
    _finish(bench, journey)


def walk(bench: Bench, first: Hand) -> Gesture:
    """Arrows build a path up; Enter goes, Esc drops it."""
    chosen = [m for m in bench.session.selection if bench.session.game.model(m).on_table]
    if not chosen or not bench.may_act():
        return
    journey = _begin(bench, bench.session.game.model(chosen[0]))
    bench.hinted.emit(SQUARES_HINT if squared(bench.session) else KEYS_HINT)
    hand = first
    try:
        while not (hand.verb == "key" and hand.key in ENTER):
            if hand.verb in ("press", "double"):
                return
            if hand.verb != "hover":
                _steer(bench, journey, hand)
                _paint(bench, journey, ask=hand.verb != "told")
            hand = yield
    finally:
        journey.over = True
        bench.put_back()
        bench.weighed.emit(None)
        bench.foretold.emit(None)
        bench.ranged.emit({})
        bench.sliced.emit(None)
    _finish(bench, journey)


def _settle(bench: Bench, journey: _Journey) -> None:
    """Draw the wished place to the squares nearest to it."""
    journey.at = settled(bench.session.game, journey.model, journey.at, journey.facing)


def _snap(bench: Bench, journey: _Journey, pixel: float) -> None:
    """Draw the wished place to contact with an enemy, to an edge, or back to where the move ends, when near."""
    game = bench.session.game
    model = replace(journey.model, x=journey.at[0], y=journey.at[1])
    enemies: dict[str, Model] = {enemy.id: enemy for enemy in game.enemies(journey.model)}
    for found in nearest(model, enemies.values(), SNAP):
        if found.shared > 0.0:
            journey.at = beside(model, enemies[found.between[1]])
            return
    start, wished = journey.turns[-1], journey.at
    lean = leaning(game.table, replace(model, z=_feet(game, journey, model)), max(SNAP, min(WIDE, PULL * pixel)))
    if lean is not None:
        journey.at, journey.against = lean.at, lean.on
        if not isinstance(journey.preview(bench.session), Refused):
            return
        journey.at, journey.against = wished, ()
    last = math.dist(start, wished)

    def allowed(length: float) -> bool:
        share = length / last
        journey.at = (start[0] + (wished[0] - start[0]) * share, start[1] + (wished[1] - start[1]) * share)
        return not isinstance(journey.preview(bench.session), Refused)

    if last > SNAP and not allowed(last) and allowed(last - SNAP):
        low, high = last - SNAP, last
        most = journey.most - (journey.length - (last - SNAP))
        if low < most < high and not allowed(most + 2 * CONTACT) and allowed(most):
            return  # the usual end of a move, found without a search
        while high - low > CLOSE:
            middle = (low + high) / 2
            low, high = (middle, high) if allowed(middle) else (low, middle)
        allowed(low)
    else:
        journey.at = wished


def _feet(game: Game, journey: _Journey, there: Model) -> float:
    """How high the model would stand at the wished place."""
    facing = there.facing if journey.facing is None else journey.facing
    return surface(game.table, there.profile.base, there.x, there.y, facing, there.z).z


def beside(model: Model, other: Model) -> Point:
    """Where the model touches the other, in the direction in which it lies from it."""
    away = math.hypot(model.x - other.x, model.y - other.y)
    ux, uy = ((model.x - other.x) / away, (model.y - other.y) / away) if away > 1e-9 else (0.0, 1.0)
    sizes = (model.profile.base.width, model.profile.base.depth, other.profile.base.width, other.profile.base.depth)
    far = away + sum(sizes) / MM_PER_INCH
    start = (other.x + ux * far, other.y + uy * far)
    return contact_point(model, other, (start, (other.x, other.y))) or (model.x, model.y)


def _begin(bench: Bench, model: Model) -> _Journey:
    """What is asked once a gesture, off the window's thread: the allowance, with the area it spans."""
    system, game = bench.session.system, bench.session.game
    journey = _Journey(model, [(model.x, model.y)], (model.x, model.y), kinds=(ANY_WAY, *system.move_kinds))

    def heard(allowance: object) -> None:
        if isinstance(allowance, Allowance) and not journey.over:
            journey.most = allowance.distance
            bench.show(replace(allowance.evidence, pieces=()), "reach")  # ground that slows is drawn as it is

    bench.show(Evidence(marks=(Mark((model.x, model.y, model.z), "ruler", WAITING),)), "reach")
    bench.ask(lambda stop: system.allowance(game, game.model(model.id)), heard)
    return journey


def _steer(bench: Bench, journey: _Journey, hand: Hand) -> None:
    """A key, the wheel, or an answer that came while under way."""
    if hand.verb == "told":
        journey.sights.update(hand.told)
    elif hand.verb == "wheel":
        _turn(bench, journey, 15.0 * math.copysign(1, hand.notches))
    elif hand.key in ARROWS:
        journey.at = stepped(bench.session.game, journey.at, hand)
    elif hand.key in WAYPOINT and journey.at != journey.turns[-1]:
        journey.turns.append(journey.at)
    elif hand.key == Qt.Key.Key_Backspace and len(journey.turns) > 1:
        journey.turns.pop()
    elif hand.key == Qt.Key.Key_K:
        journey.kind = (journey.kind + (-1 if hand.shift else 1)) % len(journey.kinds)
        bench.hinted.emit(" · ".join(filter(None, (f"Moves: {journey.how.title}", journey.how.says, "K another way"))))
    elif hand.key == Qt.Key.Key_R:
        _turn(bench, journey, -45.0 if hand.shift else 45.0)


def _turn(bench: Bench, journey: _Journey, by: float) -> None:
    now = journey.model.facing if journey.facing is None else journey.facing
    journey.facing = turned(bench.session.game, now, by)
    _settle(bench, journey)


def _finish(bench: Bench, journey: _Journey) -> None:
    if journey.still:
        return
    bench.in_hand = frozenset({journey.model.id})
    game, command = bench.session.game, journey.command()
    try:
        result = bench.session.do(command)
    finally:
        bench.in_hand = frozenset()
    if isinstance(result, Refused):
        bench.tell(moves.told(game, command, result.plan), f"May {journey.model.name} go there?")


def _paint(bench: Bench, journey: _Journey, *, ask: bool) -> None:
    """Ask what would become of it, and show all of the answer; sight is asked for and comes when it is known."""
    command = journey.command()
    result = journey.preview(bench.session)
    there = _there(bench.session.game, journey, result)
    bench.lift(there)
    game = bench.session.game.with_model(there)
    looks = tuple((game, there.id, enemy.id) for enemy in game.enemies(there))
    if ask:
        bench.session.no_looks()
        now = tuple((bench.session.game, there.id, enemy.id) for enemy in game.enemies(there))
        unknown = tuple(look for look in (*now, *looks) if look not in journey.sights)
        offer = Offer(command, result.plan.label, result.plan) if isinstance(result, Asking) else None
        bench.when_still(lambda: _ponder(bench, there, unknown, offer))
    way = _way(game, journey, there, result)
    bench.sliced.emit(_cut(game, journey, there, way, result))
    said = words_at(bench, there, result)
    known = {(line.points, line.label) for line in way.lines}
    said = replace(said, lines=tuple(line for line in said.lines if (line.points, line.label) not in known))
    evidence = way + said + ranges.drawn(game, there) + Evidence(pieces=journey.against)
    bench.foretold.emit(result)
    if ask:  # the hand has moved
        bench.ranged.emit({} if ranges.is_crowded(game) else ranges.listed(game, there))
    bench.show(evidence + _sights(bench.session.game, looks, journey.sights))


def _ponder(bench: Bench, there: Model, looks: tuple[Look, ...], offer: Offer | None) -> None:
    """What takes longer than a hand waits: sight, the odds of what would ask for dice, distances in a crowd."""
    bench.ranged.emit(ranges.listed(bench.session.game, there))
    bench.session.look(looks)
    bench.weighed.emit(offer)


def _there(game: Game, journey: _Journey, result: Result) -> Model:
    """The model at the end of the path: as high as the rules put it, else on what lies under it there."""
    (x, y), model = journey.at, journey.model
    facing = model.facing if journey.facing is None else journey.facing
    if not isinstance(result, Refused):
        put = result.game.model(model.id)
        if math.dist((put.x, put.y), (x, y)) < CLOSE:
            return replace(put, facing=facing)
    z = surface(game.table, model.profile.base, x, y, facing, model.z).z
    ways = [line.points[-1] for line in result.plan.evidence.lines if line.role in _PATHS]
    if ways and isinstance(result, Asking):  # it waits for dice before it gets there: as high as its way ends
        z = min(reversed(ways), key=lambda end: math.dist(end[:2], (x, y)))[2]
    return replace(model, x=x, y=y, z=z, facing=facing)


def _way(game: Game, journey: _Journey, there: Model, result: Result) -> Evidence:
    """What the rules painted, or else the bare path; its length on it, its end at the rim of the base."""
    evidence = replace(result.plan.evidence, pieces=())
    if not any(line.role in _PATHS for line in evidence.lines):
        points: tuple[Point3, ...] = tuple((x, y, there.z) for x, y in journey.path)
        evidence += Evidence(lines=(Line(points, "path"),))
    label = result.plan.label or way_length(game, journey.path, journey.length)
    lines: list[Line] = []
    for line in evidence.lines:
        if line.role == "path":
            line, label = replace(line, points=_to_rim(line.points, there), label=line.label or label), ""
        lines.append(line)
    return replace(evidence, lines=tuple(lines))


def _cut(game: Game, journey: _Journey, there: Model, way: Evidence, result: Result) -> Slice | None:
    """The last leg from the side, where it climbs, drops or leaps."""
    start, end = (journey.turns[-1] if journey.at != journey.turns[-1] else journey.path[-2]), journey.at
    heights = tuple(line for line in way.lines if line.role in HEIGHTS)
    if not heights or math.dist(start, end) < CLOSE:
        return None
    feet = journey.model.z if start == journey.turns[0] else there.z
    title = result.plan.label or journey.how.title
    return cut_way(game, ((*start, feet), (*end, there.z)), way.lines, title, (journey.model.id,))


def _to_rim(points: tuple[Point3, ...], there: Model) -> tuple[Point3, ...]:
    """The points with the last one drawn back to the rim of the base, if it was its middle."""
    (ax, ay, _), (bx, by, bz) = points[-2], points[-1]
    length, back = math.dist((ax, ay), (bx, by)), there.profile.base.radius
    if length <= back or math.dist((bx, by), (there.x, there.y)) > CLOSE:
        return points
    share = 1 - back / length
    return (*points[:-1], (ax + (bx - ax) * share, ay + (by - ay) * share, bz))


def _sights(start: Game, looks: tuple[Look, ...], sights: dict[Look, Sight]) -> Evidence:
    """Lines of sight to enemies that this move would gain or lose, as far as they are known yet."""
    lines: list[Line] = []
    for look in looks:
        before, after = sights.get((start, look[1], look[2])), sights.get(look)
        if before is not None and after is not None and before.sees != after.sees:
            name = start.model(look[2]).name
            words = f"sees {name}" if after.sees else f"loses sight of {name}"
            role = after.evidence().lines[0].role
            if is_close(after.margin):
                words, role = f"{words}: {CLOSE_WORDS}", "close"
            lines += [replace(line, label=words, role=role) for line in after.evidence().lines[:1]]
    return Evidence(lines=tuple(lines))
