"""Chapter: The round — the heroes' turns in any order, then the overlord's; and going on from one to the next.

Going on ends the turn of whoever is taking it; after the last hero it is the overlord's turn, and
after his the next round.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import PhaseBegan
from engine.game import Game, Model, ModelId, SideId, counted
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import over
from engine.system import Action
from engine.systems.descent import able, kit, turn_start
from engine.systems.descent.closing import close
from engine.systems.descent.conditions import RULES
from engine.systems.descent.counters import (
    COINS,
    CONQUEST,
    IN_TOWN,
    MONKEY_TURNS,
    POTIONS,
    STOWED,
    TURN,
    acting,
    heroes_side,
    in_play,
    is_hero,
    overlord_side,
    taking_turn,
)
from engine.systems.descent.questions import HEROES, OVERLORD, TITLES, TURN_ENDS
from engine.systems.descent.readings import MONSTER_START, chosen
from engine.systems.descent.tables import number
from engine.systems.descent.tokens import count
from engine.systems.descent.upkeep import lines, upkeep

WHY = ("DES-DEF-TURN",)


def begin(game: Game) -> Game:
    """A game starts with the heroes' turns, their conquest, money, potions and equipment laid out."""
    if not game.sides:
        return game
    side = heroes_side(game)
    conquest = side.count(CONQUEST) or number("conquest")
    side = replace(side, counters=counted(side.counters, CONQUEST, conquest))
    models = tuple(_laid_out(model) if is_hero(model) else model for model in game.models)
    return replace(game.with_side(side), round=1, phase=HEROES, active=side.id, models=models)


def plan_begin(game: Game, act: Act) -> Plan:
    """Begin a hero's turn, or activate a monster: its tokens first."""
    model = game.model(act.model)
    label = f"Begin {model.name}'s turn" if is_hero(model) else f"Activate {model.name}"
    wrong: tuple[Objection, ...] = ()
    if is_hero(model) != (act.action == "begin_turn"):
        kind = "a monster, which is activated" if act.action == "begin_turn" else "a hero, who begins his turn"
        wrong = (able.no(model, f"{model.name} is {kind}.", *WHY),)
    objections = (*wrong, *able.may_start(game, model))
    now, notes = acting(game), upkeep_of(game, model)
    before: tuple[turn_start.Step, ...] = ()
    if now is not None and now.id != model.id:
        before = (_ending_turn(now.id),)
        notes = (f"{now.name} is done for this round.", *notes)
    return Plan(label=label, objections=objections, steps=(*before, *turn_start.steps(model.id)), notes=notes)


def upkeep_of(game: Game, model: Model) -> tuple[str, ...]:
    """What beginning this turn will do, in words."""
    return tuple(line for name, line in upkeep(game) if name == model.id)


