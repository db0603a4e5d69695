"""Chapter: Actions — Run, Battle, Advance, Ready; the half actions of the stunned; and fatigue for steps.

A hero declares one action a turn: it gives movement points, attacks and orders, which are spent in
any order until the turn ends.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Noted
from engine.game import Game, Model
from engine.questions import Objection, Tally
from engine.rules import Plan
from engine.system import Action
from engine.systems.descent import able
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import (
    ATTACKS,
    DECLARED,
    FATIGUE_SPENT,
    ORDERS,
    POINTS,
    STUNNED,
    fatigue_left,
    is_hero,
)
from engine.systems.descent.questions import DECLARE, HEROES
from engine.systems.descent.speed import speed
from engine.systems.descent.stun import HALF
from engine.systems.descent.tables import Gives, gives
from engine.systems.descent.tokens import count

WHY = ("DES-DEF-ACT",)
HALF_WHY = ("DES-DEF-HALF", "DES-STUN-5")
FATIGUE_WHY = ("DES-DEF-FAT",)
TITLES = {
    "run": "Run",
    "battle": "Battle",
    "advance": "Advance",
    "ready_move": "Ready: move",
    "ready_attack": "Ready: attack",
    "half_move": "Half action: move",
    "half_attack": "Half action: attack",
    "half_order": "Half action: an order",
    "concentrate": "Concentrate",
}
_HALVES = {
    "half_move": Gives(speed=1),
    "half_attack": Gives(attacks=1),
    "half_order": Gives(orders=1),
    "concentrate": Gives(),
}


def given(action: str) -> Gives:
    """What an action gives: movement points as times of the speed, attacks, orders."""
    return _HALVES[action] if action in _HALVES else gives(action)


def worth(game: Game, model: Model, action: str) -> tuple[int, int, int]:
    """Movement points, attacks and orders that this action gives this figure."""
    found = given(action)
    return found.speed * int(speed(game, model).value), found.attacks, found.orders


def plan_declare(game: Game, act: Act) -> Plan:
    """Declare the one action of a hero's turn."""
    model, action = game.model(act.model), act.action
    if not is_hero(model):
        return Plan(label=TITLES[action], objections=(able.no(model, f"{model.name} is no hero.", *WHY),))
    objections = able.not_its_turn(game, model)
    if model.count(DECLARED):
        objections += (able.no(model, f"{model.name} has taken an action this turn.", *WHY),)
    words = f"cannot {_WORDS[action]}"
    objections += RULES.ruling(game, model, DECLARE, action, words).objections
    points, attacks, orders = worth(game, model, action)
    why = HALF_WHY if action in HALF else WHY
    if action == "concentrate":
        why = ("DES-DEF-CONC", "DES-STUN-8")

    def declare(game: Game) -> Steps[Game]:
        text = f"{model.name} {_DONE[action]}{_brief(points, attacks, orders)}"
        game = yield from happens(Noted(text=text, model=model.id, why=why))
        game = yield from count(game, model.id, DECLARED, 1, *why)
        now = game.model(model.id)
        game = yield from count(game, model.id, POINTS, now.count(POINTS) + points, *why)
        game = yield from count(game, model.id, ATTACKS, now.count(ATTACKS) + attacks, *why)
        return (yield from count(game, model.id, ORDERS, now.count(ORDERS) + orders, *why))

    label = f"{TITLES[action]}{_brief(points, attacks, orders)}"
    tallies = (speed(game, model),) if given(action).speed else ()
    return Plan(label=label, objections=objections, steps=(declare,), tallies=tallies, notes=_told(action))


def plan_fatigue(game: Game, act: Act) -> Plan:
    """One fatigue for one movement point, in the hero's own turn."""
    model = game.model(act.model)
    left = fatigue_left(model)
    objections: tuple[Objection, ...] = able.not_its_turn(game, model)
    if left < 1:
        objections += (able.no(model, f"{model.name} has no fatigue left to spend.", *FATIGUE_WHY),)
    why = (*FATIGUE_WHY, "DES-DEF-STFAT") if model.count(STUNNED) else FATIGUE_WHY

    def pay(game: Game) -> Steps[Game]:
        hero = game.model(model.id)
        text = f"{hero.name} spends 1 fatigue for a movement point"
        game = yield from happens(Noted(text=text, model=hero.id, why=why))
        game = yield from count(game, model.id, FATIGUE_SPENT, hero.count(FATIGUE_SPENT) + 1, *why)
        return (yield from count(game, model.id, POINTS, hero.count(POINTS) + 1, *why))

    tallies = (Tally(title="Fatigue left", base=left, why=FATIGUE_WHY),)
    return Plan(label="1 fatigue for 1 movement point", objections=objections, steps=(pay,), tallies=tallies)


def heroes_alone(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """An action without targets, offered to heroes."""
    return ((),) if is_hero(model) else ()


def heroes_with(there: Callable[[Game, Model], object]) -> Callable[[Game, Model], tuple[tuple[str, ...], ...]]:
    """Offers an action without targets to heroes for whom something is there, so that the list stays short."""

    def aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
        return ((),) if is_hero(model) and there(game, model) else ()

    return aims


def _full(game: Game, model: Model) -> bool:
    return not model.count(STUNNED) and not model.count(DECLARED)


def _half(game: Game, model: Model) -> bool:
    return bool(model.count(STUNNED)) and not model.count(DECLARED)


_ICONS = {
    "run": "run",
    "battle": "battle",
    "advance": "advance",
    "ready_move": "ready",
    "ready_attack": "ready",
    "half_move": "move",
    "half_attack": "attack",
    "half_order": "ready",
    "concentrate": "concentrate",
}

ACTIONS = tuple(
    Action(id, title, (HEROES,), plan_declare, aims=heroes_with(_half if id in HALF else _full), icon=_ICONS[id])
    for id, title in TITLES.items()
)
FATIGUE = Action("fatigue", "Fatigue for a step", (HEROES,), plan_fatigue, aims=heroes_alone, icon="fatigue")


_WORDS = {
    "run": "run",
    "battle": "battle",
    "advance": "advance",
    "ready_move": "ready, to move",
    "ready_attack": "ready, to attack",
    "half_move": "take half an action, to move",
    "half_attack": "take half an action, to attack once",
    "half_order": "take half an action, to place an order",
    "concentrate": "concentrate",
}
_DONE = {
    "run": "runs",
    "battle": "battles",
    "advance": "advances",
    "ready_move": "readies and moves",
    "ready_attack": "readies and attacks",
    "half_move": "takes half an action and moves",
    "half_attack": "takes half an action and attacks",
    "half_order": "takes half an action and places an order",
    "concentrate": "concentrates",
}


def _brief(points: int, attacks: int, orders: int) -> str:
    parts = [f"{points} MP"] if points else []
    parts += [f"{attacks} attack{'s' if attacks > 1 else ''}"] if attacks else []
    parts += ["1 order"] if orders else []
    return f" ({', '.join(parts)})" if parts else ""


def _told(action: str) -> tuple[str, ...]:
    if action != "concentrate":
        return ()
    return ("Nothing here takes concentration: without a prolonged action of the quest it does nothing.",)
