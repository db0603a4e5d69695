"""Chapter: Injuries. One test an article; right values written out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.events import Counted, Noted, Rolled
from engine.systems.mordheim.conditions import STATUSES
from engine.systems.mordheim.injuries import helmet_need, injury_chart, wounds, wounds_left
from tests.systems.mordheim.positions import (
    after_steps,
    cited,
    fate,
    fates_of_steps,
    fight,
    markers,
    play,
    position,
    wounded,
)

FRESH = "model B slow blue 5,5\nmodel A quick red 9,9"
KD, ST, OOA = "knocked down", "stunned", "out of action"


def rolls(events) -> list[Rolled]:
    return [event for event in events if isinstance(event, Rolled)]


# ---------------------------------------------------------------- wounds


@pytest.mark.clause("MOR-WND-1")
def test_wounds_are_printed_on_the_profile_and_never_fall_below_none():
    game = position("model B ogre blue 5,5 wounds_lost:5\nmodel A quick red 9,9")

    assert wounds(game, game.model("A")) == (1, 1)
    assert wounds_left(game.model("B")) == 0


@pytest.mark.clause("MOR-WND-2", "MOR-WND-3")
def test_hc_01_two_of_three_wounds_are_lost_without_an_injury_roll():
    game = position("model B ogre blue 5,5\nmodel A quick red 9,9", "shooting")

    done = after_steps(game, steps=(wounded("B", 2),))

    assert wounds(done.game, done.game.model("B")) == (1, 3)
    assert markers(done.game, "B") == set()
    assert rolls(done.events) == []
    assert [event.value for event in done.events if isinstance(event, Counted)] == [1, 2]


@pytest.mark.clause("MOR-WND-4", "MOR-STAND-10")
def test_wounds_lost_do_not_hinder_whoever_is_on_his_feet():
    whole = position("model B ogre blue 5,5\nmodel A slow red 5.984,5")
    hurt = position("model B ogre blue 5,5 wounds_lost:2\nmodel A slow red 5.984,5")
    none = position("model B ogre blue 5,5 wounds_lost:3\nmodel A slow red 5.984,5")

    plans = [play(game, fight("B", "A"), 1, 1).plan for game in (whole, hurt, none)]
    assert [tally.text() for tally in plans[0].tallies] == [
        "Attacks 2",
        "Strikes 2 of 4 (in turn)",
        "To hit 4+ Weapon Skill 3 against 3",
        "Strength 4",
        "To wound 3+ Strength 4 against Toughness 3",
    ]
    assert plans[0].tallies == plans[1].tallies == plans[2].tallies


# ---------------------------------------------------------------- when to roll


@pytest.mark.clause("MOR-INJ-1", "MOR-CHART-1", "MOR-CHART-2", "MOR-CHART-3")
@pytest.mark.parametrize(("die", "result"), [(1, KD), (2, KD), (3, ST), (4, ST), (5, OOA), (6, OOA)])
def test_hc_02_the_last_wound_is_an_injury_roll(die: int, result: str):
    done = after_steps(position(FRESH), die, steps=(wounded("B", 1),))

    assert fate(done.game, "B") == result
    assert done.game.model("B").count("wounds_lost") == 1


@pytest.mark.clause("MOR-INJ-1", "MOR-CHART-1", "MOR-CHART-2", "MOR-CHART-3")
def test_hc_02_each_result_is_as_likely():
    assert fates_of_steps(position(FRESH), "B", wounded("B", 1)) == {
        KD: Fraction(1, 3),
        ST: Fraction(1, 3),
        OOA: Fraction(1, 3),
    }


@pytest.mark.clause("MOR-INJ-2")
def test_the_side_that_caused_the_wound_rolls():
    done = after_steps(position(FRESH), 3, steps=(wounded("B", 1),))

    assert [(event.side, event.model) for event in rolls(done.events)] == [("red", "B")]


@pytest.mark.clause("MOR-INJ-3")
def test_hc_05_one_roll_for_the_last_wound_and_one_for_each_after_it():
    game = position("model B ogre blue 5,5 wounds_lost:1\nmodel A quick red 9,9")

    done = after_steps(game, (1, 5), steps=(wounded("B", 3),))

    assert fate(done.game, "B") == OOA
    assert [(event.faces, event.meaning) for event in rolls(done.events)] == [((1, 5), OOA)]


@pytest.mark.clause("MOR-INJ-4")
def test_hc_04_of_several_rolls_only_the_highest_counts():
    game = position(FRESH)

    assert fates_of_steps(game, "B", wounded("B", 3)) == {
        KD: Fraction(1, 27),
        ST: Fraction(7, 27),
        OOA: Fraction(19, 27),
    }
    assert fates_of_steps(game, "B", wounded("B", 4)) == {
        KD: Fraction(1, 81),
        ST: Fraction(5, 27),
        OOA: Fraction(65, 81),
    }


@pytest.mark.clause("MOR-INJ-4")
def test_hc_04_wounds_of_separate_blows_in_one_turn_count_as_well():
    apart = (wounded("B", 1), wounded("B", 1), wounded("B", 1))

    assert fates_of_steps(position(FRESH), "B", *apart) == {
        KD: Fraction(1, 27),
        ST: Fraction(7, 27),
        OOA: Fraction(19, 27),
    }


@pytest.mark.clause("MOR-STAND-11", "MOR-INJ-3")
def test_hc_07_every_further_wound_on_none_left_is_a_roll_again():
    game = position("model B slow blue 5,5 wounds_lost:1\nmodel A quick red 9,9")

    one = after_steps(game, 2, steps=(wounded("B", 1),))
    two = after_steps(game, (2, 4), steps=(wounded("B", 2),))

    assert (fate(one.game, "B"), fate(two.game, "B")) == (KD, ST)
    assert one.game.model("B").count("wounds_lost") == 1
    assert rolls(one.events)[0].why[0] == "MOR-STAND-11"


@pytest.mark.clause("MOR-OOA-1", "MOR-OOA-2")
def test_hc_08_out_of_action_is_off_the_table_at_once_and_what_remains_is_lost():
    game = position("model A thrice red 5,5\nmodel B slow blue 5.984,5")

    done = play(game, fight("A", "B"), 4, 4, 5)

    assert done.game.model("B").place == "removed"
    assert [event.text for event in done.events if isinstance(event, Noted)] == ["a blow of A finds nobody"] * 2
    assert cited(done.game, fight("B", "A")) >= {"MOR-OOA-1"}


@pytest.mark.clause("MOR-OOA-2")
def test_a_second_roll_is_not_made_for_one_who_is_gone():
    done = after_steps(position(FRESH, helmet_save="per_die"), 6, steps=(wounded("B", 3),))

    assert len(rolls(done.events)) == 1
    assert fate(done.game, "B") == OOA


# ---------------------------------------------------------------- never better


@pytest.mark.clause("MOR-INJ-1", "MOR-KD-2")
@pytest.mark.parametrize(("die", "result"), [(1, KD), (4, ST), (6, OOA)])
def test_hc_10_an_injury_of_one_who_lies_knocked_down(die: int, result: str):
    game = position("model B slow blue 5,5 knocked_down wounds_lost:1\nmodel A quick red 9,9", "shooting")

    done = after_steps(game, die, steps=(wounded("B", 1),))

    assert fate(done.game, "B") == result
    assert len(done.game.model("B").markers) == (0 if result == OOA else 1)


def test_hc_11_a_low_roll_never_turns_a_stunned_warrior_face_up():
    game = position("model B slow blue 5,5 stunned wounds_lost:1\nmodel A quick red 9,9", "shooting")

    assert markers(after_steps(game, 2, steps=(wounded("B", 1),)).game, "B") == {"stunned"}


def test_hc_11_read_the_other_way_the_new_result_replaces_the_old():
    game = position("model B slow blue 5,5 stunned wounds_lost:1\nmodel A quick red 9,9", better_by_injury="yes")

    assert markers(after_steps(game, 2, steps=(wounded("B", 1),)).game, "B") == {"knocked_down"}
    assert markers(after_steps(game, (3, 2), steps=(wounded("B", 2),)).game, "B") == {"stunned"}


@pytest.mark.clause("MOR-KD-2", "MOR-STUN-2")
def test_the_knocked_down_lie_face_up_and_the_stunned_face_down():
    assert (STATUSES["knocked_down"].lying, STATUSES["stunned"].lying) == ("face_up", "face_down")


def test_whoever_goes_down_again_is_no_longer_getting_up():
    game = position("model B slow blue 5,5 standing_up wounds_lost:1\nmodel A quick red 9,9")

    assert markers(after_steps(game, 1, steps=(wounded("B", 1),)).game, "B") == {"knocked_down"}


# ---------------------------------------------------------------- modifiers and the chart's ends


def modified(by: int):
    return position(f"model B slow blue 5,5 injury_modifier={by}\nmodel A quick red 9,9")


@pytest.mark.clause("MOR-CHART-1")
def test_hc_13_one_less_reaches_the_zero_of_the_chart():
    game = modified(-1)

    assert fate(after_steps(game, 1, steps=(wounded("B", 1),)).game, "B") == KD
    assert fates_of_steps(game, "B", wounded("B", 1)) == {KD: Fraction(1, 2), ST: Fraction(1, 3), OOA: Fraction(1, 6)}
    assert fates_of_steps(game, "B", wounded("B", 2)) == {KD: Fraction(1, 4), ST: Fraction(4, 9), OOA: Fraction(11, 36)}


@pytest.mark.clause("MOR-CHART-3")
def test_hc_14_one_or_two_more():
    assert fates_of_steps(modified(2), "B", wounded("B", 1)) == {ST: Fraction(1, 3), OOA: Fraction(2, 3)}
    assert fates_of_steps(modified(2), "B", wounded("B", 2)) == {ST: Fraction(1, 9), OOA: Fraction(8, 9)}
    assert fates_of_steps(modified(1), "B", wounded("B", 1)) == {
        KD: Fraction(1, 6),
        ST: Fraction(1, 3),
        OOA: Fraction(1, 2),
    }
    assert fates_of_steps(modified(1), "B", wounded("B", 2)) == {
        KD: Fraction(1, 36),
        ST: Fraction(2, 9),
        OOA: Fraction(3, 4),
    }


def test_a_bonus_of_the_attacker_is_added_to_that_of_the_victim():
    assert fates_of_steps(modified(-1), "B", wounded("B", 1, bonus=2)) == {
        KD: Fraction(1, 6),
        ST: Fraction(1, 3),
        OOA: Fraction(1, 2),
    }


def test_totals_off_the_chart_count_as_its_ends():
    assert (injury_chart("normal", -5)((1,)), injury_chart("normal", 9)((6,))) == (KD, OOA)


# ---------------------------------------------------------------- skills and helmets


def of(profile: str, **readings: str):
    return position(f"model B {profile} blue 5,5\nmodel A quick red 9,9", **readings)


def test_hc_16_no_pain_makes_stunned_knocked_down():
    assert fates_of_steps(of("husk"), "B", wounded("B", 1)) == {KD: Fraction(2, 3), OOA: Fraction(1, 3)}
    assert fates_of_steps(of("husk"), "B", wounded("B", 2)) == {KD: Fraction(4, 9), OOA: Fraction(5, 9)}


def test_hc_16_concussion_stuns_on_a_2():
    one, two = wounded("B", 1, concussion=True), wounded("B", 2, concussion=True)

    assert fates_of_steps(of("slow"), "B", one) == {KD: Fraction(1, 6), ST: Fraction(1, 2), OOA: Fraction(1, 3)}
    assert fates_of_steps(of("slow"), "B", two) == {KD: Fraction(1, 36), ST: Fraction(5, 12), OOA: Fraction(5, 9)}


def test_true_grit_has_a_chart_of_its_own():
    assert fates_of_steps(of("grit"), "B", wounded("B", 1)) == {
        KD: Fraction(1, 2),
        ST: Fraction(1, 3),
        OOA: Fraction(1, 6),
    }
    struck = wounded("B", 1, concussion=True)
    assert fates_of_steps(of("grit"), "B", struck) == {KD: Fraction(1, 6), ST: Fraction(2, 3), OOA: Fraction(1, 6)}


def test_a_helmet_saves_half_of_the_stunned():
    assert fates_of_steps(of("helm"), "B", wounded("B", 1)) == {
        KD: Fraction(1, 2),
        ST: Fraction(1, 6),
        OOA: Fraction(1, 3),
    }


def test_a_helmet_is_rolled_once_for_the_result_that_counts():
    expected = {KD: Fraction(5, 18), ST: Fraction(1, 6), OOA: Fraction(5, 9)}

    assert fates_of_steps(of("helm"), "B", wounded("B", 2)) == expected
    assert fates_of_steps(of("helm"), "B", wounded("B", 1), wounded("B", 1)) == expected


def test_a_helmet_read_for_each_die():
    game = of("helm", helmet_save="per_die")
    expected = {KD: Fraction(1, 4), ST: Fraction(7, 36), OOA: Fraction(5, 9)}

    assert fates_of_steps(game, "B", wounded("B", 2)) == expected
    assert fates_of_steps(game, "B", wounded("B", 1), wounded("B", 1)) == expected


def test_the_helmet_belongs_to_the_victims_side():
    done = after_steps(of("helm"), 3, 4, steps=(wounded("B", 1),))

    assert [(event.side, event.meaning) for event in rolls(done.events)] == [
        ("red", "stunned"),
        ("blue", "knocked down instead"),
    ]
    assert markers(done.game, "B") == {"knocked_down"}


@pytest.mark.parametrize(("profile", "need"), [("slow", None), ("helm", 4), ("skull", 3), ("both", 2)])
def test_a_thick_skull_is_better_than_a_helmet_and_both_are_best(profile: str, need: int | None):
    assert helmet_need(of(profile).model("B")) == need


def test_a_thick_skull_in_fractions():
    assert fates_of_steps(of("skull"), "B", wounded("B", 1)) == {
        KD: Fraction(5, 9),
        ST: Fraction(1, 9),
        OOA: Fraction(1, 3),
    }
    assert fates_of_steps(of("both"), "B", wounded("B", 1)) == {
        KD: Fraction(11, 18),
        ST: Fraction(1, 18),
        OOA: Fraction(1, 3),
    }


def test_jump_up_ignores_a_knocked_down_that_was_rolled():
    assert fates_of_steps(of("jumper"), "B", wounded("B", 1)) == {
        "unhurt": Fraction(1, 3),
        ST: Fraction(1, 3),
        OOA: Fraction(1, 3),
    }


def test_jump_up_does_not_ignore_what_a_helmet_made():
    game = of("springy")

    assert fate(after_steps(game, 2, steps=(wounded("B", 1),)).game, "B") == "unhurt"
    assert fate(after_steps(game, 3, 4, steps=(wounded("B", 1),)).game, "B") == KD


# ---------------------------------------------------------------- of which rolls the highest counts


def test_injury_scope_turn_remembers_what_a_helmet_saved():
    """A 3 that was saved and a later 1: the result that counts is still the saved one."""
    game = of("helm")

    done = after_steps(game, 3, 4, 1, steps=(wounded("B", 1), wounded("B", 1)))

    assert markers(done.game, "B") == {"knocked_down"}
    assert done.events[-1] == Noted(text="B was injured as badly this turn", model="B", why=("MOR-INJ-4",))


def test_injury_scope_attacker_asks_again_for_another_attacker():
    game = of("helm", injury_scope="attacker")
    first, second = wounded("B", 1, attacker="A"), wounded("B", 1, attacker="B")

    assert markers(after_steps(game, 3, 4, 3, 1, steps=(first, second)).game, "B") == {"stunned"}
    assert markers(after_steps(game, 3, 4, 3, steps=(first, first)).game, "B") == {"knocked_down"}


def test_injury_scope_phase_forgets_the_phase_before():
    game = of("helm", injury_scope="phase")
    shot = after_steps(game, 3, 4, steps=(wounded("B", 1),)).game

    assert markers(after_steps(shot, 3, steps=(wounded("B", 1),)).game, "B") == {"knocked_down"}
    assert markers(after_steps(replace(shot, phase="recovery"), 3, 1, steps=(wounded("B", 1),)).game, "B") == {
        "stunned"
    }


def test_injury_scope_turn_and_phase_do_not_ask_who_struck():
    first, second = wounded("B", 1, attacker="A"), wounded("B", 1, attacker="B")

    for scope in ("turn", "phase"):
        done = after_steps(of("helm", injury_scope=scope), 3, 4, 3, steps=(first, second))
        assert markers(done.game, "B") == {"knocked_down"}


def test_injury_scope_turn_does_not_ask_in_which_phase():
    shot = after_steps(of("helm"), 3, 4, steps=(wounded("B", 1),)).game

    fought = after_steps(replace(shot, phase="recovery"), 3, steps=(wounded("B", 1),)).game

    assert markers(fought, "B") == {"knocked_down"}


@pytest.mark.clause("MOR-INJ-1", "MOR-STAND-11")
def test_read_die_by_die_only_the_first_is_for_the_last_wound():
    done = after_steps(of("slow", helmet_save="per_die"), 1, 2, steps=(wounded("B", 2),))

    assert [event.why[0] for event in rolls(done.events)] == ["MOR-INJ-1", "MOR-STAND-11"]
