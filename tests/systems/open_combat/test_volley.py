"""Chapter: "Volley fire!" — one roll of many bows, by the caller's range, sight and eyes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Rolled
from tests.systems.open_combat.fights import (
    about,
    act,
    asked,
    at,
    chances,
    cited,
    harm,
    lost,
    planned,
    play,
    position,
    refused,
    sums,
)

GAP = 25 / 25.4
VOLLEY = act("A", "volley", "E")
BROAD = """
profile broad "Broad" base=28 SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=bow
profile shield "Shield" base=28 SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sword
"""
POST = 'terrain post "Post" wall 9,{0} 9.4,{0} 9.4,{1} 9,{1} bottom=0 top=2 sight=solid footing=solid'


def three(target: str = "model E tough blue 15,5", more: str = "", **readings: str):
    """Three bows side by side, half an inch apart, and their target."""
    return position(f"{more}\nmodel A bow red 5,5\nmodel B bow red 5,6.5\nmodel C bow red 5,3.5\n{target}", **readings)


@pytest.mark.clause("OPC-VOLLEY-6", "OPC-VOLLEY-7")
def test_hc_59_three_bows_roll_three_dice_where_one_rolls_one():
    everyone = act("A", "volley", "E", "B", "C")

    assert sums(three(), everyone)[:3] == [
        "Attack together 3 A + 3 B + 3 C = 9",
        "Defence 4",
        "Attack dice 3 as ATK 9 is at least twice DEF 4",
    ]
    assert 1 - harm(three(), everyone, "E")[0] == Fraction(19, 27)
    assert 1 - harm(three(), act("A", "shoot", "E"), "E")[0] == Fraction(1, 3)


@pytest.mark.clause("OPC-VOLLEY-3", "OPC-VOLLEY-7")
def test_there_is_one_roll_for_all():
    done = play(three(), VOLLEY, "B+C", (2, 2, 2))

    assert [roll.what for roll in about(done.events, Rolled)] == ["attack of A on E"]


@pytest.mark.clause("OPC-VOLLEY-8")
def test_hc_68_additional_hits_are_scored_in_a_volley():
    done = play(three(), act("A", "volley", "E", "B", "C"), (6, 5, 2), "6", "stay")

    assert lost(done.game, "E") == 2


def test_hc_70_only_three_ones_lose_the_initiative():
    found = chances(three(), VOLLEY)

    assert found.chance(lambda game: game.active == "blue") == Fraction(1, 216)


@pytest.mark.clause("OPC-VOLLEY-2")
def test_hc_61_two_bows_and_a_sling():
    game = position("model A bow red 5,5\nmodel B bow red 5,6.5\nmodel C sling red 5,3.5\nmodel E tough blue 13,5")

    assert refused(game, act("A", "volley", "E", "B", "C")) == {"C carries a sling, not a bow.": ("OPC-VOLLEY-2",)}
    assert sums(game, VOLLEY)[0] == "Attack together 3 A + 3 B = 6"
    assert "OPC-VOLLEY-2" in cited(game, act("C", "volley", "E"))


def test_a_model_without_a_missile_weapon_calls_no_volley():
    game = position("model A sword red 5,5\nmodel B bow red 5,6.5\nmodel E tough blue 13,5")

    assert refused(game, VOLLEY) == {"A carries no missile weapon.": ("OPC-VOLLEY-2",)}


@pytest.mark.clause("OPC-VOLLEY-12", "OPC-VOLLEY-13")
def test_hc_62_a_friend_who_takes_no_part_blocks_one_who_does_not():
    """S, or Q, stands right before R on its line to E."""
    before_r = "6.038,3.656"
    apart = f"{BROAD}\nmodel E tough blue 15,5"
    blocked = position(
        f"model A bow red 5,5\nmodel Q bow red 5,6.5\nmodel R bow red 5,3.5\nmodel S shield red {before_r}\n{apart}"
    )
    joined = position(f"model A bow red 5,5\nmodel Q broad red {before_r}\nmodel R bow red 5,3.5\n{apart}")

    assert sums(blocked, VOLLEY)[0] == "Attack together 3 A + 3 Q = 6"
    assert sums(blocked, VOLLEY)[2].startswith("Attack dice 2")
    assert "Out: R cannot see E: S in the way." in planned(blocked, VOLLEY).notes
    assert refused(blocked, act("A", "volley", "E", "Q", "R")) == {
        "R cannot see E: S in the way.": ("OPC-DEF-SIGHT", "OPC-VOLLEY-12", "OPC-VOLLEY-13")
    }
    assert sums(joined, VOLLEY)[0] == "Attack together 3 A + 3 R + 3 Q = 9"
    assert sums(joined, VOLLEY)[2].startswith("Attack dice 3")


@pytest.mark.clause("OPC-VOLLEY-12", "OPC-VOLLEY-13")
def test_hc_62_one_left_at_home_is_in_the_way_again():
    """Without Q in the company R is blocked by it, so R alone is not offered."""
    joined = position(
        f"{BROAD}\nmodel A bow red 5,5\nmodel Q broad red 6.038,3.656\nmodel R bow red 5,3.5\nmodel E tough blue 15,5"
    )

    assert list(asked(joined, VOLLEY)) == ["R+Q", "Q"]
    assert "R cannot see E: Q in the way." in refused(joined, act("A", "volley", "E", "R"))


@pytest.mark.clause("OPC-VOLLEY-12")
def test_one_who_joins_does_not_hide_the_enemy_from_the_caller_either():
    game = position("model A bow red 5,5\nmodel B bow red 6.5,5\nmodel E tough blue 15,5")

    assert play(game, VOLLEY, (2, 2)).game.model("B").count("combined") == 1
    assert refused(game, act("A", "shoot", "E")) == {"A cannot see E: B in the way.": ("OPC-DEF-SIGHT",)}


@pytest.mark.clause("OPC-VOLLEY-9", "OPC-VOLLEY-12")
def test_one_who_joins_does_not_obscure_the_enemy_from_the_caller():
    """B stands at the border of A's line: alone A must test, in the volley he need not."""
    game = position("model A bow red 5,5\nmodel B bow red 6.5,5.6\nmodel E tough blue 15,5")

    alone, together = play(game, act("A", "shoot", "E"), 2), play(game, VOLLEY, (2, 2))

    assert about(alone.events, Rolled)[0].what == "obscured target test of A, 4+"
    assert [roll.what for roll in about(together.events, Rolled)] == ["attack of A on E"]


