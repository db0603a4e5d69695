"""A player with simple sense, and a table on which his dice are thrown: it records the golden battle.

    python -m tests.systems.bushido.sensible

writes `three_turns.battle` anew; do so only when a rule was corrected, and read what changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from engine import store, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, Command, Move, NextPhase
from engine.game import Game, Model
from engine.journal import Entry, Journal
from engine.play import Asking, Done, perform
from engine.skirmish import skirmish

SYSTEM = systems.load("bushido")
BATTLE = Path(__file__).with_name("three_turns.battle")
SEED = 0
THROWS = 30
"""How often the dice of one command are thrown, until some condition comes up that was not met before."""
LONGEST = 400
HUNTERS = ("grip", "venom_knife", "rot_staff", "bell_staff", "gutting_hook")
"""Weapons whose bearers go for the enemy rather than for the shrine."""

WORTH = {
    "stand_up": 9.0,
    "scenario": 8.0,
    "feat": 7.0,
    "feat:strings_of_salt": 11.0,
    "feat:lamp_in_the_eyes": 13.0,
    "charge": 6.0,
    "melee": 6.5,
    "shoot": 6.2,
    "heal": 5.5,
    "wait": 5.0,
    "focus": 1.0,
    "scenario_complex": 3.0,
    "disengage": 0.5,
    "run": 2.0,
}


def played(seed: int) -> Journal:
    """The skirmish at the shrine, played to its end, with dice that bring up as much as they can."""
    luck = Random(seed)
    journal = Journal(first=skirmish("shrine_court"), seed=seed)
    while not journal.game.outcome and len(journal.entries) < LONGEST:
        command = chosen(luck, journal.game)
        met = seen(journal)
        done, answers = settled(Random(luck.random()), journal.game, command)
        for _ in range(THROWS if answers else 0):
            if marked(done.game) - met:
                break
            done, answers = settled(Random(luck.random()), journal.game, command)
        journal = journal.add(Entry(command=command, answers=answers, events=done.events))
    return journal


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
    """The first option mostly: books offer the sensible one first."""
    ids = [option.id for option in question.options]
    if all("/" in id for id in ids):
        special = [id for id in ids if " " in id and not id.startswith("0/")]
        special = [id for id in special if id.endswith(" grapple_attack")] or special
        return luck.choice(special) if special and luck.random() < 0.7 else luck.choice(ids[:3])
    if "no" in ids:
        return "boost" if luck.random() < 0.3 else "no"
    return ids[0] if luck.random() < 0.8 else luck.choice(ids)


def chosen(luck: Random, game: Game) -> Command:
    """The best that one model of the side to act may do; going on where none may do anything."""
    if game.phase != "main":
        return NextPhase()
    ready = [model for model in game.on_table() if model.side == game.active and model.count("activations")]
    luck.shuffle(ready)
    for model in sorted(ready, key=lambda each: each.id not in SYSTEM.next_up(game)):
        ranked = sorted(
            ((worth + 3.0 * luck.random(), index, wish) for index, (worth, wish) in enumerate(wishes(game, model)))
        )
        for _, _, wish in reversed(ranked):
            if not SYSTEM.plan(game, wish).objections:
                return wish
    return NextPhase()


def wishes(game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """What the model could wish for, allowed or not, with what it is worth."""
    for action in SYSTEM.actions:
        for targets in action.aims(game, model) if action.aims else ((),):
            act = Act(model=model.id, action=action.id, targets=targets)
            worth = WORTH.get(action.id, WORTH.get(action.id.split(":")[0], 0.0)) + 1.0 / (
                1.0 + _far(game, model, (*targets, "")[0])
            )
            worth += 3.0 if action.id in ("melee", "charge") and hunts(model) else 0.0
            yield (worth - 10.0 if pointless(game, model, act) else worth), act
    yield from walks(game, model)


def hunts(model: Model) -> bool:
    """Does its weapon leave a mark on whom it wounds or seizes?"""
    return any(weapon in HUNTERS for weapon in model.profile.equipment)


def pointless(game: Game, model: Model, act: Act) -> bool:
    """Would it change nothing?"""
    action, target = act.action, game.model(act.targets[0]) if act.targets else model
    if action == "wait":
        return not any(model.has(status) for status in ("stunned", "immobilised", "fire", "reload"))
    if action == "heal":
        return not target.count("wounds_lost")
    if action == "scenario":
        return bool(game.side(model.side).count("holds"))
    if action == "melee":
        return _far(game, model, target.id) > 4.0
    if action == "feat:call_the_name":
        return target.has("death_sentence")
    if action == "feat:wash_clean":
        return not any(target.has(status) for status in ("poison", "bleed", "disease"))
    if action == "feat:goad":
        return target.has("impetuous") or target.id == model.id
    if action == "feat:lamp_in_the_eyes":
        return target.has("blind")
    if action == "feat:strings_of_salt":
        return game.round > 1
    if action == "feat:slip_into_the_crowd":
        return model.has("disguise")
    return action == "feat:wail" and not any(_far(game, model, enemy.id) < 3.0 for enemy in game.enemies(model))


def walks(game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """To the shrine, to touch it if near enough; to the nearest enemy; and a run at him for those who must."""
    here, radius = (model.x, model.y), model.profile.base.radius
    corner = min(max(here[0], 11.1), 12.9), min(max(here[1], 11.1), 12.9)
    away = math.dist(here, corner)
    if away > radius + 0.01:
        step = min(model.stat("Move"), away - radius - 0.0004)
        for turn in (0, 25, -25, 50, -50):
            yield 4.0 - abs(turn) / 50, Move(model=model.id, path=(here, _ahead(here, corner, step, turn)), how="walk")
    enemies = sorted(game.enemies(model), key=lambda enemy: _far(game, model, enemy.id))
    for enemy in enemies[:1]:
        there = (enemy.x, enemy.y)
        yield (
            4.5 if hunts else 2.0,
            Move(model=model.id, path=(here, _ahead(here, there, model.stat("Move") / 2, 0)), how="walk"),
        )
        yield 1.0, Move(model=model.id, path=(here, _ahead(here, there, model.stat("Move") * 1.5, 0)), how="run")


def _ahead(here: tuple[float, float], there: tuple[float, float], step: float, turn: float) -> tuple[float, float]:
    angle = math.atan2(there[1] - here[1], there[0] - here[0]) + math.radians(turn)
    return round(here[0] + step * math.cos(angle), 4), round(here[1] + step * math.sin(angle), 4)


def _far(game: Game, model: Model, target: str) -> float:
    """Inches from edge to edge, roughly; 0 to nobody."""
    if not target:
        return 0.0
    other = game.model(target)
    bases = model.profile.base.radius + other.profile.base.radius
    return max(0.0, math.dist((model.x, model.y), (other.x, other.y)) - bases)


def seen(journal: Journal) -> set[str]:
    """Every condition that some model was in at some time."""
    return set().union(*(marked(game) for game in (journal.first, *journal.games)))


def marked(game: Game) -> set[str]:
    """Every condition that some model is in."""
    return {marker.status for model in game.models for marker in model.markers}


def write(path: Path, seed: int) -> Journal:
    """Play the battle of this seed and write it down."""
    journal = played(seed)
    path.unlink(missing_ok=True)
    with store.BattleFile.create(path, Journal(first=journal.first, seed=journal.seed)) as kept:
        for entry in journal.entries:
            kept.record(entry)
    return journal


if __name__ == "__main__":
    battle = write(BATTLE, SEED)
    print(len(battle.entries), battle.game.round, battle.game.outcome)
    print(replace(battle.game, table=replace(battle.game.table, terrain=())).sides)
