"""Chapter: Moving — a way on foot: what it crosses free, where it stops, what it climbs and falls, what it costs.

What is no taller than the hitbox is crossed free.  Friends are passed, enemies not: touching one
ends the movement there.  Nobody ends on a hitbox, not on a Dead model either, though the Dead
are in nobody's way.  A flyer is over everybody's head.  Going off an edge deeper than the
hitbox is a fall.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine import standing
from engine.game import Game, Model, Point, Table, legs
from engine.geometry.evidence import Evidence, Line, Mark
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.path import track
from engine.geometry.tracks import Change, Track
from engine.questions import Modifier, Objection, Tally
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.hitbox import Path, between, ghost, hitbox, upright
from engine.systems.eldfall.markers import DEAD, FLYING
from engine.systems.eldfall.pace import TABLE
from engine.systems.eldfall.questions import STAND_IN_THE_WAY
from engine.systems.eldfall.scenery import to_walk

WHY = ("ELD-DEF-MGEN",)
LADDER = ("ELD-DEF-LADDER",)
LADDER_COST = float(TABLE["ladder"])
"""What an inch on a ladder costs."""
SAME = 1e-6
"""Inches that are none."""


class Hurdle(NamedTuple):
    """A rise or a drop higher than the hitbox, and the ladder there ("" = none)."""

    change: Change
    ladder: str


class Way(Struct, frozen=True, kw_only=True):
    """A way as it will be gone: cut where it meets an enemy (*stopped*, "" = nobody).

    *length* in plan, *hurdles* what is too high or too deep to step over.
    """

    track: Track
    stopped: str = ""
    hurdles: tuple[Hurdle, ...] = ()

    @property
    def length(self) -> float:
        return self.track.length

    @property
    def ladders(self) -> float:
        """Inches up and down ladders."""
        return math.fsum(hurdle.change.height for hurdle in self.hurdles if hurdle.ladder)

    @property
    def cost(self) -> float:
        """Inches of a movement on foot: its length, and every inch of ladder twice."""
        return self.length + LADDER_COST * self.ladders

    @property
    def tally(self) -> Tally:
        """The cost of a movement on foot as a sum."""
        label = f"up and down {self.ladders:g}″ of ladder, counted twice"
        more = Modifier(op="plus", amount=LADDER_COST * self.ladders, label=label, why=LADDER)
        return Tally(title="This way", base=self.length, base_label="along it", modifiers=(more,), suffix="″", why=WHY)

    @property
    def climbed(self) -> float:
        """Inches of a Climb: its length, and whatever is too high to step over, up or down."""
        return self.length + math.fsum(hurdle.change.height for hurdle in self.hurdles)

    @property
    def faces(self) -> tuple[Change, ...]:
        """Rises that nobody walks up."""
        return tuple(h.change for h in self.hurdles if h.change.kind == "rise" and not h.ladder)

    @property
    def falls(self) -> tuple[Change, ...]:
        """Drops that are fallen down by whoever does not Climb."""
        return tuple(h.change for h in self.hurdles if h.change.kind == "drop" and not h.ladder)

    @property
    def points(self) -> Path:
        """The way in space, rises and drops upright."""
        return in_space(self.track)

    def evidence(self) -> Evidence:
        return self.track.evidence()


def way(game: Game, model: Model, path: tuple[Point, ...]) -> Way:
    """The model carried along a path on foot, up to the first enemy it touches."""
    body = upright(game, model)
    return _way(to_walk(game.table), body, from_here(model, path), obstacles(game, model))


def from_here(model: Model, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path with the model's place first."""
    here = (model.x, model.y)
    return (here, *path[1:]) if math.dist(path[0], here) <= SAME else (here, *path)


def obstacles(game: Game, model: Model) -> tuple[Model, ...]:
    """The hitboxes that stop a model on foot: enemies that stand, neither Dead nor overhead."""
    return tuple(
        upright(game, enemy)
        for enemy in game.enemies(model)
        if not enemy.has(FLYING) and RULES.counts_for(game, enemy, STAND_IN_THE_WAY).granted
    )


