"""Effect: Stun — a monster loses its activation, a hero gets one half action; one token goes each turn."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, Model, ModelId
from engine.rules import Clause, Status, at, cannot
from engine.systems.descent.counters import STUNNED, is_hero
from engine.systems.descent.questions import DECLARE, TURN_STARTS
from engine.systems.descent.readings import MASTER_MONSTERS, chosen
from engine.systems.descent.tokens import count, shed

STUN = "stun"
FULL = ("run", "battle", "advance", "ready_move", "ready_attack")
"""Actions that a stunned hero may not take."""
HALF = ("half_move", "half_attack", "half_order", "concentrate")
"""Actions of which a stunned hero takes one."""


def resolve(game: Game, model: ModelId) -> Steps[Game]:
    """One token goes; once all tokens are dealt with a monster has no more to do, a hero half an action."""
    figure = game.model(model)
    game = yield from shed(game, model, STUN, 1, "DES-STUN-2", "DES-STUN-7")
    return (yield from count(game, model, STUNNED, 1, "DES-STUN-4" if is_hero(figure) else "DES-STUN-3"))


def half_a_turn(game: Game, monster: Model) -> bool:
    """By the published errata a stunned master monster may still move or attack once."""
    return "master" in monster.profile.traits and chosen(game, MASTER_MONSTERS) == "errata"


def immune(game: Game, figure: Model) -> bool:
    """By the published errata a named monster cannot be stunned."""
    return "named" in figure.profile.traits and chosen(game, MASTER_MONSTERS) == "errata"


def _stunned_hero(game: Game, model: Model) -> bool:
    return is_hero(model) and bool(model.count(STUNNED))


def _clear_hero(game: Game, model: Model) -> bool:
    return is_hero(model) and not model.count(STUNNED)


STATUS = Status(
    STUN,
    "Stunned",
    (at(TURN_STARTS, resolve, "DES-STUN-2"),),
    says="As its turn starts one token goes. A monster does nothing more that turn; a hero gets one half action.",
    why=("DES-STUN-1", "DES-STUN-2", "DES-STUN-3", "DES-STUN-4", "DES-STUN-5", "DES-STUN-7"),
)

GENERAL: tuple[tuple[str, Clause], ...] = (
    ("Stunned", cannot(DECLARE, *FULL, why=("DES-STUN-4", "DES-STUN-6"), when=_stunned_hero)),
    ("Not stunned", cannot(DECLARE, *HALF, why=("DES-STUN-5", "DES-STUN-8"), when=_clear_hero)),
)
"""The token may be gone while its turn lasts, so these bear without it."""
