"""Chapter: Terrain and the third dimension — what lies on a way: walls, ladders, drops, gaps.

A barrier lower than 1 inch is stepped over at no cost.  Anything higher is climbed (from
contact, on a test), or goes by a ladder or stairs (inch for inch, without one).  A drop of an
inch or more is jumped down, a gap between two tops is leapt.
Reading: where a ladder stands at a drop or a rise it is used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from engine.game import Game, Model, Point, Point3, Table
from engine.geometry.heights import surface
from engine.geometry.measure import CONTACT
from engine.geometry.path import track
from engine.geometry.tracks import Change, Track, Void
from engine.standing import ladder_at, others
from engine.systems.mordheim.pace import FACTORS
from engine.systems.mordheim.weapons import TABLES

FREE_BELOW = float(TABLES["movement"]["free_barrier_below"])
STEP = FREE_BELOW - CONTACT
"""What feet pass over: anything that is lower than an inch."""
LEAP_MOST = float(TABLES["movement"]["leap"]["most"])
BEYOND = 0.02
"""How far beyond an edge a falling model's middle is looked for, in inches."""
_TINY = 1e-5

Kind = Literal["climb", "climb_down", "ladder", "jump", "leap"]


@dataclass(frozen=True)
class Hazard:
    """One place of a way where more than walking is asked.

    *at* and *until* are inches along the way, *size* the inches climbed, dropped or leapt.
    """

    kind: Kind
    at: float
    until: float
    size: float
    point: Point
    piece: str = ""


@dataclass(frozen=True)
class Way:
    """A path of one model with everything on it.  *cost* is the movement it takes, in inches."""

    track: Track
    hazards: tuple[Hazard, ...]
    cost: float

    def has(self, *kinds: Kind) -> bool:
        return any(hazard.kind in kinds for hazard in self.hazards)

    def over_edge(self, hazard: Hazard) -> Point:
        """A point just beyond the edge where a hazard begins, in the direction of the way."""
        (ax, ay), (bx, by) = self.track.at(hazard.at), self.track.at(hazard.at + BEYOND)
        short = BEYOND - math.dist((ax, ay), (bx, by))
        if short <= _TINY:
            return bx, by
        cx, cy = self.track.at(max(0.0, hazard.at - BEYOND))
        long = math.dist((cx, cy), (bx, by)) or 1.0
        return bx + (bx - cx) / long * short, by + (by - cy) / long * short

    def between(self, start: float, end: float, *, down: bool) -> tuple[Point3, ...]:
        """The way in space from one distance to another; *down* also takes the drop at its end."""
        walked = self.track
        marks = {start, end, *(c.at for c in walked.changes), *_corners(walked)}
        out: list[Point3] = []
        for distance in sorted(mark for mark in marks if start <= mark <= end):
            x, y = walked.at(distance)
            before, after = walked.z_at(max(0.0, distance - _TINY)), walked.z_at(distance)
            levels = (after,) if distance == start else (before,) if distance == end and not down else (before, after)
            for z in levels:
                if not out or math.dist(out[-1], (x, y, z)) > _TINY:
                    out.append((x, y, z))
        return tuple(out)


def way(game: Game, model: Model, path: tuple[Point, ...], how: str = "") -> Way:
    """Carry a model along a path and note what it asks: the one place where movement is measured.

    A path that ends on the very edge beyond a gap is taken to end just past it.
    """
    found = _way(game, model, path, how)
    if how in ("jump", "climb") or not _before_a_top(game, model, found.track):
        return found
    past = _way(game, model, _lengthened(path), how)
    landed = past.has("leap") and past.hazards[-1].until >= found.track.length - _TINY
    if not landed or found.has("leap"):
        return found
    return Way(past.track, past.hazards, found.track.cost(FACTORS) + _climbed(past.hazards))


def _before_a_top(game: Game, model: Model, walked: Track) -> bool:
    """Did the way go down, and does a top of the old level begin where it ends?"""
    high = max(stretch.z for stretch in walked.stretches)
    if high - walked.end_z < FREE_BELOW - _TINY:
        return False
    x, y = _lengthened(walked.path)[-1]
    ahead = surface(game.table, model.profile.base, x, y, model.facing, high)
    return ahead.z > walked.end_z + STEP


def _way(game: Game, model: Model, path: tuple[Point, ...], how: str) -> Way:
    leaps = {"jump": 0.0, "climb": 0.0, "leap": game.table.width}.get(how, LEAP_MOST)
    walked = track(game.table, model, path, others(game, model), step=STEP, leaps=leaps)
    found = _hazards(game.table, model, walked, how)
    return Way(walked, found, walked.cost(FACTORS) + _climbed(found))


def _climbed(hazards: tuple[Hazard, ...]) -> float:
    return math.fsum(h.size for h in hazards if h.kind in ("climb", "climb_down", "ladder"))


def _lengthened(path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path gone on for a hair's breadth."""
    (ax, ay), (bx, by) = path[-2:]
    long = math.dist((ax, ay), (bx, by)) or 1.0
    return (*path, (bx + (bx - ax) / long * BEYOND, by + (by - ay) / long * BEYOND))


def _corners(walked: Track) -> tuple[float, ...]:
    far, out = 0.0, []
    for start, end in zip(walked.path, walked.path[1:], strict=False):
        far += math.dist(start, end)
        out.append(far)
    return tuple(out)


def _hazards(table: Table, model: Model, walked: Track, how: str) -> tuple[Hazard, ...]:
    leapt = [void for void in walked.gaps if _is_leap(table, model, walked, void, how)]
    found = [Hazard("leap", v.start_at, v.end_at, round(v.gap, 6), v.ends[0]) for v in leapt]
    for change in walked.changes:
        inside = any(v.start_at - _TINY <= change.at <= v.end_at + _TINY for v in leapt)
        if change.height >= FREE_BELOW - _TINY and not inside:
            kind = _kind(table, model, change, how)
            found.append(Hazard(kind, change.at, change.at, round(change.height, 6), change.point, change.piece))
    return tuple(sorted(found, key=lambda hazard: hazard.at))


def _kind(table: Table, model: Model, change: Change, how: str) -> Kind:
    if how != "jump" and ladder_at(table, model, change, STEP):
        return "ladder"
    if change.kind == "rise":
        return "climb"
    return "climb_down" if how == "climb" else "jump"


def _is_leap(table: Table, model: Model, walked: Track, void: Void, how: str) -> bool:
    """A gap with depth; one too wide to fly over counts as tried, unless a ladder leads up again."""
    if how in ("jump", "climb") or min(void.z, void.landing) - void.floor < FREE_BELOW - _TINY:
        return False
    if void.flown:
        return True
    rises = [c for c in walked.changes if c.kind == "rise" and void.start_at < c.at <= void.end_at + _TINY]
    by_ladder = any(ladder_at(table, model, change, STEP) for change in rises if change.height >= FREE_BELOW - _TINY)
    return how == "leap" or (void.gap <= 2.0 * LEAP_MOST and not by_ladder)
