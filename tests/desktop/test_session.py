"""The session: a wish becomes facts, a question or a no, and every one of them can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from toy import load, skirmish

from desktop.battles import Battles
from desktop.session import Session
from engine.ask import Picked, Thrown
from engine.commands import Act, Move, NextPhase
from engine.dice import Dice
from engine.events import Counted, Gained, Moved, Rolled
from engine.game import ModelId, Table
from engine.odds import Odds
from engine.play import Asking, Done, Refused

ADA, CID = ModelId("ada"), ModelId("cid")
WALK = Move(model=ADA, path=((10, 10), (14, 10)))
TOO_FAR = Move(model=ADA, path=((10, 10), (18, 10)))
HIT = Act(model=ADA, action="hit", targets=("cid",))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(skirmish(), load, Battles())
    yield made
    made.close()


class Ear:
    """Writes down what a session says."""

    def __init__(self, session: Session) -> None:
        self.said: list[tuple[str, object]] = []
        session.changed.connect(lambda before, after, events: self.said.append(("changed", events)))
        session.asked.connect(lambda asking: self.said.append(("asked", asking)))
        session.refused.connect(lambda refused: self.said.append(("refused", refused)))
        session.faulted.connect(lambda sentence: self.said.append(("faulted", sentence)))
        session.selected.connect(lambda ids: self.said.append(("selected", ids)))
        session.journal_changed.connect(lambda: self.said.append(("journal", None)))

    def words(self) -> list[str]:
        return [word for word, _ in self.said]


def test_a_walk_is_one_entry_and_moves_the_model(session: Session) -> None:
    ear = Ear(session)

    result = session.do(WALK)

    assert isinstance(result, Done)
    assert (session.game.model("ada").x, session.game.model("ada").y) == (14, 10)
    assert len(session.journal.entries) == 1
    assert ear.words() == ["changed", "journal"]


def test_a_preview_changes_nothing_and_says_nothing(session: Session) -> None:
    ear = Ear(session)

    result = session.preview(WALK)

    assert isinstance(result, Done)
    assert result.game.model("ada").x == 14
    assert session.game.model("ada").x == 10
    assert ear.said == []


def test_a_walk_too_far_is_refused_with_its_reason(session: Session) -> None:
    ear = Ear(session)

    result = session.do(TOO_FAR)

    assert isinstance(result, Refused)
    assert result.objections[0].text == "2.0″ too far."
    assert ear.words() == ["refused"]
    assert session.journal.entries == ()


def test_advise_lets_it_pass_and_off_does_not_ask(session: Session) -> None:
    session.set_referee("advise")
    done = session.do(TOO_FAR)
    session.undo()
    session.set_referee("off")
    silent = session.do(TOO_FAR)

    assert isinstance(done, Done)
    assert [type(event).__name__ for event in done.events] == ["Overruled", "Moved"]
    assert isinstance(silent, Done)
    assert [type(event).__name__ for event in silent.events] == ["Moved"]


def test_undo_and_redo_walk_to_both_ends(session: Session) -> None:
    start = session.game
    session.do(WALK)
    session.do(NextPhase())
    end = session.game

    session.undo()
    session.undo()
    assert start == session.game
    assert not session.can_undo

    session.redo()
    session.redo()
    assert end == session.game
    assert not session.can_redo


def test_a_blow_asks_for_dice_then_for_a_choice_then_is_one_entry(session: Session) -> None:
    first = session.do(HIT)
    assert isinstance(first, Asking)
    assert first.question.what == "to hit"

    second = session.answer(Thrown((5,), (True,)))
    assert isinstance(second, Asking)
    assert second.question.what == "Fall or stand?"
    assert session.journal.entries == ()

    third = session.answer(Picked("fall"))
    assert isinstance(third, Done)
    assert session.game.model("cid").has("prone")
    assert session.pending is None
    entry = session.journal.entries[0]
    assert (Thrown((5,), (True,)), Picked("fall")) == entry.answers
    assert any(isinstance(event, Rolled) and event.typed == (True,) for event in entry.events)


def test_an_answer_can_be_taken_back_and_given_otherwise(session: Session) -> None:
    session.do(HIT)
    session.answer(Thrown((5,)))

    session.take_back()
    assert session.pending is not None
    assert session.pending.question.what == "to hit"
    assert session.answers == ()

    session.answer(Thrown((1,)))
    assert not session.game.model("cid").has("prone")
    assert len(session.journal.entries) == 1


def test_each_fact_is_told_once(session: Session) -> None:
    told: list[object] = []
    session.changed.connect(lambda before, after, events: told.extend(events))
    session.do(HIT)
    session.answer(Thrown((6,)))
    session.answer(Picked("fall"))

    assert [type(event).__name__ for event in told] == ["Rolled", "Chose", "Gained"]


def test_cancel_drops_the_command_and_its_answers(session: Session) -> None:
    session.do(HIT)
    session.answer(Thrown((5,)))
    ear = Ear(session)

    session.cancel()

    assert session.pending is None
    assert session.journal.entries == ()
    assert ear.said == [("asked", None), ("changed", ())]


def test_undo_during_a_question_takes_back_answers_then_the_command(session: Session) -> None:
    session.do(WALK)
    session.do(HIT)
    session.answer(Thrown((5,)))

    session.undo()
    assert session.pending is not None
    session.undo()
    assert session.pending is None
    assert session.game.model("ada").x == 14
    session.undo()
    assert session.game.model("ada").x == 10


def test_an_impossible_answer_is_not_taken(session: Session) -> None:
    session.do(HIT)
    ear = Ear(session)

    session.answer(Thrown((7,), (True,)))

    assert session.pending is not None
    assert session.answers == ()
    assert session.pending.fault == "7 is not a face of a D6; type a number from 1 to 6."
    assert ("faulted", session.pending.fault) in ear.said


def test_nothing_else_is_done_while_a_question_is_open(session: Session) -> None:
    session.do(HIT)
    ear = Ear(session)

    session.do(WALK)

    assert session.game.model("ada").x == 10
    assert ear.words() == ["faulted"]


def test_the_cup_gives_the_same_dice_for_the_same_place_in_the_journal(session: Session) -> None:
    session.do(HIT)
    session.throw()
    faces = session.answers[0] if session.answers else session.journal.entries[0].answers[0]
    session.cancel()
    while session.journal.can_undo:
        session.undo()

    from desktop.dice_cup import shake

    assert isinstance(faces, Thrown)
    assert shake(Dice(1, 6), session.journal.seed, 0, 0) == faces.faces
    many = {shake(Dice(1, 6), session.journal.seed, entry, 0) for entry in range(60)}
    assert len(many) == 6


def test_redo_repeats_the_dice_and_a_new_try_has_new_ones(session: Session) -> None:
    session.do(HIT)
    session.answer(Thrown((1,)))
    before = session.game
    session.undo()
    session.redo()

    assert before == session.game
    assert len(session.journal.entries) == 1

    session.undo()
    session.do(HIT)
    session.answer(Thrown((2,)))
    assert len(session.journal.entries) == 2
    assert not session.journal.in_force(0)
    assert session.journal.in_force(1)


def test_by_hand_passes_every_rule_and_is_logged(session: Session) -> None:
    session.by_hand([Counted(of="model", whose="ada", name="wounds_lost", value=1)], "A wound")

    assert session.game.model("ada").count("wounds_lost") == 1
    assert session.journal.entries[0].command.note == "A wound"


def test_an_edit_of_what_is_not_there_is_refused(session: Session) -> None:
    result = session.by_hand([Moved(model=ModelId("nobody"), path=((0, 0, 0),))])

    assert isinstance(result, Refused)
    assert session.journal.entries == ()


def test_selection_keeps_to_models_that_exist(session: Session) -> None:
    ear = Ear(session)
    session.select(["ada", "nobody", "cid"])
    session.select(["ada", "cid"])

    assert session.selection == ("ada", "cid")
    assert ear.words() == ["selected"]


def test_go_to_stands_on_a_branch_that_was_left(session: Session) -> None:
    session.do(WALK)
    session.undo()
    session.do(NextPhase())

    session.go_to(0)
    assert session.game.model("ada").x == 14
    assert session.game.round == 1

    session.go_to(-1)
    assert skirmish() == session.game


def test_a_rule_that_breaks_is_a_sentence_and_changes_nothing(session: Session) -> None:
    ear = Ear(session)
    session.do(Act(model=ADA, action="hit", targets=()))

    assert ear.words() == ["faulted"]
    assert session.journal.entries == ()


def test_odds_come_back_to_the_window(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.odds_ready, timeout=5000) as caught:
        session.odds(WALK)
        session.odds(HIT)

    command, odds = caught.args
    assert command == HIT
    assert isinstance(odds, Odds)
    assert Fraction(1, 2) == odds.chance(lambda game: game.model("cid").has("prone"))


def test_a_new_battle_leaves_nothing_of_the_old(session: Session) -> None:
    session.do(HIT)
    session.select(["ada"])
    session.new(skirmish())

    assert session.pending is None
    assert session.selection == ()
    assert session.journal.entries == ()


def test_every_entry_is_on_disk_before_the_next_command(qapp: object, tmp_path: Path) -> None:
    battles = Battles(tmp_path / "autosaves")
    session = Session(skirmish(), load, battles)
    assert battles.autosaves() == ()

    session.do(WALK)
    session.do(HIT)
    session.answer(Thrown((1,), (True,)))
    session.undo()
    (kept,) = battles.autosaves()
    again = Session(skirmish(), load, battles)
    assert again.open(kept)

    assert again.game == session.game
    assert again.journal.entries == session.journal.entries
    assert again.can_redo
    assert again.path is None
    session.close()
    again.close()


def test_a_disk_that_fails_is_a_sentence_and_the_battle_goes_on(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "autosaves").write_text("a file where the folder should be")
    session = Session(skirmish(), load, Battles(tmp_path / "autosaves"))
    ear = Ear(session)
    session.do(WALK)

    assert session.game.model("ada").x == 14
    assert not session.on_disk
    assert "could not be written" in dict(ear.said)["faulted"]
    assert ".." not in dict(ear.said)["faulted"]
    session.close()


def test_a_file_that_cannot_be_saved_is_named_once(session: Session, tmp_path: Path) -> None:
    ear = Ear(session)

    session.save_as(tmp_path / "nowhere" / "x.battle")

    said = dict(ear.said)["faulted"]
    assert (said.count("x.battle"), said.endswith("."), ".." in said) == (1, True, False)


def test_a_battle_saved_under_a_name_goes_on_there(session: Session, tmp_path: Path) -> None:
    session.do(WALK)
    assert session.dirty
    session.save_as(tmp_path / "ours.battle")
    session.do(NextPhase())

    other = Session(skirmish(), load, Battles())
    assert other.open(tmp_path / "ours.battle")
    assert other.game == session.game
    assert (session.path, session.dirty) == (tmp_path / "ours.battle", False)
    other.close()


def test_a_damaged_battle_opens_up_to_its_last_good_line_and_says_so(session: Session, tmp_path: Path) -> None:
    session.do(WALK)
    session.save_as(tmp_path / "torn.battle")
    with (tmp_path / "torn.battle").open("ab") as file:
        file.write(b'{"entry": {"comm')
    noted: list[str] = []
    other = Session(skirmish(), load, Battles())
    other.noted.connect(noted.append)

    assert other.open(tmp_path / "torn.battle")
    assert other.game == session.game
    assert "torn.battle" in noted[0]
    other.close()


def test_a_table_takes_everybody_into_reserve(session: Session, tmp_path: Path) -> None:
    from engine.store import write_table

    write_table(tmp_path / "yard.table", Table(name="Yard", width=24, height=20))
    session.do(WALK)

    assert session.open(tmp_path / "yard.table")
    assert session.game.table.name == "Yard"
    assert {model.place for model in session.game.models} == {"reserve"}
    assert session.journal.entries == ()


def test_a_file_of_no_known_kind_changes_nothing(session: Session, tmp_path: Path) -> None:
    (tmp_path / "list.xyz").write_text("nothing of ours")
    session.do(WALK)
    ear = Ear(session)

    assert not session.open(tmp_path / "list.xyz")
    assert ear.words() == ["faulted"]
    assert len(session.journal.entries) == 1


def test_gaining_twice_is_told_by_the_event(session: Session) -> None:
    from engine.game import Marker

    session.by_hand([Gained(model=CID, marker=Marker("prone"))])

    assert session.game.model("cid").has("prone")
