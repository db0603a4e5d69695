"""Chapter: Dice.  What each colour may show, what a throw is asked for, and that other faces may be put in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.dice import chances
from engine.systems.descent import faces as chapter
from engine.systems.descent.faces import (
    BASES,
    LOSEABLE,
    Face,
    Matters,
    attack_dice,
    die_for,
    power_dice,
    scored,
    surges,
)
from engine.systems.descent.tables import raw
from tests.systems.descent.positions import act, asking, chance, position

COLOURS = ("red", "blue", "white", "green", "yellow", "black")
MELEE, RANGED = Matters(range=False, surges=True), Matters(range=True, surges=True)


@pytest.mark.clause("DES-DEF-DICE", "DES-DEF-BASE")
def test_twelve_dice_of_six_colours_of_which_three_can_miss_and_never_be_lost():
    assert dict(raw()["dice"]["count"]) == {"red": 1, "blue": 1, "white": 1, "green": 2, "yellow": 2, "black": 5}
    assert all(len(chapter.faces(colour)) == 6 for colour in COLOURS)
    assert [colour for colour in COLOURS if any(face.miss for face in chapter.faces(colour))] == list(BASES)
    assert set(BASES) | set(LOSEABLE) == set(COLOURS)
    assert not set(BASES) & set(LOSEABLE)


@pytest.mark.clause("DES-DEF-PRES")
def test_a_power_die_shows_a_surge_a_blank_or_an_enhancement_and_never_two_of_them():
    kinds = [(bool(face.surge), face.blank, bool(face.enhance)) for face in chapter.faces("black")]

    assert {sum(kind) for kind in kinds} == {1}
    assert all(any(kind[at] for kind in kinds) for at in range(3))


@pytest.mark.clause("DES-DEF-ODDS", "DES-DEF-DICE")
def test_the_faces_are_marked_as_assumed():
    assert raw()["dice"]["assumed"] is True


@pytest.mark.clause("DES-DEF-PRES", "DES-DEF-RNG")
def test_sides_that_come_to_the_same_bear_the_same_word():
    assert set(die_for("black", "surge").words) == {"surge", "no surge"}
    assert set(die_for("black", "blank").words) == {"blank", "not blank"}
    assert str(power_dice(3, "surge")) == "3 power"
    in_melee = {word for kind in attack_dice(("red", "black"), MELEE).kinds for word in kind.words}
    at_range = {word for kind in attack_dice(("blue", "black"), RANGED).kinds for word in kind.words}
    assert not any("range" in word for word in in_melee)
    assert "1 range or damage" in at_range
    unsold = attack_dice(("black",), Matters(range=False, surges=False)).kinds[0].words
    assert set(unsold) == {"blank", "nothing that counts", "1 damage"}


NEW = {
    "black": (Face(), Face(surge=1), Face(surge=1), Face(surge=1), Face(surge=1), Face(enhance=1)),
    "red": (Face(miss=1), Face(miss=1), Face(miss=1), Face(damage=7), Face(damage=7), Face(damage=7)),
}
CACHED = (
    chapter.die_for,
    chapter.attack_die,
    chapter.power_dice,
    chapter.harm,
    chapter.attack_dice,
    chapter.scored,
    chapter.one_by_one,
)


@pytest.fixture
def other_dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dice with other sides, as a player may put into the charts."""
    for cached in (*CACHED, chances):
        cached.cache_clear()
    monkeypatch.setattr(chapter, "faces", lambda colour: NEW[colour])
    yield
    for cached in (*CACHED, chances):
        cached.cache_clear()


@pytest.mark.clause("DES-DEF-ODDS")
@pytest.mark.usefixtures("other_dice")
def test_other_faces_may_be_put_in_and_every_throw_and_chance_follows():
    burning = position("model H bare red 3.5,3.5 burn\nmodel M beast blue 12.5,8.5")
    fists = position(
        "model H bare red 3.5,3.5 turn:1 attacks:1\nmodel M beast blue 4.5,3.5\nmodel N beast blue 9.5,9.5"
    )

    assert chance(burning, act("H", "begin_turn"), "no longer on fire") == Fraction(4, 6)
    assert chance(fists, act("H", "attack:fists", "M"), "killed") == Fraction(1, 2)
    asked = asking(fists, act("H", "attack:fists", "M")).question
    assert asked.dice.choices(0) == ((1, "miss"), (4, "7 damage"))


@pytest.mark.clause("DES-DEF-PRES")
def test_a_reading_adds_up_and_a_miss_is_nothing_else():
    red = chapter.faces("red")
    miss = next(number for number, face in enumerate(red, start=1) if face.miss)
    black = next(number for number, face in enumerate(chapter.faces("black"), start=1) if face.enhance)

    read = scored(("red", "black"), RANGED)
    assert read((miss, black)) == (True, 0, 0, 0, 0)
    assert surges((black, black)) == 0
    for number, face in enumerate(red, start=1):
        if not face.miss:
            assert read((number, black)) == (False, face.range, face.damage, face.surge, 1)
