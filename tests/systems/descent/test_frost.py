"""Effect: Frost.  Tokens melt as a turn starts; weapon, shield and armor are tested apart, and shatter on a blank."""

from __future__ import annotations

import pytest

from engine.ask import Roll
from engine.game import Game
from engine.systems.descent import kit
from tests.systems.descent.positions import (
    MISS,
    B,
    E,
    S,
    act,
    asking,
    cited,
    done,
    marks,
    notes,
    number,
    play,
    position,
    refused,
    shows,
    wounds,
)

COLD = 'profile cold "Cold" base=25 Wounds=9 Fatigue=4 Melee=0 Conquest=2 traits=hero equipment=rime_touch'
STRIKE = act("H", "attack:hearth_sword", "M")
CLAWS = act("M", "attack:hooked_claws", "H")
RED = {number_of: shows("red", damage=number_of) for number_of in (1, 2, 3, 4)}
GREEN = {number_of: shows("green", damage=number_of, surge=0) for number_of in (1, 2, 3)}


def attacker(words: str = "frost frost", kind: str = "plain", attacks: int = 2, **readings: str) -> Game:
    return position(f"model H {kind} red 3.5,3.5 turn:1 attacks:{attacks} {words}\nmodel M ogre blue 5,4", **readings)


def defender(words: str, kind: str = "knight", **readings: str) -> Game:
    models = f"model H {kind} red 3.5,3.5 {words}\nmodel M beast blue 4.5,3.5 turn:1 attacks:2"
    return position(models, phase="overlord", **readings)


@pytest.mark.clause("DES-FROST-1", "DES-FROST-2", "DES-FROST-3", "DES-FROST-4")
def test_as_a_turn_starts_surges_melt_tokens_and_a_blank_shatters_nothing():
    game = position("model H knight red 3.5,3.5 frost frost\nmodel M beast blue 12.5,8.5")

    result = play(game, act("H", "begin_turn"), (S, B))
    assert marks(result.game, "H") == ["frost"]
    assert kit.equipped(result.game.model("H")) == ("hearth_sword", "oak_round", "ring_coat")
    assert {"DES-FROST-2", "DES-FROST-3", "DES-FROST-4"} <= cited(result)


@pytest.mark.clause("DES-FROST-5", "DES-FROST-6")
def test_after_an_attack_any_blank_shatters_the_weapon():
    result = play(attacker(), STRIKE, RED[2], (GREEN[1],), (E, B))

    assert kit.equipped(result.game.model("H")) == ()
    assert (number(result.game, "H", "shattered_hearth_sword"), marks(result.game, "H")) == (1, ["frost", "frost"])
    assert "The hearth sword of H shatters and is gone" in notes(result)
    assert {"DES-FROST-5", "DES-FROST-6"} <= cited(result)


@pytest.mark.clause("DES-FROST-5", "DES-FROST-3")
def test_surges_do_nothing_to_the_tokens_then():
    game = done(attacker(), STRIKE, RED[2], (GREEN[1],), (S, S))

    assert (kit.equipped(game.model("H")), marks(game, "H")) == (("hearth_sword",), ["frost", "frost"])


@pytest.mark.clause("DES-FROST-5", "DES-DEF-SHATTER")
def test_the_attack_stands_though_the_weapon_breaks_and_a_miss_tests_it_too():
    hit, miss = done(attacker("frost"), STRIKE, RED[3], (GREEN[1],), B), done(attacker("frost"), STRIKE, MISS, B)

    assert (wounds(hit, "M"), kit.equipped(hit.model("H"))) == (3, ())
    assert (wounds(miss, "M"), kit.equipped(miss.model("H"))) == (6, ())


@pytest.mark.clause("DES-FROST-6", "DES-DEF-EQUIP")
def test_the_second_attack_of_a_battle_needs_another_weapon_or_fists():
    game = done(attacker("frost"), STRIKE, MISS, B)

    assert "DES-DEF-EQUIP" in refused(game, STRIKE)
    result = play(game, act("H", "attack:fists", "M"), RED[2])
    assert wounds(result.game, "M") == 5


@pytest.mark.clause("DES-FROST-5")
def test_fists_are_no_weapon_and_are_not_tested():
    game = done(attacker("frost frost"), act("H", "attack:fists", "M"), RED[2])

    assert wounds(game, "M") == 5


@pytest.mark.clause("DES-FROST-5", "DES-DEF-OWN-KIT")
def test_what_is_part_of_the_body_does_not_shatter():
    game = attacker("frost fatigue_spent:4", kind="ringer")

    game = done(game, act("H", "attack:bell_hammer", "M"), RED[2], (GREEN[1], GREEN[1], B, B))
    assert kit.equipped(game.model("H")) == ("bell_hammer",)


@pytest.mark.clause("DES-FROST-5")
def test_real_dice_are_asked_for_blanks_alone():
    asked = asking(attacker("frost"), STRIKE, MISS).question

    assert isinstance(asked, Roll)
    assert sorted(word for _, word in asked.dice.choices(0)) == ["blank", "not blank"]
    assert asked.need == "a blank shatters it"


@pytest.mark.clause("DES-FROST-7", "DES-FROST-6", "DES-DEF-SHD", "DES-DEF-SHATTER")
def test_an_exhausted_shield_is_tested_and_what_it_cancelled_stays_cancelled():
    game = defender("frost stowed_ring_coat:1")

    result = play(game, CLAWS, RED[4], (GREEN[1],), "exhaust", B)
    assert wounds(result.game, "H") == 11
    assert "oak_round" not in kit.equipped(result.game.model("H"))
    assert {"DES-FROST-7", "DES-DEF-SHD"} <= cited(result)


