"""Chapter: Attacks.  The dice, range and misses, surges, armor, tokens left behind, and who may attack whom."""

from __future__ import annotations

import pytest
from msgspec import structs

from engine.ask import Choose, Roll
from engine.events import Rolled
from engine.game import Game
from engine.systems.descent import attacking
from engine.systems.descent.tables import weapons
from tests.systems.descent.positions import (
    MISS,
    B,
    E,
    S,
    act,
    asking,
    cited,
    declared,
    done,
    legal,
    marks,
    notes,
    number,
    plan,
    play,
    position,
    refused,
    said,
    shows,
    wall,
    wounds,
)

STRIKE = act("H", "attack:hearth_sword", "M")
SHOT = act("H", "attack:reed_bow", "M")
CLAWS = act("M", "attack:hooked_claws", "H")
RED = {n: shows("red", damage=n, surge=0) for n in (2, 3, 4)}
GREEN = {n: shows("green", damage=n, surge=0) for n in (1, 2, 3)}
WHITE, YELLOW = shows("white", damage=2, surge=0), shows("yellow", range=2, damage=0, surge=0)
GREEN_SURGE = shows("green", damage=1, surge=1)


def fight(words: str = "", kind: str = "plain", foe: str = "ogre blue 5,4", *lines: str, **readings: str) -> Game:
    return position(f"model H {kind} red 3.5,3.5 turn:1 attacks:2 {words}\nmodel M {foe}", *lines, **readings)


def monster(words: str = "", kind: str = "bare", foe: str = "beast", at: str = "4.5,3.5", **readings: str) -> Game:
    models = f"model H {kind} red 3.5,3.5 {words}\nmodel M {foe} blue {at} turn:1 attacks:2"
    return position(models, phase="overlord", **readings)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-ARM", "DES-DEF-DICE")
def test_damage_less_armor_is_wounds():
    result = play(fight(), STRIKE, RED[2], (GREEN[2],))

    assert (wounds(result.game, "M"), number(result.game, "H", "attacks")) == (3, 1)
    assert "H hits M: 4 damage, armor 1" in notes(result)
    assert {"DES-DEF-ATTACK", "DES-DEF-ARM"} <= cited(result)


@pytest.mark.clause("DES-DEF-ATTACK")
def test_a_miss_ends_it_and_no_more_dice_are_thrown():
    result = play(fight(), STRIKE, MISS)

    assert (wounds(result.game, "M"), number(result.game, "H", "attacks")) == (6, 1)
    assert sum(isinstance(event, Rolled) for event in result.events) == 1
    assert "H misses M" in notes(result)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-PRES")
def test_in_melee_enhancements_are_damage_and_no_range_is_asked_for():
    game = fight("fatigue_spent:4", kind="swordman")

    base = asking(game, STRIKE).question
    rest = asking(game, STRIKE, RED[2]).question
    assert isinstance(base, Roll)
    assert isinstance(rest, Roll)
    assert not any("range" in word for _, word in (*base.dice.choices(0), *rest.dice.choices(0)))
    assert str(rest.dice) == "green, 2 power"
    assert wounds(done(game, STRIKE, RED[2], (GREEN[1], E, E)), "M") == 6 - (5 - 1)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-RNG", "DES-DEF-PRES")
def test_at_range_enhancements_fill_up_the_range_and_the_rest_is_damage():
    game = fight("fatigue_spent:4", "archer", "beast blue 8.5,3.5")
    blue, yellow = shows("blue", range=3, damage=2), shows("yellow", range=1, damage=1)

    far = play(game, SHOT, blue, (yellow, E, E))
    assert "H hits M: 4 damage" in notes(far)
    near = play(game, SHOT, blue, (yellow, B, B))
    assert "H misses M: range 4 of 5" in notes(near)
    exact = play(game, SHOT, blue, (yellow, E, B))
    assert "H hits M: 3 damage" in notes(exact)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-DICE")
def test_range_is_asked_for_where_it_matters():
    asked = asking(fight("", "archer", "beast blue 8.5,3.5"), SHOT).question

    assert isinstance(asked, Roll)
    words = [word for _, word in asked.dice.choices(0)]
    assert {"miss", "range 3, 2 damage"} <= set(words)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-RNG", "DES-DEF-SURGE")
