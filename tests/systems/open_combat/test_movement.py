"""Chapter: Moving.  SPD, bad ground, ladders at the rate of the ground, hazards, contact, and what is refused."""

from __future__ import annotations

import pytest

from engine.commands import Move
from engine.game import ModelId
from tests.systems.open_combat.fights import act, at, cited, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import BASE, EDGE, FOOT, block, flat, heights, move, table

LADDER = 'terrain ladder "Ladder" ladder 10,5.5 10.2,5.5 10.2,6.5 10,6.5 bottom=0 top={top} sight=clear footing=open'
"""A ladder against the east face, which the base in front of it touches."""


def open_ground(*more: str, profile: str = "spd4", words: str = "", **readings: str):
    return heights(f"model M {profile} red 20,20 {words}", *more, **readings)


def ladder(top: float, profile: str = "spd6", x: float = FOOT, z: float = 0.0, words: str = ""):
    return heights(f"model M {profile} red {x},6 z={z} {words}", block(top), LADDER.format(top=top))


@pytest.mark.clause("OPC-DEF-SPD", "OPC-DEF-ACTIVATION")
def test_a_move_covers_up_to_spd_and_is_one_action():
    game = open_ground()

    there = play(game, move(game, "M", (24.0, 20.0))).game
    assert (at(there, "M"), there.model("M").count("actions")) == ((24.0, 20.0, 0.0), 1)
    far = move(game, "M", (24.5, 20.0))
    assert refused(game, far) == {
        "0.5″ farther than the 4″ M moves. A second Move action may go on from there.": ("OPC-DEF-SPD",)
    }
    (shown,) = planned(game, far).objections[0].evidence.lines
    assert (shown.label, shown.points) == ("+0.5″", ((24.0, 20.0, 0.0), (24.5, 20.0, 0.0)))


@pytest.mark.clause("OPC-DEF-GROUND")
def test_difficult_ground_costs_twice_and_a_low_step_nothing():
    mud = 'terrain mud "Mud" mud 21,0 23,0 23,36 21,36 bottom=0 top=0 sight=clear footing=difficult'
    kerb = 'terrain kerb "Kerb" block 21,0 23,0 23,36 21,36 bottom=0 top=0.5'
    slow, steps = open_ground(mud), open_ground(kerb)

    assert sums(slow, move(slow, "M", (22.0, 20.0)))[1] == "This way 2″ + 1 difficult ground = 3″"
    assert cited(slow, move(slow, "M", (24.0, 20.0))) == {"OPC-DEF-SPD", "OPC-DEF-GROUND"}
    assert at(play(steps, move(steps, "M", (22.0, 20.0))).game, "M") == (22.0, 20.0, 0.5)


@pytest.mark.clause("OPC-CLIMB-1", "OPC-CLIMB-2")
def test_a_ladder_goes_an_inch_for_an_inch_without_a_roll():
    game = ladder(3.0)
    up = move(game, "M", (9.4, 6.0))

    assert sums(game, up)[1] == f"This way {FOOT - 9.4:.2f}″ + 3 on a ladder = {FOOT - 9.4 + 3:.2f}″"
    assert planned(game, up).label == "Move 4.09″ by the ladder"
    top = play(game, up).game
    assert (at(top, "M"), top.model("M").count("actions"), top.model("M").count("run_up")) == ((9.4, 6.0, 3.0), 1, 4092)
    down = play(top, move(top, "M", (11.0, 6.0))).game
    assert at(down, "M") == (11.0, 6.0, 0.0)


@pytest.mark.clause("OPC-CLIMB-1", "OPC-CLIMB-2", "OPC-CLIMB-12")
def test_who_cannot_finish_a_ladder_stops_on_it_and_goes_on_with_the_next_move():
    game = ladder(5.0, "spd4")
    up = move(game, "M", (9.4, 6.0))

    assert planned(game, up).objections == ()
    assert planned(game, up).notes == ("It stops 4″ up the ladder and goes on with another Move action.",)
    held = play(game, up).game
    assert (at(held, "M"), markers(held, "M")) == ((round(FOOT, 3), 6.0, 4.0), {"climbing"})
    top = play(held, move(held, "M", (9.4, 6.0))).game
    assert (at(top, "M"), markers(top, "M"), top.model("M").count("actions")) == ((9.4, 6.0, 5.0), set(), 2)
    back = play(held, move(held, "M", (FOOT + 0.5, 6.0))).game
    assert (at(back, "M"), markers(back, "M")) == ((round(FOOT, 3), 6.0, 0.0), set())


@pytest.mark.clause("OPC-CLIMB-1", "OPC-CLIMB-2")
def test_down_a_ladder_it_may_stop_half_way_too():
    game = ladder(6.0, "spd4", x=EDGE, z=6.0)
    down = move(game, "M", (11.0, 6.0))

    held = play(game, down).game
    assert markers(held, "M") == {"climbing"}
    assert at(held, "M")[2] == pytest.approx(6.0 - (4.0 - BASE / 2), abs=0.002)
    foot = play(held, move(held, "M", (11.0, 6.0))).game
    assert (at(foot, "M"), markers(foot, "M")) == ((11.0, 6.0, 0.0), set())


