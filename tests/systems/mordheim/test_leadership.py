"""Chapter: Leadership.  Routs, rallies, who lends what to whom, and those who run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import NextPhase
from engine.events import Ended, Moved, Noted, Removed, Rolled
from engine.odds import odds
from engine.play import Done, perform
from engine.systems.mordheim.leadership import (
    all_alone,
    closest_is_enemy,
    leadership,
    out_of_action,
    rout_due,
    rout_leadership,
)
from tests.systems.mordheim.positions import markers
from tests.systems.mordheim.tables import (
    BASE,
    SYSTEM,
    act,
    answers,
    asking,
    done,
    legal,
    place,
    refused,
    table,
)


def band(out: int, down: int, up: int, leader: str = "") -> str:
    """Blue warriors: so many out of action, lying and standing; and one red far away."""
    lines = ["model Z man red 34,34"]
    lines += [f"model O{i} man blue place=removed" for i in range(out)]
    lines += [f"model D{i} man blue {2 + 2 * i},10 knocked_down" for i in range(down)]
    lines += [f"model U{i} man blue {2 + 2 * i},14" for i in range(up)]
    return "\n".join([*lines, leader])


# ---------------------------------------------------------------- rout


@pytest.mark.clause("MOR-DEF-ROUT")
@pytest.mark.parametrize(("out", "down", "due"), [(2, 5, False), (3, 0, True), (3, 5, True), (0, 12, False)])
def test_hc_62_only_those_out_of_action_count(out: int, down: int, due: bool):
    game = table(band(out, down, 12 - out - down), phase="combat")

    assert rout_due(game, "blue") is due
    assert out_of_action(game, "blue") == out


@pytest.mark.clause("MOR-DEF-ROUT")
def test_a_side_that_fails_its_test_has_lost():
    game = table(band(1, 0, 3), phase="combat")

    question = asking(game, NextPhase()).question
    assert (question.what, question.need, question.side) == ("rout test of Blue", "7 or less", "blue")
    assert done(game, NextPhase(), (3, 4)).outcome == ""
    result = perform(SYSTEM, game, NextPhase(), answers([(4, 4)]))
    assert isinstance(result, Done)
    assert result.game.outcome == "Blue has routed"
    assert [event.why for event in result.events if isinstance(event, Ended)] == [("MOR-DEF-ROUT",)]
    assert "Rout test: 1 out of action; 7 or less with 2D6 holds (U0)." in SYSTEM.upkeep(game)


@pytest.mark.clause("MOR-DEF-ROUT")
def test_the_rout_test_comes_before_recovery():
    game = table(band(1, 1, 2), phase="combat")

    assert asking(game, NextPhase()).question.what == "rout test of Blue"
    assert asking(game, NextPhase(), (1, 1)).question.what == "Does D0 stand up?"
    assert markers(done(game, NextPhase(), (6, 6)), "D0") == {"knocked_down"}


@pytest.mark.clause("MOR-DEF-LEADER", "MOR-DEF-ROUT")
@pytest.mark.parametrize(("status", "value"), [("", 9), ("knocked_down", 9), ("stunned", 7)])
def test_hc_62_the_leader_lends_to_a_rout_test_unless_he_is_stunned(status: str, value: int):
    game = table(band(3, 0, 8, f"model L boss blue 30,14 {status}"), phase="combat")

    assert rout_leadership(game, "blue").value == value


@pytest.mark.clause("MOR-DEF-LEADER")
@pytest.mark.parametrize(
    ("leader", "value"),
    [
        (f"{5 + BASE + 6.0},5", 9),
        (f"{5 + BASE + 6.01},5", 7),
        ("9,5 knocked_down", 7),
        ("9,5 stunned", 7),
        ("9,5 fleeing", 7),
    ],
)
def test_hc_62_friends_within_six_inches_use_the_leadership_of_a_leader_on_his_feet(leader: str, value: int):
    game = table(f"model A man red 5,5\nmodel L boss red {leader}\nmodel Z man blue 34,34")

    assert leadership(game, game.model("A")).value == value


# ---------------------------------------------------------------- rallying


@pytest.mark.clause("MOR-DEF-RALLY", "MOR-DEF-RECOVERY")
def test_a_fleeing_warrior_rallies_on_his_leadership():
    game = table("model A man red 30,30\nmodel B man blue 5,5 fleeing\nmodel C man blue 9,5", phase="combat")

    assert asking(game, NextPhase()).question.need == "7 or less"
    rallied = done(game, NextPhase(), (3, 4))
    assert markers(rallied, "B") == {"rallied"}
    assert markers(done(game, NextPhase(), (4, 4)), "B") == {"fleeing"}

    found = odds(SYSTEM, game, NextPhase())
    assert found.chance(lambda end: end.model("B").has("rallied")) == Fraction(21, 36)


@pytest.mark.clause("MOR-DEF-RALLY")
def test_he_cannot_rally_with_an_enemy_as_the_closest_model():
    game = table("model A man red 8,5\nmodel B man blue 5,5 fleeing\nmodel C man blue 9,5", phase="combat")

    result = perform(SYSTEM, game, NextPhase())

    assert isinstance(result, Done)
    assert markers(result.game, "B") == {"fleeing"}
    assert [e.text for e in result.events if isinstance(e, Noted)] == ["B cannot rally: A is the model closest to him"]
    assert SYSTEM.upkeep(game)[-1] == "B cannot rally near A."


@pytest.mark.clause("MOR-DEF-RALLY", "MOR-DEF-IGNORED")
@pytest.mark.parametrize("status", ["knocked_down", "stunned", "fleeing", "hidden"])
def test_enemies_who_flee_lie_or_hide_are_not_looked_at(status: str):
    game = table(f"model A man red 8,5 {status}\nmodel B man blue 5,5 fleeing\nmodel C man blue 9,5")

    assert closest_is_enemy(game, game.model("B")) is None


# ---------------------------------------------------------------- fleeing


def test_only_who_flees_is_offered_to():
    game = table("model A man red 10,18\nmodel B man red 30,30 fleeing\nmodel Z man blue 5,5")

    offered = [[offer.command.action for offer in SYSTEM.offers(game, game.model(name))] for name in "AB"]

    assert offered == [["hide"], ["flee", "hide"]]


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_he_flees_two_dice_of_inches_to_the_nearest_edge():
    game = table("model A man red 5,14 fleeing\nmodel Z man blue 34,34")

    fled = done(game, act("A", "flee"), (1, 2))

    assert (place(fled, "A"), markers(fled, "A")) == ((2.0, 14.0, 0.0), {"fleeing", "moved"})
    assert refused(fled, act("A", "flee")) == ("MOR-DEF-FLEEING",)


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_across_the_edge_he_is_out_of_the_battle_but_not_out_of_action():
    game = table("model A man red 5,14 fleeing\nmodel C man red 20,20\nmodel Z man blue 34,34")

    result = perform(SYSTEM, game, act("A", "flee"), answers([(3, 2)]))

    assert isinstance(result, Done)
    assert [e.reason for e in result.events if isinstance(e, Removed)] == ["fled the table"]
    assert out_of_action(result.game, "red") == 0


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_what_he_cannot_pass_ends_his_run():
    wall = 'terrain w "Wall" wall 2,10 2.4,10 2.4,20 2,20 top=3'
    game = table("model A man red 5,14 fleeing\nmodel Z man blue 34,34", wall)

    fled = done(game, act("A", "flee"), (6, 6))

    assert place(fled, "A")[0] == pytest.approx(2.4 + BASE / 2 + 0.01, abs=0.02)


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_difficult_ground_slows_a_run_too():
    mud = 'terrain mud "Mud" mud 0,0 36,0 36,36 0,36 bottom=0 top=0 sight=clear footing=difficult'
    game = table("model A man red 8,14 fleeing\nmodel Z man blue 34,34", mud)

    assert place(done(game, act("A", "flee"), (2, 2)), "A")[0] == pytest.approx(6.0, abs=0.001)


@pytest.mark.clause("MOR-DEF-FLEEING")
def test_only_those_who_flee_flee():
    game = table("model A man red 5,14\nmodel B man red 9,14 fleeing knocked_down\nmodel Z man blue 34,34")

    assert refused(game, act("A", "flee")) == ("MOR-DEF-FLEEING",)
    assert refused(game, act("B", "flee")) == ("MOR-DEF-FLEEING",)
    assert legal(game, NextPhase())


# ---------------------------------------------------------------- all alone


SURROUNDED = f"model A man red {5 - BASE},5 struck\nmodel C man red {5 + BASE},5 struck\nmodel B man blue 5,5 struck"


@pytest.mark.clause("MOR-DEF-ALL-ALONE")
@pytest.mark.parametrize(
    ("more", "alone"),
    [
        ("", True),
        (f"model D man blue 5,{5 + BASE + 6.0}", False),
        (f"model D man blue 5,{5 + BASE + 6.01}", True),
        ("model D man blue 5,9 knocked_down", True),
        ("model D man blue 5,9 stunned", True),
        ("model D man blue 5,9 fleeing", True),
    ],
)
def test_one_against_two_without_a_friend_on_his_feet_near(more: str, alone: bool):
    game = table(f"{SURROUNDED}\n{more}", phase="combat")

    assert all_alone(game, game.model("B")) is alone


@pytest.mark.clause("MOR-DEF-ALL-ALONE", "MOR-DEF-FLEER-HIT")
def test_failing_he_is_hit_once_by_each_as_he_turns_and_runs():
    game = table(SURROUNDED, phase="combat")

    held = done(game, NextPhase(), (3, 4))
    assert markers(held, "B") == set()
    result = perform(SYSTEM, game, NextPhase(), answers([(4, 4), 3, 3, (1, 2)]))
    assert isinstance(result, Done)
    assert [event.what for event in result.events if isinstance(event, Rolled)] == [
        "B, all alone, to stand his ground",
        "to wound B, 4+",
        "to wound B, 4+",
        "inches B flees",
    ]
    assert [e.path[-1][:2] for e in result.events if isinstance(e, Moved)] == [(5.0, 2.0)]
    assert markers(result.game, "B") == {"fleeing"}
    assert [e.text for e in result.events if isinstance(e, Noted)][-1].startswith("B cannot rally")
    assert SYSTEM.upkeep(game)[0] == "B is all alone and tests Leadership."


@pytest.mark.clause("MOR-DEF-ALL-ALONE")
def test_one_against_one_is_not_alone():
    game = table(f"model A man red {5 - BASE},5\nmodel B man blue 5,5", phase="combat")

    assert not all_alone(game, game.model("B"))
