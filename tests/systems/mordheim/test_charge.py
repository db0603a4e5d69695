"""Chapter: Charging.  The only way into contact; distances, sight, interception and dives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import NextPhase
from engine.odds import odds
from engine.systems.mordheim.engaged import enemies_touching, is_engaged, touching
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import (
    BASE,
    SYSTEM,
    act,
    asking,
    done,
    legal,
    move,
    place,
    plan,
    refused,
    roof,
    said,
    table,
)


@pytest.mark.clause("MOR-DEF-CHARGE", "MOR-DEF-CONTACT")
def test_a_way_that_ends_on_an_enemy_is_a_charge_and_ends_beside_him():
    game = table("model A man red 5,5\nmodel B man blue 11,5")

    charged = done(game, move(game, "A", (11.0, 5.0)))

    assert plan(game, move(game, "A", (11.0, 5.0))).label == "Charge at B"
    assert place(charged, "A") == (round(11 - BASE, 3), 5.0, 0.0)
    assert markers(charged, "A") == {"moved", "charged"}
    assert [enemy.id for enemy in enemies_touching(charged, charged.model("B"))] == ["A"]


@pytest.mark.clause("MOR-DEF-CHARGE")
def test_a_charge_goes_up_to_twice_the_movement():
    game = table(f"model A man red 5,5\nmodel B man blue {5 + 8 + BASE},5\nmodel C man blue 5,{5 + 8.1 + BASE}")

    assert legal(game, move(game, "A", (13 + BASE, 5.0)))
    assert refused(game, move(game, "A", (5.0, 13.1 + BASE))) == ("MOR-DEF-CHARGE", "MOR-DEF-FAILED-CHARGE")
    assert "0.1″ further than the 8.0″ A may charge." in said(game, move(game, "A", (5.0, 13.1 + BASE)))


@pytest.mark.clause("MOR-DEF-FAILED-CHARGE")
def test_a_charge_declared_and_too_short_moves_the_movement_and_spoils_the_shot():
    game = table("model A archer red 5,5\nmodel B man blue 17,5")
    charge = move(game, "A", (17.0, 5.0), how="charge")

    assert plan(game, charge).label == "Charge at B that falls short"
    failed = done(game, charge)

    assert place(failed, "A") == (9.0, 5.0, 0.0)
    assert markers(failed, "A") == {"moved", "failed_charge"}
    assert refused(failed, move(failed, "A", (9.0, 6.0)))[0] == "MOR-DEF-FAILED-CHARGE"
    assert "MOR-DEF-FAILED-CHARGE" in refused(done(failed, NextPhase()), act("A", "shoot", "B"))


@pytest.mark.clause("MOR-DEF-FAILED-CHARGE", "MOR-DEF-DIFFICULT")
def test_a_failed_charge_through_mud_comes_half_as_far():
    mud = 'terrain mud "Mud" mud 6,0 30,0 30,20 6,20 bottom=0 top=0 sight=clear footing=difficult'
    game = table("model A man red 5,5\nmodel B man blue 17,5", mud)

    failed = done(game, move(game, "A", (17.0, 5.0), how="charge"))

    assert place(failed, "A")[0] == pytest.approx(7.5, abs=0.01)


@pytest.mark.clause("MOR-DEF-CHARGE")
def test_a_charge_at_nobody_is_refused():
    game = table("model A man red 5,5\nmodel B man blue 11,5")

    assert refused(game, move(game, "A", (8.0, 5.0), how="charge")) == ("MOR-DEF-CHARGE",)


@pytest.mark.clause("MOR-DEF-CHARGE")
def test_a_charge_takes_the_direct_way():
    game = table("model A man red 5,5\nmodel B man blue 10,5")

    assert refused(game, move(game, "A", (7.0, 7.0), (10.0, 5.0))) == ("MOR-DEF-CHARGE",)
    assert "longer" in said(game, move(game, "A", (7.0, 7.0), (10.0, 5.0)))
    assert legal(game, move(game, "A", (7.0, 5.1), (10.0, 5.0)))


@pytest.mark.clause("MOR-DEF-CHARGE", "MOR-DEF-CHARGE-UNSEEN")
def test_out_of_sight_and_far_off_there_is_no_charge():
    wall = 'terrain w "Screen" wall 8,0 8.4,0 8.4,6 8,6 top=3 footing=impassable'
    game = table("model A man red 7.4,5\nmodel B man blue 12.4,4.4", wall)

    way = move(game, "A", (7.5, 6.6), (8.8, 6.6), (12.4, 4.4))
    assert refused(game, way) == ("MOR-DEF-CHARGE", "MOR-DEF-CHARGE-UNSEEN")
    assert "A does not see B, 4.1″ away; unseen, he may be charged within 4″." in said(game, way)


@pytest.mark.clause("MOR-DEF-CHARGE-UNSEEN")
def test_within_four_inches_the_unseen_is_charged_after_an_initiative_test():
    wall = 'terrain w "Screen" wall 8,0 8.4,0 8.4,6 8,6 top=3 footing=impassable'
    game = table("model A man red 7.4,5.4\nmodel B man blue 9.2,5\nmodel Z man blue 30,30", wall)
    way = move(game, "A", (7.6, 6.6), (8.8, 6.6), (9.2, 5.0))

    assert plan(game, way).objections == ()
    assert asking(game, way).question.what == "Initiative of A to notice B"
    assert markers(done(game, way, 3), "A") == {"moved", "charged"}
    missed = done(game, way, 4)
    assert (place(missed, "A"), markers(missed, "A")) == ((7.4, 5.4, 0.0), set())
    assert refused(missed, way) == ("MOR-DEF-CHARGE", "MOR-DEF-CHARGE-UNSEEN")


@pytest.mark.clause("MOR-DEF-HIDING", "MOR-DEF-CHARGE")
def test_the_hidden_are_not_charged_by_those_who_do_not_see_round_their_cover():
    low = 'terrain w "Sill" barrier 8,3 8.4,3 8.4,7 8,7 top=0.9'
    hidden = table("model A man red 5,5\nmodel B man blue 9,5 hidden", low)
    beside = table("model A man red 9,9\nmodel B man blue 9,5 hidden", low)

    assert "MOR-DEF-HIDING" in refused(hidden, move(hidden, "A", (9.0, 5.0)))
    assert legal(beside, move(beside, "A", (9.0, 5.0)))


@pytest.mark.clause("MOR-DEF-CHARGE", "MOR-DEF-MOVE")
def test_whoever_moved_already_does_not_charge():
    game = table("model A man red 5,5 moved moved:1000\nmodel B man blue 9,5")

    assert "MOR-DEF-MOVE" in refused(game, move(game, "A", (9.0, 5.0)))


@pytest.mark.clause("MOR-DEF-CHARGE", "MOR-ATKST-2")
@pytest.mark.parametrize("status", ["knocked_down", "stunned"])
def test_hc_52_the_fallen_may_be_charged(status: str):
    game = table(f"model A man red 5,5\nmodel B man blue 9,5 {status}")

    charged = done(game, move(game, "A", (9.0, 5.0)))

    assert is_engaged(charged, charged.model("A"))


# ---------------------------------------------------------------- interception


def charge_past(friend: str, **readings: str):
    return table(f"model A man red 5,5\nmodel B man blue 11,5\nmodel C man blue {friend}", **readings)


@pytest.mark.clause("MOR-DEF-INTERCEPT")
def test_an_unengaged_enemy_near_the_way_may_step_in():
    game = charge_past("8,7")
    charge = move(game, "A", (11.0, 5.0))

    question = asking(game, charge).question
    assert (question.side, [option.id for option in question.options]) == ("blue", ["let_pass", "C"])
    assert plan(game, charge).notes == ("C may step in.",)

    passed = done(game, charge, "let_pass")
    assert [enemy.id for enemy in enemies_touching(passed, passed.model("A"))] == ["B"]

    taken = done(game, charge, "C")
    assert [enemy.id for enemy in enemies_touching(taken, taken.model("A"))] == ["C"]
    assert place(taken, "A") == (8.0, 5.0, 0.0)
    assert place(taken, "C") == (8.0, round(5 + BASE, 3), 0.0)
    assert markers(taken, "A") == {"moved", "charged"}
    assert (place(taken, "B"), markers(taken, "C")) == ((11.0, 5.0, 0.0), set())


@pytest.mark.clause("MOR-DEF-INTERCEPT")
@pytest.mark.parametrize(
    "friend",
    [
        f"8,{7.001 + BASE / 2}",
        "8,7 knocked_down",
        "8,7 stunned",
        "8,7 fleeing",
        f"8,7\nmodel D man red 8,{7 + BASE}",
    ],
    ids=["too far", "knocked down", "stunned", "fleeing", "engaged"],
)
def test_who_may_not_step_in(friend: str):
    game = charge_past(friend)

    assert [e.id for e in enemies_touching(done(game, move(game, "A", (11.0, 5.0))), game.model("B"))] == ["A"]


@pytest.mark.clause("MOR-DEF-INTERCEPT")
def test_nobody_steps_in_through_a_wall():
    wall = 'terrain w "Wall" wall 6,5.8 10,5.8 10,6.1 6,6.1 top=3'
    game = table("model A man red 5,5\nmodel B man blue 11,5\nmodel C man blue 8,6.8", wall)

    assert markers(done(game, move(game, "A", (11.0, 5.0))), "A") == {"moved", "charged"}


# ---------------------------------------------------------------- across a barrier


@pytest.mark.clause("MOR-DEF-ENGAGED")
def test_a_low_obstacle_between_the_bases_does_not_part_them_after_a_charge():
    low = 'terrain w "Sill" barrier 8,3 8.4,3 8.4,7 8,7 top=0.9'
    game = table(f"model A man red 5,5\nmodel B man blue {8.4 + BASE / 2},5", low)

    charged = done(game, move(game, "A", (8 - BASE / 2, 5.0), how="charge"))

    assert touching(charged.model("A"), charged.model("B"))
    assert touching(charged.model("B"), charged.model("A"))
    assert markers(charged, "A") == {"moved", "charged", "over_wall"}
    assert refused(game, move(game, "A", (7.0, 5.0), how="charge")) == ("MOR-DEF-CHARGE",)


@pytest.mark.clause("MOR-DEF-ENGAGED", "MOR-DEF-CHARGE")
@pytest.mark.parametrize("y", [3.0, 5.0, 6.5])
def test_dragged_onto_an_enemy_behind_a_low_obstacle_he_charges_up_to_it(y: float):
    low = 'terrain w "Sill" barrier 8,0 8.3,0 8.3,10 8,10 top=0.9'
    game = table(f"model A man red 5,{y}\nmodel B man blue {8.3 + BASE / 2},5", low)
    apart = table(f"model A man red 5,{y}\nmodel B man blue {8.31 + BASE / 2},5", low)
    tall = table(f"model A man red 5,{y}\nmodel B man blue {8.3 + BASE / 2},5", low.replace("top=0.9", "top=1.5"))

    charged = done(game, move(game, "A", (8.3 + BASE / 2, 5.0)))

    assert place(charged, "A") == (round(8.0 - BASE / 2, 3), 5.0, 0.0)
    assert touching(charged.model("A"), charged.model("B"))
    assert refused(apart, move(apart, "A", (8.3 + BASE / 2, 5.0))) == ("MOR-DEF-SPACE",)
    assert refused(tall, move(tall, "A", (8.3 + BASE / 2, 5.0))) == ("MOR-DEF-SPACE",)


@pytest.mark.clause("MOR-DEF-ENGAGED")
def test_standing_at_a_barrier_without_a_charge_is_no_combat_and_leaving_ends_it():
    low = 'terrain w "Sill" barrier 8,3 8.4,3 8.4,7 8,7 top=0.9'
    models = f"model A man red {8 - BASE / 2},5 over_wall=2@B\nmodel B man blue {8.4 + BASE / 2},5 over_wall=1@A"
    plain = table(models.replace(" over_wall=2@B", "").replace(" over_wall=1@A", ""), low)
    game = table(models.replace("over_wall=1@A", "over_wall=1@A knocked_down"), low)

    assert not is_engaged(plain, plain.model("A"))
    left = done(game, move(game, "A", (6.0, 5.0)))
    assert (markers(left, "A"), markers(left, "B")) == ({"moved"}, {"knocked_down"})


@pytest.mark.clause("MOR-DEF-ENGAGED")
@pytest.mark.parametrize(("gap", "engaged"), [(0.0, True), (0.0009, True), (0.0011, False)])
def test_touching_is_a_gap_of_a_thousandth_of_an_inch(gap: float, engaged: bool):
    game = table(f"model A man red 5,5\nmodel B man blue {5 + BASE + gap},5\nmodel C man blue 5,9")

    assert is_engaged(game, game.model("A")) is engaged


# ---------------------------------------------------------------- from above


@pytest.mark.clause("MOR-DEF-DIVING-CHARGE")
def test_a_diving_charge_passes_its_tests_and_is_marked_for_the_combat_phase():
    game = table("model A man red 11,5 z=3\nmodel B man blue 14,5", roof(3.0))
    dive = move(game, "A", (14.0, 5.0))

    assert plan(game, dive).label == "Diving charge at B"
    assert plan(game, dive).notes[-1] == "A diving charge: +1 to hit and +1 Strength in the close combat phase."
    landed = done(game, dive, 3)
    assert markers(landed, "A") == {"moved", "charged", "dived"}
    assert [enemy.id for enemy in enemies_touching(landed, landed.model("A"))] == ["B"]
    assert "dived" in markers(done(done(landed, NextPhase()), NextPhase()), "A")


@pytest.mark.clause("MOR-DEF-DIVING-CHARGE", "MOR-DEF-FALL")
def test_failing_a_dive_he_falls_and_does_not_charge():
    game = table("model A man red 11,5 z=3\nmodel B man blue 14,5", roof(3.0))

    fallen = done(game, move(game, "A", (14.0, 5.0)), 4, 1, (1,))

    assert markers(fallen, "A") == {"moved", "fell"}
    assert not is_engaged(fallen, fallen.model("A"))


@pytest.mark.clause("MOR-DEF-DIVING-CHARGE")
def test_too_far_from_the_landing_it_is_a_charge_with_a_jump():
    game = table("model A man red 11.5,5 z=3\nmodel B man blue 17,5", roof(3.0))

    landed = done(game, move(game, "A", (17.0, 5.0)), 3)

    assert markers(landed, "A") == {"moved", "charged"}


@pytest.mark.clause("MOR-DEF-DIVING-CHARGE", "MOR-DEF-JUMP-DOWN")
def test_a_dive_of_four_inches_takes_two_tests():
    game = table("model A man red 11,5 z=4\nmodel B man blue 14,5", roof(4.0))

    found = odds(SYSTEM, game, move(game, "A", (14.0, 5.0)))

    assert found.chance(lambda end: end.model("A").has("dived")) == Fraction(1, 4)


@pytest.mark.clause("MOR-DEF-LEAP", "MOR-DEF-CHARGE")
def test_a_charge_may_leap():
    game = table("model A man red 11,5 z=3\nmodel B man blue 17,5 z=3", roof(3.0), roof(3.0, "other", 14.0, 24.0))

    charged = done(game, move(game, "A", (17.0, 5.0)), 2)

    assert (markers(charged, "A"), place(charged, "A")[2]) == ({"moved", "charged"}, 3.0)
