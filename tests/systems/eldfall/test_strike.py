"""Chapter: Strikes and Hits — successes, criticals, Confrontation and Damage, value by value."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.dice import chances
from engine.systems.eldfall.strike import (
    CRITICAL,
    Clash,
    Hits,
    Volley,
    answered,
    clash,
    dice,
    success,
    unopposed,
    volley,
    wounding,
)


def chance(count, reading, meaning):
    return sum((one.chance for one in chances(dice(count), reading) if one.reading == meaning), Fraction(0))


@pytest.mark.clause("ELD-DEF-DIE", "ELD-DEF-CRIT")
@pytest.mark.parametrize(
    ("face", "need", "counts"),
    [
        (13, 13, 13),
        (14, 13, 0),
        (1, 13, CRITICAL),
        (1, 1, CRITICAL),
        (1, 0, 0),
        (2, 1, 0),
        (20, 20, 20),
        (20, 21, CRITICAL),
        (20, 19, 0),
    ],
)
def test_what_one_die_counts_as(face, need, counts):
    assert success(face, need) == counts


@pytest.mark.clause("ELD-DEF-ATK")
def test_a_volley_is_read_highest_first():
    assert volley(13)((1, 14, 6, 13)) == Volley((CRITICAL, 13, 6), 0)


@pytest.mark.clause("ELD-DEF-FF")
@pytest.mark.parametrize(
    ("faces", "need", "beside", "expected"),
    [
        ((16, 17), 20, True, Volley((16,), 1)),
        ((17, 18, 19, 20), 8, True, Volley((), 4)),
        ((17, 18), 20, False, Volley((18, 17), 0)),
        ((17, 20), 8, False, Volley((), 0)),
    ],
)
def test_natural_17_to_20_hit_a_friend_beside_the_target(faces, need, beside, expected):
    assert volley(need, beside)(faces) == expected


@pytest.mark.clause("ELD-DEF-CRIT")
def test_unopposed_successes_are_all_hits():
    assert unopposed((CRITICAL, CRITICAL, 9, 2)) == Hits(2, 2)
    assert unopposed(()) == Hits(0, 0)
    assert Hits(2, 1).all == 3


# fmt: off
@pytest.mark.clause("ELD-DEF-CONF", "ELD-DEF-CRIT")
@pytest.mark.parametrize(
    ("first", "second", "hits", "struck"),
    [
        # the rulebook's own table-top example: 6 and 11 (of 13) against 8 (of 12)
        ((11, 6), (8,), Hits(1, 0), Hits(0, 0)),
        ((13, 11, 6), (8,), Hits(2, 0), Hits(0, 0)),
        # equal successes cancel each other
        ((8,), (8,), Hits(0, 0), Hits(0, 0)),
        # nobody answers
        ((8, 3), (), Hits(2, 0), Hits(0, 0)),
        ((), (5,), Hits(0, 0), Hits(1, 0)),
        # the lower die of the loser is gone too
        ((4,), (9, 5), Hits(0, 0), Hits(2, 0)),
        ((4,), (9, 3), Hits(0, 0), Hits(1, 0)),
        # a Critical beats everything that is none
        ((CRITICAL,), (12,), Hits(0, 1), Hits(0, 0)),
        ((12,), (CRITICAL,), Hits(0, 0), Hits(0, 1)),
        # a negated die has cancelled what it beat all the same
        ((CRITICAL, 6), (8,), Hits(0, 1), Hits(0, 0)),
        ((CRITICAL, 9), (8,), Hits(1, 1), Hits(0, 0)),
        # Criticals on both sides land both, and nothing else does
        ((CRITICAL, 12), (CRITICAL,), Hits(0, 1), Hits(0, 1)),
        ((CRITICAL, CRITICAL), (CRITICAL, 11), Hits(0, 2), Hits(0, 1)),
    ],
)
def test_confrontation_table(first, second, hits, struck):
    assert clash(first, second) == (hits, struck)
    assert clash(second, first) == (struck, hits)
# fmt: on


@pytest.mark.clause("ELD-DEF-CONF")
def test_only_one_of_two_wins_unless_both_score_criticals():
    for one in range(21):
        for other in range(21):
            first, second = volley(13)((one,)).successes if one else (), volley(12)((other,)).successes if other else ()
            hits, struck = clash(first, second)

            assert not (hits.plain and struck.all)
            assert not (hits.critical and struck.plain)


@pytest.mark.clause("ELD-DEF-CONF")
def test_exact_chances_of_a_confrontation_die_against_die():
    """13 against 12, a die each.  The second succeeds with a face of 2 to 12 or a Critical.

    With 8 on the table for the first: the second wins with 9 to 12 or a 1, the first with 2 to 7 and 13 to 20.
    """
    reading = answered((8,), 12)

    assert chance(1, reading, Clash(Hits(0, 0), Hits(1, 0))) == Fraction(4, 20)
    assert chance(1, reading, Clash(Hits(0, 0), Hits(0, 1))) == Fraction(1, 20)
    assert chance(1, reading, Clash(Hits(0, 0), Hits(0, 0))) == Fraction(1, 20)
    assert chance(1, reading, Clash(Hits(1, 0), Hits(0, 0))) == Fraction(14, 20)


@pytest.mark.clause("ELD-DEF-FF", "ELD-DEF-CONF")
def test_a_shot_in_answer_may_go_astray_too():
    assert answered((8,), 12, True)((18,)) == Clash(Hits(1, 0), Hits(0, 0), 1)


@pytest.mark.clause("ELD-DEF-WND")
@pytest.mark.parametrize(
    ("need", "faces", "wounds"), [(10, (10, 11, 1), 2), (0, (1, 1), 0), (-3, (1,), 0), (20, (20,), 1), (13, (14,), 0)]
)
def test_damage_dice_wound_at_power_minus_armour_or_less(need, faces, wounds):
    assert wounding(need)(faces) == wounds


@pytest.mark.clause("ELD-DEF-WND")
def test_exact_chances_of_two_damage_dice():
    """Power 13 against Armor 3: each die wounds with 1 to 10, one half."""
    assert chance(2, wounding(10), 2) == Fraction(1, 4)
    assert chance(2, wounding(10), 1) == Fraction(1, 2)
    assert chance(2, wounding(10), 0) == Fraction(1, 4)
