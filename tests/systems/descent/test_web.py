"""Effect: Web.  Surges cut through as a turn starts; while a token is left no movement points are spent."""

from __future__ import annotations

import pytest

from engine.events import Gained
from engine.game import Marker, ModelId
from tests.systems.descent.positions import (
    B,
    E,
    S,
    act,
    after,
    begin,
    by_hand,
    declared,
    done,
    go,
    legal,
    marks,
    number,
    position,
    refused,
    square,
    wall,
    where,
)

FOE = "model M beast blue 4.5,3.5"


def hero(words: str, *lines: str, kind: str = "swordman", **readings: str):
    return position(f"model H {kind} red 3.5,3.5 {words}\n{FOE}", *lines, **readings)


@pytest.mark.clause("DES-WEB-1", "DES-WEB-2", "DES-WEB-3", "DES-WEB-4")
def test_with_a_token_left_no_movement_points_are_spent_but_he_fights_on():
    game = begin(hero("web web"), "H", (S, E))

    assert (marks(game, "H"), number(game, "H", "web_held")) == (["web"], 1)
    ran, fights = done(game, act("H", "run")), done(game, act("H", "advance"))
    assert number(ran, "H", "mp") == 8
    assert refused(ran, go(ran, "H", (2, 3))) == ("DES-WEB-4",)
    assert legal(fights, act("H", "attack:hearth_sword", "M"))
    assert legal(done(game, act("H", "ready_attack")), act("H", "guard"))


@pytest.mark.clause("DES-WEB-3", "DES-WEB-4")
def test_with_every_token_cut_he_moves():
    game = done(begin(hero("web web"), "H", (S, S)), act("H", "run"))

    assert marks(game, "H") == []
    assert where(done(game, go(game, "H", (2, 3))), "H") == (2.5, 3.5)


@pytest.mark.clause("DES-WEB-4", "DES-DEF-FAT")
def test_points_bought_with_fatigue_cannot_be_spent_either():
    game = done(begin(hero("web"), "H", (B,)), act("H", "fatigue"))

    assert number(game, "H", "mp") == 1
    assert refused(game, go(game, "H", (2, 3))) == ("DES-WEB-4",)


@pytest.mark.clause("DES-WEB-4", "DES-DEF-MACT")
def test_what_costs_points_is_out_of_reach_and_what_costs_none_is_not():
    lines = (wall("door", (3, 3), (3, 4), kind="door"), square("purse", 3, 3, "coins"))
    held = done(begin(hero("web healing_potion:1", *lines), "H", (E,)), act("H", "run"))
    by_other_reading = done(
        begin(hero("web healing_potion:1", *lines, webbed_free_actions="refused"), "H", (E,)), act("H", "run")
    )

    for action in ("doors", "potions"):
        assert refused(held, act("H", action)) == ("DES-WEB-4",)
    assert legal(held, act("H", "pick_up"))
    assert refused(by_other_reading, act("H", "pick_up")) == ("DES-WEB-4",)


@pytest.mark.clause("DES-WEB-4", "DES-DEF-MID")
def test_a_token_gained_in_mid_turn_waits_for_the_next_start_or_holds_at_once_by_reading():
    for reading, stays in (("no", True), ("yes", False)):
        game = declared(hero("", web_stops_at_once=reading), "H", "advance")
        game = done(game, go(game, "H", (2, 3)))
        game = done(game, by_hand(Gained(model=ModelId("H"), marker=Marker("web"))))

        assert legal(game, go(game, "H", (1, 3))) is stays

    game = after(after(after(game)))
    assert number(begin(game, "H", (E,)), "H", "web_held") == 1


@pytest.mark.clause("DES-WEB-3", "DES-WEB-4", "DES-DEF-MID")
def test_whoever_cut_himself_free_and_is_caught_again_in_the_same_turn_walks_on():
    game = done(begin(hero("web"), "H", (S,)), act("H", "advance"))
    game = done(game, by_hand(Gained(model=ModelId("H"), marker=Marker("web"))))

    assert where(done(game, go(game, "H", (2, 3))), "H") == (2.5, 3.5)


@pytest.mark.clause("DES-DEF-SLEEP")
def test_a_sleep_token_laid_by_hand_stops_steps_and_attacks():
    game = declared(hero(""), "H", "advance")
    game = done(game, by_hand(Gained(model=ModelId("H"), marker=Marker("sleep"))))

    assert refused(game, go(game, "H", (2, 3))) == ("DES-DEF-SLEEP",)
    assert refused(game, act("H", "attack:hearth_sword", "M")) == ("DES-DEF-SLEEP",)


@pytest.mark.clause("DES-WEB-2", "DES-WEB-4")
def test_a_webbed_monster_attacks_where_it_hangs():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 4.5,3.5 web", phase="overlord")
    game = begin(game, "M", (E,))

    assert refused(game, go(game, "M", (4, 4))) == ("DES-WEB-4",)
    assert legal(game, act("M", "attack:hooked_claws", "H"))


@pytest.mark.clause("DES-WEB-4", "DES-STUN-5")
def test_webbed_and_stunned_a_move_is_worth_nothing():
    game = begin(hero("web stun"), "H", "web", (E,))
    moves = done(game, act("H", "half_move"))

    assert (number(moves, "H", "mp"), legal(moves, go(moves, "H", (2, 3)))) == (4, False)
    assert legal(done(game, act("H", "half_attack")), act("H", "attack:hearth_sword", "M"))