def test_no_range_is_asked_for_or_sold_so_near_that_whatever_does_not_miss_gets_there():
    """The blue die shows 2 at least."""
    for column, matters in ((5, False), (6, True)):
        game = fight("fatigue_spent:4", "archer", f"beast blue {column}.5,3.5")
        base = asking(game, SHOT).question
        surges = asking(game, SHOT, shows("blue", damage=1, surge=1), (YELLOW, B, B)).question

        assert isinstance(base, Roll)
        assert isinstance(surges, Choose)
        assert any("range" in word for _, word in base.dice.choices(0)) is matters
        assert any("range" in option.label for option in surges.options) is matters
    ember = monster(foe="ember")
    breath = play(ember, act("M", "attack:ember_breath", "H"), shows("white", damage=2, surge=1), (GREEN[1],))
    assert wounds(breath.game, "H") == 12 - 3


@pytest.mark.clause("DES-DEF-SURGE")
def test_surges_buy_what_the_weapon_has_as_often_as_they_last():
    game = fight("fatigue_spent:4", kind="swordman")
    throw = (STRIKE, RED[2], (GREEN[1], S, S))

    asked = asking(game, *throw).question
    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options] == ["1 for 1 damage", "2 for 2 pierce", "Spend no more"]
    assert wounds(done(game, *throw, "0", "0"), "M") == 6 - (5 - 1)
    assert wounds(done(game, *throw, "1"), "M") == 6 - 3
    assert wounds(done(game, *throw, "enough"), "M") == 6 - 2


@pytest.mark.clause("DES-DEF-SURGE")
def test_what_a_weapon_cannot_buy_is_not_asked_for():
    fists = act("H", "attack:fists", "M")

    asked = asking(fight(), fists).question
    assert isinstance(asked, Roll)
    assert not any("surge" in word for _, word in asked.dice.choices(0))


@pytest.mark.clause("DES-DEF-SURGE", "DES-DEF-RNG")
def test_a_surge_for_range_turns_a_miss_into_a_hit_and_is_offered_first():
    game = fight("fatigue_spent:4", "archer", "beast blue 8.5,3.5")
    throw = (SHOT, shows("blue", range=3, damage=2), (shows("yellow", range=1, damage=1), S, B))

    asked = asking(game, *throw).question
    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options] == ["1 for 1 range", "1 for 1 damage", "Spend no more"]
    assert "H hits M: 3 damage" in notes(play(game, *throw, "0"))
    assert "misses" in notes(play(game, *throw, "1"))


@pytest.mark.clause("DES-DEF-SURGE")
def test_with_one_surge_nothing_is_offered_that_costs_two():
    asked = asking(fight(), STRIKE, RED[2], (GREEN_SURGE,)).question

    assert isinstance(asked, Choose)
    assert [option.label for option in asked.options] == ["1 for 1 damage", "Spend no more"]


@pytest.mark.clause("DES-DEF-SURGE", "DES-DEF-RNG")
def test_what_makes_it_hit_comes_first_however_the_weapon_is_printed(monkeypatch: pytest.MonkeyPatch):
    bow = weapons()["reed_bow"]
    printed = {**weapons(), "reed_bow": structs.replace(bow, surges=bow.surges[::-1])}
    monkeypatch.setattr(attacking, "weapons", lambda: printed)
    game = fight("fatigue_spent:4", "archer", "beast blue 8.5,3.5")
    blue, yellow = shows("blue", range=3, damage=2), shows("yellow", range=1, damage=1)

    short = asking(game, SHOT, blue, (yellow, S, B)).question
    enough = asking(game, SHOT, blue, (yellow, S, E)).question
    assert isinstance(short, Choose)
    assert isinstance(enough, Choose)
    assert (short.options[0].label, enough.options[0].label) == ("1 for 1 range", "1 for 1 damage")


@pytest.mark.clause("DES-DEF-SURGE", "DES-DEF-GAIN")
def test_a_token_bought_with_surges_is_left_once():
    game = fight("fatigue_spent:4", kind="mage", foe="beast blue 5.5,3.5")
    rod = act("H", "attack:cinder_rod", "M")

    result = play(game, rod, WHITE, (YELLOW, S, S), "1")
    assert marks(result.game, "M") == ["burn"]


@pytest.mark.clause("DES-DEF-ARM")
def test_pierce_takes_its_number_off_the_armor():
    models = "model H mage red 3.5,3.5 turn:1 attacks:1 fatigue_spent:4\nmodel M beast blue 5.5,3.5"
    rod = act("H", "attack:cinder_rod", "M")

    result = play(position(models), rod, WHITE, (YELLOW, B, B))
    assert (wounds(result.game, "M"), "2 damage, armor 0" in notes(result)) == (4, True)


