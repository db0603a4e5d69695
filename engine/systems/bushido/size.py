"""Chapter: Size — the five classes of models and of scenery, which stand for height in a flat game.

A base of 30 mm is Small, from 40 Medium, from 50 Large, from 60 Huge; a trait that names a
size goes before the base.  Scenery has the class of its height, unless its kind names one;
ground without height is of no size and stops nothing.
"""

from __future__ import annotations

from functools import lru_cache

from engine import seeds
from engine.game import Base, Model, Terrain
from engine.geometry.shapes import half

ZERO, TINY, SMALL, MEDIUM, LARGE, HUGE = range(6)
NAMES = ("zero", "tiny", "small", "medium", "large", "huge")
"""Words of the classes, from none upwards."""

WHY = ("BUS-DEF-12",)
WHY_TERRAIN = ("BUS-DEF-OWN-TERRAIN-SIZE",)


def size(model: Model) -> int:
    """The class of a model, `TINY` to `HUGE`: a trait that names one, else its base."""
    for trait in model.profile.traits:
        if trait in NAMES[1:]:
            return NAMES.index(trait)
    return _of_base(model.profile.base)


def size_name(model: Model) -> str:
    """The class in words: "small"."""
    return NAMES[size(model)]


@lru_cache(maxsize=256)
def _of_base(base: Base) -> int:
    half(base)  # a ValueError with a sentence where a size is none
    wide = base.width if base.shape == "round" else max(base.width, base.depth)
    steps = seeds.tables("bushido")["size"]["by_base"]
    return max(NAMES.index(name) for name, least in steps if wide >= least)


def piece_size(piece: Terrain) -> int:
    """The class of a piece of scenery: a word of its kind ("hedge tiny"), else its height."""
    named = [word for word in words(piece) if word in NAMES]
    if named:
        return NAMES.index(named[0])
    tall = piece.top - piece.bottom
    if tall <= 0.0:
        return ZERO
    return next((TINY + step for step, limit in enumerate(_heights()) if tall <= limit), HUGE)


@lru_cache(maxsize=1)
def _heights() -> tuple[float, ...]:
    """The greatest heights in inches of tiny, small, medium and large scenery."""
    table = seeds.tables("bushido")["terrain"]["size"]
    return tuple(float(table[name]) for name in NAMES[TINY:HUGE])


@lru_cache(maxsize=4096)
def words(piece: Terrain) -> tuple[str, ...]:
    """The words of a piece's kind, parted by spaces or underscores."""
    return tuple(piece.kind.lower().replace("_", " ").split())