@pytest.mark.clause("OPC-VOLLEY-9")
def test_hc_64_the_obscured_target_test_is_the_callers():
    """The post touches A's corridor and not C's."""
    game = three(more=POST.format(5.3, 5.45))

    by_a = play(game, act("A", "volley", "E", "C"), 4, (2, 2))
    by_c = play(game, act("C", "volley", "E", "A"), (2, 2))

    assert [roll.what for roll in about(by_a.events, Rolled)] == [
        "obscured target test of A, 4+",
        "attack of A on E",
    ]
    assert "OPC-VOLLEY-9" in about(by_a.events, Rolled)[0].why
    assert [roll.what for roll in about(by_c.events, Rolled)] == ["attack of C on E"]


def test_a_failed_test_loses_the_whole_volley():
    game = three(more=POST.format(5.3, 5.45))

    done = play(game, act("A", "volley", "E", "C"), 3)

    assert lost(done.game, "E") == 0
    assert [done.game.model(name).count("activated") for name in "AC"] == [2, 2]


@pytest.mark.clause("OPC-VOLLEY-11")
def test_the_callers_sharp_eyes_count_and_only_his():
    post = POST.format(4.9, 5.1)
    keen = position(f"{post}\nmodel A keen red 5,5\nmodel B bow red 5,6.5\nmodel E tough blue 15,5")
    partner = position(f"{post}\nmodel A bow red 5,5\nmodel B keen red 5,6.5\nmodel E tough blue 15,5")

    assert list(asked(keen, VOLLEY, 3)) == ["reroll", "keep"]
    assert lost(play(partner, VOLLEY, 3).game, "E") == 0


@pytest.mark.clause("OPC-VOLLEY-10")
def test_hc_65_range_is_the_callers():
    game = position(f"model A bow red 5,5\nmodel C bow red 3.9,5\nmodel E tough blue {5 + GAP + 11.9},5")

    assert play(game, act("A", "volley", "E", "C"), (2, 2)).game.model("C").count("combined") == 1
    assert refused(game, act("C", "volley", "E", "A")) == {
        "E is 13″ from C; the bow carries 12″ (assumed).": ("OPC-DEF-SHOOT", "OPC-VOLLEY-10")
    }


@pytest.mark.clause("OPC-VOLLEY-10")
def test_hc_65_by_the_other_reading_each_must_be_in_range():
    game = position(
        f"model A bow red 5,5\nmodel C bow red 3.9,5\nmodel E tough blue {5 + GAP + 11.9},5",
        volley_partner_range="counts",
    )

    assert "OPC-VOLLEY-10" in cited(game, act("A", "volley", "E", "C"))


@pytest.mark.clause("OPC-VOLLEY-4")
def test_hc_67_a_caller_who_has_acted_is_refused():
    game = position("model A bow red 5,5 activated:1 actions:1\nmodel B bow red 5,6.5\nmodel E tough blue 15,5")

    assert refused(game, VOLLEY) == {
        "A has begun its activation: both actions are needed.": (
            "OPC-DEF-TWO-ACTIONS",
            "OPC-COMB-6",
            "OPC-VOLLEY-4",
        )
    }


@pytest.mark.clause("OPC-VOLLEY-5")
def test_the_target_is_forced_back_from_the_caller_and_nobody_follows():
    game = position("model A bow red 5,5\nmodel B bow red 5,6.5\nmodel E tough blue 15,6.5")

    done = play(game, act("B", "volley", "E", "A"), (3, 3))

    assert at(done.game, "E") == (16.0, 6.5, 0.0)
    assert at(done.game, "B") == (5.0, 6.5, 0.0)


def test_a_hidden_target_must_lie_in_the_clear_for_everyone():
    """The wall hides E from A and C, and not from D, who cannot call alone."""
    wall = 'terrain w "Wall" wall 14,4 14.4,4 14.4,5.2 14,5.2 bottom=0 top=1 sight=solid footing=solid'
    game = position(f"{wall}\nmodel A bow red 5,5\nmodel C bow red 5,3.5\nmodel E tough blue 15,5 hidden")

    assert cited(game, VOLLEY) >= {"OPC-HIDE-5", "OPC-HIDE-6"}


def test_the_engaged_take_no_part_but_by_the_other_reading():
    models = "model A bow red 5,5\nmodel B bow red 5,6.5\nmodel F sword blue 5,7.484\nmodel E tough blue 15,5"

    assert cited(position(models), act("A", "volley", "E", "B")) == {"OPC-DEF-SHOOT"}
    assert planned(position(models, volley_engaged="yes"), act("A", "volley", "E", "B")).objections == ()
