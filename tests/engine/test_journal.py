"""The journal: undo moves a cursor, nothing is erased, going elsewhere makes a branch."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ask import Thrown
from engine.commands import ByHand, NextPhase
from engine.events import Counted, Rolled, Turned
from engine.journal import START, Entry, Journal
from engine.play import Asking, Done, perform
from tests import strategies
from tests.engine.toy import SYSTEM, duel, fighter

CHOICES = ("add", "undo", "redo", "go to")


def step(value: int) -> Entry:
    fact = Counted(of="game", whose="", name="step", value=value)
    return Entry(command=ByHand(facts=(fact,)), events=(fact,))


def walked(*values: int) -> Journal:
    journal = Journal(duel())
    for value in values:
        journal = journal.add(step(value))
    return journal


def steps(journal: Journal) -> list[int]:
    """What is in force, in order."""
    return [journal.entries[index].events[0].value for index in journal.line[: journal.at]]


def test_a_new_journal_stands_at_its_first_game():
    journal = Journal(duel())

    assert (journal.game, journal.cursor, journal.can_undo, journal.can_redo) == (duel(), START, False, False)
    assert journal.undo() is journal
    assert journal.redo() is journal


def test_undo_gives_the_old_game_itself_and_redo_the_new_one_itself():
    journal = walked(1, 2)
    new, old = journal.games[1], journal.games[0]

    assert journal.undo().game is old
    assert journal.undo().undo().game is journal.first
    assert journal.undo().redo().game is new
    assert journal.undo().undo().redo().redo() == journal


def test_whoever_goes_back_and_does_something_else_keeps_what_was_undone():
    journal = walked(1, 2, 3).undo().undo().add(step(9))

    assert steps(journal) == [1, 9]
    assert [entry.parent for entry in journal.entries] == [START, 0, 1, 0]
    assert [journal.in_force(index) for index in range(4)] == [True, False, False, True]
    assert not journal.can_redo
    assert journal.game.count("step") == 9


def test_an_undone_branch_can_be_gone_back_to():
    journal = walked(1, 2, 3).undo().undo().add(step(9)).go_to(2)

    assert steps(journal) == [1, 2, 3]
    assert journal.game.count("step") == 3
    assert journal.undo().game.count("step") == 2
    assert journal.go_to(3).game.count("step") == 9


def test_going_back_along_the_line_keeps_what_can_be_redone():
    journal = walked(1, 2, 3).go_to(0)

    assert steps(journal) == [1]
    assert journal.redo().redo().game.count("step") == 3
    assert walked(1, 2, 3).go_to(START).redo().game.count("step") == 1


@pytest.mark.parametrize("cursor", [3, -2, 99])
def test_there_is_no_going_where_nothing_was_done(cursor):
    with pytest.raises(IndexError, match="There is no entry"):
        walked(1, 2, 3).go_to(cursor)


def test_the_parent_of_an_entry_is_where_the_cursor_stands():
    entry = Entry(command=NextPhase(), parent=77)

    assert walked(1).add(entry).entries[1].parent == 0


def test_a_fact_that_does_not_fit_leaves_the_journal_as_it_was():
    journal = walked(1)

    with pytest.raises(KeyError):
        journal.add(Entry(command=NextPhase(), events=(Turned(model="Z", facing=0),)))

    assert journal == walked(1)


def test_redo_repeats_the_same_dice():
    from engine.commands import Act

    strike = Act(model="A", action="strike", targets=("B",))
    done = perform(SYSTEM, duel(), strike, (Thrown((2,)),))
    assert isinstance(done, Done)
    journal = Journal(duel()).add(Entry(command=strike, answers=(Thrown((2,)),), events=done.events))

    again = journal.undo().redo()

    rolled = next(event for event in again.entries[0].events if isinstance(event, Rolled))
    assert rolled.faces == (2,)
    assert again.game == done.game


@given(st.lists(st.tuples(st.sampled_from(CHOICES), st.integers(0, 9)), max_size=30))
@settings(max_examples=200, deadline=None)
def test_wherever_one_goes_the_game_is_the_fold_of_what_is_in_force(moves):
    journal = Journal(duel())
    for move, number in moves:
        match move:
            case "add":
                journal = journal.add(step(number + 1))
            case "undo":
                journal = journal.undo()
            case "redo":
                journal = journal.redo()
            case _:
                journal = journal.go_to(number % (len(journal.entries) + 1) - 1)
        folded = walked(*steps(journal))
        assert journal.game == folded.game
        assert len(journal.games) == len(journal.entries)
        assert [index for index in range(len(journal.entries)) if journal.in_force(index)] == list(
            journal.line[: journal.at]
        )


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_undo_all_is_the_start_and_redo_all_is_the_end(data):
    """Random commands of the toy book, with whatever answers they ask for."""
    journal = Journal(duel(fighter("C", "blue", 5, 5)))
    for _ in range(data.draw(st.integers(1, 8))):
        command = data.draw(strategies.commands(SYSTEM, journal.game))
        answers = ()
        result = perform(SYSTEM, journal.game, command)
        while isinstance(result, Asking):
            assert not result.fault
            answers = (*answers, data.draw(strategies.answers(result.question)))
            result = perform(SYSTEM, journal.game, command, answers)
        if isinstance(result, Done):
            journal = journal.add(Entry(command=command, answers=answers, events=result.events))
            assert journal.game == result.game
    back = journal
    while back.can_undo:
        back = back.undo()

    assert back.game == journal.first
    while back.can_redo:
        back = back.redo()
    assert back.game == journal.game
