"""A whole battle of three rounds with dice typed in: played again, it comes to the same facts.

`sensible` made it; where a rule is corrected, it makes it anew, and the difference tells
what the correction changed at the table.
"""

from __future__ import annotations

import pytest

from engine import store
from engine.ask import Picked, Thrown
from engine.commands import Act, Move, NextPhase
from engine.journal import Journal
from engine.play import Done, perform
from engine.skirmish import skirmish
from tests.systems.eldfall.positions import SYSTEM
from tests.systems.eldfall.sensible import BATTLE, seen

STATES = (
    *("bleeding", "blinded", "confused", "crippled", "crouched", "dead", "engaged", "fatigued", "flying"),
    *("immobilized", "incapacitated", "panicked", "poisoned", "shrouded", "slowed", "weakened"),
)


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


def test_it_is_two_full_turns_a_side_and_more(battle: Journal) -> None:
    turns = [(game.round, game.active) for game in battle.games if game.phase == "tactical"]
    entries = [entry.command for entry in battle.entries]

    assert {(number, side) for number in (1, 2) for side in ("ember_road", "hollow_choir")} <= set(turns)
    assert sum(isinstance(command, NextPhase) for command in entries) >= 16
    assert sum(isinstance(command, Move) for command in entries) > 40
    assert len({command.action for command in entries if isinstance(command, Act)}) > 15


def test_it_begins_where_the_skirmish_does(battle: Journal) -> None:
    assert battle.first == skirmish("cinder_ford")


def test_every_die_was_typed_in(battle: Journal) -> None:
    answers = [answer for entry in battle.entries for answer in entry.answers]
    dice = [answer for answer in answers if isinstance(answer, Thrown)]

    assert sum(len(answer.faces) for answer in dice) > 60
    assert all(answer.typed == (True,) * len(answer.faces) for answer in dice)
    assert sum(isinstance(answer, Picked) for answer in answers) > 60


def test_nearly_every_state_is_met_in_it(battle: Journal) -> None:
    """Fifteen as it was recorded, all but Immobilized; a new recording may miss another."""
    assert len(set(STATES) & seen(battle)) >= 13


def test_it_can_be_taken_back_to_its_beginning_and_played_to_its_end(battle: Journal) -> None:
    undone = battle
    while undone.can_undo:
        undone = undone.undo()
    redone = undone
    while redone.can_redo:
        redone = redone.redo()

    assert undone.game == battle.first
    assert redone.game == battle.game
