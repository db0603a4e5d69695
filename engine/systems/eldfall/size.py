"""Chapter: Size — what kind of cylinder a model is measured as: its diameter and height in millimetres.

A profile names its size by a trait word; one that names none has the largest size that is no
wider than its base, and its own height.  A base is 4 mm thick (`base_thickness`).
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine import seeds
from engine.game import MM_PER_INCH, Game, Model, Profile
from engine.rules import Adjust, When
from engine.systems.eldfall.markers import MOUNTED
from engine.systems.eldfall.questions import HEIGHT
from engine.systems.eldfall.readings import BASE_THICKNESS, chosen

SIZES = seeds.tables("eldfall")["sizes"]
NAMES: tuple[str, ...] = SIZES["order"]
"""Trait words of the seven sizes, smallest first."""
SMALL, MEDIUM, LARGE, HUGE, GIGANTIC, COLOSSAL, EPIC = range(len(NAMES))
WHY = ("ELD-DEF-SIZE", "ELD-DEF-UNIT")


def size(model: Model) -> int:
    """The size as a number, 0 for Small up to 6 for Epic: by its trait, else by the width of the base."""
    return _of(model.profile)


def on_foot(model: Model) -> Profile | None:
    """The profile of the rider without the mount; None when the card names none."""
    rider = seeds.tables("eldfall")["mounts"].get(model.profile.id)
    return None if rider is None else _profile(rider)


def effect_size(model: Model) -> int:
    """The size that effects compare (Knockdown): a mounted rider counts as himself."""
    rider = on_foot(model) if model.has(MOUNTED) else None
    return size(model) if rider is None else _of(rider)


def size_name(model: Model) -> str:
    """The size in words: "Medium"."""
    return str(SIZES["names"][NAMES[size(model)]])


def tall(profile: Profile) -> float:
    """Inches of the upright hitbox: that of the size which the profile names, else its own height."""
    named = _named(profile)
    return profile.height if named is None else float(SIZES["in_mm"][named][1]) / MM_PER_INCH


def thickness(game: Game) -> float:
    """Inches of a base."""
    return float(SIZES["base_thickness"][chosen(game, BASE_THICKNESS)]) / MM_PER_INCH


def shrunk(*why: str) -> tuple[Adjust, ...]:
    """The clauses that make a hitbox as high as its base is thick, whatever the reading of that."""
    options = ((name, float(mm)) for name, mm in SIZES["base_thickness"].items() if name != "assumed")
    reasons = (*why, "ELD-DEF-BASEH")
    return tuple(Adjust(HEIGHT, "set", mm / MM_PER_INCH, reasons, _when(name)) for name, mm in options)


def _when(option: str) -> When:
    def reads(game: Game, model: Model) -> bool:
        return chosen(game, BASE_THICKNESS) == option

    return reads


@lru_cache(maxsize=64)
def _profile(name: str) -> Profile:
    return msgspec.convert(seeds.profiles("eldfall")[name], Profile)


def _of(profile: Profile) -> int:
    named = _named(profile)
    return _by_base(profile.base.width) if named is None else named


@lru_cache(maxsize=512)
def _named(profile: Profile) -> int | None:
    return next((NAMES.index(trait) for trait in profile.traits if trait in NAMES), None)


@lru_cache(maxsize=64)
def _by_base(width: float) -> int:
    return max((number for number, (wide, _) in enumerate(SIZES["in_mm"]) if wide <= width), default=SMALL)
