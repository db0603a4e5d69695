"""Chapter: Traits — Surprise Attack: what its target is worth until the sequence ends."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from engine.rules import Status, once, until
from engine.systems.eldfall.clauses import halved
from engine.systems.eldfall.markers import SURPRISED
from engine.systems.eldfall.questions import ACC, AG, DEF, INT, OFF, SEQUENCE_ENDS

WHY = ("ELD-DEF-SUR",)
SURPRISE = "surprise_attack"
"""The Trait of a weapon."""

STATUS = Status(
    SURPRISED,
    "Surprised",
    (*(halved(number, *WHY) for number in (OFF, DEF, ACC, AG, INT)), once(), until(SEQUENCE_ENDS, *WHY)),
    says="Offense, Defense, Accuracy, Agility and Intellect are halved until this Activation Sequence ends.",
    why=WHY,
)


def take_unawares(game: Game, target: ModelId, by: ModelId, *why: str) -> Steps[Game]:
    """The target of a Surprise Attack is Surprised until the sequence ends."""
    return (yield from happens(Gained(model=target, marker=Marker(SURPRISED, 0, by), why=(*WHY, *why))))
