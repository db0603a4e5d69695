"""The numbers on a model's card, and what an end of a command is called."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.odds import odds
from engine.systems.mordheim.card import card, outcome
from tests.systems.mordheim.positions import SYSTEM, fight, play, position


def lines(game, model: str) -> list[str]:
    return [tally.text() for tally in card(game, game.model(model))]


@pytest.mark.clause("MOR-WND-3")
def test_a_card_in_contact_shows_what_is_needed_to_hit():
    game = position(
        'profile c "Captain" M=4 WS=4 BS=4 S=3 T=3 W=2 I=4 A=2 Ld=8 equipment=sword,dagger,light_armour\n'
        "model A c red 5,5 charged wounds_lost:1\nmodel B slow blue 5.984,5\nmodel C slow blue 4.016,5 stunned"
    )

    assert lines(game, "A") == [
        "Wounds 1 of 2",
        "Weapon Skill 4",
        "Ballistic Skill 4",
        "Toughness 3",
        "Initiative 4",
        "Strength 3",
        "Attacks 2 + 1 Dagger in the other hand = 3",
        "Leadership 8",
        "Armour save 6+ Light armour",
        "Strikes 1 of 4 (first: charged)",
        "To hit B 3+ Weapon Skill 4 against 3",
    ]


def test_a_card_in_his_movement_phase_begins_with_the_move_left():
    game = position("model A quick red 5,5\nmodel B slow blue 20,5", "movement")

    assert lines(game, "A")[0] == "Wounds 1 of 1"
    assert any(line.startswith("Move") for line in lines(game, "A"))
    assert not any(line.startswith("Move") for line in lines(game, "B"))


def test_no_card_fails_on_one_who_is_gone():
    game = position("model A quick red place=removed\nmodel B slow blue 20,5")

    assert lines(game, "A")[0] == "Wounds 1 of 1"


FRESH = "model A quick red 5,5\nmodel B slow blue 5.984,5"


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1,), "unhurt"),
        ((4, 3), "unhurt"),
        ((4, 4, 2), "knocked down"),
        ((4, 4, 3), "stunned"),
        ((4, 4, 5), "out of action"),
    ],
)
def test_one_target_needs_no_name(dice: tuple[int, ...], words: str):
    game = position(FRESH)

    assert outcome(game, play(game, fight("A", "B"), *dice).game) == words


def test_a_wound_that_leaves_him_standing():
    game = position("model A quick red 5,5\nmodel B ogre blue 5.984,5")

    assert outcome(game, play(game, fight("A", "B"), 4, 5).game) == "wounded"


def test_whoever_jumps_up_was_still_wounded():
    game = position("model A twice red 5,5\nmodel B jumper blue 5.984,5")

    assert outcome(game, play(game, fight("A", "B"), 4, 4, 1, 1).game) == "wounded"


def test_two_possible_targets_are_named():
    game = position("model A twice red 5,5\nmodel B slow blue 5.984,5\nmodel C slow blue 4.016,5")

    both = play(game, fight("A", "B", "C"), 4, 4, 3, 4, 4, 6).game
    one = play(game, fight("A", "B", "C"), 1, 4, 4, 6).game

    assert outcome(game, both) == "B stunned, C out of action"
    assert outcome(game, one) == "C out of action"
    assert outcome(game, play(game, fight("A", "B", "C"), 1, 1).game) == "nobody hurt"
    assert outcome(game, game) == "unhurt"


def test_the_odds_use_these_words():
    found = odds(SYSTEM, position(FRESH), fight("A", "B"))

    assert found.table() == (
        ("unhurt", Fraction(3, 4)),
        ("knocked down", Fraction(1, 12)),
        ("out of action", Fraction(1, 12)),
        ("stunned", Fraction(1, 12)),
    )


@pytest.mark.clause("MOR-WND-4", "MOR-STAND-10")
@pytest.mark.parametrize(("lost", "clause"), [(0, "MOR-WND-4"), (2, "MOR-WND-4"), (3, "MOR-STAND-10")])
def test_the_card_says_why_lost_wounds_do_not_hinder(lost: int, clause: str):
    game = position(f"model A quick red 5,5\nmodel B ogre blue 9,9 wounds_lost:{lost}")

    assert card(game, game.model("B"))[0].why == ("MOR-WND-1", "MOR-WND-3", clause)
