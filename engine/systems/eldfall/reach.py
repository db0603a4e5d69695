"""Chapter: Reach — inches from a hitbox, in which a weapon, an aid or a spell works; 0 is base contact."""

from __future__ import annotations

import shapely

from engine.game import Game, Model
from engine.geometry.evidence import Area, Evidence, Line
from engine.geometry.shapes import outline
from engine.systems.eldfall.hitbox import apart, hitbox, touching
from engine.systems.eldfall.weapons import longest_reach

WHY = ("ELD-DEF-RCH",)


def in_reach(game: Game, owner: Model, target: Model, inches: float) -> bool:
    """Is the target no further from the owner's hitbox than this?  0 asks for base contact."""
    return touching(game, owner, target) if inches <= 0.0 else apart(game, owner, target).within(inches)


def in_melee_reach(game: Game, owner: Model, target: Model) -> bool:
    """Is the target within the owner's longest melee weapon?"""
    return in_reach(game, owner, target, longest_reach(owner))


def painted(game: Game, owner: Model, inches: float, label: str) -> Evidence:
    """The ground within so many inches of a hitbox; nothing for base contact."""
    if inches <= 0.0:
        return Evidence()
    body = hitbox(game, owner)
    ring = shapely.buffer(outline(body), inches, quad_segs=24).exterior.coords
    return Evidence(areas=(Area(((tuple(ring),),), "zone", label, owner.z),))


def ruler(game: Game, owner: Model, target: Model) -> Evidence:
    """The line between the two hitboxes, with its inches."""
    found = apart(game, owner, target)
    line = Line(found.at, "ruler", f"{found.distance:.2f}″")
    return Evidence(lines=(line,), pieces=(str(owner.id), str(target.id)))
