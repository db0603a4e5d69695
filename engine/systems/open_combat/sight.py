"""Chapter: Line of sight — the corridor between two bases: clear, obscured or blocked.

The corridor is everything between the two bodies, base to base, by real heights.  Untouched
by terrain and by other models the target is in the clear; touched, it is obscured; with no
free line left it is blocked (OPC-DEF-SIGHT).  Readings: lines that only graze are not free
(else models of one height would be seen through each other); prone models are in nobody's
way; what rises less than half the target's height above its feet obscures nothing
(OPC-DEF-LOW-TERRAIN, `low_terrain`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import dist
from typing import Literal

from msgspec.structs import replace

from engine.game import Game, Model, ModelId, Table
from engine.geometry.sight import Policy, Sight, sight, sight_pairs
from engine.readings import chosen
from engine.standing import bare, named
from engine.system import Pairs
from engine.systems.open_combat.counters import PRONE
from engine.systems.open_combat.tables import TABLES

CORRIDOR = Policy(cover="corridor", grazing_sees=False)
LOW_SHARE = float(TABLES["obscured"]["low_share_of_height"])
SIGHT_WHY = ("OPC-DEF-SIGHT",)

View = Literal["clear", "obscured", "blocked"]


def seen(game: Game, viewer: Model, target: Model, apart: tuple[ModelId, ...] = (), *, margin: bool = False) -> Sight:
    """Sight between two models, with its certificate; those named *apart* are in nobody's way.

    Rules ask without the *margin*, which is dear; `proven` is what the table is shown.
    """
    out = (viewer.id, target.id, *apart)
    between = tuple(bare(m) for m in game.on_table() if m.id not in out and not m.has(PRONE))
    found = _sight(game.table, bare(viewer), bare(target), between, margin)
    if chosen(game, "low_terrain") == "never_obscures":
        found = replace(found, hidden_by=tuple(name for name in found.hidden_by if not _low(game, name, target)))
    if not found.covered:
        return found
    return replace(found, label=f"{dist(*found.best):.2f}″ obscured: {in_words(game, found.hidden_by)}")


def view(found: Sight) -> View:
    """The answer in this book's three words."""
    return "blocked" if not found.sees else "obscured" if found.covered else "clear"


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer as `seen`, with its margin: what the window shows."""
    return seen(game, viewer, target, margin=True)


def glances(game: Game, pairs: Pairs) -> Mapping[tuple[str, str], Sight]:
    """Seen or blocked, as `seen` judges it, for many pairs at once."""
    between = tuple(bare(model) for model in game.on_table() if not model.has(PRONE))
    return sight_pairs(game.table, [(bare(a), bare(b)) for a, b in pairs], between, CORRIDOR)


def in_words(game: Game, things: tuple[str, ...]) -> str:
    """What stands in the way: 'Wall and Grumm', or with more than two 'Wall and 3 more'; empty for nothing."""
    names = list(dict.fromkeys(named(game, thing) for thing in things))
    if len(names) < 2:
        return "".join(names)
    return f"{names[0]} and {names[1] if len(names) == 2 else f'{len(names) - 1} more'}"


def _low(game: Game, thing: str, target: Model) -> bool:
    """Is it terrain that does not reach up to half of the target?"""
    if game.has_model(thing):
        return False
    return game.table.piece(thing).top < target.z + LOW_SHARE * target.profile.height


@lru_cache(maxsize=2048)
def _sight(table: Table, viewer: Model, target: Model, between: tuple[Model, ...], margin: bool) -> Sight:
    return sight(table, viewer, target, between, CORRIDOR, margin=margin)
