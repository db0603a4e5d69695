"""Chapter: Jumping across.  The travel of the whole base, run-up and die, stumbles, short leaps, lower landings."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.commands import NextPhase
from tests.systems.open_combat.fights import at, cited, lost, markers, planned, play, refused, sums
from tests.systems.open_combat.positions import BASE, EDGE, block, flat, heights, move, safe, table


def rift(gap: float, profile: str = "spd4", *more: str, x: float = EDGE, words: str = "", **readings: str):
    """M before a bottomless rift that begins at x = 10."""
    return heights(f"model M {profile} red {x},6 {words}", flat("pit", 10.0, 10.0 + gap), *more, **readings)


def across(game, gap: float, base: float = BASE, **kind):
    """The leap straight over to where the whole base has landed."""
    return move(game, "M", (10.0 + gap + base / 2.0, 6.0), **kind)


@pytest.mark.clause(
    "OPC-EX-1", "OPC-EX-4", "OPC-EX-5", "OPC-EX-6", "OPC-EX-7", "OPC-JUMP-5", "OPC-JUMP-6", "OPC-JUMP-7", "OPC-JUMP-8"
)
def test_the_worked_example_of_the_book():
    """HC-35: SPD 4, a rift of 3, a run-up of 4, a 2: across with 0.016 inches to spare."""
    game = rift(3.0, "spd4", "model N spd4 red 2,2", x=EDGE - 4.0)

    edge = play(game, move(game, "M", (EDGE, 6.0))).game
    leap = across(edge, 3.0)
    assert sums(edge, leap)[2:] == [
        "Gap along the line 3″",
        "Travel 3″ + 0.98 for the whole base = 3.98″",
        "Move left at the edge 4″",
        "Run-up 4″ + 0 in this move = 4″",
        "Die needed 2+ against 3″ with 4″ of run-up, never on a 1",
    ]
    assert table(edge, leap) == {"across": Fraction(5, 6), "lost in Rift, initiative lost": Fraction(1, 6)}
    leapt = play(edge, leap, 2)
    flight = next(event for event in leapt.events if getattr(event, "how", "") == "leap")
    assert [round(x, 3) for x, _, _ in flight.path] == [round(EDGE, 3), round(13.0 + BASE / 2, 3)]
    done = leapt.game
    assert (at(done, "M"), done.model("M").count("actions")) == ((round(13.0 + BASE / 2, 3), 6.0, 0.0), 2)


@pytest.mark.clause("OPC-JUMP-6", "OPC-DEF-TRAVEL", "OPC-DEF-TAKE-OFF")
def test_with_a_30_mm_base_the_example_is_short_by_0_18_inches():
    """HC-37."""
    base = 30.0 / 25.4
    game = rift(3.0, "wide30", x=10.0 - base / 2.0)

    text = "Short by 0.18″: the whole base must travel 4.18″ over a gap of 3″, and 4″ of the move is left at the edge."
    assert refused(game, across(game, 3.0, base)) == {text: ("OPC-JUMP-6", "OPC-DEF-TRAVEL")}


@pytest.mark.clause("OPC-JUMP-6", "OPC-DEF-TRAVEL")
@pytest.mark.parametrize(("mm", "widest"), [(20, 3.213), (25, 3.016), (30, 2.819), (32, 2.740), (40, 2.425)])
def test_the_widest_gap_for_spd_4_from_the_edge(mm: int, widest: float):
    """HC-38."""
    base = mm / 25.4
    profile = "spd4" if mm == 25 else f"wide{mm}"
    for gap, fine in ((widest - 0.002, True), (widest + 0.002, False)):
        game = rift(gap, profile, x=10.0 - base / 2.0)

        assert (planned(game, across(game, gap, base)).objections == ()) is fine


@pytest.mark.clause("OPC-JUMP-7", "OPC-JUMP-8", "OPC-DEF-RUN-UP")
@pytest.mark.parametrize(("run", "chance"), [(0, Fraction(1, 3)), (2500, Fraction(2, 3)), (3000, Fraction(5, 6))])
def test_die_and_run_up_must_reach_the_gap(run: int, chance: Fraction):
    """HC-40: 5 inches with SPD 6."""
    game = rift(5.0, "spd6", words=f"run_up:{run} actions:1 activated:1")

    assert safe(game, across(game, 5.0), "M") == chance


@pytest.mark.clause("OPC-JUMP-7")
@pytest.mark.parametrize(("run", "chance"), [(0, 0), (1000, Fraction(1, 6)), (5000, Fraction(5, 6))])
def test_seven_inches_with_spd_8(run: int, chance: Fraction):
    """HC-41."""
    game = rift(7.0, "spd8", words=f"run_up:{run} actions:1 activated:1")

    assert safe(game, across(game, 7.0), "M") == chance


@pytest.mark.clause("OPC-JUMP-8")
@pytest.mark.parametrize(("target", "chance"), [("gap", Fraction(1, 3)), ("gap_plus_base", Fraction(1, 6))])
def test_by_the_other_reading_the_base_counts_for_the_die_too(target: str, chance: Fraction):
    game = rift(5.0, "spd6", jump_target=target)

    assert safe(game, across(game, 5.0), "M") == chance


@pytest.mark.clause("OPC-JUMP-6")
def test_walk_and_leap_in_one_move_need_room_for_both():
    """HC-43: SPD 6, 2.5 inches to the edge, 3 of gap."""
    game = rift(3.0, "spd6", x=EDGE - 2.5)

    (text,) = refused(game, across(game, 3.0))
    assert text.startswith("Short by 0.48″")
    assert text.endswith("Move up to the edge first, and leap with the next action.")
    edge = play(game, move(game, "M", (EDGE, 6.0))).game
    assert sums(edge, across(edge, 3.0))[5] == "Run-up 2.5″ + 0 in this move = 2.5″"
    assert safe(edge, across(edge, 3.0), "M") == Fraction(5, 6)
    quick = rift(3.0, "spd7", x=EDGE - 2.5)
    assert at(play(quick, across(quick, 3.0), 2).game, "M")[0] == round(13.0 + BASE / 2, 3)


@pytest.mark.clause("OPC-JUMP-7", "OPC-DEF-RUN-UP")
def test_the_inches_of_the_same_move_before_take_off_are_run_up_too():
    """SPD 8, a walk of 1 and then a rift of 5: five against a die and 1 wants a 4, from a stand a 5."""
    game = rift(5.0, "spd8", x=EDGE - 1.0)
    stood = rift(5.0, "spd8")

    assert "Run-up 0″ + 1 in this move = 1″" in sums(game, across(game, 5.0))
    assert (safe(game, across(game, 5.0), "M"), safe(stood, across(stood, 5.0), "M")) == (
        Fraction(1, 2),
        Fraction(1, 3),
    )
    assert at(play(game, across(game, 5.0), 4).game, "M")[0] == round(15.0 + BASE / 2, 3)


@pytest.mark.clause("OPC-JUMP-8", "OPC-JUMP-10")
@pytest.mark.parametrize(("gap", "lands"), [(6.0, True), (6.01, False)])
def test_the_gap_itself_is_reached_and_a_hundredth_more_is_not(gap: float, lands: bool):
    """HC-44: SPD 7, run-up 4, a 2."""
    game = rift(gap, "spd7", words="run_up:4000 actions:1 activated:1")

    done = play(game, across(game, gap), 2).game
    assert (done.model("M").on_table, done.active) == (lands, "red")


@pytest.mark.clause("OPC-JUMP-9", "OPC-INIT-1", "OPC-DEF-INITIATIVE", "OPC-FALL-7")
def test_a_stumble_goes_one_inch_falls_and_loses_the_initiative():
    """HC-46: two roofs 5 inches up; after an inch its middle is 0.508 past the edge."""
    game = heights(f"model M spd4 red {EDGE},6 z=5 run_up:4000", block(5.0), block(5.0, "far", 13.0, 20.0))

    done = play(game, across(game, 3.0), 1, (5, 4))
    fallen = next(event for event in done.events if getattr(event, "how", "") == "fall")
    assert fallen.path[1] == (pytest.approx(EDGE + 1.0), 6.0, 5.0)
    assert (at(done.game, "M")[2], markers(done.game, "M"), lost(done.game, "M")) == (0.0, {"prone"}, 1)
    assert done.game.active == "blue"


@pytest.mark.clause("OPC-JUMP-9", "OPC-FALL-5")
def test_in_a_stream_a_stumble_only_wets_it():
    """HC-47: no depth, not hurt, but prone, and the initiative is gone."""
    game = heights(f"model M spd4 red {EDGE},6", flat("water", 10.0, 12.0, "beck"))
    leap = move(game, "M", (12.0 + BASE / 2, 6.0), how="leap")

    done = play(game, leap, 1).game
    assert (at(done, "M"), markers(done, "M"), lost(done, "M")) == ((round(EDGE + 1, 3), 6.0, 0.0), {"prone"}, 0)
    assert done.active == "blue"
    waded = play(game, move(game, "M", (12.0 + BASE / 2, 6.0))).game
    assert at(waded, "M")[0] == round(12.0 + BASE / 2, 3)


@pytest.mark.clause("OPC-JUMP-10")
def test_short_without_a_1_it_goes_as_far_as_the_total_and_keeps_the_initiative():
    game = heights(f"model M spd6 red {EDGE},6 z=5", block(5.0), block(5.0, "far", 15.0, 20.0))

    done = play(game, across(game, 5.0), 3, (1, 1)).game

    assert (at(done, "M"), markers(done, "M"), done.active) == ((round(EDGE + 3, 3), 6.0, 0.0), {"prone"}, "red")


@pytest.mark.clause("OPC-JUMP-10")
def test_by_the_other_reading_a_leap_too_short_is_not_begun():
    game = heights(f"model M spd6 red {EDGE},6 z=5", block(5.0), block(5.0, "far", 15.0, 20.0), jump_short="stays")

    done = play(game, across(game, 5.0), 3).game

    assert (at(done, "M"), markers(done, "M"), done.model("M").count("actions")) == (
        (round(EDGE, 3), 6.0, 5.0),
        set(),
        1,
    )


@pytest.mark.clause("OPC-JUMP-6", "OPC-DEF-TRAVEL")
@pytest.mark.parametrize(("degrees", "fine"), [(5.0, True), (5.4, False)])
def test_askew_the_travel_grows_with_the_angle(degrees: float, fine: bool):
    """HC-49: SPD 4, 3 inches, 25 mm: at most 5.09 degrees from straight across."""
    game = rift(3.0)
    turn = math.radians(degrees)
    goal = (EDGE + 4.0 * math.cos(turn), 6.0 + 4.0 * math.sin(turn))

    leap = move(game, "M", goal)
    travel = planned(game, leap).tallies[3]
    assert travel.value == pytest.approx((3.0 + BASE) / math.cos(turn))
    assert (planned(game, leap).objections == ()) is fine


@pytest.mark.clause("OPC-JUMP-7", "OPC-DEF-RUN-UP")
def test_only_moves_of_this_activation_are_run_up():
    """HC-50: yesterday's 4 inches are none, nor are 2 inches climbed (but by the other reading)."""
    start = rift(5.0, "spd6", x=EDGE - 4.0)
    edge = play(start, move(start, "M", (EDGE, 6.0))).game
    later = play(play(edge, NextPhase()).game, NextPhase()).game
    assert safe(later, across(later, 5.0), "M") == Fraction(1, 3)

    for reading, chance in (("no", Fraction(1, 3)), ("yes", Fraction(2, 3))):
        crag = block(2.0, "crag", 5.0, 10.0), block(2.0, "far", 15.0, 20.0)
        game = heights(f"model M spd6 red {5.0 - BASE / 2},6", *crag, run_up_climb=reading)
        up = play(game, move(game, "M", (5.4, 6.0)), 2).game
        game = up.with_model(replace(up.model("M"), x=EDGE))
        assert safe(game, across(game, 5.0), "M") == chance


