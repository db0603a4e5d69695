"""Chapter: The initiative — who plays, losing it, and handing over.

The side that has it plays its models one by one.  Losing it counts from the moment the 1 is
seen, but takes effect only when its cause is fully resolved: then the activation ends and
the other side takes over; models not yet activated stay so this turn.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Counted, Lost, Noted, PhaseBegan
from engine.game import Game, ModelId, SideId
from engine.systems.open_combat.counters import FOLLOWING, INITIATIVE_LOST, TURN_COUNTERS
from engine.systems.open_combat.questions import ACTIVATIONS

WHY = ("OPC-DEF-INITIATIVE",)


def lose(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """The side whose turn it is loses the initiative through this model; nothing ends yet (see `settle`).

    A model of the other side has no initiative to lose.
    """
    loser = game.model(model)
    if lost(game) or loser.side != game.active:
        return game
    cited = (*WHY, *why)
    text = f"{game.side(loser.side).name} lose the initiative"
    game = yield from happens(Noted(text=text, model=model, why=cited))
    return (yield from happens(Counted(of="game", whose="", name=INITIATIVE_LOST, value=1, why=cited)))


def lost(game: Game) -> bool:
    """Has the initiative been lost by what is just being resolved?"""
    return game.count(INITIATIVE_LOST) > 0


def settle(game: Game) -> Steps[Game]:
    """The last step of every plan: where the initiative was lost, the other side takes over."""
    if not lost(game) or game.outcome:
        return game
    return (yield from hand_over(game, *WHY))


def following_side(game: Game) -> tuple[int, SideId]:
    """The turn and the side that come next."""
    seats = [side.id for side in game.sides]
    if game.active not in seats:
        return max(game.round, 1), seats[0] if seats else SideId("")
    seat = (seats.index(game.active) + 1) % len(seats)
    return game.round + (seat == 0), seats[seat]


def hand_over(game: Game, *why: str) -> Steps[Game]:
    """The turn of the side ends with all that lasts no longer, and the next one begins."""
    number, side = following_side(game)
    for model in game.models:
        for name in TURN_COUNTERS:
            if model.count(name):
                game = yield from happens(Counted(of="model", whose=model.id, name=name, value=0))
        if model.has(FOLLOWING):
            game = yield from happens(Lost(model=model.id, status=FOLLOWING))
    if lost(game):
        game = yield from happens(Counted(of="game", whose="", name=INITIATIVE_LOST, value=0))
    return (yield from happens(PhaseBegan(round=number, phase=ACTIVATIONS, side=side, why=("OPC-DEF-TURN", *why))))
