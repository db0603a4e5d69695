"""Chapter: Hitbox — every model is measured as an upright cylinder, not as its miniature.

The cylinder is as wide as the base and as tall as its size says; Crouched and Dead models
shrink to the volume of their base.  A Flying model is measured as if it stood on the surface
of the field.
Reading: that surface is the table, not the scenery below the flyer (`flying_surface`).
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from engine.game import MM_PER_INCH, Base, Game, Model, Point3, Profile
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import Gap, gap
from engine.questions import Tally
from engine.standing import bare
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.questions import HEIGHT
from engine.systems.eldfall.readings import FLYING_SURFACE, chosen
from engine.systems.eldfall.size import WHY as WHY_SIZE
from engine.systems.eldfall.size import size_name, tall

Path = tuple[Point3, ...]
WHY = ("ELD-DEF-DIST",)


def height(game: Game, model: Model) -> Tally:
    """Inches from the underside of the base to the top of the hitbox, with what shrinks it."""
    found = RULES.tally(game, model, HEIGHT, tall(model.profile), size_name(model))
    return replace(found, suffix="″", why=WHY_SIZE)


@lru_cache(maxsize=8192)
def hitbox(game: Game, model: Model) -> Model:
    """The model as it is measured: its cylinder, standing where distances to it are taken."""
    body = upright(game, model)
    return replace(body, z=0.0) if _on_the_field(game, model) else body


def _on_the_field(game: Game, model: Model) -> bool:
    """Is the model measured on the field, whatever it hovers over?"""
    return model.has(FLYING) and chosen(game, FLYING_SURFACE) == "field"


def upright(game: Game, model: Model) -> Model:
    """The cylinder where the model really is, a flyer above what lies below it."""
    body = bare(model)
    high = height(game, model).value
    return body if high == body.profile.height else replace(body, profile=_of_height(body.profile, high))


def ghost(game: Game, model: Model, at: Point3) -> Model:
    """The cylinder at another place, with the model's name: for asking whether there is room."""
    return replace(upright(game, model), name=model.name, x=at[0], y=at[1], z=at[2])


def apart(game: Game, first: Model, second: Model) -> Gap:
    """The gap between two hitboxes: every distance of the book (ELD-DEF-DIST)."""
    return between(hitbox(game, first), hitbox(game, second))


def touching(game: Game, first: Model, second: Model) -> bool:
    """Are two models in base contact?  Every model is in contact with itself (ELD-DEF-BC)."""
    return first.id == second.id or apart(game, first, second).contact


@lru_cache(maxsize=16384)
def between(first: Model, second: Model) -> Gap:
    """The gap between two cylinders from `hitbox`."""
    return gap(first, second)


def along(game: Game, model: Model, path: Path) -> tuple[Model, ...]:
    """The volumes that a model's hitbox fills on its way; a flyer's way is measured on the field too."""
    body = hitbox(game, model)
    if _on_the_field(game, model):
        path = tuple((x, y, 0.0) for x, y, _ in path)
    return swept(body, path)


@lru_cache(maxsize=1024)
def swept(body: Model, path: Path) -> tuple[Model, ...]:
    """What a hitbox fills on its way: itself at every corner, and an upright slab along each level leg."""
    corners = tuple(replace(body, x=x, y=y, z=z) for x, y, z in path)
    wide = 2.0 * base_of(body).outer * MM_PER_INCH
    slabs = []
    for (ax, ay, az), (bx, by, bz) in pairwise(path):
        long = math.dist((ax, ay), (bx, by))
        if long > 0.0 and az == bz:
            profile = replace(body.profile, base=Base("rect", wide, long * MM_PER_INCH))
            facing = math.degrees(math.atan2(bx - ax, ay - by))
            slabs.append(replace(body, x=(ax + bx) / 2.0, y=(ay + by) / 2.0, z=az, facing=facing, profile=profile))
    return (*corners, *slabs)


@lru_cache(maxsize=512)
def _of_height(profile: Profile, high: float) -> Profile:
    return replace(profile, height=high)
