"""Effect: Daze.  Each token costs every attack a yellow, green or power die, as its owner picks."""

from __future__ import annotations

import pytest

from engine.ask import Roll
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from tests.systems.descent.positions import (
    MISS,
    B,
    E,
    S,
    act,
    asking,
    by_hand,
    cited,
    done,
    marks,
    notes,
    number,
    play,
    position,
    shows,
)

STRIKE = act("H", "attack:hearth_sword", "M")
"""Red, green and two power dice of the trait."""
HIT = shows("red", damage=2)


def fight(words: str, kind: str = "swordman", attacks: int = 2, **readings: str) -> Game:
    models = f"model H {kind} red 3.5,3.5 turn:1 attacks:{attacks} fatigue_spent:4 {words}\nmodel M ogre blue 5,4"
    return position(models, **readings)


def dice(game: Game, *given: str) -> str:
    """The dice that are thrown after the base die, as the prompt names them."""
    asked = asking(game, STRIKE, *given, HIT).question
    assert isinstance(asked, Roll)
    return str(asked.dice)


@pytest.mark.clause("DES-DAZE-1", "DES-DAZE-5", "DES-DAZE-6")
def test_the_owner_picks_the_dice_that_are_lost():
    game = fight("daze daze")
    first = asking(game, STRIKE).question

    assert [option.id for option in first.options] == ["black", "green"]
    assert (first.side, first.what) == ("red", "Dazed: which die does H lose? (1 of 2)")
    assert dice(game, "green") == "power"
    assert dice(game, "black", "black") == "green"
    assert dice(game, "black", "green") == "power"


@pytest.mark.clause("DES-DAZE-7", "DES-DEF-BASE")
@pytest.mark.parametrize(("kind", "weapon", "base"), [("archer", "reed_bow", "blue"), ("mage", "cinder_rod", "white")])
def test_blue_and_white_dice_stay_however_dazed_he_is(kind: str, weapon: str, base: str):
    asked = asking(fight("daze=9", kind), act("H", f"attack:{weapon}", "M")).question

    assert isinstance(asked, Roll)
    assert str(asked.dice) == base
    done(fight("daze=9", kind), act("H", f"attack:{weapon}", "M"), shows(base, damage=3))


@pytest.mark.clause("DES-DAZE-5", "DES-DAZE-7", "DES-DEF-BASE")
def test_with_more_tokens_than_such_dice_only_red_is_left():
    result = play(fight("daze=4"), STRIKE, HIT)

    assert "loses a green die and 2 power dice" in notes(result)
    assert "DES-DAZE-7" in cited(result)
    result = play(fight("daze", kind="bare"), act("H", "attack:fists", "M"), HIT)
    assert "Dazed, H has no die to lose" in notes(result)


@pytest.mark.clause("DES-DAZE-5", "DES-DAZE-4")
def test_both_attacks_of_a_battle_lose_a_die_and_the_token_stays():
    game = fight("daze")

    game = done(game, STRIKE, "black", MISS)
    assert dice(game, "green") == "2 power"
    assert marks(game, "H") == ["daze"]


@pytest.mark.clause("DES-DAZE-5", "DES-DEF-MID")
def test_a_token_gained_between_two_attacks_counts_for_the_second():
    game = done(fight(""), STRIKE, MISS)
    game = done(game, by_hand(Gained(model=ModelId("H"), marker=Marker("daze"))))

    assert dice(game, "green") == "2 power"


@pytest.mark.clause("DES-DAZE-5", "DES-DAZE-7", "DES-DEF-FAT")
def test_dice_bought_with_fatigue_are_lost_while_tokens_are_left_over():
    rich = position("model H swordman red 3.5,3.5 turn:1 attacks:1 daze=4\nmodel M ogre blue 5,4")

    result = play(rich, STRIKE, HIT, "buy", "buy", (E,), "enough")
    assert "Dazed, H loses the power die again" in notes(result)
    assert number(result.game, "H", "fatigue_spent") == 2
    assert "hits M: 3 damage" in notes(result)

    safe = position(
        "model H swordman red 3.5,3.5 turn:1 attacks:1 daze=4\nmodel M ogre blue 5,4", daze_counts="printed_dice"
    )
    result = play(safe, STRIKE, HIT, "buy", (E,), "enough")
    assert "hits M: 3 damage" in notes(result)
    assert number(result.game, "H", "fatigue_spent") == 1


@pytest.mark.clause("DES-DAZE-2", "DES-DAZE-3", "DES-DAZE-4")
def test_surges_clear_tokens_as_a_turn_starts_and_the_others_stay():
    game = position("model H hero red 3.5,3.5 daze daze daze\nmodel M beast blue 12.5,8.5")

    result = play(game, act("H", "begin_turn"), (S, E, B))
    assert marks(result.game, "H") == ["daze", "daze"]
    assert {"DES-DAZE-2", "DES-DAZE-3", "DES-DAZE-4"} <= cited(result)


@pytest.mark.clause("DES-DAZE-5", "DES-DAZE-6", "DES-DEF-OWNER")
def test_a_dazed_monster_loses_a_die_of_the_overlords_choice():
    game = position("model H hero red 3.5,3.5\nmodel M bell blue 4.5,3.5 turn:1 attacks:1 daze", phase="overlord")
    hammer = act("M", "attack:bell_hammer", "H")

    result = play(game, hammer, HIT, (shows("green", damage=1, surge=0),))
    assert "Dazed, M loses a green die" in notes(result)
