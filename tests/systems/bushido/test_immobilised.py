"""State: Immobilised.  A Size (6) test before whatever moves, and what sets free."""

from __future__ import annotations

import pytest

from engine.commands import Turn
from engine.game import Marker, ModelId
from engine.systems.bushido.conditions import RULES
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.questions import SPECIAL
from engine.systems.bushido.shoving import place, place_objections, shove
from engine.systems.bushido.tearing_free import clauses
from engine.systems.bushido.wish import (
    DISENGAGE,
    FEAT,
    FOCUS,
    HEAL,
    MELEE,
    RUN,
    SCENARIO,
    SHOOT,
    STAND_UP,
    WAIT,
    WALK,
    Wish,
)
from tests.systems.bushido.positions import T, act, asking, counters, done, marks, move, position, step

BIG = """
profile big  "Big"  base=50 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=short_sword
profile tiny "Tiny" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 traits=tiny equipment=short_sword
"""


def at(d):
    return 5 + T + d


def caught(*more, who="man", ac=2, **readings):
    men = (f"model M {who} red 5,10 facing=90 activations:{ac} immobilised immobilised", *more)
    return position("\n".join(men), BIG, **readings)


@pytest.mark.clause("BUS-IMMOBILISED-2", "BUS-IMMOBILISED-5", "BUS-IMMOBILISED-6", "BUS-DEF-24")
def test_h_048_a_walk_after_a_passed_test_goes_on_and_all_markers_are_gone():
    game = caught("model B man blue 30,30 activations:2")

    walked = done(game, move(game, "M", (8, 10)), (6, 1))

    assert marks(walked, "M") == []
    assert walked.model("M").x == 8
    assert counters(walked, "M") == {"activations": 1}


@pytest.mark.clause("BUS-IMMOBILISED-4")
def test_h_049_a_walk_after_a_failed_test_is_paid_and_goes_nowhere():
    game = caught("model B man blue 30,30 activations:2")

    failed = done(game, move(game, "M", (8, 10)), (5, 1))

    assert marks(failed, "M") == ["immobilised", "immobilised"]
    assert failed.model("M").x == 5
    assert counters(failed, "M") == {"activations": 1}


@pytest.mark.clause("BUS-IMMOBILISED-1", "BUS-IMMOBILISED-5", "BUS-IMMOBILISED-6")
def test_h_050_a_large_model_throws_four_dice_and_charges():
    game = caught(f"model B man blue {at(6)},10 facing=270 activations:2", who="big")

    charged = asking(game, act("M", "charge", "B"), (4, 4, 4, 3))

    assert marks(charged.game, "M") == []
    assert charged.game.model("M").x > 10


@pytest.mark.clause("BUS-IMMOBILISED-1", "BUS-IMMOBILISED-4", "BUS-DEF-24")
def test_h_051_a_failed_charge_costs_both_counters():
    game = caught(f"model B man blue {at(6)},10 facing=270 activations:2", who="big")

    failed = done(game, act("M", "charge", "B"), (4, 1, 1, 1))

    assert counters(failed, "M") == {}
    assert marks(failed, "M") == ["immobilised", "immobilised"]


@pytest.mark.clause("BUS-DEF-24")
def test_h_052_a_tiny_model_has_one_die():
    game = caught("model B man blue 30,30 activations:2", who="tiny")

    assert marks(done(game, move(game, "M", (8, 10)), 6), "M") == []
    assert marks(done(game, move(game, "M", (8, 10)), 5), "M") == ["immobilised", "immobilised"]


@pytest.mark.clause("BUS-IMMOBILISED-1")
def test_h_053_melee_tests_even_without_a_step():
    game = caught(f"model B man blue {at(0)},10 facing=270")

    failed = done(game, act("M", "melee", "B"), (3, 3))

    assert counters(failed, "M") == {"activations": 1}
    assert marks(failed, "M") == ["immobilised", "immobilised"]