@pytest.mark.clause("DES-FROST-8", "DES-FROST-6")
def test_five_damage_before_armor_test_the_armor_even_if_no_wound_comes_through():
    game = defender("frost stowed_oak_round:1")

    result = play(game, CLAWS, RED[4], (GREEN[1],), B)
    assert (wounds(result.game, "H"), number(result.game, "H", "shattered_ring_coat")) == (11, 1)
    assert {"DES-FROST-8", "DES-FROST-6"} <= cited(result)


@pytest.mark.clause("DES-FROST-8")
def test_four_damage_do_not_and_two_attacks_count_apart():
    game = defender("frost stowed_oak_round:1")

    for _ in range(2):
        game = done(game, CLAWS, RED[3], (GREEN[1],))
    assert number(game, "H", "shattered_ring_coat") == 0


@pytest.mark.clause("DES-FROST-7", "DES-FROST-8")
def test_shield_and_armor_have_checks_of_their_own_with_all_dice_each():
    game = defender("frost frost")

    game = done(game, CLAWS, RED[4], (GREEN[2],), "exhaust", (E, B), (S, E))
    assert kit.equipped(game.model("H")) == ("hearth_sword", "ring_coat")


@pytest.mark.clause("DES-FROST-8")
def test_the_whole_damage_is_counted_or_what_the_shield_left_by_reading():
    raw, left = defender("frost"), defender("frost", frost_armor="after_shield")
    throw = (RED[4], (GREEN[2],), "exhaust", E)

    assert number(done(raw, CLAWS, *throw, B), "H", "shattered_ring_coat") == 1
    assert number(done(left, CLAWS, *throw), "H", "shattered_ring_coat") == 0


@pytest.mark.clause("DES-TRANS-8", "DES-TRANS-11", "DES-FROST-8")
def test_frost_does_not_reach_a_monkeys_armor_unless_it_is_read_so():
    words = "frost frost transformed monkey_turns:2"
    inert = play(defender(words), CLAWS, RED[4], (GREEN[2],))
    brittle = play(defender(words, monkey_armor="brittle"), CLAWS, RED[4], (GREEN[2],), (B, E))

    assert (wounds(inert.game, "H"), number(inert.game, "H", "shattered_ring_coat")) == (6, 0)
    assert (wounds(brittle.game, "H"), number(brittle.game, "H", "shattered_ring_coat")) == (6, 1)
    assert "frost does not reach the ring coat" in notes(inert)


@pytest.mark.clause("DES-FROST-1", "DES-DEF-GAIN")
def test_frost_lies_on_heroes_not_on_monsters_and_comes_after_the_checks_of_its_own_attack():
    models = "model H knight red 3.5,3.5 stowed_oak_round:1\nmodel M rime blue 4.5,3.5 turn:1 attacks:1"
    game = done(position(models, phase="overlord"), act("M", "attack:rime_touch", "H"), RED[4], (GREEN[2],))

    assert (marks(game, "H"), number(game, "H", "shattered_ring_coat")) == (["frost"], 0)
    cold = position("model H cold red 3.5,3.5 turn:1 attacks:1 fatigue_spent:4\nmodel M ogre blue 5,4", COLD)
    assert marks(done(cold, act("H", "attack:rime_touch", "M"), RED[2], (GREEN[1],)), "M") == []


@pytest.mark.clause("DES-FROST-8", "DES-DEF-SHATTER")
def test_a_killing_blow_tests_the_armor_before_death_takes_the_tokens_off():
    game = defender("frost wounds_lost:11 stowed_oak_round:1")

    result = play(game, CLAWS, RED[4], (GREEN[2],), B)
    assert (number(result.game, "H", "shattered_ring_coat"), marks(result.game, "H")) == (1, [])
    assert "H is killed" in notes(result)


@pytest.mark.clause("DES-FROST-7", "DES-DEF-SHD")
def test_of_two_shields_alike_the_exhausted_one_shatters_and_the_other_stays_ready():
    game = defender("frost got_oak_round:2", kind="hero")

    game = done(game, CLAWS, RED[4], (GREEN[2],), "exhaust", B, "keep")
    assert (wounds(game, "H"), kit.equipped(game.model("H"))) == (10, ("oak_round",))
    assert [shield.id for shield in kit.ready_shields(game.model("H"))] == ["oak_round"]


@pytest.mark.clause("DES-FROST-5", "DES-FROST-6", "DES-DEF-GUARD")
def test_an_attack_out_of_guard_tests_the_weapon_too():
    models = "model H plain red 3.5,3.5 guard frost\nmodel M ogre blue 5,4"

    game = done(position(models, phase="overlord"), act("H", "guard:hearth_sword", "M"), RED[2], (GREEN[1],), B)
    assert number(game, "H", "shattered_hearth_sword") == 1


@pytest.mark.clause("DES-FROST-7", "DES-BURN-4")
def test_a_shield_exhausted_against_tokens_is_tested_before_the_frost_has_melted_or_after_it():
    game = position("model H warded red 3.5,3.5 burn frost\nmodel M beast blue 12.5,8.5")
    first = play(game, act("H", "begin_turn"), "burn", (E,), "exhaust", B, (S,))
    melted = play(game, act("H", "begin_turn"), "frost", (S,), (E,), "exhaust")

    assert (wounds(first.game, "H"), number(first.game, "H", "shattered_glass_ward")) == (12, 1)
    assert (wounds(melted.game, "H"), number(melted.game, "H", "shattered_glass_ward")) == (12, 0)
