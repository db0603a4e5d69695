"""Chapter: Sight and range.  Middle to middle, past corners, stopped by walls, doors, obstacles and figures."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.measuring import measure
from engine.systems.descent.sight import adjacent, line
from tests.systems.descent.positions import SYSTEM, act, done, position, refused, said, square, wall


def two(*lines: str, more: str = "", at: str = "8.5,3.5", kind: str = "beast", **readings: str) -> Game:
    return position(
        f"model H archer red 3.5,3.5 turn:1 attacks:1\nmodel M {kind} blue {at}\n{more}", *lines, **readings
    )


def sees(game: Game, viewer: str = "H", target: str = "M") -> bool:
    found = line(game, game.model(viewer), game.model(target))
    back = line(game, game.model(target), game.model(viewer))
    assert found.sees == back.sees
    return found.sees


@pytest.mark.clause("DES-DEF-LOS")
def test_open_ground_is_seen_across_and_every_way():
    assert sees(two())
    assert sees(two(at="3.5,9.5"))
    turned = position("model H archer red 3.5,3.5 facing=270 turn:1 attacks:1\nmodel M beast blue 8.5,3.5")
    assert sees(turned)


@pytest.mark.clause("DES-DEF-LOS", "DES-DEF-DOOR")
def test_walls_closed_doors_and_obstacles_stop_it_and_water_does_not():
    assert not sees(two(wall("w", (5, 0), (5, 12))))
    assert not sees(two(wall("d", (5, 3), (5, 4), kind="door")))
    assert not sees(two(square("crate", 5, 3, "obstacle")))
    assert sees(two(square("pool", 5, 3, "water")))
    assert sees(two(square("chest", 5, 3, "chest")))


@pytest.mark.clause("DES-DEF-LOS", "DES-DEF-DOOR")
def test_a_door_that_is_opened_is_seen_through_and_one_that_is_closed_again_is_not():
    gate = wall("gate", (5, 3), (5, 4), kind="door")
    game = position("model H archer red 4.5,3.5 turn:1 mp:4\nmodel M beast blue 8.5,3.5", gate)

    assert not sees(game)
    opened = done(game, act("H", "doors"))
    assert sees(opened)
    assert not sees(done(opened, act("H", "doors")))


@pytest.mark.clause("DES-DEF-LOS")
def test_any_other_figure_stops_it_friend_or_enemy_but_neither_end():
    assert not sees(two(more="model F hero red 5.5,3.5"))
    assert not sees(two(more="model N beast blue 5.5,3.5"))
    assert sees(two(more="model F hero red 5.5,4.5"))
    assert sees(two(more="model F hero red 5.5,3.5 in_town:1"))


@pytest.mark.clause("DES-DEF-LOS")
def test_a_touched_corner_stops_nothing():
    game = two(square("crate", 4, 3, "obstacle"), at="5.5,5.5")

    assert sees(game)


@pytest.mark.clause("DES-DEF-LOS")
def test_between_two_blocked_spaces_that_meet_at_a_corner_by_reading():
    crates = (square("crate", 4, 3, "obstacle"), square("vat", 3, 4, "obstacle"))

    assert sees(two(*crates, at="5.5,5.5"))
    assert not sees(two(*crates, at="5.5,5.5", sight_pinch="blocks"))


@pytest.mark.clause("DES-DEF-LOS")
def test_no_line_slips_through_where_two_walls_meet():
    assert not sees(two(wall("east", (4, 2), (4, 4)), wall("south", (2, 4), (4, 4)), at="5.5,5.5"))


@pytest.mark.clause("DES-DEF-LOS", "DES-DEF-LARGE")
def test_a_large_figure_is_seen_in_any_space_and_looks_from_any():
    half = two(wall("w", (5, 0), (5, 4)), at="9,5", kind="ogre")

    assert sees(half)
    assert not sees(two(wall("w", (5, 0), (5, 12)), at="9,5", kind="ogre"))


@pytest.mark.clause("DES-DEF-RNG")
def test_range_is_spaces_a_diagonal_counting_one_to_the_nearest_space_seen():
    game = two(at="8.5,6.5")
    assert line(game, game.model("H"), game.model("M")).spaces == 5

    ogre = two(at="9,5", kind="ogre")
    assert line(ogre, ogre.model("H"), ogre.model("M")).spaces == 5
    hidden = two(more="model F hero red 6.5,3.5", at="9,4", kind="ogre")
    found = line(hidden, hidden.model("H"), hidden.model("M"))
    assert (found.sees, found.spaces) == (True, 5)


@pytest.mark.clause("DES-DEF-LOS", "DES-DEF-ATTACK")
def test_an_attack_out_of_sight_is_refused_and_says_what_is_in_the_way():
    game = two(more="model F hero red 5.5,3.5")
    shot = act("H", "attack:reed_bow", "M")

    assert refused(game, shot) == ("DES-DEF-LOS",)
    assert said(game, shot) == "H does not see M: F in the way."
    assert said(two(wall("w", (5, 0), (5, 12))), shot) == "H does not see M: W in the way."


@pytest.mark.clause("DES-DEF-LOS")
def test_the_window_is_shown_the_line_with_its_range():
    clear, shut = two(), two(square("crate", 5, 3, "obstacle"))

    seen = SYSTEM.sees(clear, clear.model("H"), clear.model("M"))
    blocked = SYSTEM.sees(shut, shut.model("H"), shut.model("M"))
    assert (seen.sees, seen.verdict, seen.label) == (True, "clear", "range 5")
    assert (blocked.sees, blocked.blockers) == (False, ("crate",))
    graze = two(square("crate", 4, 3, "obstacle"), at="5.5,5.5")
    assert SYSTEM.sees(graze, graze.model("H"), graze.model("M")).verdict == "grazing"


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-CORNER")
def test_next_to_is_beside_or_at_a_corner_with_nothing_between():
    assert adjacent(*pair(two(at="4.5,4.5")))
    assert not adjacent(*pair(two(at="5.5,3.5")))
    assert not adjacent(*pair(two(wall("w", (4, 0), (4, 12)), at="4.5,3.5")))


def pair(game: Game):
    return game, game.model("H"), game.model("M")


@pytest.mark.clause("DES-DEF-PIT", "DES-DEF-LOS")
def test_from_down_in_a_pit_its_rule_is_told_and_no_margin():
    game = two(square("pit", 3, 3, "pit"))
    found = measure(game, "sight H M")

    assert (found.verdict, found.close) == ("blocked", False)
    assert found.said == "from down in the pit only the spaces next to it are seen"


@pytest.mark.clause("DES-DEF-LOS")
def test_what_a_line_meets_on_squares_is_counted_and_never_too_close_to_call():
    graze = measure(two(square("crate", 4, 3, "obstacle"), at="5.5,5.5"), "sight H M")
    shut = measure(two(wall("door", (5, 3), (5, 4), kind="door")), "sight H M")

    assert (graze.said, graze.close) == ("seen: the line only touches what it passes, and that stops nothing", False)
    assert (shut.said, shut.close) == ("blocked by Door", False)
    assert ("margin", "none: no small move turns it") in shut.rows