@pytest.mark.clause("OPC-JUMP-9", "OPC-DEF-STUMBLE", "OPC-INIT-1")
def test_a_crack_narrower_than_the_stumble_is_crossed_all_the_same():
    """HC-52: 0.15 inches, 20 mm: over, but a 1 is a 1."""
    base = 20.0 / 25.4
    game = rift(0.15, "wide20", x=10.0 - base / 2.0)

    done = play(game, across(game, 0.15, base), 1).game
    assert (done.model("M").on_table, markers(done, "M"), done.active) == (True, set(), "blue")


@pytest.mark.clause("OPC-DEF-LANDING", "OPC-JUMP-3")
def test_a_lower_landing_is_a_jump_down_besides_and_a_higher_one_is_refused():
    low = heights(f"model M spd4 red {EDGE},6 z=5", block(5.0), block(2.0, "far", 12.0, 20.0))
    high = heights(f"model M spd4 red {EDGE},6 z=2", block(2.0), block(3.0, "far", 12.0, 20.0))
    over = (12.0 + BASE / 2, 6.0)

    done = play(low, move(low, "M", over), 4, 5).game
    assert (at(done, "M")[2], lost(done, "M"), markers(done, "M")) == (2.0, 1, set())
    assert "OPC-DEF-LANDING" in cited(high, move(high, "M", over, how="leap"))


