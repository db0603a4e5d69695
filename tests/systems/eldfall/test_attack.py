"""Chapter: Attack — attribute, dice, Power against Armor, and whom one may aim at."""

from __future__ import annotations

import pytest

from engine.systems.eldfall.attack import attribute, damage, power, strike, to_hit
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.weapons import Weapon, armoury, weapon_traits
from tests.systems.eldfall.fights import begun, pair
from tests.systems.eldfall.positions import SYSTEM, T, act, legal, plan, position, refused, said

BLADE, BOW = armoury()["blade"], armoury()["bow"]


def hit(game, attacker="A", target="B", weapon=BLADE):
    one, other = game.model(attacker), game.model(target)
    return to_hit(game, one, other, weapon, apart(game, one, other).distance)


def harm(game, attacker="A", target="B", weapon=BLADE, **how):
    return damage(game, game.model(attacker), game.model(target), weapon, **how)


def dice(game, model="A", weapon=BLADE):
    return int(strike(game, game.model(model), weapon).value)


# ---------------------------------------------------------------- attributes


@pytest.mark.clause("ELD-DEF-ATK", "ELD-DEF-ROLE")
def test_melee_is_offense_for_the_active_and_defense_for_the_reacting_side():
    game = pair()

    assert (attribute(game, game.model("A"), BLADE).id, hit(game).value) == ("OFF", 13)
    assert (attribute(game, game.model("B"), BLADE).id, hit(game, "B", "A").value) == ("DEF", 11)


@pytest.mark.clause("ELD-DEF-ATK")
def test_a_shot_is_accuracy_and_a_spell_intellect_in_either_role():
    game, spell = pair(apart=5), armoury()["blinding_glare"]

    for attacker, target in (("A", "B"), ("B", "A")):
        assert hit(game, attacker, target, BOW).value == 12
        assert hit(game, attacker, target, spell).value == 9


@pytest.mark.clause("ELD-CON-5", "ELD-DEF-ATK")
def test_h_8_confused_halves_what_attacks_are_rolled_on():
    game = pair(on_a="confused", on_b="confused", apart=5)

    assert hit(game).value == 7
    assert hit(game, "B", "A").value == 6
    assert hit(game, weapon=BOW).value == 6
    assert hit(game, weapon=armoury()["blinding_glare"]).value == 5


@pytest.mark.clause("ELD-DEF-RCH")
@pytest.mark.parametrize(("apart", "need"), [(0.5, 12), (20.0, 12), (20.1, 6), (40.0, 6)])
def test_the_bow_loses_six_beyond_twenty_inches(apart, need):
    assert hit(long_table(apart), weapon=BOW).value == need


def long_table(apart):
    return position(
        f"model A ref red 2,10 facing=90 ap:2\nmodel B ref blue {2 + T + apart},10 facing=270",
        'table 60x36 ground=moss "Long"',
    )


@pytest.mark.clause("ELD-DEF-RCH")
def test_beyond_the_last_band_nobody_is_reached():
    game = begun(long_table(40.1))

    assert refused(game, act("A", "attack:bow", "B")) == ("ELD-DEF-RCH",)
    assert "40.10″ away; Bow reaches 40″" in said(game, act("A", "attack:bow", "B"))


@pytest.mark.clause("ELD-DEF-MOD", "ELD-CON-5")
def test_flat_modifiers_come_before_halvings():
    """(12 − 6) halved is 3; 12 halved less 6 would be 0."""
    game = long_table(25)
    game = game.with_model(position("model A ref red 2,10 facing=90 confused ap:2").model("A"))

    tally = hit(game, weapon=BOW)

    assert tally.value == 3
    assert tally.text() == "Bow: Accuracy 12 − 6 at 25.0″ halved Confused = 3"


# ---------------------------------------------------------------- cover


