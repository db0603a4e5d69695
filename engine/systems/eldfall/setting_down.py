"""Chapter: Flying — how a model comes down that flies no longer, whatever ended its flight.

It is set on the surface below, or on the nearest lawful spot where there is no room, unharmed.
Reading: it is set down, not dropped (`losing_flight`); who lands of its own will never falls.
"""

from __future__ import annotations

import math

from engine.ask import Steps, happens
from engine.events import Event, Lost, Moved, Noted
from engine.game import Game, ModelId
from engine.geometry.measure import CONTACT
from engine.rules import Clause, after
from engine.systems.eldfall import falling, places
from engine.systems.eldfall.flight import below
from engine.systems.eldfall.markers import FLYING
from engine.systems.eldfall.readings import LOSING_FLIGHT, chosen

LANDS = "ELD-FLY-16"
"""The clause of an end of flight that is of the model's own will."""
WHY = ("ELD-DEF-FLT",)
COMES_DOWN = "land"


def comes_down(game: Game, name: ModelId, event: Event) -> Steps[Game]:
    """Whoever loses its last Flying marker stands below."""
    model = game.model(name)
    over = isinstance(event, Lost) and event.status == FLYING and not model.has(FLYING)
    if not over or not model.on_table:
        return game
    spot = places.nearest(game, model, max(model.z, below(game, model, (model.x, model.y))))
    if math.dist(spot, (model.x, model.y, model.z)) > CONTACT:
        path = ((model.x, model.y, model.z), spot)
        game = yield from happens(Moved(model=name, path=path, how=COMES_DOWN, why=(*WHY, *event.why)))
    drop = model.z - spot[2]
    if drop > CONTACT and LANDS not in event.why and chosen(game, LOSING_FLIGHT) == "falls":
        return (yield from falling.land(game, name, drop, *event.why))
    return (yield from happens(Noted(text=f"{model.name} is on the ground", model=name, why=(*WHY, *event.why))))


GENERAL: tuple[tuple[str, Clause], ...] = (("Flying", after(Lost, comes_down, *WHY)),)
"""What bears on every model."""
