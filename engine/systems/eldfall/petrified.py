"""State: Petrified — named by the book, defined nowhere: it stands still, and holds nobody.

What it ends (Flying, Engaged) is certain; that it cannot act is an assumption that may be switched off.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Status, cannot
from engine.systems.eldfall.markers import PETRIFIED, TITLES
from engine.systems.eldfall.questions import ACTIVATE, CAUSE_ENGAGED, REACT, RECEIVE_AP
from engine.systems.eldfall.readings import PETRIFIED_STATE, chosen

WHY = ("ELD-DEF-PET",)


def _helpless(game: Game, model: Model) -> bool:
    return chosen(game, PETRIFIED_STATE) == "stone"


STATUS = Status(
    PETRIFIED,
    TITLES[PETRIFIED],
    (
        *(cannot(permission, why=WHY, when=_helpless) for permission in (RECEIVE_AP, ACTIVATE, REACT)),
        cannot(CAUSE_ENGAGED, why=("ELD-ENG-14", *WHY)),
    ),
    says="Turned to stone: no Activation Points, no Activations, no Reactions, and it holds nobody Engaged. What "
    "names it ends it.",
    why=WHY,
)