def _heroes_only(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if is_hero(model) else ()


def _monsters_only(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return () if is_hero(model) else ((),)


ACTIONS = (
    Action("begin_turn", "Begin the turn", (HEROES,), plan_begin, aims=_heroes_only, icon="turn"),
    Action("activate", "Activate", (OVERLORD,), plan_begin, aims=_monsters_only, icon="activate"),
)


def plan_phase(game: Game) -> Plan:
    """Go on: end the turn that is being taken, or leave this part of the round."""
    now = acting(game)
    stopped = over(game, able.OVER)
    if now is not None:
        word = "turn" if is_hero(now) else "activation"
        label = f"End {now.name}'s {word}"
        return Plan(label=label, objections=stopped, steps=(_ending_turn(now.id),), notes=_ending(now))
    if game.phase == HEROES:
        left = [model.name for model in game.models if is_hero(model) and _still_to_act(model)]
        found = stopped
        if left:
            text = f"{_listed(left)} still {'has' if len(left) == 1 else 'have'} to take a turn."
            found += (Objection(text=text, why=WHY),)
        return Plan(label=TITLES[OVERLORD], objections=found, steps=_to_overlord(game), notes=_early_notes(game))
    label = f"Round {game.round + 1}" if game.phase in TITLES else TITLES[HEROES]
    return Plan(label=label, objections=stopped, steps=(_to_heroes,), notes=_passed_over(game))


def next_up(game: Game) -> tuple[str, ...]:
    """Whose turn is being taken."""
    now = acting(game)
    return () if now is None or game.outcome else (now.id,)


def end_turn(game: Game, model: ModelId) -> Steps[Game]:
    """The end of a figure's turn, with what happens then."""
    for clause in RULES.at(game, game.model(model), TURN_ENDS):
        game = yield from clause.procedure(game, model)
    return (yield from close(game, model, *WHY))


def _ending_turn(model: ModelId) -> turn_start.Step:
    def end(game: Game) -> Steps[Game]:
        return (yield from end_turn(game, model))

    return end


def _still_to_act(model: Model) -> bool:
    return (model.on_table or bool(model.count(IN_TOWN))) and not model.count(TURN)


def _to_overlord(game: Game) -> tuple[turn_start.Step, ...]:
    def turn(game: Game) -> Steps[Game]:
        side = overlord_side(game).id
        for model in game.models:
            if not is_hero(model):
                game = yield from count(game, model.id, TURN, 0, *WHY)
        return (yield from happens(PhaseBegan(round=max(1, game.round), phase=OVERLORD, side=side, why=WHY)))

    if chosen(game, MONSTER_START) != "overlord_turn":
        return (turn,)
    return (turn, *(_early(model.id) for model in game.models if not is_hero(model) and in_play(model)))


def _early(model: ModelId) -> turn_start.Step:
    def tokens(game: Game) -> Steps[Game]:
        return (yield from turn_start.early_tokens(game, model))

    return tokens


def _to_heroes(game: Game) -> Steps[Game]:
    """The next round begins with the heroes."""
    first = game.phase not in TITLES
    for model in game.models:
        game = yield from count(game, model.id, TURN, 0, *WHY)
    side: SideId = heroes_side(game).id
    number_now = max(1, game.round) if first else game.round + 1
    return (yield from happens(PhaseBegan(round=number_now, phase=HEROES, side=side, why=WHY)))


def _early_notes(game: Game) -> tuple[str, ...]:
    """Under the reading that monsters start together: what their tokens do as the overlord's turn starts."""
    if chosen(game, MONSTER_START) != "overlord_turn":
        return ()
    monsters = [model for model in game.models if not is_hero(model) and in_play(model)]
    return tuple(f"{model.name} {line}." for model in monsters for line in lines(model) if "stunned" not in line)


def _passed_over(game: Game) -> tuple[str, ...]:
    """Monsters that are not activated this round, if the overlord goes on now."""
    if game.phase != OVERLORD or game.outcome:
        return ()
    left = [model.name for model in game.models if not is_hero(model) and in_play(model) and not model.count(TURN)]
    return (f"Not activated this round: {_listed(left)}.",) if left else ()


def _ending(model: Model) -> tuple[str, ...]:
    turns = model.count(MONKEY_TURNS)
    if not turns or not taking_turn(model):
        return ()
    if turns == 1:
        return (f"{model.name} is himself again.",)
    return (f"{model.name} loses one of {turns} counters and stays a monkey.",)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _laid_out(model: Model) -> Model:
    """A hero with potions as counters, money, and in hand no more than two hands hold."""
    counters = model.counters
    for potion in POTIONS:
        number_of = model.profile.equipment.count(potion)
        if number_of and not model.count(potion):
            counters = counted(counters, potion, number_of)
    if not model.count(COINS):
        counters = counted(counters, COINS, number("money"))
    worn: tuple[str, ...] = ()
    for item in kit.equipped(model):
        if kit.fits((*worn, item)):
            worn = (*worn, item)
        else:
            counters = counted(counters, STOWED + item, dict(counters).get(STOWED + item, 0) + 1)
    return replace(model, counters=counters)
