"""Chapter: Falling and jumping.  Edges, drops and gaps on tables with height; exact chances."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from engine.commands import ByHand, NextPhase
from engine.events import Gained, Moved, Rolled
from engine.game import Marker, ModelId
from engine.geometry.measure import gap
from engine.odds import odds
from engine.play import Done, perform
from engine.systems.mordheim.falling import fall, fall_strength, hits_of_a_fall, roof_edge
from tests.systems.mordheim.positions import fates_of_steps, markers, wounded
from tests.systems.mordheim.tables import (
    BASE,
    SYSTEM,
    answers,
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

FAR = "model Z man blue 34,34"
KD, ST, OOA = "knocked down", "stunned", "out of action"


def put_down(status: str = "knocked_down") -> ByHand:
    return ByHand(facts=(Gained(model=ModelId("B"), marker=Marker(status)),))


def at_edge(gap: float, top: float = 4.0, profile: str = "man", **readings: str):
    """B on a roof whose east edge is so many inches from his base."""
    models = f"model B {profile} blue {12 - BASE / 2 - gap},5 z={top}\nmodel A man red 30,30"
    return table(models, roof(top), **readings)


# ---------------------------------------------------------------- the edge of a roof


@pytest.mark.clause("MOR-DEF-EDGE")
@pytest.mark.parametrize(("profile", "falls"), [("man", (1, 2)), ("i4", (1, 3)), ("i5", (1, 6)), ("i6", (1, 6))])
def test_hc_55_exactly_an_inch_from_the_edge_is_a_test(profile: str, falls: tuple[int, int]):
    game = at_edge(1.0, profile=profile)

    question = asking(game, put_down()).question
    assert question.what == "Initiative of B not to fall 4.0″, 1.00″ from the edge"

    stays = sum(Fraction(1, 6) for face in range(1, 7) if question.read((face,)) == "passed")
    assert 1 - stays == Fraction(*falls)


@pytest.mark.clause("MOR-DEF-EDGE")
@pytest.mark.parametrize("status", ["knocked_down", "stunned"])
def test_hc_55_farther_than_an_inch_there_is_none(status: str):
    assert done(at_edge(1.01), put_down(status)).model("B").z == 4.0


@pytest.mark.clause("MOR-DEF-EDGE")
def test_by_the_other_reading_the_inch_is_measured_from_the_middle():
    near = table(f"model B man blue 11,5 z=4\n{FAR}", roof(4.0), edge_measure="centre")
    far = table(f"model B man blue 10.9,5 z=4\n{FAR}", roof(4.0), edge_measure="centre")

    assert asking(near, put_down()).question.model == "B"
    assert markers(done(far, put_down()), "B") == {"knocked_down"}


@pytest.mark.clause("MOR-DEF-EDGE", "MOR-STUN-5")
def test_being_turned_face_up_is_no_new_fall():
    game = table(f"model B man blue 11.2,5 z=4 stunned\n{FAR}", roof(4.0), phase="combat", active="red")

    after = done(game, NextPhase())

    assert (markers(after, "B"), after.model("B").z) == ({"knocked_down"}, 4.0)


def test_down_in_the_street_there_is_no_edge():
    game = table(f"model B man blue 12.6,5\n{FAR}", roof(4.0))

    assert markers(done(game, put_down()), "B") == {"knocked_down"}


# ---------------------------------------------------------------- falling


@pytest.mark.clause("MOR-DEF-FALL", "MOR-INJ-2", "MOR-INJ-4")
def test_hc_56_a_fall_after_a_knock_down_counts_with_it():
    game = table("model B man blue 11.2,5 z=5 wounds_lost:1 injury_high:1\nmodel A man red 30,30", roof(5.0))

    result = perform(SYSTEM, game, put_down(), answers([4, 3, (1, 4), 3]))

    assert isinstance(result, Done)
    assert [(e.what, e.side) for e in result.events if isinstance(e, Rolled)] == [
        ("Initiative of B not to fall 5.0″, 0.31″ from the edge", "blue"),
        ("hits of the 5.0″ fall of B", "red"),
        ("2 hits of Strength 5 to wound B", "red"),
        ("injury of B", "red"),
    ]
    assert {"stunned", "fell"} == markers(result.game, "B")
    x, y, z = place(result.game, "B")
    assert (y, z) == (5.0, 0.0)
    assert x >= 12.0


@pytest.mark.clause("MOR-DEF-FALL", "MOR-DEF-EDGE")
def test_hc_58_a_wound_near_a_four_inch_drop():
    game = at_edge(0.5)

    assert fates_of_steps(game, "B", wounded("B", 1)) == {
        KD: Fraction(1471, 6561),
        ST: Fraction(689, 2187),
        OOA: Fraction(3023, 6561),
    }


@pytest.mark.clause("MOR-DEF-FALL")
def test_a_fall_is_d3_hits():
    assert [hits_of_a_fall((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.clause("MOR-DEF-FALL")
@pytest.mark.parametrize(
    ("inches", "down", "nearest"), [(1.0, 1, 1), (1.5, 1, 2), (2.9, 2, 3), (0.4, 1, 1), (6.0, 6, 6)]
)
def test_part_inches_are_dropped_and_the_strength_is_at_least_one(inches: float, down: int, nearest: int):
    assert fall_strength(table(FAR), inches) == down
    assert fall_strength(table(FAR, fall_height="nearest"), inches) == nearest


@pytest.mark.clause("MOR-DEF-FALL", "MOR-INJ-2")
def test_by_the_other_reading_the_one_who_fell_rolls_for_himself():
    game = at_edge(0.5, fall_roller="owner")

    assert asking(game, put_down(), 6).question.side == "blue"


@pytest.mark.clause("MOR-DEF-FALL")
def test_whoever_fell_moves_no_more_this_turn_even_unhurt():
    game = table(f"model A man red 11.4,5 z=3\n{FAR}", roof(3.0))

    fallen = done(game, move(game, "A", (12.8, 5.0)), 6, 1, 1)

    assert markers(fallen, "A") == {"moved", "fell"}
    assert refused(fallen, move(fallen, "A", (13.5, 5.0))) == ("MOR-DEF-FALL",)


def test_a_fall_too_weak_to_wound_is_said_so():
    game = table(f"model B rock blue 11.2,5 z=3\n{FAR}", roof(3.0))

    assert markers(done(game, put_down(), 6, 6), "B") == {"knocked_down", "fell"}


def test_nobody_comes_to_lie_inside_whoever_stands_below():
    game = table(f"model B man blue 11.4,5 z=3\nmodel C man red 12.3,5\n{FAR}", roof(3.0))

    fallen = done(game, put_down(), 6, 1, 1)

    x, y, z = place(fallen, "B")
    assert z == 0.0
    assert ((x - 12.3) ** 2 + (y - 5) ** 2) ** 0.5 >= BASE - 1e-3


def test_a_fall_from_nowhere_is_none():
    game = table(f"model B man blue 20,20\n{FAR}")

    result = fall(game, ModelId("B"), (20.0, 20.0))

    with pytest.raises(StopIteration) as stopped:
        next(result)
    assert stopped.value.value is game


def test_only_going_down_is_a_reason_to_test():
    game = at_edge(0.5)
    gained = Gained(model=ModelId("B"), marker=Marker("moved"))

    with pytest.raises(StopIteration):
        next(roof_edge(game, ModelId("B"), gained))


# ---------------------------------------------------------------- jumping down


@pytest.mark.clause("MOR-DEF-JUMP-DOWN", "MOR-DEF-TEST")
@pytest.mark.parametrize(
    ("top", "profile", "success"),
    [
        (5.0, "man", (1, 4)),
        (5.0, "i4", (4, 9)),
        (5.0, "i6", (25, 36)),
        (1.9, "i1", (1, 1)),
        (6.0, "man", (1, 8)),
        (3.9, "man", (1, 2)),
    ],
)
def test_hc_59_one_test_for_each_full_two_inches(top: float, profile: str, success: tuple[int, int]):
    game = table(f"model A {profile} red 11.4,5 z={top}\n{FAR}", roof(top))
    jump = move(game, "A", (13.0, 5.0))

    found = odds(SYSTEM, game, jump)
    assert found.chance(lambda end: end.model("A").on_table and not end.model("A").has("fell")) == Fraction(*success)


@pytest.mark.clause("MOR-DEF-JUMP-DOWN")
def test_hc_59_six_inches_and_a_tenth_is_refused_or_by_the_other_reading_a_fall():
    game = table(f"model A man red 11.4,5 z=6.1\n{FAR}", roof(6.1))
    falls = table(f"model A man red 11.4,5 z=6.1\n{FAR}", roof(6.1), jump_over_max="falls")

    assert refused(game, move(game, "A", (13.0, 5.0))) == ("MOR-DEF-JUMP-DOWN",)
    assert said(game, move(game, "A", (13.0, 5.0))) == "6.10″ is 0.10″ more than the 6″ that may be jumped down."
    fallen = done(falls, move(falls, "A", (13.0, 5.0)), 1, (1,))
    assert markers(fallen, "A") == {"moved", "fell"}


@pytest.mark.clause("MOR-DEF-JUMP-DOWN", "MOR-DEF-FALL")
def test_hc_59_failing_a_jump_of_five_inches_is_a_fall_of_five_inches_from_the_edge():
    game = table(f"model A man red 10.4,5 z=5\n{FAR}", roof(5.0))

    result = perform(SYSTEM, game, move(game, "A", (13.0, 5.0)), answers([3, 4, 3, (1, 1)]))

    assert isinstance(result, Done)
    assert [e.what for e in result.events if isinstance(e, Rolled)] == [
        "Initiative of A to jump down 5.0″, test 1 of 2",
        "Initiative of A to jump down 5.0″, test 2 of 2",
        "hits of the 5.0″ fall of A",
        "2 hits of Strength 5 to wound A",
    ]
    assert [(e.how, e.path[-1][2]) for e in result.events if isinstance(e, Moved)] == [("walk", 5.0), ("fall", 0.0)]


@pytest.mark.clause("MOR-DEF-JUMP-DOWN")
def test_a_jump_down_costs_no_movement():
    game = table(f"model A man red 11,5 z=3\n{FAR}", roof(3.0))

    landed = done(game, move(game, "A", (15.0, 5.0)), 1)

    assert (place(landed, "A"), landed.model("A").count("moved")) == ((15.0, 5.0, 0.0), 4000)


def test_the_risk_of_a_jump_is_said_beforehand():
    game = table(f"model A man red 11,5 z=3\n{FAR}", roof(3.0))

    assert plan(game, move(game, "A", (14.0, 5.0))).notes == (
        "Jumps down 3.0″: Initiative 3 or less (1/2), or he falls.",
        "The fall: 3.0″, D3 hits of Strength 3.",
    )
    assert plan(game, move(game, "A", (10.6, 5.0))).notes == (
        "There he is 0.9″ from a drop of 3.0″: put down, he may fall.",
    )
    assert {line.role for line in plan(game, move(game, "A", (14.0, 5.0))).evidence.lines} == {"path", "fall"}


@pytest.mark.clause("MOR-DEF-JUMP-DOWN")
def test_between_a_wall_and_somebody_at_its_foot_he_lands_where_there_is_room():
    block = 'terrain b "Block" block 0,0 12,0 12,10 0,10 top=2'
    game = table(f"model A man red 11.2,5 z=2\nmodel F man red 12.8,5\n{FAR}", block)

    fallen = done(game, move(game, "A", (12.6, 6.3)), 6, 2, (1,))

    lying, friend = fallen.model("A"), fallen.model("F")
    assert lying.z == 0.0
    assert lying.x >= 12 + BASE / 2
    assert not gap(lying, friend).overlapping
    assert math.dist((lying.x, lying.y), (12.49, 5.76)) < 0.3


@pytest.mark.clause("MOR-DEF-JUMP-DOWN")
def test_dragged_a_little_over_the_edge_he_lands_beside_the_wall():
    wall = 'terrain w "Wall" wall 11.6,0 12,0 12,10 11.6,10 bottom=0 top=3'
    game = table(f"model A man red 11,5 z=3\n{FAR}", roof(3.0), wall)

    landed = done(game, move(game, "A", (12.1, 5.0)), 1)

    assert place(landed, "A") == (round(12 + BASE / 2, 3), 5.0, 0.0)


# ---------------------------------------------------------------- leaping gaps


def gap_of(width: float, start: float = 11.0, **readings: str):
    """A on a roof 3 inches up, one inch (or more) from a gap so wide to the next roof."""
    east = 12 + width
    return table(
        f"model A man red {start},5 z=3\nmodel Y man blue 17,8 z=3\n{FAR}",
        roof(3.0),
        roof(3.0, "other", east, east + 10),
        **readings,
    )


@pytest.mark.clause("MOR-DEF-LEAP")
def test_hc_61_with_enough_movement_left_a_leap_is_one_test():
    game = gap_of(3.0)
    leap = move(game, "A", (15.0, 5.0))

    assert plan(game, leap).label == "Leap 4.0″"
    assert place(done(game, leap, 3), "A") == (15.02, 5.0, 3.0)
    fallen = done(game, leap, 4, 1, (1,))
    assert (markers(fallen, "A"), fallen.model("A").z) == ({"moved", "fell"}, 0.0)


@pytest.mark.clause("MOR-DEF-LEAP")
def test_hc_61_with_too_little_movement_left_he_falls_without_a_test():
    game = gap_of(3.0, 10.5)
    leap = move(game, "A", (15.0, 5.0), how="leap")

    assert plan(game, leap).objections == ()
    assert plan(game, leap).notes[0] == "A gap of 3.0″ and 2.5″ of move left: he falls."
    assert markers(done(game, leap, 1, (1,)), "A") == {"moved", "fell"}
    assert refused(game, move(game, "A", (15.0, 5.0), how="walk")) == ("MOR-DEF-MOVE",)
    assert refused(game, move(game, "A", (15.0, 5.0))) == ("MOR-DEF-MOVE", "MOR-DEF-RUN")


@pytest.mark.clause("MOR-DEF-LEAP")
def test_hc_61_a_hundredth_more_than_three_inches_is_refused_or_a_fall():
    refusing, falling = gap_of(3.01), gap_of(3.01, jump_over_max="falls")

    assert "MOR-DEF-LEAP" in refused(refusing, move(refusing, "A", (15.1, 5.0), how="leap"))
    assert "3.01″ is 0.01″ more than the 3″ that may be leapt." in said(
        refusing, move(refusing, "A", (15.1, 5.0), how="leap")
    )
    assert markers(done(falling, move(falling, "A", (15.1, 5.0), how="leap"), 1, (1,)), "A") == {"moved", "fell"}


@pytest.mark.clause("MOR-DEF-LEAP", "MOR-DEF-RUN")
def test_a_leap_may_be_made_running():
    game = table(f"model A man red 9,5 z=3\n{FAR}", roof(3.0), roof(3.0, "other", 14.5, 24.0))

    ran = done(game, move(game, "A", (16.0, 5.0)), 1)

    assert (place(ran, "A"), markers(ran, "A")) == ((16.0, 5.0, 3.0), {"moved", "ran"})


def test_legal_is_not_the_same_as_safe():
    game = gap_of(2.0)

    assert legal(game, move(game, "A", (14.5, 5.0)))
    assert plan(game, move(game, "A", (14.5, 5.0))).notes[:2] == (
        "Leaps 2.0″: Initiative 3 or less (1/2), or he falls.",
        "The fall: 3.0″, D3 hits of Strength 3.",
    )
