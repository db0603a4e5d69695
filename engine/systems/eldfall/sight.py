"""Chapter: Line of Sight — from hitbox to hitbox, out of the front, past scenery and everybody else.

Some straight line must lead from a point of the one hitbox to a point of the other, leave the
viewer through its front half, and meet no scenery and no third hitbox.  While it moves, and
always while Shrouded, a model sees all round.  A Flying model sees and is seen by everybody;
an Engaged one sees whoever engages it.  The Blinded see nobody but themselves, whatever else
would let them (`automatic_sight`).
Readings: a line that only touches a blocker is stopped by it; whoever flies overhead hides
nobody (`flying_blocks_sight`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf

from engine.game import Game, Model, Table
from engine.geometry.measure import Gap, gap
from engine.geometry.sight import Policy, Sight, sight, sight_pairs
from engine.questions import Ruling, Tally
from engine.system import Pairs
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.hitbox import Path, along, apart, hitbox
from engine.systems.eldfall.markers import ENGAGED, FLYING
from engine.systems.eldfall.questions import ARC, DRAW_SIGHT
from engine.systems.eldfall.readings import AUTOMATIC_SIGHT, ENGAGED_SIGHT, FLYING_BLOCKS_SIGHT, chosen
from engine.systems.eldfall.underway import underway

FRONT = 180.0
"""Degrees of the front arc; the rest is the back."""
AROUND = 360.0
WHY = ("ELD-DEF-LOS",)


def sees(game: Game, viewer: Model, target: Model, *, moving: bool = False) -> Sight:
    """Line of sight under this book's policy.  *moving*: the viewer is on its way and sees all round.

    Rules ask this, without a margin; `proven` is what the table is shown.
    """
    return _sees(game, viewer, target, moving, False)


def proven(game: Game, viewer: Model, target: Model) -> Sight:
    """The same answer with its margin."""
    return _sees(game, viewer, target, False, True)


def glances(game: Game, pairs: Pairs) -> Mapping[tuple[str, str], Sight]:
    """The same verdicts for many pairs at once; who is blind, or sees anyhow, is asked alone."""
    blind = {m.id for m in game.on_table() if not looks_out(game, m).granted}
    wide = {m.id for m in game.on_table() if arc(game, m).value != FRONT}
    alone: list[tuple[Model, Model]] = []
    front: list[tuple[Model, Model]] = []
    around: list[tuple[Model, Model]] = []
    for viewer, target in pairs:
        if viewer.id in blind or viewer.id == target.id or granted_anyhow(game, viewer, target)[0]:
            alone.append((viewer, target))
        else:
            (around if viewer.id in wide else front).append((hitbox(game, viewer), hitbox(game, target)))
    found = {(str(a.id), str(b.id)): sees(game, a, b) for a, b in alone}
    for asked, degrees in ((front, FRONT), (around, AROUND)):
        if asked:
            found |= sight_pairs(game.table, asked, _crowd(game), Policy(front=degrees))
    return found


def looks_out(game: Game, model: Model) -> Ruling:
    """Can this model see anything but itself?  The reasons when it cannot."""
    return RULES.ruling(game, model, DRAW_SIGHT, words="sees nothing but itself")


def arc(game: Game, viewer: Model, *, moving: bool = False) -> Tally:
    """Degrees about its facing through which the model looks out."""
    if moving:
        return Tally(title=ARC.title, base=AROUND, base_label="while it moves", why=WHY)
    return RULES.tally(game, viewer, ARC, FRONT)


def granted_anyhow(game: Game, viewer: Model, target: Model) -> tuple[str, tuple[str, ...]]:
    """Why the viewer sees the target whatever stands between, in words and clauses; empty without a reason."""
    if viewer.has(FLYING):
        return f"{viewer.name} is Flying and sees everybody", ("ELD-FLY-8",)
    if target.has(FLYING):
        return f"{target.name} is Flying and is seen by everybody", ("ELD-FLY-9",)
    engages = any(marker.status == ENGAGED and marker.source == target.id for marker in viewer.markers)
    if engages and (chosen(game, ENGAGED_SIGHT) == "both_roles" or viewer.side != game.active):
        return f"{target.name} engages {viewer.name} and is seen for that", ("ELD-ENG-9",)
    return "", ()


def sees_along(game: Game, viewer: Model, mover: Model, path: Path) -> Sight:
    """Does the viewer see the mover where it stands, or, as it was then, at any point of its way?

    Exact for round bases: each straight leg is looked at as the whole volume that the hitbox sweeps.
    """
    answer, mover = sees(game, viewer, mover), underway(mover)
    if not answer.sees:
        answer = sees(game, viewer, mover)
    if answer.sees or not looks_out(game, viewer).granted:
        return answer
    crowd, policy = _between(game, viewer, mover), Policy(front=arc(game, viewer).value)
    for volume in along(game, mover, path):
        found = _looked(game.table, hitbox(game, viewer), volume, crowd, policy, False)
        if found.sees:
            return found
    return answer


def nearest_along(game: Game, viewer: Model, mover: Model, path: Path) -> Gap:
    """The least gap between the viewer and the mover on its way, hitbox to hitbox."""
    here = hitbox(game, viewer)
    gaps = (apart(game, viewer, mover), *(gap(here, volume) for volume in along(game, underway(mover), path)))
    return min(gaps, key=lambda found: found.distance)


@lru_cache(maxsize=8192)
def _sees(game: Game, viewer: Model, target: Model, moving: bool, margin: bool) -> Sight:
    line = ((viewer.x, viewer.y, viewer.z), (target.x, target.y, target.z))
    if viewer.id == target.id:
        return Sight(verdict="clear", witness=line, best=line, margin=inf, label="itself", why="itself")
    blind, (anyhow, _) = looks_out(game, viewer), granted_anyhow(game, viewer, target)
    if not blind.granted and not (anyhow and chosen(game, AUTOMATIC_SIGHT) == "automatic_wins"):
        text = blind.objections[0].text
        return Sight(
            verdict="blocked", best=line, stop=line[0], share=0.0, open_share=0.0, margin=inf, label=text, why=text
        )
    if anyhow:
        return Sight(verdict="clear", witness=line, best=line, margin=inf, label=anyhow, why=anyhow)
    crowd = _between(game, viewer, target)
    policy = Policy(front=arc(game, viewer, moving=moving).value)
    return _looked(game.table, hitbox(game, viewer), hitbox(game, target), crowd, policy, margin)


def _between(game: Game, viewer: Model, target: Model) -> tuple[Model, ...]:
    """The hitboxes that may stand between the two."""
    ends = (viewer.id, target.id)
    return tuple(body for body in _crowd(game) if body.id not in ends)


@lru_cache(maxsize=256)
def _crowd(game: Game) -> tuple[Model, ...]:
    """The hitboxes that stop lines of sight; by the reading `flying_blocks_sight` those of flyers do too."""
    overhead = chosen(game, FLYING_BLOCKS_SIGHT) == "no"
    return tuple(hitbox(game, m) for m in game.on_table() if not (overhead and m.has(FLYING)))


@lru_cache(maxsize=4096)
def _looked(
    table: Table, viewer: Model, target: Model, crowd: tuple[Model, ...], policy: Policy, margin: bool
) -> Sight:
    return sight(table, viewer, target, crowd, policy, margin=margin)
