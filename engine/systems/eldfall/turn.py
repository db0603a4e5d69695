"""Chapter: The turn — Strategic, Upkeep, Tactical and End Phase, by turns; and when the battle is over.

Going on leaves a phase, with the check for Engaged at its end, and enters the next, which does
its things at once; so what they will do can be read beforehand.  A round is one turn of every
player; after everybody's fifth turn the battle is over.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine import seeds
from engine.ask import Steps, happens
from engine.events import Ended, PhaseBegan
from engine.game import Game, Marker, Model, SideId
from engine.questions import Objection, listed
from engine.rules import Plan
from engine.standing import over
from engine.system import no_side
from engine.systems.eldfall import end_phase, strategic, upkeep
from engine.systems.eldfall.alive import living, party
from engine.systems.eldfall.coming import coming
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.counters import (
    ACTION,
    COMMANDED,
    DODGING,
    MOVEMENT,
    acting,
    dodgers,
    running,
    set_side,
)
from engine.systems.eldfall.engagement import check_phase
from engine.systems.eldfall.markers import MOUNTED
from engine.systems.eldfall.questions import ACTIVATE, END, PHASES, STRATEGIC, TITLES, UPKEEP
from engine.systems.eldfall.scoring import result
from engine.systems.eldfall.sequence import CLOSING, Step, unfinished

WHY = ("ELD-DEF-PHASE",)
ROLES = ("ELD-DEF-ROLE", "ELD-DEF-PHASE")
LOST = ("ELD-DEF-OWN-SCORE",)


def begin(game: Game) -> Game:
    """A battle starts in the Strategic Phase of the first side; riders are mounted."""
    first = no_side(game)
    models = tuple(_laid_out(model) for model in game.models)
    return replace(game, round=1, phase=STRATEGIC, active=first, models=models)


def plan_phase(game: Game) -> Plan:
    """Go on to the next phase, or to the next player's turn; not in the middle of a sequence."""
    if game.phase not in PHASES:
        side = game.active or no_side(game)
        return Plan(
            label=TITLES[STRATEGIC], objections=over(game, WHY), steps=(partial(_enter, phase=STRATEGIC, side=side),)
        )
    if stuck(game):
        return Plan(label="End the sequence", objections=over(game, WHY), steps=CLOSING)
    steps, label, notes = _onward(game)
    found, waiting = [*over(game, WHY)], unfinished(game)
    if waiting:
        # What is refused is not promised: the button says who comes first.
        label = next((f"{game.model(name).name} acts first" for name in next_up(game)), label)
        found.append(Objection(text=waiting, why=("ELD-DEF-SEQ",)))
    return Plan(label=label, objections=tuple(found), steps=steps, notes=notes)


def foreseen(game: Game) -> tuple[str, ...]:
    """What going on will do, in short sentences."""
    return plan_phase(game).notes


def stuck(game: Game) -> bool:
    """Can nobody go on with the running sequence, because a hand took the model off the table, or laid it low?"""
    active, step = acting(game), running(game)
    if step == DODGING:
        return not dodgers(game)
    if active is None or not active.on_table:
        return step in (MOVEMENT, ACTION)
    return step == MOVEMENT and not RULES.ruling(game, active, ACTIVATE).granted


def next_up(game: Game) -> tuple[str, ...]:
    """Inside a sequence: the activated model, or the dodgers that have a move to make."""
    active = acting(game)
    if game.outcome or active is None:
        return ()
    if running(game) == DODGING:
        return tuple(model.id for model in dodgers(game))
    return (active.id,) if active.on_table else ()


def next_turn(game: Game) -> tuple[int, SideId]:
    """Whose turn comes after this one, and in which round."""
    names = [side.id for side in game.sides]
    if game.active not in names:
        return game.round, no_side(game)
    index = names.index(game.active) + 1
    return (game.round, names[index]) if index < len(names) else (game.round + 1, names[0])


def last_turn(game: Game) -> bool:
    """Is this the last turn of the battle?"""
    turns: int = seeds.tables("eldfall")["turn"]["turns"]
    return next_turn(game)[0] > turns


def _onward(game: Game) -> tuple[tuple[Step, ...], str, tuple[str, ...]]:
    leave = partial(_leave, phase=game.phase)
    if game.phase == END:
        if last_turn(game):
            return (leave, _decide), "End of the battle", coming(game, "")
        _, side = next_turn(game)
        opening: tuple[Step, ...] = (_turn, *strategic.steps(game, side), partial(alone, side=side))
        return (leave, *opening), f"{TITLES[STRATEGIC]} of {game.side(side).name}", coming(game, STRATEGIC, side)
    phase = PHASES[PHASES.index(game.phase) + 1]
    things: tuple[Step, ...] = ()
    if phase in (UPKEEP, END):
        things = upkeep.steps(game) if phase == UPKEEP else end_phase.steps(game)
    enter = partial(_enter, phase=phase, side=game.active)
    return (leave, enter, *things), TITLES[phase], coming(game, phase)


def _leave(game: Game, *, phase: str) -> Steps[Game]:
    """The end of every phase: who stands within reach and sight of an enemy is Engaged."""
    return (yield from check_phase(game, phase))


def _enter(game: Game, *, phase: str, side: SideId) -> Steps[Game]:
    return (yield from happens(PhaseBegan(round=max(game.round, 1), phase=phase, side=side, why=WHY)))


def _turn(game: Game) -> Steps[Game]:
    """The roles change: another player is active."""
    number, side = next_turn(game)
    game = yield from happens(PhaseBegan(round=number, phase=STRATEGIC, side=side, why=ROLES))
    for each in game.sides:
        game = yield from set_side(game, each.id, COMMANDED, 0)
    return game


def alone(game: Game, *, side: SideId) -> Steps[Game]:
    """Whoever begins a turn with nobody alive has lost."""
    if game.outcome or living(game, side) or not party(game, side):
        return game
    winners = [other.name for other in game.others(side) if living(game, other.id)]
    told = f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}: " if winners else ""
    return (yield from happens(Ended(outcome=f"{told}{game.side(side).name} has nobody alive", why=LOST)))


def _decide(game: Game) -> Steps[Game]:
    return (yield from happens(Ended(outcome=result(game), why=(*WHY, *LOST))))


def _laid_out(model: Model) -> Model:
    """A rider begins mounted."""
    if MOUNTED in model.profile.traits and not model.has(MOUNTED):
        return replace(model, markers=(*model.markers, Marker(MOUNTED)))
    return model
