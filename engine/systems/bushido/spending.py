"""Activation Counters go: what an action costs, what a fight costs, and what follows from paying.

`pay` is the one way in which a rule takes counters from a model, so that each of them takes a
Control marker along.  `stop` is how a test ends the action that called for it.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted
from engine.game import Game, ModelId
from engine.systems.bushido.controlled import CONTROL, slip
from engine.systems.bushido.counters import ACTIVATIONS, STOPPED, activations


def pay(game: Game, model: ModelId, counters: int, *why: str) -> Steps[Game]:
    """Take so many Activation Counters, as far as there are any, and a Control marker with each."""
    payer = game.model(model)
    paid = min(counters, activations(payer))
    if paid < 1 or not payer.on_table:
        return game
    left = activations(payer) - paid
    game = yield from happens(Counted(of="model", whose=model, name=ACTIVATIONS, value=left, why=why))
    return (yield from slip(game, model, paid, "BUS-CONTROLLED-7"))


def pay_for_fight(game: Game, model: ModelId) -> Steps[Game]:
    """At the end of a Melee Exchange, for the fighter whose action it is not: one counter if it has any.

    A Controlled model that has none loses a Control marker all the same.
    """
    fighter = game.model(model)
    if not fighter.on_table:
        return game
    if activations(fighter):
        return (yield from pay(game, model, 1, "BUS-DEF-02", "BUS-DEF-29"))
    if fighter.has(CONTROL):
        return (yield from slip(game, model, 1, "BUS-CONTROLLED-8"))
    return game


def stop(game: Game, cost: int, *why: str) -> Steps[Game]:
    """The declared action ends here and costs so many counters; nothing more of it happens."""
    return (yield from happens(Counted(of="game", whose="", name=STOPPED, value=1 + cost, why=why)))


def stopped(game: Game) -> bool:
    """Has a test ended the action that is being carried out?"""
    return game.count(STOPPED) > 0
