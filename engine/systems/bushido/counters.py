"""What is counted in this book, by name; the only place where these names are spelt."""

from __future__ import annotations

from engine.game import Game, Model, Side

# of a model
ACTIVATIONS = "activations"
"""Activation Counters left this turn; 0 is Exhausted."""
KI_TOKENS = "ki"
AMMO = "ammo"
WOUNDS_LOST = "wounds_lost"
RAN = "ran"
"""1 when the model ran this turn."""
SHOTS = "shots"
"""Ranged Attacks of this turn."""
FEAR_CN = "fear_cn"
"""The Challenge Number failed on becoming Frightened; 0 when no test was failed."""

# of a side
PASSES = "passes"
"""Pass Tokens of this turn."""
SCORE = "score"
"""Scenario points."""

# of the game
STOPPED = "stopped"
"""Inside one action: 1 + the activation counters it costs that a test stopped it; 0 while it goes on."""
LAST_TURN = "last_turn"
"""1 once the variable-turn roll has made this turn the last."""

DECIDED = "decided"
"""Inside the starting phase: 1 once the tactical test has a winner."""

UNSEEN = (FEAR_CN, STOPPED, DECIDED, RAN, SHOTS)
"""Counters that only the rules look at."""
TURN_COUNTERS = (RAN, SHOTS)
"""Counters of a model that a turn begins without."""

ACTIVATIONS_A_TURN = 2


def activations(model: Model) -> int:
    """Activation Counters the model has left."""
    return model.count(ACTIVATIONS)


def exhausted(model: Model) -> bool:
    """No Activation Counter left: may not activate, fights with one die less (BUS-DEF-02)."""
    return activations(model) < 1


def ki_tokens(model: Model) -> int:
    return model.count(KI_TOKENS)


def passes(side: Side) -> int:
    """Pass Tokens the side has left this turn."""
    return side.count(PASSES)


def printed(model: Model, stat: str, otherwise: int = 0) -> int:
    """A printed number of the profile, or *otherwise* where the profile has none."""
    return dict(model.profile.stats).get(stat, otherwise)


def copies(model: Model, status: str) -> int:
    """How many markers of one status lie beside the model."""
    return len(model.values(status))


def other_side(game: Game, side: str) -> str:
    """The opponent in a game of two; the side itself where it plays alone."""
    return next((other.id for other in game.others(side)), side)
