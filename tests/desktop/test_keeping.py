"""Whatever happens to disks and files, nothing that was played is lost, and it is said in a sentence."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import Qt
from toy import load, skirmish

from desktop.battles import Battles
from desktop.session import Session
from engine import store
from engine.commands import Move, NextPhase
from engine.events import Noted
from engine.game import ModelId
from engine.journal import Entry, Journal

NOBODY = 65534
WALK = Move(model=ModelId("ada"), path=((10, 10), (14, 10)))
BACK = Move(model=ModelId("ada"), path=((14, 10), (11, 10)))


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody may enter, for tests of what may not be written."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for inside in (folder, *folder.rglob("*")):
        if inside.is_dir():
            inside.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def as_player() -> Iterator[None]:
    """Whoever may write everywhere does so as nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def closed(folder: Path) -> Iterator[None]:
    """The folder and what is in it may be read but not written."""
    inside = [folder, *folder.iterdir()]
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    with as_player():
        yield
    for path in inside:
        path.chmod(0o755 if path.is_dir() else 0o644)


class Heard:
    """What a session said, in order."""

    def __init__(self, session: Session) -> None:
        self.faults: list[str] = []
        self.notes: list[str] = []
        session.faulted.connect(self.faults.append)
        session.noted.connect(lambda said: self.notes.append(said) if said else None)