@pytest.mark.clause("OPC-JUMP-8")
def test_after_the_leap_it_goes_on_with_what_is_left_of_its_move():
    game = rift(2.0, "spd6", words="run_up:2000 actions:1 activated:1")
    goal = (12.0 + BASE / 2 + 2.0, 7.0)

    leap = move(game, "M", (12.0 + BASE / 2, 6.0), goal)
    assert at(play(game, leap, 3).game, "M") == (round(goal[0], 3), 7.0, 0.0)
    assert play(game, leap, 1).game.model("M").removed_as == "lost in Rift"
    far = move(game, "M", (12.0 + BASE / 2, 6.0), (17.0, 6.0))
    assert cited(game, far) == {"OPC-DEF-SPD"}


@pytest.mark.clause("OPC-EX-1", "OPC-JUMP-5")
def test_nobody_walks_into_something_bottomless():
    game = rift(3.0, x=8.0)

    assert "OPC-EX-1" in cited(game, move(game, "M", (11.0, 6.0), how="walk"))


@pytest.mark.clause("OPC-JUMP-5", "OPC-DEF-SPACE")
def test_what_stands_in_the_way_stops_a_leap_in_the_air():
    pillar = 'terrain pillar "Pillar" block 11,6.3 12,6.3 12,8 11,8 bottom=0 top=4'
    game = rift(3.0, "spd4", pillar)

    assert "OPC-DEF-SPACE" in cited(game, across(game, 3.0))


