"""Chapter: Line of sight — all round, by real heights, over whole bodies.

A target is in sight when a line free of scenery and of other models joins any part of one
to any part of the other.  Those who lie on the ground hide nobody.
Reading: where only grazing lines exist nothing is seen (else men of one height would see
through each other), unless `grazing_sight` opens them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from engine.game import Base, Game, Model, Table
from engine.geometry.exact import placed
from engine.geometry.measure import CONTACT
from engine.geometry.sight import Policy, Sight, hidden_by, sight, sight_pairs
from engine.standing import bare
from engine.system import Pairs
from engine.systems.mordheim.engaged import standing

POLICIES = {"clear": Policy(grazing_sees=True), "blocked": Policy(grazing_sees=False)}

MOST_MARGIN = 1.0
"""Inches beyond which a margin is not looked for; whoever is farther from every line has no say in it."""


@lru_cache(maxsize=4096)
def sees(game: Game, viewer: Model, target: Model, *, margin: bool = False) -> Sight:
    """Sight between two models under this book's policy, with its certificate.

    Rules ask without the *margin*, which is dear; `proven` is what the table is shown.
    """
    pad = MOST_MARGIN if margin else 0.0
    near = _corridor(viewer, target, pad)
    rivals = (m for m in game.on_table() if near(m) and m.id not in (viewer.id, target.id) and standing(m))
    between = tuple(bare(other) for other in rivals)
    return _seen(game.table, bare(viewer), bare(target), between, _policy(game), margin)


def glances(game: Game, pairs: Pairs) -> Mapping[tuple[str, str], Sight]:
    """The same verdicts for many pairs at once."""
    between = tuple(bare(other) for other in game.on_table() if standing(other))
    return sight_pairs(game.table, [(bare(a), bare(b)) for a, b in pairs], between, _policy(game))


def _policy(game: Game) -> Policy:
    return POLICIES.get(game.reading("grazing_sight", "blocked"), POLICIES["blocked"])


def in_the_open(game: Game, viewer: Model, target: Model) -> bool:
    """Does the viewer see the target with nothing in front of any part of it?"""
    near = _corridor(viewer, target, 0.0)
    rivals = (m for m in game.on_table() if near(m) and m.id not in (viewer.id, target.id) and standing(m))
    return not _hides(game.table, bare(viewer), bare(target), tuple(bare(other) for other in rivals))


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer with its margin."""
    return sees(game, viewer, target, margin=True)


def _corridor(viewer: Model, target: Model, pad: float) -> Callable[[Model], bool]:
    """Could a model come between the two?  Whoever is far off leaves the answer as it was."""
    ax, ay, dx, dy = viewer.x, viewer.y, target.x - viewer.x, target.y - viewer.y
    square = dx * dx + dy * dy
    wide = max(_outer(viewer.profile.base), _outer(target.profile.base)) + pad + CONTACT

    def near(other: Model) -> bool:
        share = 0.0 if square == 0.0 else min(1.0, max(0.0, ((other.x - ax) * dx + (other.y - ay) * dy) / square))
        away = math.hypot(ax + share * dx - other.x, ay + share * dy - other.y)
        return away <= wide + _outer(other.profile.base)

    return near


@lru_cache(maxsize=256)
def _outer(base: Base) -> float:
    """The greatest distance from a base's middle to its rim."""
    return placed(base, 0.0, 0.0, 0.0).outer


@lru_cache(maxsize=512)
def _hides(table: Table, viewer: Model, target: Model, between: tuple[Model, ...]) -> tuple[str, ...]:
    return hidden_by(table, viewer, target, between, POLICIES["clear"])


@lru_cache(maxsize=512)
def _seen(
    table: Table, viewer: Model, target: Model, between: tuple[Model, ...], policy: Policy, margin: bool
) -> Sight:
    return sight(table, viewer, target, between, policy, margin=margin)
