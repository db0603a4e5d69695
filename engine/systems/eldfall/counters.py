"""What is counted in this book, by name; the only place where these names are spelt."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, Model, ModelId

# of a model
AP = "ap"
"""Activation Points left this turn."""
WOUNDS_LOST = "wounds_lost"
"""Hit Points lost."""
ACTING = "acting"
"""1 for the activated model of the running Activation Sequence."""
CHANGED_CROUCH = "crouch_changed"
"""What was done to Crouched of one's own will in this Activation: `ENTERED`, `LEFT` or both together."""
CHANGED_FLIGHT = "flight_changed"
"""What was done to Flying in this Activation: `ENTERED`, `LEFT` or both together."""
CROUCH_AFTER = "crouch_after"
"""Chosen for the end of the movement: `ENTERED` to crouch then, `LEFT` to stand up."""
FLIGHT_AFTER = "flight_after"
"""Chosen for the end of the movement: `ENTERED` to take off then, `LEFT` to land."""
ENDED_CROUCH = "crouch_ended"
"""What its movement ended with: `ENTERED` when it crouched then, `LEFT` when it stood up."""
ENDED_FLIGHT = "flight_ended"
"""What its movement ended with: `ENTERED` when it took off then, `LEFT` when it landed."""
DODGE_CROUCH = "dodge_crouch"
"""1 once the dodger used its Dodge to crouch or to stand up."""
SAW = "saw"
"""`SEEN` for a model that had Line of Sight to the activated model at some point of its movement.

`HELD_FAST`: the activated model engaged it as it set out, and was seen for that.
"""
NERVE = "nerve"
"""The Morale roll of a Panicked model in this sequence: `HELD` or `BROKE`; 0 when none was rolled."""
DODGE_MOVE = "dodge_move"
"""A Dodge move that is still to be made: `FAILED_DODGE` or `GOOD_DODGE`; 0 for none."""
WOUNDS_DUE = "wounds_due"
"""Wounds that land as the sequence ends."""

REGENERATED = "regenerated"
"""1 once the model regenerated, or rolled to recover, in this Strategic Phase."""
EXTRA_AP = "extra_ap"
"""Activation Points more that the coming Upkeep Phase gives."""
TREASURE = "treasure"
"""Treasures carried."""

HELD, BROKE = 1, 2
ENTERED, LEFT = 1, 2
FAILED_DODGE, GOOD_DODGE = 1, 2
SEEN, HELD_FAST = 1, 2

# of the game
STEP = "step"
"""How far the running Activation Sequence is: 0 for none, or one of the four below."""
MOVEMENT, ACTION, RESOLVING, DODGING = 1, 2, 3, 4
"""Activated and not yet moved; Reactions declared, the Action open; the Resolution; Dodge moves open."""
HOW = "how"
"""The Movement Step of the running sequence: `IDLED`, `WALKED`, `SPECIAL` or `STAYED`; 0 before it."""
STAYED, IDLED, WALKED, SPECIAL = 1, 2, 3, 4

# of a side
SCORE = "score"
"""Points won otherwise than by what lies on the field at the end: in a Duel."""
COMMANDED = "commanded"
"""1 once the Leader used a Stratagem in this Strategic Phase."""

OF_A_SEQUENCE = (
    ACTING, CHANGED_CROUCH, CHANGED_FLIGHT, CROUCH_AFTER, FLIGHT_AFTER,
    ENDED_CROUCH, ENDED_FLIGHT, DODGE_CROUCH, SAW, NERVE, DODGE_MOVE, WOUNDS_DUE,
)  # fmt: skip
"""Counters of a model that are set back as a sequence ends."""
UNSEEN = (*OF_A_SEQUENCE, STEP, HOW, REGENERATED, COMMANDED, EXTRA_AP)
"""Counters that only the rules look at."""


def points(model: Model) -> int:
    """Activation Points the model has left."""
    return model.count(AP)


def printed(model: Model, stat: str, otherwise: int = 0) -> int:
    """A printed number of the profile, or *otherwise* where the profile has none."""
    return dict(model.profile.stats).get(stat, otherwise)


def running(game: Game) -> int:
    """The step of the running Activation Sequence; 0 when there is none."""
    return game.count(STEP)


def acting(game: Game) -> Model | None:
    """The activated model of the running sequence."""
    return next((model for model in game.models if model.count(ACTING)), None)


def broke(model: Model) -> bool:
    """Did its Morale roll of this sequence fail?"""
    return model.count(NERVE) == BROKE


def dodgers(game: Game) -> tuple[Model, ...]:
    """Models that still have a Dodge move to make, in the order of the roster."""
    return tuple(model for model in game.on_table() if model.count(DODGE_MOVE))


def set_counter(game: Game, model: ModelId, name: str, value: int, *why: str) -> Steps[Game]:
    """Set a counter of a model, unless it has this value already."""
    if game.model(model).count(name) == value:
        return game
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=why)))


def set_game(game: Game, name: str, value: int, *why: str) -> Steps[Game]:
    """Set a counter of the game, unless it has this value already."""
    if game.count(name) == value:
        return game
    return (yield from happens(Counted(of="game", whose="", name=name, value=value, why=why)))


def set_side(game: Game, side: str, name: str, value: int, *why: str) -> Steps[Game]:
    """Set a counter of a side, unless it has this value already."""
    if game.side(side).count(name) == value:
        return game
    return (yield from happens(Counted(of="side", whose=side, name=name, value=value, why=why)))
