"""Whatever file a player gives: its content says what it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import opening, systems
from engine.game import Table
from engine.journal import Journal
from engine.opening import is_map, open_any
from engine.store import BattleFile, Unreadable, write_table
from tests.engine.test_store import counted
from tests.engine.test_uvtt import ROOM, a_map
from tests.engine.toy import SYSTEM, duel


@pytest.fixture
def toy_book(monkeypatch):
    monkeypatch.setattr(systems, "names", lambda: ("toy",))
    monkeypatch.setattr(systems, "load", lambda name: SYSTEM)


@pytest.mark.parametrize("name", ["map.uvtt", "map.dd2vtt", "map.DF2VTT", "map.json", "map"])
def test_a_map_opens_under_any_name(tmp_path, name):
    path = tmp_path / name
    path.write_text(json.dumps(a_map(walls=[ROOM], size=(10, 8))))

    opened = open_any(path, cell_inches=2)

    assert is_map(path)
    assert (opened.kind, opened.journal, opened.table.width) == ("map", None, 20)


@pytest.mark.parametrize("name", ["a.battle", "a.table", "a.uvtt"])
def test_a_battle_opens_under_any_name(tmp_path, name, toy_book):
    path = tmp_path / name
    BattleFile.create(path, Journal(duel())).close()

    opened = open_any(path)

    assert not is_map(path)
    assert opened.kind == "battle"
    assert opened.journal.game == duel()


def test_a_table_opens(tmp_path):
    write_table(tmp_path / "a.table", Table(width=24, height=30))

    opened = open_any(tmp_path / "a.table")

    assert (opened.kind, opened.table.height) == ("table", 30)


def test_a_battle_of_a_rulebook_that_is_not_here_is_refused(tmp_path):
    path = tmp_path / "a.battle"
    BattleFile.create(path, Journal(duel())).close()

    with pytest.raises(Unreadable, match=r"a\.battle is played by the rulebook 'toy', which is not here; there are:"):
        open_any(path)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.battle", b"", r"a\.battle is empty"),
        ("a.battle", b"\x00\x01\x02", r"Line 1 of a\.battle cannot be read"),
        ("a.battle", b'{"format":1,"kind":"battle","sys', r"Line 1 of a\.battle cannot be read"),
        ("a.uvtt", b"\x00\x01\x02", r"a\.uvtt is broken at line 1"),
        ("a.txt", b"hello", r"Line 1 of a\.txt cannot be read"),
    ],
)
def test_what_is_nothing_of_ours_is_refused(tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)

    with pytest.raises(Unreadable, match=sentence):
        open_any(tmp_path / name)


def test_the_dialog_offers_every_suffix():
    assert opening.SUFFIXES == (".battle", ".table", ".uvtt", ".dd2vtt", ".df2vtt")


INSERTED = (
    b"null",
    b"1e999",
    b"-1e308",
    b"NaN",
    b"[]",
    b"{}",
    b'""',
    b"99999999999999999999",
    b"\x00",
    b"\xff",
    b"[" * 3000,
)
EDITS = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 30), st.sampled_from((b"", *INSERTED))), max_size=4)


@given(st.sampled_from(("map", "battle")), EDITS)
@settings(max_examples=200, deadline=None)
def test_however_a_file_is_mangled_it_opens_or_is_refused_with_a_sentence(tmp_path_factory, kind, edits):
    path = tmp_path_factory.mktemp("mangled") / "file"
    if kind == "map":
        path.write_text(json.dumps(a_map(walls=[ROOM], objects=[ROOM])))
    else:
        journal = Journal(duel()).add(counted(1)).add(counted(2)).undo()
        BattleFile.create(path, journal).close()
    raw = path.read_bytes()
    for at, length, inserted in edits:
        raw = raw[:at] + inserted + raw[at + length :]
    path.write_bytes(raw)

    sentence = "."
    try:
        open_any(path)
    except Unreadable as why:
        sentence = str(why)

    assert sentence.endswith(".")
