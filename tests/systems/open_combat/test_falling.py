"""Chapter: Falling.  Straight down to what is really below, prone, by the chart; and over which edges."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from functools import partial

import pytest

from engine.commands import NextPhase
from engine.game import Game, ModelId, Point
from engine.odds import Odds, odds
from engine.play import Done, perform
from engine.rules import Plan
from engine.systems.open_combat.falling import fall, fall_dice, over_edge
from tests.systems.open_combat.fights import SYSTEM, answers, at, lost, markers
from tests.systems.open_combat.positions import FOOT, block, flat, heights, roof


def falls(game: Game, over: Point, *given: int | tuple[int, ...]) -> Done:
    """M falls with its middle at a place, with these dice."""
    result = perform(falling(over), game, NextPhase(), answers(given))

    assert isinstance(result, Done), result
    assert result.used == len(given)
    return result


def falling(over: Point):
    step = partial(fall, model=ModelId("M"), over=over)
    return dataclasses.replace(SYSTEM, plan_phase=lambda game: Plan(steps=(step,)))


def losses(game: Game, over: Point) -> dict[int, Fraction]:
    """The exact chance of each number of Fortitude that the fall costs M."""
    found = odds(falling(over), game, NextPhase())
    shares: dict[int, Fraction] = {}
    assert isinstance(found, Odds)
    for end, share in found.ends:
        shares[lost(end, "M")] = shares.get(lost(end, "M"), Fraction(0)) + share
    return shares


def on_block(top: float, *more: str, x: float = 9.0, speed: str = "spd4", **readings: str) -> Game:
    return heights(f"model M {speed} red {x},6 z={top}", block(top), *more, **readings)


OFF = (10.02, 6.0)
"""A point just over the east edge."""


@pytest.mark.clause("OPC-FALL-4", "OPC-FALL-5", "OPC-FALL-6", "OPC-FALL-7", "OPC-FALL-8")
@pytest.mark.parametrize(
    ("drop", "dice"),
    [
        (0.6, 0),
        (1.0, 0),
        (1.01, 1),
        (3.0, 1),
        (3.01, 2),
        (6.0, 2),
        (6.01, 3),
        (10.0, 3),
        (10.01, 4),
        (15.0, 4),
        (15.01, 5),
    ],
)
def test_the_chart_goes_by_inches_and_its_limits_still_count(drop: float, dice: int):
    assert fall_dice(heights(""), drop) == dice


@pytest.mark.clause("OPC-FALL-8")
def test_by_the_other_reading_every_fall_above_six_inches_is_three_dice():
    assert [fall_dice(heights("", fall_chart_above_six="three"), drop) for drop in (6.0, 6.01, 12.0, 20.0)] == [
        2,
        3,
        3,
        3,
    ]


@pytest.mark.clause("OPC-FALL-6", "OPC-FALL-7", "OPC-FALL-8")
@pytest.mark.parametrize(
    ("top", "shares"),
    [
        (3.0, {0: Fraction(2, 3), 1: Fraction(1, 3)}),
        (3.01, {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}),
        (6.01, {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}),
    ],
)
def test_each_die_of_5_or_6_costs_a_fortitude(top: float, shares: dict[int, Fraction]):
    """HC-25, HC-26; whoever has 3 to lose is a casualty at 3."""
    assert losses(on_block(top), OFF) == shares


@pytest.mark.clause("OPC-FALL-7")
def test_by_the_other_reading_several_dice_cost_one_fortitude_at_most():
    assert losses(on_block(4.0, two_dice_row="any"), OFF) == {0: Fraction(4, 9), 1: Fraction(5, 9)}


@pytest.mark.clause("OPC-FALL-3", "OPC-DEF-FALL-PLACE")
def test_it_lies_prone_at_the_foot_below_where_it_fell():
    done = falls(on_block(4.0), OFF, (1, 1)).game

    assert (at(done, "M"), markers(done, "M")) == ((pytest.approx(FOOT, abs=0.002), 6.0, 0.0), {"prone"})


@pytest.mark.clause("OPC-FALL-3", "OPC-DEF-FALL-HEIGHT")
def test_it_falls_to_the_surface_that_is_really_below_past_two_floors():
    """Off a roof of 9 inches: past a floor of 6 that ends short of it, past one of 4.5, onto one of 2."""
    floors = [roof(6.0, "upper", east=9.0), roof(4.5, "middle", east=9.5), roof(2.0, "lower", west=8.0, east=14.0)]
    game = heights("model M spd4 red 9,6 z=9", roof(9.0, "top"), *floors)

    done = falls(game, OFF, (1, 1, 1)).game

    assert at(done, "M")[2] == 2.0


@pytest.mark.clause("OPC-DEF-FALL-PLACE")
def test_where_somebody_stands_below_it_lies_in_the_nearest_free_place_and_hurts_nobody():
    below = f"model E spd4 blue {FOOT},6"
    done = falls(on_block(4.0, below), OFF, (1, 1)).game

    mx, my, _ = at(done, "M")
    apart = ((mx - FOOT) ** 2 + (my - 6.0) ** 2) ** 0.5
    assert 0.98 <= apart <= 1.2
    assert (at(done, "E"), lost(done, "E")) == ((round(FOOT, 3), 6.0, 0.0), 0)


@pytest.mark.clause("OPC-DEF-FALL-PLACE")
def test_where_there_is_no_room_at_the_foot_it_does_not_roll_into_the_pit_beside_it():
    """Half an inch of ground between the wall and a rift, and somebody on it."""
    below = f"model E spd4 blue {FOOT},6"
    done = falls(on_block(4.0, below, flat("pit", 10.5, 13.5)), OFF, (1, 1)).game

    x, y, _ = at(done, "M")
    assert done.model("M").on_table
    assert (x <= 10.5, y != 6.0) == (True, True)


@pytest.mark.clause("OPC-DEF-FALL-PLACE", "OPC-DEF-FALL-HEIGHT")
def test_a_ledge_with_no_room_left_is_fallen_past_and_the_whole_height_counts():
    """Off 4 inches onto a plinth of 2, just big enough for the one who stands on it: two dice, on the ground."""
    plinth = 'terrain plinth "Plinth" block 10,5.4 11.2,5.4 11.2,6.6 10,6.6 bottom=0 top=2'
    game = on_block(4.0, plinth, f"model E spd4 blue {FOOT},6 z=2")

    done = falls(game, OFF, (1, 5)).game
    assert (at(done, "M")[2], lost(done, "M"), markers(done, "M")) == (0.0, 1, {"prone"})


@pytest.mark.clause("OPC-EX-1")
def test_into_something_bottomless_it_is_removed_without_dice():
    """HC-31: straight from the level, and from a roof over a pit."""
    level = heights("model M spd4 red 9,6", flat("pit", 10.0, 13.0))
    above = on_block(4.0, flat("pit", 10.0, 13.0))

    for game in (level, above):
        done = falls(game, (10.5, 6.0)).game
        assert (done.model("M").place, done.model("M").removed_as) == ("removed", "lost in Rift")


@pytest.mark.clause("OPC-FALL-6", "OPC-DEF-FORTITUDE")
def test_with_its_last_fortitude_lost_it_is_a_casualty():
    done = falls(on_block(2.0, speed="frail"), OFF, 5).game

    assert (done.model("M").place, done.model("M").removed_as) == ("removed", "casualty")


@pytest.mark.clause("OPC-FALL-2", "OPC-DEF-EDGE")
@pytest.mark.parametrize(
    ("rule", "x", "falls_over"),
    [
        ("centre", 10.4, True),
        ("centre", 9.8, False),
        ("any_overhang", 9.8, True),
        ("any_overhang", 9.4, False),
        ("whole_base", 10.4, False),
        ("whole_base", 10.6, True),
    ],
)
def test_when_a_base_pushed_outwards_is_over_the_edge(rule: str, x: float, falls_over: bool):
    """HC-29 and its other readings."""
    game = on_block(4.0, x=8.8, edge_rule=rule)

    found = over_edge(game, game.model("M"), (x, 6.0))
    assert (found is not None) is falls_over
    assert found is None or 10.0 < found[0] < 10.05


@pytest.mark.clause("OPC-FALL-2", "OPC-EX-1")
def test_a_pit_in_the_floor_is_an_edge_and_a_kerb_is_none():
    pit = heights("model M spd4 red 9,6", flat("pit", 10.0, 13.0))
    kerb = on_block(0.4)

    assert over_edge(pit, pit.model("M"), (10.4, 6.0)) == pytest.approx((10.02, 6.0))
    assert over_edge(kerb, kerb.model("M"), (11.0, 6.0)) is None


@pytest.mark.clause("OPC-FALL-2", "OPC-DEF-EDGE")
@pytest.mark.parametrize(
    ("rule", "x", "falls_over"), [("any_overhang", 9.7, True), ("any_overhang", 9.4, False), ("centre", 9.7, False)]
)
def test_pushed_along_an_edge_its_side_may_hang_over(rule: str, x: float, falls_over: bool):
    game = on_block(4.0, x=x, edge_rule=rule)

    assert (over_edge(game, game.model("M"), (x, 7.0)) is not None) is falls_over