@pytest.mark.clause("ELD-DEF-COV", "ELD-CRO-10")
def test_a_shot_at_a_crouched_target_loses_two_and_a_blow_nothing():
    game = pair(apart=5, on_b="crouched")

    assert hit(game, weapon=BOW).value == 10
    assert hit(game, weapon=BLADE).value == 13


@pytest.mark.clause("ELD-DEF-COV")
@pytest.mark.parametrize(("top", "need"), [(1.0, 10), (2.5, 8)])
def test_low_scenery_costs_a_shot_two_and_tall_and_wide_scenery_four(top, need):
    """The wall stands beside the line so that part of B is seen; 3 in long, 0.5 in from B."""
    wall = f'terrain w "Wall" wall 14.3,9.9 14.8,9.9 14.8,13 14.3,13 bottom=0 top={top} sight=solid footing=solid'
    game = pair(5, "ref", "ref", "", "", "", wall)

    assert hit(game, weapon=BOW).value == need


@pytest.mark.clause("ELD-FLY-7")
def test_flying_has_no_cover():
    wall = 'terrain w "Wall" wall 14.3,9.9 14.8,9.9 14.8,13 14.3,13 bottom=0 top=2.5 sight=solid footing=solid'
    game = pair(5, "ref", "ref", "", "flying", "", wall)

    assert hit(game, weapon=BOW).value == 12


# ---------------------------------------------------------------- shield


SHIELDED = (
    'profile guard "Guard" base=32 height=1.7717 STA=2 SPD=5 OFF=13 DEF=11 ACC=12 INT=9 AG=11 T=13 ARM=3 HP=2 M=12 '
    "traits=shield equipment=blade"
)


@pytest.mark.clause("ELD-DEF-SHIELD")
@pytest.mark.parametrize(("facing", "need", "armour"), [(270, 10, 6), (90, 13, 3)])
def test_a_shield_covers_the_front_only(facing, need, armour):
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B guard blue {10 + T + 0.5},10 facing={facing}", SHIELDED
    )

    assert hit(game).value == need
    assert harm(game, weapon=BOW).value == 13 - armour
    assert harm(game).value == 10


@pytest.mark.clause("ELD-INC-9", "ELD-DEF-SHIELD")
def test_the_incapacitated_profit_from_no_shield():
    game = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B guard blue {10 + T + 0.5},10 facing=270 incapacitated", SHIELDED
    )

    assert hit(game).value == 13


# ---------------------------------------------------------------- strike


@pytest.mark.clause("ELD-DEF-STK")
def test_strike_is_that_of_the_weapon_in_the_active_role_and_one_in_the_reactive():
    game = pair()

    assert (dice(game, "A"), dice(game, "B")) == (2, 1)
    assert (dice(game, "A", BOW), dice(game, "B", BOW)) == (2, 1)


@pytest.mark.clause("ELD-DEF-FERVOUR")
def test_fervour_and_wary_add_a_die_each_in_its_own_role():
    game = pair(a="eager", b="eager")

    assert (dice(game, "A"), dice(game, "B")) == (3, 2)


@pytest.mark.clause("ELD-CRO-8", "ELD-CRO-4", "ELD-DEF-STK")
def test_h_17_crouched_has_one_die_whatever_would_raise_it():
    game = pair(a="eager", b="eager", on_a="crouched", on_b="crouched")

    for weapon in (BLADE, BOW):
        assert (dice(game, "A", weapon), dice(game, "B", weapon)) == (1, 1)
    assert refused(begun(pair(a="eager", on_a="crouched", more=beside())), act("A", "attack:blade", "B", "C")) == (
        "ELD-DEF-STK", "ELD-DEF-FERVOUR", "ELD-CRO-8",
    )  # fmt: skip


@pytest.mark.clause("ELD-FLY-3")
def test_flying_has_one_die_hand_to_hand_and_all_of_them_for_a_shot():
    game = pair(a="eager", on_a="flying")

    assert (dice(game, "A", BLADE), dice(game, "A", BOW)) == (1, 3)


