"""Chapter: Combined actions — who may start one, who may join, and who is out and why."""

from __future__ import annotations

import math

import pytest

from tests.systems.open_combat.fights import act, asked, cited, markers, planned, play, position, refused

GAP = 25 / 25.4
CALL = act("A", "follow_me")


def pair(apart: float, more: str = "", other: str = "", **readings: str):
    """A and B so many inches apart, base to base."""
    return position(
        f"model A sword red 5,5 {more}\nmodel B sword red {5 + GAP + apart},5 {other}\nmodel E sword blue 30,30",
        **readings,
    )


@pytest.mark.clause("OPC-COMB-1")
def test_hc_53_one_inch_between_the_bases_is_near_enough_and_a_hundredth_more_is_not():
    near, beyond = pair(1.0), pair(1.01)

    assert markers(play(near, CALL).game, "B") == {"following"}
    assert refused(beyond, act("A", "follow_me", "B")) == {
        "B is 1.01″ from A, more than 1″.": ("OPC-COMB-1", "OPC-DEF-WITHIN")
    }
    assert "No friend within 1″ of A can join in." in refused(beyond, CALL)


def test_who_is_out_and_why_is_said_and_drawn():
    game = position(
        "model A bow red 5,5\nmodel B bow red 5,6.2\nmodel C sling red 5,3.8\nmodel D bow red 3.0,5\n"
        "model F bow red 20,20\nmodel G bow red 6,3.6 activated:2 actions:2\nmodel E sword blue 14,5"
    )

    plan = planned(game, act("A", "volley", "E"))

    assert plan.notes[:5] == (
        "Taking part: B.",
        "Out: C carries a sling, not a bow.",
        "Out: G has been activated already this turn.",
        "Out: D is 1.02″ from A, more than 1″.",
        "Out: 1 farther than 3″ away.",
    )
    drawn = {line.label: line.role for line in plan.evidence.lines if "″" in line.label and line.role != "path"}
    assert drawn["0.22″"] == "clear"
    assert {label for label, role in drawn.items() if role == "blocked"} >= {"1.02″, too far"}
    assert {label.partition(", ")[2] for label in drawn} >= {"other weapon", "activated already", "too far"}


@pytest.mark.clause("OPC-COMB-1", "OPC-COMB-5", "OPC-COMB-6")
def test_hc_55_the_activated_and_whoever_combined_already_are_out():
    for counters, clause in (
        ("activated:2 actions:2", "OPC-COMB-1"),
        ("combined:1 activated:2 actions:2", "OPC-COMB-5"),
        ("activated:1 actions:1", "OPC-DEF-TWO-ACTIONS"),
    ):
        assert clause in cited(pair(0.5, other=counters), act("A", "follow_me", "B"))


@pytest.mark.clause("OPC-COMB-4", "OPC-COMB-5", "OPC-COMB-6")
def test_hc_55_afterwards_everyone_in_it_has_been_activated():
    game = position("model A bow red 5,5\nmodel B bow red 5,6.2\nmodel E sword blue 14,5")

    after = play(game, act("A", "volley", "E"), (2, 2, 2)).game

    for name in ("A", "B"):
        assert (after.model(name).count("activated"), after.model(name).count("actions")) == (2, 2)
        assert after.model(name).count("combined") == 1
        assert "OPC-COMB-5" in cited(after, act(name, "follow_me"))
        assert "OPC-DEF-ONCE" in cited(after, act(name, "shoot", "E"))


@pytest.mark.clause("OPC-COMB-2")
def test_joining_is_optional_and_the_player_is_asked_who_comes():
    game = position("model A sword red 5,5\nmodel B sword red 5,6.2\nmodel C sword red 5,3.8\nmodel E sword blue 14,5")

    assert asked(game, CALL) == {"B+C": "B and C", "B": "B", "C": "C"}
    after = play(game, CALL, "C").game
    assert [markers(after, name) for name in "ABC"] == [{"following"}, set(), {"following"}]


def test_partners_named_in_the_command_are_not_asked_about():
    game = position("model A sword red 5,5\nmodel B sword red 5,6.2\nmodel C sword red 5,3.8\nmodel E sword blue 14,5")

    done = play(game, act("A", "follow_me", "B"))

    assert markers(done.game, "C") == set()
    assert done.plan.notes[:2] == ("Taking part: B.", "Could join: C.")


def test_the_prone_the_clinging_and_strangers_do_not_join():
    assert "OPC-DEF-PRONE" in cited(pair(0.5, other="prone"), act("A", "follow_me", "B"))
    assert "OPC-DEF-CLINGING" in cited(pair(0.5, other="climbing"), act("A", "follow_me", "B"))
    assert "OPC-COMB-1" in cited(pair(0.5), act("A", "follow_me", "E"))


def test_by_the_other_reading_a_chain_of_friends_may_join():
    line = "model A sword red 5,5\nmodel B sword red 6.8,5\nmodel C sword red 8.6,5\nmodel E sword blue 30,30"

    assert "C is 2.62″ from A, more than 1″." in refused(position(line), act("A", "follow_me", "C"))
    chained = position(line, combined_chain="chain")
    assert asked(chained, CALL) == {"B+C": "B and C", "B": "B", "C": "C"}


# ---------------------------------------------------------------- With me!: bases about a common enemy


def ring(size: float, angle: float):
    """Two 25 mm attackers in contact with an enemy of this base (mm), so many degrees apart."""
    reach = (size + 25) / 2 / 25.4
    turned = math.radians(angle)
    x, y = 10 + reach * math.cos(turned), 10 + reach * math.sin(turned)
    return position(
        f'profile e "E" base={size} SPD=4 ATK=3 DEF=3 FOR=3 MIN=3 equipment=sword\n'
        f"model A strong red {10 + reach},10\nmodel B sword red {x},{y}\nmodel E e blue 10,10"
    )


@pytest.mark.clause("OPC-WITHME-2")
@pytest.mark.parametrize(("size", "joins"), [(25, True), (28.5, False), (30, False), (40, False)])
def test_hc_73_on_opposite_sides_only_a_small_enemy_leaves_them_near_enough(size: float, joins: bool):
    wish = act("A", "with_me", "E", "B")

    assert (not planned(ring(size, 180), wish).objections) is joins


@pytest.mark.clause("OPC-WITHME-2", "OPC-COMB-1")
@pytest.mark.parametrize(("size", "widest"), [(28.5, 140.8), (30, 132.8), (32, 124.3), (40, 101.7), (50, 84.4)])
def test_hc_74_the_widest_angle_between_two_attackers(size: float, widest: float):
    wish = act("A", "with_me", "E", "B")

    assert planned(ring(size, widest - 0.1), wish).objections == ()
    assert "OPC-COMB-1" in cited(ring(size, widest + 0.1), wish)
