"""Chapter: Orders.  Aim and Dodge throw dice again, Guard breaks in, Rest brings fatigue back."""

from __future__ import annotations

import pytest

from engine.ask import Choose
from engine.game import Game
from engine.systems.descent import guard
from tests.systems.descent.positions import (
    MISS,
    B,
    E,
    act,
    after,
    asking,
    begin,
    cited,
    declared,
    done,
    go,
    legal,
    marks,
    notes,
    number,
    play,
    position,
    refused,
    said,
    shows,
    square,
    where,
    wounds,
)

STRIKE = act("H", "attack:hearth_sword", "M")
CLAWS = act("M", "attack:hooked_claws", "H")
RED = {n: shows("red", damage=n, surge=0) for n in (2, 3, 4)}
GREEN = {n: shows("green", damage=n, surge=0) for n in (1, 2, 3)}


def aimer(words: str = "aim", foe: str = "ogre blue 5,4", kind: str = "plain") -> Game:
    return position(f"model H {kind} red 3.5,3.5 turn:1 attacks:2 {words}\nmodel M {foe}")


def dodger(words: str = "dodge", kind: str = "bare") -> Game:
    return position(
        f"model H {kind} red 3.5,3.5 {words}\nmodel M beast blue 4.5,3.5 turn:1 attacks:2", phase="overlord"
    )


@pytest.mark.clause("DES-DEF-ORD", "DES-DEF-ACT")
def test_ready_lets_a_hero_place_one_order_of_four():
    game = declared(position("model H hero red 3.5,3.5\nmodel M beast blue 12.5,8.5"), "H", "ready_move")

    placed = {order: done(game, act("H", order)) for order in ("aim", "dodge", "guard", "rest")}
    assert {order: marks(then, "H") for order, then in placed.items()} == {order: [order] for order in placed}
    assert "DES-DEF-ORD" in refused(placed["rest"], act("H", "guard"))
    assert "H has no order to place" in said(placed["rest"], act("H", "guard"))


@pytest.mark.clause("DES-DEF-ORD")
def test_a_hero_with_an_order_gets_no_other():
    game = declared(position("model H hero red 3.5,3.5 aim\nmodel M beast blue 12.5,8.5"), "H", "ready_attack")

    assert refused(game, act("H", "guard")) == ("DES-DEF-ORD",)
    assert said(game, act("H", "guard")) == "H is aiming already and gets no other order."


@pytest.mark.clause("DES-DEF-ORD", "DES-DEF-ACT")
def test_other_actions_give_no_order():
    game = declared(position("model H hero red 3.5,3.5\nmodel M beast blue 12.5,8.5"), "H", "advance")

    assert refused(game, act("H", "rest")) == ("DES-DEF-ORD", "DES-DEF-ACT")


@pytest.mark.clause("DES-DEF-AIM")
def test_an_aimed_attack_may_throw_any_dice_again_a_miss_too_and_keeps_what_comes():
    result = play(aimer(), STRIKE, "aimed", (MISS, GREEN[3]), f"red_{MISS}", "enough", RED[2])

    assert (wounds(result.game, "M"), marks(result.game, "H")) == (6 - (5 - 1), [])
    again = play(aimer(), STRIKE, "aimed", (RED[2], GREEN[1]), "all", (MISS, GREEN[1]))
    assert wounds(again.game, "M") == 6
    stands = play(aimer(), STRIKE, "aimed", (RED[2], GREEN[1]), "enough")
    assert (wounds(stands.game, "M"), "DES-DEF-AIM" in cited(stands)) == (4, True)


@pytest.mark.clause("DES-DEF-AIM")
def test_aim_is_said_before_the_dice_and_may_be_kept():
    asked = asking(aimer(), STRIKE).question

    assert isinstance(asked, Choose)
    assert [option.id for option in asked.options] == ["aimed", "plain"]
    kept = done(aimer(), STRIKE, "plain", RED[2], (GREEN[1],))
    assert marks(kept, "H") == ["aim"]


