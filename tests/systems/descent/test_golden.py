"""Two whole rounds with dice typed in: played again, they come to the same facts.

`sensible` made them; where a rule is corrected, it makes them anew, and the difference tells
what the correction changed at the table.
"""

from __future__ import annotations

import pytest

from engine import store
from engine.ask import Picked, Thrown
from engine.journal import Journal
from engine.play import Done, perform
from engine.skirmish import skirmish
from tests.systems.descent.positions import SYSTEM
from tests.systems.descent.sensible import BATTLE, EFFECTS, NAME, ORDERS, seen


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


def test_it_begins_where_the_skirmish_does_and_lasts_two_rounds(battle: Journal) -> None:
    assert battle.first == skirmish(NAME)
    assert battle.game.round == 3
    assert {game.round for game in battle.games} == {1, 2, 3}
    assert len(battle.entries) > 80


def test_every_hero_and_every_monster_that_lives_has_two_turns(battle: Journal) -> None:
    begun = [
        entry.command for entry in battle.entries if getattr(entry.command, "action", "") in ("begin_turn", "activate")
    ]
    turns = {model.id: sum(command.model == model.id for command in begun) for model in battle.first.models}  # type: ignore[union-attr]

    assert all(turns[model.id] == 2 for model in battle.first.models if "hero" in model.profile.traits)
    lived = [m for m in battle.game.models if "monster" in m.profile.traits and m.on_table]
    assert lived
    assert all(turns[model.id] == 2 for model in lived)


@pytest.mark.parametrize("token", [*EFFECTS, *ORDERS])
def test_every_effect_and_every_order_is_met_in_it(battle: Journal, token: str) -> None:
    assert token in seen(battle)


def test_doors_and_chests_are_opened_and_somebody_dies(battle: Journal) -> None:
    assert {"open_door", "open_chest", "open_glyph", "killed"} <= seen(battle)


def test_every_die_was_typed_in(battle: Journal) -> None:
    answers = [answer for entry in battle.entries for answer in entry.answers]
    dice = [answer for answer in answers if isinstance(answer, Thrown)]

    assert sum(len(answer.faces) for answer in dice) > 40
    assert all(answer.typed == (True,) * len(answer.faces) for answer in dice)
    assert any(isinstance(answer, Picked) for answer in answers)


def test_it_can_be_taken_back_to_its_beginning_and_played_to_its_end(battle: Journal) -> None:
    undone = battle
    while undone.can_undo:
        undone = undone.undo()
    redone = undone
    while redone.can_redo:
        redone = redone.redo()

    assert undone.game == battle.first
    assert redone.game == battle.game
