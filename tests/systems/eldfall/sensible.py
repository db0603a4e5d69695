"""A player with simple sense, and a table on which his dice are thrown: it records the golden battle.

    python -m tests.systems.eldfall.sensible

writes `at_the_ford.battle` anew; do so only when a rule was corrected, and read what changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine import seeds, store, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, ByHand, Command, Move, NextPhase
from engine.events import Gained
from engine.game import Game, Marker, Model, ModelId, Point
from engine.journal import Entry, Journal
from engine.play import Asking, Done, perform
from engine.skirmish import skirmish
from engine.systems.eldfall.counters import ACTION, DODGE_MOVE, DODGING, running
from engine.systems.eldfall.pace import speed
from engine.systems.eldfall.sequence import may_activate, may_begin

SYSTEM = systems.load("eldfall")
TABLES = seeds.tables("eldfall")
BATTLE = Path(__file__).with_name("at_the_ford.battle")
SEED = 9
ROUNDS = 3
THROWS = 24
"""How often the dice of one command are thrown, until some State comes up that was not met before."""
LONGEST = 600

WORTH = {
    "attack": 8.0,
    "interact": 9.0,
    "assist": 5.0,
    "perceive": 6.0,
    "death_blow": 7.5,
    "ritual": 7.0,
    "nothing": 0.6,
    "pass": 0.5,
    "duel": -9.0,
    "uncover": 0.4,
    "trade": -9.0,
    "dodge": 0.3,
    "regenerate": 9.0,
    "stratagem": 4.0,
    "take_off": 9.5,
    "activate": 9.0,
}
GOALS = {"pip": (8.95, 27.25), "halka": (15.0, 18.1), "tatter": (15.0, 18.1), "marrow": (27.0, 8.7)}
"""Who goes for which treasure; the others go for the enemy."""


def played(seed: int) -> Journal:
    """The skirmish at the ford, three turns a side, with dice that bring up as much as they can."""
    luck = Random(seed)
    journal = Journal(first=skirmish("cinder_ford"), seed=seed)
    journal = kept(
        journal, ByHand(facts=(Gained(model=ModelId("nettle"), marker=Marker("shrouded")),), note="Stealth"), ()
    )
    while journal.game.round <= ROUNDS and not journal.game.outcome and len(journal.entries) < LONGEST:
        met = seen(journal)
        command = chosen(luck, journal.game, met)
        done, answers = settled(Random(luck.random()), journal.game, command)
        for _ in range(THROWS if any(isinstance(answer, Thrown) for answer in answers) else 0):
            if marked(done.game) - met:
                break
            done, answers = settled(Random(luck.random()), journal.game, command)
        journal = journal.add(Entry(command=command, answers=answers, events=done.events))
    return journal


def kept(journal: Journal, command: Command, answers: tuple[Answer, ...]) -> Journal:
    """Carry out and write down."""
    result = perform(SYSTEM, journal.game, command, answers)
    assert isinstance(result, Done), result
    return journal.add(Entry(command=command, answers=answers, events=result.events))


def settled(luck: Random, game: Game, command: Command) -> tuple[Done, tuple[Answer, ...]]:
    """Carry a command out; dice lie as luck will, and are typed in by hand."""
    answers: tuple[Answer, ...] = ()
    while isinstance(result := perform(SYSTEM, game, command, answers), Asking):
        question = result.question
        if isinstance(question, Choose):
            answers = (*answers, Picked(decided(luck, question)))
        else:
            faces = tuple(luck.randint(1, question.dice.sides) for _ in range(question.dice.count))
            answers = (*answers, Thrown(faces, (True,) * len(faces)))
    assert isinstance(result, Done), result
    return result, answers


def decided(luck: Random, question: Choose) -> str:
    """An Attack where one is offered, a Dodge now and then, and often no Reaction at all."""
    ids = [option.id for option in question.options]
    attacks = [id for id in ids if id.startswith("attack:") and id != "attack:unarmed"]
    if attacks and luck.random() < 0.55:
        return luck.choice(attacks)
    if "dodge" in ids and luck.random() < 0.3:
        return "dodge"
    if "none" in ids:
        return "react" if "react" in ids and luck.random() < 0.5 else "none"
    return ids[0] if luck.random() < 0.8 else luck.choice(ids)


def chosen(luck: Random, game: Game, met: set[str]) -> Command:
    """The best that somebody may do now; going on where nobody may do anything."""
    if game.phase not in ("strategic", "tactical"):
        return NextPhase()
    ready = busy(game)
    luck.shuffle(ready)
    for model in sorted(ready, key=lambda each: not any(gives(name) - met for name in each.profile.equipment)):
        wishes = [
            (worth + luck.random(), place, wish) for place, (worth, wish) in enumerate(wanted(luck, game, model, met))
        ]
        for _, _, wish in sorted(wishes, reverse=True, key=lambda each: each[:2]):
            if not SYSTEM.plan(game, wish).objections:
                return wish
    return NextPhase()


def busy(game: Game) -> list[Model]:
    """Whose command may come next."""
    named = [model for model in game.on_table() if model.id in SYSTEM.next_up(game)]
    if named or running(game):
        return named
    own = [model for model in game.on_table() if model.side == game.active]
    return own if game.phase == "strategic" else [m for m in own if not may_activate(game, m) or m.has("panicked")]


def wanted(luck: Random, game: Game, model: Model, met: set[str]) -> Iterator[tuple[float, Command]]:
    """What the model could wish for, allowed or not, with what it is worth."""
    if running(game) == DODGING and model.count(DODGE_MOVE):
        yield from dodges(game, model)
        return
    for action in SYSTEM.actions:
        if game.phase not in action.phases or action.id.startswith(("begin:", "crouch", "stand", "land", "dismount")):
            continue
        for targets in action.aims(game, model) if action.aims else ((),):
            yield worth(game, model, action.id, targets, met), Act(model=model.id, action=action.id, targets=targets)
    if game.phase == "tactical" and not may_begin(game, model):
        yield from ways(game, model)
    if running(game) == ACTION and "tar_pot" in model.profile.equipment:
        for enemy in game.enemies(model):
            yield 8.5, Move(model=model.id, path=((model.x, model.y), (enemy.x, enemy.y)), how="aim")
    if luck.random() < 0.02:
        yield 9.0, Act(model=model.id, action="crouch")


def worth(game: Game, model: Model, action: str, targets: tuple[str, ...], met: set[str]) -> float:
    """How good an action is: more dice at those who lack something still, nothing twice."""
    kind = action.split(":")[0]
    value = WORTH.get(kind, 0.0)
    target = game.model(targets[0]) if targets else model
    if kind == "attack":
        value += 0.4 * len(targets) - (3.0 if action == "attack:unarmed" else 0.0)
        value -= 2.0 if target.has("incapacitated") or target.id == "nettle" else 0.0
        weapon = action.partition(":")[2]
        value += 1.5 if new_for(weapon, target) else 0.0
        value += 3.0 if gives(weapon) - met else 0.0
    if kind == "idle":
        value = 5.4 if within_shot(game, model, met) else 0.2
    if kind == "assist" and not (target.count("wounds_lost") or ailing(action.partition(":")[2], target)):
        value = -5.0
    return value


def gives(weapon: str) -> set[str]:
    """The States that a weapon brings about."""
    traits = [TABLES["weapon_traits"][trait] for trait in TABLES["weapons"].get(weapon, {}).get("traits", ())]
    return {state for trait in traits for key in ("on_hit", "on_wound") for state, _ in trait.get(key, ())}


def new_for(weapon: str, target: Model) -> bool:
    """Would its States be news to the target?"""
    return any(not target.has(state) for state in gives(weapon))


def ailing(aid: str, target: Model) -> bool:
    """Has the target what the aid cures?"""
    return any(target.has(state) for state in TABLES["aids"].get(aid, {}).get("cures", ()))


def within_shot(game: Game, model: Model, met: set[str]) -> bool:
    """Is there somebody to shoot or to strike from here with something that is news?"""
    news = [name for name in model.profile.equipment if gives(name) - met]
    longest = 0.0
    for name in news or model.profile.equipment:
        weapon = TABLES["weapons"].get(name, {})
        longest = max(longest, weapon.get("reach", 0.0), *(band[0] for band in weapon.get("bands", ((0.0, 0),))))
    return any(_far(model, enemy) <= longest for enemy in game.enemies(model) if not enemy.has("dead"))


def ways(game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """To the treasure it goes for, or to the nearest enemy: walking into reach, running where it is far."""
    here = (model.x, model.y)
    goals: list[Point] = []
    if model.id in GOALS and not model.count("treasure") and game.round == 1:
        goals.append(GOALS[model.id])
    enemies = sorted((e for e in game.enemies(model) if not e.has("dead")), key=lambda enemy: _far(model, enemy))
    goals += [(enemy.x, enemy.y) for enemy in enemies[:2]]
    inches = float(speed(game, model).value)
    for rank, goal in enumerate(goals):
        away = math.dist(here, goal)
        if away < 0.05:
            continue
        for turn in (0, 20, -20, 45, -45):
            for how, most, value in (("walk", inches, 5.0), ("run", 2 * inches, 5.6 if away > 3 * inches else 1.0)):
                step = min(most, max(0.3, away - 0.2))
                yield (
                    value - rank - abs(turn) / 60,
                    Move(model=model.id, path=(here, _ahead(here, goal, step, turn)), how=how),
                )


def dodges(game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """Away from the nearest enemy, or nowhere."""
    near = min(game.enemies(model), key=lambda enemy: _far(model, enemy))
    away = (2 * model.x - near.x, 2 * model.y - near.y)
    half = math.ceil(speed(game, model).value / 2)
    for turn in (0, 30, -30, 60, -60):
        there = _ahead((model.x, model.y), away, half, turn)
        yield 3.0 - abs(turn) / 60, Move(model=model.id, path=((model.x, model.y), there), how="dodge")
    yield 1.0, Act(model=model.id, action="stay_put")


def _ahead(here: Point, there: Point, step: float, turn: float) -> Point:
    angle = math.atan2(there[1] - here[1], there[0] - here[0]) + math.radians(turn)
    return round(here[0] + step * math.cos(angle), 4), round(here[1] + step * math.sin(angle), 4)


def _far(one: Model, other: Model) -> float:
    """Inches from edge to edge."""
    return max(0.0, math.dist((one.x, one.y), (other.x, other.y)) - one.profile.base.radius - other.profile.base.radius)


def seen(journal: Journal) -> set[str]:
    """Every State that some model was in at some time."""
    return set().union(*(marked(game) for game in (journal.first, *journal.games)))


def marked(game: Game) -> set[str]:
    """Every State that some model is in."""
    return {marker.status for model in game.models for marker in model.markers}


def write(path: Path, seed: int) -> Journal:
    """Play the battle of this seed and write it down."""
    journal = played(seed)
    path.unlink(missing_ok=True)
    with store.BattleFile.create(path, Journal(first=journal.first, seed=journal.seed)) as file:
        for entry in journal.entries:
            file.record(entry)
    return journal


if __name__ == "__main__":
    battle = write(BATTLE, SEED)
    print(len(battle.entries), battle.game.round, battle.game.outcome, sorted(seen(battle)))
