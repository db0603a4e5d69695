"""Chapter: The starting phase.  Its six steps, and the states that wait for it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.commands import NextPhase
from engine.events import Counted, Noted, PhaseBegan, Rolled
from engine.game import SideId
from engine.odds import Odds, odds
from tests.systems.bushido.positions import SYSTEM, after, counters, marks, play, position

BOTH = "model A man red 5,5\nmodel B man blue 25,25"
RED, BLUE = (6, 2), (2, 6)
"""Tactical tests that red or blue wins: the dice of red, then of blue."""


@pytest.mark.clause("BUS-DEF-04", "BUS-DEF-02")
def test_ki_then_counters_then_the_test_then_the_main_phase():
    result = play(position(BOTH, phase="start"), NextPhase(), *RED)

    told = []
    for event in result.events:
        if isinstance(event, Counted):
            told.append(f"{event.whose} {event.name} {event.value}".strip())
        elif isinstance(event, Rolled):
            told.append(event.what)
        elif isinstance(event, PhaseBegan):
            told.append(f"{event.phase} {event.side}")
    assert told == [
        "A ki 2",
        "B ki 2",
        "A activations 2",
        "B activations 2",
        "tactical test of Red",
        "tactical test of Blue",
        "decided 1",
        "decided 0",
        "main red",
    ]


@pytest.mark.clause("BUS-DEF-04", "BUS-DEF-OWN-TACTICAL")
def test_the_winner_of_the_tactical_test_is_active_first():
    assert after(position(BOTH, phase="start"), *BLUE).active == "blue"
    assert after(position(BOTH, phase="start", active="blue"), *RED).active == "red"


@pytest.mark.clause("BUS-DEF-OWN-TACTICAL")
def test_a_tie_is_thrown_again_and_a_one_counts_for_nothing():
    assert after(position(BOTH, phase="start"), 4, 4, 1, 2).active == "blue"


@pytest.mark.clause("BUS-DEF-OWN-TACTICAL")
def test_the_odds_of_the_tactical_test_are_even_and_come_to_an_end():
    found = odds(SYSTEM, position(BOTH, phase="start"), NextPhase())

    assert isinstance(found, Odds)
    tied = Fraction(6, 36) ** 9
    assert found.chance(lambda game: game.active == "red") == Fraction(1, 2) - tied / 2
    assert found.chance(lambda game: game.active == "blue") == Fraction(1, 2) + tied / 2


@pytest.mark.clause("BUS-DEF-05")
def test_a_side_without_anybody_on_the_table_does_not_begin_the_main_phase():
    game = position("model A man red 5,5\nmodel B man blue place=reserve", phase="start")

    assert after(game, *BLUE).active == "red"


@pytest.mark.clause("BUS-DEF-04")
def test_the_smaller_warband_gets_a_pass_token_for_each_model_it_is_short():
    game = position(f"{BOTH}\nmodel C man blue 28,25\nmodel D man blue 31,25", phase="start")

    game = after(game, *RED)

    assert [game.side(side).count("passes") for side in ("red", "blue")] == [2, 0]


@pytest.mark.clause("BUS-DEF-TRAIT-RAGE", "BUS-BERSERK-2")
def test_rage_makes_berserk_and_brings_ki():
    game = position("model A oni red 5,5\nmodel B man blue 25,25", phase="start")

    game = after(game, *RED)

    assert "berserk" in marks(game, "A")
    assert counters(game, "A")["ki"] == 3


@pytest.mark.clause("BUS-DEF-TRAIT-IMPETUOUS")
def test_the_impetuous_by_nature_get_their_markers_each_turn():
    game = position("model A eager red 5,5\nmodel B man blue 25,25", phase="start")

    assert marks(after(game, *RED), "A") == ["impetuous"]


# ---------------------------------------------------------------- Disease and Death Sentence


@pytest.mark.clause("BUS-DISEASED-1", "BUS-DISEASED-2")
def test_disease_takes_one_marker_and_one_counter():
    game = after(position(f"{BOTH} disease disease disease", phase="start"), *RED)

    assert (marks(game, "B"), counters(game, "B")["activations"]) == (["disease", "disease"], 1)


@pytest.mark.clause("BUS-DISEASED-2")
def test_by_the_other_reading_every_marker_takes_a_counter():
    game = after(position(f"{BOTH} disease disease disease", phase="start", disease_loss="each_marker"), *RED)

    assert (marks(game, "B"), counters(game, "B").get("activations", 0)) == ([], 0)


@pytest.mark.clause("BUS-DEATHSENTENCE-5", "BUS-DEF-04")
@pytest.mark.parametrize(("wish", "left"), [("pay", (0, 0)), ("keep", (3, 1))])
def test_a_death_sentence_may_be_bought_off_with_the_ki_of_this_turn(wish: str, left: tuple[int, int]):
    game = position("model A dull red 5,5 death_sentence ki:2\nmodel B man blue 25,25", phase="start")

    game = after(game, *RED, wish)

    assert (game.model("A").count("ki"), len(marks(game, "A"))) == left


@pytest.mark.clause("BUS-DEATHSENTENCE-5")
def test_one_is_bought_off_and_by_the_other_reading_as_many_as_it_can_pay():
    models = "model A man red 5,5 death_sentence death_sentence ki:6\nmodel B man blue 25,25"

    once = after(position(models, phase="start"), *RED, "pay")
    often = after(position(models, phase="start", death_sentence_payments="while_it_can"), *RED, "pay", "pay")

    assert (counters(once, "A")["ki"], marks(once, "A")) == (3, ["death_sentence"])
    assert (counters(often, "A").get("ki", 0), marks(often, "A")) == (0, [])


@pytest.mark.clause("BUS-DEATHSENTENCE-5", "BUS-SPIRITBLOCKED-1", "BUS-DISEASED-1", "BUS-DISEASED-2")
def test_blocked_sentenced_and_sick_at_once():
    game = position(
        "model A man red 5,5 spirit_block death_sentence disease ki:1\nmodel B man blue 25,25", phase="start"
    )

    game = after(game, *RED)

    assert marks(game, "A") == ["death_sentence"]
    assert counters(game, "A") == {"activations": 1, "ki": 1}


# ---------------------------------------------------------------- length of the game


@pytest.mark.clause("BUS-DEF-04", "BUS-DEF-06")
def test_a_game_of_variable_length_may_end_from_the_third_turn_on():
    third = position(BOTH, phase="start", turn=3, game_length="variable")

    assert after(third, 3, *RED).count("last_turn") == 0
    assert after(third, 4, *RED).count("last_turn") == 1
    assert after(replace(third, round=2), *RED).count("last_turn") == 0
    assert after(replace(third, round=7), *RED).count("last_turn") == 0


# ---------------------------------------------------------------- what is said beforehand


@pytest.mark.clause("BUS-SPIRITBLOCKED-1", "BUS-DISEASED-1", "BUS-DEATHSENTENCE-5")
def test_the_starting_phase_says_what_it_will_do():
    game = position(
        "model A man red 5,5 spirit_block spirit_block\nmodel C man red 9,5 disease\n"
        "model D man red 13,5 death_sentence ki:1\nmodel O oni red 17,5\nmodel I eager red 21,5\n"
        "model B man blue 25,25",
        phase="start",
    )

    assert SYSTEM.upkeep(game) == (
        "A is Spirit Blocked: no Ki this turn, 1 marker stays.",
        "C is Diseased: one activation counter fewer, no marker stays.",
        "D may pay 3 of 3 Ki to lose a Death Sentence.",
        "O rages: Berserk and Impetuous.",
        "I gains an Impetuous marker.",
        "Blue gets 4 Pass Tokens.",
    )
    assert SYSTEM.plan(game, NextPhase()).notes == SYSTEM.upkeep(game)


def test_a_length_that_dice_decide_is_said_beforehand():
    game = position(BOTH, phase="start", turn=4, game_length="variable")

    assert SYSTEM.upkeep(game) == ("A die decides whether this turn is the last: 4 or more, and it is.",)


def test_one_side_alone_needs_no_tactical_test():
    game = replace(position("model A man red 5,5", phase="start"), sides=(position(BOTH).sides[0],))

    assert after(game).phase == "main"


@pytest.mark.clause("BUS-DEF-TRAIT-DISGUISE", "BUS-DEF-TRAIT-AMMO")
def test_a_game_begins_with_disguises_and_ammunition_laid_out():
    game = SYSTEM.begin(position("model A hidden red 5,5\nmodel B gunner blue 25,25", turn=4, active="blue"))

    assert (game.round, game.phase, game.active) == (1, "start", SideId("red"))
    assert (marks(game, "A"), counters(game, "B")) == (["disguise 5"], {"ammo": 5})
    assert SYSTEM.begin(game) == game


def test_the_log_names_who_is_first():
    events = play(position(BOTH, phase="start"), NextPhase(), *BLUE).events

    assert [event.text for event in events if isinstance(event, Noted)] == ["Blue is active first"]
