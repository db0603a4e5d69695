"""Which things block a line of sight, and from where to where: the rulebook's decision, as one record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import cos, inf, radians, sin
from typing import Literal

from msgspec import Struct

from engine.game import MM_PER_INCH, Model
from engine.geometry.sight_ends import Cut, End, clip_to_cut, point_end, volume

TOUCH = 2e-8
"""Two things closer than this (inches) touch: the ends grow by it to tell grazing from blocked."""

Sizes = tuple[tuple[str, int], ...]


class Policy(Struct, frozen=True, kw_only=True):
    """Which things block, and from where to where.

    *eye*: the whole volume sees, or only one point over the centre at *eye_height* of the height.
    *to*: the target's whole volume counts, or only its *base*, as thick as *base_height* (inches).
    *flat*: heights do not count at all.  *sizes*: a size class by id, of models and of pieces: what is
    smaller than the viewer or the target stops no line between them; who is not listed has class 0
    as viewer and target, and always blocks.  *front*: degrees of the viewer's front arc, about its
    facing; only the part of a target inside it counts.  *front_half* is the same as 180.
    *cover*: what hides part of the target, as the eye sees it, or as any thread between the two
    volumes meets it.  *grazing_sees*: does a touching line count as seen?  Not by default, unlike
    the design's first word: between two volumes the lines over the head of an equally tall man in
    between only touch him, and he does hide who stands behind him.
    """

    models_block: bool = True
    prone_ids: tuple[str, ...] = ()
    eye: Literal["volume", "eye_point"] = "volume"
    eye_height: float = 1.0
    to: Literal["volume", "base"] = "volume"
    base_height: float = 3 / MM_PER_INCH
    flat: bool = False
    sizes: Sizes = ()
    front: float = 360.0
    front_half: bool = False
    cover: Literal["eye", "corridor"] = "eye"
    grazing_sees: bool = False

    @property
    def arc(self) -> float:
        """Degrees of the front arc, from 0 to 360; ValueError if *front* is no number of them."""
        if not 0.0 <= self.front <= 360.0:
            raise ValueError(f"a front arc is 0 to 360 degrees wide, not {self.front}")
        return min(180.0, self.front) if self.front_half else self.front


def standing(others: Iterable[Model], policy: Policy, apart: tuple[str, ...]) -> tuple[Model, ...]:
    """The models that block: on the table, not lying down, neither viewer nor target."""
    if not policy.models_block:
        return ()
    out = frozenset(policy.prone_ids) | frozenset(apart)
    return tuple(model for model in others if model.on_table and model.id not in out)


def viewing_end(viewer: Model, policy: Policy) -> End:
    """Where lines may start."""
    a = volume(viewer)
    return point_end(a.x, a.y, a.low + (a.high - a.low) * policy.eye_height) if policy.eye == "eye_point" else a


def arc_sides(viewer: Model, policy: Policy) -> tuple[Cut, ...]:
    """The half planes that bound the front arc: up to 180 degrees it is their common part, else their union.

    None where the viewer looks all round.
    """
    return _sides(viewer, policy.arc) if policy.arc < 360.0 else ()


def seen_ends(viewer: Model, target: Model, policy: Policy) -> tuple[End, ...]:
    """Where lines may end: the target, or what of it lies in the front arc (in one or two parts), or nothing."""
    b = volume(target)
    if policy.to == "base":
        b = replace(b, high=min(b.high, b.low + policy.base_height))
    arc = policy.arc
    if arc >= 360.0:
        return (b,)
    sides = _sides(viewer, arc)
    if arc <= 180.0:
        part: End | None = b
        for side in sides:
            part = None if part is None else clip_to_cut(part, side)
        return () if part is None else (part,)
    found = tuple(part for side in sides if (part := clip_to_cut(b, side)) is not None)
    return next(((part,) for part in found if part is b), found)


def _sides(viewer: Model, arc: float) -> tuple[Cut, ...]:
    turns = (0.0,) if arc == 180.0 else (90.0 - arc / 2, arc / 2 - 90.0)
    cuts = []
    for turn in turns:
        angle = radians(viewer.facing + turn)
        nx, ny = sin(angle), -cos(angle)
        cuts.append(Cut(nx, ny, nx * viewer.x + ny * viewer.y))
    return tuple(cuts)


@lru_cache(maxsize=64)
def classes(sizes: Sizes) -> dict[str, int]:
    """The size classes by id."""
    return dict(sizes)


def least_size(viewer: str, target: str, policy: Policy) -> float:
    """What is smaller than this stops no line between the two; minus infinity where sizes do not count."""
    if not policy.sizes:
        return -inf
    known = classes(policy.sizes)
    return max(known.get(viewer, 0), known.get(target, 0))


def size_of(name: str, policy: Policy) -> float:
    """The class of something that may block; infinite where it has none."""
    return classes(policy.sizes).get(name, inf)
