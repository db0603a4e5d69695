"""A whole battle of three turns with dice typed in: played again, it comes to the same facts.

`sensible` made it; where a rule is corrected, it makes it anew, and the difference tells
what the correction changed at the table.
"""

from __future__ import annotations

import pytest

from engine import store
from engine.ask import Picked, Thrown
from engine.journal import Journal
from engine.play import Done, perform
from engine.skirmish import skirmish
from tests.systems.bushido.positions import SYSTEM
from tests.systems.bushido.sensible import BATTLE, seen
from tests.systems.bushido.test_matrix import MATRIX


@pytest.fixture(scope="module")
def battle() -> Journal:
    opened = store.read(BATTLE)

    assert opened.journal is not None
    assert not opened.damaged
    assert opened.warnings == ()
    return opened.journal


def test_the_same_wishes_and_dice_come_to_the_same_facts(battle: Journal) -> None:
    game = battle.first
    for index, entry in enumerate(battle.entries):
        result = perform(SYSTEM, game, entry.command, entry.answers)

        assert isinstance(result, Done), (index, entry.command, result)
        assert result.used == len(entry.answers)
        assert result.events == entry.events, (index, entry.command)
        game = result.game
        assert game == battle.games[index]


def test_who_holds_the_shrine_in_the_end_and_who_fell_for_it(battle: Journal) -> None:
    end = battle.game

    assert end.outcome == "The Salt Lantern wins, 3 to 0"
    assert (end.side("salt_lantern").count("score"), end.side("salt_lantern").count("holds")) == (3, 1)
    assert (end.side("still_crane").count("score"), end.side("still_crane").count("holds")) == (0, 0)
    assert {model.name for model in end.models if model.removed_as == "killed"} == {
        *("Sorano Ikke", "Hadabe", "Big Dorobu", "Sister Anzumi", "Kenro"),
        "Mother Oyo",
    }
    assert (end.round, len(battle.entries)) == (3, 60)


def test_it_begins_where_the_skirmish_does(battle: Journal) -> None:
    assert battle.first == skirmish("shrine_court")


def test_every_die_was_typed_in(battle: Journal) -> None:
    answers = [answer for entry in battle.entries for answer in entry.answers]
    dice = [answer for answer in answers if isinstance(answer, Thrown)]

    assert sum(len(answer.faces) for answer in dice) > 120
    assert all(answer.typed == (True,) * len(answer.faces) for answer in dice)
    assert any(isinstance(answer, Picked) for answer in answers)


@pytest.mark.parametrize("state", [state for state in MATRIX if state])
def test_every_state_is_met_in_it(battle: Journal, state: str) -> None:
    assert state in seen(battle)


def test_it_can_be_taken_back_to_its_beginning_and_played_to_its_end(battle: Journal) -> None:
    undone = battle
    while undone.can_undo:
        undone = undone.undo()
    redone = undone
    while redone.can_redo:
        redone = redone.redo()

    assert undone.game == battle.first
    assert redone.game == battle.game
