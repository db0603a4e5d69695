"""Chapter: Recovery.  One test an article; what may be chosen is chosen as at the table."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.systems.mordheim.conditions import RULES, STATUSES
from engine.systems.mordheim.questions import CAST, SHOOT
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import (
    SYSTEM,
    act,
    answers,
    asking,
    done,
    legal,
    move,
    next_turn,
    refused,
    said,
    table,
)


def blue_next(models: str, **readings: str):
    """The end of red's turn: the next phase is blue's recovery."""
    return table(models, phase="combat", **readings)


@pytest.mark.clause("MOR-STAND-1")
def test_the_knocked_down_may_stand_at_the_start_of_his_own_turn():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,12 knocked_down wounds_lost:1")

    up = done(game, NextPhase(), "stand_up")
    down = done(game, NextPhase(), "stay_down")

    assert markers(up, "B") == {"standing_up"}
    assert markers(down, "B") == {"knocked_down"}
    assert (up.phase, up.active, up.round) == ("recovery", "blue", 2)


@pytest.mark.clause("MOR-STAND-1")
def test_hc_32_put_down_in_his_own_combat_phase_he_waits_a_whole_turn():
    game = table("model A man red 5,5\nmodel B man blue 12,12 knocked_down", phase="combat", active="blue")

    red_turn = done(game, NextPhase())
    assert (red_turn.active, markers(red_turn, "B")) == ("red", {"knocked_down"})

    assert markers(next_turn(red_turn, "stand_up"), "B") == {"standing_up"}


@pytest.mark.clause("MOR-STUN-4", "MOR-STUN-5")
def test_the_stunned_is_turned_over_and_then_counts_as_knocked_down():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,12 stunned wounds_lost:1")

    after = done(game, NextPhase())

    assert markers(after, "B") == {"knocked_down"}
    moving = done(after, NextPhase())
    assert legal(moving, move(moving, "B", (14.0, 12.0)))
    assert refused(moving, move(moving, "B", (14.1, 12.0))) == ("MOR-KD-3",)


@pytest.mark.clause("MOR-STUN-4")
def test_by_the_other_reading_a_player_may_leave_him_stunned():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,12 stunned", stunned_turn="optional")

    assert markers(done(game, NextPhase(), "leave"), "B") == {"stunned"}
    assert markers(done(game, NextPhase(), "turn_over"), "B") == {"knocked_down"}


@pytest.mark.clause("MOR-STUN-4", "MOR-STUN-5", "MOR-STAND-1", "MOR-STAND-5", "MOR-STAND-6", "MOR-STAND-9")
def test_hc_34_from_stunned_to_a_charge_takes_three_turns():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,5 stunned wounds_lost:1")

    game = done(game, NextPhase())
    assert markers(game, "B") == {"knocked_down"}
    game = next_turn(game)
    assert markers(game, "B") == {"knocked_down"}
    game = next_turn(game, "stand_up")
    assert markers(game, "B") == {"standing_up"}
    moving = done(game, NextPhase())
    assert "MOR-STAND-5" in refused(moving, move(moving, "B", (5.5, 5.0)))
    assert "MOR-STAND-6" in refused(moving, move(moving, "B", (16.0, 5.0), how="run"))
    game = next_turn(next_turn(moving))
    assert (game.active, markers(game, "B")) == ("blue", set())
    moving = done(game, NextPhase())
    assert legal(moving, move(moving, "B", (5.5, 5.0)))


@pytest.mark.clause("MOR-STAND-2", "MOR-STAND-3", "MOR-STAND-4", "MOR-STAND-5", "MOR-STAND-6")
def test_hc_26_in_the_turn_he_stands_up_he_moves_half_shoots_and_casts():
    game = blue_next("model A man red 5,5\nmodel B archer blue 16,5 knocked_down wounds_lost:1")

    moving = done(done(game, NextPhase(), "stand_up"), NextPhase())

    assert legal(moving, move(moving, "B", (18.0, 5.0)))
    assert refused(moving, move(moving, "B", (18.1, 5.0), how="walk")) == ("MOR-DEF-MOVE", "MOR-STAND-2")
    assert said(moving, move(moving, "B", (18.1, 5.0), how="walk")) == "0.1″ further than the 2.0″ B may walk."
    assert SYSTEM.rules.ruling(moving, moving.model("B"), SHOOT).granted
    assert SYSTEM.rules.ruling(moving, moving.model("B"), CAST).granted
    assert [tally.text() for tally in SYSTEM.plan(moving, move(moving, "B", (17.0, 5.0))).tallies] == [
        "Move 4″ halved Getting up = 2″",
        "This way 1″",
    ]
    shooting = done(moving, NextPhase())
    assert legal(shooting, act("B", "shoot", "A"))


@pytest.mark.clause("MOR-STAND-2")
def test_half_of_five_inches_is_two_and_a_half_or_three_by_the_other_reading():
    models = "model A man red 5,5\nmodel B i5 blue 16,5 standing_up"
    kept = table(models, active="blue")
    rounded = table(models, active="blue", half_rate="rounded_up")

    assert legal(kept, move(kept, "B", (18.5, 5.0)))
    assert not legal(kept, move(kept, "B", (18.51, 5.0)))
    assert legal(rounded, move(rounded, "B", (19.0, 5.0)))
    assert not legal(rounded, move(rounded, "B", (19.01, 5.0)))


@pytest.mark.clause("MOR-STAND-7")
def test_hc_28_he_who_stands_up_while_engaged_stays():
    game = table("model A man red 5,5 knocked_down\nmodel B man blue 5.984,5 standing_up", active="blue")

    assert refused(game, move(game, "B", (7.0, 5.0))) == ("MOR-STAND-7",)


@pytest.mark.clause("MOR-STAND-9", "MOR-STAND-10")
def test_hc_31_a_turn_later_he_moves_and_runs_as_ever_without_a_wound_left():
    game = table("model A man red 5,5\nmodel B man blue 25,25 standing_up wounds_lost:1", phase="combat", active="blue")

    game = done(done(done(done(done(game, NextPhase()), NextPhase()), NextPhase()), NextPhase()), NextPhase())
    moving = done(game, NextPhase())

    assert (moving.active, moving.phase) == ("blue", "movement")
    assert legal(moving, move(moving, "B", (25.0, 33.0)))
    assert SYSTEM.plan(moving, move(moving, "B", (25.0, 33.0))).label == "Run 8.0″"


@pytest.mark.clause("MOR-KD-2", "MOR-STUN-2")
def test_one_lies_face_up_and_the_other_face_down():
    assert STATUSES["knocked_down"].lying == "face_up"
    assert STATUSES["stunned"].lying == "face_down"
    assert {status.id for status in STATUSES.values() if status.lying} == {"knocked_down", "stunned"}


@pytest.mark.clause("MOR-KD-6", "MOR-STUN-3", "MOR-STAND-4")
def test_spells_are_for_those_on_their_feet():
    def casts(*marks: str) -> tuple[str, ...]:
        game = table(f"model A man red 5,5 {' '.join(marks)}")
        return tuple(w for o in RULES.ruling(game, game.model("A"), CAST).objections for w in o.why)

    assert casts("knocked_down") == ("MOR-KD-6",)
    assert casts("stunned") == ("MOR-STUN-3",)
    assert casts("standing_up") == casts("rallied") == casts() == ()


@pytest.mark.clause("MOR-DEF-RECOVERY", "MOR-STAND-1")
def test_a_fleeing_warrior_who_gets_up_does_not_rally_in_the_same_phase():
    game = blue_next("model A man red 5,5\nmodel B man blue 30,30 fleeing knocked_down\nmodel C man blue 32,32")

    assert markers(done(game, NextPhase(), "stand_up"), "B") == {"fleeing", "standing_up"}
    assert markers(done(game, NextPhase(), "stay_down"), "B") == {"fleeing", "knocked_down"}


def test_the_question_is_asked_of_the_owner_and_says_whom_it_is_about():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,12 knocked_down")

    open_question = asking(game, NextPhase()).question

    assert (open_question.what, open_question.side, open_question.model) == ("Does B stand up?", "blue", "B")
    assert answers(["stand_up"])[0].option in [option.id for option in open_question.options]


def test_the_next_phase_says_beforehand_what_recovery_will_do():
    game = blue_next("model A man red 5,5\nmodel B man blue 12,12 knocked_down\nmodel C man blue 20,12 stunned")

    assert SYSTEM.upkeep(game) == ("Blue take their turn.", "B may stand up.", "C is turned face up.")