@pytest.fixture
def seats(qapp: object, tmp_path: Path) -> Iterator[list[Session]]:
    """Two windows of one user."""
    made = [Session(skirmish(), load, Battles(tmp_path / "autosaves")) for _ in range(2)]
    yield made
    for session in made:
        session.close()


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line gets to the disk any more."""

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)


def where(session: Session) -> str:
    return session.keeping.words(len(session.journal.entries))


def written(path: Path) -> Journal:
    journal = store.read(path).journal
    assert journal is not None
    return journal


# ---------------------------------------------------------------- two windows, one file


def test_the_second_window_gets_a_copy_and_the_first_keeps_the_file(seats: list[Session], tmp_path: Path) -> None:
    first, second = seats
    heard, path = Heard(second), tmp_path / "ours.battle"
    first.do(WALK)
    first.save_as(path)

    assert second.open(path)
    assert heard.notes[0].startswith("ours.battle is open in another window or program, which goes on writing it.")
    assert (second.game, second.path, second.title) == (first.game, None, "Copy of ours.battle")

    second.do(NextPhase())
    first.do(BACK)
    second.do(NextPhase())
    assert written(path).entries == first.journal.entries
    assert second.keeping.kept.file is not None
    assert written(second.keeping.kept.file).entries == second.journal.entries
    assert heard.faults == []

    second.save_as(tmp_path / "theirs.battle")
    assert (second.title, written(tmp_path / "theirs.battle").entries) == ("theirs.battle", second.journal.entries)


def test_nobody_saves_over_a_file_that_another_window_writes(seats: list[Session], tmp_path: Path) -> None:
    first, second = seats
    heard, path = Heard(second), tmp_path / "ours.battle"
    first.do(WALK)
    first.save_as(path)
    second.do(NextPhase())

    second.save_as(path)
    assert heard.faults == ["ours.battle is open in another window or program; choose another name."]
    assert written(path).entries == first.journal.entries


def test_when_the_first_lets_go_the_second_may_have_it(seats: list[Session], tmp_path: Path) -> None:
    first, second = seats
    path = tmp_path / "ours.battle"
    first.do(WALK)
    first.save_as(path)
    first.new(skirmish())

    assert second.open(path)
    assert second.path == path


def test_the_own_file_can_be_opened_and_saved_again(seats: list[Session], tmp_path: Path) -> None:
    session, path = seats[0], tmp_path / "ours.battle"
    heard = Heard(session)
    session.do(WALK)
    session.save_as(path)

    assert session.open(path)
    session.save_as(path)
    session.do(BACK)
    assert (session.path, written(path).entries, heard.faults) == (path, session.journal.entries, [])


def test_two_battles_begun_in_one_second_have_each_an_autosave(seats: list[Session], tmp_path: Path) -> None:
    for session in seats:
        session.do(WALK)
    seats[1].do(BACK)

    files = [session.keeping.kept.file for session in seats]
    assert len(set(files)) == 2
    assert [len(written(file).entries) for file in files if file] == [1, 2]
    assert len(list((tmp_path / "autosaves").iterdir())) == 2


# ---------------------------------------------------------------- disks


def test_a_full_disk_loses_nothing_and_is_made_up_for(
    seats: list[Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, path = seats[0], tmp_path / "ours.battle"
    session.do(WALK)
    session.save_as(path)
    heard = Heard(session)
    with monkeypatch.context() as patched:
        full(patched)
        session.do(BACK)
        session.do(NextPhase())
        session.undo()
        assert len(heard.faults) == 1
        assert "no room left on the disk" in heard.faults[0]
        assert ".." not in heard.faults[0]
        assert (session.on_disk, where(session)) == (False, "journal only in memory")
        assert len(written(path).entries) == 1

    session.keeping.retry()
    assert heard.notes == ["The battle is on disk again, with everything that was done meanwhile."]
    assert written(path) == session.journal
    assert where(session) == "journal saved"


def test_an_entry_after_the_failure_brings_what_was_missing(
    seats: list[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = seats[0]
    session.do(WALK)
    with monkeypatch.context() as patched:
        full(patched)
        session.do(BACK)
    session.do(NextPhase())

    assert session.keeping.kept.file is not None
    assert written(session.keeping.kept.file) == session.journal


def test_the_disk_is_tried_again_by_itself(
    seats: list[Session], monkeypatch: pytest.MonkeyPatch, qtbot: object
) -> None:
    session = seats[0]
    monkeypatch.setattr("desktop.keeping.RETRY_MS", 30)
    session.close()
    session = Session(skirmish(), load, Battles(Path(tempfile.mkdtemp())))
    with monkeypatch.context() as patched:
        full(patched)
        session.do(WALK)
    qtbot.waitUntil(lambda: session.on_disk, timeout=5000)  # type: ignore[attr-defined]

    assert session.keeping.kept.file is not None
    assert written(session.keeping.kept.file) == session.journal
    session.close()


def test_a_read_only_folder_keeps_the_battle_in_memory_until_save_as(seats: list[Session], shelf: Path) -> None:
    session = Session(skirmish(), load, Battles(shelf / "autosaves"))
    heard = Heard(session)
    with closed(shelf):
        session.do(WALK)
    assert heard.faults[0].startswith("The battle goes on, but autosaves could not be written: you may not write there")

    session.save_as(shelf / "ours.battle")
    session.do(BACK)
    assert written(shelf / "ours.battle") == session.journal
    session.close()


def test_a_read_only_battle_opens_as_a_copy(seats: list[Session], shelf: Path) -> None:
    first, second = seats
    first.do(WALK)
    first.save_as(shelf / "ours.battle")
    first.new(skirmish())
    heard = Heard(second)
    with closed(shelf):
        assert second.open(shelf / "ours.battle")

    assert heard.notes[0].startswith("ours.battle can be read here but not written.")
    second.do(NextPhase())
    assert (len(written(shelf / "ours.battle").entries), second.journal.game.round) == (1, 2)
    assert second.keeping.kept.file is not None
    assert written(second.keeping.kept.file) == second.journal


def test_while_a_named_file_cannot_be_written_the_autosaves_keep_the_battle(
    seats: list[Session], tmp_path: Path
) -> None:
    """The folder goes in the middle of the battle, and comes back, as a stick that was pulled out."""
    session, folder = seats[0], tmp_path / "stick"
    folder.mkdir()
    session.do(WALK)
    session.save_as(folder / "ours.battle")
    heard = Heard(session)
    shutil.rmtree(folder)
    session.do(BACK)
    session.do(NextPhase())

    assert len(heard.faults) == 1
    assert "the folder does not exist" in heard.faults[0]
    assert heard.faults[0].endswith("Until it can be, the autosaves keep it.")
    spare = Battles(tmp_path / "autosaves").autosaves()[0]
    assert written(spare) == session.journal
    assert (session.on_disk, where(session)) == (True, "journal autosaved, its file is behind")

    folder.mkdir()
    session.keeping.retry()
    assert written(folder / "ours.battle") == session.journal
    assert not spare.exists()
    assert (where(session), len(heard.notes)) == ("journal saved", 1)


def test_an_older_state_of_the_file_is_gone_on_with(seats: list[Session], tmp_path: Path) -> None:
    """Another program put back a backup of it."""
    session, path = seats[0], tmp_path / "ours.battle"
    session.do(WALK)
    session.save_as(path)
    shutil.copy(path, tmp_path / "backup")
    session.do(BACK)
    os.replace(tmp_path / "backup", path)
    session.do(NextPhase())

    assert written(path) == session.journal


def test_another_battle_in_its_place_is_not_written_over(seats: list[Session], tmp_path: Path) -> None:
    session, path = seats[0], tmp_path / "ours.battle"
    session.do(WALK)
    session.save_as(path)
    other = Journal(skirmish(), seed=99).add(Entry(command=NextPhase(), events=(Noted(text="Not ours."),)))
    store.BattleFile.create(tmp_path / "other", other).close()
    os.replace(tmp_path / "other", path)
    heard = Heard(session)
    session.do(BACK)

    assert "was changed or removed by another program" in heard.faults[0]
    assert written(path) == other
    assert written(Battles(tmp_path / "autosaves").autosaves()[0]) == session.journal


# ---------------------------------------------------------------- letting go


def test_a_battle_that_no_file_holds_is_not_left_unasked(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        full(patched)
        table.drag((10, 10), (11, 10), (12, 10))
        played = table.session.game
        table.window.close()
        table.settle()
        assert table.window.isVisible()
        assert "in no file yet" in table.window.banner.sentence.text()
        assert "only in memory" in table.window.kept.text()

        table.session.do(NextPhase())
        assert not table.session.new(skirmish())
        assert table.session.game.model("ada") == played.model("ada")
        assert table.session.new(skirmish())
        assert table.session.journal.entries == ()


def test_save_as_elsewhere_ends_the_trouble(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        full(patched)
        table.drag((10, 10), (11, 10), (12, 10))
    table.window.files.save_to(tmp_path / "ours.battle")
    assert "journal saved" in table.window.kept.text()
    table.key(Qt.Key.Key_Z, CTRL)

    assert written(tmp_path / "ours.battle") == table.session.journal
