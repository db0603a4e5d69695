"""Chapter: Critical hits, under the reading `criticals`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ask import Steps
from engine.events import Rolled
from engine.game import Game
from engine.systems.mordheim.weapons import PLAIN
from engine.systems.mordheim.wounds import Blow, hit
from tests.systems.mordheim.positions import Given, fate, fates, fates_of_steps, fight, play, position

KD, ST, OOA = "knocked down", "stunned", "out of action"


def struck(game: Game) -> Steps[Game]:
    """One hit of A on B."""
    return (yield from hit(game, Blow(attacker="A", target="B", weapon=PLAIN)))


def duel(attacker: str = "quick", victim: str = "slow", **readings: str) -> Game:
    return position(f"model A {attacker} red 5,5\nmodel B {victim} blue 5.984,5", **readings)


def test_hc_17_one_hit_with_criticals_on_and_off():
    on, off = duel(criticals="on"), duel()

    assert fates_of_steps(on, "B", struck) == {
        "unhurt": Fraction(1, 2),
        KD: Fraction(10, 81),
        ST: Fraction(25, 162),
        OOA: Fraction(2, 9),
    }
    assert fates_of_steps(off, "B", struck) == {
        "unhurt": Fraction(1, 2),
        KD: Fraction(1, 6),
        ST: Fraction(1, 6),
        OOA: Fraction(1, 6),
    }


def test_hc_38_a_critical_may_go_through_the_armour_of_the_knocked_down():
    game = position("model A quick red 5,5\nmodel B leather blue 5.984,5 knocked_down", criticals="on")

    assert fates(game, "B", fight("A", "B"))[OOA] == Fraction(10, 27)


@pytest.mark.parametrize(
    ("dice", "result"),
    [
        ((4, 6, 1, 5), "unhurt"),  # saved by armour, once for both wounds
        ((4, 6, 2, 4, (1, 3)), ST),  # two wounds, not saved: the higher injury
        ((4, 6, 3, (1, 2)), KD),  # no armour save is asked for
        ((4, 6, 5, (1, 2)), ST),  # +2: 3 and 4
        ((4, 6, 6, (3, 1)), OOA),  # +2: 5 and 3
    ],
)
def test_the_chart_row_by_row(dice: tuple[Given, ...], result: str):
    assert fate(play(duel(victim="leather", criticals="on"), fight("A", "B"), *dice).game, "B") == result


def test_a_6_that_was_needed_is_not_critical():
    game = duel(victim="giant", attacker="ogre", criticals="on")

    done = play(game, fight("A", "B"), 4, 6, 4, 6)

    assert [event.meaning for event in done.events if isinstance(event, Rolled)] == ["hit", "wound"] * 2
    assert done.game.model("B").count("wounds_lost") == 2


def test_only_the_first_6_of_a_warrior_is_critical():
    game = duel(attacker="twice", victim="ogre", criticals="on")

    done = play(game, fight("A", "B"), 4, 6, 3, 4, 6, 2)

    assert [event.meaning for event in done.events if isinstance(event, Rolled)] == [
        "hit", "critical hit", "2 wounds, no armour save", "hit", "wound", "knocked down",
    ]  # fmt: skip
    assert done.game.model("A").count("critical") == 0


def test_without_the_reading_a_6_is_a_wound_like_any_other():
    done = play(duel(), fight("A", "B"), 4, 6, 1)

    assert [event.meaning for event in done.events if isinstance(event, Rolled)] == ["hit", "wound", "knocked down"]
