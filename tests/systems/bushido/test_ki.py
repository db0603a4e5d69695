"""Chapter: Ki.  Generation, limits, Spirit Block, and tokens a Controlled model cannot spend."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.commands import NextPhase
from engine.game import Game, ModelId
from engine.systems.bushido.ki import receive, spend
from tests.systems.bushido.positions import after, counters, marks, play, position, step

FOE = "model E man blue 30,30"
TOSS = (6, 2)
"""The tactical test: red before blue."""


@pytest.mark.clause("BUS-DEF-26", "BUS-DEF-04")
def test_every_model_generates_its_statistic_up_to_its_limit():
    game = position(f"model A man red 5,5 ki:1\nmodel B man red 9,5 ki:5\nmodel C dull red 12,5\n{FOE}", phase="start")

    game = after(game, *TOSS)

    assert [game.model(name).count("ki") for name in "ABCE"] == [3, 6, 1, 2]


@pytest.mark.clause("BUS-DEF-26")
def test_what_a_model_has_above_its_limit_is_not_taken_away():
    game = position(f"model A dull red 5,5 ki:6\n{FOE}", phase="start")

    assert after(game, *TOSS).model("A").count("ki") == 6


@pytest.mark.clause("BUS-SPIRITBLOCKED-1", "BUS-SPIRITBLOCKED-2")
def test_spirit_block_holds_off_ki_one_turn_for_each_marker():
    game = position(f"model A man red 5,5 spirit_block spirit_block ki:1\n{FOE}", phase="start", game_length="open")

    seen = []
    for _ in range(3):
        game = after(game, *TOSS)
        seen.append((game.model("A").count("ki"), len(marks(game, "A"))))
        game = position_next_start(game)

    assert seen == [(1, 1), (1, 0), (3, 0)]


def position_next_start(game: Game) -> Game:
    """The next turn begins without anybody having acted in this one."""
    return replace(game, phase="start", round=game.round + 1)


@pytest.mark.clause("BUS-SPIRITBLOCKED-1")
def test_the_log_says_who_got_no_ki():
    game = position(f"model A man red 5,5 spirit_block\n{FOE}", phase="start")

    noted = [event for event in play(game, NextPhase(), *TOSS).events if "Spirit Blocked" in getattr(event, "text", "")]

    assert [event.why for event in noted] == [("BUS-SPIRITBLOCKED-1",)]


@pytest.mark.clause("BUS-CONTROLLED-3")
def test_a_controlled_model_generates_ki_as_always():
    game = position("model C man blue 5,5 control control owner@red ki:3\nmodel A man red 20,20", phase="start")

    assert after(game, *TOSS).model("C").count("ki") == 5


def test_tokens_come_and_go_within_bounds():
    game = position(f"model A man red 5,5 ki:5\n{FOE}")

    def both(game):
        game = yield from receive(game, ModelId("A"), 4)
        assert game.model("A").count("ki") == 6
        game = yield from spend(game, ModelId("A"), 9)
        return game

    assert counters(step(game, both).game, "A") == {}
