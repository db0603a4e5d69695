"""Two thousand commands of random play: nothing raises, every no is cited, and these things are never true."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine import seeds, systems
from engine.commands import Act, ByHand, Command, Move, NextPhase
from engine.events import Event, Gained
from engine.game import Game, Marker, Model
from engine.geometry.grid import figure_of
from engine.play import Done, Refused, perform
from engine.skirmish import skirmish
from engine.systems.descent import board
from engine.systems.descent.counters import (
    SCRATCH,
    TURN,
    acting,
    in_play,
    is_hero,
    printed,
    taking_turn,
    tokens,
    wounds_left,
)
from engine.systems.descent.orders import ORDERS
from engine.systems.descent.ways import ground, place, reach
from tests.test_every_system import a_move, known, settle

NAME = "under_tallow_street"
SYSTEM = systems.load("descent")
COMMANDS = 250
"""Commands of each of the eight games."""
TRIES = 30
MARKS = ("bleed", "burn", "daze", "stun", "web")
HERO_MARKS = ("curse", "frost")


def broken(game: Game) -> list[str]:
    """What must never be true of a game of this book once a command is done."""
    found = [f"{m.name}: {name} {n}" for m in game.models for name, n in m.counters if n < 0]
    found += [f"{side.name}: {name} {n}" for side in game.sides for name, n in side.counters if n < 0]
    found += [f"{name} is left over" for name in SCRATCH if game.count(name)]
    found += [f"{m.name} is gone but wears {m.markers}" for m in game.models if m.place == "removed" and m.markers]
    if sum(taking_turn(model) for model in game.models) > 1:
        found.append("two take their turn at once")
    for model in game.models:
        found += wrong(model)
    standing: dict[tuple[int, int], Model] = {}
    ways = board.walking(game.table)
    for model in game.models:
        if not in_play(model):
            continue
        figure = figure_of(model)
        if figure.centre() != (model.x, model.y):
            found.append(f"{model.name} stands between squares at {model.x}, {model.y}")
        if not ways.holds(figure):
            found.append(f"{model.name} stands where nobody can at {figure}")
        for space in figure.spaces:
            if space in standing:
                found.append(f"{model.name} stands in {standing[space].name}")
            standing[space] = model
    return found


def wrong(model: Model) -> list[str]:
    found: list[str] = []
    if tokens(model, "poison") > printed(model, "Wounds") - wounds_left(model):
        found.append(f"{model.name} has more poison than wounds missing")
    if model.has("transformed") != bool(model.count("monkey_turns")):
        found.append(f"{model.name} is half a monkey")
    if in_play(model) and wounds_left(model) == 0:
        found.append(f"{model.name} is dead and stands")
    if sum(tokens(model, order) for order in ORDERS) > 1:
        found.append(f"{model.name} has two orders")
    if model.count(TURN) > 2:
        found.append(f"{model.name} has had {model.count(TURN)} turns")
    if not is_hero(model) and any(model.has(status) for status in ("poison", "curse", "frost", "transformed", *ORDERS)):
        found.append(f"{model.name} is a monster and wears {model.markers}")
    if in_play(model) and not taking_turn(model) and any(model.count(name) for name in ("mp", "attacks", "orders")):
        found.append(f"{model.name} has something to spend out of turn")
    return found


def begun(luck: Random) -> Game:
    """The skirmish with its doors open now and then, in all kinds of states, the wounds low."""
    game = skirmish(NAME)
    facts: list[Event] = []
    for model in game.on_table():
        marks = (*MARKS, *(HERO_MARKS if is_hero(model) else ()))
        for status in luck.sample(marks, luck.choice((0, 0, 1, 2, 3))):
            facts += [Gained(model=model.id, marker=Marker(status))] * luck.randint(1, 2)
    if luck.random() < 0.7:
        doors = [piece for piece in game.table.terrain if piece.kind == "door"]
        opened = {d.id: replace(d, kind="open_door", sight="clear", footing="open") for d in doors}
        terrain = tuple(opened.get(piece.id, piece) for piece in game.table.terrain)
        game = replace(game, table=replace(game.table, terrain=terrain))
    result = perform(SYSTEM, game, ByHand(facts=tuple(facts)))
    assert isinstance(result, Done)
    return result.game


def a_command(luck: Random, game: Game) -> Command:
    """Mostly the first legal of a few wishes of whoever acts or may begin, now and then anything at all."""
    now = acting(game)
    own = [now] if now is not None else [model for model in game.models if in_play(model)]
    if not own or luck.random() < 0.04:
        return NextPhase()
    if luck.random() < 0.06:
        return a_move(luck, game, SYSTEM)
    for _ in range(TRIES):
        model = luck.choice(own)
        tried = a_wish(luck, game, model)
        if tried is not None and (luck.random() < 0.02 or not SYSTEM.plan(game, tried).objections):
            return tried
    return NextPhase()


def a_wish(luck: Random, game: Game, model: Model) -> Command | None:
    """A walk to a place in reach, or an action with its targets."""
    if luck.random() < 0.3:
        return a_walk(luck, game, model)
    action = luck.choice(SYSTEM.actions)
    if luck.random() < 0.3:
        action = SYSTEM.action("begin_turn" if is_hero(model) else "activate") or action
    aims = action.aims(game, model) if action.aims else ((),)
    return Act(model=model.id, action=action.id, targets=luck.choice(aims)) if aims else None


def a_walk(luck: Random, game: Game, model: Model) -> Command | None:
    """To a place in reach, half the time the one nearest to an enemy; long figures now and then turned."""
    places = [figure.centre() for figure in reach(ground(game, model), place(model), model.count("mp"))]
    enemies = [enemy for enemy in game.enemies(model) if in_play(enemy)]
    if not places or not model.count("mp"):
        return None
    goal = luck.choice(places)
    if enemies and luck.random() < 0.5:
        foe = luck.choice(enemies)
        goal = min(places, key=lambda at: (at[0] - foe.x) ** 2 + (at[1] - foe.y) ** 2)
    facing = luck.choice((None, None, 0.0, 90.0))
    return Move(
        model=model.id, path=((model.x, model.y), goal), how=luck.choice(("", "", "walk", "jump")), facing=facing
    )


@pytest.mark.clause("DES-DEF-MP", "DES-DEF-LARGE", "DES-DEF-TURN", "DES-POISON-2", "DES-DEF-ORD")
@pytest.mark.parametrize("seed", range(8))
def test_two_thousand_random_commands_raise_nothing_and_break_nothing(seed: int) -> None:
    luck = Random(seed)
    game = begun(luck)
    done = 0
    for _ in range(COMMANDS):
        command = a_command(luck, game)
        result, _ = settle(luck, SYSTEM, game, command)
        if isinstance(result, Refused):
            assert result.objections
            assert [o.text for o in result.objections if not o.why or not all(map(known, o.why))] == []
            continue
        assert isinstance(result, Done)
        assert broken(result.game) == [], command
        assert SYSTEM.upkeep(result.game) is not None
        game = begun(luck) if result.game.outcome else result.game
        done += 1

    assert done > COMMANDS / 2


def test_the_skirmish_is_of_this_book() -> None:
    assert seeds.skirmish(NAME).system == "descent"
