"""Chapter: Close combat, attacking the fallen. One test an article; fractions of the worked cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.commands import Act
from engine.events import Noted, Removed, Rolled
from tests.systems.mordheim.positions import (
    cited,
    fate,
    fates,
    fight,
    markers,
    play,
    position,
    refused,
)

KD, ST, OOA = "knocked down", "stunned", "out of action"


def duel(first: str, second: str, **readings: str):
    """A red attacker in contact with a blue B."""
    return position(f"model A {first} red 5,5\nmodel B {second} blue 5.984,5", **readings)


# ---------------------------------------------------------------- knocked down


@pytest.mark.clause("MOR-ATKKD-1", "MOR-ATKKD-2", "MOR-ATKKD-3", "MOR-KD-10")
@pytest.mark.parametrize(
    ("attacker", "chance"), [("quick", Fraction(1, 2)), ("twice", Fraction(3, 4)), ("thrice", Fraction(7, 8))]
)
def test_hc_37_blows_at_the_knocked_down_hit_and_a_wound_takes_out(attacker: str, chance: Fraction):
    game = position(f"model A {attacker} red 5,5\nmodel B slow blue 5.984,5 knocked_down")

    assert fates(game, "B", fight("A", "B")) == {OOA: chance, KD: 1 - chance}


@pytest.mark.clause("MOR-ATKKD-2", "MOR-ATKKD-3")
def test_hc_37_there_is_no_roll_to_hit_and_no_injury_roll():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5 knocked_down")

    done = play(game, fight("A", "B"), 4)

    assert [event.what for event in done.events if isinstance(event, Rolled)] == ["to wound B, 4+"]
    assert [event.why for event in done.events if isinstance(event, Removed)] == [
        ("MOR-ATKKD-3", "MOR-KD-10", "MOR-OOA-1", "MOR-OOA-2")
    ]


@pytest.mark.clause("MOR-ATKKD-3")
def test_hc_38_armour_may_save_the_knocked_down():
    def leather(attacker: str):
        return position(f"model A {attacker} red 5,5\nmodel B leather blue 5.984,5 knocked_down")

    assert fates(leather("quick"), "B", fight("A", "B"))[OOA] == Fraction(1, 3)
    assert fates(leather("twice"), "B", fight("A", "B"))[OOA] == Fraction(5, 9)


@pytest.mark.clause("MOR-ATKKD-3")
def test_hc_40_wounds_left_do_not_help_the_knocked_down():
    game = position("model A quick red 5,5\nmodel B ogre blue 5.984,5 knocked_down wounds_lost:1")

    assert fate(play(game, fight("A", "B"), 5).game, "B") == OOA


@pytest.mark.clause("MOR-ATKKD-3", "MOR-ATKST-2")
def test_hc_41_who_cannot_be_wounded_cannot_be_finished_while_knocked_down():
    down = position("model A quick red 5,5\nmodel B giant blue 5.984,5 knocked_down")
    stunned = position("model A quick red 5,5\nmodel B giant blue 5.984,5 stunned")

    assert fates(down, "B", fight("A", "B")) == {KD: Fraction(1)}
    assert fates(stunned, "B", fight("A", "B")) == {OOA: Fraction(1)}


@pytest.mark.clause("MOR-ATKKD-1")
def test_nobody_has_to_strike_the_fallen():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5 knocked_down")
    busy = position("model A quick red 5,5\nmodel B slow blue 5.984,5")
    hold = Act(model="A", action="hold")

    assert markers(play(game, hold).game, "A") == {"struck"}
    assert fate(play(game, hold).game, "B") == KD
    assert cited(busy, hold) == {"MOR-DEF-COMBAT"}


@pytest.mark.clause("MOR-ATKKD-4")
def test_a_knocked_down_warrior_does_not_parry():
    game = position("model A quick red 5,5\nmodel B fencer blue 5.984,5 knocked_down")

    assert fate(play(game, fight("A", "B"), 4).game, "B") == OOA


@pytest.mark.clause("MOR-KD-4", "MOR-KD-9", "MOR-STUN-3")
def test_the_fallen_do_not_strike_back():
    down = position("model A quick red 5,5\nmodel B slow blue 5.984,5 knocked_down", active="blue")
    stunned = position("model A quick red 5,5\nmodel B slow blue 5.984,5 stunned", active="blue")

    assert cited(down, fight("B", "A")) >= {"MOR-KD-4", "MOR-KD-9"}
    assert cited(stunned, fight("B", "A")) >= {"MOR-STUN-3"}


# ---------------------------------------------------------------- stunned


@pytest.mark.clause("MOR-ATKST-2")
def test_hc_35_a_stunned_enemy_is_out_of_action_without_a_die():
    game = position("model A quick red 5,5\nmodel B leather blue 5.984,5 stunned")

    done = play(game, fight("A", "B"))

    assert fate(done.game, "B") == OOA
    assert [event.why for event in done.events if isinstance(event, Noted)] == [("MOR-ATKST-2",)]


@pytest.mark.clause("MOR-ATKST-2")
def test_hc_46_two_stunned_enemies_take_two_attacks():
    two = "model B slow blue 5.984,5 stunned\nmodel C slow blue 4.016,5 stunned"
    game, single = position(f"model A twice red 5,5\n{two}"), position(f"model A quick red 5,5\n{two}")

    both = play(game, fight("A", "B", "C")).game
    one = play(single, fight("A", "B")).game

    assert (fate(both, "B"), fate(both, "C")) == (OOA, OOA)
    assert (fate(one, "B"), fate(one, "C")) == (OOA, ST)
    assert cited(single, fight("A", "B", "C")) == {"MOR-DEF-ALLOCATION"}


@pytest.mark.clause("MOR-ATKST-2")
def test_finishing_the_stunned_may_be_read_as_free():
    game = position(
        "model A quick red 5,5\nmodel B slow blue 5.984,5 stunned\nmodel C slow blue 4.016,5 stunned\n"
        "model D slow blue 5,5.984 knocked_down",
        finish_stunned="free",
    )

    done = play(game, fight("A", "D"), 4).game

    assert [fate(done, name) for name in "BCD"] == [OOA, OOA, OOA]


def test_finishing_for_free_spends_no_blow_on_whom_it_finished():
    game = position("model A twice red 5,5\nmodel B slow blue 5.984,5 stunned", finish_stunned="free")

    notes = [event.text for event in play(game, fight("A", "B")).events if isinstance(event, Noted)]

    assert notes == ["B lies stunned and is finished"]


@pytest.mark.clause("MOR-PROT-1")
def test_a_standing_enemy_protects_from_being_finished_for_free_as_well():
    game = position(
        "model A quick red 5,5\nmodel B slow blue 5.984,5 stunned\nmodel C slow blue 5,5.984", finish_stunned="free"
    )

    assert fate(play(game, fight("A", "C"), 1).game, "B") == ST


# ---------------------------------------------------------------- no double kill

CROWD = "model A {first} red 5.984,5\nmodel D {second} red 4.016,5\nmodel E quick red 5,5.984\nmodel B slow blue 5,5"


def crowd(first: str, second: str):
    """Two or three red warriors round a fresh B, who strikes after all of them."""
    return position(CROWD.format(first=first, second=second))


@pytest.mark.clause("MOR-MULTI-1")
def test_one_warrior_with_two_attacks_cannot_put_down_and_finish():
    expected = {"unhurt": Fraction(9, 16), KD: Fraction(19, 144), ST: Fraction(7, 48), OOA: Fraction(23, 144)}

    assert fates(duel("twice", "slow"), "B", fight("A", "B")) == expected


@pytest.mark.clause("MOR-MULTI-2", "MOR-MULTI-3", "MOR-ATKKD-2", "MOR-ATKST-2")
def test_hc_43_the_next_warrior_may_finish_whom_the_first_put_down():
    game = crowd("quick", "quick")
    two = {"unhurt": Fraction(9, 16), KD: Fraction(5, 48), ST: Fraction(1, 16), OOA: Fraction(13, 48)}
    three = {"unhurt": Fraction(27, 64), KD: Fraction(19, 192), ST: Fraction(3, 64), OOA: Fraction(83, 192)}

    assert fates(game, "B", fight("A", "B"), fight("D", "B")) == two
    assert fates(game, "B", fight("A", "B"), fight("D", "B"), fight("E", "B")) == three


@pytest.mark.clause("MOR-MULTI-1", "MOR-MULTI-3")
def test_hc_44_two_attacks_and_then_one_of_another():
    expected = {"unhurt": Fraction(27, 64), KD: Fraction(65, 576), ST: Fraction(3, 64), OOA: Fraction(241, 576)}

    assert fates(crowd("twice", "quick"), "B", fight("A", "B"), fight("D", "B")) == expected


@pytest.mark.clause("MOR-MULTI-1")
def test_a_second_blow_of_the_same_warrior_is_rolled_to_hit_even_at_the_fallen():
    done = play(duel("twice", "slow"), fight("A", "B"), 4, 4, 3, 2)

    second = [event for event in done.events if isinstance(event, Rolled)][-1]
    assert fate(done.game, "B") == ST
    assert second.why == ("MOR-DEF-TO-HIT", "MOR-MULTI-1", "MOR-DEF-SNAPSHOT")


@pytest.mark.clause("MOR-MULTI-1")
def test_an_ordinary_injury_roll_of_the_same_warrior_still_takes_out():
    done = play(duel("twice", "slow"), fight("A", "B"), 4, 4, 3, 4, 4, 5)

    assert fate(done.game, "B") == OOA


@pytest.mark.clause("MOR-MULTI-2", "MOR-MULTI-3")
def test_the_log_says_why_the_second_warrior_may_finish():
    stunned = play(crowd("quick", "quick"), fight("A", "B"), 4, 4, 3).game

    done = play(stunned, fight("D", "B"))

    assert [event.why for event in done.events if isinstance(event, Noted)] == [
        ("MOR-ATKST-2", "MOR-MULTI-2", "MOR-MULTI-3")
    ]


def test_one_who_lay_there_before_the_phase_needs_no_second_warrior():
    game = position("model A quick red 5.984,5\nmodel D quick red 4.016,5\nmodel B slow blue 5,5 stunned")

    notes = [event.why for event in play(game, fight("D", "B")).events if isinstance(event, Noted)]

    assert notes == [("MOR-ATKST-2",)]


# ---------------------------------------------------------------- a standing enemy protects

GUARDED = "model A twice red 5,5\nmodel B slow blue 5.984,5 {lies}\nmodel C slow blue 5,5.984 {guard}"


@pytest.mark.clause("MOR-PROT-1")
@pytest.mark.parametrize("lies", ["knocked_down", "stunned"])
def test_hc_47_while_one_stands_the_fallen_are_not_attacked(lies: str):
    game = position(GUARDED.format(lies=lies, guard=""))

    assert refused(game, fight("A", "B")) == {
        "A is fighting C, who still stands, and may not attack B, who lies.": ("MOR-PROT-1",)
    }
    assert fate(play(game, fight("A", "C"), 1, 1).game, "C") == "unhurt"


@pytest.mark.clause("MOR-PROT-1")
def test_a_friend_who_stands_elsewhere_protects_nobody():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5 stunned\nmodel C slow blue 6.968,5\n")

    assert fate(play(game, fight("A", "B")).game, "B") == OOA


@pytest.mark.clause("MOR-PROT-1")
@pytest.mark.parametrize(("die", "guard"), [(5, OOA), (1, KD)])
def test_hc_49_once_the_guard_is_down_or_out_the_next_warrior_may_attack_the_fallen(die: int, guard: str):
    game = position(
        "model E quick red 5,6.968\nmodel A fighter red 5,5\n"
        "model B slow blue 5.984,5 knocked_down\nmodel C slow blue 5,5.984"
    )
    after = play(game, fight("E", "C"), 4, 4, die).game

    assert fate(after, "C") == guard
    assert fate(play(after, fight("A", "B"), 4).game, "B") == OOA
    if guard == KD:
        assert fate(play(after, fight("A", "C"), 4).game, "C") == OOA


@pytest.mark.clause("MOR-PROT-1", "MOR-MULTI-1")
def test_hc_50_the_second_attack_cannot_turn_to_the_fallen_nor_hit_the_guard_by_itself():
    game = position(GUARDED.format(lies="knocked_down", guard=""))

    assert cited(game, fight("A", "C", "B")) == {"MOR-PROT-1"}
    done = play(game, fight("A", "C"), 4, 4, 1, 3)
    assert [event.what for event in done.events if isinstance(event, Rolled)] == [
        "to hit C, 4+",
        "to wound C, 4+",
        "injury of C",
        "to hit C, 4+",
    ]