@pytest.mark.clause("OPC-JUMP-5", "OPC-DEF-SPACE")
def test_a_bridge_is_walked_over_and_no_leap():
    bridge = 'terrain bridge "Bridge" bridge 9,5 14,5 14,7 9,7 bottom=0 top=0.15 sight=clear'
    game = rift(3.0, "spd6", bridge, x=9.0)

    done = play(game, move(game, "M", (14.0, 6.0))).game
    assert at(done, "M") == (14.0, 6.0, pytest.approx(0.15, abs=0.16))


@pytest.mark.clause("OPC-JUMP-6", "OPC-JUMP-7", "OPC-JUMP-8")
def test_a_walk_to_the_edge_tells_of_the_leap_that_could_come_next():
    game = rift(3.0, x=EDGE - 4.0)
    to_edge = move(game, "M", (EDGE, 6.0))
    plan = planned(game, to_edge)

    assert plan.objections == ()
    assert plan.notes == (
        "Next it can leap the gap ahead of 3″: 2+ with 4″ of run-up (5/6).",
        "On a 1 it stumbles 1″, and the initiative is lost.",
        "Rift is bottomless: whoever ends in it is lost.",
    )
    assert "Travel 3″ + 0.98 for the whole base = 3.98″" in sums(game, to_edge)
    assert [line.label for line in plan.evidence.lines if line.role == "leap"] == ["3.00″ gap, 3.98″ travel"]


@pytest.mark.clause("OPC-JUMP-6")
def test_a_walk_to_the_edge_says_by_how_much_the_gap_ahead_is_too_wide():
    base = 30.0 / 25.4
    game = rift(3.0, "wide30", x=10.0 - base / 2.0 - 4.0)

    plan = planned(game, move(game, "M", (10.0 - base / 2.0, 6.0)))
    assert plan.notes[0] == "A gap ahead of 3″ takes 4.18″ of travel: SPD is short by 0.18″."


@pytest.mark.clause("OPC-DEF-ENGAGED-STAYS", "OPC-DEF-PRONE")
def test_engaged_or_prone_it_does_not_leap():
    engaged = rift(3.0, "spd4", f"model E spd4 blue {EDGE},6.98")
    prone = rift(3.0, words="prone")

    assert cited(engaged, across(engaged, 3.0)) == {"OPC-DEF-ENGAGED-STAYS"}
    assert cited(prone, across(prone, 3.0)) == {"OPC-DEF-PRONE"}


