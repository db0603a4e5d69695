"""Chapter: Moving — a path and what lies on it: ground that slows, ladders, walls, drops, gaps.

Rises and drops of up to half an inch are walked over.  Ladders and stairs are walked too, an
inch up for an inch along.  A gap is leapt in a straight line; what comes after it is walked
on from the landing.  Walls and drops are no part of a Move and stand here only to be refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point, Point3, Table, legs
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT
from engine.geometry.path import track
from engine.geometry.shapes import has_area, solids
from engine.geometry.sweep import leg, over
from engine.geometry.tracks import Change, Track
from engine.standing import bare
from engine.systems.open_combat import gaps
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.gaps import Gap
from engine.systems.open_combat.hazard import hazardous
from engine.systems.open_combat.tables import BEYOND, STEP, TABLES

GROUND = TABLES["ground"]
FACTORS = {"difficult": float(GROUND["difficult"]), "very_difficult": float(GROUND["very_difficult"])}
"""What an inch of bad ground costs."""
LOOK = 10.0
"""How many inches ahead of a path the far side of a gap is looked for."""
_TINY = 1e-6


@dataclass(frozen=True)
class Hurdle:
    """A rise or drop on a walk that is more than a step: *at* inches along it, *height* inches up or down."""

    kind: Literal["ladder", "wall", "drop"]
    at: float
    height: float
    piece: str
    change: Change


@dataclass(frozen=True)
class Walk:
    """A stretch on foot.  *held*: how far up the first ladder it begins.  *hazards*: pieces entered, and where."""

    track: Track
    hurdles: tuple[Hurdle, ...] = ()
    hazards: tuple[tuple[float, str], ...] = ()
    held: float = 0.0

    @property
    def climbed(self) -> float:
        """Inches up and down ladders."""
        return self.covered(0.0, self.track.length) - self.track.length

    @property
    def length(self) -> float:
        """Inches covered, whatever they cost."""
        return self.covered(0.0, self.track.length)

    def covered(self, start: float, end: float) -> float:
        """Inches covered between two distances along it, those up and down ladders with them."""
        ladders = [hurdle for hurdle in self.hurdles if hurdle.kind == "ladder"]
        inside = [hurdle.height for hurdle in ladders if start < hurdle.at <= end or hurdle.at == start == 0.0]
        up = bool(ladders) and ladders[0].change.kind == "rise"
        begun = self.held if up and start <= ladders[0].at <= end else 0.0
        down = self.held if not up and start == 0.0 else 0.0
        return end - start + math.fsum(inside) - begun + down

    @property
    def rough(self) -> float:
        """What bad ground costs above its length."""
        return self.track.cost(FACTORS) - self.track.length

    @property
    def cost(self) -> float:
        return self.length + self.rough

    def between(self, start: float, end: float) -> tuple[Point3, ...]:
        """The way in space from one distance along to another, the change of level at its end included."""
        walked, far = self.track, [0.0]
        for a, b in legs(walked.path):
            far.append(far[-1] + math.dist(a, b))
        cuts = {start, end, *far, *(change.at for change in walked.changes)}
        out: list[Point3] = []
        for at in sorted(cut for cut in cuts if start <= cut <= end):
            x, y = walked.at(at)
            before = walked.z_at(max(0.0, at - 1e-5)) if at > start else walked.z_at(at)
            for z in (before, walked.z_at(at)):
                if not out or math.dist(out[-1], (x, y, z)) > _TINY:
                    out.append((x, y, z))
        return tuple(out)


@dataclass(frozen=True)
class Way:
    """Walks with a gap between each two of them, and the gap that lies *ahead* of its end."""

    walks: tuple[Walk, ...]
    leaps: tuple[Gap, ...] = ()
    ahead: Gap | None = None

    @property
    def cost(self) -> float:
        """Inches of the Move action it takes."""
        return math.fsum((*(walk.cost for walk in self.walks), *(gap.travel for gap in self.leaps)))

    def cost_before(self, number: int) -> float:
        """Inches of this Move action spent before the take-off of one of its leaps."""
        walked = math.fsum(walk.cost for walk in self.walks[: number + 1])
        return walked + math.fsum(gap.travel for gap in self.leaps[:number])

    def begins(self, number: int) -> float:
        """After how many inches of tape a walk begins."""
        walked = math.fsum(walk.track.length for walk in self.walks[:number])
        return walked + math.fsum(gap.travel for gap in self.leaps[:number])

    def run_before(self, number: int) -> float:
        """Inches covered in this Move action before the take-off of one of its leaps."""
        walked = math.fsum(walk.length for walk in self.walks[: number + 1])
        return walked + math.fsum(gap.travel for gap in self.leaps[:number])


def on_foot(game: Game, model: Model) -> tuple[Model, float]:
    """The model as if at the foot of what it hangs on, and how far up it is; itself and 0 when it does not."""
    if not model.has(CLIMBING):
        return model, 0.0
    foot = standing.ground_under(game, model)
    return replace(model, z=foot), model.z - foot


def way(game: Game, model: Model, path: tuple[Point, ...], how: str = "") -> Way:
    """Carry a model along a path: the one place where a Move is measured."""
    ghost, held = on_foot(game, model)
    points = _whole_path(model, path)
    walks, leaps = list[Walk](), list[Gap]()
    while (found := _first_gap(game.table, ghost, points, how)) is not None:
        number, gap = found
        walks.append(walk(game, ghost, (*points[: number + 1], gap.at(gap.take_off)), held))
        leaps.append(gap)
        x, y, z = gap.end()
        past = math.dist(points[number], points[number + 1]) > gap.touch_down + _TINY
        points = ((x, y), *points[number + (1 if past else 2) :])
        ghost, held = replace(ghost, x=x, y=y, z=z), 0.0
    walks.append(walk(game, ghost, points, held))
    ahead = None if how in ("jump", "climb") else _ahead(game.table, ghost, points)
    return Way(tuple(walks), tuple(leaps), ahead)


def scan(game: Game, model: Model, path: tuple[Point, ...], *, crowd: bool = False, on: bool = False) -> Track:
    """Where the feet go along a path if nothing is leapt, from the foot of what the model hangs on.

    One that is to go *on* and ends at the very border of a face or an edge is taken a hair beyond it.
    """
    ghost, _ = on_foot(game, model)
    met, points = standing.others(game, model) if crowd else (), _whole_path(model, path)
    walked = track(game.table, ghost, points, met, step=STEP)
    if not on or len(points) < 2 or any(change.height > STEP + CONTACT for change in walked.changes):
        return walked
    line = leg(*points[-2:])
    past = track(game.table, ghost, (*points[:-1], line.at(line.length + BEYOND)), met, step=STEP)
    return past if past.changes[len(walked.changes) :] else walked


def walk(game: Game, ghost: Model, points: tuple[Point, ...], held: float) -> Walk:
    """A stretch on foot, with everything on it."""
    walked = track(game.table, ghost, points, standing.others(game, ghost), step=STEP)
    hurdles = tuple(_hurdle(game.table, ghost, change) for change in walked.changes if change.height > STEP + CONTACT)
    return Walk(walked, hurdles, _hazards(game.table, walked), held)


def _hurdle(table: Table, model: Model, change: Change) -> Hurdle:
    ladder = standing.ladder_at(table, model, change, STEP)
    if ladder:
        return Hurdle("ladder", change.at, change.height, ladder, change)
    return Hurdle("wall" if change.kind == "rise" else "drop", change.at, change.height, change.piece, change)


def _hazards(table: Table, walked: Track) -> tuple[tuple[float, str], ...]:
    """Hazardous pieces the centre goes through at its own level, each where it is first entered."""
    first: dict[str, float] = {}
    offset, ground = 0.0, solids(table)
    for a, b in legs(walked.path):
        line = leg(a, b)
        for i in ground.within([a, b], CONTACT):
            piece = ground.pieces[i]
            for low, high in over(line, piece) if hazardous(piece) and has_area(piece) else ():
                z = walked.z_at(offset + (low + high) / 2.0)
                if high - low > _TINY and piece.bottom - CONTACT <= z <= piece.top + CONTACT:
                    first.setdefault(piece.id, offset + low)
        offset += line.length
    return tuple(sorted((at, name) for name, at in first.items()))


def _whole_path(model: Model, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path from where the model stands, points that lead nowhere left out."""
    points: list[Point] = [(model.x, model.y)]
    for point in path:
        if math.dist(point, points[-1]) > _TINY:
            points.append(point)
    return tuple(points)


