"""Chapter: "Follow me!" — two Move actions each, one model after the other."""

from __future__ import annotations

import pytest

from engine.commands import Move
from engine.game import ModelId
from tests.systems.open_combat.fights import act, at, chances, cited, markers, planned, play, position, refused

CALL = act("A", "follow_me", "B", "C")


def walk(model: str, *path: tuple[float, float], how: str = "") -> Move:
    return Move(model=ModelId(model), path=path, how=how)


def company(more: str = "", **readings: str):
    """A (SPD 4), B (SPD 5) and C (SPD 6) in a column, D a bystander."""
    return position(
        'profile five "Five" SPD=5 ATK=3 DEF=3 FOR=3 MIN=3\nprofile six "Six" SPD=6 ATK=3 DEF=3 FOR=3 MIN=3\n'
        f"model A sword red 5,5\nmodel B five red 5,6.5\nmodel C six red 5,3.5\nmodel D sword red 5,12\n"
        f"model E sword blue 30,30\n{more}",
        **readings,
    )


@pytest.mark.clause("OPC-FOLLOW-2")
def test_hc_56_each_makes_two_moves_in_a_row_one_model_after_the_other():
    game = play(company(), CALL).game
    assert [(markers(game, name), game.model(name).count("combined")) for name in "ABC"] == [({"following"}, 1)] * 3
    for name, y, speed in (("B", 6.5, 5), ("A", 5, 4), ("C", 3.5, 6)):
        game = play(game, walk(name, (5, y), (5 + speed, y))).game
        game = play(game, walk(name, (5 + speed, y), (5 + 2 * speed, y))).game

    assert [at(game, name)[0] for name in "ABC"] == [13.0, 15.0, 17.0]
    assert [markers(game, name) for name in "ABC"] == [set(), set(), set()]
    assert [game.model(name).count("activated") for name in "ABC"] == [2, 2, 2]


@pytest.mark.clause("OPC-FOLLOW-2", "OPC-COMB-6")
def test_they_only_move():
    called = play(company(), CALL).game

    for wish in (act("B", "attack", "E"), act("B", "rest"), act("B", "hide")):
        assert "OPC-FOLLOW-2" in cited(called, wish)


@pytest.mark.clause("OPC-COMB-4")
def test_whoever_begins_the_next_has_finished_the_one_before():
    game = play(company(), CALL).game
    game = play(game, walk("A", (5, 5), (9, 5))).game
    game = play(game, walk("B", (5, 6.5), (10, 6.5))).game

    assert "A has been activated already this turn." in refused(game, walk("A", (9, 5), (13, 5)))
    assert markers(game, "C") == {"following"}


@pytest.mark.clause("OPC-COMB-6")
def test_a_bystander_who_begins_ends_it_for_all():
    game = play(company(), CALL).game
    game = play(game, walk("D", (5, 12), (9, 12))).game

    assert [game.model(name).count("activated") for name in "ABC"] == [2, 2, 2]
    assert [markers(game, name) for name in "ABC"] == [set(), set(), set()]


@pytest.mark.clause("OPC-COMB-6")
def test_whoever_was_acting_when_it_is_called_is_done():
    game = play(company(), walk("D", (5, 12), (9, 12))).game
    game = play(game, CALL).game

    assert "D has been activated already this turn." in refused(game, walk("D", (9, 12), (12, 12)))


def test_the_engaged_do_not_follow_unless_the_reading_lets_them():
    beside = "model F sword blue 5,7.484"

    assert cited(company(beside), act("A", "follow_me", "B")) == {"OPC-DEF-ENGAGED-STAYS"}
    freed = play(company(beside, follow_me_engaged="yes"), act("A", "follow_me", "B")).game
    assert at(play(freed, walk("B", (5, 6.5), (10, 6.5))).game, "B") == (10.0, 6.5, 0.0)


def test_what_it_is_is_said_in_the_offer():
    assert planned(company(), CALL).notes == (
        "Taking part: B, C.",
        "Out: 1 farther than 3″ away.",
        "Each takes two Move actions, one model after the other.",
    )


# ---------------------------------------------------------------- hazards and jumps

BOG = 'terrain bog "Bog" bog 7,0 8,0 8,20 7,20 bottom=0 top=0 sight=clear footing=open'


@pytest.mark.clause("OPC-FOLLOW-3")
def test_the_first_to_cross_tests_for_all():
    game = play(company(BOG), CALL).game
    game = play(game, walk("A", (5, 5), (9, 5)), 2).game
    game = play(game, walk("B", (5, 6.5), (10, 6.5))).game

    assert (at(game, "A")[0], at(game, "B")[0]) == (9.0, 10.0)


@pytest.mark.clause("OPC-FOLLOW-3")
def test_a_failure_lays_all_of_them_prone_or_only_who_crosses():
    everyone = play(play(company(BOG), CALL).game, walk("A", (5, 5), (9, 5)), 1).game
    only = play(play(company(BOG, hazard_all="crossing"), CALL).game, walk("A", (5, 5), (9, 5)), 1).game

    assert [markers(everyone, name) for name in "ABC"] == [{"prone"}] * 3
    assert [markers(only, name) for name in "ABC"] == [{"prone"}, set(), set()]
    assert (everyone.active, only.active) == ("blue", "blue")


def test_alone_everybody_tests_for_himself():
    game = company(BOG)

    assert at(play(game, walk("A", (5, 5), (9, 5)), 2).game, "A")[0] == 9.0
    failed = play(game, walk("A", (5, 5), (9, 5)), 1).game
    assert markers(failed, "A") == {"prone"}
    assert (at(failed, "A")[0], failed.active) == (7.0, "blue")


def test_hc_58_a_jump_is_no_hazard_test_and_each_rolls_its_own():
    stream = 'terrain s "Stream" water 10,0 12,0 12,20 10,20 bottom=0 top=0 sight=clear footing=open'
    game = play(company(stream), act("A", "follow_me", "C")).game
    game = play(game, walk("A", (5, 5), (9, 5))).game
    game = play(game, walk("A", (9, 5), (13, 5), how="leap"), 1).game

    assert game.active == "blue"
    assert markers(game, "C") == set()


@pytest.mark.clause("OPC-COMB-4")
def test_the_odds_say_who_leads_and_who_follows():
    assert [label for label, _ in chances(company(), CALL).table()] == ["A leads, B follows, C follows"]
