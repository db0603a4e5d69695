"""Effect: Stun, and half actions.  A monster loses its activation, a hero gets half an action."""

from __future__ import annotations

import pytest

from engine.events import Gained
from engine.game import Marker, ModelId
from engine.story import story
from tests.systems.descent.positions import (
    E,
    S,
    act,
    after,
    asking,
    begin,
    by_hand,
    cited,
    declared,
    done,
    go,
    harm,
    legal,
    marks,
    number,
    play,
    position,
    refused,
    said,
    where,
    wounds,
)

FOE = "model M beast blue 12.5,8.5"
FULL = ("run", "battle", "advance", "ready_move", "ready_attack")
HALF = ("half_move", "half_attack", "half_order", "concentrate")


def hero(words: str = "stun", kind: str = "hero", **readings: str):
    return position(f"model H {kind} red 3.5,3.5 {words}\n{FOE}", **readings)


@pytest.mark.clause("DES-STUN-1", "DES-STUN-2", "DES-STUN-4", "DES-STUN-5", "DES-STUN-8", "DES-DEF-HALF")
def test_a_stunned_hero_gets_one_half_action_of_four():
    game = begin(hero(), "H")

    assert marks(game, "H") == []
    given = {}
    for action in HALF:
        then = done(game, act("H", action))
        given[action] = tuple(number(then, "H", name) for name in ("mp", "attacks", "orders"))
        assert not any(legal(then, act("H", other)) for other in (*FULL, *HALF))
    assert given == {
        "half_move": (4, 0, 0),
        "half_attack": (0, 1, 0),
        "half_order": (0, 0, 1),
        "concentrate": (0, 0, 0),
    }


@pytest.mark.clause("DES-STUN-4", "DES-STUN-6")
def test_he_may_declare_no_full_action_even_with_the_last_token_gone():
    game = begin(hero(), "H")

    assert [refused(game, act("H", action)) for action in FULL] == [("DES-STUN-4", "DES-STUN-6")] * 5
    assert said(game, act("H", "run")) == "H cannot run (stunned)."
    assert legal(game, act("H", "half_order"))


@pytest.mark.clause("DES-STUN-5", "DES-STUN-8")
def test_half_actions_are_for_the_stunned():
    game = begin(hero(""), "H")

    for half in ("half_move", "half_attack", "half_order", "concentrate"):
        assert refused(game, act("H", half)) == ("DES-STUN-5", "DES-STUN-8")
    assert legal(game, act("H", "run"))


@pytest.mark.clause("DES-STUN-7", "DES-STUN-2")
def test_several_tokens_last_as_many_turns_and_one_goes_each_turn():
    game, seen = hero("stun stun=2"), []
    for _ in range(4):
        game = begin(game, "H")
        seen.append((marks(game, "H"), legal(game, act("H", "battle"))))
        game = after(after(after(game)))

    assert seen == [(["stun 2"], False), (["stun 1"], False), ([], False), ([], True)]


@pytest.mark.clause("DES-DEF-CONC", "DES-STUN-8")
def test_concentrating_does_nothing_without_a_prolonged_action():
    result = play(begin(hero(), "H"), act("H", "concentrate"))

    assert result.plan.notes == (
        "Nothing here takes concentration: without a prolonged action of the quest it does nothing.",
    )
    assert {"DES-DEF-CONC", "DES-STUN-8"} <= cited(result)


@pytest.mark.clause("DES-DEF-STFAT", "DES-DEF-FAT", "DES-DEF-MACT")
def test_a_stunned_hero_may_spend_fatigue_for_points_and_pay_with_them():
    game = declared(hero("stun healing_potion:1 wounds_lost:5"), "H", "half_attack")

    result = play(game, act("H", "fatigue"))
    assert number(result.game, "H", "mp") == 1
    assert "DES-DEF-STFAT" in cited(result)

    result = play(result.game, act("H", "potions"))
    assert wounds(result.game, "H") == 10
    assert "DES-DEF-STFAT" in cited(result)


@pytest.mark.clause("DES-STUN-2", "DES-STUN-3", "DES-DEF-MONSTER")
def test_a_stunned_monster_does_nothing_until_the_overlords_next_turn():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 5.5,3.5 stun", phase="overlord")

    result = play(game, act("M", "activate"))
    game = result.game

    assert (marks(game, "M"), number(game, "M", "mp"), number(game, "M", "attacks")) == ([], 0, 0)
    assert "DES-STUN-3" in cited(result)
    assert not legal(game, act("M", "activate"))
    assert not legal(game, act("M", "attack:hooked_claws", "H"))
    assert not legal(game, go(game, "M", (4, 4)))


@pytest.mark.clause("DES-BLEED-2", "DES-STUN-3")
def test_a_monster_that_bleeds_and_is_stunned_bleeds_all_the_same_whatever_comes_first():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 5.5,3.5 stun bleed", phase="overlord")

    for given in (("bleed", (harm(2),)), ("stun", (harm(2),))):
        then = begin(game, "M", *given)
        assert (wounds(then, "M"), marks(then, "M"), number(then, "M", "turn")) == (4, [], 2)


@pytest.mark.clause("DES-STUN-2", "DES-DEF-MID")
def test_a_monster_stunned_in_mid_activation_finishes_it_and_loses_the_next():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 8.5,3.5", phase="overlord")
    game = done(begin(game, "M"), go(begin(game, "M"), "M", (7, 3)))

    game = done(game, by_hand(Gained(model=ModelId("M"), marker=Marker("stun"))))
    game = done(game, go(game, "M", (5, 3)))
    assert where(game, "M") == (5.5, 3.5)
    assert legal(game, act("M", "attack:hooked_claws", "H")) is False
    game = after(after(game))
    game = after(after(begin(game, "H")))
    assert number(begin(game, "M"), "M", "mp") == 0


@pytest.mark.clause("DES-DEF-MAST", "DES-STUN-3")
def test_by_the_errata_a_stunned_master_moves_or_attacks_once():
    models = "model H hero red 3.5,3.5\nmodel M chief blue 4.5,3.5 stun\nmodel N beast blue 9.5,3.5 stun"
    strict = begin(position(models, phase="overlord"), "M")
    game = position(models, phase="overlord", master_monsters="errata")
    moves, attacks = begin(game, "M", "move"), begin(game, "M", "attack")

    assert number(strict, "M", "mp") == 0
    assert number(begin(game, "N"), "N", "mp") == 0
    assert (number(moves, "M", "mp"), number(moves, "M", "attacks")) == (4, 0)
    assert (number(attacks, "M", "mp"), number(attacks, "M", "attacks")) == (0, 1)
    assert [option.id for option in asking(game, act("M", "activate")).question.options] == ["move", "attack"]


@pytest.mark.clause("DES-STUN-7")
def test_the_log_says_how_many_tokens_are_left():
    game = hero("stun stun")

    assert story(play(game, act("H", "begin_turn")).events, game) == ("H: still stunned, 1 marker left.",)


@pytest.mark.clause("DES-DEF-CONC")
def test_a_stunned_and_dazed_hero_still_clears_his_head_first():
    game = begin(hero("stun daze"), "H", "daze", (S,))

    assert (marks(game, "H"), number(game, "H", "stunned")) == ([], 1)
    assert marks(begin(hero("stun daze"), "H", "stun", (E,)), "H") == ["daze"]
