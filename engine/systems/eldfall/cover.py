"""Chapter: Cover — scenery close by the target that hides part of it from a Ranged Attack.

Small, Medium and Large models have it within 1 inch of scenery that stands higher than their
base and hides part of them: Heavy behind what is both taller and wider than the model, Light
otherwise.  Whoever is Crouched counts as in Light Cover; whoever is Flying has none.
Reading: covers do not add up, the largest counts (`several_covers`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
import shapely
from msgspec import Struct

from engine import seeds
from engine.game import Game, Model, Table, Terrain
from engine.geometry.evidence import Evidence
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import ROUNDING, gap_to_piece
from engine.geometry.shapes import footprint
from engine.geometry.sight import Policy, hidden_by
from engine.questions import Modifier
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.hitbox import hitbox
from engine.systems.eldfall.markers import CROUCHED
from engine.systems.eldfall.questions import HAVE_COVER
from engine.systems.eldfall.readings import SEVERAL_COVERS, chosen
from engine.systems.eldfall.size import SIZES, size, thickness

TABLE = seeds.tables("eldfall")["cover"]
WHY = ("ELD-DEF-COV",)
Kind = Literal["none", "light", "heavy"]


class Cover(Struct, frozen=True, kw_only=True):
    """What hides a target: its kind, what that does to the shot, and each reason as a modifier."""

    kind: Kind = "none"
    modifier: int = 0
    modifiers: tuple[Modifier, ...] = ()
    pieces: tuple[str, ...] = ()
    why: tuple[str, ...] = ()

    def evidence(self) -> Evidence:
        """The scenery that gives it."""
        return Evidence(pieces=self.pieces)


NO_COVER = Cover()


def cover(game: Game, attacker: Model, target: Model) -> Cover:
    """The Cover that a target has from a Ranged Attack of this attacker where both stand."""
    barred = RULES.ruling(game, target, HAVE_COVER)
    if not barred.granted:
        return Cover(why=barred.objections[0].why)
    found: list[tuple[Kind, Modifier, tuple[str, ...]]] = []
    if target.has(CROUCHED):
        found.append(("light", _term("light", "Light Cover, Crouched", "ELD-CRO-10"), ()))
    scenery = behind(game, attacker, target)
    if scenery:
        heavy = tuple(piece for piece in scenery if _overtops(game, attacker, target, piece))
        kind: Kind = "heavy" if heavy else "light"
        giver = (heavy or scenery)[0]
        found.append((kind, _term(kind, f"{kind.title()} Cover, {giver.name}"), tuple(p.id for p in heavy or scenery)))
    if not found:
        return NO_COVER
    if chosen(game, SEVERAL_COVERS) == "largest":
        found = [min(found, key=lambda one: one[1].amount)]
    terms = tuple(term for _, term, _ in found)
    return Cover(
        kind="heavy" if any(kind == "heavy" for kind, _, _ in found) else "light",
        modifier=int(sum(term.amount for term in terms)),
        modifiers=terms,
        pieces=tuple(piece for _, _, pieces in found for piece in pieces),
        why=tuple(dict.fromkeys(clause for term in terms for clause in term.why)),
    )


def behind(game: Game, attacker: Model, target: Model) -> tuple[Terrain, ...]:
    """Scenery within an inch of the target, higher than its base, that hides part of it; none for the large sizes."""
    if size(target) > SIZES["order"].index(SIZES["covered"][-1]):
        return ()
    body, base = hitbox(game, target), thickness(game)
    near = tuple(piece for piece in game.table.terrain if _close(body, piece, base))
    if not near:
        return ()
    hides = _hides(Table(width=game.table.width, height=game.table.height, terrain=near), hitbox(game, attacker), body)
    return tuple(piece for piece in near if piece.id in hides)


def _close(body: Model, piece: Terrain, base: float) -> bool:
    higher = piece.top > body.z + base + ROUNDING
    return higher and gap_to_piece(body, piece).distance <= TABLE["within"] + ROUNDING


def _overtops(game: Game, attacker: Model, target: Model, piece: Terrain) -> bool:
    """Is the piece taller than the target, and wider as the attacker looks at it?"""
    body, eye = hitbox(game, target), hitbox(game, attacker)
    return (
        piece.top > body.z + body.profile.height + ROUNDING and _breadth(eye, body, piece) > 2.0 * base_of(body).outer
    )


def _breadth(eye: Model, body: Model, piece: Terrain) -> float:
    """Inches of the piece across the line between two models."""
    dx, dy = body.x - eye.x, body.y - eye.y
    far = (dx * dx + dy * dy) ** 0.5 or 1.0
    across = shapely.get_coordinates(footprint(piece)) @ np.array([-dy / far, dx / far])
    return float(np.ptp(across)) + ROUNDING


@lru_cache(maxsize=1024)
def _hides(table: Table, attacker: Model, target: Model) -> tuple[str, ...]:
    return hidden_by(table, attacker, target, (), Policy(models_block=False))


def _term(kind: str, label: str, *why: str) -> Modifier:
    return Modifier(op="plus", amount=TABLE[kind], label=label, why=(*why, *WHY))
