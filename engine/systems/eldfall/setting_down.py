"""Chapter: Flying — how a model comes down that flies no longer: onto the surface below, unharmed.

Where there is no room it comes to stand on the nearest lawful spot.
Reading: it is set down, not dropped (`losing_flight`).
"""

from __future__ import annotations

import math

from engine.ask import Steps, happens
from engine.events import Moved, Noted
from engine.game import Game, ModelId
from engine.geometry.measure import CONTACT
from engine.systems.eldfall import falling, places
from engine.systems.eldfall.flight import below
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.readings import LOSING_FLIGHT, chosen

WHY = ("ELD-DEF-FLT",)
COMES_DOWN = "comes down"


def end_flight(game: Game, name: ModelId, *why: str, lands: bool = False) -> Steps[Game]:
    """The State ends and the model stands below; who *lands* does so of its own will and never falls."""
    game = yield from lose(game, name, FLYING, *why)
    model = game.model(name)
    if not model.on_table or model.has(FLYING):
        return game
    spot = places.nearest(game, model, max(model.z, below(game, model, (model.x, model.y))))
    if math.dist(spot, (model.x, model.y, model.z)) > CONTACT:
        path = ((model.x, model.y, model.z), spot)
        game = yield from happens(Moved(model=name, path=path, how=COMES_DOWN, why=(*WHY, *why)))
    drop = model.z - spot[2]
    if drop > CONTACT and not lands and chosen(game, LOSING_FLIGHT) == "falls":
        return (yield from falling.land(game, name, drop, *why))
    return (yield from happens(Noted(text=f"{model.name} is on the ground", model=name, why=(*WHY, *why))))
