"""State: Immobilized — caught fast: no movement and no Special Action; it Dodges, or declares Nothing.

Its Dodge may be rolled on Agility or Toughness, and success frees it (`dodge`).
Reading: other normal actions are barred too (`immobilized_may_use_normal_actions`).
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Status, cannot, only
from engine.systems.eldfall.acts import DODGE, NOTHING, SPECIAL
from engine.systems.eldfall.markers import IMMOBILIZED, TITLES
from engine.systems.eldfall.questions import CROUCH, DECLARE, DODGE_MOVE, FLY, MOVE
from engine.systems.eldfall.readings import IMMOBILIZED_ACTIONS, chosen


def _strict(game: Game, model: Model) -> bool:
    return chosen(game, IMMOBILIZED_ACTIONS) == "no"


STATUS = Status(
    IMMOBILIZED,
    TITLES[IMMOBILIZED],
    (
        cannot(MOVE, why=("ELD-IMM-2",)),
        cannot(DECLARE, *SPECIAL, why=("ELD-IMM-3",)),
        only(DECLARE, DODGE, NOTHING, why=("ELD-IMM-4",), when=_strict),
        cannot(DODGE_MOVE, why=("ELD-IMM-7",)),
        cannot(CROUCH, why=("ELD-IMM-2", "ELD-IMM-7")),
        cannot(FLY, "enter", why=("ELD-IMM-2", "ELD-FLY-15")),
    ),
    says="No movement, no Special Action; Dodge on Agility or Toughness, or Nothing. A Dodge frees it.",
    why=("ELD-IMM-1", "ELD-IMM-5", "ELD-IMM-6"),
)
