"""Chapter: Movement.  Inches of every kind of movement, from the Speed that the States leave."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.pace import allowed, speed
from tests.systems.eldfall.positions import position

KINDS = ("walk", "run", "climb", "jump", "dodge", "fall")


def inches(states, **readings):
    """Walk, Run, Climb, Jump, Dodge move and unhurt fall of the reference model (Speed 5)."""
    game = position(f"model A flyer red 5,5 {states}", **readings)
    return [allowed(game, game.model("A"), kind).value for kind in KINDS]


@pytest.mark.clause("ELD-DEF-MOVE", "ELD-DEF-DODGE", "ELD-DEF-FALL")
def test_a_walk_is_the_speed_a_run_twice_and_the_rest_half_rounded_up():
    assert inches("") == [5, 10, 3, 3, 3, 3]


@pytest.mark.clause("ELD-CRO-6", "ELD-SLO-1", "ELD-CRI-3", "ELD-DEF-MOD")
def test_h_1_three_halvings_leave_an_inch():
    assert inches("crouched") == [3, 6, 2, 2, 2, 2]
    assert inches("crouched slowed") == [2, 4, 1, 1, 1, 1]
    assert inches("crouched slowed crippled") == [1, 2, 1, 1, 1, 1]
    assert inches("crippled slowed") == inches("slowed crouched")


@pytest.mark.clause("ELD-SLO-1", "ELD-DEF-MOVE")
def test_h_4_a_slowed_run_is_six_inches_not_five():
    assert inches("slowed") == [3, 6, 2, 2, 2, 2]
    assert inches("slowed", movement_factors="together")[:2] == [3, 5]  # halved and doubled cancel


@pytest.mark.clause("ELD-FLY-2", "ELD-DEF-CAN")
def test_h_5_flying_doubles_and_a_halving_cancels_that():
    assert inches("flying") == [10, 20, 5, 5, 5, 5]
    assert inches("flying slowed") == [5, 10, 3, 3, 3, 3]
    assert inches("flying slowed crippled") == [3, 6, 2, 2, 2, 2]
    assert inches("flying slowed", cancel_halvings="rolls_only") == [6, 12, 3, 3, 3, 3]
    odd = position("model A nine red 5,5 flying slowed", 'profile nine "N" base=32 height=2 STA=1 SPD=9')
    assert speed(odd, odd.model("A")).value == 9


@pytest.mark.clause("ELD-GEN-3", "ELD-SLO-1")
def test_h_19_slowed_twice_is_slowed_once():
    assert inches("slowed@X slowed@Y") == [3, 6, 2, 2, 2, 2]


@pytest.mark.clause("ELD-DEF-MOVE")
def test_the_sum_is_told_with_its_terms():
    game = position("model A ref red 5,5 slowed")
    found = allowed(game, game.model("A"), "run")

    assert found.text() == "Run 3″ Speed as it is now doubled Run = 6″"
    assert speed(game, game.model("A")).text().startswith("Speed 5")
    plain = position("model A ref red 5,5")
    assert allowed(plain, plain.model("A"), "walk").text() == "Walk 5″ Speed"