@lru_cache(maxsize=2048)
def _way(table: Table, body: Model, path: tuple[Point, ...], enemies: tuple[Model, ...]) -> Way:
    step = body.profile.height
    found = track(table, body, path, enemies, step=step)
    met = [bump for bump in found.bumps if bump.kind == "model"]
    stopped = ""
    if met:
        stopped = met[0].thing
        found = track(table, body, _cut(found, met[0].at), enemies, step=step)
    elif found.contacts:
        stopped = found.contacts[0]
    high = (change for change in found.changes if change.height > step + ROUNDING)
    hurdles = tuple(Hurdle(change, standing.ladder_at(table, body, change, step)) for change in high)
    return Way(track=found, stopped=stopped, hurdles=hurdles)


def _cut(found: Track, at: float) -> tuple[Point, ...]:
    """The path up to a touch; at least two points."""
    kept = found.cut(at)
    return kept if len(kept) > 1 else kept * 2


def blocked(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    """What speaks against a way but its length: scenery in it, the edge of the field, no room at its end."""
    there = ghost(game, model, (*found.track.end, found.track.end_z))
    return (*standing.in_the_way(game, there, found.track, WHY), *ends_on(game, model, there))


def too_high(game: Game, model: Model, found: Way) -> tuple[Objection, ...]:
    """What speaks against a way for somebody who does not Climb: all that is `blocked`, and faces."""
    faces = tuple(
        Objection(
            text=f"{standing.named(game, face.piece)} is {face.height:.1f}″ high, above {model.name}: Climb or Jump.",
            why=(*WHY, "ELD-DEF-CLIMB"),
            model=model.id,
            evidence=Evidence(marks=(Mark((*face.point, face.from_z), "climb"),), pieces=(face.piece,)),
        )
        for face in found.faces
    )
    return (*blocked(game, model, found), *faces)


def ends_on(game: Game, model: Model, there: Model) -> tuple[Objection, ...]:
    """Objections to ending where *there* is: somebody's hitbox is there, in the air or on the ground like it."""
    found: list[Objection] = []
    for other in standing.others(game, model):
        if other.has(FLYING) != model.has(FLYING) or not _overlap(game, there, other):
            continue
        why: tuple[str, ...] = WHY
        text = f"{model.name} would end on {other.name}'s hitbox."
        if other.has(DEAD):
            text = f"{model.name} may pass over {other.name}, who is Dead, but not end its movement there."
            why = ("ELD-DEA-9", *WHY)
        shown = Evidence(pieces=(str(other.id),))
        found.append(Objection(text=text, why=why, model=model.id, evidence=shown))
    return tuple(found)


def _overlap(game: Game, there: Model, other: Model) -> bool:
    if not other.has(FLYING):
        return between(there, upright(game, other)).overlapping
    return between(replace(there, z=0.0), replace(hitbox(game, other), z=0.0)).overlap > CONTACT


@lru_cache(maxsize=2048)
def in_space(found: Track) -> Path:
    """A track as points in space: every corner, and both ends of every rise and drop."""
    corners, walked = [0.0], 0.0
    for start, end in legs(found.path):
        walked += math.dist(start, end)
        corners.append(walked)
    turns = {change.at: change for change in found.changes}
    points = []
    for at in sorted((*corners, *turns)):
        x, y = found.at(at)
        if at in turns:
            points.append((x, y, turns[at].from_z))
        points.append((x, y, turns[at].to_z if at in turns else found.z_at(at)))
    kept = [points[0], *(b for a, b in pairwise(points) if a != b)]
    return tuple(kept) if len(kept) > 1 else tuple(kept * 2)


def line(points: Path, label: str, role: str = "path") -> Evidence:
    """A way in space as a line."""
    return Evidence(lines=(Line(points, "warning" if role == "warning" else "path", label),))
