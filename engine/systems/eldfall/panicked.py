"""State: Panicked — a Morale roll as each Activation and Reaction begins; failed, it only thinks of the field edge.

A passed roll leaves it as free as anybody for this time.  What causes it says how long it lasts.
"""

from __future__ import annotations

from engine.game import Game, Model
from engine.questions import Objection
from engine.rules import Status, cannot, only
from engine.systems.eldfall.acts import DODGE, NOTHING
from engine.systems.eldfall.counters import ACTING, HOW, IDLED, STAYED, broke
from engine.systems.eldfall.markers import ENGAGED, PANICKED, TITLES
from engine.systems.eldfall.questions import DECLARE, MOVE
from engine.systems.eldfall.readings import IMMOBILIZED_PANIC, chosen


def _broke_reacting(game: Game, model: Model) -> bool:
    return broke(model) and not model.count(ACTING)


def _broke_acting(game: Game, model: Model) -> bool:
    return broke(model) and bool(model.count(ACTING))


def _broke_running(game: Game, model: Model) -> bool:
    return _broke_acting(game, model) and game.count(HOW) not in (IDLED, STAYED)


def _broke_held(game: Game, model: Model) -> bool:
    """Engaged as it began: Idle and Dodge, and nothing else."""
    if not _broke_acting(game, model):
        return False
    return game.count(HOW) == IDLED or (game.count(HOW) == STAYED and model.has(ENGAGED))


def _broke_bound(game: Game, model: Model) -> bool:
    """Immobilized as it began: it stays where it is."""
    return _broke_acting(game, model) and game.count(HOW) == STAYED and not model.has(ENGAGED)


def _broke_stiff(game: Game, model: Model) -> bool:
    """The same, by the reading that leaves it not even a Dodge."""
    return _broke_bound(game, model) and chosen(game, IMMOBILIZED_PANIC) == "nothing"


def dodges_to_the_edge(game: Game, model: Model) -> bool:
    """Must the move of its Dodge lead towards the edge?  Whoever was Engaged as it began dodges anywhere."""
    return broke(model) and not _broke_held(game, model)


def bound_to_dodge(game: Game, model: Model) -> tuple[Objection, ...]:
    """The objection to declaring no Action at all: Panicked and Engaged, it declares Idle and Dodge."""
    if not _broke_held(game, model):
        return ()
    text = f"{model.name} is Panicked and was Engaged as it began: it declares a Dodge."
    return (Objection(text=text, why=("ELD-PAN-5", "ELD-INT-5"), model=model.id),)


STATUS = Status(
    PANICKED,
    TITLES[PANICKED],
    (
        only(DECLARE, DODGE, NOTHING, why=("ELD-PAN-6",), when=_broke_reacting),
        cannot(MOVE, why=("ELD-PAN-2",), when=_broke_acting),
        only(DECLARE, NOTHING, why=("ELD-PAN-2",), when=_broke_running),
        only(DECLARE, DODGE, why=("ELD-PAN-5", "ELD-INT-5"), when=_broke_held),
        only(DECLARE, DODGE, NOTHING, why=("ELD-PAN-2",), when=_broke_bound),
        cannot(DECLARE, DODGE, why=("ELD-PAN-2", "ELD-IMM-2"), when=_broke_stiff),
    ),
    says="It rolls Morale as it activates or reacts. Failed: it runs for the nearest open field edge, and off the "
    "field is lost; Engaged, it stays and Dodges; reacting, it Dodges towards the edge or does Nothing.",
    why=(
        "ELD-PAN-1", "ELD-PAN-2", "ELD-PAN-3", "ELD-PAN-4", "ELD-PAN-5",
        "ELD-PAN-6", "ELD-PAN-7", "ELD-PAN-8", "ELD-PAN-9", "ELD-PAN-10",
    ),
)  # fmt: skip
