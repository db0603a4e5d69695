"""Chapter: Wounds and healing — `lose` is the one way in for wounds, `heal` the one way back."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId
from engine.systems.descent import death, orders
from engine.systems.descent.counters import WOUNDS_LOST, printed, tokens, wounds_left
from engine.systems.descent.poison import POISON
from engine.systems.descent.readings import HEALING, chosen
from engine.systems.descent.tokens import shed


def wounds(game: Game, model: Model) -> tuple[int, int]:
    """Wounds left, and what the figure began with."""
    return wounds_left(model), printed(model, "Wounds", 1)


def lose(game: Game, model: ModelId, number: int, *why: str) -> Steps[Game]:
    """Take so many wound tokens off a figure, no more than it has; at none left it is killed."""
    figure = game.model(model)
    taken = min(number, wounds_left(figure))
    if taken <= 0 or not figure.on_table:
        return game
    value = figure.count(WOUNDS_LOST) + taken
    game = yield from happens(Counted(of="model", whose=model, name=WOUNDS_LOST, value=value, why=why))
    game = yield from orders.shaken(game, model)
    if wounds_left(game.model(model)) == 0:
        game = yield from death.kill(game, model, *why)
    return game


def healed(game: Game, model: Model, points: int) -> tuple[int, int]:
    """Poison tokens taken off and wounds given back by so many points of healing."""
    missing = model.count(WOUNDS_LOST)
    if chosen(game, HEALING) == "capped":
        points = min(points, missing)
    poison = min(points, tokens(model, POISON))
    return poison, min(points - poison, missing)


def heal(game: Game, model: ModelId, points: int, *why: str) -> Steps[Game]:
    """Point by point: poison tokens first, then wounds, up to the maximum."""
    figure = game.model(model)
    poison, back = healed(game, figure, points)
    if poison:
        text = f"{figure.name}: {poison} of {points} healing takes poison off"
        game = yield from happens(Noted(text=text, model=model, why=("DES-POISON-3",)))
        game = yield from shed(game, model, POISON, poison, "DES-POISON-3", *why)
    if back:
        cited = ("DES-POISON-4", *why) if not tokens(game.model(model), POISON) else why
        value = figure.count(WOUNDS_LOST) - back
        game = yield from happens(Counted(of="model", whose=model, name=WOUNDS_LOST, value=value, why=cited))
    return game
