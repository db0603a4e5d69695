"""One contract over every rulebook: nothing raises, every no is cited, undo and files lose nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import seeds, store, systems
from engine.ask import Answer, Choose, Picked, Thrown
from engine.commands import Act, ByHand, Command, Deploy, Move, NextPhase, Turn
from engine.events import Counted, Gained, Removed
from engine.game import Game, Marker, Model, ModelId
from engine.journal import Entry, Journal
from engine.play import Asking, Done, Refused, perform
from engine.skirmish import skirmish
from engine.system import System

SKIRMISHES = [name for name in seeds.skirmishes() if seeds.skirmish(name).system in systems.names()]


def known(clause: str) -> bool:
    try:
        seeds.clause(clause)
    except KeyError:
        return False
    return True


def a_model(luck: Random, game: Game) -> ModelId:
    """Mostly a model that is there, sometimes one that is not."""
    return ModelId("nobody") if luck.random() < 0.03 else luck.choice(game.models).id


def a_move(luck: Random, game: Game, system: System) -> Move:
    """Mostly a few inches towards somebody, sometimes far or off the table."""
    name = a_model(luck, game)
    model = game.model(name) if game.has_model(name) else game.models[0]
    goal = luck.choice(game.models)
    share = luck.choice((0.2, 0.5, 1.0, 1.0))
    x = model.x + (goal.x - model.x) * share + luck.uniform(-3, 3) * luck.choice((0, 1))
    y = model.y + (goal.y - model.y) * share + luck.uniform(-3, 3) * luck.choice((0, 1))
    bend = ((model.x + x) / 2 + luck.uniform(-2, 2), (model.y + y) / 2)
    path = ((model.x, model.y), bend, (x, y)) if luck.random() < 0.3 else ((model.x, model.y), (x, y))
    kinds = ("", "", "", *(kind.id for kind in system.move_kinds))
    return Move(model=name, path=path, how=luck.choice(kinds))


def an_act(luck: Random, game: Game, system: System) -> Command:
    """Mostly something offered, legal or not; sometimes nonsense."""
    model: Model = luck.choice(game.models)
    offers = system.offers(game, model) if model.on_table and luck.random() < 0.8 else ()
    if offers:
        return luck.choice(offers).command
    action = luck.choice([a.id for a in system.actions] or ["shout"])
    targets = tuple(luck.choice(game.models).id for _ in range(luck.randrange(3)))
    return Act(model=a_model(luck, game), action=action if luck.random() < 0.95 else "shout", targets=targets)


def by_hand(luck: Random, game: Game, system: System) -> ByHand:
    name = a_model(luck, game)
    status = luck.choice(list(system.rules.statuses) or ["odd"])
    fact = luck.choice(
        (
            Gained(model=name, marker=Marker(status)),
            Counted(of="model", whose=name, name="wounds_lost", value=luck.randrange(3)),
            Removed(model=name, reason="taken off by hand"),
        )
    )
    return ByHand(facts=(fact,), note="a test's hand")


def a_command(luck: Random, game: Game, system: System) -> Command:
    kind = luck.random()
    if kind < 0.35:
        return a_move(luck, game, system)
    if kind < 0.7:
        return an_act(luck, game, system)
    if kind < 0.9:
        return NextPhase()
    if kind < 0.94:
        return by_hand(luck, game, system)
    if kind < 0.97:
        return Turn(model=a_model(luck, game), facing=luck.uniform(0, 360))
    return Deploy(model=a_model(luck, game), at=(luck.uniform(-2, 40), luck.uniform(-2, 40), 0.0))


def an_answer(luck: Random, asking: Asking) -> Answer:
    question = asking.question
    if isinstance(question, Choose):
        return Picked(luck.choice(question.options).id)
    return Thrown(tuple(luck.randint(1, question.dice.sides) for _ in range(question.dice.count)))


def settle(luck: Random, system: System, game: Game, command: Command) -> tuple[Done | Refused, tuple[Answer, ...]]:
    """Carry a command to its end with random dice and choices."""
    answers: tuple[Answer, ...] = ()
    while isinstance(result := perform(system, game, command, answers), Asking):
        answers = (*answers, an_answer(luck, result))
        assert len(answers) < 500, f"{command} asks without end"
    return result, answers


def invariants(game: Game) -> list[str]:
    """What must never be true of any game."""
    broken = [f"{m.name}: {name} {n}" for m in game.models for name, n in m.counters if n < 0]
    broken += [f"{m.name} is gone but wears {m.markers}" for m in game.models if m.place == "removed" and m.markers]
    return broken


def played(luck: Random, name: str, commands: int) -> Journal:
    first = skirmish(name)
    system = systems.load(first.system)
    journal = Journal(first=first, seed=1)
    for _ in range(commands):
        command = a_command(luck, journal.game, system)
        result, answers = settle(luck, system, journal.game, command)
        if isinstance(result, Refused):
            assert result.objections, f"{command} was refused without a reason"
            assert [o.text for o in result.objections if not o.why or not all(map(known, o.why))] == []
            continue
        assert invariants(result.game) == []
        journal = journal.add(Entry(command=command, answers=answers, events=result.events))
        assert journal.game == result.game
    return journal


@pytest.mark.parametrize("name", SKIRMISHES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9))
def test_random_play_raises_nothing_and_loses_nothing(
    name: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    journal = played(Random(seed), name, commands=40)
    end = journal.game

    undone = journal
    while undone.can_undo:
        undone = undone.undo()
    redone = undone
    while redone.can_redo:
        redone = redone.redo()

    assert undone.game == journal.first
    assert redone.game == end

    path = tmp_path_factory.mktemp("battle") / "played.battle"
    kept = store.BattleFile.create(path, Journal(first=journal.first, seed=journal.seed))
    for index, entry in enumerate(journal.entries):
        kept.record(entry)
        assert store.read(path).journal.game == journal.games[index]
    kept.close()


@pytest.mark.parametrize("name", SKIRMISHES)
def test_the_same_commands_and_answers_give_the_same_facts(name: str) -> None:
    journal = played(Random(4), name, commands=60)
    system = systems.load(journal.first.system)
    game = journal.first

    for entry in journal.entries:
        result = perform(system, game, entry.command, entry.answers)

        assert isinstance(result, Done)
        assert result.events == entry.events
        game = result.game


@pytest.mark.parametrize("name", SKIRMISHES)
def test_a_ready_skirmish_offers_something_to_everybody(name: str) -> None:
    game = skirmish(name)
    system = systems.load(game.system)

    assert {model.side for model in game.on_table()} == {side.id for side in game.sides}
    assert all(system.card(game, model) for model in game.on_table())


def test_there_is_something_to_play() -> None:
    assert SKIRMISHES
