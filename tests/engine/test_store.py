"""Battles and tables on disk: what is saved comes back, and what is not ours is refused with a sentence."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import store, store_format
from engine.ask import Picked, Thrown
from engine.commands import ByHand, NextPhase
from engine.events import Added, Built, Counted, Gained, Laid, Moved, Noted, Refitted, Removed, Turned
from engine.game import Base, Cloth, Marker, Model, Profile, Table, Terrain, Zone
from engine.journal import START, Entry, Journal
from engine.store import BattleFile, InUse, Unreadable, Unwritable, read, write_table
from tests import strategies
from tests.engine.toy import duel

OPEN: list[BattleFile] = []


@pytest.fixture(autouse=True)
def _close_what_was_opened() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def created(path: Path, journal: Journal) -> BattleFile:
    OPEN.append(BattleFile.create(path, journal))
    return OPEN[-1]


def opened_again(path: Path) -> BattleFile:
    OPEN.append(BattleFile.open_existing(path))
    return OPEN[-1]


def noted(text: str) -> Entry:
    return Entry(command=NextPhase(), answers=(Thrown((3,), (True,)), Picked("burn")), events=(Noted(text=text),))


def counted(value: int) -> Entry:
    fact = Counted(of="game", whose="", name="step", value=value)
    return Entry(command=ByHand(facts=(fact,)), events=(fact,))


def battle(path: Path, steps: int = 3) -> Journal:
    """A battle of a few steps, written as a session writes it."""
    journal = Journal(duel(), seed=7)
    file = BattleFile.create(path, journal)
    for step in range(1, steps + 1):
        journal = journal.add(counted(step))
        file.record(journal.entries[-1])
    file.close()
    return journal


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def test_the_first_line_names_format_book_seed_and_game(tmp_path):
    battle(tmp_path / "a.battle")

    first, *rest = map(json.loads, lines(tmp_path / "a.battle"))
    assert list(first) == ["format", "kind", "system", "seed", "first", "sum"]
    assert (first["format"], first["kind"], first["system"], first["seed"]) == (1, "battle", "toy", 7)
    assert [list(line) for line in rest] == [["entry", "sum"]] * 3


def test_a_battle_comes_back_with_its_dice_and_choices(tmp_path):
    journal = Journal(duel(), seed=99)
    file = created(tmp_path / "a.battle", journal)
    for entry in (noted("one"), counted(4), noted("two")):
        journal = journal.add(entry)
        file.record(journal.entries[-1])

    opened = read(tmp_path / "a.battle")

    assert opened.journal == journal
    assert opened.kind == "battle"
    assert opened.warnings == ()
    assert opened.journal.entries[0].answers == (Thrown((3,), (True,)), Picked("burn"))


def test_undo_redo_and_branches_come_back(tmp_path):
    journal = Journal(duel())
    file = created(tmp_path / "a.battle", journal)
    for step in (1, 2, 3):
        journal = journal.add(counted(step))
        file.record(journal.entries[-1])
    journal = journal.undo().undo()
    file.move_cursor(journal.cursor)
    assert read(tmp_path / "a.battle").journal == journal

    journal = journal.add(counted(9))
    file.record(journal.entries[-1])
    journal = journal.go_to(2)
    file.move_cursor(2)
    journal = journal.go_to(START)
    file.move_cursor(START)

    assert read(tmp_path / "a.battle").journal == journal
    assert journal.redo().redo().redo().game.count("step") == 3


def test_saving_a_whole_journal_keeps_its_branches_and_cursor(tmp_path):
    journal = Journal(duel()).add(counted(1)).add(counted(2)).undo().add(counted(3)).go_to(1).undo()

    BattleFile.create(tmp_path / "a.battle", journal).close()

    assert read(tmp_path / "a.battle").journal == journal


def test_a_saved_battle_is_gone_on_with(tmp_path):
    journal = battle(tmp_path / "a.battle")
    file = opened_again(tmp_path / "a.battle")

    journal = journal.add(counted(44))
    file.record(journal.entries[-1])

    assert read(tmp_path / "a.battle").journal == journal


def test_loading_runs_no_rule(tmp_path):
    """The toy book has no removal without a blow; facts are folded all the same."""
    journal = Journal(duel()).add(Entry(command=NextPhase(), events=(Removed(model="B", reason="struck by a star"),)))
    BattleFile.create(tmp_path / "a.battle", journal).close()

    opened = read(tmp_path / "a.battle")

    assert opened.journal.game.model("B").removed_as == "struck by a star"


@given(strategies.games(cloth=True), st.data())
@settings(max_examples=40, deadline=None)
def test_any_game_and_any_facts_come_back(tmp_path_factory, game, data):
    path = tmp_path_factory.mktemp("any") / "any.battle"
    journal = Journal(game, seed=data.draw(st.integers(0, 2**63)))
    for _ in range(data.draw(st.integers(0, 4))):
        fact = data.draw(strategies.facts(journal.game))
        journal = journal.add(Entry(command=ByHand(facts=(fact,)), events=(fact,)))

    BattleFile.create(path, journal).close()

    assert read(path).journal == journal
    assert read(path).warnings == ()


def test_a_table_comes_back(tmp_path):
    wall = Terrain(id="w", name="Wall", outline=((0, 0), (4, 0)), open=True, top=3)
    table = Table(
        name="Straße", width=30, height=22.5, terrain=(wall,), cloth=Cloth(b"\x89PNG\x00\xff", 0, 0, 30, 22.5)
    )

    write_table(tmp_path / "a.table", table)

    opened = read(tmp_path / "a.table")
    assert (opened.kind, opened.table, opened.journal) == ("table", table, None)
    assert len(lines(tmp_path / "a.table")) == 1


def test_a_torn_last_line_costs_only_itself(tmp_path):
    path = tmp_path / "a.battle"
    battle(path)
    path.write_bytes(path.read_bytes()[:-9])

    opened = read(path)

    assert [e.events[0].value for e in opened.journal.entries] == [1, 2]
    assert opened.damaged
    assert "Line 4 of a.battle is damaged" in opened.warnings[0]
    assert opened.warnings[0].endswith(".")


def test_a_last_line_that_only_lacks_its_end_is_whole(tmp_path):
    path = tmp_path / "a.battle"
    journal = battle(path)
    path.write_bytes(path.read_bytes()[:-1])

    file = opened_again(path)
    journal = journal.add(counted(44))
    file.record(journal.entries[-1])

    assert read(path) == store.Opened("battle", journal.game.table, journal, (), path.stat().st_size)
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_line_ends_the_battle_before_it_and_says_how_many_follow(tmp_path):
    path = tmp_path / "a.battle"
    battle(path, 5)
    rows = lines(path)
    rows[2] = b'{"entry": {"command": {"type": "Dance"}}}\n'
    path.write_bytes(b"".join(rows))

    opened = read(path)

    assert opened.journal.game.count("step") == 1
    assert "Line 3 of a.battle is damaged (Invalid value 'Dance' - at $.entry.command.type)" in opened.warnings[0]
    assert "the 3 lines after it were left out" in opened.warnings[0]


def test_going_on_after_damage_keeps_the_damaged_file_beside(tmp_path):
    path = tmp_path / "a.battle"
    journal = battle(path)
    torn = path.read_bytes()[:-9]
    path.write_bytes(torn)
    (tmp_path / "a.battle.bak").write_bytes(b"an older one")

    file = opened_again(path)
    assert path.read_bytes() == torn  # looking at it changes nothing
    journal = journal.undo().add(counted(33))
    file.record(Entry(command=NextPhase(), events=journal.entries[-1].events, parent=1))

    assert [e.events[0].value for e in read(path).journal.entries] == [1, 2, 33]
    assert read(path).warnings == ()
    assert (tmp_path / "a.battle.bak2").read_bytes() == torn
    assert (tmp_path / "a.battle.bak").read_bytes() == b"an older one"


LATER = [
    (b"{}", "it is neither an entry nor a cursor"),
    (b'{"cursor": 3}', "it speaks of entry 3, but 3 were made before it"),
    (b'{"cursor": -2}', "it speaks of entry -2"),
    (b'{"cursor": 1, "entry": {"command": {"type": "NextPhase"}}}', "it is neither an entry nor a cursor"),
    (b'{"entry": {"command": {"type": "NextPhase"}, "parent": 7}}', "it speaks of entry 7"),
    (b'{"entry": {"command": {"type": "NextPhase"}}, "run": "rm"}', "unknown field run"),
    (b"rm -rf", "JSON is malformed"),
    (b"\xff\xfe\x00", "JSON is malformed"),
    (b'{"cursor": NaN}', "JSON is malformed"),
    (b'{"cursor": 1e999}', "Number out of range"),
    (b"[" * 100_000, "JSON is malformed|nested too deeply|Expected object"),
    (
        b'{"entry": {"command": {"type": "NextPhase", "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}}",
        "nested too deeply",
    ),
]


@pytest.mark.parametrize(("line", "reason"), LATER)
def test_nonsense_after_the_first_line_ends_the_battle_there(tmp_path, line, reason):
    path = tmp_path / "a.battle"
    journal = battle(path)
    path.write_bytes(path.read_bytes() + line + b"\n")

    opened = read(path)

    assert opened.journal == journal
    assert re.search(reason, opened.warnings[0])


FACTS = [
    (Removed(model="Z"), "no model 'Z' in this game"),
    (Moved(model="A", path=()), "a path without end, or with none"),
    (Moved(model="A", path=((0.0, 0.0, 0.0), (1e9, 0.0, 0.0))), "a path without end, or with none"),
    (Turned(model="A", facing=1e300), "was set down too far away"),
    (Built(piece=Terrain(id="w", name="w", outline=((0.0, 0.0),))), "needs 3 to 5000 points"),
    (Laid(name="Sea", width=0.0, height=9.0, ground="moss"), "A table of 0.0 by 9.0 inches cannot be laid out"),
    (
        Laid(name="Sea", width=9.0, height=9.0, ground="moss", zones=(Zone("Z", "red", ((0.0, 0.0),)),)),
        "Zone 'Z' needs an outline of three points or more",
    ),
    (Added(model=Model(id="A", name="A", side="red", profile=Profile(id="p", name="p"))), "in this game already"),
    (Refitted(model="A", profile=Profile(id="p", name="p", base=Base(width=0.0))), "has a base of 0.0 by"),
]


@pytest.mark.parametrize(("fact", "reason"), FACTS)
def test_a_fact_that_cannot_be_true_ends_the_battle_there(tmp_path, fact, reason):
    path = tmp_path / "a.battle"
    journal = battle(path)
    line = store_format.Line(entry=Entry(command=NextPhase(), events=(fact,), parent=2))
    path.write_bytes(path.read_bytes() + store_format.encode(line))

    opened = read(path)

    assert opened.journal == journal
    assert reason in opened.warnings[0]


def first_line(**changes: object) -> bytes:
    """A first line as a person would write it: without a sum."""
    line = json.loads(store_format.encode(store_format.BattleHead(format=1, kind="battle", system="toy", first=duel())))
    del line["sum"]
    return json.dumps({**line, **changes}).encode()


GAME = json.loads(first_line())["first"]
FIRST = [
    (b"", "bad.battle is empty; no battle was saved in it."),
    (b"\n\n", "bad.battle is empty"),
    (b"\x00\xff\x13PNG", "Line 1 of bad.battle cannot be read: JSON is malformed"),
    (b"hello", "Line 1 of bad.battle cannot be read: JSON is malformed"),
    (b"[1,2]", "Line 1 of bad.battle cannot be read: Expected object, got array"),
    (b"{}", "Line 1 of bad.battle cannot be read: Object missing required field format"),
    (first_line(format=2), "bad.battle was saved by a newer Sightline (format 2, this one reads up to 1)."),
    (first_line(format=10**18), "bad.battle was saved by a newer Sightline"),
    (first_line(format=-5), "says format -5, which never existed"),
    (first_line(kind="song"), "it is of the kind 'song', neither a battle nor a table"),
    (first_line(first={}), "Object missing required field system - at $.first"),
    (first_line(first={**GAME, "round": "one"}), "Expected int, got str - at $.first.round"),
    (first_line(first={**GAME, "active": "green"}), "It is the turn of 'green', which is no side of this game"),
    (first_line(system="other"), "it is for 'other', but its game is for 'toy'"),
    (first_line(code="import os"), "unknown field code"),
    (first_line(first={**GAME, "models": GAME["models"] * 2}), "Two models are called 'A'"),
    (first_line(first={**GAME, "table": {"width": 0}}), "A table of 0.0 by 36.0 inches cannot be laid out"),
    (first_line()[:-20], "Line 1 of bad.battle cannot be read: Input data was truncated"),
]


@pytest.mark.parametrize(("content", "sentence"), FIRST)
def test_a_first_line_that_is_not_ours_is_refused(tmp_path, content, sentence):
    path = tmp_path / "bad.battle"
    path.write_bytes(content)

    with pytest.raises(Unreadable, match=re.escape(sentence)) as caught:
        read(path)

    assert str(caught.value).endswith(".")
    assert str(tmp_path) not in str(caught.value)


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(Unreadable, match=re.escape(f"{tmp_path.name} is a folder.")):
        read(tmp_path)
    with pytest.raises(Unreadable, match=r"There is no file gone\.battle here"):
        read(tmp_path / "gone.battle")
    with pytest.raises(Unreadable, match="cannot be opened"):
        read(tmp_path / "a\0b")


def test_a_file_beyond_the_limits_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a.battle"
    battle(path, 5)
    monkeypatch.setattr(store, "LARGEST_FILE", 200)

    with pytest.raises(Unreadable, match="is larger than"):
        read(path)


def test_entries_beyond_the_limit_are_neither_written_nor_read(tmp_path, monkeypatch):
    path = tmp_path / "a.battle"
    journal = battle(path, 3)
    monkeypatch.setattr(store_format, "MOST_ENTRIES", 3)
    file = opened_again(path)

    with pytest.raises(Unwritable, match="a battle can hold 3 entries and no more"):
        file.record(journal.add(counted(9)).entries[-1])

    monkeypatch.setattr(store_format, "MOST_ENTRIES", 2)
    assert len(read(path).journal.entries) == 2
    assert "a battle can hold 2 entries" in read(path).warnings[0]


def test_an_old_format_is_upgraded_line_by_line(tmp_path, monkeypatch):
    """A format 0 that never was: it called entries deeds and had no seed."""
    path = tmp_path / "old.battle"
    journal = battle(path)
    first, *rest = map(json.loads, lines(path))
    del first["seed"], first["sum"]
    old = [{**first, "format": 0}, *({"deed": line["entry"]} for line in rest)]
    path.write_text("\n".join(map(json.dumps, old)))

    def upgrade(line: dict[str, object]) -> dict[str, object]:
        return {"entry": line["deed"]} if "deed" in line else {**line, "seed": 7}

    monkeypatch.setattr(store_format, "UPGRADES", {0: upgrade})

    assert read(path).journal == journal


def test_what_could_not_be_read_back_is_not_written(tmp_path):
    path = tmp_path / "a.battle"
    battle(path)
    before = path.read_bytes()
    file = opened_again(path)
    nowhere = Turned(model="A", facing=float("nan"))

    for event in (nowhere, Noted(text="\ud800"), Moved(model="A", path=((0, 0, float("inf")),))):
        with pytest.raises(Unwritable, match="cannot be written"):
            file.record(Entry(command=NextPhase(), events=(event,), parent=2))
    with pytest.raises(Unwritable, match="it speaks of entry 8"):
        file.move_cursor(8)

    assert path.read_bytes() == before


def test_a_full_disk_loses_nothing_and_can_be_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "a.battle"
    journal = battle(path)
    before = path.read_bytes()
    file = opened_again(path)
    journal = journal.add(counted(4))
    real = os.fsync

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritable, match=r"a\.battle could not be written: there is no room left on the disk"):
        file.record(journal.entries[-1])
    assert path.read_bytes() == before

    monkeypatch.setattr(os, "fsync", real)
    file.record(journal.entries[-1])
    assert read(path).journal == journal


def test_saving_over_a_battle_on_a_full_disk_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "a.battle"
    journal = battle(path)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unwritable, match="no room left"):
        BattleFile.create(path, Journal(duel()))
    monkeypatch.undo()

    assert read(path).journal == journal
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Unwritable, match=r"x\.battle could not be written: the folder does not exist"):
        BattleFile.create(tmp_path / "no" / "x.battle", Journal(duel()))
    (tmp_path / "folder").mkdir()
    with pytest.raises(Unwritable, match="folder could not be written"):
        write_table(tmp_path / "folder", Table())


def test_a_file_that_others_changed_is_not_written_over(tmp_path):
    """By a program that asks for no lock, such as a text editor."""
    path = tmp_path / "a.battle"
    journal = battle(path)
    mine = opened_again(path)
    assert mine.sound
    journal = journal.add(counted(8))
    line = store_format.encode(store_format.Line(entry=journal.entries[-1]))
    with path.open("ab") as other:
        other.write(line)

    with pytest.raises(Unwritable, match="was changed or removed by another program"):
        mine.record(journal.entries[-1])

    assert not mine.sound
    assert read(path).journal == journal


def test_the_second_writer_of_a_file_is_turned_away_and_the_first_goes_on(tmp_path):
    path = tmp_path / "a.battle"
    journal = battle(path)
    mine = opened_again(path)

    with pytest.raises(InUse, match=r"a\.battle is open in another window or program"):
        opened_again(path)
    with pytest.raises(InUse, match="choose another name"):
        BattleFile.create(path, Journal(duel()))
    assert read(path).journal == journal

    journal = journal.add(counted(8))
    mine.record(journal.entries[-1])
    mine.close()
    assert opened_again(path).entries == len(journal.entries)
    assert read(path).journal == journal


def test_a_file_knows_how_far_it_has_come(tmp_path):
    path = tmp_path / "a.battle"
    journal = battle(path, 2).undo()
    file = opened_again(path)
    assert (file.entries, file.cursor) == (2, 1)
    file.move_cursor(journal.cursor)
    assert (file.entries, file.cursor) == (2, 0)
    file.record(journal.add(counted(9)).entries[-1])
    assert (file.entries, file.cursor) == (3, 2)


def test_a_file_that_is_gone_or_replaced_is_not_sound(tmp_path):
    path = tmp_path / "a.battle"
    battle(path)
    file = opened_again(path)
    path.unlink()
    assert not file.sound
    battle(path)
    assert not file.sound


def test_a_closed_battle_takes_no_more(tmp_path):
    path = tmp_path / "a.battle"
    battle(path)
    file = opened_again(path)
    file.close()

    with pytest.raises(Unwritable, match="was closed"):
        file.move_cursor(0)


def test_a_table_is_no_battle_to_go_on_with(tmp_path):
    write_table(tmp_path / "a.table", Table())

    with pytest.raises(Unreadable, match="is a table, not a battle"):
        BattleFile.open_existing(tmp_path / "a.table")


def test_numbers_of_numpy_are_written_as_numbers(tmp_path):
    import numpy as np

    moved = Moved(model="A", path=((0.0, 0.0, 0.0), (np.float64(1.5), 2.0, 0.0)))
    path = tmp_path / "a.battle"
    battle(path)
    opened_again(path).record(Entry(command=NextPhase(), events=(moved,), parent=2))

    assert read(path).journal.game.model("A").x == 1.5


def test_autosaves_have_a_folder_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr(store.platformdirs, "user_data_dir", lambda *a, **k: str(tmp_path / "sightline"))

    folder = store.autosave_folder()

    assert folder == tmp_path / "sightline" / "autosaves"
    assert folder.is_dir()


def test_markers_survive(tmp_path):
    gained = Gained(model="A", marker=Marker("on_fire", 3, "B"))
    journal = Journal(duel()).add(Entry(command=NextPhase(), events=(gained,)))
    BattleFile.create(tmp_path / "a.battle", journal).close()

    assert read(tmp_path / "a.battle").journal.game.model("A").markers == (Marker("on_fire", 3, "B"),)
