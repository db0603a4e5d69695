"""Long work shows a quiet bar and can be stopped; the list of recent files outlives what it names."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event as Flag

import pytest
from at_table import Table
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton
from pytestqt.qtbot import QtBot

from desktop import files as files_
from desktop import lately
from desktop.work import Job, Steps, Stopped, Walk, Work, aside, part_of
from engine import store
from engine.commands import ByHand
from engine.events import Counted
from engine.journal import Entry, Journal
from engine.skirmish import skirmish


def long_battle(path: Path, entries: int = 400) -> Journal:
    """A battle on disk that is read off the window's thread."""
    journal = Journal(skirmish("village_green"), seed=3)
    for step in range(entries):
        fact = Counted(of="game", whose="", name="step", value=step + 1)
        journal = journal.add(Entry(command=ByHand(facts=(fact,), note="n" * 700), events=(fact,)))
    store.BattleFile.create(path, journal).close()
    assert path.stat().st_size > files_.LARGE
    return journal


class Slow:
    """Work that waits for the test."""

    def __init__(self) -> None:
        self.go_on, self.began, self.stopped = Flag(), Flag(), Flag()
        self.done: list[object] = []
        self.dropped: list[object] = []
        self.faults: list[Exception] = []
        self.told = 0.0

    def work(self, watch: object) -> object:
        assert callable(watch)
        watch(self.told)
        self.began.set()
        while not self.go_on.wait(0.005):
            if watch(self.told):
                self.stopped.set()
                raise Stopped
        return "answer"

    def job(self) -> Job:
        return Job("Adding it up", self.work, self.done.append, self.faults.append, self.dropped.append)


@pytest.fixture
def bar(qtbot: QtBot) -> Work:
    made = Work()
    qtbot.addWidget(made)
    return made


def test_what_is_soon_done_shows_nothing_what_takes_long_a_bar(bar: Work, qtbot: QtBot) -> None:
    slow = Slow()
    slow.told = 0.4
    bar.run(slow.job())
    assert not bar.isVisible()
    qtbot.waitUntil(bar.isVisible, timeout=5000)
    qtbot.waitUntil(lambda: bar.bar.value() == 400, timeout=5000)
    assert (bar.title.text(), bar.busy) == ("Adding it up …", True)

    slow.go_on.set()
    qtbot.waitUntil(lambda: slow.done == ["answer"], timeout=5000)
    assert (bar.isVisible(), bar.busy) == (False, False)


def test_stopped_it_ends_and_nothing_comes_of_it(bar: Work, qtbot: QtBot) -> None:
    slow = Slow()
    bar.run(slow.job())
    qtbot.waitUntil(bar.isVisible, timeout=5000)
    stop = bar.findChild(QToolButton, "stop_work")
    assert isinstance(stop, QToolButton)
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)

    assert not bar.isVisible()
    qtbot.waitUntil(slow.stopped.is_set, timeout=5000)
    bar.close_down()
    assert (slow.done, slow.faults) == ([], [])


def test_an_answer_nobody_waits_for_any_more_is_dropped_and_a_fault_told(bar: Work, qtbot: QtBot) -> None:
    late, broken = Slow(), Slow()

    def stubborn(watch: object) -> object:
        late.began.set()
        late.go_on.wait()
        return "too late"

    bar.run(Job("Late", stubborn, late.done.append, late.faults.append, late.dropped.append))
    assert late.began.wait(5)
    bar.cancel()
    late.go_on.set()
    qtbot.waitUntil(lambda: late.dropped == ["too late"], timeout=5000)
    assert late.done == []

    fault = ValueError("No such thing.")

    def breaks(watch: object) -> object:
        raise fault

    bar.run(Job("Broken", breaks, broken.done.append, broken.faults.append))
    qtbot.waitUntil(lambda: broken.faults == [fault], timeout=5000)


def test_steps_on_the_windows_thread_let_it_live_and_can_be_stopped(bar: Work, qtbot: QtBot) -> None:
    done: list[object] = []
    faults: list[Exception] = []
    put_away: list[str] = []
    turns = 0

    def steps(many: int) -> Steps[str]:
        try:
            for step in range(many):
                yield step / many
            yield from aside(lambda: None)
        finally:
            put_away.append("closed")
        return "all of it"

    def turn() -> None:
        nonlocal turns
        turns += 1

    clock = QTimer()
    clock.timeout.connect(turn)
    clock.start(0)
    bar.run(Walk("Walking", steps(50), done.append, faults.append))
    qtbot.waitUntil(lambda: bool(done), timeout=10_000)
    assert (done, faults, put_away) == (["all of it"], [], ["closed"])
    assert turns >= 50
    assert (bar.busy, bar.doing) == (False, "")

    bar.run(Walk("Walking on", steps(10**9), done.append, faults.append))
    qtbot.waitUntil(bar.isVisible, timeout=10_000)
    assert bar.doing == "Walking on"
    assert bar.cancel()
    assert (done, faults, put_away) == (["all of it"], [], ["closed", "closed"])


