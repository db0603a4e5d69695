"""Chapter: Items and potions.  Two hands, one suit of armor; drinking, giving, dropping, equipping."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.systems.descent import kit
from engine.systems.descent.armor import armor
from tests.systems.descent.positions import (
    SYSTEM,
    act,
    asking,
    begin,
    cited,
    declared,
    done,
    legal,
    number,
    plan,
    play,
    position,
    refused,
    said,
    wounds,
)

FOE = "model M beast blue 14.5,10.5"


def hero(words: str = "", kind: str = "hero", *lines: str, action: str = "run", more: str = "") -> Game:
    models = f"model H {kind} red 3.5,3.5 {words}\n{more}\n{FOE}"
    return declared(position(models, *lines), "H", action)


@pytest.mark.clause("DES-DEF-POTION", "DES-DEF-MACT")
def test_a_healing_potion_heals_three_for_a_movement_point():
    game = hero("wounds_lost:5 healing_potion:2")

    result = play(game, act("H", "potions"))
    assert wounds(result.game, "H") == 10
    assert (number(result.game, "H", "healing_potion"), number(result.game, "H", "mp")) == (1, 7)
    assert {"DES-DEF-POTION", "DES-DEF-MACT"} <= cited(result)


@pytest.mark.clause("DES-DEF-POTION")
def test_a_vitality_potion_fills_the_fatigue_up_and_of_two_kinds_one_is_picked():
    game = hero("fatigue_spent:4 healing_potion:1 vitality_potion:1")

    game = done(game, act("H", "potions"), "vitality_potion")
    assert (number(game, "H", "fatigue_spent"), number(game, "H", "vitality_potion")) == (0, 0)


@pytest.mark.clause("DES-DEF-POTION", "DES-DEF-MACT")
def test_without_potions_or_points_nothing_is_drunk():
    assert refused(hero(), act("H", "potions")) == ("DES-DEF-POTION",)
    assert refused(hero("healing_potion:1", action="battle"), act("H", "potions")) == ("DES-DEF-MACT",)


@pytest.mark.clause("DES-DEF-EQUIP")
def test_there_is_room_for_three_potions():
    vial = 'terrain vial "Vial" vitality_potion 3,3 4,3 4,4 3,4 bottom=0 top=0.1 sight=clear footing=open'
    game = hero("healing_potion:2 vitality_potion:1", "hero", vial)

    assert refused(game, act("H", "pick_up")) == ("DES-DEF-EQUIP",)
    assert said(game, act("H", "pick_up")) == "H carries 3 potions, which is all there is room for."


@pytest.mark.clause("DES-DEF-EQUIP")
def test_two_hands_and_one_suit_of_armor():
    assert kit.fits(("hearth_sword", "oak_round", "ring_coat"))
    assert not kit.fits(("gutter_knives", "hearth_sword"))
    assert not kit.fits(("ring_coat", "quilted_coat"))


@pytest.mark.clause("DES-DEF-EQUIP", "DES-DEF-MACT")
def test_equipping_is_free_before_the_action_and_costs_two_points_after():
    game = begin(position(f"model H knifer red 3.5,3.5 stowed_hearth_sword:1\n{FOE}"), "H")
    swap = ("stow_gutter_knives", "take_hearth_sword", "done")

    free = done(game, act("H", "equip"), *swap)
    assert kit.equipped(free.model("H")) == ("hearth_sword",)
    paid = play(done(game, act("H", "run")), act("H", "equip"), *swap)
    assert (kit.equipped(paid.game.model("H")), number(paid.game, "H", "mp")) == (("hearth_sword",), 6)
    assert plan(done(game, act("H", "run")), act("H", "equip")).label == "Equip anew (2 MP)"


@pytest.mark.clause("DES-DEF-EQUIP")
def test_what_does_not_fit_in_two_hands_is_not_offered():
    game = begin(position(f"model H knifer red 3.5,3.5 stowed_hearth_sword:1\n{FOE}"), "H")

    assert [option.id for option in asking(game, act("H", "equip")).question.options] == ["stow_gutter_knives", "done"]


@pytest.mark.clause("DES-DEF-EQUIP")
def test_a_game_begins_with_what_two_hands_hold_and_the_rest_in_the_pack():
    game = SYSTEM.begin(position(f"model H knifer red 3.5,3.5\nmodel K knight red 5.5,3.5\n{FOE}", 'side red "Heroes"'))

    assert (kit.equipped(game.model("H")), kit.stowed(game.model("H"))) == (("gutter_knives",), ("hearth_sword",))
    assert kit.equipped(game.model("K")) == ("hearth_sword", "oak_round", "ring_coat")
    assert (game.side("red").count("conquest"), number(game, "H", "coins"), game.round, game.phase) == (
        6,
        300,
        1,
        "heroes",
    )


@pytest.mark.clause("DES-DEF-MACT", "DES-DEF-EQUIP")
def test_an_item_is_given_to_a_hero_next_to_one_and_is_in_his_hand_if_it_fits():
    game = hero(kind="swordman", more="model G hero red 4.5,4.5\nmodel K knifer red 2.5,3.5 stowed_hearth_sword:1")

    to_g, to_k = done(game, act("H", "give", "G")), done(game, act("H", "give", "K"))
    assert (kit.carried(to_g.model("H")), kit.equipped(to_g.model("G"))) == ((), ("hearth_sword",))
    assert (number(to_g, "H", "mp"), number(to_k, "K", "stowed_hearth_sword")) == (7, 2)
    assert kit.equipped(to_k.model("K")) == ("gutter_knives",)
    full = done(
        hero(kind="knight", more="model K knifer red 2.5,3.5 stowed_hearth_sword:1"), act("H", "give", "K"), "oak_round"
    )
    assert kit.stowed(full.model("K")) == ("hearth_sword", "oak_round")


@pytest.mark.clause("DES-DEF-MACT")
def test_nothing_is_given_from_afar_or_to_monsters():
    game = hero(kind="swordman", more="model G hero red 9.5,4.5")

    assert said(game, act("H", "give", "G")) == "G is not next to H."
    assert said(game, act("H", "give", "M")) == "H can give something to other heroes only."
    assert refused(hero(more="model G hero red 4.5,4.5"), act("H", "give", "G")) == ("DES-DEF-MACT",)


@pytest.mark.clause("DES-DEF-EQUIP", "DES-FROST-6", "DES-DEF-SHD")
def test_two_alike_are_two():
    twin = "model H swordman red 3.5,3.5 got_hearth_sword:1 got_oak_round:1 stowed_oak_round:1"
    game = position(f"{twin} shattered_hearth_sword:1\n{FOE}")
    shields = position(f"model H hero red 3.5,3.5 got_oak_round:2 exhausted_oak_round:1\n{FOE}")

    assert kit.equipped(position(f"{twin}\n{FOE}").model("H")) == ("hearth_sword", "hearth_sword")
    assert [weapon.id for weapon in kit.weapons_of(position(f"{twin}\n{FOE}").model("H"))] == ["hearth_sword", "fists"]
    assert kit.equipped(game.model("H")) == ("hearth_sword",)
    assert [shield.id for shield in kit.ready_shields(shields.model("H"))] == ["oak_round"]


@pytest.mark.clause("DES-DEF-MACT")
def test_a_potion_is_given_like_an_item():
    game = done(hero("healing_potion:1", more="model G hero red 4.5,4.5"), act("H", "give", "G"))

    assert (number(game, "H", "healing_potion"), number(game, "G", "healing_potion")) == (0, 1)


@pytest.mark.clause("DES-DEF-MACT")
def test_what_is_dropped_is_lost_and_costs_nothing():
    game = done(hero("healing_potion:1", "swordman", action="battle"), act("H", "drop"), "hearth_sword")

    assert kit.carried(game.model("H")) == ()
    assert number(done(game, act("H", "drop")), "H", "healing_potion") == 0
    assert refused(hero(), act("H", "drop")) == ("DES-DEF-MACT",)


@pytest.mark.clause("DES-DEF-ARM", "DES-DEF-EQUIP")
def test_worn_armor_adds_to_the_heros_own_and_shattered_armor_does_not():
    whole, broken, stowed = (
        hero(words, "knight") for words in ("", "shattered_ring_coat:1", "stowed_ring_coat:1 fatigue_spent:1")
    )

    assert armor(whole, whole.model("H")).text() == "Armor 2 + 2 ring coat = 4"
    assert armor(whole, whole.model("H"), 5).value == 0
    assert [armor(game, game.model("H")).value for game in (broken, stowed)] == [2, 2]


@pytest.mark.clause("DES-TRANS-11", "DES-TRANS-8")
def test_a_monkeys_armor_is_nothing_whatever_he_wears():
    game = position(f"model H knight red 3.5,3.5 transformed monkey_turns:2\n{FOE}")

    assert armor(game, game.model("H")).text() == "Armor 2 set to 0 A monkey = 0"
    assert not legal(begin(game, "H"), act("H", "equip"))
