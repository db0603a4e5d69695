"""Chapter: Attacks — how many dice, which one counts, and what it does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Noted
from tests.systems.open_combat.fights import (
    SYSTEM,
    about,
    act,
    asked,
    chances,
    harm,
    lost,
    planned,
    play,
    position,
    sums,
)

BLOW = act("A", "attack", "E")


def duel(attack: int, defence: int, **readings: str):
    """A (this ATK) in contact with E (this DEF)."""
    return position(
        f'profile a "A" SPD=4 ATK={attack} DEF=3 FOR=3 MIN=3 equipment=sword\n'
        f'profile e "E" SPD=4 ATK=3 DEF={defence} FOR=4 MIN=3 equipment=sword\n'
        "model A a red 5,5\nmodel E e blue 5.984,5",
        **readings,
    )


# ---------------------------------------------------------------- how many


@pytest.mark.parametrize(
    ("attack", "defence", "dice"),
    [(3, 4, 1), (4, 4, 1), (5, 4, 2), (7, 4, 2), (8, 4, 3), (9, 4, 3), (20, 4, 3), (4, 3, 2), (1, 0, 3), (0, 0, 1)],
)
def test_one_die_two_above_the_defence_three_from_twice_never_more(attack: int, defence: int, dice: int):
    assert planned(duel(attack, defence), BLOW).tallies[2].value == dice


def test_the_comparison_is_said_in_words():
    assert sums(duel(9, 4), BLOW)[:3] == [
        "Attack 9",
        "Defence 4",
        "Attack dice 3 as ATK 9 is at least twice DEF 4",
    ]
    assert sums(duel(5, 4), BLOW)[2] == "Attack dice 2 as ATK 5 is above DEF 4"
    assert sums(duel(4, 4), BLOW)[2] == "Attack dice 1 as ATK 4 is not above DEF 4"


def test_exactly_double_can_be_read_as_two_dice():
    assert planned(duel(8, 4, exactly_double="two"), BLOW).tallies[2].value == 2
    assert planned(duel(9, 4, exactly_double="two"), BLOW).tallies[2].value == 3


# ---------------------------------------------------------------- which one counts


def test_the_attacker_is_offered_the_best_die_first_and_what_it_does():
    assert asked(duel(9, 4), BLOW, (2, 6, 5)) == {
        "6": "6: 2 Fortitude lost (1 for other dice), and forced back if the attacker wishes",
        "5": "5: 2 Fortitude lost (1 for other dice)",
        "2": "2: no effect",
    }


def test_dice_that_do_the_same_are_offered_once():
    assert list(asked(duel(9, 4), BLOW, (1, 3, 4))) == ["4", "1"]


def test_a_single_die_or_equal_dice_are_not_asked_about():
    done = play(duel(9, 4), BLOW, (2, 2, 2))

    assert [event.text for event in about(done.events, Noted)] == ["A against E, 2: no effect"]


def test_hc_70_a_one_that_is_not_picked_does_nothing():
    game = duel(9, 4)

    kept = play(game, BLOW, (1, 1, 4), "4", "stay").game
    given_away = play(game, BLOW, (1, 1, 1)).game

    assert kept.active == "red"
    assert (given_away.active, given_away.round) == ("blue", 1)


@pytest.mark.parametrize(("attack", "chance"), [(4, Fraction(1, 6)), (5, Fraction(1, 36)), (8, Fraction(1, 216))])
def test_hc_70_the_chance_that_every_die_is_a_one(attack: int, chance: Fraction):
    found = chances(duel(attack, 4), BLOW)

    assert found.chance(lambda game: game.active == "blue") == chance


def test_by_the_other_reading_any_one_rolled_loses_the_initiative():
    game = duel(9, 4, attack_ones="any")

    assert play(game, BLOW, (1, 1, 2), "2").game.active == "blue"
    assert chances(game, BLOW).chance(lambda game: game.active == "blue") == 1 - Fraction(5, 6) ** 3


def test_a_one_may_be_picked_on_purpose():
    assert play(duel(5, 4), BLOW, (1, 6), "1").game.active == "blue"


# ---------------------------------------------------------------- what it does


@pytest.mark.parametrize(("die", "fortitude"), [(2, 0), (5, 1)])
def test_two_does_nothing_and_five_costs_one_fortitude(die: int, fortitude: int):
    done = play(duel(4, 4), BLOW, die)

    assert lost(done.game, "E") == fortitude
    assert (done.game.model("E").x, done.game.active) == (5.984, "red")


def test_hc_59_the_chance_to_wound_with_three_dice_and_with_one():
    three, one = harm(duel(9, 4), BLOW, "E"), harm(duel(3, 4), BLOW, "E")

    assert 1 - three[0] == Fraction(19, 27)
    assert 1 - one[0] == Fraction(1, 3)


def test_additional_hits_in_full():
    """Of three dice: no 5 or 6, one, two or three of them."""
    assert harm(duel(9, 4), BLOW, "E") == {
        0: Fraction(8, 27),
        1: Fraction(12, 27),
        2: Fraction(6, 27),
        3: Fraction(1, 27),
    }


def test_without_additional_hits_a_wound_is_one_fortitude():
    assert harm(duel(9, 4, additional_dice="none"), BLOW, "E") == {0: Fraction(8, 27), 1: Fraction(19, 27)}


def test_dice_not_picked_add_nothing_to_a_force_back():
    assert lost(play(duel(9, 4), BLOW, (6, 5, 3), "3", "stay").game, "E") == 0


@pytest.mark.parametrize(("attack", "wounds", "loses"), [(4, "1/3", "1/6"), (5, "5/9", "1/36"), (8, "19/27", "1/216")])
def test_the_chances_and_that_the_chart_is_assumed_are_said_before_the_roll(attack: int, wounds: str, loses: str):
    assert planned(duel(attack, 4), BLOW).notes[0] == (
        f"The best die wounds with {wounds}, and loses the initiative with {loses} (assumed)."
    )


def test_the_odds_have_a_name_for_every_end():
    named = [row[0] for row in chances(duel(4, 4), BLOW).table()]

    assert len(named) == len(set(named)) > 1
    assert SYSTEM.wounds(duel(4, 4), duel(4, 4).model("E")) == (4, 4)
