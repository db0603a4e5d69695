"""Chapter: Start of a figure's turn — its tokens first, then orders, exhausted cards, and what it gets.

The owner picks the order of the tokens, kind by kind, each resolved whole before the next; by
another reading the order is fixed.  A figure that its tokens kill resolves no more, and its turn is
over.  Each kind is a step of its own, so that chances merge between them.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Option, Steps, choose, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.rules import At
from engine.systems.descent import kit, orders
from engine.systems.descent.closing import close
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import (
    ATTACKS,
    FATIGUE_SPENT,
    MONKEY_TURNS,
    POINTS,
    RESOLVED,
    STUNNED,
    TAKING,
    TURN,
    TURN_COUNTERS,
    WEB_HELD,
    in_play,
    is_hero,
    taking_turn,
)
from engine.systems.descent.questions import TURN_STARTS
from engine.systems.descent.readings import MONSTER_START, START_ORDER, chosen
from engine.systems.descent.speed import speed
from engine.systems.descent.stun import STUN, half_a_turn
from engine.systems.descent.tables import tokens as listed
from engine.systems.descent.tokens import count
from engine.systems.descent.transformed import MONKEY, lay_counters

WHY = ("DES-DEF-START",)
Step = Callable[[Game], Steps[Game]]


def steps(model: ModelId) -> tuple[Step, ...]:
    """The start of this figure's turn, step by step."""

    def begin(game: Game) -> Steps[Game]:
        return (yield from _begin(game, model))

    def one(game: Game) -> Steps[Game]:
        if not taking_turn(game.model(model)):
            return game
        return (yield from next_kind(game, model))

    def rest(game: Game) -> Steps[Game]:
        if not taking_turn(game.model(model)):
            return game
        return (yield from _ready(game, model))

    return (begin, *(one,) * len(listed("start")), rest)


def due(model: Model) -> tuple[str, ...]:
    """Kinds of token that this figure has still to resolve, in the order listed."""
    done = model.count(RESOLVED)
    return tuple(kind for bit, kind in enumerate(listed("start")) if model.has(kind) and not done >> bit & 1)


def next_kind(game: Game, model: ModelId, *left_out: str) -> Steps[Game]:
    """Resolve one more kind of token, if there is one, as the owner picks."""
    figure = game.model(model)
    kinds = tuple(kind for kind in due(figure) if kind not in left_out)
    if not kinds:
        return game
    kind = kinds[0]
    if chosen(game, START_ORDER) == "owner":
        options = tuple(Option(each, RULES.statuses[each].title) for each in kinds)
        asked = f"What does {figure.name} resolve {'next' if figure.count(RESOLVED) else 'first'}?"
        kind = yield from choose(figure.side, options, asked, model=model, why=(*WHY, "DES-DEF-OWNER"))
    bit = 1 << listed("start").index(kind)
    game = yield from count(game, model, RESOLVED, figure.count(RESOLVED) | bit, *WHY)
    for clause in RULES.statuses[kind].clauses:
        if isinstance(clause, At) and clause.moment == TURN_STARTS:
            game = yield from clause.procedure(game, model)
    left = game.model(model)
    if len(kinds) > 1 and not (in_play(left) or taking_turn(left)):
        text = f"{figure.name} is dead and resolves no more tokens"
        game = yield from happens(Noted(text=text, model=model, why=("DES-DEF-DIE",)))
    return game


def _begin(game: Game, model: ModelId) -> Steps[Game]:
    """It is this figure's turn."""
    early = not is_hero(game.model(model)) and chosen(game, MONSTER_START) == "overlord_turn"
    for name in TURN_COUNTERS:
        if early and name in (RESOLVED, WEB_HELD):
            continue  # dealt with as the overlord's turn started
        game = yield from count(game, model, name, 0, "DES-DEF-TURN")
    return (yield from count(game, model, TURN, TAKING, "DES-DEF-TURN"))


def _ready(game: Game, model: ModelId) -> Steps[Game]:
    """After the tokens: orders but Aim go, cards are ready again; a monkey and a monster get their move."""
    figure = game.model(model)
    if not is_hero(figure):
        return (yield from _monster(game, figure))
    if figure.has(orders.REST):
        text = f"{figure.name} has rested: all fatigue is back"
        game = yield from happens(Noted(text=text, model=model, why=("DES-DEF-REST",)))
        game = yield from count(game, model, FATIGUE_SPENT, 0, "DES-DEF-REST")
    game = yield from orders.drop(game, model, (orders.DODGE, orders.GUARD, orders.REST), "DES-DEF-ORD")
    game = yield from kit.refresh(game, model, *WHY, "DES-DEF-SHD")
    if figure.has(MONKEY):
        if not figure.count(MONKEY_TURNS):  # a hand has changed him since his last turn
            game = yield from lay_counters(game, model)
        points = int(speed(game, game.model(model)).value)
        text = f"{figure.name} is a monkey and may move {points} spaces"
        game = yield from happens(Noted(text=text, model=model, why=("DES-TRANS-9",)))
        game = yield from count(game, model, POINTS, points, "DES-TRANS-9")
    return game


def _monster(game: Game, monster: Model) -> Steps[Game]:
    """Speed in movement points and one attack; nothing if stunned, or by the errata one of them for a master."""
    if monster.count(STUNNED) and not half_a_turn(game, monster):
        text = f"{monster.name} is stunned and does nothing this turn"
        game = yield from happens(Noted(text=text, model=monster.id, why=("DES-STUN-3",)))
        return (yield from close(game, monster.id, "DES-STUN-3"))
    if monster.count(STUNNED):
        options = (Option("move", "Move"), Option("attack", "Attack once"))
        asked = f"Stunned, {monster.name} does one thing only:"
        half = yield from choose(monster.side, options, asked, model=monster.id, why=("DES-DEF-MAST",))
        if half == "attack":
            return (yield from count(game, monster.id, ATTACKS, 1, "DES-DEF-MAST"))
        return (yield from count(game, monster.id, POINTS, int(speed(game, monster).value), "DES-DEF-MAST"))
    points = int(speed(game, monster).value)
    text = f"{monster.name} is activated: {points} MP, 1 attack"
    game = yield from happens(Noted(text=text, model=monster.id, why=("DES-DEF-MONSTER",)))
    game = yield from count(game, monster.id, POINTS, points, "DES-DEF-MONSTER")
    return (yield from count(game, monster.id, ATTACKS, 1, "DES-DEF-MONSTER"))


def early_tokens(game: Game, model: ModelId) -> Steps[Game]:
    """Under the reading that monsters start together: all tokens of one but Stun, as the overlord's turn starts."""
    game = yield from count(game, model, RESOLVED, 0, *WHY)
    game = yield from count(game, model, WEB_HELD, 0, *WHY)
    kinds = listed("start")
    for _ in kinds:
        if in_play(game.model(model)):
            game = yield from next_kind(game, model, STUN)
    done = sum(1 << bit for bit, kind in enumerate(kinds) if kind != STUN)
    return (yield from count(game, model, RESOLVED, done, *WHY))  # what it gains later waits for the next turn