@pytest.mark.clause("DES-DEF-AIM", "DES-DEF-GUARD", "DES-DEF-REST", "DES-DEF-DODGE")
def test_a_wound_takes_every_order_but_dodge():
    left = {}
    for order in ("aim", "guard", "rest"):
        left[order] = marks(done(dodger(order), CLAWS, RED[2], (GREEN[1],)), "H")
    left["dodge"] = marks(done(dodger(), CLAWS, (RED[2], GREEN[1]), "enough"), "H")

    assert left == {"aim": ["bleed"], "guard": ["bleed"], "rest": ["bleed"], "dodge": ["bleed", "dodge"]}


@pytest.mark.clause("DES-DEF-AIM", "DES-DEF-EQUIP")
def test_changing_what_is_equipped_takes_aim():
    game = begin(position("model H knifer red 3.5,3.5 aim stowed_hearth_sword:1\nmodel M beast blue 12.5,8.5"), "H")

    assert marks(done(game, act("H", "equip"), "stow_gutter_knives", "done"), "H") == []


@pytest.mark.clause("DES-DEF-DODGE")
def test_a_dodger_has_dice_thrown_again_in_every_attack_until_his_turn():
    game = done(dodger(), CLAWS, (RED[4], GREEN[3]), "all", (MISS, GREEN[1]))
    assert (wounds(game, "H"), marks(game, "H")) == (12, ["dodge"])

    game = done(game, CLAWS, (RED[4], GREEN[3]), f"green_{GREEN[3]}", "enough", (GREEN[1],))
    assert wounds(game, "H") == 12 - 5


@pytest.mark.clause("DES-DEF-DODGE")
def test_the_one_attacked_picks_and_may_let_it_stand():
    asked = asking(dodger(), CLAWS, (RED[2], GREEN[1])).question

    assert isinstance(asked, Choose)
    assert (asked.side, asked.what) == ("red", "H dodges: which dice does M throw again?")
    assert [option.label for option in asked.options][:2] == ["All of them", "None: it stands"]
    missed = asking(dodger(), CLAWS, (MISS, GREEN[1])).question
    assert isinstance(missed, Choose)
    assert missed.options[0].label == "None: it stands"


@pytest.mark.clause("DES-DEF-AIMED-DODGE")
def test_an_aimed_attack_that_is_dodged_stands_as_it_was_thrown():
    models = "model H plain red 3.5,3.5 turn:1 attacks:1 aim\nmodel M ogre blue 5,4 dodge"

    result = play(position(models), STRIKE, "aimed", (RED[2], GREEN[1]), "all")
    assert wounds(result.game, "M") == 4
    assert "it stands as it was thrown" in notes(result)
    assert "DES-DEF-AIMED-DODGE" in cited(result)
    undodged = play(position(models), STRIKE, "aimed", (MISS, GREEN[1]), "enough", f"red_{MISS}", "enough", RED[2])
    assert wounds(undodged.game, "M") == 4


def guarded(words: str = "guard", foe: str = "4.5,3.5", *lines: str, kind: str = "swordman") -> Game:
    models = (
        f"model H {kind} red 3.5,3.5 {words}\nmodel M ogre blue 9,9 turn:1 mp:4 attacks:1\nmodel N beast blue {foe}"
    )
    return position(models, *lines, phase="overlord")


@pytest.mark.clause("DES-DEF-GUARD", "DES-DEF-FAT")
def test_a_guard_breaks_in_with_one_attack_without_fatigue():
    game = guarded()

    result = play(game, act("H", "guard:hearth_sword", "N"), RED[2], (GREEN[1], E, B))
    assert (wounds(result.game, "N"), marks(result.game, "H")) == (6 - (4 - 1), [])
    assert {"DES-DEF-GUARD"} <= cited(result)
    assert "DES-DEF-GUARD" in refused(result.game, act("H", "guard:hearth_sword", "N"))


@pytest.mark.clause("DES-DEF-GUARD")
def test_in_the_heroes_turns_nobody_breaks_in_and_without_guard_neither():
    game = position("model H swordman red 3.5,3.5 guard\nmodel N beast blue 4.5,3.5")

    assert refused(game, act("H", "guard:hearth_sword", "N")) == ("DES-DEF-GUARD",)
    assert (guard.watching(game), len(guard.watching(guarded()))) == ((), 1)
    assert said(guarded(""), act("H", "guard:hearth_sword", "N")) == "H is not on guard."
    assert not legal(guarded(), act("H", "attack:hearth_sword", "N"))


