"""Effect: Transformed.  A chest, a trap card, a power die; and two turns as a monkey."""

from __future__ import annotations

import pytest

from engine.commands import NextPhase
from engine.events import Gained
from engine.game import Marker, ModelId
from engine.systems.descent.wounds import lose
from tests.systems.descent.positions import (
    B,
    E,
    S,
    act,
    after,
    asking,
    begin,
    by_hand,
    cited,
    conquest,
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
    step,
    where,
    wounds,
)

FOE = "model M beast blue 12.5,8.5"
MONKEY = "transformed monkey_turns:2"


def hero(words: str = MONKEY, *lines: str, kind: str = "knight", **readings: str):
    return position(f"model H {kind} red 3.5,3.5 {words}\n{FOE}", *lines, **readings)


def at_chest(**readings: str):
    return declared(hero("", square("chest", 3, 3, "chest"), **readings), "H", "run")


@pytest.mark.clause("DES-TRANS-1", "DES-DEF-OWN-TRAP", "DES-DEF-CHEST", "DES-DEF-OWN-CHEST")
def test_the_overlord_may_play_his_card_when_a_hero_opens_a_chest():
    game = at_chest()
    question = asking(game, act("H", "chests")).question

    assert (question.side, [option.id for option in question.options]) == ("blue", ["play", "pass"])
    game = done(game, act("H", "chests"), "pass")
    assert (marks(game, "H"), number(game, "H", "coins"), conquest(game)) == ([], 50, 11)
    assert game.table.piece("chest").kind == "open_chest"
    assert (number(game, "H", "mp"), number(game, "H", "turn")) == (6, 1)


@pytest.mark.clause("DES-TRANS-2", "DES-TRANS-3")
def test_a_blank_and_the_card_does_nothing():
    result = play(at_chest(), act("H", "chests"), "play", (B,))

    assert (marks(result.game, "H"), number(result.game, "H", "turn")) == ([], 1)
    assert {"DES-TRANS-2", "DES-TRANS-3"} <= cited(result)


@pytest.mark.clause("DES-TRANS-2")
def test_real_dice_are_asked_for_a_blank_alone():
    asked = asking(at_chest(), act("H", "chests"), "play").question

    assert sorted(word for _, word in asked.dice.choices(0)) == ["blank", "not blank"]
    assert asked.side == "red"


@pytest.mark.clause("DES-TRANS-4", "DES-TRANS-5", "DES-TRANS-6", "DES-TRANS-12", "DES-DEF-MONK")
@pytest.mark.parametrize("shown", [S, E])
def test_anything_else_makes_him_a_monkey_and_ends_his_turn_after_the_chest_is_handed_out(shown: int):
    result = play(at_chest(), act("H", "chests"), "play", (shown,))
    game = result.game

    assert (marks(game, "H"), number(game, "H", "monkey_turns")) == (["transformed"], 2)
    assert (number(game, "H", "turn"), number(game, "H", "mp")) == (2, 0)
    assert (number(game, "H", "coins"), conquest(game), game.table.piece("chest").kind) == (50, 11, "open_chest")
    assert {"DES-TRANS-4", "DES-TRANS-5", "DES-TRANS-6", "DES-TRANS-12"} <= cited(result)


@pytest.mark.clause("DES-TRANS-12", "DES-TRANS-13", "DES-TRANS-14")
def test_he_is_a_monkey_for_two_turns_and_the_turn_it_happened_in_does_not_count():
    game, seen = done(at_chest(), act("H", "chests"), "play", (E,)), []
    for _ in range(3):
        seen.append((number(game, "H", "monkey_turns"), marks(game, "H")))
        game = begin(after(after(game)), "H")
        game = after(game)
    seen.append((number(game, "H", "monkey_turns"), marks(game, "H")))

    assert seen == [(2, ["transformed"]), (1, ["transformed"]), (0, []), (0, [])]


@pytest.mark.clause("DES-TRANS-13", "DES-TRANS-14")
def test_the_end_of_his_turn_says_what_becomes_of_him():
    last = begin(hero("transformed monkey_turns:1"), "H")

    result = play(last, NextPhase())
    assert result.plan.notes == ("H is himself again.",)
    assert notes(result) == "H is himself again"
    assert {"DES-TRANS-13", "DES-TRANS-14"} <= cited(result)


@pytest.mark.clause("DES-TRANS-9")
@pytest.mark.parametrize("kind", ["slow", "hero"])
def test_a_monkey_moves_five_spaces_whatever_the_heros_speed(kind: str):
    game = begin(hero(kind=kind), "H")

    assert number(game, "H", "mp") == 5
    assert where(done(game, go(game, "H", (8, 3))), "H") == (8.5, 3.5)
    assert not legal(game, go(game, "H", (9, 3)))


@pytest.mark.clause("DES-TRANS-7", "DES-DEF-MONK")
def test_a_monkey_declares_no_action_places_no_order_and_does_not_attack():
    game = begin(position(f"model H knight red 3.5,3.5 {MONKEY} attacks:1\nmodel M beast blue 4.5,3.5"), "H")

    assert refused(game, act("H", "battle")) == ("DES-DEF-MONK",)
    assert "DES-DEF-MONK" in refused(game, act("H", "guard"))
    assert "DES-TRANS-7" in refused(game, act("H", "attack:hearth_sword", "M"))
    assert "DES-TRANS-7" in refused(game, act("H", "attack:fists", "M"))


