"""Chapter: Follow-up — whoever forced an enemy back may go after it at once, by the same distance.

Straight at the enemy until the bases touch, or as near as they were; where that is taken,
to the nearest free place beside it; never over an edge, through a wall or a model, and not
after somebody who fell (OPC-DEF-FOLLOW-UP).
"""

from __future__ import annotations

import math
from functools import lru_cache

from engine.ask import Option, Steps, choose, happens
from engine.events import Moved
from engine.game import Game, Model, ModelId, Point, Point3
from engine.geometry.exact import standing
from engine.geometry.measure import CONTACT, ROUNDING
from engine.geometry.path import contact_point
from engine.standing import bare
from engine.systems.open_combat import falling
from engine.systems.open_combat.counters import CLIMBING
from engine.systems.open_combat.force_back import carried
from engine.systems.open_combat.tables import STEP, inches

WHY = ("OPC-DEF-FOLLOW-UP",)
_SPOKES = 72
"""In so many directions a free place beside the enemy is looked for."""


def way_after(game: Game, follower: Model, before: Model) -> tuple[Point3, ...]:
    """The way by which *follower* regains an enemy who stood as *before*; empty where there is none.

    Straight at the enemy, or where somebody is in the way to the nearest free place beside it.
    """
    target = game.model(before.id)
    moved = math.dist((before.x, before.y), (target.x, target.y))
    if not (follower.on_table and target.on_table) or follower.has(CLIMBING) or moved <= CONTACT:
        return ()
    if abs(target.z - before.z) > STEP + ROUNDING:
        return ()
    start = follower.x, follower.y
    straight = _towards(start, contact_point(follower, target, (start, (target.x, target.y))), moved)
    beside = [place for place in _places(bare(follower), bare(target)) if math.dist(start, place) <= moved + ROUNDING]
    beside.sort(key=lambda place: math.dist(start, place))
    ways = (_way(game, follower, end) for end in (straight, *beside))
    return next((way for way in ways if way), ())


def _towards(start: Point, goal: Point | None, most: float) -> Point:
    """So far from one point towards another, and no further than it."""
    if goal is None or math.dist(start, goal) <= ROUNDING:
        return start
    share = min(1.0, most / math.dist(start, goal))
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


@lru_cache(maxsize=256)
def _places(follower: Model, target: Model) -> tuple[Point, ...]:
    """Where the follower's centre could be in contact with the target, all round it."""
    far = standing(follower).outer + standing(target).outer + 1.0
    found = []
    for spoke in range(_SPOKES):
        angle = math.tau * spoke / _SPOKES
        outside = target.x + far * math.cos(angle), target.y + far * math.sin(angle)
        place = contact_point(follower, target, (outside, (target.x, target.y)))
        if place is not None:
            found.append(place)
    return tuple(found)


def _way(game: Game, follower: Model, end: Point) -> tuple[Point3, ...]:
    """The straight way to *end*, if it is free and level."""
    start = follower.x, follower.y
    if math.dist(start, end) <= CONTACT:
        return ()
    walked = carried(game, follower, end)
    steep = max(walked.highest_rise, walked.deepest_drop) > STEP
    if not walked.free or walked.leaves_table or steep or falling.over_edge(game, follower, end) is not None:
        return ()
    return (*start, follower.z), (*end, walked.end_z)


def follow_up(game: Game, name: ModelId, before: Model, *why: str, engaged: bool) -> Steps[Game]:
    """Ask whether one attacker goes after an enemy who was forced back, and let it.

    *engaged*: did it touch the enemy?  It is said in the question, for a long weapon need not.
    """
    follower, way = game.model(name), way_after(game, game.model(name), before)
    if not way:
        return game
    words = "to regain contact" if engaged else "to keep its distance"
    far = math.dist(way[0][:2], way[-1][:2])
    answers = (Option("follow", f"{follower.name} follows, {inches(far)} {words}"), Option("stay", "Stay"))
    asked = f"Does {follower.name} follow up?"
    picked = yield from choose(follower.side, answers, asked, model=name, why=(*WHY, *why))
    if picked == "stay":
        return game
    return (yield from happens(Moved(model=name, path=way, how="walk", why=(*WHY, *why))))
