"""Dice without luck: exact chances, counted by hand or by walking every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import D6, TWO_D6, Chance, Dice, Die, chances, total, unlike


def highest(faces: tuple[int, ...]) -> int:
    return max(faces)


def first_of_two(faces: tuple[int, ...]) -> str:
    return f"{faces[0]}{faces[1]}"


def test_two_dice_add_up_to_the_pyramid():
    found = {chance.reading: chance.chance for chance in chances(TWO_D6, total)}

    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert found == {sum_: Fraction(n, 36) for sum_, n in ways.items()}


def test_one_die_has_six_faces():
    assert chances(D6, total) == tuple(Chance(face, Fraction(1, 6), (face,)) for face in range(1, 7))


def test_ordered_dice_are_read_one_by_one():
    found = chances(Dice(2, 6, ordered=True), first_of_two)

    assert len(found) == 36
    assert {chance.chance for chance in found} == {Fraction(1, 36)}
    assert {chance.reading for chance in found} == {f"{a}{b}" for a in range(1, 7) for b in range(1, 7)}


def test_no_dice_are_one_throw():
    assert chances(Dice(0, 6), total) == (Chance(0, Fraction(1), ()),)


@given(st.integers(1, 5), st.integers(2, 6), st.sampled_from((total, highest)))
@settings(max_examples=40, deadline=None)
def test_chances_are_what_walking_every_throw_gives(count, sides, read):
    throws = [read(faces) for faces in product(range(1, sides + 1), repeat=count)]
    walked = {reading: Fraction(throws.count(reading), len(throws)) for reading in set(throws)}

    found = chances(Dice(count, sides), read)

    assert {chance.reading: chance.chance for chance in found} == walked
    assert sum(chance.chance for chance in found) == 1
    assert all(read(chance.faces) == chance.reading for chance in found)


def test_chances_are_worked_out_once():
    assert chances(TWO_D6, total) is chances(Dice(2, 6), total)


@pytest.mark.parametrize(
    ("faces", "fault"),
    [
        ((3, 4), ""),
        ((3,), "2D6 needs 2 dice, but 1 were given."),
        ((3, 7), "7 is not a face of a D6; type a number from 1 to 6."),
        ((0, 3), "0 is not a face of a D6; type a number from 1 to 6."),
    ],
)
def test_a_throw_that_cannot_lie_there_is_said_why(faces, fault):
    assert TWO_D6.fault(faces) == fault


def test_dice_are_written_as_players_do():
    assert (str(D6), str(TWO_D6), str(Dice(3, 10))) == ("D6", "2D6", "3D10")


COIN_ODD = Die("odd", ("skull", "star", "star", "moon"))
COIN_PLAIN = Die("plain", ("skull", "moon", "moon", "moon"))


def stars(faces: tuple[int, ...]) -> tuple[str, ...]:
    """The words of two odd dice and a plain one, like dice in no order."""
    thrown = unlike(COIN_ODD, COIN_ODD, COIN_PLAIN)
    words = [thrown.word(place, face) for place, face in enumerate(faces)]
    return (*sorted(words[:2]), words[2])


def test_unlike_dice_show_words_and_are_called_by_kind():
    thrown = unlike(COIN_ODD, COIN_ODD, COIN_PLAIN)

    assert str(thrown) == "2 odd, plain"
    assert (thrown.count, thrown.sides, thrown.word(0, 3), thrown.word(2, 2)) == (3, 4, "star", "moon")
    assert thrown.choices(0) == ((1, "skull"), (2, "star"), (4, "moon"))
    assert thrown.choices(2) == ((1, "skull"), (2, "moon"))
    assert D6.choices(0) == tuple((face, str(face)) for face in range(1, 7))


def test_sides_of_one_word_count_together_and_like_dice_in_no_order():
    found = {chance.reading: chance.chance for chance in chances(unlike(COIN_ODD, COIN_ODD, COIN_PLAIN), stars)}

    walked: dict[tuple[str, ...], Fraction] = {}
    for faces in product(range(1, 5), repeat=3):
        walked[stars(faces)] = walked.get(stars(faces), Fraction(0)) + Fraction(1, 64)
    assert found == walked
    assert found[("moon", "star", "moon")] == Fraction(2 * 1 * 2 * 3, 64)


def test_the_faces_of_a_chance_are_a_throw_of_the_dice():
    thrown = unlike(COIN_PLAIN, COIN_ODD)

    assert all(thrown.fault(chance.faces) == "" for chance in chances(thrown, total))


def test_unlike_dice_without_a_common_number_of_sides_are_refused():
    with pytest.raises(ValueError, match="the same number"):
        unlike(COIN_ODD, Die("short", ("yes", "no")))
    assert chances(unlike(), total) == (Chance(0, Fraction(1), ()),)