@pytest.mark.clause("DES-TRANS-8", "DES-TRANS-10")
def test_a_monkey_uses_no_items_and_takes_no_movement_actions():
    game = begin(hero(f"{MONKEY} healing_potion:1", square("chest", 3, 3, "chest")), "H")

    assert refused(game, act("H", "potions")) == ("DES-TRANS-10", "DES-TRANS-8")
    assert refused(game, act("H", "chests")) == ("DES-TRANS-10",)
    assert refused(game, act("H", "equip")) == ("DES-TRANS-8",)
    assert said(game, act("H", "chests")) == "H cannot open a chest (a monkey)."


@pytest.mark.clause("DES-TRANS-10", "DES-DEF-MACT")
def test_a_monkey_picks_nothing_up_unless_free_actions_are_read_otherwise():
    for reading, free in (("refused", False), ("allowed", True)):
        game = begin(hero(MONKEY, square("purse", 3, 3, "coins"), monkey_free_actions=reading), "H")

        assert legal(game, act("H", "pick_up")) is free
        assert legal(game, act("H", "chests")) is False


@pytest.mark.clause("DES-TRANS-10", "DES-DEF-PIT")
def test_a_monkey_cannot_climb_out_of_a_pit():
    game = begin(hero(MONKEY, square("pit", 3, 3, "pit")), "H")

    assert refused(game, go(game, "H", (4, 3))) == ("DES-TRANS-10", "DES-DEF-PIT")


@pytest.mark.clause("DES-DEF-PORTAL", "DES-TRANS-10")
def test_a_monkey_may_leave_by_an_open_portal():
    game = begin(hero(MONKEY, square("portal", 3, 3, "portal")), "H")

    assert done(game, act("H", "leave")).model("H").removed_as == "left the dungeon"


@pytest.mark.clause("DES-TRANS-11")
def test_a_monkey_has_the_heros_wounds_and_fatigue_and_no_armor():
    game = hero(f"{MONKEY} burn burn wounds_lost:2 fatigue_spent:1")
    game = begin(game, "H", (E, E))

    assert wounds(game, "H") == 8
    game = done(done(game, act("H", "fatigue")), act("H", "fatigue"))
    assert (number(game, "H", "mp"), number(game, "H", "fatigue_spent")) == (7, 3)


@pytest.mark.clause("DES-TRANS-11", "DES-DEF-ARM")
def test_nothing_is_taken_off_what_hits_a_monkey():
    models = f"model H knight red 3.5,3.5 {MONKEY}\nmodel M beast blue 4.5,3.5 turn:1 attacks:1"
    claws = act("M", "attack:hooked_claws", "H")
    throw = (shows("red", damage=3), (shows("green", damage=1, surge=0),))

    assert wounds(done(position(models, phase="overlord"), claws, *throw), "H") == 12 - 4


@pytest.mark.clause("DES-STUN-2", "DES-TRANS-9", "DES-DEF-MONK")
def test_a_stunned_monkey_still_only_moves():
    game = begin(hero(f"{MONKEY} stun"), "H")

    assert (marks(game, "H"), number(game, "H", "mp")) == (["transformed"], 5)
    assert not any(legal(game, act("H", action)) for action in ("half_move", "half_attack", "half_order"))


@pytest.mark.clause("DES-TRANS-9", "DES-TRANS-12", "DES-TRANS-13", "DES-TRANS-14")
@pytest.mark.parametrize("in_his_turn", [True, False])
def test_a_monkey_laid_by_hand_gets_his_two_counters_and_two_turns_as_well(in_his_turn: bool):
    laid = by_hand(Gained(model=ModelId("H"), marker=Marker("transformed")))
    game = done(begin(hero(""), "H") if in_his_turn else after(begin(hero(""), "H")), laid)

    game = after(after(after(game))) if in_his_turn else after(after(game))
    game = begin(game, "H")
    assert (number(game, "H", "mp"), number(game, "H", "monkey_turns")) == (5, 2)
    game = begin(after(after(after(game))), "H")
    assert (marks(game, "H"), number(game, "H", "monkey_turns")) == (["transformed"], 1)
    assert marks(after(game), "H") == []


@pytest.mark.clause("DES-TRANS-5")
def test_one_monkey_marker_is_enough():
    game = done(hero(), by_hand(Gained(model=ModelId("H"), marker=Marker("transformed"))))

    assert marks(game, "H") == ["transformed"]


@pytest.mark.clause("DES-DEF-MONK", "DES-DEF-DEATH", "DES-CURSE-2")
def test_killed_as_a_monkey_he_costs_the_whole_value_and_is_himself_again():
    game = hero(f"{MONKEY} curse")

    result = step(game, lambda game: (yield from lose(game, ModelId("H"), 12, "DES-DEF-ARM")))
    assert (conquest(result.game), marks(result.game, "H"), number(result.game, "H", "monkey_turns")) == (6, [], 0)
    assert "DES-DEF-MONK" in cited(result)
