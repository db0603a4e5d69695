"""Chapter: Movement.  Squares with diagonals, friends passed and enemies not, walls, doors, corners, reach."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.systems.descent.positions import (
    SYSTEM,
    act,
    done,
    go,
    legal,
    marks,
    move,
    number,
    paths,
    plan,
    play,
    position,
    refused,
    said,
    square,
    wall,
    where,
)

FOE = "model M beast blue 14.5,10.5"


def walker(words: str = "", *lines: str, points: int = 4, others: str = FOE, **readings: str) -> Game:
    models = f"model H hero red 3.5,3.5 turn:1 mp:{points} {words}\n{others}"
    return position(models, *lines, **readings)


@pytest.mark.clause("DES-DEF-MP")
def test_a_step_costs_a_point_straight_or_slanting():
    game = walker()

    result = play(game, go(game, "H", (6, 6)))
    assert (where(result.game, "H"), number(result.game, "H", "mp")) == ((6.5, 6.5), 1)
    assert paths(result) == [((3.5, 3.5), (4.5, 4.5), (5.5, 5.5), (6.5, 6.5))]


@pytest.mark.clause("DES-DEF-MP")
def test_more_than_the_points_left_is_too_far_and_fatigue_is_suggested():
    game = walker()

    assert refused(game, go(game, "H", (8, 3))) == ("DES-DEF-MP", "DES-DEF-MACT")
    assert said(game, go(game, "H", (8, 3))) == (
        "This way costs 5 movement points; H has 4. 1 fatigue would buy the rest."
    )
    assert "fatigue" not in said(game, go(game, "H", (12, 3)))
    assert plan(game, go(game, "H", (8, 3))).objections[0].evidence.lines[0].points == ((7.5, 3.5, 0), (8.5, 3.5, 0))


@pytest.mark.clause("DES-DEF-MP")
def test_it_goes_by_the_points_asked_for_and_else_the_cheapest_way():
    game = walker(points=8)

    detour = play(game, go(game, "H", (3, 6), (6, 6)))
    assert number(detour.game, "H", "mp") == 2
    assert paths(detour)[0][3] == (3.5, 6.5)
    assert said(game, move(game, "H", (3.6, 3.4))) == "H stands there already."


@pytest.mark.clause("DES-DEF-MP")
def test_friends_are_passed_but_not_stood_on():
    corridor = (wall("north", (0, 3), (16, 3)), wall("south", (0, 4), (16, 4)))
    game = walker("", *corridor, others=f"model F hero red 4.5,3.5\n{FOE}")

    assert where(done(game, go(game, "H", (5, 3))), "H") == (5.5, 3.5)
    assert said(game, go(game, "H", (4, 3))) == "F stands there; a move ends in empty spaces."
    assert legal(game, go(game, "H", (4, 3), (5, 3)))


@pytest.mark.clause("DES-DEF-MP")
def test_enemies_are_not_passed():
    corridor = (wall("north", (0, 3), (16, 3)), wall("south", (0, 4), (16, 4)))
    game = walker("", *corridor, points=8, others="model M beast blue 4.5,3.5")

    assert "enemies are between" in said(game, go(game, "H", (5, 3)))
    assert not legal(game, go(game, "H", (4, 3), (5, 3)))
    around = walker("", points=8, others="model M beast blue 4.5,3.5")
    assert number(done(around, go(around, "H", (5, 3))), "H", "mp") == 6


@pytest.mark.clause("DES-DEF-MP", "DES-DEF-DOOR", "DES-DEF-OWN-SQUARE")
def test_walls_closed_doors_and_obstacles_stop_it_and_an_open_door_does_not():
    walls = (wall("low", (5, 0), (5, 5)), wall("high", (5, 6), (5, 12)))
    closed = walker("", *walls, wall("gate", (5, 5), (5, 6), kind="door"), points=8)
    opened = walker("", *walls, points=8)
    filled = walker("", *walls, square("crate", 5, 5, "obstacle"), points=8)

    assert not legal(closed, go(closed, "H", (6, 3)))
    assert number(done(opened, go(opened, "H", (6, 3))), "H", "mp") == 4
    assert not legal(filled, go(filled, "H", (6, 3)))
    assert said(filled, go(filled, "H", (5, 5))) == "There is no open floor for H there."


@pytest.mark.clause("DES-DEF-MP")
def test_water_stops_steps():
    game = walker("", square("pool", 4, 0, "water", 1, 12))

    assert not legal(game, go(game, "H", (5, 3)))


@pytest.mark.clause("DES-DEF-CORNER")
def test_a_step_at_a_corner_needs_one_open_space_beside_it_or_both_by_reading():
    for reading, cost in (("one", 1), ("both", 2)):
        game = walker("", square("crate", 4, 3, "obstacle"), corner_steps=reading)

        assert number(done(game, go(game, "H", (4, 4))), "H", "mp") == 4 - cost
    shut = walker("", square("crate", 4, 3, "obstacle"), square("vat", 3, 4, "obstacle"))
    assert number(done(shut, go(shut, "H", (4, 4))), "H", "mp") == 4 - 3


@pytest.mark.clause("DES-DEF-MP")
def test_nobody_leaves_the_board():
    game = walker()

    assert said(game, go(game, "H", (3, -1))) == "H may not leave the board."


@pytest.mark.clause("DES-DEF-TURN", "DES-DEF-MP")
def test_only_whose_turn_it_is_moves():
    game = position(f"model H hero red 3.5,3.5 mp:4\nmodel G hero red 3.5,6.5 turn:2 mp:4\n{FOE} mp:4")

    assert said(game, go(game, "H", (4, 3))).startswith("H has to begin his turn first.")
    assert said(game, go(game, "G", (4, 6))).startswith("G has had a turn this round.")
    assert said(game, go(game, "M", (13, 10))).startswith("M acts in the overlord's part of the round")


@pytest.mark.clause("DES-DEF-AIM", "DES-DEF-MP")
def test_moving_a_space_takes_aim_away_and_nothing_else():
    assert marks(done(walker("aim"), go(walker(), "H", (4, 3))), "H") == []
    assert marks(done(walker("guard"), go(walker(), "H", (4, 3))), "H") == ["guard"]


@pytest.mark.clause("DES-DEF-MONSTER", "DES-DEF-MP")
def test_a_move_may_be_broken_by_an_attack_and_gone_on_with():
    game = position("model H bare red 6.5,3.5\nmodel M beast blue 3.5,3.5 turn:1 mp:4 attacks:1", phase="overlord")

    game = done(game, go(game, "M", (5, 3)))
    game = done(game, act("M", "attack:hooked_claws", "H"), 1)
    game = done(game, go(game, "M", (3, 3)))
    assert (where(game, "M"), number(game, "M", "mp"), number(game, "M", "attacks")) == ((3.5, 3.5), 0, 0)


@pytest.mark.clause("DES-DEF-MP")
def test_the_reach_is_every_square_it_may_end_on():
    corridor = (wall("north", (0, 3), (16, 3)), wall("south", (0, 4), (16, 4)))
    game = walker("", *corridor, points=2, others=f"model F hero red 4.5,3.5\n{FOE}")

    left = SYSTEM.allowance(game, game.model("H"))
    squares = {ring[0][0] for area in left.evidence.areas for ring in area.polygons}
    assert left.distance == 2
    assert squares == {(1, 3), (2, 3), (5, 3)}


@pytest.mark.clause("DES-WEB-4", "DES-DEF-TURN")
def test_the_reach_says_why_there_is_none():
    waiting = position(f"model H hero red 3.5,3.5\n{FOE}")
    webbed = walker("web web_held:1")

    assert SYSTEM.allowance(waiting, waiting.model("H")).ruling_text == "H has to begin his turn first."
    assert SYSTEM.allowance(webbed, webbed.model("H")).ruling_text == "H can spend no movement points (webbed)."


@pytest.mark.clause("DES-DEF-MP")
def test_no_other_kind_of_move_is_known():
    game = walker()

    assert "There is no move called “fly” here" in said(game, go(game, "H", (4, 3), how="fly"))


@pytest.mark.clause("DES-DEF-FAT", "DES-DEF-MP")
def test_fatigue_buys_points_one_for_one_until_none_is_left():
    game = walker("fatigue_spent:2", points=0)

    for _ in range(2):
        game = done(game, act("H", "fatigue"))
    assert (number(game, "H", "mp"), number(game, "H", "fatigue_spent")) == (2, 4)
    assert refused(game, act("H", "fatigue")) == ("DES-DEF-FAT",)
