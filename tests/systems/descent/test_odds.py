"""The odds of attacks and of turns that start: exact for the assumed faces, and done in a moment."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.commands import Act
from engine.game import Game
from engine.systems.descent.faces import Face, faces
from tests.systems.descent.positions import act, chance, position, reckoned

OTHER = "model N beast blue 9.5,9.5"
OGRE = f"model M ogre blue 5,4\n{OTHER}"
Table = dict[str, Fraction]


def table(game: Game, command: Act) -> Table:
    found = dict(reckoned(game, command).table())
    assert sum(found.values()) == 1
    return found


def walked(*colours: str) -> list[tuple[Face, ...]]:
    """Every throw of these dice, one by one."""
    return list(product(*(faces(colour) for colour in colours)))


def shares(wounds: list[int], life: int = 6) -> Table:
    """Equally likely ends in the book's words."""
    found: Table = {}
    for lost in wounds:
        words = "no wound" if not lost else "killed" if lost >= life else f"{lost} wound{'s' if lost > 1 else ''}"
        found[words] = found.get(words, Fraction(0)) + Fraction(1, len(wounds))
    return found


def in_melee(throw: tuple[Face, ...], armor: int, *, surges: bool) -> int:
    """Wounds of one throw in melee, each surge being a damage where the weapon sells it."""
    if any(face.miss for face in throw):
        return 0
    damage = sum(face.damage + face.enhance + (face.surge if surges else 0) for face in throw)
    return max(0, damage - armor)


@pytest.mark.clause("DES-DEF-ODDS", "DES-DEF-ATTACK", "DES-DEF-PRES")
def test_fists_are_as_good_as_walking_every_throw_says():
    models = f"model H hero red 3.5,3.5 turn:1 attacks:1 fatigue_spent:4\n{OGRE}"

    throws = walked("red", "black", "black")
    expected = shares([in_melee(throw, 1, surges=False) for throw in throws])
    assert table(position(models), act("H", "attack:fists", "M")) == expected


@pytest.mark.clause("DES-DEF-ODDS", "DES-DEF-SURGE")
def test_a_sword_spends_its_surges_as_well_as_can_be():
    models = f"model H swordman red 3.5,3.5 turn:1 attacks:1\n{OGRE}"

    throws = walked("red", "green", "black", "black")
    expected = shares([in_melee(throw, 1, surges=True) for throw in throws])
    assert table(position(models), act("H", "attack:hearth_sword", "M")) == expected


def at_range(throw: tuple[Face, ...], spaces: int, armor: int) -> int:
    """Wounds of one shot with a bow that sells range and damage for a surge each."""
    if any(face.miss for face in throw):
        return 0
    rest = sum(face.enhance + face.surge for face in throw) - max(0, spaces - sum(face.range for face in throw))
    return max(0, sum(face.damage for face in throw) + rest - armor) if rest >= 0 else 0


@pytest.mark.clause("DES-DEF-ODDS", "DES-DEF-RNG", "DES-DEF-SURGE")
@pytest.mark.parametrize("spaces", [3, 5, 7])
def test_a_bow_needs_range_first(spaces: int):
    models = f"model H archer red 3.5,3.5 turn:1 attacks:1\nmodel M beast blue {3 + spaces}.5,3.5\n{OTHER}"

    throws = walked("blue", "yellow", "black", "black")
    expected = shares([at_range(throw, spaces, 1) for throw in throws])
    assert table(position(models), act("H", "attack:reed_bow", "M")) == expected


@pytest.mark.clause("DES-DEF-ODDS", "DES-DAZE-5", "DES-DAZE-7")
def test_daze_is_in_the_odds():
    models = f"model H swordman red 3.5,3.5 turn:1 attacks:1 daze=3\n{OGRE}"

    throws = walked("red")
    expected = shares([in_melee(throw, 1, surges=True) for throw in throws])
    assert table(position(models), act("H", "attack:hearth_sword", "M")) == expected


@pytest.mark.clause("DES-DEF-ODDS", "DES-DAZE-6")
def test_a_dazed_hand_gives_up_what_it_will_miss_least():
    sword = position(f"model H swordman red 3.5,3.5 turn:1 attacks:1 fatigue_spent:4 daze\n{OGRE}")
    bow = position(
        f"model H archer red 3.5,3.5 turn:1 attacks:1 fatigue_spent:4 daze\nmodel M beast blue 8.5,3.5\n{OTHER}"
    )

    melee = shares([in_melee(throw, 1, surges=True) for throw in walked("red", "green", "black")])
    shots = shares([at_range(throw, 5, 1) for throw in walked("blue", "yellow", "black")])
    assert table(sword, act("H", "attack:hearth_sword", "M")) == melee
    assert table(bow, act("H", "attack:reed_bow", "M")) == shots


@pytest.mark.clause("DES-DEF-ODDS", "DES-DEF-AIM")
def test_an_aimed_miss_is_thrown_once_more():
    models = f"model H plain red 3.5,3.5 turn:1 attacks:1 aim\n{OGRE}"

    assert chance(position(models), act("H", "attack:hearth_sword", "M"), "no wound") == Fraction(1, 36)


@pytest.mark.clause("DES-DEF-ODDS", "DES-FROST-6")
def test_frost_on_the_weapon_is_in_the_odds():
    models = f"model H plain red 3.5,3.5 turn:1 attacks:1 frost frost\n{OGRE}"
    blank = Fraction(sum(face.blank for face in faces("black")), 6)

    found = table(position(models), act("H", "attack:hearth_sword", "M"))
    assert sum(share for label, share in found.items() if "hearth sword shattered" in label) == 1 - (1 - blank) ** 2


@pytest.mark.clause("DES-DEF-ODDS", "DES-BLEED-3", "DES-BURN-4")
def test_the_odds_of_a_start_of_turn_are_exact():
    game = position("model H hero red 3.5,3.5 bleed burn burn wounds_lost:10\nmodel M beast blue 12.5,8.5")

    dead = Fraction(0)
    for white, *black in product(faces("white"), faces("black"), faces("black")):
        lost = (0 if white.miss else white.damage) + 2 - sum(face.surge for face in black)
        dead += Fraction(lost >= 2, 6**3)
    assert chance(game, act("H", "begin_turn"), "killed") == dead


@pytest.mark.clause("DES-DEF-ODDS")
def test_no_face_is_asked_of_a_die_that_cannot_matter():
    game = position("model H hero red 3.5,3.5 web=2\nmodel M beast blue 12.5,8.5")
    free = Fraction(sum(face.surge for face in faces("black")), 6) ** 2

    found = table(game, act("H", "begin_turn"))
    assert found["no longer webbed"] == free
    assert set(found) == {"no longer webbed", "webbed 1", "nothing"}
