"""Two thousand commands of random play: nothing raises, every no is cited, and these things are never true."""

from __future__ import annotations

import math
from random import Random

import pytest
from msgspec.structs import replace

from engine import seeds, systems
from engine.commands import Act, ByHand, Command, Move, NextPhase
from engine.events import Event, Gained
from engine.game import Game, Marker, Model
from engine.geometry.measure import gap
from engine.play import Done, Refused, perform
from engine.skirmish import skirmish
from engine.standing import no_room
from engine.systems.eldfall import counters, declared
from engine.systems.eldfall.hitbox import hitbox
from engine.systems.eldfall.markers import TITLES
from engine.systems.eldfall.sequence import may_activate, may_begin
from tests.test_every_system import a_move, known, settle

NAME = "cinder_ford"
SYSTEM = systems.load("eldfall")
COMMANDS = 250
"""Commands of each of the eight games."""
TRIES = 30
MARKS = tuple(status for status in TITLES if status not in ("engaged", "mounted", "dead", "incapacitated", "flying"))
ALONE = ("incapacitated", "petrified")
"""States of which a fresh game has only few, or nobody would be left to play."""
MEMORY = (*counters.OF_A_SEQUENCE, *declared.UNSEEN)


def broken(game: Game) -> list[str]:
    """What must never be true of a game of this book once a command is done."""
    found = [f"{m.name}: {name} {n}" for m in game.models for name, n in m.counters if n < 0]
    found += [f"{m.name} is gone but wears {m.markers}" for m in game.models if m.place == "removed" and m.markers]
    if not game.count(counters.STEP):
        for model in game.models:
            found += [f"{model.name} remembers {name}" for name in MEMORY if model.count(name)]
            hidden = [m.status for m in model.markers if SYSTEM.rules.statuses[m.status].hidden]
            found += [f"{model.name} still wears {hidden}"] if hidden else []
            found += [f"{model.name} is still {status}" for status in ("surprised", "reacts") if model.has(status)]
        found += [f"{name} is left over" for name in (counters.HOW,) if game.count(name)]
    for model in game.on_table():
        found += wrong(game, model)
    return found


def wrong(game: Game, model: Model) -> list[str]:
    found: list[str] = []
    worn = {marker.status for marker in model.markers}
    doubled = len({(m.status, m.source) for m in model.markers}) < len(model.markers)
    hidden = any(SYSTEM.rules.statuses[m.status].hidden for m in model.markers)
    found += [f"{model.name} wears something twice: {model.markers}"] if doubled and not hidden else []
    if "flying" in worn and worn & {"crouched", "incapacitated", "dead", "immobilized", "petrified"}:
        found.append(f"{model.name} flies, though {worn}")
    if "mounted" in worn and worn & {"crouched", "incapacitated", "dead"}:
        found.append(f"{model.name} rides, though {worn}")
    left, printed = SYSTEM.wounds(game, model) if SYSTEM.wounds else (0, 0)
    if not left and not worn & {"incapacitated", "dead"}:
        found.append(f"{model.name} has no HP and stands")
    if not 0 <= left <= printed:
        found.append(f"{model.name} has {left} of {printed} HP")
    for marker in model.markers:
        if marker.status == "engaged":
            enemy = game.model(marker.source)
            holds = enemy.on_table and not any(enemy.has(s) for s in ("crouched", "dead", "petrified", "incapacitated"))
            found += [] if holds else [f"{model.name} is engaged by {enemy.name}, who is {enemy.markers}"]
    least = model.profile.base.radius - 0.01
    if not (least <= model.x <= game.table.width - least and least <= model.y <= game.table.height - least):
        found.append(f"{model.name} is off the table")
    if not worn & {"flying", "dead"}:
        near = (o for o in game.on_table() if o.id > model.id and math.dist((model.x, model.y), (o.x, o.y)) < 2.5)
        solid = [other for other in near if not (other.has("flying") or other.has("dead"))]
        found += [f"{model.name} stands on {other.name}" for other in solid if inside(game, model, other)]
    return found


def inside(game: Game, one: Model, other: Model) -> bool:
    """Do the hitboxes of two models share room?  Whoever stands on a chest may lean over somebody lying beside it."""
    first, second = hitbox(game, one), hitbox(game, other)
    low = max(first.z, second.z)
    high = min(first.z + first.profile.height, second.z + second.profile.height)
    return high > low + 0.01 and gap(one, other).overlap > 0.01