@pytest.mark.clause("ELD-DEF-STK")
def test_strike_is_never_less_than_one():
    game = pair()

    assert dice(game, "A", Weapon(id="w", name="Wet straw", strike=0, power=1)) == 1


def beside():
    return f"model C ref blue 10,{10 + T + 0.5} facing=0"


@pytest.mark.clause("ELD-DEF-STK")
def test_two_dice_are_parted_among_two_targets_but_not_among_three():
    game = begun(pair(more=f"{beside()}\nmodel D ref blue 10,{10 - T - 0.5} facing=180"))

    assert legal(game, act("A", "attack:blade", "B", "C"))
    assert refused(game, act("A", "attack:blade", "B", "C", "D")) == ("ELD-DEF-STK",)
    assert "2 Strike with Blade, not 3" in said(game, act("A", "attack:blade", "B", "C", "D"))


@pytest.mark.clause("ELD-DEF-STK")
def test_offers_name_each_target_and_each_pair_of_legal_ones():
    game = begun(pair(more=f"{beside()}\nmodel D ref blue 30,30 facing=180"))
    blades = [o for o in SYSTEM.offers(game, game.model("A")) if o.command.action == "attack:blade"]

    assert [o.command.targets for o in blades] == [("B",), ("C",), ("D",), ("B", "C")]
    assert [o.title for o in blades] == ["Blade: B", "Blade: C", "Blade: D", "Blade: B and C"]
    assert [o.legal for o in blades] == [True, True, False, True]


# ---------------------------------------------------------------- power and armour


@pytest.mark.clause("ELD-CRO-7", "ELD-DEF-WND", "ELD-DEF-CRIT")
def test_h_16_crouched_halves_armour_and_a_critical_hit_ignores_it():
    game = pair(on_b="crouched")

    assert harm(game).value == 11
    assert harm(game, critical=True).value == 13
    assert harm(pair()).value == 10


@pytest.mark.clause("ELD-DEF-WND")
def test_the_sum_of_damage_says_where_the_armour_comes_from():
    assert harm(pair()).text() == "Damage 13 Power − 3 Armor = 10"
    assert harm(pair(on_b="crouched")).text() == "Damage 13 Power − 2 Armor (Armor 3 halved Crouched = 2) = 11"


@pytest.mark.clause("ELD-DEF-ACT-UNARMED", "ELD-WEA-2")
def test_the_bare_hand_hits_with_toughness_less_three():
    game, fist = pair(), armoury()["unarmed"]

    assert power(game, game.model("A"), fist) == 10
    assert harm(game, weapon=fist).text() == "Damage 10 Power (T − 3) − 3 Armor = 7"
    weak = pair(on_a="weakened")
    assert power(weak, weak.model("A"), fist) == 4


@pytest.mark.clause("ELD-DEF-INFLICT", "ELD-DEF-MOD")
@pytest.mark.parametrize(("on_b", "need"), [("", 13), ("crouched", 14)])
def test_armour_piercing_halves_armour_once_more(on_b, need):
    """Armor 3 halved is 2; Crouched, 3 to 2 to 1."""
    assert harm(pair(on_b=on_b), weapon=armoury()["heavy_crossbow"]).value == need


@pytest.mark.clause("ELD-DEF-INFLICT")
def test_a_weapon_may_ignore_armour():
    pick = Weapon(id="pick", name="Pick", power=12, traits=(weapon_traits()["ignore_armor"],))

    assert harm(pair(), weapon=pick).value == 12


# ---------------------------------------------------------------- whom


@pytest.mark.clause("ELD-DEF-RCH", "ELD-DEF-BC")
def test_reach_is_measured_from_hitbox_to_hitbox_and_zero_needs_contact():
    assert legal(begun(pair(apart=1.0)), act("A", "attack:blade", "B"))
    assert refused(begun(pair(apart=1.05)), act("A", "attack:blade", "B")) == ("ELD-DEF-RCH",)
    assert legal(begun(pair(apart=0.0)), act("A", "attack:unarmed", "B"))
    assert refused(begun(pair(apart=0.05)), act("A", "attack:unarmed", "B")) == ("ELD-DEF-RCH", "ELD-DEF-BC")


