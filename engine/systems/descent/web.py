"""Effect: Web — surges take tokens off as a turn starts; while one is left no movement points are spent.

Movement points may still be gained; what costs none, and moves by others, spend none.
"""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, Model, ModelId
from engine.rules import Status, at, cannot
from engine.systems.descent import melting
from engine.systems.descent.counters import WEB_HELD
from engine.systems.descent.questions import MOVEMENT_ACTION, SPEND_POINTS, TURN_STARTS
from engine.systems.descent.readings import WEB_STOPS_AT_ONCE, WEBBED_FREE_ACTIONS, chosen
from engine.systems.descent.tokens import count

WEB = "web"


def resolve(game: Game, model: ModelId) -> Steps[Game]:
    """A power die a token, surges cut through; what is left holds the figure for this turn."""
    game = yield from melting.throw(game, model, WEB, rolled=("DES-WEB-2",), removal=("DES-WEB-3",))
    left = 1 if game.model(model).has(WEB) else 0
    return (yield from count(game, model, WEB_HELD, left, "DES-WEB-4"))


def held(game: Game, model: Model) -> bool:
    """Was a token left after the throw at the start of this turn?"""
    return bool(model.count(WEB_HELD))


def at_once(game: Game, model: Model) -> bool:
    """Does any token hold, by the other reading, whenever it was gained?"""
    return not model.count(WEB_HELD) and chosen(game, WEB_STOPS_AT_ONCE) == "yes"


def _nothing_free(game: Game, model: Model) -> bool:
    return (held(game, model) or at_once(game, model)) and chosen(game, WEBBED_FREE_ACTIONS) == "refused"


STATUS = Status(
    WEB,
    "Webbed",
    (
        at(TURN_STARTS, resolve, "DES-WEB-2"),
        cannot(SPEND_POINTS, why=("DES-WEB-4",), when=held),
        cannot(SPEND_POINTS, why=("DES-WEB-4", "DES-DEF-MID"), when=at_once),
        cannot(MOVEMENT_ACTION, "free", why=("DES-WEB-4",), when=_nothing_free),
    ),
    says="As each of its turns starts each surge takes a token off; with one left it spends no movement points.",
    why=("DES-WEB-1", "DES-WEB-2", "DES-WEB-3", "DES-WEB-4"),
)