def test_a_fault_in_a_step_or_beside_it_is_told(bar: Work, qtbot: QtBot) -> None:
    faults: list[Exception] = []

    def breaks() -> None:
        raise OSError("No room.")

    def steps() -> Steps[None]:
        yield from part_of(aside(breaks), 0.0, 1.0)

    bar.run(Walk("Walking", steps(), lambda _: None, faults.append))
    qtbot.waitUntil(lambda: bool(faults), timeout=10_000)
    assert [str(fault) for fault in faults] == ["No room."]
    assert not bar.busy


# ---------------------------------------------------------------- large files


def test_a_large_battle_is_read_beside_the_window(street: Table, tmp_path: Path, qtbot: QtBot) -> None:
    journal = long_battle(tmp_path / "long.battle")
    street.window.files.open_path(tmp_path / "long.battle")
    assert street.window.files.work.busy
    assert street.session.game.system != "no_rules"

    qtbot.waitUntil(lambda: not street.window.files.work.busy, timeout=20_000)
    assert street.session.journal == journal
    assert street.session.path == tmp_path / "long.battle"
    assert lately.files()[0].endswith("long.battle")


def test_escape_stops_it_and_the_file_is_free_again(
    street: Table, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_battle(tmp_path / "long.battle")
    before, read, held = street.session.game, store.read, Flag()

    def slow(path: Path, watch: store.Watch) -> store.Opened:
        held.wait(10)
        return read(path, watch)

    monkeypatch.setattr(store, "read", slow)
    street.window.files.open_path(tmp_path / "long.battle")
    qtbot.waitUntil(street.window.files.work.isVisible, timeout=5000)
    street.view.setFocus()
    street.key(Qt.Key.Key_Escape)
    assert not street.window.files.work.isVisible()
    held.set()
    street.window.files.work.close_down()
    street.settle()

    monkeypatch.undo()
    assert street.session.game is before
    store.BattleFile.open_existing(tmp_path / "long.battle").close()


def test_the_table_is_played_on_while_it_is_read(
    street: Table, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, held, read = long_battle(tmp_path / "long.battle"), Flag(), store.read

    def slow(path: Path, watch: store.Watch | None = None) -> store.Opened:
        if watch is None:  # the autosave of what is played meanwhile
            return read(path)
        held.wait(10)
        return read(path, watch)

    monkeypatch.setattr(store, "read", slow)
    street.window.files.open_path(tmp_path / "long.battle")
    ratch = street.model("ratch")
    street.drag((ratch.x, ratch.y), (ratch.x, ratch.y - 0.5), (ratch.x, ratch.y - 1.0))
    assert len(street.session.journal.entries) == 1
    held.set()
    qtbot.waitUntil(lambda: not street.window.files.work.busy, timeout=20_000)

    assert street.session.journal == journal
    assert len(street.window.desk.battles.autosaves()) == 1


def test_a_large_file_that_is_none_of_ours_is_refused_with_its_sentence(
    street: Table, tmp_path: Path, qtbot: QtBot
) -> None:
    before = street.session.game
    (tmp_path / "noise.battle").write_bytes(os.urandom(files_.LARGE + 1))
    street.window.files.open_path(tmp_path / "noise.battle")
    qtbot.waitUntil(lambda: not street.window.files.work.busy, timeout=20_000)

    assert "Line 1 of noise.battle cannot be read" in street.window.banner.sentence.text()
    assert street.session.game is before


# ---------------------------------------------------------------- recent files


def entries(street: Table) -> list[str]:
    menu = QMenu()
    street.window.files.fill_recent(menu)
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_a_recent_file_that_is_gone_stays_in_the_list_and_says_where_it_was(street: Table, tmp_path: Path) -> None:
    path = tmp_path / "stick" / "ours.battle"
    path.parent.mkdir()
    street.window.files.save_to(path)
    street.window.desk.new_skirmish()
    path.unlink()
    street.window.files.open_path(path)

    said = street.window.banner.sentence.text()
    assert said.startswith(f"ours.battle is no longer in {path.parent}.")
    assert "stays in the list" in said
    assert "ours.battle" in entries(street)


def test_a_broken_recent_file_is_refused_and_stays_in_the_list(street: Table, tmp_path: Path) -> None:
    path = tmp_path / "ours.battle"
    street.window.files.save_to(path)
    street.window.desk.new_skirmish()
    path.write_bytes(b"not ours any more\n")
    street.window.show_start()
    street.settle()
    assert "recent:ours.battle" not in [tile.objectName() for tile in street.window.start.tiles]
    street.window.start.leave()
    street.window.files.open_path(path)

    assert "Line 1 of ours.battle cannot be read" in street.window.banner.sentence.text()
    assert "ours.battle" in entries(street)


@pytest.mark.parametrize("kept", [7, {"a": 1}, "", ["", "/nowhere/x.battle"], "/nowhere/x.battle"])
def test_whatever_stands_in_the_settings_the_list_is_one(street: Table, kept: object) -> None:
    QSettings().setValue("recent", kept)

    assert all(isinstance(name, str) and name for name in lately.files())
    street.window.show_start()
    street.settle()
    assert street.window.start.isVisible()
    entries(street)
