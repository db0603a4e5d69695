"""Chapter: Tests.  How a handful of dice is read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ask import Roll
from engine.dice import Dice, chances
from engine.game import ModelId, SideId
from engine.systems.bushido.rolls import (
    FAILED,
    PASSED,
    Score,
    against,
    beats,
    challenge,
    grown,
    level,
    margin,
    pool,
    score,
    single,
)


@pytest.mark.clause("BUS-DEF-22")
@pytest.mark.parametrize(
    ("faces", "result", "counted"),
    [
        ((5, 5), 6, 2),
        ((4, 1), 4, 1),
        ((6, 1), 6, 1),
        ((3, 3), 4, 2),
        ((4, 4, 4, 3), 6, 4),
        ((5, 5, 3, 2), 7, 4),
        ((6, 6, 6, 6, 6), 8, 5),
        ((1, 1, 1), 0, 0),
        ((2,), 2, 1),
    ],
)
def test_ones_go_the_highest_counts_and_two_may_support(faces: tuple[int, ...], result: int, counted: int):
    assert score(faces) == Score(result, counted)


@pytest.mark.clause("BUS-DEF-22")
def test_a_pool_of_nothing_still_rolls_one_die():
    assert (pool(0), pool(-2), pool(3)) == (Dice(1, 6), Dice(1, 6), Dice(3, 6))


@pytest.mark.clause("BUS-DEF-22")
def test_a_challenge_is_passed_at_its_number():
    assert against(6)((5, 5)) == PASSED
    assert against(6)((4, 4)) == FAILED
    assert against(6, 1)((4, 4)) == PASSED
    assert level(5)((5, 5, 3, 2)) == 2
    assert level(5)((4, 1)) == -1
    assert level(5, 1)((5, 5)) == 2


@pytest.mark.clause("BUS-DEF-22")
def test_a_bonus_is_named_with_what_is_rolled():
    def asked(bonus: int) -> tuple[str, str]:
        question = next(challenge(2, 4, "nerve", side=SideId("red"), model=ModelId("A"), bonus=bonus))
        assert isinstance(question, Roll)
        return question.what, question.need

    assert asked(0) == ("nerve", "4 or more")
    assert asked(2) == ("nerve, +2", "4 or more")


@pytest.mark.clause("BUS-DEF-24")
def test_the_exact_chance_of_a_size_test_of_two_dice():
    spread = {reading: chance for reading, chance, _ in chances(Dice(2, 6), against(6))}

    assert spread[PASSED] == Fraction(1, 2)


@pytest.mark.clause("BUS-DEF-23")
def test_both_pools_grow_until_the_smaller_has_a_die():
    assert grown(0, 3) == (1, 4)
    assert grown(3, -1) == (5, 1)
    assert grown(2, 5) == (2, 5)


@pytest.mark.clause("BUS-DEF-23")
def test_a_tie_goes_to_more_dice_that_are_not_ones_then_to_the_active_player():
    two, one = score((5, 2)), score((6,))

    assert beats(score((6, 2)), two, attacker_active=False)
    assert beats(two, one, attacker_active=False)
    assert not beats(one, two, attacker_active=True)
    assert beats(one, one, attacker_active=True)
    assert not beats(one, one, attacker_active=False)
    assert beats(one, two, attacker_active=False, spare=(2, 0))
    assert margin(score((6, 2)), one) == 1


@pytest.mark.clause("BUS-DEF-OWN-TACTICAL")
def test_a_natural_one_of_a_tactical_test_is_nothing():
    assert (single()((1,)), single()((2,)), single(1)((6,))) == (0, 2, 7)
