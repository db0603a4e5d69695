"""Chapter: The turn — recovery, movement, shooting, close combat; then the other side.

Players take whole turns one after the other.  Only the active side acts, but in close
combat both sides fight.  A turn begins by clearing what lasts for one turn, with a rout
test where one is due, and with the recovery of its side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Counted, Ended, Event, Lost, PhaseBegan
from engine.game import Game, ModelId, SideId
from engine.questions import Moment, Objection
from engine.rules import Plan
from engine.standing import over
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.fleeing import all_alone_test, lonely
from engine.systems.mordheim.leadership import FLED, out_of_action, rout_due, rout_leadership, rout_test
from engine.systems.mordheim.move_order import MOVE_ORDER, must_flee
from engine.systems.mordheim.questions import COMBAT, END_OF_COMBAT, END_OF_TURN, MOVEMENT, PHASES, RECOVERY, TITLES
from engine.systems.mordheim.recovery import coming, recovery_steps
from engine.systems.mordheim.strike_order import order

TURN_COUNTERS = ("moved", "injury_high", "injury_scope", "watched", "charge_missed")
"""Counters of a model that a player's turn begins without."""
COMBAT_COUNTERS = ("roll_off",)
WHY = ("MOR-DEF-TURN", "MOR-DEF-PHASES")

Step = Callable[[Game], Steps[Game]]


def begin(game: Game) -> Game:
    """A battle starts in the movement phase of the first side: nobody has anything to recover from."""
    first = game.sides[0].id if game.sides else SideId("")
    return replace(game, round=1, phase=MOVEMENT, active=first)


def following(game: Game) -> tuple[int, str, SideId]:
    """Round, phase and side after the running phase."""
    if game.phase in PHASES and game.phase != COMBAT:
        return game.round, PHASES[PHASES.index(game.phase) + 1], game.active
    seats = [side.id for side in game.sides]
    if game.phase not in PHASES or game.active not in seats:
        return max(game.round, 1), MOVEMENT, seats[0] if seats else SideId("")
    seat = (seats.index(game.active) + 1) % len(seats)
    return game.round + (seat == 0), RECOVERY, seats[seat]


def plan_phase(game: Game) -> Plan:
    """Go on, once what must be done in the running phase is done."""
    number, phase, side = following(game)
    label = TITLES[phase] if phase != RECOVERY or not side else f"{game.side(side).name}: recovery"
    objections = (*over(game, ("MOR-DEF-TURN",)), *_left_undone(game))
    return Plan(label=label, objections=objections, steps=_steps(game, number, phase, side), notes=upkeep(game))


def upkeep(game: Game) -> tuple[str, ...]:
    """What the next phase will do, in words."""
    _, phase, side = following(game)
    if phase != RECOVERY or not side:
        return ()
    alone = [game.model(name).name for name in lonely(game)] if game.phase == COMBAT else []
    words = [f"{name} is all alone and tests Leadership." for name in alone]
    words.append(f"{game.side(side).name} take their turn.")
    if rout_due(game, side) and not game.outcome:
        lost, need = out_of_action(game, side), rout_leadership(game, side)
        words.append(f"Rout test: {lost} out of action; {need.value:.0f} or less with 2D6 holds ({need.base_label}).")
    return (*words, *coming(game, side))


def next_up(game: Game) -> tuple[str, ...]:
    """Who strikes next, in close combat."""
    return tuple(order(game)) if game.phase == COMBAT and not game.outcome else ()


def wiped_out(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a warrior is gone: a side with nobody left has lost, a side that all fled has left."""
    if game.outcome:
        return game
    side = game.model(model).side
    if any(other.side == side and other.place != "removed" for other in game.models):
        return game
    fled = all(other.removed_as == FLED for other in game.models if other.side == side)
    words = f"{game.side(side).name} has fled" if fled else f"{game.side(side).name} is wiped out"
    return (yield from happens(Ended(outcome=words, why=("MOR-OOA-1",))))


def _left_undone(game: Game) -> tuple[Objection, ...]:
    """Every warrior who still must do something in the running phase."""
    if game.outcome:
        return ()
    if game.phase == MOVEMENT:
        return tuple(
            Objection(text=f"{m.name} is fleeing and has to move first.", why=("MOR-DEF-FLEEING",), model=m.id)
            for m in game.on_table()
            if must_flee(game, m)
        )
    if game.phase == COMBAT:
        names = [game.model(name) for name in order(game)]
        return tuple(
            Objection(text=f"{m.name} still has to strike.", why=("MOR-DEF-COMBAT",), model=m.id) for m in names
        )
    return ()


def _steps(game: Game, number: int, phase: str, side: SideId) -> tuple[Step, ...]:
    def go_on(game: Game) -> Steps[Game]:
        return (yield from happens(PhaseBegan(round=number, phase=phase, side=side, why=WHY)))

    before: list[Step] = []
    if game.phase == COMBAT:
        before += [partial(all_alone_test, model=name) for name in lonely(game)]
        before.append(_ending(END_OF_COMBAT, COMBAT_COUNTERS))
    if phase != RECOVERY:
        return (*before, go_on)
    before.append(_ending(END_OF_TURN, TURN_COUNTERS))

    def rout(game: Game) -> Steps[Game]:
        return (yield from rout_test(game, side))

    return (*before, go_on, rout, *recovery_steps(game, side)) if side else (*before, go_on)


def _ending(moment: Moment, counters: tuple[str, ...]) -> Step:
    """Statuses end that end at this moment, and the counters of the time gone by are set back."""

    def step(game: Game) -> Steps[Game]:
        for model in game.on_table():
            for status, why in RULES.ending(model, moment):
                game = yield from happens(Lost(model=model.id, status=status, why=why))
            for name in counters:
                if model.count(name):
                    game = yield from happens(Counted(of="model", whose=model.id, name=name, value=0, why=()))
        if moment == END_OF_TURN and game.count(MOVE_ORDER):
            game = yield from happens(Counted(of="game", whose="", name=MOVE_ORDER, value=0))
        return game

    return step
