"""Chapter: Climbing.  From contact, half SPD an action, a die after each, and what it shows before."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import NextPhase
from engine.events import Moved
from engine.play import Done
from tests.systems.open_combat.fights import act, at, cited, harm, lost, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import EDGE, FOOT, block, flat, heights, move, safe, table

OVER = (9.4, 6.0)


def wall(top: float, speed: int, *more: str, x: float = FOOT, words: str = "", **readings: str):
    """M of this SPD at the foot of a block so high."""
    return heights(f"model M spd{speed} red {x},6 {words}", block(top), *more, **readings)


def fallen_from(done: Done) -> float:
    """The elevation from which somebody fell."""
    return next(event.path[0][2] for event in done.events if isinstance(event, Moved) and event.how == "fall")


@pytest.mark.clause("OPC-CLIMB-4", "OPC-CLIMB-5", "OPC-CLIMB-7", "OPC-CLIMB-10", "OPC-CLIMB-11")
def test_five_inches_with_spd_5_are_two_actions_with_a_die_each():
    """HC-11."""
    game = wall(5.0, 5)
    climb = move(game, "M", OVER)

    assert planned(game, climb).label == "Climb 5″ in 2 actions"
    assert safe(game, climb, "M") == Fraction(25, 36)
    up = play(game, climb, 2, 6).game
    assert (at(up, "M"), up.model("M").count("actions"), markers(up, "M")) == ((9.4, 6.0, 5.0), 2, set())


@pytest.mark.clause("OPC-CLIMB-8", "OPC-CLIMB-9", "OPC-CLIMB-11", "OPC-FALL-1")
def test_it_falls_from_the_height_it_has_achieved():
    """HC-11, HC-14: from 2.5 inches with 1/6, from 5 with 5/36, though the top was reached."""
    game = wall(5.0, 5)
    climb = move(game, "M", OVER)

    first, second = play(game, climb, 1, 4), play(game, climb, 2, 1, (5, 6))
    assert harm(game, climb, "M") == {
        0: Fraction(25, 36) + Fraction(1, 6) * Fraction(2, 3) + Fraction(5, 36) * Fraction(4, 9),
        1: Fraction(1, 6) * Fraction(1, 3) + Fraction(5, 36) * Fraction(4, 9),
        2: Fraction(5, 36) * Fraction(1, 9),
    }
    assert fallen_from(first) == 2.5
    assert (at(first.game, "M")[2], markers(first.game, "M"), lost(first.game, "M")) == (0.0, {"prone"}, 0)
    assert (at(second.game, "M")[2], markers(second.game, "M"), lost(second.game, "M")) == (0.0, {"prone"}, 2)


@pytest.mark.clause("OPC-CLIMB-9", "OPC-DEF-FALL-ACTIONS", "OPC-DEF-PRONE")
def test_after_a_fall_the_second_action_may_be_used_to_stand_up():
    """HC-13."""
    game = wall(5.0, 5)

    hurt = play(game, move(game, "M", OVER), 1, 5).game
    assert (lost(hurt, "M"), hurt.model("M").count("actions")) == (1, 1)
    assert markers(play(hurt, act("M", "stand_up")).game, "M") == set()


@pytest.mark.clause("OPC-DEF-FALL-ACTIONS", "OPC-DEF-ONCE")
def test_by_the_other_reading_a_fall_ends_the_activation():
    game = wall(5.0, 5, after_fall="ends")

    fallen = play(game, move(game, "M", OVER), 1, 4).game

    assert cited(fallen, act("M", "stand_up")) == {"OPC-DEF-ONCE", "OPC-DEF-FALL-ACTIONS"}


@pytest.mark.clause("OPC-CLIMB-9", "OPC-INIT-1")
def test_a_slip_loses_the_initiative_by_the_other_reading_only():
    keeps, loses = wall(2.0, 4), wall(2.0, 4, climb_one_loses_initiative="on")

    assert play(keeps, move(keeps, "M", OVER), 1, 4).game.active == "red"
    assert play(loses, move(loses, "M", OVER), 1, 4).game.active == "blue"


@pytest.mark.clause("OPC-CLIMB-3", "OPC-CLIMB-4")
def test_it_must_touch_what_it_climbs_as_the_action_begins():
    """HC-10: 0.2 inches away it is refused; a Move and then the climb is fine."""
    game = wall(2.0, 4, x=FOOT + 0.2)

    far = move(game, "M", OVER, how="climb")
    assert refused(game, far) == {
        "Keep is 0.2″ away: a climb begins in contact with the face. Move up to it first.": ("OPC-CLIMB-3",)
    }
    assert cited(game, move(game, "M", OVER)) == {"OPC-CLIMB-3", "OPC-CLIMB-4"}
    beside = play(game, move(game, "M", (FOOT, 6.0))).game
    assert at(play(beside, move(beside, "M", OVER), 3).game, "M") == (9.4, 6.0, 2.0)


@pytest.mark.clause("OPC-CLIMB-12", "OPC-CLIMB-10")
def test_the_height_reached_is_marked_and_survives_the_turn():
    game = wall(6.0, 4)

    climb = move(game, "M", OVER)
    assert planned(game, climb).label == "Climb 6″ in 3 actions, 4″ of it now"
    held = play(game, climb, 2, 2).game
    assert (at(held, "M"), markers(held, "M")) == ((round(FOOT, 3), 6.0, 4.0), {"climbing"})
    later = play(play(held, NextPhase()).game, NextPhase()).game
    assert (later.round, at(later, "M")[2], markers(later, "M")) == (2, 4.0, {"climbing"})
    on = move(later, "M", OVER)
    assert sums(later, on)[1] == "To climb 6″ − 4 climbed already = 2″"
    top = play(later, on, 2).game
    assert (at(top, "M"), markers(top, "M"), top.model("M").count("actions")) == ((9.4, 6.0, 6.0), set(), 1)


@pytest.mark.clause("OPC-CLIMB-12", "OPC-DEF-CLINGING")
def test_part_way_up_it_climbs_on_climbs_down_or_drops_and_does_nothing_else():
    game = wall(6.0, 4, words="z=4 climbing@keep")

    assert at(play(game, act("M", "climb"), 2).game, "M")[2] == 6.0
    assert at(play(game, act("M", "climb_down"), 2, 2).game, "M")[2] == 0.0
    dropped = play(game, act("M", "jump_down"), (1, 1)).game
    assert (at(dropped, "M")[2], markers(dropped, "M"), dropped.model("M").count("actions")) == (0.0, set(), 1)
    for wish in (act("M", "hide"), act("M", "rest"), move(game, "M", (15.0, 6.0), how="walk")):
        assert "OPC-DEF-CLINGING" in cited(game, wish)


@pytest.mark.clause("OPC-CLIMB-5", "OPC-DEF-HALF-SPD")
@pytest.mark.parametrize(("reading", "actions"), [("kept", 2), ("up", 2), ("down", 3)])
def test_half_of_an_odd_spd_keeps_its_half_inch(reading: str, actions: int):
    """HC-17: SPD 3 and 3 inches of wall."""
    game = wall(3.0, 3, half_spd=reading)

    assert planned(game, move(game, "M", OVER)).label.startswith(f"Climb 3″ in {actions} actions")


@pytest.mark.clause("OPC-CLIMB-7", "OPC-FALL-7")
def test_six_inches_exactly_is_still_the_row_of_two_dice():
    """HC-16: no fall 25/36; a loss of at least 1 with 43/324."""
    game = wall(6.0, 6)
    climb = move(game, "M", OVER)

    spread = harm(game, climb, "M")
    assert (safe(game, climb, "M"), 1 - spread[0]) == (Fraction(25, 36), Fraction(43, 324))


@pytest.mark.clause("OPC-CLIMB-7", "OPC-FALL-6")
def test_two_inches_with_spd_4_are_one_action():
    """HC-19."""
    game = wall(2.0, 4)

    assert harm(game, move(game, "M", OVER), "M")[1] == Fraction(1, 18)
    assert table(game, move(game, "M", OVER))["up"] == Fraction(5, 6)


@pytest.mark.clause("OPC-CLIMB-11")
@pytest.mark.parametrize("actions", range(1, 7))
def test_the_odds_of_so_many_climbs_without_a_fall(actions: int):
    """HC-20, over as many turns as it takes."""
    game = wall(2.0 * actions, 4)
    held = Fraction(1)
    while held.denominator != 6**actions:
        climb = act("M", "climb")
        held *= safe(game, climb, "M")
        now = min(2, actions - round(at(game, "M")[2] / 2))
        game = play(game, climb, *(6 for _ in range(now))).game
        game = play(play(game, NextPhase()).game, NextPhase()).game

    assert held == Fraction(5, 6) ** actions
    assert at(game, "M")[2] == 2.0 * actions


@pytest.mark.clause("OPC-DEF-CLIMB-DOWN", "OPC-CLIMB-9")
def test_climbing_down_it_falls_from_what_is_left_below_it():
    """HC-22: SPD 5, 5 inches down; a 1 after the first action is a fall of 2.5."""
    game = heights(f"model M spd5 red {EDGE},6 z=5", block(5.0))
    down = move(game, "M", (10.6, 6.0), how="climb")

    assert planned(game, down).label == "Climb down 5″ in 2 actions"
    done = play(game, down, 1, 4)
    assert fallen_from(done) == 2.5
    at_foot = play(game, down, 2, 2).game
    assert (at(at_foot, "M")[2], markers(at_foot, "M")) == (0.0, set())
    assert at(at_foot, "M")[0] >= FOOT - 0.001


@pytest.mark.clause("OPC-DEF-CLIMB-DOWN", "OPC-CLIMB-3")
def test_a_climb_down_begins_at_the_edge():
    game = heights("model M spd5 red 8.5,6 z=5", block(5.0))

    assert refused(game, move(game, "M", (10.6, 6.0), how="climb")) == {
        "The edge is 1.01″ away: a climb down begins at the edge. Move up to it first.": ("OPC-CLIMB-3",)
    }


@pytest.mark.clause("OPC-DEF-ENGAGED-STAYS")
def test_an_engaged_model_does_not_climb():
    """HC-23."""
    game = wall(2.0, 4, f"model E spd4 blue {FOOT},6.98")

    assert refused(game, move(game, "M", OVER)) == {"M may not climb (engaged).": ("OPC-DEF-ENGAGED-STAYS",)}


@pytest.mark.clause("OPC-CLIMB-4")
def test_a_climb_ends_at_the_top_and_walking_on_is_a_move():
    game = wall(2.0, 4)

    assert refused(game, move(game, "M", (7.0, 6.0))) == {
        "A climb ends at the top: 2.02″ farther is a Move action.": ("OPC-CLIMB-4", "OPC-DEF-SPD")
    }


@pytest.mark.clause("OPC-CLIMB-4", "OPC-DEF-SPACE")
def test_there_must_be_room_at_the_top_if_the_climb_gets_there():
    crowd = "model F spd4 red 9.2,6 z=2"
    game = wall(2.0, 4, crowd)

    assert "OPC-DEF-SPACE" in cited(game, move(game, "M", OVER))
    high = wall(6.0, 4, "model F spd4 red 9.2,6 z=6")
    assert planned(high, move(high, "M", OVER)).objections == ()


@pytest.mark.clause("OPC-CLIMB-3")
def test_the_button_climbs_what_it_touches_and_says_so_when_it_touches_nothing():
    game, far = wall(2.0, 4), wall(2.0, 4, x=20.0)
    wood = heights(f"model M spd4 red {FOOT},6", 'terrain w "Wood" woods 0,0 10,0 10,12 0,12 top=3 footing=difficult')

    assert at(play(game, act("M", "climb"), 2).game, "M")[2] == 2.0
    assert cited(far, act("M", "climb")) == {"OPC-CLIMB-3"}
    assert cited(wood, act("M", "climb")) == {"OPC-CLIMB-3"}


@pytest.mark.clause("OPC-CLIMB-5", "OPC-CLIMB-11")
def test_a_plan_tells_the_heights_the_odds_and_the_falls_before_anything_is_rolled():
    game = wall(5.0, 5)
    plan = planned(game, move(game, "M", OVER))

    assert sums(game, move(game, "M", OVER)) == [
        "Climb per action 2.5″ half of SPD 5",
        "To climb 5″",
        "Actions needed 2 of 2 left",
    ]
    assert plan.notes == (
        "To 2.5″, then 5″ up; a D6 each, on a 1 it falls.",
        "Without a fall: 25/36.",
        "2.5″ down: a die, 5 or 6 costs 1 Fortitude.",
        "5″ down: 2 dice, each 5 or 6 costs 1 Fortitude (assumed).",
    )
    lines = [(line.role, line.label, line.points[0][2], line.points[-1][2]) for line in plan.evidence.lines]
    assert lines == [("climb", "2.5″", 0.0, 2.5), ("climb", "5″", 2.5, 5.0), ("path", "", 5.0, 5.0)]


@pytest.mark.clause("OPC-CLIMB-10")
def test_with_one_action_left_it_holds_on_half_way():
    game = wall(5.0, 5, words="actions:1 activated:1")
    climb = move(game, "M", OVER)

    assert planned(game, climb).notes[1:3] == (
        "Without a fall: 5/6. It holds on there with 2.5″ to go.",
        "Later to 5″; all 2 without a fall: 25/36.",
    )
    assert table(game, climb)["holds on at 2.5″"] == Fraction(5, 6)


@pytest.mark.clause("OPC-CLIMB-10", "OPC-CLIMB-11")
def test_a_climb_of_several_turns_tells_all_its_heights_and_the_odds_of_the_whole():
    game = wall(7.0, 3)
    down = wall(7.0, 3, words="z=6.5 climbing@keep")

    assert planned(game, move(game, "M", OVER)).label == "Climb 7″ in 5 actions, 3″ of it now"
    assert planned(game, move(game, "M", OVER)).notes[:3] == (
        "To 1.5″, then 3″ up; a D6 each, on a 1 it falls.",
        "Without a fall: 25/36. It holds on there with 4″ to go.",
        "Later to 4.5″, then 6″, then 7″; all 5 without a fall: 3125/7776.",
    )
    assert planned(down, act("M", "climb_down")).notes[2] == (
        "Later to 2″, then 0.5″, then 0″; all 5 without a fall: 3125/7776."
    )


@pytest.mark.clause("OPC-CLIMB-5", "OPC-CLIMB-9")
def test_from_a_ledge_the_climb_and_the_fall_are_measured_from_the_ledge():
    """A ledge of 2 before a wall of 5: three inches to climb, and a fall of two onto the ledge."""
    game = heights(f"model M spd4 red {FOOT},6 z=2", block(5.0), block(2.0, "ledge", 10.0, 14.0))
    climb = move(game, "M", OVER)

    assert planned(game, climb).label == "Climb 3″ in 2 actions"
    slipped = play(game, climb, 1, 4)
    assert (fallen_from(slipped), at(slipped.game, "M")[2]) == (4.0, 2.0)
    assert at(play(game, climb, 2, 2).game, "M")[2] == 5.0


@pytest.mark.clause("OPC-DEF-CLIMB-DOWN")
def test_a_climb_down_is_drawn_over_the_edge_and_down_the_face():
    game = heights(f"model M spd5 red 6,{12 - (FOOT - 10)} z=5", block(5.0))
    down = move(game, "M", (6.0, 12.0), how="climb")

    lines = [
        (line.role, round(line.points[0][1], 2), line.points[0][2], round(line.points[-1][1], 2), line.points[-1][2])
        for line in planned(game, down).evidence.lines
    ]
    assert lines == [
        ("path", 11.51, 5.0, 12.49, 5.0),
        ("climb", 12.49, 5.0, 12.49, 2.5),
        ("climb", 12.49, 2.5, 12.49, 0.0),
    ]
    assert at(play(game, down, 2, 2).game, "M") == (6.0, pytest.approx(12.492, abs=0.002), 0.0)


@pytest.mark.clause("OPC-CLIMB-4")
def test_what_rises_beyond_the_first_top_is_another_climb():
    game = wall(2.0, 4, 'terrain tower "Tower" block 0,0 9.3,0 9.3,12 0,12 bottom=0 top=4')

    assert "A climb ends at the top: the rise of 2″ beyond is another action." in refused(
        game, move(game, "M", (9.2, 6.0))
    )


@pytest.mark.clause("OPC-DEF-RUN-UP")
def test_by_the_other_reading_every_inch_climbed_is_run_up():
    counted, none = wall(6.0, 6, run_up_climb="yes"), wall(6.0, 6)

    assert play(counted, move(counted, "M", OVER), 2, 2).game.model("M").count("run_up") == 6000
    assert play(none, move(none, "M", OVER), 2, 2).game.model("M").count("run_up") == 0


@pytest.mark.clause("OPC-CLIMB-4")
def test_over_a_wall_and_down_again_is_no_one_climb():
    thin = heights(f"model M spd6 red {FOOT},6", block(2.0, west=9.4))

    assert "A climb ends at the top: the drop of 2″ beyond is another action." in refused(
        thin, move(thin, "M", (8.9, 6.0))
    )


@pytest.mark.clause("OPC-EX-1")
def test_nobody_climbs_down_into_a_pit():
    game = heights(f"model M spd5 red {EDGE},6 z=5", block(5.0), flat("pit", 10.0, 13.0))

    assert refused(game, move(game, "M", (10.6, 6.0), how="climb")) == {
        "Rift is bottomless: there is no foot to climb down to.": ("OPC-EX-1",)
    }
