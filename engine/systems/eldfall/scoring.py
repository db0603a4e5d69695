"""Chapter: The end of the battle — treasures, losses, and a side with nobody alive as its turn begins.

Scored are treasures carried by the living, enemies Dead or gone past the edge, and Duels.
"""

from __future__ import annotations

from engine import seeds
from engine.game import Game, Model
from engine.questions import Modifier, Tally
from engine.systems.eldfall.alive import alive, party
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import SCORE, TREASURE
from engine.systems.eldfall.markers import DEAD
from engine.systems.eldfall.questions import COUNT
from engine.systems.eldfall.readings import LOST_OVER_EDGE, chosen

WHY = ("ELD-DEF-OWN-SCORE",)
PAST_THE_EDGE = "gone past the edge"
"""Why a model was removed that ran off the field."""


def lost(game: Game, model: Model) -> bool:
    """Is the model one that an enemy scores: Dead, or gone past the edge (reading `lost_over_edge`)?"""
    if model.has(DEAD):
        return True
    gone = model.place == "removed" and model.removed_as == PAST_THE_EDGE
    return gone and chosen(game, LOST_OVER_EDGE) == "as_dead"


def score(game: Game, side: str) -> Tally:
    """The points of a side as things stand, with where they come from."""
    each = seeds.tables("eldfall")["score"]
    carriers = [m for m in party(game, side) if m.count(TREASURE) and RULES.counts_for(game, m, COUNT).granted]
    carried = sum(model.count(TREASURE) for model in carriers if alive(model))
    losses = sum(lost(game, model) for other in game.others(side) for model in party(game, other.id))
    found = (
        (carried, each["treasure"], "treasure" if carried == 1 else "treasures"),
        (losses, each["lost"], "enemy lost" if losses == 1 else "enemies lost"),
    )
    terms = tuple(
        Modifier(op="plus", amount=number * worth, label=f"for {number} {label}", why=WHY)
        for number, worth, label in found
        if number
    )
    duels = game.side(side).count(SCORE)
    return Tally(title="Score", base=duels, base_label="Duels" if duels else "", modifiers=terms, why=WHY)


def result(game: Game) -> str:
    """How the battle ends by points, in words."""
    points = {side.id: int(score(game, side.id).value) for side in game.sides}
    best = max(points.values(), default=0)
    winners = [side for side in game.sides if points[side.id] == best]
    told = " to ".join(str(points[side.id]) for side in sorted(game.sides, key=lambda side: -points[side.id]))
    if len(winners) != 1:
        return f"a draw, {told}"
    return f"{winners[0].name} wins, {told}"
