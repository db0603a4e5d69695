"""How far a model in the hand is from all others: the nearest drawn on the table, every one of them in the list."""

from __future__ import annotations

from engine import systems
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import Evidence, Line
from engine.geometry.measure import CONTACT, Gap, gap, nearest
from engine.measuring.ranges import bodies
from engine.measuring.squares import in_spaces, spaces_between
from engine.questions import tidy

NEAR = 12.0
"""Inches within which distances to enemies are drawn."""
ARM = 1.0
"""Inches within which distances to friends are drawn."""
CROWD = 30
"""Models up to which all distances are told at every step of the hand; with more of them, once it rests."""


def drawn(game: Game, there: Model) -> Evidence:
    """Edge to edge to the nearest enemies and to friends at arm's length, contact in words; on squares in spaces."""
    lines: list[Line] = []
    body = bodies(game)
    for others, near, most in ((game.enemies(there), NEAR, 3), (game.friends(there), ARM, 2)):
        for found in nearest(body(there), tuple(map(body, others)), near)[:most]:
            lines.append(Line(found.at, "ruler", _told(game, there, found)))
    return Evidence(lines=tuple(lines))


def listed(game: Game, there: Model) -> dict[ModelId, str]:
    """How far it is to every other model on the table, in words."""
    body = bodies(game)
    held, others = body(there), (other for other in game.on_table() if other.id != there.id)
    return {other.id: _told(game, there, gap(held, body(other))) for other in others}


def is_crowded(game: Game) -> bool:
    """Would telling all distances at every step make the hand wait?"""
    return len(game.on_table()) > CROWD


def _told(game: Game, there: Model, found: Gap) -> str:
    if systems.on_squares(game.system):
        return in_spaces(spaces_between(there, game.model(ModelId(found.between[1]))))
    return "contact" if found.distance <= CONTACT else f"{tidy(round(found.distance, 1))}″"