@pytest.mark.clause("DES-DEF-GAIN")
def test_one_damage_before_armor_leaves_one_token_after_the_wounds():
    unhurt = done(monster(kind="knight"), CLAWS, RED[2], (GREEN[1],))
    hurt = done(monster(), CLAWS, RED[2], (GREEN[1],))

    assert (wounds(unhurt, "H"), marks(unhurt, "H")) == (12, ["bleed"])
    assert (wounds(hurt, "H"), marks(hurt, "H")) == (9, ["bleed"])
    assert marks(done(hurt, CLAWS, RED[2], (GREEN[1],)), "H") == ["bleed", "bleed"]
    assert marks(done(monster(), CLAWS, MISS), "H") == []


@pytest.mark.clause("DES-DEF-GAIN")
@pytest.mark.parametrize(
    ("foe", "weapon", "kind"),
    [("ember", "ember_breath", "burn"), ("spinner", "spun_silk", "web"), ("bell", "bell_hammer", "stun")],
)
def test_each_kind_of_attack_leaves_its_own(foe: str, weapon: str, kind: str):
    game = monster(foe=foe)
    colour = {"ember": "white", "spinner": "blue", "bell": "red"}[foe]
    others = {"ember": (GREEN[1],), "spinner": (YELLOW,), "bell": (GREEN[1], GREEN[1])}[foe]

    assert marks(done(game, act("M", f"attack:{weapon}", "H"), shows(colour, damage=2, surge=0), others), "H") == [kind]


@pytest.mark.clause("DES-DEF-GAIN", "DES-DEF-MAST")
def test_a_dead_target_gains_nothing_and_a_named_one_no_stun_by_the_errata():
    dead = done(monster("wounds_lost:11"), CLAWS, RED[2], (GREEN[1],))
    assert marks(dead, "H") == []

    for reading, tokens in (("as_others", ["stun"]), ("errata", [])):
        game = fight("fatigue_spent:4", "ringer", "lord blue 4.5,3.5", master_monsters=reading)
        result = play(game, act("H", "attack:bell_hammer", "M"), RED[2], (GREEN[1], GREEN[1], B, B))
        assert (marks(result.game, "M"), "cannot be stunned" in notes(result)) == (tokens, not tokens)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-CORNER")
def test_melee_needs_a_target_next_to_it():
    far = fight(foe="beast blue 5.5,3.5")

    assert refused(far, STRIKE) == ("DES-DEF-ATTACK", "DES-DEF-RNG")
    assert said(far, STRIKE) == "H is not next to M: range 2."
    assert legal(fight(foe="beast blue 4.5,4.5"), STRIKE)
    assert not legal(fight("", "plain", "beast blue 4.5,3.5", wall("w", (4, 0), (4, 12))), STRIKE)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-RNG", "DES-DEF-OWN-KIT")
def test_a_long_weapon_reaches_as_far_as_its_card_says_and_not_through_anybody():
    spear = act("H", "attack:eel_spear", "M")
    near, far = (fight("got_eel_spear:1", "hero", f"beast blue {x}.5,4.5") for x in (5, 6))

    assert legal(near, spear)
    assert said(far, spear) == "H is not within 2 spaces of M: range 3."
    behind = fight("got_eel_spear:1", "hero", "beast blue 5.5,3.5\nmodel F hero red 4.5,3.5")
    assert refused(behind, spear) == ("DES-DEF-LOS",)


@pytest.mark.clause("DES-DEF-ATTACK")
def test_ranged_attacks_may_be_made_next_to_the_target():
    assert legal(fight("", "archer", "beast blue 4.5,3.5"), SHOT)


@pytest.mark.clause("DES-DEF-ACT", "DES-DEF-MONSTER")
def test_without_an_attack_left_nobody_attacks():
    game = declared(position("model H swordman red 3.5,3.5\nmodel M beast blue 4.5,3.5"), "H", "run")

    assert refused(game, STRIKE) == ("DES-DEF-ACT", "DES-DEF-MONSTER")
    assert said(game, STRIKE) == "H has no attack left: his action gives none, or it is made."


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-EQUIP")
def test_friends_and_what_is_not_in_hand_are_refused():
    game = fight("stowed_hearth_sword:1").with_model(fight().model("M"))
    friends = position(
        "model H plain red 3.5,3.5 turn:1 attacks:1\nmodel F hero red 4.5,3.5\nmodel M beast blue 9.5,9.5"
    )

    assert "DES-DEF-EQUIP" in refused(game, STRIKE)
    assert "F is no enemy of H." in said(friends, act("H", "attack:hearth_sword", "F"))
    assert said(game, act("H", "attack:fists")) == "H attacks one enemy at a time: name him."


