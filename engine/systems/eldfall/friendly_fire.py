"""Chapter: Friendly Fire — dice gone astray, and the Morale of a friend who is hit."""

from __future__ import annotations

from engine.ask import Option, Steps, choose
from engine.game import Game, Model, ModelId, SideId
from engine.systems.eldfall import declared
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.due import fall_due
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.markers import PANICKED
from engine.systems.eldfall.questions import COUNT, M
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.strike import Hits

WHY = ("ELD-DEF-FF",)


def astray(game: Game, shooter: Model, near: tuple[Model, ...], number: int, side: SideId) -> Steps[Game]:
    """So many dice of a shot hit the shooter's friends *near* its target; the other *side* picks which."""
    for _ in range(number):
        options = tuple(Option(friend.id, friend.name) for friend in near)
        what = f"a shot of {shooter.name} goes astray: which of its friends does it hit?"
        picked = yield from choose(side, options, what, model=shooter.id, why=WHY)
        game = yield from declared.hit(game, ModelId(picked), shooter.id, Hits(1, 0))
    return game


def shaken(game: Game, victim: ModelId, attacker: ModelId) -> Steps[Game]:
    """A friend was hit by what could have harmed it: a Morale roll, and Panicked until its next Strategic Phase."""
    friend, shooter = game.model(victim), game.model(attacker)
    if friend.side != shooter.side or victim == attacker:
        return game
    if not RULES.counts_for(game, friend, COUNT).granted:
        return game
    what = f"Morale of {friend.name}, hit by {shooter.name}"
    if (yield from check(game, victim, value(game, friend, M), what, *WHY, "ELD-PAN-8")):
        return game
    return (yield from fall_due(game, victim, PANICKED, attacker, "ELD-PAN-8", *WHY, strategic=True))