@pytest.mark.clause("OPC-CLIMB-3", "OPC-JUMP-1")
def test_walls_and_drops_are_no_part_of_a_walk_and_it_says_what_they_are():
    wall = heights("model M spd4 red 12,6", block(3.0))
    drop = heights("model M spd4 red 8,6 z=3", block(3.0))

    assert refused(wall, move(wall, "M", (9.0, 6.0))) == {
        "Keep rises 3″ after 2″: that is a climb, an Interact action begun in contact.": ("OPC-CLIMB-3", "OPC-CLIMB-4")
    }
    assert refused(drop, move(drop, "M", (11.0, 6.0))) == {
        "It drops 3″ after 2″: that is a jump down, a whole Move action from the edge.": ("OPC-JUMP-1",)
    }


@pytest.mark.clause("OPC-DEF-HAZARD")
def test_entering_hazardous_ground_takes_a_test():
    bog = 'terrain bog "Bog" bog 21,0 23,0 23,36 21,36 bottom=0 top=0 sight=clear footing=open'
    game = open_ground(bog)
    through = move(game, "M", (24.0, 20.0))

    assert any("Bog takes a hazard test" in note for note in planned(game, through).notes)
    assert at(play(game, through, 2).game, "M") == (24.0, 20.0, 0.0)
    down = play(game, through, 1).game
    assert (at(down, "M"), markers(down, "M"), down.active) == ((21.0, 20.0, 0.0), {"prone"}, "blue")


@pytest.mark.clause("OPC-DEF-SPACE")
def test_it_goes_through_nobody_off_no_table_and_into_no_wall():
    friend = open_ground("model F spd4 red 22,20")
    edge = heights("model M spd4 red 1,20")

    assert "OPC-DEF-SPACE" in cited(friend, move(friend, "M", (24.0, 20.0)))
    assert "OPC-DEF-SPACE" in cited(friend, move(friend, "M", (21.5, 20.0)))
    assert cited(edge, move(edge, "M", (0.2, 20.0))) == {"OPC-DEF-SPACE"}


@pytest.mark.clause("OPC-DEF-CONTACT", "OPC-DEF-ENGAGED", "OPC-DEF-ENGAGED-STAYS")
def test_a_move_may_end_in_contact_and_then_it_stays():
    game = open_ground("model E spd4 blue 22,20")

    met = play(game, move(game, "M", (22.0 - BASE, 20.0))).game
    assert refused(met, move(met, "M", (20.0, 20.0))) == {"M may not move (engaged).": ("OPC-DEF-ENGAGED-STAYS",)}
    free = open_ground(f"model E spd4 blue {20 + BASE},20", engaged_moves="yes")
    assert at(play(free, move(free, "M", (18.0, 20.0))).game, "M")[0] == 18.0


@pytest.mark.clause("OPC-DEF-PRONE")
def test_a_prone_model_stands_up_first():
    game = open_ground(words="prone")

    assert cited(game, move(game, "M", (21.0, 20.0))) == {"OPC-DEF-PRONE"}
    up = play(game, act("M", "stand_up")).game
    assert at(play(up, move(up, "M", (21.0, 20.0))).game, "M")[0] == 21.0


@pytest.mark.clause("OPC-DEF-FACING")
def test_a_move_that_leads_nowhere_only_turns_it_at_no_cost():
    game = open_ground()

    turned = play(game, move(game, "M", (20.0, 20.0), facing=90.0)).game.model("M")
    assert (turned.facing, turned.count("actions")) == (90.0, 0)


@pytest.mark.clause("OPC-DEF-ACTIONS")
def test_an_unknown_way_of_moving_is_named():
    game = open_ground()

    assert cited(game, move(game, "M", (21.0, 20.0), how="fly")) == {"OPC-DEF-ACTIONS"}


@pytest.mark.clause("OPC-DEF-EDGE", "OPC-FALL-6")
def test_a_walk_that_ends_at_an_edge_tells_of_the_drop():
    game = heights("model M spd4 red 8,6 z=3", block(3.0))

    assert planned(game, move(game, "M", (9.2, 6.0))).notes == (
        "An edge is 0.31″ away. 3″ down: a die, 5 or 6 costs 1 Fortitude.",
    )


@pytest.mark.clause("OPC-DEF-GROUND", "OPC-JUMP-5")
def test_water_is_waded_and_is_leapt_only_by_name():
    game = heights(f"model M spd4 red {EDGE},6", flat("water", 10.0, 12.0, "beck"))
    over = Move(model=ModelId("M"), path=((EDGE, 6.0), (12.0 + BASE / 2, 6.0)))

    assert planned(game, over).label == "Move 2.98″"
    assert table(game, move(game, "M", (12.0 + BASE / 2, 6.0), how="leap"))["across"] > 0
