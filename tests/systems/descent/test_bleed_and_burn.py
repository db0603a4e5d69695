"""Effects: Bleed and Burn.  Wounds as a turn starts, whatever the armor."""

from __future__ import annotations

import pytest

from engine.events import Rolled
from tests.systems.descent.positions import (
    B,
    E,
    S,
    act,
    asking,
    begin,
    cited,
    conquest,
    harm,
    marks,
    number,
    play,
    position,
    shows,
    wounds,
)

FOE = "model M beast blue 12.5,8.5"
MISS = shows("white", miss=1)


def hero(words: str, kind: str = "hero", **readings: str):
    return position(f"model H {kind} red 3.5,3.5 {words}\n{FOE}", **readings)


@pytest.mark.clause("DES-BLEED-1", "DES-BLEED-2", "DES-BLEED-3", "DES-BLEED-4", "DES-BLEED-5", "DES-DEF-WHITE")
def test_a_bleeding_hero_loses_the_damage_of_a_white_die_a_token_and_then_bleeds_no_more():
    result = play(hero("bleed bleed"), act("H", "begin_turn"), (harm(2), harm(3)))

    assert wounds(result.game, "H") == 7
    assert marks(result.game, "H") == []
    assert {"DES-BLEED-2", "DES-BLEED-3", "DES-BLEED-4", "DES-BLEED-5"} <= cited(result)


@pytest.mark.clause("DES-BLEED-2", "DES-DEF-GAIN")
def test_a_token_with_a_value_stands_for_so_many():
    game = begin(hero("bleed=2 bleed"), "H", (harm(1), harm(1), harm(1)))

    assert (wounds(game, "H"), marks(game, "H")) == (9, [])


@pytest.mark.clause("DES-BLEED-3", "DES-BLEED-5")
def test_bleeding_ends_even_if_no_damage_is_thrown():
    game = begin(hero("bleed bleed bleed"), "H", (MISS, harm(0), MISS))

    assert (wounds(game, "H"), marks(game, "H")) == (12, [])


@pytest.mark.clause("DES-BLEED-3", "DES-DEF-WHITE")
def test_a_miss_is_no_damage_of_that_die_or_spoils_the_roll_by_the_other_reading():
    throw = (MISS, harm(3))

    assert wounds(begin(hero("bleed bleed"), "H", throw), "H") == 9
    assert wounds(begin(hero("bleed bleed", bleed_miss="whole_roll"), "H", throw), "H") == 12


@pytest.mark.clause("DES-BLEED-2", "DES-DEF-WHITE")
def test_whoever_throws_real_dice_is_asked_for_damage_alone():
    asked = asking(hero("bleed"), act("H", "begin_turn")).question

    assert [word for _, word in asked.dice.choices(0)] == ["0 damage", "1 damage", "2 damage", "3 damage"]
    assert (str(asked.dice), asked.side, asked.what) == ("white", "red", "bleeding of H")


@pytest.mark.clause("DES-BLEED-3", "DES-DEF-DEATH", "DES-DEF-DIE")
def test_bleeding_kills_and_nothing_more_is_resolved():
    result = play(hero("bleed bleed burn wounds_lost:8"), act("H", "begin_turn"), "bleed", (harm(3), harm(3)))
    game = result.game

    assert (wounds(game, "H"), marks(game, "H"), conquest(game)) == (12, [], 7)
    assert game.model("H").removed_as == "killed"
    assert sum(isinstance(event, Rolled) for event in result.events) == 1
    assert "DES-DEF-DIE" in cited(result)


@pytest.mark.clause("DES-BLEED-2", "DES-DEF-TURN")
def test_a_monster_bleeds_as_it_is_activated_and_then_acts():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 12.5,8.5 bleed bleed", phase="overlord")

    game = begin(game, "M", (harm(1), harm(2)))

    assert (wounds(game, "M"), marks(game, "M")) == (3, [])
    assert (number(game, "M", "mp"), number(game, "M", "attacks")) == (4, 1)


@pytest.mark.clause("DES-BURN-1", "DES-BURN-2", "DES-BURN-3", "DES-BURN-4", "DES-BURN-5")
def test_surges_put_fire_out_and_each_token_left_is_a_wound():
    result = play(hero("burn burn burn"), act("H", "begin_turn"), (S, E, B))

    assert (wounds(result.game, "H"), marks(result.game, "H")) == (10, ["burn", "burn"])
    assert {"DES-BURN-2", "DES-BURN-3", "DES-BURN-4", "DES-BURN-5"} <= cited(result)


@pytest.mark.clause("DES-BURN-2", "DES-BURN-4")
def test_without_a_surge_all_tokens_burn_on_and_are_thrown_for_again_next_turn():
    game = begin(hero("burn burn burn"), "H", (E, E, B))

    assert (wounds(game, "H"), marks(game, "H")) == (9, ["burn"] * 3)


@pytest.mark.clause("DES-BURN-3")
def test_three_surges_and_there_is_no_fire_left():
    game = begin(hero("burn burn burn"), "H", (S, S, S))

    assert (wounds(game, "H"), marks(game, "H")) == (12, [])


@pytest.mark.clause("DES-BURN-3")
def test_a_token_with_a_value_burns_down_by_one():
    assert marks(begin(hero("burn=3"), "H", (S, E, E)), "H") == ["burn 2"]


@pytest.mark.clause("DES-BURN-2")
def test_only_surges_matter_when_real_dice_are_typed():
    asked = asking(hero("burn burn"), act("H", "begin_turn")).question

    assert [[word for _, word in asked.dice.choices(at)] for at in range(2)] == [["no surge", "surge"]] * 2
    assert asked.need == "each surge takes one of 2 off"


@pytest.mark.clause("DES-BURN-4", "DES-DEF-DEATH")
def test_fire_kills_a_hero_with_two_wounds_left_unless_two_surges_come():
    dead = begin(hero("burn burn burn wounds_lost:10"), "H", (S, E, E))
    alive = begin(hero("burn burn burn wounds_lost:10"), "H", (S, S, E))

    assert (dead.model("H").place, conquest(dead)) == ("removed", 7)
    assert (wounds(alive, "H"), marks(alive, "H")) == (1, ["burn"])


@pytest.mark.clause("DES-BURN-4", "DES-BLEED-3", "DES-DEF-SHD")
def test_a_shield_helps_against_tokens_only_if_its_card_names_them():
    knight, warded = hero("burn burn", "knight"), hero("burn burn", "warded")

    assert wounds(begin(knight, "H", (E, E)), "H") == 10
    assert wounds(begin(warded, "H", (E, E), "exhaust"), "H") == 11
    assert wounds(begin(warded, "H", (E, E), "keep"), "H") == 10
    assert wounds(begin(hero("burn burn", "warded", shield_against_tokens="never"), "H", (E, E)), "H") == 10


@pytest.mark.clause("DES-DEF-START", "DES-BURN-4")
def test_a_shield_exhausted_before_is_not_ready_yet_when_tokens_wound():
    game = begin(hero("burn exhausted_glass_ward:1", "warded"), "H", (E,))

    assert (wounds(game, "H"), number(game, "H", "exhausted_glass_ward")) == (11, 0)