@pytest.mark.clause("DES-DEF-FAT", "DES-DEF-ATTACK")
def test_fatigue_buys_power_dice_up_to_five_in_the_attack():
    game = position("model H swordman red 3.5,3.5 turn:1 attacks:1\nmodel M ogre blue 5,4")

    result = play(game, STRIKE, RED[2], (GREEN[1], B, B), "buy", (E,), "buy", (B,), "buy", (E,))
    assert (number(result.game, "H", "fatigue_spent"), wounds(result.game, "M")) == (3, 6 - (5 - 1))
    assert "DES-DEF-FAT" in cited(result)


@pytest.mark.clause("DES-DEF-FAT")
def test_no_dice_are_bought_after_a_miss_nor_by_monsters():
    play(position("model H swordman red 3.5,3.5 turn:1 attacks:1\nmodel M ogre blue 5,4"), STRIKE, MISS)
    play(monster(), CLAWS, RED[2], (GREEN[1],))


@pytest.mark.clause("DES-DEF-SHD", "DES-DEF-ARM")
def test_a_ready_shield_cancels_wounds_once_until_it_is_refreshed():
    game = monster(kind="knight")

    game = done(game, CLAWS, RED[4], (GREEN[2],), "exhaust")
    assert (wounds(game, "H"), number(game, "H", "exhausted_oak_round")) == (12, 1)
    game = done(game, CLAWS, RED[4], (GREEN[2],))
    assert wounds(game, "H") == 10


@pytest.mark.clause("DES-DEF-SHD")
def test_a_hero_with_two_shields_may_exhaust_one_after_the_other():
    models = "model H hero red 3.5,3.5 got_oak_round:1 got_glass_ward:1\nmodel M beast blue 4.5,3.5 turn:1 attacks:1"
    game = position(models, phase="overlord")

    both = done(game, CLAWS, RED[4], (GREEN[2],), "exhaust", "exhaust")
    second = done(game, CLAWS, RED[4], (GREEN[2],), "keep", "exhaust")
    assert (wounds(both, "H"), number(both, "H", "exhausted_oak_round")) == (12 - (4 + 2 - 2 - 2 - 1), 1)
    assert (wounds(second, "H"), number(second, "H", "exhausted_glass_ward")) == (12 - (4 + 2 - 2 - 2), 0)


@pytest.mark.clause("DES-DEF-SHD")
def test_a_shield_is_not_asked_for_where_nothing_comes_through():
    play(monster(kind="knight"), CLAWS, RED[3], (GREEN[1],))


@pytest.mark.clause("DES-DEF-OWN-QUEST", "DES-DEF-ARM")
def test_a_monster_at_its_value_is_dead_and_with_the_last_the_heroes_win():
    game = fight(foe="beast blue 4.5,3.5 wounds_lost:4")

    game = done(game, STRIKE, RED[2], (GREEN[1],))
    assert game.model("M").removed_as == "killed"
    assert game.outcome == "Heroes win, the last monster is dead"


@pytest.mark.clause("DES-DEF-ATTACK")
def test_what_rests_on_what_is_said_before_the_throw():
    found = plan(fight("", "archer", "beast blue 8.5,3.5"), SHOT)

    assert found.label == "Reed bow at M"
    assert [tally.text() for tally in found.tallies] == ["Range needed 5", "Power dice 2 Ranged trait", "Armor 1"]
    assert found.notes == ("Dice: a blue die and a yellow die and 2 power dice.",)


@pytest.mark.clause("DES-DEF-ATTACK", "DES-DEF-FAT")
def test_an_attack_never_has_more_than_five_power_dice():
    models = "model H strong red 3.5,3.5 turn:1 attacks:1\nmodel M ogre blue 5,4"
    strong = 'profile strong "Strong" base=25 Wounds=9 Fatigue=2 Speed=4 Melee=7 Armor=0 Conquest=2 traits=hero'
    game = position(models, strong)

    assert plan(game, act("H", "attack:fists", "M")).tallies[0].value == 5
    assert str(asking(game, act("H", "attack:fists", "M"), RED[2]).question.dice) == "5 power"


@pytest.mark.clause("DES-DEF-ATTACK")
def test_nothing_of_an_attack_is_left_in_the_game_afterwards():
    assert done(fight(), STRIKE, RED[2], (GREEN_SURGE,), "0").counters == ()
    assert done(fight(), STRIKE, MISS).counters == ()
