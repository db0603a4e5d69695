"""Chapter: Melee Exchange — what must be remembered from one of its steps to the next.

All of it is counters of the two fighters, so that the steps of a plan are functions of the
game alone and equal games merge in the odds.  Outside an exchange every one of them is 0.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, Model, ModelId
from engine.systems.bushido.weapons import Ability, Weapon, melee_weapons

FIGHTING = "fighting"
"""`ACTING` for the model whose action it is, `OTHER` for its opponent."""
ACTING, OTHER = 1, 2
FIRST = "first_attacker"
WEAPON = "weapon"
"""Which of its hand weapons, counted from 0."""
ATTACK_DICE = "attack_dice"
DEFENCE_DICE = "defence_dice"
ABILITY = "ability"
"""Which ability of the weapon's grid was paid for, counted from 1."""
BOOSTED = "boosted"
STOOD_UP = "stood_up"
CHARGED = "charged"
DISENGAGING = "disengaging"
STRUCK = "struck"
"""An attack of this exchange got through to it."""
MARGIN = "margin"
"""Attack result less the enemy's defence result, plus `EVEN`; below `EVEN` the attack failed."""
SPARE = "spare"
"""Of the first attacker: its dice that are not 1 less those of the enemy, plus `EVEN`."""
EVEN = 50
OVER = "over"
"""Of either: nobody strikes any more in this exchange."""

EXCHANGE_COUNTERS = (
    FIGHTING,
    FIRST,
    WEAPON,
    ATTACK_DICE,
    DEFENCE_DICE,
    ABILITY,
    BOOSTED,
    STOOD_UP,
    CHARGED,
    DISENGAGING,
    STRUCK,
    MARGIN,
    SPARE,
    OVER,
)
"""Counters that are 0 outside an exchange."""

FREE = "disengaged"
"""It has disengaged in this action and may walk."""
SHOT_LEVEL = "shot_level"
"""Of a shooter: 1 more than the success level of the shot under way; 0 when it missed."""
SHOT_AT = "shot_at"
"""Of the one whom that shot hits."""
UNSEEN = (*EXCHANGE_COUNTERS, FREE, SHOT_LEVEL, SHOT_AT)
"""Counters that only the rules look at."""


def fighters(game: Game) -> tuple[Model, Model] | None:
    """Who fights whom in the exchange going on, the acting model first; None outside one."""
    found = sorted((m for m in game.models if m.count(FIGHTING)), key=lambda m: m.count(FIGHTING))
    return (found[0], found[1]) if len(found) == 2 else None


def in_order(game: Game) -> tuple[Model, Model] | None:
    """The fighters, the first attacker first."""
    pair = fighters(game)
    return pair if pair is None or pair[0].count(FIRST) else pair[::-1]


def opponent(game: Game, model: Model) -> Model | None:
    """Whom this model fights in the exchange going on."""
    pair = fighters(game)
    if pair is None or model.id not in (pair[0].id, pair[1].id):
        return None
    return pair[1] if pair[0].id == model.id else pair[0]


def acting(model: Model) -> bool:
    """Is the exchange going on part of this model's action?"""
    return model.count(FIGHTING) == ACTING


def over(game: Game) -> bool:
    """Has this exchange come to an early end, or is there none?"""
    pair = fighters(game)
    return pair is None or any(model.count(OVER) or not model.on_table for model in pair)


def weapon(model: Model) -> Weapon:
    """The hand weapon in use."""
    carried = melee_weapons(model)
    return carried[min(model.count(WEAPON), len(carried) - 1)]


def ability(model: Model) -> Ability | None:
    """The special attack or defence paid for in this exchange."""
    number = model.count(ABILITY)
    grid = weapon(model).abilities
    return grid[number - 1] if 0 < number <= len(grid) else None


def remember(game: Game, model: ModelId, name: str, value: int) -> Steps[Game]:
    """Set a counter of the exchange, unless it is so already."""
    if game.model(model).count(name) == value:
        return game
    return (yield from happens(Counted(of="model", whose=model, name=name, value=value, why=("BUS-DEF-29",))))


def forget(game: Game) -> Steps[Game]:
    """The exchange is done: every counter of it goes, whoever has it."""
    for model in game.models:
        for name, _ in model.counters:
            if name in EXCHANGE_COUNTERS:
                game = yield from remember(game, model.id, name, 0)
    return game
