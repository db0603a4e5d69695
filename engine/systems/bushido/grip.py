"""State: Held — when a hold ends, and who lets go of whom."""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Event, Lost
from engine.game import Game, Model, ModelId
from engine.systems.bushido.contact import touching
from engine.systems.bushido.held import HELD, holders
from engine.systems.bushido.readings import HOLD_ENDS, chosen


def let_go(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After anything moved, left or changed sides: every hold ends that cannot go on."""
    for held in game.on_table():
        for name in holders(held):
            why = _ended(game, held, name)
            if why:
                game = yield from release(game, held.id, name, *why)
    return game


def let_go_of_others(game: Game, fighters: tuple[ModelId, ModelId], moment: str = "start") -> Steps[Game]:
    """As an exchange begins (or ends, by reading `hold_ends`): both let go of whomever else they hold."""
    if chosen(game, HOLD_ENDS) != moment:
        return game
    for holder, opponent in (fighters, fighters[::-1]):
        for held in game.on_table():
            if held.id != opponent and holder in holders(held):
                game = yield from release(game, held.id, holder, "BUS-HELD-8")
    return game


def release(game: Game, held: ModelId, holder: ModelId, *why: str) -> Steps[Game]:
    """One hold ends."""
    return (yield from happens(Lost(model=held, status=HELD, source=holder, why=why)))


def _ended(game: Game, held: Model, name: ModelId) -> tuple[str, ...]:
    """The clauses that end this hold now; none while it goes on."""
    holder = game.model(name) if game.has_model(name) else None
    if holder is None or not holder.on_table:
        return ("BUS-HELD-7",)
    if holder.side == held.side:
        return ("BUS-DEF-RULING-HOLD-SIDES", "BUS-CONTROLLED-1")
    return () if touching(held, holder) else ("BUS-HELD-7",)
