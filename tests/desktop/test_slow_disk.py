"""A slow disk: the window goes on at once, nothing is said to be saved that is not, and nobody leaves before it is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Flag

import pytest
from at_table import CTRL, Table
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop import lately
from engine import store
from engine.journal import Journal

QUICK = 0.5
"""Seconds in which a window that does not wait for the disk is done, however busy this machine is."""


class Disk:
    """A disk that takes its time: nothing is confirmed before *free*."""

    def __init__(self) -> None:
        self.free = Flag()
        self.asked = 0
        self.fails = False

    def fsync(self, descriptor: int) -> None:
        self.asked += 1
        assert self.free.wait(20)
        if self.fails:
            raise OSError(28, "No space left on device")
        _FSYNC(descriptor)


_FSYNC = os.fsync


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    made = Disk()
    monkeypatch.setattr(os, "fsync", made.fsync)
    monkeypatch.setattr("desktop.keeping.PATIENCE_MS", 10)
    yield made
    made.free.set()


def written(path: Path) -> Journal:
    journal = store.read(path).journal
    assert journal is not None
    return journal


def walk(table: Table) -> None:
    ada = table.model("ada")
    table.drag((ada.x, ada.y), (ada.x + 0.5, ada.y), (ada.x + 1, ada.y))


def test_play_goes_on_while_the_disk_works(table: Table, disk: Disk, qtbot: QtBot) -> None:
    began = time.perf_counter()
    walk(table)
    walk(table)
    table.key(Qt.Key.Key_Z, CTRL)
    assert time.perf_counter() - began < 3 * QUICK
    assert disk.asked == 1, "one thing after the other"
    assert not table.session.on_disk
    assert table.window.kept.text() == "journal being written …"

    disk.free.set()
    qtbot.waitUntil(lambda: table.session.on_disk, timeout=10_000)
    table.settle()
    assert table.window.kept.text() == "journal autosaved"
    kept = table.session.keeping.kept.file
    assert kept is not None
    assert written(kept) == table.session.journal
    assert not table.window.start.isVisible()


def test_what_comes_late_does_not_take_the_start_page_away(table: Table, disk: Disk, qtbot: QtBot) -> None:
    walk(table)
    table.window.show_start()
    disk.free.set()
    qtbot.waitUntil(lambda: table.session.on_disk, timeout=10_000)
    table.settle()

    assert table.window.start.isVisible()
    table.window.start.leave()


def test_a_name_is_given_when_the_file_is_there_and_not_before(
    table: Table, disk: Disk, qtbot: QtBot, tmp_path: Path
) -> None:
    disk.free.set()
    walk(table)
    disk.free.clear()
    path = tmp_path / "ours.battle"
    began = time.perf_counter()
    table.window.files.save_to(path)
    walk(table)
    assert time.perf_counter() - began < 2 * QUICK
    assert (table.session.path, lately.files()) == (None, [])

    disk.free.set()
    qtbot.waitUntil(lambda: table.session.path == path and table.session.on_disk, timeout=10_000)
    assert len(written(path).entries) == 2
    assert written(path) == table.session.journal
    assert table.window.banner.sentence.text().startswith("Saved as ours.battle")
    assert lately.files() == [str(path)]


def test_saved_over_its_own_file_while_it_is_played_on(table: Table, disk: Disk, qtbot: QtBot, tmp_path: Path) -> None:
    disk.free.set()
    path = tmp_path / "ours.battle"
    walk(table)
    table.window.files.save_to(path)
    qtbot.waitUntil(lambda: table.session.path == path, timeout=10_000)
    disk.free.clear()
    table.window.files.save_to(path)
    walk(table)
    disk.free.set()
    qtbot.waitUntil(lambda: table.session.on_disk, timeout=10_000)

    assert table.session.path == path
    assert written(path) == table.session.journal
    assert not table.session.keeping.behind


def test_closing_waits_until_all_is_written(table: Table, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk.free, "wait", lambda _: time.sleep(0.3) or True)
    walk(table)
    played = table.session.journal
    assert not table.session.on_disk
    table.window.close()

    assert not table.window.isVisible()
    kept = table.session.keeping.kept.file
    assert kept is not None
    assert written(kept) == played


def test_a_failure_that_comes_late_is_said_once_and_keeps_the_window(table: Table, disk: Disk, qtbot: QtBot) -> None:
    disk.fails = True
    walk(table)
    walk(table)
    assert not table.window.banner.isVisible()
    disk.free.set()
    qtbot.waitUntil(lambda: table.session.keeping.behind, timeout=10_000)
    table.settle()
    assert table.window.banner.sentence.text().startswith("The battle goes on, but")
    assert table.window.kept.text() == "journal only in memory"

    table.window.close()
    assert table.window.isVisible()
    disk.fails = False
    table.session.keeping.retry()
    qtbot.waitUntil(lambda: table.session.on_disk, timeout=10_000)
