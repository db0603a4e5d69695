"""Chapter: Fall Damage.  A roll for each full half of the Speed, and Wounds that land with the others."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.falling import rolls, words
from tests.systems.eldfall.ground import box
from tests.systems.eldfall.positions import act, done, move, plan, play, position


def falls(drop, states=""):
    game = position(f"model A ref red 5,5 {states}")
    return rolls(game, game.model("A"), drop)


@pytest.mark.clause("ELD-DEF-FALL")
def test_a_roll_for_each_full_half_of_the_speed_beyond_the_first():
    assert [falls(drop) for drop in (1, 3, 3.01, 5.99, 6, 8.99, 9)] == [0, 0, 1, 1, 2, 2, 3]


@pytest.mark.clause("ELD-DEF-FALL", "ELD-SLO-1")
def test_the_interval_is_half_of_the_speed_as_it_is_now():
    assert [falls(drop, "slowed") for drop in (2, 2.01, 4)] == [0, 1, 2]
    assert [falls(drop, "crouched slowed crippled") for drop in (1, 1.01, 2)] == [0, 1, 2]


@pytest.mark.clause("ELD-DEF-FALL")
def test_what_a_fall_comes_to_is_said():
    game = position("model A ref red 5,5")

    assert words(game, game.model("A"), 3) == "A fall of 3.00″ hurts nobody of this Speed."
    assert words(game, game.model("A"), 4) == "A fall of 4.00″: an Agility roll, a Wound for each that fails."
    assert words(game, game.model("A"), 6.5) == "A fall of 6.50″: 2 Agility rolls, a Wound for each that fails."


@pytest.mark.clause("ELD-DEF-FALL", "ELD-DEF-WTM")
def test_off_a_roof_it_goes_on_walking_and_the_wound_lands_as_the_sequence_ends():
    game = position("model A ref red 10,16 z=4 ap:2", box(5, 10, 15, 17, 4, name="Roof"))
    off = move(game, "A", (10, 19))
    assert "A fall of 4.00″: an Agility roll" in plan(game, off).notes[0]

    unhurt = play(game, off, 11).game
    assert (unhurt.model("A").y, unhurt.model("A").z) == (19, 0)
    assert done(unhurt, act("A", "pass")).model("A").count("wounds_lost") == 0
    hurt = play(game, off, 12).game
    assert hurt.model("A").count("wounds_lost") == 0
    assert done(hurt, act("A", "pass")).model("A").count("wounds_lost") == 1


@pytest.mark.clause("ELD-DEF-FALL", "ELD-DEF-MGEN")
def test_down_no_more_than_the_hitbox_is_a_step():
    game = position("model A ref red 10,16 z=1.7 ap:2", box(5, 10, 15, 17, 1.7, name="Slab"))

    assert plan(game, move(game, "A", (10, 19))).notes == ()
    assert play(game, move(game, "A", (10, 19))).game.model("A").z == 0
