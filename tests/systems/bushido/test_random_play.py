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
from engine.systems.bushido import bout
from engine.systems.bushido.activation import can_act, may_activate
from engine.systems.bushido.controlled import owner
from engine.systems.bushido.counters import DECIDED, STOPPED, ki_tokens, printed
from engine.systems.bushido.ground import room
from engine.systems.bushido.ki import limit
from engine.systems.bushido.traits import STATES
from tests.test_every_system import a_move, known, settle

NAME = "shrine_court"
SYSTEM = systems.load("bushido")
COMMANDS = 250
"""Commands of each of the eight games."""
TRIES = 30
MARKS = tuple(status for status in STATES if status not in ("held", "frightened"))


def broken(before: Game, game: Game) -> list[str]:
    """What must never be true of a game of this book once a command is done."""
    found = [f"{m.name}: {name} {n}" for m in game.models for name, n in m.counters if n < 0]
    found += [f"{m.name} is gone but wears {m.markers}" for m in game.models if m.place == "removed" and m.markers]
    found += [f"{name} is left over" for name in (STOPPED, DECIDED) if game.count(name)]
    for model in game.models:
        found += [f"{model.name} remembers {name}" for name in bout.UNSEEN if model.count(name)]
    for model in game.on_table():
        found += wrong(game, model)
        past = before.model(model.id)
        if ki_tokens(model) > max(limit(model), ki_tokens(past)):
            found.append(f"{model.name} has {ki_tokens(model)} Ki")
    if game.phase == "main" and not game.outcome and not can_act(game, game.active):
        found += [f"{side.name} is not asked" for side in game.sides if can_act(game, side.id)]
    return found


def wrong(game: Game, model: Model) -> list[str]:
    found: list[str] = []
    worn = [marker.status for marker in model.markers]
    found += [f"{model.name} wears {status} after its time" for status in ("surprised", "stands_in") if status in worn]
    if worn.count("prone") > 1:
        found.append(f"{model.name} lies twice")
    if ("owner" in worn) != ("control" in worn) or ("control" in worn and owner(model) == model.side):
        found.append(f"{model.name} belongs to nobody: {model.markers}")
    if not 0 <= model.count("activations") <= 2:
        found.append(f"{model.name} has {model.count('activations')} counters")
    if model.count("wounds_lost") >= printed(model, "Wounds"):
        found.append(f"{model.name} is dead and stands")
    for marker in model.markers:
        if marker.status == "held":
            holder = game.model(marker.source)
            if not holder.on_table or holder.side == model.side or not gap(holder, model).contact:
                found.append(f"{model.name} is held by {marker.source} from afar")
    least = model.profile.base.radius - 0.01
    if not (least <= model.x <= game.table.width - least and least <= model.y <= game.table.height - least):
        found.append(f"{model.name} is off the table")
    near = (o for o in game.on_table() if o.id > model.id and math.dist((model.x, model.y), (o.x, o.y)) < 2.5)
    return found + [f"{model.name} stands on {other.name}" for other in near if gap(model, other).overlap > 0.01]


def begun(luck: Random) -> Game:
    """A skirmish whose fighters stand nearer to each other, in all kinds of states."""
    game = skirmish(NAME)
    middle = game.table.height / 2
    facts: list[Event] = []
    for model in game.on_table():
        there = replace(model, y=middle + (model.y - middle) * luck.uniform(0.35, 1.0), x=model.x + luck.uniform(-1, 1))
        if not room(game, there):
            game = game.with_model(there)
        marks = luck.sample(MARKS, luck.choice((0, 0, 1, 2, 3)))
        facts += [Gained(model=model.id, marker=Marker(status, luck.randint(1, 3))) for status in marks]
    result = perform(SYSTEM, game, ByHand(facts=tuple(facts)))
    assert isinstance(result, Done)
    return result.game


def a_command(luck: Random, game: Game) -> Command:
    """Mostly the first legal of a few wishes of a model that may activate, now and then anything at all."""
    own = [model for model in game.on_table() if may_activate(game, model).granted]
    if not own or luck.random() < 0.04:
        return NextPhase()
    if luck.random() < 0.08:
        return a_move(luck, game, SYSTEM)
    for _ in range(TRIES):
        model = luck.choice(own)
        tried = a_wish(luck, game, model)
        if tried is not None and (luck.random() < 0.02 or not SYSTEM.plan(game, tried).objections):
            return tried
    legal = [offer.command for offer in SYSTEM.offers(game, model) if offer.legal]
    return luck.choice(legal) if legal else Act(model=model.id, action="idle")


def a_wish(luck: Random, game: Game, model: Model) -> Command | None:
    """A walk or an action, with its targets; a wait or a focus only seldom."""
    action = luck.choice(SYSTEM.actions)
    if luck.random() < 0.25 or (action.id in ("wait", "focus") and luck.random() < 0.8):
        return a_walk(luck, game, model)
    aims = action.aims(game, model) if action.aims else ((),)
    return Act(model=model.id, action=action.id, targets=luck.choice(aims)) if aims else None


def a_walk(luck: Random, game: Game, model: Model) -> Command:
    """A few inches, most often towards the nearest enemy."""
    near = min(game.enemies(model), key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
    away = math.dist((model.x, model.y), (near.x, near.y))
    share = min(1.0, luck.uniform(1.0, 4.0) / away)
    turn = luck.choice((0.0, 0.0, luck.uniform(-1.2, 1.2)))
    dx, dy = (near.x - model.x) * share, (near.y - model.y) * share
    x = model.x + dx * math.cos(turn) - dy * math.sin(turn)
    y = model.y + dx * math.sin(turn) + dy * math.cos(turn)
    return Move(model=model.id, path=((model.x, model.y), (x, y)), facing=luck.choice((None, luck.uniform(0, 360))))


@pytest.mark.parametrize("seed", range(8))
def test_two_thousand_random_commands_raise_nothing_and_break_nothing(seed: int):
    luck = Random(seed)
    game = begun(luck)
    done = 0
    for _ in range(COMMANDS):
        result, _ = settle(luck, SYSTEM, game, a_command(luck, game))
        if isinstance(result, Refused):
            assert result.objections
            assert [o.text for o in result.objections if not o.why or not all(map(known, o.why))] == []
            continue
        assert isinstance(result, Done)
        assert broken(game, result.game) == []
        assert SYSTEM.upkeep(result.game) is not None
        game = begun(luck) if result.game.outcome else result.game
        done += 1

    assert done > COMMANDS / 2


def test_the_skirmish_is_of_this_book():
    assert seeds.skirmish(NAME).system == "bushido"
