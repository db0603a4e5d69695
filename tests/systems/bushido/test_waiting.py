"""Chapter: Actions — Wait, Focus and Heal."""

from __future__ import annotations

import pytest

from engine.systems.bushido.readings import FIRE_PUT_OUT
from tests.systems.bushido.fights import LEFT, RIGHT, duel, table
from tests.systems.bushido.positions import T, act, asking, counters, done, legal, marks, move, refused

FAR = "model E man blue 30,30 activations:2"


def alone(words="", profile="man", more="", **readings):
    return table(f"model A {profile} red 10,10 activations:2 {words}\n{more}\n{FAR}", **readings)


# ---------------------------------------------------------------- waiting


@pytest.mark.clause("BUS-STUNNED-4", "BUS-IMMOBILISED-9", "BUS-DEF-ACTION-WAIT")
@pytest.mark.parametrize("status", ["stunned", "immobilised"])
def test_h_121_a_wait_takes_off_all_of_a_kind(status):
    after = done(alone(f"{status} {status} {status}"), act("A", "wait"), status)

    assert marks(after, "A") == []
    assert counters(after, "A") == {"activations": 1}


@pytest.mark.clause("BUS-DEF-ACTION-WAIT")
def test_exactly_one_thing_of_all_that_ails():
    game = alone("stunned immobilised reload reload fire=2")
    offered = [option.id for option in asking(game, act("A", "wait")).question.options]

    assert offered == ["stunned", "immobilised", "reload", "fire A", "nothing"]
    assert marks(done(game, act("A", "wait"), "stunned"), "A") == ["immobilised", "reload", "reload", "fire 2"]


@pytest.mark.clause("BUS-RELOADING-2")
def test_a_wait_takes_off_one_reload_marker():
    assert marks(done(alone("reload reload"), act("A", "wait"), "reload"), "A") == ["reload"]


def test_with_nothing_to_do_one_just_waits():
    after = done(alone("poison=1 bleed=1"), act("A", "wait"))

    assert marks(after, "A") == ["poison 1", "bleed 1"]
    assert counters(after, "A") == {"activations": 1}


@pytest.mark.clause("BUS-ONFIRE-6")
def test_up_to_two_fires_of_any_value_at_the_players_choice():
    game = alone("fire=3 fire=2 fire=1")
    offered = [option.id for option in asking(game, act("A", "wait"), "fire A").question.options]

    assert offered == ["3+2", "3+1", "2+1", "3", "2", "1", "none"]
    assert marks(done(game, act("A", "wait"), "fire A", "3+1"), "A") == ["fire 2"]
    assert len(marks(done(game, act("A", "wait"), "fire A", "none"), "A")) == 3


def test_or_the_two_highest_by_another_reading():
    game = alone("fire=1 fire=3 fire=2", **{FIRE_PUT_OUT: "highest"})

    assert marks(done(game, act("A", "wait"), "fire A"), "A") == ["fire 1"]


@pytest.mark.clause("BUS-ONFIRE-7", "BUS-DEF-ACTION-WAIT")
def test_h_100_a_friend_in_contact_waits_for_the_burning_model():
    game = table(
        f"model B man red 10,10 activations:2 fire=2 fire=2 fire=1\nmodel A man red {LEFT} activations:2\n"
        f"model E man blue {RIGHT} activations:2"
    )
    after = done(game, act("A", "wait"), "fire B", "2+2")

    assert marks(after, "B") == ["fire 1"]
    assert counters(after, "A") == {"activations": 1}
    assert counters(after, "B") == {"activations": 2}
    assert "BUS-DEF-11" in refused(game, act("B", "wait"))


@pytest.mark.clause("BUS-DEF-ACTION-WAIT")
def test_h_101_but_not_one_whom_an_enemy_touches():
    game = table(
        f"model B man red 10,10 activations:2 fire=2\nmodel A man red {LEFT} activations:2\n"
        f"model E man blue {10 - T},{10 + T} facing=0 activations:2"
    )

    assert "BUS-DEF-11" in refused(game, act("A", "wait"))


