"""What a referee lets pass against the rules is carried out as far as it goes, and breaks nothing."""

from __future__ import annotations

from random import Random

import pytest

from engine.ask import Answer
from engine.commands import Act, Command, Deploy, Move, NextPhase, Turn
from engine.game import Game, Model
from engine.play import Asking, Done, perform
from engine.skirmish import skirmish
from tests.systems.descent.positions import SYSTEM, act, position
from tests.test_every_system import an_answer


def a_wish(luck: Random, game: Game) -> Command:
    """Mostly against the rules: anybody, anything, anywhere."""
    model: Model = luck.choice(game.models)
    goal = (luck.uniform(-1, 25), luck.uniform(-1, 17))
    kind = luck.random()
    if kind < 0.1:
        return NextPhase()
    if kind < 0.4:
        how, facing = luck.choice(("", "jump", "fly")), luck.choice((None, 90.0))
        return Move(model=model.id, path=((model.x, model.y), goal), how=how, facing=facing)
    if kind < 0.45:
        return Turn(model=model.id, facing=luck.uniform(0, 360))
    if kind < 0.5:
        return Deploy(model=model.id, at=(*goal, 0.0), facing=luck.choice((0.0, 90.0)))
    targets = tuple(luck.choice(game.models).id for _ in range(luck.choice((0, 1, 1, 1, 2))))
    return Act(model=model.id, action=luck.choice(SYSTEM.actions).id, targets=targets)


def carried_out(luck: Random, game: Game, wish: Command) -> Game:
    answers: tuple[Answer, ...] = ()
    while isinstance(result := perform(SYSTEM, game, wish, answers, "advise"), Asking):
        answers = (*answers, an_answer(luck, result))
        assert len(answers) < 300
    return result.game if isinstance(result, Done) else game


@pytest.mark.parametrize("seed", range(3))
def test_anything_may_be_let_pass(seed: int):
    luck, game = Random(seed), skirmish("under_tallow_street")

    for _ in range(80):
        game = carried_out(luck, game, a_wish(luck, game))
        assert game.counters == ()
        assert all(value >= 0 for model in game.models for _, value in model.counters)


@pytest.mark.clause("DES-DEF-ATTACK")
def test_an_attack_let_pass_without_one_left_is_made():
    game = position("model H plain red 3.5,3.5\nmodel M ogre blue 5,4")

    result = perform(SYSTEM, game, act("H", "attack:hearth_sword", "M"), (), "advise")
    assert isinstance(result, Asking)
    assert result.question.what == "attack of H"