def _first_gap(table: Table, ghost: Model, points: tuple[Point, ...], how: str) -> tuple[int, Gap] | None:
    """The first gap that this path leaps, and the number of the leg it lies on."""
    if how not in ("", "leap"):
        return None
    for number, (start, end) in enumerate(legs(points)):
        long = math.dist(start, end)
        for gap in _gaps(table, ghost, points[: number + 1], end):
            if gap.near < long - _TINY and _leapt(table, ghost, gap, long, how):
                return number, gap
    return None


def _leapt(table: Table, ghost: Model, gap: Gap, long: float, how: str) -> bool:
    """Is this gap leapt?  By name every one is; otherwise those with depth that the path does cross.

    A path that ends just over an edge is a jump down, and nobody need leap over water.
    """
    if how == "leap":
        return True
    lost = gaps.bottomless_at(table, gap.at((gap.near + gap.far) / 2.0), gap.z) is not None
    if gap.drop < -CONTACT or not (lost or gap.depth > STEP):
        return False
    return lost or long >= gap.far - _TINY or long - gap.near > 2.0 * base_of(ghost).outer + CONTACT


def _ahead(table: Table, ghost: Model, points: tuple[Point, ...]) -> Gap | None:
    """The first gap that lies on the line of the last leg, beyond its end."""
    if len(points) < 2:
        return None
    long = math.dist(points[-2], points[-1])
    found = _gaps(table, ghost, points[:-1], points[-1])
    return next((gap for gap in found if gap.near >= long - _TINY and gap.drop >= -CONTACT), None)


def _gaps(table: Table, ghost: Model, before: tuple[Point, ...], end: Point) -> tuple[Gap, ...]:
    """All gaps on the leg that goes on from *before* to *end* and some way beyond."""
    beyond = leg(before[-1], end).at(math.dist(before[-1], end) + LOOK)
    return _scanned(table, bare(ghost), before, beyond) if _may_gape(table, ghost, before, beyond) else ()


def _may_gape(table: Table, ghost: Model, before: tuple[Point, ...], beyond: Point) -> bool:
    """On the ground only pits and waters are gaps, unless a ladder leads up from it."""
    if ghost.z > STEP:
        return True
    ground = solids(table)
    near = (ground.pieces[i] for i in ground.within((*before, beyond), base_of(ghost).outer))
    return any(piece.kind in gaps.KINDS or piece.kind in standing.LADDERS for piece in near)


@lru_cache(maxsize=256)
def _scanned(table: Table, ghost: Model, before: tuple[Point, ...], beyond: Point) -> tuple[Gap, ...]:
    """Cached, because the gaps on a leg and the one ahead of it are asked for one after the other."""
    walked = track(table, ghost, (*before, beyond), (), step=STEP)
    offset = math.fsum(math.dist(a, b) for a, b in legs(before))
    return gaps.gaps_on(table, ghost, before[-1], beyond, walked, offset)
