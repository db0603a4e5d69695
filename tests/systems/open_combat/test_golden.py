"""The golden playthrough: the same script leads to the same facts as are on file, and back to the start."""

from __future__ import annotations

from engine import store
from engine.events import Chose, Gained, Moved, Removed, Rolled
from engine.play import Done, perform
from tests.systems.open_combat.golden import FILE, SCRIPT, SYSTEM, played


def test_the_script_leads_to_the_facts_on_file() -> None:
    kept = store.read(FILE).journal
    now = played()

    assert kept is not None
    assert now.first == kept.first
    for line, entry, filed in zip(SCRIPT, now.entries, kept.entries, strict=True):
        assert entry == filed, line[0]
    assert now.game == kept.game


def test_the_commands_on_file_still_give_the_facts_on_file() -> None:
    kept = store.read(FILE).journal
    assert kept is not None
    game = kept.first
    for entry in kept.entries:
        result = perform(SYSTEM, game, entry.command, entry.answers)
        assert isinstance(result, Done)
        assert result.events == entry.events
        game = result.game


def test_undo_leads_back_to_the_first_instant_and_redo_to_the_last() -> None:
    journal = played()
    end = journal.game
    while journal.can_undo:
        journal = journal.undo()
    assert journal.game == journal.first
    while journal.can_redo:
        journal = journal.redo()
    assert journal.game == end


def test_the_playthrough_has_a_bit_of_everything() -> None:
    events = [event for entry in played().entries for event in entry.events]
    moves = {event.how for event in events if isinstance(event, Moved)}
    marked = {event.marker.status for event in events if isinstance(event, Gained)}

    assert {"walk", "climb", "leap", "jump", "fall", "shove"} <= moves
    assert {"hidden", "climbing", "prone", "following"} <= marked
    assert any(isinstance(event, Rolled) for event in events)
    assert any(isinstance(event, Chose) for event in events)
    assert not any(isinstance(event, Removed) for event in events)