@pytest.mark.clause("BUS-IMMOBILISED-1", "BUS-IMMOBILISED-2", "BUS-IMMOBILISED-3")
def test_h_056_to_h_059_which_actions_call_for_the_test():
    game, distance = caught(), caught(immobilised_movement="distance")

    def tested(action, game=game, **more):
        return clauses(game, Wish(model=ModelId("M"), action=action, title="", **more))

    for action in (MELEE, RUN, SCENARIO, STAND_UP, HEAL):
        assert tested(action) == ("BUS-IMMOBILISED-1",)
    assert tested(WALK, moves=True, inches=2.0) == ("BUS-IMMOBILISED-2",)
    assert tested(SHOOT) == tested(FOCUS) == tested(FEAT) == tested(WAIT) == ()
    assert tested(SHOOT, moves=True) == ("BUS-IMMOBILISED-2", "BUS-IMMOBILISED-3")
    assert tested(DISENGAGE) == ("BUS-IMMOBILISED-2", "BUS-IMMOBILISED-3")
    assert tested(SHOOT, distance, moves=True) == tested(DISENGAGE, distance) == ()
    assert tested(SHOOT, distance, moves=True, inches=1.0) == ("BUS-IMMOBILISED-2",)


@pytest.mark.clause("BUS-IMMOBILISED-3", "BUS-DEF-13")
def test_a_turn_on_the_spot_calls_for_the_test():
    game = caught("model B man blue 30,30 activations:2")

    assert done(game, Turn(model=ModelId("M"), facing=180.0), (5, 2)).model("M").facing == 180
    assert done(game, Turn(model=ModelId("M"), facing=180.0), (4, 2)).model("M").facing == 90


@pytest.mark.clause("BUS-IMMOBILISED-7", "BUS-IMMOBILISED-8")
def test_no_special_attack_or_defence_is_declared():
    game = caught()

    for kind, clause in (("attack", "BUS-IMMOBILISED-7"), ("defence", "BUS-IMMOBILISED-8")):
        found = RULES.ruling(game, game.model("M"), SPECIAL, kind).objections
        assert [objection.why for objection in found] == [(clause,)]


@pytest.mark.clause("BUS-IMMOBILISED-9")
def test_a_wait_shakes_it_off_without_a_test():
    game = caught("model B man blue 30,30 activations:2")

    waited = done(game, act("M", "wait"), "immobilised")

    assert marks(waited, "M") == []
    assert counters(waited, "M") == {"activations": 1}


@pytest.mark.clause("BUS-IMMOBILISED-11")
def test_h_062_a_push_sets_free():
    game = caught()

    pushed = step(game, lambda game: shove(game, "M", 90.0, 2.0, "BUS-DEF-33"))

    assert pushed.game.model("M").x == pytest.approx(7.0)
    assert marks(pushed.game, "M") == []


@pytest.mark.clause("BUS-DEF-RULING-FALLING-PRONE")
def test_falling_prone_is_no_movement():
    game = caught()

    fallen = step(game, lambda game: gain(game, ModelId("M"), Marker("prone"), "BUS-DEF-33")).game

    assert marks(fallen, "M") == ["immobilised", "immobilised", "prone"]


@pytest.mark.clause("BUS-IMMOBILISED-11", "BUS-DEF-18")
@pytest.mark.parametrize(("reading", "left"), [("no_move", ["immobilised", "immobilised"]), ("move", [])])
def test_h_181_being_placed_is_no_movement_unless_the_reading_says_so(reading, left):
    game = caught(placing=reading)

    put = step(game, lambda game: place(game, ModelId("M"), (8.0, 10.0), 90.0, "BUS-DEF-27"))

    assert put.game.model("M").x == 8
    assert marks(put.game, "M") == left


@pytest.mark.clause("BUS-HELD-4", "BUS-HELD-7")
def test_h_181_the_held_may_be_placed_and_are_held_no_longer():
    men = f"model P man red 5,10 held=0@H\nmodel H man blue {at(0)},10"
    game, strict = position(men), position(men, placing="move")

    assert place_objections(game, game.model("P"), (5.0, 5.0)) == ()
    put = step(game, lambda game: place(game, ModelId("P"), (5.0, 5.0), 0.0, "BUS-DEF-27"))
    assert marks(put.game, "P") == []
    assert [o.why for o in place_objections(strict, strict.model("P"), (5.0, 5.0))] == [("BUS-HELD-4", "BUS-HELD-5")]


@pytest.mark.clause("BUS-DEF-18")
def test_nobody_is_placed_in_contact_with_an_enemy_or_in_a_wall():
    wall = "terrain w wall 7,9 8,9 8,11 7,11 bottom=0 top=3 sight=solid footing=solid"
    game = position("model P man red 5,10\nmodel H man blue 12,10", wall)

    assert [o.why for o in place_objections(game, game.model("P"), (12.0 - T, 10.0))] == [("BUS-DEF-18",)]
    assert [o.why for o in place_objections(game, game.model("P"), (7.5, 10.0))] == [("BUS-DEF-19",)]
