"""Chapter: How States meet — what ends flight and rides at once: going down, being caught, turning to stone.

Flying ends for whoever is Crouched, Immobilized, Petrified, Incapacitated or Dead now, though
other States are kept; a rider who becomes Crouched, Incapacitated or Dead is dismounted.
"""

from __future__ import annotations

from engine.ask import Steps
from engine.events import Event, Gained
from engine.game import Game, ModelId
from engine.rules import Clause, after
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, DEAD, FLYING, IMMOBILIZED, INCAPACITATED, MOUNTED, PETRIFIED
from engine.systems.eldfall.readings import RIDDEN_CROUCH, chosen
from engine.systems.eldfall.riding import dismount

GROUNDS = {
    CROUCHED: ("ELD-CRO-14", "ELD-INT-1", "ELD-FLY-15"),
    INCAPACITATED: ("ELD-FLY-15",),
    IMMOBILIZED: ("ELD-FLY-15", "ELD-INT-9"),
    PETRIFIED: ("ELD-FLY-15", "ELD-INT-9"),
    DEAD: ("ELD-FLY-15", "ELD-INT-9"),
}
"""What a flyer becomes that ends its flight, and by which clauses."""
UNSEATS = {
    CROUCHED: ("ELD-CRO-15", "ELD-INT-2"),
    INCAPACITATED: ("ELD-DEF-RIDE",),
    DEAD: ("ELD-DEF-RIDE",),
}
"""What a rider becomes that brings him off his mount."""


def grounded(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """A flyer that goes down, is caught or turns to stone flies no longer; one that takes off so is down at once."""
    if not isinstance(event, Gained) or not game.model(model).has(FLYING):
        return game
    held = [status for status in GROUNDS if game.model(model).has(status)]
    if not held:
        return game
    status = event.marker.status if event.marker.status in GROUNDS else held[0]
    return (yield from lose(game, model, FLYING, *GROUNDS[status]))


def unseated(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """A rider that goes down is on foot; by the reading `ridden_crouch` he then stands."""
    if not isinstance(event, Gained) or event.marker.status not in UNSEATS or not game.model(model).has(MOUNTED):
        return game
    game = yield from dismount(game, model, *UNSEATS[event.marker.status])
    rider = game.model(model)
    stands = event.marker.status == CROUCHED and chosen(game, RIDDEN_CROUCH) == "rider_stands"
    if not stands or rider.has(INCAPACITATED) or rider.has(DEAD):
        return game
    return (yield from lose(game, model, CROUCHED, *UNSEATS[CROUCHED]))


GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Flying", after(Gained, grounded, "ELD-FLY-15")),
    ("Mounted", after(Gained, unseated, "ELD-CRO-15")),
)
"""What bears on every model."""