def begun(luck: Random) -> Game:
    """A skirmish in its Tactical Phase whose models stand nearer to each other, in all kinds of States."""
    game = skirmish(NAME)
    middle = game.table.height / 2
    facts: list[Event] = []
    for model in game.on_table():
        there = replace(model, y=middle + (model.y - middle) * luck.uniform(0.2, 1.0), x=model.x + luck.uniform(-1, 1))
        if not no_room(game, there, ("ELD-DEF-MGEN",)):
            game = game.with_model(there)
        marks = luck.sample(MARKS, luck.choice((0, 0, 1, 1, 2)))
        if "flight" in model.profile.traits and luck.random() < 0.5:
            marks = ["flying", *(mark for mark in marks if mark not in ("crouched", "immobilized", "petrified"))]
        if luck.random() < 0.1:
            marks.append("incapacitated")
        facts += [Gained(model=model.id, marker=Marker(status, luck.choice((0, 1)))) for status in marks]
    result = perform(SYSTEM, game, ByHand(facts=tuple(facts)))
    assert isinstance(result, Done)
    game = result.game
    while game.phase != "tactical":
        result, _ = settle(luck, SYSTEM, game, NextPhase())
        assert isinstance(result, Done)
        game = result.game
    return game


def busy(game: Game) -> list[Model]:
    """Whose command comes next."""
    named = [model for model in game.on_table() if model.id in SYSTEM.next_up(game)]
    return named or [m for m in game.on_table() if m.side == game.active and not may_activate(game, m)]


def a_command(luck: Random, game: Game) -> Command:
    """Mostly the first legal of a few wishes of a model that may act, now and then anything at all."""
    own = busy(game)
    if not own or luck.random() < 0.03:
        return NextPhase()
    if luck.random() < 0.06:
        return a_move(luck, game, SYSTEM)
    for _ in range(TRIES):
        model = luck.choice(own)
        tried = a_wish(luck, game, model)
        if tried is not None and (luck.random() < 0.02 or not SYSTEM.plan(game, tried).objections):
            return tried
    legal = [offer.command for offer in SYSTEM.offers(game, own[0]) if offer.legal]
    return luck.choice(legal) if legal else NextPhase()


def a_wish(luck: Random, game: Game, model: Model) -> Command | None:
    """A movement or an action, with its targets; passing and idling only seldom."""
    moving = not may_begin(game, model) or model.count(counters.DODGE_MOVE)
    if moving and luck.random() < 0.6:
        return a_walk(luck, game, model)
    carried = [a for a in SYSTEM.actions if a.id.partition(":")[2] in model.profile.equipment]
    action = luck.choice(carried if carried and luck.random() < 0.6 else SYSTEM.actions)
    if action.id in ("pass", "nothing", "stay_put", "duel") and luck.random() < 0.85:
        return None
    aims = action.aims(game, model) if action.aims else ((),)
    return Act(model=model.id, action=action.id, targets=luck.choice(aims)) if aims else None


def a_walk(luck: Random, game: Game, model: Model) -> Command:
    """Some inches, most often towards the nearest enemy."""
    near = min(game.enemies(model), key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
    away = max(0.01, math.dist((model.x, model.y), (near.x, near.y)))
    share = min(1.0, luck.uniform(1.0, 9.0) / away)
    turn = luck.choice((0.0, 0.0, luck.uniform(-1.2, 1.2)))
    dx, dy = (near.x - model.x) * share, (near.y - model.y) * share
    x = model.x + dx * math.cos(turn) - dy * math.sin(turn)
    y = model.y + dx * math.sin(turn) + dy * math.cos(turn)
    how = luck.choice(("walk", "walk", "run", "jump", "climb", "aim", "dodge"))
    return Move(model=model.id, path=((model.x, model.y), (x, y)), how=how)


@pytest.mark.parametrize("seed", range(8))
def test_two_thousand_random_commands_raise_nothing_and_break_nothing(seed: int) -> None:
    luck = Random(seed)
    game = begun(luck)
    assert broken(game) == []
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
    assert seeds.skirmish(NAME).system == "eldfall"