@pytest.mark.clause("OPC-JUMP-9")
def test_the_leap_and_the_fall_of_a_stumble_are_drawn_to_scale():
    game = heights(f"model M spd4 red {EDGE},6 z=5 run_up:4000", block(5.0), block(3.0, "far", 13.0, 20.0))
    lines = planned(game, across(game, 3.0)).evidence.lines

    leap = next(line for line in lines if line.role == "leap")
    fall = next(line for line in lines if line.role == "fall")
    assert [round(z, 3) for _, _, z in leap.points] == [5.0, 5.0, 3.0]
    assert [(round(x, 3), z) for x, _, z in fall.points] == [(round(EDGE + 1, 3), 5.0), (round(EDGE + 1, 3), 0.0)]


@pytest.mark.clause("OPC-JUMP-5", "OPC-JUMP-7")
def test_a_leap_at_the_end_of_a_bent_way_counts_every_inch_before_it():
    """Two inches along the brink, two to it, then over: all of it run-up but the leap."""
    game = rift(2.0, "spd8", x=EDGE - 2.0)
    way = move(game, "M", (EDGE - 2.0, 8.0), (12.0 + BASE / 2, 8.0))

    assert [round(tally.value, 3) for tally in planned(game, way).tallies[2:6]] == [2.0, round(2 + BASE, 3), 4.0, 4.0]
    assert at(play(game, way, 2).game, "M") == (round(12.0 + BASE / 2, 3), 8.0, 0.0)
    roofs = heights(f"model M spd8 red {EDGE - 2.0},6 z=3", block(3.0), block(3.0, "far", 12.0, 20.0))
    over = move(roofs, "M", (EDGE - 2.0, 8.0), (12.0 + BASE / 2, 8.0))
    assert [round(tally.value, 3) for tally in planned(roofs, over).tallies[2:6]] == [2.0, round(2 + BASE, 3), 4.0, 4.0]


@pytest.mark.clause("OPC-JUMP-5", "OPC-DEF-GROUND")
def test_a_dip_of_less_than_a_step_is_no_gap_and_a_plinth_in_a_gap_does_not_end_it():
    plinth = 'terrain plinth "Plinth" block 10.8,0 11.4,0 11.4,12 10.8,12 bottom=0 top=0.4'
    deep = heights(f"model M spd4 red {EDGE},6 z=3", block(3.0), plinth, block(3.0, "far", 12.0, 20.0))
    dip = heights("model M spd4 red 9,6 z=0.4", block(0.4), block(0.4, "far", 11.0, 20.0))

    assert planned(deep, move(deep, "M", (12.0 + BASE / 2, 6.0))).tallies[2].value == pytest.approx(2.0)
    walked = planned(dip, move(dip, "M", (12.5, 6.0)))
    assert (walked.label, walked.objections) == ("Move 3.5″", ())


@pytest.mark.clause("OPC-JUMP-5")
def test_two_gaps_on_one_way_are_two_leaps():
    middle = block(3.0, "middle", 11.0, 13.0)
    game = heights(f"model M spd8 red {EDGE},6 z=3 run_up:4000", block(3.0), middle, block(3.0, "far", 14.0, 20.0))
    both = move(game, "M", (14.0 + BASE / 2, 6.0))

    left = [tally for tally in planned(game, both).tallies if tally.title == "Move left at the edge"]
    assert [round(tally.value, 3) for tally in left] == [8.0, round(8.0 - 3.0, 3)]
    assert at(play(game, both, 2, 2).game, "M") == (round(14.0 + BASE / 2, 3), 6.0, 3.0)
    stumbled = play(game, both, 2, 1, 6).game
    assert (at(stumbled, "M")[2], lost(stumbled, "M"), stumbled.active) == (0.0, 1, "blue")


@pytest.mark.clause("OPC-DEF-LANDING")
def test_no_leap_is_promised_to_a_roof_that_is_higher():
    game = heights(f"model M spd4 red {EDGE - 2},6 z=2", block(2.0), block(3.0, "far", 12.0, 20.0))

    assert planned(game, move(game, "M", (EDGE, 6.0))).notes == (
        "There it stands at an edge. 2″ down: a die, 5 or 6 costs 1 Fortitude.",
    )


@pytest.mark.clause("OPC-JUMP-9", "OPC-FALL-6")
def test_the_odds_tell_a_fall_between_roofs_from_a_stumble_on_the_level():
    game = heights(f"model M spd4 red {EDGE},6 z=3 run_up:4000", block(3.0), block(3.0, "far", 12.0, 20.0))

    assert table(game, across(game, 2.0)) == {
        "across": Fraction(5, 6),
        "falls unhurt, initiative lost": Fraction(1, 9),
        "falls, 1 Fortitude lost, initiative lost": Fraction(1, 18),
    }
