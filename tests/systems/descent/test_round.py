"""Chapters: The round, what each action gives, death, setting up, and the card."""

from __future__ import annotations

import pytest

from engine.commands import Deploy, NextPhase, Turn
from engine.game import Game, ModelId
from engine.systems.descent.death import money_kept
from engine.systems.descent.wounds import lose
from tests.systems.descent.positions import (
    SYSTEM,
    act,
    after,
    begin,
    cited,
    conquest,
    declared,
    done,
    go,
    legal,
    marks,
    notes,
    number,
    plan,
    position,
    refused,
    said,
    square,
    step,
    where,
    wounds,
)

TWO = "model H hero red 3.5,3.5\nmodel G hero red 5.5,3.5\nmodel M beast blue 14.5,10.5\nmodel N beast blue 12.5,10.5"
TOWN = 'zone "Town" red 0,0 2,0 2,1 0,1'


@pytest.mark.clause("DES-DEF-TURN")
def test_heroes_act_in_the_order_they_like_each_once():
    game = begin(position(TWO), "G")

    assert said(game, act("H", "begin_turn")) == "G's turn has to end first."
    assert plan(game, NextPhase()).label == "End G's turn"
    game = after(game)
    assert said(game, act("G", "begin_turn")) == "G has had a turn this round."
    assert said(game, NextPhase()) == "H still has to take a turn."
    game = after(begin(game, "H"))
    assert (plan(game, NextPhase()).label, SYSTEM.next_up(game)) == ("Overlord's turn", ())


@pytest.mark.clause("DES-DEF-TURN")
def test_then_the_overlord_activates_each_monster_at_most_once_and_a_new_round_begins():
    game = position(TWO.replace("3.5,3.5", "3.5,3.5 turn:2").replace("5.5,3.5", "5.5,3.5 turn:2"))
    game = after(game)

    assert (game.phase, game.active) == ("overlord", "blue")
    game = begin(game, "M")
    assert SYSTEM.next_up(game) == ("M",)
    game = after(game)
    assert not legal(game, act("M", "activate"))
    assert legal(game, act("N", "activate"))
    assert plan(game, NextPhase()).notes == ("Not activated this round: N.",)
    game = after(game)
    assert (game.phase, game.round, game.active, number(game, "H", "turn")) == ("heroes", 3, "red", 0)


@pytest.mark.clause("DES-DEF-TURN")
def test_a_monsters_activation_ends_where_another_begins_and_a_heros_turn_does_not():
    game = begin(position(TWO, phase="overlord"), "M")

    assert plan(game, act("N", "activate")).notes[0] == "M is done for this round."
    game = begin(game, "N")
    assert [number(game, name, "turn") for name in "MN"] == [2, 1]
    assert [number(game, name, "mp") for name in "MN"] == [0, 4]
    assert not legal(begin(position(TWO), "H"), act("G", "begin_turn"))


@pytest.mark.clause("DES-DEF-TURN")
def test_monsters_wait_for_the_overlord_and_heroes_for_their_own_part():
    heroes, overlord = position(TWO), position(TWO, phase="overlord")

    assert "DES-DEF-TURN" in refused(heroes, act("M", "activate"))
    assert "DES-DEF-TURN" in refused(overlord, act("H", "begin_turn"))
    assert said(heroes, act("H", "activate")) != ""
    assert "a monster, which is activated" in said(overlord, act("M", "begin_turn"))


@pytest.mark.clause("DES-DEF-ACT", "DES-DEF-MP")
@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("run", (8, 0, 0)),
        ("battle", (0, 2, 0)),
        ("advance", (4, 1, 0)),
        ("ready_move", (4, 0, 1)),
        ("ready_attack", (0, 1, 1)),
    ],
)
def test_what_each_action_gives(action: str, given: tuple[int, int, int]):
    game = declared(position(TWO), "H", action)

    assert tuple(number(game, "H", name) for name in ("mp", "attacks", "orders")) == given
    assert refused(game, act("H", "run")) == ("DES-DEF-ACT",)


@pytest.mark.clause("DES-DEF-ACT", "DES-DEF-TURN")
def test_what_is_left_over_ends_with_the_turn():
    game = after(declared(position(TWO), "H", "advance"))

    assert [number(game, "H", name) for name in ("mp", "attacks", "declared", "turn")] == [0, 0, 0, 2]
    assert not legal(game, go(game, "H", (3, 4)))


@pytest.mark.clause("DES-DEF-MONSTER")
def test_an_activated_monster_gets_its_speed_and_one_attack():
    game = begin(position(TWO, phase="overlord"), "M")

    assert (number(game, "M", "mp"), number(game, "M", "attacks")) == (4, 1)
    assert refused(game, act("M", "run")) == ("DES-DEF-ACT",)


def die(game: Game, *why: str):
    return step(game, lambda game: (yield from lose(game, ModelId("H"), 20, *(why or ("DES-DEF-ARM",)))))


@pytest.mark.clause("DES-DEF-DEATH")
def test_a_killed_hero_pays_goes_to_town_and_is_whole_again():
    words = "wounds_lost:3 fatigue_spent:2 coins:175 burn daze web guard turn:1 mp:3"
    game = position(f"model H hero red 3.5,3.5 {words}\nmodel M beast blue 14.5,10.5", TOWN)

    result = die(game)
    game = result.game
    assert (wounds(game, "H"), number(game, "H", "fatigue_spent"), marks(game, "H")) == (12, 0, [])
    assert (conquest(game), number(game, "H", "coins")) == (7, 100)
    assert (where(game, "H"), number(game, "H", "in_town"), number(game, "H", "turn")) == ((0.5, 0.5), 1, 2)
    assert "DES-DEF-DEATH" in cited(result)
    assert "H is killed: Conquest value 3" in notes(result)


