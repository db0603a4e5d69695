"""Chapter: "With me!" — one roll of several attackers in contact with the same enemy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.events import Counted, Moved, Rolled
from tests.systems.open_combat.fights import (
    ROOF,
    about,
    act,
    asked,
    at,
    chances,
    cited,
    harm,
    lost,
    markers,
    planned,
    play,
    position,
    refused,
    sums,
)

WISH = act("A", "with_me", "E")


def melee(a: str = "strong", b: str = "sword", more: str = "", **readings: str):
    """A to the left of E and B above it, both in contact, 0.41 inches apart."""
    return position(f"model A {a} red 4.016,5\nmodel B {b} red 5,4.016\nmodel E sword blue 5,5\n{more}", **readings)


@pytest.mark.clause("OPC-WITHME-2", "OPC-WITHME-5", "OPC-WITHME-6")
def test_hc_71_two_attackers_roll_three_dice_where_one_rolls_two():
    assert sums(melee(), WISH)[:3] == [
        "Attack together 4 A + 3 B = 7",
        "Defence 3",
        "Attack dice 3 as ATK 7 is at least twice DEF 3",
    ]
    assert sums(melee(), act("A", "attack", "E"))[2] == "Attack dice 2 as ATK 4 is above DEF 3"
    assert 1 - harm(melee(), WISH, "E")[0] == Fraction(19, 27)
    assert chances(melee(), WISH).chance(lambda game: game.active == "blue") == Fraction(1, 216)


@pytest.mark.clause("OPC-WITHME-3", "OPC-WITHME-6")
def test_there_is_one_roll_and_it_takes_both_actions_of_both():
    done = play(melee(), WISH, (2, 2, 2))

    assert len(about(done.events, Rolled)) == 1
    assert [done.game.model(name).count("actions") for name in "AB"] == [2, 2]


def test_additional_hits_are_scored():
    assert lost(play(melee(), WISH, (5, 5, 2), "5").game, "E") == 2


@pytest.mark.clause("OPC-WITHME-2")
def test_the_caller_and_his_partners_must_be_engaged_with_the_same_enemy():
    game = position(
        "model A sword red 4.016,5\nmodel B sword red 4.016,3.7\nmodel E sword blue 5,5\nmodel F sword blue 4.016,2.716"
    )

    assert refused(game, act("A", "with_me", "E", "B")) == {"B is not engaged with E.": ("OPC-WITHME-2",)}
    assert "A is not engaged with F." in refused(game, act("A", "with_me", "F", "B"))
    alone = position("model A sword red 5,5\nmodel B sword red 5,6\nmodel E sword blue 20,20")
    assert refused(alone, act("A", "with_me")) == {"A is engaged with nobody.": ("OPC-WITHME-2",)}


@pytest.mark.clause("OPC-WITHME-3", "OPC-COMB-1")
def test_hc_77_a_caller_on_one_action_and_a_partner_already_activated():
    caller = position(
        "model A strong red 4.016,5 activated:1 actions:1\nmodel B sword red 5,4.016\nmodel E sword blue 5,5"
    )
    partner = position(
        "model A strong red 4.016,5\nmodel B sword red 5,4.016 activated:2 actions:2\nmodel E sword blue 5,5"
    )

    assert cited(caller, WISH) == {"OPC-DEF-TWO-ACTIONS", "OPC-COMB-6", "OPC-WITHME-3"}
    assert "B has been activated already this turn." in refused(partner, WISH)
    assert "OPC-COMB-1" in cited(partner, WISH)


@pytest.mark.clause("OPC-WITHME-8")
def test_hc_76_only_the_callers_weapon_counts():
    """The spear has no rule for a 6; the two-handed weapon makes it cost one more."""
    game = melee("spear", "great")

    by_spear = play(game, act("A", "with_me", "E", "B"), (6, 2, 2), "6", "stay")
    by_great = play(game, act("B", "with_me", "E", "A"), (6, 2, 2), "6", "stay")

    assert (lost(by_spear.game, "E"), lost(by_great.game, "E")) == (1, 2)
    assert "OPC-WITHME-8" in next(event for event in about(by_great.events, Counted) if event.whose == "E").why
    assert "Only the rules of the spear of A count." in by_spear.plan.notes
    assert asked(game, act("B", "with_me", "E", "A"), (6, 2, 2))["6"] == (
        "6: 2 Fortitude lost (1 for the weapon), and forced back if the attacker wishes"
    )


@pytest.mark.clause("OPC-WITHME-7")
@pytest.mark.parametrize(
    ("given", "moved"),
    [
        (("stay", "stay"), []),
        (("follow", "stay"), ["A"]),
        (("stay", "follow"), ["B"]),
        (("follow", "follow"), ["A", "B"]),
    ],
)
def test_any_number_of_the_attackers_follows_up(given: tuple[str, str], moved: list[str]):
    done = play(melee(), WISH, (3, 2, 2), "3", *given)

    assert [move.model for move in about(done.events, Moved) if move.how == "walk"] == moved
    assert at(done.game, "E") == (6.0, 5.0, 0.0)


@pytest.mark.clause("OPC-WITHME-4", "OPC-WITHME-7")
def test_the_enemy_goes_straight_away_from_the_caller_or_the_nearest():
    game = melee()

    assert at(play(game, act("B", "with_me", "E", "A"), (3, 2, 2), "3", "stay", "stay").game, "E") == (5.0, 6.0, 0.0)


@pytest.mark.clause("OPC-WITHME-7")
def test_by_the_other_reading_straight_away_from_the_nearest_attacker():
    wide = position(
        'profile ogre "Ogre" base=40 SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sword\n'
        "model A ogre red 3.7205,5\nmodel B sword red 5,4.016\nmodel E sword blue 5,5",
        force_back_from="nearest",
    )

    assert at(play(wide, WISH, (3, 2, 2), "3", "stay", "stay").game, "E") == (5.0, 6.0, 0.0)


@pytest.mark.clause("OPC-WITHME-7", "OPC-FALL-2")
def test_over_an_edge_nobody_follows():
    game = position(
        f"{ROOF}\nmodel A strong red 8.616,5 z=4\nmodel B sword red 9.6,4.016 z=4\nmodel E sword blue 9.6,5 z=4"
    )

    done = play(game, WISH, (3, 2, 2), "3", (1, 1))

    assert markers(done.game, "E") == {"prone"}
    assert (at(done.game, "A"), at(done.game, "B")) == ((8.616, 5.0, 4.0), (9.6, 4.016, 4.0))


def test_the_player_is_asked_who_strikes_with_him():
    game = melee(more="model C sword red 5,5.984")

    assert list(asked(game, WISH)) == ["B+C", "B", "C"]
    assert sums(game, act("A", "with_me", "E", "C"))[0] == "Attack together 4 A + 3 C = 7"
    assert planned(game, WISH).label == "With me! against E"
