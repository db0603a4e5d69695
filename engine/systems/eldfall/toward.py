"""Chapter: Engaged — the only Walk of an Engaged model: straight at one of the enemies who engage it.

Its player picks which one by where he walks.  A hand that strays a little is set straight.
"""

from __future__ import annotations

import math

from engine.game import Game, Model, Point
from engine.geometry.evidence import Evidence, Line
from engine.questions import Objection
from engine.systems.eldfall.engagement import engagers

WHY = ("ELD-ENG-5", "ELD-ENG-6")
ASTRAY = 10.0
"""Degrees by which a hand may miss the enemy it walks at."""
_LEAST = 1e-6


def set_straight(game: Game, model: Model, path: tuple[Point, ...]) -> tuple[Point, ...]:
    """The path straight at the engager it is nearly aimed at; as it is where it is aimed at none."""
    aimed = aimed_at(game, model, path)
    if aimed is None:
        return path
    (ax, ay), (bx, by) = (model.x, model.y), (aimed.x, aimed.y)
    apart = math.dist((ax, ay), (bx, by))
    if apart <= _LEAST:
        return path  # only a hand lays Engaged so
    aside = math.cos(math.radians(_off(model, aimed, path[-1])))
    far = min(math.dist((ax, ay), path[-1]) * aside, apart)
    return ((ax, ay), (ax + (bx - ax) / apart * far, ay + (by - ay) / apart * far))


def aimed_at(game: Game, model: Model, path: tuple[Point, ...]) -> Model | None:
    """The engager at whom the whole path leads, within `ASTRAY` degrees at every corner."""
    corners = [point for point in path[1:] if math.dist(point, (model.x, model.y)) > _LEAST]
    found = [
        (max(_off(model, enemy, corner) for corner in corners), enemy) for enemy in engagers(game, model) if corners
    ]
    off, enemy = min(found, key=lambda one: one[0], default=(math.inf, None))
    return enemy if off <= ASTRAY else None


def objections(game: Game, model: Model, path: tuple[Point, ...]) -> tuple[Objection, ...]:
    """The objection to a Walk of an Engaged model that leads straight at no enemy who engages it."""
    held = engagers(game, model)
    if not held or aimed_at(game, model, path) is not None:
        return ()
    names = " or ".join(enemy.name for enemy in held)
    shown = tuple(Line(((model.x, model.y, model.z), (e.x, e.y, e.z)), "ruler", f"at {e.name}") for e in held)
    text = f"{model.name} is Engaged and Walks only straight at {names}."
    return (Objection(text=text, why=WHY, model=model.id, evidence=Evidence(lines=shown)),)


def _off(model: Model, enemy: Model, corner: Point) -> float:
    """Degrees between the way to a corner and the way to an enemy."""
    ux, uy = corner[0] - model.x, corner[1] - model.y
    vx, vy = enemy.x - model.x, enemy.y - model.y
    return abs(math.degrees(math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)))