@pytest.mark.clause("DES-DEF-DEATH")
def test_he_acts_again_next_round_and_comes_back_by_a_glyph():
    models = "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 14.5,10.5"
    game = die(position(models, TOWN, square("glyph", 8, 8, "open_glyph"))).game

    assert not legal(game, act("H", "begin_turn"))
    game = declared(after(after(game)), "H", "run")
    game = done(game, act("H", "glyphs"))
    assert (where(game, "H"), number(game, "H", "mp")) == ((8.5, 8.5), 7)


@pytest.mark.clause("DES-DEF-DEATH")
def test_without_a_town_he_is_off_the_board_until_he_comes_back():
    models = "model H hero red 3.5,3.5 turn:2\nmodel M beast blue 14.5,10.5"
    game = die(position(models, square("glyph", 8, 8, "open_glyph"))).game

    assert (game.model("H").place, game.model("H").removed_as) == ("removed", "killed")
    game = done(declared(after(after(game)), "H", "run"), act("H", "glyphs"))
    assert (game.model("H").place, where(game, "H")) == ("table", (8.5, 8.5))


@pytest.mark.clause("DES-DEF-DEATH")
def test_half_the_money_is_lost_down_to_a_multiple_of_twenty_five():
    assert [money_kept(coins) for coins in (0, 25, 50, 100, 175, 300)] == [0, 25, 25, 50, 100, 150]


@pytest.mark.clause("DES-DEF-DEATH", "DES-DEF-OWN-QUEST")
def test_with_no_conquest_left_the_overlord_wins_and_nothing_more_is_done():
    game = position("model H hero red 3.5,3.5\nmodel M beast blue 14.5,10.5", 'side red "Heroes" conquest:2')

    game = die(game).game
    assert game.outcome == "the overlord wins, Heroes have no conquest left"
    assert conquest(game) == 0
    assert refused(game, NextPhase()) == ("DES-DEF-OWN-QUEST",)
    assert "DES-DEF-OWN-QUEST" in refused(game, act("M", "activate"))


@pytest.mark.clause("DES-DEF-DEATH", "DES-DEF-LOS", "DES-DEF-MP")
def test_whoever_is_in_town_is_in_nobodys_way_or_sight():
    models = "model H hero red 3.5,3.5 turn:1 mp:4\nmodel G hero red 0.5,0.5 in_town:1\nmodel M beast blue 14.5,10.5"
    game = position(models, TOWN)

    assert where(done(game, go(game, "H", (0, 0))), "H") == (0.5, 0.5)
    assert not legal(position(models, phase="overlord"), act("M", "attack:hooked_claws", "G"))


@pytest.mark.clause("DES-DEF-OWN-SQUARE")
def test_figures_are_set_up_on_whole_empty_squares():
    game = position("model H hero red place=reserve\nmodel M beast blue 5.5,5.5", square("crate", 8, 8, "obstacle"))

    def put(x: float, y: float) -> Deploy:
        return Deploy(model=ModelId("H"), at=(x, y, 0.0))

    assert where(done(game, put(3.2, 3.9)), "H") == (3.5, 3.5)
    assert said(game, put(5.4, 5.6)) == "M stands there."
    assert said(game, put(8.5, 8.5)) == "There is no open floor for H there."
    assert said(game, act("H", "begin_turn")) == "H has not been set up yet."


@pytest.mark.clause("DES-DEF-LOS")
def test_a_figure_of_one_space_looks_where_it_likes_for_nothing():
    game = position(TWO)

    assert done(game, Turn(model=ModelId("H"), facing=123.0)).model("H").facing == 123.0


@pytest.mark.clause("DES-DEF-ACT", "DES-DEF-FAT", "DES-DEF-ARM", "DES-CURSE-2")
def test_the_card_shows_what_is_left_first():
    game = declared(
        position("model H knight red 3.5,3.5 curse healing_potion:1\nmodel M beast blue 14.5,10.5"), "H", "advance"
    )

    assert [tally.text() for tally in SYSTEM.card(game, game.model("H"))] == [
        "Movement points 4",
        "Attacks 1",
        "Orders to place 0",
        "Wounds 12 of 12",
        "Fatigue 4 of 4",
        "Speed 4",
        "Armor 2 + 2 ring coat = 4",
        "Hearth sword 2 power, red, green",
        "Fists 2 power, red",
        "Healing potion 1",
        "Conquest value 3 + 1 Cursed = 4",
    ]
    beast = SYSTEM.card(game, game.model("M"))
    assert [tally.text() for tally in beast] == [
        "Wounds 6 of 6",
        "Speed 4",
        "Armor 1",
        "Hooked claws 0 power, red, green",
    ]


@pytest.mark.clause("DES-DEF-TURN")
def test_what_became_of_whom_is_said_in_a_few_words():
    before = position(
        "model H swordman red 3.5,3.5 turn:1 attacks:1\nmodel G hero red 5.5,3.5\nmodel M beast blue 14.5,10.5"
    )
    dead = die(before).game
    hurt = step(before, lambda game: (yield from lose(game, ModelId("H"), 2, "DES-DEF-ARM"))).game

    assert SYSTEM.outcome(before, before) == "same"
    assert SYSTEM.outcome(before, dead) == "killed"
    assert SYSTEM.outcome(before, hurt) == "2 wounds"
