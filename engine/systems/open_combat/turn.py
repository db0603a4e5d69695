"""Chapter: The turn — a side activates its models one by one, each once; then the other side does.

When the last side is done, a new turn begins.  A side may hand over with models left that
have not been activated: they stay so.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps
from engine.game import Game, Model, SideId
from engine.rules import Plan
from engine.standing import over
from engine.systems.open_combat import activation, initiative
from engine.systems.open_combat.counters import ACTIVATED, BEGUN, DONE, FOLLOWING
from engine.systems.open_combat.questions import ACTIVATIONS

WHY = ("OPC-DEF-TURN",)


def begin(game: Game) -> Game:
    """A battle starts with the activations of the first side."""
    first = game.sides[0].id if game.sides else SideId("")
    return replace(game, round=1, phase=ACTIVATIONS, active=first)


def plan_phase(game: Game) -> Plan:
    """Hand over to the other side."""
    _, side = initiative.following_side(game)
    label = f"{game.side(side).name}: their turn" if side else "Next turn"
    return Plan(label=label, objections=over(game, WHY), steps=(_hand_over,), notes=upkeep(game))


def upkeep(game: Game) -> tuple[str, ...]:
    """What handing over does, in words: whose turn it is then, and who has not acted."""
    number, side = initiative.following_side(game)
    if not side:
        return ()
    words = [f"{game.side(side).name} take over" + (f", turn {number}." if number != game.round else ".")]
    waiting = [model.name for model in game.on_table() if model.side == game.active and _waits(model)]
    if waiting:
        words.append(f"Not activated this turn: {', '.join(waiting)}.")
    return tuple(words)


def next_up(game: Game) -> tuple[str, ...]:
    """Who acts now: nobody but the player decides; those in a Follow me! are named while they have moves left."""
    if game.outcome:
        return ()
    ours = [model for model in game.on_table() if model.side == game.active]
    acting = [m for m in ours if m.has(FOLLOWING) and m.count(ACTIVATED) == BEGUN and activation.left(m)]
    following = [m for m in ours if m.has(FOLLOWING) and m.count(ACTIVATED) == 0]
    return tuple(model.id for model in (*acting, *following))


def _waits(model: Model) -> bool:
    return model.count(ACTIVATED) != DONE and activation.fresh(model)


def _hand_over(game: Game) -> Steps[Game]:
    return (yield from initiative.hand_over(game))
