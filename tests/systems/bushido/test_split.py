"""Chapter: Melee Exchange — dividing a pool into attack and defence dice."""

from __future__ import annotations

import pytest

from engine.systems.bushido.split import limit, splits
from engine.systems.bushido.weapons import Ability, armoury, specials

SWEEP_ATTACK = Ability(specials()["sweep"], "attack", 1)
PUSH_DEFENCE = Ability(specials()["push"], "defence", 2)


def divided(pool, kind, *abilities):
    return [split.id for split in splits(pool, kind, abilities)]


@pytest.mark.clause("BUS-DEF-29")
def test_a_pool_may_be_divided_in_any_way_the_most_even_first():
    assert divided(3, "free") == ["2/1", "1/2", "3/0", "0/3"]
    assert divided(4, "free") == ["2/2", "3/1", "1/3", "4/0", "0/4"]
    assert divided(1, "free") == ["1/0", "0/1"]


@pytest.mark.clause("BUS-DEF-TRAIT-DEFENSIVE")
def test_defensive_keeps_as_many_dice_in_defence():
    assert divided(3, "defensive") == ["1/2", "0/3"]
    assert divided(4, "defensive") == ["2/2", "1/3", "0/4"]


@pytest.mark.clause("BUS-DEF-TRAIT-AGGRESSIVE")
def test_aggressive_keeps_as_many_dice_in_attack():
    assert divided(3, "aggressive") == ["2/1", "3/0"]


@pytest.mark.clause("BUS-DEF-TRAIT-AGGRESSIVE", "BUS-DEF-TRAIT-DEFENSIVE")
def test_defensive_and_aggressive_cancel_each_other():
    assert limit(True, True) == "free"
    assert limit(True, False) == "defensive"
    assert limit(False, True) == "aggressive"
    assert limit(False, False) == "free"


@pytest.mark.clause("BUS-DEF-TRAIT-STEADFAST")
def test_the_steadfast_divide_freely_while_frightened():
    assert limit(True, False, steadfast_and_frightened=True) == "free"


@pytest.mark.clause("BUS-DEF-ACTION-DISENGAGE")
def test_whoever_disengages_defends_as_much_as_he_attacks_or_cannot():
    assert limit(False, False, disengaging=True) == "defensive"
    assert limit(True, True, disengaging=True) == "defensive"
    assert limit(False, True, disengaging=True) == "none"
    assert divided(4, "none") == []


@pytest.mark.clause("BUS-DEF-33")
def test_an_ability_is_paid_out_of_the_pool_and_never_with_the_last_die():
    assert divided(3, "free", SWEEP_ATTACK) == ["2/1", "1/2", "3/0", "0/3", "1/1 sweep_attack", "2/0 sweep_attack"]
    assert divided(1, "free", SWEEP_ATTACK) == ["1/0", "0/1"]
    assert divided(2, "free", PUSH_DEFENCE) == ["1/1", "2/0", "0/2"]


@pytest.mark.clause("BUS-DEF-33")
def test_an_ability_without_a_die_of_its_kind_is_not_offered():
    assert "0/2 sweep_attack" not in divided(3, "free", SWEEP_ATTACK)
    assert divided(3, "free", PUSH_DEFENCE)[4:] == ["0/1 push_defence"]


def test_a_split_says_what_it_is():
    (split,) = splits(3, "free", (PUSH_DEFENCE,))[4:]

    assert split.label == "0 attack, 1 defence, 2 Push Defence"
    assert splits(2, "free", (SWEEP_ATTACK,))[3].label == "1 attack, 0 defence, 1 Sweep"


def test_every_split_fits_its_button_and_no_two_read_alike():
    """36 characters are what a button of the narrow column shows."""
    for weapon in armoury().values():
        labels = [split.label for split in splits(9, "free", weapon.abilities)]

        assert max(map(len, labels)) <= 36
        assert len(set(labels)) == len(labels)
