"""Chapter: Jumping down.  A whole Move from the edge, the chart by the height, on its feet."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.systems.open_combat.fights import act, at, cited, harm, lost, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import BASE, EDGE, FOOT, block, flat, heights, move, table

DOWN = (10.6, 6.0)


def on_top(top: float, *more: str, x: float = EDGE, profile: str = "spd4", **readings: str):
    return heights(f"model M {profile} red {x},6 z={top}", block(top), *more, **readings)


@pytest.mark.clause("OPC-JUMP-1", "OPC-JUMP-2", "OPC-JUMP-3", "OPC-JUMP-4")
def test_it_takes_one_move_and_the_dice_of_the_height_and_lands_standing():
    """HC-32: 2.5 inches, a 6: one Fortitude, standing, one action left."""
    game = on_top(2.5)

    down = play(game, move(game, "M", DOWN), 6).game
    assert (lost(down, "M"), markers(down, "M"), down.model("M").count("actions")) == (1, set(), 1)
    assert at(down, "M") == (10.6, 6.0, 0.0)
    assert at(play(down, move(down, "M", (14.0, 6.0))).game, "M") == (14.0, 6.0, 0.0)


@pytest.mark.clause("OPC-JUMP-2")
def test_two_jumps_of_2_and_one_of_4_leave_it_unhurt_alike():
    """HC-34: 4/9 both ways, but one action less."""
    ledge = heights(f"model M spd4 red {EDGE},6 z=4", block(4.0), block(2.0, "ledge", 10.0, 10.9845))
    once = on_top(4.0)

    first = table(ledge, act("M", "jump_down"))["unhurt"]
    lower = play(ledge, act("M", "jump_down"), 1).game
    assert at(lower, "M")[2] == 2.0
    assert first * table(lower, act("M", "jump_down"))["unhurt"] == Fraction(4, 9)
    assert table(once, act("M", "jump_down")) == {
        "unhurt": Fraction(4, 9), "1 Fortitude lost": Fraction(4, 9), "2 Fortitude lost": Fraction(1, 9)
    }  # fmt: skip


@pytest.mark.clause("OPC-JUMP-1")
def test_it_must_stand_at_the_edge_unless_the_other_reading_lets_it_walk_there():
    game, walks = on_top(2.5, x=8.0), on_top(2.5, x=8.0, jump_down_walk="yes")

    far = "The edge is 1.51″ away: a jump down is a whole Move action, from the edge. Move up to it first."
    assert refused(game, move(game, "M", DOWN, how="jump")) == {far: ("OPC-JUMP-1",)}
    assert cited(game, move(game, "M", DOWN)) == {"OPC-JUMP-1"}
    assert at(play(walks, move(walks, "M", DOWN, how="jump"), 2).game, "M")[2] == 0.0
    beyond = on_top(2.5, x=4.0, jump_down_walk="yes")
    assert cited(beyond, move(beyond, "M", DOWN, how="jump")) == {"OPC-DEF-SPD"}


@pytest.mark.clause("OPC-JUMP-1")
def test_it_lands_at_the_foot_and_no_farther():
    game = on_top(2.5)

    text = "A jump down ends at the foot of the drop: 1.02″ farther is another action, or a jump across."
    assert refused(game, move(game, "M", (12.0, 6.0), how="jump")) == {text: ("OPC-JUMP-1",)}


@pytest.mark.clause("OPC-JUMP-1", "OPC-DEF-FALL-PLACE")
def test_a_drag_that_ends_right_over_the_edge_comes_down_clear_of_the_wall():
    game = on_top(2.5)

    down = play(game, move(game, "M", (10.05, 6.0)), 1).game

    assert at(down, "M") == (pytest.approx(FOOT, abs=0.002), 6.0, 0.0)


@pytest.mark.clause("OPC-JUMP-1")
def test_there_is_no_limit_to_the_height_but_the_chart_knows_it():
    game = on_top(15.5)

    plan = planned(game, act("M", "jump_down"))
    assert plan.notes == (
        "15.5″ down: 5 dice, each 5 or 6 costs 1 Fortitude (assumed).",
        "It lands on its feet, with one action left.",
    )
    assert harm(game, act("M", "jump_down"), "M")[0] == Fraction(32, 243)


@pytest.mark.clause("OPC-EX-1")
def test_who_jumps_into_a_pit_is_lost_and_is_told_before():
    game = on_top(2.5, flat("pit", 10.0, 14.0))

    assert planned(game, act("M", "jump_down")).notes == ("Rift is bottomless: whoever ends in it is lost.",)
    assert play(game, act("M", "jump_down")).game.model("M").removed_as == "lost in Rift"


@pytest.mark.clause("OPC-JUMP-1")
def test_the_button_says_when_there_is_no_edge_at_hand():
    ground, inside = heights("model M spd4 red 20,20"), on_top(2.5, x=7.0)

    assert refused(ground, act("M", "jump_down")) == {
        "M stands at no edge to jump down from.": ("OPC-JUMP-1", "OPC-JUMP-2")
    }
    assert cited(inside, act("M", "jump_down")) == {"OPC-JUMP-1"}


@pytest.mark.clause("OPC-JUMP-2", "OPC-FALL-6")
def test_the_plan_shows_height_dice_and_the_drop_to_scale():
    game = on_top(2.5)
    plan = planned(game, move(game, "M", DOWN))

    assert sums(game, move(game, "M", DOWN)) == ["Height 2.5″", "Dice of the fall 1 for 2.5″"]
    assert [(line.role, line.points[0][2], line.points[-1][2]) for line in plan.evidence.lines] == [
        ("path", 2.5, 2.5),
        ("fall", 2.5, 0.0),
    ]


@pytest.mark.clause("OPC-JUMP-1")
def test_the_button_jumps_over_the_edge_it_stands_at_whichever_side_that_is():
    south = heights(f"model M spd4 red 6,{12 - BASE / 2} z=2.5", block(2.5))

    for jump in (act("M", "jump_down"), move(south, "M", (6.0, 12.0), how="jump")):
        down = play(south, jump, 1).game
        assert at(down, "M") == (6.0, pytest.approx(12 + BASE / 2, abs=0.002), 0.0)


@pytest.mark.clause("OPC-DEF-RUN-UP", "OPC-JUMP-1")
def test_a_jump_down_is_no_run_up_but_the_walk_before_it_is_by_the_other_reading():
    game, walks = on_top(2.5), on_top(2.5, x=8.0, jump_down_walk="yes")

    assert play(game, move(game, "M", DOWN), 1).game.model("M").count("run_up") == 0
    assert play(walks, move(walks, "M", DOWN, how="jump"), 1).game.model("M").count("run_up") == 2000


@pytest.mark.clause("OPC-FALL-7")
def test_the_words_follow_the_reading_of_several_dice():
    either, few = on_top(4.0, two_dice_row="any"), on_top(2.5, two_dice_row="any")

    assert planned(either, act("M", "jump_down")).notes[0] == (
        "4″ down: 2 dice, any 5 or 6 costs 1 Fortitude (assumed)."
    )
    assert planned(few, act("M", "jump_down")).notes[0] == "2.5″ down: a die, 5 or 6 costs 1 Fortitude."


@pytest.mark.clause("OPC-JUMP-1")
def test_a_jump_that_is_refused_shows_the_way_to_the_edge():
    far, near = on_top(2.5, x=8.0), on_top(2.5)

    assert len(planned(far, move(far, "M", DOWN, how="jump")).evidence.lines) == 5
    assert len(planned(near, move(near, "M", DOWN)).evidence.lines) == 2
