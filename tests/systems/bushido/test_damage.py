"""Chapter: Wound Table — a success level and 2D6 make wounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.dice import TWO_D6, Dice, chances
from engine.systems.bushido.damage import damage_dice, damage_reading, wounds_by

LEVEL_5 = {2: 2, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 5, 9: 6, 10: 6, 11: 7, 12: 8}
"""The row of success level 5, as printed."""


@pytest.mark.clause("BUS-DEF-30")
@pytest.mark.parametrize(("rolled", "wounds"), LEVEL_5.items())
def test_a_row_of_the_table(rolled, wounds):
    assert wounds_by(5, rolled) == wounds


@pytest.mark.clause("BUS-DEF-30")
def test_there_are_never_fewer_than_no_wounds():
    assert [wounds_by(0, rolled) for rolled in range(2, 13)] == [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3]
    assert [wounds_by(2, rolled) for rolled in (2, 3, 4)] == [0, 0, 1]


@pytest.mark.clause("BUS-DEF-30")
def test_a_modified_roll_is_kept_between_2_and_12():
    assert wounds_by(5, 14) == wounds_by(5, 12) == 8
    assert wounds_by(5, 1) == wounds_by(5, -3) == 2


def test_success_levels_above_ten_go_on_alike():
    assert wounds_by(13, 7) == 13
    assert wounds_by(13, 12) == 16


@pytest.mark.parametrize(
    ("faces", "plus", "wounds"), [((4, 4), 0, 2), ((4, 4), 1, 3), ((1, 1), 0, 0), ((6, 6), 2, 5), ((1, 2), -2, 0)]
)
def test_a_damage_roll_is_read_with_its_modifiers(faces, plus, wounds):
    assert damage_reading(2, plus)(faces) == wounds


@pytest.mark.clause("BUS-DEF-TRAIT-STRONG")
def test_strong_keeps_the_two_highest_of_three():
    assert damage_dice("highest") == Dice(3, 6)
    assert damage_reading(3, 0, "highest")((1, 5, 6)) == 5
    assert damage_reading(3, 0, "lowest")((1, 1, 6)) == 0


def test_an_ordinary_roll_is_two_dice():
    assert damage_dice("both") == TWO_D6


@pytest.mark.clause("BUS-DEF-33")
def test_halved_wounds_are_rounded_down():
    assert damage_reading(5, 0, "both", True)((4, 4)) == 2
    assert damage_reading(1, 0, "both", True)((3, 3)) == 0


def test_the_chance_of_three_wounds_at_level_two():
    spread = {chance.reading: chance.chance for chance in chances(TWO_D6, damage_reading(2, 0))}

    assert spread[3] == Fraction(4 + 3, 36)
    assert spread[0] == Fraction(1 + 2, 36)
    assert sum(spread.values()) == 1