@pytest.mark.clause("BUS-ONFIRE-7", "BUS-PRONE-9")
def test_h_106_a_prone_burning_model_is_helped_by_its_friend_only():
    game = table(
        f"model B man red 10,10 activations:2 fire=2 fire=1 prone\nmodel A man red {LEFT} activations:2\n{FAR}"
    )

    assert "BUS-PRONE-9" in refused(game, act("B", "wait"))
    assert marks(done(game, act("A", "wait"), "fire B", "2+1"), "B") == ["prone"]


@pytest.mark.clause("BUS-IMMOBILISED-9")
def test_h_055_an_enemy_in_contact_forbids_the_wait():
    assert "BUS-DEF-11" in refused(duel(a="immobilised"), act("A", "wait"))


# ---------------------------------------------------------------- focus


@pytest.mark.clause("BUS-SPIRITBLOCKED-1", "BUS-DEF-26", "BUS-DEF-ACTION-FOCUS")
def test_h_134_focus_is_no_generation():
    after = done(alone("spirit_block"), act("A", "focus"))

    assert counters(after, "A") == {"ki": 2}
    assert marks(after, "A") == ["spirit_block"]


@pytest.mark.clause("BUS-DEF-26")
def test_ki_above_the_limit_is_lost():
    assert counters(done(alone("ki:5"), act("A", "focus")), "A") == {"ki": 6}


@pytest.mark.clause("BUS-DEF-02", "BUS-DEF-ACTION-FOCUS")
def test_focus_needs_two_counters_and_nobody_in_contact():
    assert "BUS-DEF-02" in refused(table(f"model A man red 10,10 activations:1\n{FAR}"), act("A", "focus"))
    assert "BUS-DEF-11" in refused(duel(), act("A", "focus"))


# ---------------------------------------------------------------- healing


@pytest.mark.clause("BUS-DEF-ACTION-HEAL", "BUS-BLEEDING-5")
def test_a_healer_heals_itself_and_stops_its_bleeding():
    after = done(alone("wounds_lost:3 bleed=2 bleed=1", "healer"), act("A", "heal", "A"))

    assert marks(after, "A") == []
    assert counters(after, "A") == {"activations": 1, "wounds_lost": 1}


@pytest.mark.clause("BUS-BLEEDING-5")
def test_h_103_healing_nothing_stops_no_bleeding():
    after = done(alone("bleed=2 bleed=2", "healer"), act("A", "heal", "A"))

    assert marks(after, "A") == ["bleed 2", "bleed 2"]


@pytest.mark.clause("BUS-DEF-ACTION-HEAL", "BUS-DEF-TRAIT-HEAL")
def test_a_healer_heals_whom_it_touches_or_walks_to():
    game = table(
        f"model A healer red 10,10 activations:2\nmodel F man red {LEFT} wounds_lost:1 activations:2\n"
        f"model G man red 14,10 wounds_lost:4 activations:2\n{FAR}"
    )

    assert counters(done(game, act("A", "heal", "F")), "F") == {"activations": 2}
    assert "BUS-DEF-ACTION-HEAL" in refused(game, act("A", "heal", "G"))
    after = done(game, move(game, "A", (14 - T, 10), how="heal"))
    assert counters(after, "G") == {"activations": 2, "wounds_lost": 2}


@pytest.mark.clause("BUS-DEF-TRAIT-SOULLESS", "BUS-DEF-ACTION-HEAL")
def test_nobody_heals_a_kami_and_who_cannot_heal_does_not():
    game = table(f"model A healer red 10,10 activations:2\nmodel K kami red {LEFT} wounds_lost:1\n{FAR}")

    assert "BUS-DEF-TRAIT-SOULLESS" in refused(game, act("A", "heal", "K"))
    assert "BUS-DEF-TRAIT-HEAL" in refused(alone("wounds_lost:1"), act("A", "heal", "A"))


@pytest.mark.clause("BUS-IMMOBILISED-1")
def test_h_058_an_immobilised_healer_tests_even_to_treat_itself():
    game = alone("wounds_lost:1 immobilised", "healer")

    assert "Size" in asking(game, act("A", "heal", "A")).question.what
    assert not legal(alone("wounds_lost:1 prone", "healer"), act("A", "heal", "A"))
