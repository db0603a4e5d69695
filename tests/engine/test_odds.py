"""Odds: the same rule code under every roll, in exact fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine import odds as odds_module
from engine.ask import Picked, Thrown
from engine.commands import Act, Move, NextPhase
from engine.odds import Odds, TooLong, odds
from engine.play import Asking, Done, Refused, perform
from tests.engine.toy import SYSTEM, duel, fighter

STRIKE = Act(model="A", action="strike", targets=("B",))


def table(command, game=None, **how) -> dict[str, Fraction]:
    found = odds(SYSTEM, game or duel(), command, **how)
    assert isinstance(found, Odds)
    return dict(found.table())


def test_a_hit_and_a_wound_are_a_quarter():
    assert table(STRIKE) == {"B felled": Fraction(1, 4), "nothing": Fraction(3, 4)}


def test_two_blows_fell_seven_times_in_sixteen():
    """The second blow is only struck where the first did not fell: 1 - (3/4)²."""
    twice = Act(model="A", action="strike", targets=("B", "B"))

    assert table(twice) == {"B felled": Fraction(7, 16), "nothing": Fraction(9, 16)}


def test_whoever_decides_can_decide_otherwise():
    found = table(STRIKE, policy=lambda question, game: "burn")

    assert found == {"burning": Fraction(1, 4), "nothing": Fraction(3, 4)}


def test_the_table_has_the_likeliest_first():
    found = odds(SYSTEM, duel(), STRIKE)

    assert isinstance(found, Odds)
    assert [label for label, _ in found.table()] == ["nothing", "B felled"]
    assert found.chance(lambda game: game.model("B").on_table) == Fraction(3, 4)


def test_equal_games_merge_between_steps():
    """Three prayers of one die: eight ways to roll, four different ends."""
    found = odds(SYSTEM, duel(), Act(model="A", action="pray"))

    assert isinstance(found, Odds)
    favour = {game.side("red").count("favour"): share for game, share in found.ends}
    assert favour == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}


def test_a_wish_without_dice_is_certain():
    assert table(NextPhase()) == {"burning": Fraction(1)}


def test_a_refused_wish_has_no_odds():
    found = odds(SYSTEM, duel(), Move(model="A", path=((0, 0), (9, 9))))

    assert isinstance(found, Refused)
    assert found.objections[0].why == ("TOY-WALK",)


def test_odds_that_would_take_too_long_are_said_to(monkeypatch):
    monkeypatch.setattr(odds_module, "MOST_THROWS", 3)

    with pytest.raises(TooLong):
        odds(SYSTEM, duel(), STRIKE)


HALVES = (3, 4)
"""As good as six faces, where only 4 or more matters."""


@pytest.mark.parametrize(
    ("targets", "die"), [(("B",), range(1, 7)), (("B", "C"), range(1, 7)), (("B", "B", "C"), HALVES)]
)
def test_odds_are_what_playing_every_throw_gives(targets, die):
    """Brute force through `perform`: every face of every die in turn, nothing merged."""
    game = duel(fighter("C", "blue", 5, 5, "shield"))
    command = Act(model="A", action="strike", targets=targets)
    counted: Counter[str] = Counter()
    depth = 2 * len(targets)
    for faces in product(die, repeat=depth):
        counted[_played(game, command, faces)] += 1
    walked = {label: Fraction(count, len(die) ** depth) for label, count in counted.items()}

    assert table(command, game) == walked


def _played(game, command, faces) -> str:
    """The end of one command with these faces in order; what is left over is not rolled."""
    left = iter(faces)
    answers = ()
    result = perform(SYSTEM, game, command)
    while isinstance(result, Asking):
        dice = getattr(result.question, "dice", None)
        answers = (*answers, Thrown((next(left),)) if dice else Picked("fall"))
        result = perform(SYSTEM, game, command, answers)
    assert isinstance(result, Done)
    return SYSTEM.outcome(game, result.game)
