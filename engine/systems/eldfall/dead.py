"""State: Dead — the model lies where it fell, as flat as its base, and nothing brings it back but what says so."""

from __future__ import annotations

from engine.game import Game, Model
from engine.rules import Status, cannot, may_be_ignored_for, once
from engine.systems.eldfall.markers import DEAD, TITLES
from engine.systems.eldfall.questions import (
    ACTIVATE,
    BE_HIT,
    BE_TARGET,
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
    REGAIN_HP,
    STAND_IN_THE_WAY,
    USE,
)
from engine.systems.eldfall.readings import DEAD_TARGETS, chosen
from engine.systems.eldfall.size import shrunk


def _left_alone(game: Game, model: Model) -> bool:
    return chosen(game, DEAD_TARGETS) == "no"


STATUS = Status(
    DEAD,
    TITLES[DEAD],
    (
        once("ELD-GEN-3"),
        *shrunk("ELD-DEA-5"),
        cannot(ACTIVATE, why=("ELD-DEA-1",)),
        cannot(REACT, why=("ELD-DEA-2",)),
        *(cannot(permission, why=("ELD-DEA-3",)) for permission in (MOVE, DODGE_MOVE, DECLARE, CROUCH, FLY)),
        cannot(RECEIVE_AP, why=("ELD-DEA-4",)),
        cannot(USE, why=("ELD-DEA-6",)),
        cannot(COMMAND, why=("ELD-DEA-6",)),
        may_be_ignored_for(COUNT, why=("ELD-DEA-7",)),
        may_be_ignored_for(STAND_IN_THE_WAY, why=("ELD-DEA-8",)),
        cannot(REGAIN_HP, why=("ELD-DEA-11",)),
        cannot(CAUSE_ENGAGED, why=("ELD-ENG-14",)),
        cannot(BECOME_ENGAGED, why=("ELD-DEA-7",)),
        *(cannot(permission, why=("ELD-DEA-7",), when=_left_alone) for permission in (BE_TARGET, BE_HIT)),
    ),
    says="It does nothing, counts for nothing and is not in the way; but no move may end on it. It keeps its other "
    "States. Only an effect that names the Dead brings it back.",
    lying="face_down",
    why=(
        "ELD-DEA-1", "ELD-DEA-2", "ELD-DEA-3", "ELD-DEA-4", "ELD-DEA-5", "ELD-DEA-6",
        "ELD-DEA-7", "ELD-DEA-8", "ELD-DEA-9", "ELD-DEA-10", "ELD-DEA-11", "ELD-DEA-12",
    ),
)  # fmt: skip
