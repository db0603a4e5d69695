"""State: Controlled — the model fights for the other Warband, one marker an action.

The first marker moves the model to its new Warband and leaves the hidden marker `owner`,
whose source is the side it came from; when the last Control marker is gone, whatever took
it, the model goes back.  A Control marker's source may name the controlling side; without
one it is the opponent.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Event, Gained, Lost, Sided
from engine.game import Game, Marker, Model, ModelId, SideId
from engine.rules import Status, cannot, once
from engine.systems.bushido.counters import ACTIVATIONS, activations, copies, other_side
from engine.systems.bushido.questions import SPEND
from engine.systems.bushido.readings import CONTROL_RETURN, chosen

CONTROL = "control"
OWNER = "owner"

STATUS = Status(
    CONTROL,
    "Controlled",
    (cannot(SPEND, why=("BUS-CONTROLLED-4", "BUS-CONTROLLED-5", "BUS-DEF-01")),),
    says="Fights for the other side: one marker goes with each action or fight, after the last it returns.",
    why=("BUS-CONTROLLED-1", "BUS-CONTROLLED-2", "BUS-CONTROLLED-6", "BUS-DEF-RULING-CONTROL-HARM"),
)
OWNED = Status(
    OWNER,
    "Whose it is",
    (once(),),
    says="The side this Controlled model returns to.",
    hidden=True,
    why=("BUS-CONTROLLED-10",),
)


def controlled(model: Model) -> bool:
    """Does it fight for the other Warband now?"""
    return model.has(CONTROL)


def owner(model: Model) -> SideId:
    """The side that recruited the model, whoever controls it."""
    came_from = next((marker.source for marker in model.markers if marker.status == OWNER), "")
    return SideId(came_from) or model.side


def go_over(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a first Control marker: the model belongs to the other Warband."""
    if not isinstance(event, Gained) or event.marker.status != CONTROL:
        return game
    taken = game.model(model)
    if taken.has(OWNER) or not taken.on_table:
        return game
    sides = tuple(side.id for side in game.sides)
    asked = event.marker.source
    new = asked if asked in sides and asked != taken.side else other_side(game, taken.side)
    why = ("BUS-CONTROLLED-1", "BUS-CONTROLLED-2", "BUS-DEF-20")
    game = yield from happens(Gained(model=model, marker=Marker(OWNER, 0, taken.side), why=why))
    return (yield from happens(Sided(model=model, side=SideId(new), why=why)))


def come_back(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After the last Control marker: back to its own Warband at once."""
    freed = game.model(model)
    if not isinstance(event, Lost) or event.status != CONTROL or freed.has(CONTROL) or not freed.has(OWNER):
        return game
    why = ("BUS-CONTROLLED-10",)
    home = owner(freed)
    game = yield from happens(Lost(model=model, status=OWNER, why=why))
    game = yield from happens(Sided(model=model, side=home, why=why))
    if chosen(game, CONTROL_RETURN) == "exhausted" and activations(freed):
        return (yield from happens(Counted(of="model", whose=model, name=ACTIVATIONS, value=0, why=why)))
    return game


def slip(game: Game, model: ModelId, markers: int, *why: str) -> Steps[Game]:
    """So many Control markers go, as far as there are any."""
    for _ in range(min(markers, copies(game.model(model), CONTROL))):
        value = game.model(model).values(CONTROL)[-1]
        game = yield from happens(Lost(model=model, status=CONTROL, value=value, why=why))
    return game