def walking(words: str = "guard", kind: str = "swordman", hurt: int = 0) -> Game:
    models = f"model H {kind} red 3.5,3.5 {words}\nmodel M beast blue 7.5,3.5 turn:1 mp:4 attacks:1 wounds_lost:{hurt}"
    return position(f"{models}\nmodel N beast blue 14.5,10.5", phase="overlord")


@pytest.mark.clause("DES-DEF-GUARD", "DES-DEF-MP")
def test_while_a_monster_walks_the_hero_is_asked_once_where_he_breaks_in():
    game = walking()
    way = go(game, "M", (4, 3), (4, 4))

    asked = asking(game, way).question
    assert isinstance(asked, Choose)
    assert (asked.side, asked.what) == ("red", "M moves: where does H break in?")
    assert [option.label for option in asked.options] == [
        "Not now",
        "After 3 steps: Hearth sword",
        "After 4 steps: Hearth sword",
    ]
    result = play(game, way, "3:hearth_sword", RED[2], (GREEN[1], B, B))
    assert (wounds(result.game, "M"), where(result.game, "M"), marks(result.game, "H")) == (4, (4.5, 4.5), [])
    unarmed = asking(walking(kind="hero"), way).question
    assert isinstance(unarmed, Choose)
    assert [option.label for option in unarmed.options][1:] == ["After 3 steps: Fists", "After 4 steps: Fists"]
    quiet = done(game, way, "not_now")
    assert (wounds(quiet, "M"), marks(quiet, "H")) == (6, ["guard"])


@pytest.mark.clause("DES-DEF-GUARD", "DES-DEF-ARM")
def test_a_monster_killed_on_its_way_goes_no_further():
    game = walking(hurt=5)

    game = done(game, go(game, "M", (4, 3), (4, 4)), "3:hearth_sword", RED[2], (GREEN[1], B, B))
    assert (game.model("M").removed_as, where(game, "M")) == ("killed", (4.5, 3.5))


@pytest.mark.clause("DES-DEF-GUARD")
def test_nobody_is_asked_where_no_attack_is_possible_or_no_hero_watches():
    game = walking()

    assert where(done(game, go(game, "M", (7, 6))), "M") == (7.5, 6.5)
    assert where(done(walking(""), go(walking(""), "M", (4, 3))), "M") == (4.5, 3.5)


@pytest.mark.clause("DES-TRANS-7", "DES-DEF-GUARD")
def test_a_monkey_on_guard_does_not_break_in():
    game = walking("guard transformed monkey_turns:2")

    assert guard.watching(game) == ()
    assert where(done(game, go(game, "M", (4, 3))), "M") == (4.5, 3.5)


@pytest.mark.clause("DES-DEF-GUARD", "DES-DEF-PIT")
def test_a_fall_on_the_way_comes_before_the_guard_there():
    models = "model H swordman red 3.5,3.5 guard\nmodel M beast blue 5.5,3.5 turn:1 mp:4 attacks:1 wounds_lost:5"
    game = position(f"{models}\nmodel N beast blue 14.5,10.5", square("pit", 4, 3, "pit"), phase="overlord")

    result = play(game, go(game, "M", (4, 3)), "1:hearth_sword")
    assert (result.game.model("M").removed_as, marks(result.game, "H")) == ("killed", ["guard"])


@pytest.mark.clause("DES-DEF-REST")
def test_rest_brings_all_fatigue_back_as_the_next_turn_starts():
    game = declared(
        position("model H hero red 3.5,3.5 fatigue_spent:4\nmodel M beast blue 12.5,8.5"), "H", "ready_move"
    )
    game = after(after(after(done(game, act("H", "rest")))))

    result = play(game, act("H", "begin_turn"))
    assert (number(result.game, "H", "fatigue_spent"), marks(result.game, "H")) == (0, [])
    assert "DES-DEF-REST" in cited(result)
