"""Players with simple sense, and a table on which their dice are thrown: they record the golden battle.

    python -m tests.systems.descent.sensible

writes `two_rounds.battle` anew; do so only when a rule was corrected, and read what changed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine import store, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, Command, Move, NextPhase
from engine.game import Game, Model, Point, Terrain
from engine.geometry.grid import centre
from engine.geometry.squared import borders, spaces
from engine.journal import Entry, Journal
from engine.play import Asking, Done, perform
from engine.skirmish import skirmish
from engine.systems.descent.counters import acting, in_play, is_hero
from engine.systems.descent.ways import ground, place, reach

SYSTEM = systems.load("descent")
BATTLE = Path(__file__).with_name("two_rounds.battle")
NAME = "under_tallow_street"
SEED = 62
ROUNDS = 2
FEW, THROWS = 4, 12
"""How many wishes are tried, and how often the dice of each, until something comes up that was not met before."""
LONGEST = 200
EFFECTS = ("bleed", "burn", "daze", "poison", "stun", "transformed", "web", "curse", "frost")
ORDERS = ("aim", "dodge", "guard", "rest")

WORTH = {
    "attack": 10.0,
    "guard:": 11.0,
    "chests": 12.0,
    "doors": 13.0,
    "potions": 2.0,
    "pick_up": 3.0,
    "ready": 4.7,
    "aim": 12.0,
    "dodge": 12.0,
    "guard": 12.0,
    "rest": 12.0,
}


def played(seed: int) -> Journal:
    """Two rounds of the skirmish, with choices and dice that bring up as much as they can."""
    luck = Random(seed)
    journal = Journal(first=skirmish(NAME), seed=seed)
    met = marked(journal.first)
    while journal.game.round <= ROUNDS and not journal.game.outcome and len(journal.entries) < LONGEST:
        command, done, answers = best(luck, journal.game, met)
        met |= marked(done.game)
        journal = journal.add(Entry(command=command, answers=answers, events=done.events))
    return journal


def best(luck: Random, game: Game, met: set[str]) -> tuple[Command, Done, tuple[Answer, ...]]:
    """The first of the best few wishes that brings up something new; where none does, the best of them."""
    wished = chosen(luck, game)
    first = None
    for command in wished[:FEW]:
        for _ in range(THROWS):
            done, answers = settled(Random(luck.random()), game, command)
            first = first or (command, done, answers)
            if marked(done.game) - met:
                return command, done, answers
            if not answers:
                break
    assert first is not None
    return first


def settled(luck: Random, game: Game, command: Command) -> tuple[Done, tuple[Answer, ...]]:
    """Carry a command out; dice lie as luck will, and are typed in by hand."""
    answers: tuple[Answer, ...] = ()
    while isinstance(result := perform(SYSTEM, game, command, answers), Asking):
        question = result.question
        if isinstance(question, Choose):
            ids = [option.id for option in question.options]
            answers = (*answers, Picked(ids[0] if luck.random() < 0.7 else luck.choice(ids)))
        else:
            faces = tuple(luck.randint(1, question.dice.sides) for _ in range(question.dice.count))
            answers = (*answers, Thrown(faces, (True,) * len(faces)))
    assert isinstance(result, Done), (command, result)
    return result, answers


def chosen(luck: Random, game: Game) -> tuple[Command, ...]:
    """What the one who acts may do, or whose turn is to come, the best first; going on where there is nothing."""
    now = acting(game)
    ready = [now] if now is not None else [model for model in game.models if _may_begin(game, model)]
    if not ready:
        return (NextPhase(),)
    model = luck.choice(ready)
    ranked = sorted(
        (worth + 2.0 * luck.random(), index, wish) for index, (worth, wish) in enumerate(wishes(luck, game, model))
    )
    found: list[Command] = []
    for _, _, wish in reversed(ranked):
        if not SYSTEM.plan(game, wish).objections:
            found.append(wish)
        if len(found) == FEW or isinstance(wish, NextPhase):
            break
    return tuple(found)


def wishes(luck: Random, game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """What the figure could wish for, allowed or not, with what it is worth."""
    for action in SYSTEM.actions:
        if action.id in ("give", "drop", "equip", "glyphs", "stairs", "leave", "fatigue", "concentrate"):
            continue
        for targets in action.aims(game, model) if action.aims else ((),):
            kind = next((known for known in WORTH if action.id.startswith(known)), "")
            worth = WORTH.get(kind, 4.0)
            if action.id in ORDERS and any(model.has(action.id) for model in game.models):
                worth -= 2.0
            if action.id in ("begin_turn", "activate"):
                worth = 20.0
            if action.id.startswith("attack:fists"):
                worth = 4.5
            if targets:
                worth -= _far(game, model, targets[0]) / 20
            if action.id in ("potions",) and not model.count("wounds_lost"):
                worth = 0.0
            if action.id == "doors" and any(piece.kind == "open_door" for piece in game.table.terrain):
                worth = 0.2
            yield worth, Act(model=model.id, action=action.id, targets=targets)
    yield from walks(luck, game, model)
    yield 1.0, NextPhase()


def walks(luck: Random, game: Game, model: Model) -> Iterator[tuple[float, Command]]:
    """The place in reach that is nearest to an enemy, to a closed door, or to a chest."""
    if not model.count("mp") or not in_play(model):
        return
    goals = [(enemy.x, enemy.y) for enemy in game.enemies(model) if in_play(enemy)]
    if is_hero(model):
        things = [piece for piece in game.table.terrain if piece.kind in ("door", "chest")]
        goals += [(sum(x) / len(x), sum(y) / len(y)) for x, y in (zip(*p.outline, strict=True) for p in things)]
    places = [figure.centre() for figure in reach(ground(game, model), place(model), model.count("mp"))]
    if not goals or not places:
        return
    if is_hero(model):
        chests = {spot for piece in game.table.terrain if piece.kind == "chest" for spot in _spots(piece)}
        yield from ((9.5, Move(model=model.id, path=((model.x, model.y), at))) for at in places if at in chests)
        doors = {spot for piece in game.table.terrain if piece.kind == "door" for spot in _beside(piece)}
        if model.count("mp") > 2 and (model.x, model.y) not in doors:
            yield from ((9.0, Move(model=model.id, path=((model.x, model.y), at))) for at in places if at in doors)
    goal = min(goals, key=lambda at: math.dist(at, (model.x, model.y)) * luck.uniform(0.5, 1.5))
    best = min(places, key=lambda at: math.dist(at, goal))
    now = math.dist((model.x, model.y), goal)
    if now - math.dist(best, goal) > 0.4:
        yield 7.0, Move(model=model.id, path=((model.x, model.y), best))


def seen(journal: Journal) -> set[str]:
    """Everything that has lain beside anybody so far, doors and chests opened, and items broken."""
    return set().union(*(marked(game) for game in (journal.first, *journal.games)))


def marked(game: Game) -> set[str]:
    found = {marker.status for model in game.models for marker in model.markers}
    found |= {name for model in game.models for name, _ in model.counters if name.startswith("shattered_")}
    found |= {piece.kind for piece in game.table.terrain if piece.kind.startswith("open_")}
    return found | {model.removed_as for model in game.models if model.removed_as}


def _spots(piece: Terrain) -> list[Point]:
    return [centre(space) for space in spaces(piece)]


def _beside(door: Terrain) -> list[Point]:
    return [centre(space) for border in borders(door) for space in border]


def _may_begin(game: Game, model: Model) -> bool:
    action = "begin_turn" if is_hero(model) else "activate"
    return not SYSTEM.plan(game, Act(model=model.id, action=action)).objections


def _far(game: Game, model: Model, target: str) -> float:
    other = game.model(target)
    return math.dist((model.x, model.y), (other.x, other.y))


def main() -> None:
    """Write the golden battle anew."""
    journal = played(SEED)
    BATTLE.unlink(missing_ok=True)
    file = store.BattleFile.create(BATTLE, Journal(first=journal.first, seed=journal.seed))
    for entry in journal.entries:
        file.record(entry)
    file.close()


if __name__ == "__main__":
    main()