@pytest.mark.clause("ELD-DEF-LOS")
def test_nobody_attacks_what_is_behind_him():
    game = begun(pair(apart=5))
    back = position(f"model A ref red 10,10 facing=270 ap:2\nmodel B ref blue {10 + T + 5},10 facing=270")

    assert legal(game, act("A", "attack:bow", "B"))
    assert refused(begun(back), act("A", "attack:bow", "B")) == ("ELD-DEF-LOS",)


@pytest.mark.clause("ELD-ENG-9", "ELD-DEF-LOS")
def test_an_engaged_model_attacks_backwards_at_who_engages_it():
    game = position(f"model A ref red 10,10 facing=270 ap:2 engaged@B\nmodel B ref blue {10 + T + 0.5},10 facing=270")

    assert legal(begun(game), act("A", "attack:blade", "B"))


@pytest.mark.clause("ELD-DEF-ATK")
def test_neither_friends_nor_oneself_nor_what_one_does_not_carry():
    game = begun(pair(more=f"model C ref red 10,{10 + T + 0.5} facing=0"))

    assert refused(game, act("A", "attack:blade", "C")) == ("ELD-DEF-ATK",)
    assert refused(game, act("A", "attack:blade", "A")) == ("ELD-DEF-ATK",)
    assert refused(game, act("A", "attack:blade")) == ("ELD-DEF-ATK",)
    assert "does not carry a long spear" in said(game, act("A", "attack:long_spear", "B"))
    assert plan(game, act("A", "attack:long_spear", "B")).steps == ()
    assert plan(game, act("A", "assist:field_dressing", "A")).steps == ()


@pytest.mark.clause("ELD-DEA-7", "ELD-INC-11")
def test_the_incapacitated_are_attacked_and_the_dead_are_not():
    assert legal(begun(pair(on_b="incapacitated crouched")), act("A", "attack:blade", "B"))
    assert refused(begun(pair(on_b="dead")), act("A", "attack:blade", "B")) == ("ELD-DEA-7",)
    assert legal(begun(pair(on_b="dead", dead_targets="yes")), act("A", "attack:blade", "B"))


@pytest.mark.clause("ELD-FLY-13", "ELD-FLY-3")
def test_h_55_only_flyers_attack_a_flyer_hand_to_hand():
    grounded, flying = pair(on_b="flying"), pair(on_a="flying", on_b="flying")

    assert refused(begun(grounded), act("A", "attack:blade", "B")) == ("ELD-FLY-13",)
    assert legal(begun(grounded), act("A", "attack:bow", "B"))
    assert legal(begun(flying), act("A", "attack:blade", "B"))
    assert plan(begun(flying), act("A", "attack:blade", "B")).tallies[0].value == 1


@pytest.mark.clause("ELD-FLY-17")
def test_distance_to_a_flyer_is_measured_as_if_it_stood_on_the_field():
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 3},10 z=8 facing=270 flying")

    assert apart(game, game.model("A"), game.model("B")).distance == pytest.approx(3.0, abs=0.01)


@pytest.mark.clause("ELD-SHR-3")
def test_h_97_a_token_is_attacked_by_nobody():
    game = begun(pair(on_b="shrouded"))

    assert refused(game, act("A", "attack:blade", "B")) == ("ELD-SHR-3",)
    assert refused(game, act("A", "attack:bow", "B")) == ("ELD-SHR-3",)


@pytest.mark.clause("ELD-DEF-ATK")
def test_what_is_foreseen_of_an_attack():
    found = plan(begun(pair()), act("A", "attack:blade", "B"))

    assert [tally.text() for tally in found.tallies] == [
        "Strike 2 Blade",
        "Blade: Offense 13",
        "Damage 13 Power − 3 Armor = 10",
    ]
    assert found.notes == ()
