"""Chapter: Fortitude, prone and rest — what a model can take, getting up, and getting it back."""

from __future__ import annotations

import pytest

from engine.commands import ByHand
from engine.events import Removed
from engine.game import ModelId
from tests.systems.open_combat.fights import SYSTEM, act, cited, lost, markers, planned, play, position, refused, sums

REST, STAND = act("A", "rest"), act("A", "stand_up")


def test_the_last_fortitude_gone_a_model_is_a_casualty_and_a_side_without_models_has_lost():
    game = position("model A strong red 5,5\nmodel E sword blue 5.984,5 fortitude_lost:2")

    done = play(game, act("A", "attack", "E"), (5, 2), "5")

    assert done.game.model("E").removed_as == "casualty"
    assert done.game.outcome == "Blue: nobody is left"


def test_more_than_there_is_cannot_be_lost():
    game = position("model A strong red 5,5\nmodel E frail blue 5.984,5\nmodel F sword blue 20,20")

    done = play(game, act("A", "attack", "E"), (6, 6))

    assert lost(done.game, "E") == 1
    assert done.game.outcome == ""


def test_removed_by_hand_the_last_one_ends_the_battle_too():
    game = position("model A sword red 5,5\nmodel E sword blue 9,9")

    done = play(game, ByHand(facts=(Removed(model=ModelId("E"), reason="taken off"),)))

    assert done.game.outcome == "Blue: nobody is left"


# ---------------------------------------------------------------- rest


def test_a_rest_brings_one_fortitude_back():
    game = position("model A sword red 5,5 fortitude_lost:2\nmodel E sword blue 9,9")

    done = play(game, REST)

    assert lost(done.game, "A") == 1
    assert SYSTEM.wounds(done.game, done.game.model("A")) == (2, 3)
    assert planned(game, REST).notes == ("1 Fortitude comes back (assumed).",)
    assert lost(play(done.game, REST).game, "A") == 0


def test_the_unhurt_and_the_engaged_do_not_rest():
    unhurt = position("model A sword red 5,5\nmodel E sword blue 9,9")
    engaged = position("model A sword red 5,5 fortitude_lost:1\nmodel E sword blue 5.984,5")

    assert refused(unhurt, REST) == {"A has lost no Fortitude.": ("OPC-DEF-REST",)}
    assert cited(engaged, REST) == {"OPC-DEF-REST"}


# ---------------------------------------------------------------- prone


@pytest.mark.parametrize("beside", ["9,9", "5.984,5"])
def test_standing_up_takes_one_action_engaged_or_not(beside: str):
    game = position(f"model A sword red 5,5 prone\nmodel E sword blue {beside}")

    done = play(game, STAND)

    assert (markers(done.game, "A"), done.game.model("A").count("actions")) == (set(), 1)


def test_who_stands_does_not_stand_up():
    game = position("model A sword red 5,5\nmodel E sword blue 9,9")

    assert cited(game, STAND) == {"OPC-DEF-PRONE"}


def test_prone_nothing_else_can_be_done():
    game = position("model A bow red 5,5 prone fortitude_lost:1\nmodel B bow red 5,6.2\nmodel E sword blue 9,5")

    for wish in (REST, act("A", "shoot", "E"), act("A", "attack", "E"), act("A", "follow_me"), act("A", "volley", "E")):
        assert "OPC-DEF-PRONE" in cited(game, wish), wish


def test_the_numbers_of_a_rest_say_what_is_left():
    game = position("model A sword red 5,5 fortitude_lost:1\nmodel E sword blue 9,9")

    assert sums(game, REST) == ["Actions left 2 of 2", "Fortitude 2 of 3"]


# ---------------------------------------------------------------- mind


def test_with_no_mind_left_speed_attack_and_defence_are_halved():
    game = position("model A strong red 5,5 mind_lost:3\nmodel E sword blue 5.984,5 mind_lost:3")
    sane = position("model A strong red 5,5 mind_lost:2\nmodel E sword blue 5.984,5")

    assert sums(game, act("A", "attack", "E"))[:3] == [
        "Attack 4 halved no Mind left = 2",
        "Defence 3 halved no Mind left = 1.5",
        "Attack dice 2 as ATK 2 is above DEF 1.5",
    ]
    assert sums(sane, act("A", "attack", "E"))[:2] == ["Attack 4", "Defence 3"]
    assert SYSTEM.allowance(game, game.model("A")).tallies[0].value == 2


def test_a_model_printed_without_a_mind_has_none_to_lose():
    game = position(
        'profile beast "Beast" SPD=4 ATK=4 DEF=3 FOR=3 MIN=0\nmodel A beast red 5,5\nmodel E sword blue 5.984,5'
    )

    assert sums(game, act("A", "attack", "E"))[0] == "Attack 4"
