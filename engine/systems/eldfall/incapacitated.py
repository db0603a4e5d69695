"""State: Incapacitated — at 0 HP, or by an effect: down, out of everything, and one Wound from Dead.

It goes down Crouched, keeps every other State and the Activation Points it has, and gets up when
it regains HP, or in its next Strategic Phase if it had HP all along.
"""

from __future__ import annotations

from engine.ask import Option, Steps, choose, happens
from engine.events import Event, Gained, Lost
from engine.game import Game, Marker, ModelId
from engine.rules import Status, cannot, may_be_ignored_for
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import CROUCHED, DEAD, INCAPACITATED, TITLES
from engine.systems.eldfall.questions import (
    ACTIVATE,
    BECOME_ENGAGED,
    CAUSE_ENGAGED,
    COMMAND,
    COUNT,
    CROUCH,
    DECLARE,
    DODGE_MOVE,
    FLY,
    MOVE,
    REACT,
    RECEIVE_AP,
    USE,
)

STATUS = Status(
    INCAPACITATED,
    TITLES[INCAPACITATED],
    (
        cannot(ACTIVATE, why=("ELD-INC-1",)),
        cannot(REACT, why=("ELD-INC-2",)),
        *(cannot(permission, why=("ELD-INC-3",)) for permission in (MOVE, DODGE_MOVE, DECLARE, CROUCH, FLY)),
        cannot(RECEIVE_AP, why=("ELD-INC-7",)),
        cannot(USE, why=("ELD-INC-9",)),
        may_be_ignored_for(COUNT, why=("ELD-INC-10",)),
        cannot(COMMAND, why=("ELD-INC-12",)),
        cannot(CAUSE_ENGAGED, why=("ELD-ENG-14",)),
        cannot(BECOME_ENGAGED, why=("ELD-INC-10",)),
    ),
    says="Down and Crouched: no Activations, Reactions or Activation Points, no Skills, and it does not count. Another "
    "Wound and it is Dead. Up again when it regains HP; if it has HP, in its next Strategic Phase.",
    lying="face_up",
    why=(
        "ELD-INC-1", "ELD-INC-2", "ELD-INC-3", "ELD-INC-4", "ELD-INC-5", "ELD-INC-6", "ELD-INC-7", "ELD-INC-8",
        "ELD-INC-9", "ELD-INC-10", "ELD-INC-11", "ELD-INC-12", "ELD-INC-13", "ELD-INC-14", "ELD-INC-15", "ELD-INC-16",
    ),
)  # fmt: skip

STANDS, STAYS = "stands", "stays"


def goes_down(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Who becomes Incapacitated is Crouched at once."""
    if not isinstance(event, Gained) or event.marker.status != INCAPACITATED:
        return game
    why = ("ELD-INC-5", "ELD-INC-6", "ELD-INT-3")
    return (yield from happens(Gained(model=model, marker=Marker(CROUCHED), why=why)))


def recover(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """The State ends, whatever brought it."""
    return (yield from lose(game, model, INCAPACITATED, *why))


def gets_up(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """When the State ends the model may cancel Crouched of its own will."""
    now = game.model(model)
    if not isinstance(event, Lost) or event.status != INCAPACITATED or now.has(INCAPACITATED) or now.has(DEAD):
        return game
    if not now.on_table or not now.has(CROUCHED):
        return game
    options = (Option(STANDS, "Stand up"), Option(STAYS, "Stay Crouched"))
    what = f"{now.name} is no longer Incapacitated: stand up?"
    picked = yield from choose(now.side, options, what, model=model, why=("ELD-INC-16",))
    if picked == STAYS:
        return game
    return (yield from lose(game, model, CROUCHED, "ELD-INC-16"))
